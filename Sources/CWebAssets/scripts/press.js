// Shows the progress of a print run, and reloads the page when it has ended.
const place = document.getElementById("progress");

async function look() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const batch = await answer.json();
    if (!batch.under_way) return location.reload();
    if (place.textContent !== batch.progress) place.textContent = batch.progress;
  } catch {
    place.textContent = "The server does not answer. The print run continues without this page, or can be resumed.";
  }
  setTimeout(look, 2000);
}

if (place) setTimeout(look, 2000);
