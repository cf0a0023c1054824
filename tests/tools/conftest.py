"""What the tests of the tools share."""

from __future__ import annotations

from saudagar.kernel import compiled

# Benchmarks measure the compiled kernel: where there is none they are not collected, so that nothing has to be skipped.
collect_ignore = [] if compiled() else ["test_benchmarks.py"]
