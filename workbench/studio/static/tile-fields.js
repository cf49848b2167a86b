// What a tile says beside its faces. A field is written when it is left, and shows what was found about it.

import { draft } from "./draft.js";
import { h } from "./dom.js";
import { ui } from "./ui.js";
import { findingWords } from "./face-grid.js";

const text = (key, label, more = {}) => ({ key, label, kind: "text", ...more });
const FIELDS = [
  text("name", "Name", { maxlength: 28, size: 18 }),
  text("code", "Code", { maxlength: 2, size: 3 }),
  { key: "replaces", label: "Replaces", kind: "select", options: () => [["", "nothing: added to the bag"], ...ui.words.base.map(({ name }) => [name, name])] },
  { key: "copies", label: "Copies", kind: "number", min: 1, max: 60, usual: 1 },
  { key: "emblem", label: "Emblem", kind: "select", options: () => [["", "by its role"], ...ui.words.emblems.map((name) => [name, name])] },
];
const MORE = [
  { key: "army", label: "Army", kind: "select", options: () => [["", "both"], ["light", "light"], ["dark", "dark"]] },
  { key: "role", label: "Role", kind: "select", options: () => [["", "troop"], ["duke", "acts as the Duke"], ["terrain", "terrain"]] },
  { key: "starts", label: "Start beside the Duke", kind: "number", min: 0, max: 2, usual: 0 },
  { key: "enhanced", label: "Enhanced play only", kind: "check" },
  { key: "abilities", label: "Abilities", kind: "checks", options: () => ui.words.abilities.map(({ name, numeral }) => [name, `${name} (${numeral})`]) },
  { key: "linked_to", label: "Linked to", kind: "list", hint: "names with commas" },
  { key: "accept", label: "Intended findings", kind: "list", hint: "codes with commas" },
  { key: "notes", label: "Notes", kind: "area" },
  text("source", "Source"),
];

class TileFields extends HTMLElement {
  #fields = new Map();
  #filled = new Map(); // what was put into them: anything else is being typed

  connectedCallback() {
    if (this.firstChild) return;
    this.append(
      h("form", { class: "fields", "aria-label": "About the tile", onsubmit: (event) => event.preventDefault() },
        ...FIELDS.map((field) => this.#field(field)),
        h("details", { class: "more" }, h("summary", {}, "More about this tile"), h("div", { class: "fields" }, ...MORE.map((field) => this.#field(field)))),
      ),
    );
  }

  #field(field) {
    const id = `field-${field.key}`;
    const trouble = h("span", { class: "trouble", id: `${id}-trouble` });
    const control = this.#control(field, id);
    this.#fields.set(field.key, { field, control, trouble });
    if (field.kind === "checks")
      return h("fieldset", { class: "field checks wide", "aria-describedby": trouble.id }, h("legend", {}, field.label), control, trouble);
    const label = h("label", { for: id }, field.label);
    const wide = ["area", "list"].includes(field.kind) || field.key === "source" ? "wide" : "";
    return h("div", { class: `field ${field.kind} ${wide}` }, ...(field.kind === "check" ? [control, label] : [label, control]), trouble);
  }

  #control(field, id) {
    const described = { id, "aria-describedby": `${id}-trouble`, onchange: () => this.#put(field), autocomplete: "off", spellcheck: "false" };
    if (field.kind === "select") return h("select", described, ...field.options().map(([value, label]) => h("option", { value }, label)));
    if (field.kind === "check") return h("input", { ...described, type: "checkbox" });
    if (field.kind === "area") return h("textarea", { ...described, rows: "3", spellcheck: "true" });
    if (field.kind === "number") return h("input", { ...described, type: "number", min: field.min, max: field.max, inputmode: "numeric" });
    if (field.kind === "checks")
      return h("div", { class: "chips" }, ...field.options().map(([value, label]) =>
        h("label", {}, h("input", { type: "checkbox", value, onchange: () => this.#put(field) }), h("span", {}, label))));
    return h("input", { ...described, type: "text", maxlength: field.maxlength, size: field.size, placeholder: field.hint });
  }

  show() {
    const tile = draft.current;
    if (!tile) return;
    for (const [key, { field, control, trouble }] of this.#fields) {
      const given = tile.fields[key];
      const isTyped = control === document.activeElement && control.dataset.tile === String(draft.tile) && control.value !== this.#filled.get(key);
      if (!isTyped || field.kind === "check" || field.kind === "select") {
        this.#fill(field, control, given);
        this.#filled.set(key, control.value);
      }
      control.dataset.tile = draft.tile;
      const found = draft.view.findings.filter((one) => one.tile === draft.tile && one.field === key);
      trouble.textContent = found.map((one) => `${one.code}: ${one.message}`).join("; ");
      trouble.dataset.found = found[0]?.severity ?? "";
      if (field.kind !== "checks") control.setAttribute("aria-invalid", String(found.some((one) => one.severity === "error")));
    }
  }

  #fill(field, control, given) {
    if (field.kind === "check") control.checked = given === true;
    else if (field.kind === "checks") for (const input of control.querySelectorAll("input")) input.checked = Array.isArray(given) && given.includes(input.value);
    else if (field.kind === "list") control.value = Array.isArray(given) ? given.join(", ") : given ?? "";
    else if (field.kind === "select") this.#choose(control, given ?? "");
    else control.value = given ?? field.usual ?? "";
  }

  /** A value that is not among the choices is shown all the same. */
  #choose(control, value) {
    if (![...control.options].some((option) => option.value === String(value))) control.append(h("option", { value }, String(value)));
    control.value = value;
  }

  #read(field, control) {
    if (field.kind === "check") return control.checked;
    if (field.kind === "checks") return [...control.querySelectorAll("input:checked")].map((input) => input.value);
    if (field.kind === "list") return control.value.split(",").map((part) => part.trim()).filter(Boolean);
    if (field.kind === "number") return control.value === "" || Number(control.value) === field.usual ? null : Number(control.value);
    return control.value.trim();
  }

  async #put(field) {
    const { control } = this.#fields.get(field.key);
    const value = this.#read(field, control);
    const { tile } = draft;
    const label = `${field.label.toLowerCase()} changed`;
    const written = control.value;
    if (await draft.edit(() => [{ op: "field", tile, key: field.key, value }], label)) {
      this.#filled.set(field.key, written);
      ui.say(`${label}; ${findingWords()}`);
    }
    this.show();
  }

  /** Puts the focus on a field; opens what it stands in. */
  focusField(key) {
    const { control } = this.#fields.get(key) ?? {};
    if (!control) return false;
    control.closest("details")?.setAttribute("open", "");
    (control.querySelector?.("input") ?? control).focus();
    return true;
  }
}

customElements.define("tile-fields", TileFields);
