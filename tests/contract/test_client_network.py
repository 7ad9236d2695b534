"""The client on the way to a service: TLS with a company's own root, proxies, redirects."""

import asyncio
import contextlib
import datetime
import ipaddress
import json
import ssl

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from relay import Relay, running

import mediaext
from mediaext.client import connection
from mediaext.errors import InvalidRequest, MediaError, Unreachable
from mediaext.operations import GenerateImage
from mediaext.testing import service

PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")


@pytest.fixture(scope="module")
def svc():
    with service() as running:
        yield running


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch):
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


def root_and_context(folder):
    """Make a root certificate of our own and a server context with a certificate under it."""
    now = datetime.datetime.now(datetime.UTC)
    keys = [ec.generate_private_key(ec.SECP256R1()) for _ in range(2)]
    names = [x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, n)]) for n in ("root", "us")]
    address = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    for number in (0, 1):
        builder = (
            x509.CertificateBuilder(names[0], names[number], keys[number].public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(x509.BasicConstraints(number == 0, None), critical=True)
            .add_extension(address, critical=False)
        )
        made = builder.sign(keys[0], hashes.SHA256())
        (folder / f"{number}.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret = keys[1].private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    (folder / "key.pem").write_bytes(secret)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(folder / "1.pem", folder / "key.pem")
    return folder / "0.pem", context


@pytest.fixture
def fresh_roots():
    connection._ssl_context.cache_clear()
    yield
    connection._ssl_context.cache_clear()


def test_a_job_over_plain_http_waits_for_no_certificates(svc, tmp_path, fresh_roots):
    media = mediaext.connect(svc.base_url, svc.key(), home=tmp_path)

    assert media.image("over plain HTTP", seed=4).size == (8, 8)
    assert connection._ssl_context.cache_info().currsize == 0


def test_a_root_of_ones_own_is_named_by_the_usual_variable(
    svc, tmp_path, monkeypatch, fresh_roots
):
    root, secure = root_and_context(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(root))
    with running(Relay(svc.base_url, secure)) as port:
        media = mediaext.connect(f"https://127.0.0.1:{port}", svc.key(), home=tmp_path)
        assert media.image("over TLS", seed=1).size == (8, 8)


def test_an_unknown_root_is_refused(svc, tmp_path, fresh_roots):
    _, secure = root_and_context(tmp_path)
    with running(Relay(svc.base_url, secure)) as port:
        media = mediaext.connect(f"https://127.0.0.1:{port}", "key", home=tmp_path, retries=0)
        with pytest.raises(Unreachable, match="certificate verify failed"):
            media.image("x")


def test_a_proxy_of_the_environment_is_used(svc, tmp_path, monkeypatch):
    relay = Relay(svc.base_url)
    with running(relay) as port:
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{port}")
        media = mediaext.connect(svc.base_url, home=tmp_path, events=False)
        assert media.image("through a proxy", seed=2).size == (8, 8)
    assert relay.heads
    assert all(head.split(" ")[1].startswith(svc.base_url) for head in relay.heads)


@pytest.mark.parametrize("login", ["", "anna:word@"])
def test_no_proxy_reads_the_key(svc, tmp_path, monkeypatch, login):
    relay = Relay(svc.base_url)
    key = None if login else "secret-key"
    with running(relay) as port:
        monkeypatch.setenv("HTTP_PROXY", f"http://us:them@127.0.0.1:{port}")
        base = svc.base_url.replace("//", f"//{login}")
        media = mediaext.connect(base, key, home=tmp_path)
        with pytest.raises(Unreachable, match=r"reach the proxy http://127.*NO_PROXY") as caught:
            media.image("x")
    assert relay.heads == []
    assert "word" not in str(caught.value)
    assert "them" not in str(caught.value)


class Tunnel(Relay):
    """A proxy that is asked for a tunnel, and notes whatever passes."""

    seen = b""

    async def answer(self, head, reader, writer) -> None:
        assert head.startswith(b"CONNECT ")
        host, port = head.split(b" ")[1].decode().split(":")
        there = await self.reach(host, int(port))
        with contextlib.closing(there[1]), contextlib.closing(writer):
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            await asyncio.gather(self.note(reader, there[1]), self.note(there[0], writer))

    async def note(self, reader, writer) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                self.seen += data
                writer.write(data)
                await writer.drain()
            writer.close()


def test_a_proxy_sees_the_key_only_encrypted(svc, tmp_path, monkeypatch, fresh_roots):
    root, secure = root_and_context(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(root))
    tunnel = Tunnel(svc.base_url)
    with running(Relay(svc.base_url, secure)) as there, running(tunnel) as port:
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{port}")
        media = mediaext.connect(f"https://127.0.0.1:{there}", svc.key(), home=tmp_path)
        assert media.speech("through a tunnel, with events").content
        key = svc.key().encode()
    assert tunnel.seen
    assert key not in tunnel.seen
    assert key not in "".join(tunnel.heads).encode()


def test_a_host_excepted_from_the_proxy_is_asked_itself(svc, tmp_path, monkeypatch):
    relay = Relay(svc.base_url)
    with running(relay) as port:
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{port}")
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        media = mediaext.connect(svc.base_url, svc.key(), home=tmp_path, events=False)
        assert media.image("past the proxy", seed=3).size == (8, 8)
    assert relay.heads == []


class Told(Relay):
    """A service whose only job is done; its result lies at ``target``."""

    async def answer(self, asked, reader, writer) -> None:
        body = json.dumps(
            {"job_id": "1", "status": "completed", "result_url": self.target.geturl()}
        )
        head = f"HTTP/1.1 200 OK\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        writer.write((head + body).encode())
        await writer.drain()


def test_a_result_elsewhere_is_checked_for_its_certificate_too(
    svc, tmp_path, monkeypatch, fresh_roots
):
    monkeypatch.setattr("mediaext.client.jobs.PATIENCE", 0.0)
    _, secure = root_and_context(tmp_path)
    away = Relay(svc.base_url, secure)
    with running(away) as there:
        told = Told(f"https://127.0.0.1:{there}/picture.png")
        with running(told) as here:
            base = f"http://127.0.0.1:{here}"
            media = mediaext.connect(base, "key", home=tmp_path, events=False)
            with pytest.raises(Unreachable, match="certificate verify failed"):
                media.image("x")
    assert told.heads
    assert away.heads == []


class Elsewhere(Relay):
    """Sends everybody on to another origin, which notes what it is told."""

    async def answer(self, head, reader, writer) -> None:
        writer.write(
            f"HTTP/1.1 307 Away\r\nlocation: {self.target.geturl()}/caught\r\n"
            "content-length: 0\r\nconnection: close\r\n\r\n".encode()
        )
        await writer.drain()


class Listener(Relay):
    async def answer(self, head, reader, writer) -> None:
        writer.write(b"HTTP/1.1 404 No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        await writer.drain()


def test_a_redirect_does_not_carry_the_key_away(tmp_path):
    listener = Listener("http://127.0.0.1:1")
    with running(listener) as there:
        away = Elsewhere(f"http://127.0.0.1:{there}")
        with running(away) as here:
            base = f"http://127.0.0.1:{here}"
            media = mediaext.connect(base, "secret-key", home=tmp_path, events=False)
            with pytest.raises(MediaError):
                media.run(GenerateImage(prompt="x"))
    assert away.heads
    assert not [head for head in listener.heads if "secret-key" in head]


@pytest.mark.parametrize("address", ["nonsense", "ftp://x", ""])
def test_an_address_without_http_is_refused_before_anything_is_sent(tmp_path, address):
    with pytest.raises(InvalidRequest, match="an address such as"):
        connection.HttpGateway(address)


@pytest.mark.parametrize("address", ["http://host:port", "http://[::1"])
def test_an_address_that_is_none_is_a_sentence(tmp_path, address):
    media = mediaext.connect(address, "key", home=tmp_path, retries=0)
    with pytest.raises(Unreachable, match="URL"):
        media.image("x")


def test_a_name_and_word_in_the_address_log_in_and_are_no_host(tmp_path):
    listener = Listener("http://127.0.0.1:1")
    with running(listener) as port:
        base = f"http://anna:word@127.0.0.1:{port}"
        with pytest.raises(MediaError) as caught:
            mediaext.connect(base, home=tmp_path, events=False).image("x")
    (head,) = listener.heads
    assert "authorization: basic" in head.lower()
    assert f"host: 127.0.0.1:{port}\r\n" in head.lower()
    assert "word" not in str(caught.value)
