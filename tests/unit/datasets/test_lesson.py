"""Does it help? Variants with other backgrounds teach a classifier what the thing itself is."""

import io

import numpy as np
import PIL.Image
import torch

from mediaext.datasets import BASE, Augmented, choice
from mediaext.operations import ChangeBackground
from mediaext.results import Picture

SIDE = 16
WAYS = {
    "sea": (30, 80, 160),
    "sand": (190, 160, 90),
    "wood": (40, 110, 50),
    "dusk": (120, 60, 110),
}


def scene(way, random):
    """Return a soft background in shades of one colour."""
    shades = np.array(WAYS[way]) + random.integers(-30, 31, (3, 3, 1))
    low = PIL.Image.fromarray(shades.clip(0, 255).astype(np.uint8))
    return low.resize((SIDE, SIDE), PIL.Image.Resampling.BICUBIC)


def thing(label, ground, random):
    """Put a plate of lying (0) or standing (1) stripes before a background."""
    stripes = np.full((8, 8), 108, np.uint8)
    stripes[::2] = 147
    plate = PIL.Image.fromarray(stripes if label == 0 else stripes.T.copy()).convert("RGB")
    x, y = random.integers(0, SIDE - 7, 2).tolist()
    image, mask = ground.copy(), PIL.Image.new("L", (SIDE, SIDE), 0)
    image.paste(plate, (x, y))
    mask.paste(255, (x, y, x + 8, y + 8))
    return image, mask


def photos(count, seed, spoiled):
    """Return (picture, label) and masks; ``spoiled`` ties the background to the label."""
    random = np.random.default_rng(seed)
    items, masks = [], {}
    for number in range(count):
        label = number % 2
        # Tied, the scene alone tells the label: a shortcut that a network takes.
        way = ("sea", "sand")[label] if spoiled else random.choice(list(WAYS))
        ground = scene(way, random)
        image, mask = thing(label, ground, random)
        items.append((image, label))
        masks[image.tobytes()] = mask
    return items, masks


class Backgrounds:
    """Changes backgrounds with the masks that it knows."""

    identity = "backgrounds 1"

    def __init__(self, masks):
        self.masks = masks

    def run(self, operation):
        image = operation.input_image
        random = np.random.default_rng(operation.seed)
        ground = scene(operation.prompt, random)
        made = PIL.Image.composite(image, ground, self.masks[image.tobytes()])
        buffer = io.BytesIO()
        made.save(buffer, "PNG")
        return Picture(buffer.getvalue(), "image/png")


def accuracy(batches, held_out, epochs=30):
    """Train a small network and return its share of right answers on other backgrounds."""
    torch.manual_seed(0)
    torch.set_num_threads(1)  # so small a network is slower with more
    network = torch.nn.Sequential(
        torch.nn.Conv2d(3, 8, 3),
        torch.nn.ReLU(),
        torch.nn.AdaptiveMaxPool2d(1),
        torch.nn.Flatten(),
        torch.nn.Linear(8, 2),
    )
    optimiser = torch.optim.Adam(network.parameters(), 0.02)
    for _ in range(epochs):
        for images, labels in batches:
            optimiser.zero_grad()
            loss = torch.nn.functional.cross_entropy(network(images / 255.0 - 0.5), labels)
            loss.backward()
            optimiser.step()
    images = np.stack([np.asarray(image) for image, _ in held_out]).transpose(0, 3, 1, 2)
    with torch.no_grad():
        answers = network(torch.from_numpy(images.copy()) / 255.0 - 0.5).argmax(1)
    return float((answers == torch.tensor([label for _, label in held_out])).float().mean())


def test_variants_with_other_backgrounds_beat_photos_alone(tmp_path):
    items, masks = photos(40, seed=1, spoiled=True)
    held_out, _ = photos(200, seed=2, spoiled=False)
    data = Augmented(
        items,
        [ChangeBackground(prompt=choice(*WAYS), subject_description="plate")],
        runner=Backgrounds(masks),
        variants=8,
        originals=0.2,
        size=SIDE,
        folder=tmp_path,
        held_out=held_out,
        quiet=True,
    )
    plain = Augmented(
        items,
        [ChangeBackground(input_image=BASE, prompt="sea", subject_description="plate")],
        runner=Backgrounds(masks),
        originals=1.0,
        size=SIDE,
        folder=tmp_path,
        quiet=True,
    )
    without = accuracy(plain.loader(20, shuffle=True), held_out)
    with_variants = accuracy(data.loader(20, shuffle=True), held_out)

    assert without < 0.7, "the scene is the easier way to the label"
    assert with_variants > 0.9
