"""Train the network of ``prior``, which says roughly where the subject of a picture is.

``python -m mediaext.engines.classical.training.train_prior FOLDER`` learns from

* ``FOLDER/photos``: photos NAME.jpg, each with the subject's mask NAME.png;
* ``FOLDER/drawings``: pictures of one thing each, NAME.png, transparent around it;
* ``FOLDER/backgrounds``: pictures without a subject, NAME.jpg;

and writes ``weights/prior.onnx`` beside the engine. Subjects are also cut out and pasted on other
backgrounds, so that place, size and surroundings tell less and the look of things tells more.
``--score FOLDER`` prints the overlap (IoU) on photos that were not learned. Needs torch and onnx.
"""

import argparse
import copy
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
Pair = tuple[Pixels, Pixels]  # RGB (KEPT, KEPT, 3) and opacity (KEPT, KEPT)
WEIGHTS = Path(__file__).parent.parent / "weights"
KEPT, SIDE = 128, 96  # pixels: the square that is kept of each picture, and that is shown
WIDTHS = (16, 32, 64, 80)  # channels at a half, quarter, eighth and sixteenth of the side
BATCH, RATE, FOLLOWED = 32, 3e-3, 0.005


def convolve(inner: int, outer: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """Return a convolution of 3 x 3 that is normalised and rectified."""
    layer = nn.Conv2d(inner, outer, 3, stride, dilation, dilation, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outer), nn.ReLU(inplace=True))


class Locator(nn.Module):
    """Predict the subject's log odds: (N, 3, SIDE, SIDE) to (N, 1, SIDE / 2, SIDE / 2)."""

    def __init__(self) -> None:
        super().__init__()
        half, quarter, eighth, deep = WIDTHS
        self.stages = nn.ModuleList([
            convolve(3, half, 2),
            nn.Sequential(convolve(half, quarter, 2), convolve(quarter, quarter)),
            nn.Sequential(convolve(quarter, eighth, 2), convolve(eighth, eighth)),
            nn.Sequential(convolve(eighth, deep, 2), convolve(deep, deep)),
        ])  # fmt: skip
        self.around = convolve(deep, deep, dilation=2)
        self.whole = nn.Conv2d(deep, deep, 1)
        self.merges = nn.ModuleList([
            convolve(deep + eighth, eighth),
            convolve(eighth + quarter, quarter),
            convolve(quarter + half, half),
        ])  # fmt: skip
        self.last = nn.Conv2d(half, 1, 1)

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        """Return the log odds for RGB from -1 to 1."""
        seen = []
        for stage in self.stages:
            picture = stage(picture)
            seen.append(picture)
        far = self.around(picture)
        picture = far + self.whole(far.mean(dim=(2, 3), keepdim=True))
        for merge, finer in zip(self.merges, reversed(seen[:-1]), strict=True):
            larger = nn.functional.interpolate(picture, scale_factor=2.0, mode="nearest")
            picture = merge(torch.cat([larger, finer], dim=1))
        odds: torch.Tensor = self.last(picture)
        return odds


def square(picture: Any) -> Pixels:
    """Resize to the square that is kept."""
    return np.asarray(cv2.resize(picture, (KEPT, KEPT), interpolation=cv2.INTER_AREA))


def load_photos(folder: Path) -> list[Pair]:
    """Return the photos that have a mask which is neither empty nor everything."""
    pairs: list[Pair] = []
    for path in sorted(folder.glob("*.jpg")):
        rgb = cv2.cvtColor(cv2.imread(str(path)), cv2.COLOR_BGR2RGB)
        opacity = square(cv2.imread(str(path.with_suffix(".png")), cv2.IMREAD_GRAYSCALE))
        if 0.01 < (opacity / 255).mean() < 0.95:
            pairs.append((square(rgb), opacity))
    return pairs


def load_drawings(folder: Path) -> list[Pair]:
    """Return drawings and their opacity, stretched to the square."""
    pairs: list[Pair] = []
    for path in sorted(folder.glob("*.png")):
        drawn = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if drawn is None or drawn.ndim != 3 or drawn.shape[2] != 4:
            continue
        small = square(drawn)
        if 0.05 < (small[..., 3] / 255).mean() < 0.9:
            pairs.append((np.ascontiguousarray(small[..., 2::-1]), small[..., 3]))
    return pairs


def load_backgrounds(folder: Path) -> list[Pixels]:
    """Return pictures without a subject."""
    paths = sorted(folder.glob("*.jpg"))
    return [square(cv2.cvtColor(cv2.imread(str(path)), cv2.COLOR_BGR2RGB)) for path in paths]


class Examples:
    """Random pictures with their masks: photos as they are, and subjects on other backgrounds."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.photos = load_photos(folder / "photos")
        self.drawings = load_drawings(folder / "drawings")
        self.backgrounds = load_backgrounds(folder / "backgrounds")
        print(len(self.photos), len(self.drawings), len(self.backgrounds), flush=True)  # noqa: T201 # a script

    def batch(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Return RGB (BATCH, 3, SIDE, SIDE), -1 to 1, and opacity (BATCH, 1, SIDE/2, SIDE/2)."""
        pairs = [self._one() for _ in range(BATCH)]
        rgb = np.stack([pair[0] for pair in pairs]).astype(np.float32).transpose(0, 3, 1, 2)
        opacity = np.stack([pair[1] for pair in pairs]).astype(np.float32)[:, None]
        return torch.from_numpy(rgb / 127.5 - 1), torch.from_numpy(opacity / 255)

    def _one(self) -> Pair:
        chance = self.rng.random()
        if chance < 0.6:
            rgb, opacity = self._photo()
        else:
            rgb, opacity = self._compose(drawn=chance > 0.85)
        if self.rng.random() < 0.5:
            rgb, opacity = rgb[:, ::-1], opacity[:, ::-1]
        half = cv2.resize(opacity, (SIDE // 2, SIDE // 2), interpolation=cv2.INTER_AREA)
        return self._vary(rgb), np.asarray(half)

    def _photo(self) -> Pair:
        rgb, opacity = self._pick(self.photos)
        return self._crop(rgb, opacity, least=0.65)

    def _pick(self, choices: Any) -> Any:
        return choices[self.rng.integers(len(choices))]

    def _crop(self, rgb: Pixels, opacity: Pixels, least: float) -> Pair:
        """Cut a part out that still holds most of the subject, and resize it to what is shown."""
        part: tuple[slice, slice] = np.s_[:, :]
        for _ in range(4):
            height, width = (int(KEPT * self.rng.uniform(least, 1)) for _ in range(2))
            top = self.rng.integers(KEPT - height + 1)
            left = self.rng.integers(KEPT - width + 1)
            within = np.s_[top : top + height, left : left + width]
            if opacity[within].sum() > 0.6 * opacity.sum():
                part = within
                break
        shown = (cv2.resize(image[part], (SIDE, SIDE)) for image in (rgb, opacity))
        return next(shown), next(shown)

    def _compose(self, *, drawn: bool) -> Pair:
        """Paste one or two subjects on a background that is not theirs."""
        rgb = self._background(drawn=drawn)
        opacity = np.zeros((SIDE, SIDE), np.float32)
        for _ in range(1 + (self.rng.random() < 0.25)):
            subject, shape = self._pick(self.drawings if drawn else self.photos)
            placed, alpha = self._place(subject, shape)
            alpha = cv2.GaussianBlur(alpha, (0, 0), self.rng.uniform(0.3, 0.9))
            if not drawn:
                placed = placed + self.rng.uniform(0, 0.5) * (rgb - placed).mean(axis=(0, 1))
            rgb = rgb + alpha[..., None] * (placed - rgb)
            opacity = np.maximum(opacity, alpha)
        if opacity.mean() < 0.01:
            return self._photo()
        return rgb.clip(0, 255).astype(np.uint8), (255 * opacity).astype(np.uint8)

    def _background(self, *, drawn: bool) -> Floats:
        if drawn and self.rng.random() < 0.6:
            above, below = self.rng.uniform(0, 255, (2, 1, 1, 3))
            slope = np.linspace(0, 1, SIDE)[:, None, None]
            ramp = above + slope * (below * (self.rng.random() < 0.5) - above)
            return np.repeat(ramp, SIDE, axis=1).astype(np.float32)
        whole = self._pick(self.backgrounds)
        rgb = self._crop(whole, np.zeros((KEPT, KEPT), np.uint8), least=0.5)[0].astype(np.float32)
        if self.rng.random() < 0.35:
            rgb = cv2.GaussianBlur(rgb, (0, 0), self.rng.uniform(0.8, 4))
        return np.asarray(rgb, dtype=np.float32)

    def _place(self, subject: Pixels, shape: Pixels) -> tuple[Floats, Floats]:
        """Turn, scale and move a subject; one cut off by the bottom edge stays there."""
        rows = np.flatnonzero(shape.max(axis=1) > 127)
        columns = np.flatnonzero(shape.max(axis=0) > 127)
        if not len(rows) or not len(columns):
            return np.zeros((SIDE, SIDE, 3), np.float32), np.zeros((SIDE, SIDE), np.float32)
        extent = max(rows[-1] - rows[0], columns[-1] - columns[0]) + 1
        size = SIDE * self.rng.uniform(0.25, 1.0) / extent
        grounded = rows[-1] >= KEPT - 3
        angle = 0.0 if grounded else self.rng.normal(0, 12)
        middle = (columns[0] + columns[-1]) / 2, (rows[0] + rows[-1]) / 2
        move = cv2.getRotationMatrix2D(middle, angle, size)
        move[:, 0] *= self.rng.uniform(0.75, 1.35)
        target = SIDE * self.rng.normal(0.5, 0.17, 2).clip(0.1, 0.9)
        move[:, 2] += target - move @ [*middle, 1]
        if grounded:
            move[1, 2] += SIDE - (move @ [middle[0], KEPT - 1, 1])[1]
        made = [cv2.warpAffine(image, move, (SIDE, SIDE)) for image in (subject, shape)]
        return made[0].astype(np.float32), made[1].astype(np.float32) / 255

    def _vary(self, rgb: Pixels) -> Pixels:
        """Vary light, colour, sharpness and noise as cameras do."""
        varied = rgb.astype(np.float32) / 255
        if self.rng.random() < 0.1:
            varied = np.repeat(varied.mean(axis=2, keepdims=True), 3, axis=2)
        varied = varied ** self.rng.uniform(0.7, 1.4)
        varied = varied * self.rng.uniform(0.8, 1.2, 3) + self.rng.uniform(-0.08, 0.08)
        if self.rng.random() < 0.2:
            varied = cv2.GaussianBlur(varied, (0, 0), self.rng.uniform(0.4, 1.2))
        varied += self.rng.normal(0, self.rng.uniform(0, 0.03), varied.shape)
        return (255 * varied).clip(0, 255).astype(np.uint8)


def lose(odds: torch.Tensor, opacity: torch.Tensor) -> torch.Tensor:
    """Return cross-entropy plus one less the soft overlap of each picture."""
    entropy = nn.functional.binary_cross_entropy_with_logits(odds, opacity)
    found = odds.sigmoid()
    both = (found * opacity).sum(dim=(1, 2, 3))
    either = (found + opacity - found * opacity).sum(dim=(1, 2, 3))
    return entropy + (1 - both / (either + 1)).mean()


def train(folder: Path, steps: int, score_folder: Path | None, seed: int = 1) -> None:
    """Train with AdamW and a one-cycle schedule, and write the running mean of the weights."""
    torch.manual_seed(seed)
    examples = Examples(folder, seed)
    network = Locator().to(memory_format=torch.channels_last)  # type: ignore[call-overload] # torch's stub lacks it
    mean: Locator = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps)
    for step in range(1, steps + 1):
        rgb, opacity = examples.batch()
        with torch.autocast("cpu", torch.bfloat16):  # twice as fast where the processor has it
            odds = network(rgb.to(memory_format=torch.channels_last))
        loss = lose(odds.float(), opacity)
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()
        schedule.step()
        follow(mean, network)
        if step % 250 == 0 or step == steps:
            found = score(mean, score_folder) if score_folder else float("nan")
            print(f"step {step} loss {loss.item():.3f} overlap {found:.3f}", flush=True)  # noqa: T201 # a script
            write(mean)


@torch.no_grad()
def follow(mean: Locator, network: Locator) -> None:
    """Draw a running mean of the weights towards those of the network."""
    for held, now in zip(mean.state_dict().values(), network.state_dict().values(), strict=True):
        if held.is_floating_point():
            held.lerp_(now, FOLLOWED)


@torch.no_grad()
def score(network: Locator, folder: Path) -> float:
    """Return the mean overlap of what is likelier than not with the masks of a folder."""
    network.eval()
    overlaps = []
    for rgb, opacity in load_photos(folder):
        shown = cv2.resize(rgb, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
        inputs = torch.from_numpy(shown / 127.5 - 1).permute(2, 0, 1)[None]
        found = cv2.resize(network(inputs)[0, 0].numpy(), (KEPT, KEPT)) > 0
        truth = opacity > 127
        overlaps.append((found & truth).sum() / max((found | truth).sum(), 1))
    return float(np.mean(overlaps))


def write(network: Locator) -> None:
    """Write the network for OpenCV."""
    network.eval()
    torch.onnx.export(
        network, (torch.zeros(1, 3, SIDE, SIDE),), str(WEIGHTS / "prior.onnx"), dynamo=False,
        input_names=["picture"], output_names=["odds"], opset_version=17,
    )  # fmt: skip


def main() -> None:
    """Train, score and write the network."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--score", type=Path)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    cv2.setNumThreads(1)
    train(given.folder, given.steps, given.score)


if __name__ == "__main__":
    main()
