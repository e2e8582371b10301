// The few platform names React, the router and the query client expect at start and the embedded
// engine lacks. Only what rendering to a string touches; nothing here is a full implementation.

const scope = globalThis as unknown as Record<string, unknown>;

function provide(name: string, value: unknown): void {
  if (scope[name] === undefined) scope[name] = value;
}

const noop = () => {};
const silent = { log: noop, info: noop, warn: noop, error: noop, debug: noop };

// Rendering to a string is synchronous; what asks for "later" is clean-up that may be dropped.
let timer = 0;
const never = () => {
  timer += 1;
  return timer;
};

class Utf8Encoder {
  encode(text = ""): Uint8Array {
    const bytes: number[] = [];
    for (const character of text) {
      const point = character.codePointAt(0) ?? 0xfffd;
      if (point < 0x80) bytes.push(point);
      else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
      else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
      else {
        bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
      }
    }
    return Uint8Array.from(bytes);
  }
}

class Channel {
  port1 = { onmessage: null, postMessage: noop, close: noop };
  port2 = { onmessage: null, postMessage: noop, close: noop };
}

function decode(text: string): string {
  const spaced = text.replace(/\+/g, " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

class SearchParams {
  private pairs: [string, string][] = [];

  constructor(init?: string | SearchParams | Iterable<readonly [string, string]> | Record<string, string>) {
    if (typeof init === "string") {
      for (const part of init.replace(/^\?/, "").split("&")) {
        if (part === "") continue;
        const cut = part.indexOf("=");
        const name = cut < 0 ? part : part.slice(0, cut);
        this.pairs.push([decode(name), cut < 0 ? "" : decode(part.slice(cut + 1))]);
      }
    } else if (init && Symbol.iterator in init) {
      for (const [name, value] of init) this.pairs.push([name, value]);
    } else if (init) {
      for (const [name, value] of Object.entries(init)) this.pairs.push([name, String(value)]);
    }
  }
  get(name: string): string | null {
    return this.pairs.find(([known]) => known === name)?.[1] ?? null;
  }
  getAll(name: string): string[] {
    return this.pairs.filter(([known]) => known === name).map(([, value]) => value);
  }
  has(name: string): boolean {
    return this.pairs.some(([known]) => known === name);
  }
  append(name: string, value: string): void {
    this.pairs.push([name, String(value)]);
  }
  delete(name: string): void {
    this.pairs = this.pairs.filter(([known]) => known !== name);
  }
  set(name: string, value: string): void {
    this.delete(name);
    this.append(name, value);
  }
  forEach(visit: (value: string, name: string) => void): void {
    for (const [name, value] of this.pairs) visit(value, name);
  }
  [Symbol.iterator]() {
    return this.pairs[Symbol.iterator]();
  }
  toString(): string {
    return this.pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
  }
}

class Address {
  protocol: string;
  host: string;
  pathname: string;
  search: string;
  hash: string;

  constructor(href: string, base?: string | Address) {
    const pattern = /^(?:([a-z][a-z0-9+.-]*:)(?:\/\/([^/?#]*))?)?([^?#]*)(\?[^#]*)?(#.*)?$/i;
    const own = pattern.exec(String(href));
    const under = base === undefined ? null : pattern.exec(String(base));
    this.protocol = own?.[1] ?? under?.[1] ?? "";
    if (this.protocol === "") throw new TypeError("Invalid URL");
    this.host = (own?.[1] ? own[2] : under?.[2]) ?? "";
    const path = own?.[3] ?? "";
    const basePath = under?.[3] ?? "/";
    this.pathname = path.startsWith("/") ? path : path === "" ? basePath : basePath.replace(/[^/]*$/, "") + path;
    if (this.pathname === "") this.pathname = "/";
    this.search = own?.[4] ?? "";
    this.hash = own?.[5] ?? "";
  }
  get origin(): string {
    return `${this.protocol}//${this.host}`;
  }
  get hostname(): string {
    return this.host.replace(/:\d+$/, "");
  }
  get href(): string {
    return this.origin + this.pathname + this.search + this.hash;
  }
  get searchParams(): SearchParams {
    return new SearchParams(this.search);
  }
  toString(): string {
    return this.href;
  }
}

class NoStream {}

class Abort {
  signal = { aborted: false, addEventListener: noop, removeEventListener: noop };
  abort = noop;
}

provide("console", silent);
provide("TextEncoder", Utf8Encoder);
provide("MessageChannel", Channel);
provide("setTimeout", never);
provide("clearTimeout", noop);
provide("setInterval", never);
provide("clearInterval", noop);
provide("queueMicrotask", (task: () => void) => void Promise.resolve().then(task));
provide("URLSearchParams", SearchParams);
provide("URL", Address);
provide("ReadableStream", NoStream);
provide("AbortController", Abort);
provide("performance", { now: () => 0 });
