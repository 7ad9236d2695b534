"""A script that speaks one utterance with espeak-ng, in a process of its own.

The library keeps state between utterances that no call resets (a second utterance differs from
the first), and it is C code that meets hostile text: a fresh process each time makes equal words
equal samples and keeps a crash away from the caller. Only the standard library is imported, so
that the process starts in 30 ms. It reads a JSON object from standard input and writes either
16-bit samples after a four-byte rate, or the voices as JSON.
"""

import ctypes
import json
import sys
from typing import Any

SYNCHRONOUS = 2  # AUDIO_OUTPUT_SYNCHRONOUS: samples arrive before the call returns
UTF8 = 1
PARAMETERS = {"rate": 1, "pitch": 3, "range": 4}
Callback = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p
)


class EspeakVoice(ctypes.Structure):
    """``espeak_VOICE`` of speak_lib.h."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("languages", ctypes.c_void_p),
        ("identifier", ctypes.c_char_p),
        ("flags", ctypes.c_ubyte * 4),
        ("score", ctypes.c_int),
        ("spare", ctypes.c_void_p),
    )


def speak(library: Any, order: dict[str, Any], rate: int) -> bytes:
    """Return the samples of ``order["text"]``, no more than ``order["seconds"]`` of them."""
    parts: list[bytes] = []
    left = 2 * int(order["seconds"] * rate)

    def receive(samples: Any, count: int, _: Any) -> int:
        nonlocal left
        if samples and count:
            parts.append(ctypes.string_at(samples, min(2 * count, left)))
            left -= len(parts[-1])
        return int(left <= 0)  # one stops the synthesis

    callback = Callback(receive)
    library.espeak_SetSynthCallback(callback)
    library.espeak_ng_SetRandSeed(ctypes.c_long(order["seed"]))
    if library.espeak_SetVoiceByName(order["voice"].encode()):
        raise SystemExit(f"no voice {order['voice']}")
    for name, value in order["parameters"].items():
        library.espeak_SetParameter(PARAMETERS[name], value, 0)
    text = order["text"].encode("utf-8", "replace")
    library.espeak_Synth(text, ctypes.c_size_t(len(text) + 1), 0, 0, 0, UTF8, None, None)
    return b"".join(parts)


def voices(library: Any) -> list[tuple[str, str]]:
    """Return every language code with the identifier of the voice that speaks it."""
    library.espeak_ListVoices.restype = ctypes.POINTER(ctypes.POINTER(EspeakVoice))
    listed = library.espeak_ListVoices(None)
    found: list[EspeakVoice] = []
    while listed[len(found)]:
        found.append(listed[len(found)].contents)
    return [
        (code, voice.identifier.decode()) for voice in found for code in _codes(voice.languages)
    ]


def _codes(address: int) -> list[str]:
    """Read ``languages``: a priority byte and a string, again and again, until a zero."""
    codes = []
    while ctypes.string_at(address, 1) != b"\0":
        code = ctypes.string_at(address + 1)
        codes.append(code.decode())
        address += len(code) + 2
    return codes


def main() -> None:
    """Carry out the order on standard input."""
    order = json.load(sys.stdin)
    library = ctypes.CDLL(order["library"])
    rate = library.espeak_Initialize(SYNCHRONOUS, 0, order["data"].encode(), 0)
    if rate <= 0:
        raise SystemExit("espeak-ng could not read its data")
    if "text" in order:
        sys.stdout.buffer.write(rate.to_bytes(4, "little") + speak(library, order, rate))
    else:
        json.dump(voices(library), sys.stdout)


if __name__ == "__main__":
    main()
