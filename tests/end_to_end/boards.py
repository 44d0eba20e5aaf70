#!/usr/bin/env python3
"""boards.py WGCTS STUB: a remote device, with launchers that behave like ssh: another folder, none of our variables, and
words that are joined for a shell. A dropped connection loses no results, and is not a failure of the driver."""
import json, os, shutil, subprocess, sys, tempfile

program, stub = sys.argv[1:]
few = ["--filter", "reduce_add.int.1d.33.chain,reduce_min.int.1d.33.chain,reduce_max.int.1d.33.chain,any.int.2d.*.chain", "--jobs", "1"]


def run(*arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, env={**os.environ, "OCL_ICD_VENDORS": "/nonexistent"})
    return done.returncode, done.stdout, done.stderr


def expect(what, holds, shown=""):
    if not holds:
        sys.exit(f"{what}\n{shown}")


def script(path, text):
    with open(path, "w") as file:
        file.write("#!/bin/sh\n" + text)
    os.chmod(path, 0o755)
    return path


with tempfile.TemporaryDirectory() as folder:
    board = os.path.join(folder, "board")
    os.mkdir(board)
    worker, driver = os.path.join(board, "wgcts"), os.path.join(board, "libstub.so")
    shutil.copy(program, worker)
    shutil.copy(stub, driver)
    path = os.path.join(folder, "r.json")
    ssh = script(os.path.join(folder, "ssh"), 'shift\ncd /\necho "connected" >&2\nexec env -i PATH="$PATH" sh -c "$*"\n')
    there = ["--launcher", f"{ssh} board", "--worker", worker, "--driver", driver]

    code, out, err = run("devices", *there)
    expect("devices of a board", code == 0 and "Stub" in out, out + err)
    code, out, err = run("run", *few, *there, "--json", path)
    report = json.load(open(path))
    expect("a run on a board", code == 0 and {case["verdict"] for case in report["cases"]} == {"pass"}, out + err)
    leg = report["run"]["legs"][-1]
    expect("the report says how", (leg["worker"], leg["driver"]) == (worker, driver), leg)
    expect("the driver's file is the board's", report["device"]["driver_file"] == driver, report["device"])
    whole = len(report["cases"])

    # The connection drops once during the run: the launcher ends, and the worker with it.
    dropped = os.path.join(folder, "dropped")
    drops = script(os.path.join(folder, "drops"),
                   f'shift\n[ -e {dropped} ] && exec sh -c "$*"\n'
                   f'sh -c "$*" | while IFS= read -r line; do echo "$line"; '
                   f'case $line in *judged*) : >{dropped}; exit 255 ;; esac; done\nexit 255\n')
    code, out, err = run("run", *few, "--launcher", f"{drops} board", "--worker", worker, "--driver", driver, "--json", path)
    report = json.load(open(path))
    expect("the connection dropped", os.path.exists(dropped), out + err)
    expect("a connection that drops", code == 0 and [case["verdict"] for case in report["cases"]] == ["pass"] * whole, out + err)

    pty = script(os.path.join(folder, "pty"), f'exec {sys.executable} -c "import pty, sys; pty.spawn(sys.argv[1:])" "$@"\n')
    code, out, err = run("run", *few, "--launcher", pty, "--worker", worker, "--driver", driver)
    expect("a launcher with a terminal, which cuts long orders", code == 2 and "on a terminal" in err, (code, out, err))
    raw = script(os.path.join(folder, "raw"), f'exec {pty} sh -c \'stty raw -echo; exec "$@"\' sh "$@"\n')
    code, out, err = run("devices", "--launcher", raw, "--worker", worker, "--driver", driver)
    expect("a terminal in raw mode cuts no lines", code == 0 and "Stub" in out, (code, out, err))

    code, out, err = run("devices", "--launcher", f"{ssh} board", "--worker", "/nonexistent/wgcts")
    expect("a worker that is not there", code == 2 and "/nonexistent/wgcts" in err, (code, out, err))
    code, out, err = run("devices", "--worker", worker)
    expect("a worker without a launcher", code == 2, (code, out, err))
print("as it should be")
