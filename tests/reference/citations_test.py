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


DOCUMENTS = {"c": {"name": "OpenCL C", "version": "3.1.1"}, "old": {"name": "OpenCL C", "version": "3.1.2"}}


def section(title, anchor, path="OpenCL_C.txt", document="c"):
    return {"document": document, "title": title, "path": path, "anchor": anchor}


SECTIONS = {"unified": section("Unified Specification", "unified-spec"), "another": section("Another", "_another"),
            "function": section("clDoThings", "clDoThings"), "table": section("Things of clDoThings", "table-of-things"),
            "row": section("CL_THING_ONE", "CL_THING_ONE")}


def clause(name, *words, tier="Implied", cited=None):
    return {"id": "WGC.X.1", "tier": tier, "sections": [cited or name], "quotations": [{"section": name, "words": w} for w in words]}


RIGHT = [clause("unified", "This text is plain, or so __opencl_c_int64, and goes on", "Only on Sundays", "Still of it", tier="Written"),
         clause("table", "Is two"), clause("row", "Is one")]
WRONG_SECTIONS = [(section("Unified Specification", "unified-spec", path="C.txt"), "the file does not exist"),
                  (section("Unified Specification", "unified"), "does not have this anchor"),
                  (section("Unified", "unified-spec"), "the title is 'Unified Specification'"),
                  (section("Unified Specification", "unified-spec", document="old"), "the newest release is 3.1.1")]
WRONG_CLAUSES = [(clause("unified", "Words elsewhere"), "was not found"), (clause("row", "Is two"), "was not found"),
                 (clause("unified", "Still of it", cited="another"), "the clause does not cite unified"),
                 ({"id": "WGC.Y.1", "tier": "Written", "sections": ["unified"]}, "has no quotation")]

with tempfile.TemporaryDirectory() as folder:
    checkout, table = Path(folder) / "docs", Path(folder) / "clauses.json"
    for path, text in TREE.items():
        (checkout / path).parent.mkdir(parents=True, exist_ok=True)
        (checkout / path).write_text(text)

    def run(clauses=(), sections=None, where=checkout):
        table.write_text(json.dumps({"documents": DOCUMENTS, "sections": SECTIONS | (sections or {}), "clauses": [*RIGHT, *clauses]}))
        done = subprocess.run([sys.executable, "-B", script, where, "--clauses", table], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    code, out = run()
    assert code == 0 and "3 clauses, 5 sections, 5 quotations: 0 wrong" in out, out
    for wrong, why in WRONG_SECTIONS:
        code, out = run(sections={"wrong": wrong})
        assert code == 1 and why in out and "1 wrong" in out, (why, out)
    for wrong, why in WRONG_CLAUSES:
        code, out = run([wrong])
        assert code == 1 and why in out and "1 wrong" in out, (why, out)
    code, out = run(where=Path(folder))
    assert code == 2 and "is not a clone of KhronosGroup/OpenCL-Docs" in out, out
    git = ["git", "-C", os.fspath(checkout), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "text"]):
        subprocess.run([*git, *arguments], check=True)
    code, out = run(where=checkout / ".git")
    assert code == 0, out
print("as it should be")
