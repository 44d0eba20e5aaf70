#!/usr/bin/env python3
"""commands.py WGCTS KIT [PAGE...] - runs every command of the manual, or of some of its pages.

A command is a line of a block marked sh in README.md and docs/. The lines of a page run in order, in a folder that
looks like a checkout, on the driver of KIT. A line fails if its exit code is neither 0 nor 1. Exits with 77 if the kit
or a program of another package is missing.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = 77

# Commands that build, install, run the tests or write pages of the manual, and those that need a checkout or a cluster.
BUILDING = re.compile(r"^(scripts/(run|test|setup|package)|cmake|ctest|cd build|cd \S+ && cpack|examples/slurm|scripts/(races|fuzz|zoo|bench|faults|citations|docs|pictures)|SHARDS=)")
SOMETHING_FAILS = 1  # a real driver has bugs

# Intel's runtime needs the files beside its library.
MY_DRIVER = "cp -rs \"$KIT/lib\" my-driver && cp \"$KIT/lib/libintelocl.so\" my-driver/libmydriver.so"

# Files that the commands of a page need: a driver, reports of earlier runs.
FIXTURES = {
    "README.md": MY_DRIVER,
    "docs/getting-started.md": MY_DRIVER + " && build/wgcts run --profile smoke --op all --json report.json",
    "docs/reports.md": "for f in r old new pocl intel; do cp \"$REPORT\" $f.json; done;"
                       "for k in 1 2 3; do build/wgcts run --profile smoke --op all --shard $k/3 --json $k.json; done",
    "docs/programs.md": "cp tests/reports/programs.json report.json",
    "docs/implementations.md": "mkdir include; cp examples/implementations/local_memory.cl my.cl;"
                               "echo 'int __attribute__((overloadable)) work_group_reduce_add(int x) { return x; }' > plain.cl",
    "docs/ci.md": "cp \"$REPORT\" soak.json; timeout --signal KILL 5 build/wgcts run --json killed.json",
}


def commands(page):
    """[(line number, command)] of the page's sh blocks."""
    found, inside = [], False
    for number, line in enumerate((ROOT / page).read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            inside = line == "```sh"
        elif inside and line.strip() and not line.startswith("#"):
            found.append((number, line))
    return found


def main():
    wgcts, kit = Path(sys.argv[1]).resolve(), sys.argv[2]
    folder = ROOT / "build" / "kits" / kit
    if not (folder / "vendors").is_dir():
        print(f"kit {kit} does not exist")
        return SKIPPED
    pages = sys.argv[3:] or ["README.md", *sorted(str(p.relative_to(ROOT)) for p in (ROOT / "docs").glob("*.md"))]
    wrong = missing = 0
    for page in pages:
        with tempfile.TemporaryDirectory() as scratch:
            scratch = Path(scratch)
            for entry in ("scripts", "examples", "docs", "findings", "baselines", "tests"):
                (scratch / entry).symlink_to(ROOT / entry)
            (scratch / "build").mkdir()
            (scratch / "build" / "wgcts").symlink_to(wgcts)
            (scratch / "build" / "kits").symlink_to(ROOT / "build" / "kits")
            environment = dict(os.environ, KIT=str(folder), OCL_ICD_VENDORS=str(folder / "vendors"),
                               LD_LIBRARY_PATH=str(folder / "lib"), REPORT=str(ROOT / "tests" / "reports" / "pocl.json"))
            shell = lambda text: subprocess.run(["bash", "-c", text], cwd=scratch, env=environment, text=True,
                                                capture_output=True, timeout=900)
            if page in FIXTURES:
                shell(FIXTURES[page])
            for number, line in commands(page):
                if BUILDING.match(line):
                    continue
                tool = line.split()[0]
                if "/" not in tool and "=" not in tool and not shutil.which(tool):
                    missing += 1
                    print(f"{page}:{number}: {tool} is missing")
                    continue
                ended = shell(line)
                if ended.returncode not in (0, SOMETHING_FAILS):
                    wrong += 1
                    print(f"{page}:{number}: exit code {ended.returncode}: {line}\n{ended.stderr[-500:]}")
    if wrong or missing:
        print(f"{wrong} commands of the manual do not work, {missing} could not be run")
    else:
        print("every command of the manual works")
    return 1 if wrong else SKIPPED if missing else 0


if __name__ == "__main__":
    sys.exit(main())
