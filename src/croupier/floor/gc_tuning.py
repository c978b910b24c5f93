"""How often the running server looks for garbage.

The rules' values hold no cycles, so nearly all that an act leaves behind goes at once. Looking for the rest as often as
Python does by default took a quarter of an act's time; now the start is left out of the search, and it comes rarely.
"""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 20_000, 50, 100


def settle() -> None:
    """Once the tables stand: what is there now stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
