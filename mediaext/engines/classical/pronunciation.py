"""Pronunciation for scripts that omit sounds: Japanese, Hebrew, Arabic.

espeak-ng spells Chinese characters in Japanese text by name, and reads Hebrew and Arabic without
vowel points as bare consonants. Japanese gets its kana from a dictionary; Hebrew and Arabic words
without points get likely vowels by rule, which is intelligible, not exact.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

KANJI = re.compile(r"[\u3400-\u9fff\uf900-\ufaff々]")
HEBREW_WORD = re.compile(r"[\u05d0-\u05ea]+(?![\u0591-\u05c7\u05d0-\u05ea])")
ARABIC_WORD = re.compile(r"[\u0621-\u064a]+(?![\u064b-\u065f\u0621-\u064a])")
VAV, YOD, ALEF = "\N{HEBREW LETTER VAV}", "\N{HEBREW LETTER YOD}", "\N{ARABIC LETTER ALEF}"
PATAH, HIRIQ, HOLAM = "\u05b7", "\u05b4", "\u05b9"
SHURUK, QAMATS, SEGOL, FATHA = "\u05bc", "\u05b8", "\u05b6", "\u064e"
LONG = dict(zip("あかさたなはまやらわがざだばぱぁゃ", "あ" * 17, strict=True)) | {
    kana: vowel
    for vowel, row in (
        ("い", "いきしちにひみりぎじぢびぴぃ"),
        ("う", "うくすつぬふむゆるぐずづぶぷぅゅゔ"),
        ("え", "えけせてねへめれげぜでべぺぇ"),
        ("お", "おこそとのほもよろをごぞどぼぽぉょ"),
    )
    for kana in row
}


def sounded(text: str, language: str) -> str:
    """Return the text as espeak-ng should get it; other languages come back as they are."""
    reader = READERS.get(language.split("-", maxsplit=1)[0])
    return reader(text) if reader else text


@lru_cache(maxsize=1)
def _tokenizer() -> Any:
    from lindera import TokenizerBuilder  # its dictionary is 100 MB in memory, for Japanese alone

    builder = TokenizerBuilder()
    builder.set_dictionary("embedded://ipadic")
    builder.set_keep_whitespace(True)
    return builder.build()


def _japanese(text: str) -> str:
    if not KANJI.search(text) and "は" not in text and "へ" not in text:
        return text
    words = []
    for token in _tokenizer().tokenize(text):
        sound = token.details[-1]  # the last of IPADIC's columns; "*" for a word that it lacks
        words.append(token.surface if sound in ("*", "") else _hiragana(sound))
        if token.details[0] == "助詞":
            words.append(" ")  # particles end a phrase, and espeak-ng stresses by the word
    return "".join(words)


def _hiragana(katakana: str) -> str:
    """Turn katakana into hiragana with long vowels written out."""
    kana = "".join(chr(ord(c) - 96) if "ァ" <= c <= "ヴ" else c for c in katakana)
    spelled: list[str] = []
    for sign in kana:
        spelled.append(LONG.get(spelled[-1], "") if sign == "ー" and spelled else sign)
    return "".join(spelled)


def _hebrew(text: str) -> str:
    return HEBREW_WORD.sub(lambda match: _point_hebrew(match.group()), text)


def _point_hebrew(word: str) -> str:
    """Put likely points: vav sounds o, at the end u; yod i; between two consonants a."""
    if len(word) < 2:
        return word
    pointed = ""
    for place, letter in enumerate(word):
        follower = word[place + 1 :]
        pointed += letter
        if letter == VAV and place:
            pointed += HOLAM if follower else SHURUK
        elif letter == VAV and follower:
            pointed += SEGOL
        elif not follower or follower[0] == VAV or (letter == YOD and place):
            continue
        elif follower[0] == YOD:
            pointed += HIRIQ
        else:
            pointed += QAMATS if follower in ("ה", "א") else PATAH
    return pointed


def _arabic(text: str) -> str:
    return ARABIC_WORD.sub(lambda match: _point_arabic(match.group()), text)


def _point_arabic(word: str) -> str:
    """Put a short a between two consonants, except after the article."""
    silent = "اأإآىويةء"
    pointed = word[:2] if word.startswith("ال") else ""
    rest = word[len(pointed) :]
    for letter, follower in zip(rest, rest[1:] + ALEF, strict=True):
        pointed += letter
        if letter not in silent and follower not in silent.replace("ة", ""):
            pointed += FATHA
    return pointed


READERS: dict[str, Callable[[str], str]] = {"ja": _japanese, "he": _hebrew, "ar": _arabic}
