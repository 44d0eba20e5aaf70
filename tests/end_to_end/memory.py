#!/usr/bin/env python3
"""memory.py WGCTS STUB: the supervisor's peak of memory in a standard run with many failures and their diagnosis."""
import json, os, subprocess, sys, tempfile

program, stub = map(os.path.abspath, sys.argv[1:3])
LIMIT_MB, FEWEST_FAILURES = 60, 800

with tempfile.TemporaryDirectory() as folder:
    report = os.path.join(folder, "report.json")
    run = subprocess.Popen([program, "run", "--driver", stub, "--profile", "standard", "--json", report],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(run.pid, 0)
    summary = json.load(open(report))["summary"]
    failed = sum(summary[verdict] for verdict in ("fail", "build_error", "launch_error"))

# Of this process alone: the workers are its children.
peak = usage.ru_maxrss / 1024
print(f"{failed} failing cases, exit code {os.waitstatus_to_exitcode(status)}, peak {peak:.1f} MB, limit {LIMIT_MB} MB")
sys.exit(0 if peak <= LIMIT_MB and failed >= FEWEST_FAILURES else 1)
