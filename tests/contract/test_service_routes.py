"""The interface of the specification, asked over real sockets."""

import base64
import io
import json
import struct
import time
import zlib

import httpx
import PIL.Image
import pytest

import mediaext.testing
from mediaext.operation import CATALOGUE
from mediaext.provenance import read_provenance

IMAGE = "/generate/image/v1"
SPEECH = "/generate/speech/v1"
LOGO = "/branding/logo/image/v1"


@pytest.fixture(scope="module")
def svc(tmp_path_factory):
    with mediaext.testing.service(tmp_path_factory.mktemp("routes")) as running:
        yield running


@pytest.fixture
def web(svc):
    with httpx.Client(base_url=svc.base_url, headers={"X-API-Key": svc.key("anna")}) as client:
        yield client


def ended(web, path, job_id, seconds=20):
    end = time.monotonic() + seconds
    while (body := web.get(f"{path}/status/{job_id}").json()).get("status") in (
        "queued",
        "PENDING",
    ):
        assert time.monotonic() < end, body
        time.sleep(0.005)
    return body


def test_a_token_is_echoed_and_stands_for_one_job_of_one_user(svc, web):
    def ask(client, token):
        answer = client.post(IMAGE, json={"prompt": "a token"}, headers={"Idempotency-Key": token})
        assert answer.headers["Idempotency-Key"] == token
        return answer.json()["job_id"]

    first = ask(web, "t")
    assert ask(web, "t") == first != ask(web, "u")
    with httpx.Client(base_url=svc.base_url, headers={"X-API-Key": svc.key("ben")}) as other:
        assert ask(other, "t") != first


def run(web, path, body):
    answer = web.post(path, json=body)
    assert answer.status_code == 200, answer.text
    assert answer.json()["status"] == "queued"
    return ended(web, path, answer.json()["job_id"])


def photo(kind="PNG", size=(40, 30)):
    buffer = io.BytesIO()
    PIL.Image.linear_gradient("L").resize(size).convert("RGB").save(buffer, kind)
    return buffer.getvalue()


def upload(web, content=None, name="photo.png"):
    return web.post("/upload/image/v1", files={"file": (name, content or photo())})


def example(operation, url):
    return {
        param.name: url
        if param.media
        else (param.choices[0] if param.choices else param.example or param.minimum or 1)
        for param in operation.params()
        if param.required
    }


@pytest.mark.parametrize("name", [n for n, o in CATALOGUE.items() if o.endpoint.path])
def test_every_operation_runs_from_its_route_to_its_files(svc, web, name):
    operation = CATALOGUE[name]
    endpoint = operation.endpoint
    url = upload(web).json()["url"]
    body = example(operation, url)
    if name == "voice":
        body["reference_voice_url"] = (
            "data:audio/wav;base64," + base64.b64encode(b"RIFF\x00\x00\x00\x00WAVEfmt ").decode()
        )
    headers = {"API-Key": svc.key("leo")} if endpoint.dialect == "legacy" else {}
    with httpx.Client(base_url=svc.base_url, headers=headers or web.headers) as client:
        answer = client.post(endpoint.path, json=body)
        assert answer.status_code == 200, answer.text
        first = answer.json()
        if endpoint.dialect == "legacy":
            assert set(first) == {"status", "id"}
            assert first["status"] == "PENDING"
            final = ended(client, endpoint.path, first["id"])
            assert set(final) == {"status", "download_urls", "made_by", "seconds"}
            links = final["download_urls"]
            assert len(links) == body.get("samples", 1)
        else:
            assert first == {"job_id": first["job_id"], "status": "queued"}
            final = ended(client, endpoint.path, first["job_id"])
            assert final["status"] == "completed", final
            expected = {"job_id", "status", "result_url", "made_by", "seconds"}
            extra = {"cutout_url": name == "cutout", "seed": "seed" in operation.model_fields}
            assert set(final) == expected | {field for field, shown in extra.items() if shown}
            links = [final[key] for key in final if key.endswith("_url")]
    for link in links:
        file = httpx.get(link)
        assert file.status_code == 200
        media_type = file.headers["content-type"]
        assert file.headers["x-content-type-options"] == "nosniff"
        if media_type.startswith("image/"):
            root = svc.service.root_certificate()
            provenance = read_provenance(file.content, media_type, root=root)
            assert provenance.valid, provenance
            assert provenance.trusted
            assert provenance.details["operation"] == name
            given = [one for one in operation.params() if one.media and one.name in body]
            assert len(provenance.ingredients) == len(given)


def test_a_malformed_body_is_the_specifications_422(web):
    answer = web.post(IMAGE, json={"height": 4096, "colour": "red"})
    assert answer.status_code == 422
    detail = answer.json()["detail"]
    assert {tuple(item) for item in detail} == {("loc", "msg", "type")}
    found = {(item["loc"][0], item["loc"][1], item["type"]) for item in detail}
    assert found == {
        ("body", "prompt", "missing"),
        ("body", "height", "less_than_equal"),
        ("body", "colour", "extra_forbidden"),
    }


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"prompt": "x", "seed": ' + b"9" * 6000 + b"}",
        b'{"prompt": "x", "guidance_scale": NaN}',
        b'{"prompt": "x", "guidance_scale": 1e999}',
        b'{"prompt": "\\ud800"}',
    ],
)
def test_what_is_no_good_json_is_a_422(web, content):
    answer = web.post(IMAGE, content=content, headers={"content-type": "application/json"})
    assert answer.status_code == 422, answer.text
    assert answer.json()["detail"][0]["loc"][0] == "body"


def test_keys_are_asked_for_where_they_are_needed(tmp_path):
    with (
        mediaext.testing.service(tmp_path, require_key=True) as svc,
        httpx.Client(base_url=svc.base_url) as web,
    ):
        key, legacy = svc.key("anna"), {"prompt": "x"}
        assert web.get("/health").status_code == 200
        for path in (IMAGE, "/profiles/v1", "/metrics", "/webhooks/event-schema", "/nowhere"):
            answer = web.get(path)
            assert answer.status_code == 401, path
            assert isinstance(answer.json()["detail"], str)
        wrong = web.post(IMAGE, json={"prompt": "x"}, headers={"X-API-Key": "mx_wrong"})
        assert wrong.status_code == 401
        good = web.post(IMAGE, json={"prompt": "x"}, headers={"X-API-Key": key})
        assert good.status_code == 200
        assert web.post("/sd3_5/v1", json=legacy, headers={"X-API-Key": key}).status_code == 401
        assert web.post("/sd3_5/v1", json=legacy, headers={"API-Key": key}).status_code == 422
        svc.service.keys.revoke(key[:11])
        again = web.post(IMAGE, json={"prompt": "x"}, headers={"X-API-Key": key})
        assert again.status_code == 401


def test_foreign_and_unknown_look_alike(svc, web):
    job_id = web.post(IMAGE, json={"prompt": "x"}).json()["job_id"]
    profile_id = web.post("/profiles/v1", json={"name": "mine"}).json()["profile_id"]
    with httpx.Client(base_url=svc.base_url, headers={"X-API-Key": svc.key("ben")}) as ben:
        pairs = [
            (f"{IMAGE}/status/{job_id}", f"{IMAGE}/status/nope"),
            (f"/profiles/v1/{profile_id}", "/profiles/v1/nope"),
        ]
        for method in ("GET", "DELETE"):
            for foreign, unknown in pairs:
                answers = [ben.request(method, path) for path in (foreign, unknown)]
                assert [answer.status_code for answer in answers] == [404, 404]
                assert answers[0].content == answers[1].content
        assert ben.get("/profiles/v1").json() == []
        body = {"prompt": "x", "profile_id": profile_id}
        assert ben.post(IMAGE, json=body).json()["detail"][0]["loc"] == ["body", "profile_id"]
    assert web.get(f"/upscale/image/v1/status/{job_id}").status_code == 404
    assert web.get(f"{IMAGE}/status/{job_id}").status_code == 200


def test_results_chain_by_their_links(web):
    first = run(web, IMAGE, {"prompt": "a bike", "seed": 3})
    second = run(web, LOGO, {"input_image": first["result_url"], "logo_url": first["result_url"]})
    assert second["status"] == "completed", second


def test_links_that_are_not_good_are_refused_as_inputs_and_downloads(svc, web):
    link = upload(web).json()["url"]
    forged = link.replace("sig=", "sig=A")
    stale = svc.service.links.sign("job", "result.webp", svc.clock.now() - 1)
    for bad in (forged, stale):
        assert httpx.get(bad).status_code == 403
        final = run(web, "/upscale/image/v1", {"input_image": bad})
        assert final["failure_reason_code"] == "INPUT_INVALID"
        assert final["retryable"] is False
        assert final["error"].startswith("input_image: The link ")
    gone = svc.service.links.sign("nothing", "result.webp", svc.clock.now() + 60)
    assert httpx.get(gone).status_code == 404


def test_a_file_is_served_in_parts(web):
    link = upload(web, photo(size=(200, 200))).json()["url"]
    whole = httpx.get(link)
    part = httpx.get(link, headers={"Range": "bytes=10-19"})
    assert (part.status_code, part.content) == (206, whole.content[10:20])
    assert part.headers["content-range"] == f"bytes 10-19/{len(whole.content)}"
    beyond = httpx.get(link, headers={"Range": "bytes=99999999-"})
    assert beyond.status_code == 416
    head = httpx.head(link)
    assert head.headers["content-length"] == str(len(whole.content))
    assert head.content == b""


def test_server_paths_are_never_opened_for_a_remote_caller(web, tmp_path):
    secret = tmp_path / "secret.png"
    secret.write_bytes(photo())
    for value in (str(secret), secret.as_uri(), "/etc/passwd", "../../etc/passwd", "~/.ssh/id"):
        final = run(web, "/upscale/image/v1", {"input_image": value})
        assert final["failure_reason_code"] == "INPUT_INVALID"
        assert "upload the file first" in final["error"]


def bomb():
    def chunk(kind, body):
        crc = zlib.crc32(kind + body)
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", crc)

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 20_000, 15_000, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"just words", "not a PNG, JPEG, WebP or GIF"),
        (photo("TIFF"), "not a PNG, JPEG, WebP or GIF"),
        (photo(size=(200, 200))[:-40], "cannot be read"),
        (bomb(), "more than 80 megapixels"),
        (bytes(20 * 2**20 + 1), "larger than 20 MB"),
        (bytes(40_000_000), "larger than 20 MB"),
    ],
)
def test_a_bad_upload_is_a_422_that_says_why(web, content, words):
    answer = upload(web, content)
    assert answer.status_code == 422
    [problem] = answer.json()["detail"]
    assert problem["loc"] == ["body", "file"]
    assert words in problem["msg"]
    assert web.get("/health").status_code == 200


def test_a_bomb_as_input_ends_its_job_alone(web):
    url = "data:image/png;base64," + base64.b64encode(bomb()).decode()
    final = run(web, "/upscale/image/v1", {"input_image": url})
    assert final["failure_reason_code"] == "INPUT_INVALID"
    assert "megapixels" in final["error"]


@pytest.mark.parametrize("url", ["data:", "data:image/png,abc", "data:image/png;base64,*"])
def test_a_data_url_that_is_none_is_a_422(web, url):
    answer = web.post("/upscale/image/v1", json={"input_image": url})
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["body", "input_image"]


def test_profiles_live_their_life(web):
    made = web.post("/profiles/v1", json={"name": "look", "steps": 20, "tags": ["a"]})
    assert made.status_code == 200
    record = made.json()
    path = f"/profiles/v1/{record['profile_id']}"
    assert record["seed_strategy"] == "random"
    assert record["created_at"].endswith("+00:00")
    changed = web.patch(path, json={"cfg_scale": 2.5, "tags": None}).json()
    assert (changed["steps"], changed["cfg_scale"], changed["tags"]) == (20, 2.5, None)
    for bad in ({"name": None}, {"name": ""}, {"width": 10}, {"extra_params": {"x": 1e999}}):
        answer = web.patch(
            path, content=json.dumps(bad), headers={"content-type": "application/json"}
        )
        assert answer.status_code == 422, bad
    assert web.get("/profiles/v1").json()[0]["profile_id"] == record["profile_id"]
    gone = web.delete(path)
    assert (gone.status_code, gone.content) == (204, b"")
    assert web.get(path).status_code == 404


def test_a_pin_is_for_enterprise_keys_alone(svc, web):
    assert run(web, IMAGE, {"prompt": "x", "server_id": "pod-1"})["status"] == "completed"
    headers = {"X-API-Key": svc.key("paula", "pro")}
    answer = web.post(IMAGE, json={"prompt": "x", "server_id": "pod-1"}, headers=headers)
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["body", "server_id"]


def test_a_running_job_is_cancelled(svc, web):
    job_id = web.post(SPEECH, json={"text": "sleep 30"}).json()["job_id"]
    svc.wait_until(lambda: svc.service.ledger.get(job_id).row["status"] == "leased")
    body = web.delete(f"{SPEECH}/status/{job_id}").json()
    assert (body["failure_reason_code"], body["retryable"]) == ("CANCELLED", False)
    assert web.delete(f"{SPEECH}/status/{job_id}").json() == body
    assert run(web, SPEECH, {"text": "next"})["status"] == "completed"


def test_the_legacy_links_come_early_where_asked_for(svc):
    headers = {"API-Key": svc.key("leo")}
    with httpx.Client(base_url=svc.base_url, headers=headers) as web:
        body = example(CATALOGUE["sd3_5"], "")
        body |= {"samples": 2, "queued_image_urls": True, "file_prefix": "my bike/../x"}
        first = web.post("/sd3_5/v1", json=body).json()
        assert len(first["download_urls"]) == 2
        final = ended(web, "/sd3_5/v1", first["id"])
        assert "/mybikex-result.png?" in final["download_urls"][0]
        for early, late in zip(first["download_urls"], final["download_urls"], strict=True):
            assert httpx.get(early).content == httpx.get(late).content


def test_a_legacy_failure_carries_only_a_message(svc):
    headers = {"API-Key": svc.key("leo")}
    with httpx.Client(base_url=svc.base_url, headers=headers) as web:
        body = {**example(CATALOGUE["sd3_5"], ""), "prompt": "raise it"}
        job_id = web.post("/sd3_5/v1", json=body).json()["id"]
        final = ended(web, "/sd3_5/v1", job_id)
        assert set(final) == {"status", "error"}
        assert final["status"] == "FAILURE"


def test_a_web_page_cannot_use_a_service_without_keys(svc):
    with httpx.Client(base_url=svc.base_url) as web:
        assert web.get("/ready").status_code == 200
        port = svc.base_url.rpartition(":")[2]
        for headers in (
            {"Host": "evil.example"},
            {"Host": f"127.0.0.1:{port}.evil.example"},
            {"Host": f"localhost:{port}@evil.example"},
            {"Host": f"[::1]evil.example:{port}"},
            {"Origin": "https://evil.example"},
            {"Origin": "http://[evil"},
        ):
            assert web.get("/ready", headers=headers).status_code == 403
            assert web.post(IMAGE, json={"prompt": "x"}, headers=headers).status_code == 403
        for host in ("LOCALHOST", "localhost:9000", "[::1]:9000"):
            assert web.get("/ready", headers={"Host": host}).status_code == 200
        text = {"content-type": "text/plain"}
        assert web.post(IMAGE, content=b'{"prompt": "x"}', headers=text).status_code == 422


def test_the_webhook_example_is_a_good_event(web):
    from mediaext.job import JobState

    event = web.get("/webhooks/event-schema")
    assert event.status_code == 200
    assert JobState.model_validate(event.json()).links["result"]


def test_metrics_count_what_happened(svc, web):
    run(web, IMAGE, {"prompt": "x"})
    run(web, IMAGE, {"prompt": "raise it"})
    text = httpx.get(svc.base_url + "/metrics").text  # without a key the caller is an operator
    assert (
        'mediaext_jobs_ended_total{code="MODEL_ERROR",operation="image",plan="enterprise",'
        'status="failed"} 1.0' in text
    )
    assert 'mediaext_job_seconds_bucket{le="0.1",operation="image"}' in text


def test_openapi_tells_bounds_examples_and_extensions(web):
    api = web.get("/openapi.json").json()
    schema = api["components"]["schemas"]["GenerateImage"]["properties"]["height"]
    assert (schema["minimum"], schema["maximum"], schema["default"]) == (1, 1024, 1024)
    assert {operation.endpoint.path for operation in CATALOGUE.values()} <= api["paths"].keys()
    create = api["paths"][IMAGE]["post"]
    assert create["requestBody"]["content"]["application/json"]["example"]["prompt"]
    assert create["security"] == [{"X-API-Key": []}]
    assert api["paths"]["/sd3_5/v1"]["post"]["security"] == [{"API-Key": []}]
    cancel = api["paths"][IMAGE + "/status/{job_id}"]["delete"]
    assert cancel["x-mediaext-extension"] is True


def test_a_save_name_reaches_the_one_who_downloads(web):
    def filename(**fields):
        final = run(web, "/generate/3d/v1", {"image_path": upload(web).json()["url"], **fields})
        answer = web.get(final["result_url"])
        return answer.headers["content-disposition"].partition('filename="')[2].strip('"')

    assert filename(mesh_save_name="my-fox") == "my-fox.glb"
    assert filename(mesh_save_name="my fox") == "myfox.glb"


def test_whether_the_service_is_ready_is_asked_without_writing(svc):
    def commits():
        return svc.service.database.changed_elsewhere()

    before = commits()
    for _ in range(3):
        assert httpx.get(svc.base_url + "/ready").status_code == 200
    assert commits() == before


def test_the_description_for_people_takes_no_scripts(svc):
    answer = httpx.get(svc.base_url + "/docs")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "<script" not in answer.text
    assert "src=" not in answer.text
    for operation in CATALOGUE.values():
        assert operation.endpoint.path in answer.text
    assert httpx.get(svc.base_url + "/redoc").status_code == 404
