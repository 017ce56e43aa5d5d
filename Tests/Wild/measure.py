#!/usr/bin/env python3
"""Measures docgen on public Swift projects: precision by rule and severity, recall, time, memory.

    Tests/Wild/measure.py CHECKOUTS [--docgen PROGRAM] [--only NAME ...] [--clone] [--revisions]

CHECKOUTS holds one Git checkout a project, named after the repository, at the commit that
projects.json lists (`--clone` makes those that are missing). Every project is copied with
`git clone --shared` into a scratch folder, where `docgen init` and `docgen check --hints` run as
its maintainer would run them, cold and once more.

judged.json holds the verdicts: "true" is a drift that the maintainer would want to fix. recall.json
holds the drifts that careful reading found in some documents. Both are facts: places, names of
symbols, and reasons in our own words.

fixes.json holds safe fixes that were offered at older commits, and whether they were right. With
`--revisions` docgen runs at these commits instead, and the fixes that it still offers are counted.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent


def load(name):
    path = HERE / name
    return json.loads(path.read_text()) if path.exists() else []


def run(program, arguments, folder, cache):
    """The exit code, the output, seconds and the largest resident size in MB."""
    # The scratch clones share the objects of the checkouts.
    environment = dict(os.environ, XDG_CACHE_HOME=cache, DOCGEN_GIT_ALTERNATES="on")
    start = time.monotonic()
    process = subprocess.Popen(
        [program, *arguments], cwd=folder, env=environment, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    return os.waitstatus_to_exitcode(status), output, seconds, usage.ru_maxrss / 1024


def check_out(project, checkouts, scratch, clones):
    name = project["repo"].split("/")[1]
    source = checkouts / name
    if not source.exists():
        if not clones:
            return None
        subprocess.run(
            ["git", "clone", "-q", f"https://github.com/{project['repo']}", str(source)], check=True)
    target = scratch / name
    subprocess.run(
        ["git", "clone", "-q", "--shared", "--no-checkout", str(source), str(target)], check=True)
    # A large file that the source lacks must not keep the others away; an empty one replaces it.
    subprocess.run(["git", "read-tree", project["commit"]], cwd=target, check=True)
    subprocess.run(
        ["git", "checkout-index", "-a", "-f", "-q"], cwd=target, stderr=subprocess.DEVNULL)
    subprocess.run(["git", "update-ref", "--no-deref", "HEAD", project["commit"]], cwd=target)
    deleted = subprocess.run(["git", "ls-files", "-dz"], cwd=target, capture_output=True).stdout
    for path in filter(None, deleted.decode(errors="replace").split("\0")):
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).touch()
    return target


def other_lines(finding):
    """The further lines that a finding lists, and how many more it counts without listing them:
    "also on lines 7, 12 and 3 more" is ({7, 12}, 3)."""
    listed, more = set(), 0
    for evidence in finding["evidence"]:
        if evidence["text"].startswith("also on line"):
            text, _, rest = evidence["text"].partition(" and ")
            listed |= {int(number) for number in re.findall(r"\d+", text)}
            more += sum(int(number) for number in re.findall(r"^(\d+) more", rest))
    return listed, more


def lines_of(findings):
    """The severities of the findings at each line, the further lines of a finding included."""
    lines = collections.defaultdict(set)
    for finding in findings:
        if "start" in finding:
            for line in {finding["start"]["line"]} | other_lines(finding)[0]:
                lines[finding["file"], line].add(finding["severity"])
    return lines


def names(finding, drift):
    """Whether a finding names the same symbol between backticks: a type anywhere on the page, since
    one missing name is one finding a page, any other symbol at most five lines away, or on a line
    after the listed ones if the finding counts more places than it lists."""
    word = re.split(r"[^A-Za-z0-9_]", re.split(r"[./]", drift["name"].split("(")[0])[-1])[0]
    if finding["file"] != drift["file"] or len(word) < 5:
        return False
    if word[0].isupper() and f"`{word}`" in finding["summary"]:
        return True
    listed, more = other_lines(finding)
    if more and drift["line"] > max(listed) and re.search(rf"`[^`]*\b{word}\b", finding["summary"]):
        return True
    distance = abs(finding.get("start", {}).get("line", -9) - drift["line"])
    return word in finding["summary"] and distance <= 5


def severity_of(drift, findings, lines):
    """The highest severity with which a drift is reported: at its line, or by its name."""
    severities = lines[drift["file"], drift["line"]] | {
        finding["severity"] for finding in findings if names(finding, drift)}
    return next((s for s in ("error", "warning", "note") if s in severities), "missed")


def place(finding):
    start = finding.get("start", {})
    return finding["file"], start.get("line"), start.get("column"), finding["rule"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkouts", type=pathlib.Path)
    parser.add_argument("--docgen", default="docgen")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--clone", action="store_true")
    parser.add_argument("--revisions", action="store_true")
    options = parser.parse_args()
    if options.revisions:
        return revisions(options)
    judged = collections.defaultdict(dict)
    for entry in load("judged.json"):
        key = (entry["file"], entry["line"], entry.get("column"), entry["rule"])
        judged[entry["repo"]][key] = entry
    drifts = collections.defaultdict(list)
    for entry in load("recall.json"):
        drifts[entry["repo"]].append(entry)
    verdicts = collections.Counter()
    uses = collections.Counter()
    fixes = collections.Counter()
    found = collections.Counter()
    print(f"{'project':32} {'files':>6} {'init s':>7} {'check s':>8} {'again s':>8} {'MB':>6} "
          f"{'exit':>4} {'err':>4} {'warn':>5} {'hint':>5}")
    with tempfile.TemporaryDirectory() as scratch:
        for project in load("projects.json"):
            name = project["repo"].split("/")[1]
            if options.only and name not in options.only:
                continue
            folder = check_out(project, options.checkouts, pathlib.Path(scratch), options.clone)
            if folder is None:
                print(f"{name:32} no checkout")
                continue
            cache = os.path.join(scratch, "cache-" + name)
            _, _, init, _ = run(options.docgen, ["init"], folder, cache)
            arguments = ["check", "--hints", "--format", "json"]
            code, output, cold, memory = run(options.docgen, arguments, folder, cache)
            _, _, warm, _ = run(options.docgen, arguments, folder, cache)
            try:
                findings = json.loads(output)["findings"]
            except ValueError:
                findings = []
            counts = collections.Counter(finding["severity"] for finding in findings)
            files = len(list(folder.rglob("*.swift")))
            print(f"{name:32} {files:6} {init:7.1f} {cold:8.1f} {warm:8.1f} {memory:6.0f} {code:4} "
                  f"{counts['error']:4} {counts['warning']:5} {counts['note']:5}", flush=True)
            for finding in findings:
                entry = judged[project["repo"]].get(place(finding))
                verdict = entry["verdict"] if entry else "unjudged"
                verdicts[finding["rule"], finding["severity"], verdict] += 1
                uses[project["use"], finding["severity"], verdict] += 1
                if any(fix.get("isSafe") for fix in finding["fixes"]) and entry:
                    fixes[str(entry.get("fixRight"))] += 1
            lines = lines_of(findings)
            for drift in drifts[project["repo"]]:
                if drift.get("read"):
                    continue
                best = severity_of(drift, findings, lines)
                found[project["repo"], drift["file"], best] += 1
    report(verdicts, uses, fixes, found)


def revisions(options):
    """Counts the safe fixes of fixes.json that docgen offers, each project at its older commits."""
    judged = collections.defaultdict(dict)
    for fix in load("fixes.json"):
        key = (fix["file"], fix["line"], fix["column"], fix["rule"], fix["fix"])
        judged[fix["repo"], fix["commit"]][key] = fix["right"]
    counts = collections.Counter()
    for (repo, commit), known in sorted(judged.items()):
        name = repo.split("/")[1]
        if options.only and name not in options.only:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            project = {"repo": repo, "commit": commit}
            folder = check_out(project, options.checkouts, pathlib.Path(scratch), options.clone)
            if folder is None:
                print(f"{name:32} no checkout")
                continue
            cache = os.path.join(scratch, "cache")
            run(options.docgen, ["init"], folder, cache)
            _, output, _, _ = run(
                options.docgen, ["check", "--hints", "--format", "json"], folder, cache)
            for finding in json.loads(output)["findings"]:
                for fix in finding["fixes"]:
                    if fix.get("isSafe"):
                        right = known.get((*place(finding), fix["replacement"]), "unjudged")
                        counts[right] += 1
                        if right is False:
                            print(f"wrong: {name} {commit} {place(finding)}", flush=True)
    print(f"safe fixes at older commits: {counts[True]} right, {counts[False]} wrong, "
          f"{counts['unjudged']} unjudged")


def report(verdicts, uses, fixes, found):
    print(f"\n{'rule':24} {'severity':8} {'true':>5} {'false':>6} {'unclear':>8} {'unjudged':>9} "
          f"{'precision':>9}")
    totals = collections.Counter()
    rows = sorted({(rule, severity) for rule, severity, _ in verdicts})
    for rule, severity in rows:
        counts = {v: verdicts[rule, severity, v] for v in ("true", "false", "unclear", "unjudged")}
        for verdict, count in counts.items():
            totals[severity, verdict] += count
        line(rule, severity, counts)
    for severity in ("error", "warning", "note"):
        line("all", severity, {v: totals[severity, v] for v in ("true", "false", "unclear", "unjudged")})
    for use, severity in sorted({(use, severity) for use, severity, _ in uses}):
        names = ("true", "false", "unclear", "unjudged")
        line(use, severity, {v: uses[use, severity, v] for v in names})
    if fixes:
        print(f"\nsafe fixes judged: {fixes['True']} right, {fixes['False']} wrong")
    pages = sorted({(repo, file) for repo, file, _ in found})
    if pages:
        print(f"\n{'document':70} {'drifts':>6} {'errors':>7} {'warnings':>9} {'hints':>6} {'recall':>7}")
    shares = []
    for repo, file in pages:
        counts = [found[repo, file, s] for s in ("error", "warning", "note", "missed")]
        share = (counts[0] + counts[1]) / sum(counts)
        shares.append(share)
        print(f"{(repo + ' ' + file)[-70:]:70} {sum(counts):6} {counts[0]:7} {counts[1]:9} "
              f"{counts[2]:6} {share:7.0%}")
    if shares:
        total = sum(found.values())
        hits = sum(c for (_, _, s), c in found.items() if s in ("error", "warning"))
        hints = sum(c for (_, _, s), c in found.items() if s == "note")
        print(f"recall: {hits} of {total} drifts ({hits / total:.0%}), "
              f"with hints {hits + hints} ({(hits + hints) / total:.0%}); "
              f"mean of the documents {sum(shares) / len(shares):.0%}")


def line(rule, severity, counts):
    judged = counts["true"] + counts["false"]
    share = f"{counts['true'] / judged:9.0%}" if judged else f"{'-':>9}"
    print(f"{rule:24} {severity:8} {counts['true']:5} {counts['false']:6} {counts['unclear']:8} "
          f"{counts['unjudged']:9} {share}")


if __name__ == "__main__":
    sys.exit(main())
