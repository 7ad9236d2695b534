"""One training process: ``python one_process.py FOLDER SEED COUNT [RANK WORLD PORT]``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

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


def main() -> None:
    folder, order, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    distributed = sys.argv[4:]
    if distributed:
        rank, world, port = map(int, distributed)
        address = f"tcp://127.0.0.1:{port}"
        torch.distributed.init_process_group("gloo", address, rank=rank, world_size=world)
    data = data_set(folder, count)
    data.set_epoch(order)  # processes come across the keys in orders of their own
    loader = data.loader(8, shuffle=True)
    for _ in range(2 if distributed else 1):
        seen = sum(len(images) for images, _ in loader)
    if distributed:
        total = torch.tensor([seen])
        torch.distributed.all_reduce(total)
        assert int(total) >= count
        torch.distributed.destroy_process_group()
    data.close()


if __name__ == "__main__":
    main()
