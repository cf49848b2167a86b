// Two texts line by line: what only one of them has.

import { h } from "./dom.js";

/** [["same" | "gone" | "came", line], ...]: from `before` to `after`, by the longest common run of lines. */
export function lineDifference(before, after) {
  const [a, b] = [before.split("\n"), after.split("\n")];
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
