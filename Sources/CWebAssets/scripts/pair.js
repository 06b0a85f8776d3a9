// The part of a link behind its # is sent to no server. This script puts it into the form of the page, and sends the form
// if the phone's name is known already: on its own page alone, and to that page's own address, whatever else a page may
// hold.
const [code, mark] = location.hash.slice(1).split("/");
const form = document.querySelector('form#pair[method="post"][action="/pair"]');
if (code && location.pathname === "/pair" && form) {
  history.replaceState(null, "", location.pathname);
  form.querySelector("#code").value = code;
  if (mark === "named") form.requestSubmit();
  else form.querySelector("#name").focus();
}
