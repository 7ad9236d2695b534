"""What happens to boxes, masks and identity labels when a picture is made anew and resized."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

from mediaext.datasets.decoding import Placement
from mediaext.datasets.recipes import Step, recipes_of
from mediaext.errors import InvalidRequest

PLACED = ("boxes", "masks", "keypoints")


def has_places(rest: object) -> bool:
    """Return whether what comes with an image names places in it."""
    return any(name in target for target in _targets(rest) for name in PLACED)


def _targets(rest: Any) -> list[dict[str, Any]]:
    if isinstance(rest, dict):
        return [rest]
    return [part for part in rest or () if isinstance(part, dict)]


def check_geometry(steps: Sequence[Step], rest: object) -> None:
    """Refuse steps that may move things when the items have boxes, masks or keypoints."""
    if not has_places(rest):
        return
    for recipe in (recipe for step in steps for recipe in recipes_of(step)):
        if recipe.operation.endpoint.geometry == "moved":
            raise InvalidRequest(
                f"{recipe.operation.__name__} may move things, so the boxes, masks or keypoints "
                "of these items would no longer fit. Use operations that keep the geometry "
                "(background, cutout, upscale, faceswap, logo), or leave the places out."
            )


def check_identity(steps: Sequence[Step], labels: Literal["class", "identity"]) -> None:
    """Refuse steps that replace who is in the picture when the labels say who it is."""
    for recipe in (recipe for step in steps for recipe in recipes_of(step)):
        if labels == "identity" and not recipe.operation.endpoint.keeps_identity:
            raise InvalidRequest(
                f"{recipe.operation.__name__} may change who is in the picture, and the labels "
                "say who it is. Use operations that keep the identity, or labels='class'."
            )


def lay(rest: Any, placement: Placement) -> Any:
    """Return the rest of an item with its boxes, masks and keypoints laid where the pixels are.

    Boxes are (N, 4) as x1, y1, x2, y2 in pixels, cut at the frame; keypoints (…, 2 or 3);
    masks (N, H, W) or (H, W), sampled to the nearest pixel.
    """
    if not has_places(rest):
        return rest
    if isinstance(rest, dict):
        return _lay_target(rest, placement)
    return tuple(_lay_target(p, placement) if isinstance(p, dict) else p for p in rest)


def _lay_target(target: Mapping[str, object], laid: Placement) -> dict[str, Any]:
    import torch

    found = dict(target)
    scale = torch.tensor([laid.scale_x, laid.scale_y])
    shift = torch.tensor([laid.shift_x, laid.shift_y])
    if "boxes" in found:
        boxes = torch.as_tensor(found["boxes"], dtype=torch.float32).reshape(-1, 2, 2)
        frame = torch.tensor([laid.width, laid.height], dtype=torch.float32)
        found["boxes"] = (boxes * scale + shift).clamp_min(0).minimum(frame).reshape(-1, 4)
    if "keypoints" in found:
        points = torch.as_tensor(found["keypoints"], dtype=torch.float32).clone()
        points[..., :2] = points[..., :2] * scale + shift
        found["keypoints"] = points
    if "masks" in found:
        found["masks"] = _lay_mask(torch.as_tensor(found["masks"]), laid)
    return found


def _lay_mask(mask: Any, laid: Placement) -> Any:
    height, width = mask.shape[-2:]
    rows = (np.arange(laid.height) + 0.5 - laid.shift_y) / laid.scale_y
    columns = (np.arange(laid.width) + 0.5 - laid.shift_x) / laid.scale_x
    rows = np.clip(rows.astype(np.int64), 0, height - 1)
    columns = np.clip(columns.astype(np.int64), 0, width - 1)
    return mask[..., rows[:, None], columns[None, :]]
