// Somebody without a mouse: Tab, arrows, Enter, Escape and typing only, and the focus always in sight.
import assert from "node:assert/strict";

/** More stops than any page of the store has between two controls. */
const farthest = 300;

export class Keyboard {
  constructor(page) {
    this.page = page;
  }

  press(key) {
    return this.page.keyboard.press(key);
  }

  type(text) {
    return this.page.keyboard.type(text);
  }

  /** Presses Tab until the control has the focus; on the way every stop must show its focus. */
  async tabTo(control, what, key = "Tab") {
    await control.waitFor();
    for (let stop = 0; stop < farthest; stop += 1) {
      await this.press(key);
      const here = await this.page.evaluate(() => {
        const { activeElement } = document;
        if (!activeElement || activeElement === document.body) return undefined;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(activeElement);
        const shown = (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
        return { shown, tag: activeElement.outerHTML.slice(0, 120) };
      });
      assert.ok(!here || here.shown, `the focus cannot be seen on ${here?.tag}`);
      if (await control.evaluate((element) => element === document.activeElement)) return;
    }
    assert.fail(`Tab does not reach ${what}`);
  }

  async fill(control, text, what) {
    await this.tabTo(control, what);
    await this.type(text);
  }
}
