"""Media in S3: the same store as a folder, and a service on it with either ledger."""

import asyncio
import contextlib
import io
import os
import tracemalloc
import zlib
from functools import partial
from urllib.parse import urlsplit

import httpx
import PIL.Image
import pytest
from flaky import Flaky, flaky
from listening import listening
from webhook_receiver import receiving

import mediaext
import mediaext.testing
from mediaext.cli.running import run
from mediaext.errors import MediaError
from mediaext.service import Settings, object_store, serve
from mediaext.service.blob_store import FolderStore
from mediaext.service.blobs import open_store
from mediaext.service.object_store import PART, ObjectStore

pytest.importorskip("s3fs", reason="s3fs is not installed: the extra [scale]")
pytest.importorskip("moto", reason="moto is not installed: the extra [test]")

SPEECH = "/generate/speech/v1"
CUTOUT = "/background/remove/image/v1"
LEGACY = "/sd3_5/v1"


def picture(colour="red"):
    out = io.BytesIO()
    PIL.Image.new("RGB", (32, 32), colour).save(out, "PNG")
    return out.getvalue()


# The store


@pytest.fixture(params=["folder", "s3"])
def store(request, tmp_path):
    if request.param == "folder":
        yield FolderStore(tmp_path / "blobs")
        return
    server = request.getfixturevalue("s3")
    with contextlib.closing(open_store(server.new())) as opened:
        yield opened


def content(store, file, size=None):
    return b"".join(store.read(file, size))


def test_what_is_written_is_read_listed_and_deleted(store):
    store.check()
    written = store.write("ab/abc.1.result", (b"hel", b"lo"))
    assert written == ("ab/abc.1.result", 5, zlib.crc32(b"hello"))
    assert store.holds("ab/abc.1.result", 5)
    assert content(store, "ab/abc.1.result", 5) == content(store, "ab/abc.1.result") == b"hello"
    store.write("ab/abc.1.result", (b"again",))
    store.write("ab/abc.2.result", ())
    assert content(store, "ab/abc.1.result") == b"again"
    assert content(store, "ab/abc.2.result", 0) == b""
    assert store.names("ab/abc.1.") == ["ab/abc.1.result"]
    assert sorted(store.names("ab/abc.")) == ["ab/abc.1.result", "ab/abc.2.result"]
    store.delete(["ab/abc.1.result", "ab/never.was"])
    assert store.names("ab/abc.1.") == []
    with pytest.raises(FileNotFoundError):
        content(store, "ab/abc.1.result", 5)
    with pytest.raises(FileNotFoundError):
        content(store, "ab/abc.1.result")


@pytest.mark.parametrize("pieces", [1, 24])
def test_nothing_is_left_of_what_could_not_be_written_whole(store, pieces):
    def torn():
        for _ in range(pieces):
            yield bytes(1 << 20)
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        store.write("ab/abc.1.result", torn())
    assert store.names("ab/") == []
    if isinstance(store, ObjectStore):
        assert not store._call("list_multipart_uploads").get("Uploads")


def test_a_large_file_takes_no_more_memory_than_a_few_parts(store):
    pieces = 8 * PART >> 20
    store.write("ab/warm", (b"x",))
    tracemalloc.start()
    try:
        written = store.write("ab/abc.1.result", (bytes([n]) * (1 << 20) for n in range(pieces)))
        read = checksum = 0
        for piece in store.read(written.file, written.size):
            read += len(piece)
            checksum = zlib.crc32(piece, checksum)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (read, checksum) == (written.size, written.checksum)
    assert most < 5 * PART < written.size


@pytest.mark.parametrize("address", ["gs://bucket/media", "s3://", "s3://Not_A_Bucket/x"])
def test_an_address_of_no_store_is_refused(address):
    with pytest.raises(MediaError, match="s3://BUCKET/PREFIX"):
        open_store(address)


def test_other_writers_files_are_listed_at_once(s3):
    address = s3.new()
    with (
        contextlib.closing(open_store(address)) as one,
        contextlib.closing(open_store(address)) as other,
    ):
        assert one.names("ab/") == []
        other.write("ab/abc.1.result", (b"x",))
        assert one.names("ab/") == ["ab/abc.1.result"]


def test_a_bucket_is_prepared_and_keeps_the_rules_of_others(s3, capsys):
    address = s3.new()
    with contextlib.closing(open_store(address)) as store:
        theirs = {
            "ID": "theirs",
            "Status": "Enabled",
            "Filter": {"Prefix": "logs/"},
            "Expiration": {"Days": 90},
        }
        store._call(
            "put_bucket_lifecycle_configuration", LifecycleConfiguration={"Rules": [theirs]}
        )
        for _ in range(2):
            assert run(["blobs", "prepare", address]) == 0
        assert "takes media" in capsys.readouterr().out
        rules = store._call("get_bucket_lifecycle_configuration")["Rules"]
        assert [rule["ID"] for rule in rules] == ["theirs", "mediaext media/"]
        assert rules[1]["Filter"] == {"Prefix": "media/"}
        assert rules[1]["Expiration"] == {"Days": 2}
        assert rules[1]["AbortIncompleteMultipartUpload"] == {"DaysAfterInitiation": 1}
        [pages] = store._call("get_bucket_cors")["CORSRules"]
        assert pages["AllowedMethods"] == ["GET", "HEAD"]


# What S3 or the way to it cannot do


@pytest.fixture
def fast(monkeypatch):
    """Tries that follow each other at once."""
    monkeypatch.setattr(object_store, "TRIES", 1)
    config = {**object_store.CONFIG, "retries": {"mode": "standard", "total_max_attempts": 1}}
    monkeypatch.setattr(object_store, "CONFIG", {**config, "read_timeout": 1})


def said(work, *arguments):
    with pytest.raises(OSError, match=r"\w") as error:
        work(*arguments)
    assert not isinstance(error.value, FileNotFoundError), "what is unreachable is not lost"
    return error.value.strerror


def test_why_nothing_can_be_stored_is_said_in_a_sentence(s3, monkeypatch, fast):
    address = s3.new()
    assert said(open_store("s3://nobody-made-this/x").check) == (
        "the bucket 'nobody-made-this' does not exist"
    )
    missing = open_store("s3://nobody-made-this/x")
    assert "does not exist" in said(content, missing, "ab/abc.1.result", 5)
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:9")
    assert "S3 does not answer" in said(open_store(address).check)
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    assert "no credentials" in said(open_store(address).check)


class Refusing(Flaky):
    """Answers as S3 does to a key that it does not know."""

    async def serve(self, reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        body = b"<Error><Code>InvalidAccessKeyId</Code><Message>No such key.</Message></Error>"
        head = f"HTTP/1.1 403 Forbidden\r\ncontent-length: {len(body)}\r\nconnection: close\r\n"
        writer.write(f"{head}content-type: application/xml\r\n\r\n".encode() + body)
        await writer.drain()


def test_refused_credentials_are_named(s3, monkeypatch, fast):
    address = s3.new()
    with listening(door := Refusing(s3.address, None)):
        monkeypatch.setenv("AWS_ENDPOINT_URL_S3", door.url)
        assert "refuses access" in said(open_store(address).check)
        assert "InvalidAccessKeyId" in said(open_store(address).names, "ab/")


@pytest.mark.parametrize("trouble", ["500", "503", "refuse", "cut", "lose"])
def test_a_call_that_fails_is_repeated(s3, monkeypatch, trouble):
    address = s3.new()
    with flaky(s3.address, lambda method, path, asked: trouble if asked == 1 else "") as door:
        monkeypatch.setenv("AWS_ENDPOINT_URL_S3", door.url)
        with contextlib.closing(open_store(address)) as store:
            written = store.write("ab/abc.1.result", (b"x" * 100_000,))
            assert content(store, written.file, written.size) == b"x" * 100_000
        assert any(count > 1 for count in door.asked.values())


@pytest.mark.parametrize("trouble", ["500", "cut", "refuse"])
def test_what_stays_broken_is_no_lost_file(s3, monkeypatch, fast, trouble):
    address = s3.new()
    with contextlib.closing(open_store(address)) as store:
        written = store.write("ab/abc.1.result", (b"x" * 100_000,))
    with flaky(s3.address, lambda *_: trouble) as door:
        monkeypatch.setenv("AWS_ENDPOINT_URL_S3", door.url)
        with contextlib.closing(open_store(address)) as store:
            assert "S3 does not answer" in said(content, store, written.file, written.size)
            if trouble != "cut":  # the answer to a write has nothing to cut
                assert "S3 does not answer" in said(store.write, "ab/abc.2.result", (b"x",))


class Silent(Flaky):
    async def serve(self, reader, writer):
        await reader.read()


def test_a_silent_store_is_given_up(s3, monkeypatch, fast):
    monkeypatch.setattr(object_store, "CALL_SECONDS", 2.0)
    with listening(door := Silent(s3.address, None)):
        monkeypatch.setenv("AWS_ENDPOINT_URL_S3", door.url)
        with contextlib.closing(open_store("s3://bucket/x")) as store:
            assert "S3 does not answer" in said(store.check)


class Trickling(Flaky):
    async def serve(self, reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 206 Partial Content\r\ncontent-length: 2000000\r\n\r\n")
        while True:
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.05)


def test_a_store_that_trickles_is_given_up(s3, monkeypatch, fast):
    monkeypatch.setattr(object_store, "CALL_SECONDS", 1.0)
    with listening(door := Trickling(s3.address, None)):
        monkeypatch.setenv("AWS_ENDPOINT_URL_S3", door.url)
        with contextlib.closing(open_store("s3://bucket/x")) as store:
            assert "S3 does not answer" in said(content, store, "ab/abc.1.result", 2_000_000)


# A service on it


get, post = (partial(ask, timeout=60) for ask in (httpx.get, httpx.post))
BOTH = pytest.mark.parametrize("svc", ["sqlite", "postgres"], indirect=True)


@pytest.fixture
def svc(request, s3, tmp_path):
    choices = {}
    if getattr(request, "param", "sqlite") == "postgres":
        choices["ledger"] = request.getfixturevalue("postgres").new()
    with mediaext.testing.service(tmp_path / "home", blobs=s3.new(), **choices) as running:
        yield running


def finish(svc, path, **body):
    answer = post(svc.base_url + path, json=body)
    assert answer.status_code == 200, answer.text
    name = "id" if path == LEGACY else "job_id"
    job_id = answer.json()[name]
    svc.wait_until(lambda: svc.service.ledger.get(job_id).status.terminal, 60)
    return get(f"{svc.base_url}{path}/status/{job_id}").json()


def objects(svc):
    return svc.service.blobs.store.names("")


@BOTH
def test_a_link_leads_to_s3_and_holds_for_ranges_names_and_heads(svc, s3):
    ended = finish(svc, "/generate/3d/v1", image_path=upload(svc), mesh_save_name="fox")
    link = ended["result_url"]
    assert link.startswith(f"{svc.base_url}/files/")
    answer = get(link)
    assert answer.status_code == 307
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["location"].startswith(s3.address)
    assert "X-Amz-Expires=300" in answer.headers["location"]
    got = get(link, follow_redirects=True)
    assert got.headers["content-type"] == "model/gltf-binary"
    assert got.headers["content-disposition"] == 'inline; filename="fox.glb"'
    part = get(link, headers={"range": "bytes=0-3"}, follow_redirects=True)
    assert (part.status_code, part.content) == (206, b"glTF")
    assert httpx.head(link, follow_redirects=True).status_code == 200
    assert get(link.replace("sig=", "sig=x")).status_code == 403
    assert not (svc.settings.home / "blobs").exists(), "nothing of it is on this machine"


def upload(svc):
    answer = post(f"{svc.base_url}/upload/image/v1", files={"file": picture()})
    assert answer.status_code == 200, answer.text
    return answer.json()["url"]


@BOTH
def test_uploads_data_urls_fetched_links_and_results_are_inputs(svc):
    made = finish(svc, "/generate/image/v1", prompt="x")
    import base64

    data = "data:image/png;base64," + base64.b64encode(picture("blue")).decode()
    with Served(picture("green")) as elsewhere:
        for source in (upload(svc), data, made["result_url"], elsewhere):
            ended = finish(svc, CUTOUT, input_image=source)
            assert ended["status"] == "completed", ended
    fetched = [name for name in objects(svc) if "input-" in name and "." in name]
    rows = {row["file"] for row in svc.service.database.all("SELECT file FROM blobs")}
    svc.wait_until(lambda: set(objects(svc)) <= rows)
    assert all(name in rows for name in fetched)


class Served:
    """A picture on a web server of its own; its address."""

    def __init__(self, body):
        from hostile import Server, ok

        self._stack = contextlib.ExitStack()
        self._server = Server(lambda *_: [ok(body, "content-type: image/png")])

    def __enter__(self):
        self._stack.enter_context(listening(self._server))
        return self._server.url + "/picture.png"

    def __exit__(self, *_):
        self._stack.close()


def test_the_client_follows_without_its_key(svc, s3, tmp_path, monkeypatch):
    key = svc.key("anna")
    with flaky(s3.address, lambda *_: "") as door:
        # the service signs links to the door, which notes what comes with them
        monkeypatch.setenv("AWS_ENDPOINT_URL_S3", door.url)
        store = open_store(svc.settings.blobs)
        svc.service.blobs.store.close()
        svc.service.blobs.store = store
        with mediaext.connect(svc.base_url, key) as media:
            made = media.image("a fox", width=64, height=64)
            assert made.content
        read = [one for one in door.headers if "X-Amz-Signature" in one[""]]
        assert read, "the result came through the door"
        assert not any(key in text for one in door.headers for text in one.values())


def test_a_webhook_of_the_older_endpoints_carries_the_image(svc):
    with receiving() as hook:
        ended = finish(
            svc,
            LEGACY,
            prompt="x",
            negative_prompt="y",
            num_inference_steps=4,
            samples=1,
            guidance_scale=5,
            webhook=hook.url,
        )
        assert ended["status"] == "SUCCESS"
        svc.wait_until(lambda: hook.got, 30)
    [bodies] = hook.bodies.values()
    assert PIL.Image.open(io.BytesIO(bodies[0])).size == (8, 8)


def test_media_goes_after_a_day_and_the_grace(s3, tmp_path):
    with mediaext.testing.service(tmp_path, blobs=s3.new(), sweep_grace=3600.0) as svc:
        link = finish(svc, SPEECH, text="x")["result_url"]
        svc.advance(svc.settings.link_life + 1)
        svc.sweep()
        assert get(link).status_code == 403
        assert len(objects(svc)) == 1
        svc.advance(3600)
        svc.sweep()
        assert objects(svc) == []
        assert svc.service.database.all("SELECT * FROM blobs") == []


def test_a_failed_job_leaves_no_object(svc):
    ended = finish(svc, SPEECH, text="raise now")
    assert ended["status"] == "failed"
    svc.wait_until(lambda: objects(svc) == [])


def test_a_store_that_is_away_fails_no_promise(s3, tmp_path, monkeypatch, fast):
    with mediaext.testing.service(tmp_path, blobs=s3.new()) as svc:
        made = finish(svc, "/generate/image/v1", prompt="x")
        with flaky(s3.address, lambda *_: "500") as door:
            store = svc.service.blobs.store
            monkeypatch.setenv("AWS_ENDPOINT_URL_S3", door.url)
            svc.service.blobs.store = open_store(svc.settings.blobs)
            refused = post(f"{svc.base_url}/upload/image/v1", files={"file": picture()})
            assert refused.status_code == 503
            assert "S3 does not answer" in refused.json()["detail"]
            svc.clock.advance(svc.settings.link_life + 1)
            with pytest.raises(OSError, match="S3 does not answer"):
                svc.sweep()
            assert svc.service.database.all("SELECT * FROM blobs"), "it is tried again later"
            assert svc.service.ledger.get(made["job_id"]).row["status"] == "completed"
            svc.service.blobs.store.close()
            svc.service.blobs.store = store


def test_a_worker_that_cannot_store_says_so_and_may_be_asked_again(s3, tmp_path, monkeypatch):
    address = s3.new()
    with flaky(s3.address, lambda method, *_: "403" * (method == "PUT")) as door:
        monkeypatch.setenv("AWS_ENDPOINT_URL_S3", door.url)
        with mediaext.testing.service(tmp_path, blobs=address) as svc:
            ended = finish(svc, SPEECH, text="x")
    assert (ended["failure_reason_code"], ended["retryable"]) == ("STORAGE_ERROR", True)
    assert "S3 refuses access" in ended["error"]


def test_serve_says_why_it_cannot_store(s3, tmp_path):
    settings = Settings(home=tmp_path, blobs="s3://nobody-made-this/x", require_key=False)
    with pytest.raises(MediaError, match="stored: the bucket 'nobody-made-this' does not exist"):
        serve(settings)


def test_blobs_made_on_one_front_end_are_served_by_another(s3, postgres, tmp_path):
    url, address = postgres.new(), s3.new()
    with contextlib.ExitStack() as stack:
        front, back = (
            stack.enter_context(
                mediaext.testing.service(
                    tmp_path / name, ledger=url, blobs=address, name=name, pods=pods, speech_pods=0
                )
            )
            for name, pods in (("front", 0), ("back", 1))
        )
        source = upload(front)
        ended = finish(front, CUTOUT, input_image=source)
        assert front.service.ledger.get(ended["job_id"]).pod == "back-pod-1"
        parts = urlsplit(ended["cutout_url"])
        for svc in (front, back):
            got = get(f"{svc.base_url}{parts.path}?{parts.query}", follow_redirects=True)
            assert got.status_code == 200
            assert PIL.Image.open(io.BytesIO(got.content)).format == "PNG"
        for svc in (front, back):
            assert not [path for path in svc.settings.home.rglob("*") if "blob" in path.name]
    assert os.environ["AWS_ENDPOINT_URL_S3"] == s3.address
