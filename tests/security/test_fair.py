"""Fair dealing, tests FAIR-1 to FAIR-4: uniform, of 256 bits, checkable by anybody, and with rules for every abort."""

from __future__ import annotations

import ast
import json
import math
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dealers.naive_jd1 import FILE, cases, written
from tests.dealers.proven import NAMES, bits, dealt, proven_record, unopened
from tests.table.matches import any_action

from saudagar import dealers
from saudagar.cli.verify import judge
from saudagar.dealers import Dealing, ProvenDealer, Terms, Transcript, rng, shuffle
from saudagar.dealers.jd1 import DealingRefused, Leaf, Phase, Tree, Void, check_attempts, client_commitment
from saudagar.dealers.jd1.hashing import canonical
from saudagar.errors import RecordError
from saudagar.notation import Proof, Record
from saudagar.notation.deals import exported
from saudagar.rules import MINI, STANDARD, Card, Match, Seat
from saudagar.table import Table

TERMS = Terms("m", 1, NAMES, STANDARD.id)
ROOT = Path(__file__).parents[2]


# ------------------------------------------------------------------------------------------------ FAIR-1: uniform


def p_value(chi: float, freedom: int) -> float:
    """The chance of a χ² as large as this or larger, by Wilson and Hilferty."""
    z = ((chi / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / math.sqrt(2 / (9 * freedom))
    return math.erfc(z / math.sqrt(2)) / 2


def chi_square(seen: Counter[object], expected: dict[object, float]) -> float:
    assert set(seen) <= set(expected)
    return sum((seen[what] - count) ** 2 / count for what, count in expected.items())


@pytest.mark.parametrize("deals", [40_000, pytest.param(1_000_000, marks=pytest.mark.long)], ids=["quick", "long"])
def test_fair_1_deals_are_uniform(deals: int) -> None:
    """χ² of card × place, of neighbouring cards, of the orders of each bonus pile and of who begins: 0.001 < p < 0.999."""
    places, pairs, firsts = Counter[object](), Counter[object](), Counter[object]()
    orders = {tier: Counter[object]() for tier in STANDARD.tiers}
    for number in range(deals):
        order = shuffle(bits("FAIR-1", number), STANDARD)
        places.update(enumerate(order.deck))
        pairs.update([order.deck[:2]])
        firsts[order.first] += 1
        for tier, pile in order.bonuses.items():
            orders[tier][pile] += 1
    count = {card: STANDARD.pack[card] - 3 * (card is Card.CAMEL) for card in Card}
    # Cards at one place exclude those at another: the sum has 51 × 6 degrees of freedom after scaling by 51/52.
    chi = chi_square(places, {(place, card): deals * count[card] / 52 for place in range(52) for card in Card})
    found = {"places": p_value(chi * 51 / 52, 51 * 6)}
    two = {(x, y): deals * count[x] * (count[y] - (x is y)) / (52 * 51) for x in Card for y in Card}
    found["pairs"] = p_value(chi_square(pairs, two), len(two) - 1)
    for tier, pile in STANDARD.bonuses:
        ways = math.factorial(len(pile)) // math.prod(math.factorial(pile.count(value)) for value in set(pile))
        assert len(orders[tier]) == ways
        chi = sum((seen - deals / ways) ** 2 / (deals / ways) for seen in orders[tier].values())
        found[f"bonus {tier}"] = p_value(chi, ways - 1)
    found["first"] = p_value(chi_square(firsts, dict.fromkeys(Seat, deals / 2)), 1)
    assert all(0.001 < p < 0.999 for p in found.values()), found


# ------------------------------------------------------------------------------------------- FAIR-2: where chance is from


def test_fair_2_the_dealing_path_imports_no_random() -> None:
    """No module of the dealers imports `random` or `uuid` or the time; the only source of chance is `secrets`."""
    sources = sorted(Path(dealers.__file__).parent.rglob("*.py"))
    assert len(sources) > 12
    imported = set[str]()
    for path in sources:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.split(".")[0] for alias in node.names}
            if isinstance(node, ast.ImportFrom) and not node.level:
                imported.add((node.module or "").split(".")[0])
    assert not imported & {"random", "uuid", "time", "numpy", "os"}
    assert "secrets" in imported


def test_fair_2_secrets_have_256_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The secret of a dealing is 32 new bytes of the system's, each time others; shorter ones are refused."""
    made = [Dealing.begin(TERMS).secret for _ in range(50)]
    assert {len(secret or b"") for secret in made} == {32}
    assert len(set(made)) == 50
    with pytest.raises(DealingRefused, match="256 bits"):
        Dealing.begin(TERMS, bytes(16))


# --------------------------------------------------------------------------------------------- FAIR-3: checked by anybody


def node() -> str:
    """Node.js, or a skip where there is none: the front end's own tests run the verifier there too."""
    found = shutil.which("node")
    if not found:
        pytest.skip("no Node.js")
    return found


def by_javascript(path: Path) -> tuple[int, str]:
    words = [node(), str(ROOT / "web" / "verify" / "verify.mjs"), str(path)]
    ran = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=False, timeout=60)
    return ran.returncode, ran.stdout + ran.stderr


def proved(record: Record) -> bool:
    return all(each["proof"] and not each["problems"] for each in judge(record))


def test_fair_3_the_vectors_are_what_the_third_telling_says() -> None:
    """conformance/jd1.json follows from hashlib and hmac alone."""
    assert FILE.read_text(encoding="utf-8") == written()


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_fair_3_the_package_agrees_with_the_vectors(case) -> None:
    """Hashes, key, deck, bonus piles, starter, root, proofs: names beyond ASCII, control characters, zero, attempt 2."""
    told = Transcript.from_dict(case["attempt"])
    assert told.to_dict() == case["attempt"]
    assert told.check() == []
    assert (told.terms.hash.hex(), told.key.hex(), told.hash) == (case["terms_hash"], case["key"], case["hash"])
    assert "".join(card.letter for card in told.order.deck) == case["deck"]
    assert {str(tier): list(pile) for tier, pile in told.order.bonuses.items()} == case["bonuses"]
    assert told.order.first.value == case["first"]
    tree = Tree(told.key, told.order)
    for leaf in case["leaves"]:
        assert tree.leaf(leaf["place"]).to_dict() == leaf
        assert Leaf.from_dict(leaf).root == told.root


@pytest.mark.parametrize("case", cases()[:4], ids=lambda case: case["id"])
def test_fair_3_any_byte_of_a_transcript_counts(case) -> None:
    """Each single character of each field changed: refused, or found wrong."""
    attempt = case["attempt"]
    for name, value in attempt.items():
        for index, text in enumerate(value if isinstance(value, list) else [value]):
            for place in range(len(text)):
                other = text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]
                changed = [*value[:index], other, *value[index + 1 :]] if isinstance(value, list) else other
                try:
                    wrong = Transcript.from_dict({**attempt, name: changed}).check()
                except DealingRefused:
                    continue
                assert wrong, (name, place)


def test_fair_3_every_card_is_proved_live() -> None:
    """All 52 cards and 18 tokens lead to the root; another card, place, salt or path does not."""
    dealing = dealt(TERMS)
    deck = [card.letter for card in dealing.order.deck]
    leaves = [dealing.leaf(place) for place in range(70)]
    assert [leaf.thing for leaf in leaves[:52]] == deck
    for leaf in leaves:
        assert leaf.root == dealing.root
        assert Leaf.from_dict(json.loads(json.dumps(leaf.to_dict()))) == leaf
        for wrong in (
            replace(leaf, thing="D" if leaf.thing != "D" else "G"),
            replace(leaf, place=(leaf.place + 1) % 70),
            replace(leaf, salt=bytes(32)),
            replace(leaf, path=leaf.path[:-1]),
            replace(leaf, path=(*leaf.path, bytes(32))),
        ):
            assert wrong.root != dealing.root
    assert len({leaf.salt for leaf in leaves}) == 70


@pytest.mark.parametrize("number", range(4))
def test_fair_3_python_and_javascript_prove_a_match(number: int, tmp_path: Path) -> None:
    """A whole match, written and read again, is proved by both; one seat's own record of it too."""
    record = proven_record(number, STANDARD) if number < 2 else proven_record(number)
    assert Record.parse(str(record)) == record
    for each in (record, record.seen_by(Seat.A)):
        assert proved(each), judge(each)
        path = tmp_path / "deals.json"
        path.write_bytes((canonical(exported(each)) + "\n").encode())
        code, said = by_javascript(path)
        assert (code, said.count("proved (attempt")) == (0, len(record.rounds)), said


@pytest.mark.parametrize("seat", Seat, ids=str)
def test_fair_3_a_starter_is_drawn_or_stands_in_the_terms(seat: Seat, tmp_path: Path) -> None:
    """A chosen starter is proved by both if the terms name it; if they do not, only the one that was drawn."""
    for agreed in (seat, None):
        dealing = dealt(Terms("m", 1, NAMES, MINI.id, first=agreed))
        table = Table(Match(MINI, 1, seat), dealer=ProvenDealer(dealing), names=NAMES)
        while table.to_act:
            table.act(table.to_act, any_action(table.view(table.to_act), rng(1)))
        record = table.record()
        proof = Proof((dealing.reveal().transcript().to_dict(),))
        record = replace(record, rounds=(replace(record.rounds[0], proof=proof),))
        right = seat in (agreed, dealing.order.first)
        path = tmp_path / "deals.json"
        path.write_bytes((canonical(exported(record)) + "\n").encode())
        assert (proved(record), by_javascript(path)[0] == 0) == (right, right)
    for wrong in ("c", 1, None):
        with pytest.raises(DealingRefused):
            Terms.parse(canonical({**json.loads(str(TERMS)), "first": wrong}))


def test_fair_3_a_tampered_record_is_not_proved() -> None:
    """Each character of the market, the hands and the proofs of a .tgn changed: not read, or not proved."""
    text = str(proven_record(2))
    lines = text.splitlines(keepends=True)
    keys = ("market", "deal", "terms", "server", "clients", "nonces", "absent", "secret", "root", "void", "protocol")
    tried = 0
    for index, line in enumerate(lines):
        if not line.startswith(keys):
            continue
        for place in range(line.index("=") + 1, len(line) - 1, 3):
            if line[place] in ' ",[]':
                continue
            other = line[:place] + ("1" if line[place] != "1" else "2") + line[place + 1 :]
            try:
                changed = Record.parse("".join([*lines[:index], other, *lines[index + 1 :]]))
            except RecordError:
                tried += 1
                continue
            assert not proved(changed), other
            tried += 1
    assert tried > 500


def test_fair_3_an_unknown_proof_is_refused_by_name() -> None:
    """Another protocol, a field too many, a short hash: RecordError with the round, the field and a line."""
    text = str(proven_record(2))
    for old, new, said in (
        ('protocol = "JD1"', 'protocol = "JD9"', "JD9"),
        ('protocol = "JD1"', 'protocol = "JD1"\nmore = 1', "more"),
        ('absent = ""', "absent = 1", "absent"),
        ('server = "', 'server = "0', "server"),
    ):
        with pytest.raises(RecordError, match=said) as refused:
            Record.parse(text.replace(old, new, 1))
        assert (refused.value.round, refused.value.field) == (1, "proof")
        assert refused.value.line


# ---------------------------------------------------------------------------------------------- FAIR-4: aborts and crashes


STEPS = st.sampled_from(["commit", "commit wrong", "close", "open", "open wrong", "deal", "reveal", "crash", *Void])


def take(dealing: Dealing, step: object, seat: Seat) -> Dealing:
    """Return the dealing after one step, by its name."""
    nonce = bits(seat, dealing.terms.attempt)
    if isinstance(step, Void):
        return dealing.void(step)
    if step in ("close", "deal", "reveal"):
        return {"close": dealing.close, "deal": dealing.deal, "reveal": dealing.reveal}[str(step)]()
    if step == "commit":
        return dealing.commit(seat, client_commitment(dealing.terms.hash, dealing.server, seat, nonce))
    if step == "commit wrong":
        return dealing.commit(seat, bits("nothing"))
    if step in ("open", "open wrong"):
        return dealing.open(seat, nonce if step == "open" else bits("other"))
    return dealing


WAY = [(step, seat) for step in ("commit", "open") for seat in Seat]


@given(stops=st.lists(st.tuples(st.integers(0, 4), st.sampled_from(Void)), max_size=4), away=st.integers(0, 2))
@settings(max_examples=80, deadline=None)
def test_fair_4_after_any_aborts_a_deal_is_proved(stops: list[tuple[int, Void]], away: int) -> None:
    """Attempts broken off after any step, for any reason that fits, then one that is dealt: all public, in order, proved."""
    dealing, attempts = Dealing.begin(TERMS), list[Transcript]()
    for place, reason in stops:
        for step, seat in WAY[:place]:
            dealing = take(dealing, step, seat)
        fits = reason is not Void.NOT_OPENED or dealing.phase is Phase.CLIENTS_COMMITTED
        dealing = Dealing.from_dict(dealing.void(reason if fits else Void.CRASHED).to_dict())
        attempts.append(dealing.transcript())
        dealing = Dealing.begin(dealing.again())
    for step, seat in [*WAY[:away], ("close", Seat.A), *WAY[2 : 2 + away]]:
        dealing = take(dealing, step, seat)
    dealing = Dealing.from_dict(dealing.deal().to_dict()).reveal()
    attempts.append(dealing.transcript())
    assert len(dealing.absent) == 2 - away
    assert [each.terms.attempt for each in attempts] == [*range(1, len(stops) + 2)]
    assert check_attempts(attempts, 1, "0" * 64) == []
    if stops:
        assert check_attempts(attempts[1:], 1, None) != []


@given(steps=st.lists(st.tuples(STEPS, st.sampled_from(Seat)), max_size=25))
@settings(max_examples=80, deadline=None)
def test_fair_4_every_way_through_keeps_the_rules(steps: list[tuple[object, Seat]]) -> None:
    """Any steps in any order, with crashes between: no secret before the reveal, attempts counted, all of it checkable."""
    dealing, attempts = Dealing.begin(TERMS, bits("S", 1)), list[Transcript]()
    for step, seat in steps:
        before, secret = dealing, dealing.secret
        try:
            dealing = take(dealing, step, seat)
        except DealingRefused as refused:
            assert dealing is before
            assert (secret or b"-").hex() not in str(refused)
        # A crash at any point: the stored dealing is the same one, with the same secret.
        dealing = Dealing.from_dict(json.loads(json.dumps(dealing.to_dict())))
        if secret and dealing.phase not in (Phase.REVEALED, Phase.VOID):
            assert dealing.secret == secret
            told = repr(dealing) + str(dealing) + canonical(dealing.public())
            assert secret.hex() not in told
            assert repr(secret) not in told
            with pytest.raises(DealingRefused):
                dealing.transcript()
        if dealing.phase is Phase.VOID:
            attempts.append(dealing.transcript())
            dealing = Dealing.begin(dealing.again(), bits("S", len(attempts) + 1))
            assert dealing.terms.attempt == len(attempts) + 1
    assert all(each.void for each in attempts)
    assert not [wrong for each in attempts for wrong in each.check()]
    if dealing.phase is Phase.REVEALED:
        assert check_attempts([*attempts, dealing.transcript()], 1, "0" * 64) == []


def test_fair_4_public_shows_nothing_early() -> None:
    """No commitment before both are in, no number before both are open, no root before the deal, no secret before the end."""
    dealing = Dealing.begin(TERMS, bits("S"))
    nonces = {seat: bits(seat) for seat in Seat}
    dealing = dealing.commit(Seat.A, client_commitment(TERMS.hash, dealing.server, Seat.A, nonces[Seat.A]))
    assert (dealing.public()["clients"], dealing.public()["waiting"]) == (["", ""], ["b"])
    dealing = dealing.commit(Seat.B, client_commitment(TERMS.hash, dealing.server, Seat.B, nonces[Seat.B]))
    assert "" not in dealing.public()["clients"]  # type: ignore[operator]
    dealing = dealing.open(Seat.B, nonces[Seat.B])
    assert (dealing.public()["nonces"], dealing.public()["waiting"]) == (["", ""], ["a"])
    assert nonces[Seat.B].hex() not in repr(dealing)
    dealing = dealing.open(Seat.A, nonces[Seat.A])
    assert dealing.public()["root"] == ""
    dealing = dealing.deal()
    assert dealing.public()["root"] == (dealing.root or b"").hex()
    assert dealing.public()["secret"] == ""
    assert dealing.reveal().public()["secret"] == bits("S").hex()


def test_fair_4_a_commitment_cannot_be_mirrored_or_changed() -> None:
    """Seat b, sending what a sent, cannot open it; a second commitment is refused; zero cannot be chosen."""
    dealing = Dealing.begin(TERMS, bits("S"))
    made = client_commitment(TERMS.hash, dealing.server, Seat.A, bits("n"))
    dealing = dealing.commit(Seat.A, made).commit(Seat.A, made)
    with pytest.raises(DealingRefused, match="any more"):
        dealing.commit(Seat.A, bits("x"))
    dealing = dealing.commit(Seat.B, made).open(Seat.A, bits("n"))
    with pytest.raises(DealingRefused, match="not the number"):
        dealing.open(Seat.B, bits("n"))
    zero = Dealing.begin(TERMS, bits("S"))
    zero = zero.commit(Seat.A, client_commitment(TERMS.hash, zero.server, Seat.A, bytes(32))).close()
    assert (zero.phase, zero.absent) == (Phase.CLIENTS_COMMITTED, {Seat.B})
    with pytest.raises(DealingRefused, match="not the number"):
        zero.open(Seat.A, bytes(32))


def test_fair_4_a_secret_that_is_lost_is_said_to_be_lost() -> None:
    """The stored dealing without its secret becomes a void attempt; the next one counts on."""
    stored = unopened(TERMS).to_dict() | {"phase": "committed", "void": "", "nonces": ["", ""], "clients": ["", ""]}
    with pytest.raises(DealingRefused):
        Dealing.from_dict({**stored, "secret": ""})
    lost = Dealing.lost(stored)
    assert (lost.secret, lost.public()["void"]) == (None, "secret_lost")
    assert lost.transcript().check() == []
    assert lost.again().attempt == 2


def test_fair_4_a_dealt_round_cannot_be_called_off() -> None:
    """After the deal only the reveal is left; a root or a number altered in the store is noticed."""
    dealing = dealt(TERMS)
    for reason in Void:
        with pytest.raises(DealingRefused):
            dealing.void(reason)
    for change in ({"root": "00" * 32}, {"nonces": ["11" * 32, "22" * 32]}, {"phase": "opened"}, {"phase": "nothing"}):
        with pytest.raises(DealingRefused):
            Dealing.from_dict({**dealing.to_dict(), **change})
    assert dealing.reveal().following().round == 2
