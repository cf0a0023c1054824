"""The generator and the checker of legal actions are separate code: here they are held together (§8–§16)."""

from itertools import combinations_with_replacement as multisets

import pytest
from tests.rules import naive, naive_text
from tests.rules.boards import diverse, features
from tests.rules.mini import graph

from saudagar.notation import parse_action, parse_position
from saudagar.rules import MINI, STANDARD, View, every_action

EVERY = tuple(every_action(STANDARD))
CHUNKS = 8


def disagreements(view: View) -> list[str]:
    """Actions that only one of the two allows, and whatever is generated twice."""
    generated = list(view.legal_actions)
    why_not = view.why_not
    allowed = {action for action in EVERY if why_not(action) is None}
    return [str(action) for action in {*generated} ^ allowed] + ["twice"] * (len(generated) - len({*generated}))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_generator_and_checker_agree_on_every_action(chunk):
    """All 25,499 actions at 200 positions of seeded play, each of another kind; and the naive rules agree."""
    positions = diverse(200)
    assert len({features(position) for position in positions}) == 200
    for position in positions[chunk::CHUNKS]:
        view = position.seen_by(position.turn)
        assert disagreements(view) == [], str(position)
        naively = naive.actions(naive_text.read(str(position), naive.STANDARD))
        assert {str(action) for action in view.legal_actions} == naively, str(position)
        assert view.legal_texts == [str(action) for action in view.legal_actions], str(position)
        assert position.seen_by(position.turn.other).legal_texts == []


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_generator_and_checker_agree_at_more_positions(chunk):
    """All 25,499 actions at 2,400 further positions."""
    for position in diverse(2400, seed=10_000)[chunk::CHUNKS]:
        assert disagreements(position.seen_by(position.turn)) == [], str(position)


def test_the_positions_are_of_all_kinds():
    """The 200 hold all sizes of hand, large herds, rows of exchanges up to the cap, and an empty stock."""
    found = diverse(200)
    hands = {position.hands[position.turn].size for position in found}
    herds = {position.herds[position.turn] for position in found}
    assert hands == set(range(8))
    assert max(herds) >= 8
    assert {position.exchanges for position in found} >= {0, 11, 12}
    assert sum(position.stock.size == 0 for position in found) >= 8
    assert {position.empty_piles for position in found} == {0, 1, 2}


def test_there_are_25_499_actions():
    """6 takes, 1 of all camels, 36 sales, 351 + 1,786 + 6,231 + 17,088 exchanges; counted as texts."""
    pack = naive.STANDARD["pack"]
    texts = ["+K", *("+" + good for good in naive.GOODS)]
    texts += [
        "-" + good * count
        for good in naive.GOODS
        for count in range(naive.STANDARD["least"][good], 8)
        if count <= pack.count(good)
    ]
    assert len(texts) == 1 + 6 + 36
    for size, expected in ((2, 351), (3, 1786), (4, 6231), (5, 17088)):
        takes = ["".join(cards) for cards in multisets(naive.GOODS, size) if naive.within(cards, pack)]
        gives = ["".join(cards) for cards in multisets(naive.LETTERS, size) if naive.within(cards, pack)]
        trades = [f"+{take}-{give}" for take in takes for give in gives if not set(take) & set(give)]
        assert len(trades) == expected
        texts += trades
    assert [str(action) for action in EVERY] == texts
    assert len({*EVERY}) == len(EVERY) == 25_499


def test_every_action_reads_back():
    """Each action is what its text says."""
    assert all(parse_action(str(action)) == action for action in EVERY)


def test_every_action_of_mini_is_legal_somewhere_in_its_graph():
    """None of the 25 is listed in vain: 1 + 2 + 6 + 16."""
    wanted = {str(action) for action in every_action(MINI)}
    assert len(wanted) == 25
    met = {text for state in graph("a").values() for text in naive.actions(state)}
    assert met <= wanted
    assert wanted - met == set()


def test_no_position_met_has_more_than_167_actions():
    """167 is the most; the position that has them is market DDGGS, hand CCPPLL, one camel."""
    line = "DDGGS DDDDGGGGSSSSSCCCCCCPPPPPPLLLLLLLLKKKKKKKKK CCPPLL|- 1|1 0.0.0.0.0.0 "
    best = parse_position(line + "1.1.2.2.2.3.3/4.4.5.5.6.6/8.8.9.10.10 0x0|0x0 a")
    assert len(best.seen_by(best.turn).legal_actions) == 167
    assert disagreements(best.seen_by(best.turn)) == []
