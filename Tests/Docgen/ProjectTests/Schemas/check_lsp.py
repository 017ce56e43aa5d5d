"""Reads what a language server has sent with the types of the protocol (lsprotocol).

Usage: check_lsp.py TRANSCRIPT. A line of it is {"method": …, "message": …}: a notification or request
of the server, or the answer to that method. Ends with 1 where a message is not of its type, or has a
key that its type does not have.
"""

import json
import sys

import attrs
from lsprotocol import converters, types

converter = converters.get_converter()


def camel(name):
    head, *rest = name.rstrip("_").split("_")
    return head + "".join(word.capitalize() for word in rest)


def keys(value, raw, path):
    """Fails on what was sent and not read."""
    if isinstance(raw, list):
        items = value if isinstance(value, (list, tuple)) else []
        for index, (one, other) in enumerate(zip(items, raw)):
            keys(one, other, f"{path}[{index}]")
    elif isinstance(raw, dict) and attrs.has(type(value)):
        known = {camel(field.name): field.name for field in attrs.fields(type(value))}
        for key, inner in raw.items():
            if key == "jsonrpc":
                continue
            if key not in known:
                sys.exit(f"{path}: {type(value).__name__} has no `{key}`")
            keys(getattr(value, known[key]), inner, f"{path}.{key}")


count = 0
for number, line in enumerate(open(sys.argv[1], encoding="utf-8"), 1):
    entry = json.loads(line)
    method, message = entry["method"], entry["message"]
    kinds = types.METHOD_TO_TYPES.get(method)
    if kinds is None:
        sys.exit(f"line {number}: the protocol has no `{method}`")
    request, response = kinds[0], kinds[1]
    is_answer = "method" not in message
    if is_answer and "error" in message:
        kind = types.ResponseErrorMessage
    else:
        kind = response if is_answer else request
    try:
        value = converter.structure(message, kind)
    except Exception as error:  # whatever the converter says about it
        sys.exit(f"line {number}, {method}: {error!r}\n{json.dumps(message)[:2000]}")
    keys(value, message, f"line {number}, {method}")
    count += 1
print(f"{count} messages")
