"""What a seat is told: the State of docs/design/http.md, built from an allow-list out of a view and public facts."""

from __future__ import annotations

from typing import Any

from ..notation import messages
from ..rules import CAMEL, Audience, Bundle, BySeat, DrewBonus, PlayedRound, Purse, Ruleset, Score, Seat, View
from ..table import Entry, Table, TakenBack


def state(
    table: Table, match_id: str, audience: Audience, mine: list[Seat], players: BySeat[str | None]
) -> dict[str, Any]:
    """Return the State of a match for one audience: everything it may know, nothing else.

    Hidden things cannot get in: of the round only `table.view(audience)` is read, of the log only events as seen by the
    audience.
    """
    match, view = table.match, table.view(audience)
    return {
        "id": match_id,
        "ply": table.ply,
        "audience": str(audience),
        "mine": [seat.value for seat in mine],
        "phase": table.phase.value,
        "seats": {seat.value: {"name": table.names[seat], "player": players[seat]} for seat in Seat},
        "ruleset": ruleset_facts(match.ruleset),
        "match": {
            "seals_to_win": match.seals_to_win,
            "seals": _both(match.seals),
            "round": table.round_number,
            "first": table.first.value,
            "winner": match.winner.value if match.winner else None,
            "resigned": match.resigned.value if match.resigned else None,
        },
        "view": view_facts(view, running=table.to_act is not None),
        "log": [
            {
                "ply": entry.ply,
                "round": entry.round,
                "seat": entry.seat.value if entry.seat else None,
                "messages": _told(entry, audience, match.ruleset),
            }
            for entry in table.log
        ],
        "rounds": [_round(number, played, table) for number, played in enumerate(match.rounds, 1)],
    }


def _told(entry: Entry, audience: Audience, ruleset: Ruleset) -> list[dict[str, Any]]:
    if isinstance(entry.cause, TakenBack) and entry.seat:
        return [{"key": "takeback.done", "params": {"seat": entry.seat.value}}]
    told = [message for event in entry.seen_by(audience) for message in messages(event, ruleset, entry.round)]
    return [{"key": message.key, "params": message.params} for message in told]


def view_facts(view: View, *, running: bool) -> dict[str, Any]:
    """Return a view as JSON values; the turn and the legal actions only while the round is running."""
    acting = running and view.to_act is view.audience
    return {
        "position": str(view),
        "market": _letters(view.market),
        "stock": view.stock,
        "hands": {
            seat.value: {
                "size": view.hand_sizes[seat],
                "known": _letters(view.known[seat]),
                "cards": None if (hand := view.hands[seat]) is None else _letters(hand),
            }
            for seat in Seat
        },
        "herds": _both(view.herds),
        "piles": {good.letter: view.ruleset.tokens_left(good, view.sold[good]) for good in view.ruleset.goods},
        "bonuses": {str(tier): left for tier, left in zip(view.ruleset.tiers, view.bonuses, strict=True)},
        "purses": {seat.value: _purse(view.purses[seat]) for seat in Seat},
        "turn": view.to_act.value if running and view.to_act else None,
        "exchanges": view.exchanges,
        "legal": [str(action) for action in view.legal_actions] if acting else [],
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


def _round(number: int, played: PlayedRound, table: Table) -> dict[str, Any]:
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


def _purse(purse: Purse) -> dict[str, Any]:
    return {"rupees": purse.rupees, "tokens": purse.tokens, "bonuses": purse.bonuses, "hidden": purse.hidden}


def _both(pair: BySeat[int]) -> dict[str, int]:
    return {seat.value: pair[seat] for seat in Seat}


def _letters(cards: Bundle) -> str:
    return str(cards) if cards else ""
