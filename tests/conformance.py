#!/usr/bin/env python3
"""Runs PHP's own tests with Phant and guards the list of those that pass.

    tests/conformance.py                     the folders of the first goal: language, standard, spl, json, ctype, pcre, random
    tests/conformance.py ext/json Zend/tests/generators
    tests/conformance.py --all               the whole corpus
    tests/conformance.py --all --missing     with the tests of extensions that are missing, which are skipped otherwise: no code,
                                             known or not, may crash or hang the engine
    tests/conformance.py --listed            only what tests/conformance-pass.txt lists: what the CI command does
    tests/conformance.py --crashes           signals, panics, hangs and reports of sanitizers count, results do not
    tests/conformance.py --cgi none          without the tests of requests, which run by CGI
    tests/conformance.py --record [FOLDER...]    adds what passes now to the list and rewrites tests/scoreboard.md

Fails when a listed test does not pass any more, or when the engine is killed by a signal, panics or hangs, in a test or
in what a test runs before and after (SKIPIF, CLEAN). Tests that the reference PHP does not pass itself do not count as
passed; a test that the reference is too slow for does not count as a hang. A test that is lost gets a second run, alone.
Diffs of failures are under --out; ../shared/tools/phpt.py does the running and the judging.
"""
import argparse, collections, json, os, re, subprocess, sys, tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import PHANT, ROOT, SHARED, php_words

CORPUS = SHARED / 'conformance/php-8.4.24'
PASS_LIST = ROOT / 'tests/conformance-pass.txt'
SCOREBOARD = ROOT / 'tests/scoreboard.md'
# What the reference does with tests that the shared list leaves out.
MORE_RESULTS = ROOT / 'tests/reference-cgi.tsv'
# The reasons of tests that ask for much memory or room on disk, as their SKIPIF gives them.
LACKING = re.compile(r'^need (more than )?[+\d.]+G (of )?free (RAM|disk space)')
PANIC = re.compile(rb"thread '[^'\n]*'[^\n]* panicked at |ERROR: AddressSanitizer|WARNING: ThreadSanitizer")
# Tests that the list leaves out: here a child must still be alive when its parent looks at it, and only PHP takes so long to
# exit; and what is expected here PHP prints without its extension zip only.
UNFIT = {'ext/pcntl/tests/pcntl_setns_newpid.phpt', 'ext/standard/tests/strings/bug72434.phpt'}
FOLDERS = ['Zend', 'tests', 'ext/standard', 'ext/spl', 'ext/json', 'ext/ctype', 'ext/pcre', 'ext/random']


def group(test):
    """The row of the table that a test belongs to: ext/json, Zend, tests."""
    parts = test.split('/')
    return '/'.join(parts[:2]) if parts[0] in ('ext', 'sapi') else parts[0]


def reference_results():
    """What the reference does with each test: [path, status, seconds]."""
    lines = [line for file in (CORPUS.parent / 'reference.tsv', MORE_RESULTS) for line in file.read_text().splitlines()]
    return [line.split('\t') for line in lines if not line.startswith('#')]


def reference_passes():
    return {row[0] for row in reference_results() if row[1] == 'pass'}


def patience(tests, timeout):
    """Seconds for a second run, alone: three times what the reference took for the longest of the tests, where that is more."""
    longest = max((float(row[2]) for row in reference_results() if row[0] in tests and row[1] == 'pass'), default=0)
    return max(timeout, 3 * longest)


def missing_extensions(arguments):
    """Options that make phpt.py run the tests of missing extensions too: the reference says which to skip."""
    if not arguments.missing:
        return []
    names = [p.name for p in (CORPUS / 'ext').iterdir()] + ['core']
    return ['--extensions', ','.join(sorted(names)), '--skipif-php', str(SHARED / 'tools/reference-php')]


def cgi_of(arguments):
    """Options that name the binary for tests of requests. PHP's tests look for it beside the other, as php-cgi."""
    if arguments.cgi:
        return [] if arguments.cgi == 'none' else ['--cgi', php_words(arguments.cgi)[0]]
    link = Path(arguments.php).with_name('php-cgi')
    if not link.exists():
        knows = subprocess.run([arguments.php, 'cgi', '-v'], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if '(cgi-fcgi)' not in knows.stdout:
            return []
        link.unlink(missing_ok=True)
        link.symlink_to(arguments.php)
    return ['--cgi', str(link)]


def run_tests(arguments, tests, out, jobs):
    """The verdict of each test: {path: {status, reason, seconds}}."""
    with tempfile.TemporaryDirectory() as folder:
        listed, results = Path(folder) / 'tests', Path(folder) / 'results.json'
        listed.write_text('\n'.join(tests) + '\n')
        command = [sys.executable, str(SHARED / 'tools/phpt.py'), '--php', arguments.php, *arguments.cgi, '--jobs', str(jobs),
                   '--timeout', str(arguments.timeout), *missing_extensions(arguments),
                   *(word for setting in arguments.settings for word in ('-d', setting)),
                   '--root', str(CORPUS), '--list', str(listed), '--json', str(results), '--out', str(out)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        if not results.exists():
            sys.exit(f'phpt.py failed\n{done.stdout}')
        if arguments.reasons:
            print(done.stdout)
        return json.loads(results.read_text())['tests']


def panics(out, results):
    """Tests whose output shows a Rust panic; a script's own output may be about panics."""
    said = {str(p.relative_to(out).with_suffix('.phpt')).removeprefix('again/')
            for p in out.rglob('*.out') if PANIC.search(p.read_bytes())}
    return said | {name for name, r in results.items() if PANIC.search(r['reason'].encode())}


def signals(results):
    """Tests that a signal ended: the test itself, or its SKIPIF or CLEAN part."""
    return [name for name, r in results.items() if r['reason'].startswith('signal ') or 'Termsig=' in r['reason']]


def hangs(results):
    """Tests that ran out of time."""
    return [name for name, r in results.items() if r['reason'] == 'timeout' or 'process timed out' in r['reason']]


def score_rows(passes, wanted, groups):
    """[folder, passes, reference's passes, percent] of each folder."""
    have, all_ = (collections.Counter(map(group, tests)) for tests in (passes, wanted))
    rows = [[g, have[g], all_[g], f'{100 * have[g] / all_[g]:.1f}'] for g in sorted(groups) if all_[g]]
    total = [sum(r[1] for r in rows), sum(r[2] for r in rows)]
    return rows + [['total', *total, f'{100 * total[0] / max(total[1], 1):.1f}']]


def write_scoreboard(listed, wanted):
    lines = ['# PHP\'s own tests', '', 'Tests of PHP 8.4.24 that Phant passes, of those that PHP itself passes here.',
             'Written by `tests/conformance.py --record` from `tests/conformance-pass.txt`, which may only grow.', '',
             '| folder | Phant | PHP | % |', '|---|--:|--:|--:|']
    lines += ['| ' + ' | '.join(map(str, row)) + ' |' for row in score_rows(listed, wanted, set(map(group, wanted)))]
    SCOREBOARD.write_text('\n'.join(lines) + '\n')


def show_list(title, tests, results, most=30):
    if tests:
        print(f'\n{title}: {len(tests)}')
        for test in sorted(tests)[:most]:
            print(f'  {test}  {results[test]["reason"] if test in results else ""}')
        if len(tests) > most:
            print(f'  and {len(tests) - most} more')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(PHANT), help='the binary to test (default: target/release/phant)')
    parser.add_argument('--cgi', help='the binary for tests of requests (default: a link php-cgi beside --php; none: do not run them)')
    parser.add_argument('--jobs', type=int, default=os.cpu_count() or 2)
    parser.add_argument('--timeout', type=float, default=10)
    parser.add_argument('-d', dest='settings', metavar='NAME=VALUE', action='append', default=[], help='a setting that all tests run with')
    parser.add_argument('--all', action='store_true')
    parser.add_argument('--missing', action='store_true', help='run the tests of missing extensions too')
    parser.add_argument('--listed', action='store_true')
    parser.add_argument('--crashes', action='store_true', help='results do not count, only crashes and hangs')
    parser.add_argument('--record', action='store_true')
    parser.add_argument('--out', default=str(ROOT / 'target/conformance'), help='folder of the diffs (default: target/conformance)')
    parser.add_argument('--reasons', action='store_true', help="phpt.py's own table and the reasons of failures")
    parser.add_argument('folders', nargs='*', help='folders or tests of the corpus')
    arguments = parser.parse_args()
    if not CORPUS.is_dir():
        print(f'skip: no conformance tests at {CORPUS}')
        return 0
    arguments.php = php_words(arguments.php)[0]
    arguments.cgi = cgi_of(arguments)
    wanted = reference_passes()
    listed = set(PASS_LIST.read_text().split()) if PASS_LIST.exists() else set()
    if arguments.listed:
        chosen = sorted(t for t in listed if (CORPUS / t).is_file())
        for test in sorted(listed - set(chosen)):
            print(f'not in the corpus: {test}')
    else:
        folders = [''] if arguments.all else [f.strip('/') for f in arguments.folders or FOLDERS]
        chosen = [f for f in folders if f.endswith('.phpt')]
        chosen += [str(p.relative_to(CORPUS)) for f in folders if not f.endswith('.phpt') for p in (CORPUS / f).rglob('*.phpt')]
        chosen = sorted(set(chosen))
    if not chosen:
        print('no tests to run\n0 passed, 0 failed')
        return 0

    out = Path(arguments.out)
    everything = run_tests(arguments, chosen, out, arguments.jobs)
    # Tests that others redirect to count where a crash is concerned, not as passed.
    results = {name: r for name, r in everything.items() if ' > ' not in name}
    passing = {name for name, r in results.items() if r['status'] in ('pass', 'warn')}
    slow = {name for name, r in results.items() if r['reason'] == 'timeout'}
    again = sorted(slow if arguments.crashes else (listed & set(results)) - passing | slow)
    if again:
        arguments.reasons = False
        arguments.timeout = patience(set(again), arguments.timeout)
        second = run_tests(arguments, again, out / 'again', 1)
        results.update(second)
        everything.update(second)
        passing |= {name for name, r in second.items() if r['status'] in ('pass', 'warn')}

    for row in score_rows(passing & wanted, wanted & set(results), set(map(group, results))):
        print(f'{row[0]:24} {row[1]:6} / {row[2]:<6} {row[3]:>6} %')
    lost = [] if arguments.crashes else sorted((listed & set(results)) - passing)
    # What the machine lacks at the moment says nothing about the engine.
    lacking = [name for name in lost if LACKING.search(results[name]['reason'])]
    lost = [name for name in lost if name not in lacking]
    killed, hanging, panicked = signals(everything), hangs(everything), sorted(panics(out, everything))
    show_list('killed by a signal', killed, everything)
    show_list('Rust panics', panicked, everything)
    show_list('out of time', hanging, everything)
    show_list('Not run, for want of memory or room on disk', lacking, results)
    show_list('LOST, these passed before', lost, results, most=200)
    new = (passing & wanted) - listed - UNFIT
    print(f'\nsignals {len(killed)}, panics {len(panicked)}, out of time {len(hanging)}, lost {len(lost)}, new passes {len(new)}; diffs in {out}')
    if arguments.record:
        listed |= new
        PASS_LIST.write_text(''.join(f'{test}\n' for test in sorted(listed)))
        write_scoreboard(listed & wanted, wanted)
        print(f'{PASS_LIST.name}: {len(listed)} tests')
    bad = set(lost) | set(killed) | set(panicked) | set(hanging)
    print(f'{len(passing & wanted)} passed, {len(bad)} failed')
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
