// The part of a link behind its # is sent to no server. This script puts it into the form of the page and sends the form:
// on its own page alone, and to that page's own address, whatever else a page may hold.
const secret = location.hash.slice(1);
const form = document.querySelector('form#enter[method="post"][action="/enter"]');
if (secret && location.pathname === "/enter" && form) {
  history.replaceState(null, "", location.pathname);
  form.querySelector("#link").value = secret;
  form.requestSubmit();
}
