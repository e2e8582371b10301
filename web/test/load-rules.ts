// Every test runs with the very rules module that ships, and with the brands' marks at hand, as on a page that was
// rendered. Waiting has a generous end: a busy machine is not a failure. Under Stryker, where most waiting is for what
// never comes, it ends sooner.
import { loadRules } from "@fieldhouse/rules";
import { configure } from "@testing-library/react";
import { drawings } from "../src/brands/drawings";
import { drawWith } from "../src/brands/WordMark";

await loadRules();
drawWith(drawings);
const { patience = 10_000 } = globalThis as { patience?: number };
configure({ asyncUtilTimeout: patience });
