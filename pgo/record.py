#!/usr/bin/env python3
"""Records the profile that release builds use: builds Phant with counters, runs PHP of every kind with it, writes phant.profdata.

    pgo/record.py              build, run, write (about ten minutes on two cores; needs `rustup component add llvm-tools`)
    pgo/record.py --keep DIR   leave the raw counts there, for llvm-profdata show

What is run is in this repository: the operations, kernels and programs of bench/, the scripts of tests/, and applications in the
server: those of examples/, the wiki of site/ and the many classes of bench/http; and the libraries that bench/libraries uses, where they
are laid out. Each operation gets the same time, so that no kernel decides what is hot. A request runs most of its code once, so what the
server has counted has more weight: else the code that finds, links and calls things first would pass for code that hardly runs. So has
what libraries do, which is what most programs are made of.
"""
import argparse, http.client, os, re, shutil, socket, subprocess, sys, tempfile, time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
TARGET = ROOT / 'target/pgo'
PHANT = TARGET / 'release/phant'
PROFILE = HERE / 'phant.profdata'
REQUESTS = 3000
WEIGHTS = {'server': 20, 'library': 5}
sys.path.insert(0, str(ROOT / 'bench/http'))
import classes

PEERS = Path(os.environ.get('PEERS') or Path.home() / '.cache/phant-workloads')


def tool(name):
    """A program of rustup's component llvm-tools."""
    root = Path(subprocess.check_output(['rustc', '--print', 'sysroot'], text=True).strip())
    return next(root.glob(f'lib/rustlib/*/bin/{name}'), None) or sys.exit(f'no {name}: rustup component add llvm-tools')


def build(raw):
    """Phant with counters, but without the recorded profile: that would move the code that is counted."""
    flags = f'target."cfg(all())".rustflags = ["-Cprofile-generate={raw}"]'
    subprocess.run(['cargo', 'build', '--release', '--package', 'phant-cli', '--target-dir', str(TARGET), '--config', flags],
                   cwd=ROOT, env={**os.environ, 'PHANT_PROFILE': 'off'}, check=True)
    for counts in raw.glob('*'):  # of build scripts and procedural macros
        counts.unlink()


def run(title, *command, cwd=ROOT):
    print(f'== {title}', flush=True)
    result = subprocess.run([str(word) for word in command], cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors='replace')
    print((result.stdout.strip().splitlines() or [f'exit {result.returncode}'])[-1], flush=True)


def serve(folder, sessions, paths):
    """Asks a server for pages until each was had REQUESTS times."""
    print(f'== server: {folder}', flush=True)
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        port = free.getsockname()[1]
    settings = ['-d', f'session.save_path={sessions}', '-d', 'session.gc_probability=0']
    command = [PHANT, *settings, 'serve', '--workers', '1', '--listen', f'127.0.0.1:{port}', folder]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with socket.socket() as probe:
                if not probe.connect_ex(('127.0.0.1', port)):
                    break
            time.sleep(0.1)
        client = http.client.HTTPConnection('127.0.0.1', port, timeout=20)
        for _ in range(REQUESTS):
            for path in paths:
                client.request('GET', path)
                client.getresponse().read()
    finally:
        server.terminate()
        server.wait(20)


def train():
    run('operations', 'bench/operations.py', '--phant', PHANT, '--reference', PHANT, '--reference-ini', '', '--rounds', 1, '--budget', 3)
    for folder in ('kernels', 'programs'):
        for script in sorted((ROOT / 'bench' / folder).glob('*.php')):
            run(f'{folder}/{script.stem}', PHANT, '-n', script)
    for runner in ('programs', 'lang', 'phpt'):
        run(f'tests/{runner}', f'tests/{runner}/run.py', '--php', PHANT)
    for serializer in ('serialize', 'json', 'igbinary', 'msgpack'):
        for case in ('small', 'large', 'objects'):
            run(f'{serializer}, {case}', PHANT, '-n', 'bench/serializers/cases.php', serializer, case, 0.1)


def train_libraries():
    libraries = PEERS / 'phplib/usr/share/php'
    if not libraries.is_dir():
        print(f'== libraries: {libraries} is not there: they are left out', flush=True)
        return
    for case in sorted((ROOT / 'bench/libraries/cases').glob('*.php')):
        run(f'libraries/{case.stem}', PHANT, '-n', 'bench/libraries/harness.php', libraries, case.stem, 1)


def train_server():
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        sessions = folder / 'sessions'
        sessions.mkdir()
        small = folder / 'small'
        small.mkdir()
        (small / 'hello.php').write_text('<?php echo "Hello, ", htmlspecialchars($_GET["name"] ?? "world"), "\\n";')
        (small / 'empty.txt').write_text('')
        serve(small, sessions, ['/hello.php?name=you', '/empty.txt'])
        for application, paths in (('guestbook', ['/']), ('blog', ['/', '/login'])):
            shutil.copytree(ROOT / 'examples' / application, folder / application)
            serve(folder / application, sessions, paths)
        serve(HERE / 'site', sessions, ['/index.php', '/index.php?id=syntax', '/index.php?id=nowhere'])
        (folder / 'classes').mkdir()
        classes.write(folder / 'classes', 120)
        serve(folder / 'classes/www', sessions, ['/hello.php?n=3'])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--keep', type=Path, help='the folder for raw counts')
    arguments = parser.parse_args()
    merge = tool('llvm-profdata')
    with tempfile.TemporaryDirectory() as scratch:
        raw = (arguments.keep or Path(scratch)).resolve()
        raw.mkdir(parents=True, exist_ok=True)
        build(raw)
        # A pool of files that processes merge their counts into as they end.
        for kind, part in (('', train), ('library-', train_libraries), ('server-', train_server)):
            os.environ['LLVM_PROFILE_FILE'] = f'{raw}/{kind}%4m.profraw'
            part()
        weighted = [f'--weighted-input={WEIGHTS.get(counts.name.split("-")[0], 1)},{counts}' for counts in raw.glob('*.profraw')]
        # Sparse: what was never run has no entry, rather than one that says it is cold; other people run other functions.
        subprocess.run([merge, 'merge', '--sparse', '-o', PROFILE, *weighted], check=True)
    (HERE / 'compiler').write_text(subprocess.check_output(['rustc', '-V'], text=True))
    counted = subprocess.check_output([merge, 'show', PROFILE], text=True)
    functions = re.search(r'Total functions: (\d+)', counted)[1]
    print(f'{PROFILE.relative_to(ROOT)}: {functions} functions, {PROFILE.stat().st_size / 1e6:.1f} MB')


if __name__ == '__main__':
    main()
