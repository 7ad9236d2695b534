"""Traces with OpenTelemetry, if a program has set it up: from a request to its webhook.

Nothing of it is imported here: who records traces has done so before.
"""

import contextlib
import sys
from collections.abc import Iterator, Mapping
from typing import Any

SCOPE = "mediaext"
PARENT = "traceparent"
"""W3C's header, and the column of a job: who the parent of its spans is."""


def _context(parent: str | None) -> Any:
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    return TraceContextTextMapPropagator().extract({PARENT: parent} if parent else {})


def is_traced() -> bool:
    """Say whether this program has set up OpenTelemetry; FastAPI imports it wherever it is."""
    trace = sys.modules.get("opentelemetry.trace")
    return trace is not None and not isinstance(
        trace.get_tracer_provider(), trace.ProxyTracerProvider
    )


@contextlib.contextmanager
def submission(operation: str, headers: Mapping[str, str]) -> Iterator[str | None]:
    """Record that a request is taken; yield what its job keeps, ``None`` without traces.

    The parent is the span of the request where there is one, else what the caller's header names.
    """
    if not is_traced():
        yield None
        return
    from opentelemetry import trace
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    current = trace.get_current_span().get_span_context().is_valid
    parent = None if current else _context(headers.get(PARENT))
    tracer = trace.get_tracer(SCOPE)
    with tracer.start_as_current_span(f"submit {operation}", context=parent):
        carrier: dict[str, str] = {}
        TraceContextTextMapPropagator().inject(carrier)
        yield carrier.get(PARENT)


def past(
    name: str, parent: str | None, begun: float, ended: float, **attributes: str | int | float
) -> None:
    """Record what is over already; ``begun`` and ``ended`` are seconds since the epoch."""
    if parent is None or not is_traced():
        return
    from opentelemetry import trace

    named = {f"{SCOPE}.{key}": value for key, value in attributes.items()}
    made = trace.get_tracer(SCOPE).start_span(
        name, _context(parent), attributes=named, start_time=int(begun * 1e9)
    )
    made.end(int(max(ended, begun) * 1e9))
