"""The catalogues of texts: whole, alike in every language, and enough for everything the narrator can say."""

import itertools
import json
import re
from collections import Counter
from functools import cache
from importlib import resources
from typing import get_args

import pytest

from saudagar.notation import LANGUAGES, Message, Narrator, messages, reason_message
from saudagar.notation.prose import plural_category
from saudagar.rules import (
    EMPTY,
    RULESETS,
    STANDARD,
    Began,
    BySeat,
    Card,
    DecidedBy,
    DrewBonus,
    Ended,
    Ending,
    Event,
    Exchanged,
    Forfeited,
    Laid,
    NoBonus,
    Reason,
    Resigned,
    RoundResult,
    Score,
    Sealed,
    Seat,
    Sold,
    Took,
    TookCamels,
    Won,
    bundle,
)

LOCALE = resources.files("saudagar") / "locale"
ROOMS = tuple(sorted(file.name.removesuffix(".json") for file in (LOCALE / "en").iterdir()))
TRANSLATIONS = tuple(language for language in LANGUAGES if language != "en")
CATEGORIES = ("one", "other")

FORM = re.compile(r"card\.[A-Z]\.(\w+)_(?:one|other)")
"""A key for a grammatical form of a card's name: a language has those that its own sentences ask for."""
HOLE = re.compile(r"\{(\w+)(?::(\w+))?\}")

SAME_AS_ENGLISH = {
    ("fr", "list.item"): "a number and a word, in this order",
    ("es", "list.item"): "a number and a word, in this order",
    ("hu", "list.item"): "a number and a word, in this order",
    ("es", "settings.tutor"): "the same word",
    ("fr", "list.comma"): "punctuation",
    ("es", "list.comma"): "punctuation",
    ("hu", "list.comma"): "punctuation",
    ("fr", "title"): "the name of the program",
    ("es", "title"): "the name of the program",
    ("hu", "title"): "the name of the program",
    ("fr", "new.default_a"): "a person's name",
    ("es", "new.default_a"): "a person's name",
    ("hu", "new.default_a"): "a person's name",
    ("fr", "new.default_b"): "a person's name",
    ("es", "new.default_b"): "a person's name",
    ("hu", "new.default_b"): "a person's name",
    ("fr", "over.tokens"): "a number and a sign",
    ("es", "over.tokens"): "a number and a sign",
    ("hu", "over.tokens"): "a number and a sign",
    ("fr", "review.error"): "a sign and a number",
    ("es", "review.error"): "a sign and a number",
    ("hu", "review.error"): "a sign and a number",
    ("fr", "menu"): "menu is a French word",
    ("fr", "style"): "style is a French word",
    ("fr", "level.with_style"): "punctuation",
    ("es", "level.with_style"): "punctuation",
    ("hu", "level.with_style"): "punctuation",
    **{(language, f"score.default_{seat}"): "a person's name" for language in ("fr", "es", "hu") for seat in "ab"},
    **{(language, "share.text"): "names and numbers" for language in ("es", "hu")},
    **{(language, "time.minutes_one"): "a unit" for language in ("fr", "es")},
    **{(language, "time.minutes_other"): "a unit" for language in ("fr", "es")},
    **{(language, "time.hours"): "units" for language in ("fr", "es")},
    ("fr", "score.tab.home"): "score is a French word",
    ("fr", "help.faq"): "questions is a French word",
    ("fr", "help.variants.marathon"): "marathon is a French word",
    ("fr", "figures.records"): "records is a French word",
    ("fr", "settings.volume"): "volume is a French word",
    ("fr", "over.total"): "total is a French word",
    ("es", "over.total"): "total is a Spanish word",
    ("es", "settings.speed.normal"): "normal is a Spanish word",
}


@cache
def texts(language: str, room: str) -> dict[str, str]:
    """Return a file as it is: unlike `catalogue`, without English where a text is missing."""
    found = json.loads((LOCALE / language / f"{room}.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def everything(language: str) -> dict[str, str]:
    """Return the texts of all rooms of a language."""
    return {key: text for room in ROOMS for key, text in texts(language, room).items()}


def results() -> list[RoundResult]:
    """Return a result for every ending, every tie-break, and every owner of the camel token."""
    scores = [BySeat(Score(30, 9, a, 2, 9), Score(28, 4, b, 1, 11)) for a, b in ((5, 0), (0, 5), (0, 0))]
    return [
        RoundResult(Seat.A, ending, decided, score, BySeat(4, 3))
        for ending, decided, score in itertools.product(Ending, DecidedBy, scores)
    ]


def events() -> list[Event]:
    """Return events of every type and of every shade that has a sentence of its own, for both seats."""
    told: list[Event] = [Laid(bundle("KP")), Laid(EMPTY), Sealed(None), *map(Ended, results())]
    for seat in Seat:
        told += [
            Began(seat, bundle("KKKDG"), BySeat(None, None), BySeat(1, 0)),
            TookCamels(seat, 1),
            TookCamels(seat, 3),
            Exchanged(seat, bundle("DGG"), bundle("KPL")),
            Sold(seat, Card.CLOTH, 2, ()),
            NoBonus(seat, 4),
            DrewBonus(seat, 3, None),
            DrewBonus(seat, 5, 10),
            Sealed(seat),
            Resigned(seat),
            Forfeited(seat),
            Won(seat),
        ]
        told += [Took(seat, card) for card in STANDARD.goods]
        told += [Sold(seat, card, 3, STANDARD.tokens[card][:3]) for card in STANDARD.goods]
    return told


def told() -> list[Message]:
    """Return everything the narrator can produce: of every event and every reason."""
    of_events = [message for event in events() for message in messages(event, STANDARD, 2)]
    return of_events + [reason_message(reason, rules) for reason in Reason for rules in RULESETS.values()]


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_key_of_every_room(language: str, room: str) -> None:
    """A file has the keys of the English file, neither fewer nor more, but for the forms its grammar needs."""
    keys = {key for key in texts(language, room) if not FORM.fullmatch(key)}
    assert keys == {key for key in texts("en", room) if not FORM.fullmatch(key)}


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice_in_a_file(language: str, room: str) -> None:
    """JSON would let the second text of a key replace the first without a word."""
    pairs: list[tuple[str, str]] = []
    json.loads((LOCALE / language / f"{room}.json").read_text(encoding="utf-8"), object_pairs_hook=pairs.extend)
    assert [key for key, times in Counter(key for key, _ in pairs).items() if times > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_in_two_rooms(language: str) -> None:
    """A face reads the game's texts and its own into one table, so a key belongs to one room.

    The score keeper, which must be small, has the few words of the table's page that it shares parts with; the same.
    """
    page = {key: text for room in ("web", "offline") for key, text in texts(language, room).items()}
    shared = page.keys() & texts(language, "score").keys()
    assert {key: texts(language, "score")[key] for key in shared} == {key: page[key] for key in shared}
    keys = Counter(key for room in ROOMS for key in texts(language, room))
    assert {key for key, times in keys.items() if times > 1} == shared


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_text_has_the_placeholders_of_the_english_text(language: str, room: str) -> None:
    """The names in braces are the same set in every language; the grammatical form after a colon is each one's own."""
    english = texts("en", room)
    wrong = {
        key: text
        for key, text in texts(language, room).items()
        if key in english
        and {hole[0] for hole in HOLE.findall(text)} != {hole[0] for hole in HOLE.findall(english[key])}
    }
    assert wrong == {}


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_has_a_broken_placeholder(language: str, room: str) -> None:
    """Every text says something, and every brace in it belongs to a placeholder."""
    wrong = {
        key for key, text in texts(language, room).items() if not text.strip() or set("{}") & set(HOLE.sub("", text))
    }
    assert wrong == set()


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_only_prompts_end_with_a_space(language: str, room: str) -> None:
    """A text has a space at its end where the English one has it, because something is typed behind it."""
    english = texts("en", room)
    wrong = {
        key
        for key, text in texts(language, room).items()
        if text != text.strip() + " " * (key in english and english[key].endswith(" "))
    }
    assert wrong == set()


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_nothing_is_left_in_english(language: str, room: str) -> None:
    """No text equals the English one, except those that say why."""
    english = texts("en", room)
    same = {(language, key) for key, text in texts(language, room).items() if text == english.get(key)}
    assert same <= set(SAME_AS_ENGLISH)


def test_every_excuse_for_a_text_equal_to_english_is_needed() -> None:
    """The allow-list names no text that differs from English by now."""
    excused = {(language, key) for language, key in SAME_AS_ENGLISH if key in everything("en")}
    assert {(language, key) for language, key in excused if everything(language)[key] != everything("en")[key]} == set()


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_sentence(language: str, reason: Reason) -> None:
    """Whoever may not do something is told why, in every language."""
    assert texts(language, "game")[f"reason.{reason.name}"].endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_no_sentence_for_a_reason_that_does_not_exist(language: str) -> None:
    """Every `reason.` key names a member of `Reason`."""
    keys = {key.removeprefix("reason.") for key in texts(language, "game") if key.startswith("reason.")}
    assert keys == set(Reason.__members__)


def test_the_events_tried_here_are_of_every_type() -> None:
    """A new type of event fails here until this page builds one."""
    assert {type(event) for event in events()} == set(get_args(Event))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_the_narrator_can_say_has_a_text(language: str) -> None:
    """Every message of every type of event and of every reason finds its key."""
    assert {message.key for message in told()} - set(texts(language, "game")) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_the_narrator_is_beyond_its_reach(language: str) -> None:
    """Every `event.` and `decided.` text is the text of a message, or its form for the seat addressed as you."""
    produced = {message.key for message in told()}
    produced |= {f"{message.key}.you" for message in told() if "seat" in message.params}
    texts_of_narrator = {key for key in texts(language, "game") if key.startswith(("event.", "decided."))}
    assert texts_of_narrator - produced == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_did_something_can_be_addressed(language: str) -> None:
    """Every sentence about a seat has a form that says you, without a name in it."""
    game = texts(language, "game")
    about_a_seat = {message.key for message in told() if "seat" in message.params}
    assert [key for key in sorted(about_a_seat) if "{name}" in game[f"{key}.you"]] == []


@pytest.mark.parametrize("you", [None, *Seat], ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_filled_in(language: str, you: Seat | None) -> None:
    """No placeholder and no key is left in anything the narrator says, whoever is addressed."""
    narrator = Narrator(texts(language, "game"), language, BySeat("Meera", "Bo"), you)
    sentences = [narrator.tell(message) for message in told()]
    assert [text for text in sentences if set("{}") & set(text) or text in {message.key for message in told()}] == []


@pytest.mark.parametrize("card", Card, ids=lambda card: card.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_word_for_one_and_for_more(language: str, card: Card) -> None:
    """Every letter has its name on the card and its words for both plural categories."""
    wanted = {f"good.{card.letter}", *(f"card.{card.letter}_{category}" for category in CATEGORIES)}
    assert wanted <= set(texts(language, "game"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_grammatical_form_exists_for_every_card_or_for_none(language: str) -> None:
    """A language that bends one card's name bends all seven, for both plural categories."""
    game = texts(language, "game")
    forms = {match[1] for match in map(FORM.fullmatch, game) if match}
    wanted = {f"card.{card.letter}.{form}_{category}" for form in forms for card in Card for category in CATEGORIES}
    assert wanted == {key for key in game if FORM.fullmatch(key)}


def test_hungarian_has_every_form_its_sentences_ask_for() -> None:
    """Hungarian bends nouns, so no form in a Hungarian sentence may fall back to the plain word."""
    asked = {form for text in everything("hu").values() for _, form in HOLE.findall(text) if form}
    assert asked == {match[1] for match in map(FORM.fullmatch, texts("hu", "game")) if match}


def test_hungarian_nouns_stay_singular_after_a_number() -> None:
    """Both plural categories of a card have the same word: 1 bőr, 3 bőr."""
    game = texts("hu", "game")
    stems = {key.removesuffix("_one") for key in game if key.startswith("card.") and key.endswith("_one")}
    assert [stem for stem in sorted(stems) if game[f"{stem}_one"] != game[f"{stem}_other"]] == []


@pytest.mark.parametrize("room", ROOMS)
def test_hungarian_puts_no_article_before_a_placeholder_and_no_suffix_behind_a_name(room: str) -> None:
    """Whether it is a or az, and which vowels a suffix has, depends on a word that is not known before the match."""
    wrong = {key for key, text in texts("hu", room).items() if re.search(r"(?i)\baz? \{|\{name\}-?\w", text)}
    assert wrong == set()


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_are_those_of_print(language: str, room: str) -> None:
    """A page that mixes the typewriter's apostrophe with the printer's looks like two hands' work."""
    assert [key for key, text in texts(language, room).items() if "'" in text or "`" in text] == []


@pytest.mark.parametrize("room", ROOMS)
def test_french_keeps_high_punctuation_on_its_line(room: str) -> None:
    """A space that does not break stands before : ; ! and ?, except where ? is the key to type."""
    plain = {key: HOLE.sub("…", text).replace("Tapez ?", "") for key, text in texts("fr", room).items()}
    assert {key for key, text in plain.items() if re.search(r"[^\u00a0][:;!?]", text)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_says_which_word_confirms(language: str) -> None:
    """The terminal's question whether to resign quotes the word it waits for."""
    terminal = texts(language, "terminal")
    assert terminal["plain.yes"] in re.findall(r"\w+", terminal["plain.sure"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_the_terminal_names_every_command(language: str) -> None:
    """Commands are the same in every language; the help lists them all, with every letter of a card."""
    words = set(re.findall(r"[\w+-]+", texts(language, "terminal")["plain.help"]))
    assert {
        "look",
        "actions",
        "log",
        "resign",
        "quit",
        "+D",
        "+K",
        "+DG-KP",
        "-DDD",
        *(card.letter for card in Card),
    } <= words


@pytest.mark.parametrize(
    ("language", "categories"),
    [
        ("en", {0: "other", 1: "one", 2: "other", 5: "other"}),
        ("fr", {0: "one", 1: "one", 2: "other", 5: "other"}),
        ("es", {0: "other", 1: "one", 2: "other", 5: "other"}),
        ("hu", {0: "other", 1: "one", 2: "other", 5: "other"}),
    ],
)
def test_plural_categories_are_those_of_the_cldr(language: str, categories: dict[int, str]) -> None:
    """French counts nothing as one; the other three have the singular for one alone."""
    assert {count: plural_category(language, count) for count in categories} == categories
