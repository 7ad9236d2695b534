"""Data sets beside their peers: ``python tests/benchmarks/datasets.py [warm|cold|scale] …``.

Prints images per second (medians over rounds in which every contestant runs once) and the ratios
that matter. Peers that are not installed are named as absent: ``pip install simplejpeg webdataset
datasets && pip install --no-deps litdata``.
"""

import argparse
import importlib
import io
import json
import os
import shutil
import statistics
import sys
import tarfile
import tempfile
import threading
import time
import warnings
from pathlib import Path

import numpy as np
import PIL.Image
import torch
from torch.utils.data import DataLoader, Dataset

from mediaext.datasets import Generated
from mediaext.datasets.decoding import Spec, decode
from mediaext.operations import GenerateImage
from mediaext.results import Picture

BATCH = 64
ABSENT = []
warnings.filterwarnings("ignore")


# This file has the name of a peer, which must not be found in its place.
sys.path[:] = [
    entry for entry in sys.path if Path(entry or ".").resolve() != Path(__file__).parent
]


def optional(name):
    try:
        return importlib.import_module(name)
    except ImportError as error:
        ABSENT.append(f"{name} ({error})")
        return None


def photos(count, side):
    """Return JPEG bytes of photo-like pictures: soft shapes, 1/f detail, sensor noise."""
    random = np.random.default_rng(side)
    found = []
    for _ in range(count):
        image = np.zeros((side, side, 3), np.float32)
        for octave in (4, 16, 64, side):
            low = random.normal(size=(octave, octave, 3)).astype(np.float32)
            low = (low * 20 / np.sqrt(octave) * 4 + 128).clip(0, 255).astype(np.uint8)
            layer = PIL.Image.fromarray(low).resize((side, side), PIL.Image.Resampling.BICUBIC)
            image += np.asarray(layer, np.float32) - 128
        image += random.normal(scale=4, size=image.shape)
        buffer = io.BytesIO()
        PIL.Image.fromarray((image + 128).clip(0, 255).astype(np.uint8)).save(
            buffer, "JPEG", quality=90
        )
        found.append(buffer.getvalue())
    return found


class Ready:
    """A runner that hands out the pictures there are."""

    identity = "ready"

    def __init__(self, contents):
        self.contents, self.next, self.lock = contents, 0, threading.Lock()

    def run(self, operation):
        with self.lock:
            content = self.contents[self.next % len(self.contents)]
            self.next += 1
        return Picture(content, "image/jpeg")


class Slow:
    """A service with jobs of a fixed time and so many places; a client of it has identifiers."""

    identity = "slow"

    def __init__(self, contents, seconds, places):
        self.contents, self.seconds = contents, seconds
        self.places, self.count = threading.Semaphore(places), 0

    def submit(self, operation):
        self.places.acquire()
        self.count += 1
        return SlowJob(self, self.count)

    def run(self, operation):
        return self.submit(operation).result()

    def attach(self, job_id, operation):
        raise KeyError(job_id)


class SlowJob:
    def __init__(self, service, number):
        self.service, self.number, self.job_id = service, number, str(number)
        self.due = time.monotonic() + service.seconds

    def result(self):
        time.sleep(max(self.due - time.monotonic(), 0.0))
        self.service.places.release()
        return Picture(
            self.service.contents[self.number % len(self.service.contents)], "image/jpeg"
        )


def ours(folder, contents, side, **options):
    return Generated(
        [GenerateImage(prompt="a photo")],
        [0],
        each=len(contents),
        size=(side, side),
        runner=Ready(contents),
        folder=folder,
        quiet=True,
        **options,
    )


class Files(Dataset):
    def __init__(self, folder):
        self.paths = sorted(folder.glob("*.jpg"))

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        with PIL.Image.open(self.paths[index]) as image:
            pixels = np.array(image.convert("RGB"))
        return torch.from_numpy(pixels.transpose(2, 0, 1).copy()), 0


class Memmap(Dataset):
    def __init__(self, path, shape):
        self.pixels = np.memmap(path, np.uint8, "c", shape=shape)

    def __len__(self):
        return len(self.pixels)

    def __getitem__(self, index):
        return torch.from_numpy(self.pixels[index]).permute(2, 0, 1), 0


class Bytes(Dataset):
    """Anything with ``get(index) -> JPEG bytes``, decoded by the fastest decoder there is."""

    def __init__(self, source, side):
        self.source, self.spec = source, Spec(side, side)

    def __len__(self):
        return len(self.source)

    def __getitem__(self, index):
        pixels = decode(self.source[index], self.spec)
        return torch.from_numpy(pixels).permute(2, 0, 1), 0


def plain(data, workers=0):
    loader = DataLoader(
        data, BATCH, shuffle=True, num_workers=workers, persistent_workers=workers > 0
    )
    return lambda: drain(loader)


def drain(batches):
    count = 0
    for images, *_ in batches:
        assert images.dtype == torch.uint8
        count += len(images)
    return count


def raw_ring(path, shape, copies=4):
    """The limit: a raw memmap gathered into a ring of reused buffers, and nothing else."""
    pixels = np.memmap(path, np.uint8, "r", shape=shape).view(np.ndarray)
    random = np.random.default_rng(0)
    ring = [torch.empty((BATCH, *shape[1:]), dtype=torch.uint8) for _ in range(copies)]

    def read():
        order = random.permutation(len(pixels))
        count = 0
        for number, start in enumerate(range(0, len(order), BATCH)):
            rows = order[start : start + BATCH]
            part = ring[number % copies][: len(rows)]
            np.take(pixels, rows, axis=0, out=part.numpy(), mode="clip")
            count += len(part.permute(0, 3, 1, 2))
        return count

    return read


def decode_limit(contents, side):
    spec, out = Spec(side, side), np.empty((side, side, 3), np.uint8)

    def read():
        for content in contents:
            decode(content, spec, out)
        return len(contents)

    return read


def peers(folder, contents, side):
    """Yield (name, read) of every peer that is installed."""
    litdata, webdataset, datasets = map(optional, ("litdata", "webdataset", "datasets"))
    if litdata:
        yield from litdata_peers(litdata, folder / "litdata", contents, side)
    if webdataset:
        (folder / "wds").mkdir()
        with tarfile.open(folder / "wds" / "0.tar", "w") as tar:
            for number, content in enumerate(contents):
                for suffix, body in (("jpg", content), ("cls", b"0")):
                    info = tarfile.TarInfo(f"{number:06d}.{suffix}")
                    info.size = len(body)
                    tar.addfile(info, io.BytesIO(body))
        spec = Spec(side, side)

        def sample(one):
            pixels = decode(one["jpg"], spec)
            return torch.from_numpy(pixels).permute(2, 0, 1), 0

        found = webdataset.WebDataset(
            str(folder / "wds" / "0.tar"), shardshuffle=False, empty_check=False
        )
        loader = DataLoader(found.map(sample), BATCH)
        yield "webdataset + simplejpeg", lambda: drain(loader)
    if datasets:
        datasets.disable_progress_bars()
        table = datasets.Dataset.from_dict({"image": contents})
        table.save_to_disk(str(folder / "hf"))
        table = datasets.load_from_disk(str(folder / "hf"))
        spec = Spec(side, side)

        def several(batch):
            images = [
                torch.from_numpy(decode(one, spec)).permute(2, 0, 1) for one in batch["image"]
            ]
            return {"image": images, "label": [0] * len(images)}

        loader = DataLoader(
            table.with_transform(several),
            BATCH,
            shuffle=True,
            collate_fn=lambda rows: (torch.stack([row["image"] for row in rows]), 0),
        )
        yield "hf datasets + simplejpeg", lambda: drain(loader)


def litdata_peers(litdata, folder, contents, side):
    from litdata.streaming.writer import BinaryWriter

    writer = BinaryWriter(str(folder), chunk_bytes="64MB")
    for number, content in enumerate(contents):
        writer[number] = {"image": content}
    writer.done()
    writer.merge(1)
    stream = litdata.StreamingDataset(str(folder), shuffle=True)
    spec = Spec(side, side)

    def batch(rows):
        return torch.stack(
            [torch.from_numpy(decode(row["image"], spec)).permute(2, 0, 1) for row in rows]
        ), 0

    loader = litdata.StreamingDataLoader(stream, batch_size=BATCH, collate_fn=batch)
    yield "litdata bytes + simplejpeg", lambda: drain(loader)


def warm(side, count, rounds):
    print(
        f"\n== warm, {count:,} pictures of {side} pixels, batches of {BATCH}, {rounds} rounds =="
    )
    folder = Path(tempfile.mkdtemp(prefix="mediaext-bench-"))
    try:
        contents = photos(count, side)
        contestants = dict(entrants(folder, contents, side))
        for read in contestants.values():
            read()
        seen = {name: [] for name in contestants}
        for _ in range(rounds):
            for name, read in contestants.items():
                began = time.perf_counter()
                seen[name].append(read() / (time.perf_counter() - began))
        report(seen)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def entrants(folder, contents, side):
    (folder / "files").mkdir()
    for number, content in enumerate(contents):
        (folder / "files" / f"{number:06d}.jpg").write_bytes(content)
    shape = (len(contents), side, side, 3)
    raw = np.memmap(folder / "raw", np.uint8, "w+", shape=shape)
    for number, content in enumerate(contents):
        decode(content, Spec(side, side), raw[number])
    raw.flush()
    views = ours(folder / "ours", contents, side)
    views.fill(progress=False)
    views.close()
    views = ours(folder / "ours", contents, side)
    truth = ours(folder / "ours", contents, side, view_bytes=0)
    views_loader = views.loader(BATCH, shuffle=True)
    inline_loader = views.loader(BATCH, shuffle=True, threads=0)
    worker_loader = views.loader(BATCH, shuffle=True, workers=2)
    truth_loader = truth.loader(BATCH, shuffle=True)
    truth_one = truth.loader(BATCH, shuffle=True, threads=1)
    truth_zero = truth.loader(BATCH, shuffle=True, threads=0)
    yield "files + Pillow", plain(Files(folder / "files"))
    yield "files + Pillow, 2 workers", plain(Files(folder / "files"), 2)
    yield "raw memmap", plain(Memmap(folder / "raw", shape))
    yield "raw memmap into a ring", raw_ring(folder / "raw", shape)
    yield "decode limit, 1 thread", decode_limit(contents, side)
    yield "ours: views, loader()", lambda: drain(views_loader)
    yield "ours: views, loader(threads=0)", lambda: drain(inline_loader)
    yield "ours: views, loader(workers=2)", lambda: drain(worker_loader)
    yield "ours: views, plain DataLoader", plain(views)
    yield "ours: truth, loader()", lambda: drain(truth_loader)
    yield "ours: truth, loader(threads=1)", lambda: drain(truth_one)
    yield "ours: truth, loader(threads=0)", lambda: drain(truth_zero)
    yield "ours: truth, plain DataLoader", plain(truth)
    yield from peers(folder, contents, side)


def report(seen):
    medians = {name: statistics.median(values) for name, values in seen.items()}
    for name, value in sorted(medians.items(), key=lambda item: -item[1]):
        low, high = min(seen[name]), max(seen[name])
        print(f"{name:34}{value:>10,.0f}/s   {low:>9,.0f} to {high:,.0f}")

    def ratio(first, second, goal):
        pairs = zip(seen[first], seen[second], strict=True)
        found = statistics.median(a / b for a, b in pairs)
        verdict = "ok " if found >= goal else "LOW"
        print(f"  {verdict} {found:7.2f} (goal {goal:g})  {first} : {second}")

    ratio("ours: views, loader()", "files + Pillow", 30)
    ratio("ours: views, loader()", "files + Pillow, 2 workers", 30)
    ratio("ours: views, loader()", "raw memmap into a ring", 0.8)
    ratio("ours: truth, loader(threads=0)", "decode limit, 1 thread", 0.9)
    ratio("ours: truth, loader(threads=1)", "decode limit, 1 thread", 0.9)
    ratio("ours: views, plain DataLoader", "raw memmap", 0.8)
    for name in medians:
        if "simplejpeg" in name:
            ratio("ours: truth, loader(threads=1)", name, 1.0)


def cold(count, seconds=0.5, places=64):
    print(f"\n== cold, {count:,} pictures, jobs of {seconds} s, {places} in flight ==")
    contents = photos(64, 256)
    ideal = places / seconds
    folder = Path(tempfile.mkdtemp(prefix="mediaext-bench-"))
    for on_miss in ("wait", "ready"):
        data = Generated(
            [GenerateImage(prompt="a photo")],
            [0],
            each=count,
            size=(224, 224),
            runner=Slow(contents, seconds, places),
            folder=folder / on_miss,
            concurrency=places,
            on_miss=on_miss,
            quiet=True,
        )
        began, first, seen = time.perf_counter(), None, 0
        for images, _ in data.loader(BATCH, shuffle=True):
            first = first or time.perf_counter() - began
            seen += len(images)
        rate = seen / (time.perf_counter() - began)
        print(
            f"loader(), on_miss={on_miss:6} {rate:8.1f}/s, {rate / ideal:.2f} of the ideal "
            f"{ideal:.0f}/s (goal 0.9); first batch after {first / seconds:.2f} job times (goal 2)"
        )
    few = Generated(
        [GenerateImage(prompt="a photo")], [0], each=10, size=(224, 224),
        runner=Slow(contents, seconds, places), folder=folder / "few", quiet=True,
    )  # fmt: skip
    began = time.perf_counter()
    for index in range(len(few)):
        few[index]
    rate = len(few) / (time.perf_counter() - began)
    print(f"blocking [index]       {rate:8.1f}/s, {rate / ideal:.3f} of the ideal")
    shutil.rmtree(folder, ignore_errors=True)


def scale():
    """Memory of a large plan and the time to open a large folder, each in a process of its own."""
    import subprocess

    print("\n== scale ==")
    for part in ("plan", "open"):
        subprocess.run([sys.executable, __file__, f"_{part}"], check=True)


def resident():
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _plan():
    folder = Path(tempfile.mkdtemp(prefix="mediaext-bench-"))
    data = Generated(
        [GenerateImage(prompt="a photo")], [0], each=1_000_000, runner=Ready([]), folder=folder,
        quiet=True,
    )  # fmt: skip
    before, began = resident(), time.perf_counter()
    plan = data.plan()
    seconds = time.perf_counter() - began
    print(
        f"plan of 1,000,000 keys: {seconds:.1f} s, peak {resident():.0f} MB resident, of which "
        f"{before:.0f} MB are torch and the data set (goal: under 300 MB)\n  {plan}"
    )
    shutil.rmtree(folder)


def _open():
    import mediaext.datasets.truth as truths
    from mediaext.datasets.truth import Truth

    folder = Path(tempfile.mkdtemp(prefix="mediaext-bench-"))
    real, truths._sync = truths._sync, lambda file: None  # only filling, which is not measured
    truth = Truth(folder)
    for number in range(100_000):
        key = number.to_bytes(4, "little") * 8
        truth.put(key, b"x" * 200, {"digest": key.hex(), "operation": "image"})
    truths._sync = real
    truth.close()
    times = []
    for _ in range(5):
        began = time.perf_counter()
        found = Truth(folder)
        assert (99_999).to_bytes(4, "little") * 8 in found
        times.append(time.perf_counter() - began)
    (folder / "index").unlink()
    began = time.perf_counter()
    assert len(Truth(folder)) == 100_000
    print(
        f"open a folder of 100,000 results: {statistics.median(times) * 1000:.1f} ms (goal: under "
        f"100 ms); without its index, rebuilt: {time.perf_counter() - began:.2f} s"
    )
    shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*", default=["warm", "cold", "scale"])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sides", type=int, nargs="*", default=[256, 512])
    options = parser.parse_args()
    for part in options.parts:
        if part == "warm":
            for side in options.sides:
                warm(side, options.count, options.rounds)
        elif part == "cold":
            cold(options.count)
        else:
            {"scale": scale, "_plan": _plan, "_open": _open}[part]()
    if ABSENT:
        print("absent:", json.dumps(sorted(set(ABSENT))))


if __name__ == "__main__":
    os.environ.setdefault("TQDM_DISABLE", "1")
    main()
