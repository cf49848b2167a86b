// The frame around the pages: header, banners, status line, and which page is shown.

import { draft } from "./draft.js";
import { events } from "./events.js";
import { get, post } from "./api.js";
import { commands, listen, run } from "./commands.js";
import { defineActions, versionEntries } from "./actions.js";
import { differenceList } from "./lines.js";
import { h } from "./dom.js";
import { menuButton } from "./menu.js";
import { ui } from "./ui.js";
import { unpack } from "./share.js";
import { verdict } from "./verdict.js";
import { StartPage } from "./page-start.js";
import { EditPage } from "./page-edit.js";
import { PlayPage } from "./page-play.js";
import { WatchPage } from "./page-watch.js";
import { PrintPage } from "./page-print.js";
import { BatchPage } from "./page-batch.js";
import { LibraryPage } from "./page-library.js";

const NAV = ["edit", "play", "watch", "print", "batch", "library"];
const STATES = {
  saved: ["✓", "saved"],
  draft: ["○", "draft"],
  changed: ["!", "changed on disk"],
};
const GRID_KEYS = [
  ["Arrows, Home, End", "move over the cells"],
  ["M J S Z X C D F A H", "place or take away an icon (with Shift on both sides)"],
  ["n", "with or without capture"],
  ["1 to 9, 0", "join an area group, leave it"],
  ["@", "move the own square here"],
  ["Enter, Space", "use the brush"],
  ["Delete", "clear the cell"],
  ["Tab", "the other face"],
];
const BOARD_KEYS = [
  ["Arrows, Home, End", "move over the squares"],
  ["Enter, Space", "pick up, and put down"],
  ["Escape", "put back"],
  ["m, o, l", "say the targets, the square, the last turn"],
  ["x", "both sides of the tile"],
  ["u, h", "take back, hint"],
];

class App {
  async start() {
    [draft.project] = await Promise.all([get("/api/project"), ui.load()]);
    this.pages = { start: new StartPage(), edit: new EditPage(), play: new PlayPage(), watch: new WatchPage(), print: new PrintPage(), batch: new BatchPage(), library: new LibraryPage() };
    defineActions(this.pages, { open: (name) => this.open(name), go: (page) => this.go(page), showKeys: () => this.#toggleKeys() });
    this.#build();
    listen();
    draft.follow();
    verdict.follow();
    events.start();
    draft.addEventListener("change", () => this.#show());
    draft.addEventListener("adopted", () => ui.say(`${draft.name} was changed on the disk and read again`));
    draft.addEventListener("deleted", () => ui.say(`${draft.name} was deleted from the disk; Ctrl+S writes it again`));
    draft.addEventListener("trouble", ({ detail }) => ui.complain(detail));
    draft.addEventListener("files", async () => (draft.project = await get("/api/project").catch(() => draft.project)));
    events.addEventListener("state", () => this.#show());
    ui.addEventListener("say", ({ detail }) => (this.status.textContent = detail));
    addEventListener("hashchange", () => this.#route());
    addEventListener("keydown", (event) => this.#escape(event), true);
    setInterval(() => this.#showSaved(), 20_000);
    await this.#openFirst();
    await this.#route();
    document.body.classList.add("ready");
  }

  async #openFirst() {
    const sets = draft.project.files.filter((file) => file.kind === "set").map((file) => file.name);
    const name = draft.project.first || draft.lastOpen || (sets.length === 1 ? sets[0] : "");
    if (name) await this.open(name, false);
  }

  async open(name, goes = true) {
    const { hash } = location;
    try {
      await draft.open(name);
      if (goes && location.hash === hash) this.go("edit"); // unless someone has gone elsewhere meanwhile
    } catch (problem) {
      if (goes || draft.project.first) ui.complain(problem);
    }
  }

  // ------------------------------------------------------------------------------------- building

  #build() {
    this.fileState = h("span", { class: "state" });
    this.fileName = h("span", { class: "file-name" });
    this.nav = h("nav", { "aria-label": "Pages" }, ...NAV.map((page) => h("a", { href: `#${page}` }, this.pages[page].title)));
    this.banner = h("div", { class: "banners" });
    this.difference = h("div");
    this.status = h("p", { class: "status", role: "status", "aria-live": "polite" });
    this.savedAgo = h("span", { class: "soft" });
    this.undo = h("button", { type: "button", class: "quiet", onclick: () => run("undo") }, "Undo");
    this.redo = h("button", { type: "button", class: "quiet", onclick: () => run("redo") }, "Redo");
    this.saveButton = h("button", { type: "button", class: "save", onclick: () => run("save"), title: "Save (Ctrl+S)" }, "Save");
    this.main = h("main", { id: "main", tabindex: "-1" });
    this.keys = h("aside", { class: "keys", "aria-label": "Keys", hidden: true });
    const menu = menuButton("Menu", "☰", () => this.#menu(), { class: "icon" });
    const file = menuButton("File", [h("span", { class: "unseen" }, "File "), this.fileName, this.fileState, h("span", { class: "caret", "aria-hidden": "true" }, "▾")], () => this.#files(), { class: "file", "aria-label": null });
    document.getElementById("opening").remove();
    document.body.append(
      h("header", {}, h("span", { class: "brand" }, "Duke workbench"), file, this.saveButton, this.nav,
        h("span", { class: "tools" }, h("button", { type: "button", class: "icon", "aria-label": "Keys", title: "Keys (?)", onclick: () => run("keys") }, "?"), menu)),
      this.banner, this.main, this.keys,
      h("footer", {}, this.status, this.savedAgo, this.undo, this.redo));
  }

  async #menu() {
    const groups = new Map();
    for (const one of commands().filter((command) => command.group)) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
    return [...groups, ["Earlier versions", await this.#versions()]];
  }

  /** What was kept of the file; nothing where the server is away. */
  #versions() {
    return draft.base.hash ? versionEntries().catch(() => []) : [];
  }

  async #files() {
    const sets = draft.project.files.filter((file) => file.kind === "set");
    const drafts = draft.unsaved().filter((name) => !sets.some((file) => file.name === name));
    return [
      ["Open", [...sets.map(({ name }) => name), ...drafts].map((name) => ({ label: name, current: name === draft.name, run: () => run("open", name) }))],
      ["Begin", [{ label: "New set or example", run: () => run("new-set") }]],
      ["Earlier versions", await this.#versions()],
    ];
  }

  // -------------------------------------------------------------------------------------- routing

  go(page) {
    if (location.hash === `#${page}`) this.#route();
    else location.hash = page;
  }

  async #route() {
    const shared = await unpack(location.hash);
    if (shared) {
      history.replaceState(null, "", "#edit");
      await this.#offer(shared);
    }
    const asked = location.hash.slice(1);
    let page = asked in this.pages ? asked : "edit";
    if (!draft.isOpen && (page === "edit" || page === "print")) page = "start";
    ui.page = page;
    const { element, title } = this.pages[page];
    if (this.main.firstChild !== element) this.main.replaceChildren(element);
    document.title = `${draft.isOpen ? `${draft.name} · ` : ""}${title} · Duke workbench`;
    for (const link of this.nav.children) {
      if (link.hash === `#${page}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.body.dataset.page = page;
    this.#show();
    await this.pages[page].show();
    verdict.look();
  }

  /** A tile came with the address. */
  async #offer(yaml) {
    this.shared = yaml;
    try {
      const { view } = await post("/api/view", { name: "shared.yaml", text: yaml });
      this.sharedTile = view.tiles[0] ?? null;
    } catch {
      this.sharedTile = null;
    }
    if (!this.sharedTile) ui.say("The tile in this address cannot be read");
  }

  async #takeShared() {
    const yaml = this.shared;
    this.sharedTile = null;
    if (!draft.isOpen) {
      const { name } = await get("/api/example");
      await draft.openNew(name.replace("workshop", "shared"), yaml);
      this.go("edit");
    } else if (await draft.edit(() => [{ op: "add", yaml }], "shared tile added")) draft.select(draft.view.tiles.length - 1, "starting");
    this.#show();
    ui.say(`${draft.current?.name} added`);
  }

  // -------------------------------------------------------------------------------------- showing

  #show() {
    const [sign, word] = STATES[draft.state];
    this.fileName.textContent = draft.isOpen ? draft.name : "no file";
    this.fileState.replaceChildren(...(draft.isOpen ? [h("span", { "aria-hidden": "true" }, sign), ` ${word}`] : []));
    this.fileState.dataset.state = draft.isOpen ? draft.state : "";
    this.saveButton.disabled = !draft.isOpen || !draft.isDirty;
    this.undo.disabled = !draft.history.canUndo;
    this.redo.disabled = !draft.history.canRedo;
    this.#showSaved();
    this.#showBanners();
  }

  #showSaved() {
    const minutes = draft.savedAt === null ? null : Math.floor((Date.now() - draft.savedAt) / 60_000);
    this.savedAgo.textContent = minutes === null || !draft.isOpen ? "" : minutes < 1 ? "saved just now" : `saved ${minutes} min ago`;
  }

  #showBanners() {
    this.#showDifference();
    const shown = JSON.stringify([events.state, document.body.classList.contains("ready"), draft.name, draft.isOpen, draft.disk, this.sharedTile]);
    if (shown === this.shownBanners) return; // said once, and what has the focus keeps it
    this.shownBanners = shown;
    const banners = [];
    if (events.state === "locked") banners.push(h("div", { class: "banner", role: "alert" }, "The studio was started again. Open the address that the terminal shows once; this page then goes on by itself. Your draft is kept."));
    else if (events.state === "away" && document.body.classList.contains("ready")) banners.push(h("div", { class: "banner", role: "alert" }, "The studio does not answer: start it again with “workbench studio”. Your draft is kept in this browser."));
    if (draft.disk) banners.push(this.#conflict(), this.difference);
    if (this.sharedTile) banners.push(this.#sharedBanner());
    this.banner.replaceChildren(...banners);
  }

  #conflict() {
    const button = (label, work) => h("button", { type: "button", onclick: work }, label);
    return h("div", { class: "banner conflict", role: "alert" },
      h("span", {}, h("b", {}, draft.name), draft.disk.gone ? " was deleted from the disk while you changed it here." : " was changed on the disk while you changed it here."),
      draft.disk.gone ? "" : button("Load from disk", () => draft.loadFromDisk().then(() => ui.say("loaded from the disk; Ctrl+Z brings your draft back"))),
      button("Keep mine", () => (draft.keepMine(), ui.say("your draft is kept; Ctrl+S writes it over the file"))),
      draft.disk.gone ? "" : button("Show difference", () => (this.showsDifference = !this.showsDifference) | this.#showDifference()));
  }

  #showDifference() {
    const isShown = this.showsDifference && draft.disk && !draft.disk.gone;
    const shown = isShown ? JSON.stringify([draft.disk.text, draft.text]) : "";
    if (shown === this.shownDifference) return;
    this.shownDifference = shown;
    this.difference.replaceChildren(...(isShown ? [differenceList(draft.disk.text, draft.text, "on the disk", "in your draft")] : []));
  }

  #sharedBanner() {
    const tile = this.sharedTile;
    const forget = () => ((this.sharedTile = null), this.#showBanners());
    return h("div", { class: "banner shared", role: "alert" },
      h("img", { src: `/face/${tile.sides.starting.face}.svg`, alt: "", width: "64", height: "64" }), h("img", { src: `/face/${tile.sides.other.face}.svg`, alt: "", width: "64", height: "64" }),
      h("span", {}, "A tile was shared with you: ", h("b", {}, tile.name)),
      h("button", { type: "button", class: "primary", onclick: () => this.#takeShared() }, draft.isOpen ? "Add it to this set" : "Open it"),
      h("button", { type: "button", onclick: forget }, "Not now"));
  }

  /** Escape leaves the list of keys before anything else. */
  #escape(event) {
    if (event.key !== "Escape" || this.keys.hidden) return;
    event.preventDefault();
    event.stopPropagation();
    this.#toggleKeys();
  }

  #toggleKeys() {
    const isInside = this.keys.contains(document.activeElement);
    this.keys.hidden = !this.keys.hidden;
    if (this.keys.hidden) return isInside && this.cameFrom?.focus();
    this.cameFrom = document.activeElement;
    const rows = (entries) => h("dl", {}, ...entries.map(([keys, text]) => h("div", {}, h("dt", {}, h("kbd", {}, keys)), h("dd", {}, text))));
    const general = commands().filter((one) => one.keys.length && one.label).map((one) => [one.keys.join(", "), one.label]);
    this.keys.replaceChildren(
      h("div", { class: "row" }, h("h2", {}, "Keys"), h("button", { type: "button", class: "quiet", onclick: () => this.#toggleKeys() }, "Close")),
      h("h3", {}, "Anywhere"), rows(general), h("h3", {}, "On a face"), rows(GRID_KEYS), h("h3", {}, "On the board"), rows(BOARD_KEYS));
    this.keys.querySelector("button").focus();
  }
}

new App().start().catch((problem) => {
  document.getElementById("opening")?.remove();
  document.body.append(h("p", { class: "notice", role: "alert" }, `The studio could not start: ${problem.message}`));
});
