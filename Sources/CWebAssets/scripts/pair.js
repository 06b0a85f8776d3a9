// What stands behind the # of a link is sent to no server; this puts it into the page's form, and sends that where the
// phone's name is known already.
const [code, mark] = location.hash.slice(1).split("/");
if (code) {
  history.replaceState(null, "", location.pathname);
  document.getElementById("code").value = code;
  if (mark === "named") document.getElementById("pair").requestSubmit();
  else document.getElementById("name").focus();
}
