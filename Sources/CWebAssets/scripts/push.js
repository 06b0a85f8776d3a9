// Turns on push messages in this browser: registers the service worker, makes a subscription, and sends the
// subscription with the page's form.
// Server side: WebPublic/Preferences/PushSection.swift and WebHost/Pages/PushWorker.swift
const section = document.querySelector("#push");
const status = section?.querySelector("#push-state");
const form = section?.querySelector("#push-form");

function say(state) {
  status.textContent = status.dataset[state];
  status.hidden = false;
}

// With Trusted Types, the URL of a service worker must come from a policy. This policy accepts only one URL.
function workerURL() {
  const url = section.dataset.worker;
  if (!window.trustedTypes) return url;
  const policy = window.trustedTypes.createPolicy("push-worker", {
    createScriptURL: (text) => {
      if (text === "/push-worker.js") return text;
      throw new TypeError(text);
    },
  });
  return policy.createScriptURL(url);
}

function bytes(base64url) {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function base64url(buffer) {
  const text = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function isSame(first, second) {
  return first?.byteLength === second.byteLength && base64url(first) === base64url(second);
}

async function hash(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// This browser’s push subscription with the server’s public key; undefined if there is none.
async function current() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager?.getSubscription();
  return isSame(subscription?.options.applicationServerKey, bytes(section.dataset.key)) ? subscription : undefined;
}

async function subscribe() {
  const key = bytes(section.dataset.key);
  const registration = await navigator.serviceWorker.register(url, { scope: "/" });
  await navigator.serviceWorker.ready;
  const old = await registration.pushManager.getSubscription();
  // A browser has only one subscription for this site. If it was made with an older key of the server, the server
  // cannot use it.
  if (old && !isSame(old.options.applicationServerKey, key)) await old.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function turnOn(button) {
  button.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") return say("blocked");
    const subscription = await subscribe();
    form.elements.endpoint.value = subscription.endpoint;
    form.elements.p256dh.value = base64url(subscription.getKey("p256dh"));
    form.elements.auth.value = base64url(subscription.getKey("auth"));
    form.submit();
  } catch {
    say("failed");
  } finally {
    button.disabled = false;
  }
}

async function start() {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return say("unsupported");
  }
  const subscription = await current();
  // The person types a code that confirms the subscription. The server accepts the code only from the subscribed
  // browser.
  const codeForm = section.querySelector("#push-code-form");
  if (codeForm && subscription) codeForm.elements.endpoint.value = subscription.endpoint;
  const known = section.dataset.devices.split(" ");
  if (subscription && known.includes(await hash(subscription.endpoint))) return say("on");
  if (Notification.permission === "denied") return say("blocked");
  say("off");
  form.hidden = false;
  const button = form.querySelector("button");
  button.addEventListener("click", () => turnOn(button));
}

let url;
if (section) {
  url = workerURL();
  start().catch(() => say("failed"));
}
