"""The lockstep checks are worth their name: planted in a copy of the kernel, every one of these bugs is caught."""

import pytest
from tests.kernel.directed import boards
from tests.kernel.drivers import DRIVERS
from tests.kernel.lockstep import Lockstep
from tests.kernel.planted import BUGS, SOURCE, grown
from tests.kernel.streams import rejecting_seed

from saudagar.kernel import SplitMix, engine, simulator
from saudagar.rules import MINI, STANDARD

CAUGHT = (AssertionError, ValueError, IndexError, OverflowError)
"""What a wrong kernel may do: say something else, refuse what is legal, or come to numbers that are none."""


@pytest.fixture
def over(monkeypatch):
    """Let the whole package run over the core of a text."""

    def put(text):
        module = grown(text)
        monkeypatch.setattr(engine, "_core", module)
        monkeypatch.setattr(simulator, "_core", module)

    return put


def suite():
    """The lockstep checks of test_lockstep.py in small, cheap ones first; returns how many positions it has seen."""
    seen = 0
    for rules in (MINI, STANDARD):
        run = Lockstep(rules)
        run.round(rejecting_seed(rules), actions=2)
        for position in boards(rules)[::3]:
            run.position(position, SplitMix(1), actions=3, codes=6)
        for position in boards(rules)[:40]:
            run.position(position, SplitMix(2), actions=3, codes=30)
        for seed in range(8 if rules is MINI else 1):
            for driver in DRIVERS:
                run.round(seed, driver, actions=1, codes=3)
        seen += sum(times for (name, *_), times in run.seen.items() if name == "owed")
    return seen


def test_the_copy_without_a_bug_passes(over):
    """The same suite over the text as it is: interpreted, and a thousand positions the same."""
    over(SOURCE)
    assert not engine.compiled()
    assert suite() > 1000


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_planted_bug_is_caught(over, bug):
    """One line changed, and the suite fails."""
    over(bug.planted())
    with pytest.raises(CAUGHT):
        suite()
