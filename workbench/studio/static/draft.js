// The document: one text, edited as text or as a picture. The server turns edits into text and text into a view;
// the browser keeps the draft, its history, and what the file was when it was read.

import { ApiError, post, readFile, saveFile } from "./api.js";
import { events } from "./events.js";
import { History } from "./history.js";
import { later } from "./dom.js";

const BLANK = { whole: true, set: {}, tiles: [], findings: [], accepted: [] };

class Draft extends EventTarget {
  project = null;
  name = ""; // of the file; "" before one is open
  text = "";
  base = { text: "", hash: null }; // the file as it was read or written last; no hash: not on the disk yet
  view = BLANK;
  history = new History();
  tile = 0; // which is selected
  side = "starting";
  disk = null; // the file as it is now, where it was changed by others and this draft too
  savedAt = null;
  openedBroken = false; // the file could not be read when it was opened: its text comes first
  isStale = false; // the view is older than the text
  #tail = Promise.resolve();
  #version = 0;

  get isOpen() {
    return this.name !== "";
  }
  get isDirty() {
    return this.text !== this.base.text || this.base.hash === null;
  }
  /** saved, draft, or changed (on the disk, while this is a draft). */
  get state() {
    if (this.disk) return "changed";
    return this.isDirty ? "draft" : "saved";
  }
  get current() {
    return this.view.tiles[this.tile] ?? null;
  }

  // ------------------------------------------------------------------------------------- opening

  /** Opens a file of the project, with the draft that was left of it. */
  async open(name) {
    const stored = await readFile(name).catch((problem) => {
      if (problem.status === 404 && this.#kept(name)) return { name, text: "", hash: null };
      throw problem;
    });
    if (stored.fault) throw new ApiError(422, `${name}: ${stored.fault}`);
    this.#begin(name, stored.text, stored.hash || null);
    const kept = this.#kept(name);
    if (kept) this.#restore(kept, stored);
    await this.refresh();
    this.openedBroken = !this.view.whole;
    this.#keep();
  }

  /** A text that is not on the disk yet. */
  async openNew(name, text) {
    this.#begin(name, text, null);
    await this.refresh();
    this.#keep();
  }

  #begin(name, text, hash) {
    Object.assign(this, { name, text, base: { text, hash }, history: new History(), tile: 0, side: "starting", disk: null, savedAt: null, openedBroken: false });
    this.#version += 1;
  }

  #restore(kept, stored) {
    this.history = new History(kept.steps, kept.at);
    this.tile = kept.tile ?? 0;
    this.side = kept.side ?? "starting";
    this.savedAt = kept.savedAt ?? null;
    if (kept.base.hash === stored.hash) Object.assign(this, { text: kept.text, base: kept.base });
    else if (kept.text === kept.base.text) this.#adopt(kept.text, stored, "read from the disk");
    else Object.assign(this, { text: kept.text, base: kept.base, disk: stored });
  }

  /** Takes over a file that has changed; the step back is kept. */
  #adopt(from, stored, label) {
    if (from !== stored.text) this.history.note(from, stored.text, label);
    Object.assign(this, { text: stored.text, base: { text: stored.text, hash: stored.hash }, disk: null });
  }

  // ------------------------------------------------------------------------------------- editing

  /** Changes by the server: `make(view)` gives the edits (or null), one after the other, never two at once. */
  edit(make, label, stroke = "") {
    const run = async () => {
      if (this.isStale) await this.refresh(); // never by what the text looked like before
      const edits = make(this.view);
      if (!edits?.length) return false;
      const before = this.text;
      const { text, view } = await post("/api/edit", { name: this.name, text: before, edits });
      if (this.text !== before) return false; // another tab was quicker
      this.#changed(before, text, label, stroke);
      this.#show(view);
      return true;
    };
    return this.#inTurn(run).catch((problem) => {
      this.tell("trouble", problem);
      return false;
    });
  }

  /** After every edit that is on its way. */
  #inTurn(work) {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => {});
    return result;
  }

  /** The text itself was edited. */
  setText(text, label = "text edited", stroke = "") {
    if (text === this.text) return;
    this.#changed(this.text, text, label, stroke);
    this.isStale = true;
    this.tell("change");
    this.#refreshSoon();
  }

  /** What was undone, in words; "" where nothing can be. */
  undo() {
    return this.#inTurn(() => (this.history.canUndo ? this.#moved(...this.history.undo(this.text)) : ""));
  }

  redo() {
    return this.#inTurn(() => (this.history.canRedo ? this.#moved(...this.history.redo(this.text)) : ""));
  }

  #moved(text, label) {
    this.text = text;
    this.#isOther();
    this.#keep();
    this.tell("change");
    this.refresh();
    return label;
  }

  /** The text is another one: no view of the one before is shown as its own. */
  #isOther() {
    this.#version += 1;
    this.isStale = true;
  }

  #changed(before, after, label, stroke) {
    if (before === after) return;
    this.history.note(before, after, label, stroke);
    this.text = after;
    this.#version += 1;
    this.#keep();
  }

  #refreshSoon = later(180, () => this.refresh());

  /** Asks for the view of the text as it is now. */
  async refresh() {
    if (!this.isOpen) return;
    const version = this.#version;
    try {
      const { view } = await post("/api/view", { name: this.name, text: this.text });
      if (version === this.#version) this.#show(view);
    } catch (problem) {
      if (!problem.isAway) this.tell("trouble", problem);
      this.tell("change");
    }
  }

  #show(view) {
    this.view = view;
    this.isStale = false;
    this.tile = Math.max(0, Math.min(this.tile, view.tiles.length - 1));
    this.tell("change");
  }

  // ------------------------------------------------------------------------------------ the disk

  /** Writes the file; false where it was changed by others meanwhile. */
  async save() {
    await this.#tail;
    const { text } = this;
    try {
      const { hash } = await saveFile(this.name, text, this.base.hash);
      this.base = { text, hash };
      this.disk = null;
      this.savedAt = Date.now();
      this.#keep();
      this.tell("change");
      return true;
    } catch (problem) {
      if (problem.status !== 409) throw problem;
      this.disk = problem.body.stored ?? { text: "", hash: null, gone: true };
      this.tell("change");
      return false;
    }
  }

  /** Someone else has written the file (or it is simply read again). */
  async lookAtDisk() {
    if (!this.isOpen) return;
    const stored = await readFile(this.name).catch((problem) => {
      if (problem.status === 404) return null;
      throw problem;
    });
    if (stored === null) return this.#deleted();
    if (stored.fault || stored.hash === this.base.hash || stored.hash === this.disk?.hash) return;
    if (stored.text === this.text) {
      this.base = { text: stored.text, hash: stored.hash };
      this.disk = null;
    } else if (this.isDirty && !(this.base.gone && this.text === this.base.text)) {
      this.disk = stored;
    } else {
      this.#adopt(this.text, stored, "read from the disk");
      this.#isOther();
      this.tell("adopted");
    }
    this.#keep();
    this.tell("change");
    await this.refresh();
  }

  /** The file is not on the disk any more: what is here is a draft of it. */
  #deleted() {
    if (this.base.hash === null || this.disk?.gone) return;
    if (this.isDirty) this.disk = { text: "", hash: null, gone: true };
    else {
      this.base = { text: this.text, hash: null, gone: true };
      this.tell("deleted");
    }
    this.#keep();
    this.tell("change");
  }

  /** The banner's two ways out. */
  loadFromDisk() {
    this.#adopt(this.text, this.disk, "loaded from the disk");
    this.#isOther();
    this.#keep();
    return this.refresh();
  }
  keepMine() {
    this.base = { text: this.disk.text, hash: this.disk.hash };
    this.disk = null;
    this.#keep();
    this.tell("change");
  }

  // ------------------------------------------------------------------------------- selection, keeping

  select(tile, side = this.side) {
    this.tile = Math.max(0, Math.min(tile, this.view.tiles.length - 1));
    this.side = side;
    this.#keep();
    this.tell("select");
  }

  #key(name) {
    return `studio/${this.project.id}/${name}`;
  }

  #kept(name) {
    try {
      return JSON.parse(localStorage.getItem(this.#key(name)));
    } catch {
      return null;
    }
  }

  #keep() {
    if (!this.isOpen) return;
    const { text, base, tile, side, savedAt } = this;
    const { steps, at } = this.history;
    try {
      localStorage.setItem(this.#key(this.name), JSON.stringify({ text, base, tile, side, savedAt, steps, at }));
      localStorage.setItem(this.#key("last"), JSON.stringify(this.name));
    } catch {
      this.tell("trouble", new ApiError(0, "The browser has no room to keep this draft: save it soon."));
    }
  }

  get lastOpen() {
    return this.#kept("last");
  }

  /** Drafts that the browser keeps of files that were never saved. */
  unsaved() {
    const prefix = `studio/${this.project.id}/`;
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
      .filter((name) => name !== "last" && this.#kept(name)?.base?.hash === null);
  }

  forget(name) {
    localStorage.removeItem(this.#key(name));
  }

  /** The same file in another tab: both show one draft. */
  follow() {
    addEventListener("storage", (event) => {
      if (!this.isOpen || event.key !== this.#key(this.name) || !event.newValue) return;
      const kept = JSON.parse(event.newValue);
      const isNew = kept.text !== this.text;
      Object.assign(this, { text: kept.text, base: kept.base, savedAt: kept.savedAt });
      this.history = new History(kept.steps, kept.at);
      if (this.disk && kept.base.hash === this.disk.hash) this.disk = null;
      if (isNew) this.#isOther(); // else a view that is on its way is still the right one
      this.tell("change");
      if (isNew) this.refresh();
    });
    events.addEventListener("file", ({ detail }) => {
      if (detail.name === this.name) this.lookAtDisk().catch(() => {});
      else this.tell("files");
    });
    events.addEventListener("back", () => this.lookAtDisk().then(() => this.refresh()).catch(() => {}));
  }

  tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}

export const draft = new Draft();
