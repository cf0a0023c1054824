"""Why: each sentence is true of the position, measured once more from the rules, and none is said without ground."""

from __future__ import annotations

import pytest
from tests.analysis.matches import views

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
    found = parse_position(line)
    assert isinstance(found, View)
    return found


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
