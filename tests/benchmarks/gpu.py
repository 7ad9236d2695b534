"""Models at their real size with random weights, on the GPU of this machine.

``python tests/benchmarks/gpu.py --folder DIR`` builds z-image-turbo and flux2-klein-4b from their
configurations (40 GB in DIR, nothing is downloaded), adds them as models and prints

* the peak of the GPU's memory for each way to hold them, beside what the entry says (bound: 15 %);
* that two models which do not fit together take turns;
* what a cancel in the middle leaves in memory;
* the first job, which loads, and the second, which finds the model warm;
* the time of a job by service, pod and host beside the pipeline's own (bound: 5 % more).

``--size tiny`` does the same with tiny pipelines, on the CPU too, so that the command itself can
be tried anywhere; its figures say nothing then.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import diffusers

import mediaext
import mediaext.testing
from mediaext.engines.base import Cancelled, Context
from mediaext.engines.doctor import examine
from mediaext.engines.entries import ModelEntry, find_model, own_folder, read_catalogue
from mediaext.engines.hosts import client
from mediaext.engines.install import add_model, remove_model
from mediaext.engines.local_models import ADAPTERS, engine
from mediaext.operations import GenerateImage

ROOT = Path(__file__).parents[2]
MODELS = {"z-image-turbo": "z-image", "flux2-klein-4b": "klein"}
SAMPLE_SECONDS = 0.05
TRIES = 3
Sources = Mapping[str, Path]
BUILD = """
import sys; sys.path.insert(0, {root!r})
import torch, transformers, diffusers
from tests.unit.engines import tiny_pipelines as tiny
from pathlib import Path
device = "cuda" if torch.cuda.is_available() else "cpu"
small = {size!r} == "tiny"

def qwen(kind):  # Qwen3-4B
    return kind(transformers.Qwen3Config(
        hidden_size=2560, intermediate_size=9728, num_hidden_layers=36, num_attention_heads=32,
        num_key_value_heads=8, head_dim=128, vocab_size=151936)).eval()

def z_image():
    if small:
        return tiny.z_image()
    transformer = diffusers.ZImageTransformer2DModel()  # its defaults are the model's sizes
    with torch.no_grad():
        transformer.x_pad_token.fill_(1.0)
        transformer.cap_pad_token.fill_(1.0)
    coder = diffusers.AutoencoderKL(
        block_out_channels=[128, 256, 512, 512], layers_per_block=2, latent_channels=16,
        down_block_types=["DownEncoderBlock2D"] * 4, up_block_types=["UpDecoderBlock2D"] * 4,
        sample_size=1024, use_quant_conv=False, use_post_quant_conv=False)
    return diffusers.ZImagePipeline(
        tiny.scheduler(), coder, qwen(transformers.Qwen3Model), tiny.qwen_tokenizer(), transformer)

def klein():
    if small:
        return tiny.klein()
    transformer = diffusers.Flux2Transformer2DModel(
        num_layers=5, num_single_layers=20, num_attention_heads=24, joint_attention_dim=7680,
        guidance_embeds=False)
    return diffusers.Flux2KleinPipeline(
        tiny.scheduler(), diffusers.AutoencoderKLFlux2(), qwen(transformers.Qwen3ForCausalLM),
        tiny.qwen_tokenizer(), transformer, True)

torch.manual_seed(0)
if not small:
    torch.set_default_dtype(torch.bfloat16)
with torch.device(device):
    pipeline = {{"z-image": z_image, "klein": klein}}[{name!r}]()
pipeline.save_pretrained(Path({folder!r}))
"""
DIRECT = """
import json, sys, time
from mediaext.engines.hosts.host import load_adapter
model, task, device, plan, tries = json.loads(sys.argv[1])
adapter = load_adapter(model.pop("adapter"))
loaded = adapter.load(model, device, plan, lambda *said: None)
times = []
for _ in range(tries + 1):
    begun = time.perf_counter()
    adapter.run(loaded, task, {}, ".", lambda *said: None)
    times.append(time.perf_counter() - begun)
print(json.dumps(times[1:]))
"""


def build(folder: Path, name: str, size: str) -> Path:
    """Write a pipeline as a repository holds it, in its own process; kept for the next run."""
    target = folder / f"{name}-{size}"
    if not (target / "model_index.json").is_file():
        code = BUILD.format(root=str(ROOT), size=size, name=name, folder=str(target))
        subprocess.run([sys.executable, "-c", code], check=True)
    return target


class Memory:
    """Gigabytes of the GPU in use beyond what was before; 0 where there is no GPU."""

    def __init__(self) -> None:
        self._has = shutil.which("nvidia-smi") is not None
        self._before = self._used()
        self.peak = 0.0

    def _used(self) -> float:
        if not self._has:
            return 0.0
        query = ["nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits"]
        done = subprocess.run(query, capture_output=True, text=True, check=True)
        return sum(map(float, done.stdout.split())) * (1 << 20) / 1e9

    @property
    def now(self) -> float:
        """What is in use now."""
        return self._used() - self._before

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Keep the peak of a block."""
        self.peak, ended = 0.0, threading.Event()

        def watch() -> None:
            while not ended.wait(SAMPLE_SECONDS):
                self.peak = max(self.peak, self.now)

        thread = threading.Thread(target=watch)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


def write_entry(entry: ModelEntry, source: Path, plan: str, size: str) -> None:
    """Write a shipped entry again, with this folder as its source and one way to hold it."""
    name = entry.name
    arguments = dict(entry.arguments)
    if size == "tiny":
        arguments |= {"num_inference_steps": 3, "max_sequence_length": 64}
        arguments |= {"text_encoder_out_layers": [0, 1, 1]} if "klein" in name else {}
    fields = ", ".join(f'{key} = "{value}"' for key, value in entry.fields.items())
    needed = entry.memory.get(plan, 1.0) if size == "real" else 1.0
    text = f"""
[[model]]
name = "{name}"
skill = "{entry.skill}"
also = {json.dumps(sorted({"generate"} - {entry.skill}))}
source = {{ folder = "{source.as_posix()}" }}
licence = {{ id = "None", commercial = true, source = "https://example.org/none" }}
environment = "here"
class = "{entry.class_name}"
arguments = {{ {", ".join(f"{key} = {json.dumps(value)}" for key, value in arguments.items())} }}
fields = {{ {fields} }}
memory = {{ {plan} = {needed} }}
multiple = {entry.multiple}
"""
    folder = own_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.toml").write_text(text)
    (folder / "lock.txt").touch()
    (folder / "here.toml").write_text(
        f'[environments.here]\npython = ["{sys.version_info.major}.{sys.version_info.minor}"]\n'
        f'packages = ["diffusers=={diffusers.__version__}"]\nlock = "lock.txt"\n'
    )


def add(entry: ModelEntry, source: Path, plan: str, size: str) -> None:
    """Add the model anew, held by ``plan``."""
    if find_model(entry.name):
        remove_model(entry.name)
    write_entry(entry, source, plan, size)
    add_model(entry.name, accept_licence=True)


def make(name: str, side: int, report: Callable[..., None] = lambda *said: None) -> float:
    """Make a picture by the model's host; return the seconds."""
    request = GenerateImage(prompt="a red bicycle by the sea", width=side, height=side)
    begun = time.perf_counter()
    engine(name).make(request, {}, Context(seed=1, report=report))
    return time.perf_counter() - begun


def peaks(
    entries: Mapping[str, ModelEntry], sources: Sources, size: str, side: int, memory: Memory
) -> None:
    """Print the peak of each model and plan."""
    plans = ("bf16", "offload", "int8") if examine().gpus else ("cpu",)
    for name, source in sources.items():
        for plan in plans:
            add(entries[name], source, plan, size)
            with memory.watched():
                cold = make(name, side)
                warm = make(name, side)
            said = entries[name].memory.get(plan, 0.0)
            share = f"{memory.peak / said - 1:+.0%}" if said and size == "real" else "-"
            print(
                f"{name:16} {plan:8} entry {said:5.1f} GB   peak {memory.peak:6.2f} GB {share:>6}"
                f"   first {cold:7.2f} s   second {warm:7.2f} s"
            )
            client.release()


def turns(
    entries: Mapping[str, ModelEntry], sources: Sources, size: str, side: int, memory: Memory
) -> None:
    """Print which model is loaded while two that do not fit together are asked in turn."""
    plan = "bf16" if examine().gpus else "cpu"
    for name, source in sources.items():
        add(entries[name], source, plan, size)
    sizes = [read_catalogue().models[name].memory[plan] for name in sources]
    client.stop()  # its budget is read when it starts
    os.environ["MEDIAEXT_DEVICE_MEMORY"] = str(max(sizes) + min(sizes) / 2)
    for name in (*sources, *sources):
        seconds = make(name, side)
        there = [row["model"].partition("@")[0] for row in client.status()["models"]]
        print(
            f"asked {name:16} loaded {', '.join(there):16} {memory.now:6.2f} GB {seconds:6.2f} s"
        )
    client.stop()
    del os.environ["MEDIAEXT_DEVICE_MEMORY"]


def cancelled(name: str, side: int, memory: Memory) -> None:
    """Print the memory before a job, after it was cancelled in the middle, and after release."""

    def stop(fraction: float | None, message: str) -> None:
        if message.startswith("step 2 "):
            raise Cancelled

    make(name, side)
    before = memory.now
    try:
        make(name, side, stop)
    except Cancelled:
        after = memory.now
    else:
        raise SystemExit("The job was not cancelled.")
    again = make(name, side)
    client.release()
    print(
        f"loaded {before:.2f} GB, after a cancel {after:.2f} GB, next job {again:.2f} s, "
        f"released {memory.now:.2f} GB"
    )


def overhead(name: str, side: int, folder: Path) -> None:
    """Print the time of a job by the whole service beside the pipeline's own."""
    (model,) = engine(name)._models_of(GenerateImage)
    arguments = {**model.entry.arguments, "prompt": "a fox", "width": side, "height": side}
    task = {"call": arguments, "seed": 1, "images": "many", "loras": {}, "clip": False}
    facts = {
        "adapter": str(ADAPTERS / "diffusers_adapter.py"),
        "class": model.entry.class_name,
        "folder": str(model.installed.folder),
    }
    given = json.dumps([facts, task, model.device, model.plans[0][0], TRIES])
    done = subprocess.run(
        [sys.executable, "-c", DIRECT, given],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
    )
    own = statistics.median(json.loads(done.stdout.splitlines()[-1]))
    times = []
    with mediaext.testing.service(folder / "service", engine=f"models:{name}", pods=1) as service:
        media = mediaext.connect(service.base_url)
        for number in range(TRIES + 1):
            begun = time.perf_counter()
            request = GenerateImage(prompt="a fox", width=side, height=side, seed=number)
            media.run(request, fresh=True)
            times.append(time.perf_counter() - begun)
    client.stop()
    whole = statistics.median(times[1:])
    print(
        f"pipeline alone {own:.3f} s, by client, service, pod and host {whole:.3f} s "
        f"({whole / own - 1:+.1%})"
    )


def main() -> None:
    """Build, add, measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--folder", type=Path, default=Path("gpu-benchmark"))
    parser.add_argument("--size", choices=("real", "tiny"), default="real")
    options: Any = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(folder / "state", ignore_errors=True)
    os.environ["MEDIAEXT_HOME"] = str(folder / "state")
    entries = read_catalogue().models
    if options.size == "real" and not examine().gpus:
        raise SystemExit("There is no GPU here; --size tiny tries the command itself.")
    print(examine())
    side = 1024 if options.size == "real" else 32
    sources = {name: build(folder, kind, options.size) for name, kind in MODELS.items()}
    memory = Memory()
    try:
        print("\n# Memory and warm jobs")
        peaks(entries, sources, options.size, side, memory)
        print("\n# Taking turns")
        turns(entries, sources, options.size, side, memory)
        print("\n# Cancel")
        cancelled("z-image-turbo", side, memory)
        print("\n# Overhead")
        overhead("z-image-turbo", side, folder)
    finally:
        client.stop()


if __name__ == "__main__":
    main()
