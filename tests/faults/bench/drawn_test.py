"""Drawn faults: what their conditions mean, which cases show them, and that a seed draws the same ones."""

import random
import unittest

import drawn


def fault(family, *says):
    found = [next(c for c in drawn.conditions() if c.says == word) for word in says]
    return drawn.DrawnFault(family, tuple(found))


class Drawn(unittest.TestCase):
    def test_a_case_shows_a_fault_where_all_conditions_hold(self):
        wrong = fault("reduce", "size>64", "noopt")
        self.assertTrue(wrong.strikes(drawn.features_of("reduce_max.int.1d.65.chain.offset.noopt")))
        for name in ("reduce_max.int.1d.64.chain.noopt", "reduce_max.int.1d.65.chain", "any.int.1d.65.chain.noopt"):
            self.assertFalse(wrong.strikes(drawn.features_of(name)), name)

    def test_features_are_those_of_the_name(self):
        features = drawn.features_of("all.int.3d.3x5x7.twice.remainder.cl20")
        self.assertEqual((features.dim, features.extents, features.size, features.form), (3, (3, 5, 7), 105, "twice"))
        self.assertEqual(features.rows, {"remainder", "cl20"})
        self.assertEqual(drawn.features_of("all.int.1d.max.chain").size, drawn.LARGEST)
        self.assertIsNone(drawn.features_of("program.int.1d.3.188"))

    def test_witnesses_satisfy_every_condition(self):
        rng = random.Random(1)
        for words in (("offset", "reqd"), ("type=float", "extent.x=1"), ("form=loop", "cl20", "size%32=1 and size>32")):
            wrong = fault("scan_inclusive", *words)
            names = drawn.witnesses(wrong, rng)
            self.assertTrue(names, words)
            for name in names:
                self.assertTrue(wrong.strikes(drawn.features_of(name)), name)

    def test_two_rows_of_one_axis_have_no_witness(self):
        self.assertEqual(drawn.witnesses(fault("reduce", "remainder", "groups>1000"), random.Random(1)), [])

    def test_missed_are_those_that_no_case_shows(self):
        cases = {drawn.features_of(n) for n in ("reduce_add.int.1d.65.chain.noopt", "all.int.1d.65.chain.debug")}
        met, lost = fault("reduce", "size>64", "noopt"), fault("all", "size>64", "noopt")
        self.assertEqual(drawn.missed([met, lost], cases), [lost])

    def test_an_order_for_the_layer_has_all_conditions(self):
        entry = drawn.entry_of(fault("reduce", "size>64", "noopt"), 3)
        self.assertIn("(n > 64) && (opt_disable) && lane == n - 1", entry.order)
        self.assertEqual(entry.builtins, ["reduce_add", "reduce_min", "reduce_max"])
        self.assertIsNone(drawn.entry_of(fault("reduce", "size>64", "svm"), 3), "the layer has no word for shared memory")


if __name__ == "__main__":
    unittest.main()
