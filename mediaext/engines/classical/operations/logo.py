"""Stamp a logo into a corner at half opacity."""

from mediaext.engines.base import Context, Files, Inputs
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.engines.classical.stamping import stamp
from mediaext.operations import PlaceLogo


def make(request: PlaceLogo, inputs: Inputs, context: Context) -> Files:
    """Stamp the logo on the picture; raises INPUT_INVALID for a file that is no image."""
    context.progress(0.1, "Opening the picture and the logo")
    picture = open_picture(inputs["input_image"][0])
    logo = open_picture(inputs["logo_url"][0], "logo_url")
    context.progress(0.4, "Stamping the logo")
    stamped = stamp(picture, logo, request.position)
    context.progress(0.7, "Encoding")
    return {"result": encode_picture(stamped, request.output_format)}
