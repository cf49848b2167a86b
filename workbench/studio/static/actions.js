// The commands of the studio: what stands in the menu and what the keys do.

import { draft } from "./draft.js";
import { listVersions, readVersion } from "./api.js";
import { define, run } from "./commands.js";
import { ui } from "./ui.js";
import { verdict } from "./verdict.js";
import * as cells from "./cells.js";
import * as share from "./share.js";

const isOpen = () => draft.isOpen;
const hasTile = () => draft.isOpen && draft.view.whole && Boolean(draft.current);
const otherSide = (side) => (side === "starting" ? "other" : "starting");

/** A field is written when it is left: the one in which one types is left for a moment. */
function writeField() {
  const field = document.activeElement;
  if (!field?.closest("tile-fields")) return;
  field.blur();
  field.focus();
}

async function save() {
  writeField();
  try {
    if (await draft.save()) ui.say(`${draft.name} saved`);
    else ui.say(`${draft.name} was changed on the disk; nothing was written`);
  } catch (problem) {
    ui.complain(problem);
  }
}

async function undo(way) {
  const label = await (way === "undo" ? draft.undo() : draft.redo());
  if (label) ui.say(`${way === "undo" ? "undone" : "done again"}: ${label}`);
}

async function addTile(edit, said) {
  const after = draft.view.tiles.length ? draft.tile : null;
  if (!(await draft.edit(() => [{ op: "add", after, ...edit }], said))) return;
  draft.select(after === null ? 0 : after + 1, "starting");
  run("page-edit");
  ui.say(`${draft.current.name} added`);
}

async function removeTile() {
  const { tile } = draft;
  const { name } = draft.current;
  if (await draft.edit(() => [{ op: "remove", tile }], `${name} removed`)) ui.say(`${name} removed; Ctrl+Z brings it back`);
}

/** Changes the cells of both sides: `change(sides)` gives what is to be on them. */
async function faces(change, label) {
  const { tile } = draft;
  const done = await draft.edit((view) => {
    const { starting, other } = view.tiles[tile].sides;
    const after = change({ starting: starting.cells, other: other.cells });
    return Object.entries(after).map(([side, rows]) => ({ op: "cells", tile, side, rows }));
  }, label);
  if (done) ui.say(label);
}

const step = (by) => draft.select((draft.tile + by + draft.view.tiles.length) % draft.view.tiles.length);

/** `pages` is what the app shows; `open` opens a file by its name. */
export function defineActions(pages, { open, go, showKeys }) {
  define(
    { id: "save", group: "File", label: "Save", keys: ["Ctrl+S"], when: isOpen, run: save },
    { id: "new-set", group: "File", label: "New set or example", run: (like = "") => ((pages.start.like = like), go("start")) },
    { id: "open", run: open },
    { id: "reload", group: "File", label: "Read the file again", when: isOpen, run: () => draft.lookAtDisk().catch((problem) => ui.complain(problem)) },
    { id: "undo", group: "Edit", label: "Undo", keys: ["Ctrl+Z"], keepsTyping: true, when: () => draft.history.canUndo, run: () => undo("undo") },
    { id: "redo", group: "Edit", label: "Redo", keys: ["Ctrl+Shift+Z", "Ctrl+Y"], keepsTyping: true, when: () => draft.history.canRedo, run: () => undo("redo") },
    { id: "new-tile", group: "Tile", label: "New tile", when: () => isOpen() && draft.view.whole, run: () => addTile({}, "tile added") },
    { id: "duplicate-tile", group: "Tile", label: "Duplicate this tile", when: hasTile, run: () => addTile({ copy_of: draft.tile }, "tile duplicated") },
    { id: "remove-tile", group: "Tile", label: "Remove this tile", when: hasTile, run: removeTile },
    { id: "previous-tile", group: "Tile", label: "Previous tile", keys: ["["], when: hasTile, run: () => step(-1) },
    { id: "next-tile", group: "Tile", label: "Next tile", keys: ["]"], when: hasTile, run: () => step(1) },
    { id: "mirror", group: "Face", label: "Mirror this side", when: hasTile, run: () => faces((sides) => ({ [draft.side]: cells.mirrored(sides[draft.side]) }), "side mirrored") },
    { id: "copy-side", group: "Face", label: "Copy to the other side", when: hasTile, run: () => faces((sides) => ({ [otherSide(draft.side)]: sides[draft.side] }), "copied to the other side") },
    { id: "swap-sides", group: "Face", label: "Swap the two sides", when: hasTile, run: () => faces(({ starting, other }) => ({ starting: other, other: starting }), "sides swapped") },
    { id: "clear-side", group: "Face", label: "Clear this side", when: hasTile, run: () => faces((sides) => ({ [draft.side]: cells.blank(sides[draft.side]) }), "side cleared") },
    { id: "library", group: "Face", label: "Take the faces of a shipped tile", when: hasTile, run: () => go("library") },
    { id: "pointer", group: "Face", label: "Pointer", keys: ["Escape"], run: () => ui.take("pointer") },
    { id: "copy-yaml", group: "Share", label: "Copy this tile as YAML", when: hasTile, run: share.copyYaml },
    { id: "copy-link", group: "Share", label: "Copy a link that holds this tile", when: hasTile, run: share.copyLink },
    { id: "copy-picture", group: "Share", label: "Copy the picture", when: hasTile, run: share.copyPicture },
    { id: "save-png", group: "Share", label: "Save the picture as PNG", when: hasTile, run: () => share.savePicture("png") },
    { id: "save-svg", group: "Share", label: "Save the picture as SVG", when: hasTile, run: () => share.savePicture("svg") },
    { id: "show-reach", group: "View", label: "Reach board", keys: ["r"], when: hasTile, run: () => (go("edit"), pages.edit.focusReach()) },
    { id: "show-worth", group: "View", label: "Worth", keys: ["v"], when: hasTile, run: () => (go("edit"), pages.edit.focusWorth()) },
    { id: "icon-heat", group: "View", label: "Heat of the icons", keys: ["i"], when: hasTile, run: () => verdict.more("icons") },
    { id: "fair-edits", group: "View", label: "Fair edits", when: hasTile, run: () => verdict.more("edits") },
    { id: "pause-verdict", group: "View", label: "Pause the verdict, or go on", when: hasTile, run: () => verdict.pause() },
    { id: "show-face", group: "View", label: "Faces", keys: ["f"], when: hasTile, run: () => (go("edit"), pages.edit.focusFace()) },
    { id: "show-text", group: "View", label: "Text of the file", keys: ["t"], when: isOpen, run: () => (go("edit"), pages.edit.showText()) },
    { id: "page-edit", group: "Go to", label: "Edit", when: isOpen, run: () => go("edit") },
    { id: "page-play", group: "Go to", label: "Play", keys: ["p"], run: () => go("play") },
    { id: "page-watch", group: "Go to", label: "Watch", run: () => go("watch") },
    { id: "watch-twins", run: () => (go("watch"), pages.watch.showTwins()) },
    { id: "watch-record", run: (record) => (go("watch"), pages.watch.showRecord(record)) },
    { id: "page-print", group: "Go to", label: "Print", when: isOpen, run: () => go("print") },
    { id: "page-batch", group: "Go to", label: "Batch", run: () => go("batch") },
    { id: "page-library", group: "Go to", label: "Library", run: () => go("library") },
    { id: "keys", group: "View", label: "Keys", keys: ["?"], run: showKeys },
  );
}

/** Menu entries of the versions that were kept of the file. */
export async function versionEntries() {
  const versions = await listVersions(draft.name);
  return versions.map(({ id, when }) => ({
    label: new Date(when).toLocaleString(),
    run: async () => {
      draft.setText((await readVersion(draft.name, id)).text, "earlier version taken");
      ui.say("earlier version taken; Ctrl+Z goes back");
    },
  }));
}
