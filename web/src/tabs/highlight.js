// Syntax highlighting of models: comments, strings, numbers and keywords.

const WORDS = {
  minizinc: "array|of|var|int|bool|set|constraint|solve|satisfy|output|include|par|if|then|else|elseif|endif|forall|exists|sum|where|in|let|predicate|function|true|false|enum|string|not|diff|union|show|join",
  smtlib: "set-logic|set-option|set-info|declare-fun|declare-const|define-fun|assert|check-sat|get-value|get-model|exit|and|or|not|ite|distinct|let|Int|Bool|BitVec|true|false|push|pop",
  lp: "minimize|maximize|subject to|st|bounds|binary|binaries|general|generals|end|free",
  asp: "not|#show|#const|#sum|#count|#minimize|#include",
  opb: "min|max",
  cpsat: "variables|constraints|name|domain|linear|bool_or|bool_and|exactly_one|at_most_one|enforcement_literal|vars|coeffs|literals|table|values|all_diff|exprs|element",
};

const COMMENTS = {
  minizinc: "%.*",
  asp: "%.*",
  smtlib: ";.*",
  lp: "\\\\.*",
  opb: "^\\*.*",
  dimacs: "^c(?: .*)?$",
  cpsat: "#.*",
  xcsp3: "<!--.*?-->",
};

const cache = new Map();

/** A regular expression with a group for each kind of token. */
export function pattern(language) {
  if (!cache.has(language)) {
    const parts = [
      COMMENTS[language] && `(?<comment>${COMMENTS[language]})`,
      `(?<string>"(?:[^"\\\\]|\\\\.)*")`,
      language === "xcsp3" && `(?<word></?[A-Za-z]+|/?>)`,
      WORDS[language] && `(?<word>(?<![\\w-])(?:${WORDS[language]})(?![\\w-]))`,
      `(?<number>(?<![\\w.])-?\\d+(?:\\.\\d+)?(?!\\w))`,
    ];
    cache.set(language, new RegExp(parts.filter(Boolean).join("|"), "gi"));
  }
  return cache.get(language);
}

/** Adds a line of a model to an element, with highlighted tokens. */
export function highlight(element, line, language) {
  let at = 0;
  for (const found of line.matchAll(pattern(language))) {
    if (found.index > at) element.append(line.slice(at, found.index));
    const [kind] = Object.entries(found.groups).find(([, text]) => text !== undefined);
    const part = document.createElement("span");
    part.className = `is-${kind}`;
    part.textContent = found[0];
    element.append(part);
    at = found.index + found[0].length;
  }
  element.append(line.slice(at));
}
