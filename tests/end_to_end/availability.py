#!/usr/bin/env python3
"""availability.py WGCTS LAYER: a device that lists an extension whose functions its compiler does not know has one bug,
of availability (WGC.AV.11), however many builtins, types and cases there are. Skipped without the kit intel."""
import json, os, pathlib, subprocess, sys, tempfile

program, layer = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
if not (program.parent / "kits" / "intel" / "launch").exists():
    print("no kit intel")
    sys.exit(77)
order = "report: CL_DEVICE_EXTENSIONS append cl_khr_work_group_uniform_arithmetic"


def report(*selection, **more):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "r.json")
        command = [program, "run", "--kit", "intel", "--profile", "smoke", "--quiet", "--json", path, *selection]
        done = subprocess.run(command, env={**os.environ, **more}, capture_output=True, text=True)
        return done, json.load(open(path))


uniform = ["--op", "reduce_mul,reduce_xor,scan_inclusive_and,scan_exclusive_logical_or"]
done, sound = report(*uniform, "--allow-empty-filter")
if {case["verdict"] for case in sound["cases"]} != {"skip"}:
    sys.exit(f"the driver has the extension: nothing is left out\n{done.stdout}")
done, lying = report(*uniform, OPENCL_LAYERS=str(layer), WGFAULT=order)
bugs = lying.get("bugs", [])
failing = [case["id"] for case in lying["cases"] if case["verdict"] != "pass"]
if done.returncode != 1 or len(bugs) != 1 or "WGC.AV.11" not in bugs[0]["clauses"] or sorted(bugs[0]["cases"]) != sorted(failing):
    sys.exit(f"{len(bugs)} bugs for {len(failing)} failing cases\n{done.stdout}{done.stderr}")
print("as it should be")
