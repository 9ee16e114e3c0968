#!/usr/bin/env python3
"""Whether the recorded profile belongs to the release build: its functions are found by their names.

    tests/profile.py [BINARY]

Names change with the compiler, with dependencies and with how symbols are mangled; then the build is silently made without a profile,
and slower. What was added or renamed since the recording has none either, so not all have to be there. See pgo/README.md.
"""
import re, subprocess, sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BINARY = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / 'target/release/phant')
# Handlers of the interpreter: every recording has run most of them.
HANDLER = re.compile(r'\S*phant_vm11interpreter3ops\S*')
ENOUGH = 0.7


def main():
    compiler = subprocess.check_output(['rustc', '-V'], text=True, cwd=ROOT).strip()
    if compiler != (ROOT / 'pgo/compiler').read_text().strip():
        print(f'skipped: the profile belongs to another compiler than {compiler}')
        return
    symbols = subprocess.run(['nm', str(BINARY)], capture_output=True, text=True, check=True).stdout
    # The parts of a function that never ran are symbols of their own.
    handlers = sorted({name for name in symbols.split() if HANDLER.fullmatch(name) and not name.endswith('.cold')})
    profile = (ROOT / 'pgo/phant.profdata').read_bytes()
    found = sum(name.encode() in profile for name in handlers)
    print(f'{found} of {len(handlers)} functions of the interpreter have a profile')
    if len(handlers) < 500 or found < ENOUGH * len(handlers):
        sys.exit('the build is made without most of its profile: record it again (pgo/record.py)')


if __name__ == '__main__':
    main()
