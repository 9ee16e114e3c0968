#!/usr/bin/env python3
"""The scripts of tests/lang and tests/phpt as pages of `phant serve`: each is asked for several times, among others, and must answer
what it answered first. What a worker keeps from request to request (compiled code, linked classes, inline caches) must not show.

    tests/repeated.py [--php BIN] [--rounds N] [FILTER...]
"""
import argparse, re, shutil, signal, socket, subprocess, sys, tempfile, time, urllib.error, urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import PHANT, php_words

HERE = Path(__file__).resolve().parent
# What differs from request to request by itself.
CHANGES = re.compile(rb'0x[0-9a-f]+|\d+\.\d{3,}|\b\d{9,}\b')


def pages(root, filters):
    """Copies of the scripts, by their addresses."""
    found = []
    for path in sorted(HERE.glob('lang/**/*.php')):
        found.append((f'lang/{path.relative_to(HERE / "lang").as_posix()}', path.read_bytes()))
    for path in sorted(HERE.glob('phpt/**/*.phpt')):
        parts = dict(re.findall(rb'^--([A-Z]+)--\r?\n(.*?)(?=^--[A-Z]+--|\Z)', path.read_bytes(), re.M | re.S))
        if not parts.get(b'INI', b'').strip():
            found.append((f'phpt/{path.relative_to(HERE / "phpt").with_suffix(".php").as_posix()}', parts[b'FILE']))
    wanted = [(name, text) for name, text in found if not filters or any(f in name for f in filters)]
    for name, text in wanted:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text)
    shutil.copytree(HERE / 'lang', root / 'lang', dirs_exist_ok=True, ignore=lambda d, names: [n for n in names if n.endswith('.php')])
    return [name for name, _ in wanted]


def ask(port, page):
    try:
        with urllib.request.urlopen(f'http://127.0.0.1:{port}/{page}', timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.read()
    except OSError as error:
        return 0, str(error).encode()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(PHANT))
    parser.add_argument('--rounds', type=int, default=5)
    parser.add_argument('filters', nargs='*')
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as log:
        root = Path(folder).resolve() / 'www'
        root.mkdir()
        names = pages(root, arguments.filters)
        with socket.socket() as free:
            free.bind(('127.0.0.1', 0))
            port = free.getsockname()[1]
        command = [*php_words(arguments.php), '-d', 'opcache.file_update_protection=0', '-d', 'opcache.record_warnings=1', '-d', 'max_execution_time=60', 'serve', str(root),
                   '--listen', f'127.0.0.1:{port}', '--workers', '1', '--access-log', 'off']
        server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            for _ in range(500):
                if ask(port, 'none.txt')[0] == 404:
                    break
                time.sleep(0.02)
            first = {name: ask(port, name) for name in names}
            # Scripts that do not even repeat themselves at once say nothing.
            unstable = {name for name in names if CHANGES.sub(b'#', ask(port, name)[1]) != CHANGES.sub(b'#', first[name][1])}
            bad = set()
            for _ in range(arguments.rounds):
                for name in names:
                    status, text = ask(port, name)
                    if name not in unstable and (status, CHANGES.sub(b'#', text)) != (first[name][0], CHANGES.sub(b'#', first[name][1])):
                        bad.add(name)
            for name in sorted(bad):
                status, text = ask(port, name)
                print(f'FAIL {name}: {first[name][0]}, then {status}')
                old, new = (CHANGES.sub(b'#', t).splitlines() for t in (first[name][1], text))
                for a, b in [(a, b) for a, b in zip(old, new) if a != b][:2]:
                    print('  -', a.decode(errors='replace')[:200], '\n  +', b.decode(errors='replace')[:200])
            if unstable:
                print('differ at the second request already:', ' '.join(sorted(unstable)))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)
        log.seek(0)
        deaths = log.read().count(b'another one takes its place')
        print(f'{deaths} processes died')
        print(f'{len(names) - len(bad) - len(unstable)} passed, {len(bad) + bool(deaths)} failed')
        return bool(bad or deaths)


if __name__ == '__main__':
    sys.exit(main())
