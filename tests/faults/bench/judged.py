"""Judges the suite: runs it under each order, and compares its verdicts with those on the repaired driver."""

import json
import tempfile
from pathlib import Path

BAD = {"fail", "crash", "timeout", "build_error", "launch_error"}
VERDICTS = BAD | {"pass", "skip", "flake", "expected_fail", "unexpected_pass", "not_run"}


class Suite:
    def __init__(self, device, program, kit, full=False):
        self.device = device
        self.command = [str(program), "run"] + (["--kit", kit] if kit else [])
        help_text = device.run([str(program), "run", "--help"], "").output
        self.narrows = not full and "--op" in help_text and "--type" in help_text
        self.clean, ended = self.verdicts("", [])
        if "--jobs" in help_text:  # entries run side by side, the clean run by itself
            self.command += ["--jobs", "1"]
        if not self.clean or not any(c["verdict"] == "pass" for c in self.clean.values()):
            raise SystemExit(f"faults: nothing passes on the repaired driver: {ended.errors.strip()[-500:]}")

    def selection(self, item):
        """The cases of a fault's own builtins and types: part of a full run, so what they catch a full run catches."""
        if not self.narrows or item.kind != "fault":
            return []
        types = ["int"] if item.family == "predicate" else item.types
        wanted = [("--op", name) for name in item.builtins] + [("--type", name) for name in types]
        return [word for option in wanted for word in option]

    def verdicts(self, order, selection):
        """({id: case} or None where the report is unusable, how the run ended)"""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "report.json"
            ended = self.device.run([*self.command, *selection, "--json", str(path)], order)
            try:
                cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
                return {case["id"]: case for case in cases}, ended
            except (OSError, ValueError, KeyError, TypeError):
                return None, ended

    def newly_bad(self, cases):
        def before(name):
            return self.clean.get(name, {}).get("verdict", "skip")

        return [c for name, c in cases.items() if c["verdict"] in BAD and before(name) not in BAD]

    def judge(self, item):
        """(status, detail) of one entry. What counts as good differs by kind."""
        cases, ended = self.verdicts(item.order, self.selection(item))
        if item.kind == "robustness":
            return self.robust(item, cases, ended)
        if cases is None:
            how = "out of time" if ended.code is None else f"exit {ended.code}: {ended.errors.strip()[-300:]}"
            return "no report", how
        bad = self.newly_bad(cases)
        if item.kind == "oddity":
            return ("false alarm", "\n".join(map(describe, bad))) if bad else ("quiet", "")
        caught = [c for c in bad if self.clean.get(c["id"], {}).get("verdict") == "pass"]
        if caught:
            return "caught", f"{len(caught)}: {describe(caught[0])}"
        changed = self.changed_failures(cases)
        return ("masked", f"{changed[0]['id']} fails already, and fails otherwise with the fault") if changed else ("missed", "")

    def changed_failures(self, cases):
        """What fails on the repaired driver too, with other answers: the fault is hidden behind a bug of the driver's."""
        def fails_otherwise(case):
            before = self.clean.get(case["id"], {})
            return case["verdict"] == before.get("verdict") == "fail" and case.get("failure") != before.get("failure")

        return [c for c in cases.values() if fails_otherwise(c)]

    def robust(self, item, cases, ended):
        if ended.code is None:
            return "fell", "out of time"
        if str(ended.code) not in item.expect.split():
            return "fell", f"exit {ended.code}, not {item.expect}: {ended.errors.strip()[-300:]}"
        if cases is None:
            return "fell", "no valid report"
        if "planned" in item.expect.split() and set(cases) != set(self.clean):
            lost, new = set(self.clean) - set(cases), set(cases) - set(self.clean)
            return "fell", f"{len(lost)} cases without a verdict, {len(new)} unknown, such as {sorted(lost | new)[0]}"
        odd = [c["id"] for c in cases.values() if c.get("verdict") not in VERDICTS]
        return ("fell", f"no verdict: {odd[0]}") if odd else ("stood", "")


def describe(case):
    failure = case.get("failure") or {}
    return f"{case['id']} {case['verdict']} {failure.get('clause', '')} {failure.get('message', '')}".strip()[:400]
