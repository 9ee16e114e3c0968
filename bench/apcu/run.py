#!/usr/bin/env python3
"""Compares the APCu of `phant serve` with that of nginx + php-fpm from the reference tree: two workers each, by wrk.

    bench/apcu/run.py                        a string, an array and a number; 5 rounds of 2 seconds
    bench/apcu/run.py --only array --rounds 9
    bench/apcu/run.py --writes 50            half of the operations write

A request does 2,000 operations on 500 keys, 9 of 10 of them reads, so that the cache is what counts, not HTTP. Contenders take
turns; the median of the rounds counts. Where the machine has other things to do, the processor time of all processes of a
contender for one operation says more.
"""
import argparse, importlib.util, os, shlex, signal, statistics, sys, tempfile, time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location('http_bench', ROOT / 'bench/http/run.py')
http = importlib.util.module_from_spec(spec)
spec.loader.exec_module(http)

OPERATIONS = 2000
VALUES = {
    'string': "str_repeat('v', 100)",
    'array': "['id' => 17, 'name' => str_repeat('n', 60), 'tags' => ['a', 'b', 'c'], 'price' => 1.5, 'rows' => range(1, 20)]",
    'number': '17',
}
SCRIPT = """<?php
$value = {value};
$keys = [];
for ($i = 0; $i < 500; $i++) {{
    $keys[] = "key-{name}-$i";
}}
if (!apcu_exists($keys[0])) {{
    foreach ($keys as $key) {{
        apcu_store($key, $value);
    }}
}}
$found = 0;
for ($i = 0, $at = getmypid(); $i < {operations}; $i++, $at += 7) {{
    if ($i * {writes} % 100 < {writes}) {{
        apcu_store($keys[$at % 500], $value);
    }} elseif (apcu_fetch($keys[$at % 500]) !== false) {{
        $found++;
    }}
}}
echo $found;
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--phant', default=str(ROOT / 'target/release/phant'))
    parser.add_argument('--flags', default='--workers 2 --access-log off', help='for phant serve')
    parser.add_argument('--only', default=','.join(VALUES))
    parser.add_argument('--writes', type=int, default=10, help='of 100 operations')
    parser.add_argument('--rounds', type=int, default=5)
    parser.add_argument('--seconds', type=int, default=2)
    arguments = parser.parse_args()
    names = arguments.only.split(',')
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as log:
        folder = Path(folder)
        folder.chmod(0o755)
        (folder / 'www').mkdir()
        for name in names:
            script = folder / f'www/{name}.php'
            script.write_text(SCRIPT.format(value=VALUES[name], name=name, operations=OPERATIONS, writes=arguments.writes))
            os.utime(script, (time.time() - 60,) * 2)
        groups, ports = {}, {}
        groups['fpm'], ports['fpm'] = http.start_fpm(folder, log, ['opcache.enable=1', 'apc.enabled=1'])
        ports['phant'] = http.free_port()
        command = [arguments.phant, 'serve', str(folder / 'www'), '--listen', f'127.0.0.1:{ports["phant"]}', *shlex.split(arguments.flags)]
        groups['phant'] = [http.start(command, log)]
        try:
            answers = {}
            for who, port in ports.items():
                http.wait_for(port, f'/{names[0]}.php')
                answers[who] = [http.fetch(port, f'/{name}.php') for name in names]
            if answers['phant'] != answers['fpm']:
                raise SystemExit(f'the answers differ: {answers}')
            rates = {(name, who): [] for name in names for who in ports}
            costs = {(name, who): [] for name in names for who in ports}
            for _ in range(arguments.rounds):
                for name in names:
                    for who, port in ports.items():
                        before = http.cpu_seconds(groups[who])
                        rate, wrong = http.measure(port, f'{name}.php', arguments.seconds, 8)
                        count = max(rate * arguments.seconds, 1) * OPERATIONS
                        rates[name, who].append(rate * OPERATIONS)
                        costs[name, who].append((http.cpu_seconds(groups[who]) - before) / count * 1e9)
                        if wrong:
                            print(f'{who} {name}: {"; ".join(wrong)}')
        finally:
            for server in sum(groups.values(), []):
                if server.poll() is None:
                    os.killpg(server.pid, signal.SIGTERM)
                server.wait()
    print(f'{"":10}{"phant op/s":>12}{"fpm op/s":>12}{"ratio":>8}   processor time of an operation, least of the rounds')
    for name in names:
        ours, theirs = (statistics.median(rates[name, who]) for who in ('phant', 'fpm'))
        cost, other = (min(filter(None, costs[name, who]), default=float('nan')) for who in ('phant', 'fpm'))
        print(f'{name:10}{ours:12.0f}{theirs:12.0f}{ours / theirs:8.2f}   {cost:.0f} and {other:.0f} ns: {other / cost:.2f}')


if __name__ == '__main__':
    sys.exit(main())
