// Every test runs with the very rules module that ships. Waiting has a generous end: a busy machine is
// not a failure.
import { loadRules } from "@fieldhouse/rules";
import { configure } from "@testing-library/react";

await loadRules();
configure({ asyncUtilTimeout: 10_000 });
