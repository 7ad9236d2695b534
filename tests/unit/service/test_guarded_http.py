import asyncio
import ipaddress
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpcore
import pytest

from mediaext.errors import JobFailed
from mediaext.service import guarded_http
from mediaext.service.guarded_http import Blocked, GuardedBackend, GuardedWeb, check_url, is_public

HOSTILE_HOSTS = [
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "127.255.255.254",
    "0",
    "0.0.0.0",
    "0x7f000001",
    "0x7f.0.0.1",
    "0X7F.1",
    "2130706433",
    "017700000001",
    "0177.0.0.1",
    "0177.0.0.0x1",
    "127.0.0.1.",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[0000::0001]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:0:127.0.0.1]",
    "[::127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::10.0.0.1]",
    "[2002:7f00:1::]",
    "[2002:a00:1::1]",
    "[2001:0:7f00:1::]",
    "[fe80::1]",
    "[fe80::1%25lo]",
    "[fc00::1]",
    "[fd12:3456:789a::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[2001:db8::1]",
    "[3fff::1]",
    "[100::1]",
    "[2001:4860::5efe:127.0.0.1]",
    "[2001:4860::5efe:a00:1]",
    "10.0.0.1",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "100.64.0.1",
    "100.127.255.254",
    "169.254.169.254",
    "0xa9fea9fe",
    "2852039166",
    "192.0.0.1",
    "192.0.0.192",
    "192.88.99.1",
    "168.63.129.16",
    "0xa83f8110",
    "[::ffff:168.63.129.16]",
    "[64:ff9b::168.63.129.16]",
    "[2002:a83f:8110::1]",
    "[2001::1]",
    "[2001:2::1]",
    "[2001:20::1]",
    "[2001:0:c058:6301::]",
    "192.0.2.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "①②⑦.⓪.⓪.①",
    "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
    "127。0。0。1",
]
HOSTILE_URLS = [
    "http://user:password@127.0.0.1/",
    "http://example.com@127.0.0.1/",
    "http://127.0.0.1\\@example.com/",
    "http://127.0.0.1#@example.com/",
    "http://127.0.0.1?@example.com/",
    "http:///127.0.0.1/",
    "http://%31%32%37.0.0.1/",
    "http://127.0.0.1%2f@example.com/",
    "http://127.0.0.1\t/",
    "http://127.0.0.1\r\nHost: example.com/",
    "http://[::1/",
    "http://127.0.0.1:99999/",
    "http://127.0.0.1:-1/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:70/_x",
    "ftp://127.0.0.1/x",
    "unix:///var/run/docker.sock",
    "//127.0.0.1/",
    "http:127.0.0.1",
    "javascript:alert(1)",
    "",
]


class Handler(BaseHTTPRequestHandler):
    hits = 0

    def do_GET(self):
        type(self).hits += 1
        if self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", self.path.removeprefix("/to/"))
            self.end_headers()
            return
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"secret" * 1000)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def inside():
    """A server on the loopback address that must never be reached."""
    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def get(url, *, allow_private=False, limit=10**6):
    async def run():
        web = GuardedWeb()
        try:
            return await web.get(url, limit=limit, seconds=5, allow_private=allow_private)
        finally:
            await web.close()

    return asyncio.run(run())


@pytest.mark.parametrize("host", HOSTILE_HOSTS)
def test_no_spelling_of_a_private_address_gets_through(inside, host):
    before = Handler.hits
    with pytest.raises(JobFailed) as caught:
        get(f"http://{host}:{inside}/")
    assert caught.value.code == "INPUT_INVALID"
    assert Handler.hits == before


@pytest.mark.parametrize("url", HOSTILE_URLS)
def test_what_is_no_plain_web_address_is_refused(inside, url):
    before = Handler.hits
    with pytest.raises(JobFailed) as caught:
        get(url.replace("127.0.0.1/", f"127.0.0.1:{inside}/"))
    assert caught.value.code == "INPUT_INVALID"
    assert Handler.hits == before


def test_the_error_says_what_to_do_and_hides_the_address_found(inside, monkeypatch):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **k: _found("10.1.2.3", inside))
    with pytest.raises(JobFailed) as caught:
        get("http://media.example/x.png")
    assert "media.example" in str(caught.value)
    assert "public internet" in str(caught.value)
    assert "10.1.2.3" not in str(caught.value)


def _found(address, port):
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]


def test_a_name_that_changes_its_address_is_resolved_once(inside, monkeypatch):
    answers = ["93.184.215.14", "127.0.0.1"]
    asked = []

    def rebind(host, port, *args, **kwargs):
        asked.append(host)
        return _found(answers[min(len(asked), 2) - 1], port)

    monkeypatch.setattr(socket, "getaddrinfo", rebind)
    connected = []

    class Recorder(httpcore.AnyIOBackend):
        async def connect_tcp(self, host, *args, **kwargs):
            connected.append(host)
            raise httpcore.ConnectError("no way out of the test")

    backend = GuardedBackend()
    backend._backend = Recorder()
    with pytest.raises(httpcore.ConnectError):
        asyncio.run(backend.connect_tcp("rebind.example", inside))
    assert asked == ["rebind.example"]
    assert connected == ["93.184.215.14"]


def test_the_connected_peer_is_checked_as_well(inside, monkeypatch):
    async def lie(self, host, port, seconds):
        return ["127.0.0.1"]

    monkeypatch.setattr(GuardedBackend, "_allowed_addresses", lie)
    before = Handler.hits
    with pytest.raises(Blocked):
        asyncio.run(GuardedBackend().connect_tcp("public.example", inside))
    assert Handler.hits == before


def test_a_local_socket_is_never_opened():
    with pytest.raises(Blocked):
        asyncio.run(GuardedBackend(allow_private=True).connect_unix_socket("/run/x.sock"))


def test_ambient_proxies_are_not_used(inside, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{inside}")
    monkeypatch.setenv("ALL_PROXY", f"http://127.0.0.1:{inside}")
    before = Handler.hits
    with pytest.raises(JobFailed):
        get("http://10.0.0.1:9/")
    assert Handler.hits == before


def test_private_addresses_are_open_to_those_who_ask_for_it(inside):
    assert get(f"http://127.0.0.1:{inside}/x", allow_private=True) == b"secret" * 1000


def test_every_redirect_is_checked(inside, monkeypatch):
    url = f"http://127.0.0.1:{inside}/to/http://169.254.169.254/latest/meta-data"
    real = guarded_http.is_public
    monkeypatch.setattr(guarded_http, "is_public", lambda text: text == "127.0.0.1" or real(text))
    with pytest.raises(JobFailed, match="public internet"):
        get(url)


def test_redirects_end(inside):
    loop = "/to/" * 10
    with pytest.raises(JobFailed, match="redirects more than 3 times"):
        get(f"http://127.0.0.1:{inside}{loop}", allow_private=True)


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://x/", "http://a@b/"])
def test_a_redirect_leads_to_web_addresses_alone(inside, target):
    with pytest.raises(JobFailed) as caught:
        get(f"http://127.0.0.1:{inside}/to/{target}", allow_private=True)
    assert caught.value.code == "INPUT_INVALID"


def test_reading_stops_at_the_limit(inside):
    with pytest.raises(JobFailed, match=r"larger than 0\.001 MB"):
        get(f"http://127.0.0.1:{inside}/", allow_private=True, limit=1000)


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "2606:4700::1111", "8.8.8.8", "64:ff9b::8.8.8.8"]
)
def test_public_addresses_are_public(address):
    assert is_public(address)


def test_a_url_is_sent_as_it_was_meant():
    url = check_url("https://media.example:8443/a b/ü?q=ä".replace(" ", "%20"))
    assert url.scheme == b"https"
    assert (url.host, url.port) == (b"media.example", 8443)
    assert url.target == b"/a%20b/%C3%BC?q=%C3%A4"


@pytest.mark.parametrize("host", [host for host in HOSTILE_HOSTS if host.startswith("[")])
def test_no_wrapped_or_local_address_counts_as_public(host):
    assert not is_public(host.strip("[]").replace("%25", "%"))


def test_what_is_public_does_not_depend_on_the_version_of_python(monkeypatch):
    for kind in (ipaddress.IPv4Address, ipaddress.IPv6Address):
        for name in ("is_global", "is_private", "is_reserved", "is_multicast", "is_link_local"):
            monkeypatch.setattr(kind, name, name == "is_global")
    assert is_public("8.8.8.8")
    for address in ("192.0.0.192", "168.63.129.16", "10.0.0.1", "fe80::1", "2001:db8::1"):
        assert not is_public(address)
