// A button that opens a menu: arrows go through it, Escape leaves it.

import { h } from "./dom.js";

/** `groups()` gives (or promises) [[heading, [{label, keys, run, when, current}]]] anew each time it opens. */
export function menuButton(label, content, groups, more = {}) {
  const panel = h("div", { class: "menu", role: "menu", "aria-label": label, hidden: true });
  const button = h("button", { type: "button", "aria-haspopup": "menu", "aria-expanded": "false", "aria-label": label, title: label, ...more, onclick: () => (panel.hidden ? open() : close(true)) }, content);
  const holder = h("div", { class: "menu-holder" }, button, panel);

  function items() {
    return [...panel.querySelectorAll("[role^=menuitem]:not([aria-disabled=true])")];
  }
  async function open() {
    const shown = (await groups()).filter(([, entries]) => entries.length).map(([heading, entries]) =>
      h("div", { role: "group", "aria-label": heading }, h("div", { class: "heading", "aria-hidden": "true" }, heading), ...entries.map(item)));
    panel.replaceChildren(h("div", { role: "none", class: "groups" }, ...shown));
    panel.hidden = false;
    button.setAttribute("aria-expanded", "true");
    items()[0]?.focus();
    addEventListener("pointerdown", outside, true);
  }
  function close(returns = false) {
    panel.hidden = true;
    button.setAttribute("aria-expanded", "false");
    removeEventListener("pointerdown", outside, true);
    if (returns) button.focus();
  }
  function outside(event) {
    if (!holder.contains(event.target)) close();
  }
  function item(entry) {
    const disabled = entry.when && !entry.when();
    const choose = () => {
      if (disabled) return;
      close(true);
      entry.run();
    };
    return h("div", { role: "menuitem", tabindex: "-1", "aria-disabled": disabled ? "true" : null, "aria-current": entry.current ? "true" : null, onclick: choose,
      onkeydown: (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), event.stopPropagation(), choose()) },
      h("span", {}, entry.label), entry.keys?.length ? h("kbd", {}, entry.keys[0]) : "");
  }
  holder.addEventListener("keydown", (event) => {
    if (panel.hidden) return;
    const all = items();
    const at = all.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === "Escape") close(true);
    else if (event.key === "Tab") return close();
    else if (to !== undefined) all[(to + all.length) % all.length]?.focus();
    else if (event.key.length === 1) all.find((one) => one.textContent.toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return holder;
}
