// Browsers do not send the fragment of a link. This script copies the code from it into the page's form, and submits
// the form if the organizer has already set a name. It runs only on the pairing page, and submits only to that page's
// path, whatever else the page contains.
// Server side: WebGate/Pages/PairingPage.swift
const [code, mark] = location.hash.slice(1).split("/");
const form = document.querySelector('form#pair[method="post"][action="/pair"]');
if (code && location.pathname === "/pair" && form) {
  history.replaceState(null, "", location.pathname);
  form.querySelector("#code").value = code;
  if (mark === "named") form.requestSubmit();
  else form.querySelector("#name").focus();
}
