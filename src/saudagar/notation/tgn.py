"""Reading and writing `.tgn` files: TOML documents, one match each (docs/notation.md)."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from datetime import date
from typing import Any

from ..errors import NotationError, RecordError
from ..rules import CAMEL, RULESETS, Bundle, BySeat, Ending, Ruleset, Seat, bundle
from .action import parse_action, parse_chance
from .annotation import Annotation, parse_annotation
from .lines import Lines
from .proof import FIELDS, Proof
from .record import DealtHand, Move, Points, Record, RoundRecord, Unknown
from .replay import replay, result_text

VERSION = 1
LIMIT = 300_000
"""Bytes that a record may have; a long match has about ten thousand."""
_MOVE = re.compile(r"(?P<seat>[ab]) (?P<action>[^ /]+)(?P<chance>/[^ ]*)?(?: (?P<note>.*))?", re.DOTALL)
_MATCH = ("tgn", "ruleset", "seals", "players", "date", "result", "resigned", "round")
_DEPTH = 32
"""How deep a user's own fields may be nested; a TOML reader's memory grows with the square of a dotted key."""
_LONG_KEY = re.compile(
    rf"""(?<![\w-])(?:(?:[\w-]++|"(?:\\.|[^"\\\n])*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{_DEPTH}}}""",
    re.ASCII,
)
_ROUND = ("first", "market", "deal", "moves", "end", "herds", "score", "proof")


def read_tgn(data: bytes) -> Record:
    """Return the record in a file's bytes after replaying it. RecordError with line, round and ply otherwise."""
    if len(data) > LIMIT:
        raise RecordError(f"a record has at most {LIMIT:,} bytes, this has {len(data):,}")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as wrong:
        line = data[: wrong.start].count(b"\n") + 1
        raise RecordError("this is not UTF-8 text", line=line) from None
    if long_key := _LONG_KEY.search(text):
        line = text.count("\n", 0, long_key.start()) + 1
        raise RecordError("this is nested too deeply for a record", line=line)
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        found = re.search(r"at line (\d+)", str(wrong))
        line = int(found[1]) if found else text.count("\n") + 1
        raise RecordError(f"this is not TOML: {wrong}", line=line) from None
    except ValueError as wrong:
        raise RecordError(f"this is not TOML: {wrong}") from None  # a number of thousands of digits
    except RecursionError:
        raise RecordError("this is nested too deeply for a record") from None
    try:
        record = _Reader(document).record()
        replay(record)
    except RecordError as wrong:
        raise wrong.at_line(Lines(text).of(wrong)) from None
    return record


class _Reader:
    """Turns a TOML document into a record; every complaint names the field."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.round: int | None = None

    def fail(self, message: str, key: str | None = None, ply: int | None = None) -> RecordError:
        return RecordError(f"{key}: {message}" if key else message, round=self.round, ply=ply, field=key)

    def record(self) -> Record:
        document = self.document
        if document.get("tgn") != VERSION or isinstance(document.get("tgn"), bool):
            raise self.fail(f"a record starts with tgn = {VERSION}", "tgn")
        own = self.own(document, _MATCH)
        ruleset = self.ruleset()
        seals = document.get("seals", 2)
        if isinstance(seals, bool) or seals not in (1, 2, 3):
            raise self.fail("a match is won by 1, 2 or 3 seals", "seals")
        players = document.get("players", ["A", "B"])
        if not _strings(players, 2):
            raise self.fail("two names are wanted", "players")
        day = document.get("date")
        if day is not None and type(day) is not date:
            raise self.fail("a date like 2026-11-30 is wanted", "date")
        rounds = document.get("round", [])
        if not isinstance(rounds, list) or not rounds or not all(isinstance(each, dict) for each in rounds):
            raise self.fail("at least one [[round]] is wanted")
        winner, standing = self.result()
        resigned = document.get("resigned")
        if resigned not in (None, "a", "b"):
            raise self.fail('"a" or "b" is wanted', "resigned")
        return Record(
            ruleset=ruleset,
            seals_to_win=seals,
            players=BySeat(*players),
            day=day,
            rounds=tuple(self.one_round(number, each, ruleset) for number, each in enumerate(rounds, 1)),
            resigned=Seat(resigned) if resigned else None,
            winner=winner,
            seals=standing,
            own=own,
        )

    def own(self, table: dict[str, Any], fields: tuple[str, ...]) -> Mapping[str, object]:
        for key, value in table.items():
            if key not in fields and not key.startswith("_"):
                raise self.fail("no such field; a field of your own starts with _", key)
            if key.startswith("_"):
                self.keepable(key, value)
        return {key: value for key, value in table.items() if key.startswith("_")}

    def keepable(self, key: str, value: object) -> None:
        """Refuse what could not be written again: values nested too deeply, numbers beyond 64 bits."""
        layer = [value]
        for _ in range(_DEPTH):
            if any(type(each) is int and not -(2**63) <= each < 2**63 for each in layer):
                raise self.fail("a whole number has at most 64 bits", key)
            layer = [inner for each in layer for inner in _inside(each)]
            if not layer:
                return
        raise self.fail("this is nested too deeply for a record", key)

    def ruleset(self) -> Ruleset:
        said = self.document.get("ruleset")
        known = {ruleset.id: ruleset for ruleset in RULESETS.values()}
        if not isinstance(said, str) or said not in known:
            raise self.fail(f"known are {', '.join(known)}, not {said!r}", "ruleset")
        return known[said]

    def result(self) -> tuple[Seat | None, BySeat[int]]:
        found = re.fullmatch(r"([ab*]) ([0-3])-([0-3])", str(self.document.get("result", "")), re.ASCII)
        if not found:
            raise self.fail('a result like "a 2-1", or "* 1-0" while nobody has won, is wanted', "result")
        return None if found[1] == "*" else Seat(found[1]), BySeat(int(found[2]), int(found[3]))

    def one_round(self, number: int, table: dict[str, Any], ruleset: Ruleset) -> RoundRecord:
        self.round = number
        own = self.own(table, _ROUND)
        first, moves = table.get("first"), table.get("moves")
        deal: Any = table.get("deal")
        if first not in ("a", "b"):
            raise self.fail('"a" or "b" is wanted', "first")
        if not _strings(deal, 2):
            raise self.fail("the cards dealt to both seats are wanted, as two texts", "deal")
        if not isinstance(moves, list) or not _strings(moves, len(moves)):
            raise self.fail("a list of texts is wanted", "moves")
        ending = table.get("end")
        if ending not in (None, *(each.value for each in Ending)):
            raise self.fail(f"one of {', '.join(each.value for each in Ending)} is wanted", "end")
        return RoundRecord(
            first=Seat(first),
            market=self.cards(table.get("market"), "market"),
            deal=BySeat(*(self.hand(text, ruleset) for text in deal)),
            moves=tuple(self.move(text, ply) for ply, text in enumerate(moves, 1)),
            ending=Ending(ending) if ending else None,
            herds=self.herds(table.get("herds")),
            points=self.points(table.get("score")),
            own=own,
            proof=self.proof(table.get("proof")),
        )

    def proof(self, value: object) -> Proof | None:
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise self.fail("a proof is written under [[round.proof]], one table an attempt", "proof")
        try:
            return Proof(tuple(value))
        except ValueError as wrong:
            raise self.fail(str(wrong), "proof") from None

    def cards(self, text: object, key: str) -> Bundle:
        if not isinstance(text, str):
            raise self.fail("a text of card letters is wanted", key)
        try:
            return bundle("" if text == "-" else text)
        except ValueError as wrong:
            raise self.fail(str(wrong), key) from None

    def hand(self, text: str, ruleset: Ruleset) -> DealtHand:
        unknown = text.count("?")
        cards = self.cards(text.replace("?", ""), "deal")
        if cards.size + unknown != ruleset.deal:
            raise self.fail(f"each seat is dealt {ruleset.deal} cards, not {text!r}", "deal")
        if cards[CAMEL] > ruleset.pack[CAMEL]:
            raise self.fail("more camels than the pack has", "deal")
        return DealtHand(cards, unknown)

    def move(self, text: str, ply: int) -> Move:
        found = _MOVE.fullmatch(text)
        if not found:
            raise self.fail(f'a move like "a +D/S" is wanted, not {text!r}', ply=ply)
        try:
            action = parse_action(found["action"])
            chance: Any = None
            if found["chance"] is not None:
                chance = parse_chance(found["chance"][1:]) or Unknown()
            note = parse_annotation(found["note"]) if found["note"] else Annotation()
        except NotationError as wrong:
            raise RecordError(str(wrong), round=self.round, ply=ply, reason=wrong.reason) from None
        return Move(Seat(found["seat"]), action, chance, note)

    def herds(self, value: object) -> BySeat[int] | None:
        if value is None:
            return None
        if not isinstance(value, list) or len(value) != 2 or not all(type(each) is int for each in value):
            raise self.fail("two numbers are wanted", "herds")
        return BySeat(*value)

    def points(self, value: object) -> BySeat[Points] | None:
        if value is None:
            return None
        found = [re.fullmatch(r"(\d{1,3})\+(\d{1,3})\+(\d)", str(each), re.ASCII) for each in _list(value)]
        if len(found) != 2 or not all(found):
            raise self.fail('two scores like "40+7+5" (goods, bonus, camel token) are wanted', "score")
        return BySeat(*(Points(int(each[1]), int(each[2]), int(each[3])) for each in found if each))


def _inside(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _strings(value: object, count: int) -> bool:
    return isinstance(value, list) and len(value) == count and all(isinstance(each, str) for each in value)


def write_tgn(record: Record) -> str:
    """Return the record as TOML text, one move a line; `Record.parse` gives back an equal record."""
    lines = [f"tgn = {VERSION}", f"ruleset = {_toml(record.ruleset.id)}", f"seals = {record.seals_to_win}"]
    lines.append(f"players = {_toml([*record.players])}")
    if record.day:
        lines.append(f"date = {record.day.isoformat()}")
    lines.append(f"result = {_toml(result_text(record.winner, record.seals))}")
    if record.resigned:
        lines.append(f"resigned = {_toml(record.resigned.value)}")
    lines += [f"{_key(key)} = {_toml(value)}" for key, value in record.own.items()]
    for rnd in record.rounds:
        lines += ["", "[[round]]", f"first = {_toml(rnd.first.value)}", f"market = {_toml(str(rnd.market))}"]
        lines.append(f"deal = {_toml([str(hand) for hand in rnd.deal])}")
        lines += ["moves = [", *(f"  {_toml(str(move))}," for move in rnd.moves), "]"]
        if rnd.ending and rnd.herds and rnd.points:
            lines += [f"end = {_toml(rnd.ending.value)}", f"herds = {_toml([*rnd.herds])}"]
            lines.append(f"score = {_toml([str(points) for points in rnd.points])}")
        lines += [f"{_key(key)} = {_toml(value)}" for key, value in rnd.own.items()]
        for attempt in rnd.proof.attempts if rnd.proof else ():
            lines += ["", "[[round.proof]]", *(f"{key} = {_toml(attempt[key])}" for key in FIELDS)]
    return "\n".join(lines) + "\n"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key, re.ASCII) else _toml(key)


def _toml(value: object) -> str:
    """Write one value; TOML's basic strings are JSON's, but for the delete character and the half surrogates."""
    if isinstance(value, bool | int):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join(_toml(each) for each in value)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_key(key)} = {_toml(each)}' for key, each in value.items())}}}"
    if isinstance(value, float):
        return repr(value)
    isoformat = getattr(value, "isoformat", None)
    if isoformat is None:
        raise TypeError(f"a record cannot hold {value!r}")
    return str(isoformat())
