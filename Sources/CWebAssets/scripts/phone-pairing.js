// Browsers do not send the fragment of a link (the part after the `#`). This script copies the pairing code from the
// fragment into the page's form. It submits the form if the organizer has already entered the name of the phone's user.
// The script works only on the pairing page, and submits the form only to that page's path. If the phone is already
// paired, and the link has no new code, the phone goes back to its gate.
// Server side: WebGate/Pages/PairingPage.swift
const [code, mark] = location.hash.slice(1).split("/");
const form = document.querySelector('form#pair[method="post"][action="/pair"]');
if (code && location.pathname === "/pair" && form) {
  history.replaceState(null, "", location.pathname);
  form.querySelector("#code").value = code;
  if (mark === "named") form.requestSubmit();
  else form.querySelector("#name").focus();
} else if (location.pathname === "/pair") {
  const gate = document.getElementById("own-gate")?.getAttribute("href");
  if (gate?.startsWith("/gate/")) location.replace(gate);
}
