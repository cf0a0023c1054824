"""Whole sentences, written by hand: what a match sounds like in each language."""

import pytest

from saudagar.notation import Message, Narrator, catalogue, messages, reason_message
from saudagar.rules import (
    EMPTY,
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

A, B = Seat
NAMES = BySeat("Meera", "Bo")
ENDED = Ended(
    RoundResult(
        A,
        Ending.SOLD_OUT,
        DecidedBy.RUPEES,
        BySeat(Score(48, 9, 5, 2, 14), Score(44, 4, 0, 1, 12)),
        BySeat(6, 3),
    )
)
TIED = Ended(
    RoundResult(
        B,
        Ending.STOCK_EMPTY,
        DecidedBy.BONUS_TOKENS,
        BySeat(Score(48, 4, 0, 1, 14), Score(44, 8, 0, 2, 12)),
        BySeat(4, 4),
    )
)

# Each line: what happened, who is addressed as you, and what is said.
SENTENCES: dict[str, list[tuple[Event | Reason, Seat | None, str]]] = {
    "en": [
        (Began(A, EMPTY, BySeat(None, None), BySeat(0, 0)), B, "Round 2. Meera starts."),
        (Began(A, EMPTY, BySeat(None, None), BySeat(0, 0)), A, "Round 2. You start."),
        (Took(A, Card.DIAMOND), None, "Meera took 1 diamond."),
        (Took(A, Card.GOLD), A, "You took 1 gold."),
        (TookCamels(B, 3), None, "Bo took all the camels: 3 camels."),
        (Exchanged(A, bundle("DG"), bundle("KK")), None, "Meera gave 2 camels and took 1 diamond and 1 gold."),
        (
            Exchanged(A, bundle("GSSL"), bundle("CPPK")),
            A,
            "You gave 1 cloth, 2 spice and 1 camel and took 1 gold, 2 silver and 1 leather.",
        ),
        (Sold(A, Card.LEATHER, 3, (4, 3, 2)), None, "Meera sold 3 leather for 4 + 3 + 2."),
        (Sold(B, Card.CLOTH, 2, ()), B, "You sold 2 cloth for nothing: no tokens are left."),
        (DrewBonus(A, 3, None), None, "Meera drew a bonus token for 3 cards."),
        (DrewBonus(A, 5, 9), A, "You drew a bonus token for 5 cards, worth 9."),
        (NoBonus(A, 4), None, "No bonus tokens are left for 4 cards."),
        (Laid(bundle("KKP")), None, "Laid in the market: 1 spice and 2 camels."),
        (
            ENDED,
            A,
            (
                "The round ends: 3 goods piles are empty. You have the larger herd and take the camel token: 5. "
                "You: 62 rupees. Bo: 48 rupees. Won by rupees."
            ),
        ),
        (Sealed(B), None, "Bo wins a Seal of Excellence."),
        (Won(A), A, "You win the match."),
        (Resigned(B), A, "Bo resigned."),
        (Forfeited(B), A, "Bo was too late and loses the match."),
        (Reason.EXCHANGE_CAP, None, "After 12 exchanges in a row somebody must take or sell."),
    ],
    "fr": [
        (Began(A, EMPTY, BySeat(None, None), BySeat(0, 0)), B, "Manche 2. Meera commence."),
        (Began(A, EMPTY, BySeat(None, None), BySeat(0, 0)), A, "Manche 2. Vous commencez."),
        (Took(A, Card.DIAMOND), None, "Meera a pris 1 diamant."),
        (Took(A, Card.GOLD), A, "Vous avez pris 1 carte or."),
        (TookCamels(B, 3), None, "Bo a pris tous les chameaux : 3 chameaux."),
        (
            Exchanged(A, bundle("DG"), bundle("KK")),
            None,
            "Meera a donné 2 chameaux et pris 1 diamant et 1 carte or.",
        ),
        (
            Exchanged(A, bundle("GSSL"), bundle("CPPK")),
            A,
            "Vous avez donné 1 tissu, 2 épices et 1 chameau et pris 1 carte or, 2 cartes argent et 1 cuir.",
        ),
        (Sold(A, Card.LEATHER, 3, (4, 3, 2)), None, "Meera a vendu 3 cuirs ; gain en roupies : 4 + 3 + 2."),
        (Sold(B, Card.CLOTH, 1, (1,)), B, "Vous avez vendu 1 tissu ; gain en roupies : 1."),
        (Sold(B, Card.CLOTH, 2, ()), B, "Vous avez vendu 2 tissus pour rien : il ne reste plus de jetons."),
        (DrewBonus(A, 3, None), None, "Meera a pioché un jeton bonus pour 3 cartes."),
        (DrewBonus(A, 5, 9), A, "Vous avez pioché un jeton bonus pour 5 cartes, d’une valeur de 9."),
        (NoBonus(A, 4), None, "Il ne reste plus de jeton bonus pour 4 cartes."),
        (Laid(bundle("KKP")), None, "Arrivée au marché : 1 épice et 2 chameaux."),
        (
            ENDED,
            A,
            (
                "La manche est finie : 3 piles de jetons marchandise sont vides. "
                "Vous avez le plus grand enclos et prenez le jeton chameau : 5. "
                "Votre total en roupies : 62. Total en roupies pour Bo : 48. Victoire aux roupies."
            ),
        ),
        (
            TIED,
            None,
            (
                "La manche est finie : le marché ne peut plus être complété. "
                "Les enclos sont à égalité : personne ne prend le jeton chameau. "
                "Total en roupies pour Meera : 52. Total en roupies pour Bo : 52. "
                "Roupies à égalité : victoire au nombre de jetons bonus."
            ),
        ),
        (Sealed(B), None, "Bo remporte un Sceau d’Excellence."),
        (Won(A), A, "Vous gagnez la partie."),
        (Resigned(B), A, "Bo a abandonné."),
        (Forfeited(B), A, "Bo a trop tardé et perd la partie."),
        (Reason.EXCHANGE_CAP, None, "Après 12 échanges d’affilée, il faut prendre ou vendre."),
    ],
    "es": [
        (Began(A, EMPTY, BySeat(None, None), BySeat(0, 0)), B, "Ronda 2. Empieza Meera."),
        (Began(A, EMPTY, BySeat(None, None), BySeat(0, 0)), A, "Ronda 2. Empiezas tú."),
        (Took(A, Card.DIAMOND), None, "Meera cogió 1 diamante."),
        (Took(A, Card.GOLD), A, "Cogiste 1 oro."),
        (TookCamels(B, 3), None, "Bo cogió todos los camellos: 3 camellos."),
        (Exchanged(A, bundle("DG"), bundle("KK")), None, "Meera dio 2 camellos y cogió 1 diamante y 1 oro."),
        (
            Exchanged(A, bundle("GSSL"), bundle("CPPK")),
            A,
            "Diste 1 tela, 2 especias y 1 camello y cogiste 1 oro, 2 platas y 1 piel.",
        ),
        (Sold(A, Card.LEATHER, 3, (4, 3, 2)), None, "Meera vendió 3 pieles; ganancia en rupias: 4 + 3 + 2."),
        (Sold(B, Card.CLOTH, 1, (1,)), B, "Vendiste 1 tela; ganancia en rupias: 1."),
        (Sold(B, Card.CLOTH, 2, ()), B, "Vendiste 2 telas a cambio de nada: ya no quedan fichas."),
        (DrewBonus(A, 3, None), None, "Meera sacó una ficha de bonificación por 3 cartas."),
        (DrewBonus(A, 5, 9), A, "Sacaste una ficha de bonificación por 5 cartas, de valor 9."),
        (NoBonus(A, 4), None, "Ya no quedan fichas de bonificación por 4 cartas."),
        (Laid(bundle("KKP")), None, "Llegada al mercado: 1 especia y 2 camellos."),
        (
            ENDED,
            A,
            (
                "Termina la ronda: hay 3 pilas de fichas de producto vacías. "
                "Tienes la manada más grande y te llevas la ficha camello: 5. "
                "Tu total en rupias: 62. Total en rupias de Bo: 48. Victoria por rupias."
            ),
        ),
        (
            TIED,
            None,
            (
                "Termina la ronda: el mercado no se puede rellenar. Las manadas son iguales: nadie se lleva la ficha camello. "
                "Total en rupias de Meera: 52. Total en rupias de Bo: 52. "
                "Empate en rupias: victoria por número de fichas de bonificación."
            ),
        ),
        (Sealed(B), None, "Bo gana un sello de excelencia."),
        (Won(A), A, "Ganas la partida."),
        (Resigned(B), A, "Bo se rindió."),
        (Forfeited(B), A, "Bo tardó demasiado y pierde la partida."),
        (Reason.EXCHANGE_CAP, None, "Después de 12 intercambios seguidos hay que coger o vender."),
    ],
    "hu": [
        (Began(A, EMPTY, BySeat(None, None), BySeat(0, 0)), B, "2. menet. Meera kezd."),
        (Began(A, EMPTY, BySeat(None, None), BySeat(0, 0)), A, "2. menet. Te kezdesz."),
        (Took(A, Card.DIAMOND), None, "Meera felhúzott 1 gyémántot."),
        (Took(A, Card.GOLD), A, "Felhúztál 1 aranyat."),
        (TookCamels(B, 3), None, "Bo elvette az összes tevét (3 teve)."),
        (
            Exchanged(A, bundle("DG"), bundle("KK")),
            None,
            "Meera cserélt: adott 2 tevét, elvett 1 gyémántot és 1 aranyat.",
        ),
        (
            Exchanged(A, bundle("GSSL"), bundle("CPPK")),
            A,
            "Cseréltél: adtál 1 posztót, 2 fűszert és 1 tevét, elvettél 1 aranyat, 2 ezüstöt és 1 bőrt.",
        ),
        (Sold(A, Card.LEATHER, 3, (4, 3, 2)), None, "Meera eladott 3 bőrt 4 + 3 + 2 rúpiáért."),
        (Sold(B, Card.CLOTH, 1, (1,)), B, "Eladtál 1 posztót 1 rúpiáért."),
        (
            Sold(B, Card.CLOTH, 2, ()),
            B,
            "Eladtál 2 posztót, de semmit sem kaptál érte: elfogytak a korongok.",
        ),
        (DrewBonus(A, 3, None), None, "Meera bónuszkorongot húzott 3 lapért."),
        (DrewBonus(A, 5, 9), A, "Bónuszkorongot húztál 5 lapért, értéke 9."),
        (NoBonus(A, 4), None, "Nem maradt 4 lapért járó bónuszkorong."),
        (Laid(bundle("KKP")), None, "A piacra került: 1 fűszer és 2 teve."),
        (
            ENDED,
            A,
            (
                "Vége a menetnek: 3 fajta árukorong elfogyott. A te csordád a nagyobb, ezért tiéd a tevekorong: 5. "
                "Te: 62 rúpia. Bo: 48 rúpia. A rúpiák döntöttek."
            ),
        ),
        (
            TIED,
            None,
            (
                "Vége a menetnek: a piac már nem tölthető fel. A két csorda egyforma: a tevekorongot senki sem kapja meg. "
                "Meera: 52 rúpia. Bo: 52 rúpia. Egyenlő a rúpiák száma: a bónuszkorongok száma döntött."
            ),
        ),
        (Sealed(B), None, "Bo jutalompecsétet kap."),
        (Won(A), A, "Megnyerted a játékot."),
        (Resigned(B), A, "Bo feladta a játékot."),
        (Forfeited(B), A, "Bo elkésett, és elveszti a játékot."),
        (
            Reason.EXCHANGE_CAP,
            None,
            "12 egymást követő csere után már nem lehet cserélni: vegyél el vagy adj el lapot.",
        ),
    ],
}


def sentences_of(what: Event | Reason) -> tuple[Message, ...]:
    """Return the messages of an event in the second round, or of a reason."""
    return (reason_message(what, STANDARD),) if isinstance(what, Reason) else messages(what, STANDARD, 2)


@pytest.mark.parametrize(
    ("language", "what", "you", "expected"),
    [
        pytest.param(language, what, you, expected, id=f"{language}: {expected}")
        for language, lines in SENTENCES.items()
        for what, you, expected in lines
    ],
)
def test_it_is_said_as_a_speaker_would_say_it(
    language: str, what: Event | Reason, you: Seat | None, expected: str
) -> None:
    """What happened is told in this very sentence; spaces that do not break are written as plain ones here."""
    narrator = Narrator(catalogue(language), language, NAMES, you)
    said = " ".join(map(narrator.tell, sentences_of(what)))
    assert said.replace("\u00a0", " ") == expected
