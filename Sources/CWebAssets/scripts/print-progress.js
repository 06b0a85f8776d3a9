// Updates the progress of a print run on its page, and reloads the page when the run has ended.
// Server side: WebDesk/Printing/BatchPage.swift
const status = document.getElementById("progress");

async function poll() {
  try {
    const response = await fetch(location.href, { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(String(response.status));
    const batch = await response.json();
    if (!batch.under_way) return location.reload();
    if (status.textContent !== batch.progress) status.textContent = batch.progress;
  } catch {
    status.textContent = status.dataset.unreachable;
  }
  setTimeout(poll, 2000);
}

if (status) setTimeout(poll, 2000);
