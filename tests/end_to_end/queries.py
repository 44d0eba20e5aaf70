#!/usr/bin/env python3
"""queries.py WGCTS STUB: each query returns an error in turn. `devices` and `run` must end normally and name the query.
Unusable devices are skipped, and the reason is printed if a platform lists no devices."""
import json, os, subprocess, sys, tempfile

program, stub = sys.argv[1:]
# Queries that a 3.x device must answer. An error in them fails the device.
mandatory = ("CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT", "CL_DEVICE_OPENCL_C_FEATURES", "CL_DEVICE_OPENCL_C_ALL_VERSIONS")
few = ["--filter", "reduce_add.*.1d.33.chain,any.int.2d.*.chain"]


def run(script, *arguments, **more):
    environment = {**os.environ, "OCL_ICD_VENDORS": stub, "STUB_OPENCL": script, **more}
    environment.pop("OPENCL_LAYERS", None)
    done = subprocess.run([program, *arguments], capture_output=True, text=True, env=environment)
    return done.returncode, done.stdout, done.stderr


def expect(what, holds, shown=""):
    if not holds:
        sys.exit(f"{what}\n{shown}")


with tempfile.TemporaryDirectory() as folder:
    log, path = os.path.join(folder, "log"), os.path.join(folder, "r.json")
    code, out, err = run("", "devices", STUB_OPENCL_LOG=log)
    expect("devices on a sound driver", code == 0 and "no answer" not in out, out + err)
    asked = sorted({line for line in open(log).read().split() if line.startswith(("CL_DEVICE_", "CL_DRIVER_", "CL_PLATFORM_NAME"))})
    expect("queries that devices makes", len(asked) >= 22, asked)
    for query in asked:
        code, out, err = run(f"{query} fails -30", "devices")
        expect(f"devices without {query}", code in (0, 3) and f"{query}: CL_INVALID_VALUE" in out, out + err)
        code, out, err = run(f"{query} fails -30", "run", *few, "--json", path)
        expect(f"run without {query}", code == 1 if query in mandatory else code in (0, 3), out + err)
        cases = json.load(open(path))["cases"]
        for case in cases:
            told = query in mandatory and case["verdict"] == "fail" and case["failure"]["check"] == "queries"
            expect(f"{case['id']} without {query}", case["verdict"] in ("pass", "skip") or told, case)
        report = json.load(open(path))
        expect(f"the report names {query}", {"query": query, "answer": "CL_INVALID_VALUE"} in report["device"]["query_errors"], report["device"])
        code, out, err = run("", "validate", path)
        expect(f"the report without {query} is sound", code == 0, out + err)
    for script, why in ("CL_DEVICE_AVAILABLE is 0", "CL_DEVICE_AVAILABLE: CL_FALSE"), ("CL_DEVICE_TYPE is 16", "CL_DEVICE_TYPE: CL_DEVICE_TYPE_CUSTOM"), ("CL_DEVICE_ENDIAN_LITTLE is 0", "CL_DEVICE_ENDIAN_LITTLE: CL_FALSE"):
        code, out, err = run(script, "run", *few, "--json", path)
        expect(script, code == 3 and why in out + err, out + err)
    code, out, err = run("clGetDeviceIDs fails -6", "devices")
    expect("a platform that lists nothing", code == 3 and "clGetDeviceIDs of platform 0 returned CL_OUT_OF_HOST_MEMORY" in err, out + err)
    for script, verdict in ("clGetDeviceIDs aborts", "crash"), ("clGetDeviceIDs hangs", "timeout"):
        code, out, err = run(script, "run", *few, "--timeout", "2", "--json", path)
        report = json.load(open(path))
        verdicts = {case["verdict"] for case in report["cases"]}
        expect(f"{script}: no builtin was called, and none is to blame", code == 1 and verdicts == {verdict} and not report.get("bugs"), (verdicts, out, err))
    code, out, err = run("clGetDeviceIDs hangs", "devices", "--timeout", "6")
    expect("devices says what it waits for, and advises an option that it has", code == 3 and "waiting for the drivers to list their devices" in err
           and "now to 6 s" in err and "--timeout allows more" in err, out + err)
    code, out, err = run("", "devices", "--timeout", "6")
    expect("devices that answer at once", code == 0 and "waiting" not in err, out + err)
    code, out, err = run("clBuildProgram aborts", "run", *few, "--json", path)
    stages = {case.get("stage") for case in json.load(open(path))["cases"] if case["verdict"] == "crash"}
    expect("a crash has its stage", code == 1 and stages == {"build"}, (stages, out, err))
    code, out, err = run("clCreateBuffer#1 fails -4", "run", *few, "--jobs", "1", "--json", path)
    reduced = [case["id"] for case in json.load(open(path))["cases"] if "data_reduced" in case]
    expect("a refused buffer is told", code == 0 and len(reduced) >= 1, (reduced, out, err))
print("as it should be")
