// The editor of models: CodeMirror, loaded when it is first used.
//
// It lives in a shadow root: there CodeMirror adopts style sheets, while in the document it would insert `<style>` elements, which the
// page's security policy forbids.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { pattern } from "./tabs/highlight.js";

/** Syntax highlighting of a language with the colours of the page. */
function streamed(language) {
  const words = new RegExp(pattern(language).source, "iy");
  return StreamLanguage.define({
    token(stream) {
      words.lastIndex = stream.pos;
      const found = words.exec(stream.string);
      if (!found) {
        stream.next();
        return null;
      }
      stream.pos = found.index + Math.max(1, found[0].length);
      const [kind] = Object.entries(found.groups).find(([, text]) => text !== undefined);
      return kind === "word" ? "keyword" : kind;
    },
  });
}

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--string)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
]);

const theme = EditorView.theme({
  "&": { maxHeight: "60vh", color: "var(--text)", backgroundColor: "var(--code)", fontSize: "0.82rem" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "2px" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", overflow: "auto" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--code)", color: "var(--quiet)", border: "none" },
  ".cm-diagnostic": { color: "var(--text)", backgroundColor: "var(--bad-ground)" },
});

export class Editor {
  #view;
  #language = new Compartment();

  /** `onChange(text)` is called after every edit. */
  constructor(host, onChange) {
    const root = host.attachShadow({ mode: "open" });
    this.#view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        extensions: [
          lineNumbers(),
          history(),
          lintGutter(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          syntaxHighlighting(colours),
          theme,
          this.#language.of([]),
          EditorView.contentAttributes.of({ "aria-label": "Editor of the model. Press Escape and then Tab to leave it." }),
          EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
        ],
      }),
    });
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  show(text, language) {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text }, effects: this.#language.reconfigure(streamed(language)) });
    this.mark(null);
  }

  focus() {
    this.#view.focus();
  }

  /** Shows a message at a line, counted from 1, or removes it. */
  mark(line, message = "") {
    const { doc } = this.#view.state;
    const diagnostics = [];
    if (line !== null && line >= 1 && line <= doc.lines) {
      const { from, to } = doc.line(line);
      diagnostics.push({ from, to: Math.max(to, Math.min(from + 1, doc.length)), severity: "error", message });
      this.#view.dispatch({ effects: EditorView.scrollIntoView(from, { y: "center" }) });
    }
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }
}
