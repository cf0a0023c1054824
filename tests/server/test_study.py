"""Hints, replays and records from files: who is answered what, and that every reason can be checked on the table."""

from __future__ import annotations

import json
import re
from importlib import resources

import pytest
from tests.server.browsers import Browser
from tests.server.hands import move, new_match, play_match, show

from saudagar import parse_action, parse_position
from saudagar.rules import STANDARD, View
from saudagar.server import Rooms
from saudagar.server.hints import reasons

NAMES = {"a": "Anna", "b": "Meera"}


def against_computer(client: Browser) -> dict[str, object]:
    """Open a match that the guest starts against a computer player."""
    body = {"opponent": "random-1", "names": NAMES, "first": "a", "seals": 1}
    told: dict[str, object] = client.post("/api/matches", json=body).json()
    return told


def ask(
    client: Browser, state: dict[str, object], seat: str = "a", action: str | None = None
) -> tuple[int, dict[str, object]]:
    """Ask for a hint at the ply of a State, and what an action is worth beside it."""
    body = {"seat": seat, "ply": state["ply"], "key": "hint-key-1", **({"action": action} if action else {})}
    answer = client.post(f"/api/matches/{state['id']}/hint", json=body)
    return answer.status_code, answer.json()


def test_a_hint_names_legal_actions_best_first(client: Browser) -> None:
    """Each is one the seat may take now; chances fall; the first is the hint itself; there is a reason."""
    state = against_computer(client)
    status, told = ask(client, state)
    legal = state["view"]["legal"]  # type: ignore[index]
    ranking = told["ranking"]
    assert status == 200
    assert [each["action"] for each in ranking if each["action"] not in legal] == []  # type: ignore[attr-defined]
    chances = [each["chance"] for each in ranking]  # type: ignore[attr-defined]
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= chance <= 1 for chance in chances)
    assert told["action"] == ranking[0]["action"]  # type: ignore[index]
    assert told["reasons"]


def test_an_action_is_compared_with_the_best(client: Browser) -> None:
    """With an action of its own the tutor is told its chance, what it loses, and the error of that; legal ones only."""
    state = against_computer(client)
    best = str(ask(client, state)[1]["action"])
    legal: list[str] = state["view"]["legal"]  # type: ignore[index]
    losses = dict[str, float]()
    for action in [best, *legal[::9]]:
        status, told = ask(client, state, action=action)
        chosen: dict[str, float] = told["chosen"]  # type: ignore[assignment]
        assert status == 200
        assert chosen["action"] == action
        assert 0 <= chosen["chance"] <= 1
        assert 0 <= chosen["loss"] <= 1
        assert chosen["error"] >= 0
        losses[action] = chosen["loss"]
        if action == told["action"]:
            assert (chosen["loss"], chosen["error"]) == (0, 0)
    assert losses[best] <= 0.02
    assert max(losses.values()) > losses[best] + 0.02
    illegal = next(action for action in ("-D", "-DD", "-GG", "-SSSSS") if action not in legal)
    assert ask(client, state, action=illegal)[0] == 409
    assert ask(client, state, action="hallo")[0] == 400


def test_no_hint_changes_the_match(client: Browser) -> None:
    """The State is the same before and after."""
    state = against_computer(client)
    ask(client, state)
    assert client.get(f"/api/matches/{state['id']}").json() == state


def test_between_people_nobody_is_given_a_hint(client: Browser) -> None:
    """Pass-and-play is a match between people."""
    state = new_match(client)
    status, told = ask(client, state, state["audience"])
    assert (status, told["error"]["code"]) == (409, "no_hints")  # type: ignore[index]


def test_a_hint_is_for_ones_own_turn_and_the_present(client: Browser, stranger: Browser) -> None:
    """Another ply is stale, another's seat is not yours, another's match does not exist."""
    state = against_computer(client)
    assert ask(client, {**state, "ply": 7})[1]["error"]["code"] == "stale"  # type: ignore[index]
    assert ask(client, state, "b")[0] == 403
    assert ask(stranger, state)[0] == 404


@pytest.mark.parametrize(
    ("market", "hands", "herds", "action", "expected"),
    [
        # Five leather at once: a bonus worth 8 to 10 (§3), and the pile still starts with its dearest token (§2).
        ("DGSCP", "LLLLL.|?????", (0, 0), "-LLLLL", ["hint.bonus", "hint.top"]),
        ("DCKKK", "LL.|CCCPPPL.", (0, 3), "+K", ["hint.other_full", "hint.many_camels"]),
        ("DCPPK", "L.|D.??", (0, 3), "+D", ["hint.precious", "hint.deny"]),
        ("GGPPL", "G.|???", (3, 3), "+GG-KK", ["hint.set", "hint.precious"]),
        ("CCPPL", "L.|???", (3, 3), "+CP-KK", ["hint.flood"]),
        ("CCPPK", "LLLLDDD.|???", (1, 1), "+K", ["hint.larger_herd", "hint.camels_fit"]),
        ("CCPPL", "GG.|???", (1, 1), "+C", ["hint.best"]),
    ],
)
def test_reasons_are_facts_of_the_position(
    market: str, hands: str, herds: tuple[int, int], action: str, expected: list[str]
) -> None:
    """The weightiest two of those that hold, each readable off a position before any sale."""
    stock = STANDARD.pack.size - len(market) - len(hands.replace(".", "").replace("|", "")) - sum(herds)
    line = f"{market} ?{stock} {hands} {herds[0]}|{herds[1]} 0.0.0.0.0.0 ?7/?6/?5 0x0|0x0 a @a"
    view = parse_position(line)
    assert isinstance(view, View)
    played = parse_action(action)
    assert view.why_not(played) is None
    assert [each["key"] for each in reasons(view, played)] == expected


def test_the_sale_that_ends_the_round_is_said_first() -> None:
    """Gold and silver are sold out; three diamonds take the last tokens of a third pile (§16)."""
    # 14 of the 15 tokens of D, G and S: 7 + 7 + 27 + 25 rupees less none; two diamonds went before (§2).
    view = parse_position("CPLLK ?26 DDD.|???? 0|3 2.6.6.0.0.0 ?7/?6/?5 14x2|52x10 a @a")
    assert isinstance(view, View)
    assert reasons(view, parse_action("-DDD"))[0]["key"] == "hint.ends_round"


def test_every_reason_has_a_text() -> None:
    """The keys in hints.py are those of the table's catalogue."""
    root = resources.files("saudagar")
    said = set(re.findall(r'"(hint\.[a-z_]+)"', (root / "server" / "hints.py").read_text(encoding="utf-8")))
    told = json.loads((root / "locale" / "en" / "table.json").read_text(encoding="utf-8"))
    reasons_told = {key.removesuffix("_one").removesuffix("_other") for key in told if key.startswith("hint.")}
    assert said <= reasons_told


def test_a_finished_match_is_replayed_with_both_hands_open(client: Browser) -> None:
    """Every action of the record is a moment, each round begins with its deal, and the last view is the end."""
    state = new_match(client, seals=1)
    play_match(client, state)
    told = client.get(f"/api/matches/{state['id']}/replay").json()
    record = client.get(f"/api/matches/{state['id']}/record").text
    final = show(client, state)
    moments = told["moments"]
    acted = [moment for moment in moments if moment["action"]]
    assert [moment["ply"] for moment in moments] == list(range(len(moments)))
    assert len(acted) == len(re.findall(r'^  "[ab] ', record, re.MULTILINE))
    assert all(moment["view"]["hands"][seat]["cards"] is not None for moment in moments for seat in "ab")
    assert moments[-1]["view"]["piles"] == final["view"]["piles"]
    assert told["rounds"] == final["rounds"]
    assert {"event.ended.sold_out", "event.ended.stock_empty"} & {each["key"] for each in moments[-1]["messages"]}


def test_a_match_that_is_played_has_no_replay(client: Browser, stranger: Browser) -> None:
    """Nothing of a running round is told, and nothing at all to strangers."""
    state = new_match(client)
    move(client, state)
    assert client.get(f"/api/matches/{state['id']}/replay").json()["error"]["code"] == "over"
    assert stranger.get(f"/api/matches/{state['id']}/replay").status_code == 404


def test_an_earlier_moment_is_shown_as_it_was_seen_then(client: Browser, stranger: Browser) -> None:
    """At every ply each seat is told again what it was told at the time, its own hand and not the other's."""
    state = new_match(client)
    address = f"/api/matches/{state['id']}/moment"
    then = [{seat: show(client, state, seat)["view"] for seat in "ab"}]
    for _ in range(6):
        state = move(client, state)
        then.append({seat: show(client, state, seat)["view"] for seat in "ab"})
    for ply, views in enumerate(then, 1):
        for seat, view in views.items():
            told = client.get(address, params={"seat": seat, "ply": ply})
            assert told.json() == {"ply": ply, "view": {**view, "turn": None, "legal": []}}
            assert told.json()["view"]["hands"]["b" if seat == "a" else "a"]["cards"] is None
    assert stranger.get(address, params={"ply": 1}).status_code == 404


@pytest.mark.parametrize("ply", ["", "0", "2", "-1", "x", "1" * 9])
def test_a_moment_that_was_not_is_refused(client: Browser, ply: str) -> None:
    """There are the plies of the log and no others."""
    state = new_match(client)
    answer = client.get(f"/api/matches/{state['id']}/moment", params={"seat": "a", "ply": ply})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")


def test_an_exported_record_can_be_sent_back(client: Browser, stranger: Browser) -> None:
    """The moments are the same as the match's own; anybody may open a file, and nothing is kept of it."""
    state = new_match(client, seals=1)
    play_match(client, state)
    own = client.get(f"/api/matches/{state['id']}/replay").json()
    record = client.get(f"/api/matches/{state['id']}/record").content
    answer = stranger.post("/api/records", content=record, headers={"content-type": "application/toml"})
    assert (answer.status_code, answer.json()["moments"]) == (200, own["moments"])
    assert stranger.get("/api/matches").json()["matches"] == []


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        (b"tgn = 1", "application/json", 415, "unsupported"),
        (b"no record at all", "application/toml", 400, "bad_record"),
        (b"\xff\xfe", "application/toml", 400, "bad_record"),
        (b"#" * 200_000, "application/toml", 413, "too_large"),
    ],
)
def test_what_is_no_record_is_refused(client: Browser, body: bytes, kind: str, status: int, code: str) -> None:
    """With the place where it stops being one, where there is such a place."""
    answer = client.post("/api/records", content=body, headers={"content-type": kind})
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_a_record_that_breaks_a_rule_says_where(client: Browser) -> None:
    """A card that was never there: the round and the ply are in the message."""
    state = new_match(client, seals=1)
    play_match(client, state)
    record = client.get(f"/api/matches/{state['id']}/record").text
    first = record.index('"', record.index("moves"))
    broken = f'{record[:first]}"{record[first + 1]} -DDDDDDD", {record[first:]}'
    answer = client.post("/api/records", content=broken.encode(), headers={"content-type": "application/toml"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_record")
    assert "round 1" in answer.json()["error"]["message"]


def quiet_answer(client: Browser) -> dict[str, object]:
    """Open matches against the computer until a sale of this side is answered by a move that turns nothing up."""
    for _ in range(60):
        state = against_computer(client)
        sale = next((action for action in state["view"]["legal"] if action in ("-C", "-P", "-L")), None)  # type: ignore[index]
        if sale is None:
            continue
        body = {"seat": "a", "ply": state["ply"], "key": "quiet-sale", "action": sale}
        client.post(f"/api/matches/{state['id']}/act", json=body)
        told: dict[str, object] = client.get(f"/api/matches/{state['id']}?seat=a&since=2").json()
        keys = {message["key"] for message in told["log"][-1]["messages"]}  # type: ignore[index]
        if told["ply"] == 3 and keys <= {"event.sold", "event.exchanged"}:
            return {**told, "before": state}
    raise AssertionError("the computer never sold or exchanged")


def test_against_the_computer_a_quiet_move_is_taken_back(client: Browser, rooms: Rooms) -> None:
    """The view is what it was, the log says it, and the match is rebuilt from the store just so."""
    state = quiet_answer(client)
    before = state["before"]
    body = {"seat": "a", "ply": 3, "key": "back-key-1"}
    answer = client.post(f"/api/matches/{state['id']}/takeback", json=body)
    told = answer.json()
    assert answer.status_code == 200
    assert told["view"] == before["view"]  # type: ignore[index]
    assert told["log"][-1]["messages"] == [{"key": "takeback.done", "params": {"seat": "a"}}]
    assert client.post(f"/api/matches/{state['id']}/takeback", json=body).json() == told
    rooms._rooms.clear()
    assert client.get(f"/api/matches/{state['id']}").json() == told


def test_between_people_and_after_a_card_nothing_is_taken_back(client: Browser) -> None:
    """A move that was made is made."""
    for opponent, status in ((None, 409), ("random-1", 409)):
        body = {"opponent": opponent, "names": NAMES, "first": "a", "seals": 1}
        state = client.post("/api/matches", json=body).json()
        command = {"seat": "a", "ply": state["ply"], "key": "back-key-2"}
        answer = client.post(f"/api/matches/{state['id']}/takeback", json=command)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, "over")
