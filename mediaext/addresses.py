"""Tell network addresses on the public internet from private ones."""

import ipaddress
from collections.abc import Iterable

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")  # all that is given out, RFC 4291
NAT64 = ipaddress.ip_network("64:ff9b::/96")
ISATAP = 0x5EFE  # RFC 5214: the interface identifier ends in ::5efe:a.b.c.d
V4_COMPATIBLE = ipaddress.ip_network("::/96")
NOT_PUBLIC = tuple(
    ipaddress.ip_network(text)
    for text in (
        # IANA special-purpose registries. A list of our own: what Python's ``is_global`` says
        # differs between patch releases.
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # carrier-grade NAT, and metadata of one cloud
        "127.0.0.0/8",  # loopback
        "168.63.129.16/32",  # a cloud's metadata at an address that is not reserved
        "169.254.0.0/16",  # link-local, and metadata of most clouds
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments, and metadata of one cloud
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # multicast tunnels
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
        "2001:1::/32",  # anycast of protocols
        "2001:2::/48",  # benchmarks
        "2001:3::/32",  # multicast tunnels
        "2001:4:112::/48",  # AS112
        "2001:10::/28",  # identifiers, not addresses
        "2001:20::/28",  # identifiers, not addresses
        "2001:30::/28",  # drone identifiers
        "2001:db8::/32",  # documentation
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)


def is_public(text: str) -> bool:
    """Say whether an address, and every address that it wraps, is on the public internet."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return all(_is_public(one) for one in (address, *_wrapped(address)))


def _is_public(address: Address) -> bool:
    if address.version == 6 and address not in GLOBAL_UNICAST:
        return address in NAT64  # the address that it wraps is checked beside it
    return not any(address.version == net.version and address in net for net in NOT_PUBLIC)


def _wrapped(address: Address) -> Iterable[ipaddress.IPv4Address]:
    """Give the IPv4 addresses inside an IPv6 address: mapped, 6to4, Teredo, NAT64, ISATAP."""
    if not isinstance(address, ipaddress.IPv6Address):
        return
    number = int(address)
    last = ipaddress.IPv4Address(number & 0xFFFFFFFF)
    if address.ipv4_mapped:
        yield address.ipv4_mapped
    if address.sixtofour:
        yield address.sixtofour
    if address.teredo:
        yield from address.teredo
    if address in V4_COMPATIBLE or address in NAT64:
        yield last
    if number >> 32 & 0xFFFF == ISATAP:
        yield last
