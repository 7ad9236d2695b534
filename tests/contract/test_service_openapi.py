"""Generated requests against the service's own description: no 5xx, every answer as documented."""

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import mediaext.testing
from mediaext.operation import CATALOGUE

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
ENDPOINTS = [operation.endpoint for operation in CATALOGUE.values()]
ROUTES = [
    *(("POST", endpoint.path) for endpoint in ENDPOINTS),
    *((method, endpoint.status_path) for endpoint in ENDPOINTS for method in ("GET", "DELETE")),
    ("POST", "/upload/image/v1"),
    ("GET", "/files/{holder}/{name}"),
    ("POST", "/profiles/v1"),
    ("GET", "/profiles/v1"),
    *((method, "/profiles/v1/{profile_id}") for method in ("GET", "PATCH", "DELETE")),
    ("GET", "/webhooks/event-schema"),
    *(("GET", path) for path in ("/health", "/ready", "/metrics", "/overview", "/engines")),
]


@pytest.fixture(scope="module")
def svc(tmp_path_factory):
    with mediaext.testing.service(tmp_path_factory.mktemp("openapi"), pods=1) as running:
        yield running


@pytest.fixture(scope="module")
def description(svc):
    return schemathesis.openapi.from_dict(svc.service.api.openapi())


def check(svc, description, route, examples):
    method, path = route
    session = requests.Session()

    operation = description[path][method]

    @given(case=st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in MODES)))
    @settings(
        max_examples=examples,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def every_answer_is_documented(case):
        response = case.call(base_url=svc.base_url, session=session)
        case.validate_response(response, checks=CHECKS)

    with session:
        every_answer_is_documented()


def test_every_route_is_described(description):
    found = {(one.ok().method.upper(), one.ok().path) for one in description.get_all_operations()}
    assert found == set(ROUTES)


@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
def test_every_answer_is_as_documented(svc, description, route):
    check(svc, description, route, 15)


@pytest.mark.chaos
@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
def test_every_answer_is_as_documented_at_length(svc, description, route):
    check(svc, description, route, 200)
