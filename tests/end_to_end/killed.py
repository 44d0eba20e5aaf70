#!/usr/bin/env python3
"""killed.py WGCTS WORKER [KIT [TIMES]]: runs that are killed at random moments, supervisor, worker or both, and
resumed each time, end with the same report as a run that was not killed, and no worker outlives its supervisor.

WORKER is the fake worker; with a KIT a real driver takes its place."""
import json, os, random, signal, subprocess, sys, tempfile, time

program, fake = sys.argv[1:3]
kit, times = (sys.argv[3:] + [None])[0], int((sys.argv[4:] or ["20"])[0])
seed = int(os.environ.get("KILL_SEED", time.time_ns() % 10**6))
chance = random.Random(seed)
VARYING = ("seconds", "log")


def check(good, *words):
    if not good:
        sys.exit(f"seed {seed}: " + " ".join(map(str, words)))


def environment(**more):
    return {**os.environ, "FAKE": "none", "FAKE_SECONDS": "0.003", **more}


DRIVER = ["--kit", kit] if kit else ["--launcher", fake]
ARGUMENTS = ["run", "--jobs", "2", "--seed", "5", *DRIVER, *(["--profile", "smoke"] if kit else ["--op", "reduce_add"])]


def start(*arguments, **more):
    return subprocess.Popen([program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment(**more), start_new_session=True)


def children(pid):
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = open(f"/proc/{entry}/stat").read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(entry))
    return found


def alive(pid):
    try:
        return open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def cases_of(path):
    report = json.load(open(path))
    check(report["run"]["complete"], path, "is not complete")
    return {case["id"]: {key: value for key, value in case.items() if key not in VARYING} for case in report["cases"]}


def lines(path):
    try:
        return open(path, "rb").read().count(b"\n")
    except OSError:
        return 0


with tempfile.TemporaryDirectory() as folder:
    whole, broken = (os.path.join(folder, name) for name in ("whole.json", "broken.json"))
    began = time.time()
    first = start(*ARGUMENTS, "--json", whole)
    first.communicate()
    took = time.time() - began
    check(first.returncode in (0, 1), "the undisturbed run ended with", first.returncode)
    truth = cases_of(whole)

    def compare(ended):
        """The exit code and the report of a complete run."""
        stderr = ended.communicate()[1]
        check(ended.returncode == first.returncode, "the run ended with", ended.returncode, stderr)
        check(not os.path.exists(journal), "a journal stays beside a whole report")
        result = cases_of(broken)
        check(list(result) == list(truth), "other cases, or in another order")
        differing = [id for id in truth if result[id]["verdict"] != truth[id]["verdict"]]
        check(not differing, len(differing), "verdicts differ:", [(truth[id], result[id]) for id in differing[:1]])
        os.remove(broken)
        return sum(result[id] != truth[id] for id in truth)

    def go_on():
        """Resumes the killed run, or starts a new one."""
        if not os.path.exists(journal):
            return start(*ARGUMENTS, "--json", broken)
        resumed.append(len(open(journal, "rb").read().splitlines()) - 1)
        return start("run", "--resume", journal, "--jobs", "2", *DRIVER)

    journal, kills, resumed, ends, words = broken + ".journal", dict.fromkeys(("supervisor", "worker", "both"), 0), [], 0, 0
    while sum(kills.values()) < times:
        run = go_on()
        time.sleep(chance.uniform(0.02, max(0.2, took * 0.8)))
        workers = children(run.pid)
        victim = chance.choice(list(kills))
        if run.poll() is None and (workers or victim == "supervisor"):
            kills[victim] += 1
            if victim != "supervisor":
                kill(chance.choice(workers))
            if victim != "worker":
                kill(run.pid)
        run.wait()
        deadline = time.time() + 5
        while any(map(alive, workers)) and time.time() < deadline:
            time.sleep(0.01)
        check(not any(map(alive, workers)), "workers outlive their supervisor")
        if run.returncode != -signal.SIGKILL:
            ends, words = ends + 1, words + compare(run)
    words += compare(go_on())
    print(f"seed {seed}: killed {kills}; resumed {len(resumed)} times, from {resumed} results; {ends + 1} runs came to their end, "
          f"each with the {len(truth)} verdicts of the undisturbed one; {words} results differ in words")
