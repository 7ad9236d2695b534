"""One machine that fills a dataset by a shared service: ``python machine.py URL COUNT``.

Its state, and the folder of its results, are its own: ``MEDIAEXT_HOME``.
"""

import sys

import mediaext
from mediaext.datasets import Generated
from mediaext.operations import GenerateImage


def main() -> None:
    url, count = sys.argv[1], int(sys.argv[2])
    with mediaext.connect(url) as media:
        requests = [GenerateImage(prompt=f"fox {number}") for number in range(count)]
        with Generated(requests, runner=media, size=(8, 8), quiet=True) as data:
            filled = data.fill(progress=False)
            assert filled.there == count, filled


if __name__ == "__main__":
    main()
