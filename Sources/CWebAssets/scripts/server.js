// Asks this page's server. Nothing is thrown: an answer that did not come is one, too.

const antiforgery = document.querySelector('meta[name="antiforgery"]')?.content ?? "";

// How long an answer may take, in milliseconds.
const patience = 10_000;

/// What came of asking: `answered` with what was said; `nothing` was read; `again` when the server is gone or busy and the
/// same may be asked once more (`isBusy`: it is there, and still at work for this page); `signedOut`; `refused` with the reason when the server will never take it.
async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, { ...options, signal: AbortSignal.timeout(patience), redirect: "error" });
    const body = response.headers.get("content-type")?.includes("json") ? await response.json() : null;
    // All symbols of a picture; null where it could not be read, and where none was sent.
    const symbols = response.headers.get("x-symbol")?.split(",").filter(Boolean) ?? null;
    if (response.status === 204) return { kind: "nothing", symbols };
    // What says nothing that can be read comes from something between, such as a network that wants a password.
    if (response.ok) return body === null ? { kind: "again" } : { kind: "answered", body, symbols };
    if (response.status === 401 || response.status === 403) return { kind: "signedOut" };
    if (response.status >= 500 || [408, 409, 429].includes(response.status)) {
      return { kind: "again", isBusy: response.status === 409 };
    }
    return { kind: "refused", why: body?.detail ?? body?.title ?? response.statusText };
  } catch {
    return { kind: "again" };
  }
}

const headers = (type) => ({ "Content-Type": type, Accept: "application/json", "X-Antiforgery": antiforgery });

export const post = (path, body) =>
  ask(path, { method: "POST", headers: headers("application/json"), body: JSON.stringify(body) });

export const postBytes = (path, bytes) =>
  ask(path, { method: "POST", headers: headers("application/octet-stream"), body: bytes });

export const pause = (milliseconds) => new Promise((next) => setTimeout(next, milliseconds));
