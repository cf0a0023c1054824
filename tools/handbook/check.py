"""What must hold of the built site: links and anchors lead somewhere, and nothing is fetched from another host."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {
    ("img", "src"), ("script", "src"), ("source", "src"), ("source", "srcset"), ("iframe", "src"), ("video", "src"),
    ("audio", "src"), ("embed", "src"), ("object", "data"), ("image", "href"), ("use", "href"), ("form", "action"),
}  # fmt: skip
LINK_RELATIONS = {
    "stylesheet",
    "icon",
    "preload",
    "modulepreload",
    "preconnect",
    "dns-prefetch",
    "prefetch",
    "manifest",
}
IN_STYLES = re.compile(r"""url\(\s*['"]?([^'")]+)|@import\s+['"]([^'"]+)""")


class Page(HTMLParser):
    """What one page refers to, and which anchors it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.doubled: list[str] = []
        self.unnamed_pictures = 0
        self.prose: list[str] = []
        self._inside: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the tag refers to."""
        have = {name: value or "" for name, value in attrs}
        if name := have.get("id"):
            if name in self.anchors:
                self.doubled.append(name)
            self.anchors.add(name)
        if tag == "a" and "href" in have:
            self.links.append(have["href"])
        if (
            tag == "img"
            and not have.get("alt")
            and have.get("aria-hidden") != "true"
            and "logo" not in have.get("src", "")
        ):
            self.unnamed_pictures += have.get("alt") is None
        self.fetched += [have[name] for name in have if (tag, name) in FETCHED]
        if tag == "link" and LINK_RELATIONS & set(have.get("rel", "").split()):
            self.fetched.append(have.get("href", ""))
        if tag in {"pre", "code", "script", "style"}:
            self._inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Note that code has ended."""
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        """Keep what is said outside of code."""
        if not self._inside:
            self.prose.append(data)


def problems(site: Path) -> list[str]:
    """Everything that is wrong with the site in this folder."""

    @cache
    def page(path: Path) -> Page:
        return Page(path.read_text(encoding="utf-8"))

    wrong: list[str] = []
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site).as_posix()
        read = page(path)
        base = site if name == "404.html" else path.parent  # its addresses are seen from the top
        troubles = [(target, leads_nowhere(target, path, base, site, page)) for target in read.links]
        wrong += [f"{name}: {target}: {trouble}" for target, trouble in troubles if trouble and name != "404.html"]
        for target in read.fetched:
            if elsewhere(target):
                wrong.append(f"{name}: fetches {target} from another host")
            elif not target.startswith(("data:", "#")) and not found(target, base, site).is_file():
                wrong.append(f"{name}: {target} is not there")
        wrong += [f"{name}: two parts are called #{anchor}" for anchor in read.doubled]
        wrong += [f"{name}: a picture says nothing to those who do not see it"] * read.unnamed_pictures
        wrong += [f"{name}: shows Markdown as it is written: {line!r}" for line in left_over("".join(read.prose))]
    for path in sorted(site.rglob("*.css")):
        for found_ in IN_STYLES.finditer(path.read_text(encoding="utf-8")):
            target = found_[1] or found_[2]
            if elsewhere(target):
                wrong.append(f"{path.relative_to(site)}: fetches {target} from another host")
            elif not target.startswith(("data:", "#")) and not found(target, path.parent, site).is_file():
                wrong.append(f"{path.relative_to(site)}: {target} is not there")
    return wrong


def elsewhere(target: str) -> bool:
    """Whether an address names a host."""
    return bool(urlsplit(target).netloc)


def found(target: str, base: Path, site: Path) -> Path:
    """The file that an address of the site names."""
    path = unquote(urlsplit(target).path)
    place = site / path.lstrip("/") if path.startswith("/") else base / path
    return place / "index.html" if place.is_dir() else place


def leads_nowhere(target: str, path: Path, base: Path, site: Path, page: object) -> str:
    """Why a link leads nowhere; empty if it leads somewhere, or out of the site."""
    if elsewhere(target) or urlsplit(target).scheme:
        return ""
    place = found(target, base, site) if urlsplit(target).path else path
    if not place.is_file():
        return "there is no such page"
    if not place.resolve().is_relative_to(site.resolve()):
        return "that is outside of the site"
    anchor = unquote(urlsplit(target).fragment)
    assert callable(page)  # noqa: S101 - the cache hides the type
    if anchor and place.suffix == ".html" and anchor not in page(place).anchors and not anchor.startswith("__"):
        return "that page has no such part"
    return ""


def left_over(prose: str) -> list[str]:
    """Lines in which Markdown was not understood: links, fences, tables or list items in running text."""
    signs = re.compile(r"\]\([^)\s]+\)|```|^\s*\|.*\||^[-*] \S|\*\*\S")
    return [line.strip()[:60] for line in prose.split("\n") if signs.search(line)]
