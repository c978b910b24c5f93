"""The page that the set-up built. Tests never build it: workers of pytest would do so at the same time."""

from __future__ import annotations

from pathlib import Path

import build_page


def built_page() -> Path:
    assert not build_page.is_needed(), "The page is not built from these sources: `python3 start.py test` builds it."
    return build_page.BUILT
