// What is known of the tile's worth. Every number carries the key of the design that it is of: one of another design
// is never shown as this one's.

import { draft } from "./draft.js";
import { events, tab } from "./events.js";
import { later } from "./dom.js";
import { post } from "./api.js";
import { ui } from "./ui.js";

const QUIET = 600; // after the last edit

class Verdict extends EventTarget {
  told = {}; // part -> what was told last, with its key and tile
  paused = false;
  #heated = ""; // the design and tile whose faces show the heat of their icons
  #state = { number: 0, key: "", busy: [] }; // of the games, as it was told last
  #asked = "";
  #files = new Map(); // design -> the file it was asked for from: tiles of two files may have one name
  #guessed = "";

  follow() {
    events.addEventListener("verdict", ({ detail }) => this.#heard(detail));
    events.addEventListener("back", () => {
      this.#state = { ...this.#state, number: 0 };
      this.#asked = "";
      this.look();
    });
    draft.addEventListener("change", () => this.look());
    draft.addEventListener("select", () => this.look());
    addEventListener("pagehide", () => (this.#asked = ""));
  }

  get key() {
    return draft.isOpen && !draft.isStale && draft.current ? draft.view.key : "";
  }
  get tile() {
    return draft.current?.name ?? "";
  }
  get #topic() {
    return `${this.key}/${this.tile}`;
  }

  /** What was told of a part of this very design; null where nothing was. */
  of(part) {
    const told = this.told[part];
    if (!told || told.key !== this.key || !this.key) return null;
    return part === "draws" || part === "guess" || told.tile === this.tile ? told : null;
  }

  /** The numbers of the design before, shown as such while those of this one are on their way. */
  before(part) {
    const told = this.told[part];
    const isOfThis = told?.tile === this.tile && this.#files.get(told.key) === draft.name;
    return isOfThis && !this.of(part) ? told : null;
  }

  get busy() {
    return this.#state.key === this.key ? this.#state.busy : [];
  }

  /** Whether the faces show the heat of their icons: asked for, of this very design. */
  get heat() {
    return Boolean(this.key) && this.#heated === this.#topic;
  }

  isBusy(part) {
    return this.busy.includes(part);
  }

  /** The design may be another one: ask for its guess at once, for its games when things are quiet. */
  look() {
    if (ui.page === "edit" && this.key && this.#topic !== this.#asked) {
      this.#askSoon();
      if (this.key !== this.#guessed) this.#guessSoon();
    }
    if (!this.heat) this.#heated = ""; // it was of another design
    this.#change();
  }

  #guessSoon = later(80, () => this.#guess());
  #askSoon = later(QUIET, () => this.#begin());

  async #guess(again = true) {
    const { key } = this;
    if (!key || key === this.#guessed) return;
    this.#guessed = key;
    let answered = "";
    try {
      const found = await post("/api/verdict/guess", { name: draft.name, text: draft.text, tile: draft.tile });
      answered = found.key ?? key;
      if (!found.fault && (answered === this.key || !this.of("guess"))) this.told.guess = found; // never over a newer one
    } catch {
      // told below: nothing was answered
    }
    if (this.#guessed === key && answered !== this.key) {
      this.#guessed = ""; // of a text that was overtaken, or nothing: once more, when it is quiet
      if (again && answered) setTimeout(() => this.#guess(false), QUIET);
    }
    this.#change();
  }

  async #begin() {
    if (this.paused || !this.key || ui.page !== "edit" || this.#topic === this.#asked) return;
    const asked = this.#topic;
    this.#asked = asked;
    this.#files.set(this.key, draft.name);
    try {
      const { key, tile, told, state } = await post("/api/verdict/begin", { name: draft.name, text: draft.text, tile: draft.tile, tab });
      for (const [part, value] of Object.entries(told)) this.#keep(part, key, tile, value);
      this.#hear(state);
    } catch (problem) {
      if (this.#asked === asked) this.#asked = "";
      if (!problem.isAway && problem.status !== 422) ui.complain(problem);
    }
    this.#change();
  }

  #heard({ part, key, tile, told, state }) {
    if (part) this.#keep(part, key, tile, told);
    this.#hear(state);
    if (part === "icons" && told.phase === "settled") ui.say("the heat of the icons is known well");
    if (part === "edits" && told.phase === "settled") ui.say(`${told.edits.length} fair edits found`);
    this.#change();
  }

  #keep(part, key, tile, value) {
    const is_here = key === this.key && (part === "draws" || tile === this.tile);
    if (is_here || !this.of(part)) this.told[part] = { ...value, key, tile };
  }

  #hear(state) {
    if (state.number >= this.#state.number) this.#state = state;
  }

  /** Heat of the icons, or fair edits. */
  async more(part) {
    if (part === "icons") this.#heated = this.heat ? "" : this.#topic;
    if (part === "icons" && (!this.heat || this.of("icons")?.phase === "settled")) return this.#change();
    try {
      if (this.#topic !== this.#asked) await this.#begin();
      this.#hear(await post("/api/verdict/more", { part }));
    } catch (problem) {
      ui.complain(problem);
    }
    return this.#change();
  }

  async pause() {
    this.paused = !this.paused;
    this.#askSoon.cancel();
    this.#asked = "";
    this.#change();
    try {
      if (this.paused) this.#hear(await post("/api/verdict/stop", {}));
      else await this.#begin();
    } catch (problem) {
      ui.complain(problem);
    }
    ui.say(this.paused ? "the verdict is paused" : "the verdict goes on");
    this.#change();
  }

  /** Go on after a rest. */
  again() {
    this.#asked = "";
    return this.#begin();
  }

  #change() {
    this.dispatchEvent(new Event("change"));
  }
}

export const verdict = new Verdict();
