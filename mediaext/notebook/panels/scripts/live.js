// Puts a running panel into the place that its ordinary output keeps for it. The output itself
// is plain HTML, so a notebook that is opened without a kernel shows the saved form instead.
const message = (type) => ({ type, isConflatable: false, conflate: () => false });

async function mount(manager, child, place) {
  const view = await manager.create_view(child, {});
  const widget = view.luminoWidget ?? view.pWidget;
  widget?.processMessage(message("before-attach"));
  place.replaceChildren(view.el);
  widget?.processMessage(message("after-attach"));
  return view;
}

function initialize({ model }) {
  const slot = model.get("slot");
  const manager = model.widget_manager;
  const filled = new Map();
  const style = document.createElement("style");
  style.textContent = `[data-mediaext-saved="${slot}"] { display: none }`;
  const child = manager.get_model(model.get("view"));

  const look = () => {
    for (const place of document.querySelectorAll(`[data-mediaext-live="${slot}"]`)) {
      if (filled.has(place)) continue;
      const view = child.then((found) => mount(manager, found, place));
      filled.set(place, view);
      view.then(() => document.head.append(style), () => filled.delete(place));
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return () => {
    observer.disconnect();
    style.remove();
    for (const [place, view] of filled) {
      view.then((made) => made.remove(), () => {});
      place.replaceChildren();
    }
  };
}

export default { initialize };
