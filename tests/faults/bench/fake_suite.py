#!/usr/bin/env python3
"""Stands for the suite in tests of the bench: under an order its one case fails, and it tells of one bug, which a
program that it writes shows: like the suite's own, that exits 1 under an order and 0 without."""

import json
import os
import sys
from pathlib import Path

REPRODUCER = """#include <stdlib.h>
int main(void) { const char *order = getenv("WGFAULT"); return order && *order; }
"""


def main(words):
    if "--help" in words:
        print("--op --type --reproducers")
        return 0
    faulty = bool(os.environ.get("WGFAULT"))
    names = [f"broadcast.int.{d}d.{size}.chain" for d, size in ((1, "33"), (2, "7x5"), (3, "3x5x7"))]
    report = {"cases": [{"id": name, "verdict": "fail" if faulty else "pass"} for name in names], "bugs": []}
    if faulty:
        folder = Path(words[words.index("--reproducers") + 1])
        (folder / "bug.c").write_text(REPRODUCER, encoding="utf-8")
        report["bugs"] = [{"signature": "1", "what": {"code": "input", "parameters": []}, "where": [], "cases": names,
                           "minimal": {"local_size": [2, 1, 1]}, "reproducer": str(folder / "bug.c")}]
    Path(words[words.index("--json") + 1]).write_text(json.dumps(report), encoding="utf-8")
    return 1 if faulty else 0


sys.exit(main(sys.argv[1:]))
