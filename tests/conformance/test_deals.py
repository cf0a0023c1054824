"""deals.json, rulesets.json and views.json: how a round begins, with what, and who sees what of it."""

import pytest
from tests.conformance import jd1
from tests.conformance.files import by_id, cases, ruleset
from tests.conformance.generate import rules_of

from saudagar.dealers import FairDealer, shuffle
from saudagar.notation import parse_position
from saudagar.rules import AUDIENCES, RULESETS, BySeat, Dealt, Match, Round, Seat, bundle
from saudagar.table import Table


@pytest.mark.parametrize("case", cases("deals", part="shuffles"), ids=by_id)
def test_a_key_gives_a_shuffle(case):
    """Deck and bonus piles, top first, and the starter."""
    order = shuffle(bytes.fromhex(case["key"]), ruleset(case))
    assert "".join(card.letter for card in order.deck) == case["deck"]
    assert {str(tier): list(pile) for tier, pile in order.bonuses.items()} == case["bonuses"]
    assert order.first.value == case["first"]


@pytest.mark.parametrize("case", cases("deals", part="shuffles"), ids=by_id)
def test_the_algorithm_told_again_gives_the_same(case):
    """With hmac and hashlib alone."""
    told = jd1.deal(bytes.fromhex(case["key"]), rules_of(case))
    assert told == {name: case[name] for name in ("deck", "bonuses", "first")}


def test_the_two_tellings_of_the_algorithm_agree_on_many_keys():
    """200 keys: often enough for every byte that has to be dropped to come about."""
    for number in range(200):
        key = number.to_bytes(32, "little")
        order, told = shuffle(key, RULESETS["standard"]), jd1.deal(key)
        assert "".join(card.letter for card in order.deck) == told["deck"], key.hex()
        assert {str(tier): list(pile) for tier, pile in order.bonuses.items()} == told["bonuses"], key.hex()
        assert order.first.value == told["first"], key.hex()


@pytest.mark.parametrize("case", cases("deals", part="shuffles"), ids=by_id)
def test_a_shuffle_gives_a_set_up(case):
    """Five cards to a, five to b, two to the market, the rest is the stock."""
    rules = ruleset(case)
    deck, size, opened = case["deck"], rules.deal, rules.market_size - rules.open_camels
    market = bundle("K" * rules.open_camels + deck[2 * size : 2 * size + opened])
    dealt = Dealt(market, BySeat(bundle(deck[:size]), bundle(deck[size : 2 * size])))
    start = Round.start(rules, Seat(case["first"]), dealt)
    assert str(start) == case["position"]
    assert start.stock == bundle(deck[2 * size + opened :])


@pytest.mark.parametrize("case", cases("deals", part="set_ups"), ids=by_id)
def test_dealt_cards_give_a_first_position(case):
    """Camels dealt to a hand stand in the herd."""
    dealt = Dealt(bundle(case["market"]), BySeat(bundle(case["a"]), bundle(case["b"])))
    assert str(Round.start(ruleset(case), Seat(case["first"]), dealt)) == case["position"], case["situation"]


@pytest.mark.parametrize("case", cases("deals", part="matches"), ids=by_id)
def test_a_seed_gives_every_round_of_a_match(case):
    """The key of each round, who starts the first, and the whole pack again in each."""
    seed = bytes.fromhex(case["seed"])
    dealer = FairDealer(seed)
    assert [dealer.key(number).hex() for number in (1, 2, 3)] == case["keys"]
    assert [jd1.round_key(seed, number).hex() for number in (1, 2, 3)] == case["keys"]
    assert dealer.first().value == case["first"]
    starts = [Round.start(Match().ruleset, Seat(seat), dealer.deal(Match().ruleset)) for seat in case["starters"]]
    assert [str(start) for start in starts] == case["positions"]


def test_a_table_deals_the_second_round_anew():
    """H03: after a whole first round nothing of it is left but its seal."""
    case = cases("deals", part="matches")[0]
    table = Table(Match(), dealer=FairDealer(bytes.fromhex(case["seed"])))
    assert str(table._round) == case["positions"][0]
    while table.to_act:
        table.act(table.to_act, next(iter(table.view(table.to_act).legal_actions)))
    loser = table.match.rounds[0].result.winner.other
    table.next_round(loser)
    assert str(table._round)[:-1] == case["positions"][1][:-1]
    assert table.to_act is loser
    assert table.match.seals[loser.other] == 1


@pytest.mark.parametrize("case", cases("views"), ids=by_id)
def test_each_audience_sees_its_line(case):
    """The truth as a, b and a spectator know it; each line reads back as that view."""
    position = parse_position(case["position"], ruleset(case))
    assert str(position) == case["position"]
    for audience in AUDIENCES:
        view = position.seen_by(audience)
        assert str(view) == case[str(audience)], case["situation"]
        assert parse_position(case[str(audience)], ruleset(case)) == view


@pytest.mark.parametrize("case", cases("rulesets", part="rulesets"), ids=lambda case: case["name"])
def test_a_ruleset_has_these_numbers(case):
    """Every field of it, and nothing besides."""
    rules = RULESETS[case["name"]]
    goods = {good.letter: good for good in rules.goods}
    assert case == {
        "name": rules.name,
        "pack": str(rules.pack),
        "tokens": {letter: list(rules.tokens[good]) for letter, good in goods.items()},
        "bonuses": {str(tier): list(pile) for tier, pile in rules.bonuses},
        "smallest_sale": {letter: rules.smallest_sale[good] for letter, good in goods.items()},
        "full_tie": rules.full_tie.value,
        **{name: getattr(rules, name) for name in NUMBERS},
    }
    assert len(case) == len(rules.__dataclass_fields__)


NUMBERS = (
    "market_size",
    "open_camels",
    "deal",
    "hand_limit",
    "smallest_exchange",
    "exchange_cap",
    "camel_token",
    "piles_to_end",
)


def test_the_counts_of_the_standard_game():
    """M01 to M05: cards, tokens and rupees, bonus tokens, one card more than tokens, the camel token."""
    cards, goods, bonus, more, camel = cases("rulesets", part="cases")
    rules = RULESETS["standard"]
    assert {card.letter: rules.pack[card] for card in rules.pack.kinds} == cards["cards"]
    assert rules.pack.size == cards["total"]
    assert {good.letter: list(rules.tokens[good]) for good in rules.goods} == goods["tokens"]
    assert (sum(map(len, rules.tokens)), sum(map(sum, rules.tokens))) == (goods["total"], goods["rupees"])
    assert {str(tier): list(pile) for tier, pile in rules.bonuses} == bonus["bonuses"]
    assert sum(len(pile) for _, pile in rules.bonuses) == bonus["total"]
    assert {rules.pack[good] - len(rules.tokens[good]) for good in rules.goods} == {more["more"]}
    assert rules.camel_token == camel["camel_token"]


def test_all_rulesets_are_there():
    """Each by its name."""
    assert {case["name"] for case in cases("rulesets", part="rulesets")} == set(RULESETS)
