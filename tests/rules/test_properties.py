"""What holds for every position: conservation, symmetry, round trips, exact chances."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.boards import STYLES, walk
from tests.rules.naive_text import mirrored

from saudagar.dealers import rng
from saudagar.notation import parse_action, parse_chance, parse_position
from saudagar.notation.action import chance_text
from saudagar.rules import (
    AUDIENCES,
    CAMEL,
    GOODS,
    MINI,
    SIX_EACH,
    SPECTATOR,
    STANDARD,
    Exchange,
    Purse,
    Round,
    Seat,
    Sell,
    TakeCamels,
    View,
    bundle,
    every_action,
    problems,
    propose,
    sample_world,
)
from saudagar.rules.actions import given as given_by
from saudagar.rules.actions import taken
from saudagar.rules.chance import refills

examples = settings(max_examples=100, deadline=None, derandomize=True)


@st.composite
def positions(draw, rulesets=(STANDARD, STANDARD, SIX_EACH, MINI)):
    """A position of seeded play: any style, any moment, owed chance and the end included."""
    rules, style, seed = draw(st.sampled_from(rulesets)), draw(st.sampled_from(STYLES)), draw(st.integers(0, 10**6))
    place = draw(st.integers(0, 70))
    return [*islice(walk(seed, style, rules), place + 1)][-1]


def swapped(value):
    """The same round or view with the seats changed over."""
    pairs = ("hands", "known", "herds", "purses") + (("hand_sizes",) if isinstance(value, View) else ())
    changes = {name: type(getattr(value, name))(*reversed([*getattr(value, name)])) for name in pairs}
    changes["turn"] = value.turn.other
    if isinstance(value, View):
        changes["audience"] = value.audience if value.audience is SPECTATOR else value.audience.other
        if hasattr(value.owed, "seat"):
            changes["owed"] = replace(value.owed, seat=value.owed.seat.other)
    return replace(value, **changes)


def following(position):
    """A few of the positions one step on."""
    if position.owed:
        return [(answer, position.resolve(answer)) for answer, _ in position.outcomes()[:5]]
    actions = list(position.seen_by(position.turn).legal_actions)
    return [(action, position.play(action)) for action in actions[:: max(1, len(actions) // 5)]]


@examples
@given(positions())
def test_no_card_is_ever_lost_or_made(position):
    """§1: market, stock, hands, herds and sold cards are the pack, before and after every step."""
    for each in [position, *(after for _, after in following(position))]:
        cards = Counter("".join(map(str, (*each.market, *each.stock, *each.sold, *each.hands.a, *each.hands.b))))
        cards[str(int(CAMEL))] += sum(each.herds)
        assert cards == Counter("".join(map(str, each.ruleset.pack))), str(each)


@examples
@given(positions())
def test_no_token_is_ever_lost_or_made(position):
    """§2, §3: 38 goods tokens worth 130 rupees and 18 bonus tokens are on the piles or in the purses."""
    rules = position.ruleset
    for each in [position, *(after for _, after in following(position))]:
        left = [token for good in rules.goods for token in rules.tokens[good][each.sold[good] :]]
        assert len(left) + sum(purse.tokens for purse in each.purses) == sum(map(len, rules.tokens)), str(each)
        assert sum(left) + sum(purse.rupees for purse in each.purses) == sum(map(sum, rules.tokens)), str(each)
        bonuses = Counter(value for pile in each.bonuses for value in pile)
        bonuses += Counter(value for purse in each.purses for value in purse.bonuses)
        assert bonuses == Counter(value for _, pile in rules.bonuses for value in pile), str(each)
        assert problems(each) == [], str(each)


@examples
@given(positions())
def test_somebody_can_always_do_something_but_exchange(position):
    """§14: unless the round is over or chance is owed."""
    actions = list(position.seen_by(position.turn).legal_actions)
    assert any(not isinstance(action, Exchange) for action in actions) == (position.to_act is not None), str(position)


@examples
@given(positions())
def test_the_seats_are_alike(position):
    """§5–§26: changing the seats over commutes with actions, chance, results, views and position lines."""
    other = swapped(position)
    assert str(other) == mirrored(str(position))
    for audience in AUDIENCES:
        view = position.seen_by(audience)
        theirs = other.seen_by(audience if audience is SPECTATOR else audience.other)
        assert swapped(view) == theirs, str(position)
        assert str(theirs) == mirrored(str(view))
        assert list(view.legal_actions) == list(theirs.legal_actions), str(position)
    for step, after in following(position):
        assert swapped(after) == (other.resolve(step) if position.owed else other.play(step)), f"{step} {position}"
    if position.result:
        winner = position.result.winner
        assert other.result.winner is (winner.other if winner else None), str(position)
        assert [*other.result.scores] == [*position.result.scores][::-1], str(position)


@examples
@given(positions())
def test_a_round_and_all_its_views_read_back_from_their_lines(position):
    """The line says everything: the truth, and for each audience exactly what it knows."""
    assert parse_position(str(position), position.ruleset) == position
    for audience in AUDIENCES:
        view = position.seen_by(audience)
        assert parse_position(str(view), position.ruleset) == view, str(view)


@examples
@given(positions())
def test_what_is_known_is_in_the_hand(position):
    """§24."""
    assert all(position.known[seat] <= position.hands[seat] for seat in Seat), str(position)


@examples
@given(positions())
def test_the_chances_of_all_answers_add_up_to_one(position):
    """§6: every answer once, none impossible; and each reads back from its text."""
    outcomes = position.outcomes()
    assert sum(chance for _, chance in outcomes) == (1 if position.owed else 0), str(position)
    assert all(chance > 0 for _, chance in outcomes)
    assert len({answer for answer, _ in outcomes}) == len(outcomes)
    assert all(parse_chance(chance_text(answer)) == answer for answer, _ in outcomes)


@examples
@given(st.text("DGSCPLK", min_size=3, max_size=8), st.integers(1, 3))
def test_the_chance_of_a_refill_is_that_of_physical_cards(letters, count):
    """§8: counted out over every choice of cards that can be told apart."""
    drawn = Counter("".join(sorted(cards)) for cards in combinations(letters, count))
    found = {"".join(sorted(str(answer.cards))): chance for answer, chance in refills(bundle(letters), count)}
    assert found == {cards: Fraction(times, drawn.total()) for cards, times in drawn.items()}


@examples
@given(positions(), st.sampled_from(AUDIENCES), st.integers(0, 10**6))
def test_a_sampled_world_looks_the_same_to_its_audience(position, audience, seed):
    """§23–§26: whatever is drawn for the hidden part, the audience cannot tell, and the round is sound."""
    view = position.seen_by(audience)
    world = sample_world(view, rng(seed))
    assert isinstance(world, Round)
    assert world.seen_by(audience) == view, str(view)
    assert problems(world) == [], str(world)


@examples
@given(st.sampled_from([*every_action(STANDARD)]), st.randoms(use_true_random=False))
def test_letters_of_an_action_may_come_in_any_order(action, shuffle):
    """The notation sorts; whoever types need not."""
    text = str(action)
    parts = []
    for part in text.replace("-", " -").split():
        cards = list(part.strip("+-"))
        shuffle.shuffle(cards)
        parts.append(part[0] + "".join(cards))
    assert parse_action("".join(parts)) == action
    assert parse_action("".join(reversed(parts))) == action


def test_every_action_is_what_its_two_sides_propose():
    """propose(taken, given) gives the action back, for every action of every ruleset."""
    for rules in (STANDARD, MINI):
        for action in every_action(rules):
            take = bundle("K") if isinstance(action, TakeCamels) else taken(action)
            assert propose(take, given_by(action)) == action
            assert parse_action(str(action)) == action


@examples
@given(positions(rulesets=(STANDARD,)))
def test_tokens_are_taken_from_the_top(position):
    """§11: of every legal sale, the tokens are the next of the pile, never more than cards."""
    for action in position.seen_by(position.turn).legal_actions:
        if isinstance(action, Sell):
            sold = position.sold[action.card]
            pile = STANDARD.tokens[GOODS.index(action.card)]
            assert position.tokens_for(action) == pile[sold : sold + action.count], f"{action} {position}"


@examples
@given(positions(rulesets=(STANDARD,)))
def test_the_truth_is_never_hidden_from_itself(position):
    """§26: purses of the true round know all their values; closed ones know as many tiers."""
    for purse in position.purses:
        closed = purse.closed(STANDARD)
        assert purse.hidden == ()
        assert closed == Purse(purse.rupees, purse.tokens, (), closed.hidden)
        assert len(closed.hidden) == len(purse.bonuses)
