#!/usr/bin/env python3
"""What the Aerospike extension and node are to reach, one row each, measured and judged: a command anybody can repeat.

    bench/aerospike/table.py --python PYTHON [--quick] [WORD...]

PYTHON is one that has the official client (`pip install aerospike`). With words, only the rows whose names have one of them.
`--quick` runs a tenth of everything, to see that it works; its figures are no claim. Rows that compare run in rounds that
take turns. With one worker the medians of an operation are compared with the raw loop, and operations a second with Python by the
median of runs of fifty operations: a busy machine changes those little, unlike the whole time. Both sides of a connection are on
one processor there: what a virtual machine takes to wake another one up is up to five times what an operation takes. For four workers, which keep two processors busy, the processor time of an operation is compared,
the workers' and the node's: how many operations a machine does follows from that. Operations a second of the best rounds are
printed beside it. Builds what it needs (release), and takes about ten minutes."""
import argparse, contextlib, os, re, shutil, socket, statistics, subprocess, sys, tempfile, time
from pathlib import Path

import run

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


class Node:
    """A node on a free port."""

    def __init__(self, phant, *options):
        command = [phant, 'aerospike-node', '--listen', '127.0.0.1:0', *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().rsplit(':', 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def memory(self):
        return kilobytes(self.process.pid, 'VmRSS')


def kilobytes(process, name):
    return int(re.search(rf'{name}:\s+(\d+)', Path(f'/proc/{process}/status').read_text())[1])


def output(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=ROOT, **more)
    return done.returncode, done.stdout + done.stderr


def processor(process):
    """The processor time of a process, in seconds."""
    fields = Path(f'/proc/{process}/stat').read_text().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


@contextlib.contextmanager
def one_processor():
    """What is started here runs on one processor."""
    all_of_them = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(all_of_them)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, all_of_them)


def latency(given, every):
    """The median of an operation, beside a raw loop and the Python client."""
    operations, rounds = 50_000 // given.less, []
    contenders = ([given.phant, HERE / 'latency.php'], [given.raw], [given.vs, HERE / 'latency.py'])
    with one_processor(), Node(given.phant) as node:
        for _ in range(given.rounds):
            rounds.append([[float(word) for word in output(*who, f'127.0.0.1:{node.port}', operations, every)[1].split()] for who in contenders])
    middle = lambda figure: statistics.median(map(figure, rounds))
    over, faster = middle(lambda row: row[0][1] / row[1][1]), middle(lambda row: row[0][3] / row[2][3])
    best = [max(row[who][0] for row in rounds) for who in range(3)]
    p50 = [middle(lambda row: row[who][1]) for who in range(3)]
    return over <= 1.2 and faster >= 1.3, (f'p50 {p50[0]:.1f} µs, raw {p50[1]:.1f}: {over:.2f}x (Python {p50[2]:.1f}); runs of fifty '
                                           f'{middle(lambda row: row[0][3]):.0f}/s, Python {middle(lambda row: row[2][3]):.0f}: {faster:.2f}x; '
                                           f'whole, best rounds {best[0]:.0f}/s, Python {best[2]:.0f}: {best[0] / best[2]:.2f}x')


def million(given):
    """Four workers, a million operations: failures, memory, and Python's operations."""
    each = 250_000 // given.less
    with Node(given.phant) as node, tempfile.TemporaryDirectory() as folder:
        log, before = Path(folder) / 'log', node.memory()
        command = [given.phant, str(HERE / 'worker.php'), '-h127.0.0.1', f'-p{node.port}', f'-n{each}', '-w2', str(log)]
        workers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, 'MEMORY': '1'}) for _ in range(4)]
        words = [worker.communicate()[0] for worker in workers]
        lines = [line.split('|') for line in log.read_text().splitlines()]
        after, failed = node.memory(), sum(int(line[5]) + int(line[7]) for line in lines)
        times, best = [], [0, 0]
        for _ in range(given.rounds):
            row = []
            for at, contender in enumerate((run.php, run.python)):
                start = os.times().children_user + os.times().children_system + processor(node.process.pid)
                best[at] = max(best[at], run.combined(contender(given, '127.0.0.1', node.port, 4, each // 5, 2, log)))
                row.append(os.times().children_user + os.times().children_system + processor(node.process.pid) - start)
            times.append(row)
    figures = [[int(number) for number in re.findall(r'\d+', text)] for text in words]
    grown, peak = max(row[1] - row[0] for row in figures), max(row[2] for row in figures)
    mine, python = [statistics.median(column) * 1e6 / (each // 5 * 4) for column in zip(*times)]
    faster = statistics.median(row[1] / row[0] for row in times)
    good = len(lines) == 4 and failed == 0 and grown < 16384 and after - before < 4096 and faster >= 1.3
    return good, (f'{sum(int(line[1]) for line in lines)} operations, {failed} failed; a worker grew by {grown} bytes (peak {peak >> 10} KB), the node by '
                  f'{after - before} KB; {mine:.1f} µs of processor time an operation, Python {python:.1f}: {faster:.2f}x; best rounds {best[0]:.0f}/s, '
                  f'Python {best[1]:.0f}: {best[0] / best[1]:.2f}x')


IDLE = '''$hosts = ['hosts' => [['addr' => '127.0.0.1', 'port' => (int) $argv[1]]]];
$all = [];
$memory = fn () => [memory_get_usage(), (int) preg_replace('/.*VmRSS:\\s+(\\d+).*/s', '$1', file_get_contents('/proc/self/status'))];
$all[] = new Aerospike($hosts, false);
$before = $memory();
for ($i = 0; $i < 200; $i++) $all[] = new Aerospike($hosts, false);
$after = $memory();
echo ($after[0] - $before[0]) / 200, ' ', ($after[1] - $before[1]) * 1024 / 200, "\\n";
preg_match('/VmHWM:\\s+(\\d+)/', file_get_contents('/proc/self/status'), $most);
echo $most[1], "\\n";
'''
# What PHP has nearest to it: sockets that have asked for the node's name, and objects of the redis extension.
SOCKETS = '''$memory = fn () => [memory_get_usage(), (int) preg_replace('/.*VmRSS:\\s+(\\d+).*/s', '$1', file_get_contents('/proc/self/status'))];
$open = match ($argv[2]) {
    'socket' => function () use ($argv) {
        $stream = stream_socket_client("tcp://127.0.0.1:$argv[1]");
        fwrite($stream, "\\x02\\x01\\0\\0\\0\\0\\0\\x05node\\n");
        fread($stream, 1000);
        return $stream;
    },
    'redis' => function () use ($argv) {
        $redis = new Redis;
        $redis->connect('127.0.0.1', (int) $argv[1]);
        $redis->ping();
        return $redis;
    },
};
$all[] = $open();
$before = $memory();
for ($i = 0; $i < 200; $i++) $all[] = $open();
$after = $memory();
echo ($after[0] - $before[0]) / 200, ' ', ($after[1] - $before[1]) * 1024 / 200, ' ';
preg_match('/VmHWM:\\s+(\\d+)/', file_get_contents('/proc/self/status'), $most);
echo $most[1];
'''
PLAIN = "preg_match('/VmHWM:\\s+(\\d+)/', file_get_contents('/proc/self/status'), $most); echo $most[1];"


def nearest(reference, port, kind):
    """The same of what PHP has: 200 sockets, or clients of Redis."""
    php, whole, peak = map(float, output(reference, '-r', SOCKETS, '--', port, kind)[1].split())
    return f'{php:.0f} bytes and {whole / 1024:.0f} KB each, peak {int(peak) >> 10} MB'


def beside(port):
    """What PHP's nearest things take, where there is a reference PHP."""
    reference = ROOT.parent / 'shared/tools/reference-php'
    if not reference.exists():
        return ''
    said = f"; PHP: without any {int(output(reference, '-n', '-r', PLAIN)[1]) >> 10} MB, plain sockets {nearest(reference, port, 'socket')}"
    if shutil.which('redis-server'):
        with socket.create_server(('127.0.0.1', 0)) as free:
            redis_port = free.getsockname()[1]
        command = ['redis-server', '--port', str(redis_port), '--save', '', '--appendonly', 'no']
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        time.sleep(1)
        said += f", php-redis {nearest(reference, redis_port, 'redis')}"
        server.kill()
        server.wait()
    return said


def memory(given):
    """What an idle connection takes of a worker (a client of its own with a cluster of its own) and of the node; the peak of a worker."""
    with Node(given.phant) as node:
        php, whole, peak = output(given.phant, '-n', '-r', IDLE, '--', node.port)[1].split()
        before = node.memory()
        idle = [socket.create_connection(('127.0.0.1', node.port)) for _ in range(500)]
        for stream in idle:
            stream.sendall(b'\x02\x01\0\0\0\0\0\x05node\n')
            stream.recv(1000)
        connection = (node.memory() - before) * 1024 / len(idle)
        php_side = beside(node.port)
    plain = int(output(given.phant, '-n', '-r', PLAIN)[1])
    return True, (f"an idle client takes {float(php):.0f} bytes of PHP's memory and {float(whole) / 1024:.0f} KB of the process, of the node "
                  f'{connection / 1024:.0f} KB; peak of a worker with 201 of them {int(peak) >> 10} MB (without any {plain >> 10} MB){php_side}')


def cargo(given, package, test, variable, count):
    code, text = output('cargo', 'test', '--release', '-p', package, '--test', test, '--', '--nocapture', env={**os.environ, variable: str(count)})
    said = [line for line in text.splitlines() if 'kills' in line or 'test result' in line]
    return code == 0, f'{variable}={count}: ' + '; '.join(said)


def scripts(given, *words, **more):
    code, text = output(ROOT / 'tests/aerospike.py', '--phant', given.phant, '--python', given.vs, *words, env={**os.environ, **more})
    return code == 0, '; '.join(line for line in text.splitlines() if line)


ROWS = {
    'API, old scripts, hostile peers, Python': lambda given: scripts(given),
    'one worker 50/50': lambda given: latency(given, 2),
    'one worker 90/10': lambda given: latency(given, 10),
    'four workers, a million operations': million,
    'memory': memory,
    'kill -9': lambda given: cargo(given, 'phant-aerospike-node', 'kill', 'KILLS', 200 // given.less),
    'fuzzed decoder': lambda given: cargo(given, 'phant-aerospike-wire', 'decoders', 'RUNS', 5_000_000 // given.less),
    'nodes that fail': lambda given: cargo(given, 'phant-aerospike-client', 'failures', 'RUST_BACKTRACE', 0),
    'generated values': lambda given: scripts(given, 'generated', COUNT=str(100_000 // given.less)),
}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('--phant', default=str(ROOT / 'target/release/phant'))
    options.add_argument('--raw', default=str(ROOT / 'target/release/examples/aerospike-raw'))
    options.add_argument('--python', dest='vs', required=True, help='a Python that has the official client')
    options.add_argument('--rounds', type=int, default=9)
    options.add_argument('--quick', action='store_true')
    options.add_argument('words', nargs='*')
    given = options.parse_args()
    given.less = 10 if given.quick else 1
    output('cargo', 'build', '--release', '-p', 'phant-cli')
    output('cargo', 'build', '--release', '-p', 'phant-aerospike-node', '--example', 'aerospike-raw')
    missed = 0
    for name, measure in ROWS.items():
        if given.words and not any(word in name for word in given.words):
            continue
        good, figures = measure(given)
        missed += not good
        print(f'{"met   " if good else "MISSED"} {name}: {figures}', flush=True)
    return missed > 0


if __name__ == '__main__':
    sys.exit(main())
