// Every test runs with the very rules module that ships.
import { loadRules } from "@fieldhouse/rules";

await loadRules();
