"""Two servers over one PostgreSQL database: whichever is asked, the match is the same."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.server.browsers import Browser, Loop
from tests.server.hands import command, new_match, post, show
from tests.server.store_postgres import fresh, running

from saudagar.server import Rooms, create_app, open_store


@pytest.fixture
def browsers() -> Iterator[list[Browser]]:
    """One guest's browsers at two servers."""
    with running() as server:
        url, made, ends = fresh(server), [], []
        loop = Loop()
        for _ in range(2):
            store = open_store(url)
            rooms = Rooms(store)

            async def listen(rooms: Rooms = rooms) -> object:
                return rooms.listen()

            loop.run(listen())
            made.append(Browser(create_app(rooms), loop))
            ends.append(store)
        yield made
        for browser in made:
            browser.close()
        for store in ends:
            store.close()
        loop.close()


def test_a_match_moves_between_two_servers(browsers: list[Browser]) -> None:
    """Moves in turn at one and the other; a retry at the other does nothing twice; who waits there is told."""
    state = new_match(browsers[0])
    browsers[1].http.cookies = browsers[0].http.cookies
    for turn in range(8):
        here, there = browsers[turn % 2], browsers[1 - turn % 2]
        state = show(there, state, state["view"]["turn"])
        seat = state["view"]["turn"]
        with ThreadPoolExecutor(1) as pool:
            news = pool.submit(there.get, f"/api/matches/{state['id']}?seat={seat}&since={state['ply']}")
            body = command(state, action=state["view"]["legal"][0])
            after = here.post(f"/api/matches/{state['id']}/act", json=body).json()
            assert after["ply"] == state["ply"] + 1
            assert news.result(10).json() == show(here, state, seat)
        again = there.post(f"/api/matches/{state['id']}/act", json=body)
        assert again.status_code == 200
        assert again.json()["ply"] == after["ply"]
        stale = there.post(f"/api/matches/{state['id']}/act", json={**body, "key": f"other-key-{turn}"})
        assert (stale.status_code, stale.json()["error"]["code"]) == (409, "stale")
        state = after
    over = post(browsers[0], state, "resign").json()
    rematches = [post(browser, over, "rematch").json()["id"] for browser in browsers]
    assert rematches[0] == rematches[1]
