"""implementation.py WGCTS KIT: tests --implementation. Skipped (77) without the kit."""
import json
import pathlib
import re
import shutil
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
                           "--allow-empty-filter", "--diagnose", "0", *options], capture_output=True, text=True)
    report = json.loads((folder / "r.json").read_text()) if (folder / "r.json").exists() else {}
    (folder / "r.json").unlink(missing_ok=True)
    return done.returncode, report, done.stdout + done.stderr


def file_with(text):
    path = folder / f"{len(list(folder.iterdir()))}.cl"
    path.write_text(text)
    return path


def module_of(text):
    """The file of a SPIR-V module, assembled from a text by SPIRV-Tools."""
    path = folder / f"{len(list(folder.iterdir()))}.spv"
    subprocess.run(["spirv-as", "--target-env", "spv1.0", "-o", path, "-"], input=text, text=True, check=True)
    return path


def judge_modules():
    """On a driver that links SPIR-V, a correct module passes, and the same with one changed instruction fails."""
    right = (root / "examples/implementations/sums.spvasm").read_text()
    some = ["--il", "--filter", "*.int.1d.33.chain,*.int.2d.7x5.chain,*.int.3d.3x5x7.chain,reduce_add.int.1d.max.*"]
    sums = ["broadcast", "reduce_add", "scan_exclusive_add", "scan_inclusive_add"]
    code, report, said = run(module_of(right), *some)
    passed = [name for name, verdict in verdicts(report).items() if verdict == "pass"]
    expect(f"the module passes: {said}", code == 0 and len(passed) >= 12 and all(p.endswith(".il") for p in passed))
    expect(f"in all that it exports: {passed}", sorted({p.split(".")[0] for p in passed}) == sums)
    expect("the report says what it is", report["device"]["implementation"]["language"] == "SPIR-V")
    reasons = {case["id"]: str(case.get("reason", {})) for case in report["cases"]}
    expect("text is not linked to it", "is a SPIR-V module" in reasons["reduce_add.int.1d.33.chain"])
    expect("the rest is skipped by name",
           "does not define work_group_reduce_max(int)" in reasons["reduce_max.int.1d.33.chain.il"])

    # A scan without its own value; the driver's own builtins would pass.
    wrong = right.replace("%iend = OpIAdd %size_t %i2 %one", "%iend = OpIAdd %size_t %i2 %zero")
    code, report, said = run(module_of(wrong), *some)
    found = {name: verdict for name, verdict in verdicts(report).items() if verdict != "skip"}
    expect(f"a wrong one fails: {said}",
           code == 1 and found and all((v == "fail") == ("inclusive" in name) for name, v in found.items()))

    # The command of a report runs the case again.
    code, report, said = run(module_of(wrong), "--filter", "scan_inclusive_add.int.1d.33.chain.il")
    expect(f"a case in SPIR-V runs by its name: {said}", code == 1)

    import_only = right.replace('"_Z21work_group_reduce_addi" Export', '"_Z21work_group_reduce_addi" Import')
    code, report, said = run(module_of(import_only), *some)
    expect(f"what is not exported is not judged: {said}",
           verdicts(report).get("reduce_add.int.1d.33.chain.il") == "skip")

    other = right.replace("_Z29work_group_scan_inclusive_addi", "_Z29work_group_scan_inclusive_addf")
    whole = module_of(right).read_bytes()
    cut = folder / "cut.spv"
    cut.write_bytes(whole[:104])
    for what, file, options, words in [
            ("a module without --il", module_of(right), ["--op", "all"], "add --il"),
            ("a module that is cut off", cut, ["--il"], "it is truncated"),
            ("a function of other types", module_of(other), ["--il"], "as a function of the type i32(i32)"),
            ("a module without builtins", module_of(right.replace("_Z", "_Y")), ["--il"], "exports no builtin")]:
        code, report, said = run(file, *options)
        expect(f"{what}: exit code 2 and words, not {code}: {said}", code == 2 and words in said and not report)

    # A module in the other byte order is the same module.
    turned = folder / "turned.spv"
    turned.write_bytes(b"".join(whole[i:i + 4][::-1] for i in range(0, len(whole), 4)))
    code, report, said = run(turned, "--filter", "reduce_add.int.1d.33.chain.il")
    expect(f"either byte order is a module: {said}", code == 0)

    # A resumed run must test the same file.
    file, kept = module_of(right), folder / "kept.json"
    subprocess.run([wgcts, "run", "--kit", kit, "--implementation", file, "--filter", "reduce_add.int.1d.33.chain.il",
                    "--json", kept], capture_output=True)
    resume = [wgcts, "run", "--resume", kept]
    expect("it goes on with its module", subprocess.run(resume, capture_output=True).returncode == 0)
    file.write_bytes(module_of(wrong).read_bytes())
    done = subprocess.run(resume, capture_output=True, text=True)
    expect(f"not with another: {done.stderr}", done.returncode == 2 and "pass the same --implementation" in done.stderr)


def judge_pocl_adaptor():
    """The adaptor for PoCL's kernel library, with a function in PoCL's manner: memory from the compiler, no last barrier."""
    library = folder / "pocl"
    library.mkdir()
    (library / "work_group_alloca.h").write_text("void *__pocl_work_group_alloca (size_t bytes, size_t align, size_t more);\n")
    (library / "work_group.cl").write_text("""
#include "work_group_alloca.h"
#undef min
int _CL_OVERLOADABLE work_group_reduce_add (int val)
{
  volatile int *values = __pocl_work_group_alloca (sizeof (int), sizeof (int), 0);
  values[get_local_linear_id ()] = val;
  work_group_barrier (CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (size_t i = 0; i < get_local_size (0) * get_local_size (1) * get_local_size (2); ++i)
    sum += values[i];
  return sum;
}
""")
    code, report, said = run(root / "examples/implementations/pocl/collectives.cl", "--implementation-include", library,
                             "--filter", "reduce_add.int.1d.33.twice,reduce_add.int.2d.7x5.chain,reduce_add.int.3d.3x5x7.burst")
    expect(f"PoCL's adaptor passes: {said}", code == 0 and list(verdicts(report).values()) == ["pass"] * 3)


def judge_libclc_adaptor():
    """The adaptor for libclc and its script, with the functions of tests/end_to_end/libclc in place of libclc's."""
    checkout = folder / "llvm"
    sources = checkout / "libclc/clc/lib/generic/collective"
    shutil.copytree(root / "tests/end_to_end/libclc", sources)

    def run_libclc(*options):
        result = folder / "libclc.json"
        done = subprocess.run([root / "scripts/libclc", checkout, "--kit", kit, "--quiet", "--json", result, *options],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, verdicts(json.loads(result.read_text())) if result.exists() else {}, done.stdout

    chains = "*.1d.33.chain,*.2d.7x5.chain,*.3d.3x5x7.chain"
    code, found, said = run_libclc("--filter", chains)
    expect(f"libclc's adaptor passes: {said}", code == 0 and list(found.values()).count("pass") > 100)

    scan = sources / "clc_work_group_scan.inc"
    scan.write_text(scan.read_text().replace("uint i = 0", "uint i = own - (own != 0)"))
    code, found, _ = run_libclc("--filter", chains, "--diagnose", "0")
    failing = [name for name, verdict in found.items() if verdict == "fail"]
    expect("a scan that takes only the sub-group before its own fails, and nothing else",
           code == 1 and failing and all(name.startswith("scan_") for name in failing))


def verdicts(report):
    return {case["id"]: case["verdict"] for case in report["cases"]}


def main():
    if not (wgcts.parent / "kits" / kit).exists():
        sys.exit(77)
    # PoCL 6.0 compiles a kernel with all builtins of an implementation for a minute, and one with a single builtin for a
    # tenth of a second.
    form = "chain" if kit == "intel" else "solo"
    names = [f"{kind}_{operation}.{type}" for kind in ("reduce", "scan_inclusive", "scan_exclusive")
             for operation in ("add", "min", "max") for type in ("int", "double")]
    some = ["--filter", ",".join(f"{name}.1d.33.{form}" for name in ["all.int", "any.int", "broadcast.int", *names])]

    code, report, said = run(root / "examples/implementations/broadcasts.cl", *some)
    found = verdicts(report)
    expect(f"the example passes: {said}", code == 0 and list(found.values()).count("pass") == 20)
    expect("what it leaves to the driver is skipped", found.get(f"broadcast.int.1d.33.{form}") == "skip")
    tested = report["device"]["implementation"]
    expect("the report names the file", tested["file"].endswith("broadcasts.cl") and len(tested["sha256"]) == 64)
    expect("the terminal names it too", "instead of the driver's own builtins" in said and tested["sha256"] in said)

    if kit == "intel":  # it links SPIR-V and supports sub-groups
        judge_modules()
        judge_pocl_adaptor()
        judge_libclc_adaptor()
        code, report, said = run(root / "examples/implementations/subgroups.cl", "--op", "reduce_min,scan_inclusive_add",
                                 "--filter", "*.int.1d.33.chain,*.int.2d.7x5.chain,*.int.3d.3x5x7.chain")
        expect(f"the example on sub-groups passes: {said}", code == 0 and list(verdicts(report).values()) == ["pass"] * 6)
        # Intel's CPU runtime makes sub-groups of the work-items of a row.
        expect("the report says how the device makes sub-groups",
               report["device"]["implementation"]["sub_groups"]["by_row"] is True
               and "work-items, each within a row" in said)

    # The manual's example, as it stands there.
    manual = (root / "docs/implementations.md").read_text(encoding="utf-8")
    first = file_with(re.search(r"```c\n(.*?)```", manual, re.DOTALL).group(1))
    code, report, said = run(first, "--op", "reduce_add", "--type", "int", "--filter", "*.33.chain,*.3x5x7.chain,*.max.chain")
    expect(f"the manual's example passes: {said}", code == 0 and list(verdicts(report).values()).count("pass") > 2)
    expect("it has local memory for the largest work-group",
           report["device"]["implementation"]["local_memory"] == 4 * report["device"]["limits"]["max_work_group_size"])

    # Local memory, helper functions and parts of programs; whole programs only if the driver's barriers are correct.
    programs = ",program.int.1d.*,-program.*.*.*.*.*,*.int.2d.7x5.chain.linked" if kit == "intel" else ""
    linked = f",reduce_add.int.2d.7x5.{form}.linked,scan_exclusive_max.int.2d.7x5.{form}.linked"
    code, report, said = run(root / "examples/implementations/local_memory.cl", "--profile", "full", *some[:1],
                             some[1] + ",reduce_*.float.2d.10x7.branch" + linked + programs)
    found = verdicts(report)
    expect(f"the example in local memory passes: {said}", code == 0 and list(found.values()).count("pass") > 20)
    called = [verdict for name, verdict in found.items() if name.startswith("program.")]
    expect("whole programs call it", set(called) == ({"pass"} if programs else set()))

    # Wrong, while the device's own builtin is correct. The int function must not be called for a float.
    code, report, said = run(file_with("int __attribute__((overloadable)) work_group_reduce_add(int x) { return x; }\n"
                                       "int __attribute__((overloadable)) work_group_any(int x) { return 1; }\n"), *some)
    found = verdicts(report)
    expect(f"a wrong one fails: {said}", code == 1 and found[f"reduce_add.int.1d.33.{form}"] == "fail")
    expect("the other types are skipped", found[f"reduce_add.double.1d.33.{form}"] == "skip")
    expect("all is skipped", found[f"all.int.1d.33.{form}"] == "skip")
    reasons = {case["id"]: case.get("reason", {}) for case in report["cases"]}
    expect("by name", "does not define work_group_reduce_add(double)" in str(reasons[f"reduce_add.double.1d.33.{form}"]))

    for what, file, words in [
            ("a file that does not compile", file_with("int work_group_all(int x) { return nonsense; }"),
             "nonsense"),
            ("a file that does not compile, and its log", file_with("int work_group_all(int x) { return nonsense; }"),
             "; --implementation-log FILE writes the whole log"),
            ("a file with a thousand errors",
             file_with("".join(f"int work_group_all(int x) {{ return nonsense{i}; }}\n" for i in range(1000))),
             "nonsense0"),
            ("a file without builtins", file_with("int other(int x) { return x; }\n"), "defines no builtin"),
            ("a file with more local memory than the device has",
             file_with("// wgcts: local memory 16000000\nint work_group_any(int x, __local void *m) { return 1; }\n"),
             "requests 16000000 bytes of local memory, but"),
            ("a file whose functions lack the pointer to local memory",
             file_with("// wgcts: local memory 4\nint work_group_any(int x) { return 1; }\n"), ", __local void *memory)"),
            ("a file whose functions have the pointer without a request",
             file_with("int work_group_any(int x, __local void *m) { return 1; }\n"), "needs the line"),
            ("a file that includes itself", file_with('#include __FILE__\n'), "does not compile"),
            ("an empty file", file_with(""), "the file is empty"),
            ("a folder", folder, "this is a folder"),
            ("no file", folder / "none.cl", "cannot be read")]:
        code, report, said = run(file, *some)
        expect(f"{what}: exit code 2 and words, not {code}: {said}", code == 2 and words in said and not report)

    print("\n".join(failures) or "as it should be")
    sys.exit(1 if failures else 0)


main()
