"""A bot that means harm: `hostile.py WHAT MARK …` says hello like a good one, and does WHAT when it is asked to move.

MARK does nothing: what it starts can be found by it. Standard library only; it is run as a program of its own.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

WHAT, MARK = sys.argv[1], sys.argv[2]
SLEEPER = "import time, signal\nfor n in range(1, 32):\n  try: signal.signal(n, signal.SIG_IGN)\n  except OSError: pass\ntime.sleep(300)"


def write(text: str, to=sys.stdout) -> None:
    to.write(f"{text}\n")
    to.flush()


def say(**message: object) -> None:
    write(json.dumps(message))


def legally(go: dict) -> None:
    say(type="action", id=go["id"], action=go["legal"][0])


def tell(go: dict, harm: str) -> None:
    """Move legally, or tell what harm could be done: as an action that is none."""
    say(type="action", id=go["id"], action=harm) if harm else legally(go)


def attempt(deed) -> str:
    try:
        return str(deed())
    except OSError:
        return ""


def hang(go: dict) -> None:
    for number in range(1, 32):
        attempt(lambda number=number: signal.signal(number, signal.SIG_IGN))
    time.sleep(300)


def spin(go: dict) -> None:
    while True:
        pass


def flood(go: dict) -> None:
    while True:
        sys.stdout.write(json.dumps({"type": "info", "id": go["id"], "text": "x" * 900}) + "\n")


def flood_errors(go: dict) -> None:
    while True:
        sys.stderr.write("\x1b[2J" + "e" * 1000 + "\n")


def long_line(go: dict) -> None:
    sys.stdout.write('{"type":"info","id":1,"text":"' + "y" * (8 << 20))
    sys.stdout.flush()
    time.sleep(300)


def fork(go: dict) -> None:
    """Processes in sessions of their own whose parents have gone, and more of them as fast as it can."""
    for _ in range(6):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.execv(sys.executable, [sys.executable, "-c", SLEEPER, MARK])
            os._exit(0)
    while True:
        try:
            if os.fork() == 0:
                time.sleep(300)
        except OSError:
            time.sleep(0.01)


def detached(go: dict) -> None:
    """Moves well all the while, and leaves something behind when it goes."""
    subprocess.Popen([sys.executable, "-c", SLEEPER, MARK], start_new_session=True)
    legally(go)


def memory(go: dict) -> None:
    bytearray(8 << 30)


def eat(go: dict) -> None:
    """Memory that is used, 300 MiB of it, shared out to three processes."""
    for _ in range(2):
        if os.fork() == 0:
            break
    kept = b"\x01" * (100 << 20)
    time.sleep(300)
    del kept


def read(go: dict) -> None:
    """A file that is not its business, and the names of other people's files."""
    secret = Path(bytes.fromhex(sys.argv[3]).decode())  # as a plain path it would be an argument that may be read
    tell(go, attempt(secret.read_text) or attempt(lambda: "".join(map(str, secret.parent.iterdir()))))


def scribble(go: dict) -> None:
    """Files beside itself, in the system, and in place of its program."""
    for place in (
        Path(__file__).with_name(f"{MARK}.txt"),
        Path("/usr", MARK),
        Path("/var/tmp", MARK),
        Path.cwd() / MARK,
    ):
        if attempt(lambda place=place: place.write_text("here I was")):
            tell(go, f"wrote {place}")
            return
    Path(os.environ["TMPDIR"], MARK).write_text("this is allowed")
    legally(go)


def fill(go: dict) -> None:
    """A file as large as the disk."""
    with Path(os.environ["TMPDIR"], MARK).open("wb") as file:
        while True:
            file.write(b"\x01" * (1 << 20))


def network(go: dict) -> None:
    address = ("127.0.0.1", int(sys.argv[3]))
    tell(go, attempt(lambda: socket.create_connection(address, 1) and "connected"))


def kill(go: dict) -> None:
    """Its guardian, its host, everybody."""
    for victim in (os.getppid(), int(sys.argv[3])):
        if victim > 2:
            attempt(lambda victim=victim: os.kill(victim, signal.SIGKILL))
    legally(go)


DEEDS = {
    "seat": lambda go: say(type="action", id=go["id"], action=go["legal"][0], seat="b" if go["seat"] == "a" else "a"),
    "late": lambda go: (time.sleep(go["movetime"] / 1000 + 0.8), legally(go)),
    "twice": lambda go: (legally(go), legally(go)),
    "ahead": lambda go: say(type="action", id=go["id"] + 1, action=go["legal"][0]),
    "illegal": lambda go: say(type="action", id=go["id"], action="-DDDDDDD"),
    "nonsense": lambda go: say(type="action", id=go["id"], action="take \x1b[31mall\n"),
    "noise": lambda _: write("I think I will take the camels"),
    "deep": lambda _: write("[" * 30_000),
    "binary": lambda _: (sys.stdout.buffer.write(bytes(range(128, 256)) + b"\n"), sys.stdout.flush()),
    "exit": lambda _: (write("\x1b]0;owned\x07 bad luck", sys.stderr), sys.exit(7)),
    "close": lambda _: (os.close(1), time.sleep(300)),
    "crash": lambda _: os.kill(os.getpid(), signal.SIGSEGV),
    **{deed.__name__: deed for deed in (hang, spin, flood, flood_errors, long_line, fork, detached, memory, eat)},
    **{deed.__name__: deed for deed in (read, scribble, fill, network, kill)},
}

seat = "a"
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        say(type="hello", protocol=1, name="hostile")
    elif said["type"] == "newmatch":
        seat = said["seat"]
    elif said["type"] == "go":
        DEEDS[WHAT]({**said, "seat": seat})
