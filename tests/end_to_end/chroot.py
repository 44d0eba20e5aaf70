#!/usr/bin/env python3
"""chroot.py WGCTS STUB: workers in another userland, a folder with nothing but the program, the stub driver and their
libraries: no /proc, /dev or /tmp.

Skipped (77) where a process cannot have a root of its own."""
import json, os, shutil, subprocess, sys, tempfile

program, stub = sys.argv[1:]
FEW = ["--filter", "reduce_*.int.*.chain,any.int.2d.*.chain", "--jobs", "1", "--quiet"]
ENTER = [] if os.geteuid() == 0 else ["unshare", "-r"]

os.environ["PATH"] += ":/usr/sbin:/sbin"


def expect(what, holds, shown=""):
    if not holds:
        sys.exit(f"{what}\n{shown}")


def verdicts(path):
    with open(path) as file:
        return {case["id"]: case["verdict"] for case in json.load(file)["cases"]}


with tempfile.TemporaryDirectory() as folder:
    userland = os.path.join(folder, "userland")
    libraries = subprocess.run(["ldd", program, stub], capture_output=True, text=True, check=True).stdout.split()
    for library in {word for word in libraries if word.startswith("/") and not word.endswith(":")}:
        os.makedirs(userland + os.path.dirname(library), exist_ok=True)
        shutil.copy(library, userland + library)
    shutil.copy(program, os.path.join(userland, "wgcts"))
    shutil.copy(stub, os.path.join(userland, "stub.so"))
    enter = [*ENTER, "chroot", userland]
    entered = subprocess.run([*enter, "/wgcts", "--version"], capture_output=True, text=True)
    if entered.returncode != 0 and "Operation not permitted" in entered.stderr:
        print(f"skipped: {entered.stderr.strip()}")
        sys.exit(77)
    expect("the program in the other userland", entered.returncode == 0, entered.stderr)

    reports = [os.path.join(folder, name) for name in ("here.json", "there.json")]
    there = ["--launcher", " ".join(enter), "--worker", "/wgcts", "--driver", "/stub.so"]
    for report, start in zip(reports, (["--driver", stub], there)):
        done = subprocess.run([program, "run", *FEW, *start, "--json", report], capture_output=True, text=True)
        expect(f"a run with {' '.join(start)}", done.returncode == 0 and not done.stderr, done.stdout + done.stderr)
    here, there = map(verdicts, reports)
    expect("the verdicts", list(here.values()).count("pass") >= 50 and there == here, there)
print("as it should be")
