"""Train the network that says where the subject is.

``python -m training.train_subject FOLDER``, run in ``tests/quality``, makes pictures from the
photos, cutouts and backgrounds in ``FOLDER`` (see ``subject_pictures``), learns from them and
writes ``weights/subject.onnx``. docs/decisions/subject-network.md names the sources and scores.
The network is a small U-Net (Ronneberger, Fischer and Brox, 2015) of residual blocks, judged at
four sizes as U2-Net is (Qin et al., 2020). One copy a core learns from pictures of its own, and
their weights are averaged now and then (local SGD; Stich, 2019). Needs torch and onnx.
"""

import argparse
import importlib
import itertools
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import distributed, nn
from torch.nn import functional

from mediaext.engines.classical.networks import MEAN, SPREAD, SUBJECT, SUBJECT_SIDE, WEIGHTS
from training.subject_pictures import Composer

WIDTHS = (16, 32, 64, 96, 128)
MARGIN = 16  # pixels by which pictures are made larger, so that crops of them differ
BATCH = 12
EARLY = 0.7  # of the steps are made with pictures of ...
EARLY_SIDE = 128  # pixels, which are learned from twice as fast
PEAK_RATE = 2e-3
MEETING = 100  # steps between two averages of the copies
WRITING = 2000  # steps between two files of weights
SQUEEZED = 0.15  # of the pictures are made narrower or lower and wide again
PICTURES = "pictures.npy"
Store = np.ndarray[Any, np.dtype[np.uint8]]


def _convolution(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    layer = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Residual(nn.Module):
    """Two convolutions whose result is added to what came in."""

    def __init__(self, width: int, dilation: int = 1) -> None:
        super().__init__()
        second = nn.Conv2d(width, width, 3, 1, dilation, dilation, bias=False)
        self.body = nn.Sequential(_convolution(width, width), second, nn.BatchNorm2d(width))

    def forward(self, values: torch.Tensor) -> torch.Tensor:
        """Return the refined values, same shape."""
        return functional.relu(values + self.body(values))


class SubjectNetwork(nn.Module):
    """Predict log odds of the subject: (N, 3, H, W) to (N, 1, H, W); training has 4 sizes."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d, e = WIDTHS
        self.down = nn.ModuleList([
            _convolution(3, a, 2),
            nn.Sequential(_convolution(a, b, 2), Residual(b)),
            nn.Sequential(_convolution(b, c, 2), Residual(c), Residual(c)),
            nn.Sequential(_convolution(c, d, 2), Residual(d), Residual(d, 2)),
            nn.Sequential(_convolution(d, e, 2), Residual(e), Residual(e, 2)),
        ])  # fmt: skip
        self.whole = nn.Conv2d(e, e, 1)
        self.up = nn.ModuleList(
            _convolution(low + high, high) for low, high in ((e, d), (d, c), (c, b), (b, a))
        )
        self.says = nn.ModuleList(nn.Conv2d(width, 1, 1) for width in (d, c, b))
        self.says.append(nn.Conv2d(a, 1, 3, padding=1))

    def forward(self, picture: torch.Tensor) -> torch.Tensor | list[torch.Tensor]:
        """Return log odds at the picture's size, but in training at a half to a 16th of it."""
        levels = [picture]
        for step in self.down:
            levels.append(step(levels[-1]))
        values = levels.pop()
        values = values + functional.relu(self.whole(values.mean((2, 3), keepdim=True)))
        said = []
        for step, say in zip(self.up, self.says, strict=True):
            values = step(torch.cat([_doubled(values), levels.pop()], 1))
            said.append(say(values))
        return said if self.training else _doubled(said[-1])


def _doubled(values: torch.Tensor) -> torch.Tensor:
    return functional.interpolate(values, scale_factor=2.0, mode="bilinear", align_corners=False)


def render(folder: Path, count: int, copies: int) -> None:
    """Make pictures, unless they are there, into a file to be mapped; each copy makes a share."""
    if (folder / PICTURES).exists():
        return
    side, path = SUBJECT_SIDE + MARGIN, folder / f"{PICTURES}.part"
    np.lib.format.open_memmap(path, "w+", np.uint8, (count, side, side, 4))
    with ProcessPoolExecutor(copies, get_context("spawn")) as pool:
        list(pool.map(partial(_render_share, folder, path, copies), range(copies)))
    path.rename(folder / PICTURES)


def _render_share(folder: Path, path: Path, copies: int, copy: int) -> None:
    store = np.load(path, mmap_mode="r+")
    composer = Composer(folder, SUBJECT_SIDE + MARGIN, seed=1 + copy)
    for index in range(copy, len(store), copies):
        store[index] = composer.draw()
    store.flush()


def draw(
    store: Store, places: Iterator[int], side: int, rng: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Draw pictures, cropped and mirrored at random: what the network sees, and their masks."""
    pictures = []
    for index in itertools.islice(places, BATCH):
        top, left = rng.integers(0, MARGIN + 1, 2)
        picture = store[index, top : top + SUBJECT_SIDE, left : left + SUBJECT_SIDE]
        picture = picture[:, ::-1] if rng.random() < 0.5 else picture
        picture = _squeezed(picture, rng) if rng.random() < SQUEEZED else picture
        picture = np.ascontiguousarray(picture)
        pictures.append(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA))
    values = np.stack(pictures).astype(np.float32) / 255
    seen = (values[..., :3] - MEAN) / SPREAD
    masks = torch.from_numpy(values[..., 3:].transpose(0, 3, 1, 2))
    return torch.from_numpy(seen).permute(0, 3, 1, 2), masks  # channels last, which is quick


def _squeezed(picture: Store, rng: np.random.Generator) -> Store:
    """Look at the picture as at one of another shape, whose detail the square has lost."""
    size = int(rng.integers(140, SUBJECT_SIDE)), SUBJECT_SIDE
    narrow = cv2.resize(np.ascontiguousarray(picture), size if rng.random() < 0.5 else size[::-1])
    return np.asarray(cv2.resize(narrow, (SUBJECT_SIDE, SUBJECT_SIDE)), np.uint8)


def shortfall(odds: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Return cross entropy plus half of what the soft intersection over union lacks."""
    odds = odds.float()
    if odds.shape[-1] != mask.shape[-1]:
        mask = functional.interpolate(mask, size=odds.shape[-2:], mode="area")
    share = odds.sigmoid()
    both = (share * mask).sum((1, 2, 3))
    either = (share + mask - share * mask).sum((1, 2, 3))
    overlap = ((both + 1) / (either + 1)).mean()
    return functional.binary_cross_entropy_with_logits(odds, mask) + 0.5 * (1 - overlap)


def train(store: Store, steps: int, copy: int, copies: int, weights: Path) -> None:
    """Train with AdamW, one cycle of the rate, and half precision where the machine has it.

    The first copy writes the network now and then, so that a run cut short leaves one.
    """
    torch.manual_seed(1)  # every copy begins with the same weights
    rng = np.random.default_rng(1 + copy)
    start = copy * len(store) // copies  # in order, since a disk gives that much faster
    places = itertools.cycle(itertools.chain(range(start, len(store)), range(start)))
    network = SubjectNetwork()
    optimiser = torch.optim.AdamW(network.parameters(), PEAK_RATE, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, PEAK_RATE, total_steps=steps, pct_start=0.05
    )
    half = _has_half_precision()
    for step in range(steps):
        seen, masks = draw(
            store, places, EARLY_SIDE if step < EARLY * steps else SUBJECT_SIDE, rng
        )
        with torch.autocast("cpu", torch.bfloat16, enabled=half):
            said = network(seen)
        lacks = [shortfall(odds, masks) for odds in said]
        loss = lacks[3] + 0.4 * lacks[2] + 0.3 * lacks[1] + 0.3 * lacks[0]
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimiser.step()
        schedule.step()
        if step % MEETING == 0 or step == steps - 1:
            _average(network)
            print(f"copy {copy} step {step} loss {loss.item():.4f}", flush=True)  # a script
        if copy == 0 and (step % WRITING == WRITING - 1 or step == steps - 1):
            export(network, weights)


def _has_half_precision() -> bool:
    """Say whether the processor computes with bfloat16; to imitate it takes ten times as long."""
    found = torch.cpu.get_capabilities()
    return any(known for name, known in found.items() if name.endswith("bf16"))


def _average(network: SubjectNetwork) -> None:
    """Give every copy the mean of all copies' weights."""
    for values in network.state_dict().values():
        if values.is_floating_point():
            distributed.all_reduce(values)
            values.div_(distributed.get_world_size())


def train_copy(copies: int, folder: Path, steps: int, weights: Path, copy: int) -> None:
    """Train one of several copies, in a process of its own, on the pictures in ``folder``."""
    torch.set_num_threads(1)
    distributed.init_process_group(
        "gloo", init_method=f"file://{folder / 'meeting'}", rank=copy, world_size=copies
    )
    train(np.load(folder / PICTURES, mmap_mode="r"), steps, copy, copies, weights)
    distributed.destroy_process_group()


def export(network: SubjectNetwork, path: Path) -> None:
    """Write the network with its weights in half precision, which OpenCV reads."""
    torch.onnx.export(
        network, (torch.zeros(1, 3, SUBJECT_SIDE, SUBJECT_SIDE),), str(path), dynamo=False,
        input_names=["picture"], output_names=["odds"], opset_version=17,
    )  # fmt: skip
    onnx: Any = importlib.import_module("onnx")
    model = onnx.load(str(path))
    for weights in model.graph.initializer:
        values = onnx.numpy_helper.to_array(weights)
        if values.dtype == np.float32 and values.size > 1:
            weights.CopyFrom(onnx.numpy_helper.from_array(values.astype(np.float16), weights.name))
    onnx.save(model, str(path))


def main() -> None:
    """Make the pictures, train and write the network."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="holds scenes, cutouts and backgrounds")
    parser.add_argument(
        "--pictures", type=int, default=50_000, help="made if not there (%(default)s)"
    )
    parser.add_argument("--steps", type=int, default=5_000, help="of each copy (%(default)s)")
    parser.add_argument("--copies", type=int, default=2, help="processes (%(default)s)")
    parser.add_argument(
        "--weights", type=Path, default=WEIGHTS / f"{SUBJECT}.onnx", help="where to"
    )
    given = parser.parse_args()
    folder = given.folder.resolve()
    render(folder, given.pictures, given.copies)
    (folder / "meeting").unlink(missing_ok=True)
    learn = partial(train_copy, given.copies, folder, given.steps, given.weights)
    with ProcessPoolExecutor(given.copies, get_context("spawn")) as pool:
        list(pool.map(learn, range(given.copies)))


if __name__ == "__main__":
    main()
