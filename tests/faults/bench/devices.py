"""Runs programs on a kit's device, under the layer."""

import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


running = set()  # process groups that must not outlive us


def kill_group(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


stopping = threading.Event()  # somebody wants no more: what runs is killed and does not count, the rest is told


def stop(number, _frame):
    """The first time, whoever looks at `stopping` ends with what there is; the second time all ends."""
    again = stopping.is_set()
    stopping.set()
    for group in list(running):
        kill_group(group)
    if again:
        os._exit(128 + number)


for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, stop)


def await_children(scratch, seconds=2):
    """How many processes still run whose environment names the folder, after a moment to end in."""
    mark, deadline = f"WGFAULT_SCRATCH={scratch}".encode(), time.monotonic() + seconds
    while True:
        left = sum(mark in environment_of(entry) for entry in Path("/proc").iterdir() if entry.name.isdigit())
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.1)


def environment_of(process):
    try:
        return (process / "environ").read_bytes().split(b"\0")
    except OSError:  # it has ended, or is another's
        return []


@dataclass
class Ended:
    code: int  # None: it had to be killed
    output: str
    errors: str
    left: int = 0  # processes that it left behind


class Session:
    """A probe that answers one order after another."""

    PATIENCE = 60  # seconds without a word: it hangs

    def __init__(self, command, environment):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        env=environment, start_new_session=True)
        running.add(self.process.pid)

    def ask(self, words, order):
        """(lines, None), or (lines so far, "crash" or "timeout"), after which there is no asking again."""
        try:
            self.process.stdin.write(f"{words}\n{order}\n.\n".encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            return [], self.end("crash")
        text, pipe = b"", self.process.stdout.fileno()
        while not text.endswith(b"\nend\n") and text != b"end\n":
            if not select.select([pipe], [], [], self.PATIENCE)[0]:
                return text.decode("utf-8", "replace").splitlines(), self.end("timeout")
            part = os.read(pipe, 1 << 16)
            if not part:
                return text.decode("utf-8", "replace").splitlines(), self.end("crash")
            text += part
        return text.decode("utf-8", "replace").splitlines()[:-1], None

    def end(self, how):
        kill_group(self.process.pid)
        self.process.wait()
        running.discard(self.process.pid)
        return how


class Device:
    """A kit's driver with the layer above it. Without a kit: whatever the loader finds."""

    def __init__(self, kit, build, limit):
        launch = ROOT / "build" / "kits" / kit / "launch" if kit else None
        if launch and not launch.exists():
            print(f"faults: there is no kit {kit}; scripts/setup makes kits", file=sys.stderr)
            sys.exit(2)
        self.launch = [str(launch)] if launch else []
        self.tools = build / "tests" / "faults"
        self.layer = self.tools / "libwgfault.so"
        self.limit = limit
        if not self.layer.exists():
            raise SystemExit(f"faults: {self.layer} is not built: scripts/test builds it")

    def run(self, command, order):
        """Ends with everything that the command started, in time or not. Output goes to files: a pipe left open by
        an orphan would hold us for ever."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryDirectory() as scratch:
            environment = dict(os.environ, OPENCL_LAYERS=str(self.layer), WGFAULT=order, WGFAULT_SCRATCH=scratch)
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment,
                                       start_new_session=True)
            running.add(process.pid)
            try:
                code = process.wait(self.limit)
            except subprocess.TimeoutExpired:
                code = None
            left = 0 if code is None else await_children(scratch)
            kill_group(process.pid)
            process.wait()
            running.discard(process.pid)
            texts = []
            for stream in (out, err):
                stream.seek(0)
                texts.append(stream.read(50_000_000).decode("utf-8", "replace"))
        return Ended(code, *texts, left)

    def probe(self, *arguments):
        return [*self.launch, str(self.tools / "wgfault_probe"), *arguments]

    def session(self):
        return Session(self.probe("--session"), dict(os.environ, OPENCL_LAYERS=str(self.layer), WGFAULT=""))

    def features(self):
        """What the device can do, in the words of the table's `needs`."""
        ended = self.run(self.probe("--features"), "")
        if ended.code != 0:
            raise SystemExit(f"faults: no device ({ended.errors.strip() or ended.code})")
        return set(ended.output.split())
