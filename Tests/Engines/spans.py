"""Generates spans, the same for each seed, as OTLP/JSON lines and as a Parquet file.

    spans.py COUNT FOLDER [--seed N] [--copies N] [--hostile] [--repeats]

The flows are those of a small shop: a gateway calls a cart, which calls a store, a payment service
and a mailer. Orders, retries, failures and parallel calls vary; identifiers are in names, and secret
values are in attributes. `--hostile` adds missing parents, cycles, equal times, deep nesting, tabs,
quotes and other scripts. `--copies` writes each trace several times with identifiers of its own,
which is faster than making new ones. `--repeats` delivers a third of the spans twice or three times,
in another order and some of them changed, as collectors do; it makes no other change.
"""

import argparse
import json
import random

import pyarrow
import pyarrow.compute
import pyarrow.parquet

SECRETS = ["4111-1111-1111-1111", "user@example.org", "Bearer s3cr3t", "SELECT * FROM cards"]
MACHINE = [
    ("empty", "itemAdded", "", "filled"), ("filled", "itemAdded", "", "filled"),
    ("filled", "checkoutStarted", "cart is valid", "paying"), ("paying", "paymentAccepted", "", "paid"),
    ("paying", "paymentDeclined", "retries left", "filled"), ("paid", "shipped", "", "closed"),
]
KINDS = {"internal": 1, "server": 2, "client": 3, "producer": 4, "consumer": 5}


class Trace:
    """The spans of one trace; a call advances the clock of its caller."""

    def __init__(self, randomness, start):
        self.random, self.start, self.clock = randomness, start, start
        self.identifier = f"{randomness.getrandbits(128):032x}"
        self.spans = []

    def begin(self, parent, service, kind, name, at=None):
        span = {
            "id": f"{self.random.getrandbits(64) | 1:016x}", "parent": parent["id"] if parent else "",
            "service": service, "kind": KINDS[kind], "name": name, "failed": False, "events": [],
            "start": self.clock if at is None else at, "end": 0,
            "attributes": {"user.email": SECRETS[1], "http.request.header.authorization": SECRETS[2]},
        }
        self.spans.append(span)
        self.clock += self.random.randint(1000, 90000)
        return span

    def end(self, span, failed=False):
        span["end"], span["failed"] = self.clock, failed
        self.clock += self.random.randint(1000, 90000)

    def call(self, parent, service, name, inner=None, failed=False, peer=None):
        """A client's span, and below it the server's, unless only the peer is known."""
        client = self.begin(parent, parent["service"], "client", name)
        if peer:
            client["attributes"] |= {"peer.service": peer, "db.statement": SECRETS[3]}
        else:
            server = self.begin(client, service, "server", name)
            if inner:
                inner(server)
            self.end(server, failed)
        self.end(client, failed)
        return client

    def transition(self, span, step):
        start, event, condition, target = step
        attributes = {
            "docgen.machine": "Cart", "docgen.from": start, "docgen.event": event,
            "docgen.to": target, "card.number": SECRETS[0],
        }
        if condition:
            attributes["docgen.condition"] = condition
        span["events"].append({"time": self.clock, "name": "transition", "attributes": attributes})

    def parallel(self, parent, calls):
        """Calls that overlap, in a random order."""
        calls = list(calls)
        self.random.shuffle(calls)
        start = self.clock
        ends = []
        for offset, call in enumerate(calls):
            self.clock = start + offset
            call()
            ends.append(self.clock)
        self.clock = max(ends)


def shop(trace):
    """One flow of the shop."""
    r = trace.random
    root = trace.begin(None, "gateway", "server", f"POST /carts/{r.randint(1, 10**6)}/checkout")
    for _ in range(r.choice([1, 1, 1, 2, 3])):
        trace.transition(root, MACHINE[0])

    def cart(server):
        def read(name):
            return lambda: trace.call(server, "store", name, peer="postgresql")
        if r.random() < 0.6:
            trace.parallel(server, [read("SELECT cart"), read("SELECT prices"), read("SELECT cart")])
        else:
            read("SELECT cart")()
        trace.transition(server, MACHINE[2])
        for attempt in range(3):
            declined = r.random() < 0.1
            trace.call(server, "payment", f"POST /payments/{r.getrandbits(64):016x}", failed=declined)
            trace.transition(server, MACHINE[4 if declined else 3])
            if not declined:
                break
        if r.random() < 0.02:
            message = trace.begin(server, "cart", "producer", "receipts publish")
            trace.end(message)

    trace.call(root, "cart", "checkout", inner=cart, failed=r.random() < 0.01)
    trace.end(root)


def hostile(trace):
    """A flow with everything that collectors deliver now and then."""
    r = trace.random
    names = ["a\tb", "line\nbreak", "it's \"x\"", "日本 42", "v2/3dmodel", "é12", "x,y", "a\\1b", "",
             "550e8400-e29b-41d4-a716-446655440000-7", "0123456789abcdef0", "über 7 9 11"]
    spans = []
    for _ in range(r.randint(1, 9)):
        parent = r.choice(spans) if spans and r.random() < 0.8 else None
        span = trace.begin(parent, r.choice(["a", "b b", "ü"]), r.choice(list(KINDS)), r.choice(names))
        span["start"] = trace.start + r.randint(0, 5)
        span["end"] = span["start"] + r.randint(-1, 3)
        span["failed"] = r.random() < 0.2
        if r.random() < 0.2:
            span["attributes"]["docgen.participant"] = r.choice(["Own", "", "T\tab"])
        if r.random() < 0.2:
            span["attributes"]["peer.service"] = r.choice(["db 7", "", "10.0.0.3"])
        if r.random() < 0.3:
            trace.transition(span, r.choice(MACHINE))
        spans.append(span)
    if r.random() < 0.2:
        spans[0]["parent"] = "00000000000000ff"
    if r.random() < 0.1:
        spans[0]["parent"] = spans[-1]["id"]
    if r.random() < 0.02:
        for _ in range(70):
            spans.append(trace.begin(spans[-1], "deep", "internal", "level"))
            spans[-1]["end"] = spans[-1]["start"] + 1


def repeat(trace, randomness):
    """Delivers spans again; a copy that ends earlier than the first one changes nothing."""
    copies = []
    for span in trace.spans:
        for _ in range(randomness.choice([0, 0, 0, 0, 1, 2])):
            earlier = randomness.choice([0, 0, 1])
            copies.append(span | {"end": max(span["start"], span["end"] - earlier)})
    trace.spans += copies
    randomness.shuffle(trace.spans)


def otlp(trace):
    """One `TracesData` for the spans of a trace."""
    def attributes(values):
        return [{"key": key, "value": {"stringValue": value}} for key, value in values.items()]

    services = {}
    for span in trace.spans:
        services.setdefault(span["service"], []).append({
            "traceId": trace.identifier, "spanId": span["id"], "parentSpanId": span["parent"],
            "name": span["name"], "kind": span["kind"],
            "startTimeUnixNano": str(span["start"]), "endTimeUnixNano": str(span["end"]),
            "attributes": attributes(span["attributes"]),
            "status": {"code": 2, "message": SECRETS[0]} if span["failed"] else {},
            "events": [
                {"timeUnixNano": str(event["time"]), "name": event["name"],
                 "attributes": attributes(event["attributes"])} for event in span["events"]],
        })
    return {"resourceSpans": [
        {"resource": {"attributes": attributes({"service.name": service})},
         "scopeSpans": [{"spans": spans}]} for service, spans in services.items()]}


TEXTS = pyarrow.map_(pyarrow.string(), pyarrow.string())
SCHEMA = pyarrow.schema([
    ("trace_id", pyarrow.string()), ("span_id", pyarrow.string()), ("parent_span_id", pyarrow.string()),
    ("service_name", pyarrow.string()), ("name", pyarrow.string()), ("kind", pyarrow.int32()),
    ("start_time_unix_nano", pyarrow.int64()), ("end_time_unix_nano", pyarrow.int64()),
    ("status_code", pyarrow.int32()), ("attributes", TEXTS),
    ("events", pyarrow.list_(pyarrow.struct([("name", pyarrow.string()), ("attributes", TEXTS)]))),
])


def row(trace, span):
    return {
        "trace_id": trace.identifier, "span_id": span["id"], "parent_span_id": span["parent"] or None,
        "service_name": span["service"], "name": span["name"], "kind": span["kind"],
        "start_time_unix_nano": span["start"], "end_time_unix_nano": span["end"],
        "status_code": 2 if span["failed"] else 0, "attributes": list(span["attributes"].items()),
        "events": [
            {"name": event["name"], "attributes": list(event["attributes"].items())}
            for event in span["events"]],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--hostile", action="store_true")
    parser.add_argument("--repeats", action="store_true")
    options = parser.parse_args()
    randomness, other = random.Random(options.seed), random.Random(options.seed)
    written = number = 0
    with open(f"{options.folder}/spans.jsonl", "w") as lines, pyarrow.parquet.ParquetWriter(
            f"{options.folder}/spans.parquet", SCHEMA) as table:
        rows = []
        while written * options.copies < options.count:
            number += 1
            trace = Trace(randomness, 1_766_000_000_000_000_000 + number * 1_000_000_000)
            (hostile if options.hostile else shop)(trace)
            written += len(trace.spans)
            if options.repeats:
                repeat(trace, other)
            text = json.dumps(otlp(trace), ensure_ascii=False, separators=(",", ":")) + "\n"
            for copy in range(options.copies):
                lines.write(text.replace(trace.identifier, f"{copy:02x}{trace.identifier[2:]}"))
            rows += [row(trace, span) for span in trace.spans]
            if len(rows) > 50_000 or written * options.copies >= options.count:
                batch = pyarrow.Table.from_pylist(rows, SCHEMA)
                for copy in range(options.copies):
                    identifiers = pyarrow.compute.binary_replace_slice(
                        batch["trace_id"].cast(pyarrow.binary()), 0, 2, f"{copy:02x}".encode())
                    table.write_table(batch.set_column(0, "trace_id", identifiers.cast(pyarrow.string())))
                rows = []
    print(written * options.copies)


if __name__ == "__main__":
    main()
