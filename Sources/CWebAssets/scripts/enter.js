// What stands behind the # of a link is sent to no server; this puts it into the page's form and sends that.
const secret = location.hash.slice(1);
if (secret) {
  history.replaceState(null, "", location.pathname);
  document.getElementById("link").value = secret;
  document.getElementById("enter").requestSubmit();
}
