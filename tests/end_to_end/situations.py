#!/usr/bin/env python3
"""situations.py [--all] WGCTS LAYER [NAME]: `wgcts reproduce` of faults that show only where a host launches a kernel in
another way than usual. Each program is compiled, exits 1 under the fault, and 0 without it. Without --all, only the first
fault of each variant. Skipped without the kit intel, or without a C compiler."""
import os, pathlib, shutil, subprocess, sys, tempfile

# The variant that shows the fault, the fault in the language of tests/faults/README.md, and a call that the program must contain.
FAULTS = [
    ("reloaded", "call: clEnqueueNDRangeKernel drop-last-group if reloaded>0 kernel~work_group_", "clCreateProgramWithBinary"),
    ("reloaded", "call: clCreateProgramWithBinary fail CL_INVALID_BINARY", "clCreateProgramWithBinary"),
    ("linked", "call: clEnqueueNDRangeKernel drop-last-group if linked>0 kernel~work_group_", "clCompileProgram"),
    ("linked", "call: clLinkProgram fail CL_LINK_PROGRAM_FAILURE if options!~library", "clLinkProgram"),
    ("library", "call: clEnqueueNDRangeKernel drop-last-group if library>0 kernel~work_group_", "-create-library"),
    ("library", "call: clLinkProgram fail CL_LINK_PROGRAM_FAILURE if options~library", "-create-library"),
    ("unsized", "call: clEnqueueNDRangeKernel pretend if local==0 kernel~work_group_", "global, NULL, 0"),
    ("unsized", "call: clEnqueueNDRangeKernel drop-last-group if local==0 kernel~work_group_", "global, NULL, 0"),
    ("unsized", "call: clEnqueueNDRangeKernel fail-in-event CL_INVALID_WORK_GROUP_SIZE if local==0 kernel~work_group_", "CL_EVENT_COMMAND_EXECUTION_STATUS"),
    ("threads", "call: clEnqueueNDRangeKernel fail-in-event CL_INVALID_WORK_GROUP_SIZE if queues>1 unordered==0 part==0 kernel~work_group_", "CL_EVENT_COMMAND_EXECUTION_STATUS"),
    ("unsized", "call: clEnqueueNDRangeKernel fail CL_INVALID_WORK_GROUP_SIZE if local==0 kernel~work_group_", "global, NULL, 0"),
    ("relaunched", "call: clEnqueueNDRangeKernel previous-size if launches==1 unordered==0 local>0 kernel~work_group_", "other_local"),
    ("relaunched", "call: clEnqueueNDRangeKernel drop-last-group if launches==1 unordered==0 local>0 kernel~work_group_", "other_local"),
    ("cloned", "call: clEnqueueNDRangeKernel pretend if clone>0 kernel~work_group_", "clCloneKernel"),
    ("cloned", "call: clCloneKernel fail CL_OUT_OF_RESOURCES", "clCloneKernel"),
    ("unordered", "call: clEnqueueNDRangeKernel pretend if unordered>0 launches==1 kernel~work_group_", "OUT_OF_ORDER"),
    ("threads", "call: clEnqueueNDRangeKernel drop-last-group if queues>1 unordered==0 part==0 kernel~work_group_", "thrd_create"),
    ("svm", "call: clEnqueueNDRangeKernel drop-last-group if svm>0 kernel~work_group_", "clSVMAlloc"),
    ("svm", "call: clSetKernelArgSVMPointer fail CL_INVALID_VALUE", "clSVMAlloc"),
    ("svm", "call: clSetKernelArgSVMPointer pretend if index!=1", "clSVMAlloc"),
    ("partition", "call: clEnqueueNDRangeKernel drop-last-group if part>0 kernel~work_group_", "clCreateSubDevices"),
    ("partition", "call: clCreateSubDevices fail CL_OUT_OF_RESOURCES", "clCreateSubDevices"),
    ("brimful", "call: clEnqueueNDRangeKernel drop-last-group if locals>16384 kernel~work_group_", "CL_DEVICE_LOCAL_MEM_SIZE"),
    ("nostd", "call: clBuildProgram fail CL_INVALID_BUILD_OPTIONS if options!~cl-std", 'clBuildProgram(program, 1, &device, ""'),
]

MOST_LINES = 150  # more lines are hardly read

words = sys.argv[1:]
every = words[0] == "--all"
if every:
    words.pop(0)
program, layer = (pathlib.Path(word).resolve() for word in words[:2])
name = words[2] if len(words) > 2 else ""
launch = program.parent / "kits" / "intel" / "launch"
compiler = shutil.which("cc")
if not compiler or not launch.exists() or not layer.exists():
    print("no C compiler" if not compiler else f"{launch} and {layer} are not both there")
    sys.exit(77)
folder = pathlib.Path(tempfile.mkdtemp())
wrong = 0


def under(order):
    return dict(os.environ, OPENCL_LAYERS=str(layer), WGFAULT=order)


seen = set()
for number, (variant, order, held) in enumerate(FAULTS):
    if name not in f"{variant} {order}" or not (every or name or variant not in seen):
        continue
    seen.add(variant)
    form = "own" if variant == "nostd" else "chain"
    source, binary = folder / f"{number}.c", folder / str(number)
    command = [program, "reproduce", f"reduce_max.int.1d.4.{form}.{variant}", "-o", source, "--kit", "intel", "--diagnose", "60"]
    written = subprocess.run(command, capture_output=True, text=True, env=under(order))
    text, codes, ran = source.read_text() if source.exists() else "", [], []
    if text:
        build = [compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", source, "-o", binary, "-lOpenCL"]
        built = subprocess.run(build, capture_output=True, text=True)
        ran = [subprocess.run([launch, binary], capture_output=True, text=True, env=under(o), timeout=120) for o in (order, "")] if not built.returncode else []
        codes = [run.returncode for run in ran]
    right = codes == [1, 0] and held in text and text.count("\n") <= MOST_LINES and written.returncode == 0
    wrong += not right
    print(f"{'right' if right else 'WRONG'}: {variant}: {order}: exits {codes}, {text.count(chr(10))} lines", flush=True)
    if not right:
        print(written.stderr, text, *(run.stdout + run.stderr for run in ran), sep="\n")
shutil.rmtree(folder)
sys.exit(1 if wrong else 0)
