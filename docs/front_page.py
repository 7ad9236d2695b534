"""The pictures of the home page, each made by exactly the lines beside it, at every build."""

import ast
from pathlib import Path
from typing import Any

import PIL.Image
import skimage.data

import mediaext
from mediaext.results.sheet import still

SIDE = 240  # pixels of a shown picture
SHOTS = {
    "bicycle": 'bike = media.image("a red bicycle by the sea", seed=7, width=512, height=512)',
    "lighthouse": 'media.image("a lighthouse at night", seed=3, width=512, height=512)',
    "teapot": 'media.image("a blue teapot on a table", seed=5, width=512, height=512)',
    "fox": 'media.image("a fox in a snowy forest", seed=11, width=512, height=512)',
    "sunset": "sunset = media.background(\n"
    '    photo, "a beach at sunset", subject_description="person", seed=7\n)',
    "cutout": "media.cutout(photo)",
    "edit": 'media.edit(photo, "turn it into a pencil drawing", seed=7)',
    "logo": 'apple = media.image("a red apple on a white background", seed=2)\n'
    'media.logo(sunset, media.cutout(apple), position="top_left")',
    "watercolour": 'media.image("a sailing boat on a lake, watercolour", seed=6)',
    "clip": "media.video(bike, duration_seconds=1, width=256, height=256, seed=4)",
    "speech": 'media.speech("Good morning from the notebook.")',
    "mesh": "media.mesh(apple)",
}
MORE = {
    "castle": 'media.image("a castle on a hill at dawn", seed=2, width=256, height=256)',
    "cat": 'media.image("a cat on a chair, oil painting", seed=4, width=256, height=256)',
    "balloon": 'media.image("a hot air balloon over a valley", seed=8, width=256, height=256)',
    "neon": "media.image('a neon sign that says \"OPEN\"', seed=3, width=256, height=256)",
    "cactus": 'media.image("a cactus in a desert", seed=6, width=256, height=256)',
    "train": 'media.image("a train in the mountains", seed=5, width=256, height=256)',
    "studio": "media.template(photo, seed=7)",
    "colour": 'media.cutout(photo, recolor="#f2c14e", drop_shadow=True).composite',
    "anime": 'media.edit(photo, "make it brighter", mode="anime", seed=7)',
    "night": 'media.background(photo, "a city at night", subject_description="person", seed=9)',
    "snowman": 'media.image("a snowman in a snowy forest", seed=2, width=256, height=256)',
    "large": "media.upscale(bike, scale=2)",
}


def names(home: Path) -> dict[str, Any]:
    """Return what the lines use: a client without a network, and a photo in the public domain."""
    photo = PIL.Image.fromarray(skimage.data.astronaut())
    return {"media": mediaext.connect(home=home), "photo": photo}


def make(name: str, variables: dict[str, Any]) -> PIL.Image.Image:
    """Carry out the lines of a picture and return what the last one made as a small picture."""
    tree = ast.parse((SHOTS | MORE)[name])
    last = tree.body[-1]
    if isinstance(last, ast.Assign):
        exec(compile(tree, name, "exec"), variables)
        shown = last.targets[0]
        assert isinstance(shown, ast.Name)
        result = variables[shown.id]
    else:
        assert isinstance(last, ast.Expr)
        exec(compile(ast.Module(tree.body[:-1], []), name, "exec"), variables)
        result = eval(compile(ast.Expression(last.value), name, "eval"), variables)
    picture = still(result, SIDE)
    if picture is None:
        raise ValueError(f"{name} cannot be drawn")
    return picture


def write(folder: Path) -> None:
    """Make every picture, and the part of the home page that shows them with their lines."""
    pictures = folder / "home"
    pictures.mkdir(parents=True, exist_ok=True)
    variables = names(folder / "state")
    for page, shots in (("home", SHOTS), ("gallery", SHOTS | MORE)):
        for name in shots:
            target = pictures / f"{name}.webp"
            if not target.exists():
                make(name, variables).save(target, quality=82)
        tiles = "\n".join(_tile(name, code) for name, code in shots.items())
        (folder / f"{page}.md").write_text(f":::::{{container}} home-grid\n{tiles}\n:::::\n")


def _tile(name: str, code: str) -> str:
    """Return a picture with the lines that made it."""
    return (
        f"::::{{container}} home-tile\n![What the lines below made: {name}]"
        f"(_build/home/{name}.webp)\n\n```python\n{code}\n```\n::::\n"
    )
