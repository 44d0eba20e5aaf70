#!/usr/bin/env python3
"""installed.py CMAKE BUILD: `cmake --install` installs all files, links of the manual work, the installed program runs, and `cpack` writes a .deb."""
import glob, gzip, os, re, subprocess, sys, tempfile

cmake, build = sys.argv[1:]
LAID_OUT = [
    "bin/wgcts",
    "share/man/man1/wgcts.1",
    "share/bash-completion/completions/wgcts",
    "share/zsh/site-functions/_wgcts",
    "share/fish/vendor_completions.d/wgcts.fish",
    "share/doc/wgcts/LICENSE",
    "share/doc/wgcts/README.md",
    "share/doc/wgcts/docs/images/report-light.png",
    "share/doc/wgcts/docs/coverage.md",
    "share/doc/wgcts/examples/ci/github.yml",
    "share/doc/wgcts/examples/ci/gitlab.yml",
]
# Optional folders of the source are installed if they exist.
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
for folder, place in (("reports/model", "share/wgcts/schema"), ("reports/compare", "share/wgcts/schema"),
                      ("baselines", "share/wgcts/baselines")):
    if os.path.isdir(os.path.join(SOURCE, folder)):
        LAID_OUT += [f"{place}/{file}" for file in os.listdir(os.path.join(SOURCE, folder)) if file.endswith(".json")]

with tempfile.TemporaryDirectory() as prefix:
    subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    path = lambda file: os.path.join(prefix, file)
    lacking = [file for file in LAID_OUT if not os.path.exists(path(file)) or os.path.getsize(path(file)) == 0]
    if lacking:
        sys.exit(f"not laid out: {lacking}")
    if not os.access(path("share/doc/wgcts/examples/slurm/submit"), os.X_OK):
        sys.exit("examples/slurm/submit is not executable")
    dead = [f"{page}: {link}" for page in glob.glob(path("share/doc/wgcts/**/*.md"), recursive=True)
            for link in re.findall(r"\]\(([^)#\s]+)", open(page, encoding="utf-8").read())
            if "://" not in link and not os.path.exists(os.path.join(os.path.dirname(page), link))]
    if dead:
        sys.exit(f"links to files that are not installed: {dead}")
    program = path("bin/wgcts")
    if not subprocess.run([program, "list", "--profile", "smoke"], capture_output=True, text=True, check=True).stdout:
        sys.exit("the installed program lists no cases")
    page = open(path("share/man/man1/wgcts.1")).read()
    # Tools of distributions warn about a page without a date or these sections.
    if not re.match(r'\.TH WGCTS 1 "(\d{4}-\d\d-\d\d)?" "wgcts [\d.]+"\n\.SH NAME\nwgcts \\- ', page) or not {"FILES", "SEE ALSO"} <= set(re.findall(r"^\.SH (.*)", page, re.M)):
        sys.exit(f"not a manual page: {page[:500]}")
    sections = dict(re.findall(r"^\.SS wgcts (\w+)\n(.*?)(?=^\.S)", page.replace("\\-", "-"), re.M | re.S))
    if not {"devices", "run", "completion"} <= set(sections):
        sys.exit(f"the manual lacks commands: it has {list(sections)}")
    for command, section in sections.items():
        help_text = subprocess.run([program, command, "--help"], capture_output=True, text=True, check=True).stdout
        lacking = set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", help_text, re.M)) - set(re.findall(r"--[\w-]+", section))
        if lacking:
            sys.exit(f"the manual of {command} lacks {lacking}")

with tempfile.TemporaryDirectory() as folder:
    # Beside cmake, since another cpack may be first in PATH.
    cpack = os.path.join(os.path.dirname(os.path.realpath(cmake)), "cpack")
    subprocess.run([cpack, "--config", os.path.join(build, "CPackConfig.cmake"), "-B", folder], check=True, stdout=subprocess.DEVNULL)
    packages = glob.glob(os.path.join(folder, "*.deb"))
    if len(packages) != 1:
        sys.exit(f"cpack wrote {packages}, not one .deb")
    subprocess.run(["dpkg-deb", "-x", packages[0], folder], check=True)
    share = os.path.join(folder, "usr/share")
    for name in ("../bin/wgcts", "doc/wgcts/copyright", "man/man1/wgcts.1.gz", "zsh/vendor-completions/_wgcts"):
        if not os.path.exists(os.path.join(share, name)):
            sys.exit(f"the .deb lacks {name}")
    changelog = gzip.open(os.path.join(share, "doc/wgcts/changelog.gz"), "rt").read()
    if not re.fullmatch(r"wgcts \([\d.]+\) unstable; urgency=medium\n\n  \* .+\n\n -- .+ <.+>  \w+, \d\d \w+ \d{4} [\d:]+ \+0000\n", changelog):
        sys.exit(f"not a Debian changelog: {changelog}")
print("laid out")
