"""One rank of a training with accelerate: ``python accelerated.py FOLDER``; prints what it saw."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from accelerate import Accelerator
from one_process import data_set


def main() -> None:
    accelerator = Accelerator(cpu=True)
    data = data_set(Path(sys.argv[1]), count=40)
    data.pool.items.labels = list(range(40))
    for loader in (data.dataloader(5, num_workers=1), data.loader(5, shuffle=True)):
        data.set_epoch(0)
        batches = accelerator.prepare(loader)
        print([label for _, labels in batches for label in labels.tolist()])
    data.close()
    accelerator.end_training()


if __name__ == "__main__":
    main()
