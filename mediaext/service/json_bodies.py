"""Read JSON bodies with media in them, without parsing the media.

A ``data:`` URL may make a body of 90 MB. Python's parser would hold the whole process while it
reads that, and any caller could send 90 MB of small numbers instead. So the long ``data:`` URLs
are taken out of the text first, and what is left has a bound of its own.
"""

import json
import re
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

from mediaext.errors import InvalidRequest, Problem

TEXT_LIMIT = 1_000_000  # bytes of a body without its media
LONG = 4096  # bytes; shorter media stays where it is
START = b'"data:'
MARK = b";base64,"
HEAD_LIMIT = 256  # bytes from the beginning of a data: URL to its content
PLACEHOLDER = re.compile(r"#([0-9]{1,5})")

Part = bytes | memoryview
"""Base64 text of one media input."""


def take_out_media(body: bytes) -> tuple[bytes, list[Part]]:
    """Return the body with ``#0``, ``#1``… in place of long base64 contents, and those contents.

    Raises :class:`InvalidRequest` when more than :data:`TEXT_LIMIT` bytes are left.
    """
    pieces: list[bytes] = []
    parts: list[Part] = []
    left = place = 0
    view = memoryview(body)
    while left <= TEXT_LIMIT:
        start = body.find(START, place)
        mark = body.find(MARK, start, start + HEAD_LIMIT) if start >= 0 else -1
        content = mark + len(MARK) if mark >= 0 else start + len(START)
        end = len(body) if start < 0 else content
        if mark >= 0 and (quote := body.find(b'"', content)) - content > LONG:
            pieces += [body[place:content], b"#%d" % len(parts)]
            escaped = body.find(b"\\", content, quote) >= 0  # JSON may write a slash as \/
            part = view[content:quote]
            parts.append(bytes(part).replace(b"\\/", b"/") if escaped else part)
            left += content - place
            place = quote
            continue
        if end - place > TEXT_LIMIT:
            left = end
            break
        pieces.append(body[place:end])
        left += end - place
        place = end
        if start < 0:
            return b"".join(pieces), parts
    sentence = f"The body without its media is larger than {TEXT_LIMIT / 1e6:g} MB."
    raise refuse_body(sentence, "too_large")


def refuse_body(sentence: str, kind: str) -> InvalidRequest:
    """Return the error for an invalid body."""
    return InvalidRequest(sentence, (Problem(("body",), sentence, kind),))


def content_of(value: str, parts: Sequence[Part]) -> Part:
    """Return the base64 text of a ``data:`` URL in a body whose media was taken out.

    Raises ``ValueError`` for a URL without base64 content.
    """
    head, comma, text = value.partition(",")
    if not comma or not head.endswith(";base64"):
        raise ValueError
    found = PLACEHOLDER.fullmatch(text)
    if found is None:
        return text.encode("ascii")
    if int(found[1]) >= len(parts):
        raise ValueError
    return parts[int(found[1])]


class MediaRequest(Request):
    """A request whose JSON is read without its media, which is kept as ``state.media``."""

    _text: bytes

    async def take_out_media(self) -> None:
        """Read the body and set its media aside; raise :class:`InvalidRequest`."""
        self._text, self.state.media = take_out_media(await self.body())

    async def json(self) -> Any:
        """Return the JSON data of the body, without its media."""
        try:
            return json.loads(self._text)
        except (ValueError, RecursionError) as error:
            raise json.JSONDecodeError(str(error), "", 0) from None


class MediaRoute(APIRoute):
    """A route whose requests are read as :class:`MediaRequest`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler."""
        handle = super().get_route_handler()

        async def handler(request: Request) -> Response:
            media_request = MediaRequest(request.scope, request.receive)
            await media_request.take_out_media()
            return await handle(media_request)

        return handler
