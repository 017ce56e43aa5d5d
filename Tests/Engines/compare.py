"""Reduces generated spans with docgen and with each engine, and compares variants, time and memory.

    compare.py DOCGEN FOLDER COUNT [--engines LIST] [--parts N]

The spans are made once; a tenth of COUNT shows how cost grows. An engine that is missing is reported.
`--parts` reduces the traces in several queries, each with a part of them.
"""

import argparse
import filecmp
import importlib.util
import os
import subprocess
import sys
import time

TOOLS = os.path.dirname(os.path.abspath(__file__))
MODULES = {"clickhouse": "chdb", "duckdb": "duckdb", "postgresql": "psycopg2", "spark": "pyspark"}
SINCE = ["--since", "2025-12-17T00:00:00Z", "--peer", "peer.service"]
# Parts of attributes and messages that must not leave a store.
SECRETS = [b"4111", b"user@example.org", b"s3cr3t", b"FROM cards"]


def measured(command, **options):
    """Runs a program; returns its seconds, those of all processors, and its megabytes of memory."""
    start = time.monotonic()
    process = subprocess.Popen(command, **options)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"failed: {' '.join(command)}")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def reduced(docgen, folder):
    """docgen's own reduction."""
    own = f"{folder}/own.jsonl"
    figures = measured(
        [docgen, "trace", "reduce", *SINCE, "-o", own, f"{folder}/spans.jsonl"],
        stderr=subprocess.DEVNULL)
    return own, figures


def queried(docgen, folder, engine, parts):
    """The variants of an engine, the bytes of its rows, and the figures of its queries."""
    made, all_rows, figures = f"{folder}/{engine}.made", [], (0, 0, 0)
    for part in range(1, parts + 1):
        query, rows = f"{folder}/{engine}.sql", f"{folder}/{engine}-{part}.rows"
        choice = ["--part", f"{part}/{parts}"] if parts > 1 else []
        subprocess.run(
            [docgen, "trace", "query", "-e", engine, *SINCE, *choice, "-o", query], check=True,
            stderr=subprocess.DEVNULL)
        output = subprocess.run(
            [sys.executable, f"{TOOLS}/engines.py", engine, query, folder, rows], check=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        seconds, processors, memory = (float(figure) for figure in output.split()[-3:])
        figures = (figures[0] + seconds, figures[1] + processors, max(figures[2], memory))
        all_rows.append(rows)
        with open(rows, "rb") as file:
            text = file.read()
        if any(secret in text for secret in SECRETS):
            sys.exit(f"the value of an attribute has left {engine}: {rows}")
    subprocess.run(
        [docgen, "trace", "import", "--variants", *SINCE[:2], "-o", made, *all_rows], check=True,
        stdout=subprocess.DEVNULL)
    return f"{made}/production.jsonl", sum(map(os.path.getsize, all_rows)), figures


def compare(docgen, folder, count, engines, parts):
    os.makedirs(folder, exist_ok=True)
    if not os.path.exists(f"{folder}/count"):
        copies = str(max(1, count // 250_000))
        made = subprocess.run(
            [sys.executable, f"{TOOLS}/spans.py", str(count), folder, "--copies", copies], check=True,
            stdout=subprocess.PIPE, text=True).stdout
        with open(f"{folder}/count", "w") as file:
            file.write(made)
    with open(f"{folder}/count") as file:
        spans = int(file.read())
    own, figures = reduced(docgen, folder)
    with open(own) as file:
        variants = sum(line.startswith('{"type":"flow"') for line in file)
    print(f"{spans:,} spans, {variants:,} flows, {os.path.getsize(own):,} bytes of variants")
    show("docgen", spans, figures, "")
    for engine in engines:
        if importlib.util.find_spec(MODULES[engine]) is None:
            print(f"  {engine:<11} missing: `make engines` installs it")
            continue
        made, size, figures = queried(docgen, folder, engine, parts)
        same = filecmp.cmp(own, made, shallow=False)
        show(engine, spans, figures, f"{size:>9,} bytes of rows  {'same' if same else 'DIFFERENT'}")
        if not same:
            sys.exit(f"{engine} has other variants than docgen: {made}, {own}")


def show(name, spans, figures, rest):
    seconds, processors, memory = figures
    print(f"  {name:<11}{seconds:>8.1f} s {processors:>8.1f} s of processors {memory:>8,.0f} MB "
          f"{spans / processors:>10,.0f} spans for each of them  {rest}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("docgen")
    parser.add_argument("folder")
    parser.add_argument("count", type=int)
    parser.add_argument("--engines", default=",".join(MODULES))
    parser.add_argument("--parts", type=int, default=1)
    options = parser.parse_args()
    for count in (options.count // 10, options.count):
        folder = os.path.abspath(f"{options.folder}/{count}")
        compare(options.docgen, folder, count, options.engines.split(","), options.parts)


if __name__ == "__main__":
    main()
