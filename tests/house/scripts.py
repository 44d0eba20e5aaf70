#!/usr/bin/env python3
"""scripts.py SOURCE: every script rejects a bad option with one sentence and exit code 2, before it builds or installs anything.

The scripts run in a copy of the checkout without a build folder.
"""
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(sys.argv[1])
# Command lines. Each has one mistake.
WRONG = [f"{name} --nope" for name in ("bench", "boards", "docs", "faults", "fuzz", "package", "pictures", "races", "run", "setup", "sysroot", "test", "zoo")]
WRONG += ["run --quiet --profile=smoke --jsn=x", "test nope", "setup nope", "boards --unit nope arm64", "fuzz --only nope", "fuzz --jobs 0",
          "fuzz --seconds", "faults --sample -1", "faults --only (", "races --runs 0", "races --only (", "zoo --profile nope", "docs --program nope"]
# Command lines without a mistake.
RIGHT = ["run --help", "fuzz --help", "races --only ^tree --list", "faults --only values/sum-reversed$ --list"]

wrong = 0
with tempfile.TemporaryDirectory() as folder:
    copy = Path(folder)
    for part in ("scripts", "docs", "tests", "findings"):
        shutil.copytree(SOURCE / part, copy / part, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    before = sorted(copy.rglob("*"))
    for words in WRONG + RIGHT:
        name, *arguments = words.split()
        done = subprocess.run([copy / "scripts" / name, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
                              env={"PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"})
        expected = 2 if words in WRONG else 0
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        if done.returncode != expected or (words in WRONG and not last[0].startswith(f"{name}: ")):
            wrong += 1
            print(f"scripts/{words}: exit code {done.returncode} and {last} instead of {expected}")
        if sorted(copy.rglob("*")) != before:
            sys.exit(f"scripts/{words} wrote files")
if wrong:
    sys.exit(1)
print("every script rejects bad options first")
