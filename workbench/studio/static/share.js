// A tile in an address: the part behind the #, which browsers never send to a server.

import { draft } from "./draft.js";
import { post, postForBlob } from "./api.js";
import { download } from "./dom.js";
import { ui } from "./ui.js";

const PREFIX = "#tile=";

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

const toText = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

export const pack = async (yaml) => PREFIX + toText(await through(new TextEncoder().encode(yaml), new CompressionStream("deflate-raw")));

/** The text of the tile in the address, or "" where there is none (or none that can be read). */
export async function unpack(fragment) {
  if (!fragment.startsWith(PREFIX) || fragment.length > 20_000) return "";
  try {
    return new TextDecoder().decode(await through(toBytes(fragment.slice(PREFIX.length)), new DecompressionStream("deflate-raw"))).slice(0, 20_000);
  } catch {
    return "";
  }
}

async function tileText() {
  const { name, text, tile } = draft;
  return (await post("/api/tile-text", { name, text, tile })).yaml;
}

async function copied(work, said) {
  try {
    await work();
    ui.say(said);
  } catch (problem) {
    ui.complain(problem.name === "NotAllowedError" ? { message: "The browser does not allow copying here." } : problem);
  }
}

export const copyYaml = () => copied(async () => navigator.clipboard.writeText(await tileText()), "YAML copied");

export const copyLink = () =>
  copied(async () => navigator.clipboard.writeText(location.origin + location.pathname + (await pack(await tileText()))), "link copied: it holds the whole tile");

const asked = (format) => ({ name: draft.name, text: draft.text, tile: draft.tile, format });

export const copyPicture = () =>
  copied(() => navigator.clipboard.write([new ClipboardItem({ "image/png": postForBlob("/api/picture", asked("png")) })]), "picture copied");

export async function savePicture(format) {
  try {
    const name = `${draft.current.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}.${format}`;
    download(await postForBlob("/api/picture", asked(format)), name);
    ui.say(`${name} saved`);
  } catch (problem) {
    ui.complain(problem);
  }
}
