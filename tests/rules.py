#!/usr/bin/env python3
"""Rules about the code that no compiler checks. Prints what breaks them, and "N passed, N failed" over the files.

- No Rust file has over 1,500 lines, unless it is a table of like entries (named in TABLES).
- `unsafe` is in crates/memory, crates/vm and thin crates around system libraries (named in UNSAFE) only; every other
  crate says `#![forbid(unsafe_code)]`.
- Every unsafe block and implementation has a SAFETY comment, every unsafe function a Safety section or such a comment.
- No function has over 100 lines, unless it is a table (named in TABLE_FUNCTIONS): one `match` with an arm for each kind.
- Lines of the papers in docs/ have at most 140 characters; rows of tables may be longer.
- Generated tables are what their generators (named in GENERATORS) write.
- In the engine no file imports from a storey above its own.
- `syntax` knows no runtime, `bytecode` executes nothing, extensions know neither the engine nor its compiler.
"""
import re, subprocess, sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_LINES = 1500
TABLES = set()
MOST_FUNCTION_LINES = 100
# One arm for each kind of node.
TABLE_FUNCTIONS = {
    ('crates/syntax/src/ast/print/expression.rs', 'expr'),
    ('crates/syntax/src/ast/print/statement.rs', 'statement'),
    ('crates/syntax/src/ast/visit.rs', 'walk'),
    ('crates/compiler/src/lower/expression.rs', 'expr'),
    ('crates/compiler/src/lower/statement.rs', 'statement'),
}
MOST_PAPER_COLUMNS = 140
UNSAFE = {'crates/memory', 'crates/vm', 'crates/os', 'crates/pcre2', 'crates/sqlite', 'crates/curl'}
GENERATORS = ['ext/standard/generate/html_tables.py']
# What a crate may not depend on.
APART = {
    'crates/syntax': {'phant-memory', 'phant-native', 'phant-vm', 'phant-bytecode', 'phant-compiler'},
    'crates/bytecode': {'phant-native', 'phant-vm', 'phant-compiler'},
    'crates/analysis': {'phant-native', 'phant-vm', 'phant-compiler'},
    'crates/native': {'phant-vm', 'phant-compiler', 'phant-streams', 'phant-ini'},
    'crates/streams': {'phant-vm', 'phant-compiler'},
    'crates/ini': {'phant-memory', 'phant-native'},
    'crates/numeric': {'phant-memory', 'phant-text'},
    'crates/text': {'phant-memory', 'phant-native'},
    'ext/*': {'phant-vm', 'phant-compiler', 'phant-server', 'phant-cli'},
}
ENGINE = 'crates/vm/src'
# From below.
STOREYS = ['runtime', 'interpreter', 'request']
# Strings, characters and comments, to be blanked out before code is looked at.
LITERAL = re.compile(r'''//[^\n]*|/\*.*?\*/|b?r(\#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?'(?:\\.[^']*|[^'\\])\'''', re.S)


def code_of(text):
    """The text with literals and comments blanked, line by line as before."""
    return LITERAL.sub(lambda m: re.sub(r'[^\n]', ' ', m[0]), text)


def crates():
    for manifest in sorted([*ROOT.glob('crates/*/Cargo.toml'), *ROOT.glob('ext/*/Cargo.toml'), *ROOT.glob('bench/*/Cargo.toml'),
                            *ROOT.glob('fuzz/Cargo.toml')]):
        yield manifest.parent.relative_to(ROOT).as_posix(), manifest


def explained(lines, number):
    """Whether a line of code is explained: on it, or in the comment and statement above it."""
    for above in range(number, max(number - 24, -1), -1):
        line = lines[above].strip()
        if 'SAFETY:' in line or '# Safety' in line:
            return True
        if above < number and (line.endswith((';', '}')) and not line.startswith('//') or not line):
            return False
    return False


def functions(code):
    """Name, first line and number of lines of each function with a body. Literals are blanked out."""
    for found in re.finditer(r'\bfn\s+(\w+)', code):
        at, depth = found.end(), 0
        while at < len(code) and (depth or code[at] not in '{;'):
            depth += {'(': 1, '[': 1, ')': -1, ']': -1}.get(code[at], 0)
            at += 1
        if code[at:at + 1] != '{':
            continue
        depth = 0
        while at < len(code):
            depth += {'{': 1, '}': -1}.get(code[at], 0)
            if not depth:
                break
            at += 1
        yield found[1], code.count('\n', 0, found.start()) + 1, code.count('\n', found.start(), at) + 1


def check_paper(name, text):
    for number, line in enumerate(text.split('\n')):
        if len(line) > MOST_PAPER_COLUMNS and not line.lstrip().startswith('|'):
            yield f'{name}:{number + 1}: {len(line)} characters, more than {MOST_PAPER_COLUMNS}'


def check_file(name, path, unsafe_allowed):
    text = path.read_text()
    lines = text.split('\n')
    if len(lines) > MOST_LINES and name not in TABLES:
        yield f'{name}: {len(lines)} lines, more than {MOST_LINES}'
    code = code_of(text)
    for function, line, length in functions(code):
        if length > MOST_FUNCTION_LINES and (name, function) not in TABLE_FUNCTIONS:
            yield f'{name}:{line}: {function} has {length} lines, more than {MOST_FUNCTION_LINES}'
    code = code.split('\n')
    for number, line in enumerate(code):
        if not re.search(r'\bunsafe\b', line) or 'unsafe_' in line and not re.search(r'\bunsafe\b(?!_)', line):
            continue
        if not unsafe_allowed:
            yield f'{name}:{number + 1}: unsafe does not belong here'
        elif re.search(r'\bunsafe\s*(\{|impl\b|$)', line) and not explained(lines, number):
            yield f'{name}:{number + 1}: unsafe without a SAFETY comment'


def check_storey(name, path):
    """The storeys of the engine: a file imports from its own and from those below."""
    parts = path.relative_to(ROOT / ENGINE).parts
    if parts[0] not in STOREYS:
        return
    above = STOREYS[STOREYS.index(parts[0]) + 1 :]
    for number, line in enumerate(code_of(path.read_text()).split('\n')):
        for storey in above:
            if re.search(rf'\b{storey}::', line):
                yield f'{name}:{number + 1}: {parts[0]} stands below {storey}'


def dependencies(manifest):
    section = ''
    for line in manifest.read_text().split('\n'):
        if line.startswith('['):
            section = line.strip('[] ')
        elif section == 'dependencies' and (m := re.match(r'([\w-]+)\s*=', line)):
            yield m[1]


def main():
    files = failed = 0
    problems = []
    for crate, manifest in crates():
        allowed = crate in UNSAFE
        for path in sorted(manifest.parent.rglob('*.rs')):
            if 'target' in path.relative_to(manifest.parent).parts:
                continue
            files += 1
            name = path.relative_to(ROOT).as_posix()
            found = list(check_file(name, path, allowed))
            if path.is_relative_to(ROOT / ENGINE):
                found += check_storey(name, path)
            failed += bool(found)
            problems += found
        roots = [p for p in (manifest.parent / 'src/lib.rs', manifest.parent / 'src/main.rs') if p.exists()]
        for root in roots:
            files += 1
            if not allowed and '#![forbid(unsafe_code)]' not in root.read_text():
                problems.append(f'{root.relative_to(ROOT)}: #![forbid(unsafe_code)] is missing')
                failed += 1
        files += 1
        forbidden = APART.get(crate, APART['ext/*'] if crate.startswith('ext/') else set())
        for wrong in sorted(forbidden & set(dependencies(manifest))):
            problems.append(f'{manifest.relative_to(ROOT)}: must not depend on {wrong}')
            failed += 1
    for path in sorted((ROOT / 'docs').glob('*.md')):
        files += 1
        found = list(check_paper(path.relative_to(ROOT).as_posix(), path.read_text()))
        failed += bool(found)
        problems += found
    for generator in GENERATORS:
        files += 1
        stale = subprocess.run([ROOT / generator, '--check'], capture_output=True, text=True)
        if stale.returncode:
            problems.append(f'{generator}: {stale.stdout.strip() or stale.stderr.strip()}')
            failed += 1
    print('\n'.join(problems))
    print(f'{files - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
