#!/usr/bin/env python3
"""forms.py SOURCE: no code outside suites/forms knows a form by its name.

A form's row says what its calls are like (suites/forms/form.hpp); other code reads that, and no name.
"""
import re
import sys
from pathlib import Path

SOURCE = Path(sys.argv[1])
NAMES = sorted(name for path in (SOURCE / "suites/forms").glob("*.cpp")
               for name in re.findall(r'\{\.name = "(\w+)"', path.read_text(encoding="utf-8")))
# A table may name its own rows as it likes.
LITERAL = re.compile(rf'(?<!\.name = )"({"|".join(NAMES)})"')
COMPARED = re.compile(r"form(?:->|\.)name\s*[!=]=|[!=]=\s*(?:[\w.]|->|\(\))*form(?:->|\.)name\b")
# The code of a fault, and a member of a bug in JSON.
OTHER_MEANINGS = {"constant", "example"}
# The look-up by name.
LOOK_UP = SOURCE / "suites/forms.cpp"


def faults():
    for folder in ("suites", "results", "harness", "reports", "cli"):
        for path in sorted((SOURCE / folder).rglob("*.[ch]pp")):
            if path.parent == SOURCE / "suites/forms" or path == LOOK_UP:
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                where = f"{path.relative_to(SOURCE)}:{number}"
                for name in LITERAL.findall(line):
                    if name not in OTHER_MEANINGS:
                        yield f"{where} names the form {name}"
                if COMPARED.search(line):
                    yield f"{where} compares a form's name"


found = list(faults())
if not NAMES:
    found.append("suites/forms has no form: this test would prove nothing")
print("\n".join(found) or f"no code outside suites/forms names one of {len(NAMES)} forms")
sys.exit(1 if found else 0)
