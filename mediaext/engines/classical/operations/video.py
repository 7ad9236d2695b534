"""Animate an image as a short clip."""

from collections.abc import Iterator

import cv2
import PIL.Image

from mediaext.engines.base import Context, Files, Inputs, invalid, not_understood
from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.clip.camera import Camera
from mediaext.engines.classical.clip.encoder import RATE, encode_clip
from mediaext.engines.classical.clip.layers import Layers, fit
from mediaext.engines.classical.clip.motion import Motion
from mediaext.engines.classical.clip.plan import read_prompt
from mediaext.engines.classical.masks import subject_alpha
from mediaext.engines.classical.pictures import open_picture
from mediaext.operations import GenerateVideo
from mediaext.results import MadeFile

MOST_STRETCHED = 40  # times wider than high, or higher than wide


def make(request: GenerateVideo, inputs: Inputs, context: Context) -> Files:
    """Move a camera through the picture, and what lives in it."""
    plan = read_prompt(request.prompt)
    context.detail("camera", list(plan.camera))
    context.detail("motions", list(plan.motions))
    if plan.unknown:
        context.note(not_understood(plan.unknown))
    picture = open_picture(inputs["input_image"][0])
    if picture.mode == "RGBA":
        ground = PIL.Image.new("RGBA", picture.size, "white")
        picture = PIL.Image.alpha_composite(ground, picture).convert("RGB")
    if max(picture.size) > MOST_STRETCHED * min(picture.size):
        raise invalid(
            f"input_image: {picture.width} x {picture.height} pixels are a line; "
            "send a picture less stretched."
        )
    size = request.width, request.height
    wide = fit(picture, *size)
    context.progress(0.02, "finding the subject and its depth")
    layers = Layers.build(wide, subject_alpha(wide))
    camera = Camera(plan, request.duration_seconds, context.seed)
    motion = Motion(plan, wide, layers, size, context)
    count = max(1, round(request.duration_seconds * RATE))
    frames = _frames(layers, camera, motion, count, context)
    return {"result": MadeFile(encode_clip(frames, *size), "video/mp4")}


def _frames(
    layers: Layers, camera: Camera, motion: Motion, count: int, context: Context
) -> Iterator[Pixels]:
    for number in range(count):
        context.progress(0.1 + 0.9 * number / count, f"frame {number + 1} of {count}")
        moment = number / RATE
        pose = camera.pose(moment)
        view = layers.view(pose, motion.size, *motion.moves(moment))
        yield cv2.add(motion.overlay(view, pose, moment), 0, dtype=cv2.CV_8U)  # rounds and clips
