"""§13–§15: the hand limit, that there is always something to do, and stalling."""

from dataclasses import replace

from tests.rules.boards import A, B, board, complete, met, trade, why_not

from saudagar.rules import CAMEL, STANDARD, Exchange, Sell, Take, TakeCamels, bundle

STALL = ["+CC-PP", "+LL-GG", "+PP-CC", "+GG-LL"]


def test_no_hand_is_ever_larger_than_seven():
    """§13: after every legal action of 250 positions, whatever the herd."""
    for position in _to_act(250):
        for action in position.seen_by(position.turn).legal_actions:
            assert position.play(action).hands[position.turn].size <= 7, f"{action} {position}"


def test_seven_cards_are_reached_by_taking_and_by_giving_camels():
    """§13: seven itself is allowed."""
    position = board("DGSKP", a="LLLCCC", herds=(1, 0))
    assert complete(position, Take(STANDARD.goods[0])).hands.a.size == 7
    assert position.play(trade("DG", "LK")).hands.a.size == 7


def test_the_camels_of_the_herd_do_not_count():
    """§13: a herd of eleven beside a hand of six leaves room for one more good."""
    position = board("DGSCP", a="LLLLCC", herds=(11, 0))
    assert why_not(position, Take(STANDARD.goods[0])) is None
    assert why_not(position, trade("DG", "LK")) is None


def test_there_is_no_way_to_throw_cards_away():
    """§13: with a full hand the actions are camels, sales and exchanges of goods for goods."""
    position = board("DGKKP", a="LLLCCSS", herds=(5, 0))
    for action in position.seen_by(A).legal_actions:
        assert isinstance(action, Sell | TakeCamels | Exchange), str(action)
        assert not isinstance(action, Exchange) or CAMEL not in action.give, str(action)


def test_there_is_always_an_action_other_than_an_exchange():
    """§14: in 1,500 positions of seeded play."""
    for position in _to_act(1500):
        actions = position.seen_by(position.turn).legal_actions
        assert any(not isinstance(action, Exchange) for action in actions), str(position)


def test_the_proof_that_there_is_always_an_action():
    """§14: camels in the market; else five goods and room; else seven goods of six kinds, one of them twice."""
    assert why_not(board("KDGSC", a="DGSCPLL"), TakeCamels()) is None
    assert why_not(board("DGSCP", a="DGSCPL"), Take(STANDARD.goods[0])) is None
    for twice in "DGSCPL":
        hand = bundle("DGSCPL" + twice)
        position = board("DGSCP", a=str(hand))
        sales = [action for action in position.seen_by(A).legal_actions if isinstance(action, Sell)]
        assert Sell(bundle(twice).kinds[0], 2) in sales


def _stall(position, times):
    for number in range(times):
        position = position.play(_parsed(STALL[number % 4]))
    return position


def _parsed(text):
    take, give = text[1:].split("-")
    return trade(take, give)


def test_exchanges_alone_repeat_the_position_by_the_book():
    """§15: four exchanges of both seats, and every card lies where it lay."""
    start = board("CCLLS", a="PP", b="GG", known=("PP", "GG"))
    after = _stall(start, 4)
    assert replace(after, exchanges=0) == start
    assert after.exchanges == 4


def test_reason_exchange_cap():
    """§15: after twelve exchanges in a row by both seats together, the thirteenth is not allowed."""
    eleven = _stall(board("CCLLS", a="PP", b="GG"), 11)
    assert why_not(eleven, _parsed(STALL[3])) is None
    twelve = _stall(board("CCLLS", a="PP", b="GG"), 12)
    assert why_not(twelve, _parsed(STALL[0])) == "EXCHANGE_CAP"
    assert not any(isinstance(action, Exchange) for action in twelve.seen_by(A).legal_actions)


def test_at_the_cap_one_may_take_and_sell():
    """§14, §15: nobody is left without an action, and each of them opens the exchanges again."""
    twelve = _stall(board("CCLLS", a="PP", b="GG"), 12)
    for action in (Take(STANDARD.goods[2]), Sell(STANDARD.goods[4], 2)):
        assert complete(twelve, action, "K" if isinstance(action, Take) else None).exchanges == 0


def test_taking_camels_opens_the_exchanges_again():
    """§15: a take of camels is a take."""
    position = board("KKDGS", a="PP", b="LL", exchanges=12)
    after = complete(position, TakeCamels(), "CC")
    assert why_not(after, trade("DG", "LL")) is None


def test_the_cap_is_a_number_of_the_ruleset():
    """§15: another ruleset may have another."""
    three = replace(STANDARD, exchange_cap=3)
    position = _stall(board("CCLLS", a="PP", b="GG", rules=three), 3)
    assert why_not(position, _parsed(STALL[3])) == "EXCHANGE_CAP"


def test_a_cap_of_zero_switches_the_rule_off():
    """§15: then the thirteenth exchange is allowed, and the hundredth."""
    book = replace(STANDARD, exchange_cap=0)
    position = _stall(board("CCLLS", a="PP", b="GG", rules=book), 100)
    assert position.exchanges == 100
    assert why_not(position, _parsed(STALL[0])) is None
    assert position.turn is A
    assert position.play(_parsed(STALL[0])).turn is B


def _to_act(count):
    source = (position for position in met() if position.to_act)
    return [next(source) for _ in range(count)]
