#!/usr/bin/env python3
"""Draw the app's icons: `.venv/bin/python tools/icons.py` writes them out of web/public/favicon.svg."""

import os
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parents[1] / "web" / "public"
SEAL = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")
PLASTER = "#f6e3d7"
ICONS = {"icon-192": (192, 0.86, "22%"), "icon-512": (512, 0.86, "22%"), "icon-maskable-512": (512, 0.62, "0")}
"""Name: pixels, the seal's share of the width (a maskable one may lose its outer fifth), roundness of the corners."""
PAGE = """<body style="margin:0;background:transparent"><div style="display:grid;place-items:center;width:100vw;
height:100vh;border-radius:{round};background:{plaster}"><div style="width:{share}%">{seal}</div></div>"""


def main() -> None:
    """Write every icon."""
    with sync_playwright() as play:
        path = os.environ.get("SAUDAGAR_BROWSER", "/usr/bin/chromium")
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, (size, share, corners) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(PAGE.format(round=corners, share=100 * share, plaster=PLASTER, seal=SEAL))
            page.screenshot(path=PUBLIC / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
