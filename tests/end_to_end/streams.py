#!/usr/bin/env python3
"""streams.py WGCTS WORKER: standard streams that are closed early, full, or closed from the beginning."""
import json, os, signal, subprocess, sys, tempfile

program, fake = sys.argv[1:]


def expect(what, got, wanted):
    if got != wanted:
        sys.exit(f"{what}: expected {wanted!r}, got {got!r}")


# A closed pipe, as of head and less, is not an error: the program ends by SIGPIPE and says nothing.
for words in (["list"], ["explain", "reduce_add.int.1d.1000.chain", "--all"]):
    process = subprocess.Popen([program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    expect(f"{words[0]} begins", bool(process.stdout.readline()), True)
    process.stdout.close()
    expect(f"{words[0]} complains", process.stderr.read(), b"")
    expect(f"the end of {words[0]}", process.wait(), -signal.SIGPIPE)

# Output that cannot be written is an error.
for words in ("--version", "list --counts", "list", "explain all.int.1d.33.solo", "completion bash"):
    with open("/dev/full", "w") as full:
        done = subprocess.run([program, *words.split()], stdout=full, stderr=subprocess.PIPE, text=True)
        expect(f"{words} on a full disk", done.returncode, 2)
        expect(f"what {words} says", done.stderr.strip(), "wgcts: cannot write to standard output: No space left on device")

# The report matters most: an error of the standard streams must not stop the run.
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "r.json")
    for redirections, code in (("<&-", 0), ("2>&-", 0), ("2>/dev/full", 0), (">&-", 2), (">/dev/full --verbose", 2), (">&- 2>&- <&-", 2)):
        command = f'"$0" run --op any --type int --jobs 1 --launcher "$1" --json "$2" {redirections}'
        done = subprocess.run(["sh", "-c", command, program, fake, path], capture_output=True, env={**os.environ, "FAKE": "none"})
        expect(redirections, done.returncode, code)
        expect(f"report of {redirections}", json.load(open(path))["summary"]["verdict"], "pass")
        os.remove(path)
    expect("left behind", os.listdir(folder), [])

    # A launcher must leave the worker's standard output open.
    launcher = os.path.join(folder, "launcher")
    open(launcher, "w").write('#!/bin/sh\nexec "$@" >&-\n')
    os.chmod(launcher, 0o700)
    done = subprocess.run([program, "devices", "--launcher", launcher], capture_output=True, text=True)
    expect(f"the cause, in {done.stderr}", "standard output is closed" in done.stderr, True)
    os.remove(launcher)

    # A closed pipe must not stop the run either. It ends by SIGPIPE after it has written its files.
    for output in (), ("--verbose",), ("--markdown", "-"):
        words = [program, "run", "--op", "any", "--type", "int", "--jobs", "1", "--launcher", fake, "--json", path, *output]
        reading, writing = os.pipe()
        os.close(reading)
        process = subprocess.Popen(words, stdout=writing, stderr=subprocess.PIPE, text=True, env={**os.environ, "FAKE": "none"})
        os.close(writing)
        said = process.communicate()[1]
        expect(f"a run into a closed pipe, {output}", (process.returncode, "wgcts:" in said), (-signal.SIGPIPE, False))
        expect(f"report of {output}", json.load(open(path))["summary"]["verdict"], "pass")
        os.remove(path)
    expect("left behind", os.listdir(folder), [])

    # Too few file descriptors give a message instead of an abort.
    for few in (4, 8, 16, 24):
        words = [program, "run", "--op", "any", "--type", "int", "--launcher", fake, "--json", path]
        done = subprocess.run(["bash", "-c", f'ulimit -n {few}; exec "$@"', "bash", *words], capture_output=True, text=True,
                              env={**os.environ, "FAKE": "none"})
        expect(f"{few} file descriptors", (done.returncode, done.stdout), (2, ""))
        expect("its sentence", done.stderr, f"wgcts: too few file descriptors to start a worker: the limit is {few}; raise it with ulimit -n 256\n")
    expect("left behind", os.listdir(folder), [])

    # If the disk is full, the verdict is still printed, and then an error that says what was lost and how to resume.
    words = [program, "run", "--op", "any", "--type", "int", "--jobs", "1", "--launcher", fake]
    done = subprocess.run([*words, "--html", "/dev/full"], capture_output=True, text=True, env={**os.environ, "FAKE": "none"})
    expect("full disk", (done.returncode, "verdict  pass" in done.stdout), (2, True))
    expect("its sentence", done.stderr.splitlines()[-1], "wgcts: cannot write /dev/full: No space left on device")
    # A limit of 4 KiB is enough for the beginning of the journal, but not for the report.
    done = subprocess.run(["bash", "-c", 'ulimit -f 4; exec "$@"', "bash", *words, "--json", path], capture_output=True, text=True,
                          env={**os.environ, "FAKE": "none"})
    expect("quota", (done.returncode, "verdict  pass" in done.stdout, os.path.exists(path)), (2, True, False))
    said = done.stderr.splitlines()[-1]
    kept = len(open(f"{path}.journal").read().split("\n")) - 2  # without the first line, and the text after the last newline
    expect("where the journal lies, and how much of it",
           said.endswith(f"{kept} results were saved in {path}.journal: when the report can be written, resume with --resume {path}.journal"), True)
    done = subprocess.run([*words, "--resume", f"{path}.journal"], capture_output=True, text=True, env={**os.environ, "FAKE": "none"})
    expect("resumed", (done.returncode, json.load(open(path))["run"]["complete"]), (0, True))
    expect("its segments", len(json.load(open(path))["run"]["legs"]), 2)
print("as it should be")
