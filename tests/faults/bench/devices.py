"""Runs programs on a kit's device, under the layer."""

import os
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


running = set()  # process groups that must not outlive us


def kill_group(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def die_with_children(number, _frame):
    for group in list(running):
        kill_group(group)
    os._exit(128 + number)


for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, die_with_children)


@dataclass
class Ended:
    code: int  # None: it had to be killed
    output: str
    errors: str


class Device:
    """A kit's driver with the layer above it. Without a kit: whatever the loader finds."""

    def __init__(self, kit, build, limit):
        launch = ROOT / "build" / "kits" / kit / "launch" if kit else None
        if launch and not launch.exists():
            raise SystemExit(f"faults: there is no kit {kit}; scripts/setup makes it")
        self.launch = [str(launch)] if launch else []
        self.tools = build / "tests" / "faults"
        self.layer = self.tools / "libwgfault.so"
        self.limit = limit
        if not self.layer.exists():
            raise SystemExit(f"faults: {self.layer} is not built: scripts/test builds it")

    def run(self, command, order):
        """Ends with everything that the command started, in time or not. Output goes to files: a pipe left open by
        an orphan would hold us for ever."""
        environment = dict(os.environ, OPENCL_LAYERS=str(self.layer), WGFAULT=order)
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment,
                                       start_new_session=True)
            running.add(process.pid)
            try:
                code = process.wait(self.limit)
            except subprocess.TimeoutExpired:
                code = None
            kill_group(process.pid)
            process.wait()
            running.discard(process.pid)
            texts = []
            for stream in (out, err):
                stream.seek(0)
                texts.append(stream.read(50_000_000).decode("utf-8", "replace"))
        return Ended(code, *texts)

    def probe(self, arguments, order):
        return self.run([*self.launch, str(self.tools / "wgfault_probe"), *arguments], order)

    def features(self):
        """What the device can do, in the words of the table's `needs`."""
        ended = self.probe(["--features"], "")
        if ended.code != 0:
            raise SystemExit(f"faults: no device ({ended.errors.strip() or ended.code})")
        return set(ended.output.split())
