"""The table's reader: rows, names, and the truth that each fault carries."""

import tempfile
import unittest
from pathlib import Path

import table

FAULT = """
[restarts]
says = A scan starts again.
what = restarts every={width} ; or unknown
where = size>{least}
for = builtin type width least : scan_inclusive_add int|half 8 9
gives = x + {width}
"""


def read(text, kind="fault"):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "carry.ini"
        path.write_text(text, encoding="utf-8")
        return list(table.read(path, kind))


class Table(unittest.TestCase):
    def test_truth_with_its_alternatives_and_the_orders_limits(self):
        first, second = read(FAULT)
        self.assertEqual([str(w) for w in first.whats], ["restarts every=8", "unknown"])
        self.assertEqual(first.wheres, [["size>9", "builtin=scan_inclusive_add", "type=int"]])
        self.assertEqual(second.wheres, [["size>9", "builtin=scan_inclusive_add", "type=half"]])

    def test_columns_of_the_truth_alone_are_no_part_of_the_name(self):
        self.assertEqual([e.name for e in read(FAULT)], ["restarts.scan_inclusive_add.int.8", "restarts.scan_inclusive_add.half.8"])

    def test_the_truth_is_no_part_of_the_order(self):
        self.assertNotIn("restarts", read(FAULT)[0].order)

    def test_a_form_of_broadcast_has_its_dimension(self):
        entry, = read("[a]\nsays = s\nwhat = input\nwhere = always\nbuiltin = broadcast\ntype = int\narity = 2\ngives = x\n")
        self.assertEqual(entry.wheres, [["builtin=broadcast", "type=int", "dimension=2"]])

    def test_faults_need_both(self):
        for line in ("what = restarts every={width} ; or unknown\n", "where = size>{least}\n"):
            with self.assertRaisesRegex(ValueError, "carry/restarts: a fault needs what and where"):
                read(FAULT.replace(line, ""))
        self.assertEqual(read("[a]\nsays = s\nexpect = 0\n", "robustness")[0].whats, [])

    def test_words_outside_of_the_vocabulary(self):
        for old, new in (("unknown", "bewitched"), ("size>{least}", "size>many")):
            with self.assertRaisesRegex(ValueError, "carry/restarts: "):
                read(FAULT.replace(old, new))

    def test_mistakes_are_named(self):
        for text, words in (("sayz = s\n", "unknown keys: sayz"), ("", "the key says is missing"),
                            ("says = s\ncaught = fial\n", "no verdicts: fial"),
                            ("says = s\nfor = a b : c\n", r"\[\['c'\]\] does not fit \['a', 'b'\]")):
            with self.assertRaisesRegex(ValueError, f"carry/a: .*{words}"):
                read("[a]\n" + text)


if __name__ == "__main__":
    unittest.main()
