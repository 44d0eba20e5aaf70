#!/usr/bin/env python3
"""format.py SOURCE: all C and C++ files are formatted by clang-format 14 and the settings of .clang-format."""
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(sys.argv[1])
# Other versions format differently.
FORMATTER = shutil.which("clang-format-14")
# Not the whole checkout, which may contain build folders with generated files.
FOLDERS = ("system", "reference", "suites", "results", "harness", "reports", "cli", "tests", "findings", "cmake")

if FORMATTER is None:
    print("clang-format-14 is missing")
    sys.exit(77)
files = [SOURCE / "layers.hpp"]
files += sorted(path for folder in FOLDERS for path in (SOURCE / folder).rglob("*") if path.suffix in (".cpp", ".hpp", ".c", ".h"))
checked = subprocess.run([FORMATTER, "--dry-run", "-Werror", "--style=file", *files], capture_output=True, text=True, check=False)
wrong = [str(path.relative_to(SOURCE)) for path in files if f"{path}:" in checked.stderr]
if checked.returncode != 0:
    print(f"not formatted: {', '.join(wrong) or checked.stderr}\nclang-format-14 -i FILE formats a file")
    sys.exit(1)
print(f"{len(files)} files are formatted")
