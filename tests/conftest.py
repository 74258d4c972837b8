"""Settings that every test shares."""

from __future__ import annotations

import os

from hypothesis import settings

# Speed is measured in benchmarks/, so no example has a deadline; the same examples are drawn every
# time, so that a run can be repeated. `make prove` draws many more, and new ones each time.
settings.register_profile("default", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("prove", deadline=None, max_examples=1_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
