// Browsers do not send the fragment of a link. This script copies the code from the fragment into the page's form,
// and submits the form if the organizer has already set a name. The script runs only on the pairing page, and submits
// only the form with the pairing page's path.
// Server side: WebGate/Pages/PairingPage.swift
const [code, mark] = location.hash.slice(1).split("/");
const form = document.querySelector('form#pair[method="post"][action="/pair"]');
if (code && location.pathname === "/pair" && form) {
  history.replaceState(null, "", location.pathname);
  form.querySelector("#code").value = code;
  if (mark === "named") form.requestSubmit();
  else form.querySelector("#name").focus();
}
