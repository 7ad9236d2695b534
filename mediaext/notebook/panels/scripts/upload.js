// A native file field that sends files in small messages, so that no size limit of a Jupyter
// server is met; files above what the service takes are refused here, with a sentence.
const CHUNK = 1 << 20;

function sentence(file, limit) {
  const size = (file.size / 1e6).toFixed(1);
  return `${file.name} is ${size} MB; the service takes up to ${Math.floor(limit / 1e6)} MB. ` +
    "Save it smaller, or as JPEG.";
}

async function send(model, file, number, count) {
  const facts = { kind: "chunk", name: file.name, size: file.size, number, count };
  for (let start = 0; start === 0 || start < file.size; start += CHUNK) {
    const buffer = await file.slice(start, start + CHUNK).arrayBuffer();
    model.send({ ...facts, start }, undefined, [buffer]);
  }
}

function render({ model, el }) {
  el.classList.add("mediaext-upload");
  el.dataset.lmSuppressShortcuts = "true";
  const label = document.createElement("label");
  label.className = "widget-label";
  const input = document.createElement("input");
  input.type = "file";
  input.accept = model.get("accept");
  input.multiple = model.get("multiple");
  input.id = label.htmlFor = `mediaext-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
  label.textContent = model.get("label");
  const note = document.createElement("span");
  note.setAttribute("role", "status");
  note.className = "mediaext-note";
  const hint = document.createElement("span");
  hint.className = "mediaext-note";
  hint.textContent = `or drop a file ${input.accept.startsWith("image") ? "or a picture " : ""}here`;
  el.append(label, input, hint, note);

  async function take(files) {
    const limit = model.get("limit");
    const large = files.find((file) => file.size > limit);
    if (large) {
      input.value = "";
      note.textContent = sentence(large, limit);
      model.send({ kind: "refused", sentence: note.textContent });
      return;
    }
    note.textContent = files.length ? "sending…" : "";
    if (!files.length) model.send({ kind: "none" });
    for (const [number, file] of files.entries()) await send(model, file, number, files.length);
  }
  input.addEventListener("change", () => take([...input.files]));
  const mark = (over) => el.classList.toggle("mediaext-drop", over);
  el.addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(true);
  });
  el.addEventListener("dragleave", () => mark(false));
  el.addEventListener("drop", (event) => {
    event.preventDefault();
    event.stopPropagation();
    mark(false);
    const page = new DOMParser().parseFromString(event.dataTransfer.getData("text/html"), "text/html");
    const digest = page.querySelector("img[data-view]")?.dataset.view;
    if (digest) {
      model.send({ kind: "dropped", digest });
      return;
    }
    const dropped = [...event.dataTransfer.files];
    take(model.get("multiple") ? dropped : dropped.slice(0, 1));
  });
  model.on("change:message", () => (note.textContent = model.get("message")));
  model.on("change:generation", () => (input.value = ""));
}
export default { render };
