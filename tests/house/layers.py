#!/usr/bin/env python3
"""layers.py SOURCE COMPILER: checks the layers of the source code.

Every #include refers to the same folder or to one on its left. Every file is in the namespace of its layer. OpenCL's
headers can be included only in harness/driver; elsewhere they do not compile. The operating system's headers can be
included only in system/, so that a port to another system replaces only this folder.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE, COMPILER = Path(sys.argv[1]), sys.argv[2]

# From left to right. A folder may include itself and the folders before it in ORDER, except for those in APART.
ORDER = ["system", "reference", "reference/program", "reference/causes", "suites/forms", "suites/data", "suites", "suites/programs", "results", "harness/program",
         "harness/planning", "harness/check", "harness/process", "harness/driver", "harness/schedule", "harness/replay", "harness/diagnose",
         "harness/experiments", "reports/model",
         "reports/words", "reports/compare", "reports/reproducer", "reports/terminal", "reports/html", "reports", "cli/options", "cli/run",
         "cli/help", "cli/commands", "cli"]
# Supervisor and reports must not use the driver.
APART = {folder: {"harness/driver"} for folder in ORDER[ORDER.index("harness/schedule"):]}
APART["cli/commands"] = set()  # `wgcts worker` is the worker's main
# suites/ and its folders use each other: a case names its form, and a form's plan names sizes.
TOGETHER = {"suites", "suites/forms", "suites/data", "suites/programs"}


def sources():
    for layer in ("system", "reference", "suites", "results", "harness", "reports", "cli"):
        for path in sorted((SOURCE / layer).rglob("*")):
            if path.suffix in (".cpp", ".hpp"):
                yield path.relative_to(SOURCE), path.read_text(encoding="utf-8")


def wrong_includes(path, text):
    folder = path.parent.as_posix()
    for include in re.findall(r'^#include "([^"]+)"', text, re.MULTILINE):
        target = Path(include).parent.as_posix()
        if target not in ORDER or {folder, target} <= TOGETHER:
            continue
        if ORDER.index(target) > ORDER.index(folder) or target in APART.get(folder, ()):
            yield f"{path} includes {include}, which is in a higher layer"
    for include in re.findall(r"^#include <(CL/[^>]+)>", text, re.MULTILINE):
        if folder != "harness/driver":
            yield f"{path} includes {include}: only harness/driver may use OpenCL"


# POSIX, Linux and Windows; <csignal> is C++, but nearly all signals are POSIX.
OF_THE_SYSTEM = re.compile(r"(?:sys|linux|net|netinet|arpa|asm|bits)/.*|windows\.h|csignal|"
                           r"(?:aio|dirent|dlfcn|elf|execinfo|fcntl|ftw|glob|grp|link|poll|pthread|pty|pwd|sched|semaphore|signal|spawn|"
                           r"strings|syslog|termios|ucontext|unistd|utime|wait)\.h")


def system_includes(path, text):
    if path.parts[0] == "system":
        return
    for include in re.findall(r"^#include <([^>]+)>", text, re.MULTILINE):
        if OF_THE_SYSTEM.fullmatch(include):
            yield f"{path} includes <{include}>: only system/ may use the operating system"


def wrong_namespaces(path, text):
    layer = path.parts[0]
    for name in re.findall(r"^namespace wgcts(?:::(\w+))? ", text, re.MULTILINE):
        if name != layer:
            yield f"{path} is in namespace wgcts{'::' + name if name else ''} and not in wgcts::{layer}"


def not_in_the_guide():
    """Functions of system/ that docs/porting.md does not name; inline ones are portable."""
    guide = (SOURCE / "docs/porting.md").read_text(encoding="utf-8")
    for header in sorted((SOURCE / "system").glob("*.hpp")):
        for name in re.findall(r"^(?!inline )[A-Za-z][^\n;{]*?(\w+)\(", header.read_text(encoding="utf-8"), re.MULTILINE):
            if not re.search(rf"\b{name}\b", guide):
                yield f"docs/porting.md does not say what a port has to do for {name} of system/{header.name}"


def compiles(code, *flags):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "include.cpp"
        file.write_text(code, encoding="utf-8")
        command = [COMPILER, "-std=c++20", "-fsyntax-only", *flags, str(file)]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def main():
    faults = [fault for path, text in sources() for check in (wrong_includes, system_includes, wrong_namespaces) for fault in check(path, text)]
    faults += not_in_the_guide()
    for header in ("CL/cl.h", "CL/opencl.hpp"):
        code = f"#define CL_HPP_TARGET_OPENCL_VERSION 300\n#include <{header}>\n"
        if not compiles(code):
            faults.append(f"{header} was not found at all, so that this test proves nothing")
        if compiles(code, f"-I{SOURCE / 'cmake/forbidden'}"):
            faults.append(f"{header} can be included in spite of cmake/forbidden")
    build = (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8")
    if not re.search(r"if\(NOT folder STREQUAL harness/driver\)\s*target_include_directories\(\S+ BEFORE PRIVATE \S+/cmake/forbidden\)", build):
        faults.append("CMakeLists.txt no longer forbids OpenCL's headers outside harness/driver")
    print("\n".join(faults) or "all includes respect the layers")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
