"""`saudagar serve`: a server for many, beside which stand a proxy with TLS and, with several of them, PostgreSQL."""

from __future__ import annotations

import ipaddress
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal
from urllib.parse import urlsplit

from cyclopts import Parameter

from ..errors import SaudagarError
from .out import between, complain, say
from .play import data_folder, start_programs, without_password

if TYPE_CHECKING:
    from ..server.store import Store


class WrongAddress(SaudagarError):
    """An option that should be an address and is none."""


def serve(
    *,
    host: str = "127.0.0.1",
    port: Annotated[int, between(0, 65535)] = 8337,
    database: str | None = None,
    public_url: Annotated[list[str] | None, Parameter(negative="")] = None,
    trusted_proxies: Annotated[list[str] | None, Parameter(negative="")] = None,
    limits: Path | None = None,
    metrics: Literal["off", "loopback", "all"] = "loopback",
    log_format: Literal["text", "json"] = "text",
    log_requests: Annotated[bool, Parameter(negative="")] = False,
    drain: Annotated[int, between(0, 600)] = 0,
    bot: Annotated[list[str] | None, Parameter(negative="")] = None,
) -> int:
    """Serve matches to many players over the network, until told to stop. docs/hosting.md tells how to set it up.

    Parameters
    ----------
    host
        The address to listen on. 127.0.0.1 is right behind a proxy on the same machine; 0.0.0.0 is every address.
    port
        The port to listen on; 0 takes any free one.
    database
        Where matches are kept: a path, sqlite:///FILE, or postgresql://USER@HOST/NAME, which several servers may share.
        By default the file that `saudagar play` uses.
    public_url
        The address at which people reach it, such as https://play.example.org; may be given several times. Only pages
        of these addresses may speak to the server. Without it: those of the very host that is asked.
    trusted_proxies
        Addresses or networks of proxies in front of it, such as 127.0.0.1 or 10.0.0.0/8; may be given several times.
        What they say of a client's address and of https is believed; nobody else is.
    limits
        A JSON file with limits that differ from the defaults; docs/hosting.md names them all.
    metrics
        Whom /metrics answers (Prometheus): nobody, programs on this computer, or all who can reach the port.
    log_format
        Lines of text, or of JSON. Tokens, seeds and hands are never logged.
    log_requests
        Log every request, too.
    drain
        After SIGTERM: so many seconds during which requests are still answered while /readyz says no.
    bot
        Seat a program of yours, as NAME=COMMAND, such as "mine=./mybot.py" (docs/bots.md): people find it by its name
        among the opponents. May be given several times.
    """
    from ..server.guard import LOOPBACK
    from ..server.limits import Limits, load
    from ..server.logs import set_up
    from ..server.metered import metered
    from ..server.programs import Programs
    from ..server.rooms import Rooms
    from ..server.run import Settings, listen, run
    from ..server.store import StoreError

    origins = frozenset(map(origin, public_url or []))
    named = frozenset(urlsplit(each).hostname or "" for each in origins)
    proxies = tuple(map(network, trusted_proxies or []))
    settings = Settings(
        hosts=named | LOOPBACK if named else LOOPBACK if host in LOOPBACK and not proxies else None,
        origins=origins,
        trusted_proxies=proxies,
        limits=load(limits) if limits else Limits(),
        limited=True,
        metrics=metrics,
        drain_seconds=float(drain),
        stop_seconds=10,
    )
    programs = Programs(bot or ())
    start_programs(programs)
    raise_open_files()
    set_up(log_format, requests=log_requests)
    kept = database or str(data_folder() / "matches.db")
    try:
        store = open_database(kept)
    except StoreError as wrong:
        programs.close()
        complain(f"the matches in {without_password(kept)} cannot be used: {wrong}")
        return 1
    try:
        sock = listen(host, port)
        at = sock.getsockname()

        def ready() -> None:
            where = f"[{at[0]}]" if ":" in at[0] else at[0]
            say(f"saudagar serves at http://{where}:{at[1]}/", end="")
            say(f" for {', '.join(sorted(origins))}" if origins else "", end="")
            say(f"; matches are in {without_password(kept)}")
            sys.stdout.flush()

        run(Rooms(metered(store), programs=programs), sock, host, ready, settings)
    finally:
        programs.close()
        store.close()
    return 0


def raise_open_files() -> None:
    """Let this process open as many files as the system allows it: each connection is one."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def open_database(address: str) -> Store:
    """Return the store at an address, or at a path of this machine."""
    from ..server.store import SqliteStore, open_store

    if "://" in address:
        return open_store(address)
    path = Path(address)
    path.parent.mkdir(parents=True, exist_ok=True)
    return SqliteStore(path)


def origin(address: str) -> str:
    """Return a public address as browsers name it: scheme and host, and the port where it is not the usual one."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise WrongAddress(f"{address!r} is no address of a website") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/") or parts.query:
        raise WrongAddress(f"a public address is like https://play.example.org, without a path, not {address!r}")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, usual) else "")


def network(address: str) -> str:
    """Return an address or a network of a proxy as it was given, checked."""
    try:
        ipaddress.ip_network(address)
    except ValueError as wrong:
        raise WrongAddress(f"{address!r} is no address of a proxy: {wrong}") from None
    return address
