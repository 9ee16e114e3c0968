#!/usr/bin/env python3
"""Requests a second of an application that loads 400 classes for a page: nginx + php-fpm (opcache), `phant serve`, and with --snapshot.

    bench/http/classes.py
    bench/http/classes.py --rounds 9 --classes 1000

The contenders take turns in every round; each has two workers, and the answers are compared before anything is measured. The median of
the rounds counts, and the processor time of a request beside it.
"""
import argparse, os, signal, statistics, sys, tempfile, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import run as http_bench

BOOT = '''<?php
spl_autoload_register(function (string $class): void {
    require __DIR__ . '/src/' . str_replace('\\\\', '/', $class) . '.php';
});
$services = [];
for ($i = 0; $i < %d; $i++) {
    $class = "App\\\\Service$i";
    $services[$i] = new $class($services[$i - 1] ?? null);
}
return static function () use ($services): void {
    $sum = 0;
    foreach ($services as $service) $sum += $service->work((int) ($_GET['n'] ?? 1));
    echo count($services), ' services: ', $sum, "\\n";
};
'''
SERVICE = '''<?php
declare(strict_types=1);
namespace App;
final class Service{n} extends Base implements Worker
{{
    public const NAME = 'service {n}';
    private array $options = ['name' => self::NAME, 'number' => {n}, 'nested' => ['a' => 1, 'b' => [2, 3]]];
    private static int $calls = 0;
    public function __construct(private ?Worker $before = null) {{ parent::__construct(self::NAME); }}
    public function work(int $n): int {{ self::$calls++; return $n * $this->options['number'] + strlen($this->name()); }}
    public function option(string $name): mixed {{ return $this->options[$name] ?? null; }}
    protected function before(): ?Worker {{ return $this->before; }}
}}
'''
OTHERS = {
    'Base': '<?php\nnamespace App;\nabstract class Base { public function __construct(private string $name) {} public function name(): string { return $this->name; } }',
    'Worker': '<?php\nnamespace App;\ninterface Worker { public function work(int $n): int; }',
}


def write(folder, classes):
    source = folder / 'src/App'
    source.mkdir(parents=True)
    (folder / 'www').mkdir()
    for name, text in [*OTHERS.items(), *((f'Service{n}', SERVICE.format(n=n)) for n in range(classes))]:
        (source / f'{name}.php').write_text(text)
    (folder / 'boot.php').write_text(BOOT % classes)
    # The same file answers in both ways: classic requests boot and call, in a snapshot the boot is done.
    (folder / 'www/hello.php').write_text("<?php (require dirname(__DIR__) . '/boot.php')();")
    for path in folder.rglob('*.php'):
        os.utime(path, (time.time() - 60,) * 2)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--phant', default=str(http_bench.ROOT / 'target/release/phant'))
    parser.add_argument('--classes', type=int, default=400)
    parser.add_argument('--rounds', type=int, default=5)
    parser.add_argument('--seconds', type=int, default=2)
    parser.add_argument('--connections', type=int, default=25)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as log:
        folder = Path(folder)
        folder.chmod(0o755)
        write(folder, arguments.classes)
        fpm, fpm_port = http_bench.start_fpm(folder, log, ['opcache.enable=1'])
        groups, ports = {'nginx + php-fpm': fpm}, {'nginx + php-fpm': fpm_port}
        for name, flags in [('classic', []), ('snapshot', ['--snapshot', str(folder / 'boot.php')])]:
            ports[name] = http_bench.free_port()
            command = [arguments.phant, 'serve', str(folder / 'www'), '--listen', f'127.0.0.1:{ports[name]}', '--workers', '2', '--access-log', 'off']
            groups[name] = [http_bench.start([*command, *flags], log)]
        rates, costs = ({name: [] for name in groups} for _ in range(2))
        try:
            for name in groups:
                http_bench.wait_for(ports[name])
            answers = {name: http_bench.fetch(ports[name], '/hello.php?n=3') for name in groups}
            if len(set(answers.values())) != 1:
                raise SystemExit(f'the answers differ: {answers}')
            for _ in range(arguments.rounds):
                for name, servers in groups.items():
                    before = http_bench.cpu_seconds(servers)
                    rate, wrong = http_bench.measure(ports[name], 'hello.php', arguments.seconds, arguments.connections)
                    rates[name].append(rate)
                    costs[name].append((http_bench.cpu_seconds(servers) - before) / max(rate * arguments.seconds, 1) * 1e6)
                    if wrong:
                        print(f'{name}: {"; ".join(wrong)}')
        finally:
            for server in (server for servers in groups.values() for server in servers):
                if server.poll() is None:
                    os.killpg(server.pid, signal.SIGTERM)
                server.wait()
        first = statistics.median(rates['nginx + php-fpm'])
        print(f'{arguments.classes} classes{"":16}requests/s   of php-fpm   us of processor time, least')
        for name in groups:
            rate = statistics.median(rates[name])
            print(f'{name:27}{rate:10.0f}{rate / first:13.2f}{min(filter(None, costs[name]), default=float("nan")):13.0f}')


if __name__ == '__main__':
    sys.exit(main())
