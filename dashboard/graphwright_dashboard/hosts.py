"""The names and addresses that a server goes by."""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Hosts:
    """The names that are answered to. An address cannot be made to point elsewhere, a name can."""

    names: frozenset[str] = frozenset(LOOPBACK)
    any_address: bool = False

    def __contains__(self, name: object) -> bool:
        return name in self.names or (self.any_address and _is_address(str(name)))


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def hosts_of(host: str, names: Iterable[str] = ()) -> Hosts:
    """The names of a server that listens at `host` and is also called `names`."""
    own = frozenset(name.lower() for name in (*LOOPBACK, host, *names))
    return Hosts(own, any_address=not is_loopback(host))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
