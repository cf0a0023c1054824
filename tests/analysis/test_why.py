"""Why: each sentence is true of the position, measured once more from the rules, and none is said without ground."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.analysis.matches import views

from saudagar.analysis import why as module
from saudagar.analysis.depth import QUICK
from saudagar.analysis.judge import Judge, Option, Verdict
from saudagar.analysis.why import why
from saudagar.notation import LANGUAGES, Message, Narrator, catalogue, parse_action, parse_position
from saudagar.rules import STANDARD, BySeat, Sell, Take, View

JUDGE = Judge(STANDARD, QUICK, threads=1)


def option(action: str, win: float = 0.5, **heads: float) -> Option:
    told = {"margin": 0.0, "camel": 0.5, "plies": 10.0, "closes": 0.0, **heads}
    return Option(parse_action(action), win, 0.001, 100, **told)


def view(line: str) -> View:
    """Read a position line; with # at its end no bonus token is left."""
    found = parse_position(line.removesuffix("#"))
    assert isinstance(found, View)
    return replace(found, bonuses=(0, 0, 0)) if line.endswith("#") else found


MIDDLE = "DGSKK ?31 CC.SSS|PP.??? 3|3 0.0.0.1.1.1 ?7/?6/?5 5x1|9x2 a"


@pytest.mark.parametrize(
    ("best", "played", "key", "params"),
    [
        (option("-SSS", 0.6), option("+D", 0.5), "why.bonus", {"tier": 3}),
        (option("-SSS", 0.6), option("+D", 0.5), "why.rupees", {"rupees": 15}),
        (option("+K", 0.6, camel=0.7), option("+D", 0.5, camel=0.5), "why.camel", {"best": 70, "played": 50}),
        (option("+D", 0.6, closes=0.1), option("+G", 0.5, closes=0.4), "why.closes", {"best": 10, "played": 40}),
        (option("+D", 0.6, plies=0.0), option("+G", 0.5), "why.end.best", {"best": 60, "played": 50}),
        (option("+D", 0.6), option("+G", 0.5, plies=0.0), "why.end.played", {"best": 60, "played": 50}),
        (option("+D", 0.6, margin=5.0), option("+G", 0.5), "why.margin", {"rupees": 5}),
        (option("+D", 0.6), option("+G", 0.5), "why.ahead", {"best": 60, "played": 50}),
        (option("+S", 0.6), option("+G", 0.5), "why.set", {"cards": "SSSS"}),
    ],
)
def test_each_difference_has_its_sentence(best: Option, played: Option, key: str, params: dict[str, object]) -> None:
    """On a made-up position one difference at a time is put between the two actions."""
    assert Message(key, params) in why(view(MIDDLE), best, played)  # type: ignore[arg-type]


def test_a_sale_of_one_card_is_told_to_be_one() -> None:
    """One cloth for five rupees, when more cloth can still come."""
    told = why(view(MIDDLE), option("+K", 0.6, margin=3.0), option("-C", 0.5))
    assert Message("why.single", {"rupees": 3}) in told


PAIR = "DGSKK ?32 CC.SS|PP.??? 3|3 0.0.0.1.1.1 ?7/?6/?5 5x1|9x2 a"
FULL = "DGSSK ?30 CC.PPLL|PP.??? 3|3 0.0.0.1.1.1 ?7/?6/?5 5x1|9x2 a"
RICH = "DDGPK ?31 CC.SSS|PP.??? 3|3 0.0.0.1.1.1 ?7/?6/?5 5x1|9x2 a"


@pytest.mark.parametrize(
    ("line", "best", "played", "key", "params"),
    [
        # Two silver sold, a third may come: a sale of three has a bonus token, as long as there is one.
        (PAIR, option("+S", margin=4.0), option("-SS"), "why.wait", {"tier": 3}),
        (PAIR, option("+K", margin=4.0), option("-C"), "why.single", {"rupees": 3}),
        # The seventh card.
        (FULL, option("-CC"), option("+D"), "why.limit", {"limit": 7}),
        # Taking camels leaves 7 + 7 for two diamonds, 6 for gold and 3 for spice; the exchange leaves a spice and two cloth:
        # 3 + 3 + 2. One gold or diamond alone cannot be sold, and counts nothing.
        (RICH, option("+DDG-CCS"), option("+K"), "why.shows", {"cards": "DDG", "rupees": 8}),
        (
            "DGSKK ?32 PPP.S|PP.??? 3|3 0.0.0.1.1.1 ?7/?6/?5 5x1|9x2 a",
            option("-PP"),
            option("+D"),
            "why.pile",
            {"cards": "PP", "top": 3},
        ),
    ],
)
def test_sentences_about_cards_are_said_where_they_are_true(
    line: str, best: Option, played: Option, key: str, params: dict[str, object]
) -> None:
    """Wait, single, limit, shows, pile: numbers counted by hand from the position."""
    assert Message(key, params) in why(view(line), best, played)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "best", "played", "key"),
    [
        # No bonus token is left for more cards: waiting for one would be in vain.
        (PAIR + "#", option("+S", margin=4.0), option("-SS"), "why.wait"),
        (PAIR + "#", option("+K", margin=4.0), option("-C"), "why.single"),
        # The margin speaks against waiting.
        (PAIR, option("+S", margin=-1.0), option("-SS"), "why.wait"),
        # Two silver of three: nothing hinders selling three now.
        (MIDDLE, option("+S", margin=4.0), option("-SS"), "why.wait"),
        # Five cards and six are no full hand; seven after both are no difference.
        (MIDDLE, option("-CC"), option("+D"), "why.limit"),
        (FULL, option("+G"), option("+D"), "why.limit"),
        # The other's hand is full: what lies in the market cannot be taken for nothing.
        (RICH.replace("PP.???", "PP.?????").replace("?31", "?29"), option("+DDG-CCS"), option("+K"), "why.shows"),
        # Both sell, or the other is known to hold one only.
        ("DGSKK ?32 PPP.S|PP.??? 3|3 0.0.0.1.1.1 ?7/?6/?5 5x1|9x2 a", option("-PP"), option("-P"), "why.pile"),
        ("DGSKK ?32 PPP.S|P.???? 3|3 0.0.0.1.1.1 ?7/?6/?5 5x1|9x2 a", option("-PP"), option("+D"), "why.pile"),
        # Differences too small to matter.
        (MIDDLE, option("+K", camel=0.61), option("+D", camel=0.5), "why.camel"),
        (MIDDLE, option("+D", closes=0.1), option("+G", closes=0.21), "why.closes"),
        (MIDDLE, option("+D", margin=2.4), option("+G"), "why.margin"),
        (
            MIDDLE.replace("0.0.0.1", "0.0.0.4").replace("?31", "?28").replace("5x1", "13x4"),
            option("-C"),
            option("+D"),
            "why.rupees",
        ),
        (MIDDLE, option("-CC"), option("+D"), "why.bonus"),
        (MIDDLE + "#", option("-SSS"), option("+D"), "why.bonus"),
        # What ends the round is told by what ends it alone.
        (MIDDLE, option("+D", plies=1.0), option("+G", plies=1.0), "why.end.best"),
        (MIDDLE, option("+D", plies=1.0), option("+G", plies=1.0), "why.end.played"),
        # The set is smaller than three, or was there before.
        (MIDDLE, option("+D"), option("+G"), "why.set"),
        (MIDDLE, option("-CC"), option("+G"), "why.set"),
    ],
)
def test_sentences_are_not_said_where_the_numbers_do_not_support_them(
    line: str, best: Option, played: Option, key: str
) -> None:
    """Each kind of sentence beside a position that is nearly, but not quite, one for it."""
    assert key not in {message.key for message in why(view(line), best, played)}


def test_what_the_other_holds_is_said_only_when_it_is_known() -> None:
    """The other seat took two spices openly: selling spice first takes the top token."""
    line = "DGSKK ?32 PPP.S|{} 3|3 0.0.0.1.1.1 ?7/?6/?5 5x1|9x2 a"
    best, played = option("-PP", 0.6), option("+D", 0.5)
    keys = {hand: {m.key for m in why(view(line.format(hand)), best, played)} for hand in ("PP.???", "CC.???")}
    assert "why.pile" in keys["PP.???"]
    assert "why.pile" not in keys["CC.???"]


def cases(count: int) -> list[tuple[Verdict, Option]]:
    """Return verdicts on positions of matches, each with a few of its worse options."""
    found = []
    for seen in views(count, 5):
        verdict = JUDGE.weigh(seen)
        found += [(verdict, worse) for worse in verdict.options[1::4]]
    return found


def test_no_sentence_is_said_without_ground() -> None:
    """Each number in each sentence is measured again from the view alone; at most two are said, and always one."""
    heard = set[str]()
    for verdict, worse in cases(150):
        told = why(verdict.view, verdict.best, worse)
        assert 1 <= len(told) <= 2
        for message in told:
            heard.add(message.key)
            check(verdict.view, verdict.best, worse, message)
    assert len(heard) >= 7


def paid(seen: View, of: Option) -> int:
    """The goods tokens of a sale, counted from the ruleset's list."""
    if not isinstance(of.action, Sell):
        return 0
    pile = STANDARD.tokens[of.action.card]
    return sum(pile[seen.sold[of.action.card] :][: of.action.count])


def check(seen: View, best: Option, played: Option, message: Message) -> None:  # noqa: C901, PLR0912 - a case a sentence
    said = message.params
    match message.key:
        case "why.rupees":
            assert said["rupees"] == paid(seen, best) - paid(seen, played)
        case "why.bonus":
            assert isinstance(best.action, Sell)
            assert said["tier"] == min(5, best.action.count)
            assert not isinstance(played.action, Sell) or played.action.count < best.action.count
        case "why.camel":
            assert best.camel > played.camel
        case "why.closes":
            assert played.closes > best.closes
        case "why.end.best":
            assert best.plies == 0
        case "why.end.played":
            assert played.plies == 0
        case "why.margin":
            assert best.margin > played.margin
        case "why.ahead":
            assert best.win >= played.win
        case "why.single":
            assert isinstance(played.action, Sell)
            assert played.action.count == 1
            assert said["rupees"] == paid(seen, played)
        case "why.pile":
            assert isinstance(best.action, Sell)
            assert seen.known[seen.turn.other][best.action.card] == len(str(said["cards"]))
            assert said["top"] == STANDARD.tokens[best.action.card][seen.sold[best.action.card]]
        case "why.set":
            card = str(said["cards"])[0]
            assert str(best.action).partition("-")[0].count(card) + str(seen.hand).count(card) >= len(
                str(said["cards"])
            )
        case "why.limit":
            assert isinstance(played.action, Take) or "+" in str(played.action)
        case "why.shows":
            assert all(letter in str(seen.market) + str(played.action) for letter in str(said["cards"]))
        case "why.wait":
            assert isinstance(played.action, Sell)
            assert said["tier"] == played.action.count + 1


KINDS = {
    "why.end.best": {"best": 61, "played": 52},
    "why.end.played": {"best": 61, "played": 52},
    "why.rupees": {"rupees": 5},
    "why.bonus": {"tier": 4},
    "why.wait": {"tier": 3},
    "why.single": {"rupees": 3},
    "why.pile": {"cards": "PP", "top": 5},
    "why.camel": {"best": 61, "played": 42},
    "why.closes": {"best": 11, "played": 42},
    "why.shows": {"cards": "DD", "rupees": 14},
    "why.set": {"cards": "SSSS"},
    "why.limit": {"limit": 7},
    "why.margin": {"rupees": 4},
    "why.ahead": {"best": 61, "played": 52},
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KINDS)
def test_every_kind_of_sentence_says_all_its_numbers(language: str, key: str) -> None:
    """In each language each number stands in the sentence, and no hole is left."""
    narrator = Narrator({**catalogue(language), **catalogue(language, "review")}, language, BySeat("Anna", "Meera"))
    told = narrator.tell(Message(key, KINDS[key]))  # type: ignore[arg-type]
    assert "{" not in told
    assert "why." not in told
    numbers = [str(len(value) if isinstance(value, str) else value) for value in KINDS[key].values()]
    assert all(number in told for number in numbers), told


def test_these_are_all_kinds_there_are() -> None:
    """Every sentence of the catalogue, and no other, is said somewhere in why.py."""
    source = Path(module.__file__ or "").read_text(encoding="utf-8")
    assert set(re.findall(r'"(why\.[a-z.]*[a-z])"', source)) == set(KINDS)
    texts = {key.removesuffix("_one").removesuffix("_other") for key in catalogue("en", "review")}
    assert {key for key in texts if key.startswith("why.")} == set(KINDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_filled_in(language: str) -> None:
    """No hole is left, and no key shows."""
    texts = {**catalogue(language), **catalogue(language, "review")}
    narrator = Narrator(texts, language, BySeat("Anna", "Meera"))
    for verdict, worse in cases(60):
        for message in why(verdict.view, verdict.best, worse):
            told = narrator.tell(message)
            assert "{" not in told
            assert "why." not in told
