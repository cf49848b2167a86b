// The Print page: pages exactly as the PDF has them.

import { draft } from "./draft.js";
import { get, post, postForBlob } from "./api.js";
import { download, h, later, plural } from "./dom.js";
import { ui } from "./ui.js";

const LAYOUTS = [["pairs", "both sides side by side"], ["fold", "a strip to fold"], ["duplex", "two pages, printed on both sides"]];
const MARKS = [["", "as fits the paper"], ["crop", "crop marks"], ["full", "full lines"], ["none", "none"]];

export class PrintPage {
  title = "Print";
  #choices = null;
  #asked = 0;

  constructor() {
    this.form = h("form", { class: "options", "aria-label": "How to print", onsubmit: (event) => event.preventDefault(), onchange: () => this.#draw() });
    this.sum = h("p", { class: "sum", "aria-live": "polite" });
    this.note = h("p", { class: "notice", hidden: true });
    this.pages = h("div", { class: "sheets" });
    this.get = h("button", { type: "button", class: "primary", onclick: () => this.download() }, "Download PDF");
    this.element = h("div", { class: "page print" },
      h("aside", { class: "left", "aria-label": "How to print" }, h("h1", {}, "Print"), this.form, this.get, h("p", { class: "soft" }, "Print at 100 %, never “fit to page”.")),
      h("section", { class: "middle", "aria-label": "Pages", tabindex: "0" }, this.sum, this.note, this.pages));
    draft.addEventListener("change", () => this.element.isConnected && this.#drawSoon());
  }

  #drawSoon = later(300, () => this.#draw());

  async show() {
    if (!this.#choices) {
      try {
        this.#choices = await get("/api/print/choices");
      } catch (problem) {
        this.sum.textContent = problem.message;
        return;
      }
      this.#build();
    }
    await this.#draw();
  }

  #build() {
    const { papers, stocks, printers, themes } = this.#choices;
    const select = (name, label, options) => field(name, label, h("select", { id: `print-${name}`, name }, ...options.map(([value, text]) => h("option", { value }, text))));
    const number = (name, label, value, more) => field(name, label, h("input", { id: `print-${name}`, name, type: "number", value, ...more }));
    const labels = (stock) => `${stock.sold_as} (${stock.labels} of ${stock.width_mm} × ${stock.height_mm} mm)`;
    this.form.append(
      select("stock", "Labels", [["", "plain paper"], ...stocks.map((stock) => [stock.id, labels(stock)])]),
      select("paper", "Paper", papers.map((paper) => [paper, paper.toUpperCase().replace("LETTER", "Letter").replace("LEGAL", "Legal").replace("TABLOID", "Tabloid")])),
      number("tile_mm", "Edge of a tile, mm", 24.3, { min: 8, max: 300, step: "any" }),
      number("start_at", "First free place", 1, { min: 1, max: 999 }),
      select("layout", "Layout", LAYOUTS),
      select("marks", "Cut marks", MARKS),
      select("theme", "Colours", themes.map((theme) => [theme.name, theme.summary])),
      select("printer", "Printer", [["", "prints true"], ...printers.map((name) => [name, name])]),
    );
    this.form.elements.paper.value = "a4";
  }

  get #wishes() {
    const { elements } = this.form;
    const wishes = { name: draft.name, text: draft.text };
    for (const name of ["stock", "paper", "layout", "marks", "theme", "printer"]) wishes[name] = elements[name].value;
    wishes.tile_mm = Number(elements.tile_mm.value) || 24.3;
    wishes.start_at = Number(elements.start_at.value) || 1;
    elements.paper.disabled = Boolean(wishes.stock);
    return wishes;
  }

  async #draw() {
    if (!draft.isOpen || !this.#choices) return;
    const number = (this.#asked += 1);
    this.pages.classList.add("stale");
    try {
      const sheet = await post("/api/print/pages", this.#wishes);
      if (number !== this.#asked) return;
      if (sheet.refused) this.#refuse(sheet.refused, sheet.help);
      else this.#show(sheet);
    } catch (problem) {
      if (number === this.#asked) this.#refuse(problem.message, problem.help);
    }
  }

  #show(sheet) {
    this.get.disabled = false;
    this.pages.classList.remove("stale");
    this.sum.textContent = `${plural(sheet.stickers, "sticker")} on ${plural(sheet.count, "page")}`;
    this.note.hidden = !sheet.note;
    this.note.textContent = sheet.note;
    const [wide, high] = sheet.paper_mm;
    this.pages.replaceChildren(...sheet.pages.map((page) =>
      h("figure", {}, h("img", { src: `/face/${page.picture}.svg`, width: Math.round(wide * 3), height: Math.round(high * 3), alt: `Page ${page.number}${page.back ? ", back" : ""} of ${draft.name}` }),
        h("figcaption", {}, `Page ${page.number}${page.back ? " (back)" : ""}`))));
  }

  #refuse(message, help) {
    this.get.disabled = true;
    this.pages.classList.remove("stale");
    this.pages.replaceChildren();
    this.sum.textContent = "";
    this.note.hidden = false;
    this.note.textContent = `Nothing can be printed yet: ${message}. ${help ?? ""}`;
  }

  async download() {
    try {
      download(await postForBlob("/api/print/pdf", this.#wishes), `${draft.name.split("/").pop().replace(/\.\w+$/, "")}.pdf`);
      ui.say("PDF downloaded; print it at 100 %");
    } catch (problem) {
      ui.complain(problem);
    }
  }
}

const field = (name, label, control) => h("div", { class: "field" }, h("label", { for: `print-${name}` }, label), control);
