"""The docs site's tools see what is wrong: links, anchors, foreign hosts, Markdown that was not understood."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from handbook.check import problems
from handbook.pages import BrokenLink, Pages, cited, kept_whole, set_apart

GOOD = (
    '<h1 id="top">A</h1><p>words</p><a href="b.html#part">b</a><a href="#top">up</a><img src="p.png" alt="a picture">'
)


def site(folder: Path, page: str) -> list[str]:
    (folder / "b.html").write_text('<h1 id="part">B</h1>', encoding="utf-8")
    (folder / "p.png").write_bytes(b"")
    (folder / "a.html").write_text(page, encoding="utf-8")
    return problems(folder)


def test_a_site_in_order(tmp_path: Path) -> None:
    """Nothing is said about it; a link to another host is a link, nothing is fetched by it."""
    assert site(tmp_path, f'{GOOD}<a href="https://example.org/">there</a>') == []


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('<a href="c.html">c</a>', "no such page"),
        ('<a href="b.html#whole">b</a>', "no such part"),
        ('<a href="#bottom">down</a>', "no such part"),
        ('<a href="../../etc/passwd">x</a>', "no such page"),
        ('<img src="q.png" alt="another">', "q.png is not there"),
        ('<img src="p.png">', "says nothing"),
        ('<script src="https://cdn.example.org/x.js"></script>', "another host"),
        ('<script src="//cdn.example.org/x.js"></script>', "another host"),
        ('<link rel="stylesheet" href="https://fonts.example.org/css">', "another host"),
        ('<link rel="preconnect" href="https://fonts.example.org">', "another host"),
        ('<p id="top">twice</p>', "two parts are called #top"),
        ("<p>see [there](b.md)</p>", "as it is written"),
        ("<p>three things:\n- one\n- two</p>", "as it is written"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, more: str, said: str) -> None:
    """One line for each, with the page and what is wrong with it."""
    found = site(tmp_path, GOOD + more)
    assert found
    assert all(line.startswith("a.html: ") and said in line for line in found)


def test_styles_are_read_too(tmp_path: Path) -> None:
    """Fonts and pictures of a style sheet come from the site."""
    (tmp_path / "a.css").write_text(
        "@import 'https://x.example.org/a.css'; a { background: url(q.png) }", encoding="utf-8"
    )
    assert len(site(tmp_path, GOOD)) == 2


def test_links_lead_to_pages_or_to_the_source_or_are_refused(tmp_path: Path) -> None:
    """A document is a page, a file of the source a page that shows it, a folder without a word of its own only text."""
    pages = Pages(tmp_path)

    def turned(file: str, text: str) -> str:
        return pages.turned(file, text).lstrip("\n")

    assert turned("README.md", "[r](docs/rules.md#a-turn)") == "[r](rules.md#a-turn)"
    assert turned("docs/design/http.md", "[r](../review.md)") == "[r](../review.md)"
    assert turned("docs/arena.md", "[c](../CHANGELOG.md)") == "[c](changelog.md)"
    assert turned("docs/arena.md", "[a](../src/saudagar/version.py)") == "[a](source/src/saudagar/version.py.md)"
    assert pages.shown == {"src/saudagar/version.py"}
    assert turned("docs/arena.md", "`[a](x.md)`\n\n```\n[a](y.md)\n```").endswith("[a](y.md)\n```")
    with pytest.raises(BrokenLink, match=r"docs/arena\.md.*nowhere\.md"):
        pages.turned("docs/arena.md", "[a](nowhere.md)")
    with pytest.raises(BrokenLink, match="picture"):
        pages.turned("docs/arena.md", "![a](images/nothing.png)")


def test_paragraphs_of_the_rules_are_cited() -> None:
    """§8 leads to its paragraph, except in headings, code and links; the rules have the places."""
    assert cited("see §8", "design/law.md") == "see [§8](../rules.md#p8)"
    assert cited("# §8\n`§8` [§8](x.md)", "arena.md") == "# §8\n`§8` [§8](x.md)"
    assert cited("**§8 Take.** One.", "rules.md") == '<span id="p8"></span>**§8 Take.** One.'


def test_lists_are_set_apart() -> None:
    """What other readers of Markdown see without an empty line needs one here."""
    assert set_apart("Three:\n- one\n- two") == "\nThree:\n\n- one\n- two"


def test_short_code_in_tables_is_kept_whole() -> None:
    """An option is not broken at its hyphens; long commands and running text are left as they are."""
    assert kept_whole("| `--public-url` | `a b` |\n`--x`") == "| `--public-url`{.whole} | `a b` |\n`--x`"
