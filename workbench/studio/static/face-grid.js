// One side of a tile, large: the server's picture, and over it a grid of cells to paint, drag and type on.

import { draft } from "./draft.js";
import { h, picture } from "./dom.js";
import { ui } from "./ui.js";
import * as cells from "./cells.js";

export const SIDE_NAMES = { starting: "starting side", other: "other side" };
const pictures = new Map(); // faces by name, as they came

async function loadPicture(name) {
  if (!pictures.has(name)) {
    const response = await fetch(`/face/${name}.svg`, { credentials: "same-origin" }).catch(() => null);
    if (!response?.ok) return null;
    pictures.set(name, await response.text());
    if (pictures.size > 200) pictures.delete(pictures.keys().next().value);
  }
  return pictures.get(name);
}

class FaceGrid extends HTMLElement {
  #cells = [];
  #at = [2, 2]; // the cell that has the focus, or had it last
  #stroke = null;
  #shown = "";
  #heat = "";

  get side() {
    return this.getAttribute("side");
  }
  get rows() {
    return draft.current.sides[this.side].cells;
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.art = h("div", { class: "art" });
    this.grid = h("div", { class: "cells", role: "grid" });
    for (let row = 0; row < cells.WINDOW; row += 1) {
      const line = h("div", { role: "row" });
      for (let cell = 0; cell < cells.WINDOW; cell += 1) {
        const one = h("div", { role: "gridcell", tabindex: "-1", "data-row": row, "data-cell": cell });
        this.#cells.push(one);
        line.append(one);
      }
      this.grid.append(line);
    }
    this.ghost = h("img", { class: "ghost", alt: "", hidden: true });
    this.append(h("h3", {}, SIDE_NAMES[this.side]), h("div", { class: "tile" }, this.art, this.ghost, this.grid));
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.grid.addEventListener("focusin", (event) => this.#focused(event.target));
    this.grid.addEventListener("pointerdown", (event) => this.#down(event));
    this.grid.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  // ------------------------------------------------------------------------------------- showing

  show() {
    const tile = draft.current;
    if (!tile) return;
    this.style.setProperty("--inset", tile.geometry.inset);
    this.style.setProperty("--cell", tile.geometry.cell);
    this.grid.setAttribute("aria-label", `${SIDE_NAMES[this.side]} of ${tile.name}`);
    this.grid.setAttribute("aria-readonly", String(!draft.view.whole));
    this.classList.toggle("current", draft.side === this.side);
    this.#showFace(this.#heat || tile.sides[this.side].face);
    const found = this.#findings();
    for (const element of this.#cells) this.#showCell(element, found);
  }

  /** Another picture of the same face, with the heat of its icons; "" for the plain one. */
  showHeat(name) {
    if (this.#heat === name) return;
    this.#heat = name;
    this.classList.toggle("heated", Boolean(name));
    if (draft.current && this.firstChild) this.#showFace(name || draft.current.sides[this.side].face);
  }

  showGhost(name) {
    this.ghost.hidden = !name;
    if (name) this.ghost.src = `/face/${name}.svg`;
  }

  async #showFace(name) {
    if (this.#shown === name) return;
    this.#shown = name;
    const text = await loadPicture(name);
    if (this.#shown !== name) return;
    if (text) this.art.replaceChildren(picture(text));
    else this.#shown = ""; // it did not come: asked for again when there is anything to show
  }

  #showCell(element, found) {
    const [row, cell] = placeOf(element);
    const content = this.rows[row][cell];
    const here = found.filter((finding) => finding.row === row && finding.cell === cell);
    const strange = /[^A-Za-z0-9.@]/.test(content) || cells.icons(content).some(([letter]) => !ui.icon(letter));
    element.setAttribute("aria-label", this.#label(row, cell, here));
    element.tabIndex = row === this.#at[0] && cell === this.#at[1] ? 0 : -1;
    element.dataset.found = here[0]?.severity ?? "";
    element.textContent = strange ? content : "";
  }

  #label(row, cell, found) {
    const content = this.rows[row][cell];
    const words = cells.icons(content).map(([letter, digit]) => (ui.icon(letter)?.name ?? `'${letter}'`) + (digit ? ` in area group ${digit}` : ""));
    const what = cells.isOwn(content) ? (words.length ? `with ${words.join(" and ")}` : "") : words.join(" and ") || "empty";
    const place = cells.placeWords(this.rows, row, cell);
    const trouble = found.map((finding) => `${finding.severity} ${finding.code}`).join(", ");
    return [what ? `${place}: ${what}` : place, trouble].filter(Boolean).join("; ");
  }

  #findings() {
    return draft.view.findings.filter((finding) => finding.tile === draft.tile && finding.side === this.side);
  }

  focusCell(row, cell) {
    this.#at = [row, cell];
    for (const element of this.#cells) element.tabIndex = -1;
    const target = this.#element(row, cell);
    target.tabIndex = 0;
    target.focus();
  }

  #element(row, cell) {
    return this.#cells[row * cells.WINDOW + cell];
  }

  #focused(element) {
    if (!element.dataset.row) return;
    this.#at = placeOf(element);
    for (const one of this.#cells) one.tabIndex = one === element ? 0 : -1;
    if (draft.side !== this.side) draft.select(draft.tile, this.side);
  }

  // ------------------------------------------------------------------------------------- changing

  /** Changes rows of this side; `change(rows)` is given what they are when its turn comes. */
  change(change, label, stroke = "") {
    const { tile } = draft;
    const side = this.side;
    return draft.edit(
      (view) => {
        const rows = view.tiles[tile]?.sides[side].cells;
        const after = rows && change(rows);
        return after && !cells.same(rows, after) ? [{ op: "cells", tile, side, rows: after }] : null;
      },
      label,
      stroke,
    );
  }

  /** Changes and says what came of it. */
  async #changeAndSay(change, label, stroke) {
    if (await this.change(change, label, stroke)) ui.say(`${label}; ${findingWords()}`);
  }

  #places(row, cell, both) {
    const other = both && cells.mirrorOf(this.rows, row, cell);
    return other ? [[row, cell], other] : [[row, cell]];
  }

  // ------------------------------------------------------------------------------------- keyboard

  #key(event) {
    const [row, cell] = this.#at;
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in steps) {
      const [down, right] = steps[event.key];
      this.focusCell(inside(row + down), inside(cell + right));
    } else if (event.key === "Home") this.focusCell(row, 0);
    else if (event.key === "End") this.focusCell(row, cells.WINDOW - 1);
    else if (!this.#keyForCell(event, row, cell)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Letters place icons (with Shift on the mirrored cell too), digits join area groups, Delete clears. */
  #keyForCell(event, row, cell) {
    const { key } = event;
    const one = [[row, cell]];
    if (key === "Enter" || key === " ") {
      this.#use(row, cell, event.shiftKey);
      return true;
    }
    if (key === "Delete" || key === "Backspace") {
      this.#changeAndSay((rows) => cells.changed(rows, one, cells.cleared), "cell cleared");
      return true;
    }
    if (/^[0-9]$/.test(key) && cells.canJoin(this.rows[row][cell])) {
      this.#join(one, key === "0" ? "" : key);
      return true;
    }
    if (key === "n") {
      this.#changeAndSay((rows) => cells.changed(rows, one, cells.nonCapture), "non-capture changed");
      return true;
    }
    if (key === "@") {
      this.#moveOwn(row, cell);
      return true;
    }
    const letter = key.length === 1 && ui.icon(key.toUpperCase()) ? key.toUpperCase() : "";
    if (letter) this.#toggle(letter, this.#places(row, cell, event.shiftKey), this.rows[row][cell]);
    return Boolean(letter);
  }

  #toggle(letter, places, content) {
    const name = ui.icon(letter).name;
    const isThere = cells.has(content, letter);
    const change = isThere ? (one) => cells.take(one, letter) : (one) => cells.put(one, letter);
    this.#changeAndSay((rows) => cells.changed(rows, places, change), `${name} ${isThere ? "taken away" : "placed"}`);
  }

  /** What the brush in hand does to a cell (Enter, or a click). */
  #use(row, cell, both) {
    const { brush } = ui;
    if (brush === "pointer" || brush === "area") return;
    if (brush === "@") this.#moveOwn(row, cell);
    else this.#toggle(brush, this.#places(row, cell, both), this.rows[row][cell]);
  }

  #moveOwn(row, cell) {
    this.#changeAndSay((rows) => {
      if (cells.isOwn(rows[row][cell])) return rows;
      const copy = cells.changed(rows, [cells.ownPlace(rows)], () => ".");
      copy[row][cell] = "@";
      return copy;
    }, "own square moved");
  }

  #join(places, digit) {
    const label = digit ? `joined to area group ${digit}` : "taken out of its area group";
    this.#changeAndSay((rows) => cells.changed(rows, places, (one) => cells.joined(one, digit)), label);
  }

  // -------------------------------------------------------------------------------- mouse and touch

  #down(event) {
    const element = event.target.closest("[role=gridcell]");
    if (!element || this.#stroke) return;
    event.preventDefault();
    const [row, cell] = placeOf(element);
    this.focusCell(row, cell);
    const erases = event.button === 2;
    if (event.button !== 0 && !erases) return;
    const content = this.rows[row][cell];
    const stroke = { id: crypto.randomUUID(), visited: new Set(), from: [row, cell], beside: event.altKey, both: event.shiftKey };
    stroke.kind = erases ? "clear" : this.#kindOf(content);
    this.#stroke = stroke;
    const move = (moving) => this.#over(moving);
    const end = (ending) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      this.#end(ending);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    this.#touch(row, cell);
  }

  /** What a stroke that begins on such a cell does: painting what is there already takes it away, all along the way. */
  #kindOf(content) {
    const { brush } = ui;
    if (brush === "pointer") return content === "." ? "none" : "drag";
    if (brush === "@" || brush === "area") return brush;
    return cells.has(content, brush) ? "take" : "put";
  }

  #over(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[role=gridcell]");
    const isHere = element && this.grid.contains(element);
    if (this.#stroke.kind === "drag") this.#dragged(event, isHere ? element : null);
    else if (isHere) this.#touch(...placeOf(element));
  }

  #touch(row, cell) {
    const stroke = this.#stroke;
    if (stroke.visited.has(`${row}${cell}`)) return;
    stroke.visited.add(`${row}${cell}`);
    const { brush } = ui;
    const places = this.#places(row, cell, stroke.both);
    if (stroke.kind === "area") this.#element(row, cell).classList.add("lasso");
    const changes = {
      clear: [cells.cleared, "cleared"],
      put: [(one) => cells.put(one, brush, stroke.beside), `${ui.icon(brush)?.name} placed`],
      take: [(one) => cells.take(one, brush), `${ui.icon(brush)?.name} taken away`],
    };
    const change = changes[stroke.kind];
    if (change) this.#changeAndSay((rows) => cells.changed(rows, places, change[0]), change[1], stroke.id);
  }

  #dragged(event, over) {
    const [row, cell] = this.#stroke.from;
    const source = this.#element(row, cell);
    if (!this.#stroke.isMoving && over === source) return;
    this.#stroke.isMoving = true;
    source.classList.add("lifted");
    for (const one of this.#cells) one.classList.toggle("target", one === over);
    this.classList.toggle("dropping", !over);
  }

  #end(event) {
    const stroke = this.#stroke;
    this.#stroke = null;
    this.classList.remove("dropping");
    for (const one of this.#cells) one.classList.remove("lasso", "lifted", "target");
    if (event.type === "pointercancel") return;
    const element = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[role=gridcell]");
    const to = element && this.grid.contains(element) ? placeOf(element) : null;
    if (stroke.kind === "drag" && stroke.isMoving) this.#drop(stroke.from, to);
    if (stroke.kind === "@") this.#moveOwn(...(to ?? stroke.from));
    if (stroke.kind === "area") this.#lasso([...stroke.visited].map((place) => [...place].map(Number)));
  }

  #drop(from, to) {
    if (to && cells.same(from, to)) return;
    const label = to ? "moved" : "taken off the face";
    this.#changeAndSay((rows) => cells.moved(rows, from, to), label);
    if (to) this.focusCell(...to);
  }

  /** Joins strikes and hammers that the lasso went over; a group that is caught as a whole falls apart. */
  #lasso(places) {
    const caught = places.filter(([row, cell]) => cells.canJoin(this.rows[row][cell]));
    const groups = new Set(caught.map(([row, cell]) => cells.group(this.rows[row][cell])));
    if (!caught.length) return ui.say("only strikes and hammers join an area group");
    if (groups.size === 1 && !groups.has("")) return this.#join(caught, "");
    const used = new Set(this.rows.flat().map(cells.group));
    const free = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].find((digit) => !used.has(digit)) ?? "9";
    this.#join(caught, [...groups].find((digit) => digit) ?? free);
  }
}

const placeOf = (element) => [Number(element.dataset.row), Number(element.dataset.cell)];
const inside = (number) => Math.max(0, Math.min(cells.WINDOW - 1, number));

/** "no findings", "1 error, 2 warnings" of the selected tile. */
export function findingWords() {
  const found = draft.view.findings.filter((finding) => finding.tile === draft.tile);
  const words = ["error", "warning", "notice"].map((severity) => {
    const count = found.filter((finding) => finding.severity === severity).length;
    return count ? `${count} ${severity}${count === 1 ? "" : "s"}` : "";
  });
  return words.filter(Boolean).join(", ") || "no findings";
}

customElements.define("face-grid", FaceGrid);
