// Shows and handles the buttons that share or copy a link, and the buttons that print the page. A button for a link has
// the link in its attribute `data-share`; if the attribute is empty, the link is the page's URL. A button with the
// attribute `data-share-title` opens the device's list of apps if there is one; all other buttons for a link copy it.
// Server side: WebDesk/Tickets/TicketHandover.swift and the pages in WebPublic
for (const button of document.querySelectorAll("[data-share]")) {
  const title = button.dataset.shareTitle;
  const hasSheet = title !== undefined && Boolean(navigator.share);
  if (!navigator.clipboard && !hasSheet) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const notice = button.parentElement.querySelector("[data-shared]");
    // The page's URL is shared without its query, because the query matters only for the current visit.
    const url = button.dataset.share || location.origin + location.pathname;
    try {
      if (hasSheet) {
        await navigator.share({ title, url });
        return;
      }
      await navigator.clipboard.writeText(url);
      notice.textContent = notice.dataset.copied;
    } catch (error) {
      // A person who closes the list of apps has decided not to share.
      if (error.name === "AbortError") return;
      notice.textContent = notice.dataset.failed;
    }
  });
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
