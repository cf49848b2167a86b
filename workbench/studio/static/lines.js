// Two texts line by line: what only one of them has.

import { h } from "./dom.js";

const MOST = 4_000_000; // pairs of lines that are compared; beyond, one is told to have gone and the other to have come

/** [["same" | "gone" | "came", line], ...]: from `before` to `after`, by the longest common run of lines. */
export function lineDifference(before, after) {
  const [a, b] = [before.split("\n"), after.split("\n")];
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const same = (lines) => lines.map((line) => ["same", line]);
  return [...same(a.slice(0, start)), ...between(a.slice(start, a.length - end), b.slice(start, b.length - end)), ...same(a.slice(a.length - end))];
}

function between(a, b) {
  if (a.length * b.length > MOST) return [...a.map((line) => ["gone", line]), ...b.map((line) => ["came", line])];
  const long = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      long[i][j] = a[i] === b[j] ? long[i + 1][j + 1] + 1 : Math.max(long[i + 1][j], long[i][j + 1]);
  const out = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      out.push(["same", a[i]]);
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || long[i + 1][j] >= long[i][j + 1])) out.push(["gone", a[i++]]);
    else out.push(["came", b[j++]]);
  }
  return out;
}

/** The difference as a list, with a few lines around each change. */
export function differenceList(before, after, beforeName, afterName) {
  const all = lineDifference(before, after);
  const near = all.map((_, at) => all.slice(Math.max(0, at - 2), at + 3).some(([kind]) => kind !== "same"));
  const signs = { same: " ", gone: "−", came: "+" };
  const names = { gone: beforeName, came: afterName };
  const rows = all.map(([kind, line], at) => near[at] && h("li", { class: kind }, h("span", { "aria-hidden": "true" }, signs[kind]), kind === "same" ? "" : h("span", { class: "unseen" }, `only ${names[kind]}: `), line || " "));
  return h("ul", { class: "difference", "aria-label": "Difference" }, ...rows.filter(Boolean));
}
