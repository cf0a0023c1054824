"""Every route of docs/design/http.md, used as it is meant to be."""

from __future__ import annotations

import re

import pytest
from tests.server.browsers import Browser
from tests.server.hands import move, new_match, play_match, play_round, post, show

import saudagar
from saudagar.notation import Record, parse_position
from saudagar.players import OPPONENTS, STYLE_NAMES
from saudagar.rules import MINI, RULESETS, SIX_EACH, STANDARD, Ruleset, Seat, View


def test_about_tells_version_players_and_rulesets(client: Browser) -> None:
    """`GET /api/about` is for everybody and names what a new match may ask for."""
    about = client.get("/api/about").json()
    assert about["version"] == saudagar.__version__
    assert [player["id"] for player in about["players"]] == list(OPPONENTS)
    assert about["styles"] == list(STYLE_NAMES)
    assert {(each["id"], each["name"]) for each in about["rulesets"]} == {(r.id, r.name) for r in RULESETS.values()}


@pytest.mark.parametrize(
    ("asked_for", "whole"),
    [
        ("champion-1:master/spoiler", "champion-1:master/spoiler"),
        ("novice", "champion-1:novice"),
        ("greedy-1", "greedy-1"),
    ],
)
def test_a_match_is_opened_against_a_level_with_a_style(client: Browser, asked_for: str, whole: str) -> None:
    """What is kept is the whole name with its version; those of before there were levels still play."""
    answer = client.post("/api/matches", json={"names": {"a": "", "b": ""}, "opponent": asked_for, "first": "a"})
    assert answer.status_code == 201
    assert answer.json()["seats"]["b"]["player"] == whole


@pytest.mark.parametrize("asked_for", ["champion-1:master/nobody", "champion-1:nobody", "puct8-1", "champion-2"])
def test_nobody_who_is_not_offered_can_be_asked_for(client: Browser, asked_for: str) -> None:
    """400, with those there are; the yardstick players take too long for a person and know one ruleset only."""
    answer = client.post("/api/matches", json={"names": {"a": "", "b": ""}, "opponent": asked_for})
    assert answer.status_code == 400
    assert "champion-1:novice" in answer.text
    assert "collector" in answer.text


def test_a_new_match_is_answered_with_its_state_and_a_cookie(client: Browser) -> None:
    """201, a State at ply 1 of round 1, and an HttpOnly cookie that stays on this site."""
    answer = client.post("/api/matches", json={"names": {"a": "Anna", "b": "Meera"}, "first": "b"})
    state = answer.json()
    assert answer.status_code == 201
    cookie = answer.headers["set-cookie"].lower()
    assert re.match(r"saudagar_guest=[\w-]{43}; ", cookie)
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert (state["ply"], state["phase"], state["mine"]) == (1, "play", ["a", "b"])
    assert state["match"] == {
        "seals_to_win": 2,
        "seals": {"a": 0, "b": 0},
        "round": 1,
        "first": "b",
        "winner": None,
        "resigned": None,
    }
    assert state["seats"] == {"a": {"name": "Anna", "player": None}, "b": {"name": "Meera", "player": None}}
    assert state["audience"] == "b"


def test_the_state_holds_the_numbers_of_the_rulebook(client: Browser) -> None:
    """The ruleset of a State is the standard game's, number by number (§1–§4, §10–§16)."""
    facts = new_match(client)["ruleset"]
    assert facts == {
        "id": STANDARD.id,
        "name": "standard",
        "hand_limit": 7,
        "market_size": 5,
        "smallest_exchange": 2,
        "exchange_cap": 12,
        "camel_token": 5,
        "piles_to_end": 3,
        "pack": {"D": 6, "G": 6, "S": 6, "C": 8, "P": 8, "L": 10, "K": 11},
        "smallest_sale": {"D": 2, "G": 2, "S": 2, "C": 1, "P": 1, "L": 1},
        "tokens": {
            "D": [7, 7, 5, 5, 5],
            "G": [6, 6, 5, 5, 5],
            "S": [5, 5, 5, 5, 5],
            "C": [5, 3, 3, 2, 2, 1, 1],
            "P": [5, 3, 3, 2, 2, 1, 1],
            "L": [4, 3, 2, 1, 1, 1, 1, 1, 1],
        },
        "bonuses": {"3": [1, 1, 2, 2, 2, 3, 3], "4": [4, 4, 5, 5, 6, 6], "5": [8, 8, 9, 10, 10]},
    }


def test_a_view_is_the_same_in_its_line_and_in_its_fields(client: Browser) -> None:
    """Every field of `view` says what the position line says, for each seat and throughout a match."""
    state = new_match(client)
    for _ in range(30):
        for seat in Seat:
            told = show(client, state, seat.value)["view"]
            view = parse_position(told["position"])
            assert isinstance(view, View)
            assert view.audience is seat
            assert told["market"] == str(view.market)
            assert told["stock"] == view.stock
            assert told["hands"][seat.value]["cards"] == (str(view.hand) if view.hand else "")
            assert told["hands"][seat.other.value]["cards"] is None
            assert {s.value: told["hands"][s.value]["size"] for s in Seat} == {
                s.value: view.hand_sizes[s] for s in Seat
            }
            assert told["herds"] == {s.value: view.herds[s] for s in Seat}
            assert [len(told["piles"][good.letter]) for good in view.ruleset.goods] == [
                max(0, len(view.ruleset.tokens[good]) - view.sold[good]) for good in view.ruleset.goods
            ]
            assert list(told["bonuses"].values()) == list(view.bonuses)
            assert told["purses"][seat.other.value]["bonuses"] == []
            assert told["turn"] == view.turn.value
            assert told["legal"] == [str(action) for action in view.legal_actions]
            assert bool(told["legal"]) == (view.turn is seat)
        state = move(client, state)


def test_acting_moves_the_ply_and_is_told_in_the_log(client: Browser) -> None:
    """An action answers with the new State, whose log ends with what happened, as messages."""
    state = new_match(client)
    action = state["view"]["legal"][0]
    after = move(client, state, action)
    assert after["ply"] == 2
    assert after["view"]["turn"] == "b"
    entry = after["log"][-1]
    assert (entry["ply"], entry["round"], entry["seat"]) == (2, 1, "a")
    assert all(message["key"].startswith(("event.", "decided.")) for message in entry["messages"])


def test_a_match_can_be_played_through_its_rounds_to_its_end(client: Browser) -> None:
    """round_over, next-round, match_over: the seals add up, and nobody is to act between rounds."""
    state = play_round(client, new_match(client))
    assert state["phase"] == "round_over"
    assert state["view"]["turn"] is None
    assert state["view"]["legal"] == []
    assert len(state["rounds"]) == 1
    first = state["rounds"][0]
    loser = "b" if first["winner"] == "a" else "a"
    state = post(client, state, "next-round").json()
    assert (state["phase"], state["match"]["round"], state["match"]["first"]) == ("play", 2, loser)
    state = play_match(client, state)
    assert state["phase"] == "match_over"
    assert max(state["match"]["seals"].values()) == 2
    assert state["match"]["seals"][state["match"]["winner"]] == 2
    for each in state["rounds"]:
        for score in each["scores"].values():
            assert score["total"] == score["goods"] + score["bonus"] + score["camel"]
            assert sum(score["bonus_values"]) == score["bonus"]
            assert len(score["bonus_values"]) == score["bonus_tokens"]


@pytest.mark.parametrize("seat", ["a", "b"])
def test_resigning_ends_the_match(client: Browser, seat: str) -> None:
    """Whoever resigns loses; the round is over for both."""
    state = post(client, new_match(client), "resign", seat=seat).json()
    assert state["phase"] == "match_over"
    assert state["match"]["resigned"] == seat
    assert state["match"]["winner"] == {"a": "b", "b": "a"}[seat]
    assert state["view"]["turn"] is None


def test_a_rematch_is_started_by_the_other_seat_and_opened_once(client: Browser) -> None:
    """Same names, same length, other starter; both players who ask get the same match."""
    state = post(client, new_match(client, seals=3), "resign").json()
    answer = post(client, state, "rematch")
    again = post(client, state, "rematch", seat="b").json()
    rematch = answer.json()
    assert answer.status_code == 201
    assert rematch["id"] == again["id"] != state["id"]
    assert rematch["match"]["first"] == "b"
    assert rematch["match"]["seals_to_win"] == 3
    assert rematch["seats"] == state["seats"]


def test_my_matches_are_mine_newest_first(client: Browser, stranger: Browser) -> None:
    """The list holds the guest's own matches with their standing, and nobody else's."""
    assert client.get("/api/matches").json()["matches"] == []
    first = new_match(client)
    second = post(client, new_match(client, seals=1), "resign").json()
    new_match(stranger)
    told = client.get("/api/matches").json()["matches"]
    assert [each["id"] for each in told] == [second["id"], first["id"]]
    facts = {"id", "seats", "seals", "seals_to_win", "round", "phase", "winner", "updated"}
    assert set(told[0]) == {*facts, "online", "mine", "turn", "yours", "left", "rated"}
    assert [(each["turn"], each["yours"], each["mine"]) for each in told] == [
        (None, False, ["a", "b"]),
        ("a", True, ["a", "b"]),
    ]
    assert [each["phase"] for each in told] == ["match_over", "play"]
    assert [each["winner"] for each in told] == ["b", None]


def test_the_record_holds_the_finished_rounds(client: Browser) -> None:
    """A download that the loader accepts: the finished rounds of a running match, all rounds of a finished one."""
    state = play_round(client, new_match(client))
    state = post(client, state, "next-round").json()
    answer = client.get(f"/api/matches/{state['id']}/record")
    assert answer.status_code == 200
    assert re.fullmatch(
        r'attachment; filename="saudagar-[\d-]{10}-\w{1,6}\.tgn"', answer.headers["content-disposition"]
    )
    assert len(Record.parse(answer.text).rounds) == 1
    state = play_match(client, state)
    record = Record.parse(client.get(f"/api/matches/{state['id']}/record").text)
    assert len(record.rounds) == len(state["rounds"])
    assert record.winner is not None
    assert record.winner.value == state["match"]["winner"]


@pytest.mark.parametrize("ruleset", [SIX_EACH, MINI])
def test_other_rulesets_are_played_by_name_or_id(client: Browser, ruleset: Ruleset) -> None:
    """A match names its ruleset by name or by id, and its State carries those numbers."""
    for word in (ruleset.name, ruleset.id):
        state = new_match(client, ruleset=word, seals=1)
        assert state["ruleset"]["id"] == ruleset.id
    assert play_match(client, state)["phase"] == "match_over"


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna \t Bella  ", "Anna Bella"),
        ("", "A"),
        ("\u202eevil\u0000", "evil"),
        ("Žofie", "Žofie"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("n" * 40, "n" * 40),
        ("👩\u200d👧\u200d👦", "👩\u200d👧\u200d👦"),
        ("\u200d\u200c", "A"),
    ],
)
def test_names_are_cleaned(client: Browser, sent: str, kept: str) -> None:
    """Control and direction characters and outer spaces go, an empty name becomes the seat's; all else stays."""
    state = new_match(client, names={"a": sent, "b": "Meera"})
    assert state["seats"]["a"]["name"] == kept


def test_every_answer_carries_the_headers_of_the_guard(client: Browser) -> None:
    """Content policy, no sniffing, no caching of anything under /api/: on answers and refusals alike."""
    for address in ("/api/about", "/api/matches/none", "/api/nowhere"):
        headers = client.get(address).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert "access-control-allow-origin" not in headers


def test_a_guest_keeps_its_cookie(client: Browser) -> None:
    """The second match of a guest sets no new cookie."""
    new_match(client)
    answer = client.post("/api/matches", json={"names": {"a": "", "b": ""}})
    assert "set-cookie" not in answer.headers
    assert len(client.get("/api/matches").json()["matches"]) == 2
