// Adds a minus button and a plus button to each number field.
// Template: stepper
function button(field, step, label, sign) {
  const element = document.createElement("button");
  element.type = "button";
  element.ariaLabel = label;
  element.textContent = sign;
  element.addEventListener("click", () => {
    if (step > 0) field.stepUp();
    else field.stepDown();
    // The browser sends these events only if a person changes the value. Other scripts listen to them, for example to
    // show the total price.
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
  return element;
}

for (const stepper of document.querySelectorAll("[data-stepper]")) {
  const field = stepper.querySelector("input");
  const less = button(field, -1, stepper.dataset.less, "−");
  const more = button(field, 1, stepper.dataset.more, "+");
  const show = () => {
    less.disabled = field.disabled || field.value === "" || field.valueAsNumber <= Number(field.min);
    more.disabled = field.disabled || (field.value !== "" && field.valueAsNumber >= Number(field.max));
  };
  field.addEventListener("input", show);
  field.before(less);
  field.after(more);
  show();
}
