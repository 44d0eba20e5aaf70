#!/usr/bin/env python3
"""junit_reader_test.py WGCTS REPORT: reads the JUnit file of a report with a common JUnit library."""
import json, os, subprocess, sys, tempfile

try:
    from junitparser import JUnitXml
except ImportError:
    print("python3-junitparser is not installed")
    sys.exit(77)

program, report = sys.argv[1:]
cases = json.load(open(report))["cases"]
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "junit.xml")
    subprocess.run([program, "report", report, "--junit", path], check=True)
    xml = JUnitXml.fromfile(path)
    read = {case.name: case for suite in xml for case in suite}
    assert [case["id"] for case in cases if case["id"] not in read] == [], "cases are missing"
    assert len(read) == len(cases) == xml.tests, (len(read), len(cases), xml.tests)
    kinds = {"pass": None, "fail": "Failure", "crash": "Error", "skip": "Skipped"}
    for case in cases:
        result = read[case["id"]].result
        kind = type(result[0]).__name__ if result else None
        assert kind == kinds[case["verdict"]], (case["id"], case["verdict"], kind)
        assert not result or result[0].message and result[0].type == case["verdict"]
    count = lambda verdict: sum(case["verdict"] == verdict for case in cases)
    assert (xml.failures, xml.errors, xml.skipped) == (count("fail"), count("crash"), count("skip"))
print("as reported")
