"""Judges the table itself: a fault whose text does not compile, or that changes nothing which the probe can see, is no
fault on this device, and one whose change no verdict under `caught` can follow from is another than it says.

The probe goes through many orders in one process; only what kills or hangs it takes a new one."""

import functools
import re
import threading

BUILTIN = re.compile(r"work_group_(all|any|broadcast|(?:reduce|scan_inclusive|scan_exclusive)_(?:add|min|max))")
TYPE = re.compile(r"\\b(half|double)\\b")  # as a condition on a program's text names it

# Where a fault shows that has these words in its expressions or conditions. All others show in plain calls.
FORMS = {"calls": "two loop", "last": "two loop", "later": "two", "nth": "three third", "loop": "loop nested", "branch": "branch",
         "helper": "helper", "literal": "literal", "ids": "ids", "reqd": "reqd"}
BUILDS = {"opt_disable": "cl3.0 unoptimised", "cl_std": "cl3.0 cl2.0", "CL2": "cl3.0 cl2.0"}

# What a build may say about a builtin that is meant to be missing.
MISSING = re.compile(r"unavailable|not built in|fault_absent_")


def probed_builtins(item):
    return item.builtins or sorted(set(BUILTIN.findall(item.order))) or ["reduce_add", "all"]


def probed_types(item):
    if item.types:
        return item.types
    return (TYPE.findall(item.order) or []) + ["int", "float"]


def by_words(table, order, default):
    found = {part for word in re.findall(r"\w+", order) if word in table for part in table[word].split()}
    return sorted(found) or [default]


def selections(item):
    """What to probe: first what is likely to show the fault, then every form of use, type and builtin of it."""
    builtins, types = probed_builtins(item), probed_types(item)
    yield (builtins[:1], types[:1], by_words(FORMS, item.order, "plain"), by_words(BUILDS, item.order, "cl3.0"))
    yield (builtins, types, ["-"], ["-"])


def consequences(before, after):
    """The verdicts that a change of the probe's lines must lead to."""
    known = set(before)
    changed = [line for line in after if line not in known]
    kinds = set()
    for line in changed:
        built = re.search(r"' build (-?\d+)|^context (-?\d+)|^queue (-?\d+)| kernel (-?\d+)$", line)
        if built:
            kinds.add("build_error")
        elif re.search(r"(launch )?error -?\d+$", line):
            kinds.add("launch_error")
        else:
            kinds.add("fail")
    if not changed and len(before) != len(after):
        changed, kinds = ["lines are missing"], {"fail"}
    return kinds, changed


class Prober:
    def __init__(self, device):
        self.device = device
        self.lock = threading.Lock()
        self.local = threading.local()

    def ask(self, words, order):
        """(lines, None, "crash" or "timeout"): the last where the probe's process came to an end."""
        session = getattr(self.local, "session", None) or self.device.session()
        lines, ending = session.ask(" ".join(words), order)
        self.local.session = None if ending else session
        return lines, ending

    @functools.lru_cache(maxsize=None)
    def clean(self, words):
        first, second = self.ask(words, ""), self.ask(words, "")
        if first != second or first[1]:
            raise SystemExit(f"faults: two clean probes of {words} differ, so a changed output shows nothing")
        return first[0]

    def judge(self, item):
        """(status, detail): seen, unseen (equivalent where that is no defect), or broken where the order does not build or
        does something else."""
        for selection in selections(item):
            words = tuple(",".join(names) for names in selection)
            before = self.clean(words)
            after, ending = self.ask(words, item.order)
            wrong = [line for line in after if re.match(r"log .*error:", line) and not MISSING.search(line)]
            if wrong and "prelude:" not in item.order:
                return "broken", wrong[0][:300]
            kinds, changed = ({ending}, [ending]) if ending else consequences(before, [a for a in after if a[:4] != "log "])
            if item.beyond:
                return "beyond", "shows in a situation or under an option that the probe does not try"
            if not kinds:
                continue
            if item.kind == "fault" and not kinds & set(item.caught):
                return "broken", f"{' and '.join(sorted(kinds))}, where {' or '.join(item.caught)} is due: {changed[0]}"
            return "seen", changed[0]
        # Slowness cannot be seen, nor what this device says of itself already.
        return ("unseen", "") if item.kind == "fault" else ("equivalent", "changes nothing that the probe can see on this device")
