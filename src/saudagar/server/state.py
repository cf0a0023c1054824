"""What a seat is told: the State of docs/design/http.md, built from an allow-list out of a view and public facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ..notation import messages
from ..rules import CAMEL, SEATS, Audience, Bundle, BySeat, DrewBonus, PlayedRound, Purse, Ruleset, Score, Seat, View
from ..table import Entry, Table, TakenBack
from .clock import Clock
from .sitting import new_match
from .store import Rated

if TYPE_CHECKING:
    from .room import Room


def told(room: Room, audience: Audience, mine: list[Seat]) -> msgspec.Raw:
    """Return the State of a match as JSON; worked out once for all who are told the same, where no time runs in it."""
    if room.dealings.terms is not None or room.dealings.deadline is not None or room.now.table is None:
        return msgspec.Raw(msgspec.json.encode(state(room, audience, mine)))
    whom = audience, tuple(mine)
    return room.cache.state(whom, room.now, room.presence, lambda: common(room), lambda: own(room, audience, mine))


def state(room: Room, audience: Audience, mine: list[Seat]) -> dict[str, Any]:
    """Return the State of a match for one audience: everything it may know, nothing else.

    Hidden things cannot get in: of the round only `table.view(audience)` is read, of the log only events as seen by the
    audience, of the dealing only its public side.
    """
    return {**common(room), **own(room, audience, mine)}


def common(room: Room) -> dict[str, Any]:
    """Return the fields of a State that are alike for everybody: what may be shown to anybody at all."""
    now = room.now
    table, match = now.table, now.match
    standing = table.match if table else new_match(match)
    return {
        "id": match.id,
        "ply": now.ply,
        "step": now.step,
        "phase": now.phase,
        "seats": {seat.value: {"name": match.names[seat], "player": match.players[seat]} for seat in SEATS},
        "ruleset": room.cache.ruleset(standing.ruleset),
        "match": {
            "seals_to_win": standing.seals_to_win,
            "seals": _both(standing.seals),
            "round": table.round_number if table else 1,
            "first": table.first.value if table else None,
            "winner": standing.winner.value if standing.winner else None,
            "resigned": standing.resigned.value if standing.resigned else None,
        },
        "online": match.online,
        "ended": now.ended,
        "may_abort": now.may_abort,
        "present": {seat.value: _present(room, seat) for seat in SEATS},
        "watchers": room.news.watchers,
        "rated": match.rated,
        "ratings": _ratings(now.rated) if now.rated else None,
        "clock": _clock(room),
        "dealing": _dealing(room),
        "voids": now.handshake.voids,
        "rematch": {"offered": [seat.value for seat in now.offered], "id": match.rematch if match.online else None},
        "takeback": {"asked": now.asks_back.value if now.asks_back else None, "declined": now.kept},
        "said": [
            {"step": note.step, "seat": note.seat.value, "phrase": note.data}
            for note in now.notes
            if note.kind == "say" and note.seat
        ][-8:],
        "rounds": room.cache.rounds(table) if table else [],
    }


def own(room: Room, audience: Audience, mine: list[Seat]) -> dict[str, Any]:
    """Return the fields of a State that depend on who is told it."""
    now = room.now
    table = now.table
    return {
        "audience": str(audience),
        "mine": [seat.value for seat in mine],
        "view": room.cache.view(table, audience, running=now.to_act is not None) if table else None,
        "log": room.cache.log(table, audience) if table else [],
    }


def _present(room: Room, seat: Seat) -> bool | None:
    if not room.match.online or room.match.guests[seat] is None:
        return None
    return room.news.present(seat) or (None if room.shared else False)


def _clock(room: Room) -> dict[str, Any] | None:
    terms = room.dealings.terms
    if terms is None:
        return None
    at = room.time
    clock = room.now.clock or Clock.new(terms, at)
    left = {seat.value: int(clock.left_at(seat, at, room.elapsed) * 1000) for seat in Seat}
    running = clock.running.value if clock.running else None
    return {**msgspec.to_builtins(terms), "left": left, "running": running}


def _ratings(rated: Rated) -> dict[str, Any]:
    return {
        seat.value: {
            "before": round(rated.before[seat]),
            "after": round(rated.after[seat]),
            "deviation": round(rated.deviation[seat]),
            "matches": rated.matches[seat],
        }
        for seat in SEATS
    }


def _dealing(room: Room) -> dict[str, Any] | None:
    handshake = room.now.handshake
    if handshake.last is None:
        return None
    terms = handshake.last.dealing.terms
    deadline = room.dealings.deadline
    return {
        **handshake.last.dealing.public(),
        "round": terms.round,
        "attempt": terms.attempt,
        "left": None if deadline is None else max(0, int((deadline - room.time) * 1000)),
        "chooser": handshake.chooser.value if handshake.chooser else None,
        "may_win": handshake.may_win,
    }


def log_facts(entry: Entry, audience: Audience, ruleset: Ruleset) -> dict[str, Any]:
    """Return a line of the log as JSON values, as an audience may know it."""
    return {
        "ply": entry.ply,
        "round": entry.round,
        "seat": entry.seat.value if entry.seat else None,
        "messages": _told(entry, audience, ruleset),
    }


def _told(entry: Entry, audience: Audience, ruleset: Ruleset) -> list[dict[str, Any]]:
    if isinstance(entry.cause, TakenBack) and entry.seat:
        key = "takeback.done" if entry.cause.plies == 2 else "takeback.agreed"
        return [{"key": key, "params": {"seat": entry.seat.value}}]
    told = [message for event in entry.seen_by(audience) for message in messages(event, ruleset, entry.round)]
    return [{"key": message.key, "params": message.params} for message in told]


def view_facts(view: View, *, running: bool) -> dict[str, Any]:
    """Return a view as JSON values; the turn and the legal actions only while the round is running."""
    return {**open_facts(view, running=running), **own_facts(view, running=running)}


def open_facts(view: View, *, running: bool) -> dict[str, Any]:
    """Return what lies open on the table, alike in all views of it."""
    sold = view.sold.counts
    return {
        "market": _letters(view.market),
        "stock": view.stock,
        "herds": _both(view.herds),
        "piles": {good.letter: view.ruleset.tokens_left(good, sold[good]) for good in view.ruleset.goods},
        "bonuses": {str(tier): left for tier, left in zip(view.ruleset.tiers, view.bonuses, strict=True)},
        "turn": view.to_act.value if running and view.to_act else None,
        "exchanges": view.exchanges,
    }


def own_facts(view: View, *, running: bool) -> dict[str, Any]:
    """Return what differs between the views of a table."""
    return {
        "position": str(view),
        "hands": {
            "a": _hand(view.hand_sizes.a, view.known.a, view.hands.a),
            "b": _hand(view.hand_sizes.b, view.known.b, view.hands.b),
        },
        "purses": {"a": _purse(view.purses.a), "b": _purse(view.purses.b)},
        "legal": view.legal_texts if running and view.to_act is view.audience else [],
    }


def ruleset_facts(rules: Ruleset) -> dict[str, Any]:
    """Return the numbers of a ruleset as JSON values."""
    return {
        "id": rules.id,
        "name": rules.name,
        "hand_limit": rules.hand_limit,
        "market_size": rules.market_size,
        "smallest_exchange": rules.smallest_exchange,
        "exchange_cap": rules.exchange_cap,
        "camel_token": rules.camel_token,
        "piles_to_end": rules.piles_to_end,
        "pack": {card.letter: rules.pack[card] for card in (*rules.goods, CAMEL)},
        "smallest_sale": {good.letter: rules.smallest_sale[good] for good in rules.goods},
        "tokens": {good.letter: rules.tokens[good] for good in rules.goods},
        "bonuses": {str(tier): pile for tier, pile in rules.bonuses},
    }


def round_facts(number: int, played: PlayedRound, table: Table) -> dict[str, Any]:
    """Return how a finished round of a table ended as JSON values."""
    result = played.result
    # The round is over, so bonus values are open to everybody (§26).
    events = [event for entry in table.log if entry.round == number for event in entry.events]
    drawn = [event for event in events if isinstance(event, DrewBonus)]
    seal = table.match.seal_of(played)
    return {
        "winner": result.winner.value if result.winner else None,
        "seal": seal.value if seal else None,
        "ending": result.ending.value,
        "decided_by": result.decided_by.value,
        "first": played.first.value,
        "herds": _both(result.herds),
        "scores": {
            seat.value: {
                **_score(result.scores[seat]),
                "bonus_values": sorted(event.value or 0 for event in drawn if event.seat is seat),
            }
            for seat in Seat
        },
    }


def _score(score: Score) -> dict[str, Any]:
    return {
        "goods": score.goods,
        "bonus": score.bonus,
        "camel": score.camel,
        "total": score.total,
        "bonus_tokens": score.bonus_tokens,
        "goods_tokens": score.goods_tokens,
    }


def _hand(size: int, known: Bundle, cards: Bundle | None) -> dict[str, Any]:
    return {"size": size, "known": _letters(known), "cards": None if cards is None else _letters(cards)}


def _purse(purse: Purse) -> dict[str, Any]:
    return {"rupees": purse.rupees, "tokens": purse.tokens, "bonuses": purse.bonuses, "hidden": purse.hidden}


def _both(pair: BySeat[int]) -> dict[str, int]:
    return {"a": pair.a, "b": pair.b}


def _letters(cards: Bundle) -> str:
    return str(cards) if cards else ""
