#!/usr/bin/env python3
"""large_page_test.py WGCTS REPORT: all formats of a report with 10,000 cases, of which 500 fail, stay within their limits.

REPORT, from a real driver, provides the device and the failing work-group. The failures are in many groups."""
import copy, json, os, subprocess, sys, tempfile, time

from browser import browser, first_paint

CASES, FAILING = 10_000, 500
LIMITS = {"html": 5_000_000, "markdown": 60 * 1024}

program, path = sys.argv[1:]
report = json.load(open(path))
pattern = next(case for case in report["cases"] if case["verdict"] == "fail" and case["dim"] == 2)
answers = ("all zero", "NaN", "the identity", "the input itself", "another work-group's")


def case(i, name):
    builtin, kind, dim = name.split(".")[:3]
    made = {"id": name, "builtin": builtin, "type": kind, "dim": int(dim[0]), "seconds": 0.01, "checks": 150,
            "clauses": ["WGC.RD.1", "WGC.CF.2"], "verdict": "pass"}
    if i % (CASES // FAILING) == 0:
        failure = copy.deepcopy(pattern["failure"])
        for member, rest in (("group", 3), ("local_id", 2), ("local_size", 1)):
            failure[member] = (failure[member] + [rest] * 3)[:made["dim"]]
        failure["message"] = f"64 of 70 lanes are wrong: answers like {answers[i // 20 % len(answers)]}; 3 of 150 work-groups"
        made |= {"verdict": "fail", "failure": failure, "log": "warning: line\n" * 100}
    elif i % 20 == 7:
        made |= {"verdict": "skip", "reason": {"query": "CL_DEVICE_EXTENSIONS", "answer": "no cl_khr_fp16"}}
    return made


names = subprocess.run([program, "list", "--profile", "full"], capture_output=True, text=True, check=True).stdout.split()
# More cases than the full plan has; a name can have any local size.
kinds = sorted({tuple(name.split(".")[:2]) for name in names})
names += [f"{builtin}.{kind}.1d.{size}.solo" for size in range(3001, 3101) for builtin, kind in kinds]
report["cases"] = [case(i, name) for i, name in enumerate(names[:CASES])]

with tempfile.TemporaryDirectory() as folder:
    whole = os.path.join(folder, "report.json")
    json.dump(report, open(whole, "w"))
    outputs = {form: os.path.join(folder, "report." + form) for form in ("json", "junit", "html", "markdown")}
    begun = time.monotonic()
    subprocess.run([program, "report", whole, *(word for form in outputs for word in ("--" + form, outputs[form]))], check=True)
    print(f"{len(report['cases'])} cases, {FAILING} failing, written in {time.monotonic() - begun:.1f} s")
    for form, file in outputs.items():
        print(f"{form:9} {os.path.getsize(file)} bytes")
        assert os.path.getsize(file) < LIMITS.get(form, 1e9), f"{form} is too large"

    page = os.path.join(folder, "page.html")
    os.rename(outputs["html"], page)
    driver = browser()
    try:
        paints = [first_paint(driver, page) for _ in range(5)]
        print("first contentful paint after", ", ".join(f"{paint:.0f}" for paint in paints), "ms")
        assert sorted(paints)[2] < 1000, "the first paint takes more than a second"
        assert len(driver.execute_script("return document.querySelectorAll('.lines li')")) == CASES
        filtering = """const words = document.getElementById("words"); words.value = "reduce_add.float fail";
                       const begun = performance.now(); filter(); return performance.now() - begun"""
        print(f"filtering takes {driver.execute_script(filtering):.0f} ms")
        assert not driver.get_log("browser")
    finally:
        driver.quit()
