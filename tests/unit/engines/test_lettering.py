"""Lettering in pictures: what is to be written is found, set in type and read again."""

import cv2
import numpy as np
import pytest

from mediaext.engines.classical.painter import paint_scene, read_prompt
from mediaext.engines.classical.painter.inscriptions import read_inscriptions
from mediaext.engines.classical.painter.typesetting import aspect_of, missing, typeset


@pytest.mark.parametrize(("prompt", "thing", "text"), [
    ("the word SALE", "lettering", "SALE"),
    ("the word sale, in red", "lettering", "sale"),
    ("a sign that says OPEN", "sign", "OPEN"),
    ("neon sign saying open late, at night", "neon sign", "open late"),
    ("a logo for Acme Coffee", "logo", "Acme Coffee"),
    ("logo for a bakery named Sweet Dreams", "logo", "Sweet Dreams"),
    ('a poster with the text "Big Sale" on the street', "billboard", "Big Sale"),
    ("a rubber stamp saying APPROVED", "stamp", "APPROVED"),
    ("\u201cHELLO\u201d in wooden letters", "lettering", "HELLO"),
    ("a banner reading Welcome Home over a house", "banner", "Welcome Home"),
    ("a sign saying no parking on the street", "sign", "no parking"),
    ("a chalkboard with the word menu", "chalk board", "menu"),
    ("the number 42", "lettering", "42"),
])  # fmt: skip
def test_what_is_to_be_written_is_found(prompt, thing, text):
    found = [subject for subject in read_prompt(prompt).subjects if subject.text]
    assert [(subject.thing, subject.text) for subject in found] == [(thing, text)]


@pytest.mark.parametrize("prompt", [
    "a woman reading a book", "it's a cat's house", "a birthday card with a heart", "a red sign",
    "a man called Bob",
])  # fmt: skip
def test_what_is_not_to_be_written_is_left(prompt):
    assert read_inscriptions(prompt)[1] == ()


def test_who_holds_a_sign_holds_it_and_whom_a_logo_is_for_is_noted():
    cat, sign = read_prompt("a cat holding a sign that says 'help me'").subjects
    assert (cat.thing, sign.text, sign.relation, sign.to) == ("cat", "help me", "holding", 0)
    assert read_prompt("logo for a bakery named Sweet Dreams").unknown == ("bakery",)


def test_letters_take_the_material_that_is_named_after_them():
    (subject,) = read_prompt("'HELLO' in red wooden letters").subjects
    assert (subject.colours, subject.material) == (("red",), "wooden")


def test_characters_without_a_glyph_are_noted():
    assert missing("caf\u00e9 \u0416 \u30ab") == "\u30ab"
    assert "\u30ab" in read_prompt("a sign that says '\u30ab'").unknown


def test_a_text_fills_its_box_and_stays_within():
    for text in ("A", "Happy Birthday dear Grandmother", "quick gypsy"):
        points = np.concatenate(
            [part for glyph in typeset(text, "serif", (1, 2, 4, 3)) for part in glyph]
        )
        low, high = points.min(0), points.max(0)
        assert (low >= (0.98, 1.9)).all()
        assert (high <= (4.02, 3.1)).all()
        assert high[0] - low[0] > 2.4 or high[1] - low[1] > 0.7
    assert aspect_of("I", "round") < 1 < aspect_of("SALE", "round")


@pytest.mark.parametrize("text", ["HOT", "LAB"])
def test_the_letters_in_the_picture_have_the_form_of_the_type(text):
    """The drawn letters overlap with the type as with no other word, and are not mirrored."""
    for seed in range(3):
        picture = paint_scene(f"a red stamp saying {text}", 160, 160, seed).astype(int)
        ink = (picture[..., 1] < 150).astype(np.float32)
        rows, columns = np.nonzero(ink)
        cut = ink[rows.min() : rows.max(), columns.min() : columns.max()]
        turned = cv2.warpAffine(
            cut,
            cv2.getRotationMatrix2D((cut.shape[1] / 2, cut.shape[0] / 2), -9, 1),
            cut.shape[::-1],
        )
        likeness = {word: _overlap(turned, word) for word in (text, text[::-1], "MUG", "SIX")}
        mirrored = _overlap(turned[:, ::-1], text)
        assert max(likeness, key=likeness.get) == text
        assert likeness[text] > mirrored


def _overlap(ink, word):
    """Correlate the middle of a picture with a word set as large as the stamp's letters are."""
    plane = np.zeros((72, 160), np.uint8)
    for glyph in typeset(word, "serif", (16, 12, 144, 60)):
        cv2.fillPoly(plane, [part.round().astype(np.int32) for part in glyph], 1)
    small = cv2.resize(ink, (160, 100))[14:86]
    return float(
        np.corrcoef(
            cv2.GaussianBlur(small, (0, 0), 3).ravel(),
            cv2.GaussianBlur(plane.astype(np.float32), (0, 0), 3).ravel(),
        )[0, 1]
    )
