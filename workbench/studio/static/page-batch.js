// The Batch page: run a plan, watch it, stop it, go on, read the report.

import { draft } from "./draft.js";
import { events } from "./events.js";
import { get, post } from "./api.js";
import { h, plural } from "./dom.js";
import { ui } from "./ui.js";

const BUSY = ["starting", "running", "stopping"];
const BOTS = [["random", "random (fast, knows nothing)"], ["greedy", "greedy (takes what it can)"], ["random,greedy", "random, then greedy"], ["search:depth=2", "search, two turns deep (slow)"]];
const PHASES = { starting: "Starting; the first run compiles the rules, which takes about a minute", running: "Playing", stopping: "Stopping", stopped: "Stopped", done: "Done", failed: "Failed" };

export class BatchPage {
  title = "Batch";
  #number = 0;

  constructor() {
    this.what = h("select", { id: "batch-what" });
    this.bots = h("select", { id: "batch-bots" }, ...BOTS.map(([value, text]) => h("option", { value }, text)));
    this.games = h("input", { id: "batch-games", type: "number", min: "2", max: "10000000", step: "2", value: "10000" });
    this.seed = h("input", { id: "batch-seed", type: "number", min: "0", value: "1" });
    this.own = h("div", { class: "fields" }, field("batch-bots", "Bots", this.bots), field("batch-games", "Games", this.games), field("batch-seed", "Seed", this.seed));
    this.start = h("button", { type: "submit", class: "primary", disabled: true }, "Run");
    this.saved = h("p", { class: "notice", hidden: true });
    this.stop = h("button", { type: "button", onclick: () => this.#do("/api/batch/stop", {}) }, "Stop"); // kept while numbers change
    this.now = h("section", { class: "now", "aria-label": "Progress", hidden: true });
    this.runs = h("div", { class: "runs" });
    this.element = h("div", { class: "page batch" },
      h("aside", { class: "left", "aria-label": "New batch" }, h("h1", {}, "Batch"),
        h("form", { class: "options", onsubmit: (event) => (event.preventDefault(), this.#begin()) }, field("batch-what", "Play", this.what), this.own, this.saved, this.start)),
      h("section", { class: "middle", "aria-label": "Runs" }, this.now, h("h2", {}, "Runs"), this.runs));
    this.what.addEventListener("change", () => this.#fit());
    draft.addEventListener("change", () => this.#fit());
    events.addEventListener("back", () => (this.#number = 0)); // perhaps another server, which counts anew
    events.addEventListener("batch", ({ detail }) => this.#heard(detail));
  }

  async show() {
    try {
      const { state, runs, plans } = await get("/api/batch");
      this.#fill(plans);
      this.#heard(state, false);
      this.#list(runs);
    } catch (problem) {
      this.runs.replaceChildren(h("p", { class: "notice" }, problem.message));
    }
  }

  #fill(plans) {
    const chosen = this.what.value;
    const options = [];
    if (draft.isOpen) options.push(h("option", { value: "set" }, `this set: ${draft.name}`));
    options.push(...plans.map((plan) => h("option", { value: `plan:${plan.name}` }, `${plan.own ? "plan" : "shipped plan"}: ${plan.name}`)));
    this.what.replaceChildren(...options);
    if ([...this.what.options].some((option) => option.value === chosen)) this.what.value = chosen;
    this.#fit();
  }

  #fit() {
    const isSet = this.what.value === "set";
    this.own.hidden = !isSet;
    this.saved.hidden = !(isSet && draft.isDirty);
    this.saved.textContent = "The games are played with the file as it is saved, not with this draft.";
  }

  async #begin() {
    const isSet = this.what.value === "set";
    const asked = isSet
      ? { file: draft.name, games: Number(this.games.value), bots: this.bots.value, seed: Number(this.seed.value) }
      : { plan: this.what.value.slice("plan:".length) };
    await this.#do("/api/batch/start", asked);
  }

  async #do(path, body) {
    try {
      await post(path, body);
      await this.show();
    } catch (problem) {
      ui.complain(problem);
    }
  }

  #heard(state, isNews = true) {
    if (state.number < this.#number) return; // told before, and overtaken
    this.#number = state.number;
    const busy = BUSY.includes(state.phase);
    this.start.disabled = busy;
    this.now.hidden = state.phase === "idle";
    if (state.phase === "idle") return;
    const share = state.total ? state.done / state.total : 0;
    const rate = state.games_per_second ? `, ${Math.round(state.games_per_second).toLocaleString("en")} games a second` : "";
    const left = state.seconds_left ? `, ${shortTime(state.seconds_left)} left` : "";
    this.now.replaceChildren(
      h("h2", {}, `${state.run}: ${PHASES[state.phase]}`),
      h("progress", { max: "1", value: share, "aria-label": "Games played" }),
      h("p", {}, `${state.done.toLocaleString("en")} of ${plural(state.total, "game")}${rate}${left}`),
      state.headline ? h("p", { class: "soft" }, state.headline) : "",
      state.message ? h("p", { class: "notice" }, state.message) : "",
      busy ? this.stop : "",
    );
    this.stop.disabled = state.phase === "stopping";
    if (isNews && !busy) {
      ui.say(`${state.run}: ${PHASES[state.phase].toLowerCase()}`);
      if (this.element.isConnected) this.show();
    }
  }

  #list(runs) {
    if (!runs.length) {
      this.runs.replaceChildren(h("p", { class: "empty" }, "No runs yet. Bots play thousands of games by the full rules; the report says what they mean."));
      return;
    }
    this.runs.replaceChildren(h("ul", { class: "rows" }, ...runs.map((run) => this.#row(run))));
  }

  #row(run) {
    const isWhole = run.done === run.total && run.total > 0;
    const about = [...(run.sets ?? []), ...(run.bots ?? [])].join(", ");
    const games = run.fault || `${run.done.toLocaleString("en")} of ${plural(run.total, "game")}`;
    return h("li", { "aria-label": run.name },
      h("div", {}, h("b", {}, run.name), h("span", { class: "soft" }, about)),
      h("span", {}, games),
      h("span", { class: "row" },
        !isWhole && !run.fault ? h("button", { type: "button", class: "small", "aria-label": `Resume ${run.name}`, onclick: () => this.#do("/api/batch/resume", { run: run.name }) }, "Resume") : "",
        run.done ? h("a", { class: "button small", href: `/report/${encodeURIComponent(run.name)}`, target: "_blank", rel: "noopener", "aria-label": `Open the report of ${run.name}` }, "Open report") : ""));
  }
}

const field = (id, label, control) => h("div", { class: "field" }, h("label", { for: id }, label), control);
const shortTime = (seconds) => (seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`);
