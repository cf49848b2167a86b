// Every command once: what it is called, its keys, when it can be used. Menus, keys and the list of keys read this.

const table = new Map();

/** {id, label, group, keys, run, when}: `keys` such as "Ctrl+S" or "["; `when` says whether it can be used now. */
export function define(...commands) {
  for (const command of commands) table.set(command.id, { keys: [], when: () => true, ...command });
}

export const commands = () => [...table.values()];
export const command = (id) => table.get(id);

export function run(id, ...values) {
  const found = table.get(id);
  if (found?.when()) return found.run(...values);
}

function keyOf(event) {
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push("Ctrl");
  if (event.altKey) parts.push("Alt");
  const isLetter = /^[a-z]$/i.test(event.key);
  if (event.shiftKey && (isLetter || event.key.length > 1) && parts.length) parts.push("Shift");
  parts.push(isLetter && parts.length ? event.key.toUpperCase() : event.key);
  return parts.join("+");
}

const isTyping = (target) => target.matches?.("input:not([type=checkbox], [type=radio]), textarea, select");

/** Keys that work anywhere; while one types only those with Ctrl do. */
export function listen() {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented) return;
    const key = keyOf(event);
    const found = commands().find((one) => one.keys.includes(key));
    if (!found) return;
    const typing = isTyping(event.target);
    if (typing && !key.startsWith("Ctrl+")) return;
    const undoesItself = typing && !event.target.matches("select") && !event.target.closest("text-pane"); // its own letters
    if (undoesItself && found.keepsTyping) return;
    event.preventDefault();
    if (found.when()) found.run();
  });
}
