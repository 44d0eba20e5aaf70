#!/usr/bin/env python3
"""version.py CMAKE SOURCE: cmake/version.cmake names the commit of the sources, and whether they were changed. The manual page has the date."""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CMAKE, SOURCE = sys.argv[1], Path(sys.argv[2])
if shutil.which("git") is None:
    print("git is missing")
    sys.exit(77)


def git(folder, *words):
    settings = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    return subprocess.run(["git", "-C", folder, *settings, *words], check=True, capture_output=True, text=True).stdout.strip()


def commit_in(source, given=""):
    header = source.parent / "version.hpp"
    subprocess.run([CMAKE, f"-DSOURCE_DIR={source}", "-DVERSION=1.2.3", f"-DCOMMIT={given}", f"-DOUTPUT={header}",
                    "-P", SOURCE / "cmake/version.cmake"], check=True)
    return re.search(r'wgcts_commit = "(.*)";', header.read_text(encoding="utf-8")).group(1)


def heading(source, version):
    page = source.parent / "wgcts.1"
    subprocess.run([CMAKE, f"-DSOURCE_DIR={source}", f"-DVERSION={version}", f"-DOUTPUT={page}", "-P", SOURCE / "cmake/manual.cmake"], check=True)
    return page.read_text(encoding="utf-8").splitlines()[0]


wrong = 0


def expect(what, found, expected):
    global wrong
    if found != expected:
        wrong += 1
        print(f"{what}: '{found}' instead of '{expected}'")


with tempfile.TemporaryDirectory() as folder:
    outer = Path(folder) / "outer"
    source = outer / "wgcts"
    (source / "cli").mkdir(parents=True)
    (source / "docs").mkdir()
    (source / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.3 - 2026-05-06\n\n## 1.2.0 - 2026-01-02\n", encoding="utf-8")
    (source / "cli/main.cpp").write_text("int main() {}\n", encoding="utf-8")
    (source / "docs/page.md").write_text("a\n", encoding="utf-8")
    (source / "docs/cli.md").write_text("# Command line\n\nWritten by hand.\n", encoding="utf-8")
    expect("the date", heading(source, "1.2.3"), '.TH WGCTS 1 "2026-05-06" "wgcts 1.2.3"')
    expect("the date of a version without a heading", heading(source, "1.3.0"), '.TH WGCTS 1 "" "wgcts 1.3.0"')
    expect("no repository", commit_in(source), "unknown")
    git(source, "init", "-q")
    git(source, "add", ".")
    git(source, "commit", "-qm", "first")
    commit = git(source, "rev-parse", "--short=12", "HEAD")
    expect("a clean checkout", commit_in(source), commit)
    (source / "docs/page.md").write_text("b\n", encoding="utf-8")
    expect("a changed document", commit_in(source), commit)
    (source / "cli/main.cpp").write_text("int main() { return 1; }\n", encoding="utf-8")
    expect("a changed source", commit_in(source), f"{commit}-dirty")
    git(source, "checkout", "-q", "cli/main.cpp")
    (source / "cli/new.cpp").write_text("int x;\n", encoding="utf-8")
    expect("a new source", commit_in(source), f"{commit}-dirty")
    expect("a given commit", commit_in(source, given="0123456789ab"), "0123456789ab")
    shutil.rmtree(source / ".git")
    git(outer, "init", "-q")
    git(outer, "add", ".")
    git(outer, "commit", "-qm", "packaging")
    expect("another repository around the sources", commit_in(source), "unknown")
print("version.hpp has the commit, and the manual page the date" if not wrong else f"{wrong} wrong")
sys.exit(1 if wrong else 0)
