// Talking to the server. What goes wrong comes back as an ApiError with words to show.

export class ApiError extends Error {
  constructor(status, message, help = "", body = {}) {
    super(message);
    this.status = status;
    this.help = help;
    this.body = body;
  }
  /** The server is away, or was started anew and does not know this page. */
  get isAway() {
    return this.status === 0 || this.status === 403;
  }
}

async function ask(method, path, body, headers = {}) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      cache: "no-store",
    });
  } catch {
    throw new ApiError(0, "The studio does not answer.");
  }
  if (response.ok) return response;
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  const told = isJson ? await response.json() : { message: await response.text() };
  throw new ApiError(response.status, told.message, told.help, told);
}

const fileAddress = (kind, name) => `/api/${kind}/${name.split("/").map(encodeURIComponent).join("/")}`;
const json = async (...request) => (await ask(...request)).json();

export const get = (path) => json("GET", path);
export const post = (path, body) => json("POST", path, body);
export const postForBlob = async (path, body) => (await ask("POST", path, body)).blob();
export const readFile = (name) => json("GET", fileAddress("files", name));
export const listVersions = (name) => json("GET", fileAddress("versions", name));
export const readVersion = (name, id) => json("GET", fileAddress(`versions/${encodeURIComponent(id)}`, name));

/** Writes a file that is still `hash` on the disk (null: not there yet). */
export const saveFile = (name, text, hash) =>
  json("PUT", fileAddress("files", name), { text }, hash ? { "if-match": `"${hash}"` } : { "if-none-match": "*" });
