"""An engine of models that are pretended, on a GPU of 12 GB that is pretended too.

Everything around them is real: entries, the pods of the service, the manager of the hosts and
their processes. The adapter is that of ``tests/unit/engines/fake_adapter.py``.
"""

from pathlib import Path

from mediaext.engines.doctor import Gpu, Machine
from mediaext.engines.local_models import LocalModels
from tests.unit.engines import fake_adapter

MACHINE = Machine(memory=64, disk=100, gpus=(Gpu("pretended", 12, 12, "cuda:0"),))


class PretendedModels(LocalModels):
    """Models of another folder's adapters, on another machine."""

    folder = Path(fake_adapter.__file__).parent

    def machine(self):
        return MACHINE


engine = PretendedModels("pretended")
