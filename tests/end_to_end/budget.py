#!/usr/bin/env python3
"""budget.py WGCTS WORKER: a run that is out of time marks the other cases as not_run, and can be resumed. A soak ends with
its time budget, and its failures can be run again by name."""
import json, os, subprocess, sys, tempfile

program, fake = sys.argv[1:]


def run(*arguments, **more):
    done = subprocess.run([program, "run", "--jobs", "1", "--type", "int,float", "--launcher", fake, *arguments], capture_output=True, text=True, env={**os.environ, "FAKE": "none", **more})
    return done.returncode, done.stderr


def within_budget(path, wanted, verdict, *arguments, **more):
    """Runs with a time budget, and returns the budget. It grows until the exit code is `wanted` and a case has the verdict,
    because no fixed time is enough on every busy machine."""
    for budget in (3, 6, 12, 24, 48):
        code = run("--json", path, "--time-budget", str(budget), *arguments, **more)[0]
        verdicts = {case["verdict"] for case in json.load(open(path))["cases"]}
        if code == wanted and verdict in verdicts:
            return budget
    sys.exit(f"a run of {budget} s: expected exit code {wanted} and a case {verdict!r}, got {code} and {verdicts}")


def expect(what, got, wanted):
    if got != wanted:
        sys.exit(f"{what}: expected {wanted!r}, got {got!r}")


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "r.json")
    budget = within_budget(path, 5, "pass", FAKE_SECONDS="0.02")
    report = json.load(open(path))
    expect("verdict", report["summary"]["verdict"], "incomplete")
    expect("complete", (report["run"]["complete"], report["run"]["interrupted"]), (False, False))
    reached = [case for case in report["cases"] if case["verdict"] == "pass"]
    unreached = [case for case in report["cases"] if case["verdict"] == "not_run"]
    expect("reasons", {case["message"] for case in unreached}, {f"not run: the time budget of {budget} s was spent"})
    code, said = run("--time-budget", "0.001", "--json", os.path.join(folder, "none.json"))
    expect("a budget in which nothing fits", (code, json.load(open(os.path.join(folder, "none.json")))["summary"]["verdict"]), (3, "nothing judged"))
    smoke = set(subprocess.run([program, "list", "--profile", "smoke", "--type", "int,float"], capture_output=True, text=True).stdout.split())
    ids = {case["id"] for case in reached}
    expect("smoke cases come first", ids <= smoke or smoke <= ids, True)
    expect("another device", run("--resume", path, FAKE_DEVICE="other")[0], 2)
    expect("exit code of what went on", run("--resume", path)[0], 0)
    expect("verdicts", {case["verdict"] for case in json.load(open(path))["cases"]} - {"skip"}, {"pass"})
    within_budget(path, 1, "pass", FAKE="judged", FAKE_SECONDS="0.02")  # a worker that fails outside of a case
    expect("the same after the rest has passed", run("--resume", path)[0], 1)

    expect("exit code of a run that ends at a failure", run("--fail-fast", "--json", path, FAKE="crash", FAKE_CASE="reduce_min", FAKE_SECONDS="0.005")[0], 1)
    report = json.load(open(path))
    reasons = {case["message"] for case in report["cases"] if case["verdict"] == "not_run"}
    named = {f"not run: --fail-fast stopped the run when {case['id']} failed" for case in report["cases"] if case["verdict"] == "crash"}
    expect("why the rest was not run", (len(reasons), reasons <= named), (1, True))
    expect("complete, with a failure alone", (report["run"]["complete"], report["run"]["interrupted"]), (False, False))
    expect("an end where nothing fails", run("--fail-fast", "--profile", "smoke")[0], 0)
    expect("a baseline, which speaks at the end", run("--fail-fast", "--baseline", path)[0], 2)

    expect("exit code of a soak that ends at a failure", run("--fail-fast", "--profile", "soak", "--time-budget", "40", FAKE="crash", FAKE_CASE="scan_exclusive_max", FAKE_SECONDS="0.005")[0], 1)
    within_budget(path, 1, "crash", "--profile", "soak", "--seed", "9", FAKE="crash", FAKE_CASE="scan_exclusive_max", FAKE_SECONDS="0.005")
    report = json.load(open(path))
    crashed = [case["id"] for case in report["cases"] if case["verdict"] == "crash"]
    expect("who crashes", {id.split(".")[0] for id in crashed}, {"scan_exclusive_max"})
    expect("nothing is unreached", {case["verdict"] for case in report["cases"]} <= {"pass", "crash", "skip"}, True)
    expect("its crash by name", run("--filter", crashed[0], "--seed", "9", "--json", path, FAKE="crash", FAKE_CASE="scan_exclusive_max")[0], 1)
    expect("the crash again", [case["id"] for case in json.load(open(path))["cases"]], [crashed[0]])
print("as it should be")
