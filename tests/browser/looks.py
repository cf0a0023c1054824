"""What can be measured of a page's looks: that nothing scrolls, sticks out, is cut off, or moves by anything dear."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

SIZES = {
    "small phone": (360, 640),
    "phone": (390, 844),
    "tablet": (768, 1024),
    "phone on its side": (844, 390),
    "smallest on its side": (568, 320),
    "desktop": (1440, 900),
}
LANGUAGES = ("en", "fr", "es", "hu")

CUT = """() => {
    const wrong = [];
    const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.hidden-text, option');
    for (const element of document.querySelectorAll('body *')) {
        const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
        if (!own.length || !shown(element)) continue;
        // Names of people are cut with dots: they may be as long as somebody likes.
        if (getComputedStyle(element).textOverflow === 'ellipsis') continue;
        let frame = element;
        while (frame && getComputedStyle(frame).overflowX === 'visible') frame = frame.parentElement;
        const scrolls = frame && /auto|scroll/.test(getComputedStyle(frame).overflowX);
        const box = frame && frame !== document.documentElement && !scrolls ? frame.getBoundingClientRect() : null;
        for (const node of own) {
            const range = document.createRange();
            range.selectNodeContents(node);
            for (const rect of range.getClientRects()) {
                if (rect.width < 1) continue;
                const left = box ? Math.max(box.left, 0) : 0, right = box ? Math.min(box.right, innerWidth) : innerWidth;
                if (rect.left < left - 1.5 || rect.right > right + 1.5) {
                    wrong.push(`${node.textContent.trim().slice(0, 60)} (${element.className})`);
                    break;
                }
            }
        }
    }
    return wrong;
}"""


def cut_texts(page: Page) -> list[str]:
    """Return the texts that stick out of the window sideways, or out of the card or button that cuts them off."""
    found: list[str] = page.evaluate(CUT)
    return found


def too_large(page: Page) -> tuple[int, int]:
    """Return by how many pixels the page is higher and wider than the window."""
    tall, wide = page.evaluate(
        "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
    )
    return int(tall), int(wide)


def resize(page: Page, size: str) -> None:
    """Give the window one of the SIZES, and the page a moment to lay itself out."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


PLAY = """async ([opponent, seals]) => {
    const post = async (path, body) => (await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
    const key = () => crypto.randomUUID().replaceAll('-', '');
    let state = await post('/api/matches', { opponent, names: { a: 'Asha', b: 'Meera' }, seals, ruleset: 'standard', first: 'a' });
    const worth = (action) => (action[0] === '-' ? 100 + action.length : 10 - action.length);
    for (let n = 0; n < 900 && state.phase !== 'match_over'; n += 1) {
        const address = `/api/matches/${state.id}`;
        if (state.phase === 'round_over') state = await post(`${address}/next-round`, { seat: 'a', ply: state.ply, key: key() });
        else if (state.audience !== state.view.turn) state = await (await fetch(`${address}?seat=${state.view.turn}`)).json();
        else {
            const action = [...state.view.legal].sort((one, other) => worth(other) - worth(one))[0];
            state = await post(`${address}/act`, { seat: state.view.turn, ply: state.ply, key: key(), action });
        }
    }
    return state;
}"""


def finished_match(page: Page, seals: int = 1) -> dict[str, Any]:
    """Play a match of two people on this device to its end without the pages; returns its last State."""
    state: dict[str, Any] = page.evaluate(PLAY, [None, seals])
    assert state["phase"] == "match_over"
    return state
