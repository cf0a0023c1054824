"""What the site looks like: fonts, palette and drawings of the game's own pages, so that both stay alike."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOOK = ROOT / "docs" / "site"
WEB = ROOT / "web"
FONTS = WEB / "node_modules" / "@fontsource"
FONT_FILE = re.compile(r"url\('@fontsource/([\w/.-]+)'\)")


def dress(folder: Path) -> None:
    """Put the look of the site into the folder: its own files, and what it shares with the game."""
    shutil.copytree(LOOK / "overrides", folder / "overrides", dirs_exist_ok=True)
    assets = folder / "pages" / "assets"
    shutil.copytree(LOOK / "assets", assets, dirs_exist_ok=True)
    shutil.copy(WEB / "public" / "favicon.svg", assets)
    shutil.copy(WEB / "src" / "styles" / "palette.css", assets)
    styles = (WEB / "src" / "styles" / "fonts.css").read_text(encoding="utf-8")
    for name in FONT_FILE.findall(styles):
        if not (FONTS / name).is_file():
            raise FileNotFoundError(f"{FONTS / name} is missing: run `make web` first")
        (assets / "fonts").mkdir(exist_ok=True)
        shutil.copy(FONTS / name, assets / "fonts")
    fonts = FONT_FILE.sub(lambda found: f"url('fonts/{found[1].rpartition('/')[2]}')", styles)
    (assets / "fonts.css").write_text(fonts, encoding="utf-8")
    (folder / "overrides" / "partials" / "skyline.html").write_text(skyline(), encoding="utf-8")


EACH = re.compile(r"\{#each \[([^\]]*)\] as x \(x\)\}(.*?)\{/each\}", re.DOTALL)
"""What the drawing repeats, once for each place."""


def _repeated(found: re.Match[str]) -> str:
    return "".join(found[2].replace("{x}", f'x="{place.strip()}"') for place in found[1].split(","))


def skyline() -> str:
    """The city of the home page, with its camels in it."""
    drawing = (WEB / "src" / "parts" / "Skyline.svelte").read_text(encoding="utf-8")
    city = re.search(r"<svg.*</svg>", drawing, re.DOTALL)
    camel = re.search(r"<svg[^>]*>(.*)</svg>", (WEB / "src" / "art" / "K.svg").read_text(encoding="utf-8"), re.DOTALL)
    if not city or not camel:
        raise ValueError("the skyline or the camel has no drawing any more")
    whole = EACH.sub(_repeated, city[0])
    symbol = f'<symbol id="art-K" viewBox="0 0 100 100">{camel[1]}</symbol>'
    named = re.sub(r'class="(sun|far|near|wall|trim|hole)"', r'class="city-\1"', whole)
    return named.replace("<defs>", f"<defs>{symbol}", 1)
