// The Edit page: tiles at the left, the two faces in the middle, what is known about the tile at the right.

import "./tile-list.js";
import "./face-grid.js";
import "./palette.js";
import "./tile-fields.js";
import "./verdict-strip.js";
import "./findings-panel.js";
import "./reach-board.js";
import "./text-pane.js";
import { draft } from "./draft.js";
import { verdict } from "./verdict.js";
import { run } from "./commands.js";
import { choice, h } from "./dom.js";

const SHEETS = [["worth", "Worth"], ["findings", "Findings"], ["reach", "Reach"], ["about", "About"], ["text", "Text"]];

export class EditPage {
  title = "Edit";

  constructor() {
    this.faces = { starting: h("face-grid", { side: "starting" }), other: h("face-grid", { side: "other" }) };
    this.list = h("tile-list");
    this.fields = h("tile-fields");
    this.worth = h("verdict-strip");
    this.findings = h("findings-panel");
    this.reach = h("reach-board");
    this.pane = h("text-pane");
    this.broken = h("p", { class: "notice broken", role: "alert", hidden: true });
    this.noTiles = h("div", { class: "empty", hidden: true }, h("p", {}, "This set has no tiles yet."),
      h("button", { type: "button", class: "primary", onclick: () => run("new-tile") }, "New tile"));
    this.sides = choice("Side", "face-side", [["starting", "starting side"], ["other", "other side"]], draft.side, (side) => draft.select(draft.tile, side));
    this.sides.classList.add("narrow-only");
    this.text = h("details", { class: "text" }, h("summary", {}, "Text of the file"), this.pane);
    this.tabs = h("div", { class: "sheet-tabs narrow-only", role: "toolbar", "aria-label": "Panels" }, ...SHEETS.map(([key, label]) =>
      h("button", { type: "button", "data-sheet": key, "aria-pressed": "false", onclick: () => this.#sheet(key) }, label)));
    this.work = h("div", { class: "work" },
      this.sides,
      h("div", { class: "faces" }, this.faces.starting, this.faces.other),
      h("icon-palette"),
      h("div", { class: "tools", role: "toolbar", "aria-label": "Faces" },
        tool("mirror", "Mirror"), tool("copy-side", "Copy to the other side"), tool("swap-sides", "Swap sides"), tool("library", "From the library")),
    );
    this.element = h("div", { class: "page edit" },
      h("aside", { class: "left", "aria-label": "Tiles" }, this.list),
      h("section", { class: "middle", "aria-label": "Faces" }, this.broken, this.noTiles, this.work, this.fields, this.text),
      h("aside", { class: "right", "aria-label": "About the tile" }, this.worth, this.findings, this.reach),
      this.tabs);
    this.element.addEventListener("go", (event) => this.goTo(event.detail));
    this.#swipe(this.element.querySelector(".faces"));
    for (const [kind, isHeld] of [["pointerenter", true], ["pointerleave", false]]) this.reach.addEventListener(kind, () => this.#hold(isHeld));
    this.element.addEventListener("ghost", ({ detail }) => this.#ghost(detail));
    verdict.addEventListener("change", () => this.#heat());
    draft.addEventListener("change", () => this.show());
    draft.addEventListener("select", () => this.show());
  }

  show() {
    if (!this.element.isConnected || !draft.isOpen) return;
    const tile = draft.current;
    this.broken.hidden = draft.view.whole;
    this.broken.textContent = draft.view.whole ? "" : `${draft.name} cannot be read as a whole: mend the text below. What can be read is shown.`;
    if (!draft.view.whole && !this.text.open) this.text.open = true;
    this.element.classList.toggle("text-first", draft.openedBroken);
    this.work.hidden = this.fields.hidden = this.reach.hidden = this.worth.hidden = !tile;
    this.noTiles.hidden = Boolean(tile) || !draft.view.whole;
    this.element.dataset.side = draft.side;
    for (const input of this.sides.querySelectorAll("input")) input.checked = input.value === draft.side;
    this.work.inert = this.fields.inert = !draft.view.whole;
    this.list.show();
    if (tile) for (const part of [this.faces.starting, this.faces.other, this.fields, this.reach, this.worth]) part.show();
    this.findings.show();
    this.pane.show();
  }

  /** Puts the focus where a finding is: a cell, a field, or a line of the text. */
  goTo(finding) {
    if (finding.tile !== null && finding.tile !== draft.tile) draft.select(finding.tile);
    this.#sheet("");
    if (draft.view.whole && finding.side) {
      draft.select(draft.tile, finding.side);
      return this.faces[finding.side].focusCell(finding.row ?? 2, finding.cell ?? 2);
    }
    if (draft.view.whole && finding.tile !== null && this.fields.focusField(finding.field)) return undefined;
    this.showText();
    return this.pane.goTo(finding.line, finding.column);
  }

  showText() {
    this.#sheet("text", true);
    this.text.open = true;
    this.pane.area.focus();
  }

  focusWorth() {
    this.#sheet("worth", true);
    this.worth.focusStrip();
  }

  /** While one points at the reach board, what stands above it keeps its height: numbers that come push nothing away. */
  #hold(isHeld) {
    for (const part of [this.worth, this.findings]) {
      const height = isHeld ? part.offsetHeight : 0;
      part.style.height = height ? `${height}px` : "";
      part.style.overflow = height ? "hidden auto" : "";
    }
  }

  /** The faces show what each icon does, or are as they are. */
  #heat() {
    const faces = verdict.heat ? verdict.of("icons")?.faces : null;
    for (const [side, grid] of Object.entries(this.faces)) grid.showHeat(faces?.[side] ?? "");
  }

  /** An edit laid over the faces, while one points at it. */
  #ghost(faces) {
    for (const [side, grid] of Object.entries(this.faces)) grid.showGhost(faces?.[side] ?? "");
  }

  focusFace(side = draft.side) {
    this.faces[side].grid.querySelector("[tabindex='0']")?.focus();
  }

  focusReach() {
    this.#sheet("reach", true);
    this.reach.grid.querySelector("[tabindex='0']")?.focus();
  }

  /** On a narrow screen the panels slide up, one at a time. */
  #sheet(key, only = false) {
    const now = this.element.dataset.sheet === key && !only ? "" : key;
    this.element.dataset.sheet = now;
    for (const button of this.tabs.children) button.setAttribute("aria-pressed", String(button.dataset.sheet === now));
    if (now === "text") this.text.open = true;
    if (now === "about") this.fields.querySelector("details").open = true;
    this.show();
    const below = { about: this.fields, text: this.text }[now];
    if (below && getComputedStyle(this.tabs).display !== "none") below.scrollIntoView({ block: "start" });
  }

  /** A swipe beside the grid turns the tile over. */
  #swipe(area) {
    let from = null;
    area.addEventListener("pointerdown", (event) => {
      from = event.pointerType === "touch" && !event.target.closest("[role=grid]") ? event.clientX : null;
    });
    area.addEventListener("pointerup", (event) => {
      if (from !== null && Math.abs(event.clientX - from) > 50) draft.select(draft.tile, draft.side === "starting" ? "other" : "starting");
      from = null;
    });
  }
}

const tool = (id, label) => h("button", { type: "button", class: "small", onclick: () => run(id) }, label);
