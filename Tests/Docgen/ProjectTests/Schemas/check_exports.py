"""Reads exported traces with the schema classes of Perfetto and OpenTelemetry.

Usage: check_exports.py FOLDER, with NAME.pftrace, NAME.json and NAME.otlp.jsonl in it for each
trace. Prints one line for each file with what it holds; ends with 1 at the first that is wrong.
"""

import decimal
import json
import pathlib
import sys

from google.protobuf import json_format
from opentelemetry.proto.trace.v1 import trace_pb2
from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as perfetto


def fail(path, message):
    sys.exit(f"{path.name}: {message}")


def check_perfetto(path):
    trace = perfetto.Trace()
    trace.ParseFromString(path.read_bytes())
    kinds = perfetto.TrackEvent.Type
    tracks, open_slices, states = {}, {}, set()
    begun, ended, flows, endings, last = 0, 0, [], [], 0
    for packet in trace.packet:
        if packet.HasField("track_descriptor"):
            descriptor = packet.track_descriptor
            tracks[descriptor.uuid] = descriptor.name
            if descriptor.HasField("state"):
                states.add(descriptor.uuid)
            continue
        event = packet.track_event
        if event.track_uuid not in tracks:
            fail(path, f"an event on the unknown track {event.track_uuid}")
        if packet.timestamp < last:
            fail(path, f"time falls from {last} to {packet.timestamp}")
        last = packet.timestamp
        stack = open_slices.setdefault(event.track_uuid, [])
        if event.type == kinds.Value("TYPE_SLICE_BEGIN"):
            begun += 1
            stack.append(event.name)
        elif event.type == kinds.Value("TYPE_SLICE_END"):
            ended += 1
            if not stack:
                fail(path, "a slice ends that has not begun")
            stack.pop()
        elif (event.type == kinds.Value("TYPE_STATE")) != (event.track_uuid in states):
            fail(path, "a state on a track that is none, or something else on one that is")
        flows += event.flow_ids
        endings += event.terminating_flow_ids
    if any(open_slices.values()) or begun != ended:
        fail(path, f"{begun} slices begin and {ended} end")
    if len(set(flows)) != len(flows) or sorted(flows) != sorted(endings):
        fail(path, "a flow has no end, or two")
    return f"{len(tracks)} tracks, {begun} slices, {len(flows)} flows"


def check_chrome(path):
    trace = json.loads(path.read_text(), parse_float=decimal.Decimal)
    pairs, flows = {}, {}
    for event in trace["traceEvents"]:
        if (event["ts"] * 1000) % 1 != 0:
            fail(path, f"{event['ts']} is no whole number of nanoseconds")
        if event["ph"] in "be":
            pair = pairs.setdefault((event["cat"], event["id"]), [])
            pair.append((event["ph"], event["ts"], event["tid"]))
        for way in ("flow_out", "flow_in"):
            if event.get(way):
                flows.setdefault(event["bind_id"], []).append(way)
    for key, pair in pairs.items():
        if [kind for kind, _, _ in pair] != ["b", "e"]:
            fail(path, f"{key} has not one beginning and one end")
        if pair[0][1] > pair[1][1] or pair[0][2] != pair[1][2]:
            fail(path, f"{key} ends before it begins, or on another track")
    if any(ways != ["flow_out", "flow_in"] for ways in flows.values()):
        fail(path, "a flow has not one end on each side")
    return f"{len(pairs)} pairs, {len(flows)} flows"


def check_otlp(path):
    spans = {}
    for line in path.read_text().splitlines():
        data = json_format.Parse(hex_to_base64(line), trace_pb2.TracesData())
        for resource in data.resource_spans:
            for scope in resource.scope_spans:
                for span in scope.spans:
                    spans[span.span_id] = span
    for span in spans.values():
        if len(span.trace_id) != 16 or len(span.span_id) != 8:
            fail(path, "an identifier of the wrong length")
        if span.parent_span_id and span.parent_span_id not in spans:
            fail(path, f"the parent of {span.name} is missing")
        if not span.start_time_unix_nano <= span.end_time_unix_nano:
            fail(path, f"{span.name} ends before it begins")
        keys = [attribute.key for attribute in span.attributes]
        if len(set(keys)) != len(keys):
            fail(path, f"{span.name} has an attribute twice")
    return f"{len(spans)} spans"


def hex_to_base64(line):
    """OTLP/JSON writes identifiers in hexadecimal, where protobuf's own JSON has base64."""
    import base64

    def convert(value):
        if isinstance(value, dict):
            return {
                key: base64.b64encode(bytes.fromhex(item)).decode()
                if key in ("traceId", "spanId", "parentSpanId")
                else convert(item)
                for key, item in value.items()
            }
        return [convert(item) for item in value] if isinstance(value, list) else value

    return json.dumps(convert(json.loads(line)))


CHECKS = {".pftrace": check_perfetto, ".json": check_chrome, ".jsonl": check_otlp}

for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    print(path.name, CHECKS[path.suffix](path), sep="\t")
