"""An adapter with pretended models, of the standard library alone.

A model is ``{"memory": bytes it takes by plan, "limit": bytes of the device}``, or has them in its
``arguments``; what is loaded is summed up in this process, and more than the limit is out of
memory, as a device would say it.
"""

import gc
import os
import time
from pathlib import Path

held: dict[str, int] = {}


class OutOfMemoryError(RuntimeError):
    """What torch calls it."""


def load(model, device, plan, report):
    model = {**model, **model.get("arguments", {})}
    report(None, f"opening {model['name']}")
    if model.get("refuse"):
        raise ValueError(model["refuse"])
    if wait := model.get("wait_for"):
        pause_until(wait, report)
    taken = model.get("memory", {}).get(plan, 0)
    if sum(held.values()) + taken > model.get("limit", 1 << 60):
        raise OutOfMemoryError("pretended")
    held[model["name"]] = taken
    return {**model, "plan": plan, "device": device}


def unload(loaded):
    held.pop(loaded["name"], None)


def run(loaded, task, inputs, folder, report):
    task = {**task, **task.get("call", {})}
    match task["do"]:
        case "die":
            os._exit(3)
        case "hang":  # not even a cancellation is looked at
            Path(task["sign"]).touch()
            time.sleep(3600)
        case "stop answering":
            Path(task["sign"]).touch()
            os.kill(os.getpid(), 19)
        case "wait":
            Path(task["sign"]).touch()
            pause_until(task["for"], report)
        case "refuse":
            raise ValueError("prompt: say more.")
        case "fail":
            raise KeyError("a fault of the library")
        case "draw":  # for as long as the file of its gate is there
            return draw(loaded, Path(task["gates"]) / loaded["name"], Path(folder), report)
        case "need" if task["need"].get(loaded["plan"], 0) > loaded["limit"]:
            raise OutOfMemoryError("pretended")
    print("what a library prints is no answer")
    read = b"".join(Path(path).read_bytes() for paths in inputs.values() for path in paths)
    target = Path(folder) / "made.bin"
    target.write_bytes(b"made of " + read)
    report(1.0, "made")
    return {
        "files": {"result": {"path": str(target), "media_type": "image/png"}},
        "notes": [],
        "details": {
            "pid": os.getpid(),
            "plan_seen": loaded["plan"],
            "device": loaded["device"],
            "set_aside": gc.get_freeze_count(),
        },
    }


def draw(loaded, gate, folder, report):
    from PIL import Image

    hanging = gate.with_suffix(".hang")
    if gate.exists() or hanging.exists():
        gate.with_suffix(".busy").touch()
    while hanging.exists():  # not even a cancellation is looked at
        time.sleep(0.01)
    while gate.exists():
        report(0.5, "waiting")
        time.sleep(0.01)
    path = folder / "result.png"
    Image.new("RGB", (64, 64), "teal").save(path)
    files = {"result": {"path": str(path), "media_type": "image/png"}}
    return {"files": files, "details": {"pid": os.getpid()}}


def pause_until(path, report):
    while not Path(path).exists():
        report(0.5, "waiting")
        time.sleep(0.01)
