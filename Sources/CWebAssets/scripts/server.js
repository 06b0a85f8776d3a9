// Sends requests to this page's server. The functions never throw: if no answer arrives, the result is `retry`.
// Server side: WebGate/Requests/GateRoutes.swift; WebHost/SignIn/CSRFToken.swift checks the header X-Antiforgery.

const antiforgery = document.querySelector('meta[name="antiforgery"]')?.content ?? "";

// Time limit of a request in milliseconds.
const timeout = 10_000;

/// Sends a request and returns its result by `kind`:
/// `answered`, with the body;
/// `nothing`, if a camera frame shows no new QR code, or if the server could not read the frame;
/// `retry`, if the server is down or busy: send the same request again (`isBusy` is true if the server is still
/// handling an earlier request);
/// `signedOut`, if this page is signed out;
/// `refused`, with the reason, if a retry can't succeed.
async function send(path, options) {
  let response;
  try {
    response = await fetch(path, { ...options, signal: AbortSignal.timeout(timeout), redirect: "error" });
    const body = response.headers.get("content-type")?.includes("json") ? await response.json() : null;
    // The QR codes that the server found in a camera frame. Null if the server could not read the frame, or if the
    // request has no frame.
    const symbols = response.headers.get("x-symbol")?.split(",").filter(Boolean) ?? null;
    if (response.status === 204) return { kind: "nothing", symbols };
    // This server answers in JSON. A response in another format comes from elsewhere, for example from the login page
    // of a Wi-Fi network.
    if (response.ok) return body === null ? { kind: "retry" } : { kind: "answered", body, symbols };
    if (response.status === 401 || response.status === 403) return { kind: "signedOut" };
    if (response.status >= 500 || [408, 409, 429].includes(response.status)) {
      return { kind: "retry", isBusy: response.status === 409 };
    }
    return { kind: "refused", why: body?.detail ?? body?.title ?? response.statusText };
  } catch {
    return { kind: "retry" };
  }
}

const headers = (type) => ({ "Content-Type": type, Accept: "application/json", "X-Antiforgery": antiforgery });

export const post = (path, body) =>
  send(path, { method: "POST", headers: headers("application/json"), body: JSON.stringify(body) });

export const postBytes = (path, bytes) =>
  send(path, { method: "POST", headers: headers("application/octet-stream"), body: bytes });

export const pause = (milliseconds) => new Promise((next) => setTimeout(next, milliseconds));
