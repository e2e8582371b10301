// Every test runs with the very rules module that ships. Waiting has a generous end: a busy machine is
// not a failure. Under Stryker, where most waiting is for what never comes, it ends sooner.
import { loadRules } from "@fieldhouse/rules";
import { configure } from "@testing-library/react";

await loadRules();
const { patience = 10_000 } = globalThis as { patience?: number };
configure({ asyncUtilTimeout: patience });
