// The Library page: every tile that comes along, to look at and to start from.

import { draft } from "./draft.js";
import { get } from "./api.js";
import { h, later, plural } from "./dom.js";
import { run } from "./commands.js";
import { ui } from "./ui.js";

export class LibraryPage {
  title = "Library";
  #tiles = null;

  constructor() {
    this.search = h("input", { type: "search", id: "library-search", placeholder: "Name, set, icon or ability", autocomplete: "off", oninput: later(80, () => this.#list()) });
    this.count = h("p", { class: "soft", "aria-live": "polite" });
    this.cards = h("ul", { class: "cards" });
    this.element = h("div", { class: "page library" },
      h("div", { class: "bar" }, h("h1", {}, "Library"), h("label", { for: "library-search", class: "unseen" }, "Search the library"), this.search, this.count),
      this.cards);
  }

  async show() {
    if (!this.#tiles) {
      this.count.textContent = "Drawing the tiles …";
      try {
        this.#tiles = await get("/api/library");
      } catch (problem) {
        this.count.textContent = problem.message;
        return;
      }
    }
    this.#list();
  }

  #list() {
    const wanted = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.#tiles.filter((tile) => {
      const words = [tile.name, tile.code, tile.set, ...tile.icons, ...tile.abilities].join(" ").toLowerCase();
      return wanted.every((word) => words.includes(word));
    });
    this.count.textContent = plural(found.length, "tile");
    this.cards.replaceChildren(...found.map((tile) => this.#card(tile)));
    if (!found.length) this.cards.append(h("li", { class: "empty" }, "No tile has all of these words."));
  }

  #card(tile) {
    const faces = tile.faces.map((face, side) =>
      h("img", { src: `/face/${face}.svg`, width: "112", height: "112", loading: "lazy", alt: `${tile.name}, ${side ? "other" : "starting"} side` }));
    const canTake = draft.isOpen && draft.current && draft.view.whole;
    return h("li", { class: "card", "aria-label": tile.name },
      h("div", { class: "pair" }, ...faces),
      h("h2", {}, tile.name),
      h("p", { class: "soft" }, [tile.set, ...tile.abilities].join(" · ")),
      tile.strength ? h("p", { class: "soft" }, tile.strength) : "",
      h("div", { class: "row" },
        tile.role === "terrain" ? "" : h("button", { type: "button", class: "small primary", onclick: () => this.#start(tile.name) }, "Start from this"),
        canTake ? h("button", { type: "button", class: "small", onclick: () => this.#take(tile.name) }, "Take its faces") : ""));
  }

  async #start(name) {
    if (!draft.isOpen) return run("new-set", name);
    const after = draft.tile;
    if (!(await draft.edit(() => [{ op: "add", like: name, after: draft.view.tiles.length ? after : null }], `tile like ${name} added`))) return undefined;
    draft.select(draft.view.tiles.length > 1 ? after + 1 : 0, "starting");
    run("page-edit");
    ui.say(`${draft.current.name} added: it starts as a copy of the ${name}`);
  }

  async #take(name) {
    const { tile } = draft;
    if (!(await draft.edit(() => [{ op: "faces", tile, like: name }], `faces of the ${name} taken`))) return;
    run("page-edit");
    ui.say(`${draft.current.name} has the faces of the ${name}`);
  }
}
