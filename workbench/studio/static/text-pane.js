// The text of the file: the same document as the picture, with findings at their lines.

import { draft } from "./draft.js";
import { h } from "./dom.js";

const ORDER = ["error", "warning", "notice"];

class TextPane extends HTMLElement {
  #stroke = "";

  connectedCallback() {
    if (this.firstChild) return;
    this.area = h("textarea", { "aria-label": "Text of the file", spellcheck: "false", wrap: "off", autocomplete: "off", autocapitalize: "off", rows: "18",
      oninput: () => this.#typed(), onscroll: () => this.#scrolled(), onblur: () => (this.#stroke = "") });
    this.gutter = h("div", { class: "gutter", "aria-hidden": "true" });
    this.trouble = h("ul", { class: "lines", "aria-label": "Findings by line" });
    this.append(h("div", { class: "paper" }, this.gutter, this.area), this.trouble);
  }

  #typed() {
    this.#stroke ||= crypto.randomUUID();
    draft.setText(this.area.value, "text edited", this.#stroke);
  }

  show() {
    if (this.area.value !== draft.text) {
      const { selectionStart, selectionEnd, scrollTop } = this.area;
      this.area.value = draft.text;
      this.area.setSelectionRange(selectionStart, selectionEnd);
      this.area.scrollTop = scrollTop;
      this.#stroke = "";
    }
    const worst = new Map();
    for (const finding of draft.view.findings) {
      const known = worst.get(finding.line);
      if (!known || ORDER.indexOf(finding.severity) < ORDER.indexOf(known)) worst.set(finding.line, finding.severity);
    }
    const count = draft.text.split("\n").length;
    this.gutter.replaceChildren(...Array.from({ length: count }, (_, index) => h("div", { class: worst.get(index + 1) ?? "" }, String(index + 1))));
    this.trouble.replaceChildren(...draft.view.findings.map((finding) => h("li", {},
      h("button", { type: "button", class: `line ${finding.severity}`, onclick: () => this.goTo(finding.line, finding.column) },
        `Line ${finding.line}: ${finding.code} ${finding.message}`))));
    this.#scrolled();
  }

  #scrolled() {
    this.gutter.scrollTop = this.area.scrollTop;
  }

  goTo(line, column = 1) {
    const lines = draft.text.split("\n");
    const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    this.area.focus();
    this.area.setSelectionRange(at, at + (/^\S+/.exec(draft.text.slice(at))?.[0].length ?? 1));
    const height = this.area.scrollHeight / lines.length;
    this.area.scrollTop = Math.max(0, (line - 6) * height);
  }
}

customElements.define("text-pane", TextPane);
