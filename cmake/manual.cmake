# Writes the manual page from docs/cli.md, which has the help of every command. Arguments: SOURCE_DIR, VERSION, OUTPUT.
file(READ ${SOURCE_DIR}/docs/cli.md help)
string(REGEX REPLACE "^# Command line\n\n[^\n]*\n" "" help "${help}")
# Only one space separates an option of full width from its description.
string(REGEX REPLACE "(\n  --[a-z]+ Excludes: --[a-z]+) " "\\1  " help "${help}")
# Characters that roff would interpret.
string(REPLACE "\\" "\\e" help "${help}")
string(REPLACE "-" "\\-" help "${help}")
string(REGEX REPLACE "\n([.'])" "\n\\\\&\\1" help "${help}")

string(REGEX REPLACE "```(text)?" "" help "${help}")
string(REGEX REPLACE "\n## ([a-z]+)" "\n.SS wgcts \\1" help "${help}")
string(REPLACE "\nUsage:" "\n.br\nUsage:" help "${help}")
# An option, and its description beside it or below it.
string(REPLACE "\n                              " "\n" help "${help}")
string(REGEX REPLACE "\n  ([^ ])" "\n.TP\n.B \\1" help "${help}")
string(REGEX REPLACE "\n   +" "\n.br\n" help "${help}")
string(REGEX REPLACE "  +" "\n" help "${help}")
string(REGEX REPLACE "\n\n+" "\n.PP\n" help "${help}")
string(REGEX REPLACE "\n.PP\n(.SS [^\n]*)\n.PP\n" "\n\\1\n" help "${help}")
string(REGEX REPLACE "\n.PP\n.TP\n" "\n.TP\n" help "${help}")

# The page has the date of the version.
file(STRINGS ${SOURCE_DIR}/CHANGELOG.md day REGEX "^## ${VERSION} - ")
string(REGEX REPLACE ".* - " "" day "${day}")
file(WRITE ${OUTPUT} ".TH WGCTS 1 \"${day}\" \"wgcts ${VERSION}\"
.SH NAME
wgcts \\- tests an OpenCL device's work\\-group collective functions for conformance
.SH SYNOPSIS
.B wgcts
\\fICOMMAND\\fR [\\fIOPTIONS\\fR]
.SH DESCRIPTION${help}.SH EXIT STATUS
The description of each command lists its exit codes.
.SH FILES
The paths are below the prefix of the installation, such as /usr.
.TP
\\fIshare/wgcts/baselines\\fR
baselines of known bugs, for \\-\\-baseline
.TP
\\fIshare/wgcts/schema\\fR
JSON schemas of reports and baselines
.TP
\\fIshare/doc/wgcts/docs\\fR
documents
.TP
\\fIshare/doc/wgcts/examples\\fR
examples for continuous integration, clusters and \\-\\-implementation
.SH SEE ALSO
.BR clinfo (1),
.I share/doc/wgcts/docs/getting\\-started.md
and, for the verdicts,
.I share/doc/wgcts/docs/verdicts.md
")
