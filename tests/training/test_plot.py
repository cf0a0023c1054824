"""The picture of a run: strengths add up, and what is drawn is a picture."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from saudagar.training.plot import drawn, strengths

LOG = [
    {"generation": 0, "rounds": 50},
    {"generation": 1, "rounds": 100, "kept": "a.npz"},
    {"generation": 2, "rounds": 200, "kept": "b.npz", "score_against_first": 0.75, "score_against_last": 0.75},
    {"generation": 3, "rounds": 300, "kept": "c.npz", "score_against_first": 0.9, "score_against_last": 10 / 11},
]


def test_strengths_add_up():
    """Three in four are 190.8 Elo, ten in eleven are 400."""
    assert [rounds for rounds, _ in strengths(LOG)] == [100, 200, 300]
    assert [elo for _, elo in strengths(LOG)] == pytest.approx([0, 190.85, 590.85], abs=0.01)


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_the_picture_can_be_read(length):
    """It is well-formed, all of it within its frame, with a mark for every network."""
    root = ET.fromstring(drawn(LOG[:length], "a < b"))
    marks = root.findall(".//{*}circle")
    assert len(marks) == (length - 1 if length > 2 else 0)
    assert all(0 < float(mark.get("cx")) < 720 and 0 < float(mark.get("cy")) < 360 for mark in marks)
    heights = [float(mark.get("cy")) for mark in marks]
    assert heights == sorted(heights, reverse=True), "stronger is higher"
