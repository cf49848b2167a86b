// A board: the server's picture, and over it a grid of squares to walk on. It knows no rules.

import { h } from "./dom.js";

const FILES = "abcdef";
const EDGE = 8 / (6 * 25.1 + 16);
const SQUARE = 25.1 / (6 * 25.1 + 16);
const SAID = { go: "; a target", capture: "; a target" };

/** `label(square)` names a square; `onuse(square)` is called for a click, Enter, or a drop; `onkey(event, square)`. */
export class BoardView {
  #at = "c1";

  constructor(name, { label, onuse = null, onkey = null, ondrag = null }) {
    this.label = label;
    this.art = h("img", { alt: "", class: "art", draggable: "false" });
    this.grid = h("div", { class: "cells", role: "grid", "aria-label": name });
    this.squares = new Map();
    for (let rank = 6; rank >= 1; rank -= 1) {
      const row = h("div", { role: "row" });
      for (const file of FILES) {
        const square = `${file}${rank}`;
        const cell = h("div", { role: "gridcell", tabindex: square === this.#at ? "0" : "-1", "data-square": square });
        this.squares.set(square, cell);
        row.append(cell);
      }
      this.grid.append(row);
    }
    this.element = h("div", { class: "board" }, this.art, this.grid);
    this.element.style.setProperty("--inset", EDGE);
    this.element.style.setProperty("--cell", SQUARE);
    this.grid.addEventListener("keydown", (event) => this.#key(event, onuse, onkey));
    this.grid.addEventListener("focusin", ({ target }) => this.#focused(target));
    if (onuse) this.#point(onuse, ondrag);
  }

  /** The picture by its name, and a mark for some squares: square -> [class, sign]. */
  show(scene, marks = new Map()) {
    const source = scene ? `/scene/${scene}.svg` : "";
    if (source && this.art.getAttribute("src") !== source) this.art.src = source;
    for (const [square, cell] of this.squares) {
      const [kind, sign] = marks.get(square) ?? ["", ""];
      cell.dataset.how = kind;
      cell.textContent = sign;
      cell.setAttribute("aria-label", this.label(square) + (SAID[kind] ?? ""));
    }
  }

  /** The square that has the focus, or had it last. */
  get at() {
    return this.#at;
  }

  focus(square = this.#at) {
    this.squares.get(square)?.focus();
  }

  #focused(cell) {
    if (!cell.dataset.square) return;
    this.#at = cell.dataset.square;
    for (const one of this.squares.values()) one.tabIndex = one === cell ? 0 : -1;
  }

  #key(event, onuse, onkey) {
    const square = event.target.dataset.square;
    if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
    const file = FILES.indexOf(square[0]);
    const rank = Number(square[1]);
    const to = { ArrowUp: [file, rank + 1], ArrowDown: [file, rank - 1], ArrowLeft: [file - 1, rank], ArrowRight: [file + 1, rank], Home: [0, rank], End: [5, rank] }[event.key];
    if (to) this.squares.get(`${FILES[to[0]]}${to[1]}`)?.focus();
    else if (event.key === "Enter" || event.key === " ") onuse?.(square);
    else if (!onkey?.(event, square)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Click-click and drag are the same: where the pointer goes down is used, and where it comes up, if elsewhere. */
  #point(onuse, ondrag) {
    this.grid.addEventListener("pointerdown", (event) => {
      const from = event.target.dataset.square;
      if (!from || event.button !== 0) return;
      event.preventDefault();
      this.squares.get(from).focus();
      onuse(from);
      const up = (end) => {
        removeEventListener("pointerup", up);
        removeEventListener("pointercancel", up);
        const to = document.elementFromPoint(end.clientX, end.clientY)?.closest?.("[data-square]");
        if (end.type === "pointerup" && to && this.grid.contains(to) && to.dataset.square !== from) (ondrag ?? onuse)(to.dataset.square);
      };
      addEventListener("pointerup", up);
      addEventListener("pointercancel", up);
    });
  }
}
