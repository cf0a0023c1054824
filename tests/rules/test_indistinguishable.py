"""What an audience is told depends on nothing that it may not know (§23–§26).

The hidden part of a position is dealt anew, as the audience cannot tell it apart from the truth; then everything that
is derived for that audience must be the same to the byte: a leak anywhere shows as a difference.
"""

from collections import Counter
from dataclasses import fields, replace
from itertools import islice

import msgspec
import pytest
from tests.rules.boards import met

from saudagar.dealers import rng
from saudagar.errors import IllegalAction
from saudagar.notation import messages, reason_message
from saudagar.rules import (
    AUDIENCES,
    MINI,
    STANDARD,
    Bonus,
    BonusDrawn,
    BySeat,
    Dealt,
    Round,
    Seat,
    bundle,
    every_action,
    sample_world,
)
from saudagar.rules.events import of_action, of_answer, of_deal
from saudagar.server.state import view_facts

SECRECY = {
    "ruleset": "public",
    "market": "public",
    "stock": "secret",  # its size is public
    "hands": "seat",  # their sizes are public
    "known": "public",
    "herds": "public",
    "sold": "public",
    "bonuses": "secret",  # how many there are is public
    "purses": "seat",  # goods tokens and tiers are public, the values of bonus tokens are not
    "turn": "public",
    "exchanges": "public",
    "bonus_due": "public",
}
"""Who may know a field of the true round: everybody, its seat, nobody."""
ASKED = {rules: list(every_action(rules))[:: 700 if rules is STANDARD else 5] for rules in (STANDARD, MINI)}
PARTS = 8
STATES_IN_A_PART = 420
assert PARTS * STATES_IN_A_PART * len(AUDIENCES) >= 10_000


def told(position, audience):
    """Everything that is derived for one audience, as bytes."""
    view = position.seen_by(audience)
    refusals = [(action, view.why_not(action)) for action in ASKED[position.ruleset]]
    examples = {reason: action for action, reason in refusals if reason}
    texts = {
        reason: (str(IllegalAction(action, reason, view)), reason_message(reason, position.ruleset).params)
        for reason, action in examples.items()
    }
    reasons = [(str(action), reason and (reason.name, texts[reason])) for action, reason in refusals]
    legal = [str(action) for action in view.legal_actions]
    facts = view_facts(view, running=view.to_act is not None)
    return view, msgspec.json.encode([str(view), str(view.unseen), legal, reasons, facts])


def heard(events, position, audience):
    """Events as an audience hears them, with the sentences that are made of them."""
    seen = [event.seen_by(audience) for event in events]
    said = [[m.key, m.params] for event in seen for m in messages(event, position.ruleset, 1)]
    return repr(seen), msgspec.json.encode(said)


def states(part):
    """States of seeded play in every style, a tenth of them of MINI."""
    yield from islice(met(seed=100 * part), 7, 7 + STATES_IN_A_PART * 9 // 10)
    yield from islice(met(seed=100 * part, rules=MINI), STATES_IN_A_PART - STATES_IN_A_PART * 9 // 10)


@pytest.mark.parametrize("part", range(PARTS))
def test_everything_told_is_the_same_in_a_world_dealt_anew(part):
    """10,080 states and audiences in all parts; public fields stay, and the hidden ones did change."""
    source, changed, pairs = rng(part), Counter(), 0
    for position in states(part):
        for audience in AUDIENCES:
            world = sample_world(position.seen_by(audience), source)
            assert told(world, audience) == told(position, audience), f"{audience}: {position} / {world}"
            differing = {name for name in SECRECY if getattr(world, name) != getattr(position, name)}
            assert {SECRECY[name] for name in differing} <= {"seat", "secret"}, f"{audience}: {position} / {world}"
            changed.update(differing)
            pairs += 1
    assert pairs == STATES_IN_A_PART * len(AUDIENCES)
    assert changed.keys() == {name for name, who in SECRECY.items() if who != "public"}
    assert min(changed.values()) > 10


@pytest.mark.parametrize("part", range(PARTS))
def test_everything_heard_is_the_same_in_a_world_dealt_anew(part):
    """One step on, where both worlds can take it: the events, the sentences made of them, and the view after it."""
    source, steps = rng(1000 + part), Counter()
    found = list(states(part))
    for position in [position for position in found if isinstance(position.owed, Bonus)] + found[:100]:
        for audience in AUDIENCES:
            world = sample_world(position.seen_by(audience), source)
            for step, other in common_steps(position, world, audience):
                after, elsewhere = advanced(position, step), advanced(world, other)
                if after.over:
                    continue  # bonus values are open now, and those may differ
                assert heard(happened(position, step, after), position, audience) == heard(
                    happened(world, other, elsewhere), world, audience
                ), f"{audience} {step}: {position} / {world}"
                assert elsewhere.seen_by(audience) == after.seen_by(audience), (
                    f"{audience} {step}: {position} / {world}"
                )
                steps[type(step).__name__, step == other] += 1
    assert len(steps) == 7, steps
    assert steps["BonusDrawn", False] > 0


def common_steps(position, world, audience):
    """Pairs of steps that this audience cannot tell apart, in the truth and in the other world."""
    if isinstance(position.owed, Bonus) and audience is not position.turn:
        theirs = [answer for answer, _ in world.outcomes()]
        return [(answer, theirs[-1]) for answer, _ in position.outcomes()]
    if position.owed:
        theirs = {answer for answer, _ in world.outcomes()}
        return [(answer, answer) for answer, _ in position.outcomes() if answer in theirs][:6]
    actions = list(position.seen_by(position.turn).legal_actions)
    view = world.seen_by(world.turn)
    return [(action, action) for action in actions[:3] + actions[3::7] if view.why_not(action) is None]


def advanced(position, step):
    return position.resolve(step) if position.owed else position.play(step)


def happened(before, step, after):
    return of_answer(before, step, after) if before.owed else of_action(before, step, after)


def test_every_field_of_a_round_is_classified():
    """A new field has to be put into the table above, and so into the tests of this file."""
    assert {field.name for field in fields(Round)} == SECRECY.keys()


def test_a_dealt_hand_is_heard_by_its_seat_alone():
    """§24: two deals that differ in B's goods and in the stock sound the same to A and to a spectator, not to B."""
    deals = [Dealt(bundle("KKKDC"), BySeat(bundle("GGSKK"), bundle(cards))) for cards in ("LLPPK", "SSDCK")]
    heard_by = {}
    for audience in AUDIENCES:
        starts = [(Round.start(STANDARD, Seat.A, dealt), dealt) for dealt in deals]
        heard_by[audience] = len({heard(of_deal(start, dealt), start, audience) for start, dealt in starts})
    assert [*heard_by.values()] == [1, 2, 1]


def test_a_leak_would_be_seen():
    """The comparison is not blind: a changed market, herd, known card or own bonus makes a difference."""
    position = next(p for p in met(seed=5) if p.to_act and all(purse.bonuses for purse in p.purses) and p.known.a)
    audience = position.turn
    for changes in (
        {"herds": BySeat(position.herds.a + 1, position.herds.b)},
        {"known": BySeat(bundle(), position.known.b)},
        {"exchanges": position.exchanges + 1},
        {"market": position.market - bundle([next(iter(position.market))])},
        {"purses": position.purses.but(audience, position.purses[audience].with_bonus(3))},
    ):
        assert told(replace(position, **changes), audience) != told(position, audience), changes


def test_a_bonus_drawn_by_another_sounds_the_same_whatever_it_is():
    """§26: of all values of the pile."""
    owed = next(p for p in met(seed=9) if isinstance(p.owed, Bonus))
    values = {answer.value for answer, _ in owed.outcomes()}
    assert len(values) > 1
    for audience, different in ((owed.turn, len(values)), (owed.turn.other, 1), (AUDIENCES[2], 1)):
        afters = {value: owed.resolve(BonusDrawn(value)) for value in values}
        sounds = {heard(of_answer(owed, BonusDrawn(v), after), owed, audience) for v, after in afters.items()}
        assert len(sounds) == different
        assert len({told(after, audience) for after in afters.values()}) == different
