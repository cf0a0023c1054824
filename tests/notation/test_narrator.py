"""The narrator: every event and reason becomes a message, every message a sentence of conformance/messages.json."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from tests.notation.told import FILE, cases, texts_of
from tests.table.matches import open_table, play_on, whole_match

from saudagar.notation import LANGUAGES, Message, Narrator, catalogue, messages, reason_message
from saudagar.rules import AUDIENCES, MINI, STANDARD, BySeat, Event, Reason, Ruleset, Seat, bundle

TOLD = json.loads(FILE.read_text(encoding="utf-8"))
NAMES = BySeat(TOLD["names"]["a"], TOLD["names"]["b"])


def test_the_file_is_up_to_date() -> None:
    """The vectors are what a second, naive narrator makes of the texts in locale/."""
    assert TOLD["cases"] == cases()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_narrator_says_what_the_file_says(language: str) -> None:
    """Every vector of a language comes out to the letter."""
    mine = [case for case in TOLD["cases"] if case["language"] == language]
    assert len(mine) > 80
    for case in mine:
        params = {name: tuple(value) if isinstance(value, list) else value for name, value in case["params"].items()}
        narrator = Narrator(catalogue(language), language, NAMES, Seat(case["you"]) if case["you"] else None)
        assert narrator.tell(Message(case["key"], params)) == case["text"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_an_event_or_a_reason_has_a_vector(language: str) -> None:
    """Keys with and without `.you`, in each language: none is left untried."""
    tried = set()
    for case in TOLD["cases"]:
        if case["language"] == language:
            you = case["you"] is not None and case["params"].get("seat") == case["you"]
            tried.add(f"{case['key']}.you" if you else case["key"])
    wanted = {key for key in texts_of(language) if key.startswith(("event.", "decided.", "reason."))}
    assert wanted <= tried


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("you", AUDIENCES, ids=str)
def test_whole_matches_are_told_without_a_gap(language: str, you: Seat) -> None:
    """Every event of played matches, as each audience knows it, is told in sentences without a hole or a bare key."""
    resigned = play_on(open_table(1, MINI), 1, 2)
    late = resigned.branch()
    resigned.resign(Seat.A)
    late.forfeit(Seat.B)
    narrator = Narrator(catalogue(language), language, BySeat("Ann{e}", "Bo"), you if isinstance(you, Seat) else None)
    kinds = set()
    for table in (whole_match(0), whole_match(1, MINI, 3), resigned, late):
        rules: Ruleset = table.match.ruleset
        for entry in table.log:
            for event in entry.seen_by(you):
                kinds.add(type(event))
                for message in messages(event, rules, entry.round):
                    said = narrator.tell(message)
                    assert "{" not in said.replace("Ann{e}", "")
                    assert said != message.key
                    assert said == said.strip()
                    assert said[-1] == "."
    assert len(kinds) >= len(get_args(Event)) - 1, "all but, by chance, a bonus pile that is empty"


@pytest.mark.parametrize("ruleset", [STANDARD, MINI], ids=lambda rules: rules.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_told(language: str, ruleset: Ruleset) -> None:
    """Each reason has a sentence, with the numbers of the ruleset that is played."""
    narrator = Narrator(catalogue(language), language, NAMES)
    said = {reason: narrator.tell(reason_message(reason, ruleset)) for reason in Reason}
    assert not any("{" in text or "reason." in text for text in said.values())
    assert str(ruleset.hand_limit) in said[Reason.TAKE_HAND_FULL]
    assert str(ruleset.exchange_cap) in said[Reason.EXCHANGE_CAP]


def test_names_are_put_in_as_they_are() -> None:
    """A name that looks like a hole of a template is not filled in."""
    narrator = Narrator(catalogue("en"), "en", BySeat("{seat}{cards}", "b"))
    assert narrator.tell(Message("event.won", {"seat": "a"})) == "{seat}{cards} wins the match."


def test_what_has_no_text_is_not_silent() -> None:
    """A key without a text is told as the key, an unknown hole as itself: nothing is swallowed."""
    narrator = Narrator({"event.x": "{what}?"}, "en", NAMES)
    assert narrator.tell(Message("event.y")) == "event.y"
    assert narrator.tell(Message("event.x")) == "{what}?"


def test_no_cards_are_a_dash() -> None:
    """An empty bundle is told as a dash, in a hand that holds nothing."""
    assert Narrator(catalogue("hu"), "hu", NAMES).cards(bundle()) == "–"


def test_a_language_that_is_not_there_is_a_key_error() -> None:
    """Catalogues exist for four languages."""
    with pytest.raises(KeyError):
        catalogue("de")
