#!/usr/bin/env python3
"""reports.py WGCTS BASELINES - validate, merge, diff and baseline with valid and invalid files."""
import hashlib, json, os, pathlib, subprocess, sys, tempfile

program, baselines = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()


def run(*words, stdin=None, **environment):
    return subprocess.run([program, *words], input=stdin, env={**os.environ, **environment}, capture_output=True, text=True, timeout=120)


def expect(what, exit_code, said, *words, stdin=None):
    """Runs the program. For invalid input, the error is one line that contains `said`, and no file is left."""
    before = set(os.listdir())
    told = run(*words, stdin=stdin)
    if told.returncode != exit_code or said not in told.stdout + told.stderr:
        sys.exit(f"{what}: exit code {told.returncode}, expected {exit_code} and {said!r}:\n{told.stdout}{told.stderr}")
    if exit_code == 2 and (told.stdout or len(told.stderr.splitlines()) != 1 or set(os.listdir()) != before):
        sys.exit(f"{what}: not a one-line message, or a file was left: {told}")
    return told


def sha256(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def edited(name, **verdicts):
    """A copy of the whole run with other verdicts for some cases and correct sums."""
    report = json.loads(pathlib.Path("skips.json").read_text())
    for case in report["cases"]:
        cell = next(cell for row in report["matrix"] for cell in row["cells"] if cell["dim"] == case["dim"])
        verdict = verdicts.get(f"d{case['dim']}", "pass")
        case["verdict"] = verdict
        cell.update(verdict=verdict, counts={verdict: 1})
        report["summary"]["skip"] -= 1
        report["summary"][verdict] += 1
        if verdict != "skip":
            case.pop("reason")
    report["device"].update(name="a device", platform="Test", driver="1")
    counted = {case["verdict"] for case in report["cases"]}
    report["summary"]["verdict"] = "fail" if counted - {"pass", "skip"} else "pass"
    pathlib.Path(name).write_text(json.dumps(report))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    run("run", "--profile", "smoke", "--filter", "all.int.1d.33.chain,all.int.2d.7x5.chain,all.int.3d.3x5x7.chain", "--json", "skips.json", OCL_ICD_VENDORS=folder)
    edited("good.json")
    edited("one.json", d2="fail")
    edited("other.json", d2="crash")
    pathlib.Path("cut.json").write_text(pathlib.Path("good.json").read_text()[:2000])

    expect("a report", 0, "a report of 3 cases: pass", "validate", "good.json")
    expect("a report through a pipe", 0, "standard input: valid, a report", "validate", "-", stdin=pathlib.Path("good.json").read_text())
    expect("a cut report", 2, "cut.json", "validate", "cut.json")
    expect("no report", 2, "it is a folder", "validate", ".")
    pathlib.Path("csi.json").write_text(pathlib.Path("good.json").read_text().replace('"wgcts"', '"\\u009b2J"', 1))
    for words in ("validate", "csi.json"), ("merge", "csi.json", "-o", "n.json"):
        if "\x9b" in expect("a terminal's control character", 2, "tool.name", *words).stderr:
            sys.exit(f"{words} hands it to the terminal")

    held = pathlib.Path(__file__).resolve().parents[1] / "reports"
    three, old = str(held / "bugs.json"), str(held / "pocl.json")
    expect("a report with bugs", 0, "a report of 12 cases: fail", "validate", three)
    expect("a report of a driver", 0, "a report of", "validate", old)
    expect("diff of it with itself", 0, "nothing changed", "diff", old, old)
    expect("bugs side by side", 0, "2  ?  ae8b5894  the driver aborts", "bugs", three, old)
    expect("bugs as JSON", 0, "", "bugs", three, three, "--json", "bugs-table.json")
    if [bug["cases"] for bug in json.loads(pathlib.Path("bugs-table.json").read_text())["bugs"]] != [[3, 3], [3, 3], [2, 2]]:
        sys.exit("the table of bugs as JSON counts otherwise")
    os.remove("bugs-table.json")
    expect("bugs of a cut report", 2, "cut.json", "bugs", three, "cut.json", "--json", "n.json")
    expect("bugs of no report", 2, "wgcts bugs --help", "bugs")
    expect("standard input twice", 2, "only one report can come", "bugs", "-", "-")
    expect("a baseline by bug", 0, "known failures", "baseline", three, "--by-bug", "-o", "by-bug.json")
    known = json.loads(pathlib.Path("by-bug.json").read_text())["known"]
    if [line["signature"] for line in known if "signature" in line] != ["93653ea8", "49c1640b", "ae8b5894"] or [line["cases"] for line in known if "cases" in line] != ["scan_inclusive_add.double.3d.4x3x5.solo.offset"]:
        sys.exit(f"not a line for each bug, and for the one case that none explains: {known}")
    # Bugs of unknown cause can have the same signature, so the baseline lists their cases instead.
    nameless = json.loads(pathlib.Path(three).read_text())
    for bug in nameless["bugs"]:
        if bug["signature"] == "49c1640b":
            bug["what"] = {"code": "unknown", "parameters": []}
    pathlib.Path("nameless.json").write_text(json.dumps(nameless))
    expect("a baseline by bug where one has no name", 0, "known failures", "baseline", "nameless.json", "--by-bug", "-o", "by-bug.json")
    known = json.loads(pathlib.Path("by-bug.json").read_text())["known"]
    if [line["signature"] for line in known if "signature" in line] != ["93653ea8", "ae8b5894"] or len(known) < 3:
        sys.exit(f"a line for a bug without a name, or none for its cases: {known}")
    # All crashes of whole programs at a stage have the same signature.
    for bug in nameless["bugs"]:
        if bug["signature"] == "ae8b5894":
            bug["builtins"] = ["program"]
    pathlib.Path("nameless.json").write_text(json.dumps(nameless))
    expect("a baseline by bug with a crash of whole programs", 0, "known failures", "baseline", "nameless.json", "--by-bug", "-o", "by-bug.json")
    known = json.loads(pathlib.Path("by-bug.json").read_text())["known"]
    if [line["signature"] for line in known if "signature" in line] != ["93653ea8"] or "all.int.1d.1.chain" not in [line.get("cases") for line in known]:
        sys.exit(f"a line for the crash of whole programs, or none for its cases: {known}")
    os.remove("nameless.json")
    expect("a baseline by bug where none is looked for", 2, "lists bugs by signature", "run", "--baseline", "by-bug.json", "--diagnose", "0")
    expect("a baseline by bug of a report without", 2, "lists no bugs", "baseline", old, "--by-bug", "-o", "n.json")
    os.remove("by-bug.json")

    expect("diff of the same", 0, "nothing changed", "diff", "good.json", "good.json")
    expect("diff, broken", 1, "1 broken", "diff", "good.json", "one.json")
    expect("diff, fixed", 0, "1 fixed", "diff", "one.json", "good.json")
    expect("diff, moved", 0, "1 moved", "diff", "one.json", "other.json")
    expect("diff to files", 1, "worse", "diff", "good.json", "one.json", "--json", "d.json", "--markdown", "d.md")
    assert json.loads(pathlib.Path("d.json").read_text())["counts"]["broken"] == 1
    assert "### broken" in pathlib.Path("d.md").read_text()
    assert json.loads(expect("diff to a pipe", 1, "", "diff", "good.json", "one.json", "--json", "-").stdout)["worse"]
    part = json.loads(pathlib.Path("one.json").read_text())
    part["run"]["selection"] = "--op all --dim 1"
    part["cases"] = part["cases"][:1]
    pathlib.Path("part.json").write_text(json.dumps(part))
    expect("diff of what both hold", 0, "only common cases are compared: 1 common, 2 only in the old", "diff", "good.json", "part.json")
    expect("diff at a gate", 2, "do not contain the same cases", "diff", "good.json", "part.json", "--require-same-cases")
    expect("diff with a cut report", 2, "cut.json", "diff", "good.json", "cut.json", "--json", "e.json")
    expect("diff into no folder", 2, "does not exist", "diff", "good.json", "one.json", "--json", "nowhere/x.json")
    expect("diff of one", 2, "two reports", "diff", "good.json")
    expect("diff of three", 2, "two reports", "diff", "good.json", "one.json", "good.json")

    whole = json.loads(pathlib.Path("one.json").read_text())
    expect("merge of itself", 2, "one.json and ./one.json are the same report", "merge", "one.json", "./one.json", "-o", "m.json")
    expect("merge of one", 1, "3: 2 pass, 1 fail", "merge", "one.json", "-o", "m.json")
    assert json.loads(pathlib.Path("m.json").read_text())["cases"] == whole["cases"]
    for command in ("bugs", "merge", "diff"):
        output = ("-o", "n.json") if command == "merge" else ()
        expect(f"{command} of standard input twice", 2, "only one report can come from standard input", command, "-", "-", *output)
    pathlib.Path("odd.json").write_text(json.dumps({**whole, "run": {**whole["run"], "profile": "odd"}}))
    expect("an unknown profile", 2, "odd.json: this version of wgcts has no profile 'odd'", "validate", "odd.json")
    for selection, said in (("--op nope", "odd.json: the report's selection is impossible: there is no op 'nope'"),
                            ("--nope x", "'--nope x' is not a selection of this program"),
                            ("--filter nope.*", "is not in the report's selection --filter nope.*")):
        pathlib.Path("odd.json").write_text(json.dumps({**whole, "run": {**whole["run"], "selection": selection}}))
        expect(f"the selection {selection}", 2, said, "validate", "odd.json")

    for bad in "cut.json", "missing.json", "b.xml", ".":
        pathlib.Path("b.xml").write_text("<testsuites/>")
        told = expect(f"explain with {bad}", 2, bad, "explain", "x1a2b3c4d", "--report", bad)
        assert told.stderr.count("\n") == 1, told
    expect("explain without need of a report", 2, "leave out --report", "explain", "all.int.1d.4.solo", "--report", "good.json")
    expect("explain of a bug", 0, "reduce_add.int.1d.4.branch", "explain", "93653ea8", "--report", three)
    expect("explain of a bug without a smallest case", 0, "all.int.1d.64.chain", "explain", "49c1640b", "--report", three)
    expect("explain of a bug of another report", 2, "has no bug and no program 93653ea8", "explain", "93653ea8", "--report", "good.json")
    elsewhere = json.loads(pathlib.Path(three).read_text())
    elsewhere["run"]["seed"] = 7
    elsewhere["run"]["legs"] = [{"command": ["wgcts", "run"], "jobs": 1, "memory": 256, "driver_cache": False, "environment": {}, "driver": "/nowhere/libdriver.so"}]
    pathlib.Path("elsewhere.json").write_text(json.dumps(elsewhere))
    told = expect("explain with the report's seed and driver", 0, "--seed 7", "explain", "93653ea8", "--report", "elsewhere.json").stdout
    assert "--driver /nowhere/libdriver.so" in told and "assuming" not in told, told
    expect("explain with another seed", 0, "--seed 8", "explain", "93653ea8", "--report", "elsewhere.json", "--seed", "8")
    expect("reproduce without the report's driver", 2, "the report's driver is not here, so give another --driver", "reproduce", "93653ea8", "--report", "elsewhere.json", "-o", "n.c")
    stub = str(pathlib.Path(program).parent / "tests" / "stub_opencl" / "libstub_opencl.so")
    expect("reproduce of a bug that the driver does not have", 3, "bug ae8b5894 did not show again on stub, driver 1", "reproduce", "ae8b5894", "--report", three, "--driver", stub, "-o", "n.c")
    assert not os.path.exists("n.c")
    expect("merge of what disagrees", 2, "good.json and one.json disagree on all.int.2d.7x5.chain", "merge", "good.json", "one.json", "-o", "n.json")
    expect("merge with a cut report", 2, "cut.json", "merge", "good.json", "cut.json", "-o", "n.json")

    expect("merge into nothing", 2, "--output", "merge", "good.json")

    expect("a baseline", 0, "1 known failure", "baseline", "one.json", "-o", "b.json", "--reason", "known")
    assert '{"cases":"all.int.2d.7x5.chain","verdicts":["fail"],"reason":"known"}' in pathlib.Path("b.json").read_text()
    expect("a baseline of a cut report", 2, "cut.json", "baseline", "cut.json", "-o", "c.json")
    pathlib.Path("bad.json").write_text(pathlib.Path("b.json").read_text().replace("reason", "raeson"))
    for bad, said in ("bad.json", 'unknown member "raeson"'), ("good.json", "not a wgcts baseline"), ("missing.json", "No such file"):
        expect(f"run with {bad}", 2, said, "run", "--profile", "smoke", "--baseline", bad, "--json", "r.json")
    expect("a baseline brought up to date", 0, "0 known failures", "baseline", "good.json", "--update", "b.json", "-o", "empty.json")
    told = expect("a baseline of a part", 0, "1 known failure", "baseline", "one.json", "-o", "c.json")
    assert "complete only for gates that test the same cases: the report is of profile smoke" in told.stderr, told
    shown = ""
    for of in {"profile": "full\x1b[31m\u009b"}, {"profile": "full", "selection": "--filter \x1b[31m\u009b"}:
        pathlib.Path("csi.json").write_text(json.dumps({**whole, "run": {**whole["run"], **of}}))
        shown += expect(f"a baseline of {of}", 0, "complete only for gates that test the same cases: the report is of ", "baseline", "csi.json", "-o", "c.json").stderr
    assert shown.count("[31m") == 2 and shown.replace("\n", "").isprintable(), ascii(shown)
    expect("a filter that is misspelt", 2, "the filter 'amy.*' matches no case of profile smoke; `wgcts list --profile smoke` prints the cases", "run", "--profile", "smoke", "--filter", "any.*,amy.*")
    for shipped in sorted(baselines.glob("*.json")):
        expect(f"{shipped.name}, read", 0, "known failures", "baseline", "good.json", "--reasons", str(shipped), "-o", "again.json")

    kits = pathlib.Path(program).parent / "kits"
    for kit, baseline in ("pocl", "pocl-6.0"), ("intel", "intel-2025.3.3"):
        if (kits / kit).exists():
            words = ("run", "--kit", kit, "--profile", "smoke", "--type", "int", "--json", "r.json", "--op", "all", "--baseline")
            # Smaller work-groups crash PoCL. The signature of that bug depends on the selected builtins.
            expect(f"{kit} with its baseline", 0, "expected_fail", *words, str(baselines / f"{baseline}.json"), "--op", "broadcast", "--filter", "*.33.*,*.64.*")
            words = (*words[:-1], "--diagnose", "0", "--baseline")
            report = json.loads(pathlib.Path("r.json").read_text())
            assert all("findings/" in case["baseline"]["reason"] for case in report["cases"] if case["verdict"] == "expected_fail")
            expect(f"{kit} with another's", 2, "is for Test 1, but the driver is", *words, "b.json")
            expect(f"{kit} with any", 1, "fail", *words, "b.json", "--baseline-any-device", "--junit", "r.xml", "--dim", "1")
            report = json.loads(pathlib.Path("r.json").read_text())
            leg, device = report["run"]["legs"][0], report["device"]
            assert leg["kit"] == kit and leg["baseline_sha256"] == sha256("b.json") and leg["command"][1] == "run", leg
            assert device["driver_sha256"] == sha256(device["driver_file"]) and device["kind"] == "CPU", device

            # The command in a report works when it is pasted into a shell.
            again = next(line for line in pathlib.Path("r.xml").read_text().splitlines() if line.startswith("rerun: "))[len("rerun: "):]
            pasted = subprocess.run(again, shell=True, capture_output=True, text=True, env={**os.environ, "PATH": f"{os.path.dirname(program)}:{os.environ['PATH']}"})
            assert pasted.returncode == 1 and "1: 1 " in pasted.stdout, (again, pasted)

    # Compile caches are off by default, as PoCL's cache folder shows.
    if (kits / "pocl").exists():
        for words, kept in ((), False), (("--driver-cache",), True):
            with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as scratch:
                done = run("run", "--kit", "pocl", "--profile", "smoke", "--filter", "reduce_add.int.2d.10x7.nested", "--json", "r.json", *words, POCL_CACHE_DIR=cache, TMPDIR=scratch)
                assert done.returncode == 0, done
                assert bool(list(pathlib.Path(cache).rglob("*.so"))) == kept, (words, list(pathlib.Path(cache).rglob("*")))
                assert not list(pathlib.Path(scratch).glob("wgcts-*")), "what drivers leave behind is removed"
            assert json.loads(pathlib.Path("r.json").read_text())["run"]["legs"][0]["driver_cache"] == kept
            assert ("caches   on" in done.stdout) == kept

# No output replaces an input.
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for name in ("report.json", "implementation.cl", "driver.icd"):
        pathlib.Path(name).write_text("{}")
    for words in (["report", "report.json", "--html", "report.json"],
                  ["explain", "all.int.1d.4.solo", "--run", "--implementation", "implementation.cl", "--implementation-log", "implementation.cl"],
                  ["run", "--driver", "driver.icd", "--json", "driver.icd"]):
        expect(" ".join(words), 2, "would overwrite", *words)
    expect("an option in place of a file", 2, "--json needs a value", "run", "--filter", "all.int.1d.4.solo", "--json", "--html")
print("as expected")
