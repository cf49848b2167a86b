// The first page where no file is open: what is in the folder, a new set, or the example to play with.

import { draft } from "./draft.js";
import { get, post } from "./api.js";
import { h } from "./dom.js";
import { run } from "./commands.js";
import { ui } from "./ui.js";

export class StartPage {
  title = "Start";

  constructor() {
    this.files = h("div", { class: "files" });
    this.name = h("input", { id: "new-name", type: "text", placeholder: "heroes", autocomplete: "off", spellcheck: "false", required: true, maxlength: "80" });
    this.like = "";
    this.hint = h("p", { class: "soft" });
    this.element = h("div", { class: "page start" },
      h("h1", {}, "Invent a tile"),
      h("p", { class: "lead" }, "Paint icons on its two faces, see at once what is wrong and where it reaches, print it, and let bots find out what it is worth."),
      h("div", { class: "ways" },
        h("section", {}, h("h2", {}, "New set"),
          h("form", { onsubmit: (event) => (event.preventDefault(), this.#begin()) },
            h("label", { for: "new-name" }, "Name of the file"), h("div", { class: "row" }, this.name, h("button", { type: "submit", class: "primary" }, "New set")), this.hint)),
        h("section", {}, h("h2", {}, "Example"), h("p", {}, "Seven invented tiles to try everything on: a fair one, a weak one, a strong one."),
          h("button", { type: "button", onclick: () => this.#example() }, "Open the example set")),
        h("section", {}, h("h2", {}, "Library"), h("p", {}, "Every shipped tile with its faces: look around, and start from one."),
          h("button", { type: "button", onclick: () => run("page-library") }, "Open the library")),
        h("section", {}, h("h2", {}, "In this folder"), this.files)));
  }

  async show() {
    this.hint.textContent = this.like ? `It begins with a tile like the ${this.like}.` : "";
    try {
      draft.project = await get("/api/project");
    } catch (problem) {
      this.files.replaceChildren(h("p", { class: "notice" }, problem.message));
      return;
    }
    const sets = draft.project.files.filter((file) => file.kind === "set").map((file) => file.name);
    const drafts = draft.unsaved().filter((name) => !sets.includes(name));
    const link = (name, note) => h("li", {}, h("button", { type: "button", class: "link", onclick: () => run("open", name) }, name), note ? h("span", { class: "soft" }, ` ${note}`) : "");
    this.files.replaceChildren(
      sets.length || drafts.length
        ? h("ul", {}, ...drafts.map((name) => link(name, "draft, not saved yet")), ...sets.map((name) => link(name)))
        : h("p", { class: "soft" }, `There is no tile set in ${draft.project.place} yet.`));
  }

  async #begin() {
    try {
      const { name, text } = await post("/api/begin", { name: this.name.value, like: this.like });
      this.like = "";
      await draft.openNew(name, text);
      run("page-edit");
      ui.say(`${name} begun; Ctrl+S writes it`);
    } catch (problem) {
      ui.complain(problem);
    }
  }

  async #example() {
    try {
      const { name, text } = await get("/api/example");
      await draft.openNew(name, text);
      run("page-edit");
      ui.say("The example set: change what you like, nothing is written before you save");
    } catch (problem) {
      ui.complain(problem);
    }
  }
}
