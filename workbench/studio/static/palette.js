// The icons to paint with, and the tools beside them.

import { h, picture } from "./dom.js";
import { ui } from "./ui.js";

const POINTER = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M2.500 1.200l5.300 5.100-2.500.2 1.400 2.600-1.100.6-1.400-2.700-1.700 1.600z" fill="currentColor"/></svg>';
const LASSO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect x="1.200" y="1.200" width="3" height="3" fill="none" stroke="currentColor"/><rect x="5.800" y="5.800" width="3" height="3" fill="none" stroke="currentColor"/><path d="M4.200 4.200l1.600 1.600" stroke="currentColor"/></svg>';

const TOOLS = [
  { brush: "pointer", key: "Esc", name: "pointer", hint: "Drag an icon to move it, off the face to take it away", picture: POINTER },
  { brush: "@", key: "@", name: "own square", hint: "Where the tile itself stands" },
  { brush: "area", key: "1-9", name: "area group", hint: "Drag over strikes or hammers to join them", picture: LASSO },
];
const SHORTCUTS = { Esc: "Escape", "1-9": "1 2 3 4 5 6 7 8 9" }; // where the key has another name for machines

class IconPalette extends HTMLElement {
  connectedCallback() {
    if (this.firstChild) return;
    const icons = ui.words.icons.map((icon) => ({
      brush: icon.letter, key: icon.letter, name: icon.name, hint: icon.meaning, picture: icon.picture,
    }));
    const tools = TOOLS.map((tool) => ({ ...tool, picture: tool.picture ?? ui.words.own }));
    this.buttons = [...tools, ...icons].map((tool) => this.#button(tool));
    this.append(
      h("div", { class: "palette", role: "toolbar", "aria-label": "Icons" }, ...this.buttons),
      h("p", { class: "hint", id: "brush-hint" }),
    );
    this.addEventListener("keydown", (event) => this.#key(event));
    ui.addEventListener("brush", () => this.show());
    this.tools = new Map([...tools, ...icons].map((tool) => [tool.brush, tool]));
    this.show();
  }

  #button(tool) {
    const label = tool.name[0].toUpperCase() + tool.name.slice(1);
    return h(
      "button",
      { type: "button", class: "brush", "data-brush": tool.brush, "aria-label": label, "aria-keyshortcuts": SHORTCUTS[tool.key] ?? tool.key, title: `${label} (${tool.key}): ${tool.hint}`, onclick: () => ui.take(tool.brush) },
      picture(tool.picture),
      h("kbd", { "aria-hidden": "true", "data-key": tool.key }), // drawn by the style: it is no part of the name
    );
  }

  show() {
    for (const button of this.buttons) {
      const isIt = button.dataset.brush === ui.brush;
      button.setAttribute("aria-pressed", String(isIt));
      button.tabIndex = isIt ? 0 : -1;
    }
    const tool = this.tools?.get(ui.brush);
    if (tool) this.querySelector(".hint").replaceChildren(h("b", {}, tool.name), `: ${tool.hint}.`);
  }

  /** A toolbar is one tab stop; arrows go along it. */
  #key(event) {
    const at = this.buttons.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (at < 0 || !step) return;
    event.preventDefault();
    const next = this.buttons[(at + step + this.buttons.length) % this.buttons.length];
    for (const button of this.buttons) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  }
}

customElements.define("icon-palette", IconPalette);
