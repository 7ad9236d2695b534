"""One machine that fills a dataset when it is told to.

Its state, and the folder of its results, are its own: ``MEDIAEXT_HOME``.
"""

from dataset_makers import FolderService

import mediaext
from mediaext.datasets import Generated
from mediaext.operations import GenerateImage


def fill(line, service, count, *shared):
    """Fill when something comes over the line; send how many this machine made.

    ``service`` is the address of a service that all machines share. With ``shared``, which is the
    second tier, the leases, the seconds that they hold and the jobs in flight, it is the folder of
    one that makes every request a job of its own.
    """
    requests = [GenerateImage(prompt=f"fox {number}") for number in range(count)]
    options = {"size": (8, 8), "quiet": True}
    if shared:
        from mediaext.scale.leases import LeaseTable

        remote, leases, LeaseTable.seconds, concurrency = shared
        options |= {"remote": remote, "leases": leases, "concurrency": concurrency}
        media = FolderService(service, named=False)
    else:
        media = mediaext.connect(service)
    line.recv()
    with Generated(requests, runner=media, **options) as data:
        filled = data.fill(progress=False)
    assert filled.there == count, filled
    line.send(filled.made)
