"""The vocabulary of causes, docs/causes.md, as far as the bench needs it: reads what and where, brings different
spellings of the same thing into one, and says whether two are the same."""

import math
import re
from dataclasses import dataclass, field

FAMILIES = "reduce scan_inclusive scan_exclusive".split()
OPERATIONS = "add min max mul and or xor logical_and logical_or logical_xor".split()
BUILTINS = [*"all any broadcast".split(), *(f"{f}_{o}" for f in FAMILIES for o in OPERATIONS)]
TYPES = "half int uint long ulong float double".split()
INTEGERS = {"char": (8, True), "uchar": (8, False), "short": (16, True), "ushort": (16, False), "int": (32, True),
            "uint": (32, False), "long": (64, True), "ulong": (64, False)}

N = r"\d+"
VALUE = r"[-+\w.()]+"
SET = (rf"set=(first|last( n={N})?|middle|lane n=-?{N}|all_but_first|odd|even|from n={N}|below n={N}|last_of_each W={N}|"
       rf"first_of_each W={N}|tail W={N}|tail_power2|rows|planes|row_ends)")
FAILURE = r"(stage=\w+)?( ?signal=\w+)?( ?error=[-\w]+)?( ?words=.*)?"

# The parameters that may follow each code.
WHAT = {
    "constant": f"value={VALUE}",
    "inverted": r"(as=(any|all))?",
    "input": "",
    "lane_value": rf"lane=(first|last|middle|{N})",
    "identity": "",
    "wrong_identity": f"value={VALUE}",
    "own_value_first": "",
    "other_builtin": f"which=(reduce|inclusive|exclusive|{'|'.join(OPERATIONS)}|all|any)",
    "lanes_ignored": SET,
    "lanes_doubled": SET,
    "result_missing_on": SET,
    "restarts": rf"every=({N}|row|plane)",
    "carry_partial": f"W={N}",
    "order": "as=(reversed|column_major|planes_last|yz_swapped|rows_snake|even_odd|quads|other)",
    "coordinates": rf"as=([xyz]_ignored|(xy|xz|yz)_swapped|stride|offset|shifted n={N})",
    "source_limited": f"n={N}",
    "compared_as": "as=(signed|unsigned|bits|magnitude|low_word|high_word|float|double)",
    "narrowed": rf"(bits={N}(-{N})?|via=\w+|as=(saturates|low_bit|sign_bit))( of=count)?",
    "aggregated_as": "as=(and|or|xor|sum)",
    "value_lost": "value=(nan|inf|negative_zero|subnormal|type_min|type_max|minus_one|negative)",
    "inexact": r"(ulp=[\d.]+)?",
    "other_group": "which=(first|previous|next|last)",
    "other_call": "which=(first|next|previous|joined)",
    "unwritten": "",
    "nondeterministic": r"(share=\S+)?",
    **{code: FAILURE for code in ("crash", "hang", "build", "launch")},
    "unknown": r"(share=\S+)?",
}
MEASURED = {"unknown", "nondeterministic", "inexact"}  # whose parameters are findings of a run, not of the bug
FAILURES = {"crash", "hang", "build", "launch"}  # of whose parameters a truth names as many as it knows

# The sets that a condition may name; forms, variants and options are the suite's, and may grow.
SETS = {"builtin": BUILTINS, "type": TYPES, "dimension": ["1", "2", "3"], "option": None, "form": None, "variant": None}
SIZES = rf"size={N}(\|{N})+"  # a list, of which those count that ran
NUMBER = rf"((!?=power2)|=({N})(\|{N})*|[<>]{N}|%{N}!?=0)"
CONDITIONS = [rf"(size|extent\.[xyz]){NUMBER}", rf"group(!=first|=last|=odd|>={N})", r"group\.[xyz]!=0",
              r"(remainder|offset)(\.[xyz])?", rf"call>={N}", rf"source(>={N}|=last)",
              "value=(negative|large|nan|inf|subnormal|zero|uniform|ids)", "company", "alone", "helper", "load"]


@dataclass(frozen=True)
class What:
    code: str
    parameters: str = ""  # "set=tail W=8"

    def __str__(self):
        return f"{self.code} {self.parameters}".strip()

    def get(self, name):
        found = re.search(rf"(?:^| ){name}=(\S+)", self.parameters)
        return found.group(1) if found else None


@dataclass(frozen=True)
class Context:
    """What a spelling depends on: where it happened, and what ran at all."""
    builtins: tuple = ()
    types: tuple = ()
    ran: dict = field(default_factory=dict, compare=False)  # "type" -> those that ran; empty: everything


def parse_what(text, context=Context()):
    """Throws ValueError where it is not in the vocabulary."""
    code, _, parameters = " ".join(text.split()).partition(" ")
    if code not in WHAT:
        raise ValueError(f"no such cause: {text!r}")
    what = canonical(What(code, parameters), context)
    if not re.fullmatch(WHAT[what.code], what.parameters):
        raise ValueError(f"{code} has no such parameters: {text!r}")
    return what


def parse_where(text):
    """A list of conditions, empty for `always`. Throws ValueError."""
    terms = [] if text.strip() == "always" else [" ".join(term.split()) for term in text.split(" and ")]
    for term in terms:
        field_, _, members = re.match(r"(\w*)(!?=|)(.*)", term).groups()
        if field_ in SETS:
            if not members or SETS[field_] and not set(members.split("|")) <= set(SETS[field_]):
                raise ValueError(f"not a set of {field_}s: {term!r}")
        elif not any(re.fullmatch(form, term) for form in CONDITIONS):
            raise ValueError(f"no such condition: {term!r}")
    return terms


# One spelling for each thing ------------------------------------------------------------------------------------

BITS = {"half": (11, 15), "float": (24, 127), "double": (53, 1023)}  # significand, largest exponent


def limits(kind):
    """Names of the special values of a type."""
    if kind in INTEGERS:
        bits, signed = INTEGERS[kind]
        return {"type_max": 2 ** (bits - signed) - 1, "type_min": -2 ** (bits - 1) if signed else 0}
    digits, exponent = BITS[kind]
    largest = (2 - 2.0 ** (1 - digits)) * 2.0 ** exponent
    return {"type_max": largest, "type_min": -largest, "smallest_normal": 2.0 ** (1 - exponent)}


def c_constants():
    yield from (("FLT_MAX", limits("float")["type_max"]), ("DBL_MAX", limits("double")["type_max"]))
    yield from (("FLT_MIN", 2.0 ** -126), ("DBL_MIN", 2.0 ** -1022), ("INFINITY", math.inf))
    for name, kind in (("INT", "int"), ("LONG", "long"), ("UINT", "uint"), ("ULONG", "ulong")):
        yield f"{name}_MAX", limits(kind)["type_max"]
        yield f"{name}_MIN", limits(kind)["type_min"]


C_CONSTANTS = dict(c_constants())


def number(text):
    """Of a literal or constant of C, or a plain number; None where it is none."""
    sign, name = (-1, text[1:]) if text.startswith("-") else (1, text)
    if name in C_CONSTANTS:
        return sign * C_CONSTANTS[name]
    hexadecimal = name.startswith("0x") and "p" not in name
    name = re.sub(r"[uUlL]+$" if hexadecimal else r"(?<=[\d.])[uUlLfF]+$", "", name)
    for read in (lambda t: int(t, 0), float, float.fromhex):
        try:
            return sign * read(name)
        except ValueError:
            pass
    return None


def canonical_value(text, types):
    """`INT_MIN` of int is type_min, 1e0 is 1."""
    value = number(text)
    if value is None:
        return text
    for name, limit in ((n, v) for kind in types for n, v in limits(kind).items() if v):
        if value == limit or isinstance(limit, float) and math.isclose(value, limit, rel_tol=1e-6):
            return name
    if isinstance(value, float) and value.is_integer() and abs(value) < 2 ** 63:
        value = int(value)
    return str(value) if isinstance(value, int) else f"{value:.6g}"


def canonical_which(name, context):
    """A builtin's full name is told by what sets it apart from the one under test: its family, or its operation."""
    family = next((f for f in FAMILIES if name.startswith(f)), None)
    if not family:
        return name
    shared = any(builtin.startswith(family) for builtin in context.builtins)
    return name.removeprefix(f"{family}_") if shared else family.removeprefix("scan_")


def canonical(what, context):
    text = what.parameters
    text = re.sub(r"\blane n=0\b", "first", text)
    text = re.sub(r"\blane n=(n-1|-1)(?!\S)", "last", text)
    text = re.sub(r"\blane n=n/2(?!\S)", "middle", text)
    for spelt, name in (("0", "first"), ("n-1", "last"), ("n/2", "middle")):
        text = re.sub(rf"\blane={spelt}(?!\S)", f"lane={name}", text)
    if what.code in ("wrong_identity", "constant", "value_lost"):
        text = re.sub(r"(?<=value=)\S+", lambda m: canonical_value(m[0], context.types), text)
    if what.code == "value_lost":
        text = re.sub(r"=-1(?!\S)", "=minus_one", text)
    if what.code == "other_builtin":
        text = re.sub(r"(?<=which=)\w+", lambda m: canonical_which(m[0], context), text)
    via = re.search(r"via=(\w+)", text)
    if via and via[1] in INTEGERS and context.types:
        (bits, signed), own = INTEGERS[via[1]], [INTEGERS.get(t) for t in context.types]
        if all(o and o[1] == signed and o[0] > bits for o in own):
            text = text.replace(via[0], f"bits={bits}")
    text = re.sub(r"bits=1(?!\d|-)", "as=low_bit", text)
    # What one lane alone has a say in has its value.
    of_group = context.builtins and all(b in ("all", "any") or b.startswith("reduce") for b in context.builtins)
    if of_group and (what.code, text) == ("lanes_ignored", "set=all_but_first"):
        return What("lane_value", "lane=first")
    if list(context.builtins) == ["all"] and (what.code, text) == ("aggregated_as", "as=or"):
        return What("other_builtin", "which=any")
    # The opposite of its own result.
    if what.code == "inverted" and [text] == [f"as={b}" for b in context.builtins]:
        return What("inverted", "")
    return What(what.code, text)


VARIANTS = {"remainder": "remainder", **{name: f"option={option}" for name, option in (
    ("noopt", "-cl-opt-disable"), ("cl20", "-cl-std=CL2.0"), ("cl31", "-cl-std=CL3.1"), ("fastmath", "-cl-fast-relaxed-math"),
    ("finitemath", "-cl-finite-math-only"), ("unsafemath", "-cl-unsafe-math-optimizations"),
    ("flushed", "-cl-denorms-are-zero"), ("unsignedzeros", "-cl-no-signed-zeros"),
    ("singleconst", "-cl-single-precision-constant"), ("uniformsize", "-cl-uniform-work-group-size"),
    ("noifp", "-cl-no-subgroup-ifp"), ("debug", "-g"))}}
OFFSETS = {"offset", "offset31", "offset32", "offset33", "toldoffset", "toldoffset33"}  # variants
HAVING = {"x": [], "y": ["dimension=2|3"], "z": ["dimension=3"]}  # launches that have the axis


def spelt_out(term):
    """Other spellings of a condition. The suite's offset, and its remainder, is in every dimension that a launch has."""
    variant = re.fullmatch(r"variant=(\w+)", term)
    axis = re.fullmatch(r"(remainder|offset)\.([xyz])", term)
    if axis:
        return [axis[1], *HAVING[axis[2]]]
    return [VARIANTS.get(variant[1], term)] if variant else [term]


def over_what_ran(sets, ran):
    """[(name, sign, members)] of one name as a condition on what ran; nothing where they leave out none of that."""
    name = sets[0][0]
    there = set(ran.get(name, ())) or set(SETS[name] or ())
    if not there:
        return {f"{name}{sign}{'|'.join(sorted(members))}" for _, sign, members in sets}
    chosen = set(there)
    for _, sign, members in sets:
        chosen = chosen & members if sign == "=" else chosen - members
    return set() if chosen == there else {f"{name}={'|'.join(sorted(chosen))}"}


def size_terms(what):
    """[(extent, k)]: what follows for sizes from `what` alone: it has no effect but in groups of more than k."""
    code, name, n, width = what.code, what.get("set"), what.get("n"), what.get("W")
    if code == "restarts":
        every = what.get("every")
        return [("extent.y", 1)] if every == "row" else [("extent.z", 1)] if every == "plane" else [("size", int(every))]
    if code == "carry_partial":
        return [("size", 2 * int(width))]
    if name in ("rows", "planes"):
        return [("extent.y" if name == "rows" else "extent.z", 1)]
    if name in ("from", "below", "lane") and int(n) > 0 or code == "source_limited":
        return [("size", int(n))]
    if name in ("last_of_each", "first_of_each"):
        return [("size", int(width))]
    if code == "order" and what.get("as") in ("column_major", "planes_last", "yz_swapped"):
        first, second = ("y", "z") if what.get("as") == "yz_swapped" else ("x", "y")
        return [(f"extent.{first}", 1), (f"extent.{second}", 1)]
    if code == "coordinates" and "_" in what.get("as"):
        return [(f"extent.{axis}", 1) for axis in what.get("as").partition("_")[0]]
    if what.get("of") == "count" and what.get("bits"):
        return [("size", 2 ** int(what.get("bits")) - 1)]
    if name == "tail_power2":
        return [("size", 2)]
    if code == "lane_value" and (what.get("lane") or "").isdigit():
        return [("size", max(int(what.get("lane")), 1))]
    of_several = ("order", "coordinates", "other_builtin", "input", "lane_value", "compared_as", "aggregated_as")
    return [("size", 1)] if code in of_several or name in ("all_but_first", "odd") else []


# Conditions on values that follow from a cause which is about values.
KINDS = {"nan": ["nan"], "inf": ["inf"], "subnormal": ["subnormal"], "negative_zero": ["zero"], "minus_one": ["negative"],
         "negative": ["negative"], "type_min": ["negative", "large"], "type_max": ["large"]}


def following(what):
    """Conditions, apart from those on sizes, that follow from `what` alone: it has no effect where they do not hold."""
    if what.get("set") == "tail":
        yield f"size%{what.get('W')}!=0"
    if what.get("set") == "tail_power2":
        yield "size!=power2"
    if what.code == "source_limited":
        yield f"source>={what.get('n')}"
    if what.code == "other_call":
        yield "call>=2"
    if what.code == "coordinates" and what.get("as") == "offset":
        yield "offset"
    if what.code == "other_group" and what.get("which") in ("first", "previous"):
        yield "group!=first"
    if what.code == "value_lost":
        yield from (f"value={kind}" for kind in KINDS[what.get("value")])
    if what.code in ("compared_as", "narrowed"):
        yield from ("value=negative", "value=large", "value=subnormal")


def canonical_where(terms, what, context):
    """The conditions that say something: each in one spelling, over what ran, without those that follow from `what`."""
    extents = {extent[-1] for extent, _ in size_terms(what)} & set("xyz")
    # Dimensions in which `what` has no effect at all, or a condition on an extent does not hold.
    named = extents | set(re.findall(r"extent\.([yz])", " ".join(terms)))
    without = {"1", "2"} if "z" in named else {"1"} if "y" in named else set()
    useless = {*following(what), *(["size>1"] if extents else [])}
    useless |= {f"{extent}>{k}" for extent, least in size_terms(what) for k in range(1, least + 1)}
    if context.builtins and set(context.builtins) <= {"all", "any"}:
        useless.add("type=int")
    result, sets = set(), {}
    for term in {other for term in terms for other in spelt_out(term)} - useless:
        name, sign, members = re.match(r"([\w.]*)(!?=|)(.*)", term).groups()
        if name == "variant" and sign == "=" and set(members.split("|")) == OFFSETS & context.ran.get("variant", {"offset"}):
            name, sign, term = "offset", "", "offset"
        if re.fullmatch(SIZES, term) and context.ran.get("size"):
            members = "|".join(sorted(set(members.split("|")) & context.ran["size"]))
            term = f"size={members}"
        if name not in SETS:
            result.add(term)
            continue
        members = set(members.split("|"))
        if name == "dimension":
            members = members | without if sign == "=" else members - without
        sets.setdefault(name, []).append((name, sign, members))
    return frozenset(result.union(*(over_what_ran(told, context.ran) for told in sets.values())))


def settled(what, where):
    """In groups of one size, the middle and the last lane are lanes like any other."""
    size = next((int(t[5:]) for t in where if re.fullmatch(r"size=\d+", t)), None)
    if size is None:
        return what
    text = re.sub(r"set=middle", f"set=lane n={size // 2}", what.parameters)
    return What(what.code, re.sub(r"set=last(?! n)", f"set=lane n={size - 1}", text))


# Comparing ------------------------------------------------------------------------------------------------------


def same_what(truth, told):
    if truth.code != told.code:
        return False
    if truth.code in MEASURED:
        return True
    if truth.code in FAILURES:
        return set(truth.parameters.split()) <= set(told.parameters.split())
    return truth.parameters == told.parameters


def near(one, other):
    """Whether two conjunctions are close: one says more than the other, or they differ in bounds alone."""
    def fields(where):
        return sorted(re.match(r"[\w.]*", term)[0] for term in where)

    return one != other and (one < other or other < one or fields(one) == fields(other))


def least_size(what, where):
    """How many work-items a group has at least in which the fault can show."""
    least = 1
    for extent, k in size_terms(what):
        least = max(least, k + 1) if extent == "size" else max(least, 2)
    for term in where:
        number_ = re.fullmatch(r"(?:size|extent\.[xyz]|source)(=|>|>=)(\d+)(\|\d+)*", term)
        if number_:
            least = max(least, int(number_[2]) + (number_[1] != "="))
        multiple = re.fullmatch(r"size%(\d+)=0", term)
        if multiple:
            least = max(least, int(multiple[1]))
    return least
