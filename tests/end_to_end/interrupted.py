#!/usr/bin/env python3
"""interrupted.py WGCTS WORKER: an interrupted program exits with 130, and leaves no folder, worker or incomplete file."""
import json, os, signal, subprocess, sys, tempfile, time

program, fake = sys.argv[1:]
CASE = "all.int.1d.33.chain"


def expect(what, got, wanted):
    if got != wanted:
        sys.exit(f"{what}: expected {wanted!r}, got {got!r}")


def wait_for(what, true, seconds=20):
    deadline = time.time() + seconds
    while not true():
        if time.time() > deadline:
            sys.exit(f"{what}: not within {seconds} s")
        time.sleep(0.02)


def workers(log):
    """The worker processes that got the case."""
    return [int(line.split()[0]) for line in open(log)] if os.path.exists(log) else []


def alive(pid):
    try:
        return open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


with tempfile.TemporaryDirectory() as folder:
    scratch, log, out = (os.path.join(folder, name) for name in ("tmp", "log", "out"))
    os.mkdir(scratch)
    environment = {**os.environ, "FAKE": "hang", "FAKE_CASE": CASE, "FAKE_LOG": log, "TMPDIR": scratch}

    def end(number, words, code, judged=False):
        """Sends the signal when a worker gets the case, or gets it again after its verdict."""
        if os.path.exists(log):
            os.remove(log)
        run = subprocess.Popen([program, *words, "--launcher", fake], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        asked = 0
        if judged:
            run.stdout.readline()
            asked = 2  # once with others and once alone; the log itself may already have the next one
        wait_for(f"{words[0]} begins", lambda: len(workers(log)) > asked)
        expect("folders while it runs", len(os.listdir(scratch)), 1)
        run.send_signal(number)
        said = run.communicate(timeout=20)
        expect(f"{words[0]} after {number.name}", run.returncode, code)
        wait_for("the workers' end", lambda: not any(map(alive, workers(log))), 5)
        wait_for("the folder's end", lambda: os.listdir(scratch) == [], 5)
        return said[1]

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGXCPU):
        expect("its words", end(number, ["reproduce", CASE, "-o", out], 130), "wgcts: interrupted\n")
        expect("a program that was not found", os.path.exists(out), False)
    expect("its words", end(signal.SIGINT, ["explain", CASE, "--run"], 130), "wgcts: interrupted\n")
    # Signals that end the program immediately.
    for number in (signal.SIGUSR2, signal.SIGALRM, signal.SIGKILL):
        end(number, ["run", "--filter", CASE], -number)

    # An interrupt during the diagnosis still writes the report.
    end(signal.SIGINT, ["run", "--filter", CASE, "--timeout", "1", "--retries", "0", "--verbose", "--json", out], 130, True)
    report = json.load(open(out))
    expect("the report", (report["run"]["interrupted"], [case["verdict"] for case in report["cases"]]), (True, ["timeout"]))
    expect("left behind", sorted(os.listdir(folder)), ["log", "out", "tmp"])
print("as it should be")
