// The alert rules against what they should and should not say, and each question of the dashboard as Prometheus reads it.
//   node deploy/test-monitoring.mjs     promtool does it: Debian's package prometheus has it
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const here = import.meta.dirname;
const promtool = (...words) =>
  execFileSync("promtool", words, { cwd: join(here, "prometheus"), stdio: ["ignore", "inherit", "inherit"] });

promtool("check", "config", "prometheus.yml");
promtool("test", "rules", "alerts.test.yml");

const { panels } = JSON.parse(readFileSync(join(here, "grafana/fieldhouse.json"), "utf8"));
const questions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const asPrometheus = (expr) => expr.replaceAll("$__rate_interval", "5m").replaceAll("$node", ".+");
const rules = questions.map((expr, place) => ({ record: `dashboard:question${place}`, expr: asPrometheus(expr) }));
const folder = mkdtempSync(join(tmpdir(), "fieldhouse-monitoring-"));
try {
  const file = join(folder, "questions.yml");
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
  promtool("check", "rules", file);
} finally {
  rmSync(folder, { recursive: true });
}
