"""A file of builtins is judged in place of a driver's: implementation.py WGCTS KIT. Skipped (77) without the kit."""
import json
import pathlib
import subprocess
import sys
import tempfile

wgcts, kit = pathlib.Path(sys.argv[1]), sys.argv[2]
root = pathlib.Path(__file__).resolve().parents[2]
folder = pathlib.Path(tempfile.mkdtemp())
failures = []


def expect(what, good):
    if not good:
        failures.append(what)


def run(file, *options):
    done = subprocess.run([wgcts, "run", "--kit", kit, "--implementation", file, "--json", folder / "r.json",
                           "--allow-empty-filter", *options], capture_output=True, text=True)
    report = json.loads((folder / "r.json").read_text()) if (folder / "r.json").exists() else {}
    (folder / "r.json").unlink(missing_ok=True)
    return done.returncode, report, done.stdout + done.stderr


def file_with(text):
    path = folder / f"{len(list(folder.iterdir()))}.cl"
    path.write_text(text)
    return path


def verdicts(report):
    return {case["id"]: case["verdict"] for case in report["cases"]}


def main():
    if not (wgcts.parent / "kits" / kit).exists():
        sys.exit(77)
    some = ["--filter", "*.int.1d.33.chain,*.double.1d.33.chain"]

    code, report, said = run(root / "examples/implementations/broadcasts.cl", *some)
    found = verdicts(report)
    expect(f"the example passes: {said}", code == 0 and list(found.values()).count("pass") == 20)
    expect("what it leaves to the driver is skipped", found.get("broadcast.int.1d.33.chain") == "skip")
    told = report["device"]["implementation"]
    expect("the report names the file", told["file"].endswith("broadcasts.cl") and len(told["sha256"]) == 64)
    expect("the terminal names it too", "not the driver's own builtins" in said and told["sha256"] in said)

    if kit == "intel":  # it has sub-groups, and deals them out row by row
        code, report, said = run(root / "examples/implementations/subgroups.cl", "--op", "reduce_min,scan_inclusive_add",
                                 "--filter", "*.int.1d.33.chain,*.int.2d.7x5.chain,*.int.3d.3x5x7.chain")
        expect(f"the example on sub-groups passes: {said}", code == 0 and list(verdicts(report).values()) == ["pass"] * 6)

    # Wrong where a device's own is right; and nobody calls the int one for a float.
    code, report, said = run(file_with("int __attribute__((overloadable)) work_group_reduce_add(int x) { return x; }\n"
                                       "int __attribute__((overloadable)) work_group_any(int x) { return 1; }\n"), *some)
    found = verdicts(report)
    expect(f"a wrong one fails: {said}", code == 1 and found["reduce_add.int.1d.33.chain"] == "fail")
    expect("the other types are skipped", found["reduce_add.double.1d.33.chain"] == "skip")
    expect("all is skipped", found["all.int.1d.33.chain"] == "skip")
    reasons = {case["id"]: case.get("reason", {}) for case in report["cases"]}
    expect("by name", "does not define work_group_reduce_add(double)" in str(reasons["reduce_add.double.1d.33.chain"]))

    for what, file, words in [
            ("a file that does not compile", file_with("int work_group_all(int x) { return nonsense; }"), "nonsense"),
            ("a file with a thousand errors",
             file_with("".join(f"int work_group_all(int x) {{ return nonsense{i}; }}\n" for i in range(1000))),
             "once these are mended"),
            ("a file without builtins", file_with("int other(int x) { return x; }\n"), "defines none of the builtins"),
            ("an empty file", file_with(""), "there is nothing in it"),
            ("a folder", folder, "this is a folder"),
            ("no file", folder / "none.cl", "cannot be read")]:
        code, report, said = run(file, *some)
        expect(f"{what}: exit code 2 and words, not {code}: {said}", code == 2 and words in said and not report)

    print("\n".join(failures) or "as it should be")
    sys.exit(1 if failures else 0)


main()
