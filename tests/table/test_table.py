"""The table: one command at a time, all of it or nothing, and everything that happened in a log."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest
from tests.table.matches import open_table, play_on, seed, whole_match

from saudagar.dealers import FairDealer, ScriptedDealer
from saudagar.errors import IllegalAction, NotNow, NotYourTurn, RoundOver, SaudagarError, StaleRequest
from saudagar.notation import Record
from saudagar.rules import (
    AUDIENCES,
    MINI,
    SPECTATOR,
    STANDARD,
    Began,
    BySeat,
    Card,
    Dealt,
    DrewBonus,
    Ended,
    Forfeited,
    Match,
    Refilled,
    Resigned,
    Sealed,
    Seat,
    Sell,
    Take,
    TakeCamels,
    Won,
    bundle,
)
from saudagar.table import Phase, Table

A, B = Seat
DEALT = Dealt(bundle("DDKKK"), BySeat(bundle("GGGSS"), bundle("CCCPP")))


def snapshot(table: Table) -> tuple:
    """Everything that a command could change."""
    views = tuple(table.view(audience) for audience in AUDIENCES)
    standing = (table.match, table.ply, table.phase, table.to_act, table.first, table.round_number)
    return (copy.deepcopy(tuple(table.log)), views, standing, str(table.record()))


def scripted(*answers: object, first: Seat | None = A) -> Table:
    """A standard table with one known deal and these answers of chance."""
    return Table(Match(first=first), dealer=ScriptedDealer([DEALT], answers, B))


def test_a_table_starts_with_its_first_deal() -> None:
    """Ply 1 is the deal; the starter is the match's, or drawn by the dealer where the match names none (§7)."""
    table = scripted()
    assert (table.ply, table.phase, table.round_number, table.to_act, table.first) == (1, Phase.PLAY, 1, A, A)
    assert scripted(first=None).to_act is B
    assert Table(dealer=FairDealer(seed(1))).to_act is FairDealer(seed(1)).first()


def test_an_action_returns_what_its_seat_may_know() -> None:
    """The events of a sale for a bonus token hold the value for the seller; the log shows others the tier alone."""
    table = scripted(Refilled(bundle("S")))
    table.act(A, Take(Card.DIAMOND), ply=1, at=7.5)
    assert (table.ply, table.to_act, table.log[-1].at) == (2, B, 7.5)
    table = Table(Match(first=B), dealer=FairDealer(seed(1)))
    while not any(isinstance(event, DrewBonus) for event in table.log[-1].events):
        play_on(table, table.ply, 1)
    entry = table.log[-1]
    (drew,) = (event for event in entry.events if isinstance(event, DrewBonus))
    assert drew.value is not None
    for audience in AUDIENCES:
        (seen,) = (event for event in entry.seen_by(audience) if isinstance(event, DrewBonus))
        assert seen.value == (drew.value if audience is drew.seat else None)
        assert seen.tier == drew.tier


def test_a_deal_is_seen_by_its_own_seat_only() -> None:
    """Each audience learns the market, the camels, and its own goods (§23, §25)."""
    entry = scripted().log[0]
    for audience in AUDIENCES:
        (began,) = entry.seen_by(audience)
        assert isinstance(began, Began)
        assert began.market == DEALT.market
        assert began.camels == BySeat(0, 0)
        assert began.goods == BySeat(*(DEALT.hands[seat] if seat is audience else None for seat in Seat))


REFUSED: dict[str, tuple[Callable[[Table], object], type[SaudagarError]]] = {
    "a stale action": (lambda table: table.act(A, TakeCamels(), ply=0), StaleRequest),
    "an action from the future": (lambda table: table.act(A, TakeCamels(), ply=99), StaleRequest),
    "a stale resignation": (lambda table: table.resign(A, ply=0), StaleRequest),
    "a stale next round": (lambda table: table.next_round(A, ply=0), StaleRequest),
    "the wrong seat": (lambda table: table.act(B, TakeCamels()), NotYourTurn),
    "the wrong seat with an illegal action": (lambda table: table.act(B, Sell(Card.DIAMOND, 7)), NotYourTurn),
    "an illegal action": (lambda table: table.act(A, Take(Card.LEATHER)), IllegalAction),
    "a sale of nothing in hand": (lambda table: table.act(A, Sell(Card.DIAMOND, 2)), IllegalAction),
    "a next round in a round": (lambda table: table.next_round(A), NotNow),
    "a rematch in a match": (lambda table: table.rematch(FairDealer(seed(1))), NotNow),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_command_changes_nothing(name: str) -> None:
    """Whatever is refused leaves table, match, log and record exactly as they were."""
    command, error = REFUSED[name]
    table = scripted(Refilled(bundle("S")))
    before = snapshot(table)
    with pytest.raises(error) as caught:
        command(table)
    assert type(caught.value) is error
    assert snapshot(table) == before
    table.act(A, Take(Card.DIAMOND))
    assert table.ply == 2


def test_an_impossible_answer_of_the_dealer_changes_nothing() -> None:
    """When chance answers what it cannot, the action has not happened."""
    table = scripted(Refilled(bundle("SS")))
    before = snapshot(table)
    with pytest.raises(SaudagarError):
        table.act(A, Take(Card.DIAMOND))
    assert snapshot(table) == before


def test_stale_requests_say_both_plies() -> None:
    """The error tells what the table has and what the command had."""
    with pytest.raises(StaleRequest) as caught:
        scripted().act(A, TakeCamels(), ply=9)
    assert (caught.value.expected, caught.value.found) == (1, 9)


def test_every_ply_accepts_its_own_number_only() -> None:
    """Through a whole match the expected ply is the number of entries, and entries are numbered by it."""
    table = open_table(11, MINI)
    while table.phase is not Phase.MATCH_OVER:
        for wrong in (table.ply - 1, table.ply + 1):
            with pytest.raises(StaleRequest):
                table.resign(A, ply=wrong)
        play_on(table, table.ply, 1)
    assert [entry.ply for entry in table.log] == list(range(1, table.ply + 1))


def test_the_log_only_grows() -> None:
    """What was in the log stays in it, equal and in its place, through rounds, resignation and all."""
    table = open_table(12, MINI, 3)
    kept = table.log
    while table.phase is not Phase.MATCH_OVER and table.ply < 40:
        play_on(table, table.ply, 1)
        assert table.log[: len(kept)] == kept
        assert len(table.log) == len(kept) + 1
        kept = table.log
    with pytest.raises((TypeError, AttributeError)):
        kept[0] = kept[-1]  # type: ignore[index]


@pytest.mark.parametrize("seat", Seat, ids=str)
def test_a_forfeit_ends_the_match_like_a_resignation_and_says_so(seat: Seat) -> None:
    """The other seat wins, the record tells who gave way, and nobody forfeits after the end."""
    table = open_table(13, MINI)
    branch = table.branch()
    assert branch.forfeit(seat, at=3.5) == (Forfeited(seat), Won(seat.other))
    assert (branch.phase, branch.match.winner, branch.log[-1].at) == (Phase.MATCH_OVER, seat.other, 3.5)
    assert branch.record().resigned is seat
    with pytest.raises(NotNow):
        branch.forfeit(seat)
    assert (table.phase, table.ply) == (Phase.PLAY, 1)


@pytest.mark.parametrize("seat", Seat, ids=str)
@pytest.mark.parametrize("phase", [Phase.PLAY, Phase.ROUND_OVER, Phase.MATCH_OVER])
def test_resigning_from_every_phase(phase: Phase, seat: Seat) -> None:
    """Either seat may resign in its turn or out of it, between rounds too, and nobody after the end."""
    table = open_table(13, MINI)
    while table.phase is not phase:
        play_on(table, table.ply, 1)
    if phase is Phase.MATCH_OVER:
        before = snapshot(table)
        with pytest.raises(NotNow):
            table.resign(seat)
        assert snapshot(table) == before
        return
    seals = table.match.seals
    assert table.resign(seat) == (Resigned(seat), Won(seat.other))
    assert (table.phase, table.to_act, table.match.winner) == (Phase.MATCH_OVER, None, seat.other)
    assert table.match.seals == seals
    before = snapshot(table)
    for command in (
        lambda: table.act(A, TakeCamels()),
        lambda: table.act(B, TakeCamels()),
        lambda: table.next_round(A),
        lambda: table.resign(A),
    ):
        with pytest.raises((NotNow, RoundOver)):
            command()
    assert snapshot(table) == before
    assert Record.parse(str(table.record())).resigned is seat


@pytest.mark.parametrize("seals", [1, 2, 3])
@pytest.mark.parametrize("number", range(4))
def test_a_match_ends_the_moment_its_seals_are_reached(seals: int, number: int) -> None:
    """Rounds go on until one seat has its seals; losers start, each round ends with a seal, the last with a winner."""
    table = whole_match(number, MINI, seals)
    match = table.match
    assert max(match.seals) == seals
    assert min(match.seals) < seals
    assert match.winner is not None
    for before, after in zip(match.rounds, match.rounds[1:], strict=False):
        seal = match.seal_of(before)
        assert after.first is (seal.other if seal else before.first.other)
    assert match.seal_of(match.rounds[-1]) is match.winner
    ends = [entry for entry in table.log if any(isinstance(event, Ended) for event in entry.events)]
    assert len(ends) == len(match.rounds)
    for entry in ends:
        assert sum(isinstance(event, Sealed) for event in entry.events) == 1
    assert [event for entry in table.log for event in entry.events if isinstance(event, Won)] == [Won(match.winner)]
    assert table.log[-1].events[-1] == Won(match.winner)


def test_between_rounds_nobody_acts() -> None:
    """After a round, actions of both seats meet a round that is over; either seat may ask for the next."""
    table = open_table(14, MINI)
    while table.phase is Phase.PLAY:
        play_on(table, table.ply, 1)
    assert table.to_act is None
    for seat in Seat:
        with pytest.raises(RoundOver):
            table.act(seat, TakeCamels())
        again = copy.deepcopy(table)
        (began,) = again.next_round(seat, ply=table.ply)
        assert isinstance(began, Began)
        assert (again.phase, again.round_number) == (Phase.PLAY, 2)


@pytest.mark.parametrize("first", Seat, ids=str)
def test_a_rematch_is_started_by_the_other_seat(first: Seat) -> None:
    """Same rules, length and names, none of the seals, and whoever started the first match comes second."""
    table = Table(Match(MINI, 3, first), dealer=FairDealer(seed(2)), names=BySeat("Anna", "Meera"))
    table.resign(A)
    again = table.rematch(FairDealer(seed(3)), at=5.0)
    assert again.match == Match(MINI, 3, first.other)
    assert (again.first, again.names, again.ply, again.log[0].at) == (first.other, table.names, 1, 5.0)


def test_a_table_cannot_open_on_a_match_that_is_over() -> None:
    """NotNow for a match that somebody has won."""
    with pytest.raises(NotNow):
        Table(Match().resign(A), dealer=FairDealer(seed(1)))


def test_what_a_spectator_sees_is_what_both_seats_see() -> None:
    """Everything a spectator is told is told to both seats too: the spectator is never a third, better seat."""
    table = whole_match(5, STANDARD, 1)
    for entry in table.log:
        for event, a, b in zip(entry.seen_by(SPECTATOR), entry.seen_by(A), entry.seen_by(B), strict=True):
            if isinstance(event, Began):
                assert event.goods == BySeat(None, None)
            elif isinstance(event, DrewBonus):
                assert event.value is None
                assert [seen.value is None for seen in (a, b)].count(True) == 1
            else:
                assert event == a == b


def test_a_match_begun_elsewhere_goes_on_without_a_record() -> None:
    """A table may continue a match after its first round; of rounds it has not seen it cannot tell a record (NotNow)."""
    begun = whole_match(0, MINI, 3).match
    table = Table(Match(MINI, 3, begun.rounds[0].first, begun.rounds[:1]), dealer=FairDealer(seed(4)))
    assert (table.round_number, table.first) == (2, Match(MINI, 3, None, begun.rounds[:1]).next_starter)
    with pytest.raises(NotNow, match="not played at this table"):
        table.record()
    assert play_on(table, 4).match.over
