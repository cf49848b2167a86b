// The tiles of the set: faces, names, and a mark where something was found.

import { draft } from "./draft.js";
import { h } from "./dom.js";
import { run } from "./commands.js";

class TileList extends HTMLElement {
  #images = new Map();

  connectedCallback() {
    if (this.firstChild) return;
    this.list = h("ul", { role: "listbox", "aria-label": "Tiles of the set", class: "tiles" });
    this.append(
      h("h2", {}, "Tiles"),
      this.list,
      h("button", { type: "button", class: "quiet add", onclick: () => run("new-tile") }, "+ New tile"),
    );
    this.list.addEventListener("keydown", (event) => this.#key(event));
  }

  show() {
    const hadFocus = this.list.contains(document.activeElement);
    const { tiles } = draft.view;
    while (this.list.children.length > tiles.length) this.list.lastChild.remove();
    while (this.list.children.length < tiles.length) this.list.append(this.#entry(this.list.children.length));
    tiles.forEach((tile, index) => this.#fill(this.list.children[index], tile, index));
    if (hadFocus) this.list.children[draft.tile]?.focus();
  }

  /** Entries stay while what they show changes: a press that began on one ends on it. */
  #entry(index) {
    return h("li", { role: "option", onclick: () => draft.select(index) });
  }

  #fill(entry, tile, index) {
    const isIt = index === draft.tile;
    const found = draft.view.findings.filter((finding) => finding.tile === index);
    const worst = ["error", "warning", "notice"].find((severity) => found.some((one) => one.severity === severity));
    const mark = worst && [
      h("span", { class: `mark ${worst}`, "aria-hidden": "true" }, String(found.length)),
      h("span", { class: "unseen" }, `; ${found.length} found, worst: ${worst}`),
    ];
    entry.setAttribute("aria-selected", String(isIt));
    entry.tabIndex = isIt ? 0 : -1;
    entry.replaceChildren(this.#image(tile.sides.starting.face), h("span", { class: "name" }, tile.name), ...(mark ?? []));
  }

  #image(face) {
    if (!this.#images.has(face)) this.#images.set(face, h("img", { src: `/face/${face}.svg`, alt: "", width: "36", height: "36" }));
    return this.#images.get(face).cloneNode();
  }

  #key(event) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const last = draft.view.tiles.length - 1;
    const to = step ? draft.tile + step : { Home: 0, End: last }[event.key];
    if (event.key === "Delete") run("remove-tile");
    else if (to === undefined || to < 0 || to > last) return;
    else draft.select(to);
    event.preventDefault();
    this.list.children[draft.tile]?.focus();
  }
}

customElements.define("tile-list", TileList);
