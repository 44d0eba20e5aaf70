#!/usr/bin/env python3
"""reproduce.py WGCTS FOLDER: `wgcts reproduce` of known defects of real drivers. Each program is compiled, says wrong on
the driver that it accuses, and does not on another one. FOLDER keeps the programs. Skipped without the kits pocl and
intel, or without a C compiler."""
import json, os, pathlib, shutil, subprocess, sys, tempfile

# The kit with the bug, a case, and text that the program must contain.
DEFECTS = [
    ("intel_all_low_bit", "intel", "all.int.1d.33.solo", "out0[item] = work_group_all(in0[item]);"),
    ("intel_broadcast_half", "intel", "broadcast.half.1d.33.solo", "work_group_broadcast(in0[item], "),
    ("pocl_all_inverted", "pocl", "all.int.2d.6x5.chain", "out0[item] = work_group_all(in0[item]);"),
    ("pocl_small_group", "pocl", "reduce_add.int.1d.2.solo", "out0[item] = work_group_reduce_add(in0[item]);"),
    ("pocl_branch_repeats", "pocl", "reduce_add.int.1d.100.branch", "work_group_reduce_add("),
]
# Without the comment at the start, whose length depends on the names of the device and of the folder.
MOST_LINES = 85

program = pathlib.Path(sys.argv[1])
kits = {kit: program.parent / "kits" / kit / "launch" for kit in ("pocl", "intel")}
compiler = shutil.which("cc")
if not compiler or not all(launch.exists() for launch in kits.values()):
    print("no C compiler" if not compiler else "the kits pocl and intel are not both there: scripts/setup makes them")
    sys.exit(77)
folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else pathlib.Path(tempfile.mkdtemp())
folder.mkdir(parents=True, exist_ok=True)
environment = dict(os.environ, POCL_KERNEL_CACHE="0")
wrong = 0


def expect(what, holds, told=""):
    global wrong
    if not holds:
        wrong += 1
        print(f"WRONG: {what}: {told}")


for name, guilty, case, held in DEFECTS:
    if len(sys.argv) > 3 and sys.argv[3] not in name:
        continue
    source, binary = folder / f"{name}.c", folder / name
    written = subprocess.run([program, "reproduce", case, "-o", source, "--kit", guilty, "--diagnose", "60"], capture_output=True, text=True)
    expect(f"{name} is written and shown", written.returncode == 0, written.stderr)
    if not source.exists():
        continue
    text = source.read_text()
    lines = text.partition("*/\n")[2].count("\n")
    expect(f"{name} has few lines", 0 < lines <= MOST_LINES, lines)
    expect(f"{name} holds {held}", held in text, text)
    built = subprocess.run([compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", source, "-o", binary, "-lOpenCL"], capture_output=True, text=True)
    expect(f"{name} compiles", built.returncode == 0, built.stderr)
    for kit, launch in kits.items() if built.returncode == 0 else ():
        ran = subprocess.run([launch, binary], capture_output=True, text=True, env=environment, timeout=120)
        told = (ran.stdout.strip().splitlines() or [""])[-1]
        print(f"{name} on {kit}: {ran.returncode}: {told}", flush=True)
        expect(f"{name} on {kit}", ran.returncode == 1 if kit == guilty else ran.returncode in (0, 77), ran.stdout + ran.stderr)
    absent = subprocess.run([kits[guilty], binary, "99"], capture_output=True, text=True, env=environment) if built.returncode == 0 else None
    expect(f"{name} of no such device", absent is None or absent.returncode == 77, absent and absent.stdout)
# A passing case cannot be reproduced.
passing = subprocess.run([program, "reproduce", "any.int.1d.4.solo", "-o", folder / "none.c", "--kit", "intel"], capture_output=True, text=True)
expect("a case that passes", passing.returncode == 3 and not (folder / "none.c").exists(), passing.stderr)
# A bug of a report is reproduced on the kit of the report.
report, source = folder / "all.json", folder / "of_report.c"
subprocess.run([program, "run", "--filter", "all.int.1d.33.chain", "--kit", "intel", "--quiet", "--json", report], capture_output=True, check=False)
signature = json.loads(report.read_text())["bugs"][0]["signature"]
written = subprocess.run([program, "reproduce", signature, "--report", report, "-o", source], capture_output=True, text=True)
expect("a bug of a report", written.returncode == 0 and source.exists(), written.stderr)
sys.exit(1 if wrong else 0)
