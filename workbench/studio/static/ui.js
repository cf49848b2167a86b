// What is shared by the parts of the page: the words of the server, the brush in hand, the status line.

import { get } from "./api.js";

class Ui extends EventTarget {
  words = null;
  brush = "M"; // a letter of the tile files, or "pointer", "@" (the own square), "area"
  page = "edit";
  #icons = new Map();

  async load() {
    this.words = await get("/api/words");
    for (const icon of this.words.icons) this.#icons.set(icon.letter, icon);
  }

  icon(letter) {
    return this.#icons.get(letter);
  }

  take(brush) {
    this.brush = brush;
    this.dispatchEvent(new Event("brush"));
  }

  /** One polite line about what has happened. */
  say(text) {
    this.dispatchEvent(new CustomEvent("say", { detail: text }));
  }

  /** Something went wrong: said, and shown until the next word. */
  complain(problem) {
    this.say([problem.message, problem.help].filter(Boolean).join(" "));
  }
}

export const ui = new Ui();
