#!/usr/bin/env python3
"""Writes the tables of HTML entities and of single-byte encodings in ext/standard/src/html/.

    html_tables.py           writes entities.rs and tables.rs
    html_tables.py --check   says which of them is not what this script writes, and fails then

Names and characters come from Python's own copies of the lists (html.entities has those of HTML 4.01 and of the HTML
standard, codecs the encodings). Which of several names of one character encoding prefers is PHP's choice and stands in
preferred_entities.txt; `html_tables.py --preferred PHP` asks a PHP for that list.
"""
import codecs, html.entities, subprocess, sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent / 'src/html'
WIDTH = 130
ENCODINGS = {
    'ISO_8859_5': 'iso8859-5',
    'ISO_8859_15': 'iso8859-15',
    'CP1251': 'cp1251',
    'CP1252': 'cp1252',
    'CP866': 'cp866',
    'KOI8_R': 'koi8-r',
    'MAC_ROMAN': 'mac-roman',
}
ENTITIES_HEAD = '''//! The named entities of HTML 4.01 and HTML 5 (the lists of the HTML standards).
//!
//! Written by `ext/standard/generate/html_tables.py`.

/// An entity: its name, its one or two code points (0: only one), and whether encoding prefers it over other names of
/// the same character. Sorted by name.
pub(super) type Entity = (&'static str, u32, u32, bool);
'''
TABLES_HEAD = '''//! Single-byte encodings: the code points of bytes 0x80 to 0xff; 0xffff where there is none.
//!
//! Written by `ext/standard/generate/html_tables.py`.
'''


def html5():
    """Names with their characters; those that may go without `;` are in Python's list twice."""
    return {name[:-1]: text for name, text in html.entities.html5.items() if name.endswith(';')}


def html4():
    return {name: chr(code) for name, code in html.entities.name2codepoint.items()}


def ambiguous(names):
    """Characters with more than one name."""
    by_text = {}
    for name, text in names.items():
        by_text.setdefault(text, []).append(name)
    return {text: sorted(all_of_it) for text, all_of_it in by_text.items() if len(all_of_it) > 1}


def ask_for_preferred(php):
    code = 'echo json_encode(get_html_translation_table(HTML_ENTITIES, ENT_QUOTES | ENT_HTML5));'
    import json
    table = json.loads(subprocess.run([php, '-n', '-r', code], capture_output=True, check=True).stdout)
    several = ambiguous(html5())
    return sorted(name[1:-1] for text, name in table.items() if text in several)


def rows(items, end=','):
    """Items with a comma behind each, as many to a line as fit."""
    lines, line = [], '   '
    for item in items:
        if len(line) + len(item) + 2 > WIDTH - 1:
            lines.append(line)
            line = '   '
        line += f' {item}{end}'
    return lines + [line]


def entities():
    preferred = set((HERE / 'preferred_entities.txt').read_text().split())
    out = [ENTITIES_HEAD.rstrip('\n')]
    for title, constant, names in [('HTML 5.', 'HTML5', html5()), ('HTML 4.01.', 'HTML4', html4())]:
        several = ambiguous(names)
        items = []
        for name in sorted(names):
            text = names[name]
            first, second = ord(text[0]), ord(text[1]) if len(text) > 1 else 0
            chosen = text not in several or name in preferred
            items.append(f'("{name}", {first:#x}, {second:#x}, {str(chosen).lower()})')
        out += ['', f'/// {title}', '#[rustfmt::skip]', f'pub(super) static {constant}: [Entity; {len(items)}] = [']
        out += rows(items) + ['];']
    return '\n'.join(out) + '\n'


def tables():
    out = [TABLES_HEAD.rstrip('\n')]
    for constant, encoding in ENCODINGS.items():
        codes = []
        for byte in range(0x80, 0x100):
            text = codecs.decode(bytes([byte]), encoding, 'replace')
            codes.append(0xffff if text == '\ufffd' else ord(text))
        out += ['', '#[rustfmt::skip]', f'pub(super) static {constant}: [u16; 128] = [']
        out += ['    ' + ', '.join(f'{code:#06x}' for code in codes[at:at + 16]) + ',' for at in range(0, 128, 16)] + ['];']
    return '\n'.join(out) + '\n'


def main(arguments):
    if arguments[:1] == ['--preferred']:
        (HERE / 'preferred_entities.txt').write_text('\n'.join(ask_for_preferred(arguments[1])) + '\n')
        return 0
    stale = 0
    for name, text in [('entities.rs', entities()), ('tables.rs', tables())]:
        path = TARGET / name
        if arguments[:1] != ['--check']:
            path.write_text(text)
        elif path.read_text() != text:
            print(f'{path.name} is not what {Path(__file__).name} writes')
            stale = 1
    return stale


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
