"""Judges the suite: runs it under each order, and compares its verdicts with those on the repaired driver."""

import json
import re
import tempfile
from collections import Counter
from pathlib import Path

from table import VERDICTS as BAD

VERDICTS = BAD | {"pass", "skip", "flake", "expected_fail", "unexpected_pass", "not_run"}

PROGRESS = re.compile(r"[0-9]+/[0-9]+ cases,")


class Suite:
    def __init__(self, device, program, kit, profile, full=False, launches=False):
        self.device = device
        self.command = [str(program), "run", "--profile", profile] + (["--kit", kit] if kit else [])
        self.help_text = device.run([str(program), "run", "--help"], "").output
        self.narrows = not full and self.offers("--op") and self.offers("--type")
        self.clean_report, ended = self.report("", [])
        self.clean = by_id(self.clean_report)
        self.clean_code = ended.code
        # By which launches each caught fault showed: {entry: {launch: cases}}, or None where it is not asked for.
        self.shown = {} if launches else None
        if not self.clean or not any(c["verdict"] == "pass" for c in self.clean.values()):
            raise SystemExit(f"faults: nothing passes on the repaired driver: {ended.errors.strip()[-500:]}")

    def offers(self, option):
        return option in self.help_text

    def selection(self, item):
        """The cases of a fault's own builtins and types: part of a full run, so what they catch a full run catches."""
        # Entries run side by side, the clean run by itself.
        options = item.options if "--jobs" in item.options else ["--jobs", "1", *item.options]
        if not self.narrows or item.kind not in ("fault", "pair"):
            return options
        types = item.types if not {"all", "any"} & set(item.builtins) else sorted({*item.types, "int"})
        wanted = [("--op", name) for name in item.builtins] + [("--type", name) for name in types]
        return [*options, *(word for option in wanted for word in option)]

    def verdicts(self, order, selection):
        """({id: case} or None where the report is unusable, how the run ended)"""
        report, ended = self.report(order, selection)
        return by_id(report), ended

    def report(self, order, selection):
        """(what --json wrote, or None where that is no report; how the run ended)"""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "report.json"
            command = [*self.command, *selection, "--json", str(path)]
            if "--launcher" in selection and "--kit" in command:  # of which the program takes one
                at = command.index("--kit")
                command = [*self.device.launch, *command[:at], *command[at + 2:]]
            ended = self.device.run(command, order)
            try:
                report = json.loads(path.read_text(encoding="utf-8"))
                return (report if by_id(report) is not None else None), ended
            except (OSError, ValueError):
                return None, ended

    def newly_bad(self, cases):
        def before(name):
            return self.clean.get(name, {}).get("verdict", "skip")

        return [c for name, c in cases.items() if c["verdict"] in BAD and before(name) not in BAD]

    def broken(self, cases):
        """What passes on the repaired driver, and is bad with the fault."""
        return [c for c in self.newly_bad(cases) if self.clean.get(c["id"], {}).get("verdict") == "pass"]

    def judge(self, item):
        """(status, detail) of one entry. What counts as good differs by kind."""
        selection = self.selection(item)
        if item.kind == "fault" and self.shown is None:
            # The first case that catches it is enough. This takes a fraction of the time of a whole run.
            cases, _ = self.verdicts(item.order, [*selection, "--diagnose", "0", "--fail-fast"])
            first = catching(item, self.broken(cases or {}))
            if first:
                return "caught", describe(first[0])
        cases, ended = self.verdicts(item.order, selection)
        if item.kind == "robustness":
            return self.robust(item, cases, ended)
        if cases is None:
            how = "out of time" if ended.code is None else f"exit {ended.code}: {ended.errors.strip()[-300:]}"
            return "no report", how
        if item.kind == "oddity":
            bad = self.newly_bad(cases)
            return ("false alarm", f"{len(bad)}: " + "\n  ".join(map(describe, bad[:5]))) if bad else ("passed", "")
        broken = self.broken(cases)
        verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(Counter(c["verdict"] for c in broken).items()))
        caught = catching(item, broken)
        if caught:
            if self.shown is not None:
                self.shown[item.name] = dict(Counter(launch_of(c["id"]) for c in caught))
            return "caught", f"{verdicts}: {describe(caught[0])}"
        if broken:  # such as a wrong result whose OpenCL C does not even compile
            return "otherwise", f"{verdicts}, where {' or '.join(item.caught)} was due: {describe(broken[0])}"
        changed = self.changed_failures(cases)
        return ("masked", f"{changed[0]['id']} fails already, and fails otherwise with the fault") if changed else ("missed", "")

    def changed_failures(self, cases):
        """What fails on the repaired driver too, with other answers: the fault is hidden behind a bug of the driver's."""
        def fails_otherwise(case):
            before = self.clean.get(case["id"], {})
            return case["verdict"] == before.get("verdict") == "fail" and case.get("failure") != before.get("failure")

        return [c for c in cases.values() if fails_otherwise(c)]

    def robust(self, item, cases, ended):
        """Whether the run ended just as `expect` says."""
        def unexpected(why):
            said = [line for line in (ended.errors + ended.output).splitlines() if line and not PROGRESS.match(line)]
            return "not as expected", f"{why}: {' / '.join(said[-4:])[-400:]}"

        wanted = self.clean_code if item.expect == "clean" else int(item.expect.split()[0])
        if ended.code is None:
            return unexpected("out of time")
        if ended.left:
            return unexpected(f"{ended.left} processes are left behind")
        if ended.code != wanted:
            return unexpected(f"exit {ended.code}, not {wanted}")
        if item.prints and not re.search(item.prints, ended.output + ended.errors):
            return unexpected(f"it does not say {item.prints}")
        if cases is None:
            return ("as expected", "") if wanted in (2, 3) and not item.expect.endswith("planned") else unexpected("no valid report")
        odd = [c["id"] for c in cases.values() if c.get("verdict") not in VERDICTS]
        if odd:
            return unexpected(f"no verdict: {odd[0]}")
        if item.expect.endswith(("planned", "clean")) and set(cases) != set(self.clean):
            lost, new = set(self.clean) - set(cases), set(cases) - set(self.clean)
            return unexpected(f"{len(lost)} cases without a verdict, {len(new)} unknown, such as {sorted(lost | new)[0]}")
        if item.expect == "clean":
            others = [c for c in cases.values() if c["verdict"] != self.clean[c["id"]]["verdict"]]
            if others:
                return unexpected(f"{len(others)} verdicts differ, such as {describe(others[0])}")
        return "as expected", ""


def catching(item, broken):
    """Those of the broken cases that catch the fault."""
    return [c for c in broken if c["verdict"] in item.caught]


def by_id(report):
    """{id: case} of a report, or None."""
    try:
        return {case["id"]: case for case in report["cases"]}
    except (KeyError, TypeError):
        return None


def launch_of(name):
    """What a case shares with others of its launch: int.3d.4x3x5.chain.offset; of a whole program int.3d.4x3x5.program."""
    words = name.split(".")
    return ".".join(words[1:4] + (["program"] if words[0] == "program" else words[4:]))


def describe(case):
    failure = case.get("failure") or {}
    return f"{case['id']} {case['verdict']} {failure.get('clause', '')} {failure.get('message', '')}".strip()[:400]
