"""What the tests of the arena share."""

from __future__ import annotations

from importlib.util import find_spec

# Ray is an optional extra of 70 MB that no other test needs: where it is missing its tests are not collected, so that
# nothing has to be skipped. `pip install 'saudagar[cluster]'` and `-m long tests/arena` runs them.
collect_ignore = [] if find_spec("ray") else ["test_cluster.py"]
