"""Does what we would publish work? Source package, wheel out of it, an empty environment, the page in it."""

from __future__ import annotations

import re
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path
from urllib.parse import urljoin

import environment
import kernel
from steps import ROOT, Failed, Words, child_environment, run, stop

ADDRESS = re.compile(r"http://(?:127\.0\.0\.1|localhost|\[::1\]):\d+\S*")
ASSET = re.compile(r"""(?:src|href)=["']([^"'#]+)["']""")
PATIENCE = 30


LARGEST_WHEEL = 3_500_000
NO_COMPILER = {"CC": "/bin/false"}

# The installed kernel: whether it is compiled, and the plies of some random rounds, which all forms must share.
ROUNDS = """
import saudagar
from saudagar.kernel import Kernel, compiled
print(compiled(), [Kernel().random_rounds(100, seed) for seed in range(3)])
"""


def check() -> str:
    """Build, install, run `saudagar --help`, start `saudagar play` and fetch the page with everything it names.

    Then the same wheel without the use of its compiled kernel, and a wheel made where there was no compiler: their
    random rounds are the same.
    """
    with tempfile.TemporaryDirectory(prefix="saudagar wheel ") as folder:
        place = Path(folder)
        source = unpacked_source(place)
        wheel = build("wheel: build", source, place / "dist")
        python = install("wheel: install into an empty environment", place / "venv", wheel)
        saudagar = python.with_name("saudagar" + python.suffix)
        run("wheel: saudagar --help", [saudagar, "--help"], cwd=place)
        fetch_from(saudagar, place)
        compiled = kernel.why_not() == ""
        examine(wheel, compiled=compiled)
        plies = rounds(place, python, compiled=compiled)
        same = rounds(place, python, compiled=False, env={"SAUDAGAR_PURE": "1"})
        plain = build("wheel: build without a compiler", source, place / "plain", NO_COMPILER)
        examine(plain, compiled=False)
        bare = install("wheel: install that one too", place / "bare", plain)
        if not plies == same == rounds(place, bare, compiled=False):
            raise Failed(f"the kernel plays otherwise where it is not compiled: {plies}, {same}")
    return f"{wheel.name}, {plain.name}"


def unpacked_source(place: Path) -> Path:
    """Make the sdist and unpack it; a wheel made from it, as pip would, proves that the sdist is complete."""
    hatchling: Words = [environment.PYTHON, "-m", "hatchling", "build"]
    run("wheel: source package", [*hatchling, "-d", place / "sdist", "-t", "sdist"])
    (sdist,) = (place / "sdist").glob("*.tar.gz")
    run("wheel: unpack the source package", [environment.PYTHON, "-m", "tarfile", "-e", sdist, place / "source"])
    (source,) = (place / "source").iterdir()
    return source


def build(label: str, source: Path, into: Path, env: dict[str, str] | None = None) -> Path:
    """Make the wheel."""
    run(label, [environment.PYTHON, "-m", "hatchling", "build", "-d", into, "-t", "wheel"], cwd=source, env=env)
    (wheel,) = into.glob("*.whl")
    return wheel


def examine(wheel: Path, *, compiled: bool) -> None:
    """Compiled, a wheel is for CPython on one platform, else for all; it carries no C, and is small."""
    names = zipfile.ZipFile(wheel).namelist()
    size = wheel.stat().st_size
    binary = [name for name in names if name.endswith((".so", ".pyd"))]
    surplus = [name for name in names if name.endswith((".c", ".h", ".o"))]
    tag = wheel.stem.split("-", 2)[2]
    if len(binary) != compiled or not tag.startswith("cp311-abi3-" if compiled else "py3-none-any"):
        raise Failed(f"wheel: {wheel.name} should{'' if compiled else ' not'} be compiled and holds {binary}")
    if surplus or size > LARGEST_WHEEL:
        raise Failed(f"wheel: {wheel.name} has {size:,} bytes; it need not hold {surplus}")
    print(f"    {wheel.name}: {size:,} bytes", flush=True)


def rounds(place: Path, python: Path, *, compiled: bool, env: dict[str, str] | None = None) -> str:
    """Play random rounds with the installed kernel; returns their plies."""
    label = f"wheel: random rounds, {'compiled' if compiled else 'interpreted'}"
    output = run(label, [python, "-I", "-W", "error", "-c", ROUNDS], cwd=place, env=env)
    state, _, plies = output.strip().partition(" ")
    if state != str(compiled):
        raise Failed(f"wheel: the kernel should{'' if compiled else ' not'} be compiled")
    return plies


def install(label: str, venv: Path, wheel: Path) -> Path:
    """Install the wheel with the locked run-time packages into an empty environment; returns its Python."""
    python = venv / environment.PYTHON.relative_to(environment.VENV)
    uv = environment.tool("uv")
    pip: Words = [uv, "pip", "install", "--python", python]
    run(
        label,
        [uv, "venv", "--python", environment.PYTHON, venv],
        [*pip, "--require-hashes", "-r", ROOT / "requirements" / "runtime.lock"],
        [*pip, "--no-deps", wheel],
        [uv, "pip", "check", "--python", python],
        hint=environment.OFFLINE,
    )
    return python


def fetch_from(saudagar: Path, place: Path) -> None:
    """Start the installed program far from the checkout, fetch its page and all assets, and end it."""
    start = time.monotonic()
    log = place / "play.log"
    print(f"  {'wheel: saudagar play answers':<44}", end=" ", flush=True)
    home = place / "home"
    home.mkdir()
    env = child_environment({"HOME": str(home), "BROWSER": "true"})
    with log.open("wb") as out:
        process = subprocess.Popen(
            [saudagar, "play"],
            cwd=place,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        seen = fetch_page(wait_for_address(process, log))
        process.terminate()
        process.wait(10)
    except subprocess.TimeoutExpired:
        problem = "saudagar play did not stop within 10 s of SIGTERM"
    except (OSError, ValueError) as error:
        problem = str(error)
    else:
        print(f"{'ok':<6} {time.monotonic() - start:6.1f} s  ({seen} files)", flush=True)
        return
    finally:
        stop(process)
    print(f"{'FAILED':<6} {time.monotonic() - start:6.1f} s", flush=True)
    raise Failed(f"wheel: {problem}", log.read_text(encoding="utf-8", errors="replace"))


def wait_for_address(process: subprocess.Popen[bytes], log: Path) -> str:
    """The address that the program prints once it listens."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if found := ADDRESS.search(log.read_text(encoding="utf-8", errors="replace")):
            return found[0].rstrip(".,;)")
        if process.poll() is not None:
            raise ValueError(f"saudagar play ended by itself (exit code {process.returncode})")
        time.sleep(0.05)
    raise ValueError(f"saudagar play printed no address within {PATIENCE} s")


def fetch_page(address: str) -> int:
    """Fetch the page and what it refers to on the same server; returns how many files came."""
    page = fetch(address)
    if "<html" not in page.lower():
        raise ValueError(f"{address} is no HTML page")
    assets = [urljoin(address, name) for name in ASSET.findall(page)]
    origin = urljoin(address, "/")
    for asset in assets:
        if not asset.startswith(origin) and not asset.startswith("data:"):
            raise ValueError(f"the page refers to a foreign address: {asset}")
        if asset.startswith(origin):
            fetch(asset)
    if not assets:
        raise ValueError("the page refers to no script or style: was the front end built?")
    return 1 + len(assets)


def fetch(address: str) -> str:
    """The text of one address on this machine; waits for a server that is just starting."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    deadline = time.monotonic() + 10
    while True:
        try:
            with opener.open(address, timeout=10) as answer:
                return str(answer.read().decode("utf-8", errors="replace"))
        except urllib.error.HTTPError as error:
            raise ValueError(f"{address} answers {error.code}") from error
        except urllib.error.URLError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
