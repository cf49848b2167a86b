// The Watch page: a game again, step by step; or twins side by side, from the step where they part.

import { get, post } from "./api.js";
import { BoardView } from "./board-view.js";
import { h } from "./dom.js";
import { ui } from "./ui.js";
import { verdict } from "./verdict.js";

export class WatchPage {
  title = "Watch";
  #film = null;
  #at = 0;
  #timer = 0;

  constructor() {
    this.twins = h("button", { type: "button", class: "primary", onclick: () => this.showTwins() }, "A game my tile decided");
    this.file = h("input", { id: "watch-file", type: "file", accept: ".txt,text/plain", onchange: () => this.#open() });
    this.runs = h("select", { id: "watch-run" });
    this.number = h("input", { id: "watch-game", type: "number", min: "0", value: "0" });
    this.pairs = h("ul", { class: "pairs", "aria-label": "Games that it decided" });
    this.about = h("p", { "aria-live": "polite" });
    this.boards = h("div", { class: "boards" });
    this.words = h("p", { class: "said", "aria-live": "polite" });
    this.slider = h("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": "Step", oninput: () => this.#go(Number(this.slider.value)) });
    this.count = h("span", { class: "soft" });
    const step = (label, sign, by) => h("button", { type: "button", class: "small", "aria-label": label, onclick: () => this.#go(by()) }, sign);
    this.playing = h("button", { type: "button", class: "small", onclick: () => this.#run() }, "Play");
    this.controls = h("div", { class: "row wrap", role: "toolbar", "aria-label": "Steps", hidden: true },
      step("First step", "First", () => 0), step("Step back", "◀", () => this.#at - 1), step("Step on", "▶", () => this.#at + 1), step("Last step", "Last", () => this.#last), step("Where they part", "Parting", () => this.#film.parts_at ?? 0), this.playing, this.slider, this.count);
    this.element = h("div", { class: "page watch" },
      h("aside", { class: "left", "aria-label": "What to watch" }, h("h1", {}, "Watch"),
        h("div", { class: "options" }, this.twins, this.pairs, field("watch-file", "A saved game", this.file),
          h("form", { class: "options", onsubmit: (event) => (event.preventDefault(), this.#showRun()) }, field("watch-run", "A game of a run", this.runs), field("watch-game", "Number of the game", this.number), h("button", { type: "submit" }, "Watch it")))),
      h("section", { class: "middle", "aria-label": "Game" }, this.about, this.boards, this.words, this.controls));
    this.element.addEventListener("keydown", (event) => this.#key(event));
    verdict.addEventListener("change", () => this.#fit());
  }

  #fit() {
    this.twins.disabled = !verdict.of("swap")?.discordant;
  }

  async show() {
    this.#fit();
    if (!this.#film) this.about.textContent = "Choose a game: one that your tile decided in the twin games of its verdict, one that you saved, or one of a batch.";
    try {
      const { runs } = await get("/api/batch");
      this.runs.replaceChildren(...runs.filter((one) => one.done).map((one) => h("option", { value: one.name }, one.name)));
    } catch (problem) {
      this.about.textContent = problem.message;
    }
  }

  showRecord(record) {
    return this.#load({ record });
  }

  showTwins(pair = null) {
    return this.#load({ twins: true, pair, key: verdict.key, tile: verdict.tile });
  }

  #showRun() {
    return this.#load({ run: this.runs.value, game: Number(this.number.value) });
  }

  async #open() {
    const [file] = this.file.files;
    if (file) await this.#load({ record: await file.text() });
    this.file.value = "";
  }

  async #load(asked) {
    this.#halt();
    this.about.textContent = "Playing it again.";
    try {
      this.#film = await post("/api/film", asked);
    } catch (problem) {
      this.about.textContent = problem.message;
      return;
    }
    this.#build();
    this.#go(this.#film.parts_at === null ? 0 : Math.max(0, this.#film.parts_at - 1));
    ui.say(this.about.textContent);
  }

  get #last() {
    return Math.max(...this.#film.films.map((one) => one.frames.length)) - 1;
  }

  #build() {
    const { films, parts_at: parts, about, pairs, pair } = this.#film;
    this.views = films.map((one) => new BoardView(one.name, { label: (square) => square }));
    this.boards.replaceChildren(...films.map((one, place) => h("figure", {}, h("figcaption", {}, h("b", {}, one.name)), this.views[place].element, h("p", { class: "words" }))));
    this.about.textContent = films.length > 1 ? `${about} ${parts === null ? "The twins never part." : `They part at step ${parts}.`}` : about || `${films[0].name}, ${films[0].frames.length - 1} turns`;
    this.pairs.replaceChildren(...pairs.map((one) => h("li", {}, h("button", { type: "button", class: "small", "aria-current": one.pair === pair ? "true" : null, onclick: () => this.showTwins(one.pair) }, `Pair ${one.pair}: ${one.treated} instead of ${one.control}`))));
    this.controls.hidden = false;
    this.controls.children[4].hidden = parts === null;
    this.slider.max = String(this.#last);
  }

  #go(at) {
    if (!this.#film) return;
    this.#at = Math.max(0, Math.min(this.#last, at));
    this.#film.films.forEach((one, place) => {
      const frame = one.frames[Math.min(this.#at, one.frames.length - 1)];
      const parted = this.#film.parts_at !== null && this.#at >= this.#film.parts_at;
      this.views[place].show(frame.scene);
      const figure = this.boards.children[place];
      figure.classList.toggle("parted", parted);
      figure.querySelector(".words").textContent = `${frame.title}: ${frame.words}`;
      const next = one.frames[Math.min(this.#at + 1, one.frames.length - 1)];
      new Image().src = `/scene/${next.scene}.svg`; // so that the next step comes at once
    });
    this.slider.value = String(this.#at);
    this.count.textContent = `step ${this.#at} of ${this.#last}`;
  }

  #run() {
    if (this.#timer) return this.#halt();
    this.playing.textContent = "Halt";
    this.#timer = setInterval(() => (this.#at >= this.#last ? this.#halt() : this.#go(this.#at + 1)), 900);
    return undefined;
  }

  #halt() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.playing.textContent = "Play";
  }

  #key(event) {
    if (!this.#film || event.target.matches("input, select") || event.target.closest("[role=grid]")) return;
    const to = { ArrowRight: this.#at + 1, ArrowLeft: this.#at - 1, Home: 0, End: this.#last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#go(to);
  }
}

const field = (id, label, control) => h("div", { class: "field" }, h("label", { for: id }, label), control);
