"""Scores of diagnoses that are right, wrong, too many, and none."""

import os
import subprocess
import unittest
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import causes
import diagnosed
import table
from devices import Ended
from judged import Suite


def word(text):
    """`restarts every=32` as a report holds it; of conditions the code and the rest."""
    code, *parameters = text.split()
    return {"code": code, "parameters": [dict(zip(("name", "value"), p.split("="))) for p in parameters]}


def bug(what, where=(), cases=3, signature="1", size=(5, 1, 1), **more):
    conditions = [{"code": c, "parameters": [{"name": sign, "value": value}] if sign else []} for c, sign, value in where]
    return {"signature": signature, "what": word(what), "where": conditions, "cases": ["c"] * cases,
            "minimal": {"local_size": list(size)}, **more}


def report(*bugs, verdict="fail"):
    names = [f"{b}.{t}.{d}d.{s}.chain{v}" for b in ("scan_inclusive_add", "reduce_add") for t in ("int", "half")
             for d, s in ((1, "33"), (2, "7x5"), (3, "3x5x7")) for v in ("", ".offset")]
    return {"cases": [{"id": name, "verdict": verdict} for name in names], "bugs": list(bugs)}


HAS_COMPILER = not subprocess.run(["sh", "-c", "command -v cc"], capture_output=True, check=False).returncode
ENTRIES = {e.name: e for e in table.load()}
RESTARTS = ENTRIES["carry/restarts.scan_inclusive_add.half.16"]
TOO_SMALL = ENTRIES["capacity/too-small.reduce_add.uint"]
CLEAN = report(verdict="pass")
HERE = [("builtin", "=", "scan_inclusive_add"), ("type", "=", "half")]


class Singles(unittest.TestCase):
    def score(self, *bugs, item=RESTARTS, clean=CLEAN):
        return diagnosed.score_single(item, report(*bugs), clean)

    def test_right(self):
        score = self.score(bug("restarts every=16", HERE))
        self.assertEqual((score.bugs, score.what, score.where, score.minimal), (1, "right", "right", "cannot"))

    def test_what_follows_may_be_told(self):
        self.assertEqual(self.score(bug("restarts every=16", [*HERE, ("size", ">", "16")])).where, "right")

    def test_near(self):
        self.assertEqual(self.score(bug("restarts every=16", HERE[:1])).where, "near")
        self.assertEqual(self.score(bug("restarts every=16", [*HERE, ("size", ">", "32")])).where, "near")
        self.assertEqual(self.score(bug("restarts every=16", [("offset", "", "")])).where, "wrong")

    def test_wrong_and_unknown(self):
        self.assertEqual(self.score(bug("restarts every=8", HERE)).what, "wrong")
        self.assertEqual(self.score(bug("unknown", HERE)).what, "unknown")
        self.assertEqual(self.score(bug("bewitched", HERE)).what, "wrong")
        self.assertTrue(self.score(bug("restarts every=8", HERE)).falls)

    def test_groups_of_one_size(self):
        item = ENTRIES["capacity/exact-size.reduce_add.int.33"]
        for lanes in ("set=middle", "set=lane n=16"):
            told = word("result_missing_on")
            told["parameters"] = [dict(zip(("name", "value"), p.split("="))) for p in lanes.split()]
            score = self.score({**bug("input", [("builtin", "=", "reduce_add"), ("type", "=", "int"), ("size", "=", "33")]), "what": told}, item=item)
            self.assertEqual((score.what, score.where, score.minimal), ("right", "right", "cannot"))

    def test_two_bugs_for_one_fault(self):
        score = self.score(bug("restarts every=16", HERE), bug("input", HERE, cases=1, signature="2"))
        self.assertEqual((score.bugs, score.what), (2, "wrong"))
        score = self.score(bug("restarts every=16", HERE), bug("unknown", HERE, cases=1, signature="2"))
        self.assertEqual((score.bugs, score.what), (2, "right"))

    def test_the_drivers_own_bugs_do_not_count(self):
        own = bug("inverted", signature="7", cases=9)
        score = self.score(own, bug("restarts every=16", HERE), clean={**CLEAN, "bugs": [own]})
        self.assertEqual((score.bugs, score.what), (1, "right"))

    def test_none(self):
        score = self.score()
        self.assertEqual((score.bugs, score.what, score.falls), (0, "none", True))

    def test_minimal(self):
        here = [("builtin", "=", "reduce_add"), ("size", "<", "8")]
        self.assertEqual(self.score(bug("result_missing_on set=last", here), item=TOO_SMALL).minimal, "small")
        self.assertEqual(self.score(bug("result_missing_on set=last", here, size=(3, 3, 1)), item=TOO_SMALL).minimal, "large")
        told = bug("result_missing_on set=last", here)
        del told["minimal"]
        self.assertEqual(self.score(told, item=TOO_SMALL).minimal, "none")


class Pairs(unittest.TestCase):
    pair = diagnosed.both(RESTARTS, TOO_SMALL)

    def test_both(self):
        score = diagnosed.score_pair(self.pair, report(bug("result_missing_on set=last"), bug("restarts every=16", signature="2")), CLEAN)
        self.assertEqual((score.bugs, score.wanted, score.what, score.falls), (2, 2, "right", False))

    def test_one_of_them(self):
        told = report(bug("restarts every=16"), bug("input", signature="2"))
        self.assertEqual(diagnosed.score_pair(self.pair, told, CLEAN).what, "wrong")
        self.assertEqual(diagnosed.score_pair(self.pair, report(bug("restarts every=16")), CLEAN).what, "none")
        self.assertTrue(diagnosed.score_pair(self.pair, report(bug("restarts every=16")), CLEAN).falls)

    def test_orders_stand_one_after_the_other(self):
        self.assertEqual(self.pair.order, f"{RESTARTS.order}\n{TOO_SMALL.order}")
        self.assertEqual(self.pair.types, ["half", "uint"])

    def test_the_choice(self):
        chosen = diagnosed.pairs(list(ENTRIES.values()), 60, 1)
        self.assertEqual(len(chosen), 60)
        self.assertEqual([p.name for p in chosen], [p.name for p in diagnosed.pairs(list(ENTRIES.values()), 60, 1)])
        self.assertNotEqual([p.name for p in chosen], [p.name for p in diagnosed.pairs(list(ENTRIES.values()), 60, 2)])
        self.assertFalse([p.name for p in chosen if diagnosed.told_as_one(*p.parts)])

    def test_what_is_one_bug_makes_no_pair(self):
        other = ENTRIES["carry/restarts.scan_inclusive_add.float.256"]
        self.assertFalse(diagnosed.told_as_one(RESTARTS, other))
        elsewhere = replace(RESTARTS, name="elsewhere", wheres=[["builtin=scan_exclusive_add", "type=int"]])
        self.assertTrue(diagnosed.told_as_one(RESTARTS, elsewhere))
        self.assertEqual(diagnosed.pairs([RESTARTS, elsewhere], 1, 1), [])


class Reproducers(unittest.TestCase):
    def reproduce(self, text, *codes):
        codes = iter(codes)
        device = SimpleNamespace(launch=[], run=lambda command, order: Ended(next(codes), "", ""))
        with TemporaryDirectory() as folder:
            (Path(folder) / "bug.c").write_text(text, encoding="utf-8")
            judge = diagnosed.Diagnosis(SimpleNamespace(device=device, clean_report=CLEAN), compiler="cc")
            return judge.reproduce({"reproducer": "bug.c"} if text else {}, "order", Path(folder))

    @unittest.skipIf(not HAS_COMPILER, "there is no cc")
    def test_compiled_and_run_twice(self):
        good = "int main(void) { return 0; }\n"
        self.assertEqual(self.reproduce(good, 1, 0), "right")
        self.assertEqual(self.reproduce(good, 0, 0), "exit 0 under the fault")
        self.assertEqual(self.reproduce(good, 1, 1), "exit 1 without it")
        self.assertTrue(self.reproduce("int main(", 1, 0).startswith("does not compile"))
        self.assertEqual(self.reproduce("", 1, 0), "none")


class Runs(unittest.TestCase):
    """The whole way, with a program in place of the suite and no device."""

    def setUp(self):
        def run(command, order):
            done = subprocess.run(command, env={**os.environ, "WGFAULT": order}, capture_output=True, text=True, check=False)
            return Ended(done.returncode, done.stdout, done.stderr)

        device = SimpleNamespace(launch=[], run=run)
        self.judge = diagnosed.Diagnosis(Suite(device, Path(__file__).parent / "fake_suite.py", None, "standard")).judge

    @unittest.skipIf(not HAS_COMPILER, "there is no cc")
    def test_a_fault_that_is_told_as_it_is(self):
        score = self.judge(ENTRIES["broadcast/own-value.int"])
        self.assertEqual((score.bugs, score.what, score.where, score.minimal, score.reproducer),
                         (1, "right", "right", "small", "right"))
        self.assertFalse(score.falls)
        self.assertEqual(diagnosed.summary([(ENTRIES["broadcast/own-value.int"], score)], "intel")["results"][0]["falls"], False)

    @unittest.skipIf(not HAS_COMPILER, "there is no cc")
    def test_another_fault(self):
        score = self.judge(ENTRIES["broadcast/fixed-lane.int.0"])
        self.assertEqual((score.what, score.where, score.falls), ("wrong", "right", True))

    def test_a_pair(self):
        score = self.judge(diagnosed.both(ENTRIES["broadcast/own-value.int"], RESTARTS))
        self.assertEqual((score.bugs, score.wanted, score.what), (1, 2, "none"))


class Sums(unittest.TestCase):
    def test_shares(self):
        right = diagnosed.Score(True, 1, 1, "right", "right", "small", "right")
        missed = diagnosed.Score()
        rows = dict((title, (count, of)) for title, count, of in diagnosed.sums([right, replace(right, bugs=2, minimal="cannot"), missed]))
        self.assertEqual(rows["exactly as many bugs as faults"], (1, 2))
        self.assertEqual(rows["what right"], (2, 2))
        self.assertEqual(rows["smallest case small"], (1, 1))
        self.assertTrue(missed.falls)
        self.assertFalse(right.falls)

    def test_what_ran(self):
        self.assertEqual(diagnosed.what_ran(CLEAN)["dimension"], {"1", "2", "3"})
        self.assertEqual(diagnosed.what_ran(CLEAN)["form"], {"chain"})
        self.assertEqual(diagnosed.what_ran(CLEAN)["option"], {"default"})
        self.assertEqual(diagnosed.what_ran({"cases": [{"id": "queries", "verdict": "fail"}]})["form"], set())
        self.assertEqual(diagnosed.what_ran(CLEAN)["size"], {"33", "35", "105"})
        self.assertEqual({*causes.SETS, "size"}, diagnosed.what_ran(CLEAN).keys())

    def test_the_diagnosis_launches_further_sizes(self):
        told = report(bug("input", [*HERE, ("size", "=", "33|34"), ("size", ">", "2")]))
        self.assertEqual(diagnosed.what_ran(told)["size"], {"33", "34", "35", "105"})
        self.assertEqual(diagnosed.what_ran(report(bug("input", [("size", "=", "7")])))["size"], {"7", "33", "35", "105"})


if __name__ == "__main__":
    unittest.main()
