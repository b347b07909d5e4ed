"""Settings of all tests."""

import os

from hypothesis import HealthCheck, settings

# Machines are noisy: no example fails for being slow. CI tries the same examples each time, so that
# a red run can be run again; elsewhere each run looks further.
settings.register_profile(
    "graphwright",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("graphwright")
