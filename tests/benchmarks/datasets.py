"""Datasets beside their peers: ``datasets.py [warm|cold|service|scale|s3] …``.

*warm*: images per second by the clock and per second of processor time, medians over rounds in
which every contestant has its turn, in an order of its own, and the ratios that matter. A turn is
an epoch that is not timed (memory that rested for half a minute is slow the first time, whoever
reads it) and epochs for at least a second that are. All read the same JPEG files at their own
size into uint8 batches of 64; nothing is resized. *files + Pillow* is
a ``DataLoader`` over files opened with Pillow: without workers, so that decoding takes turns with
the training, or with two worker processes. *decode limit* is libjpeg-turbo, called through
simplejpeg from one thread for bytes in memory, in random order into the same ring as the raw
memory map: the fastest decoder that the package depends on. *one array* decodes them in a row into
an array that never leaves the cache.

*cold*: a runner whose jobs take half a second, 64 at a time, costing nothing else. *service*: the
same through a Client against the service of this package in another process. *scale*: memory of a
large plan, time to open a large folder. *s3*: the second tier on a local S3 server (moto).

Peers that are not installed are named as absent: ``pip install webdataset datasets``,
``pip install --no-deps litdata lightning-utilities tifffile mosaicml-streaming``; what those need
beside torch is told where it is absent; for s3 ``moto[server] s3fs``.
"""

import argparse
import importlib
import io
import json
import logging
import os
import random
import shutil
import statistics
import subprocess
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
from processes import served
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
    noise = np.random.default_rng(side)
    found = []
    for _ in range(count):
        image = np.zeros((side, side, 3), np.float32)
        for octave in (4, 16, 64, side):
            low = noise.normal(size=(octave, octave, 3)).astype(np.float32)
            low = (low * 20 / np.sqrt(octave) * 4 + 128).clip(0, 255).astype(np.uint8)
            layer = PIL.Image.fromarray(low).resize((side, side), PIL.Image.Resampling.BICUBIC)
            image += np.asarray(layer, np.float32) - 128
        image += noise.normal(scale=4, size=image.shape)
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
    draws = np.random.default_rng(0)
    ring = [torch.empty((BATCH, *shape[1:]), dtype=torch.uint8) for _ in range(copies)]

    def read():
        order = draws.permutation(len(pixels))
        count = 0
        for number, start in enumerate(range(0, len(order), BATCH)):
            rows = order[start : start + BATCH]
            part = ring[number % copies][: len(rows)]
            np.take(pixels, rows, axis=0, out=part.numpy(), mode="clip")
            count += len(part.permute(0, 3, 1, 2))
        return count

    return read


def decode_limit(contents, side, copies=4):
    """The limit: a decoder that writes batches into a ring of reused buffers, and nothing else."""
    import simplejpeg

    draws = np.random.default_rng(0)
    shape = (BATCH, side, side, 3)
    ring = [torch.empty(shape, dtype=torch.uint8).numpy() for _ in range(copies)]

    def read():
        for place, row in enumerate(draws.permutation(len(contents))):
            batch, slot = divmod(place, BATCH)
            simplejpeg.decode_jpeg(contents[row], "RGB", buffer=ring[batch % copies][slot])
        return len(contents)

    return read


def decode_into_one_array(contents, side):
    import simplejpeg

    out = np.empty((side, side, 3), np.uint8)

    def read():
        for content in contents:
            simplejpeg.decode_jpeg(content, "RGB", buffer=out)
        return len(contents)

    return read


def peers(folder, contents, side):
    """Yield (name, read) of every peer that is installed."""
    litdata, webdataset, datasets = map(optional, ("litdata", "webdataset", "datasets"))
    if litdata:
        yield from litdata_peers(litdata, folder / "litdata", contents, side)
    if streaming := optional("streaming"):
        yield from mosaic_peers(streaming, folder / "mosaic", contents, side)
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


def mosaic_peers(streaming, folder, contents, side):
    with streaming.MDSWriter(out=str(folder), columns={"image": "bytes"}) as writer:
        for content in contents:
            writer.write({"image": content})
    spec = Spec(side, side)

    class Photos(streaming.StreamingDataset):
        def __getitem__(self, index):
            pixels = decode(super().__getitem__(index)["image"], spec)
            return torch.from_numpy(pixels).permute(2, 0, 1), 0

    stream = Photos(local=str(folder), shuffle=True, batch_size=BATCH)
    loader = DataLoader(stream, BATCH)
    yield "mosaicml streaming + simplejpeg", lambda: drain(loader)


def warm(side, count, rounds):
    torch.set_num_threads(1)
    print(
        f"\n== warm, {count:,} pictures of {side} pixels, batches of {BATCH}, {rounds} rounds =="
    )
    folder = Path(tempfile.mkdtemp(prefix="mediaext-bench-"))
    try:
        contents = photos(count, side)
        contestants = dict(entrants(folder, contents, side))
        seen = {name: [] for name in contestants}
        for number in range(rounds):
            order = list(contestants)
            random.Random(number).shuffle(order)  # who comes second finds its pages warm
            for name in order:
                contestants[name]()
                seen[name].append(turn(contestants[name]))
        report(seen)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def turn(read, seconds=1.0):
    """Read whole epochs for so long; return images per second by the clock and by processor."""
    began, count = (time.perf_counter(), time.process_time()), 0
    while time.perf_counter() - began[0] < seconds:
        count += read()
    ended = time.perf_counter(), time.process_time()
    return [count / (b - a) for a, b in zip(began, ended, strict=True)]


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
    results_loader = truth.loader(BATCH, shuffle=True)
    results_one = truth.loader(BATCH, shuffle=True, threads=1)
    results_zero = truth.loader(BATCH, shuffle=True, threads=0)
    yield "files + Pillow", plain(Files(folder / "files"))
    yield "files + Pillow, 2 workers", plain(Files(folder / "files"), 2)
    yield "raw memmap", plain(Memmap(folder / "raw", shape))
    yield "raw memmap into a ring", raw_ring(folder / "raw", shape)
    yield "decode limit, 1 thread", decode_limit(contents, side)
    yield "decode limit, one array", decode_into_one_array(contents, side)
    yield "ours: views, loader()", lambda: drain(views_loader)
    yield "ours: views, loader(threads=0)", lambda: drain(inline_loader)
    yield "ours: views, plain DataLoader", plain(views)
    yield "ours: results, loader()", lambda: drain(results_loader)
    yield "ours: results, loader(threads=1)", lambda: drain(results_one)
    yield "ours: results, loader(threads=0)", lambda: drain(results_zero)
    yield "ours: results, plain DataLoader", plain(truth)
    yield from peers(folder, contents, side)


WALL, PROCESSOR = 0, 1


def report(seen):
    medians = {name: statistics.median(wall for wall, _ in found) for name, found in seen.items()}
    print("images per second: by the clock, lowest to highest; of this process's processor time")
    for name, value in sorted(medians.items(), key=lambda item: -item[1]):
        wall = [wall for wall, _ in seen[name]]
        busy = statistics.median(cpu for _, cpu in seen[name])
        print(f"{name:36}{value:>9,.0f}  {min(wall):>8,.0f} to {max(wall):<8,.0f}{busy:>9,.0f}")

    def ratio(first, second, goal, clock=WALL):
        pairs = zip(seen[first], seen[second], strict=True)
        found = statistics.median(a[clock] / b[clock] for a, b in pairs)
        verdict = "ok " if found >= goal else "LOW"
        kind = "processor" if clock else "clock"
        print(f"  {verdict} {found:7.2f} (goal {goal:g}, {kind})  {first} : {second}")

    ratio("ours: views, loader()", "files + Pillow", 30)
    ratio("ours: views, loader()", "files + Pillow, 2 workers", 30)
    for clock in (WALL, PROCESSOR):
        ratio("ours: views, loader(threads=0)", "raw memmap into a ring", 0.85, clock)
        for threads in (0, 1):
            name = f"ours: results, loader(threads={threads})"
            ratio(name, "decode limit, 1 thread", 0.95, clock)
        ratio("ours: views, plain DataLoader", "raw memmap", 0.8, clock)
        for name in medians:
            if "simplejpeg" in name:
                ratio("ours: views, loader(threads=0)", name, 1.0, clock)
                ratio("ours: results, loader(threads=1)", name, 1.0, clock)


def epoch(runner, folder, count, places, seconds, prompt="a photo", **options):
    """Read one epoch of a pool in which nothing is made, and say how fast it came."""
    data = Generated(
        [GenerateImage(prompt=prompt)],
        [0],
        each=count,
        size=(224, 224),
        runner=runner,
        folder=folder,
        concurrency=places,
        quiet=True,
        **options,
    )
    began, first, seen, ideal = time.perf_counter(), None, 0, places / seconds
    for images, _ in data.loader(BATCH, shuffle=True):
        first = first or time.perf_counter() - began
        seen += len(images)
    rate = seen / (time.perf_counter() - began)
    data.close()
    return (
        f"{rate:8.1f}/s, {rate / ideal:.2f} of the ideal {ideal:.0f}/s (goal 0.9); first batch "
        f"after {first / seconds:.2f} job times (goal 2)"
    )


def blocking(runner, folder, places, seconds, prompt="a photo"):
    """Read some samples one by one, each waiting for its own."""
    few = Generated(
        [GenerateImage(prompt=prompt)], [0], each=10, size=(224, 224), runner=runner,
        folder=folder, quiet=True, seed=1,
    )  # fmt: skip
    began = time.perf_counter()
    for index in range(len(few)):
        few[index]
    rate = len(few) / (time.perf_counter() - began)
    return f"{rate:8.1f}/s, {rate * seconds / places:.3f} of the ideal"


def cold(count, seconds=0.5, places=64):
    print(f"\n== cold, {count:,} pictures, jobs of {seconds} s, {places} in flight ==")
    contents = photos(64, 256)
    folder = Path(tempfile.mkdtemp(prefix="mediaext-bench-"))
    for on_miss in ("wait", "ready"):
        runner = Slow(contents, seconds, places)
        said = epoch(runner, folder / on_miss, count, places, seconds, on_miss=on_miss)
        print(f"loader(), on_miss={on_miss:6}{said}")
    runner = Slow(contents, seconds, places)
    print(f"blocking [index]       {blocking(runner, folder / 'few', places, seconds)}")
    shutil.rmtree(folder, ignore_errors=True)


SERVICE = """
import sys
from pathlib import Path
from mediaext.service import Settings, serve
port = int(sys.argv[1])
url = f"http://127.0.0.1:{port}"
serve(Settings(home=Path(sys.argv[2]), base_url=url, require_key=False, plans={},
               engine="mediaext.testing.instant:engine", pods=int(sys.argv[3])), port=port)
"""


def through_a_client(count, places, seconds=0.5):
    import mediaext

    print(f"\n== through a Client, {count:,} jobs of {seconds} s, {places} pods ==")
    folder = Path(tempfile.mkdtemp(prefix="mediaext-bench-"))
    prompt = f"deaf {seconds}"  # what the instant engine takes as: sleep so long
    with served(SERVICE, folder / "service", places) as url:
        warm = mediaext.connect(url, home=folder / "warm")
        few = [GenerateImage(prompt="deaf 2", seed=seed) for seed in range(places)]
        list(warm.map(few, concurrency=places))  # starts every pod
        del warm  # its limits are what it learned; the one that is measured begins with none
        part = "_epoch"
        command = [sys.executable, __file__, part, "--count", str(count), "--places", str(places)]
        command += ["--url", url, "--folder", str(folder), "--prompt", prompt]
        subprocess.run(command, check=True)
    shutil.rmtree(folder, ignore_errors=True)


def _epoch(options):
    import mediaext

    media = mediaext.connect(options.url, home=options.folder / "home")
    seconds = float(options.prompt.split()[1])
    began = time.process_time()
    said = epoch(
        media, options.folder / "data", options.count, options.places, seconds, options.prompt
    )
    spent = 1000 * (time.process_time() - began) / options.count
    print(f"loader()              {said}; {spent:.1f} ms of processor time a job")
    few = blocking(media, options.folder / "few", options.places, seconds, options.prompt)
    print(f"blocking [index]      {few}")


def s3(count=200):
    """Push to an S3 server on this machine, and read through it from an empty folder."""
    server, s3fs = optional("moto.server"), optional("s3fs")
    if not (server and s3fs):
        return
    print(f"\n== {count} results through S3 ==")
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        os.environ[name] = "local"
    running = server.ThreadedMotoServer(port=0, verbose=False)
    running.start()
    os.environ["AWS_ENDPOINT_URL"] = "http://{}:{}".format(*running.get_host_and_port())
    s3fs.S3FileSystem().mkdir("bucket")
    folder = Path(tempfile.mkdtemp(prefix="mediaext-bench-"))
    contents = photos(count, 256)
    first = ours(folder / "first", contents, 256, remote="s3://bucket/augmented")
    first.fill(progress=False)
    began = time.perf_counter()
    pushed, took = first.push(), time.perf_counter() - began
    print(f"pushed {pushed} segments in {took:.2f} s; again: {first.push()}")
    other = ours(folder / "other", contents, 256, remote="s3://bucket/augmented")
    other.pool.runner.run = None  # nothing may be made
    began = time.perf_counter()
    filled = other.fill(progress=False)
    same = all(
        bytes(first.pool.content(row, 0)) == bytes(other.pool.content(row, 0))
        for row in range(count)
    )
    print(f"{filled} {time.perf_counter() - began:.2f} s, bytes equal: {same}")
    running.stop()
    shutil.rmtree(folder, ignore_errors=True)


def scale():
    """Memory of a large plan and the time to open a large folder, each in a process of its own."""
    print("\n== scale ==")
    for part in ("_plan", "_open"):
        subprocess.run([sys.executable, __file__, part], check=True)


def resident():
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _plan():
    code = "import torch, resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    bare = int(subprocess.check_output([sys.executable, "-c", code])) / 1024
    folder = Path(tempfile.mkdtemp(prefix="mediaext-bench-"))
    data = Generated(
        [GenerateImage(prompt="a photo")], [0], each=1_000_000, runner=Ready([]), folder=folder,
        quiet=True,
    )  # fmt: skip
    before, began = resident(), time.perf_counter()
    plan = data.plan()
    seconds = time.perf_counter() - began
    print(
        f"plan of 1,000,000 keys: {seconds:.1f} s, peak {resident():.0f} MB resident (goal: under "
        f"300 MB): {bare:.0f} MB Python with torch, {before - bare:.0f} MB the package and the "
        f"dataset, {resident() - before:.0f} MB the plan\n  {plan}"
    )
    shutil.rmtree(folder)


def _open():
    from mediaext.datasets.store import segments
    from mediaext.datasets.store.results import ResultStore

    folder = Path(tempfile.mkdtemp(prefix="mediaext-bench-"))
    real, segments._sync = segments._sync, lambda file: None  # only filling, which is not measured
    truth = ResultStore(folder)
    for number in range(100_000):
        key = number.to_bytes(4, "little") * 8
        truth.put(key, b"x" * 200, {"digest": key.hex(), "operation": "image"})
    segments._sync = real
    truth.close()
    times = []
    for _ in range(5):
        began = time.perf_counter()
        found = ResultStore(folder)
        assert (99_999).to_bytes(4, "little") * 8 in found
        times.append(time.perf_counter() - began)
    (folder / "index").unlink()
    began = time.perf_counter()
    assert len(ResultStore(folder)) == 100_000
    print(
        f"open a folder of 100,000 results: {statistics.median(times) * 1000:.1f} ms (goal: under "
        f"100 ms); without its index, rebuilt: {time.perf_counter() - began:.2f} s"
    )
    shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*", default=["warm", "cold", "service", "scale", "s3"])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sides", type=int, nargs="*", default=[256, 512])
    parser.add_argument("--places", type=int, default=64, help="pods of the service")
    for name, kind in (("--url", str), ("--folder", Path), ("--prompt", str)):
        parser.add_argument(name, type=kind, help=argparse.SUPPRESS)
    options = parser.parse_args()
    for part in options.parts:
        if part == "warm":
            for side in options.sides:
                warm(side, options.count, options.rounds)
        elif part == "cold":
            cold(options.count)
        elif part == "service":
            through_a_client(options.count, options.places)
        elif part == "_epoch":
            _epoch(options)
        else:
            {"scale": scale, "_plan": _plan, "_open": _open, "s3": s3}[part]()
    if ABSENT:
        print("absent:", json.dumps(sorted(set(ABSENT))))


if __name__ == "__main__":
    os.environ.setdefault("TQDM_DISABLE", "1")
    main()
