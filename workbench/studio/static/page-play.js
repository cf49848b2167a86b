// The Play page: a table. The server says what is legal; here one picks among it by squares, by buttons or in writing.

import { draft } from "./draft.js";
import { events } from "./events.js";
import { get, post } from "./api.js";
import { BoardView } from "./board-view.js";
import { PositionEditor } from "./position-editor.js";
import { download, h, plural } from "./dom.js";
import { run } from "./commands.js";
import { ui } from "./ui.js";

const SEATS = ["South", "North"];
const BOT_WORDS = { human: "a person", random: "random", greedy: "greedy", "search:depth=1": "search, 1 turn", "search:depth=2": "search, 2 turns", "search:depth=3": "search, 3 turns", "mcts:sims=400": "tree search" };

export class PlayPage {
  title = "Play";
  #table = null;
  #picked = []; // squares of a turn that is being picked
  #choices = null;

  constructor() {
    this.form = h("form", { class: "options", "aria-label": "New game", onsubmit: (event) => (event.preventDefault(), this.begin()) });
    this.board = new BoardView("Board", { label: (square) => this.#label(square), onuse: (square) => this.#use(square), onkey: (event, square) => this.#key(event, square) });
    this.question = h("p", { class: "question", "aria-live": "polite" });
    this.said = h("p", { class: "said", "aria-live": "polite" });
    this.options = h("div", { class: "row wrap", role: "group", "aria-label": "Choices" });
    this.command = h("input", { id: "play-command", autocomplete: "off", spellcheck: "false", placeholder: "c1-c2, + or @d2" });
    this.look = h("div", { class: "look", hidden: true });
    this.tools = { undo: tool("Take back", () => this.act("undo")), hint: tool("Hint", () => this.act("hint")), both: tool("Both sides", () => this.#lookAt(this.board.at)), step: tool("Step", () => this.act("step")), run: tool("Run", () => this.act(this.#table.runs ? "halt" : "run")),
      save: tool("Save the game", () => this.save()), watch: tool("Watch it", () => run("watch-record", this.#table.record)), edit: tool("Set up a position", () => this.#editor()) };
    this.expects = h("p", { class: "soft" });
    this.entries = h("ol", { class: "entries", "aria-label": "Record", tabindex: "0" });
    this.sides = h("div", { class: "sides" });
    this.editor = new PositionEditor(this.board, (line) => this.begin(line), (pieces) => post("/api/table/sketch", { ...this.#tiles(), ...pieces }));
    this.editor.element.addEventListener("left", () => (this.element.classList.remove("setting"), this.#show()));
    this.element = h("div", { class: "page play" },
      h("aside", { class: "left", "aria-label": "New game" }, h("h1", {}, "Play"), this.form),
      h("section", { class: "middle", "aria-label": "Table" }, this.question, this.board.element, this.options, this.said,
        h("form", { class: "row", onsubmit: (event) => (event.preventDefault(), this.#written()) }, h("label", { for: "play-command" }, "Turn in writing"), this.command, h("button", { type: "submit" }, "Play it")),
        h("div", { class: "row wrap", role: "toolbar", "aria-label": "Game" }, ...Object.values(this.tools)), this.editor.element),
      h("aside", { class: "right", "aria-label": "About the game" }, this.expects, this.look, this.sides, h("h2", {}, "Record"), this.entries));
    events.addEventListener("table", ({ detail }) => detail.number !== this.#table?.number && this.element.isConnected && this.#load());
    events.addEventListener("back", () => this.element.isConnected && this.#load());
    draft.addEventListener("select", () => this.#fit());
    draft.addEventListener("change", () => this.#fit());
  }

  async show() {
    await this.#load();
    if (!this.form.firstChild) this.#build();
    if (!this.#table && !this.editor.isOpen) await this.#bare();
    this.#fit();
  }

  /** A board to look at before any game; none where the set cannot be played. */
  async #bare() {
    const bare = await post("/api/table/sketch", this.#tiles()).catch(() => null);
    if (bare && !this.#table && !this.editor.isOpen) this.board.show(bare.scene);
  }

  async #load() {
    try {
      const { table, choices } = await get("/api/table");
      this.#choices = choices;
      this.#take(table.scene ? table : null);
    } catch (problem) {
      this.question.textContent = problem.message;
    }
  }

  // ------------------------------------------------------------------------------------------ beginning

  #build() {
    const select = (name, label, options, value) => field(name, label, h("select", { id: `play-${name}`, name }, ...options.map(([key, text]) => h("option", { value: key, selected: key === value }, text))));
    const number = (name, label) => field(name, label, h("input", { id: `play-${name}`, name, type: "number", min: "0", max: "8", value: "0" }));
    const bots = this.#choices.bots.map((bot) => [bot, BOT_WORDS[bot] ?? bot]);
    this.first = h("label", { class: "row" }, h("input", { type: "checkbox", name: "first", checked: true }), h("span", {}));
    this.file = h("input", { id: "play-file", type: "file", accept: ".txt,text/plain", onchange: () => this.#open() });
    this.form.append(
      select("south", "South", bots, "human"), select("north", "North", bots, "greedy"), this.first,
      select("objective", "What wins", this.#choices.objectives.map((one) => [one.name, one.title]), "capture_the_duke"),
      h("details", {}, h("summary", {}, "Terrain, luck and time"), h("div", { class: "options" }, number("mountain", "Mountains"), number("fort", "Forts"),
        h("label", { class: "row" }, h("input", { type: "checkbox", name: "dragon" }), "The Dragon"),
        field("seed", "Seed (empty: any)", h("input", { id: "play-seed", name: "seed", type: "number", min: "0" })),
        field("think", "Seconds to think", h("input", { id: "play-think", name: "think", type: "number", min: "0", max: "60", step: "any", value: "0" })))),
      h("details", {}, h("summary", {}, "More tile sets"), h("fieldset", { class: "options" }, h("legend", { class: "unseen" }, "More tile sets"),
        ...this.#choices.sets.map((name) => h("label", { class: "row" }, h("input", { type: "checkbox", name: "shipped", value: name }), name)))),
      h("button", { type: "submit", class: "primary" }, "Begin a game"), field("file", "Go on with a saved game", this.file));
  }

  #fit() {
    if (!this.first) return;
    const name = draft.isOpen && draft.view.key ? draft.current?.name : "";
    this.first.hidden = !name;
    this.first.querySelector("span").textContent = `${name} is the first that you draw`;
  }

  /** A new game with the tiles as they are now; `position` begins in its midst, `record` goes on. */
  async begin(position = "", record = "") {
    const { elements } = this.form;
    const asked = { south: elements.south.value, north: elements.north.value, objective: elements.objective.value, mountain: Number(elements.mountain.value), fort: Number(elements.fort.value), dragon: elements.dragon.checked, think: Number(elements.think.value), position, record };
    if (elements.seed.value) asked.seed = Number(elements.seed.value);
    if (!record) Object.assign(asked, this.#tiles());
    if (draft.isOpen && elements.first.checked && draft.view.key && !record && !position) asked.first = draft.current?.name ?? "";
    if (position) Object.assign(asked, { mountain: 0, fort: 0, dragon: false });
    this.question.textContent = "Setting the table; the first time the rules are prepared, which takes about a minute.";
    const begun = await this.#ask("/api/table/begin", asked);
    if (begun) this.board.focus();
    return begun;
  }

  /** What is played with: the tiles as they are now, and shipped ones. */
  #tiles() {
    const shipped = [...this.form.querySelectorAll("[name=shipped]:checked")].map((box) => box.value);
    return draft.isOpen ? { name: draft.name, text: draft.text, shipped } : { shipped };
  }

  async #open() {
    const [file] = this.file.files;
    if (file) await this.begin("", await file.text());
    this.file.value = "";
  }

  save() {
    download(new Blob([this.#table.record], { type: "text/plain" }), "game.txt");
    ui.say("game saved; “workbench replay game.txt” shows it too");
  }

  // ------------------------------------------------------------------------------------------- playing

  act(action, value = "") {
    return this.#table ? this.#ask("/api/table/act", { action, value }) : undefined;
  }

  async #ask(path, body) {
    try {
      this.#take(await post(path, body));
      if (this.#table.said && !body.position) this.said.textContent = this.#table.said;
      return true;
    } catch (problem) {
      this.said.textContent = problem.help ? `${problem.message} (${problem.help})` : problem.message;
      this.#show();
      return false;
    }
  }

  async #written() {
    const text = this.command.value.trim();
    if (text && (await this.act("play", text))) this.command.value = "";
  }

  /** A square was used: it goes on with a turn that is being picked, or begins one. */
  #use(square) {
    if (this.editor.isOpen) return this.editor.use(square);
    if (!this.#table?.waits) return undefined;
    const grown = [...this.#picked, square];
    if (this.#fitting(grown).length) this.#picked = grown;
    else if (this.#picked.length && this.#fitting([square]).length && this.#table.squares[square]) this.#picked = this.#picked.at(-1) === square ? [] : [square];
    else return this.#refused(square);
    const left = this.#fitting(this.#picked);
    const whole = left.filter((turn) => turn.squares.length === this.#picked.length);
    if (left.length === 1 && whole.length === 1 && (this.#picked.length > 1 || /[@#]/.test(whole[0].text))) return this.#decide(whole[0].text);
    return this.#show();
  }

  #fitting(squares) {
    const turns = this.#table.turns.filter((turn) => squares.every((square, place) => turn.squares[place] === square));
    if (turns.length || !squares.length) return turns;
    return this.#table.turns.filter((turn) => /^[A-Z][a-z]@/.test(turn.text) && squares.every((square) => turn.squares.includes(square))); // two tiles that are set up, in any order
  }

  #decide(text) {
    this.#picked = [];
    return this.act("play", text);
  }

  /** Why not: the engine says by which rule. */
  async #refused(square) {
    const from = this.#picked[0];
    this.#picked = [];
    try {
      const places = this.#table.turns.some((turn) => turn.text.includes("@"));
      const text = from ? `${from} ${square}` : places && !this.#table.squares[square] ? `@${square}` : "";
      const why = text ? await post("/api/table/act", { action: "why", value: text }) : null;
      this.said.textContent = why ? `${why.turn}: ${why.words} (${why.rule}).` : this.#idle(square);
    } catch (problem) {
      this.said.textContent = problem.message;
    }
    this.#show();
  }

  #idle(square) {
    const one = this.#table.squares[square];
    if (!one) return `${square} is empty: pick one of ${SEATS[this.#table.to_move]}'s tiles first.`;
    return one.owner === this.#table.to_move ? `The ${one.name} on ${square} has no legal turn.` : `The ${one.name} on ${square} is ${SEATS[one.owner]}'s.`;
  }

  #key(event, square) {
    if (event.key === "Escape") {
      this.#picked = [];
      this.#show();
    } else if (event.key === "m") ui.say(this.#targets(square));
    else if (event.key === "o") ui.say(this.#label(square));
    else if (event.key === "l") ui.say(this.#table?.said || "nothing has happened yet");
    else if (event.key === "x") this.#lookAt(square);
    else if (event.key === "u") this.act("undo");
    else if (event.key === "h") this.act("hint");
    else return false;
    return true;
  }

  #targets(square) {
    const turns = this.#fitting([square]);
    return turns.length ? `${square}: ${turns.map((turn) => turn.text).join(", ")}` : `${square}: no turn begins here`;
  }

  /** Both sides of the tile on a square. */
  #lookAt(square) {
    const one = this.#table?.squares[square];
    this.look.hidden = !one;
    if (!one) return ui.say(`${square} is empty: point at a tile first`);
    const face = (side) => h("figure", {}, h("img", { src: `/scene/${this.#table.tiles}/${one.code}/${side}.svg`, alt: "", width: "120", height: "120" }), h("figcaption", {}, `${side ? "other" : "starting"} side${Number(one.flipped) === side ? ", up" : ""}`));
    return this.look.replaceChildren(h("h2", {}, `${one.name} on ${square}`), h("div", { class: "row" }, face(0), face(1)));
  }

  // ------------------------------------------------------------------------------------------- showing

  #take(table) {
    if (table && this.#table && table.number < this.#table.number) return; // an answer that was overtaken on its way
    if (table?.number !== this.#table?.number || table?.line !== this.#table?.line) this.#picked = [];
    this.#table = table;
    if (table?.said && table.said !== this.said.textContent) this.said.textContent = table.said;
    this.#show();
  }

  #show() {
    const table = this.#table;
    for (const button of Object.values(this.tools)) button.disabled = !table;
    this.tools.edit.disabled = false;
    if (this.editor.isOpen) return undefined;
    if (!table) {
      this.question.textContent = "Begin a game: against a bot, hot seat, or two bots. Your new tile can be the first that you draw.";
      return this.board.show("");
    }
    this.question.textContent = table.over || (table.waits ? `${SEATS[table.to_move]}: ${table.asked}` : table.bot ? `${table.bot} (${SEATS[table.to_move]}) is ${table.runs ? "thinking" : "to decide"}.` : "Chance decides.");
    clearTimeout(this.slow);
    if (!table.waits && table.runs && !table.over) this.slow = setTimeout(() => this.question.append(" The first time it has to be prepared, which takes about half a minute."), 4000);
    this.tools.undo.disabled = !table.can_undo;
    this.tools.hint.disabled = !table.waits;
    this.tools.step.disabled = table.waits || Boolean(table.over);
    this.tools.run.disabled = Boolean(table.over);
    this.tools.run.textContent = table.runs ? "Halt" : "Run";
    this.board.show(table.scene, this.#marks());
    this.#showChoices();
    this.#showSides();
    return undefined;
  }

  #marks() {
    const marks = new Map(this.#table.changed.map((square) => [square, ["changed", ""]]));
    const depth = this.#picked.length;
    for (const turn of depth || !this.#table.turns.some((one) => /^[a-f][1-6]/.test(one.text)) ? this.#fitting(this.#picked) : []) {
      for (const square of depth ? turn.squares.slice(depth) : turn.squares) {
        if (!this.#picked.includes(square)) marks.set(square, this.#table.squares[square] ? ["capture", "✕"] : ["go", "●"]);
      }
    }
    for (const square of this.#picked) marks.set(square, ["picked", "◎"]);
    const hint = this.#table.hint?.match(/[a-f][1-6]/g) ?? [];
    for (const square of hint) if (!marks.has(square)) marks.set(square, ["hint", "?"]);
    return marks;
  }

  /** Turns that no square can say, and those that several squares leave open. */
  #showChoices() {
    const depth = this.#picked.length; // what is marked on the board needs no button
    const shown = this.#fitting(this.#picked).filter((turn) => turn.squares.length === depth);
    const label = (turn) => (turn.text === "+" ? "Draw a tile" : turn.words);
    this.options.replaceChildren(...shown.slice(0, 60).map((turn) => h("button", { type: "button", class: "small", title: turn.text, onclick: () => this.#decide(turn.text) }, label(turn))));
  }

  #showSides() {
    const table = this.#table;
    const list = (tiles) => tiles.map((one) => (one.count > 1 ? `${one.count} × ${one.name}` : one.name)).join(", ") || "none";
    const count = (tiles) => tiles.reduce((sum, one) => sum + one.count, 0);
    const side = (seat) => h("div", {}, h("h3", {}, `${SEATS[seat]}: ${BOT_WORDS[table.players[seat]] ?? table.players[seat]}${table.scores ? `, ${plural(table.scores[seat], "point")}` : ""}`),
      h("p", {}, h("span", { class: "soft" }, `Bag (${count(table.bags[seat])}): `), list(table.bags[seat])),
      h("p", {}, h("span", { class: "soft" }, "Captured: "), list(table.lost[seat])),
      table.front[seat].length ? h("p", {}, h("span", { class: "soft" }, "In front: "), list(table.front[seat])) : "");
    this.sides.replaceChildren(side(1), side(0), table.pool.length ? h("p", {}, h("span", { class: "soft" }, "Pool: "), list(table.pool)) : "");
    this.expects.textContent = table.expects === null ? "" : `The bot expects South to score ${Math.round(100 * table.expects)} %.`;
    this.entries.replaceChildren(...table.entries.map((entry) => h("li", {}, entry)));
    this.entries.scrollTop = this.entries.scrollHeight;
  }

  #label(square) {
    const one = this.editor.isOpen ? this.editor.at(square) : this.#table?.squares[square];
    const ground = (this.editor.isOpen ? this.editor.ground[square] : this.#table?.ground[square]) ?? "";
    const troop = one ? `${SEATS[one.owner]}'s ${one.name}${one.flipped ? ", other side" : ""}` : "";
    const what = [troop, ground].filter(Boolean).join(" on ") || "empty";
    const mark = this.#picked.includes(square) ? "; picked" : "";
    return `${square}: ${what}${mark}`;
  }

  #editor() {
    if (this.editor.isOpen) return this.editor.close();
    this.question.textContent = "Set up a position";
    this.element.classList.add("setting");
    return this.editor.open(this.#table);
  }
}

const tool = (label, work) => h("button", { type: "button", class: "small", onclick: work }, label);
const field = (name, label, control) => h("div", { class: "field" }, h("label", { for: `play-${name}` }, label), control);
