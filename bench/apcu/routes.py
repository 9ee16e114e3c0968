#!/usr/bin/env python3
"""Times `apcu_fetch` of a nested array, such as the 10,000 routes of an application, beside the reference's APCu.

    bench/apcu/routes.py                     10,000 routes, 5 rounds that take turns
    bench/apcu/routes.py --routes 500 --rounds 9

APCu copies what is fetched; Phant shares it until it is written to. The least time of a fetch counts; each of them reads a route of
the array, so that nobody gets away with fetching nothing."""
import argparse, os, shlex, subprocess, sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = r'''
$routes = [];
for ($i = 0; $i < ROUTES; $i++) {
    $routes["/module$i/{id}"] = ['name' => "route$i", 'methods' => ['GET', 'POST'], 'defaults' => ['_controller' => "App\\C$i::index", 'id' => $i],
        'requirements' => ['id' => '\d+'], 'weight' => $i / 7];
}
apcu_store('routes', $routes) or exit('not stored: is apc.shm_size too small?');
$best = INF;
$end = hrtime(true) + 400_000_000;
do {
    $start = hrtime(true);
    $fetched = apcu_fetch('routes');
    $best = min($best, hrtime(true) - $start);
    if ($fetched['/module7/{id}']['defaults']['id'] !== 7) exit('wrong value');
    unset($fetched);
} while (hrtime(true) < $end);
echo $best;
'''


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--phant', default=str(ROOT / 'target/release/phant'))
    parser.add_argument('--reference', default=os.environ.get('REFERENCE_PHP') or str(ROOT / '../shared/tools/reference-php'))
    parser.add_argument('--routes', type=int, default=10000)
    parser.add_argument('--rounds', type=int, default=5)
    given = parser.parse_args()
    best = {'phant': float('inf'), 'reference': float('inf')}
    for _ in range(given.rounds):
        for name in best:
            settings = ['-d', 'apc.enable_cli=1', '-d', 'apc.shm_size=512M', '-d', 'memory_limit=1G']
            command = [*shlex.split(getattr(given, name)), *settings, '-r', SCRIPT.replace('ROUTES', str(given.routes))]
            out = subprocess.run(command, capture_output=True, text=True).stdout
            if not out.isdecimal():
                sys.exit(f'{name}: {out}')
            best[name] = min(best[name], int(out))
    ours, theirs = best['phant'], best['reference']
    print(f'fetch of {given.routes} routes: Phant {ours / 1000:.2f} µs, reference {theirs / 1000:.2f} µs: {theirs / ours:.0f}x')
    return 0


if __name__ == '__main__':
    sys.exit(main())
