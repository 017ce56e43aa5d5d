"""Aligns words with diagrams by PM4Py, and answers with its costs and fitness.

Reads lines {"tree": …, "trace": [label, …]} from standard input and writes a line
{"cost": …, "cheapest": …, "fitness": …, "seconds": …} for each. A tree is a list of a word and what
belongs to it:

    ["message", label]   ["sequence", tree, …]   ["choice", tree, …]
    ["loop", least, most or null, tree]   ["parallel", tree, …]   ["break", tree]
    ["fragment", tree]   where a break within leads to the end of it

It becomes a Petri net with invisible transitions. PM4Py counts 10,000 for each move in the log or
of a visible transition alone and 1 for an invisible one; the answer has whole moves.
"""

import json
import sys
import time

from pm4py.algo.conformance.alignments.petri_net import algorithm
from pm4py.objects.log.obj import Event, Trace
from pm4py.objects.petri_net.obj import Marking, PetriNet
from pm4py.objects.petri_net.utils import petri_utils

UNIT = 10_000


class Builder:
    def __init__(self, tree):
        self.net = PetriNet("diagram")
        self.count = 0
        self.start, self.end = self.place(), self.place()
        self.add(tree, self.start, self.end, self.end)

    def place(self):
        self.count += 1
        place = PetriNet.Place(f"p{self.count}")
        self.net.places.add(place)
        return place

    def step(self, sources, targets, label=None):
        self.count += 1
        transition = PetriNet.Transition(f"t{self.count}", label)
        self.net.transitions.add(transition)
        for source in sources:
            petri_utils.add_arc_from_to(source, transition, self.net)
        for target in targets:
            petri_utils.add_arc_from_to(transition, target, self.net)

    def add(self, tree, start, end, outside):
        kind, *rest = tree
        getattr(self, kind if kind != "break" else "leave")(rest, start, end, outside)

    def message(self, rest, start, end, outside):
        self.step([start], [end], rest[0])

    def sequence(self, parts, start, end, outside):
        current = start
        for part in parts:
            following = self.place()
            self.add(part, current, following, outside)
            current = following
        self.step([current], [end])

    def choice(self, parts, start, end, outside):
        for part in parts:
            first = self.place()
            self.step([start], [first])
            self.add(part, first, end, outside)

    def fragment(self, rest, start, end, outside):
        self.add(rest[0], start, end, end)

    def leave(self, rest, start, end, outside):
        first = self.place()
        self.step([start], [first])
        self.add(rest[0], first, outside, outside)
        self.step([start], [end])

    def loop(self, rest, start, end, outside):
        least, most, body = rest
        current = start
        for _ in range(least):
            following = self.place()
            self.add(body, current, following, end)
            current = following
        if most is None:
            first, last = self.place(), self.place()
            self.step([current], [first])
            self.add(body, first, last, end)
            self.step([last], [first])
            self.step([first], [end])
            return
        for _ in range(most - least):
            following = self.place()
            self.step([current], [end])
            self.add(body, current, following, end)
            current = following
        self.step([current], [end])

    def parallel(self, parts, start, end, outside):
        firsts, lasts = [self.place() for _ in parts], [self.place() for _ in parts]
        self.step([start], firsts)
        for part, first, last in zip(parts, firsts, lasts):
            self.add(part, first, last, last)
        self.step(lasts, [end])


def answer(question):
    builder = Builder(question["tree"])
    start, end = Marking({builder.start: 1}), Marking({builder.end: 1})
    log = Trace([Event({"concept:name": label}) for label in question["trace"]])
    began = time.perf_counter()
    found = algorithm.apply_trace(log, builder.net, start, end)
    seconds = time.perf_counter() - began
    return {
        "cost": found["cost"] // UNIT,
        "cheapest": found["bwc"] // UNIT - len(log),
        "fitness": found["fitness"],
        "seconds": seconds,
    }


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
