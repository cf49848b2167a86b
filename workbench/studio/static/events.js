// The stream of events from the server. Only a page that is looked at listens: browsers allow few streams at a time.

import { get } from "./api.js";

const RETRY = 1500;
const KINDS = ["hello", "reset", "file", "batch", "verdict", "table"]; // what the server tells of

class Events extends EventTarget {
  #source = null;
  #last = "";
  #timer = 0;
  state = "away"; // here, away, or locked (the server was started anew and asks for its key)

  start() {
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#close() : this.#open()));
    addEventListener("pagehide", () => this.#close());
    addEventListener("pageshow", () => this.#open());
    this.#open();
  }

  #open() {
    clearTimeout(this.#timer);
    if (this.#source || document.hidden) return;
    const source = new EventSource(`/api/events?tab=${tab}&last=${this.#last}`);
    this.#source = source;
    source.onerror = () => {
      this.#close();
      this.#lost();
    };
    for (const kind of KINDS)
      source.addEventListener(kind, (event) => this.#heard(kind, event));
  }

  #close() {
    this.#source?.close();
    this.#source = null;
  }

  #heard(kind, event) {
    this.#last = event.lastEventId;
    const was = this.state;
    this.#become("here");
    if (kind === "reset" || (kind === "hello" && was !== "here")) this.dispatchEvent(new Event("back"));
    else if (kind !== "hello") this.dispatchEvent(new CustomEvent(kind, { detail: JSON.parse(event.data) }));
  }

  async #lost() {
    this.#become("away");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), RETRY);
    try {
      await get("/api/project");
    } catch (problem) {
      this.#become(problem.status === 403 ? "locked" : "away");
    }
  }

  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}

export const tab = crypto.randomUUID();
export const events = new Events();
