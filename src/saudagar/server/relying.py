"""Who relies on a passkey: the name of this site, as the guard knows it and never by a header that nobody checked."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection


@dataclass(frozen=True, slots=True)
class Party:
    """The host name that passkeys are made for, and the origins of the pages that may ask for them."""

    id: str
    origins: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Site:
    """What the guard goes by: the host names that are answered to, and the origins whose pages may speak."""

    hosts: frozenset[str] | None = None
    origins: frozenset[str] = frozenset()

    def party(self, request: HTTPConnection) -> Party | None:
        """Return who relies on a passkey for a request that the guard has let in; None where there can be none.

        There can be none at a number instead of a name, nor without https (but for localhost), nor where the server
        answers to any name.
        """
        origins = tuple(origin for origin in self._origins(request) if _good(origin))
        return Party(_name(origins[0]), origins) if origins else None

    def _origins(self, request: HTTPConnection) -> list[str]:
        host = request.headers.get("host", "")
        if not self.origins:
            # The guard has compared the name with its own; whether it is http is for browsers to see to.
            return [] if self.hosts is None else [f"https://{host}", f"http://{host}"]
        said = request.headers.get("origin")
        if said is not None:
            return [said] if said in self.origins else []
        here = [origin for origin in sorted(self.origins) if urlsplit(origin).netloc == host]
        return here or (list(self.origins) if len(self.origins) == 1 else [])


def installed() -> bool:
    """Whether the package that checks passkeys is there: the extra `passkeys`."""
    return find_spec("webauthn") is not None


def _name(origin: str) -> str:
    try:
        return urlsplit(origin).hostname or ""
    except ValueError:
        return ""


def _good(origin: str) -> bool:
    """Whether browsers let a page of an origin use passkeys."""
    name = _name(origin)
    try:
        ip_address(name)
    except ValueError:
        local = name == "localhost" or name.endswith(".localhost")
        return bool(name) and (local or origin.startswith("https://"))
    return False
