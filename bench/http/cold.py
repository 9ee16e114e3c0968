#!/usr/bin/env python3
"""Time from nothing to the first byte of an answer, for an application of 1,000 files whose compiled form is on disk.

    bench/http/cold.py
    bench/http/cold.py --rounds 21 --files 1000
    bench/http/cold.py --flags='-d opcache.enable=0'      phant without a cache

Measured are php-fpm behind nginx with a warm `opcache.file_cache`, and `phant serve` with one; both are warmed by one start
before anything is measured, and take turns. The clock runs from just before the programs are executed to the first byte of
the first answer, which is compared. nginx and php-fpm are started at the same moment; what nginx answers while php-fpm does
not listen yet is asked again at once. A second figure is for php-fpm behind an nginx that runs already.
Where the machine has other things to do, the processor time up to the answer says more (the system tells it in steps of 10 ms).
"""
import argparse, os, signal, socket, statistics, sys, tempfile, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import run as http_bench

FRONT = '''<?php
spl_autoload_register(static function (string $class): void {
    require dirname(__DIR__) . '/src/' . strtr($class, '\\\\', '/') . '.php';
});
$n = (int) ($_GET['n'] ?? 1);
$sum = 0;
for ($i = 0; $i < %d; $i++) {
    $class = 'App\\\\Module' . intdiv($i, 50) . "\\\\Service$i";
    $sum += (new $class(null, ['n' => $n]))->work($n);
}
echo $sum, ' ', count(get_included_files()), "\\n";
'''
SERVICE = '''<?php
declare(strict_types=1);

namespace App\\Module{module};

use App\\Contract\\Worker;
use App\\Support\\Base;
use InvalidArgumentException;

/**
 * Service {n} of the application.
 */
final class Service{n} extends Base implements Worker
{{
    public const NAME = 'service {n}';
    private const LIMITS = ['low' => {n}, 'high' => {n}000, 'steps' => [1, 2, 3, 5, 8]];

    private array $log = [];
    private static int $calls = 0;

    public function __construct(private readonly ?Worker $next = null, private array $options = [])
    {{
        parent::__construct(self::NAME);
        $this->options += ['name' => self::NAME, 'number' => {n}, 'enabled' => true];
    }}

    /** Does what the service is for. */
    public function work(int $n): int
    {{
        self::$calls++;
        $sum = 0;
        foreach (self::LIMITS['steps'] as $step) {{
            $sum += $step * $n;
        }}
        return $sum + $this->number() + ($this->next?->work($n) ?? 0);
    }}

    public function option(string $name, mixed $default = null): mixed
    {{
        return $this->options[$name] ?? $default;
    }}

    public function withOption(string $name, mixed $value): static
    {{
        if ($name === '') {{
            throw new InvalidArgumentException("An option of service {n} needs a name");
        }}
        $copy = clone $this;
        $copy->options[$name] = $value;
        return $copy;
    }}

    public function describe(): string
    {{
        $lines = [];
        foreach ($this->options as $name => $value) {{
            $lines[] = sprintf('%s: %s', $name, is_scalar($value) ? (string) $value : gettype($value));
        }}
        return $this->name() . "\\n" . implode("\\n", array_map(static fn (string $line): string => "  - $line", $lines));
    }}

    protected function record(string $message, array $context = []): void
    {{
        if (count($this->log) > self::LIMITS['high']) {{
            array_shift($this->log);
        }}
        $this->log[] = ['at' => self::$calls, 'message' => $message, 'context' => $context];
    }}

    private function number(): int
    {{
        return (int) $this->options['number'];
    }}
}}
'''
OTHERS = {
    'Support/Base': '<?php\nnamespace App\\Support;\nabstract class Base { public function __construct(private string $name) {} public function name(): string { return $this->name; } }',
    'Contract/Worker': '<?php\nnamespace App\\Contract;\ninterface Worker { public function work(int $n): int; }',
}


def write(folder, files):
    source = folder / 'src/App'
    services = max(files - len(OTHERS) - 1, 1)
    texts = dict(OTHERS)
    for n in range(services):
        texts[f'Module{n // 50}/Service{n}'] = SERVICE.format(n=n, module=n // 50)
    for name, text in texts.items():
        path = source / f'{name}.php'
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / 'www').mkdir()
    (folder / 'www/hello.php').write_text(FRONT % services)
    for path in folder.rglob('*.php'):
        os.utime(path, (time.time() - 60,) * 2)
    return services


def first_answer(port):
    """The first answer of a server that is being started, and when its first byte came."""
    end = time.perf_counter() + 20
    request = b'GET /hello.php?n=3 HTTP/1.0\r\nHost: localhost\r\n\r\n'
    while time.perf_counter() < end:
        connection = socket.socket()
        try:
            connection.connect(('127.0.0.1', port))
            connection.sendall(request)
            first = connection.recv(65536)
            at = time.perf_counter()
            data = first
            while more := connection.recv(65536):
                data += more
            if b' 200 ' in data.split(b'\r\n', 1)[0]:
                return at, data.split(b'\r\n\r\n', 1)[1]
        except OSError:
            pass
        finally:
            connection.close()
        time.sleep(0.0005)
    raise SystemExit(f'nothing answers at port {port}')


def stop(servers):
    for server in servers:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGTERM)
    for server in servers:
        server.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--phant', default=str(http_bench.ROOT / 'target/release/phant'))
    parser.add_argument('--files', type=int, default=1000)
    parser.add_argument('--rounds', type=int, default=11)
    parser.add_argument('--flags', default='', help='more for phant, before serve')
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as log:
        folder = Path(folder)
        folder.chmod(0o755)
        write(folder, arguments.files)
        for name in ['opcache', 'image']:
            (folder / name).mkdir(mode=0o700)
        port = http_bench.free_port()
        phant = [arguments.phant, '-d', f'opcache.file_cache={folder}/image', *arguments.flags.split(),
                 'serve', str(folder / 'www'), '--listen', f'127.0.0.1:{port}', '--workers', '2', '--access-log', 'off']
        settings = ['opcache.enable=1', f'opcache.file_cache={folder}/opcache']

        def cold_phant():
            begun = time.perf_counter()
            servers = [http_bench.start(phant, log)]
            return begun, servers, port

        def cold_fpm():
            tools = http_bench.fpm_commands(folder, settings)
            begun = time.perf_counter()
            return begun, [http_bench.start(command, log) for command in tools[:2]], tools[2]

        def cold_fpm_alone():
            fpm, nginx, fpm_port = http_bench.fpm_commands(folder, settings)
            servers = [http_bench.start(nginx, log)]
            time.sleep(0.3)
            begun = time.perf_counter()
            return begun, [http_bench.start(fpm, log), *servers], fpm_port

        contenders = {'nginx + php-fpm': cold_fpm, 'php-fpm, nginx running': cold_fpm_alone, 'phant serve': cold_phant}
        times, costs, answers = {name: [] for name in contenders}, {name: [] for name in contenders}, set()
        for turn in range(-1, arguments.rounds):
            for name, begin in contenders.items():
                begun, servers, at = begin()
                try:
                    first, answer = first_answer(at)
                    cost = http_bench.cpu_seconds(servers) * 1e3
                finally:
                    if turn < 0:
                        time.sleep(0.5)
                    stop(servers)
                answers.add(answer)
                if turn >= 0:
                    times[name].append((first - begun) * 1e3)
                    costs[name].append(cost)
        if len(answers) != 1:
            raise SystemExit(f'the answers differ: {answers}')
        least, middle = (find(times['nginx + php-fpm']) for find in (min, statistics.median))
        print(f'{arguments.files} files, {arguments.rounds} starts{"":10}least ms   median ms   of php-fpm: least, median   processor ms, mean')
        for name, list in times.items():
            print(f'{name:30}{min(list):12.1f}{statistics.median(list):12.1f}{min(list) / least:17.2f}{statistics.median(list) / middle:8.2f}'
                  f'{statistics.mean(costs[name]):17.1f}')


if __name__ == '__main__':
    sys.exit(main())
