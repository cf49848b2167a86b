// Cells of a face as the tile files have them: "." empty, "@" the own square, "MC" or "X1" icons. No rules here:
// what is sound is for the server to say.

const SHARE = new Set(["C", "D", "F"]); // icons that lie under others: they share a cell
export const WINDOW = 5;

/** "X1C" -> [["X", "1"], ["C", ""]]. */
export const icons = (cell) => [...cell.matchAll(/([A-Za-z])([1-9]?)/g)].map(([, letter, digit]) => [letter, digit]);
const written = (parts) => parts.map(([letter, digit]) => letter + digit).join("") || ".";

export const has = (cell, letter) => icons(cell).some(([own]) => own === letter);
export const isOwn = (cell) => cell.includes("@");

/** The cell with an icon put on it: beside those it can lie with, in the place of the others. */
export function put(cell, letter, beside = false) {
  if (isOwn(cell) || has(cell, letter)) return cell;
  const kept = icons(cell).filter(([own]) => beside || SHARE.has(own) || SHARE.has(letter));
  return written([...kept, [letter, ""]]);
}

export const take = (cell, letter) => (isOwn(cell) ? cell : written(icons(cell).filter(([own]) => own !== letter)));
export const cleared = (cell) => (isOwn(cell) ? cell : ".");

/** Joins the cell's strikes and hammers to an area group, or with "" takes them out of it. */
export const joined = (cell, digit) =>
  isOwn(cell) ? cell : written(icons(cell).map(([letter, old]) => [letter, "XH".includes(letter) ? digit : old]));

export const canJoin = (cell) => icons(cell).some(([letter]) => "XH".includes(letter));
export const group = (cell) => icons(cell).find(([, digit]) => digit)?.[1] ?? "";

/** Move and jump <-> the same without capture. */
export function nonCapture(cell) {
  const other = { M: "m", m: "M", J: "j", j: "J" };
  return isOwn(cell) ? cell : written(icons(cell).map(([letter, digit]) => [other[letter] ?? letter, digit]));
}

export function ownPlace(rows) {
  for (let row = 0; row < WINDOW; row += 1) {
    const cell = rows[row].findIndex(isOwn);
    if (cell >= 0) return [row, cell];
  }
  return [2, 2];
}

/** The cell at the other side of the own square's column, if it is on the face. */
export function mirrorOf(rows, row, cell) {
  const other = 2 * ownPlace(rows)[1] - cell;
  return other >= 0 && other < WINDOW && other !== cell ? [row, other] : null;
}

/** Rows with some cells changed: `change(cell)` at each of `places`. */
export function changed(rows, places, change) {
  const copy = rows.map((row) => [...row]);
  for (const [row, cell] of places) copy[row][cell] = change(copy[row][cell]);
  return copy;
}

export function moved(rows, from, to) {
  const copy = rows.map((row) => [...row]);
  const what = copy[from[0]][from[1]];
  if (to && isOwn(copy[to[0]][to[1]])) return rows; // nothing stands on the own square
  copy[from[0]][from[1]] = ".";
  if (to) copy[to[0]][to[1]] = what;
  return !to && isOwn(what) ? rows : copy;
}

export const mirrored = (rows) => rows.map((row) => [...row].reverse());
export const blank = (rows) => rows.map((row) => row.map((cell) => (isOwn(cell) ? "@" : ".")));
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** "2 forward, 1 right" from the own square. */
export function placeWords(rows, row, cell) {
  const [ownRow, ownCell] = ownPlace(rows);
  const forward = ownRow - row;
  const right = cell - ownCell;
  const parts = [];
  if (forward) parts.push(`${Math.abs(forward)} ${forward > 0 ? "forward" : "back"}`);
  if (right) parts.push(`${Math.abs(right)} ${right > 0 ? "right" : "left"}`);
  return parts.join(", ") || "own square";
}
