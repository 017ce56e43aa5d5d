"""Prints how all locales of Babel write values with units, for the test of the number reader:

    TEXT <tab> UNIT <tab> VALUE

With --sample, only a few values of some locales, each combination of separators once.
"""

import sys
from decimal import Decimal

from babel import Locale
from babel.localedata import locale_identifiers
from babel.units import format_unit

UNITS = {
    "ms": "duration-millisecond",
    "s": "duration-second",
    "kB": "digital-kilobyte",
    "B": "digital-byte",
}
VALUES = """0 7 20 999 1000 1530 2717 9999 12345 79041 99409 200000 1106818 3990413161
    0.5 1.5 2.25 1.53 0.125 1.125 42.75 1530.25 12345.678""".split()


def texts(values):
    for name in sorted(locale_identifiers()):
        locale = Locale.parse(name)
        systems = {"latn", locale.default_numbering_system}
        for system in sorted(systems & set(locale.number_symbols)):
            for unit, key in UNITS.items():
                for value in values:
                    text = format_unit(
                        Decimal(value), key, length="short", locale=locale, numbering_system=system
                    )
                    yield name, system, text, unit, value


def main():
    seen = set()
    if "--sample" in sys.argv:
        shapes = set()
        for name, system, text, unit, value in texts(["1530", "1106818", "0.5"]):
            label = "".join(c for c in text if not c.isdigit())
            digits = "".join(c for c in text if c.isdigit())[:1]
            shape = (label, digits > "9")
            if shape not in shapes and hash_of(name) % 6 == 0:
                shapes.add(shape)
                print(text, unit, value, sep="\t")
        return
    names = set()
    for name, system, text, unit, value in texts(VALUES):
        names.add(name)
        line = (text, unit, value)
        if line not in seen:
            seen.add(line)
            print(*line, sep="\t")
    print(f"{len(names)} locales, {len(seen)} texts", file=sys.stderr)


def hash_of(name):
    return sum(map(ord, name))


main()
