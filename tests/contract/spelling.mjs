// Texts shown to people are US English: finds British spellings in string literals, JSX text and content documents.
// Names in code, addresses (`/favourite`) and keys that the specifications fix are no texts.

/** British spellings; each stands for the words that begin with it or hold it, as written. */
const british = [
  /\b\w*colour\w*/i,
  /\bcatalogue\w*/i,
  /\b(re|dis)?organis\w+/i,
  /\bfavourit\w*/i,
  /\bcentre[ds]?\b/i,
  /\bgrey\w*/i,
  /\bbehaviour\w*/i,
  /\blicence\w*/i,
  /\bcancell(ed|ing)\b/i,
  /\bprogrammes?\b/i,
  /\bcheques?\b/i,
  /\bfulfil(s|ment)?\b/i,
  /\bjewellery\b/i,
  /\b(apolog|author|custom|final|item|maxim|minim|optim|personal|real|recogn|summar|util|standard)is(e|es|ed|ing|ation)\b/i,
  /\banalys(e|es|ed|ing)\b/i,
  /\benquir(y|ies|e|ed)\b/i,
  /\b(travel|label|model|fuel|total)l(ed|ing)\b/i,
  /\b(milli|centi|kilo)?(metre|litre)s?\b/i,
  /\bfibres?\b/i,
  /\bwhilst\b/i,
  /\b(neighbour|honour|labour|harbour|armour|flavour|rumour|favour)\w*/i,
  /\b(defence|offence|pretence)\b/i,
  /\bmoulded\b/i,
  /\bwoollen\w*/i,
  /\bpractis(e|es|ed|ing)\b/i,
  /\b(learnt|spelt)\b/i,
  /\bpostcodes?\b/i,
  /\baluminium\b/i,
  /\btyres?\b/i,
  /\bafterwards\b/i,
];

/** The first British spelling of a text, or nothing. */
export function britishIn(text) {
  for (const word of british) {
    const found = text.match(word);
    if (found) return found[0];
  }
  return undefined;
}

/** What a person reads is a sentence, or a word that begins with a capital: neither an address nor a key. */
const readByPeople = (text) => !/^[/#]|^\w+:\/\//.test(text) && (/\S \S/.test(text) || /^[A-Z][a-z]+$/.test(text));

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");

/** Texts of a TypeScript file: string literals, templates without what is filled in, JSX text. */
function textsOfTypeScript(text) {
  const code = withoutComments(text).replace(/^(import|export) .*? from .*$/gm, "");
  const literals = [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
    (match) => match[1] ?? match[2],
  );
  const markup = [...code.matchAll(/>([^<>{}=;]+)</g)].map((match) => match[1].trim());
  return [...literals.map((literal) => literal.replace(/\$\{[^}]*\}/g, " ")), ...markup].filter(readByPeople);
}

/** String literals of a Rust file before its tests. */
function textsOfRust(text) {
  const code = withoutComments(text.split("#[cfg(test)]")[0]);
  return [...code.matchAll(/"((?:[^"\\]|\\[\s\S])*)"/g)]
    .map((match) => match[1].replace(/\{[^}]*\}/g, " "))
    .filter(readByPeople);
}

/** Values of a content document. */
function textsOfJson(value) {
  if (typeof value === "string") return readByPeople(value) ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(textsOfJson);
}

/** British spellings in what a file shows to people: `file: word in "text"`. */
export function britishTexts(file, text) {
  const texts = file.endsWith(".rs")
    ? textsOfRust(text)
    : file.endsWith(".json")
      ? textsOfJson(JSON.parse(text))
      : textsOfTypeScript(text);
  return texts.flatMap((shown) => {
    const word = britishIn(shown);
    return word ? [`${file}: ${word} in "${shown.trim().slice(0, 60)}" is not US English`] : [];
  });
}
