"""Runs pipelines of the diffusers library; it imports nothing of mediaext (see ``host.py``).

A model is ``{"class", "folder", "loras": {name: file}, "gguf": file}``. A task is::

    {"call": {argument: value, …}, "seed": seed, "images": "one" or "many",
     "loras": {name: weight}, "clip": whether frames come out}

A picture comes out as PNG, frames as one NumPy array of uint8 (frames, height, width, 3), the
sound of a clip as 16-bit WAV.
"""

import inspect
import json
from pathlib import Path
from typing import Any

import diffusers
import numpy as np
import torch
from PIL import Image

from .adapter_files import Report, as_levels, write_picture, write_sound


def load(model: dict[str, Any], device: str, plan: str, report: Report) -> dict[str, Any]:
    """Load a pipeline from its folder, held as ``plan`` says."""
    report(None, f"loading {model['class']}")
    options: dict[str, Any] = {"local_files_only": True}
    # Half precision is for GPUs: many operations of a CPU have none.
    options["torch_dtype"] = torch.float32 if device == "cpu" else torch.bfloat16
    if plan == "int8":
        from diffusers import PipelineQuantizationConfig, TorchAoConfig
        from torchao.quantization import Int8WeightOnlyConfig

        options["quantization_config"] = PipelineQuantizationConfig(
            quant_mapping={"transformer": TorchAoConfig(Int8WeightOnlyConfig())}
        )
    if plan == "gguf":
        options["transformer"] = _transformer(model, options["torch_dtype"])
    pipeline = getattr(diffusers, model["class"]).from_pretrained(model["folder"], **options)
    for name, path in model.get("loras", {}).items():
        file = Path(path)
        pipeline.load_lora_weights(file.parent, weight_name=file.name, adapter_name=name)
    if plan == "offload":
        pipeline.enable_group_offload(
            onload_device=torch.device(device),
            offload_type="leaf_level",
            use_stream=device.startswith("cuda"),
        )
    elif plan == "gguf" and device != "cpu":  # its text encoder is as large as what it saves
        pipeline.enable_model_cpu_offload(device=device)
    else:
        pipeline.to(device)
    pipeline.set_progress_bar_config(disable=True)
    return {"pipeline": pipeline, "loras": list(model.get("loras", {}))}


def _transformer(model: dict[str, Any], dtype: torch.dtype) -> Any:
    """Load the weights of a GGUF file, which stay quantised, as the pipeline's transformer."""
    index = json.loads((Path(model["folder"]) / "model_index.json").read_text("utf-8"))
    return getattr(diffusers, index["transformer"][1]).from_single_file(
        model["gguf"],
        quantization_config=diffusers.GGUFQuantizationConfig(compute_dtype=dtype),
        config=model["folder"],
        subfolder="transformer",
        torch_dtype=dtype,
        local_files_only=True,
    )


def run(
    loaded: dict[str, Any],
    task: dict[str, Any],
    inputs: dict[str, list[str]],
    folder: str,
    report: Report,
) -> dict[str, Any]:
    """Call the pipeline; arguments that it does not have are named in ``ignored``."""
    pipeline = loaded["pipeline"]
    known = inspect.signature(pipeline.__call__).parameters
    call = {name: value for name, value in task["call"].items() if name in known}
    ignored = sorted(set(task["call"]) - set(call))
    images = [Image.open(path).convert("RGB") for path in inputs.get("images", ())]
    if images:
        call["image"] = images if task["images"] == "many" else images[0]
    call["generator"] = torch.Generator("cpu").manual_seed(task["seed"])
    if loaded["loras"]:
        weights = [task.get("loras", {}).get(name, 0.0) for name in loaded["loras"]]
        pipeline.set_adapters(loaded["loras"], weights)
    made = _call(pipeline, call, "callback_on_step_end" in known, report)
    if task["clip"]:
        files = _write_clip(pipeline, made, folder)
    else:
        pixels = as_levels(np.asarray(made.images[0]))
        files = {"result": write_picture(Image.fromarray(pixels), folder)}
    return {"files": files, "details": {"ignored": ignored, "libraries": libraries()}}


def _call(pipeline: Any, call: dict[str, Any], calls_back: bool, report: Report) -> Any:
    steps = call.get("num_inference_steps")
    handle = None
    if calls_back:

        def step_done(pipe: Any, step: int, time: Any, tensors: dict[str, Any]) -> dict[str, Any]:
            report((step + 1) / steps if steps else None, f"step {step + 1} of {steps}")
            return {}

        call["callback_on_step_end"] = step_done
    else:
        handle = pipeline.transformer.register_forward_pre_hook(lambda *_: report(None, "working"))
    report(0.0, "reading the prompt")
    try:
        return pipeline(**call, output_type="np")
    finally:
        if handle is not None:
            handle.remove()
        pipeline.maybe_free_model_hooks()


def _write_clip(pipeline: Any, made: Any, folder: str) -> dict[str, dict[str, str]]:
    path = Path(folder) / "result.npy"
    np.save(path, as_levels(np.asarray(made.frames[0])))
    files = {"result": {"path": str(path), "media_type": "application/x-npy"}}
    sound = getattr(made, "audio", None)
    if sound is not None:
        rate = int(pipeline.vocoder.config.output_sampling_rate)
        channels = np.asarray(sound[0].float().cpu())
        mono = channels.reshape(-1, channels.shape[-1]).mean(axis=0)
        files["sound"] = write_sound(mono, rate, folder, "sound")
    return files


def libraries() -> dict[str, str]:
    """Return the versions on which the bytes of a result depend."""
    return {"diffusers": diffusers.__version__, "torch": torch.__version__}
