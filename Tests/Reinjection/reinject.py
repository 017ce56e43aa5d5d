#!/usr/bin/env python3
"""Reintroduces known defects into the sync engine, one at a time, and shows which test finds each.

    Tests/Reinjection/reinject.py [--only ID ...] [--folder FOLDER] [--seconds N] [--list]

It works on a copy of the engine and its tests in FOLDER (.build/reinjection). For each defect it
builds and runs the tests of the engine up to the first failure, then, if all pass, the simulation. A
run that takes longer than N seconds (300) is killed and counts as a hang, which does not count as
caught. The exit code is 1 if a defect is missed or hangs, 2 if a text does not occur exactly once.
"""
import argparse
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time

from defects import DEFECTS

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = ".build/debug/docgenPackageTests.xctest"
FAILURE = re.compile(r'✘ Test (?:case )?"?(.+?)"? (?:failed|recorded)')
STAGES = [r"^SyncTests\.", r"^SyncHTTPTests\.|^SyncSQLiteTests\.|^SyncBackendTests\.",
          r"^SyncScenariosTests\.|^SyncSimulationTests\."]


def copy(folder):
    """Copies the files that Git tracks into the folder; unchanged ones keep their times."""
    files = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z", "Package.swift", "Sources", "Tests"], cwd=ROOT,
        capture_output=True, check=True).stdout.split(b"\0")
    for name in filter(None, (os.fsdecode(name) for name in files)):
        source, target = ROOT / name, folder / name
        if not source.is_file():
            continue
        content = source.read_bytes()
        if name == "Package.swift":
            # A defect may leave a variable unused.
            content = content.replace(b"  .treatAllWarnings(as: .error),\n", b"")
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)


def run(command, folder, seconds, ends=None):
    """Returns the exit code (`None` for a hang) and the output up to the first line that matches `ends`."""
    environment = dict(os.environ, ENGINE_ONLY="1", TEST_MINUTES="3", NO_COLOR="1")
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL, start_new_session=True, text=True, errors="replace")
    hangs = threading.Event()

    def end():
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(seconds, lambda: (hangs.set(), end()))
    timer.start()
    lines = []
    for line in process.stdout:
        lines.append(line)
        if ends and ends.search(line):
            end()
            break
    code = process.wait()
    timer.cancel()
    return None if hangs.is_set() else code, "".join(lines)


def build(folder):
    return run(["swift", "build", "--build-tests"], folder, 1800)


def catch(folder, seconds):
    """Returns the failing test or simulation that finds the defect, or `None`, and whether it hangs."""
    for stage in STAGES:
        code, output = run(
            [TESTS, "--testing-library", "swift-testing", "--filter", stage], folder, seconds, FAILURE)
        if name := FAILURE.search(output):
            return name[1], False
        if code is None:
            return None, True
        if code != 0:
            last = [line for line in output.splitlines() if line.strip()][-1:]
            return f"the tests end with {code}: {''.join(last)[:100]}", False
    for options in [[], ["--storm"], ["--liveness"]]:
        code, _ = run(
            [".build/debug/sync-simulation", "simulate", "--seeds", "100", "--steps", "500", *options],
            folder, seconds)
        if code != 0:
            return " ".join(["simulate", *options]), code is None
    return None, False


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", nargs="+", metavar="ID", default=[])
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / ".build" / "reinjection")
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--list", action="store_true", help="print the defects and exit")
    options = parser.parse_args()
    chosen = [defect for defect in DEFECTS if not options.only or defect[0] in options.only]
    unknown = set(options.only) - {defect[0] for defect in DEFECTS}
    if unknown:
        print(f"unknown: {' '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    misplaced = [
        f"{name}: its text occurs {(ROOT / 'Sources' / file).read_text().count(old)} times in {file}"
        for name, _, file, old, _ in chosen if (ROOT / "Sources" / file).read_text().count(old) != 1]
    if misplaced:
        print("\n".join(misplaced), file=sys.stderr)
        return 2
    if options.list:
        for name, what, *_ in chosen:
            print(f"{name:5} {what}")
        return 0
    copy(options.folder)
    code, output = build(options.folder)
    if code != 0:
        print(output[-4000:], file=sys.stderr)
        return 2
    missed = []
    for name, what, file, old, new in chosen:
        path = options.folder / "Sources" / file
        sound = path.read_text()
        path.write_text(sound.replace(old, new))
        try:
            code, output = build(options.folder)
            if code != 0:
                errors = [line for line in output.splitlines() if "error:" in line][:1]
                verdict, ok = f"does not compile: {''.join(errors)}", False
            else:
                start = time.monotonic()
                found, hangs = catch(options.folder, options.seconds)
                seconds = time.monotonic() - start
                ok = found is not None and not hangs
                verdict = f"{seconds:4.0f} s  " + (
                    f"hangs in {found or 'the tests'}" if hangs else found or "missed")
        finally:
            path.write_text(sound)
        if not ok:
            missed.append(name)
        print(f"{'caught' if ok else 'MISSED':6} {name:5} {what}\n             {verdict}", flush=True)
    print(f"{len(chosen) - len(missed)} of {len(chosen)} defects are caught"
          + (f"; not: {' '.join(missed)}" if missed else ""))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
