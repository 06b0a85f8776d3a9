// Shows and handles the buttons that copy a link or print the page. A copy button copies the link in its attribute
// `data-share`, or the page's URL if the attribute is empty. The page contains the messages that the script shows.
// Server side: WebDesk/Tickets/TicketHandover.swift and the pages in WebPublic
for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const notice = button.parentElement.querySelector("[data-shared]");
    try {
      // The page's URL is copied without its query, because the query matters only for the current visit.
      await navigator.clipboard.writeText(button.dataset.share || location.origin + location.pathname);
      notice.textContent = notice.dataset.copied;
    } catch {
      notice.textContent = notice.dataset.failed;
    }
  });
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
