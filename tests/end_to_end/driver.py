#!/usr/bin/env python3
"""driver.py WGCTS STUB: --driver tests a driver that is not installed, and the report names it. Without an OpenCL loader,
commands that need no driver work, and others end with a message and exit code 3."""
import json, os, select, signal, subprocess, sys, tempfile, time

program, stub = sys.argv[1:]
few = ["--filter", "reduce_add.int.1d.33.chain,any.int.2d.*.chain"]


def run(*arguments, **more):
    environment = {**os.environ, "OCL_ICD_VENDORS": "/nonexistent", "STUB_OPENCL": "", **more}
    environment.pop("OPENCL_LAYERS", None)
    done = subprocess.run([program, *arguments], capture_output=True, text=True, env=environment)
    return done.returncode, done.stdout, done.stderr


def expect(what, holds, shown=""):
    if not holds:
        sys.exit(f"{what}\n{shown}")


with tempfile.TemporaryDirectory() as folder:
    # An invalid library with the loader's name hides the machine's loader.
    empty = os.path.join(folder, "no_loader")
    os.mkdir(empty)
    for name in "libOpenCL.so.1", "libOpenCL.so":
        open(os.path.join(empty, name), "w").close()
    without = {"LD_LIBRARY_PATH": empty}

    icds = os.path.join(folder, "vendors")
    os.mkdir(icds)
    icd = os.path.join(icds, "stub.icd")
    with open(icd, "w") as file:
        file.write(stub + "\n")
    path = os.path.join(folder, "r.json")
    for driver in stub, icd, icds:
        code, out, err = run("devices", "--driver", driver, **without)
        expect(f"devices of {driver}", code == 0 and "Stub" in out and not err, out + err)
        code, out, err = run("run", *few, "--driver", driver, "--json", path, **without)
        report = json.load(open(path))
        expect(f"a run on {driver}", code == 0 and {case["verdict"] for case in report["cases"]} == {"pass"}, out + err)
        expect(f"the report names {driver}", report["run"]["legs"][-1]["driver"] == driver, report["run"])
        device = report["device"]
        expect("the driver's file", device["driver_file"] == stub and not device.get("loader"), device)
        code, out, err = run("validate", path)
        expect("the report is sound", code == 0, out + err)

    # A quiet run that passes prints nothing, not even notes.
    known = os.path.join(folder, "known.json")
    with open(known, "w") as file:
        file.write('{"schema": {"name": "wgcts-baseline", "version": "1.0"}, "driver": {"platform": "*", "version": "*"}, "known": ['
                   '{"cases": "any.int.*", "verdicts": ["fail"], "reason": "old", "expires": "2020-01-01"}]}')
    words = ["run", *few, "--driver", stub, "--baseline", known]
    sharded = {"GTEST_TOTAL_SHARDS": "2", "GTEST_SHARD_INDEX": "0", **without}
    code, out, err = run(*words, **sharded)
    expect("the notes of a run", code == 0 and "testing shard 1/2" in err and "1 known failure" in err, out + err)
    expect("a quiet run", run(*words, "--quiet", **sharded) == (0, "", ""), run(*words, "--quiet", **sharded))

    # A shard without supported cases passes, for test runners. A shard whose cases were not run does not.
    unavailable = {"STUB_OPENCL": "clCreateContext fails -2", **without}
    for shard in "1/2", "2/2":
        code, out, err = run("run", *few, "--driver", stub, "--shard", shard, "--quiet", **unavailable)
        expect(f"shard {shard} of a device that is never available", code == 3 and out, out + err)

    # A shard with known failures only has tested its cases.
    all_known = os.path.join(folder, "all_known.json")
    with open(all_known, "w") as file:
        file.write('{"schema": {"name": "wgcts-baseline", "version": "1.0"}, "driver": {"platform": "*", "version": "*"}, "known": ['
                   '{"cases": "*", "verdicts": ["fail"], "reason": "old"}]}')
    skips = {"STUB_OPENCL": "clEnqueueNDRangeKernel skips", **without}
    for shard in "1/2", "2/2":
        code, out, err = run("run", *few, "--driver", stub, "--baseline", all_known, "--shard", shard, **skips)
        expect(f"shard {shard} with known failures only", code == 3 and "other shards" not in err, out + err)

    # The program that starts wgcts may have blocked the signal of children that end.
    done = subprocess.run([program, "run", *few, "--driver", stub, "--timeout", "5"], capture_output=True, text=True,
                          preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD]))
    expect("a run whose starter blocks SIGCHLD", done.returncode == 0 and "did not end" not in done.stderr, done.stdout + done.stderr)

    # The command that reruns a failure and the C program both name the driver.
    script = {"STUB_OPENCL": "clBuildProgram fails -11", **without}
    code, out, err = run("run", *few, "--driver", stub, **script)
    expect("a run that fails", code == 1 and f"--driver {stub}" in out, out + err)
    code, out, err = run("run", *few, "--driver", stub, "--reproducers", folder, **script)
    programs = [name for name in os.listdir(folder) if name.endswith(".c")]
    texts = "".join(open(os.path.join(folder, name)).read() for name in programs)
    # A program of a bug of a report has the report's conditions if its smallest case meets them, although the search
    # measures the conditions anew.
    skips = {"STUB_OPENCL": "clEnqueueNDRangeKernel skips", **without}
    run("run", *few, "--driver", stub, "--json", path, **skips)
    report = json.load(open(path))
    again = os.path.join(folder, "again.c")
    for relation, is_met in (("<", True), (">", False)):
        where = [{"code": "size", "parameters": [{"name": relation, "value": "2"}]}]
        report["bugs"][0].update(sentence="it fails as reported", where=where)
        json.dump(report, open(path, "w"))
        code, out, err = run("reproduce", report["bugs"][0]["signature"], "--report", path, "-o", again, **skips)
        expect("a bug of a report is reproduced", code == 0, out + err)
        text = open(again).read()
        words = "Bug: it fails as reported\n" in text, f"Where: size{relation}2\n" in text
        expect("its words", words == (is_met, is_met), text[:1000])
    os.remove(again)
    os.remove(path)
    expect("the C program names the driver", f"OCL_ICD_VENDORS={stub}" in texts, (programs, texts[:2000]))
    # A resumed run names no program whose file was deleted.
    run("run", *few, "--driver", stub, "--reproducers", folder, "--json", path, **script)
    for name in programs:
        os.remove(os.path.join(folder, name))
    code, out, err = run("run", "--resume", path, "--reproducers", folder, **without)
    bug = json.load(open(path))["bugs"][0]
    expect("no deleted program", "no_reproducer" in bug and not {"reproducer", "proof"} & set(bug), bug)
    # A folder stands where the program should be: the verdicts are printed all the same, and the report is written.
    blocked = os.path.join(folder, "blocked")
    os.makedirs(os.path.join(blocked, programs[0]))
    code, out, err = run("run", *few, "--driver", stub, "--reproducers", blocked, "--json", path, **script)
    expect("a program that cannot be written", code == 2 and "verdict  fail" in out and "cannot write" in err and os.listdir(blocked) == [programs[0]], out + err)
    expect("the report says why there is none", "cannot write" in json.load(open(path))["bugs"][0]["no_reproducer"], out)

    # The diagnosis cannot start, because the limit of open files has become lower: the verdicts are reported all the same.
    launcher = os.path.join(folder, "launcher.py")
    with open(launcher, "w") as file:
        file.write("""import os, pathlib, resource, sys
number = pathlib.Path(sys.argv[1])
number.write_text(number.read_text() + "." if number.exists() else ".")
if number.read_text() == "..":  # the first worker lists the devices, the second one judges
    few = len(os.listdir(f"/proc/{os.getppid()}/fd")) + 4
    resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (few, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
os.execv(sys.argv[2], sys.argv[2:])
""")
    os.remove(path)
    launched = ["--launcher", f"{sys.executable} {launcher} {folder}/starts", "--jobs", "1", "--retries", "0"]
    code, out, err = run("run", *few, "--driver", stub, *launched, "--json", path, STUB_OPENCL="clEnqueueNDRangeKernel skips")
    expect("a diagnosis that cannot start", code == 2 and "verdict  fail" in out and "file descriptors" in err, out + err)
    expect("the report has the verdicts", {case["verdict"] for case in json.load(open(path))["cases"]} == {"fail"}, out)
    expect("the report is sound", run("validate", path)[0] == 0)

    # A killed run leaves no worker, even in a call that never ends. The pipe ends when no process has it.
    log = os.path.join(folder, "log")
    reading, writing = os.pipe()
    killed = subprocess.Popen([program, "run", *few, "--driver", stub, "--jobs", "1"], stdout=subprocess.DEVNULL, pass_fds=[writing],
                              env={**os.environ, "STUB_OPENCL": "clFinish hangs", "STUB_OPENCL_LOG": log})
    os.close(writing)
    while not (os.path.exists(log) and "clFinish" in open(log).read()):
        time.sleep(0.01)
    expect("a run that waits for its worker", not select.select([reading], [], [], 0)[0])
    killed.kill()
    killed.wait()
    expect("the worker of a killed run ends", select.select([reading], [], [], 10)[0])

    for arguments in (["--version"], ["list", "--counts"], ["explain", "all.int.1d.4.solo"], ["report", path, "--markdown", os.path.join(folder, "r.md")],
                      ["diff", path, path], ["merge", path, "-o", os.path.join(folder, "m.json")]):
        code, out, err = run(*arguments, **without)
        expect(f"{arguments[0]} without a loader", code in (0, 1) and "loader" not in err, out + err)
    code, out, err = run("devices", **without)
    expect("devices without a loader", code == 3 and err.count("\n") == 1 and "no OpenCL loader" in err, out + err)
    code, out, err = run("run", *few, **without)
    expect("run without a loader", code == 3 and "no OpenCL loader" in out + err, out + err)

    code, out, err = run("run", *few, "--driver", "/nonexistent/libMali.so")
    expect("a driver that is not there", code == 2 and err == "wgcts: --driver /nonexistent/libMali.so: no such file or folder\n", out + err)
    # As with a loader, a library without a folder is searched for in the library path.
    with open(icd, "w") as file:
        file.write(os.path.basename(stub) + "\n")
    code, out, err = run("devices", "--driver", icd, LD_LIBRARY_PATH=os.path.dirname(stub))
    expect("a bare name in the library path", code == 0 and "Stub" in out and not err, out + err)
    code, out, err = run("devices", "--driver", icd)
    expect("a bare name elsewhere", code == 2 and os.path.basename(stub) in err and "LD_LIBRARY_PATH" in err, out + err)
    code, out, err = run("devices", "--driver", __file__)
    expect("a driver that is none", code == 2 and err.count("\n") == 1 and os.path.basename(__file__) in err, out + err)
    for words in ["run", *few, "--quiet"], ["explain", "all.int.1d.4.solo", "--run"], ["reproduce", "all.int.1d.4.solo", "-o", path]:
        code, out, err = run(*words, "--driver", __file__)
        expect(f"{words[0]} with a driver that is none", code == 2 and err.count("\n") == 1 and os.path.basename(__file__) in err, out + err)
    code, out, err = run("devices", "--driver", stub, "--kit", "pocl")
    expect("a driver and a kit", code == 2, out + err)
print("as it should be")
