// Where a side reaches from a square. Point at a square and something stands there; the engine says what follows.

import { draft } from "./draft.js";
import { post } from "./api.js";
import { choice, h, later } from "./dom.js";
import { SIDE_NAMES } from "./face-grid.js";

const FILES = "abcdef";
const SIGNS = { go: "●", capture: "✕", strike: "☆", area: "✺", "capture-only": "✕", "strike-only": "☆", "area-only": "✺" };
const WORDS = { "capture-only": "captures an enemy there", "strike-only": "strikes an enemy there", "area-only": "hits an enemy there" };
const PIECES = { enemy: "an enemy", friend: "an own tile", mountain: "a Mountain" };

class ReachBoard extends HTMLElement {
  #square = "c2";
  #pinned = {};
  #put = "enemy";
  #over = ""; // the square that is pointed at, or has the focus
  #pointed = "";
  #known = new Map();
  #asked = "";
  #isAsking = false;
  #answer = null;

  connectedCallback() {
    if (this.firstChild) return;
    this.art = h("img", { alt: "", class: "art" });
    this.grid = h("div", { class: "cells", role: "grid", "aria-label": "Reach board" });
    this.squares = new Map();
    for (let rank = 6; rank >= 1; rank -= 1) {
      const row = h("div", { role: "row" });
      for (const file of FILES) {
        const cell = h("div", { role: "gridcell", tabindex: `${file}${rank}` === this.#square ? "0" : "-1", "aria-label": `${file}${rank}`, "data-square": `${file}${rank}` });
        this.squares.set(`${file}${rank}`, cell);
        row.append(cell);
      }
      this.grid.append(row);
    }
    this.words = h("p", { class: "words", "aria-live": "polite" });
    this.heading = h("span", { class: "soft" });
    this.append(
      h("h2", {}, "Reach ", this.heading),
      h("div", { class: "board" }, this.art, this.grid),
      this.words,
      choice("Point at a square to put there", "reach-put", [["enemy", "enemy"], ["friend", "own tile"], ["mountain", "Mountain"], ["tile", "this tile"]], this.#put, (what) => {
        this.#put = what;
        this.#ask();
      }),
    );
    this.grid.addEventListener("pointerover", (event) => this.#point(event.target.dataset.square ?? ""));
    this.grid.addEventListener("pointerleave", () => this.#point(""));
    this.grid.addEventListener("focusin", (event) => this.#look(event.target.dataset.square ?? ""));
    this.grid.addEventListener("focusout", () => this.#look(this.#pointed));
    this.grid.addEventListener("click", (event) => this.#use(event.target.dataset.square));
    this.grid.addEventListener("keydown", (event) => this.#key(event));
  }

  show() {
    this.heading.textContent = draft.current ? SIDE_NAMES[draft.side] : "";
    if (!this.isShown) return;
    this.#askSoon();
  }

  get isShown() {
    return draft.current && this.checkVisibility?.() !== false;
  }

  #askSoon = later(60, () => this.#ask());

  get #pieces() {
    const pieces = { ...this.#pinned };
    if (this.#over && this.#over !== this.#square && this.#put !== "tile") pieces[this.#over] = this.#put;
    delete pieces[this.#square];
    return pieces;
  }

  /** Asks for what is now to be shown: one question at a time, and of several that come meanwhile only the last. */
  async #ask() {
    const tile = draft.current;
    if (!tile) return;
    const pieces = this.#pieces;
    const key = JSON.stringify([tile.name, tile.sides[draft.side], draft.side, this.#square, pieces]);
    this.#asked = key;
    if (this.#known.has(key)) return this.#show(this.#known.get(key), pieces);
    this.classList.add("stale");
    if (this.#isAsking) return;
    this.#isAsking = true;
    const slow = setTimeout(() => (this.words.textContent = "Preparing the rules; the first time this takes about a minute."), 1200);
    try {
      const { name, text } = draft;
      this.#known.set(key, await post("/api/reach", { name, text, tile: draft.tile, side: draft.side, square: this.#square, pieces }));
      if (this.#known.size > 300) this.#known.delete(this.#known.keys().next().value);
    } catch (problem) {
      if (this.#asked === key) this.words.textContent = problem.message; // not asked again before something changes
    } finally {
      clearTimeout(slow);
      this.#isAsking = false;
    }
    if (this.#asked !== key) this.#ask();
    else if (this.#known.has(key)) this.#show(this.#known.get(key), pieces);
  }

  #show(answer, pieces) {
    this.#answer = answer;
    this.classList.remove("stale");
    this.style.setProperty("--inset", answer.geometry.inset);
    this.style.setProperty("--cell", answer.geometry.cell);
    this.art.src = `/face/${answer.board}.svg`;
    const focus = this.#over || this.#square;
    for (const [square, cell] of this.squares) {
      const found = answer.squares[square];
      cell.dataset.how = found?.how ?? "";
      cell.textContent = SIGNS[found?.how] ?? "";
      cell.setAttribute("aria-label", this.#label(square, found, pieces));
      cell.tabIndex = square === focus ? 0 : -1;
      cell.classList.toggle("pinned", square in this.#pinned);
    }
    this.words.textContent = this.#over ? this.#label(this.#over, answer.squares[this.#over], pieces) : this.#summary(answer);
  }

  #label(square, found, pieces) {
    const stands = PIECES[pieces[square]] ? ` (${PIECES[pieces[square]]})` : "";
    if (!found) return `${square}: this tile`;
    const commands = this.#answer.commands.filter((one) => one.from === square).map((one) => one.to);
    const commanded = commands.length ? `; can be commanded to ${commands.join(", ")}` : "";
    const words = WORDS[found.how] ?? found.words;
    return `${square}${stands}: ${words} (${found.rule})${commanded}`;
  }

  #summary(answer) {
    const reached = Object.values(answer.squares);
    const going = reached.filter((one) => one.how === "go").length;
    const striking = reached.filter((one) => /strike|area/.test(one.how)).length;
    const parts = [`From ${answer.square} it goes to ${going} ${going === 1 ? "square" : "squares"}`];
    if (striking) parts.push(`strikes ${striking}`);
    return `${parts.join(" and ")}.`;
  }

  /** The pointer is on a square, or on none: then what has the focus by the keyboard is looked at again. */
  #point(square) {
    if (this.#pointed === square) return;
    this.#pointed = square;
    this.#look(square || (this.grid.querySelector(":focus-visible")?.dataset.square ?? ""));
  }

  #look(square) {
    if (this.#over === square) return;
    this.#over = square;
    this.#askSoon();
  }

  #use(square) {
    if (!square) return;
    if (this.#put === "tile") {
      this.#square = square;
      delete this.#pinned[square];
    } else if (square !== this.#square) {
      if (this.#pinned[square] === this.#put) delete this.#pinned[square];
      else if (Object.keys(this.#pinned).length < 8) this.#pinned[square] = this.#put;
    }
    this.#ask();
  }

  #key(event) {
    const square = event.target.dataset.square;
    if (!square) return;
    const file = FILES.indexOf(square[0]);
    const rank = Number(square[1]);
    const to = { ArrowUp: [file, rank + 1], ArrowDown: [file, rank - 1], ArrowLeft: [file - 1, rank], ArrowRight: [file + 1, rank], Home: [0, rank], End: [5, rank] }[event.key];
    if (event.key === "Enter" || event.key === " ") this.#use(square);
    else if (!to) return;
    else this.squares.get(`${FILES[to[0]]}${to[1]}`)?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}

customElements.define("reach-board", ReachBoard);
