// The verdict strip: what a draw of the tile is worth, what it does when it comes first, and what could be changed.

import { draft } from "./draft.js";
import { h, plural } from "./dom.js";
import { verdict } from "./verdict.js";
import { run } from "./commands.js";

const WORDS = { fair: "fair", strong: "strong", weak: "weak", "too strong": "too strong", "too weak": "too weak", "on the line": "on the line", open: "open yet" };
const JUDGED = { meets: "fair", likely: "likely fair", unlikely: "perhaps fair", misses: "not fair yet" };
const ofHundred = (points) => Math.max(0, Math.min(100, Math.round(50 + points)));
const oneOf = (name) => `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name}`;
const moreOf = (points) => `${Math.abs(points).toFixed(1)} ${points < 0 ? "fewer" : "more"}`;
const signed = (points) => `${points < 0 ? "−" : "+"}${Math.abs(points).toFixed(1)}`;

class VerdictStrip extends HTMLElement {
  #shown = new Map();

  connectedCallback() {
    if (this.firstChild) return;
    this.heading = h("span", { class: "soft" });
    this.draws = h("div", { class: "draws", role: "group", "aria-label": "Worth of a draw" });
    this.swap = h("div", { class: "swap", role: "group", "aria-label": "When it comes first" });
    this.pause = h("button", { type: "button", class: "small", onclick: () => (this.rests ? verdict.again() : verdict.pause()) });
    this.icons = h("button", { type: "button", class: "small", "aria-pressed": "false", onclick: () => verdict.more("icons") }, "Icons");
    this.edits = h("button", { type: "button", class: "small", onclick: () => verdict.more("edits") }, "Fair edits");
    this.watch = h("button", { type: "button", class: "small", onclick: () => run("watch-twins") }, "A game it decided");
    this.heat = h("div");
    this.fair = h("div");
    this.news = h("p", { class: "unseen", "aria-live": "polite" });
    this.append(h("h2", { tabindex: "-1" }, "Worth ", this.heading), this.draws, this.swap,
      h("div", { class: "row wrap", role: "toolbar", "aria-label": "Verdict" }, this.icons, this.edits, this.watch, this.pause), h("div", { class: "more-known" }, this.heat, this.fair), this.news);
    verdict.addEventListener("change", () => this.show());
  }

  focusStrip() {
    this.querySelector("h2").focus();
  }

  show() {
    if (!this.firstChild || !draft.current) return;
    this.heading.textContent = draft.current.name;
    const { draws, note } = this.#draws();
    const of = (...parts) => parts.map((part) => verdict.of(part));
    const design = [verdict.tile, verdict.key, verdict.busy, verdict.paused, draft.current.fields.replaces];
    this.#once("numbers", [draws, note, of("guess", "draws", "swap"), verdict.before("draws"), design, verdict.heat], () => {
      this.#showDraws(draws, note);
      this.#showSwap();
      this.#showTools();
    });
    this.#once("heat", [of("icons"), verdict.heat, design], () => {
      const scrolled = this.heat.querySelector("ul")?.scrollTop ?? 0;
      this.heat.replaceChildren(...this.#heatParts());
      if (scrolled) this.heat.querySelector("ul")?.scrollTo(0, scrolled);
    });
    this.#once("edits", [of("edits"), verdict.isBusy("edits"), verdict.tile, verdict.key], () => {
      this.#ghost(null); // of an entry that is gone
      this.fair.replaceChildren(...this.#editParts());
    });
  }

  /** Draws a part anew only where something it shows is another: the focus and what is scrolled stay. */
  #once(part, shows, draw) {
    const key = JSON.stringify(shows);
    if (this.#shown.get(part) === key) return;
    this.#shown.set(part, key);
    draw();
  }

  // ------------------------------------------------------------------------------------- worth of a draw

  /** What is to be shown: fresh numbers, those of the design before (as such), a guess, or why there are none. */
  #draws() {
    if (draft.isStale) return { note: "reading the change" };
    if (!verdict.key) return { note: draft.view.whole ? "Mend the errors: then it is played." : "Mend the text: then it is played." };
    const told = verdict.of("draws");
    if (told?.fault) return { note: `No verdict: ${told.fault}.` };
    const tile = told?.tiles?.find((one) => one.name === verdict.tile);
    if (tile) return { draws: { tile, told } };
    return { note: verdict.paused ? "paused" : verdict.isBusy("draws") ? "first games are being played" : "" };
  }

  #showDraws(draws, note) {
    const parts = [];
    if (draws) parts.push(...this.#fresh(draws.tile, draws.told));
    else {
      parts.push(...this.#guess());
      const before = verdict.before("draws")?.tiles?.find((one) => one.name === verdict.tile);
      if (before && before.points !== null) parts.push(h("p", { class: "stale" }, `Before this change: ${ofHundred(before.points)} of 100, ${WORDS[before.verdict]}.`));
      if (note) parts.push(h("p", { class: "soft" }, note));
    }
    this.draws.replaceChildren(...parts);
    this.draws.dataset.fresh = String(Boolean(draws));
    this.draws.dataset.verdict = draws?.tile.verdict ?? "";
    const settled = draws && draws.tile.verdict !== "open" ? draws.tile.sentence : "";
    if (settled && this.news.textContent !== settled) this.news.textContent = settled;
  }

  #guess() {
    const found = verdict.of("guess")?.tiles?.[verdict.tile];
    if (!found) return [];
    const like = found.nearest ? `, like ${oneOf(found.nearest)}` : "";
    return [h("p", { class: "guess" }, h("b", {}, "A guess"), ` from its icons: about ${ofHundred(found.points)} of 100${like}. No game is played yet.`)];
  }

  #fresh(tile, told) {
    if (tile.why_not) return [h("p", { class: "words" }, tile.sentence)];
    const [low, high] = tile.interval ?? [null, null];
    const width = low === null ? "" : `(${ofHundred(low)}–${ofHundred(high)})`;
    const like = tile.nearest ? `, like ${oneOf(tile.nearest)}` : "";
    const above = tile.above_official ? ` Stronger than ${tile.above_official[0]} of ${tile.above_official[1]} official tiles.` : "";
    const span = low === null ? "" : ` wins about ${ofHundred(tile.points)} of 100 instead of 50 when it comes; between ${ofHundred(low)} and ${ofHundred(high)}${tile.verdict === "open" ? " so far" : ""}.`;
    return [
      h("p", { class: "big" }, `${ofHundred(tile.points)} of 100 `, h("span", { class: "soft" }, width), " ", h("span", { class: "word" }, WORDS[tile.verdict])),
      tile.replaces || low === null ? "" : scale(tile, told.official),
      h("p", { class: "words" }, h("b", {}, `${WORDS[tile.verdict]}${like}:`), span, above),
      h("p", { class: "soft small" }, this.#basis(tile, told)),
    ];
  }

  #basis(tile, told) {
    const games = tile.bots.map((one) => `${one.bot} ${plural(one.games, "game")}`).join(", ");
    const agree = tile.agree === true ? "; the stronger bot agrees" : tile.agree === false ? "; the stronger bot sees it otherwise" : "";
    const more = tile.verdict === "open" && tile.more_games ? `; about ${plural(tile.more_games, "more game")} will tell` : "";
    const rested = told.phase === "rested" && !verdict.isBusy("draws") ? "; resting" : "";
    return `${games}${agree}${more}${rested}`;
  }

  // ------------------------------------------------------------------------------------------ twin games

  #showSwap() {
    const replaces = draft.current.fields.replaces;
    this.swap.hidden = !replaces;
    if (this.swap.hidden) return this.swap.replaceChildren();
    const told = verdict.of("swap");
    const head = h("h3", {}, `First from the bag, instead of the ${replaces}`);
    if (!verdict.key) return this.swap.replaceChildren(head); // its place is kept, so that nothing below jumps
    if (!told) return this.swap.replaceChildren(head, h("p", { class: "soft" }, verdict.paused ? "paused" : "twin games are being played"));
    if (told.fault) return this.swap.replaceChildren(head, h("p", { class: "soft" }, `No answer: ${told.fault}.`));
    const [low, high] = told.interval;
    const sure = (verdict) => ({ stronger: "better", weaker: "worse", equivalent: "as good, within a point", undecided: "not settled yet" })[verdict];
    const check = told.check ? `; ${told.check.bot}, ${plural(told.check.pairs, "pair")}: ${sure(told.check.verdict)}` : "";
    return this.swap.replaceChildren(head,
      h("p", {}, h("b", {}, `${sure(told.verdict)}: `), `wins ${moreOf(told.effect_points)} of 100 games on the same luck, between ${signed(low)} and ${signed(high)}${told.verdict === "undecided" ? " so far" : ""}.`),
      h("p", { class: "soft small" }, `${told.bot}, ${plural(told.pairs, "pair")} of twin games${check}`));
  }

  // -------------------------------------------------------------------------------------- icons and edits

  #showTools() {
    const can = Boolean(verdict.key);
    const isRested = ["draws", "swap"].some((part) => verdict.of(part)?.phase === "rested");
    this.icons.disabled = this.edits.disabled = !can;
    this.icons.setAttribute("aria-pressed", String(verdict.heat));
    this.watch.disabled = !verdict.of("swap")?.discordant;
    const rests = (this.rests = isRested && !verdict.paused && !verdict.busy.length);
    this.pause.textContent = verdict.paused ? "Go on" : rests ? "Play on" : "Pause";
    this.pause.disabled = !can;
  }

  #heatParts() {
    const icons = verdict.of("icons");
    if (!verdict.heat) return [];
    return [icons?.faces ? this.#heatList(icons) : h("p", { class: "soft" }, icons?.fault ?? "Playing without each icon in turn.")];
  }

  #editParts() {
    const edits = verdict.of("edits");
    if (edits?.edits) return [this.#editList(edits)];
    if (edits?.fault) return [h("p", { class: "soft" }, edits.fault)];
    if (!verdict.isBusy("edits")) return [];
    return [h("p", { class: "soft" }, edits?.candidates ? `Racing ${plural(edits.candidates, "edit")}, round ${edits.round}.` : "Racing all tiles that are one edit away.")];
  }

  #heatList(icons) {
    const row = (part) => h("li", {}, h("span", {}, part.label), h("b", {}, signed(part.points)), h("span", { class: "soft" }, part.sure ? `± ${part.half_width.toFixed(1)}` : `± ${part.half_width.toFixed(1)}, not sure`));
    const parts = [...icons.parts].sort((one, other) => Math.abs(other.points) - Math.abs(one.points));
    return h("div", { class: "heat" }, h("h3", {}, "What each part adds, in points"), h("ul", { "aria-label": "Heat of the icons" }, ...parts.map(row)),
      h("p", { class: "soft small" }, `${icons.bot}, ${plural(icons.pairs, "pair")}${icons.phase === "settled" ? "" : ", still playing"}; blue helps, orange hurts`));
  }

  #editList(edits) {
    if (!edits.edits.length) return h("p", { class: "soft" }, "No edit was found.");
    const row = (edit) => {
      const ghost = (shown) => () => this.#ghost(shown ? edit.faces : null);
      return h("li", { "aria-label": edit.label, onpointerenter: ghost(true), onpointerleave: ghost(false), onfocusin: ghost(true), onfocusout: ghost(false) },
        h("div", { class: "pair" }, ...["starting", "other"].map((side) => h("img", { src: `/face/${edit.faces[side]}.svg`, alt: "", width: "44", height: "44" }))),
        h("div", {}, h("span", {}, edit.label), h("span", { class: "soft small" }, `${signed(edit.points)} ± ${edit.half_width.toFixed(1)} against the ${edits.reference}: ${JUDGED[edit.judgement]}`)),
        h("button", { type: "button", class: "small", "aria-label": `Take it: ${edit.label}`, onclick: () => this.#take(edit) }, "Take it"));
    };
    return h("div", {}, h("h3", {}, "Fair edits"), h("ul", { class: "edits", "aria-label": "Fair edits" }, ...edits.edits.map(row)));
  }

  #ghost(faces) {
    this.dispatchEvent(new CustomEvent("ghost", { bubbles: true, detail: faces }));
  }

  #take(edit) {
    const { tile } = draft;
    this.#ghost(null);
    draft.edit(() => Object.entries(edit.cells).map(([side, rows]) => ({ op: "cells", tile, side, rows })), edit.label);
  }
}

/** The tile among the official ones, on a line from the weakest to the strongest; said in words beside it. */
function scale(tile, official) {
  const points = Object.values(official);
  const low = Math.min(...points, tile.points) - 2;
  const high = Math.max(...points, tile.points) + 2;
  const at = (value) => (100 * (Math.max(low, Math.min(high, value)) - low)) / (high - low);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const add = (name, attributes) => {
    const element = document.createElementNS(svg.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    svg.append(element);
  };
  svg.setAttribute("viewBox", "0 0 100 10");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("scale");
  add("line", { x1: 0, x2: 100, y1: 5, y2: 5, class: "axis" });
  for (const value of points) add("line", { x1: at(value), x2: at(value), y1: 3, y2: 7, class: "official" });
  add("rect", { x: at(tile.interval[0]), width: Math.max(0.5, at(tile.interval[1]) - at(tile.interval[0])), y: 3.4, height: 3.2, class: "interval" });
  add("rect", { x: at(tile.points) - 0.9, width: 1.8, y: 1.5, height: 7, class: "point" });
  const names = Object.entries(official).sort(([, one], [, other]) => one - other);
  return h("div", { class: "scale-box" }, svg, h("div", { class: "row ends soft small" }, h("span", {}, names[0][0]), h("span", {}, names.at(-1)[0])));
}

customElements.define("verdict-strip", VerdictStrip);
