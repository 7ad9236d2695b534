"""An engine whose models load slowly: words of the request's prompt say how long, in files."""

import os
import time
from pathlib import Path

from mediaext.errors import job_failed
from mediaext.testing.instant import InstantEngine

FOLDER = "SLOW_TO_LOAD"


class SlowToLoad(InstantEngine):
    """Loads until the file ``go`` is there; ``broken`` is weights that cannot be read."""

    def prepare(self, operation, context):
        folder = Path(os.environ[FOLDER])
        while not (folder / "go").exists():
            context.progress(None, "loading slow-model")
            time.sleep(0.01)
        if (folder / "broken").exists():
            raise job_failed("MODEL_ERROR", "slow-model: a weight is not a number.")


engine = SlowToLoad("slow_to_load", "1", trained=True)
