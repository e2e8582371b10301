// The environment of tests under Stryker: a changed piece of code is known by the first test of a file that fails. The
// others need not wait for what never comes, and what does come is there sooner than on a busy machine.
import BrowserEnvironment from "./browser-environment.mjs";

const changed = () => process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined;

export default class MutantsEnvironment extends BrowserEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.patience = changed() ? 4_000 : undefined;
  }

  async handleTestEvent(event) {
    if (!changed()) return;
    if (event.name === "test_fn_failure") this.failed = true;
    if (event.name === "test_start" && this.failed) event.test.mode = "skip";
  }
}
