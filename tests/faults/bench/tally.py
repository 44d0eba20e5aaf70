"""Counts the outcomes and prints them."""

EXPLAINED = ("equivalent", "masked", "beyond", "not here")  # out of count, each with its reason
GOOD = {"caught", "passed", "as expected", "seen", *EXPLAINED}
OUT_OF_COUNT = {*EXPLAINED, "not reached"}


def summary(results, kit, shown):
    """What --json writes; `shown` says by which launches a caught fault showed, {entry: {launch: cases}}."""
    counts = {}
    for item, status, _ in results:
        counts.setdefault(item.kind, {}).setdefault(status, 0)
        counts[item.kind][status] += 1
    return {
        "kit": kit,
        "counts": counts,
        "results": [{"name": i.name, "kind": i.kind, "class": i.group, "family": i.family, "says": i.says,
                     "status": status, "detail": detail, "shown": shown.get(i.name, {})} for i, status, detail in results],
    }


def grid(results):
    """Kill table: classes down, families across, each `caught/all`."""
    families = sorted({i.family for i, _, _ in results})
    cells = {}
    for item, status, _ in results:
        for row in (item.group, "all"):
            for column in (item.family, "all"):
                good, total = cells.get((row, column), (0, 0))
                cells[row, column] = good + (status in GOOD), total + 1
    columns = families + ["all"]
    yield " " * 14 + "".join(f"{c:>16}" for c in columns)
    for row in sorted({i.group for i, _, _ in results}) + ["all"]:
        values = ("{}/{}".format(*cells[row, c]) if (row, c) in cells else "." for c in columns)
        yield f"{row:14}" + "".join(f"{v:>16}" for v in values)


def print_tally(results):
    """0 only if every fault was detected, every oddity passed, each run ended as expected, and all was reached."""
    titles = {"fault": "faults detected", "oddity": "oddities passed", "robustness": "robustness cases as expected"}
    for kind, title in titles.items():
        counted = [r for r in results if r[0].kind == kind and r[1] not in OUT_OF_COUNT]
        if not counted:
            continue
        good = [r for r in counted if r[1] in GOOD]
        print(f"\n{title}: {len(good)} of {len(counted)}")
        if kind == "fault":
            print("\n".join(grid(counted)))
    unreached = sum(status == "not reached" for _, status, _ in results)
    if unreached:
        print(f"\nnot reached in time: {unreached} of {len(results)}")
    for status in EXPLAINED:
        for item, _, detail in (r for r in results if r[1] == status):
            print(f"{status}: {item.kind}/{item.name} ({detail})")
    bad = [r for r in results if r[1] not in GOOD and r[1] != "not reached"]
    for item, status, detail in bad:
        print(f"\n{status}: {item.kind}/{item.name}: {item.says}" + (f"\n  {detail}" if detail else ""))
    return 1 if bad or unreached else 0
