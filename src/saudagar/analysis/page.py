"""A review as one page of HTML that needs nothing else: no script, no font, no picture from anywhere."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib import resources

from ..rules import Seat
from .review import Decision, Review, RoundReview, Summary
from .words import Words, percent

WIDE, HIGH = 640, 180


def page(review: Review, words: Words) -> str:
    """Return the page, some 100 to 250 kB for a match."""
    title = f"{words.say('title')}: {review.players.a} – {review.players.b}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p class=quiet>{escape(words.say('by', judge=review.judge))} {escape(words.say('biased'))}</p>",
        _reviewed(review, words),
        "<section class=sums>",
        *(_sums(review, words, review.summary(seat)) for seat in Seat),
        "</section>",
        _worst(review, words),
        *(_round(rnd, words) for rnd in review.rounds),
    ]
    return (
        f'<!doctype html>\n<html lang="{words.language}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_style()}</style>\n<main>{''.join(parts)}</main></html>\n"
    )


@cache
def _style() -> str:
    return (resources.files(__package__) / "page.css").read_text(encoding="utf-8")


def _reviewed(review: Review, words: Words) -> str:
    if len(review.reviewed) == 2:
        return ""
    if not review.reviewed:
        return f"<p>{escape(words.say('nobody'))}</p>"
    return f"<p>{escape(words.say('only', seat=review.reviewed[0].value))}</p>"


def _sums(review: Review, words: Words, sums: Summary) -> str:
    judged = sums.seat in review.reviewed and sums.rate is not None
    rows = []
    if judged and sums.rate is not None and sums.band:
        rows += [
            ("seat.band", words.say(f"band.{sums.band}")),
            ("seat.rate", f"{percent(sums.rate, 2)} %"),
            ("seat.loss", f"{percent(sums.loss, 1)} %"),
            ("seat.marks", " · ".join(f"{mark} {times}" for mark, times in sums.marks)),
            ("seat.counted", f"{sums.counted} / {sums.decisions}"),
        ]
    rows.append(("seat.luck", f"{sums.luck * 100:+.1f} % – {words.say(f'fortune.{sums.fortune}')}"))
    if sums.result is not None and sums.adjusted is not None:
        rows += [("seat.result", f"{sums.result:g}"), ("seat.adjusted", f"{sums.adjusted:.2f}")]
    table = "".join(f"<tr><th>{escape(words.say(key))}<td>{escape(value)}" for key, value in rows)
    leaks = "".join(
        f"<li>{escape(words.say(f'leak.{leak.value}'))}: {percent(loss, 1)} % ({times})"
        for leak, times, loss in sums.leaks
    )
    heading = f"<h3>{escape(words.say('leaks'))}</h3>" if judged else ""
    told = (f"<ul>{leaks}</ul>" if leaks else f"<p>{escape(words.say('leaks.none'))}</p>") if judged else ""
    name = f"<h2 class={sums.seat.value}>{escape(words.names[sums.seat])}</h2>"
    return f"<div>{name}<table>{table}</table>{heading}{told}</div>"


def _worst(review: Review, words: Words) -> str:
    worst = review.worst()
    if not worst:
        return ""
    told = "".join(
        f'<li><a href="#{each.round}-{each.ply}">{escape(words.say("round", round=each.round))}, {each.ply}</a> '
        f"{_headline(each, words)}"
        for each in worst
    )
    return f"<h2>{escape(words.say('worst'))}</h2><ol>{told}</ol>"


def _headline(decision: Decision, words: Words) -> str:
    name = escape(words.names[decision.seat])
    mark = f"<b class=mark>{escape(decision.mark)}</b> " if decision.mark else ""
    loses = f" <span class=loss>{escape(words.say('loses', percent=percent(decision.loss, 1)))}</span>"
    lost = loses if decision.mark else ""
    return (
        f"{mark}<span class={decision.seat.value}>{name}</span>: {escape(words.action(decision.played.action))}{lost}"
    )


def _round(rnd: RoundReview, words: Words) -> str:
    ended = {None: "result.open", 0.5: "result.tie"}.get(rnd.result, "result.won")
    winner = "a" if rnd.result == 1 else "b"
    told = {fortune.ply: fortune for fortune in rnd.fortunes}
    rows = []
    for decision in rnd.decisions:
        rows.append(_details(decision, words))
        fortune = told.get(decision.ply)
        if fortune and abs(fortune.luck) > 0.05:
            own = fortune.of(decision.seat)
            said = words.chance(fortune.kind, fortune.answer)
            rows.append(
                f"<p class=luck>{escape(said)} <b>{own * 100:+.0f} %</b> {escape(words.names[decision.seat])}</p>"
            )
    return (
        f"<h2>{escape(words.say('round', round=rnd.number))}</h2>"
        f"<p>{escape(words.say(ended, seat=winner))} "
        f"{escape(words.say('seat.luck'))} {escape(words.names.a)}: {rnd.luck(Seat.A) * 100:+.0f} %</p>"
        f"{_curve(rnd, words)}<h3>{escape(words.say('details'))}</h3>{''.join(rows)}"
    )


def _curve(rnd: RoundReview, words: Words) -> str:
    last = max(1, rnd.curve[-1].ply)

    def at(ply: int, win: float) -> str:
        return f"{ply / last * WIDE:.1f},{(1 - win) * HIGH:.1f}"

    line = " ".join(at(point.ply, point.win) for point in rnd.curve)
    wins = {point.ply: point.win for point in rnd.curve}
    dots = "".join(
        f'<a href="#{each.round}-{each.ply}"><circle class={each.seat.value} r=5'
        f" cx={at(each.ply, wins[each.ply]).replace(',', ' cy=')}>"
        f"<title>{each.ply} {escape(each.mark)}</title></circle></a>"
        for each in rnd.decisions
        if each.mark and each.ply in wins
    )
    label = escape(words.say("curve", seat="a"))
    return (
        f'<figure><svg viewBox="-4 -6 {WIDE + 8} {HIGH + 12}" role=img aria-label="{label}">'
        f'<path class=half d="M0 {HIGH / 2}H{WIDE}"/><path class=frame d="M0 0H{WIDE}V{HIGH}H0Z"/>'
        f'<polyline points="{line}"/>{dots}</svg><figcaption>{label}</figcaption></figure>'
    )


def _details(decision: Decision, words: Words) -> str:
    rows = "".join(
        f"<tr{' class=played' if option is decision.played else ''}><td>{escape(words.action(option.action))}"
        f"<td>{percent(option.win, 1)} %<td>{option.margin:+.0f}<td>"
        f"{escape(words.say('error', percent=percent(2 * option.error, 1))) if option.worlds else ''}"
        for option in decision.options
    )
    heads = "".join(f"<th>{escape(words.say(key))}" for key in ("best", "win", "margin"))
    why = f"<p>{escape(words.why(decision))}</p>" if decision.why else ""
    uncounted = (
        f"<p class=quiet>{escape(words.say(f'uncounted.{decision.uncounted.value}'))}</p>" if decision.uncounted else ""
    )
    hindsight = ""
    if (seen := decision.hindsight) and seen.best != decision.played.action:
        said = words.say(
            "hindsight", action=words.action(seen.best), win=percent(seen.win), played=percent(seen.played)
        )
        hindsight = f"<p class=quiet>{escape(said)}</p>"
    opened = " open" if decision.mark in {"?", "??"} else ""
    return (
        f'<details id="{decision.round}-{decision.ply}"{opened}>'
        f"<summary>{decision.ply}. {_headline(decision, words)}</summary>"
        f"{why}<table><tr>{heads}<th>{rows}</table>{uncounted}{hindsight}<code>{escape(decision.position)}</code></details>"
    )
