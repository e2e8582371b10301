// Light, dark, or as the system has it.
import { useState } from "react";
import { readTheme, showTheme, type Theme } from "../shared/theme";
import { control } from "../ui/Controls";

const themes: readonly (readonly [Theme, string])[] = [
  ["system", "As the system"],
  ["light", "Light"],
  ["dark", "Dark"],
];

export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  const choose = (next: Theme) => {
    showTheme(next);
    setTheme(next);
  };
  return (
    <select
      aria-label="Light or dark"
      value={theme}
      onChange={(event) => choose(event.target.value as Theme)}
      className={`${control} w-auto! max-md:hidden`}
    >
      {themes.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
