"""Who made a result: the facts on which its pixels depend, and so its cache key."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Identity:
    """What makes one operation; two results are interchangeable only where this is equal.

    Names of libraries and of this package are not part of it: ``output_version`` is raised when
    the pixels of an equal request change. Empty fields do not apply to the engine.
    """

    engine: str
    model: str = ""
    revision: str = ""
    lora: str = ""
    quantisation: str = ""
    dtype: str = ""
    output_version: str = "1"

    def __str__(self) -> str:
        """Return the canonical text, as it stands in cache keys."""
        given = {name: value for name, value in asdict(self).items() if value}
        engine = given.pop("engine")
        return " ".join([engine, *(f"{name}={value}" for name, value in given.items())])

    def facts(self) -> dict[str, str]:
        """Return the fields that apply, as JSON data for records and provenance."""
        return {name: value for name, value in asdict(self).items() if value}
