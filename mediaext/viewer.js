// Runs as the onclick of an element around pictures: shows the chosen one in a dialog with zoom,
// pan, copy and save. A page of a running kernel gives the original, others what they show.
// window.URL, since URL alone is the document's own address here.
const opener = event.target.closest("[data-view]");
const small = opener?.matches("img") ? opener : opener?.closest("figure")?.querySelector("img[data-view]");
if (small) {
  event.preventDefault();
  const dialog = document.createElement("dialog");
  dialog.dataset.lmSuppressShortcuts = "true";
  dialog.setAttribute("aria-label", small.alt);
  dialog.style.cssText = "padding:0;border:0;width:96vw;height:94vh;max-width:none;max-height:none;background:#1f2328;color:#fff;overflow:hidden";
  const bar = document.createElement("div");
  bar.style.cssText = "position:absolute;z-index:1;left:8px;right:8px;top:8px;display:flex;gap:6px;align-items:center;flex-wrap:wrap";
  const stage = document.createElement("div");
  stage.style.cssText = "position:absolute;inset:48px 8px 8px;overflow:hidden;display:grid;place-items:center;cursor:grab;touch-action:none";
  const large = document.createElement("img");
  large.alt = small.alt;
  large.src = small.src;
  large.draggable = false;
  large.style.cssText = "max-width:100%;max-height:100%;object-fit:contain;background:conic-gradient(#ccc 25%,#fff 0 50%,#ccc 0 75%,#fff 0) 0 0/16px 16px";
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  said.style.cssText = "font-size:85%;margin-left:4px";
  let zoom = 1, right = 0, down = 0, original = null;
  const name = `${small.dataset.name || "picture"}`;
  const place = () => { large.style.transform = `translate(${right}px,${down}px) scale(${zoom})`; };
  const scale = (factor) => {
    zoom = Math.min(32, Math.max(0.25, zoom * factor));
    if (zoom === 1 || factor === 0) [zoom, right, down] = [1, 0, 0];
    place();
  };
  const move = (x, y) => { right += x; down += y; place(); };
  const png = async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: large.naturalWidth, height: large.naturalHeight });
    canvas.getContext("2d").drawImage(large, 0, 0);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  };
  const add = (words, act, title) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    made.setAttribute("aria-label", title);
    made.title = title;
    made.style.cssText = "font:inherit;padding:4px 10px;border:1px solid #8888;border-radius:4px;background:#32383f;color:#fff;cursor:pointer";
    made.onclick = act;
    bar.append(made);
    return made;
  };
  add("−", () => scale(0.8), "Zoom out");
  add("+", () => scale(1.25), "Zoom in");
  add("Fit", () => scale(0), "Fit the window");
  add("Copy", async () => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": png() })]);
      said.textContent = "Copied.";
    } catch { said.textContent = "This page may not write to the clipboard."; }
  }, "Copy the picture");
  add("Save", async () => {
    const link = document.createElement("a");
    const blob = original ?? await (await fetch(large.src)).blob();
    link.href = window.URL.createObjectURL(blob);
    link.download = `${name}.${blob.type.split("/")[1].replace("jpeg", "jpg")}`;
    link.click();
    setTimeout(() => window.URL.revokeObjectURL(link.href), 10000);
    said.textContent = original ? `The original is saved as ${link.download}.` : `Saved as shown, ${large.naturalWidth} x ${large.naturalHeight} pixels; the kernel that has the original does not answer.`;
  }, "Save the original");
  if (small.dataset.job) {
    const again = add("Make again", () => dialog.close(), "Make it again in a new cell");
    again.dataset.line = `%media again ${small.dataset.job}`;
  }
  add("Close", () => dialog.close(), "Close").style.marginLeft = "auto";
  bar.lastChild.before(said);
  stage.onpointerdown = (pressed) => stage.setPointerCapture(pressed.pointerId);
  stage.onpointermove = (moved) => { if (moved.buttons) move(moved.movementX, moved.movementY); };
  stage.onwheel = (turned) => { turned.preventDefault(); scale(Math.exp(-turned.deltaY / 400)); };
  stage.ondblclick = () => scale(zoom > 1 ? 0 : large.naturalWidth / large.clientWidth);
  dialog.onkeydown = (pressed) => {
    const step = { "+": () => scale(1.25), "-": () => scale(0.8), 0: () => scale(0), ArrowLeft: () => move(40, 0), ArrowRight: () => move(-40, 0), ArrowUp: () => move(0, 40), ArrowDown: () => move(0, -40) }[pressed.key];
    pressed.stopPropagation();
    if (step) { pressed.preventDefault(); step(); }
  };
  dialog.onclose = () => { if (large.src.startsWith("blob:")) window.URL.revokeObjectURL(large.src); dialog.remove(); };
  stage.append(large);
  dialog.append(bar, stage);
  this.append(dialog);
  dialog.showModal();
  const give = (blob) => {
    if (original || !dialog.isConnected) return;
    original = blob;
    large.src = window.URL.createObjectURL(blob);
  };
  const ask = (tries) => { // the kernel's side of the page may still be loading
    if (original || !dialog.isConnected || !tries) return;
    document.dispatchEvent(new CustomEvent("mediaext-ask", { detail: { kind: "original", digest: small.dataset.view, give } }));
    setTimeout(ask, 1500, tries - 1);
  };
  if (small.dataset.view) ask(4);
}
