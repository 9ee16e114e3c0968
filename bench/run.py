#!/usr/bin/env python3
"""Compares Phant with the reference PHP: CPU kernels, whole programs, start-up, memory.

    bench/run.py                               everything, 5 interleaved rounds, the best of each
    bench/run.py --only mandelbrot,sieve       some kernels (also: startup, memory, kernels, programs)
    bench/run.py --cpu                         CPU seconds instead of wall time, for a busy machine

A kernel's time is that of the process less the time of an empty script, so that start-up counts once, in its own
row. The reference runs with opcache and without its JIT; --reference-ini changes that. A kernel counts only when
both print the same. Ratios are reference / Phant: above 1, Phant is faster or smaller.
"""
import argparse, ctypes, json, math, os, re, shlex, shutil, subprocess, sys, tempfile, time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SHARED = Path(os.environ.get('PHANT_SHARED', ROOT.parent / 'shared'))
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of prctl(2)
# Folders of scripts that are timed as a whole.
PROGRAMS = {'kernels': 'Kernels', 'programs': 'Programs'}


class Engine:
    """A PHP command line: the words of its command, and what its environment adds."""

    def __init__(self, name, words, ini, environment=None, wrapper=None, extensions=()):
        self.name, self.words, self.ini = name, words, [*ini]
        # Without a php.ini shared extensions that programs need have to be named.
        self.extensions = [word for name in extensions for word in ('-d', f'extension={name}')]
        self.environment = {**os.environ, **(environment or {})}
        self.wrapper = wrapper

    def script(self, path):
        return [*self.words, '-n', *self.ini, *self.extensions, str(path)]


def reference_engine(command, ini):
    """The reference. When it is a wrapper script, the program behind it, so that bash is not measured."""
    words = shlex.split(command)
    if not shutil.which(words[0]):
        return Engine('reference', words, ini)
    found = subprocess.run([*words, '--which', 'php8.4'], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    program = Path(found.stdout.strip() or '-')
    loader = program.parents[2] / 'usr/lib64/ld-linux-x86-64.so.2' if len(program.parents) > 2 else program
    if found.returncode != 0 or not loader.exists():
        return Engine('reference', words, ini)
    tree = program.parents[2]
    modules = next(iter(sorted((tree / 'usr/lib/php').glob('20*'))), None)
    direct = [str(loader), '--library-path', str(tree / 'usr/lib/x86_64-linux-gnu'), str(program)]
    if modules:
        ini = ['-d', f'extension_dir={modules}', *ini]
    extensions = [name for name in ('ctype', 'mbstring') if modules and (modules / f'{name}.so').exists()]
    return Engine('reference', direct, ini, {'PHP_INI_SCAN_DIR': ''}, wrapper=words, extensions=extensions)


def timed(command, environment, cpu):
    """Output and seconds of a process."""
    with tempfile.TemporaryFile() as out:
        start = time.perf_counter()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, env=environment)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = usage.ru_utime + usage.ru_stime if cpu else time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return out.read() + (b'' if child.returncode == 0 else b'[exit %d]' % child.returncode), seconds


def resident(command, environment):
    """Output and peak resident bytes of a process.

    A child inherits the peak of the process that starts it, which for Python is larger than what is measured here.
    So a shell starts it and leaves, and it becomes this process's child.
    """
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    with tempfile.NamedTemporaryFile() as out:
        shell = ['sh', '-c', 'out=$1; shift; "$@" >"$out" 2>&1 & echo $!', 'sh', out.name, *command]
        pid = int(subprocess.run(shell, env=environment, stdout=subprocess.PIPE).stdout)
        usage = os.wait4(pid, 0)[2]
        return out.read(), usage.ru_maxrss * 1024


def best(engines, commands, rounds, cpu):
    """The least time and the output of each engine's command, run in turns."""
    times, output = {}, {}
    for _ in range(rounds):
        for engine in engines:
            output[engine.name], seconds = timed(commands[engine.name], engine.environment, cpu)
            times[engine.name] = min(seconds, times.get(engine.name, math.inf))
    return times, output


def ratio_of(values):
    return values['reference'] / max(values['phant'], 1e-9) if 'reference' in values and 'phant' in values else None


def show(value, form):
    return '-' if value is None else form % value


def table(title, header, rows):
    widths = [max(len(str(row[i])) for row in [header, *rows]) for i in range(len(header))]
    print(f'\n{title}')
    for row in [header, *rows]:
        print('  ' + str(row[0]).ljust(widths[0]) + ''.join('  ' + str(c).rjust(w) for c, w in zip(row[1:], widths[1:])))


def measure_programs(engines, folder, names, arguments):
    with tempfile.NamedTemporaryFile('w', suffix='.php') as empty:
        empty.write('<?php\n')
        empty.flush()
        base, _ = best(engines, {e.name: e.script(empty.name) for e in engines}, max(arguments.rounds, 5), arguments.cpu)
    results = {}
    for name in names:
        path = HERE / folder / f'{name}.php'
        times, output = best(engines, {e.name: e.script(path) for e in engines}, arguments.rounds, arguments.cpu)
        net = {k: max(v - base[k], 1e-6) for k, v in times.items()}
        same = len(set(output.values())) == 1
        results[name] = {**net, 'ratio': ratio_of(net) if same else None, 'same_output': same}
        if not same:
            results[name]['output'] = {k: v[:300].decode(errors='replace') for k, v in output.items()}
        if sys.stderr.isatty():
            print(f'\r{name:24}', end='', file=sys.stderr)
    ratios = [r['ratio'] for r in results.values() if r['ratio']]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None
    return {'results': results, 'geometric_mean': mean, 'least': min(ratios, default=None),
            'empty_script': base, 'metric': 'cpu' if arguments.cpu else 'wall'}


def measure_startup(engines, rounds):
    commands = {e.name: [*e.words, '-n', '-r', ';'] for e in engines}
    wall, _ = best(engines, commands, max(rounds * 4, 20), False)
    memory = {e.name: resident(commands[e.name], e.environment)[1] for e in engines}
    result = {'wall': {**wall, 'ratio': ratio_of(wall)}, 'max_rss': {**memory, 'ratio': ratio_of(memory)}}
    for engine in engines:
        if engine.wrapper:
            wrapped = Engine('wrapper', engine.wrapper, [])
            through, _ = best([wrapped], {'wrapper': [*engine.wrapper, '-n', '-r', ';']}, max(rounds * 2, 10), False)
            result['reference_wrapper'] = through['wrapper'] - wall['reference']
    return result


def measure_memory(engines, names):
    results = {}
    for name in names:
        peaks, rss = {}, {}
        for engine in engines:
            output, rss[engine.name] = resident(engine.script(HERE / 'memory' / f'{name}.php'), engine.environment)
            found = re.search(rb'^peak=(\d+)$', output, re.M)
            if found:
                peaks[engine.name] = int(found[1])
            else:
                results.setdefault('failed', {})[f'{name} {engine.name}'] = output[:300].decode(errors='replace')
        results[name] = {**peaks, 'ratio': ratio_of(peaks), 'max_rss': rss}
    return results


def report(results):
    both = 'phant' in results['engines'] and 'reference' in results['engines']
    for folder, title in PROGRAMS.items():
        if folder not in results:
            continue
        programs = results[folder]
        rows = [[n, show(r.get('reference'), '%.3f'), show(r.get('phant'), '%.3f'),
                 show(r['ratio'], '%.2fx') if r['same_output'] else 'DIFFERS'] for n, r in programs['results'].items()]
        if both:
            rows.append(['geometric mean', '', '', show(programs['geometric_mean'], '%.2fx')])
            rows.append(['least', '', '', show(programs['least'], '%.2fx')])
        table(f"{title}, {programs['metric']} seconds without start-up", ['', 'reference', 'phant', 'ratio'], rows)
        for name, r in programs['results'].items():
            for engine, output in r.get('output', {}).items():
                print(f'\n{name}: {engine} printed\n{output}')
    if 'startup' in results:
        s = results['startup']
        rows = [['wall, ms', *(show(s['wall'].get(e) and s['wall'][e] * 1e3, '%.1f') for e in ('reference', 'phant')), show(s['wall']['ratio'], '%.2fx')],
                ['max RSS, MB', *(show(s['max_rss'].get(e) and s['max_rss'][e] / 1e6, '%.1f') for e in ('reference', 'phant')), show(s['max_rss']['ratio'], '%.2fx')]]
        table("Start-up, -n -r ';'", ['', 'reference', 'phant', 'ratio'], rows)
        if 'reference_wrapper' in s:
            print('  (the reference is started without its wrapper script, which costs %.1f ms more)' % (s['reference_wrapper'] * 1e3))
    if 'memory' in results:
        rows = [[n, *(show(r.get(e) and r[e] / 1e6, '%.1f') for e in ('reference', 'phant')), show(r['ratio'], '%.2fx'),
                 *(show(r['max_rss'].get(e) and r['max_rss'][e] / 1e6, '%.1f') for e in ('reference', 'phant'))]
                for n, r in results['memory'].items() if n != 'failed']
        table('Memory, memory_get_peak_usage() in MB', ['', 'reference', 'phant', 'ratio', 'reference RSS', 'phant RSS'], rows)
        for name, output in results['memory'].get('failed', {}).items():
            print(f'\n{name} printed\n{output}')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--phant', default=str(ROOT / 'target/release/phant'), help='command of Phant ("" for none)')
    parser.add_argument('--reference', default=os.environ.get('REFERENCE_PHP') or str(SHARED / 'tools/reference-php'),
                        help='command of the reference ("" for none; default $REFERENCE_PHP or ../shared/tools/reference-php)')
    parser.add_argument('--reference-ini', default='zend_extension=opcache opcache.enable_cli=1 opcache.jit=off',
                        help='its ini settings (default: %(default)s)')
    parser.add_argument('--phant-ini', default='', help='ini settings of Phant')
    parser.add_argument('--rounds', type=int, default=5)
    parser.add_argument('--cpu', action='store_true', help='CPU time of kernels and programs instead of wall time')
    parser.add_argument('--only', default='', help='comma list: kernels, programs, startup, memory, or names of scripts')
    parser.add_argument('--json', metavar='FILE', help='write the figures there')
    arguments = parser.parse_args()

    def ini(text):
        return [word for setting in [*text.split(), 'memory_limit=-1'] for word in ('-d', setting)]
    engines = []
    if arguments.reference:
        engines.append(reference_engine(arguments.reference, ini(arguments.reference_ini)))
    if arguments.phant:
        engines.append(Engine('phant', shlex.split(arguments.phant), ini(arguments.phant_ini)))
    for engine in engines:
        if not shutil.which(engine.words[0]):
            sys.exit(f'{engine.name}: no {engine.words[0]} (--{engine.name} names another one, or "" for none)')

    only = {word for word in arguments.only.split(',') if word}
    def chosen(folder):
        names = sorted(p.stem for p in (HERE / folder).glob('*.php'))
        return names if not only or folder in only else [n for n in names if n in only]
    folders = [*PROGRAMS, 'memory']
    unknown = only - {*folders, 'startup'} - {p.stem for f in folders for p in (HERE / f).glob('*.php')}
    if unknown:
        sys.exit(f'no program named {", ".join(sorted(unknown))}')
    if not arguments.cpu and os.getloadavg()[0] > os.cpu_count() / 2:
        print(f'The machine is busy (load {os.getloadavg()[0]:.1f}): wall times are doubtful, --cpu may serve better.', file=sys.stderr)

    results = {'engines': {e.name: shlex.join(e.script('FILE')) for e in engines}, 'rounds': arguments.rounds}
    for folder in PROGRAMS:
        if names := chosen(folder):
            results[folder] = measure_programs(engines, folder, names, arguments)
    if not only or 'startup' in only:
        results['startup'] = measure_startup(engines, arguments.rounds)
    if names := chosen('memory'):
        results['memory'] = measure_memory(engines, names)
    report(results)
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(results, indent=1) + '\n')
    timed_scripts = [r for folder in PROGRAMS for r in results.get(folder, {}).get('results', {}).values()]
    sys.exit(0 if all(r['same_output'] for r in timed_scripts) and 'failed' not in results.get('memory', {}) else 1)


if __name__ == '__main__':
    main()
