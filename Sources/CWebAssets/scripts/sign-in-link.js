// A sign-in link has a secret in its fragment (the part after the `#`). Browsers do not send the fragment to the
// server. This script copies the fragment into the page's form and submits the form. The script works only on the page
// for sign-in links, and submits the form only to that page's path.
// Server side: WebHost/SignIn/SignInPages.swift
const secret = location.hash.slice(1);
const form = document.querySelector('form#enter[method="post"][action="/enter"]');
if (secret && location.pathname === "/enter" && form) {
  history.replaceState(null, "", location.pathname);
  form.querySelector("#link").value = secret;
  form.requestSubmit();
}
