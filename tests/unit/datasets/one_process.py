"""One training process, alone or of a group of ranks."""

from pathlib import Path

import torch
from dataset_makers import FolderService, Photos

from mediaext.datasets import Augmented, choice
from mediaext.operations import EditImage


def data_set(folder: Path, count: int, seconds: float = 0.02) -> Augmented:
    return Augmented(
        Photos(count),
        [EditImage(prompt=choice("rainy", "at night"))],
        runner=FolderService(folder / "service", seconds),
        folder=folder / "pool",
        size=(16, 16),
        concurrency=8,
        quiet=True,
    )


def train(folder: Path, order: int, count: int, *group: int) -> None:
    """Read one epoch, in an order of its own; two as a rank of a group: rank, world, port."""
    if group:
        rank, world, port = group
        address = f"tcp://127.0.0.1:{port}"
        torch.distributed.init_process_group("gloo", address, rank=rank, world_size=world)
    data = data_set(folder, count)
    data.set_epoch(order)  # processes come across the keys in orders of their own
    loader = data.loader(8, shuffle=True)
    for _ in range(2 if group else 1):
        seen = sum(len(images) for images, _ in loader)
    if group:
        total = torch.tensor([seen])
        torch.distributed.all_reduce(total)
        assert int(total) >= count
        torch.distributed.destroy_process_group()
    data.close()
