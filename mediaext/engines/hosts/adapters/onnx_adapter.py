"""Runs ONNX networks by onnxruntime on the CPU; it imports nothing of mediaext (``host.py``).

A model is ``{"class", "folder", "arguments"}``; the class is one of:

* ``Outline``: finds the subject of a picture, such as BiRefNet. Arguments: ``file``, ``side`` of
  its square input in pixels, ``mean`` and ``std`` of the input's channels.
* ``Enlarger``: enlarges a picture by a whole factor. Argument: ``file``.
* ``Kokoro``: speaks (https://huggingface.co/hexgrad/Kokoro-82M). Arguments: ``file``,
  ``voices`` by language code: espeak's language and the voice's file.

A task is ``{}`` or ``{"factor"}`` with one picture, and ``{"text", "language", "seconds"}``.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from PIL import Image

from .adapter_files import Floats, Report, as_levels, write_picture, write_sound

CLASSES = ("Outline", "Enlarger", "Kokoro")
KOKORO_RATE = 24_000  # samples per second
KOKORO_TOKENS = 510  # phonemes that the network takes at once, without the marks around them
SENTENCE = re.compile(r"(?<=[.!?;:])\s+")


def load(model: dict[str, Any], device: str, plan: str, report: Report) -> dict[str, Any]:
    """Load a network; ``RuntimeError`` where a file is missing or broken."""
    report(None, f"loading {model['class']}")
    if model["class"] not in CLASSES:
        raise RuntimeError(f"there is no class {model['class']}")
    folder = Path(model["folder"])
    session = onnxruntime.InferenceSession(
        str(folder / model["arguments"]["file"]), providers=["CPUExecutionProvider"]
    )
    return {**model, "folder": folder, "session": session}


def run(
    loaded: dict[str, Any],
    task: dict[str, Any],
    inputs: dict[str, list[str]],
    folder: str,
    report: Report,
) -> dict[str, Any]:
    """Carry out a task."""
    if loaded["class"] == "Kokoro":
        made = write_sound(_spoken(loaded, task, report), KOKORO_RATE, folder)
    else:
        image = Image.open(inputs["images"][0]).convert("RGB")
        change = {"Outline": _outline, "Enlarger": _enlarged}[loaded["class"]]
        made = write_picture(change(loaded, task, image, report), folder)
    return {
        "files": {"result": made},
        "details": {"libraries": {"onnxruntime": onnxruntime.__version__}},
    }


def _outline(
    loaded: dict[str, Any], task: dict[str, Any], image: Image.Image, report: Report
) -> Image.Image:
    arguments, session = loaded["arguments"], loaded["session"]
    side = arguments["side"]
    pixels = np.asarray(image.resize((side, side), Image.Resampling.BILINEAR), np.float32) / 255
    mean, std = (np.asarray(arguments[name], np.float32) for name in ("mean", "std"))
    batch = ((pixels - mean) / std).transpose(2, 0, 1)[None].astype(np.float32)
    report(0.1, "finding the subject")
    plane = np.asarray(session.run(None, {session.get_inputs()[0].name: batch})[-1], np.float32)
    plane = plane.reshape(plane.shape[-2:])
    if plane.min() < 0 or plane.max() > 1:  # the network ends before its sigmoid
        plane = 1 / (1 + np.exp(-plane.clip(-30, 30)))
    mask = Image.fromarray(as_levels(plane))
    return mask.resize(image.size, Image.Resampling.BICUBIC)


def _enlarged(
    loaded: dict[str, Any], task: dict[str, Any], image: Image.Image, report: Report
) -> Image.Image:
    session, width = loaded["session"], 0
    wanted = image.width * task["factor"]
    while image.width < wanted:
        if image.width <= width:
            raise RuntimeError("the network does not enlarge")
        width = image.width
        report(width / wanted, "enlarging")
        batch = (np.asarray(image, np.float32) / 255).transpose(2, 0, 1)[None]
        made = np.asarray(session.run(None, {session.get_inputs()[0].name: batch})[0], np.float32)
        image = Image.fromarray(as_levels(made[0].transpose(1, 2, 0)))
    return image


def _spoken(loaded: dict[str, Any], task: dict[str, Any], report: Report) -> Floats:
    voices = loaded["arguments"]["voices"]
    if task["language"] not in voices:
        raise ValueError(f"language_id: this voice speaks {', '.join(sorted(voices))}.")
    language, file = voices[task["language"]]
    styles = np.fromfile(loaded["folder"] / file, np.float32).reshape(-1, 1, 256)
    vocabulary = json.loads((loaded["folder"] / "tokenizer.json").read_text("utf-8"))
    tokens_of = vocabulary["model"]["vocab"]
    parts: list[Floats] = []
    longest = round(task["seconds"] * KOKORO_RATE)
    for spoken in _phonemes(task["text"], language):
        tokens = [tokens_of[one] for one in spoken if one in tokens_of]
        for start in range(0, len(tokens), KOKORO_TOKENS):
            some = tokens[start : start + KOKORO_TOKENS]
            done = sum(part.size for part in parts)
            report(min(1.0, done / longest), "speaking")
            feed = {
                "input_ids": np.asarray([[0, *some, 0]], np.int64),
                "style": styles[min(len(some), len(styles) - 1)],
                "speed": np.ones(1, np.float32),
            }
            parts.append(np.asarray(loaded["session"].run(None, feed)[0], np.float32).ravel())
        if sum(part.size for part in parts) > longest:
            break
    if not parts:
        raise ValueError("text: none of it can be spoken.")
    return np.concatenate(parts)


def _phonemes(text: str, language: str) -> Iterator[str]:
    """Yield the phonemes of each sentence, by espeak-ng."""
    import espeakng_loader
    from phonemizer.backend import EspeakBackend
    from phonemizer.backend.espeak.wrapper import EspeakWrapper

    EspeakWrapper.set_library(espeakng_loader.get_library_path())
    EspeakWrapper.set_data_path(espeakng_loader.get_data_path())
    speaker = EspeakBackend(language, preserve_punctuation=True, with_stress=True)
    for sentence in filter(None, map(str.strip, SENTENCE.split(text))):
        yield "".join(speaker.phonemize([sentence]))
