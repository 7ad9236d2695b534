"""Train the networks of ``upscale``.

``python -m training.train_upscale` in `tests/quality`` learns from the photos that
scikit-image, scikit-learn and matplotlib ship (two are held out), shrunk by several filters so
that no single one is learned by heart, and writes ``weights/upscale_N.onnx`` beside the engine.
The network is that of Shi et al. (2016) made small: convolutions at the small size predict what a
bicubic enlargement of the lightness lacks. Prints PSNR on the photos held out. Needs torch, onnx.
"""

import argparse
from pathlib import Path
from typing import Any

import cv2
import matplotlib as mpl
import numpy as np
import PIL.Image
import skimage
import sklearn
import torch
from torch import nn

from mediaext.engines.classical.networks import WEIGHTS

Gray = np.ndarray[Any, np.dtype[np.uint8]]
HELD_OUT = ("coffee", "china")
PHOTOS = (
    *((skimage, f"data/{name}") for name in (
        "astronaut.png", "chelsea.png", "coffee.png", "rocket.jpg", "camera.png", "ihc.png",
        "motorcycle_left.png", "motorcycle_right.png", "gravel.png", "brick.png", "grass.png",
        "page.png", "text.png", "coins.png", "moon.png", "retina.jpg", "hubble_deep_field.jpg",
    )),
    *((sklearn, f"datasets/images/{name}.jpg") for name in ("china", "flower")),
    (mpl, "mpl-data/sample_data/grace_hopper.jpg"),
)  # fmt: skip
SHRINKERS = (
    PIL.Image.Resampling.BICUBIC,
    PIL.Image.Resampling.LANCZOS,
    PIL.Image.Resampling.BOX,
    PIL.Image.Resampling.HAMMING,
)
WIDTHS = (24, 16, 16, 16)  # channels between the layers: 10 000 weights, 0.5 s a megapixel
PATCH = 32  # pixels of the small picture


class Enlarger(nn.Module):
    """Predict the residual over a bicubic enlargement: (N, 1, H, W) to (N, scale**2, H, W)."""

    def __init__(self, scale: int) -> None:
        super().__init__()
        layers: list[nn.Module] = [nn.Conv2d(1, WIDTHS[0], 5, padding=2)]
        for width, following in zip(WIDTHS, [*WIDTHS[1:], scale**2], strict=True):
            layers += [nn.ReLU(), nn.Conv2d(width, following, 3, padding=1)]
        self.body = nn.Sequential(*layers)

    def forward(self, small: torch.Tensor) -> torch.Tensor:
        """Return the residual, its pixels of one block in channels."""
        residual: torch.Tensor = self.body(small)
        return residual


def load_photos() -> tuple[list[Gray], dict[str, Gray]]:
    """Return the lightness of the photos to learn from, and of those held out."""
    learned: list[Gray] = []
    held: dict[str, Gray] = {}
    for package, name in PHOTOS:
        path = Path(next(iter(package.__path__))) / name
        gray = np.asarray(PIL.Image.open(path).convert("L"))
        if path.stem in HELD_OUT:
            held[path.stem] = gray
        else:
            learned += [gray] if min(gray.shape) < 300 else [gray, _shrink(gray, 0.7)]
    return learned, held


def _shrink(gray: Gray, factor: float) -> Gray:
    size = round(gray.shape[1] * factor), round(gray.shape[0] * factor)
    return np.asarray(PIL.Image.fromarray(gray).resize(size, PIL.Image.Resampling.LANCZOS))


def degrade(gray: Gray, scale: int, rng: np.random.Generator) -> Gray:
    """Shrink ``scale`` times by one of several filters; scale 1 blurs and adds noise instead."""
    image = PIL.Image.fromarray(gray)
    if scale > 1:
        size = gray.shape[1] // scale, gray.shape[0] // scale
        box = (0, 0, size[0] * scale, size[1] * scale)
        filtered = SHRINKERS[rng.integers(len(SHRINKERS))]
        small = np.asarray(image.resize(size, filtered, box))
        return _compress(small, rng) if rng.random() < 0.15 else small
    soft = cv2.GaussianBlur(gray, (0, 0), rng.uniform(0.45, 0.9)).astype(np.float32)
    noisy = soft + rng.normal(0, rng.uniform(0, 5), gray.shape)
    return _compress(noisy.clip(0, 255).round().astype(np.uint8), rng)


def _compress(gray: Gray, rng: np.random.Generator) -> Gray:
    quality = int(rng.integers(75, 98))
    encoded = cv2.imencode(".jpg", gray, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(encoded, cv2.IMREAD_GRAYSCALE))


def enlarge_plain(small: Gray, scale: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Enlarge as the engine does before the network's residual is added."""
    size = small.shape[1] * scale, small.shape[0] * scale
    return np.asarray(cv2.resize(small.astype(np.float32), size, interpolation=cv2.INTER_CUBIC))


class Patches:
    """Random pairs of small patches and the residuals that a network should find."""

    def __init__(self, photos: list[Gray], scale: int, rng: np.random.Generator) -> None:
        self.rng, self.scale = rng, scale
        self.pairs = [self._pair(photo) for photo in photos for _ in range(6)]
        sizes = np.array([small.size for small, _ in self.pairs], float)
        self.chance = np.sqrt(sizes) / np.sqrt(sizes).sum()

    def _pair(self, photo: Gray) -> tuple[Any, Any]:
        small = degrade(photo, self.scale, self.rng)
        height, width = (side * self.scale for side in small.shape)
        residual = photo[:height, :width] - enlarge_plain(small, self.scale)
        return small.astype(np.float32) / 255, residual.astype(np.float32) / 255

    def batch(self, count: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Draw patches, turned and mirrored at random."""
        smalls, residuals = [], []
        for index in self.rng.choice(len(self.pairs), count, p=self.chance):
            small, residual = self.pairs[index]
            top = self.rng.integers(small.shape[0] - PATCH + 1)
            left = self.rng.integers(small.shape[1] - PATCH + 1)
            rows, columns = slice(top, top + PATCH), slice(left, left + PATCH)
            s = self.scale
            big = residual[top * s : (top + PATCH) * s, left * s : (left + PATCH) * s]
            turn, flip = int(self.rng.integers(4)), bool(self.rng.integers(2))
            smalls.append(_turned(small[rows, columns], turn, flip))
            residuals.append(_turned(big, turn, flip))
        stacked = torch.from_numpy(np.stack(residuals)[:, None])
        return torch.from_numpy(np.stack(smalls)[:, None]), nn.functional.pixel_unshuffle(
            stacked, self.scale
        )


def _turned(values: Any, turn: int, flip: bool) -> Any:
    turned = np.rot90(values, turn)
    return np.ascontiguousarray(turned[:, ::-1] if flip else turned)


def train(scale: int, photos: list[Gray], steps: int, seed: int = 1) -> Enlarger:
    """Train one network with AdamW and a cosine schedule."""
    torch.manual_seed(seed)
    network = Enlarger(scale)
    source = Patches(photos, scale, np.random.default_rng(seed))
    optimiser = torch.optim.AdamW(network.parameters(), 3e-3, weight_decay=1e-5)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=steps)
    for step in range(steps):
        small, residual = source.batch(24)
        loss = nn.functional.huber_loss(network(small), residual, delta=0.02)
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()
        schedule.step()
        if step % 1000 == 0:
            print(f"scale {scale} step {step} loss {loss.item():.6f}", flush=True)  # a script
    return network.eval()


@torch.no_grad()
def score(network: Enlarger, scale: int, gray: Gray) -> dict[str, float]:
    """Return PSNR in dB of the network and of Pillow's filters, on one photo."""
    height, width = (side // scale * scale for side in gray.shape)
    truth = gray[:height, :width]
    if scale == 1:
        small = degrade(truth, 1, np.random.default_rng(0))
    else:
        size = width // scale, height // scale
        small = np.asarray(PIL.Image.fromarray(truth).resize(size, PIL.Image.Resampling.BICUBIC))
    residual = network(torch.from_numpy(small.astype(np.float32) / 255)[None, None])
    found = nn.functional.pixel_shuffle(residual, scale)[0, 0].numpy() * 255
    results = {"network": (enlarge_plain(small, scale) + found).clip(0, 255).round()}
    for name in ("BICUBIC", "LANCZOS"):
        filtered = PIL.Image.fromarray(small).resize((width, height), PIL.Image.Resampling[name])
        results[name.lower()] = np.asarray(filtered)
    return {name: float(cv2.PSNR(truth, made.astype(np.uint8))) for name, made in results.items()}


def main() -> None:
    """Train, score and write the network of each scale."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--scales", type=int, nargs="+", default=[1, 2, 3, 4])
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    WEIGHTS.mkdir(exist_ok=True)
    learned, held = load_photos()
    for scale in given.scales:
        network = train(scale, learned, given.steps)
        for name, gray in held.items():
            print(scale, name, score(network, scale, gray), flush=True)  # a script
        example = torch.zeros(1, 1, 64, 64)
        torch.onnx.export(
            network, (example,), str(WEIGHTS / f"upscale_{scale}.onnx"), dynamo=False,
            input_names=["small"], output_names=["residual"], opset_version=17,
            dynamic_axes={"small": {2: "h", 3: "w"}, "residual": {2: "h", 3: "w"}},
        )  # fmt: skip


if __name__ == "__main__":
    main()
