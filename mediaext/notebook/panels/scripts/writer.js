// Shows the panel as code; writes it into a new cell where the page lets us, else copies it.
async function insert(text) {
  const app = window.jupyterapp; // there with --expose-app-in-browser, as in `mediaext lab`
  if (!app?.commands.hasCommand("notebook:replace-selection")) return false;
  await app.commands.execute("notebook:insert-cell-below");
  await app.commands.execute("notebook:replace-selection", { text });
  return true;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function render({ model, el }) {
  el.classList.add("mediaext-writer");
  const code = document.createElement("pre");
  code.tabIndex = 0;
  code.setAttribute("aria-label", model.get("label").replace("Write", "the same"));
  const button = document.createElement("button");
  button.type = "button";
  button.className = "jupyter-button";
  button.textContent = model.get("label");
  const note = document.createElement("span");
  note.setAttribute("role", "status");
  note.className = "mediaext-note";
  const row = document.createElement("div");
  row.append(button, note);
  el.append(row, code);

  const draw = () => {
    code.textContent = model.get("text") || "(complete the fields above)";
    button.disabled = !model.get("text");
    note.textContent = "";
  };
  button.addEventListener("click", async () => {
    const text = model.get("text");
    model.send({ kind: "written" });
    if (await insert(text)) note.textContent = "in a new cell below";
    else if (await copy(text)) note.textContent = "copied; paste it into a cell";
    else {
      getSelection().selectAllChildren(code);
      note.textContent = "selected; copy it into a cell";
    }
  });
  model.on("change:text", draw);
  draw();
}
export default { render };
