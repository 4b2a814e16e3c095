# SPDX-License-Identifier: Apache-2.0
class Timer:
    def __init__(self, time, unit):
        assert time > 0 and unit in ("ns", "us")

    def __await__(self):
        yield
