// A jsdom that keeps the platform's own fetch, streams and encoders, which jsdom lacks.
import { TestEnvironment } from "jest-environment-jsdom";

// No MessageChannel: React would open a port and the test process would never end.
const platform = [
  "fetch",
  "Request",
  "Response",
  "Headers",
  "Blob",
  "AbortController",
  "AbortSignal",
  "ReadableStream",
  "WritableStream",
  "TransformStream",
  "TextEncoder",
  "TextDecoder",
  "TextEncoderStream",
  "TextDecoderStream",
  "structuredClone",
  "WebAssembly",
  "Uint8Array",
  "ArrayBuffer",
];

export default class BrowserEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of platform) {
      this.global[name] = globalThis[name];
    }
    const { MouseEvent, Element } = this.global;
    // Nothing is drawn here, so nothing scrolls: where a page is scrolled to is asserted in Chromium.
    Element.prototype.scrollIntoView ??= () => {};
    this.global.PointerEvent ??= class PointerEvent extends MouseEvent {
      constructor(type, init = {}) {
        super(type, init);
        this.pointerType = init.pointerType ?? "";
      }
    };
  }

  // Node's builds of packages, not the browser's: the latter assume a bundler.
  exportConditions() {
    return ["node", "node-addons"];
  }
}
