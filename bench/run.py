"""Measure: `python3 start.py bench [NAME]`. Each measurement is a module beside this one with a `main`.

`python3 start.py bench --against FOLDER [NAME]` measures another version of Croupier beside this one.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> int:
    sys.path.insert(0, str(HERE.parent))
    if sys.argv[1:2] == ["--against"] and len(sys.argv) > 2:
        return int(importlib.import_module("bench.against").main(sys.argv[2:]))
    names = sorted(path.stem for path in HERE.glob("bench_*.py"))
    wanted = sys.argv[1:] or [name.removeprefix("bench_") for name in names]
    unknown = [name for name in wanted if f"bench_{name}" not in names]
    if unknown:
        known = ", ".join(name.removeprefix("bench_") for name in names)
        print(f"No measurement is called {unknown[0]!r}. There are: {known}.", file=sys.stderr)
        return 2
    for name in wanted:
        importlib.import_module(f"bench.bench_{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
