#!/usr/bin/env python3
"""Compares what is built in with PHP 8.4's: functions, classes, constants and settings of the extensions that Phant has.

    tests/api.py [--php BIN] [EXTENSION...]

Prints what is missing and what has another signature, by extension. The reference is a dump of PHP's Reflection beside
the repository (shared/reference/php-8.4/*.json); without it nothing is compared. What is known to differ is in
tests/api-known.txt, one line each, `*` standing for anything; anything else is a failure.
"""
import argparse, json, subprocess, sys, textwrap
from fnmatch import fnmatchcase
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from common import PHANT, SHARED, php_words

KNOWN = HERE / 'api-known.txt'
# Settings and constants that say where and how PHP was built.
ANYTHING = {'PHP_BINARY', 'PHP_PREFIX', 'PHP_BINDIR', 'PHP_LIBDIR', 'PHP_DATADIR', 'PHP_SYSCONFDIR', 'PHP_EXTENSION_DIR', 'PHP_OS',
            'PEAR_INSTALL_DIR', 'PEAR_EXTENSION_DIR', 'DEFAULT_INCLUDE_PATH', 'PHP_MANDIR', 'PHP_SBINDIR', 'PHP_LOCALSTATEDIR',
            'PHP_CONFIG_FILE_PATH', 'PHP_CONFIG_FILE_SCAN_DIR', 'PHP_BUILD_DATE', 'PHP_BUILD_PROVIDER', 'PHP_EXTRA_VERSION', 'PHP_VERSION', 'PHP_SAPI'}


def types(text):
    """A type as a set: `?int` and `int|null` are the same, and the order says nothing."""
    if text is None:
        return None
    text = text.replace('(', '').replace(')', '')
    words = {'null', text[1:]} if text.startswith('?') else set(text.split('|'))
    return frozenset(words | {'true', 'false'} - {'bool'} if 'bool' in words else words)


def signature(f):
    params = ', '.join(
        f"{p['type'] + ' ' if p.get('type') else ''}{'&' if p.get('byref') else ''}{'...' if p.get('variadic') else ''}${p['name']}"
        f"{' = ?' if is_optional(p) else ''}" for p in f['params'])
    return f"({params}){': ' + f['return'] if f.get('return') else ''}"


def is_optional(p):
    return bool(p.get('optional') or 'default' in p) and not p.get('variadic')


def same_function(a, b):
    if len(a['params']) != len(b['params']) or types(a.get('return')) != types(b.get('return')):
        return False
    return all(x['name'] == y['name'] and types(x.get('type')) == types(y.get('type')) and bool(x.get('byref')) == bool(y.get('byref'))
               and bool(x.get('variadic')) == bool(y.get('variadic')) and is_optional(x) == is_optional(y)
               for x, y in zip(a['params'], b['params']))


def compare_class(name, want, have):
    for what in ('kind', 'parent', 'modifiers'):
        if (want.get(what) or '') != (have.get(what) or ''):
            yield f"{name}: {what} is {have.get(what)!r}, not {want.get(what)!r}"
    if set(want['interfaces']) != set(have['interfaces']):
        yield f"{name}: interfaces are {sorted(have['interfaces'])}, not {sorted(want['interfaces'])}"
    for constant in want['constants']:
        if constant not in have['constants']:
            yield f'{name}::{constant} is missing'
    for prop, entry in want['properties'].items():
        mine = have['properties'].get(prop)
        if mine is None:
            yield f'{name}::${prop} is missing'
        elif mine['modifiers'] != entry['modifiers'] or types(mine.get('type')) != types(entry.get('type')):
            yield f"{name}::${prop}: {mine['modifiers']} {mine.get('type')}, not {entry['modifiers']} {entry.get('type')}"
    mine = {m.lower(): m for m in have['methods']}
    for method, entry in want['methods'].items():
        found = have['methods'].get(mine.get(method.lower(), ''))
        if found is None:
            yield f'{name}::{method}() is missing'
        elif not same_function(entry, found) or entry['modifiers'] != found['modifiers']:
            yield f"{name}::{method}: {found['modifiers']} {signature(found)}, not {entry['modifiers']} {signature(entry)}"


def compare(want, have):
    for name, entry in want['functions'].items():
        mine = have['functions'].get(name)
        if mine is None:
            yield f'{name}() is missing'
        elif not same_function(entry, mine):
            yield f'{name}: {signature(mine)}, not {signature(entry)}'
    for name, value in want['constants'].items():
        mine = have['constants'].get(name, '*')
        if mine == '*':
            yield f'constant {name} is missing'
        elif name not in ANYTHING and isinstance(value, (int, str, bool)) and mine != '?' and mine != value:
            yield f'constant {name} is {mine!r}, not {value!r}'
    for name in want['ini']:
        if name not in have['ini']:
            yield f'setting {name} is missing'
    classes = {c.lower(): c for c in have['classes']}
    for name, entry in want['classes'].items():
        mine = have['classes'].get(classes.get(name.lower(), ''))
        if mine is None:
            yield f'class {name} is missing'
        else:
            yield from compare_class(name, entry, mine)


KINDS = ('functions', 'classes', 'constants', 'ini')


def summary(folder, built_in, everything):
    """A table of how much of each extension there is."""
    lines = ['# Functions, classes, constants and settings', '',
             "How many of PHP 8.4's there are, of those that have PHP's signatures, values and members, by extension; written by",
             '`tests/api.py --summary`. A folder of figures says nothing about behaviour: that is what the tests are for.', '',
             '| extension | functions | classes | constants | settings |', '|---|--:|--:|--:|--:|']
    missing, sums = [], {kind: [0, 0] for kind in KINDS}
    for path in sorted(folder.glob('*.json')):
        want = json.loads(path.read_text())
        want = {kind: dict(want.get(kind) or {}) for kind in KINDS}
        if path.stem not in built_in:
            missing.append(path.stem)
        cells = []
        for kind in KINDS:
            alone = {k: {} for k in KINDS}
            good = sum(not any(compare({**alone, kind: {name: entry}}, everything)) for name, entry in want[kind].items())
            sums[kind] = [sums[kind][0] + good, sums[kind][1] + len(want[kind])]
            cells.append('' if not want[kind] else f'{good} of {len(want[kind])}')
        if path.stem in built_in:
            lines.append(f'| {path.stem} | ' + ' | '.join(cells) + ' |')
    lines.append('| all of PHP\'s | ' + ' | '.join(f'{good} of {total}' for good, total in sums.values()) + ' |')
    lines += ['', *textwrap.wrap(f'Not there as a whole: {", ".join(missing)}.', 120)] if missing else []
    return '\n'.join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(PHANT))
    parser.add_argument('--all', action='store_true', help='print what is known, too')
    parser.add_argument('--summary', action='store_true', help='print docs/api-parity.md: how much of each extension there is')
    parser.add_argument('extensions', nargs='*')
    arguments = parser.parse_args()
    folder = SHARED / 'reference/php-8.4'
    if not folder.is_dir():
        print(f'no {folder}: nothing to compare with')
        return 0
    child = subprocess.run([*php_words(arguments.php), '-n', '-d', 'memory_limit=-1', str(HERE / 'api.php')], stdout=subprocess.PIPE)
    built_in = {name.lower().replace(' ', '_'): entry for name, entry in json.loads(child.stdout).items()}
    known = KNOWN.read_text().split('\n') if KNOWN.exists() else []
    passed = failed = expected = 0
    # What one extension lacks, another may have: a few functions are at home elsewhere than in PHP.
    everything = {kind: {k: v for e in built_in.values() for k, v in dict(e[kind] or {}).items()} for kind in ('functions', 'classes', 'constants', 'ini')}
    if arguments.summary:
        print(summary(folder, built_in, everything))
        return 0
    for path in sorted(folder.glob('*.json')):
        name = path.stem
        if name not in built_in or arguments.extensions and name not in arguments.extensions:
            continue
        want = json.loads(path.read_text())
        want = {**{kind: dict(want.get(kind) or {}) for kind in ('functions', 'classes', 'constants', 'ini')}}
        problems = [f'{name}: {line}' for line in compare(want, everything)]
        new = [line for line in problems if not any(line == k or '*' in k and fnmatchcase(line, k) for k in known)]
        expected += len(problems) - len(new)
        failed += len(new)
        passed += sum(len(v) for v in want.values())
        for line in problems if arguments.all else new:
            print(line)
    if expected:
        print(f'{expected} known to differ')
    print(f'{passed - failed - expected} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
