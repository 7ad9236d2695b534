// Runs as the onload of the still picture: turns the mesh of the element around it on a canvas.
const box = this.parentNode, canvas = box.querySelector("canvas"), pen = canvas.getContext("2d"), hint = box.lastElementChild;
const read = (name, Kind) => new Kind(Uint8Array.from(atob(box.dataset[name]), (c) => c.charCodeAt(0)).buffer);
const points = read("p", Int16Array), faces = read("f", Uint16Array), colours = read("c", Uint8Array);
const count = faces.length / 3, seen = new Float32Array(points.length), depth = new Float32Array(count);
const order = Uint32Array.from({ length: count }, (_, face) => face), light = [-0.45, 0.65, 0.61];
let yaw = 0, pitch = 0.35, zoom = 1, asked = false;
const draw = () => {
  asked = false;
  const half = canvas.width / 2, scale = (half * 0.94 * zoom) / 32000;
  const cy = Math.cos(yaw), sy = Math.sin(yaw), cx = Math.cos(pitch), sx = Math.sin(pitch);
  for (let i = 0; i < points.length; i += 3) {
    const x = cy * points[i] + sy * points[i + 2], z = cy * points[i + 2] - sy * points[i];
    seen[i] = x; seen[i + 1] = cx * points[i + 1] - sx * z; seen[i + 2] = sx * points[i + 1] + cx * z;
  }
  for (let f = 0; f < count; f++) depth[f] = seen[3 * faces[3 * f] + 2] + seen[3 * faces[3 * f + 1] + 2] + seen[3 * faces[3 * f + 2] + 2];
  order.sort((a, b) => depth[a] - depth[b]);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.lineWidth = 1;
  for (const f of order) {
    const a = 3 * faces[3 * f], b = 3 * faces[3 * f + 1], c = 3 * faces[3 * f + 2];
    const ux = seen[b] - seen[a], uy = seen[b + 1] - seen[a + 1], uz = seen[b + 2] - seen[a + 2];
    const vx = seen[c] - seen[a], vy = seen[c + 1] - seen[a + 1], vz = seen[c + 2] - seen[a + 2];
    const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    if (nz <= 0) continue;
    const lit = (nx * light[0] + ny * light[1] + nz * light[2]) / Math.hypot(nx, ny, nz);
    const shade = 0.42 + 0.62 * Math.max(0, lit);
    const [red, green, blue] = [0, 1, 2].map((k) => Math.min(255, colours[3 * f + k] * shade) | 0);
    pen.fillStyle = pen.strokeStyle = `rgb(${red},${green},${blue})`;
    pen.beginPath();
    for (const i of [a, b, c]) pen.lineTo(half + seen[i] * scale, half - seen[i + 1] * scale);
    pen.closePath();
    pen.fill();
    pen.stroke();
  }
  canvas.dataset.view = `${yaw.toFixed(2)} ${pitch.toFixed(2)} ${zoom.toFixed(2)}`;
};
const move = (right, up, closer) => {
  yaw += right;
  pitch = Math.min(1.5, Math.max(-1.5, pitch + up));
  zoom = Math.min(8, Math.max(0.5, zoom * closer));
  hint.hidden = true;
  if (!asked) { asked = true; requestAnimationFrame(draw); }
};
canvas.onpointerdown = (event) => canvas.setPointerCapture(event.pointerId);
canvas.onpointermove = (event) => { if (event.buttons) move(event.movementX / 100, event.movementY / 100, 1); };
canvas.onwheel = (event) => {
  if (document.activeElement !== canvas) return; // the page scrolls
  event.preventDefault();
  move(0, 0, Math.exp(-event.deltaY / 500));
};
canvas.onkeydown = (event) => {
  const step = { ArrowLeft: [-0.2, 0, 1], ArrowRight: [0.2, 0, 1], ArrowUp: [0, -0.2, 1], ArrowDown: [0, 0.2, 1], "+": [0, 0, 1.25], "-": [0, 0, 0.8] }[event.key];
  if (step) { event.preventDefault(); move(...step); }
};
draw();
canvas.hidden = hint.hidden = false;
this.onload = null;
this.hidden = true;
