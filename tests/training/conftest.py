"""What the tests of training share."""

from __future__ import annotations

from importlib.util import find_spec

# Ray is an optional extra of 70 MB: where it is missing its tests are not collected, so that nothing has to be skipped.
collect_ignore = [] if find_spec("ray") else ["test_selfplay_cluster.py"]
