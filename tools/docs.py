#!/usr/bin/env python3
"""Build the docs site into build/site: `make docs`; with --serve, serve it on loopback and follow changes.

It gathers the pages in build/docs (the documents of the checkout, the reference made from the package), lets Zensical
build them, and checks what came out: links, anchors, pictures, nothing fetched from another host. Everything that is
wrong is told, and then the exit code is 1.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

from handbook.api import Reference
from handbook.check import problems
from handbook.commands import commands_page
from handbook.dress import dress
from handbook.pages import BrokenLink, Pages, pages_in_navigation

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = ROOT / "docs" / "site" / "zensical.toml"
WATCHED = ("docs", "src/saudagar", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "TRADEMARKS.md")


def gather(folder: Path) -> None:
    """Put everything that Zensical needs into the folder; BrokenLink where a document leads nowhere."""
    pages = Pages(folder / "pages")
    for name, text in [*Reference().pages(), ("reference/commands.md", commands_page())]:
        pages.made[name] = text
    pages.write()
    dress(folder)
    settings = SETTINGS.read_text(encoding="utf-8")
    named = set(pages_in_navigation(tomllib.loads(settings)["project"]["nav"]))
    have = {name for name in pages.written if name.endswith(".md") and not name.startswith("source/")}
    if named != have:
        raise BrokenLink(
            f"{SETTINGS.relative_to(ROOT)} and the pages differ: only in its nav: {sorted(named - have) or 'none'}, "
            f"in no nav: {sorted(have - named) or 'none'}"
        )
    (folder.parent / "zensical.toml").write_text(settings, encoding="utf-8")


def build(folder: Path) -> list[str]:
    """Gather, build, check; returns what is wrong."""
    shutil.rmtree(folder / "docs", ignore_errors=True)
    shutil.rmtree(folder / "site", ignore_errors=True)
    try:
        gather(folder / "docs")
    except BrokenLink as wrong:
        return [str(wrong)]
    done = subprocess.run(zensical("build", "--clean", "--strict"), cwd=folder, check=False)
    if done.returncode:
        return [f"zensical ended with exit code {done.returncode}"]
    return problems(folder / "site")


def zensical(*arguments: str) -> list[str]:
    """The command that runs Zensical."""
    return [sys.executable, "-m", "zensical", *arguments]


def serve(folder: Path, address: str) -> int:
    """Serve the site and gather it anew whenever a document changes, until Ctrl-C."""
    gather(folder / "docs")
    server = subprocess.Popen(zensical("serve", "--dev-addr", address), cwd=folder)
    seen = newest()
    try:
        while server.poll() is None:
            time.sleep(0.5)
            if (now := newest()) != seen:
                seen = now
                try:
                    gather(folder / "docs")
                except BrokenLink as wrong:
                    print(wrong, file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        pass
    finally:
        server.terminate()
        server.wait(10)
    return 0


def newest() -> float:
    """When the last of the documents was changed."""
    files = [path for name in WATCHED for path in [ROOT / name, *(ROOT / name).rglob("*")]]
    return max(
        path.stat().st_mtime for path in files if path.is_file() and path.suffix in {".md", ".py", ".css", ".toml"}
    )


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--serve", action="store_true", help="serve on loopback and follow changes")
    parser.add_argument("--address", default="127.0.0.1:8338", help="where to serve (127.0.0.1:8338)")
    parser.add_argument("--out", type=Path, default=ROOT / "build", help="the folder that gets docs/ and site/")
    chosen = parser.parse_args()
    if chosen.serve:
        try:
            return serve(chosen.out.resolve(), chosen.address)
        except BrokenLink as broken:
            print(broken, file=sys.stderr)
            return 1
    wrong = build(chosen.out.resolve())
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong:
        print(f"{len(wrong)} things are wrong with the docs site", file=sys.stderr)
        return 1
    pages = len(list((chosen.out / "site").rglob("*.html")))
    print(f"the docs site is in {chosen.out / 'site'}: {pages} pages, links and anchors lead somewhere")
    return 0


if __name__ == "__main__":
    sys.exit(main())
