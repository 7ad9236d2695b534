"""``mediaext dataset``: make a dataset's results without a notebook."""

import os
import runpy
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from mediaext.connection import CLUSTER
from mediaext.errors import InvalidRequest
from mediaext.grammar.parser import Command, CommandContext
from mediaext.vocabulary import FieldHints

if TYPE_CHECKING:
    from mediaext.datasets.dataset import Samples


class FillDataset(Command):
    """Make all variants of the dataset that a Python file defines; the same line resumes."""

    file: Annotated[
        Path,
        Field(description="File with a variable 'dataset', or a function that returns it."),
        FieldHints(positional=True, example="augment.py"),
    ]
    cluster: (
        Annotated[
            str,
            Field(
                pattern=r"^(tcp|tls)://\S+$",
                description="Dask scheduler of the workers that make it.",
            ),
            FieldHints(example="tls://head.example:8786"),
        ]
        | None
    ) = None
    epochs: Annotated[int, Field(ge=1, description="Only what this many epochs show.")] | None = (
        None
    )
    count: Annotated[bool, Field(description="Only show what has to be made, and its cost.")] = (
        False
    )

    def run(self, context: CommandContext) -> int:
        """Say the plan, carry it out; return 1 where something could not be made."""
        if self.cluster:
            os.environ[CLUSTER] = self.cluster
        with load_dataset(self.file.expanduser()) as dataset:
            print(dataset.plan(self.epochs), flush=True)
            if self.count:
                return 0
            filled = dataset.fill(self.epochs, progress=not context.step.options.get("quiet"))
        print(filled)
        return 1 if filled.failed else 0


def load_dataset(file: Path) -> "Samples":
    """Run a file and return the dataset that it defines.

    Raises :class:`InvalidRequest` where there is none.
    """
    from mediaext.datasets.dataset import Samples

    if not file.is_file():
        raise InvalidRequest.about("file", f"There is no file '{file}'.")
    sys.path.insert(0, str(file.resolve().parent))
    found = runpy.run_path(str(file), run_name="mediaext_dataset").get("dataset")
    dataset = found() if callable(found) and not isinstance(found, Samples) else found
    if not isinstance(dataset, Samples):
        sentence = f"'{file}' defines no dataset; write: dataset = Augmented(…)."
        raise InvalidRequest.about("file", sentence)
    return dataset


DATASET: dict[str, type[Command]] = {"dataset fill": FillDataset}
