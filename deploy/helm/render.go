// Renders a chart where helm itself is not at hand, of what helm is made of: Go's templates, sprig and the same YAML. It knows
// what this chart needs of helm: values, a release, `include`, `toYaml` and `--set`.
//
//	render NAME CHART [KEY=VALUE ...]
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

func main() {
	if err := render(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(name, chart string, set []string) error {
	values, facts := map[string]interface{}{}, map[string]interface{}{}
	for file, into := range map[string]*map[string]interface{}{"values.yaml": &values, "Chart.yaml": &facts} {
		text, err := os.ReadFile(filepath.Join(chart, file))
		if err != nil {
			return err
		}
		if err := yaml.UnmarshalStrict(text, into); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	for _, one := range set {
		key, text, _ := strings.Cut(one, "=")
		if err := put(values, strings.Split(key, "."), text); err != nil {
			return fmt.Errorf("%s: %w", one, err)
		}
	}
	// As helm does: what is not there is nothing, and what is misspelt in the template is found by what then is missing.
	all := template.New("chart").Option("missingkey=zero").Funcs(sprig.TxtFuncMap())
	all.Funcs(template.FuncMap{
		"include": func(part string, of interface{}) (string, error) {
			var made bytes.Buffer
			err := all.ExecuteTemplate(&made, part, of)
			return made.String(), err
		},
		"toYaml": func(of interface{}) (string, error) {
			text, err := yaml.Marshal(of)
			return strings.TrimSuffix(string(text), "\n"), err
		},
	})
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	if err != nil {
		return err
	}
	sort.Strings(files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if _, err := all.New(filepath.Base(file)).Parse(string(text)); err != nil {
			return err
		}
	}
	given := map[string]interface{}{
		"Values":  values,
		"Chart":   facts,
		"Release": map[string]interface{}{"Name": name, "Namespace": "default", "Service": "Helm"},
	}
	for _, file := range files {
		if strings.HasPrefix(filepath.Base(file), "_") {
			continue
		}
		var made bytes.Buffer
		if err := all.ExecuteTemplate(&made, filepath.Base(file), given); err != nil {
			return err
		}
		// As helm prints it.
		if text := strings.ReplaceAll(made.String(), "<no value>", ""); strings.TrimSpace(text) != "" {
			fmt.Printf("---\n# Source: %s\n%s\n", filepath.Base(file), text)
		}
	}
	return nil
}

// Puts a value, read as YAML, where its dotted name says.
func put(into map[string]interface{}, path []string, text string) error {
	for ; len(path) > 1; path = path[1:] {
		next, is := into[path[0]].(map[string]interface{})
		if !is {
			return fmt.Errorf("%s holds no values", path[0])
		}
		into = next
	}
	var value interface{}
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		return err
	}
	into[path[0]] = value
	return nil
}
