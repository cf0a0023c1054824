#!/usr/bin/env python3
"""The one entrance to the workshop: sets up what a target needs, then runs it.

Usage: python3 tools/dev.py TARGET [ARGUMENTS]        (or: make TARGET ARGS='ARGUMENTS')

  play      start saudagar in the browser; arguments go to `saudagar play`
  check     everything that must hold before a change lands; --fast leaves out the slow half
  quick     check --fast: formatting, lint, types, layers, tests without a browser
  test      pytest; arguments go to pytest
  reliability  what is promised about moves, deals and secrets, one line an id; --long for the long forms (hours)
  lint      formatting, lint, types, layers
  format    let ruff format and repair what it can
  web       build the front end, if it changed
  kernel    compile the kernel, if it changed and there is a C compiler
  docs      build the docs site into build/site and check it; --serve serves it on loopback and follows changes
  lock      write the lock files anew; --upgrade takes newer versions
  clean     remove everything that the other targets made
  help      this page

It needs Python 3.11 or newer and nothing else: the rest goes into .venv, web/node_modules and build.
"""

# This file has to be readable to every Python 3 (no walrus, no match), so that an old one gets to the message below.
import os
import shutil
import subprocess
import sys

OLDEST = (3, 11)


def find_newer_python():
    # type: () -> str | None
    """The path of a Python that is new enough and starts (a version manager's stand-in may not)."""
    names = ["python3.{}".format(minor) for minor in range(20, OLDEST[1] - 1, -1)]
    for path in filter(None, map(shutil.which, names)):
        with open(os.devnull, "w") as nowhere:
            if subprocess.call([path, "-c", ""], stdout=nowhere, stderr=nowhere) == 0:
                return path
    return None


if sys.version_info < OLDEST:
    newer = find_newer_python()
    if newer and os.name == "posix":
        os.execv(newer, [newer] + sys.argv)
    sys.exit(
        "saudagar needs Python {}.{} or newer; {} is {}.{}.\n".format(*OLDEST, sys.executable, *sys.version_info)
        + "Install a newer one and try again, or name it: make play PYTHON=/path/to/python3.11"
    )

import signal

import checks
import environment
import frontend
import kernel
import steps


def play(arguments: list[str]) -> int:
    """Set up what playing needs, then become `saudagar play`."""
    with steps.one_at_a_time():
        environment.install("runtime")
        frontend.build()
    return steps.become([str(environment.PYTHON), "-m", "saudagar", "play", *arguments])


def check(arguments: list[str]) -> int:
    """Run every check, or with --fast the quick ones."""
    fast = "--fast" in arguments
    unknown = [argument for argument in arguments if argument != "--fast"]
    if unknown:
        sys.exit(f"check knows only --fast, not {' '.join(unknown)}")
    with steps.one_at_a_time():
        environment.install("dev")
        kernel.build()
        checks.install_postgres()
        if not fast:
            frontend.build()
            checks.install_browser()
    return checks.run_all(checks.FAST if fast else checks.ALL)


def quick(arguments: list[str]) -> int:
    """Run the quick checks."""
    return check(["--fast", *arguments])


def test(arguments: list[str]) -> int:
    """Become pytest, with everything in place that any test may need."""
    with steps.one_at_a_time():
        environment.install("dev")
        frontend.build()
        kernel.build()
    selection = [] if any(argument.startswith("-m") for argument in arguments) else ["-m", checks.QUICK_TESTS]
    return steps.become([str(environment.PYTHON), "-m", "pytest", *selection, *arguments], checks.browser_environment())


def reliability(arguments: list[str]) -> int:
    """Become pytest over the tests of reliability and security, with both databases."""
    with steps.one_at_a_time():
        environment.install("dev")
        frontend.build()
        checks.install_postgres()
    selection = "long" if "--long" in arguments else "not long"
    rest = [argument for argument in arguments if argument != "--long"]
    folders = ["tests/reliability", "tests/security", "tests/bots"]
    command = [str(environment.PYTHON), "-m", "pytest", "-q", "-m", selection, *folders, *rest]
    return steps.become(command, checks.browser_environment())


def lint(arguments: list[str]) -> int:  # noqa: ARG001 - every target takes the rest of the command line
    """Run the checks that only read."""
    with steps.one_at_a_time():
        environment.install("dev")
    return checks.run_all(checks.LINT)


def reformat(arguments: list[str]) -> int:
    """Repair and format the Python sources."""
    with steps.one_at_a_time():
        environment.install("dev")
    paths = arguments or ["."]
    steps.run("ruff check --fix", [environment.tool("ruff"), "check", "--fix", "--exit-zero", "--quiet", *paths])
    steps.run("ruff format", [environment.tool("ruff"), "format", *paths])
    return 0


def web(arguments: list[str]) -> int:  # noqa: ARG001 - every target takes the rest of the command line
    """Build the front end if it changed."""
    with steps.one_at_a_time():
        environment.create()
        frontend.build()
    return 0


def compile_kernel(arguments: list[str]) -> int:  # noqa: ARG001 - every target takes the rest of the command line
    """Compile the kernel if it changed."""
    with steps.one_at_a_time():
        environment.install("dev")
        kernel.build()
    return 0


def docs(arguments: list[str]) -> int:
    """Build the docs site, or serve it."""
    with steps.one_at_a_time():
        environment.install("dev")
        frontend.install()
    return steps.become([str(environment.PYTHON), str(steps.ROOT / "tools" / "docs.py"), *arguments])


def lock(arguments: list[str]) -> int:
    """Resolve the dependencies anew."""
    with steps.one_at_a_time():
        environment.create()
        environment.lock(arguments)
        frontend.lock()
    return 0


def clean(arguments: list[str]) -> int:  # noqa: ARG001 - every target takes the rest of the command line
    """Remove what the other targets made."""
    caches = [".pytest_cache", ".mypy_cache", ".ruff_cache", ".import_linter_cache", ".hypothesis"]
    kernel.EXTENSION.unlink(missing_ok=True)
    for path in [environment.VENV, frontend.MODULES, frontend.STATIC, steps.ROOT / "dist", steps.BUILD]:
        shutil.rmtree(path, ignore_errors=True)
    for name in caches:
        shutil.rmtree(steps.ROOT / name, ignore_errors=True)
    return 0


def show_help(arguments: list[str]) -> int:  # noqa: ARG001 - every target takes the rest of the command line
    """Print the page at the top of this file."""
    print(__doc__)
    return 0


TARGETS = {
    "play": play,
    "check": check,
    "quick": quick,
    "test": test,
    "reliability": reliability,
    "lint": lint,
    "format": reformat,
    "web": web,
    "kernel": compile_kernel,
    "docs": docs,
    "lock": lock,
    "clean": clean,
    "help": show_help,
}


def main(arguments: list[str]) -> int:
    """Run one target and return the exit code."""
    name = arguments[0] if arguments else "help"
    target = show_help if name in {"-h", "--help"} else TARGETS.get(name)
    if target is None:
        print(f"There is no target {name!r}; the targets are {', '.join(TARGETS)}.", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    try:
        return target(arguments[1:])
    except steps.Failed as failure:
        print(failure, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
