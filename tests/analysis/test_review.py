"""Reviews: what is counted, what is marked, and that nothing of them depends on what a seat could not know."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.analysis.matches import match, views

from saudagar.analysis.depth import QUICK, Depth
from saudagar.analysis.judge import Judge
from saudagar.analysis.marks import BANDS, band_of, mark_of
from saudagar.analysis.plain import review_plain
from saudagar.analysis.review import Leak, Review, Uncounted
from saudagar.analysis.reviewer import Cancelled, Progress, analyse
from saudagar.dealers import rng
from saudagar.kernel import Unsuitable
from saudagar.notation import Record, parse_action, parse_position
from saudagar.rules import MINI, STANDARD, Seat, Sell, View, sample_world

GOOD = sorted((Path(__file__).parents[2] / "conformance" / "records" / "good").glob("*.tgn"))
SHALLOW = Depth("shallow", 20, 60)


@pytest.fixture(scope="module")
def review() -> Review:
    """A match of a sensible player and a greedy one, reviewed with few worlds."""
    return analyse(match(1), depth=SHALLOW)


def test_every_decision_is_there_once(review: Review) -> None:
    """As many as the record has moves, each with its seat, its position and what was played."""
    moves = [
        (number, ply, move) for number, rnd in enumerate(match(1).rounds, 1) for ply, move in enumerate(rnd.moves, 1)
    ]
    steps = {(step.round, step.ply): step for step in match(1).replay()}
    assert [(each.round, each.ply) for each in review.decisions] == [(number, ply) for number, ply, _ in moves]
    for decision, (number, ply, move) in zip(review.decisions, moves, strict=True):
        before = steps[number, ply].before
        assert decision.seat is move.seat
        assert decision.played.action == move.action
        assert decision.position == str(before.seen_by(move.seat))  # type: ignore[union-attr]


def test_options_are_sorted_and_hold_what_was_played(review: Review) -> None:
    """Best first, at most five and the one that was played; losses are never below nothing."""
    for decision in review.decisions:
        wins = [option.win for option in decision.options[:5]]
        assert decision.played in decision.options
        assert len(decision.options) <= 6
        assert decision.loss >= 0
        assert decision.best.win - decision.played.win == pytest.approx(decision.loss)
        assert all(0 <= option.win <= 1 for option in decision.options)
        if decision.legal > 6:
            assert wins[0] == max(wins)


def test_a_forced_decision_does_not_count(review: Review) -> None:
    """One legal action is no decision: it is neither counted nor marked."""
    forced = [each for each in review.decisions if each.legal == 1]
    assert all(each.uncounted is Uncounted.FORCED and not each.mark for each in forced)
    assert all(each.uncounted is not Uncounted.FORCED for each in review.decisions if each.legal > 1)


@pytest.mark.parametrize(
    ("loss", "error", "mark"),
    [
        (0.02, 0.001, ""),
        (0.021, 0.001, "?!"),
        (0.05, 0.001, "?!"),
        (0.051, 0.001, "?"),
        (0.10, 0.001, "?"),
        (0.101, 0.001, "??"),
        (0.101, 0.051, ""),
        (0.03, 0.015, ""),
        (0.03, 0.0149, "?!"),
    ],
)
def test_marks_need_a_loss_beyond_doubt(loss: float, error: float, mark: str) -> None:
    """More than 2, 5 or 10 per cent, and more than twice the standard error."""
    assert mark_of(loss, error) == mark


def test_bands_rise_and_are_those_of_the_documentation() -> None:
    """A rate at a limit still has the better name, one above it the next; docs/review.md lists the same limits."""
    names = [name for _, name in BANDS] + ["novice"]
    assert [band_of(0.0)] + [band_of(limit + 1e-9) for limit, _ in BANDS] == names
    assert [band_of(limit) for limit, _ in BANDS] == names[:-1]
    assert [limit for limit, _ in BANDS] == sorted(limit for limit, _ in BANDS)
    told = (Path(__file__).parents[2] / "docs" / "review.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| up to ([0-9.]+) % \|", told, re.MULTILINE)
    assert [(name, float(limit)) for name, limit in rows] == [(name, round(100 * limit, 2)) for limit, name in BANDS]


def test_sums_are_sums(review: Review) -> None:
    """The summary adds up what the decisions and the answers of chance say."""
    for seat in Seat:
        found = review.summary(seat)
        own = [each for each in review.decisions if each.seat is seat]
        counted = [each for each in own if not each.uncounted]
        assert (found.decisions, found.counted) == (len(own), len(counted))
        assert found.loss == pytest.approx(sum(each.loss for each in counted))
        assert found.rate == pytest.approx(max(0, sum(each.fair_loss for each in counted) / len(counted)))
        assert sum(times for _, times in found.marks) == sum(bool(each.mark) for each in own)
        assert sum(loss for _, _, loss in found.leaks) == pytest.approx(found.loss)
    a, b = review.summary(Seat.A), review.summary(Seat.B)
    assert a.luck == pytest.approx(-b.luck)
    assert (a.result or 0) + (b.result or 0) == len(review.rounds)
    assert (a.adjusted or 0) + (b.adjusted or 0) == pytest.approx(len(review.rounds))


def test_the_curve_goes_from_the_deal_to_the_result(review: Review) -> None:
    """A point for the deal and one for every ply; the last is what happened."""
    for rnd in review.rounds:
        assert [point.ply for point in rnd.curve] == list(range(len(rnd.curve)))
        assert rnd.curve[-1].win == rnd.result


def test_the_worst_are_marked_and_sorted(review: Review) -> None:
    """At most three, each of them marked, the costliest first."""
    worst = review.worst()
    assert 0 < len(worst) <= 3
    assert all(each.mark for each in worst)
    assert [each.loss for each in worst] == sorted((each.loss for each in worst), reverse=True)


def test_the_weaker_player_loses_more() -> None:
    """Over three matches a player at random has the higher error rate than a sensible one."""
    rates = {Seat.A: 0.0, Seat.B: 0.0}
    for number in range(2):
        found = analyse(match(10 + number, "heuristic", "random"), depth=QUICK)
        for seat in Seat:
            rates[seat] += found.summary(seat).rate or 0
    assert rates[Seat.B] > 1.2 * rates[Seat.A]


def test_the_number_of_threads_does_not_matter() -> None:
    """The same verdict with one thread as with three."""
    for view in views(4, 3):
        one, three = (Judge(STANDARD, SHALLOW, threads).weigh(view) for threads in (1, 3))
        assert one == three


def test_a_verdict_knows_nothing_hidden() -> None:
    """Worlds that the seat cannot tell apart get the same verdict, whichever of them is true."""
    judge = Judge(STANDARD, SHALLOW)
    for number, view in enumerate(views(6, 4)):
        worlds = [sample_world(view, rng(100 + number * 10 + each)) for each in range(3)]
        verdicts = {str(judge.weigh(world.seen_by(world.turn)).options) for world in worlds}
        assert len(verdicts) == 1


@pytest.mark.parametrize("file", GOOD, ids=lambda file: file.stem)
def test_every_good_record_is_reviewed(file: Path) -> None:
    """Unfinished, resigned, kept by one seat or a spectator: as far as it tells, and JSON can say it."""
    record = Record.load(file)
    try:
        found = analyse(record, depth=QUICK)
    except Unsuitable:
        assert record.ruleset != STANDARD
        return
    keeper = record.keeper
    assert found.reviewed == (tuple(Seat) if keeper is None else (keeper,) if isinstance(keeper, Seat) else ())
    assert {each.seat for each in found.decisions} <= set(found.reviewed)
    assert len(found.rounds) == len(record.rounds)
    plain = review_plain(found)
    assert plain["format"] == 1
    for rnd, told in zip(found.rounds, record.rounds, strict=True):
        assert (rnd.result is None) == (told.ending is None)


def test_a_keepers_record_gives_the_keeper_the_same_review() -> None:
    """What the other seat held changes nothing for the decisions of the seat that kept the record."""
    whole = match(1)
    own = whole.seen_by(Seat.A)
    assert own.keeper is Seat.A
    of_whole = [each for each in analyse(whole, depth=QUICK).decisions if each.seat is Seat.A]
    of_own = list(analyse(own, depth=QUICK).decisions)
    assert [replace(each, hindsight=None) for each in of_whole] == [replace(each, hindsight=None) for each in of_own]


def test_a_review_can_be_broken_off() -> None:
    """Whoever is told of the progress may end it."""
    heard = list[Progress]()

    def told(progress: Progress) -> bool:
        heard.append(progress)
        return progress.done < 3

    with pytest.raises(Cancelled):
        analyse(match(1), depth=QUICK, told=told)
    assert [each.done for each in heard] == [1, 2, 3]
    assert heard[0].of == sum(len(rnd.moves) for rnd in match(1).rounds)


def test_hindsight_is_no_measure_of_skill(review: Review) -> None:
    """It stands beside the loss and never enters it: it knows cards that nobody knew."""
    seen = [each for each in review.decisions if each.hindsight]
    assert seen
    for each in seen:
        assert each.hindsight
        assert each.hindsight.win >= each.hindsight.played - 1e-9
    assert any(each.hindsight and each.hindsight.best != each.best.action for each in seen)


def test_nobody_judges_for_the_seat_that_is_not_to_act() -> None:
    """ValueError, as for players."""
    view = parse_position("CKKKK ?32 C|?? 2|2 2.2.3.1.1.2 ?6/?6/?5 27x6+2|31x5 a")
    assert isinstance(view, View)
    world = sample_world(view, rng(1))
    with pytest.raises(ValueError, match="not to act"):
        Judge(STANDARD, QUICK).weigh(world.seen_by(Seat.B))


def test_small_rules_are_reviewed_or_refused() -> None:
    """The network knows the standard game; of others a review says so, or is made, but never fails in between."""
    record = match(2, "greedy", "random", MINI)
    try:
        assert len(list(analyse(record, depth=QUICK).decisions)) == sum(len(rnd.moves) for rnd in record.rounds)
    except Unsuitable as wrong:
        assert "mini" in str(wrong)


def test_a_winning_sale_not_made_is_a_matter_of_the_ending() -> None:
    """Two piles are empty, the third falls with one sale, and the seat is ahead: all else throws the round away."""
    view = parse_position("SSPPL ?14 LLL|?? 4|2 5.5.4.2.3.6 ?6/?5/?5 67x13+4|40x12+?3 a")
    judged = Judge(STANDARD, SHALLOW).weigh(view, [parse_action("+S")])  # type: ignore[arg-type]
    assert judged.best.action == Sell(parse_action("-LLL").card, 3)  # type: ignore[union-attr]
    assert judged.best.win == 1.0
    from saudagar.analysis.leaks import leak_of

    assert leak_of(judged.view, judged.best, judged.of(parse_action("+S"))) is Leak.ENDING
