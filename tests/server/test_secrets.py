"""Secrets: what a seat cannot know is in no byte that it is sent."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any

import pytest
from tests.server.browsers import Browser
from tests.server.hands import new_match, play_match, play_round, post
from tests.table.matches import seed

from saudagar.dealers import rng
from saudagar.rules import Began, Bonus, BonusDrawn, BySeat, Dealt, DrewBonus, Round, Seat, sample_world
from saudagar.server import Rooms, Store
from saudagar.table import Entry, Table


def redealt(table: Table, seat: Seat, number: int) -> None:
    """Change all that a seat cannot know of a running round: hands, stock, bonus piles, and the log's secrets."""
    truth: Round = table._round
    table._round = sample_world(truth.seen_by(seat), rng(number))
    values = list(table._round.purses[seat.other].bonuses)

    def other(entry: Entry) -> Entry:
        if entry.round != table.round_number:
            return entry
        cause, chance = entry.cause, entry.chance
        if isinstance(cause, Dealt):
            cause = Dealt(cause.market, cause.hands.but(seat.other, table._round.stock))
        events = list(entry.events)
        for place, event in enumerate(entry.events):
            if isinstance(event, DrewBonus) and event.seat is seat.other:
                tier = table.match.ruleset.tier_of_value
                value = next(value for value in values if tier(value) == event.tier)
                values.remove(value)
                events[place], chance = replace(event, value=value), BonusDrawn(value)
            if isinstance(event, Began):
                events[place] = replace(event, goods=BySeat(*(event.goods[s] if s is seat else None for s in Seat)))
        return replace(entry, cause=cause, chance=chance, events=tuple(events))

    table._log = [other(entry) for entry in table._log]


def answers(client: Browser, match_id: str, seat: Seat, ply: int) -> list[bytes]:
    """Return all bytes, headers included, that a seat can get out of the server about a match."""
    told = [
        client.get(f"/api/matches/{match_id}?seat={seat}"),
        client.get(f"/api/matches/{match_id}?seat={seat}&since=0"),
        client.get(f"/api/matches/{match_id}/record"),
        client.get("/api/matches"),
    ]
    bodies = (
        {"seat": str(seat), "ply": ply, "key": "key-illegal", "action": "-DDDDDDDDD"},
        {"seat": str(seat), "ply": ply, "key": "key-nonsense", "action": "+X"},
        {"seat": str(seat), "ply": ply + 5, "key": "key-stale", "action": "+K"},
    )
    told += [client.post(f"/api/matches/{match_id}/act", json=body) for body in bodies]
    return [b"%d %r " % (each.status_code, sorted(each.headers.items())) + each.content for each in told]


@pytest.mark.parametrize("ruleset", ["standard", "mini"])
@pytest.mark.parametrize("seat", Seat, ids=str)
def test_two_worlds_that_a_seat_cannot_tell_apart_look_the_same(
    client: Browser, rooms: Rooms, seat: Seat, ruleset: str
) -> None:
    """At every ply, every byte of every answer stays the same when all that the seat cannot know is dealt anew."""
    state = new_match(client, ruleset=ruleset, seals=3)
    room = rooms.held(state["id"])
    assert room is not None
    numbers, differed, drawn = rng(7), 0, 0
    while room.table.phase.value == "play":
        table, truth, log = room.table, room.table._round, room.table._log
        before = answers(client, state["id"], seat, table.ply)
        for number in (1, 2):
            redealt(table, seat, number)
            room.cache.forget()  # what was worked out before the worlds were exchanged
            differed += table._round != truth
            assert answers(client, state["id"], seat, table.ply) == before
            table._round, table._log = truth, log
            room.cache.forget()
        actions = list(table.view(truth.turn).legal_actions)
        sales = [action for action in actions if isinstance(truth.play(action).owed, Bonus)]
        wish = (sales or actions)[numbers.below(len(sales or actions))]
        drawn += bool(sales)
        answer = post(
            client, {"id": state["id"], "ply": table.ply, "view": {"turn": str(truth.turn)}}, "act", action=str(wish)
        )
        assert answer.status_code == 200
    assert differed > (20 if ruleset == "standard" else 0)
    assert drawn > 0


def test_changing_what_a_seat_knows_changes_what_it_is_told(client: Browser, rooms: Rooms) -> None:
    """The control of the test above: the same exchange of worlds is seen at once by the seat whose hand it changes."""
    state = new_match(client)
    room = rooms.held(state["id"])
    assert room is not None
    before = answers(client, state["id"], Seat.B, 1)
    redealt(room.table, Seat.A, 1)
    room.cache.forget()
    assert answers(client, state["id"], Seat.B, 1) != before


def everything(value: Any) -> list[Any]:
    """Return all values inside of a JSON value."""
    if isinstance(value, dict):
        return [inner for each in value.values() for inner in everything(each)]
    if isinstance(value, list):
        return [inner for each in value for inner in everything(each)]
    return [value]


def test_seeds_stocks_and_true_lines_never_leave(client: Browser, rooms: Rooms, store: Store) -> None:
    """Neither the seed in any spelling, nor a round's key, nor the stock, nor the true line is in any answer."""
    state = new_match(client)
    room = rooms.held(state["id"])
    assert room is not None
    secrets = {*store.seeds(state["id"]), *(room.table._dealer.key(number) for number in range(1, 6))}
    assert seed(1) in secrets
    spelled = {form for secret in secrets for form in (secret, secret.hex().encode(), base64.b64encode(secret))}
    spelled |= {base64.urlsafe_b64encode(secret).rstrip(b"=") for secret in secrets}
    told = b""
    while state["phase"] != "match_over":
        truth = room.table._round
        if not truth.over and truth.stock.size > 7:
            spelled |= {str(truth).encode(), str(truth.stock).encode()}
        for seat in Seat:
            told += b"".join(answers(client, state["id"], seat, room.table.ply))
        if state["phase"] == "round_over":
            state = post(client, state, "next-round").json()
        else:
            answer = post(client, state, "act", seat=state["view"]["turn"], action=_any(room))
            state = answer.json()
    assert len(told) > 1_000_000
    assert [secret for secret in spelled if secret in told] == []


def _any(room: Any) -> str:
    view = room.table.view(room.table.to_act)
    return max(map(str, view.legal_actions), key=lambda action: (action[0] == "-", -len(action)))


def test_the_other_hand_is_counted_but_not_named(client: Browser) -> None:
    """Throughout a round, `cards` of the other seat is null and its drawn bonus tokens are tiers."""
    state = new_match(client, seals=1)
    while state["phase"] == "play":
        for seat, other in ("ab", "ba"):
            told = client.get(f"/api/matches/{state['id']}?seat={seat}").json()
            view = told["view"]
            assert view["hands"][other]["cards"] is None
            assert view["purses"][other]["bonuses"] == []
            values = [m for entry in told["log"] for m in entry["messages"] if m["key"] == "event.bonus_value"]
            assert {message["params"]["seat"] for message in values} <= {seat}
        turn = state["view"]["turn"]
        state = client.get(f"/api/matches/{state['id']}?seat={turn}").json()
        state = post(client, state, "act", action=state["view"]["legal"][-1]).json()


@pytest.mark.parametrize("ruleset", ["standard", "mini"])
def test_no_record_tells_of_a_round_that_is_played(client: Browser, ruleset: str) -> None:
    """409 during the first round; in the second, the record is what it was between the rounds, to the byte."""
    state = new_match(client, ruleset=ruleset, seals=3)
    address = f"/api/matches/{state['id']}/record"
    assert client.get(address).status_code == 409
    state = play_round(client, state)
    between = client.get(address)
    assert between.status_code == 200
    state = post(client, state, "next-round").json()
    assert client.get(address).content == between.content
    state = play_match(client, state)
    assert client.get(address).content != between.content


def test_cookies_are_kept_as_hashes_only(client: Browser, store: Store) -> None:
    """The store knows no guest's token, so a stolen file opens no seat."""
    state = new_match(client)
    token = client.http.cookies["saudagar_guest"]
    rows = [*store._db.execute("SELECT * FROM match"), *store._db.execute("SELECT * FROM event")]
    assert token not in repr(rows)
    match = store.match(state["id"])
    assert match is not None
    assert match.guests.a is not None
    assert len(match.guests.a) == 32
