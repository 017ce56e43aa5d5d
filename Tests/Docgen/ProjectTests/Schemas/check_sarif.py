"""Reads a SARIF file with the schema's classes.

Usage: check_sarif.py FILE. Ends with 1 where a value is not of its type, a key is unknown, or a key
is missing that SARIF 2.1.0 demands.
"""

import sys

from pydantic import BaseModel
from sarif_pydantic import Sarif

# What the classes leave open: section 3 of the standard demands these.
DEMANDED = {
    "Run": ["tool"],
    "Result": ["message"],
    "ToolDriver": ["name"],
    "Message": ["text"],
    "ArtifactLocation": ["uri"],
    "Replacement": ["deleted_region"],
}
# What the classes lack, and the standard has (3.14.27).
LACKING = {"Run": {"columnKind"}}


def check(value, path):
    if isinstance(value, list):
        for index, element in enumerate(value):
            check(element, f"{path}[{index}]")
    elif isinstance(value, BaseModel):
        unknown = set(value.model_extra or {}) - LACKING.get(type(value).__name__, set())
        if unknown:
            sys.exit(f"{path}: unknown keys {sorted(unknown)}")
        for name in DEMANDED.get(type(value).__name__, []):
            if getattr(value, name, None) is None:
                sys.exit(f"{path}: {type(value).__name__} has no {name}")
        for name in value.model_fields_set:
            check(getattr(value, name), f"{path}.{name}")


sarif = Sarif.model_validate_json(open(sys.argv[1], encoding="utf-8").read())
check(sarif, "sarif")
print(f"{sum(len(run.results or []) for run in sarif.runs)} results")
