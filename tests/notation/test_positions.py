"""Position lines: read back as they are written, and refused in words where they cannot be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.table.matches import whole_match

from saudagar.errors import ImpossiblePosition, NotationError, SaudagarError
from saudagar.notation import parse_position
from saudagar.rules import AUDIENCES, MINI, STANDARD, Bonus, Round, Ruleset, Seat, Sell, View, bundle

# The three lines by which DESIGN introduced the notation: one position, as it is and as each seat knows it.
TRUTH = "CKKKK DDDDGGGGSSSCCCCCPPPPPPLLLLLLLKKK C|PL 2|2 2.2.3.1.1.2 1.1.2.2.3.3/4.4.5.5.6.6/8.8.9.10.10 27x6+2|31x5 a"
LINES = {
    "opening": "DDKKK DDDDGGGSSSSCCCCCPPPPPPLLLLLLLLLLKKKKKKKK GGGSS|CCCPP 0|0 0.0.0.0.0.0 "
    "1.1.2.2.2.3.3/4.4.5.5.6.6/8.8.9.10.10 0x0|0x0 b",
    "opening as a sees it": "DDKKK ?40 GGGSS|????? 0|0 0.0.0.0.0.0 ?7/?6/?5 0x0|0x0 b",
    "opening as nobody at the table sees it": "DDKKK ?40 ?????|????? 0|0 0.0.0.0.0.0 ?7/?6/?5 0x0|0x0 b",
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES.keys())
def test_a_line_is_written_as_it_was_read(line: str) -> None:
    """`str(parse_position(line)) == line` for a line in its canonical form."""
    assert str(parse_position(line)) == line


def test_the_fields_of_a_view() -> None:
    """Question marks are what this audience does not know; the owner of the open hand is the audience."""
    view = parse_position(LINES["opening as a sees it"])
    assert isinstance(view, View)
    assert view.audience is Seat.A
    assert view.market == bundle("DDKKK")
    assert (view.stock, view.hand, view.hand_sizes.b, view.turn) == (40, bundle("GGGSS"), 5, Seat.B)
    assert view.bonuses == (7, 6, 5)
    assert view.to_act is Seat.B


@pytest.mark.parametrize("ruleset", [STANDARD, MINI], ids=lambda rules: rules.name)
def test_every_position_of_a_match_is_read_back(ruleset: Ruleset) -> None:
    """`parse_position(str(x), ruleset) == x` for the truth and every audience's view, with chance owed and answered."""
    record = whole_match(0, ruleset, 2).record()
    owed = set()
    for step in record.replay():
        assert isinstance(step.before, Round)
        for position in (step.before, step.before.play_unchecked(step.action), step.after):
            assert parse_position(str(position), ruleset) == position
            owed.add(type(position.owed))
            for audience in AUDIENCES:
                view = position.seen_by(audience)
                assert parse_position(str(view), ruleset) == view
    assert len(owed) == 3, "a refill, a bonus token and nothing must have been owed"


def test_an_owed_bonus_token_stands_behind_a_slash() -> None:
    """After a sale of three its token is owed: `/3`, read back as the same debt of the same seat."""
    sale = parse_position(LINES["opening"].replace("GGGSS|CCCPP", "CCCPP|GGGSS").replace(" b", " a")).play(
        Sell(bundle("C").kinds[0], 3)
    )
    assert str(sale).endswith(" a /3")
    assert parse_position(str(sale)).owed == Bonus(Seat.A, 3)


def opening(**changed: str) -> str:
    """The opening with some of its fields replaced."""
    names = ["market", "stock", "hands", "herds", "sold", "bonuses", "purses", "turn"]
    fields = dict(zip(names, LINES["opening"].split(), strict=True))
    return " ".join({**fields, **changed}.values())


@pytest.mark.parametrize(
    "line",
    [
        "",
        "DDKKK",
        LINES["opening"] + " x0",
        LINES["opening"] + " x1 x1",
        LINES["opening"] + " /0",
        LINES["opening"] + " /3 x1",
        LINES["opening"] + " y",
        LINES["opening"] + " x",
        LINES["opening"] + " x1234",
        LINES["opening"] + " @a",
        LINES["opening as a sees it"] + " @c",
        LINES["opening as a sees it"] + " @b",
        LINES["opening as a sees it"] + " x1 /3 @a more",
        opening(turn="c"),
        opening(turn="A"),
        opening(market="DDKKX"),
        opening(market="ddkkk"),
        opening(hands="GGGSS"),
        opening(hands="GGGSS|CCCPP|-"),
        opening(hands="|"),
        opening(hands=".GGGSS|CCCPP"),
        opening(hands="-.GGGSS|CCCPP"),
        opening(hands="G.G.GSS|CCCPP"),
        opening(hands="GGG??|CCCPP"),
        opening(hands="?????|CCCPP"),
        opening(herds="0"),
        opening(herds="-1|0"),
        opening(herds="0|٤"),
        opening(sold="0.0.0.0.0"),
        opening(sold="0.0.0.0.0.0.0"),
        opening(sold="0.0.0.x.0.0"),
        opening(bonuses="?7/?6/?5"),
        opening(bonuses="1.1.2.2.2.3.3//8.8.9.10.10"),
        opening(purses="0x0"),
        opening(purses="0|0"),
        opening(purses="0x0+|0x0"),
        opening(purses="0x0+?3|0x0"),
        opening(purses="0x0+?3+3|0x0"),
        opening(stock="?40"),
        opening(stock="?"),
        opening(stock="?4x"),
    ],
)
def test_what_is_no_line_is_refused(line: str) -> None:
    """NotationError where the words of a line cannot be read; it keeps the line."""
    with pytest.raises(NotationError) as caught:
        parse_position(line)
    assert caught.value.text == line


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (opening(market="DDDKK"), "the pack is"),
        (opening(hands="GGGSK|CCCPP"), "the pack is"),
        (opening(market="DDKKKK"), "the market has 6 cards"),
        (opening(hands="GGGSSDDD|CCCPP"), "seat a holds 8 cards"),
        (opening(herds="9|0"), "the pack is"),
        (opening(sold="1.0.0.0.0.0"), "the sales brought 7 rupees in 1 goods tokens"),
        (opening(purses="5x1|0x0"), "the sales brought 0 rupees"),
        (opening(purses="0x0+7|0x0"), "no bonus token is worth 7"),
        (opening(purses="0x0+3|0x0"), "the bonus tokens for 3 cards"),
        (opening(bonuses="1.1/4/8"), "the bonus tokens for 3 cards"),
        (opening(bonuses="1.1"), "there are 3 bonus piles"),
        (LINES["opening"] + " x13", "13 exchanges in a row, the cap is 12"),
        (LINES["opening"] + " /6", "there is no bonus pile for 6 cards"),
        (opening(market="DDKK", stock="DDDDGGGSSSSCCCCCPPPPPPLLLLLLLLLLKKKKKKKKK") + " /3", "never owed together"),
        (LINES["opening as a sees it"].replace("?40", "?39"), "no full round"),
        (LINES["opening as a sees it"].replace("GGGSS", "GGGGGGG"), "more cards than the pack"),
        (LINES["opening as a sees it"].replace("|?????", "|??????"), "no full round"),
        (
            LINES["opening as a sees it"].replace("0x0|0x0", "0x0|0x0+?3+?3+?3+?3+?3+?3+?3+?3"),
            "bonus tokens of 3 cards",
        ),
        (LINES["opening as a sees it"].replace("0x0|0x0", "0x0+10+10+10|0x0"), "are worth 10"),
        (LINES["opening as a sees it"].replace("0x0|0x0", "0x0|0x0+?9"), "no full round"),
        (LINES["opening as a sees it"].replace("?7", "?8"), "bonus tokens left of 3 cards"),
        (LINES["opening as a sees it"] + " x99", "99 exchanges in a row"),
    ],
)
def test_what_cannot_be_is_refused_with_every_problem(line: str, problem: str) -> None:
    """ImpossiblePosition, with its problems in words and the line at the end, where a line contradicts the pack."""
    with pytest.raises(ImpossiblePosition) as caught:
        parse_position(line)
    assert any(problem in told for told in caught.value.problems), caught.value.problems
    assert caught.value.line == line
    assert str(caught.value).endswith("]")


def test_a_view_without_an_owner_needs_one_named() -> None:
    """Where two audiences see the same line, `@` says whose it is; without it the line is no sentence."""
    line = "DDKKK ?40 -|????? 5|0 0.0.0.0.0.0 ?7/?6/?5 0x0|0x0 b"
    with pytest.raises(NotationError, match="add @a, @b or @"):
        parse_position(line)
    for audience in ("a", "*"):
        view = parse_position(f"{line} @{audience}")
        assert str(view) == f"{line} @{audience}"
        assert isinstance(view, View)
        assert str(view.audience) == audience
    with pytest.raises(NotationError):
        parse_position(f"{line} @b")


WORDS = st.sampled_from([word for line in LINES.values() for word in line.split()]) | st.text(
    alphabet="DGSCPLK?.|/+x-0123456789@ab", max_size=12
)


@given(st.text(max_size=60) | st.lists(WORDS, min_size=7, max_size=11).map(" ".join))
@settings(max_examples=400)
def test_any_text_is_a_position_or_an_error_of_ours(text: str) -> None:
    """Nothing but NotationError and ImpossiblePosition comes out of any text, and what is read is read back."""
    try:
        position = parse_position(text)
    except (NotationError, ImpossiblePosition):
        return
    assert parse_position(str(position)) == position


@given(st.data())
@settings(max_examples=400)
def test_a_line_with_one_letter_changed_is_a_position_or_an_error_of_ours(data: st.DataObject) -> None:
    """A slip of the finger in a real line never raises anything else either."""
    line = data.draw(st.sampled_from([*LINES.values(), TRUTH]))
    place = data.draw(st.integers(0, len(line) - 1))
    sign = data.draw(st.sampled_from("DGSCPLK?.|/+x-0123456789@ab "))
    test_any_text_is_a_position_or_an_error_of_ours.hypothesis.inner_test(line[:place] + sign + line[place + 1 :])


@pytest.mark.parametrize("field", range(8))
@pytest.mark.parametrize("filler", ["D", "?", "9", "0.", "|", "+?3", "/"])
def test_huge_fields_are_refused_quickly_and_shortly(field: int, filler: str) -> None:
    """A field of 100,000 signs gives an error of ours with a message that fits on a screen."""
    words = LINES["opening as a sees it"].split()
    words[field] = filler * (100_000 // len(filler))
    with pytest.raises(SaudagarError) as caught:
        parse_position(" ".join(words))
    assert isinstance(caught.value, NotationError | ImpossiblePosition)
