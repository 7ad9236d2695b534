"""What this machine has, and which models fit it."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from mediaext.engines.entries import ModelEntry, Plan, own_folder
from mediaext.text import byte_size

GB = 1e9
WORKING = 2.0  # gigabytes of a GPU that its driver, its screen and the sums in between take
SHARE_OF_MEMORY = 0.75  # of main memory, that models may take
NVIDIA_SMI_SECONDS = 20.0
TORCH_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Gpu:
    """A GPU; memory in gigabytes, 1e9 bytes."""

    name: str
    memory: float
    free: float
    device: str


@dataclass(frozen=True, slots=True)
class Machine:
    """What models can use; memory and disk in gigabytes, 1e9 bytes."""

    memory: float
    disk: float
    gpus: tuple[Gpu, ...] = ()

    @property
    def room(self) -> float:
        """Gigabytes of main memory that models may take."""
        return self.memory * SHARE_OF_MEMORY

    @property
    def gpu_room(self) -> float:
        """Gigabytes of the largest GPU that models may take."""
        return max((gpu.memory - WORKING for gpu in self.gpus), default=0.0)

    def __str__(self) -> str:
        gpus = ", ".join(f"{gpu.name} with {gpu.memory:.0f} GB" for gpu in self.gpus)
        return (
            f"{self.memory:.0f} GB of memory, {self.disk:.0f} GB free on disk, GPU: "
            f"{gpus or 'none'}"
        )


@dataclass(frozen=True, slots=True)
class ModelFit:
    """Whether a model fits a machine, how it would be held there, and the reason in words."""

    fits: bool
    plan: Plan | None
    reason: str


def examine() -> Machine:
    """Return what this machine has: memory, disk of the state folder, GPUs."""
    folder = own_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return Machine(_memory(), shutil.disk_usage(folder).free / GB, _gpus())


Plans = tuple[tuple[Plan, float], ...]
"""Ways to hold a model, each with its gigabytes, the least saving one first."""


def ways(entry: ModelEntry, machine: Machine) -> Plans:
    """Return the ways to hold a model on a GPU, or on the CPU where there is none.

    A CPU takes 4 bytes a parameter in place of 2.
    """
    memory = entry.memory
    on_gpu = tuple((plan, needed) for plan, needed in memory.items() if plan != "cpu")
    if machine.gpus and on_gpu:
        return on_gpu
    name: Plan = "gguf" if "gguf" in memory else "cpu"
    return ((name, memory.get("cpu", 2 * max(memory.values(), default=0.0))),)


def plans(entry: ModelEntry, machine: Machine) -> Plans:
    """Return those ways to hold a model that fit this machine."""
    held = max(entry.memory.values(), default=0.0) <= machine.memory  # what is not on the GPU
    return tuple(
        (plan, needed)
        for plan, needed in ways(entry, machine)
        if needed <= (machine.gpu_room if machine.gpus and plan != "cpu" else machine.room)
        and (plan != "offload" or held)
    )


def fit(entry: ModelEntry, machine: Machine, *, installed: bool = False) -> ModelFit:
    """Say whether a model fits, and how it would be held or why it cannot be.

    Examples
    --------
    >>> from mediaext.engines.entries import read_catalogue
    >>> entry = read_catalogue().model("z-image-turbo")
    >>> fit(entry, Machine(32, 100, (Gpu("small", 16, 16, "cuda:0"),))).plan
    'offload'
    """
    if not installed and entry.size > machine.disk:
        free = byte_size(machine.disk * GB)
        reason = f"needs {byte_size(entry.size * GB)} of disk, {free} are free"
        return ModelFit(False, None, reason)
    for plan, needed in plans(entry, machine):
        return ModelFit(True, plan, f"{plan}, {byte_size(needed * GB)}" if needed else plan)
    least, plan = min((size, plan) for plan, size in entry.memory.items())
    needs = f"needs {byte_size(least * GB)} of"
    if plan == "cpu":
        reason = f"{needs} memory, models may take {byte_size(machine.room * GB)}"
    elif machine.gpus:
        reason = f"{needs} GPU memory ({plan}), models may take "
        reason += byte_size(machine.gpu_room * GB)
    else:
        reason = f"{needs} GPU memory ({plan}), there is no GPU"
    return ModelFit(False, None, reason)


def _memory() -> float:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / GB
    except (AttributeError, ValueError, OSError):  # Windows has no sysconf
        return _windows_memory()


def _windows_memory() -> float:
    import ctypes

    kilobytes = ctypes.c_ulonglong(0)
    windll = getattr(ctypes, "windll", None)
    if windll is None or not windll.kernel32.GetPhysicallyInstalledSystemMemory(
        ctypes.byref(kilobytes)
    ):
        return 0.0
    return kilobytes.value * 1024 / GB


def _gpus() -> tuple[Gpu, ...]:
    return _nvidia_gpus() or _torch_gpus()


def _nvidia_gpus() -> tuple[Gpu, ...]:
    program = shutil.which("nvidia-smi")
    if program is None:
        return ()
    query = "--query-gpu=index,name,memory.total,memory.free"
    try:
        done = subprocess.run(
            [program, query, "--format=csv,noheader,nounits"],
            capture_output=True, text=True, check=True, timeout=NVIDIA_SMI_SECONDS,
        )  # fmt: skip
        rows = [[cell.strip() for cell in line.split(",")] for line in done.stdout.splitlines()]
        mib = (1 << 20) / GB
        return tuple(
            Gpu(name, float(total) * mib, float(free) * mib, f"cuda:{index}")
            for index, name, total, free in rows
        )
    except (OSError, subprocess.SubprocessError, ValueError):
        return ()


TORCH_GPUS = """
import json, torch
found = []
if torch.cuda.is_available():
    for index in range(torch.cuda.device_count()):
        free, total = torch.cuda.mem_get_info(index)
        found.append([torch.cuda.get_device_name(index), total, free, f"cuda:{index}"])
elif torch.backends.mps.is_available():
    shared = torch.mps.recommended_max_memory()
    found.append(["Apple GPU", shared, shared, "mps"])
print(json.dumps(found))
"""


def _torch_gpus() -> tuple[Gpu, ...]:
    """Ask torch, which knows AMD's and Apple's GPUs too, in a process of its own.

    The service must not import it: that takes long and starts threads.
    """
    amd_or_apple = Path("/dev/kfd").exists() or sys.platform == "darwin"
    if not amd_or_apple or importlib.util.find_spec("torch") is None:
        return ()
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-c", TORCH_GPUS],
            capture_output=True, text=True, check=True, timeout=TORCH_SECONDS,
        )  # fmt: skip
        rows = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return ()
    return tuple(Gpu(name, total / GB, free / GB, device) for name, total, free, device in rows)
