"""ledger.json and ledger-many.json: the package, the naive telling and (in web/src/score) the browser agree."""

import random

import pytest
from tests.conformance import ledgers
from tests.conformance.files import FOLDER, by_id, cases, load
from tests.conformance.generate import text_of
from tests.score import naive, shared

from saudagar.rules import RULESETS
from saudagar.score import Ledger, checks, settle, statistics, tally, to_bgstats, to_csv
from saudagar.score.tally import tally_match


@pytest.mark.parametrize("case", cases("ledger", part="rounds"), ids=by_id)
def test_a_round_adds_up(case):
    """Totals, winner, what decided or is still asked for, and what cannot be."""
    entry, ruleset = shared.round_entry(case["round"]), RULESETS[case.get("ruleset", "standard")]
    found = settle(entry, ruleset)
    by = found.decided_by.value if found.decided_by else None
    assert ([*found.totals], found.winner, by) == (case["totals"], case["winner"], case["decided_by"])
    assert found.needs == case["needs"]
    assert [doubt.to_json() for doubt in checks(entry, ruleset)] == case["doubts"], case["situation"]


@pytest.mark.parametrize("case", cases("ledger", part="ledgers"), ids=by_id)
def test_a_ledger_adds_up(case):
    """Starters, seals, winner, conflicts; in any order, and merged from any two parts."""
    rng = random.Random(case["id"])
    entries = [shared.entry(each) for each in case["entries"]]
    for _ in range(3):
        rng.shuffle(entries)
        cut = rng.randrange(len(entries) + 1)
        merged = Ledger(entries[:cut]).merge(entries[cut:]).merge(entries)
        told = tally_match(merged, "m0000001")
        found = told and {name: value for name, value in told.to_json().items() if name not in ("id", "names", "day")}
        assert found == case["standing"], case["situation"]


@pytest.mark.parametrize("case", cases("ledger", part="exports"), ids=by_id)
def test_other_programs_are_told(case):
    """CSV, plays for BG Stats, statistics."""
    matches = tally(Ledger(map(shared.whole, case["entries"])))
    assert to_csv(matches) == case["csv"]
    assert [to_bgstats(match) for match in matches] == case["plays"]
    assert [player.to_json() for player in statistics(matches)[0]] == case["players"]


def test_thousands_of_rounds_and_ledgers_agree():
    """Every case of ledger-many.json, none skipped."""
    content, done = load("ledger-many"), 0
    for text, expected in content["rounds"]:
        entry = shared.round_entry(text)
        found = settle(entry, RULESETS["standard"])
        names = ",".join(doubt.name for doubt in checks(entry, RULESETS["standard"]))
        why = found.decided_by.value if found.decided_by else f"needs_{found.needs}"
        line = f"{found.totals[0]}:{found.totals[1]} {found.winner or '-'} {why} {names}".rstrip()
        assert line == expected, text
        done += 1
    for entries, expected in content["ledgers"]:
        told = tally_match(shared.ledger(entries), "m0000001")
        assert naive.outcome(told and told.to_json()) == expected, entries
        done += 1
    assert done == content["count"] >= 2000


def test_the_files_are_what_the_naive_telling_says():
    """Deriving them again changes nothing."""
    content = load("ledger")
    assert text_of(ledgers.derived(content)) == (FOLDER / "ledger.json").read_text(encoding="utf-8")
    many = load("ledger-many")
    fresh = ledgers.many(len(many["rounds"]), many["seed"])
    assert fresh == many
