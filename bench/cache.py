#!/usr/bin/env python3
"""Measures the code cache: an application of many classes, served by one worker and by several.

    bench/cache.py                      400 classes, 1 and 4 workers
    bench/cache.py --classes 50

Prints memory after enough requests that every worker has run the application, the time of a request once everything is
cached, that of a request which includes one file with one class and nothing else (and of one that includes nothing), and,
with --reference, the same times of the reference's built-in server with opcache.
"""
import argparse, http.client, os, re, shlex, socket, subprocess, sys, tempfile, threading, time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

INDEX = """<?php
spl_autoload_register(function ($class) { include __DIR__ . '/' . strtr($class, '\\\\', '/') . '.php'; });
$sum = 0;
for ($i = 0; $i < %d; $i++) { $class = "App\\\\C$i"; $sum += (new $class($i))->value(); }
echo $sum;
"""
BASE = """<?php
namespace App;
interface HasValue { const UNIT = 1; public function value(): int; }
trait Counts { private int $count = 0; public function count(): int { return ++$this->count; } }
"""


def write_application(folder, classes):
    """One class a file, each with a parent (every tenth is a root), an interface, a trait, and a dozen of methods."""
    (folder / 'App').mkdir()
    (folder / 'index.php').write_text(INDEX % classes)
    alone = '\n'.join(f'public function method{m}(int $a): array {{ return [$a, {m}]; }}' for m in range(12))
    (folder / 'Alone.php').write_text(f'<?php\nclass Alone {{\n{alone}\n}}\n')
    (folder / 'one.php').write_text("<?php include __DIR__ . '/Alone.php'; echo 1;\n")
    (folder / 'none.php').write_text('<?php echo 1;\n')
    (folder / 'App/HasValue.php').write_text(BASE.split('trait')[0])
    (folder / 'App/Counts.php').write_text('<?php\nnamespace App;\ntrait' + BASE.split('trait')[1])
    for i in range(classes):
        parent = '' if i % 10 == 0 else f' extends C{i - 1}'
        members = ['use Counts;', f'public const NAME_{i} = "name {i}";', f'protected array $data{i} = ["key" => {i}, "list" => [1, 2, {i}]];']
        if not parent:
            members.append('public function __construct(protected int $n) {}')
        members.append('public function value(): int { return $this->n + $this->count() + self::UNIT; }')
        for m in range(12):
            body = f'$out = []; for ($i = 0; $i < $a; $i++) {{ $out[] = sprintf("%s-%d", self::NAME_{i}, $i + {m}); }} return $out + $this->data{i};'
            members.append(f'/** Method {m} of class {i}. */\n    public function method{m}(int $a = {m}, ?string $b = null): array {{ {body} }}')
        text = '\n    '.join(members)
        (folder / f'App/C{i}.php').write_text(f'<?php\nnamespace App;\n\nclass C{i}{parent} implements HasValue\n{{\n    {text}\n}}\n')
    old = time.time() - 60
    for file in folder.rglob('*.php'):
        os.utime(file, (old, old))


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


class Server:
    def __init__(self, command, port):
        self.port = port
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                socket.create_connection(('127.0.0.1', port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit(f'{command[0]} does not answer')

    def get(self, path='/index.php'):
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=60)
        connection.request('GET', path)
        return connection.getresponse().read()

    def memory(self):
        """Resident memory of the process, in kB."""
        return int(re.search(r'VmRSS:\s+(\d+)', Path(f'/proc/{self.process.pid}/status').read_text()).group(1))

    def stop(self):
        self.process.terminate()
        self.process.wait()


def together(server, count):
    threads = [threading.Thread(target=lambda: [server.get() for _ in range(5)]) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def milliseconds(server, rounds, path='/index.php'):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        server.get(path)
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def one_include(server, rounds):
    """What a request takes that includes one class, and one that includes nothing, in milliseconds."""
    one, none = (milliseconds(server, 20 * rounds, path) for path in ('/one.php', '/none.php'))
    return f'one include {one:.3f} ms, none {none:.3f} ms'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(ROOT / 'target/release/phant'))
    parser.add_argument('--reference', help='command of the reference')
    parser.add_argument('--classes', type=int, default=400)
    parser.add_argument('--workers', default='1,4')
    parser.add_argument('--rounds', type=int, default=50)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        write_application(folder, args.classes)
        for workers in args.workers.split(','):
            port = free_port()
            server = Server([args.php, 'serve', str(folder), '--listen', f'127.0.0.1:{port}', '--workers', workers], port)
            start = time.perf_counter()
            first = server.get()
            cold = (time.perf_counter() - start) * 1000
            together(server, 4 * int(workers))
            warm = milliseconds(server, args.rounds)
            print(f'{workers} workers: {server.memory()} kB, first request {cold:.1f} ms, later ones {warm:.2f} ms')
            print(f'    {one_include(server, args.rounds)}')
            server.stop()
        if args.reference:
            port = free_port()
            ini = ['-d', 'opcache.enable=1', '-d', 'opcache.enable_cli=1', '-d', 'zend_extension=opcache']
            server = Server([*shlex.split(args.reference), *ini, '-S', f'127.0.0.1:{port}', '-t', str(folder)], port)
            same = server.get() == first
            print(f'reference: later ones {milliseconds(server, args.rounds):.2f} ms{"" if same else ", and another answer"}')
            print(f'    {one_include(server, args.rounds)}')
            server.stop()


if __name__ == '__main__':
    main()
