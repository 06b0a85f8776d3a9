// A pairing link has the code in its fragment, which browsers do not send. This script copies the code into the page's
// form, and submits the form if the organizer has already set a name. It submits only to the pairing page's path.
// Server side: WebGate/Pages/PairingPage.swift
const [code, mark] = location.hash.slice(1).split("/");
const form = document.querySelector('form#pair[method="post"][action="/pair"]');
if (code && location.pathname === "/pair" && form) {
  history.replaceState(null, "", location.pathname);
  form.querySelector("#code").value = code;
  if (mark === "named") form.requestSubmit();
  else form.querySelector("#name").focus();
}
