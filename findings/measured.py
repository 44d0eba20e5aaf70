#!/usr/bin/env python3
"""measured.py FOLDER KIT... [--only FINDING...]: runs the findings, whose programs lie in FOLDER, on kits of scripts/setup,
and compares their exit codes with the table of README.md beside this file. Exits 0 if all agree, 1 if not, 77 if no kit
is there."""
import json
import os
import pathlib
import re
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent


def table():
    """{finding: {kit: exit code}} as README.md has it."""
    rows = [[cell.strip() for cell in line.strip("|\n").split("|")]
            for line in (here / "README.md").read_text().splitlines() if line.startswith("|")]
    start = next(i for i, row in enumerate(rows) if row[0] == "finding" and "pocl" in row)
    codes = {}
    for row in rows[start + 2:]:
        if row[0] == "finding":  # the next table
            break
        cells = dict(zip(rows[start][2:], row[2:]))
        finding = re.match(r"\[(\w+)\]", row[0]).group(1)
        codes[finding] = {kit: int(re.search(r"\d+", cell).group()) for kit, cell in cells.items()}
    return codes


def kits():
    """The kits of the table, in its order."""
    return list(next(iter(table().values())))


def unknown():
    """Names in signatures.json that are no finding of the table, nor a program of upstream/."""
    told = json.loads((here / "signatures.json").read_text(encoding="utf-8"))
    named = set().union(*(row.values() for row in told["signatures"].values()), *(row["findings"] for row in told["drawn"]))
    return sorted(name for name in named - set(table()) if not (here / f"{name}.c").exists())


def main(folder, *words):
    split = words.index("--only") if "--only" in words else len(words)
    kits, only = words[:split], words[split + 1:]
    rows = {finding: codes for finding, codes in table().items() if not only or finding in only}
    if not set(only) <= set(rows):
        sys.exit(f"measured.py: README.md's table lacks {', '.join(sorted(set(only) - set(rows)))}")
    if unknown():
        sys.exit(f"measured.py: signatures.json names {', '.join(unknown())}, which README.md's table lacks")
    lacking = [finding for finding in table() if not (pathlib.Path(folder) / finding).exists()]
    if lacking:
        sys.exit(f"measured.py: {folder} lacks {', '.join(lacking)}; build them first")
    environment = dict(os.environ, POCL_KERNEL_CACHE="0")  # no kernel of another version or setting
    wrong = runs = 0
    for kit in kits:
        launch = here.parent / "build" / "kits" / kit / "launch"
        if not launch.exists():
            print(f"{kit}: no such kit; scripts/setup {kit} makes it")
            continue
        for finding, expected in rows.items():
            code = subprocess.run([launch, pathlib.Path(folder) / finding], env=environment, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL).returncode
            runs += 1
            wrong += code != expected[kit]
            note = "" if code == expected[kit] else f", README.md says {expected[kit]}"
            print(f"{kit} {finding}: {code}{note}", flush=True)
    sys.exit(1 if wrong else 0 if runs else 77)


if __name__ == "__main__":
    main(*sys.argv[1:])
