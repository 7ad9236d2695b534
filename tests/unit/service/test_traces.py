"""A job's trace, from the request over queue, pod and storage to the webhook."""

import subprocess
import sys

import httpx
import pytest
from webhook_receiver import receiving

import mediaext.testing

trace = pytest.importorskip("opentelemetry.trace")
pytest.importorskip("opentelemetry.sdk", reason="opentelemetry-sdk is not installed")

SPEECH = "/generate/speech/v1"
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
CALLER = f"00-{TRACE}-00f067aa0ba902b7-01"


@pytest.fixture(scope="module")
def memory():
    """The spans of this process; OpenTelemetry takes one provider for good."""
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    exporter = InMemorySpanExporter()
    provider = trace.get_tracer_provider()
    if not isinstance(provider, TracerProvider):
        provider = TracerProvider()
        trace.set_tracer_provider(provider)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    return exporter


@pytest.mark.parametrize("ledger", ["sqlite", "postgres"])
def test_a_job_is_one_trace_from_the_callers_span_to_the_webhook(
    memory, tmp_path, ledger, request
):
    memory.clear()
    choices = {"ledger": request.getfixturevalue("postgres").new()} if ledger != "sqlite" else {}
    with receiving() as hook, mediaext.testing.service(tmp_path, **choices) as svc:
        body = {"text": "x", "callback_url": hook.url}
        asked = httpx.post(svc.base_url + SPEECH, json=body, headers={"traceparent": CALLER})
        job_id = asked.json()["job_id"]
        svc.wait_until(lambda: "webhook" in names(memory), 60)
    ours = {one.name: one for one in spans(memory)}
    assert set(ours) == {"submit speech", "queue", "pod", "blob", "webhook"}
    assert all(f"{one.context.trace_id:032x}" == TRACE for one in ours.values())
    submitted = ours["submit speech"].context.span_id
    assert all(ours[name].parent.span_id == submitted for name in ("queue", "pod", "webhook"))
    begun = [ours[name].start_time for name in ("queue", "pod", "blob", "webhook")]
    assert begun[1:] == sorted(begun[1:])
    assert ours["pod"].attributes["mediaext.job_id"] == job_id
    assert ours["pod"].attributes["mediaext.status"] == "completed"
    assert ours["blob"].attributes["mediaext.bytes"] > 0
    assert ours["queue"].end_time >= ours["queue"].start_time


def spans(memory):
    return [
        one for one in memory.get_finished_spans() if one.instrumentation_scope.name == "mediaext"
    ]


def names(memory):
    return {one.name for one in spans(memory)}


def test_opentelemetry_is_not_imported_by_us():
    code = (
        "import sys; sys.modules['opentelemetry'] = None;"
        "from mediaext.service.traces import past, submission;"
        "entered = submission('image', {'traceparent': 'x'}).__enter__();"
        "past('queue', 'x', 0, 1); print(entered)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "None"
