// Keeps the screen awake while a ticket is shown. If the ticket has a live code (a QR code that changes every 30
// seconds), the script also draws the current code. Both features work offline.
// Server side: WebPublic/Tickets/TicketPage.swift
import { symbol } from "./qr.js";

const container = document.getElementById("symbol");

async function stayAwake() {
  if (document.visibilityState !== "visible" || !navigator.wakeLock) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // A phone in battery-saving mode refuses the wake lock. The ticket works without the lock.
  }
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

// The first 19 bytes of a token. The token's MAC or signature, and the live code, are computed from these bytes.
function signedBytes(token) {
  const bytes = new Uint8Array(19);
  let [value, bits, index] = [0, 0, 0];
  for (const letter of token) {
    value = (value << 5) | alphabet.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[index++] = value >> bits;
    value &= (1 << bits) - 1;
    if (index === bytes.length) break;
  }
  return bytes;
}

function draw(rows) {
  const quiet = 4;
  const side = rows.length + 2 * quiet;
  const path = rows
    .flatMap((row, r) => row.map((dark, c) => (dark ? `M${c + quiet} ${r + quiet}h1v1h-1z` : "")))
    .join("");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", `0 0 ${side} ${side}`);
  svg.setAttribute("shape-rendering", "crispEdges");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", container.dataset.label);
  shape.setAttribute("d", path);
  svg.append(shape);
  container.replaceChildren(svg);
}

async function startLiveCode({ token, key, now }) {
  // The phone's clock may be wrong. So the script adds the difference between the server's clock and the phone's clock,
  // measured when the page was loaded.
  const clockOffset = Number(now) - Date.now();
  const secret = Uint8Array.from(key.match(/../g), (pair) => parseInt(pair, 16));
  const hmac = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const message = new Uint8Array(27);
  message.set(signedBytes(token));
  let displayedStep = -1;
  let timer = 0;
  return async function show() {
    clearTimeout(timer);
    const time = Date.now() + clockOffset;
    const step = Math.floor(time / 30000);
    if (step !== displayedStep) {
      new DataView(message.buffer).setBigUint64(19, BigInt(step));
      const code = new DataView(await crypto.subtle.sign("HMAC", hmac, message)).getUint32(0) >>> 7;
      let text = token;
      for (let shift = 20; shift >= 0; shift -= 5) text += alphabet[(code >>> shift) & 31];
      draw(symbol(text));
      container.dataset.text = text;
      displayedStep = step;
    }
    timer = setTimeout(show, Math.max(50, 30000 - (time % 30000)));
  };
}

async function start() {
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
  if (!container.dataset.key) return;
  try {
    const show = await startLiveCode(container.dataset);
    await show();
    // Timers are suspended while the page is hidden, so the code may be out of date when the page is shown again.
    document.addEventListener("visibilitychange", show);
  } catch {
    const notice = document.getElementById("live");
    notice.textContent = notice.dataset.failed;
  }
}

if (container) start();
