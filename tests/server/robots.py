"""Programs that play over the bot API, for tests."""

from __future__ import annotations

from typing import Any

from tests.server.browsers import Browser
from tests.server.lines import Line
from tests.server.pairs import Person


class Robot:
    """A program with a token, and its streams."""

    def __init__(self, browser: Browser, **asked: Any) -> None:
        self.browser = browser
        told = browser.post("/api/bot/tokens", json={"name": "Robo", **asked})
        assert told.status_code == 201, told.text
        self.token = told.json()["token"]

    def post(self, address: str, **body: Any) -> Any:
        return self.browser.post(f"/api/bot/{address}", json=body, headers={"authorization": f"Bearer {self.token}"})

    def get(self, address: str) -> Any:
        return self.browser.get(f"/api/bot/{address}", headers={"authorization": f"Bearer {self.token}"})

    def line(self, address: str) -> Line:
        return Line(self.browser, f"/api/bot/{address}", "stream", origin=None, bearer=self.token)


def lines(line: Line, kind: str) -> list[dict[str, Any]]:
    return [each for each in line.frames if each["type"] == kind]


def asked_at(line: Line, ply: int) -> dict[str, Any]:
    """Wait for the question at a ply."""
    return dict(line.wait(lambda line: next((each for each in lines(line, "go") if each["id"] == ply), None), 20))


def dealt(person: Person) -> dict[str, Any]:
    """A person's own part in a dealing, beside a program whose part is taken by its stream."""
    while (state := person.look())["phase"] == "dealing":
        dealing = state["dealing"]
        if dealing["phase"] == "committed":
            person.commit(state)
        elif dealing["phase"] == "clients_committed":
            person.open(state)
    return state
