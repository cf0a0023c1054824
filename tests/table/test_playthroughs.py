"""The whole rounds of conformance/playthroughs: package, naive rules and files say the same of every ply."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.table.playthroughs import FOLDER, everything, table_of, told_by

from saudagar.notation import Record, parse_position
from saudagar.rules import RULESETS, Ended, Seat

FILES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))}


def test_the_files_are_what_the_naive_rules_tell() -> None:
    """Generating the files anew gives the same files."""
    assert everything() == FILES


@pytest.mark.parametrize("told", FILES.values(), ids=FILES.keys())
def test_the_table_plays_the_round_as_it_is_told(told: dict[str, Any]) -> None:
    """Position, seat, number of legal actions and messages agree before and after every ply, and so does the result."""
    ruleset = RULESETS[told["ruleset"]]
    table = table_of(told)
    steps = list(table.record().replay())
    assert len(steps) == len(told["plies"])
    for step, ply in zip(steps, told["plies"], strict=True):
        assert str(step.before) == ply["position"]
        assert parse_position(ply["position"], ruleset) == step.before
        assert step.seat is Seat(ply["seat"])
        legal = list(step.before.seen_by(step.seat).legal_actions)
        assert (len(legal), len(set(legal))) == (ply["legal"], ply["legal"])
        assert str(step.action) == ply["action"]
    assert told_by(table) == [told["messages"], *(ply["messages"] for ply in told["plies"])]
    (ended,) = (event for event in table.log[-1].events if isinstance(event, Ended))
    result, end = ended.result, told["end"]
    assert str(steps[-1].after) == end["position"]
    assert (result.ending.value, result.decided_by.value) == (end["ending"], end["decided_by"])
    assert (result.winner.value if result.winner else None) == end["winner"]
    assert [score.total for score in result.scores] == end["rupees"]
    assert list(result.herds) == end["herds"]


@pytest.mark.parametrize("told", FILES.values(), ids=FILES.keys())
def test_its_record_tells_the_chance_of_every_ply(told: dict[str, Any]) -> None:
    """In the record of the round, what stands behind each slash is the playthrough's chance; no slash at null."""
    record = table_of(told).record()
    written = [str(move).partition("/") for move in record.rounds[0].moves]
    assert [chance if slash else None for _, slash, chance in written] == [ply["chance"] for ply in told["plies"]]
    assert Record.parse(str(record)) == record


def test_the_rounds_show_both_endings_and_all_kinds_of_action() -> None:
    """Takes, camels, exchanges, sales with and without a bonus token, a market that stays open, in all rulesets."""
    assert {told["end"]["ending"] for told in FILES.values()} == {"sold_out", "stock_empty"}
    assert {told["ruleset"] for told in FILES.values()} == set(RULESETS)
    keys = {message["key"] for told in FILES.values() for ply in told["plies"] for message in ply["messages"]}
    wanted = {
        "took",
        "camels",
        "exchanged",
        "sold",
        "bonus_value",
        "laid",
        "not_refilled",
        "camel_token",
        "seal",
        "won",
    }
    assert {f"event.{word}" for word in wanted} <= keys
