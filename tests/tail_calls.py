#!/usr/bin/env python3
"""Opcode handlers hand over to the next instruction by a jump, in the release build.

A handler ends in a tail call that nothing guarantees: a local with a destructor, or whose address escapes, makes it an
ordinary call. Programs still run, on native stack that grows with every instruction, or leak. Reads the machine code
with objdump (binutils) and is skipped without it, and where the handlers are not x86-64.

    tests/tail_calls.py [BINARY]
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Handlers have the opcodes' names; the rest of one, jumped to, ends in `_tail`.
HANDLER = re.compile(r"::interpreter::ops::\w+::([A-Z]\w+|(?:.*::)?\w+_tail)$")
# The address of a handler is in the instruction, 16 bytes from its start.
INDIRECT = re.compile(r"\bcall\s+\*(?:%\w+|0x10\(%\w+\))$")
# Hooks that a tail calls through a pointer, none of them a handler.
CALLS_HOOKS = {"return_tail"}


def main() -> int:
    binary = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "target/release/phant"
    if not shutil.which("objdump"):
        print("skipped: no objdump")
        return 0
    listing = subprocess.run(
        ["objdump", "--disassemble", "--no-show-raw-insn", "--demangle", "--section=.text", binary],
        capture_output=True, text=True, check=True,
    ).stdout
    if "x86-64" not in listing[:200]:
        print("skipped: not x86-64")
        return 0
    handlers, calling, name = set(), {}, None
    for line in listing.splitlines():
        if start := re.match(r"[0-9a-f]+ <(.*)>:$", line):
            found = HANDLER.search(start[1])
            name = found[1] if found else None
            handlers.add(name)
        elif name and name not in CALLS_HOOKS and INDIRECT.search(line):
            calling.setdefault(name, line.strip().replace("\t", " "))
    handlers.discard(None)
    for name, line in sorted(calling.items()):
        print(f"{name} calls where it should jump: {line}")
    if len(handlers) < 100:
        print(f"only {len(handlers)} handlers found in {binary}: are their names stripped?")
        return 1
    print(f"{len(handlers) - len(calling)} passed, {len(calling)} failed")
    return 1 if calling else 0


if __name__ == "__main__":
    sys.exit(main())
