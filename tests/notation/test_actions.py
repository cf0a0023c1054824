"""The text of actions and of chance: one written form each, and nothing else is read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saudagar.errors import NotationError
from saudagar.notation import parse_action, parse_chance
from saudagar.notation.action import chance_text
from saudagar.rules import (
    MINI,
    SIX_EACH,
    STANDARD,
    BonusDrawn,
    Bundle,
    Card,
    Exchange,
    Reason,
    Refilled,
    Ruleset,
    Sell,
    Take,
    TakeCamels,
    bundle,
    every_action,
)

BUNDLES = st.lists(st.integers(0, 4), min_size=7, max_size=7).map(lambda counts: Bundle(tuple(counts)))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("+D", Take(Card.DIAMOND)),
        ("+L", Take(Card.LEATHER)),
        ("+K", TakeCamels()),
        ("+DG-KP", Exchange(bundle("DG"), bundle("KP"))),
        ("-DDD", Sell(Card.DIAMOND, 3)),
        ("-L", Sell(Card.LEATHER, 1)),
        ("-K", Sell(Card.CAMEL, 1)),
    ],
)
def test_the_four_kinds_of_sentence(text: str, action: object) -> None:
    """A plus brings cards to my side, a minus takes them away; `+K` means all the camels."""
    assert parse_action(text) == action


@pytest.mark.parametrize(
    ("spelling", "canonical"),
    [("+GD-PK", "+DG-PK"), ("-KP+GD", "+DG-PK"), ("+SC-KK", "+SC-KK"), ("-KK+CS", "+SC-KK"), ("+LPC-KKK", "+CPL-KKK")],
)
def test_any_order_is_read_and_one_is_written(spelling: str, canonical: str) -> None:
    """Letters and sides may stand in any order; what is written is sorted as DGSCPLK, taken cards first."""
    assert str(parse_action(spelling)) == canonical
    assert parse_action(canonical) == parse_action(spelling)


@pytest.mark.parametrize("ruleset", [STANDARD, SIX_EACH, MINI], ids=lambda rules: rules.name)
def test_every_action_is_read_back(ruleset: Ruleset) -> None:
    """`parse_action(str(action)) == action` for each action of the ruleset, and no two share a text."""
    actions = list(every_action(ruleset))
    texts = [str(action) for action in actions]
    assert [parse_action(text) for text in texts] == actions
    assert len(set(texts)) == len(texts)


def test_the_standard_game_has_25499_actions() -> None:
    """6 takes, 1 for camels, 36 sales and 25,456 exchanges: a number known before the program was written."""
    actions = list(every_action(STANDARD))
    kinds = [type(action) for action in actions]
    assert [kinds.count(kind) for kind in (Take, TakeCamels, Sell, Exchange)] == [6, 1, 36, 25_456]


@given(take=BUNDLES, give=BUNDLES)
@settings(max_examples=60)
def test_exchanges_of_any_bundles_are_read_back(take: Bundle, give: Bundle) -> None:
    """Whatever is taken and given, legal somewhere or nowhere, the text of it means it again."""
    if take and give:
        assert parse_action(str(Exchange(take, give))) == Exchange(take, give)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("-CP", Reason.SELL_ONE_KIND),
        ("+DG", Reason.TAKE_ONE_GOOD),
        ("+DD", Reason.TAKE_ONE_GOOD),
        ("+DK", Reason.TAKE_GOODS_AND_CAMELS),
        ("+KK", Reason.CAMELS_ALL_TOGETHER),
    ],
)
def test_a_wish_that_no_action_expresses_names_its_rule(text: str, reason: Reason) -> None:
    """Text that the rules forbid whatever the position is says which rule that is."""
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert caught.value.reason == reason.name
    assert reason.sentence in str(caught.value)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("+", 1),
        ("-", 1),
        ("+D-", 3),
        ("+D+G", 2),
        ("-D-G", 2),
        ("D", 0),
        ("+d", 1),
        ("+DX", 2),
        ("+D G", 2),
        ("+D\n", 2),
        ("+D-K/S", 4),
        ("+Ḋ", 1),
        ("−D", 0),  # a minus sign that is no hyphen
    ],
)
def test_what_is_no_sentence_says_where_it_stops_being_one(text: str, position: int) -> None:
    """A NotationError keeps the text, and the index at which reading it failed."""
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert caught.value.text == text
    if position:
        assert 0 < caught.value.position <= position
    assert caught.value.reason is None


@given(st.text(max_size=40) | st.text(alphabet="+-DGSCPLK/?. ", max_size=12))
def test_any_text_is_an_action_or_a_notation_error(text: str) -> None:
    """Nothing but a NotationError comes out of text that is no action, and what is read is written the same again."""
    try:
        action = parse_action(text)
    except NotationError:
        return
    assert parse_action(str(action)) == action


def test_long_text_is_refused_in_a_short_message() -> None:
    """A megabyte of letters is no reason for a megabyte of message."""
    with pytest.raises(NotationError) as caught:
        parse_action("+" + "D" * 1_000_000)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("S", Refilled(bundle("S"))),
        ("PGD", Refilled(bundle("DGP"))),
        ("KK", Refilled(bundle("KK"))),
        ("", Refilled(bundle())),
        ("4", BonusDrawn(4)),
        ("10", BonusDrawn(10)),
        ("?", None),
    ],
)
def test_chance_is_cards_a_value_or_unknown(text: str, answer: object) -> None:
    """After the slash stand the cards laid, the bonus value, `?` where it is unknown, or nothing when none is left."""
    assert parse_chance(text) == answer


@pytest.mark.parametrize("text", ["0", "04", "100", "4S", "S4", "-", "x", "??", "s", " ", "٤", "-1"])
def test_other_chance_is_no_sentence(text: str) -> None:
    """Numbers from 1 to 99 without leading zeros, and the seven letters, are all there is."""
    with pytest.raises(NotationError):
        parse_chance(text)


@given(BUNDLES)
@settings(max_examples=40)
def test_refills_are_read_back(cards: Bundle) -> None:
    """The cards of a refill are written as their letters and read back, none of them as nothing at all."""
    assert parse_chance(chance_text(Refilled(cards))) == Refilled(cards)


@given(st.integers(1, 99))
def test_bonus_values_are_read_back(value: int) -> None:
    """A bonus value is written as its digits."""
    assert chance_text(BonusDrawn(value)) == str(value)
    assert parse_chance(str(value)) == BonusDrawn(value)


@given(st.text(max_size=12))
def test_any_text_is_chance_or_a_notation_error(text: str) -> None:
    """Nothing but a NotationError comes out of text that is no answer of chance."""
    try:
        answer = parse_chance(text)
    except NotationError:
        return
    assert parse_chance(chance_text(answer)) == answer
