#!/usr/bin/env python3
"""parts.py WGCTS WORKER: killed soaks and repeated runs can be resumed. Only the turns and draws in flight are lost, and none
is counted twice. An interrupted soak loses no draw. Failures of workers and defects of the suite are not lost either."""
import json, os, signal, subprocess, sys, tempfile, time

program, fake = sys.argv[1:]
WORKER = ["--jobs", "1", "--launcher", fake]


def start(*arguments, **more):
    return subprocess.Popen([program, "run", *WORKER, "--quiet", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, "FAKE": "none", **more})


def expect(what, got, wanted):
    if got != wanted:
        sys.exit(f"{what}: expected {wanted!r}, got {got!r}")


def lines_of(journal):
    """The complete lines of the journal after the first."""
    try:
        text = open(journal).read()
    except OSError:
        return []
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()[1:]]


def killed_when(reached, run):
    deadline = time.time() + 60
    while not reached(lines_of(journal)):
        if run.poll() is not None or time.time() > deadline:
            sys.exit(f"the run ended with {run.returncode}, or was too slow: {run.stderr.read()}")
        time.sleep(0.005)
    run.kill()
    run.wait()


def turns_in(lines):
    return max((len(line.get("attempts", "1")) for line in lines), default=0)


def ended(run, code):
    words = run.communicate()[1]
    expect("exit code, with " + repr(words), run.returncode, code)


def cases_of(path):
    return {case["id"]: case for case in json.load(open(path))["cases"]}


def resumed_soak(path, drawn, code, start_from, **more):
    """The report of a resumed soak that has drawn more than `drawn` cases. A busy machine may need more than one attempt."""
    for budget in (1, 4, 16):
        run = start("--resume", start_from, "--time-budget", str(budget), **more)
        words = run.communicate()[1]
        report = json.load(open(path))
        if report["run"]["drawn"] > drawn:
            expect("exit code, with " + repr(words), run.returncode, code)
            return report
        start_from = path
    sys.exit(f"more was drawn: expected over {drawn}, got {report['run']['drawn']}")


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "r.json")
    journal, turns = path + ".journal", 12
    chosen = ["--profile", "smoke", "--op", "reduce", "--seed", "3", "--json", path, "--repeat", str(turns)]
    # Killed in the first turn and in two later ones.
    killed_when(lambda lines: len(lines) > 20, start(*chosen, FAKE_SECONDS="0.005"))
    for turn in 3, 7:
        killed_when(lambda lines: turns_in(lines) == turn, start("--resume", journal, "--repeat", str(turns), FAKE_SECONDS="0.005"))
        had = {line["id"]: len(line.get("attempts", "1")) for line in lines_of(journal)}
        expect("turns that cases have had", set(had.values()), {turn - 1, turn})
    ended(start("--resume", journal, "--repeat", str(turns)), 0)
    expect("attempts", {len(case["attempts"]) for case in cases_of(path).values()}, {turns})
    expect("the journal stays", os.path.exists(journal), False)

    # What concerns no case is in the journal, too: a worker that died between two jobs, and a defect of the suite.
    both = ["--profile", "smoke", "--op", "reduce", "--seed", "3", "--json", path]
    for mode, victim, member, code in ("between", "?", "worker_failure", 1), ("defect", "reduce_add.int.1d.33.chain", "defect", 4):
        killed_when(lambda lines: any(member in line for line in lines), start(*both, FAKE=mode, FAKE_CASE=victim, FAKE_SECONDS="0.005"))
        ended(start("--resume", journal), code)
        expect("their number", len(json.load(open(path))[member + "s"]), 1)
        expect("verdicts", {case["verdict"] for case in cases_of(path).values()}, {"pass", "skip"})

    # A case that the machine kept from being tested does not end --until-fail. If no case can be tested, it ends.
    until = ["--profile", "smoke", "--filter", "reduce_*.int.1d.33.chain", "--until-fail", "--json", path]
    ended(start(*until, "--repeat", "3", FAKE="limit", FAKE_CASE="reduce_add."), 5)
    expect("attempts", {id: len(case.get("attempts", "1")) for id, case in cases_of(path).items() if case["verdict"] != "skip"},
           {"reduce_add.int.1d.33.chain": 1, "reduce_max.int.1d.33.chain": 3, "reduce_min.int.1d.33.chain": 3})
    ended(start(*until, FAKE="limit", FAKE_CASE=""), 3)

    soak = ["--profile", "soak", "--seed", "9", "--json", path]
    killed_when(lambda lines: len(lines) > 60, start(*soak, FAKE_SECONDS="0.002"))
    kept = {line["id"] for line in lines_of(journal) if "id" in line}
    first = resumed_soak(path, len(kept), 0, journal, FAKE_SECONDS="0.002")
    expect("what was kept before is kept", kept - set(cases_of(path)), set())
    # A complete soak can be resumed too, with other draws.
    resumed_soak(path, first["run"]["drawn"], 1, path, FAKE="fail", FAKE_CASE=".", FAKE_SECONDS="0.002")
    verdicts = cases_of(path)
    expect("verdicts stand", {verdicts[id]["verdict"] for id in cases_of(path) if id in {c["id"] for c in first["cases"]}} - {"skip"}, {"pass"})
    expect("new ones fail", "fail" in {case["verdict"] for case in verdicts.values()}, True)
    ended(start("--resume", path, "--seed", "10", "--time-budget", "1"), 2)

    # A hang that an interrupt ends is in the report, and its cases run again.
    log = os.path.join(folder, "hangs")
    run = start(*soak, FAKE="hang", FAKE_CASE="scan_exclusive_max", FAKE_SECONDS="0.002", FAKE_LOG=log)
    deadline = time.time() + 60
    while not (os.path.exists(log) and open(log).read().endswith("\n")) and time.time() < deadline:
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    ended(run, 130)
    hanging = open(log).read().split()[1]
    expect("the case that hangs", cases_of(path)[hanging]["verdict"], "not_run")
    drawn = json.load(open(path))["run"]["drawn"]
    resumed_soak(path, drawn, 0, path, FAKE_SECONDS="0.002")
    expect("nothing is unfinished", "not_run" in {case["verdict"] for case in cases_of(path).values()}, False)
print("as it should be")
