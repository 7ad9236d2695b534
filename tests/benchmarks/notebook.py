"""What the magics cost: loading, completion, bytes in the notebook; in fresh kernels.

``python tests/benchmarks/notebook.py`` prints the time that ``%load_ext mediaext`` adds to a
started kernel, how long the very first Tab takes one and a half seconds later and Tab on lines of
each kind (first and median), and how soon an interrupt ends a waiting cell. Bounds to hold: 60 ms,
20 ms, 300 ms.
"""

import os
import statistics
import sys
import tempfile
import threading
import time
from typing import Any

from jupyter_client.manager import start_new_kernel

KERNELS = 5
PRESSES = 30
LINES = (
    "%media ima",
    "%media image 'a bike' --see",
    "%media image x --output-format ",
    "x = %media upscale $",
    "%media attach ",
    "%media image x | up",
    "%%media image --se",
    "%media upscale ",
)
LOAD = (
    "import time as _t; _s = _t.perf_counter(); get_ipython().run_line_magic('load_ext', "
    "'mediaext'); print((_t.perf_counter() - _s) * 1000)"
)
ENGINE = "%media connect --engine mediaext.testing.instant:engine"


def run(client: Any, code: str) -> list[dict[str, Any]]:
    """Run a cell and return what it published."""
    found: list[dict[str, Any]] = []
    client.execute_interactive(code, timeout=60, output_hook=lambda m: found.append(m["content"]))
    return found


def load_milliseconds(client: Any) -> float:
    """Return how long loading the extension took, inside the kernel."""
    return float(next(item["text"] for item in run(client, LOAD) if "text" in item))


def press_tab(client: Any, line: str) -> float:
    """Return the milliseconds from asking for completions to their arrival."""
    started = time.perf_counter()
    client.complete(line, len(line))
    client.get_shell_msg(timeout=30)
    return (time.perf_counter() - started) * 1000


def interrupt_milliseconds(manager: Any, client: Any) -> float:
    """Return how long a waiting cell goes on after an interrupt."""
    moments: list[float] = []

    def interrupt() -> None:
        moments.append(time.perf_counter())
        manager.interrupt_kernel()

    threading.Timer(2.0, interrupt).start()
    run(client, '%media image "sleep 30"')
    return (time.perf_counter() - moments[0]) * 1000


def main() -> None:
    """Print the table."""
    loads, firsts = [], []
    for number in range(KERNELS):
        manager, client = start_new_kernel(kernel_name="python3")
        try:
            run(client, "1")
            loads.append(load_milliseconds(client))
            time.sleep(1.5)
            firsts.append(press_tab(client, "%media image 'a bike' --see"))
            if number == KERNELS - 1:
                print(f"Tab  very first, median {statistics.median(firsts):.1f} ms")
                run(client, f"{ENGINE}\nphoto = %media image x")
                print(f"load_ext  median {statistics.median(loads):.1f} ms of {KERNELS} kernels")
                for line in LINES:
                    times = [press_tab(client, line) for _ in range(PRESSES)]
                    print(
                        f"Tab  first {times[0]:6.1f} ms  median {statistics.median(times):5.1f} "
                        f"ms  {line!r}"
                    )
                print(f"interrupt  {interrupt_milliseconds(manager, client):.1f} ms")
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ["MEDIAEXT_HOME"] = home
        sys.exit(main())
