#!/usr/bin/env python3
"""reader.py WGCTS: whoever has read enough, as head and less do, is not told of an error."""
import subprocess, sys

program = sys.argv[1]
for words in (["list"], ["explain", "reduce_add.int.1d.1000.chain", "--all"]):
    process = subprocess.Popen([program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    first = process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read().decode()
    process.wait()
    if not first or errors:
        sys.exit(f"wgcts {' '.join(words)}, read up to the first line {first!r}, says: {errors!r}")
