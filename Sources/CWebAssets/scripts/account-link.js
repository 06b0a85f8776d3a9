// A link for a new password, or for joining an organizer's team, has a secret in its fragment (the part after the `#`).
// Browsers do not send the fragment to the server. This script copies the fragment into the page's form and submits the
// form. The script works only on the pages for such links, and submits the form only to the page's own path.
// Server side: WebHost/SignIn/PasswordResetPages.swift and WebHost/SignIn/JoinTeamPage.swift
const secret = location.hash.slice(1);
const path = ["/reset", "/join"].find((known) => known === location.pathname);
const form = path && document.querySelector(`form#open[method="post"][action="${path}"]`);
if (secret && form) {
  history.replaceState(null, "", path);
  form.querySelector("#link").value = secret;
  form.requestSubmit();
}
