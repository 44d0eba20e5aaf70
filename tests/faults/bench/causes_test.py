"""The vocabulary: what it takes, what it refuses, and which spellings are the same."""

import re
import unittest
from pathlib import Path

import causes
import table
from causes import Context, canonical_where, least_size, near, parse_what, parse_where, same_what

ROOT = Path(__file__).resolve().parents[3]
DOCUMENT = ROOT / "docs" / "causes.md"


def what(text, *types, builtins=()):
    return str(parse_what(text, Context(tuple(builtins), types)))


def where(text, told="unknown", **ran):
    return set(canonical_where(parse_where(text), parse_what(told), Context(ran={k: set(v.split()) for k, v in ran.items()})))


class Words(unittest.TestCase):
    def test_codes_are_those_of_the_document(self):
        rows = DOCUMENT.read_text(encoding="utf-8").partition("## Conditions")[0].partition("## Faults")[2]
        cells = (line.split("|")[1] for line in rows.partition("A SET is one of")[0].splitlines() if line.startswith("| `"))
        self.assertEqual(sorted(code for cell in cells for code in re.findall(r"`(\w+)`", cell)), sorted(causes.WHAT))

    def test_what_is_a_code_with_its_parameters(self):
        for text in ("input", "restarts every=32", "restarts every=row", "lanes_ignored set=tail W=8", "inverted",
                     "lanes_doubled set=lane n=5", "narrowed bits=8 of=count", "crash stage=build signal=SIGSEGV"):
            self.assertEqual(what(text), text)

    def test_anything_else_is_refused(self):
        for text in ("", "broken", "input lane=3", "restarts", "restarts every=odd", "lanes_ignored set=some", "narrowed",
                     "restarts every=32 W=3", "value_lost value=7", "constant"):
            with self.assertRaises(ValueError, msg=text):
                parse_what(text)

    def test_where_is_a_conjunction(self):
        self.assertEqual(parse_where("always"), [])
        self.assertEqual(parse_where("size>32 and type=uint|ulong"), ["size>32", "type=uint|ulong"])
        for text in ("size%8!=0", "size=power2", "extent.y!=power2", "extent.x=3|5", "group.y!=0", "group!=first", "group>=8",
                     "remainder", "remainder.x", "offset", "form=branch|loop", "option!=-cl-opt-disable", "call>=2",
                     "source>=8", "source=last", "value=negative", "company", "alone", "load", "dimension=2|3"):
            self.assertEqual(parse_where(text), [text])

    def test_other_conditions_are_refused(self):
        for text in ("", "size", "size>=8", "size>x", "type=short", "dimension=4", "group=first", "remainder=1", "form=", "soon",
                     "size>3 and", "always and load"):
            with self.assertRaises(ValueError, msg=text):
                parse_where(text)

    def test_every_fault_has_both(self):
        faults = [e for e in table.load() if e.kind == "fault"]
        self.assertGreater(len(faults), 850)
        self.assertEqual([e.name for e in faults if not e.whats or not e.wheres], [])


class Spellings(unittest.TestCase):
    def test_lanes(self):
        self.assertEqual(what("lanes_ignored set=lane n=0"), "lanes_ignored set=first")
        self.assertEqual(what("lanes_ignored set=lane n=n-1"), "lanes_ignored set=last")
        self.assertEqual(what("lanes_ignored set=lane n=10"), "lanes_ignored set=lane n=10")
        self.assertEqual(what("lane_value lane=n/2"), "lane_value lane=middle")
        self.assertEqual(what("lane_value lane=0"), "lane_value lane=first")

    def test_values_have_names_in_their_type(self):
        self.assertEqual(what("wrong_identity value=INT_MIN", "int"), "wrong_identity value=type_min")
        self.assertEqual(what("wrong_identity value=INT_MIN", "long"), "wrong_identity value=-2147483648")
        self.assertEqual(what("wrong_identity value=-FLT_MAX", "float"), "wrong_identity value=type_min")
        self.assertEqual(what("wrong_identity value=-65504.0f", "half"), "wrong_identity value=type_min")
        self.assertEqual(what("wrong_identity value=0x1p-14f", "half"), "wrong_identity value=smallest_normal")
        self.assertEqual(what("wrong_identity value=0x80000000u", "uint"), "wrong_identity value=2147483648")
        self.assertEqual(what("wrong_identity value=-INFINITY", "float"), "wrong_identity value=-inf")
        self.assertEqual(what("wrong_identity value=0", "uint"), "wrong_identity value=0")
        self.assertEqual(what("value_lost value=-1", "int"), "value_lost value=minus_one")
        self.assertEqual(what("value_lost value=ULONG_MAX", "ulong"), "value_lost value=type_max")

    def test_a_builtin_is_told_by_what_sets_it_apart(self):
        self.assertEqual(what("other_builtin which=reduce_max", builtins=["reduce_min"]), "other_builtin which=max")
        self.assertEqual(what("other_builtin which=scan_inclusive_add", builtins=["reduce_add"]), "other_builtin which=inclusive")
        self.assertEqual(what("other_builtin which=any", builtins=["all"]), "other_builtin which=any")

    def test_narrower_integers_of_the_same_sign_are_bits(self):
        self.assertEqual(what("narrowed via=int", "long"), "narrowed bits=32")
        self.assertEqual(what("narrowed via=int", "ulong"), "narrowed via=int")
        self.assertEqual(what("narrowed via=int", "float"), "narrowed via=int")
        self.assertEqual(what("narrowed bits=1"), "narrowed as=low_bit")
        self.assertEqual(what("narrowed bits=16"), "narrowed bits=16")

    def test_one_lane_that_alone_counts(self):
        self.assertEqual(what("lanes_ignored set=all_but_first", builtins=["reduce_add"]), "lane_value lane=first")
        self.assertEqual(what("lanes_ignored set=all_but_first", builtins=["scan_inclusive_add"]), "lanes_ignored set=all_but_first")

    def test_predicates_with_two_names_for_one_result(self):
        self.assertEqual(what("inverted as=all", builtins=["all"]), "inverted")
        self.assertEqual(what("inverted as=all", builtins=["any"]), "inverted as=all")
        self.assertEqual(what("inverted as=all", builtins=["all", "any"]), "inverted as=all")
        self.assertEqual(what("aggregated_as as=or", builtins=["all"]), "other_builtin which=any")
        self.assertEqual(what("aggregated_as as=or", builtins=["any"]), "aggregated_as as=or")

    def test_groups_of_one_size(self):
        for text, same in (("middle", "lane n=16"), ("last", "lane n=32"), ("last n=3", "last n=3")):
            self.assertEqual(str(causes.settled(parse_what(f"lanes_ignored set={text}"), ["size=33"])), f"lanes_ignored set={same}")
        self.assertEqual(str(causes.settled(parse_what("lanes_ignored set=last"), ["size>33"])), "lanes_ignored set=last")

    def test_measured_parameters_are_not_compared(self):
        self.assertTrue(same_what(parse_what("unknown"), parse_what("unknown share=0.5")))
        self.assertTrue(same_what(parse_what("crash stage=build"), parse_what("crash stage=build signal=SIGSEGV")))
        self.assertFalse(same_what(parse_what("crash stage=build"), parse_what("crash stage=launch")))
        self.assertFalse(same_what(parse_what("restarts every=32"), parse_what("restarts every=64")))


class Conditions(unittest.TestCase):
    def test_over_what_ran(self):
        self.assertEqual(where("type=int", type="int"), set())
        self.assertEqual(where("type=int", type="int long"), {"type=int"})
        self.assertEqual(where("form=loop|nested", form="chain nested"), {"form=nested"})
        some = "default -cl-opt-disable -cl-std=CL2.0"
        self.assertEqual(where("option!=-cl-opt-disable", option=some), where("option=default|-cl-std=CL2.0", option=some))
        self.assertEqual(where("option!=-cl-opt-disable", option="default -cl-opt-disable"), {"option=default"})
        self.assertEqual(where("dimension=2|3 and dimension=3"), {"dimension=3"})

    def test_lists_of_sizes_name_those_that_ran(self):
        self.assertEqual(where("size=3|5|61", size="3 5 8"), where("size=5|3", size="3 5 8"))
        self.assertNotEqual(where("size=3|5|61", size="3 5 61"), where("size=3|5", size="3 5 61"))
        self.assertNotEqual(where("size=3|5|61", size="3 5 8"), where("size=3|5|8", size="3 5 8"))
        self.assertEqual(where("size=61", size="3 5 8"), {"size=61"})

    def test_variants(self):
        self.assertEqual(where("variant=noopt"), where("option=-cl-opt-disable"))
        self.assertEqual(where("variant=offset"), {"offset"})
        self.assertEqual(where("variant=offset|offset33", variant="plain offset offset33"), {"offset"})
        self.assertEqual(where("variant=offset", variant="plain offset offset33"), {"variant=offset"})
        self.assertEqual(where("variant=crowd"), {"variant=crowd"})
        self.assertEqual(where("offset.z"), where("offset and dimension=3"))
        self.assertEqual(where("remainder.x"), where("remainder"))
        self.assertNotEqual(where("remainder.y"), where("remainder"))

    def test_variants_are_the_suites(self):
        text = (ROOT / "suites" / "variant.hpp").read_text(encoding="utf-8")
        rows = text[text.index("to_array<Variant>"):].split("variant_row(")[1:]
        names = [re.match(r'\w+,\s*"(\w*)"', row)[1] for row in rows]
        self.assertEqual([n for n, row in zip(names, rows) if re.search(r"\.(offset|passed) = ", row)], sorted(causes.OFFSETS))
        options = {n: f"option={o[1]}" for n, row in zip(names, rows) if (o := re.search(r'\.options = "([^"]*)"', row))}
        options |= {n: f"option=-cl-std=CL{v[1][0]}.{v[1][1]}" for n, row in zip(names, rows) if (v := re.search(r"\.cl_std = (\d+)", row))}
        self.assertEqual({**options, "remainder": "remainder"}, causes.VARIANTS)

    def test_what_follows_says_nothing(self):
        self.assertEqual(where("size>32", "restarts every=32"), set())
        self.assertEqual(where("size>16", "restarts every=32"), set())
        self.assertEqual(where("size>64", "restarts every=32"), {"size>64"})
        self.assertEqual(where("size%8!=0 and size>8", "lanes_ignored set=tail W=8"), {"size>8"})
        self.assertEqual(where("size%16!=0", "lanes_ignored set=tail W=8"), {"size%16!=0"})
        self.assertEqual(where("extent.y>1 and dimension=2|3", "lanes_ignored set=rows"), set())
        self.assertEqual(where("dimension=3", "lanes_ignored set=planes"), set())
        self.assertEqual(where("dimension=2", "lanes_ignored set=rows"), where("dimension=1|2", "lanes_ignored set=rows"))
        self.assertNotEqual(where("dimension=2", "lanes_ignored set=rows"), set())
        self.assertEqual(where("call>=2", "other_call which=first"), set())
        self.assertEqual(where("offset", "coordinates as=offset"), set())
        self.assertEqual(where("value=nan", "value_lost value=nan"), set())
        self.assertEqual(where("value=uniform", "value_lost value=inf"), {"value=uniform"})
        self.assertEqual(where("source>=8 and size>8", "source_limited n=8"), set())

    def test_extents_of_y_and_z_need_their_dimension(self):
        self.assertEqual(where("extent.y%4!=0 and dimension=2|3"), {"extent.y%4!=0"})
        self.assertNotEqual(where("extent.x%4!=0 and dimension=2|3"), {"extent.x%4!=0"})
        self.assertEqual(where("extent.z>4 and dimension=3"), {"extent.z>4"})
        self.assertNotEqual(where("extent.x>4 and dimension=3"), {"extent.x>4"})

    def test_near(self):
        self.assertTrue(near(frozenset(["size>32"]), frozenset(["size>48"])))
        self.assertTrue(near(frozenset(), frozenset(["size>48"])))
        self.assertFalse(near(frozenset(["offset"]), frozenset(["size>48"])))
        self.assertFalse(near(frozenset(["offset"]), frozenset(["offset"])))

    def test_least_size(self):
        self.assertEqual(least_size(parse_what("restarts every=8"), []), 9)
        self.assertEqual(least_size(parse_what("unknown"), ["size=33"]), 33)
        self.assertEqual(least_size(parse_what("unknown"), ["size>33"]), 34)
        self.assertEqual(least_size(parse_what("lanes_ignored set=rows"), []), 2)
        self.assertEqual(least_size(parse_what("inverted"), []), 1)
        self.assertEqual(least_size(parse_what("inverted"), ["size%16=0"]), 16)
        self.assertEqual(least_size(parse_what("inverted"), ["size%16!=0"]), 1)


if __name__ == "__main__":
    unittest.main()
