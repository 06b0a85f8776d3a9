// A button that copies the address of the page.
for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const said = button.parentElement.querySelector("[data-shared]");
    try {
      // What follows the question mark is about this visit.
      await navigator.clipboard.writeText(location.origin + location.pathname);
      said.textContent = "Copied.";
    } catch {
      said.textContent = "It could not be copied; take it from the address line.";
    }
  });
}
