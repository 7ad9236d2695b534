"""One machine that fills a dataset when it is told to: ``machine.py SERVICE COUNT [MORE]``.

Its state, and the folder of its results, are its own: ``MEDIAEXT_HOME``. ``SERVICE`` is the
address of a service that all machines share. With ``MORE``, which is the second tier, the leases,
the seconds that they hold and the jobs in flight, it is the folder of one that makes every request
a job of its own.
"""

import sys

from dataset_makers import FolderService

import mediaext
from mediaext.datasets import Generated
from mediaext.operations import GenerateImage


def main() -> None:
    service, count = sys.argv[1], int(sys.argv[2])
    requests = [GenerateImage(prompt=f"fox {number}") for number in range(count)]
    options = {"size": (8, 8), "quiet": True}
    if sys.argv[3:]:
        from mediaext.scale.leases import LeaseTable

        LeaseTable.seconds = float(sys.argv[5])
        options |= {"remote": sys.argv[3], "leases": sys.argv[4], "concurrency": int(sys.argv[6])}
        media = FolderService(service, named=False)
    else:
        media = mediaext.connect(service)
    sys.stdin.readline()
    with Generated(requests, runner=media, **options) as data:
        filled = data.fill(progress=False)
    assert filled.there == count, filled
    print(filled.made)


if __name__ == "__main__":
    main()
