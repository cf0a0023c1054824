"""What the tests of the arena share."""

from __future__ import annotations

from importlib.util import find_spec

# Where Ray is missing its tests are not collected, so that nothing has to be skipped. The checks have it; on a Python
# too new for it there is none.
collect_ignore = [] if find_spec("ray") else ["test_cluster.py", "test_two_machines.py"]
