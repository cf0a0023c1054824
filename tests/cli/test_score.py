"""`saudagar score` as a user types it."""

import json

from saudagar.score import Count, from_text

MATCH = "Anna\nBence\n\na\n"


def test_a_match_is_scored_and_shown(run, tmp_path):
    """Totals, a tie with its counts, tokens that leave a doubt; then show, stats and the exports tell of it."""
    data = ("--data", str(tmp_path))
    lines = MATCH + "68 71\n70 70\n3 2\nD77K L4\ny\n"
    ran = run("score", "--lang", "en", *data, stdin=lines)
    assert ran.code == 0
    assert "Bence has more rupees." in ran.out
    assert "Equal rupees: Anna has more bonus tokens." in ran.out
    assert "Empty piles: 0" in ran.out
    assert "Anna wins the match" in ran.out
    assert "Anna 2:1 Bence" in run("score", "show", *data).out
    (told,) = json.loads(run("score", "show", "--json", *data).out)
    assert told["seals"] == [2, 1]
    figures = json.loads(run("score", "stats", "--json", *data).out)
    assert [(each["name"], each["won"]) for each in figures["players"]] == [("Anna", 1), ("Bence", 0)]
    assert "Average rupees" in run("score", "stats", *data).out
    assert len(run("score", "export", "--form", "csv", *data).out.splitlines()) == 4
    assert json.loads(run("score", "export", "--form", "bgstats", *data).out)[0]["game"]["bggId"] == 54043
    assert run("score", "export", "--form", "bgstats-link", *data).out.startswith("https://app.bgstatsapp.com/")


def test_an_unfinished_match_goes_on(run, tmp_path):
    data = ("--data", str(tmp_path))
    assert run("score", *data, stdin=MATCH + "68 71\nnonsense\nquit\n").code == 0
    ran = run("score", *data, stdin="undo\n80 71\nedit 1 60 61\nfinish\n")
    assert "Anna 0:1 Bence" in ran.out
    assert "Bence wins the match" in ran.out


def test_files_go_from_one_ledger_to_another_and_back(run, tmp_path):
    """Twice changes nothing; a damaged one is refused with exit code 1 and changes nothing."""
    run("score", "--data", str(tmp_path / "one"), stdin=MATCH + "68 71\nquit\n")
    file = tmp_path / "file.json"
    assert run("score", "export", str(file), "--data", str(tmp_path / "one")).code == 0
    other = ("--data", str(tmp_path / "two"))
    assert json.loads(run("score", "import", str(file), "--json", *other).out) == {"added": 2}
    assert json.loads(run("score", "import", str(file), "--json", *other).out) == {"added": 0}
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"total":68', '"total":69'), encoding="utf-8")
    refused = run("score", "import", str(file), *other)
    assert refused.code == 1
    assert "damaged" in refused.err
    exported = run("score", "export", *other).out
    assert from_text(exported) == from_text(text)
    assert run("score", "export", "--match", "nothere0", *other).code == 1


def test_the_page_is_written_to_a_file(run, tmp_path):
    """It is the one that the tests open from disk."""
    ran = run("score", "--page", str(tmp_path / "page.html"))
    assert ran.code == 0
    assert '<script type="module">' in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_counts_have_a_short_text():
    assert Count.parse("70/3/14") == Count.of_total(70, 3, 14)
    assert Count.parse("D75.L431+3+5K") == Count.of_tokens({"D": [7, 5], "L": [4, 3, 1]}, [3, 5], camel=True)
    assert Count.parse("-K") == Count.of_tokens({}, camel=True)
