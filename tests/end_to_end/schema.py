#!/usr/bin/env python3
"""schema.py WGCTS SCHEMA - reports against the schema in that file, by an independent validator and by the program itself.

Both accept the program's reports. Both reject a report with a wrong or missing value at any place.
The program must reject all that the independent validator rejects, and may reject more (sums, names of cases).
"""
import copy, json, os, pathlib, subprocess, sys, tempfile

try:
    import jsonschema
except ImportError:
    print("skipped: this needs python3-jsonschema")
    sys.exit(77)

program = sys.argv[1]
schema = json.loads(pathlib.Path(sys.argv[2]).read_text())
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
kept_report = pathlib.Path(__file__).parents[1] / "reports" / "pocl.json"
kits = pathlib.Path(program).parent / "kits"
FAILURE = {"check": "all_true", "clause": "WGC.PR.1", "group": [0], "lane": 3, "local_id": [3], "local_size": [33],
           "input": {"text": "1", "bits": "0x00000001"}, "expected": {"text": "non-zero", "bits": "0x00000001"},
           "got": {"text": "0", "bits": "0x00000000"}, "message": "wrong", "wrong": 2, "wrong_runs": [[3, 4]],
           "lanes": [{"lane": 3, **{key: {"text": "1", "bits": "0x00000001"} for key in ("input", "expected", "got")}}]}

LANE = FAILURE["lanes"][0]
BUG = {"signature": "1a2b3c4d", "sentence": "it answers the opposite", "what": {"code": "restarts", "parameters": [{"name": "every", "value": "32"}]},
       "where": [{"code": "size", "parameters": [{"name": ">", "value": "32"}]}], "builtins": ["all"], "types": ["int"], "dimensions": ["1d"],
       "forms": ["chain"], "minimal": {"name": "all.int.1d.33.chain", "local_size": [4, 1, 1], "groups": 1, "lanes": [LANE], "wrong": [[3, 3]], "message": "m"},
       "neighbour": {"name": "all.int.1d.32.chain", "differs": "local size 32 instead of 33"}, "reproducer": "bug.c", "reproduced": True, "fit": 1.0, "clauses": ["WGC.PR.1"]}


def run(*words, **environment):
    return subprocess.run([program, *words], env={**os.environ, **environment}, capture_output=True, text=True, timeout=300)


def with_all_members(report):
    """The same with a failing case that has every possible member."""
    case, cell = report["cases"][0], report["matrix"][0]["cells"][0]
    case.pop("reason")
    case.update(verdict="fail", failure=copy.deepcopy(FAILURE), message="m", log="l", observed=["nan: ignored"], smallest_error_seen=1e-7, attempts=["fail", "fail"],
                baseline={"verdict": "fail", "reason": "known", "bug": "https://example.org/1"})
    cell.update(verdict="fail", counts={"fail": 1})
    report["summary"].update(verdict="fail", fail=1, skip=report["summary"]["skip"] - 1)
    report["profile"] = {"nan": {"ignored": ["all.int"]}}
    report["run"].update(shard="", drawn=1)
    case["bugs"] = [BUG["signature"]]
    report["bugs"] = [{**copy.deepcopy(BUG), "cases": [case["id"]], "example": case["id"]}]
    report["timing"]["workers"] = [report["timing"]["sum"]]
    return report


def places(value, path=()):
    """The path of each value; for lists, of the first element."""
    inside = value.items() if isinstance(value, dict) else list(enumerate(value))[:1] if isinstance(value, list) else ()
    for key, member in inside:
        yield (*path, key)
        yield from places(member, (*path, key))


def broken(report, but_not=()):
    for path in places(report):
        if path in but_not:
            continue
        for wrong in (None, 7, -1, 0.5, 2**64, "word", True, [], {}, [{}], "gone"):
            other = copy.deepcopy(report)
            at = other
            for key in path[:-1]:
                at = at[key]
            if wrong == "gone":
                del at[path[-1]]
            else:
                at[path[-1]] = wrong
            yield path, wrong, other


with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    file = folder / "report.json"
    run("run", "--profile", "smoke", "--filter", "all.int.1d.33.chain,all.int.2d.7x5.chain,all.int.3d.3x5x7.chain", "--json", str(file), OCL_ICD_VENDORS=str(folder))
    report = with_all_members(json.loads(file.read_text()))
    good = {"report made by hand": report, "report that is kept": json.loads(kept_report.read_text())}
    for kit in sorted(kits.iterdir()) if kits.exists() else []:
        run("run", "--kit", kit.name, "--profile", "smoke", "--filter", "all.int.1d.33.chain", "--json", str(file))
        good[f"report of {kit.name}"] = json.loads(file.read_text())
    for what, one in good.items():
        file.write_text(json.dumps(one))
        if errors := list(validator.iter_errors(one)):
            sys.exit(f"{what}: the schema refuses it: {errors[0].message}")
        if (told := run("validate", str(file))).returncode != 0:
            sys.exit(f"{what}: the program rejects it: {told.stderr}")

    refused = []
    for path, wrong, other in [*broken(report), *broken(good["report that is kept"], set(places(report)))]:
        if not validator.is_valid(other):
            refused.append((path, wrong))
            (folder / f"{len(refused)}.json").write_text(json.dumps(other))
    told = run("validate", *(str(folder / f"{i + 1}.json") for i in range(len(refused))))
    if told.stdout:
        taken = refused[int(pathlib.Path(told.stdout.split(":")[0]).stem) - 1]
        sys.exit(f"the schema rejects {taken[1]!r} at {taken[0]}, but the program accepts it: {told.stdout}")
    if told.returncode != 2 or len(told.stderr.splitlines()) != len(refused) or len(refused) < 500:
        sys.exit(f"{len(refused)} invalid reports, {len(told.stderr.splitlines())} messages, exit code {told.returncode}")
print(f"taken by both: {', '.join(good)}; {len(refused)} broken ones refused by both")
