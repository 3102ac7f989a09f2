"""What holds of every test's process.

``POLO_ADVISOR_DRAWS``: how many times as much hypothesis draws, and then something new each time; without it, the same
each time, so that what fails has been broken by a change.
"""

from __future__ import annotations

import gc
import os

from hypothesis import settings

DRAWS = int(os.environ.get("POLO_ADVISOR_DRAWS", "0"))

# No deadline: how long an example takes hangs on what else the machine does.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("new", derandomize=False, deadline=None, max_examples=100 * max(DRAWS, 1))
settings.load_profile("new" if DRAWS else "same")


def pytest_collection_finish() -> None:
    """What has been loaded by now stays: it is not looked through again for garbage, and garbage less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
