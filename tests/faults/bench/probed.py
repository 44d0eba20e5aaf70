"""Judges the table itself: a fault that changes nothing which the probe can see is no fault on this device."""

import functools
import re
import threading


BUILTIN = re.compile(r"work_group_(all|any|broadcast|(?:reduce|scan_inclusive|scan_exclusive)_(?:add|min|max))")
TYPE = re.compile(r"\\b(half|double)\\b")  # as a condition on a program's text names it


def probed_builtins(item):
    return item.builtins or sorted(set(BUILTIN.findall(item.order))) or ["reduce_add", "all"]


def probed_types(item):
    if item.types:
        return item.types
    return (TYPE.findall(item.order) or []) + ["int", "float"]


class Prober:
    def __init__(self, device):
        self.device = device
        self.lock = threading.Lock()

    @functools.lru_cache(maxsize=None)
    def clean(self, arguments):
        with self.lock:
            first, second = (self.device.probe(arguments, "") for _ in range(2))
            if (first.code, first.output) != (second.code, second.output):
                raise SystemExit(f"faults: two clean probes of {arguments} differ, so a changed output shows nothing")
            return first

    def judge(self, item):
        """(status, detail): seen, unseen, or broken where the order itself does not build."""
        arguments = (",".join(probed_builtins(item)), ",".join(probed_types(item)))
        clean, ended = self.clean(arguments), self.device.probe(arguments, item.order)
        wrong = re.search(r"^.*(?:error:|wgfault:).*$", ended.errors, re.MULTILINE)
        meant = "missing:" in item.order or "prelude:" in item.order
        if wrong and not meant and clean.code == 0:
            return "broken", wrong.group(0)[:300]
        if ended.code != clean.code:
            return "seen", f"exit {ended.code}"
        before, after = clean.output.splitlines(), ended.output.splitlines()
        changed = [line for line in after if line not in set(before)]
        if changed or len(before) != len(after):
            return "seen", changed[0] if changed else "lines missing"
        return "unseen", ""
