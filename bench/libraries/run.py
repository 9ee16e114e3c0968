#!/usr/bin/env python3
"""Times work of libraries that nobody here wrote, in Phant and in the reference: a case is a few lines that use one of them.

    bench/libraries/run.py                     all cases, 5 interleaved rounds, the best of each
    bench/libraries/run.py --only yaml,twig    some
    bench/libraries/run.py --instructions      counts instructions instead of time: the same on a busy machine (needs valgrind)

Everything is loaded and has run twice before the clock starts, as in a worker that has served requests: this compares how PHP code
runs, not how it is loaded (bench/http does that). The libraries are Debian's packages, as ../shared/workloads/setup.sh lays them out
(PEERS names the folder). The reference runs with opcache and without its JIT. Ratios are reference / Phant: above 1, Phant is faster.
"""
import argparse, json, math, os, re, shlex, subprocess, sys, tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import run

PEERS = Path(os.environ.get('PEERS') or Path(os.environ.get('XDG_CACHE_HOME', Path.home() / '.cache')) / 'phant-workloads')
LIBRARIES = PEERS / 'phplib/usr/share/php'
REFERENCE_INI = ('zend_extension=opcache opcache.enable_cli=1 opcache.jit=disable extension=iconv extension=dom extension=tokenizer extension=intl '
                 'extension=fileinfo')


def command(engine, case, seconds):
    return [*engine.script(HERE / 'harness.php'), str(LIBRARIES), case, str(seconds)]


def timed(engine, case, seconds):
    """Milliseconds of a turn and what it gave; `None` and the message if it failed."""
    done = subprocess.run(command(engine, case, seconds), env=engine.environment, capture_output=True, text=True)
    try:
        found = json.loads(done.stdout.splitlines()[-1])
        return found['ms'], found['result']
    except (ValueError, IndexError):
        return None, (done.stdout + done.stderr)[-300:]


def counted(engine, case):
    """Instructions of a turn: callgrind writes what it counted whenever the script calls umask()."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / 'out'
        valgrind = ['valgrind', '-q', '--tool=callgrind', '--dump-before=umask', f'--callgrind-out-file={out}']
        done = subprocess.run([*valgrind, *command(engine, case, 0)], env=engine.environment, capture_output=True, text=True)
        parts = sorted(out.parent.glob('out.*'), key=lambda path: int(path.suffix[1:]))
        counts = [int(re.search(r'^totals: (\d+)', path.read_text(), re.M)[1]) for path in parts]
        counts = [count for count in counts if count > 50]  # without what umask itself takes
        try:
            return (counts[2] - counts[1]) / 3, json.loads(done.stdout.splitlines()[-1])['result']
        except (ValueError, IndexError):
            return None, (done.stdout + done.stderr)[-300:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--phant', default=str(run.ROOT / 'target/release/phant'), help='command of Phant')
    parser.add_argument('--reference', default=os.environ.get('REFERENCE_PHP') or str(run.SHARED / 'tools/reference-php'))
    parser.add_argument('--only', default='', help='comma list of cases')
    parser.add_argument('--rounds', type=int, default=5)
    parser.add_argument('--seconds', type=float, default=0.3, help='of a case in a process (default 0.3)')
    parser.add_argument('--instructions', action='store_true', help='count instructions instead of time (needs valgrind)')
    arguments = parser.parse_args()
    if not LIBRARIES.is_dir():
        sys.exit(f'{LIBRARIES}: no such folder; ../shared/workloads/setup.sh makes it')
    cases = [path.stem for path in sorted((HERE / 'cases').glob('*.php'))]
    cases = [case for case in cases if not arguments.only or case in arguments.only.split(',')]
    ini = [word for setting in REFERENCE_INI.split() for word in ('-d', setting)]
    engines = [run.reference_engine(arguments.reference, ini), run.Engine('phant', shlex.split(arguments.phant), ['-d', 'opcache.enable_cli=1'])]
    unit, ratios = 'k' if arguments.instructions else 'ms', []
    for case in cases:
        best, results = {}, {}
        for _ in range(1 if arguments.instructions else arguments.rounds):
            for engine in engines:
                value, results[engine.name] = counted(engine, case) if arguments.instructions else timed(engine, case, arguments.seconds)
                if value is not None:
                    best[engine.name] = min(value, best.get(engine.name, math.inf))
        if len(best) < 2:
            print(f'{case:14} not compared: {results}')
            continue
        reference, phant = (best[name] / (1000 if arguments.instructions else 1) for name in ('reference', 'phant'))
        same = results['reference'] == results['phant']
        ratios += [reference / phant] if same else []
        print(f'{case:14} {reference / phant:6.2f}x {reference:12.3f} {phant:12.3f} {unit}{"" if same else "   DIFFERS"}', flush=True)
    if ratios:
        print(f'{len(ratios)} cases: geometric mean {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}x, {sum(r < 0.9 for r in ratios)} below 0.9')


if __name__ == '__main__':
    main()
