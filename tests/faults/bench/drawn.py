"""Draws faults at random: a family of builtins is wrong where two or three conditions meet. And says, without a device,
which of them a plan would catch: those of which a planned case that the device can run satisfies every condition."""

import itertools
import math
import random
import subprocess
from dataclasses import dataclass

import table

FAMILIES = {"all": ["all"], "any": ["any"], "broadcast": ["broadcast"],
            **{family: [f"{family}_{op}" for op in ("add", "min", "max")]
               for family in ("reduce", "scan_inclusive", "scan_exclusive")}}
TYPES = ("half", "int", "uint", "long", "ulong", "float", "double")
FORMS = ("twice", "branch", "loop", "nested", "derived", "constant")
COUNTS = (2, 3)  # conditions of a fault
WIDTHS = (8, 16, 32, 64)
LARGEST = 8192  # what `max` counts as: a work-group of that size

# What the layer's text tells of a call, by the name of the form or row that it belongs to.
FORM_WORDS = {"twice": "later > 0 && calls > 0", "branch": "branch", "loop": "loop == 1", "nested": "loop > 1",
              "derived": "ids", "constant": "literal"}
OPTION_WORDS = {"noopt": "opt_disable", "fastmath": "fast_math", "finitemath": "finite_math", "unsafemath": "unsafe_math",
                "flushed": "flushed", "unsignedzeros": "unsigned_zeros", "singleconst": "single_const",
                "uniformsize": "uniform_size", "noifp": "no_ifp", "debug": "debug"}


@dataclass(frozen=True)
class Features:
    """What a case's name says, as conditions ask for it."""
    builtin: str
    type: str
    dim: int
    extents: tuple
    form: str
    rows: frozenset

    @property
    def size(self):
        return math.prod(self.extents)


def features_of(name):
    """None for a whole program, which calls collectives of its own choice."""
    builtin, kind, dim, size, form, *rows = name.split(".")
    if builtin == "program":
        return None
    extents = (LARGEST, 1, 1) if size == "max" else tuple(map(int, size.split("x")))
    return Features(builtin, kind, int(dim[0]), (*extents, 1, 1)[:3], form, frozenset(rows))


@dataclass(frozen=True)
class Condition:
    about: str  # two conditions of a fault are about different things
    says: str
    holds: object  # of Features
    when: str  # the same for the layer; empty where it has no word for it
    sets: tuple  # what a case of its kind has: (("form", "loop"),)


def conditions():
    """Every condition that a fault may have."""
    found = []

    def add(about, says, holds, when="", **sets):
        found.append(Condition(about, says, holds, when, tuple(sets.items())))

    for kind in TYPES:
        add("type", f"type={kind}", lambda f, k=kind: f.type == k, "true", type=kind)
    for dim in (1, 2, 3):
        add("dimension", f"dimension={dim}", lambda f, d=dim: f.dim == d, f"dims == {dim}", dim=dim)
    for size in (8, 16, 32, 64, 128, 256):
        add("size", f"size>{size}", lambda f, s=size: f.size > s, f"n > {size}")
    for size in (2, 8, 32):
        add("size", f"size<={size}", lambda f, s=size: f.size <= s, f"n <= {size}")
    for width in WIDTHS:
        add("size", f"size%{width}=0", lambda f, w=width: f.size % w == 0, f"n % {width} == 0")
        add("size", f"size%{width}!=0 and size>{width}", lambda f, w=width: f.size % w and f.size > w,
            f"n % {width} != 0 && n > {width}")
        add("size", f"size%{width}=1 and size>{width}", lambda f, w=width: f.size % w == 1 and f.size > w,
            f"n % {width} == 1 && n > {width}")
    add("size", "size is a power of two", lambda f: f.size & (f.size - 1) == 0, "(n & (n - 1)) == 0")
    add("extents", "extent.x=1", lambda f: f.dim > 1 and f.extents[0] == 1, "dims > 1 && Lx == 1")
    add("extents", "extent.y=1", lambda f: f.dim > 1 and f.extents[1] == 1, "dims > 1 && Ly == 1")
    add("extents", "extent.z>1", lambda f: f.extents[2] > 1, "Lz > 1")
    add("extents", "extent.x<extent.y", lambda f: f.dim > 1 and f.extents[0] < f.extents[1], "dims > 1 && Lx < Ly")
    add("extents", "extent.x=extent.y", lambda f: f.dim > 1 and f.extents[0] == f.extents[1], "dims > 1 && Lx == Ly")
    add("extents", "extent.y>16", lambda f: f.extents[1] > 16, "Ly > 16")
    for row, when in (("offset", "ox != 0 && ox < 1000"), ("offset31", "ox > 1000 && ox < 0x80000000ul"),
                      ("offset33", "Ox > 0x200000000ul")):
        add("offset", row, lambda f, r=row: r in f.rows, when, row=row)
    add("remainder", "remainder", lambda f: "remainder" in f.rows, "Lx != Ex", row="remainder")
    add("groups", "groups>1000", lambda f: bool(f.rows & {"crowd", "flood"}), "groups > 1000", row="crowd")
    add("version", "cl20", lambda f: "cl20" in f.rows, "cl_std == 200", row="cl20")
    for row, when in OPTION_WORDS.items():
        add("option", row, lambda f, r=row: r in f.rows, when, row=row)
    add("reqd", "reqd", lambda f: "reqd" in f.rows or f.form == "derived", "reqd", row="reqd")
    for row in ("sizehint", "typehint"):
        add("hint", row, lambda f, r=row: r in f.rows, row=row)
    for row in ("subgroup8", "subgroup16"):
        add("subgroup", row, lambda f, r=row: r in f.rows, row=row)
    for form in FORMS:
        add("form", f"form={form}", lambda f, w=form: f.form == w, FORM_WORDS[form], form=form)
    for row in ("printing", "copying", "striding", "atomics", "shelved", "arrays", "vectors", "structs", "subgroups", "brimful"):
        add("beside", row, lambda f, r=row: r in f.rows, row=row)
    for row in ("relaunched", "cloned", "unordered", "threads", "svm", "partition", "reloaded", "linked", "library"):
        add("host", row, lambda f, r=row: r in f.rows, row=row)
    return found


@dataclass(frozen=True)
class DrawnFault:
    family: str
    conditions: tuple

    @property
    def says(self):
        return f"{self.family} wrong where {' and '.join(c.says for c in self.conditions)}"

    def strikes(self, features):
        return features.builtin in FAMILIES[self.family] and all(c.holds(features) for c in self.conditions)


AXES = [{"offset", "offset31", "offset33"}, {"remainder", "crowd"}, {"reqd"}, {"sizehint", "typehint"},
        {"subgroup8", "subgroup16"},
        {"printing", "copying", "striding", "atomics", "shelved", "arrays", "vectors", "structs", "subgroups", "brimful"},
        {"relaunched", "cloned", "unordered", "threads", "svm", "partition", "reloaded", "linked", "library"},
        {"cl20"}, set(OPTION_WORDS)]

EXTENTS = {1: ["1", "2", "5", "8", "9", "16", "17", "31", "32", "33", "48", "60", "64", "65", "100", "128", "192", "255", "256",
               "257", "320", "512"],
           2: ["1x1", "2x1", "1x2", "3x3", "4x2", "1x8", "3x5", "5x3", "4x4", "16x1", "1x17", "17x1", "11x3", "3x11", "8x4",
               "4x8", "10x6", "5x9", "8x8", "5x13", "7x20", "32x4", "1x64", "96x1", "16x16", "1x257", "257x1", "6x37",
               "16x32", "9x20", "1x33", "3x19", "8x24"],
           3: ["1x1x1", "2x1x1", "1x1x2", "2x2x2", "2x1x4", "1x2x4", "3x3x3", "2x4x2", "4x4x2", "1x1x17", "3x1x11", "4x3x5",
               "5x3x4", "3x5x7", "4x4x4", "5x13x1", "1x1x64", "4x3x8", "8x4x8", "16x2x32", "1x257x1", "3x20x5", "1x9x1",
               "4x20x4", "1x64x1", "33x1x1"]}


def witnesses(fault, rng, count=40):
    """Names of cases that satisfy the conditions, legal or not."""
    sets = {}
    for condition in fault.conditions:
        sets.update(dict(condition.sets) if not dict(condition.sets).get("row") else {})
    rows = {dict(c.sets)["row"] for c in fault.conditions if "row" in dict(c.sets)}
    predicate = fault.family in ("all", "any")
    names = []
    for dim in [sets["dim"]] if "dim" in sets else (1, 2, 3):
        for size in EXTENTS[dim]:
            for kind in [sets["type"]] if "type" in sets else ["int"] if predicate else ["int", "float"]:
                words = [next(iter(axis & rows)) for axis in AXES if axis & rows]
                name = ".".join([FAMILIES[fault.family][0], kind, f"{dim}d", size, sets.get("form", "chain"), *words])
                features = features_of(name)
                if sum(len(axis & rows) for axis in AXES) == len(words) and fault.strikes(features):
                    names.append(name)
    return rng.sample(names, min(count, len(names)))


def legal(program, names):
    """Those of the names that are cases."""
    found = set()
    for begin in range(0, len(names), 4000):
        filters = [word for name in names[begin:begin + 4000] for word in ("--filter", name)]
        listed = subprocess.run([str(program), "list", "--profile", "smoke", "--allow-empty-filter", *filters],
                                capture_output=True, text=True, check=False)
        found.update(listed.stdout.split())
    return found


def draw(program, count, arity, seed, lacks):
    """`count` faults of so many conditions that a legal case of a device without the rows and types `lacks` shows."""
    rng = random.Random(f"{seed} {arity}")
    pool = conditions()
    drawn, candidates = [], []
    while len(candidates) < 4 * count:
        fault = DrawnFault(rng.choice(list(FAMILIES)), tuple(rng.sample(pool, arity)))
        abouts = [c.about for c in fault.conditions]
        names = [n for n in witnesses(fault, rng) if runs_on(features_of(n), lacks)]
        if len(set(abouts)) == arity and names:
            candidates.append((fault, names))
    real = legal(program, list(itertools.chain.from_iterable(names for _, names in candidates)))
    for fault, names in candidates:
        if len(drawn) < count and real & set(names):
            drawn.append(fault)
    return drawn


def runs_on(features, lacks):
    return features.type not in lacks and not features.rows & lacks and \
        not ("saturated" in features.rows and features.form != "chain")


def planned(program, profile, lacks):
    listed = subprocess.run([str(program), "list", "--profile", profile], capture_output=True, text=True, check=True)
    cases = (features_of(name) for name in listed.stdout.split())
    return {f for f in cases if f and runs_on(f, lacks)}


def missed(faults, cases):
    """The faults that no case shows."""
    by_family = {family: [f for f in cases if f.builtin in names] for family, names in FAMILIES.items()}
    return [fault for fault in faults if not any(fault.strikes(f) for f in by_family[fault.family])]


def entry_of(fault, number):
    """The fault as an entry of the table, for the layer; None where it has no words for a condition."""
    if not all(c.when for c in fault.conditions):
        return None
    kinds = [dict(c.sets)["type"] for c in fault.conditions if c.about == "type"]
    kinds = kinds or (["int"] if fault.family in ("all", "any") else [t for t in TYPES if t != "half"])
    when = " && ".join(f"({c.when})" for c in fault.conditions if c.about != "type") or "true"
    # Wrong whatever is right: of a predicate any number but zero is as true as any other.
    gives = "right ? (T)0 : (T)1" if fault.family in ("all", "any") else "right == (T)1 ? (T)2 : (T)1"
    section = {"says": fault.says, "builtin": " ".join(FAMILIES[fault.family]), "type": " ".join(kinds),
               "when": f"{when} && lane == n - 1", "gives": gives, "what": "unknown",
               "where": "always", "beyond": "drawn"}
    return table.entry("fault", "drawn", f"{number}", section, {})
