"""Judges the diagnosis: what a run under a fault says of the bug, against what the table says that it is."""

import itertools
import json
import math
import random
import re
import subprocess
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path

import causes

SMALL = 8  # the most work-items of a smallest case that counts as small


@dataclass
class Score:
    """Of one fault, or of a pair. Each word is one of those in the comments; empty where there was nothing to judge."""
    caught: bool = False
    bugs: int = 0  # that were told
    wanted: int = 1
    what: str = ""  # right, unknown, wrong, none; the worst of a pair's
    where: str = ""  # right, near, wrong, none
    minimal: str = ""  # small, large, none, cannot: the fault shows in larger groups only
    reproducer: str = ""  # right, none, or what went wrong with it
    told: list = field(default_factory=list)  # "what, where" of each bug
    truth: list = field(default_factory=list)

    @property
    def falls(self):
        return (not self.caught or self.bugs != self.wanted or self.what != "right" or self.where not in ("right", "")
                or self.minimal in ("large", "none") or self.reproducer not in ("right", ""))


# What a report says ---------------------------------------------------------------------------------------------


def spelt(word):
    """A word of a report's bug as text: {"code": "size", "parameters": [{"name": ">", "value": "32"}]} is size>32."""
    text = word["code"]
    for parameter in word["parameters"]:
        name, value = parameter["name"], parameter["value"]
        plain = name[:1].isalpha()
        text += (" " if plain or not name else "") + name + ("=" if plain and value else "") + value
    return text


def what_ran(report):
    """Of each set that a condition may name, the members that have verdicts; and the sizes that ran, those among them that
    the diagnosis itself launched and names."""
    ran = {name: set() for name in [*causes.SETS, "size"]}
    for bug in report.get("bugs", []):
        for word in map(spelt, bug["where"]):
            ran["size"].update(word[5:].split("|") if re.fullmatch(r"size=\d+(\|\d+)*", word) else [])
    for case in report["cases"]:
        if case["verdict"] in ("skip", "not_run"):
            continue
        builtin, kind, dimension, local, form, *variants = [*case["id"].split("."), "", "", "", ""][:6]
        if not form:  # of no launch, such as queries
            continue
        ran["builtin"].add(builtin)
        ran["type"].add(kind)
        ran["dimension"].add(dimension.removesuffix("d"))
        ran["form"].add(form)
        if re.fullmatch(r"\d+(x\d+)*", local):
            ran["size"].add(str(math.prod(map(int, local.split("x")))))
        variant = variants[0] or "plain"
        ran["variant"].add(variant)
        told = causes.VARIANTS.get(variant, "")
        ran["option"].add(told.removeprefix("option=") if told.startswith("option=") else "default")
    return ran


def new_bugs(report, clean):
    """Bugs that are not the repaired driver's own, those with most cases first."""
    known = {bug["signature"] for bug in clean.get("bugs", [])}
    return sorted((b for b in report.get("bugs", []) if b["signature"] not in known), key=lambda b: -len(b["cases"]))


# Scores ---------------------------------------------------------------------------------------------------------


def judge_what(item, bug, context):
    try:
        told = causes.parse_what(spelt(bug["what"]), context)
        settled = causes.settled(told, [spelt(condition) for condition in bug["where"]])
    except ValueError:
        return "wrong"  # outside of the vocabulary
    truths = [*item.whats, *(causes.settled(what, where) for what in item.whats for where in item.wheres)]
    if any(causes.same_what(truth, word) for truth in truths for word in (told, settled)):
        return "right"
    return "unknown" if told.code == "unknown" else "wrong"


def judge_where(item, bug, context):
    try:
        told_what = causes.parse_what(spelt(bug["what"]), context)
        told = causes.parse_where(" and ".join(map(spelt, bug["where"])) or "always")
    except ValueError:
        return "wrong"
    close = False
    for truth in item.wheres:
        # What follows from the fault itself says nothing, under whatever name it goes.
        for what in [told_what, *item.whats]:
            mine, theirs = (causes.canonical_where(terms, what, context) for terms in (truth, told))
            if mine == theirs:
                return "right"
            close = close or causes.near(mine, theirs)
    return "near" if close else "wrong"


def judge_minimal(item, bug):
    if min(causes.least_size(what, where) for what in item.whats for where in item.wheres) > SMALL:
        return "cannot"
    if "minimal" not in bug:
        return "none"
    x, y, z = bug["minimal"]["local_size"]
    return "small" if x * y * z <= SMALL else "large"


def truth_of(item):
    whats, wheres = " ; or ".join(map(str, item.whats)), " ; or ".join(" and ".join(w) or "always" for w in item.wheres)
    return f"{whats}, {wheres}"


def told_of(bug):
    return f"{spelt(bug['what'])}, {' and '.join(map(spelt, bug['where'])) or 'always'}"


def score_single(item, report, clean):
    bugs = new_bugs(report, clean)
    score = Score(caught=True, bugs=len(bugs), told=[told_of(b) for b in bugs], truth=[truth_of(item)])
    if not bugs:
        score.what = score.where = "none"
        return score
    context = causes.Context(tuple(item.builtins), tuple(item.types), what_ran(report))
    judged = [judge_what(item, bug, context) for bug in bugs]
    # A wrong name is wrong beside a right one too; the bug with most cases must have the right one.
    score.what = "wrong" if "wrong" in judged else judged[0]
    score.where = judge_where(item, bugs[0], context)
    score.minimal = judge_minimal(item, bugs[0])
    return score


def score_pair(pair, report, clean):
    bugs = new_bugs(report, clean)
    score = Score(caught=True, bugs=len(bugs), wanted=len(pair.parts), told=[told_of(b) for b in bugs],
                  truth=[truth_of(p) for p in pair.parts])
    ran = what_ran(report)
    contexts = [causes.Context(tuple(p.builtins), tuple(p.types), ran) for p in pair.parts]

    def rights(order):  # one word for each part that has a bug in this order
        return [judge_what(p, bug, c) for p, c, bug in zip(pair.parts, contexts, order)]

    if len(bugs) < len(pair.parts):
        score.what = "none"
        return score
    best = max((rights(order) for order in itertools.permutations(bugs[:6], len(pair.parts))), key=lambda w: w.count("right"))
    score.what = next((word for word in ("wrong", "unknown") if word in best), "right")
    return score


# Runs -----------------------------------------------------------------------------------------------------------


class Diagnosis:
    def __init__(self, suite, compiler="cc"):
        self.suite = suite
        self.compiler = compiler
        self.clean = suite.clean_report

    def judge(self, item):
        with tempfile.TemporaryDirectory() as folder:
            wanted = ["--reproducers", folder] if self.suite.offers("--reproducers") else []
            report, ended = self.suite.report(item.order, [*self.suite.selection(item), *wanted])
            truth = [truth_of(part) for part in item.parts or [item]]
            if report is None:
                return Score(told=[f"no report: exit {ended.code}"], truth=truth)
            if not self.suite.newly_bad({case["id"]: case for case in report["cases"]}):
                return Score(truth=truth)
            if item.parts:
                return score_pair(item, report, self.clean)
            score = score_single(item, report, self.clean)
            bugs = new_bugs(report, self.clean)
            if bugs:
                score.reproducer = self.reproduce(bugs[0], item.order, Path(folder))
            return score

    def reproduce(self, bug, order, folder):
        """Whether the bug's program, compiled here, exits 1 under the fault and 0 without it."""
        if not bug.get("reproducer"):
            return "none"
        source, program = folder / Path(bug["reproducer"]).name, folder / "reproducer"
        built = subprocess.run([self.compiler, str(source), "-o", str(program), "-lOpenCL", "-lm"], capture_output=True,
                               text=True, check=False)
        if built.returncode:
            return f"does not compile: {built.stderr.strip()[:200]}"
        for name, text, wanted in (("under the fault", order, 1), ("without it", "", 0)):
            code = self.suite.device.run([*self.suite.device.launch, str(program)], text).code
            if code != wanted:
                return f"exit {code} {name}"
        return "right"


# Pairs ----------------------------------------------------------------------------------------------------------


def told_as_one(a, b):
    """Whether two faults are one bug: the same behaviour under the same conditions, of whatever builtins and types."""
    def apart(where):
        return sorted(t for t in where if not t.startswith(("builtin=", "type=")))

    return any(causes.same_what(x, y) for x in a.whats for y in b.whats) and any(
        apart(x) == apart(y) for x in a.wheres for y in b.wheres)


def pairs(entries, count, seed):
    """A random choice of pairs of faults that change results: what dies or does not build hides its neighbour."""
    faults = [e for e in entries if e.kind == "fault" and e.builtins and e.caught == ["fail"]]
    chooser, chosen = random.Random(seed), []
    if len(faults) < 2:
        return []
    for _ in range(100 * count):
        if len(chosen) == count:
            break
        a, b = chooser.sample(faults, 2)
        if not told_as_one(a, b):
            chosen.append(both(a, b))
    return chosen


def both(a, b):
    # An order is a list of lines: of two spells of one builtin, the second takes the first for the driver's.
    return replace(a, name=f"{a.name} + {b.name}", kind="pair", says=f"{a.says} {b.says}", order=f"{a.order}\n{b.order}",
                   needs=a.needs + b.needs, builtins=sorted({*a.builtins, *b.builtins}), family="several",
                   types=sorted({*a.types, *b.types}), options=a.options + b.options, parts=[a, b])


# Sums -----------------------------------------------------------------------------------------------------------


def sums(scores):
    """[(what is counted, how many, of how many)]"""
    caught = [s for s in scores if s.caught]

    def share(title, field_, word, among=None):
        among = caught if among is None else among
        return title, sum(getattr(s, field_) == word for s in among), len(among)

    exactly = ("exactly as many bugs as faults", sum(s.bugs == s.wanted for s in caught), len(caught))
    rows = [exactly, share("what right", "what", "right"), share("what unknown", "what", "unknown"),
            share("what wrong", "what", "wrong"), share("no bug told", "what", "none")]
    singles = [s for s in caught if s.wanted == 1]
    if singles:
        small = [s for s in singles if s.minimal != "cannot"]
        rows += [share("where right", "where", "right", singles), share("where near", "where", "near", singles),
                 share("where wrong", "where", "wrong", singles), share("smallest case small", "minimal", "small", small),
                 share("reproducer right", "reproducer", "right", singles)]
    return rows


def summary(scores, kit):
    """For --json: of each fault its score, and the sums."""
    return {"kit": kit, "sums": [{"title": t, "count": n, "of": of} for t, n, of in sums([s for _, s in scores])],
            "results": [{"name": item.name, "says": item.says, "falls": s.falls, **vars(s)} for item, s in scores]}


def shortcomings(s):
    """In a few words, what of a score is not as it should be."""
    words = {"what": s.what, "where": s.where, "smallest case": s.minimal, "reproducer": s.reproducer}
    good = ("", "right", "small", "cannot")
    wrong = [f"{k} {v}" for k, v in words.items() if v not in good]
    counts = [f"{s.bugs} of {s.wanted} bugs"] if s.bugs != s.wanted else []
    return ", ".join([*counts, *wrong]) if s.caught else "not caught"


def print_scores(scores):
    """0 only if all was told as it is."""
    for item, s in (pair for pair in scores if pair[1].falls):
        print(f"\n{item.name}: {item.says}")
        print("  is    " + "\n        ".join(s.truth))
        print("  told  " + ("\n        ".join(s.told) if s.told else "nothing" if s.caught else "missed"))
        words = {"what": s.what, "where": s.where, "smallest case": s.minimal, "reproducer": s.reproducer}
        print("  " + ", ".join([f"{s.bugs} of {s.wanted} bugs", *(f"{k} {v}" for k, v in words.items() if v)]))
    print(f"\ndiagnosed: {sum(s.caught for _, s in scores)} of {len(scores)} that were caught")
    for title, count, of in sums([s for _, s in scores]):
        print(f"  {title:32} {count:4} of {of}" + (f"  {100 * count / of:5.1f} %" if of else ""))
    return 1 if any(s.falls for _, s in scores) else 0
