// Tables sort by their headings; without this script they stand sorted by strength.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = head.querySelector("button");
    if (!button) return;
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") === "descending";
      const body = table.tBodies[0];
      const value = row => {
        const text = row.cells[column].dataset.sort ?? row.cells[column].textContent.trim();
        return text === "" ? null : isNaN(text) ? text.toLowerCase() : Number(text);
      };
      const rows = [...body.rows].map(row => [value(row), row]);
      rows.sort(([a], [b]) => {
        if (a === null || b === null) return (a === null) - (b === null);
        return (a < b ? -1 : a > b ? 1 : 0) * (up ? 1 : -1);
      });
      rows.forEach(([, row]) => body.append(row));
      heads.forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
    });
  });
}
// Paper cannot unfold: print everything.
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details:not([open])")];
  folded.forEach(part => (part.open = true));
});
addEventListener("afterprint", () => folded.forEach(part => (part.open = false)));
