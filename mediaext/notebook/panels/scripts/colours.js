// A row of native colour pickers, each with a name and a button that takes it away.
function render({ model, el }) {
  el.classList.add("mediaext-colours");
  el.dataset.lmSuppressShortcuts = "true";
  const group = document.createElement("div");
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", model.get("label"));
  const title = document.createElement("span");
  title.className = "widget-label";
  title.textContent = model.get("label");
  el.append(title, group);

  function write(colours) {
    model.set("value", colours);
    model.save_changes();
  }
  function button(text, name, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "jupyter-button";
    made.textContent = text;
    made.setAttribute("aria-label", name);
    made.addEventListener("click", act);
    return made;
  }
  function draw() {
    const colours = model.get("value");
    group.replaceChildren();
    colours.forEach((colour, index) => {
      const name = `${model.get("label")} ${index + 1}`;
      const picker = document.createElement("input");
      picker.type = "color";
      picker.value = colour;
      picker.setAttribute("aria-label", name);
      picker.addEventListener("change", () => {
        const now = [...model.get("value")];
        now[index] = picker.value;
        write(now);
      });
      const remove = button("✕", `remove ${name}`, () => {
        write(model.get("value").filter((_, other) => other !== index));
        group.querySelector("button:last-of-type")?.focus();
      });
      group.append(picker, remove);
    });
    if (colours.length < model.get("most")) {
      const add = () => write([...model.get("value"), model.get("next")]);
      group.append(button("+ colour", `add a colour to ${model.get("label")}`, add));
    }
  }
  model.on("change:value", draw);
  draw();
}
export default { render };
