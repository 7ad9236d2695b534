"""Enlarges pictures with networks that spandrel knows; it imports nothing of mediaext.

A model is ``{"folder", "arguments": {"file"}}``, the file safetensors. A task is ``{"factor"}``
with one picture, which comes out at least as many times as large. See ``host.py``.
"""

from pathlib import Path
from typing import Any

import numpy as np
import spandrel
import torch
from PIL import Image

from .adapter_files import Report, as_levels, write_picture

TILE, EDGE = 256, 32  # pixels; tiles overlap by twice the edge, which hides the seams


def load(model: dict[str, Any], device: str, plan: str, report: Report) -> dict[str, Any]:
    """Load a network."""
    report(None, "loading the network")
    file = Path(model["folder"]) / model["arguments"]["file"]
    network = spandrel.ModelLoader(device=torch.device(device)).load_from_file(file)
    if not isinstance(network, spandrel.ImageModelDescriptor):
        raise RuntimeError(f"{file.name} is no network that changes one picture")
    network.eval()
    return {"network": network, "device": device}


def run(
    loaded: dict[str, Any],
    task: dict[str, Any],
    inputs: dict[str, list[str]],
    folder: str,
    report: Report,
) -> dict[str, Any]:
    """Enlarge a picture, tile by tile; several times where the scale is too small."""
    network, device = loaded["network"], loaded["device"]
    if network.scale < 2:
        raise RuntimeError("the network does not enlarge")
    image = Image.open(inputs["images"][0]).convert("RGB")
    pixels = torch.from_numpy(np.asarray(image, np.float32).copy()).permute(2, 0, 1) / 255
    scale = 1
    while scale < task["factor"]:
        pixels = _enlarged(pixels, network, device, report)
        scale *= network.scale
    made = Image.fromarray(as_levels(pixels.permute(1, 2, 0).numpy()))
    libraries = {"spandrel": spandrel.__version__, "torch": torch.__version__}
    return {
        "files": {"result": write_picture(made, folder)},
        "details": {"libraries": libraries, "architecture": network.architecture.name},
    }


def _enlarged(pixels: torch.Tensor, network: Any, device: str, report: Report) -> torch.Tensor:
    _, height, width = pixels.shape
    scale = network.scale
    made = torch.zeros(3, height * scale, width * scale)
    places = [(top, left) for top in range(0, height, TILE) for left in range(0, width, TILE)]
    for number, (top, left) in enumerate(places):
        report(number / len(places), f"part {number + 1} of {len(places)}")
        rows, columns = _span(top, height), _span(left, width)
        part = pixels[:, rows[0] : rows[1], columns[0] : columns[1]][None].to(device)
        with torch.inference_mode():
            tile = network(part)[0].float().cpu()
        bottom, right = min(top + TILE, height), min(left + TILE, width)
        inner = tile[
            :,
            (top - rows[0]) * scale : (bottom - rows[0]) * scale,
            (left - columns[0]) * scale : (right - columns[0]) * scale,
        ]
        made[:, top * scale : bottom * scale, left * scale : right * scale] = inner
    return made


def _span(start: int, length: int) -> tuple[int, int]:
    return max(0, start - EDGE), min(start + TILE + EDGE, length)
