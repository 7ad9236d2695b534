"""Give the engine hostile files, one after the other, and print what came of each with the peak.

Run as a script, so that the peak of memory is that of a process which did nothing else.
"""

import io
import json
import resource
import struct
import sys
from pathlib import Path

import av
import numpy as np
import PIL.Image
import PIL.ImageDraw

from mediaext.engines import Context, load_engine
from mediaext.errors import JobFailed
from mediaext.operations import (
    CloneVoice,
    GenerateImage,
    GenerateMesh,
    GenerateSpeech,
    GenerateVideo,
)

ENGINE = load_engine()


def png():
    image = PIL.Image.new("RGBA", (200, 200))
    PIL.ImageDraw.Draw(image).ellipse((20, 20, 180, 180), fill=(200, 90, 40, 255))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def glb(tree, binary=b""):
    text = tree if isinstance(tree, bytes) else json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    parts = struct.pack("<I4s", len(text), b"JSON") + text
    if binary:
        parts += struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(parts)) + parts


def claiming(accessor, **more):
    return {
        "asset": {"version": "2.0"},
        "accessors": [{"componentType": 5126, "type": "VEC3", **accessor}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}],
        **more,
    }


def crowd(meshes):
    """One small mesh, shown by very many nodes."""
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 1]] * 300, "<f4").tobytes()
    tree = claiming({"count": 900, "bufferView": 0, "min": [0, 0, 0], "max": [1, 1, 1]})
    tree["buffers"] = [{"byteLength": len(corners)}]
    tree["bufferViews"] = [{"buffer": 0, "byteLength": len(corners)}]
    tree["nodes"] = [{"mesh": 0}] * meshes
    tree["scenes"] = [{"nodes": list(range(meshes))}]
    tree["scene"] = 0
    return glb(tree, corners)


def many_lines():
    """As many corners and faces as fit in the largest file, each line as short as it can be."""
    corner, face = b"v 0 0 1\nv 1 0 0\nv 0 1 0\n", b"f 1 2 3\n"
    return corner * 400_000 + face * 2_600_000


def fan():
    """Faces of very many corners, on lines of the longest length that is read."""
    return b"v 0 0 0\nv 1 0 0\nv 0 1 1\n" + (b"f " + b"1 2 3 " * 680 + b"\n") * 5_000


def long_mp3():
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="mp3") as container:
        stream = container.add_stream("libmp3lame", rate=44_100)
        stream.layout = "stereo"
        noise = np.random.default_rng(5).integers(-3000, 3000, (1, 2 * 44_100 * 10), np.int16)
        frame = av.AudioFrame.from_ndarray(noise, format="s16", layout="stereo")
        frame.rate = 44_100
        cutter = av.AudioResampler("s16p", "stereo", 44_100, frame_size=1152)
        for part in [*cutter.resample(frame), *cutter.resample(None), None]:
            container.mux(stream.encode(part))
    return buffer.getvalue() * (40 * 60 // 10)


def paint(mesh):
    request = GenerateMesh(image_path="a.png", mode="paint", mesh_save_name="m")
    return request, {"image_path": [png()], "mesh_save_name": [mesh]}


def clone(voice):
    request = CloneVoice(text="Hello there.", reference_voice_url="a.wav")
    return request, {"reference_voice_url": [voice]}


def clip(content, prompt="zoom in"):
    return GenerateVideo(input_image="a", prompt=prompt), {"input_image": [content]}


TRUNCATED_MP4 = b"\0\0\0\x18ftypmp42" + bytes(8) + b"\0\0\xff\xffmoov" + bytes(3000)
CASES = {
    "glb of 64 GB": lambda: paint(glb(claiming({"count": 2**32}))),
    "glb with a view beyond its end": lambda: paint(
        glb(claiming({"count": 9, "bufferView": 0}, bufferViews=[{"buffer": 0, "byteLength": 9}]))
    ),
    "glb nested ten thousand deep": lambda: paint(glb(b"[" * 10_000 + b"]" * 10_000)),
    "glb of a million nodes": lambda: paint(crowd(1_000_000)),
    "glb of twenty thousand parts": lambda: paint(crowd(20_000)),
    "glb of nodes in a ring": lambda: paint(
        glb(claiming({"count": 3}, nodes=[{"children": [1]}, {"children": [0], "mesh": 0}]))
    ),
    "obj of three million lines": lambda: paint(many_lines()),
    "obj of long faces": lambda: paint(fan()),
    "obj of coordinates that are none": lambda: paint(
        b"v nan 0 0\nv 1 inf 0\nv 0 1 1\nf 1 2 3\n"
    ),
    "mp3 of 40 minutes": lambda: clone(long_mp3()),
    "mp4 cut off": lambda: clip(TRUNCATED_MP4),
    "mp4 as a voice": lambda: clone(TRUNCATED_MP4),
    "picture prompt of 5,000 words": lambda: (
        GenerateImage(prompt="zyglot " * 5000, width=64, height=64), {},
    ),
    "clip prompt of 5,000 words": lambda: clip(png(), "zoom in and out " * 1250),
    "text of 5,000 words": lambda: (GenerateSpeech(text="hello " * 5000), {}),
}  # fmt: skip


def peak() -> int:
    """Return the most memory of this process in MB; ``ru_maxrss`` would count its parent's too."""
    try:
        status = Path("/proc/self/status").read_text()
    except FileNotFoundError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return int(status.partition("VmHWM:")[2].split()[0]) // 1024


def main():
    for name, build in CASES.items():
        request, inputs = build()
        try:
            ENGINE.make(request, inputs, Context())
            code, sentence = "made", ""
        except JobFailed as failure:
            code, sentence = failure.code, str(failure)
        json.dump({"case": name, "code": code, "sentence": sentence, "peak": peak()}, sys.stdout)
        print(flush=True)


if __name__ == "__main__":
    main()
