"""What all results share: unchanged bytes, the job that made them, saving and display."""

import base64
import html
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Self

from mediaext.errors import InvalidRequest
from mediaext.job import JobRecord
from mediaext.provenance import SIGNED_TYPES, Provenance, read_provenance
from mediaext.results.files import check_path, with_suffix, write_file
from mediaext.text import MEDIA_TYPE, UNKNOWN_TYPE, printable

Bundle = tuple[Mapping[str, object], Mapping[str, object]]
"""What IPython displays: values by media type, and their metadata."""

SUFFIXES: dict[str, str] = {
    "image/webp": ".webp",
    "image/jpeg": ".jpg",
    "image/png": ".png",
    "image/gif": ".gif",
    "video/mp4": ".mp4",
    "audio/wav": ".wav",
    "model/gltf-binary": ".glb",
}


def data_url(content: bytes, media_type: str) -> str:
    """Return bytes as a ``data:`` URL, safe in an attribute of HTML."""
    return f"data:{html.escape(media_type)};base64,{base64_of(content)}"


def base64_of(content: bytes) -> str:
    """Return bytes as the text that a display's bundle holds."""
    return base64.b64encode(content).decode()


@dataclass(frozen=True, slots=True)
class MadeFile:
    """One downloaded file: the exact bytes of the service and their IANA media type."""

    content: bytes
    media_type: str
    name: str = ""


class Result:
    """Bytes of one made file and the record of the job that made it.

    ``content`` is untouched: its C2PA manifest or watermark is intact. ``others`` are further
    files of the same job by role, such as ``"cutout"`` or ``"result_1"``.
    """

    suffixes: ClassVar[frozenset[str]] = frozenset()
    """Suffixes that a file of this kind may have; any where there are none."""
    main_role: ClassVar[str] = "result"
    """Role of the file of a job that is the result itself."""

    content: bytes
    media_type: str
    name: str
    job: JobRecord | None
    others: Mapping[str, MadeFile]

    def __init__(
        self,
        content: bytes,
        media_type: str = "",
        *,
        job: JobRecord | None = None,
        name: str = "",
        others: Mapping[str, MadeFile] | None = None,
    ) -> None:
        self.content = content
        self.media_type = media_type if MEDIA_TYPE.fullmatch(media_type) else UNKNOWN_TYPE
        self.job = job
        self.name = name
        self.others = dict(others or {})

    @classmethod
    def from_files(cls, files: Mapping[str, MadeFile], job: JobRecord | None = None) -> Self:
        """Build the result of a job from its files.

        Parameters
        ----------
        files
            Made files by role; that of :attr:`main_role` is the result itself, else the first.
        job
            The record of its job.
        """
        main = files.get(cls.main_role) or next(iter(files.values()))
        others = {role: file for role, file in files.items() if file is not main}
        return cls(main.content, main.media_type, job=job, name=main.name, others=others)

    def __reduce__(self) -> tuple[object, ...]:
        facts = {"job": self.job, "name": self.name, "others": dict(self.others)}
        return _rebuild, (type(self), self.content, self.media_type, facts)

    @property
    def suffix(self) -> str:
        """File suffix that fits the bytes, such as ``".webp"``."""
        found = SUFFIXES.get(self.media_type, ".bin")
        return found if found in (self.suffixes or {found}) else min(self.suffixes)

    @property
    def provenance(self) -> Provenance:
        """What the file says about its making; read and checked on first use."""
        return self._provenance

    @cached_property
    def _provenance(self) -> Provenance:
        if self.media_type not in SIGNED_TYPES:
            return Provenance(signed=False)
        return read_provenance(self.content, self.media_type)

    @classmethod
    def check_suffix(cls, target: Path) -> None:
        """Check the suffix of a file to be written; without one it gets that of the bytes.

        Parameters
        ----------
        target
            The file.

        Raises
        ------
        InvalidRequest
            For a suffix that this kind of result is not written as.
        """
        suffix = target.suffix.lower()
        if suffix and cls.suffixes and suffix not in cls.suffixes:
            raise InvalidRequest(
                f"'{target}': a {cls.__name__.lower()} is written as "
                f"{', '.join(sorted(cls.suffixes))}, not as '{suffix}'."
            )

    @classmethod
    def check_target(cls, path: str | os.PathLike[str]) -> Path:
        """Check that a result of this kind can be written to a path; nothing is left behind.

        Parameters
        ----------
        path
            The file; without a suffix it gets that of the bytes. Missing folders are made when
            it is written.

        Returns
        -------
        pathlib.Path
            The path, ``~`` expanded.

        Raises
        ------
        InvalidRequest
            For a suffix that does not fit, for a folder, for what cannot be written, and for a
            disk that is nearly full.
        """
        target = check_path(path)
        cls.check_suffix(target)
        return target

    def save_bytes(self, path: str | os.PathLike[str]) -> Path:
        """Write the untouched bytes, whole or not at all.

        Parameters
        ----------
        path
            The file; without a suffix it gets the fitting one. Missing folders are made.

        Returns
        -------
        pathlib.Path
            Where it was written.

        Raises
        ------
        InvalidRequest
            For a suffix that does not fit, for a folder, and where the file cannot be written.
        """
        target = with_suffix(path, self.suffix)
        self.check_suffix(target)
        return write_file(target, self.content)

    @property
    def caption(self) -> str:
        """What was asked for, in one line."""
        words = self.job.words if self.job else ""
        title = self.job.operation if self.job else type(self).__name__.lower()
        return f"{title}: {words}" if words else title

    @property
    def notes(self) -> tuple[str, ...]:
        """What could not be done of the request, one sentence each."""
        return self.job.notes if self.job else ()

    @property
    def plain_text(self) -> str:
        """The result in one line, and one more line for each note."""
        return "\n".join([repr(self), *(f"Note: {printable(note)}" for note in self.notes)])

    def data_url(self) -> str:
        """Return the content as a ``data:`` URL."""
        return data_url(self.content, self.media_type)

    def _facts(self) -> str:
        """Size, seed and job in one line for people."""
        facts = [f"{len(self.content) / 1000:,.0f} kB"]
        if self.job and self.job.seed is not None:
            facts.append(f"seed {self.job.seed}")
        if self.job and (maker := self._maker(self.job.made_by)):
            facts.append(f"by {maker}")
        if self.job and self.job.job_id:
            facts.append(f"job {self.job.job_id}")
        return " · ".join(facts)

    @staticmethod
    def _maker(made_by: Mapping[str, Any]) -> str:
        """Name the engine and its models, where it is not the built-in one."""
        engine, model = (printable(str(made_by.get(name, ""))) for name in ("engine", "model"))
        return "" if engine in ("", "classical") else f"{engine} {model}".strip()[:160]

    def _repr_mimebundle_(self, **_: object) -> Bundle:
        return {"text/plain": self.plain_text}, {}

    @property
    def notes_html(self) -> str:
        """The notes as HTML lines, escaped; empty where there are none."""
        return "".join(f"<br>Note: {html.escape(note)}" for note in self.notes)

    def _figure(self, body: str, attributes: str = "", button: str = "") -> str:
        """Wrap HTML with a caption that ends with ``button``; all from outside is escaped."""
        words, facts = html.escape(self.caption), html.escape(self._facts())
        return (
            f'<figure {attributes} style="margin:0;display:inline-block;max-width:100%">{body}'
            '<figcaption style="font-size:85%;opacity:.75;max-width:40em;overflow-wrap:anywhere">'
            f"{words}<br>{facts}{button}{self.notes_html}</figcaption></figure>"
        )


def _rebuild(kind: type[Result], content: bytes, media_type: str, facts: dict[str, Any]) -> Result:
    return kind(content, media_type, **facts)
