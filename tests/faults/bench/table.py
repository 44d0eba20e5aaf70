"""The table of faults: reads the .ini files beside it and turns each section into orders for the layer."""

import configparser
import itertools
import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

import causes

HERE = Path(__file__).resolve().parent.parent

# Keys that go to the layer, in the order in which it wants them. The others are for us.
ORDER_KEYS = ("builtin", "type", "arity", "when", "let", "feeds", "gives", "missing", "prelude", "report", "call")
LINE_BY_LINE = ("prelude", "report", "call")  # each line of these is an order of its own
TRUTH_KEYS = {"what", "where"}
OWN_KEYS = {"says", "for", "needs", "expect", "prints", "options", "caught", "beyond", *TRUTH_KEYS}

VERDICTS = {"fail", "crash", "timeout", "build_error", "launch_error"}  # that condemn a driver

TYPE_NEEDS = {"half": "fp16", "double": "fp64"}


@dataclass
class Entry:
    name: str
    kind: str  # fault, oddity, robustness
    group: str  # class of the fault: the file's name
    family: str
    says: str
    order: str  # what goes into WGFAULT
    needs: list  # features of the device without which it means nothing
    expect: str  # robustness: how the run must end
    prints: str  # robustness: what it must say, as a regular expression
    options: list  # of the suite's run, besides
    beyond: bool  # shows in what a host does or how it builds, which the probe does not
    caught: list  # fault: the verdicts that catch it; a crash does not catch a wrong result
    builtins: list
    types: list
    whats: list  # fault: what a diagnosis should say; several where they are the same behaviour
    wheres: list  # and where: lists of conditions
    parts: list = field(default_factory=list)  # of a pair: its two faults


def rows(text):
    """`a b : 1 x, 2 y|z` -> [{a: 1, b: x}, {a: 2, b: y}, {a: 2, b: z}]"""
    if not text:
        return [{}]
    head, _, body = text.partition(":")
    columns = head.split()
    lexer = shlex.shlex(body, posix=True, punctuation_chars=",")
    lexer.whitespace_split, lexer.commenters = True, ""
    result, row = [], []
    for token in itertools.chain(lexer, [","]):
        if token != ",":
            row.append(token.split("|") if re.fullmatch(r"[\w|.-]+", token) else [token])
            continue
        if len(row) != len(columns):
            raise ValueError(f"{row} does not fit {columns}")
        result += [dict(zip(columns, values)) for values in itertools.product(*row)]
        row = []
    return result


def family(builtins):
    families = {"predicate" if b in ("all", "any") else re.sub(r"_(add|min|max)$", "", b) for b in builtins}
    return families.pop() if len(families) == 1 else "several" if families else "device"


def entry(kind, group, name, section, row):
    def fill(value):
        for column, replacement in row.items():
            value = value.replace("{" + column + "}", replacement)
        return value

    values = {key: fill(value) for key, value in section.items()}
    for key in ("builtin", "type"):
        if key in row:
            values.setdefault(key, row[key])
    unknown = set(values) - set(ORDER_KEYS) - OWN_KEYS
    if unknown:
        raise ValueError(f"{group}/{name}: unknown keys: {', '.join(sorted(unknown))}")
    if not values.get("says"):
        raise ValueError(f"{group}/{name}: the key says is missing")
    caught = values.get("caught", "fail").split()
    if not set(caught) <= VERDICTS:
        raise ValueError(f"{group}/{name}: caught has no verdicts: {', '.join(sorted(set(caught) - VERDICTS))}")
    lines = []
    for key in ORDER_KEYS:
        text = values.get(key, "")
        for part in text.splitlines() if key in LINE_BY_LINE else [" ".join(text.split())]:
            if part.strip():
                lines.append(f"{key}: {part.strip()}")
    label = ".".join(v for k, v in row.items() if re.fullmatch(r"[\w.-]+", v) and distinguishes(k, section))
    builtins, types = values.get("builtin", "").split(), values.get("type", "").split()
    needs = values.get("needs", "").split() + [TYPE_NEEDS[t] for t in types if t in TYPE_NEEDS and len(types) == 1]
    whats, wheres = truth(f"{group}/{name}", kind, values, builtins, types)
    return Entry(name + ("." + label if label else ""), kind, group, family(builtins), values["says"],
                 "\n".join(lines), needs, expectation(values), values.get("prints", ""),
                 shlex.split(values.get("options", "")), "beyond" in values, caught, builtins, types, whats, wheres)


def distinguishes(column, section):
    """Columns that only tell the truth about a fault are no part of its name."""
    return column in ORDER_KEYS or any("{" + column + "}" in v for k, v in section.items() if k not in TRUTH_KEYS)


def truth(name, kind, values, builtins, types):
    """What and where, each with its alternatives. What the order limits the fault to need not be written."""
    if kind != "fault" and not TRUTH_KEYS & set(values):
        return [], []
    if not TRUTH_KEYS <= set(values):
        raise ValueError(f"{name}: a fault needs what and where")
    limits = [f"{field}={'|'.join(sorted(named))}" for field, named in (("builtin", builtins), ("type", types)) if named]
    limits += [f"dimension={values['arity']}"] if values.get("arity") else []
    context = causes.Context(tuple(builtins), tuple(types))
    try:
        whats = [causes.parse_what(part, context) for part in values["what"].split("; or ")]
        return whats, [causes.parse_where(part) + limits for part in values["where"].split("; or ")]
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def expectation(values):
    """Robustness entries say exactly how a run ends: an exit code, or "clean"; "planned" besides."""
    expect = values.get("expect", "")
    if expect and not re.fullmatch(r"[0-9]( planned)?|clean", expect):
        raise ValueError(f"not one way to end: {expect}")
    return expect


def read(path, kind):
    parser = configparser.ConfigParser(delimiters=("=",), comment_prefixes=("//",), interpolation=None)
    parser.optionxform = str
    parser.read(path, encoding="utf-8")
    for name in parser.sections():
        section = dict(parser[name])
        try:
            listed = rows(section.get("for", ""))
        except ValueError as error:
            raise ValueError(f"{path.stem}/{name}: {error}") from None
        for row in listed:
            yield entry(kind, path.stem, name, section, row)


def load():
    entries = []
    for path in sorted((HERE / "faults").glob("*.ini")):
        entries += read(path, "fault")
    for kind in ("oddity", "robustness"):
        for path in sorted((HERE / {"oddity": "oddities"}.get(kind, kind)).glob("*.ini")):
            entries += read(path, kind)
    seen = {}
    for item in entries:  # rows may differ in expressions alone
        item.name = f"{item.group}/{item.name}"
        seen[item.name] = seen.get(item.name, 0) + 1
        if seen[item.name] > 1:
            item.name += f".{seen[item.name]}"
    return entries
