// Setting up a position: tiles and terrain are put on squares; the line of the notation says it all and can be typed too.

import { h } from "./dom.js";
import { ui } from "./ui.js";

const FILES = "abcdef";
const START = "2dufofo1/6/6/6/6/2DUFOFO1 S";
const TERRAIN = { Mountain: "mt", Fort: "ft" };
const TURNS = ["", ">", "v", "<"];

export class PositionEditor {
  isOpen = false;
  ground = {}; // square -> Mountain or Fort
  #troops = {};
  #rest = ["S", "-/-", [], "0"]; // who moves, bags, other extras, turns
  #names = {};
  #drawn = 0;

  /** `play(line)` begins there; `sketch({troops, terrain})` promises a picture, the names of tiles, and full bags. */
  constructor(board, play, sketch) {
    Object.assign(this, { board, sketch });
    this.tile = h("select", { id: "setup-tile" });
    this.owner = h("select", { id: "setup-owner" }, h("option", { value: "0" }, "South"), h("option", { value: "1" }, "North"));
    this.side = h("select", { id: "setup-side" }, h("option", { value: "0" }, "starting side"), h("option", { value: "1" }, "other side"));
    this.mover = h("select", { id: "setup-mover", onchange: () => this.#write() }, h("option", { value: "S" }, "South"), h("option", { value: "N" }, "North"));
    this.line = h("input", { id: "setup-line", spellcheck: "false", onchange: () => this.#read(this.line.value) });
    this.needLine = [h("button", { type: "button", class: "primary", onclick: () => this.#play(play) }, "Play from here"), h("button", { type: "button", onclick: () => this.#read(this.empty) }, "Only the Dukes")];
    this.element = h("div", { class: "setup", role: "group", "aria-label": "Set up a position", hidden: true },
      h("p", { class: "soft" }, "Click a square to put the tile there, and again to take it away. The line below says it all: bags, too, are changed there."),
      h("div", { class: "fields" }, field("setup-tile", "Tile", this.tile), field("setup-owner", "Whose", this.owner), field("setup-side", "Side up", this.side), field("setup-mover", "To move", this.mover)),
      field("setup-line", "Position", this.line),
      h("div", { class: "row" }, ...this.needLine, h("button", { type: "button", onclick: () => this.close() }, "Leave it")));
  }

  /** Begins with how the table stands, or with a usual start and full bags. */
  async open(table) {
    this.isOpen = true;
    this.element.hidden = false;
    this.#wait(true);
    try {
      const { names, bags } = await this.sketch({});
      this.#offer(names);
      this.empty = `2du3/6/6/6/6/2DU3 S ${bags} - 0`;
      this.#read(table?.line ?? `${START} ${bags} - 0`);
      this.#wait(false);
    } catch (problem) {
      this.close();
      ui.complain(problem);
    }
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** Until the line is there, nothing can be changed or played: without one, a game would begin from its start. */
  #wait(isWaiting) {
    for (const one of [...this.needLine, this.line, this.mover]) one.disabled = isWaiting;
  }

  #offer(names) {
    this.#names = names;
    const sorted = Object.entries(names).sort(([, one], [, other]) => one.localeCompare(other));
    this.tile.replaceChildren(...sorted.map(([code, name]) => h("option", { value: code }, name)), ...Object.keys(TERRAIN).map((name) => h("option", { value: name }, name)));
  }

  close() {
    this.isOpen = false;
    this.element.hidden = true;
    this.element.dispatchEvent(new Event("left"));
  }

  at(square) {
    return this.#troops[square] ?? null;
  }

  use(square) {
    const code = this.tile.value;
    if (code in TERRAIN) this.#toggle(this.ground, square, code, this.ground[square] === code);
    else {
      const owner = Number(this.owner.value);
      const flipped = this.side.value === "1";
      const was = this.#troops[square];
      this.#toggle(this.#troops, square, this.#troop(code, owner, flipped), was?.code === code && was.owner === owner && was.flipped === flipped);
    }
    this.#write();
  }

  #toggle(pieces, square, piece, isThere) {
    if (isThere) delete pieces[square];
    else pieces[square] = piece;
  }

  #troop(code, owner, flipped, quarters = 0) {
    return { code, owner, flipped, quarters, name: this.#names[code] ?? code };
  }

  /** A line of the notation: board, mover, bags, the rest, turns. What is not on the board stays as it is. */
  #read(line) {
    const [board, mover, bags, extras, turns] = line.trim().split(/\s+/);
    this.#troops = {};
    (board ?? "").split("/").forEach((rank, row) => {
      let column = 0;
      for (const [, empty, code, flip, turned] of rank.matchAll(/([1-9])|([A-Za-z]{2})('?)([>^<]|v(?![A-Za-z]))?\.?/g)) {
        if (empty) column += Number(empty);
        else {
          const plain = code[0].toUpperCase() + code[1].toLowerCase();
          this.#troops[`${FILES[column]}${6 - row}`] = this.#troop(plain, code === code.toLowerCase() ? 1 : 0, Boolean(flip), Math.max(0, TURNS.indexOf(turned ?? "")));
          column += 1;
        }
      }
    });
    const items = (extras ?? "-").split(";").filter((item) => item !== "-");
    this.ground = {};
    for (const [name, key] of Object.entries(TERRAIN)) for (const item of items.filter((one) => one.startsWith(`${key}=`))) for (const square of item.slice(3).split(",")) this.ground[square] = name;
    this.#rest = [mover ?? "S", bags ?? "-/-", items.filter((item) => !/^(mt|ft|ph|held|frz|np|front)=/.test(item)), turns ?? "0"];
    this.mover.value = this.#rest[0];
    this.#write();
  }

  #write() {
    const rank = (row) => {
      let text = "";
      let gap = 0;
      for (const file of FILES) {
        const one = this.#troops[`${file}${row}`];
        if (!one) {
          gap += 1;
          continue;
        }
        text += (gap || "") + (one.owner ? one.code.toLowerCase() : one.code.toUpperCase()) + (one.flipped ? "'" : "") + TURNS[one.quarters] + (one.quarters === 2 ? "." : "");
        gap = 0;
      }
      return text + (gap || "");
    };
    this.#rest[0] = this.mover.value;
    const [mover, bags, others, turns] = this.#rest;
    const order = (square) => Number(square[1]) * 6 + FILES.indexOf(square[0]);
    const lying = (name) => Object.keys(this.ground).filter((square) => this.ground[square] === name).sort((one, other) => order(one) - order(other));
    const terrain = Object.entries(TERRAIN).map(([name, key]) => [key, lying(name)]).filter(([, squares]) => squares.length).map(([key, squares]) => `${key}=${squares.join(",")}`);
    this.line.value = [[6, 5, 4, 3, 2, 1].map(rank).join("/"), mover, bags, [...terrain, ...others].join(";") || "-", turns].join(" ");
    this.#draw();
  }

  /** The picture comes from the server, like every other; an answer that was overtaken is not shown. */
  async #draw() {
    const number = (this.#drawn += 1);
    const troops = Object.entries(this.#troops).map(([square, one]) => [square, one.code, Number(one.flipped), one.owner, one.quarters]);
    try {
      const { scene } = await this.sketch({ troops, terrain: this.ground });
      if (this.isOpen && number === this.#drawn) this.board.show(scene);
    } catch (problem) {
      ui.complain(problem);
    }
  }

  async #play(play) {
    this.isOpen = false;
    if (await play(this.line.value)) this.close();
    else this.isOpen = true;
  }
}

const field = (id, label, control) => h("div", { class: "field" }, h("label", { for: id }, label), control);
