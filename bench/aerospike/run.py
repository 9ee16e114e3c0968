#!/usr/bin/env python3
"""Operations a second of PHP's client against a node: workers that read and write a record of their own each.

    bench/aerospike/run.py [-h HOST] [-p PORT] [-c WORKERS] [-n OPERATIONS] [-w WRITE_EVERY] [LOG]
    bench/aerospike/run.py --matrix [--vs PYTHON]

Without a host it starts a node of its own. `--matrix` runs 50/50, 90/10, 100/0 and 0/100 with one worker and four.
`--vs PYTHON` puts the official client of that Python beside it, in rounds that take turns. A third contender is always there
with one worker: raw.rs, a loop that sends prepared messages through a plain socket, which nothing can be faster than:

    cargo build --release -p phant-aerospike-node --example aerospike-raw"""
import argparse, subprocess, sys, tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MIXES = {'50/50': 2, '90/10': 10, '100/0': 0, '0/100': 1}


def raw(given, host, port, operations, every):
    """The compiled loop over a plain socket; operations a second, and the median of an operation in microseconds."""
    run = subprocess.run([given.raw, f'{host}:{port}', str(operations), str(every)], capture_output=True, text=True, check=True)
    return [float(word) for word in run.stdout.split()][:2]


def workers(command, count, log):
    log.write_text('')
    running = [subprocess.Popen([*command, str(log)]) for _ in range(count)]
    if any([each.wait() for each in running]):
        sys.exit('a worker failed')
    lines = [line.split('|') for line in log.read_text().splitlines()]
    if len(lines) != count:
        sys.exit('a worker has written no line')
    return lines


def php(given, host, port, count, operations, every, log):
    return workers([given.phant, str(HERE / 'worker.php'), f'-h{host}', f'-p{port}', f'-n{operations}', f'-w{every}'], count, log)


def python(given, host, port, count, operations, every, log):
    return workers([given.vs, str(HERE / 'worker.py'), host, str(port), str(operations), str(every)], count, log)


def combined(lines):
    """All operations over the longest run time."""
    return sum(int(line[1]) for line in lines) / max(float(line[2]) for line in lines)


def summary(lines):
    total = lambda field: sum(int(line[field]) for line in lines)
    success = lambda all, failed: f'{all} with {failed} failed ({(all - failed) / all * 100 if all else 100:g}% success)'
    print('Writes:', success(total(6), total(7)))
    print('Reads:', success(total(4), total(5)))
    average = total(1) / sum(float(line[2]) for line in lines)
    print(f'{total(1)} transactions executed at average {average}tps per-process, combined to {combined(lines)}tps')


def matrix(given, host, port, log):
    print('mix', 'workers', 'phant', *(['python', 'ratio'] if given.vs else []), 'raw', 'phant/raw', sep='\t')
    for name, every in MIXES.items():
        for count in (1, 4):
            rounds = {'phant': [], 'python': [], 'raw': []}
            for _ in range(given.rounds):
                lines = php(given, host, port, count, given.n, every, log)
                if any(int(line[5]) or int(line[7]) for line in lines):
                    sys.exit('an operation failed')
                rounds['phant'].append(combined(lines))
                if given.vs:
                    rounds['python'].append(combined(python(given, host, port, count, given.n, every, log)))
                if count == 1:
                    rounds['raw'].append(raw(given, host, port, given.n, every)[0])
            best = {who: max(all) for who, all in rounds.items() if all}
            row = [name, count, f'{best["phant"]:.0f}']
            if given.vs:
                row += [f'{best["python"]:.0f}', f'{best["phant"] / best["python"]:.2f}']
            if 'raw' in best:
                row += [f'{best["raw"]:.0f}', f'{best["raw"] / best["phant"]:.2f}']
            print(*row, sep='\t', flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, add_help=False)
    options.add_argument('--help', action='help')
    options.add_argument('-h', dest='host')
    options.add_argument('-p', dest='port', type=int, default=3000)
    options.add_argument('-c', type=int, default=4)
    options.add_argument('-n', type=int, default=50000)
    options.add_argument('-w', type=int, default=10)
    options.add_argument('--matrix', action='store_true')
    options.add_argument('--rounds', type=int, default=5)
    options.add_argument('--vs', help='a Python that has the official client')
    options.add_argument('--phant', default=str(ROOT / 'target/release/phant'))
    options.add_argument('--raw', default=str(ROOT / 'target/release/examples/aerospike-raw'), help='the raw loop')
    options.add_argument('log', nargs='?')
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log, node = Path(given.log or Path(folder) / 'log'), None
        host, port = given.host, given.port
        if host is None:
            node = subprocess.Popen([given.phant, 'aerospike-node', '--listen', '127.0.0.1:0'], stdout=subprocess.PIPE, text=True)
            host, port = '127.0.0.1', int(node.stdout.readline().rsplit(':', 1)[1])
        try:
            if given.matrix:
                matrix(given, host, port, log)
            else:
                summary(php(given, host, port, given.c, given.n, given.w, log))
        finally:
            if node:
                node.kill()


if __name__ == '__main__':
    main()
