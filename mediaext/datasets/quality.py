"""Measures of the quality of a result, and thresholds below which it is refused."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import partial

import numpy as np
import numpy.typing as npt
import PIL.Image

from mediaext.datasets.decoding import Pixels, Spec, as_picture, fit_picture
from mediaext.errors import InvalidRequest

VERSION = 1  # of the measures; scores of another one are measured again
SIDE = 256  # longer side at which sharpness and contrast are measured
LOOK = Spec(16, 16, fit="stretch")  # what a picture looks like in small
FACES = 512  # pixels: smaller pictures are enlarged to this for faces to be found
OPAQUE = 0.5  # opacity from which a pixel belongs to the subject
Scores = dict[str, float]
Embed = Callable[[PIL.Image.Image], npt.ArrayLike | None]


@dataclass(frozen=True, kw_only=True)
class Quality:
    """A gate that measures each result once and refuses what falls below a threshold.

    Scores are kept beside the result, thresholds are not: with other thresholds nothing is made
    or measured again. A measure without a threshold is not taken; 0 takes it and refuses nothing
    (-1 for ``identity``).

    Parameters
    ----------
    sharpness
        1 minus the blur of Crété-Roffet et al. (2007) at 256 pixels, 0 to 1. Sharp photos have
        0.6 to 0.85; the same blurred by a Gaussian of 2 pixels about 0.35, of 4 below 0.25.
    contrast
        Grey levels between the 2nd and the 98th percentile, 0 to 1; a blank picture has 0.
    change
        How much the result differs from the item's picture, in grey levels (root mean square
        over 16 by 16 pixels); a variant that changed nothing has less than 1.
    subject
        Overlap of the subject's outline with that of the item's picture (intersection over union,
        0 to 1). Outlines are those of the built-in engine, or the alpha of a cutout.
    identity
        How alike the largest face is to that of the item's picture, -1 to 1: the cosine of what
        ``embed`` gives. Without ``embed``, the correlation of gray faces laid on their eyes: a
        face that was kept has more than 0.9, one of somebody else 0.4 in the median of 56 people
        and 0.75 at most in 99 of 100 pairs. A result without a face has -1; where the item's
        picture has none, nothing is measured.
    embed
        Called with a picture; returns the vector of your own recogniser, or ``None`` for no face.
        Give it an attribute ``identity`` when it becomes another one.

    Examples
    --------
    >>> train = Augmented(photos, steps, runner=media, gate=Quality(sharpness=0.3, subject=0.7))
    >>> train.set_gate(Quality(sharpness=0.5, subject=0.7))  # nothing is made again
    """

    sharpness: float | None = None
    contrast: float | None = None
    change: float | None = None
    subject: float | None = None
    identity: float | None = None
    embed: Embed | None = None

    def __post_init__(self) -> None:
        if not self.thresholds:
            known = ", ".join([*MEASURES, "identity"])
            raise InvalidRequest(f"Quality needs a threshold for one of {known}.")

    @property
    def thresholds(self) -> Mapping[str, float]:
        """The least score that is accepted, by measure."""
        given = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "embed"}
        return {name: float(least) for name, least in given.items() if least is not None}

    @property
    def name(self) -> str:
        """Name under which scores are stored: of the measures, not of their thresholds."""
        words = [f"quality {VERSION}", *self.thresholds]
        if self.embed is not None:
            words.append(str(getattr(self.embed, "identity", self.embed.__qualname__)))
        return " ".join(words)

    def scores(self, made: object, base: object = None) -> Scores:
        """Measure a picture beside the item's own.

        Parameters
        ----------
        made
            The picture: a PIL image, bytes, a path, an array or a tensor.
        base
            The item's own picture, which ``change``, ``subject`` and ``identity`` need.

        Returns
        -------
        dict
            Scores by measure; what cannot be measured is left out.
        """
        picture, own = as_picture(made), None if base is None else as_picture(base)
        found: Scores = {}
        measures: dict[str, Measure] = {
            **MEASURES,
            "identity": partial(_identity, embed=self.embed or _face),
        }
        for name in self.thresholds:
            if (score := measures[name](picture, own)) is not None:
                found[name] = round(score, 4)
        return found

    def refusal(self, scores: Mapping[str, float]) -> str:
        """Return why a picture with these scores is refused, or ``""``.

        Parameters
        ----------
        scores
            As of :meth:`scores`.
        """
        told = [
            f"{name} {scores[name]:.2f} is below {least:.2f}"
            for name, least in self.thresholds.items()
            if name in scores and scores[name] < least
        ]
        return "; ".join(told)

    def __call__(self, made: object, base: object) -> bool | str:
        """Accept a picture or say why not, for gates of your own."""
        return self.refusal(self.scores(made, base)) or True


def _gray(picture: PIL.Image.Image) -> Pixels:
    small = PIL.Image.fromarray(fit_picture(picture, Spec(0, 0)))
    small.thumbnail((SIDE, SIDE), PIL.Image.Resampling.BOX)
    return np.asarray(small.convert("L"))


def _sharpness(picture: PIL.Image.Image, base: PIL.Image.Image | None) -> float:
    from skimage.measure import blur_effect

    return 1 - float(np.nan_to_num(blur_effect(_gray(picture)), nan=1.0))


def _contrast(picture: PIL.Image.Image, base: PIL.Image.Image | None) -> float:
    low, high = np.percentile(_gray(picture), [2, 98])
    return float(high - low) / 255


def look_of(picture: PIL.Image.Image) -> Pixels:
    """Return what a picture looks like in small, uint8 (768,), to be compared by its distance."""
    return fit_picture(PIL.Image.fromarray(fit_picture(picture, Spec(0, 0))), LOOK).ravel()


def _change(picture: PIL.Image.Image, base: PIL.Image.Image | None) -> float | None:
    if base is None:
        return None
    difference = look_of(picture).astype(np.float64) - look_of(base)
    return float(np.sqrt((difference**2).mean()))


def _subject(picture: PIL.Image.Image, base: PIL.Image.Image | None) -> float | None:
    if base is None:
        return None
    before = _outline(base)
    now = PIL.Image.fromarray(_outline(picture)).resize(before.shape[::-1])
    either = before | np.asarray(now)
    return float((before & np.asarray(now)).sum() / either.sum()) if either.any() else 1.0


def _outline(picture: PIL.Image.Image) -> npt.NDArray[np.bool_]:
    from mediaext.engines.classical.masks import SEARCH_SIDE, WORK_SIDE, subject_mask
    from mediaext.engines.classical.pictures import shrink

    if "A" in picture.getbands():
        opacity = np.asarray(picture.getchannel("A")) / 255
        if opacity.min() < OPAQUE < opacity.max():
            return np.asarray(opacity >= OPAQUE)
    rgb = fit_picture(picture, Spec(0, 0))
    return np.asarray(subject_mask(shrink(rgb, WORK_SIDE), shrink(rgb, SEARCH_SIDE)))


def _identity(
    picture: PIL.Image.Image, base: PIL.Image.Image | None, embed: Embed
) -> float | None:
    before = None if base is None else embed(base)
    if before is None:
        return None
    now = embed(picture)
    if now is None:
        return -1.0
    one, other = (np.asarray(vector, np.float64).ravel() for vector in (before, now))
    lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / lengths if lengths else 0.0


def _face(picture: PIL.Image.Image) -> npt.ArrayLike | None:
    from mediaext.engines.classical.landmarks import align_face

    scale = FACES / max(picture.size)
    if scale > 1:  # small faces are not found
        picture = picture.resize((round(picture.width * scale), round(picture.height * scale)))
    return align_face(fit_picture(picture, Spec(0, 0)))


Measure = Callable[[PIL.Image.Image, PIL.Image.Image | None], float | None]
MEASURES: dict[str, Measure] = {
    "sharpness": _sharpness,
    "contrast": _contrast,
    "change": _change,
    "subject": _subject,
}
