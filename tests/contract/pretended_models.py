"""An engine of models that are pretended, on a GPU of 12 GB that is pretended too.

Everything around them is real: entries, the pods of the service, the manager of the hosts and
their processes. The adapter is that of ``tests/unit/engines/fake_adapter.py``.
"""

from pathlib import Path

from mediaext.engines import local_models
from mediaext.engines.doctor import Gpu, Machine
from tests.unit.engines import fake_adapter

MACHINE = Machine(memory=64, disk=100, gpus=(Gpu("pretended", 12, 12, "cuda:0"),))
local_models.ADAPTERS = Path(fake_adapter.__file__).parent
local_models._machine = lambda: MACHINE

engine = local_models.LocalModels("pretended")
