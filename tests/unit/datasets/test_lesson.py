"""Does it help? Variants with other backgrounds teach a classifier what the thing itself is."""

import io

import numpy as np
import PIL.Image
import PIL.ImageDraw
import torch

from mediaext.datasets import BASE, Augmented, choice
from mediaext.operations import ChangeBackground
from mediaext.results import Picture

SIDE = 24
WAYS = ("stripes", "spots", "leaves", "bricks")


def texture(way, random):
    """Return a background of one of several kinds, in colours of its own."""
    cells = {"stripes": (SIDE, 2), "spots": (8, 8), "leaves": (12, 12), "bricks": (6, 3)}[way]
    low = random.integers(0, 255, (*cells, 3), dtype=np.uint8)
    return PIL.Image.fromarray(low).resize((SIDE, SIDE), PIL.Image.Resampling.NEAREST)


def thing(label, ground, random):
    """Draw a disc (0) or a square (1) in a random colour and place before a background."""
    image = ground.copy()
    x, y = random.integers(2, SIDE - 14, 2)
    colour = tuple(random.integers(0, 255, 3).tolist())
    mask = PIL.Image.new("L", (SIDE, SIDE), 0)
    draw = PIL.ImageDraw.Draw(mask)
    (draw.ellipse if label == 0 else draw.rectangle)((x, y, x + 11, y + 11), fill=255)
    image.paste(colour, mask=mask)
    return image, mask


def photos(count, seed, spoiled):
    """Return (picture, label) and masks; ``spoiled`` ties the background to the label."""
    random = np.random.default_rng(seed)
    items, masks = [], {}
    for number in range(count):
        label = number % 2
        if spoiled:  # all discs on blue, all squares on orange: a shortcut to be learned
            ground = PIL.Image.new("RGB", (SIDE, SIDE), ("#2266cc", "#dd8822")[label])
        else:
            ground = texture(WAYS[number % len(WAYS)], random)
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
        ground = texture(operation.prompt, random)
        made = PIL.Image.composite(image, ground, self.masks[image.tobytes()])
        buffer = io.BytesIO()
        made.save(buffer, "PNG")
        return Picture(buffer.getvalue(), "image/png")


def accuracy(batches, held_out, epochs=25):
    """Train a small network and return its share of right answers on other backgrounds."""
    torch.manual_seed(0)
    network = torch.nn.Sequential(
        torch.nn.Conv2d(3, 16, 5, padding=2),
        torch.nn.ReLU(),
        torch.nn.MaxPool2d(2),
        torch.nn.Conv2d(16, 32, 5, padding=2),
        torch.nn.ReLU(),
        torch.nn.AdaptiveMaxPool2d(3),
        torch.nn.Flatten(),
        torch.nn.Linear(288, 2),
    )
    optimiser = torch.optim.Adam(network.parameters(), 3e-3)
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
        [ChangeBackground(prompt=choice(*WAYS), subject_description="shape")],
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
        [ChangeBackground(input_image=BASE, prompt="stripes", subject_description="shape")],
        runner=Backgrounds(masks),
        originals=1.0,
        size=SIDE,
        folder=tmp_path,
        quiet=True,
    )
    without = accuracy(plain.loader(20, shuffle=True), held_out)
    with_variants = accuracy(data.loader(20, shuffle=True), held_out)

    assert with_variants > without + 0.1, (with_variants, without)
    assert with_variants > 0.75
