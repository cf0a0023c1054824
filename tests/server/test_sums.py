"""The figures of finished matches: what happened and no more, of one's own matches alone, some at a time."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.server.browsers import Browser
from tests.server.hands import move, new_match, play_match, post
from tests.server.pairs import play_match as play_online
from tests.server.pairs import playing
from tests.table.matches import seed

from saudagar.dealers import FairDealer
from saudagar.kernel import SplitMix
from saudagar.players import Limit, player
from saudagar.rules import Exchange, Match, Seat
from saudagar.server import Store, sitting
from saudagar.server import sums as module
from saudagar.server.entries import CorruptMatch
from saudagar.table import Table


def told(client: Browser, skip: int = 0) -> dict[str, Any]:
    answer = client.get("/api/sums", params={"skip": skip})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def recounted(client: Browser, match_id: str) -> list[dict[str, Any]]:
    """Return turns and best sales of each round as the moments of the replay tell them."""
    replay = client.get(f"/api/matches/{match_id}/replay").json()
    rounds = [{"turns": {"a": 0, "b": 0}, "best": {"a": 0, "b": 0}} for _ in replay["rounds"]]
    for moment in replay["moments"]:
        if (seat := moment["seat"]) is None:
            continue
        of = rounds[moment["round"] - 1]
        of["turns"][seat] += 1
        params = {message["key"]: message["params"] for message in moment["messages"]}
        brought = sum(params.get("event.sold", {}).get("tokens", []))
        brought += params.get("event.bonus_value", {}).get("value", 0)
        of["best"][seat] = max(of["best"][seat], brought)
    return rounds


def test_a_match_is_told_as_its_replay_tells_it(client: Browser) -> None:
    """Turns, best sales, totals, endings and seals of every round agree with the moments of the replay."""
    state = play_match(client, new_match(client))
    match = told(client)["matches"][0]
    replay = client.get(f"/api/matches/{state['id']}/replay").json()
    assert (match["id"], match["ended"], match["ruleset"], match["mine"]) == (
        state["id"], "seals", "standard", ["a", "b"],
    )  # fmt: skip
    assert match["winner"] == replay["match"]["winner"]
    assert len(match["rounds"]) == len(replay["rounds"]) >= 2
    for mine, theirs in zip(match["rounds"], replay["rounds"], strict=True):
        for name in ("seal", "ending", "decided_by"):
            assert mine[name] == theirs[name]
        assert mine["totals"] == {seat: theirs["scores"][seat]["total"] for seat in "ab"}
    for mine, counted in zip(match["rounds"], recounted(client, state["id"]), strict=True):
        assert mine["turns"] == counted["turns"]
        assert {seat: best["rupees"] if best else 0 for seat, best in mine["best"].items()} == counted["best"]
        assert all(len(set(best["cards"])) == 1 for best in mine["best"].values() if best)


def test_a_match_that_is_played_is_not_told(client: Browser) -> None:
    """Not while it runs; given up in its first round it has no round, but an end."""
    state = move(client, new_match(client))
    assert told(client) == {"matches": [], "next": None}
    assert post(client, state, "resign").status_code == 200
    (match,) = told(client)["matches"]
    assert (match["ended"], match["rounds"]) == ("resigned", [])


def test_nobody_is_told_of_the_matches_of_others(client: Browser, stranger: Browser, third: Browser) -> None:
    """Both players of an online match are told it, each as their own; a stranger is told nothing, nor who has no cookie."""
    people = playing(client, stranger, seals=1)
    assert told(client)["matches"] == told(stranger)["matches"] == []
    play_online(people)
    (anna,), (meera,) = told(client)["matches"], told(stranger)["matches"]
    assert (anna["mine"], meera["mine"]) == (["a"], ["b"])
    assert anna["rounds"] == meera["rounds"]
    assert told(third) == {"matches": [], "next": None}
    new_match(third)
    assert told(third) == {"matches": [], "next": None}


def test_what_was_taken_back_is_not_counted() -> None:
    """An exchange that was taken back, and its answer, are no turns: those that are counted are the record's."""
    table = Table(Match(seals_to_win=1, first=Seat.A), dealer=FairDealer(seed(1)))
    for seat in Seat:
        table.act(seat, next(each for each in table.view(seat).legal_actions if isinstance(each, Exchange)))
    table.take_back(Seat.A)
    greedy, rng = player("greedy"), SplitMix(1)
    while (acting := table.to_act) is not None:
        table.act(acting, greedy.choose(table.view(acting), Limit(), rng).action)
    moves = [line.strip()[1] for line in str(table.record()).splitlines() if re.match(r' *"[ab] [+-]', line)]
    assert [each["turns"] for each in module.rounds_of(table)] == [{"a": moves.count("a"), "b": moves.count("b")}]


def test_a_round_worked_out_by_hand(client: Browser) -> None:
    """Anna sells two diamonds for 5 + 4 and a bonus of 2, later cloth for 1; Meera two cloth for 3 + 2 and a bonus of 1."""
    record = (Path(__file__).parents[2] / "conformance/records/good/sold-out.tgn").read_text("utf-8")
    body = {"key": "device-0001", "record": record, "players": {"a": None, "b": "greedy-1"}}
    assert client.post("/api/matches/import", json=body).status_code == 201
    (match,) = told(client)["matches"]
    assert (match["ruleset"], match["winner"], match["mine"]) == ("mini", "a", ["a"])
    assert match["rounds"] == [
        {
            "seal": "a", "ending": "sold_out", "decided_by": "rupees", "totals": {"a": 12, "b": 8},
            "turns": {"a": 3, "b": 2},
            "best": {"a": {"cards": "DD", "rupees": 11}, "b": {"cards": "CC", "rupees": 6}},
        }
    ]  # fmt: skip


def test_many_come_some_at_a_time_and_a_damaged_one_is_left_out(
    client: Browser, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Newest first, a few in each answer, until there is no next; what does not replay does not take the others away."""
    monkeypatch.setattr(module, "PAGE", 2)
    made = []
    for _ in range(5):
        state = new_match(client)
        post(client, state, "resign")
        made.append(state["id"])
    load = sitting.load

    def damaged(from_: Any, match_id: str) -> Any:
        if match_id == made[2]:
            raise CorruptMatch(match_id, 1)
        return load(from_, match_id)

    monkeypatch.setattr(module, "load", damaged)
    pages = [told(client, skip) for skip in (0, 2, 4)]
    assert [page["next"] for page in pages] == [2, 4, None]
    assert [[match["id"] for match in page["matches"]] for page in pages] == [[made[4], made[3]], [made[1]], [made[0]]]
    # A finished match never changes: asked again, nothing is replayed.
    monkeypatch.setattr(module, "load", lambda *_: pytest.fail("replayed again"))
    assert [match["id"] for match in told(client, 3)["matches"]] == [made[1], made[0]]


@pytest.mark.parametrize("skip", ["-1", "x", "", "1e3", "\uff11", "1234567"])
def test_a_strange_skip_is_refused(client: Browser, skip: str) -> None:
    """It is a whole number of at most five digits."""
    new_match(client)
    answer = client.get("/api/sums", params={"skip": skip})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")
