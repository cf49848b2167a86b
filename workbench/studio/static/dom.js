// Elements made in one expression, and small things every part needs.

/** An element: `h("button", {class: "quiet", onclick: run, "aria-label": "Save"}, "Save")`. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** SVG text of our own server as an element that readers pass over. */
export function picture(text) {
  const svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  return svg;
}

export const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

/** Runs `work` once things have been quiet for a while. */
export function later(milliseconds, work) {
  let timer = 0;
  const wait = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...values), milliseconds);
  };
  wait.cancel = () => clearTimeout(timer);
  return wait;
}

export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A group of choices of which one holds: real radio buttons, looking like one bar. */
export function choice(label, name, options, value, onchange) {
  const inputs = options.map(([key, text]) =>
    h("label", {}, h("input", { type: "radio", name, value: key, checked: key === value, onchange: () => onchange(key) }), h("span", {}, text)),
  );
  return h("fieldset", { class: "choice" }, h("legend", { class: "unseen" }, label), ...inputs);
}
