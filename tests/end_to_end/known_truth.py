#!/usr/bin/env python3
"""known_truth.py WGCTS KIT: a part of the plan on a real driver gives exactly the known failures.

Each known defect has a stand-alone reproducer in findings/."""
import json, os, subprocess, sys, tempfile

SMALL = lambda p: p[3] in ("1", "2", "1x1", "2x1", "1x1x1", "1x2x1")
# Whole programs that fail: those whose outputs Intel's all() changes (findings/intel_all_lowest_bit.c), those of half with a
# broadcast (findings/intel_broadcast_half_crash.c), and one with a break out of a loop that contains another loop
# (findings/intel_loop_exit_crash.c). All other programs of the profile pass.
PROGRAMS = {
    "program.uint.3d.5x3x2.16915": "fail",
    "program.uint.3d.5x3x2.16915.svm": "fail",
    "program.uint.3d.5x3x2.16915.uniformsize": "fail",
    "program.int.2d.2x3.17106": "fail",
    "program.float.3d.5x3x2.12536": "fail",
    "program.int.3d.2x2x2.7419": "fail",
    "program.float.1d.7.15365": "fail",
    "program.float.2d.2x3.300256": "crash",
    "program.half.1d.7.251": "crash",
}
# Skipped: builtins of an extension that neither driver lists, and cases that CPUs skip, since their work-items run one after
# another.
UNIFORM = lambda p: p[0].rsplit("_", 1)[-1] in ("mul", "and", "or", "xor")
CROWDED = lambda p: "saturated" in p and p[4] != "chain"
LACKS = lambda p: "cl31" in p or "uniform" in p or UNIFORM(p) or CROWDED(p)
KNOWN = {
    # the verdict for the parts of a case's name, or None for pass
    "pocl": lambda p: "skip" if UNIFORM(p) else "crash" if SMALL(p) else "fail" if p[0] == "all" else "skip" if p[1] == "half" else None,
    "pocl7": lambda p: "skip" if UNIFORM(p) or p[1] == "half" else None,
    "intel": lambda p: "skip" if LACKS(p) else PROGRAMS.get(".".join(p)) if p[0] == "program" else "crash" if p[:2] == ["broadcast", "half"] else "fail" if p[0] == "all" and p[-1] != "il" else None,
}
# As SPIR-V, all() is correct, so its bug is in the front end. broadcast of half crashes as in OpenCL C.
IL = ",".join(f"{case}.solo.il" for case in ("all.int.1d.100", "reduce_add.half.2d.10x7", "broadcast.float.3d.4x3x5",
                                             "broadcast.half.1d.100", "scan_exclusive_max.long.3d.4x3x5"))
SLICE = {
    "pocl": "all.int.?d.*.chain,broadcast.int.?d.*.chain,reduce_add.int.?d.*.chain,*.int.1d.*.chain,*.half.1d.33.chain,*.float.1d.*.solo,*.float.1d.2.chain,*.double.3d.4x3x5.chain,*.ulong.2d.6x37.chain",
    "pocl7": "*.int.?d.*.chain,*.half.1d.33.chain,*.float.1d.2.chain,*.double.3d.4x3x5.chain,*.ulong.2d.6x37.chain",
    "intel": "*.int.?d.*.chain,*.half.?d.*.solo,*.double.3d.*.chain,*.float.1d.*,*.ulong.2d.*.remainder,program.*," + IL,
}
# PoCL 6.0 inverts all(), whatever the input. Intel's reads the lowest bit, so some input of the work-group has that bit clear.
ALL_FAILS = {"pocl": "inverted", "intel": "0 for a clear lowest bit"}


def how_all_fails(failure):
    seen = failure["expected"]["text"], failure["got"]["text"]
    inputs = {int(lane["input"]["bits"], 16) for lane in failure["lanes"]}
    if seen == ("non-zero", "0") and any(bits & 1 == 0 for bits in inputs) and kit == "intel":
        return "0 for a clear lowest bit"
    return "inverted" if seen in (("non-zero", "0"), ("0", "1")) else (seen, inputs)


def run(program, *arguments, **environment):
    return subprocess.run([program, *arguments], capture_output=True, text=True, env={**os.environ, **environment})


def expect(what, got, wanted):
    if got != wanted:
        sys.exit(f"{what}: expected {wanted!r}, got {got!r}")


program, kit = sys.argv[1:]
if not os.path.exists(os.path.join(os.path.dirname(program), "kits", kit, "launch")):
    print(f"kit {kit} is not there: scripts/setup {kit} makes it")
    sys.exit(77)

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "report.json")
    judged = run(program, "run", "--kit", kit, "--filter", SLICE[kit], "--diagnose", "0", "--json", path)
    expect("exit code", judged.returncode, 0 if kit == "pocl7" else 1)
    report = json.load(open(path))
    listed = run(program, "list", "--filter", SLICE[kit]).stdout.split()
    expect("cases", [case["id"] for case in report["cases"]], listed)
    for case in report["cases"]:
        wanted = KNOWN[kit](case["id"].split("."))
        if case["verdict"] != (wanted or "pass"):
            sys.exit(f"{case['id']}: {case['verdict']}, expected {wanted or 'pass'}: {case.get('failure') or case.get('message')}")
        if case["verdict"] == "fail" and case["builtin"] == "program":
            expect(f"{case['id']}: named", "work_group_all" in case["failure"]["message"], True)
        elif case["verdict"] == "fail":
            expect(f"{case['id']}: what fails of all", how_all_fails(case["failure"]), ALL_FAILS[kit])
    failing = [case for case in report["cases"] if case["verdict"] == "fail" and case["builtin"] == "all"]
    expect("dimensions in which all fails", sorted({case["dim"] for case in failing}), [1, 2, 3] if kit in ALL_FAILS else [])

    expect("no such op", run(program, "run", "--op", "nonsense").returncode, 2)
    expect("no such folder", run(program, "run", "--json", "/nonexistent/x.json").returncode, 2)
    expect("nothing selected", run(program, "run", "--filter", "nothing_like_it").returncode, 2)
    expect("no device", run(program, "run", "--op", "any", OCL_ICD_VENDORS=folder).returncode, 3)
print("as known")
