#!/usr/bin/env python3
"""Times single operations of PHP in Phant and in the reference: opcodes, calls, SPL, and the natives that programs call most.

    bench/operations.py                        all, slowest ratio first
    bench/operations.py --only usort,md5       those whose name or code contains one of the words
    bench/operations.py --file natives         those of one file of bench/operations/
    bench/operations.py --rounds 5             processes of each engine, taken in turns (default 3)
    bench/operations.py --cpu                  CPU time instead of wall time, for a machine that is busy all the time
    bench/operations.py --instructions         counts instructions instead of time: the same on a busy machine (needs valgrind)
    bench/operations.py --profile 'array spread'   where the time of one goes in Phant (needs perf)

Each operation runs in a loop inside a function, in batches of about half a millisecond; the best of many batches counts, less what the
empty loop takes, so that a busy machine disturbs little. The ratio is reference / Phant: above 1, Phant is faster. What an
operation gives is compared too; a different result is reported as DIFFERS.

The reference optimises what it runs only if it caches it, so it is told not to wait until files are two seconds old.

A line of bench/operations/*.txt is `name ## body ## setup`, in natives.txt, seldom.txt, rare.txt and inputs.txt `body ## setup`; prelude.php has the classes and the
values, which come from where no optimiser sees them. What only the operations of FILE.txt need is in FILE.php.
"""
import argparse, json, math, os, re, shlex, subprocess, sys, tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import run

FOLDER = Path(__file__).resolve().parent / 'operations'

HARNESS = r'''
function cpu(): int {
    $used = getrusage();
    return ($used['ru_utime.tv_sec'] + $used['ru_stime.tv_sec']) * 1000000000 + ($used['ru_utime.tv_usec'] + $used['ru_stime.tv_usec']) * 1000;
}
function best_batch(callable $f, int $budget): float {
    for ($n = 1;; $n *= 2) {
        $start = hrtime(true); $f($n); $took = hrtime(true) - $start;
        if ($took > 500000 || $n > 4000000) break;
    }
    $best = INF;
    $end = hrtime(true) + $budget;
    do {
        $start = hrtime(true); $f($n); $best = min($best, (hrtime(true) - $start) / $n);
    } while (hrtime(true) < $end);
    return $best;
}
function measure_all(array $operations, int $budget): void {
    $nothing = array_shift($operations);
    $empty = best_batch($nothing, 5 * $budget);
    $out = [];
    foreach ($operations as $one) {
        try {
            $result = $one(1);
            $out[] = [best_batch($one, $budget), md5(is_object($result) ? get_debug_type($result) : serialize($result))];
        } catch (Throwable $e) {
            $out[] = [null, $e->getMessage()];
        }
    }
    // Once more: what disturbed the empty loop would be missing from every operation.
    $empty = min($empty, best_batch($nothing, 5 * $budget));
    echo json_encode(array_map(fn ($one) => [$one[0] === null ? null : $one[0] - $empty, $one[1]], $out));
}
'''


def operations(file):
    """(file, name, body, setup) of each line."""
    found = []
    for path in sorted(FOLDER.glob('*.txt')):
        if file and path.stem != file:
            continue
        for line in path.read_text().splitlines():
            if not line.strip() or line.startswith('# '):
                continue
            parts = [p.strip() for p in re.split(r'\s+## ', line)]
            if path.stem in ('natives', 'seldom', 'rare', 'inputs'):
                parts.insert(0, parts[0].removeprefix('$r = ').removesuffix(';'))
            name, body, setup = (*parts, '')[:3]
            found.append((path.stem, name, body, setup))
    return found


def closure(body, setup):
    """A function that runs `body` as often as its argument says; the values it uses are its own variables."""
    used = sorted(set(re.findall(r'\$([a-z_]\w*)', body + setup)) - {'i', 'n0', 'v', 'this'})
    copies = ' '.join(f"if (array_key_exists('{name}', $v)) ${name} = $v['{name}'];" for name in used)
    return ('function ($n0) { $v = $GLOBALS["v"]; ' + copies + ' unset($v); $r = null; ' + setup +
            ' for ($i = 0; $i < $n0; $i++) { ' + body.replace('\\n', '\n') + ' } return $r; }')


def program(tests, budget, included):
    prelude = (FOLDER / 'prelude.php').read_text()
    for more in sorted({FOLDER / f'{test[0]}.php' for test in tests}):
        prelude += more.read_text() if more.exists() else ''
    closures = [closure('', '')] + [closure(body, setup) for _, _, body, setup in tests]
    return (prelude + f'const INCLUDED = {json.dumps(included)};\n' + HARNESS +
            '$operations = [\n' + ',\n'.join(closures) + f'\n];\nmeasure_all($operations, {budget});\n')


COUNTING = r'''
function turns(callable $f): int {
    $f(2); // valgrind translates what runs for the first time
    $start = hrtime(true); $f(2);
    return (int) min(max(80_000_000 / max(hrtime(true) - $start, 1), 6), 400);
}
function count_all(array $operations): void {
    $counted = [];
    array_unshift($operations, $operations[0]); // fills the caches of this loop
    foreach ($operations as $one) {
        try {
            $counted[] = $n = turns($one);
            umask(); $one(2); umask(); $one($n + 2); umask();
        } catch (Throwable) {
            $counted[count($counted)] = 0; umask(); umask(); umask();
        }
    }
    echo json_encode($counted);
}
'''


def instructions(engine, tests, folder, included):
    """Instructions that one turn of each operation takes: callgrind writes what it counted whenever the script calls umask()."""
    script, out = Path(folder) / f'{engine.name}.php', Path(folder) / f'{engine.name}.out'
    script.write_text(program(tests, 0, included).rsplit('measure_all(', 1)[0] + COUNTING + 'count_all($operations);\n')
    command = ['valgrind', '-q', '--tool=callgrind', '--dump-before=umask', f'--callgrind-out-file={out}', *engine.script(script)]
    done = subprocess.run(command, env=engine.environment, capture_output=True, text=True)
    try:
        turns = json.loads(done.stdout.splitlines()[-1])
    except (ValueError, IndexError):
        sys.exit(f'{engine.name}: {done.stdout[:2000]}{done.stderr[-500:]} (exit code {done.returncode})')
    parts = sorted(Path(folder).glob(f'{engine.name}.out.*'), key=lambda path: int(path.suffix[1:]))
    counts = [int(re.search(r'^totals: (\d+)', path.read_text(), re.M)[1]) for path in parts]
    counts = [count for count in counts if count > 50][1:]  # without the start, and what umask itself takes
    taken = [(counts[3 * i + 1] - counts[3 * i]) / n if n else None for i, n in enumerate(turns)][1:]
    return [one and one - taken[0] for one in taken]


def count_all(engines, tests, included):
    """Like the rows of a timed run, with instructions in place of nanoseconds."""
    rows, counts = [], {e.name: [] for e in engines}
    for start in range(0, len(tests), 50):
        if sys.stderr.isatty():
            print(f'\r{start} of {len(tests)}', end='', file=sys.stderr)
        for engine in engines:
            with tempfile.TemporaryDirectory() as folder:
                counts[engine.name] += instructions(engine, tests[start:start + 50], folder, included)[1:]
    for (file, name, _, _), reference, phant in zip(tests, counts['reference'], counts['phant']):
        if None in (reference, phant):
            print(f'   (not counted)  {name}')
        else:
            reference, phant = max(reference, 1), max(phant, 1)
            rows.append({'ratio': reference / phant, 'file': file, 'name': name, 'reference': reference, 'phant': phant, 'same': True})
    return rows


def profile(phant, test, included):
    """Runs one operation for two seconds under perf and prints where its time goes."""
    _, name, body, setup = test
    text = program([test], 0, included).rsplit('$operations', 2)[0]
    text += f'$f = {closure(body, setup)};\n$end = hrtime(true) + 2000000000;\ndo $f(1000); while (hrtime(true) < $end);\n'
    with tempfile.TemporaryDirectory() as folder:
        script, data = Path(folder) / 'one.php', Path(folder) / 'perf.data'
        script.write_text(text)
        subprocess.run(['perf', 'record', '-q', '-o', str(data), *shlex.split(phant), '-n', str(script)], check=True)
        print(f'{name}: {body}')
        subprocess.run(['perf', 'report', '-i', str(data), '--stdio', '--percent-limit', '0.7', '--no-children', '-q'])


def report(rows, below, unit):
    rows.sort(key=lambda row: row['ratio'])
    for row in rows:
        if row['ratio'] < below or not row['same']:
            print(f'{row["ratio"]:6.2f}x {row["reference"]:10.1f} {row["phant"]:10.1f} {unit}  {row["file"]:9} {row["name"]}'
                  f'{"" if row["same"] else "   DIFFERS"}')
    for file in [*sorted({row['file'] for row in rows}), 'all']:
        part = [row['ratio'] for row in rows if file in (row['file'], 'all')]
        print(f'{file:9} {len(part):4}: geometric mean {math.exp(sum(map(math.log, part)) / len(part)):.2f}x, '
              f'{sum(r < 0.9 for r in part)} below 0.9, {sum(r < 0.75 for r in part)} below 0.75')


def save(rows, path):
    if path:
        Path(path).write_text(json.dumps(rows, indent=1) + '\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--phant', default=str(run.ROOT / 'target/release/phant'), help='command of Phant')
    parser.add_argument('--reference', default=os.environ.get('REFERENCE_PHP') or str(run.SHARED / 'tools/reference-php'))
    parser.add_argument('--reference-ini', default='zend_extension=opcache opcache.enable_cli=1 opcache.jit=disable opcache.file_update_protection=0 '
                        'extension=mbstring extension=ctype extension=iconv '
                        'extension=dom extension=simplexml extension=xml extension=xmlreader extension=xmlwriter')
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('--budget', type=float, default=6, help='milliseconds for an operation in a process (default 6)')
    parser.add_argument('--only', default='', help='comma list of words; an operation counts if its name or code contains one')
    parser.add_argument('--file', default='', help='one file of bench/operations/: ' + ', '.join(sorted(p.stem for p in FOLDER.glob('*.txt'))))
    parser.add_argument('--below', type=float, default=math.inf, help='show only ratios below this')
    parser.add_argument('--json', metavar='FILE', help='write the figures there')
    parser.add_argument('--cpu', action='store_true', help='CPU time instead of wall time; takes longer, as its clock is coarse')
    parser.add_argument('--instructions', action='store_true', help='count instructions instead of time (needs valgrind)')
    parser.add_argument('--profile', metavar='NAME', help='where the time of one operation goes')
    arguments = parser.parse_args()

    if arguments.cpu:
        global HARNESS
        HARNESS = HARNESS.replace('hrtime(true)', 'cpu()').replace('$took > 500000', '$took > 2000000')
    words = [w for w in (arguments.profile or arguments.only).split(',') if w]
    tests = [t for t in operations(arguments.file) if not words or any(w in t[1] or w in t[2] for w in words)]
    if not tests:
        sys.exit('no operation has such a name: the names are in bench/operations/*.txt')
    ini = [word for setting in arguments.reference_ini.split() for word in ('-d', setting)]
    engines = [run.reference_engine(arguments.reference, ini), run.Engine('phant', shlex.split(arguments.phant), ['-d', 'opcache.enable_cli=1'])]
    best, results = {e.name: [math.inf] * len(tests) for e in engines}, {}
    with tempfile.TemporaryDirectory() as folder:
        script, included = Path(folder) / 'operations.php', Path(folder) / 'included.php'
        included.write_text('<?php\nreturn ["a" => 1, "b" => [2, 3]];\n')
        if arguments.profile:
            return profile(arguments.phant, tests[0], str(included))
        if arguments.instructions:
            rows = count_all(engines, tests, str(included))
            report(rows, arguments.below, 'instructions')
            return save(rows, arguments.json)
        script.write_text(program(tests, int(arguments.budget * 1e6), str(included)))
        for turn in range(arguments.rounds):
            for engine in engines:
                if sys.stderr.isatty():
                    print(f'\rround {turn + 1} of {arguments.rounds}: {engine.name:10}', end='', file=sys.stderr)
                done = subprocess.run(engine.script(script), env=engine.environment, capture_output=True, text=True)
                try:
                    rows = json.loads(done.stdout.splitlines()[-1])
                except (ValueError, IndexError):
                    sys.exit(f'{engine.name}: {done.stdout[:2000]}{done.stderr[-500:]} (exit code {done.returncode})')
                best[engine.name] = [a if b[0] is None else min(a, b[0]) for a, b in zip(best[engine.name], rows)]
                results[engine.name] = [b[1] for b in rows]
        if sys.stderr.isatty():
            print('\r' + ' ' * 40 + '\r', end='', file=sys.stderr)
    rows = []
    for i, (file, name, body, _) in enumerate(tests):
        reference, phant = best['reference'][i], best['phant'][i]
        if math.inf in (reference, phant):
            print(f'   (not timed: {results["reference"][i]} / {results["phant"][i]})  {name}')
            continue
        reference, phant = max(reference, 0.5), max(phant, 0.5)
        rows.append({'ratio': reference / phant, 'file': file, 'name': name, 'reference': reference, 'phant': phant,
                     'same': results['reference'][i] == results['phant'][i]})
    report(rows, arguments.below, 'ns')
    save(rows, arguments.json)


if __name__ == '__main__':
    main()
