"""Measures docgen's memory with many variants: importing rows, and checking and drawing them.

    memory.py DOCGEN FOLDER [--flows N] [--limit MB]

The flows are all different, have 6 to 18 spans of 200 activities, and counts from 10^12 down; a few make
up most of all. Fails if a command needs more memory than the limit.
"""

import argparse
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from compare import measured  # noqa: E402

SOURCE = """\
final class Cart {
  enum State { case empty, filled, paid }
  enum Event { case itemAdded, paymentAccepted, emptied }
  private(set) var state = State.empty
  func apply(_ event: Event) {
    switch (state, event) {
    case (.empty, .itemAdded): state = .filled
    case (.filled, .paymentAccepted): state = .paid
    case (.filled, .emptied): state = .empty
    default: break
    }
  }
}
"""
PAGE = """\
# Cart

<!-- docgen:begin state-diagram machine=Cart frequencies=yes -->
<!-- docgen:end -->

<!-- docgen:begin sequence scenarios="production-*" frequencies=yes min-share=1% -->
<!-- docgen:end -->
"""
CONFIGURATION = {"documents": ["docs/*.md"], "sources": ["Sources/*.swift"], "traces": ["traces/*.jsonl"]}
GREATEST = 10**12


def rows(flows):
    """Rows as a store returns them."""
    labels = [f"service{n % 20}\t{n % 5 + 1}\tGET /resources{n}/*\t\t" for n in range(200)]
    randomness = random.Random(1)
    for number in range(flows):
        spans = [f"0\t\t{labels[0]}"]
        # The digits of the number make the flow different from all others.
        for digit in (number // 40_000, number // 200 % 200, number % 200):
            spans.append(f"1\t\t{labels[digit]}")
        for _ in range(randomness.randint(2, 14)):
            spans.append(f"{randomness.choice([1, 2])}\t\t{randomness.choice(labels)}")
        yield {"type": "flow", "variant": "\n".join(spans), "count": GREATEST // (number + 1)}
    steps = [("empty", "itemAdded", "filled"), ("filled", "paymentAccepted", "paid")]
    for number, (start, event, end) in enumerate(steps):
        yield {
            "type": "transition", "variant": "\t".join(["Cart", start, event, "", end]),
            "count": GREATEST // (number + 1)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("docgen")
    parser.add_argument("folder")
    parser.add_argument("--flows", type=int, default=1_000_000)
    parser.add_argument("--limit", type=int, default=512)
    options = parser.parse_args()
    folder, docgen = os.path.abspath(options.folder), os.path.abspath(options.docgen)
    for name in ("docs", "Sources", "traces"):
        os.makedirs(f"{folder}/{name}", exist_ok=True)
    for path, text in (
            ("docs/cart.md", PAGE), ("Sources/Cart.swift", SOURCE),
            (".docgen.json", json.dumps(CONFIGURATION))):
        with open(f"{folder}/{path}", "w") as file:
            file.write(text)
    with open(f"{folder}/rows.jsonl", "w") as file:
        for row in rows(options.flows):
            file.write(json.dumps(row) + "\n")
    failed = False
    for command in (
            ["trace", "import", "--variants", "-o", "traces", "rows.jsonl"], ["generate"], ["check"]):
        seconds, processors, memory = measured([docgen, *command], cwd=folder, stdout=subprocess.DEVNULL)
        print(f"  docgen {' '.join(command):<52}{processors:>8.1f} s of processors {memory:>6,.0f} MB")
        failed = failed or memory > options.limit
    sizes = [os.path.getsize(f"{folder}/{name}") for name in ("rows.jsonl", "traces/production.jsonl")]
    print(f"{options.flows:,} flows: {sizes[0]:,} bytes of rows, {sizes[1]:,} bytes of variants")
    if failed:
        sys.exit(f"a command needs more than {options.limit} MB")


if __name__ == "__main__":
    main()
