// Buttons that copy an address: one of their own, or else that of the page.
for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const said = button.parentElement.querySelector("[data-shared]");
    try {
      // What follows the question mark is about this visit.
      await navigator.clipboard.writeText(button.dataset.share || location.origin + location.pathname);
      said.textContent = "Copied.";
    } catch {
      said.textContent = button.dataset.share
        ? "It could not be copied; select it here."
        : "It could not be copied; take it from the address line.";
    }
  });
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
