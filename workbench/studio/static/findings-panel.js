// What `check` finds, as one works. A click goes to the place.

import { draft } from "./draft.js";
import { h, plural } from "./dom.js";
import { ui } from "./ui.js";

const SIGNS = { error: "✕", warning: "!", notice: "i" };

class FindingsPanel extends HTMLElement {
  connectedCallback() {
    if (this.firstChild) return;
    this.count = h("span", { class: "count" });
    this.body = h("div", { class: "found" });
    this.append(h("h2", {}, "Findings ", this.count), this.body);
  }

  show() {
    const { findings, accepted } = draft.view;
    const here = findings.filter((one) => one.tile === draft.tile);
    const elsewhere = findings.filter((one) => one.tile !== draft.tile);
    this.count.textContent = findings.length ? String(findings.length) : "";
    this.classList.toggle("stale", draft.isStale);
    const shown = JSON.stringify([findings, accepted.length, draft.tile, draft.view.whole, draft.view.tiles.map((tile) => [tile.name, tile.fields.accept])]);
    if (shown === this.shown) return; // an opened reason stays open, and what has the focus keeps it
    this.shown = shown;
    this.body.replaceChildren(
      here.length ? this.#list(here) : h("p", { class: "calm" }, draft.current ? `Nothing is wrong with ${draft.current.name}.` : "Nothing found."),
      ...(elsewhere.length ? [h("h3", {}, "Elsewhere in the set"), this.#list(elsewhere)] : []),
      accepted.length ? h("p", { class: "soft" }, `${plural(accepted.length, "finding")} marked as intended.`) : "",
    );
  }

  #list(findings) {
    return h("ul", {}, ...findings.map((finding) => h("li", { class: finding.severity }, this.#item(finding))));
  }

  #item(finding) {
    const name = draft.view.tiles[finding.tile]?.name;
    const where = finding.tile !== draft.tile && name ? `${name}: ` : "";
    const canAccept = finding.acceptable && finding.tile !== null && draft.view.whole;
    return [
      h("button", { type: "button", class: "finding", onclick: () => this.#go(finding) },
        h("span", { class: `sign ${finding.severity}`, "aria-hidden": "true" }, SIGNS[finding.severity]),
        h("span", {}, h("span", { class: "unseen" }, `${finding.severity} `), h("b", {}, finding.code), ` ${where}${finding.message}`)),
      finding.help ? h("p", { class: "help" }, finding.help) : "",
      h("details", {}, h("summary", {}, "Why"), h("p", {}, finding.why), h("p", {}, finding.fix),
        canAccept ? h("button", { type: "button", class: "small", onclick: () => this.#accept(finding) }, "This is intended") : ""),
    ];
  }

  #go(finding) {
    this.dispatchEvent(new CustomEvent("go", { detail: finding, bubbles: true }));
  }

  async #accept(finding) {
    const known = draft.view.tiles[finding.tile].fields.accept ?? [];
    const edit = { op: "field", tile: finding.tile, key: "accept", value: [...known, finding.code] };
    if (await draft.edit(() => [edit], `${finding.code} marked as intended`)) ui.say(`${finding.code} marked as intended`);
  }
}

customElements.define("findings-panel", FindingsPanel);
