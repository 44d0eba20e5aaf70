#!/usr/bin/env python3
"""citations_test.py SCRIPT: what scripts/citations finds in a small made-up text, and what it does not."""
import json, os, subprocess, sys, tempfile
from pathlib import Path

script = sys.argv[1]

LANGUAGE = """
[[unified-spec]]
== Unified Specification

ifdef::something[]
This `text` is *plain*, or _so_ {opencl_c_int64} footnote:[{fn-note}],
and goes on.
endif::something[]

=== Below It
Still of it.

== Another
Words elsewhere.

[[table-of-things]]
.Things of clDoThings
|====
| {CL_THING_ONE_anchor}
    | Is one.
| {CL_THING_TWO_anchor}
    | Is two.
|====

[open,refpage='clDoThings',desc='Does things']
--
Does what it says.
--
"""
TREE = {"OpenCL_C.txt": LANGUAGE,
        "c/footnotes.asciidoc": ":fn-note: pass:n[ \\\nOnly on Sundays. \\\n]\n",
        "api/appendix_e.asciidoc": "Changes from *v3.1.0* to *v3.1.1*:\n"}


def place(title, anchor, path="OpenCL_C.txt", version="3.1.1"):
    return f"OpenCL C {version}, {title} ({path}#{anchor})"


def clause(where, *words):
    return {"id": "WGC.X.1", "where": where, "quotations": [{"where": where, "words": w} for w in words]}


SECTION = place("Unified Specification", "unified-spec")
RIGHT = [clause(SECTION, "This text is plain, or so __opencl_c_int64, and goes on", "Only on Sundays", "Still of it"),
         clause(place("Another", "_another") + "; " + place("clDoThings", "clDoThings"), ),
         clause(place("Things of clDoThings", "table-of-things"), "Is two"),
         clause(place("CL_THING_ONE", "CL_THING_ONE"), "Is one")]
WRONG = [(clause(place("Unified Specification", "unified-spec", path="C.txt")), "the file does not exist"),
         (clause(place("Unified Specification", "unified")), "does not have this anchor"),
         (clause(place("Unified", "unified-spec")), "the title is 'Unified Specification'"),
         (clause(place("Unified Specification", "unified-spec", version="3.1.2")), "the newest release is 3.1.1"),
         (clause(SECTION, "Words elsewhere"), "was not found"),
         (clause(place("CL_THING_ONE", "CL_THING_ONE"), "Is two"), "was not found")]

with tempfile.TemporaryDirectory() as folder:
    checkout, program = Path(folder) / "docs", Path(folder) / "wgcts"
    for path, text in TREE.items():
        (checkout / path).parent.mkdir(parents=True, exist_ok=True)
        (checkout / path).write_text(text)

    def run(clauses, where=checkout):
        program.write_text(f"#!/bin/sh\ncat <<'END'\n{json.dumps({'clauses': clauses})}\nEND\n")
        program.chmod(0o755)
        done = subprocess.run([sys.executable, "-B", script, where, "--wgcts", program], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    code, out = run(RIGHT)
    assert code == 0 and "4 clauses, 5 places, 5 quotations: 0 wrong" in out, out
    for wrong, why in WRONG:
        code, out = run([*RIGHT, wrong])
        assert code == 1 and why in out and "1 wrong" in out, (why, out)
    code, out = run(RIGHT, Path(folder))
    assert code == 2 and "is not a clone of KhronosGroup/OpenCL-Docs" in out, out
    git = ["git", "-C", os.fspath(checkout), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "text"]):
        subprocess.run([*git, *arguments], check=True)
    code, out = run(RIGHT, checkout / ".git")
    assert code == 0, out
print("as it should be")
