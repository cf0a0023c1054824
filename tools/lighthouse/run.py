"""Lighthouse's scores of the home page and of a table: `python tools/lighthouse/run.py`, after `make web`.

Installs the version that package-lock.json names beside this file, starts a server on loopback with a match in it, and
measures both pages as on a mid-range phone (Lighthouse's own throttling), `--runs` times, of which the middle counts.
Writes the reports to build/lighthouse, prints what costs points, and ends with 1 where a score is below 95. Figures of
a machine that does much else at the same time say little of performance.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
BUILD = ROOT / "build" / "lighthouse"
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import Server  # noqa: E402 - the tests' server, in a process of its own

LEAST = 0.95
TRIES = 3
TIMES = {
    "first-contentful-paint": "first paint",
    "largest-contentful-paint": "largest paint",
    "total-blocking-time": "blocked",
    "speed-index": "speed index",
}
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")


def installed() -> Path:
    """Return Lighthouse's program, installed where it is missing."""
    program = HERE / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not program.exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=HERE, check=True)
    return program


def new_match(url: str) -> tuple[str, str]:
    """Open a match on the server; returns its address and the cookie of the browser that owns it."""
    body = {"opponent": "champion-1:novice", "names": {"a": "Asha", "b": "Novice"}, "first": "a"}
    headers = {"content-type": "application/json", "origin": url.rstrip("/")}
    asked = urllib.request.Request(f"{url}api/matches", json.dumps(body).encode(), headers)  # noqa: S310 - our own server
    with urllib.request.urlopen(asked, timeout=20) as answer:  # noqa: S310 - as above
        cookie = (answer.headers["set-cookie"] or "").partition(";")[0]
        return f"{url}#/m/{json.load(answer)['id']}", cookie


def measured(program: Path, address: str, cookie: str, report: Path) -> dict[str, Any]:
    """Return Lighthouse's report of a page, tried again where Chrome's trace came without its beginning.

    RuntimeError with Lighthouse's own words where it could not measure.
    """
    for _ in range(TRIES - 1):
        try:
            return tried(program, address, cookie, report)
        except RuntimeError as trouble:
            if "NO_NAVSTART" not in str(trouble):
                raise
    return tried(program, address, cookie, report)


def tried(program: Path, address: str, cookie: str, report: Path) -> dict[str, Any]:
    """Return Lighthouse's report of a page. RuntimeError with its own words where it could not measure."""
    report.unlink(missing_ok=True)
    command = ["node", str(program), address, "--quiet", "--output=json", f"--output-path={report}"]
    command += ["--no-enable-error-reporting", "--chrome-flags=--headless=new --no-sandbox --disable-gpu"]
    command += [f"--extra-headers={json.dumps({'Cookie': cookie})}"] if cookie else []
    browser = os.environ.get("SAUDAGAR_BROWSER") or shutil.which("chromium") or "/usr/bin/chromium"
    ran = subprocess.run(
        command, env={**os.environ, "CHROME_PATH": browser}, capture_output=True, text=True, timeout=300, check=False
    )
    told: dict[str, Any] = json.loads(report.read_text()) if report.exists() else {}
    if ran.returncode or told.get("runtimeError"):
        raise RuntimeError(f"{told.get('runtimeError') or ''} {ran.stderr[-500:]}".strip())
    return told


def times(reports: list[dict[str, Any]], audit: str) -> str:
    """Return the times of all runs in milliseconds."""
    return " / ".join(f"{told['audits'][audit]['numericValue']:.0f}" for told in reports) + " ms"


def main() -> int:
    """Measure both pages; returns 1 where a score is too low."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--runs", type=int, default=3)
    options.add_argument("--page", choices=("home", "table"), help="measure this one alone")
    asked = options.parse_args()
    runs = asked.runs
    program, low = installed(), False
    BUILD.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data")
        try:
            table, cookie = new_match(server.url)
            for name, address, sent in (("home", server.url, ""), ("table", table, cookie)):
                if asked.page not in (None, name):
                    continue
                reports = [measured(program, address, sent, BUILD / f"{name}-{n}.json") for n in range(runs)]
                scores = {each: [told["categories"][each]["score"] for told in reports] for each in CATEGORIES}
                print(name, " ".join(f"{each} {round(100 * median(found))}" for each, found in scores.items()))
                print("  " + ", ".join(f"{title} {times(reports, audit)}" for audit, title in TIMES.items()))
                low |= any(median(found) < LEAST for found in scores.values())
                for category in reports[-1]["categories"].values():
                    for each in category["auditRefs"]:
                        audit = reports[-1]["audits"][each["id"]]
                        if each["weight"] and audit["score"] is not None and audit["score"] < 1:
                            print(f"  {category['id']}: {audit['title']} {audit.get('displayValue', '')}")
        finally:
            server.stop()
    return int(low)


if __name__ == "__main__":
    raise SystemExit(main())
