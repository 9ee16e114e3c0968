#!/usr/bin/env python3
"""What preloading is worth: requests a second by `ab -n 5000 -c 50` of an application whose pages load classes, without it, with all
classes preloaded, and with those that requests use; and the memory of each, once it has answered everything.

    bench/http/preload.py
    bench/http/preload.py --classes 1200 --used 200 --requests 2000 --rounds 3

The contenders are php-fpm with opcache behind nginx, by `opcache.preload` (none, naive), and `phant serve`: none, naive (the same script),
and `--preload auto`, which has seen a hundred requests before it starts anew. Each has two workers. They take turns in every round and
the median counts. A page loads `--used` of the classes: the same ones each time, and a few that only some requests want.
"""
import argparse, os, re, signal, statistics, subprocess, sys, tempfile, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import classes as application
import run as http_bench

PAGE = '''<?php
spl_autoload_register(function (string $class): void {
    require dirname(__DIR__) . '/src/' . str_replace('\\\\', '/', $class) . '.php';
});
$services = [];
for ($i = 0; $i < %d; $i++) {
    $class = "App\\\\Service$i";
    $services[$i] = new $class($services[$i - 1] ?? null);
}
if (isset($_GET['rare'])) { $class = "App\\\\Service" . (%d + (int) $_GET['rare']); $services[] = new $class(); }
$sum = 0;
foreach ($services as $service) $sum += $service->work((int) ($_GET['n'] ?? 1));
echo count($services), ' services: ', $sum, "\\n";
'''
NAIVE = '''<?php
foreach (glob(__DIR__ . '/src/App/*.php') as $file) opcache_compile_file($file);
'''


def write(folder, arguments):
    application.write(folder, arguments.classes)
    (folder / 'www/hello.php').write_text(PAGE % (arguments.used, arguments.used))
    (folder / 'preload.php').write_text(NAIVE)
    for path in folder.rglob('*.php'):
        os.utime(path, (time.time() - 60,) * 2)


def ab(port, arguments):
    command = [http_bench.TOOL, '--exec', 'ab', '-q', '-n', str(arguments.requests), '-c', '50', f'http://127.0.0.1:{port}/hello.php?n=3']
    ended = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = ended.stdout
    if ended.returncode:
        raise SystemExit(f'ab at port {port}: {text.strip()}')
    failed = int(re.search(r'Failed requests:\s+(\d+)', text)[1]) + int((re.search(r'Non-2xx responses:\s+(\d+)', text) or [0, 0])[1])
    return float(re.search(r'Requests per second:\s+([\d.]+)', text)[1]), failed


def end(servers):
    for server in servers:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGTERM)
        server.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--phant', default=str(http_bench.ROOT / 'target/release/phant'))
    parser.add_argument('--classes', type=int, default=800)
    parser.add_argument('--used', type=int, default=200)
    parser.add_argument('--requests', type=int, default=5000)
    parser.add_argument('--rounds', type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as log:
        folder = Path(folder)
        folder.chmod(0o755)
        groups, ports = {}, {}
        naive = f'opcache.preload={folder}/preload.php'

        def phant(name, flags, before=()):
            ports[name] = http_bench.free_port()
            command = [arguments.phant, *before, 'serve', str(folder / 'www'), '--listen', f'127.0.0.1:{ports[name]}', '--workers', '2']
            groups[name] = [http_bench.start([*command, '--access-log', 'off', *flags], log)]
            http_bench.wait_for(ports[name])

        try:
            for name, ini in [('php-fpm, none', []), ('php-fpm, naive', [naive, 'opcache.preload_user=root'])]:
                own = folder / name.replace(', ', '-')
                own.mkdir()
                own.chmod(0o755)
                write(own, arguments)
                ini = [setting.replace(str(folder), str(own)) for setting in ini]
                groups[name], ports[name] = http_bench.start_fpm(own, log, ['opcache.enable=1', 'opcache.max_accelerated_files=20000', *ini])
                http_bench.wait_for(ports[name])
            write(folder, arguments)
            phant('phant, none', [])
            phant('phant, naive', [], ['-d', naive])
            phant('phant, auto', ['--preload', 'auto'])
            for n in range(100):
                http_bench.fetch(ports['phant, auto'], '/hello.php?n=3' + (f'&rare={n}' if n % 10 == 0 else ''))
            end(groups['phant, auto'])
            phant('phant, auto', ['--preload', 'auto'])
            answers = {name: http_bench.fetch(port, '/hello.php?n=3') for name, port in ports.items()}
            if len(set(answers.values())) != 1:
                raise SystemExit(f'the answers differ: {answers}')
            rates, costs = ({name: [] for name in ports} for _ in range(2))
            for _ in range(arguments.rounds):
                for name, servers in groups.items():
                    before = http_bench.cpu_seconds(servers)
                    print(f'\r{name}', end=' ', file=sys.stderr)
                    rate, failed = ab(ports[name], arguments)
                    rates[name].append(rate)
                    costs[name].append((http_bench.cpu_seconds(servers) - before) / arguments.requests * 1e6)
                    if failed:
                        print(f'{name}: {failed} failed')
            print(f'{arguments.classes} classes, {arguments.used} used{"":6}requests/s   us of processor time, least   MB')
            for name, servers in groups.items():
                memory = sum(http_bench.memory(server) for server in servers)
                print(f'{name:26}{statistics.median(rates[name]):10.2f}{min(costs[name]):20.0f}{memory:21.1f}')
        finally:
            for servers in groups.values():
                end(servers)


if __name__ == '__main__':
    sys.exit(main())
