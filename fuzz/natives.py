#!/usr/bin/env python3
"""Calls every native function and method with hostile arguments and looks for crashes.

    fuzz/natives.py [--php BIN] [--seed N] [--calls N] [--out FOLDER] [FILTER...]

Each function, and each class with all its methods, has a process of its own: fuzz/natives.php makes the calls, under the
guards of fuzz/scripts.py. FILTER is a part of a name.
"""
import argparse, collections, re, subprocess, sys, tempfile
from pathlib import Path

import scripts

# They wait for something, or end the process, as they should.
LEFT_OUT = set(scripts.FORBIDDEN.split(',')) | {'exit', 'die', 'stream_select', 'flock', 'stream_socket_accept', 'fgetc', 'readline_callback_read_char',
                                                'set_time_limit', 'register_shutdown_function', 'gc_disable', 'error_log', 'stream_wrapper_unregister', 'syslog'}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(scripts.HERE.parent / 'target/debug/phant'))
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--calls', type=int, default=300)
    parser.add_argument('--out', default=str(Path(tempfile.gettempdir()) / 'phant-fuzz'))
    parser.add_argument('filters', nargs='*')
    arguments = parser.parse_args()
    listing = subprocess.run([arguments.php, '-n', '-r', 'echo implode("\n", get_defined_functions()["internal"]), "\n", implode("\n", get_declared_classes());'],
                             capture_output=True, text=True, check=True).stdout.split()
    names = [n for n in listing if n not in LEFT_OUT and (not arguments.filters or any(f in n for f in arguments.filters))]
    out = Path(arguments.out)
    out.mkdir(parents=True, exist_ok=True)
    text = (scripts.HERE / 'natives.php').read_bytes()
    found = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        runner = scripts.Runner(arguments.php, Path(folder))
        for name in names:
            script = text.replace(b'[, $name, $seed, $calls] = $argv;',
                                  f'[$name, $seed, $calls] = [\'{name}\', {arguments.seed}, {arguments.calls}];'.encode())
            wrong, output = runner.run(script, limit=10)
            last = runner.scratch / 'last'
            at = last.read_text(errors='replace') if last.exists() else '?'
            runner.fresh()
            if wrong:
                found[wrong] += 1
                print(f'{name}: {wrong}, at {at}', flush=True)
                (out / (re.sub(r'[^\w]+', '-', name) + f'-{arguments.seed}.php')).write_bytes(script)
                (out / (re.sub(r'[^\w]+', '-', name) + f'-{arguments.seed}.txt')).write_bytes(output[-20_000:])
    print(f'{len(names)} functions and classes, {sum(found.values())} found')
    sys.exit(bool([k for k in found if not k.startswith('late')]))


if __name__ == '__main__':
    main()
