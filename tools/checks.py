"""What must hold before a change lands, as a list of steps, and the table at the end."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import environment
import frontend
import kernel
import postgres
import wheel_check
from steps import CI, ROOT, Failed, Words, run, which

QUICK_TESTS = "not browser and not long"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


class Skipped(Exception):
    """A step that this machine cannot do, and why."""


@dataclass(frozen=True)
class Check:
    """One step of `make check`: it returns what it printed, or raises Failed or Skipped."""

    name: str
    go: Callable[[], str]


def _tool(label: str, program: str, *arguments: str) -> Check:
    return Check(label, lambda: run(label, [environment.tool(program), *arguments]))


def _npm(label: str, script: str) -> Check:
    return Check(label, lambda: frontend.script(script, label))


def _pytest(label: str, *arguments: str) -> str:
    command: Words = [environment.PYTHON, "-m", "pytest", "-q", "--color=no", *arguments]
    return run(label, command, env=browser_environment(), timeout=1500)


def browser_environment() -> dict[str, str]:
    """Tells the browser tests which browser to drive."""
    return {"SAUDAGAR_BROWSER": which(*BROWSERS) or ""}


def python_tests() -> str:
    """Everything but the long and the browser tests, on all cores."""
    return _pytest("tests", "-n", "auto", "-m", QUICK_TESTS)


def browser_tests() -> str:
    """The tests that drive a real browser."""
    if not which(*BROWSERS):
        raise Skipped("no Chromium is installed (Debian, Ubuntu: sudo apt-get install chromium)")
    return _pytest("browser tests", "-n", "auto", "-m", "browser and not long", "tests/browser")


def kernel_sanitized() -> str:
    """The kernel's tests on a core that notices wrong addresses."""
    if (reason := kernel.why_not()) or not (library := kernel.sanitizer()):
        raise Skipped(reason or "the C compiler has no address sanitizer")
    return kernel.sanitized_tests(library)


def kernel_speed() -> str:
    """The kernel's speed, without a clock."""
    output = kernel.guard()
    if not which("valgrind"):
        raise Skipped("instructions were not counted: no valgrind is installed")
    return output


def docs_site() -> str:
    """The docs site: it builds without a warning, its links lead somewhere, and it asks no other host for anything."""
    frontend.install()
    return run("docs site", [environment.PYTHON, ROOT / "tools" / "docs.py"])


def install_browser() -> None:
    """Install Debian's Chromium where that needs no question; elsewhere the browser tests say what is missing."""
    if not which(*BROWSERS) and which("apt-get") and os.name == "posix" and os.geteuid() == 0:
        try:
            environment.install_debian_package("chromium")
        except Failed as failure:
            print(failure)


def install_postgres() -> None:
    """Install Debian's PostgreSQL where that needs no question; elsewhere the store's tests say what is missing."""
    if postgres.programs() is None and which("apt-get") and os.name == "posix" and os.geteuid() == 0:
        try:
            environment.install_debian_package("postgresql")
        except Failed as failure:
            print(failure)


LINT = (
    _tool("ruff format", "ruff", "format", "--check", "."),
    _tool("ruff check", "ruff", "check", "--output-format=concise", "."),
    _tool("mypy", "mypy"),
    _tool("layers", "lint-imports"),
)
FAST = (*LINT, Check("tests", python_tests))
ALL = (
    *LINT,
    _npm("front end: check", "check"),
    _npm("front end: tests", "test"),
    Check("docs site", docs_site),
    Check("tests", python_tests),
    Check("browser tests", browser_tests),
    Check("kernel, interpreted", kernel.interpreted_tests),
    Check("kernel, sanitized", kernel_sanitized),
    Check("kernel, speed", kernel_speed),
    Check("wheel", wheel_check.check),
)


@dataclass(frozen=True)
class Outcome:
    """How one check ended."""

    name: str
    state: str
    seconds: float
    note: str = ""


def run_one(check: Check) -> Outcome:
    """Run one check, print the closing line of its test runner, never raise for a finding."""
    start = time.monotonic()
    try:
        output = check.go()
    except Failed as failure:
        print(failure, flush=True)
        return Outcome(check.name, "failed", time.monotonic() - start)
    except Skipped as reason:
        print(f"  {check.name:<44} skipped: {reason}", flush=True)
        return Outcome(check.name, "failed" if CI else "skipped", time.monotonic() - start, str(reason))
    closing = closing_line(output)
    if closing:
        print(f"    {closing}", flush=True)
    if CI and re.search(r"\b[1-9]\d* skipped\b", closing):
        return Outcome(check.name, "failed", time.monotonic() - start, "in CI no test may be skipped")
    return Outcome(check.name, "passed", time.monotonic() - start)


def closing_line(output: str) -> str:
    """The line in which pytest or vitest counts its tests, if this was one of them."""
    lines = [line.strip() for line in output.splitlines() if re.search(r"\b\d+ passed\b", line)]
    return lines[-1] if lines else ""


def run_all(checks: Sequence[Check]) -> int:
    """Run the checks one after the other, all of them, then print the table; 1 if one failed."""
    start = time.monotonic()
    outcomes = [run_one(check) for check in checks]
    print()
    for outcome in outcomes:
        print(f"  {outcome.name:<20} {outcome.state:<8} {outcome.seconds:6.1f} s  {outcome.note}".rstrip())
    count = {state: sum(outcome.state == state for outcome in outcomes) for state in ("passed", "failed", "skipped")}
    print(f"  {'together':<20} {'':<8} {time.monotonic() - start:6.1f} s")
    print(f"\nchecks: {count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped", flush=True)
    return 1 if count["failed"] else 0
