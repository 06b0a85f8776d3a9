// Browsers do not send the fragment of a link. This script copies it into the page's form and submits the form. It runs
// on its own page only, and only submits to that page's path, whatever else a page contains.
// Server side: WebHost/SignIn/SignInPages.swift
const secret = location.hash.slice(1);
const form = document.querySelector('form#enter[method="post"][action="/enter"]');
if (secret && location.pathname === "/enter" && form) {
  history.replaceState(null, "", location.pathname);
  form.querySelector("#link").value = secret;
  form.requestSubmit();
}
