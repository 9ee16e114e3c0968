#!/usr/bin/env python3
"""Compares the redis extension with the reference's, on a server of its own, in short runs by turns.

    bench/redis/run.py                      every work, with and without the igbinary serializer
    bench/redis/run.py get mGet --rounds 9  some, longer
    bench/redis/run.py --php target/release/phant

Of each work the best run counts: most operations in a second, and least CPU of the client for one operation. The ratios say
how many times as good as the reference that is.
"""
import argparse, math, os, shutil, subprocess, sys, tempfile, time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests'))
from common import PHANT, php_words, reference
from redis import free_port

WORKS = ['set', 'get', 'pipeline', 'hGetAll', 'mGet']


def measure(php, port, work, serializer, seconds):
    words = [*php, str(ROOT / 'bench/redis/work.php'), str(port), work, serializer, str(seconds)]
    count, wall, cpu = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    return int(count) / float(wall), float(cpu) / int(count)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(PHANT))
    parser.add_argument('--rounds', type=int, default=5)
    parser.add_argument('--seconds', type=float, default=0.4)
    parser.add_argument('works', nargs='*')
    arguments = parser.parse_args()
    peer = reference()
    if not peer or not shutil.which('redis-server'):
        sys.exit('needs a reference PHP and redis-server')
    own, port = php_words(arguments.php), free_port()
    with tempfile.TemporaryDirectory(prefix='phant-redis-', ignore_cleanup_errors=True) as folder:
        server = subprocess.Popen(['redis-server', '--port', str(port), '--dir', folder, '--save', '', '--appendonly', 'no'],
                                  stdout=subprocess.DEVNULL)
        time.sleep(0.5)
        try:
            print(f'{"work":22} {"ops/s":>9} {"peer":>9} {"ratio":>6}   {"us CPU":>8} {"peer":>8} {"ratio":>6}')
            for serializer in ('NONE', 'IGBINARY'):
                speed, thrift = [], []
                for work in arguments.works or WORKS:
                    runs = {True: [], False: []}
                    for _ in range(arguments.rounds):
                        for is_own, php in ((True, own), (False, peer)):
                            runs[is_own].append(measure(php, port, work, serializer, arguments.seconds))
                    rate, peer_rate = (max(r[0] for r in runs[who]) for who in (True, False))
                    cost, peer_cost = (min(r[1] for r in runs[who]) for who in (True, False))
                    speed.append(rate / peer_rate)
                    thrift.append(peer_cost / cost)
                    print(f'{work + " " + serializer:22} {rate:9.0f} {peer_rate:9.0f} {speed[-1]:6.2f}   {cost * 1e6:8.2f} {peer_cost * 1e6:8.2f} '
                          f'{thrift[-1]:6.2f}', flush=True)
                mean = [math.exp(sum(map(math.log, ratios)) / len(ratios)) for ratios in (speed, thrift)]
                print(f'{"mean " + serializer:22} {"":19} {mean[0]:6.2f}   {"":17} {mean[1]:6.2f}')
        finally:
            server.kill()


if __name__ == '__main__':
    main()
