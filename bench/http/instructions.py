#!/usr/bin/env python3
"""What a page of an application costs in instructions, by function: `phant serve`, or php-fpm, under valgrind's callgrind.

    bench/http/instructions.py FOLDER /index.php
    bench/http/instructions.py FOLDER '/doku.php?id=start' --fpm --top 40

A server is started twice, and asked for the page some times and some times more often: the difference is what a request costs once all is
compiled. Instructions do not mind what else the machine does, so two builds can be told apart on a busy one; times are another matter.
Needs valgrind. The sum for php-fpm is without nginx. The folder should be a copy: applications write into theirs.
"""
import argparse, collections, concurrent.futures, http.client, os, re, signal, subprocess, sys, tempfile, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import run as http_bench

# Requests before the first one that counts: what is learned in the first requests is known then.
FIRST = 8
# Under valgrind a request takes half a minute, and the clock that APCu reads is not there.
SETTINGS = ['display_errors=0', 'log_errors=0', 'max_execution_time=0', 'hard_timeout=0', 'apc.enabled=0']


def counts(path):
    """The instructions of a callgrind file by function, without what the functions have called."""
    names, function, called, total = {}, None, False, collections.Counter()
    for line in path.read_text(errors='replace').splitlines():
        named = re.match(r'c?fn=\((\d+)\)(?: (.*))?', line)
        if named:
            if named[2]:
                names[named[1]] = re.sub(r"'\d+$", '', named[2])
            if not line.startswith('c'):
                function = names[named[1]]
        elif line.startswith('calls='):
            called = True
        elif line and line[0] in '0123456789+-*':
            if not called and len(words := line.split()) > 1:
                total[function] += int(words[1])
            called = False
    return total


def fetch(port, path):
    connection = http.client.HTTPConnection('127.0.0.1', port, timeout=600)
    connection.request('GET', path)
    answer = connection.getresponse()
    return answer.status, answer.read()


def start(arguments, folder, log):
    """What was started, the one that is looked at first, and the port."""
    callgrind = ['valgrind', '-q', '--tool=callgrind', '--trace-children=yes', f'--callgrind-out-file={folder}/callgrind.%p']
    settings = [*SETTINGS, f'session.save_path={folder}']
    if arguments.fpm:
        fpm, nginx, port = http_bench.fpm_commands(folder, ['opcache.enable=1', *settings], arguments.folder, 1)
        return [http_bench.start([*fpm[:2], *callgrind, *fpm[2:]], log), http_bench.start(nginx, log)], port
    port = http_bench.free_port()
    flags = [word for setting in settings for word in ('-d', setting)]
    serve = ['serve', str(arguments.folder), '--listen', f'127.0.0.1:{port}', '--workers', '1', '--access-log', 'off']
    return [http_bench.start([*callgrind, arguments.phant, *flags, *serve], log)], port


def measure(arguments, requests):
    """The instructions of a server by function, and its last answer."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as log:
        folder = Path(folder)
        folder.chmod(0o755)
        servers, port = start(arguments, folder, log)
        try:
            for _ in range(600):
                try:
                    # nginx answers before php-fpm is there.
                    if fetch(port, arguments.path)[0] < 500:
                        break
                except OSError:
                    pass
                time.sleep(0.1)
            for _ in range(requests):
                answer = fetch(port, arguments.path)
        finally:
            # php-fpm's children write what was counted when they end by themselves.
            os.kill(servers[0].pid, signal.SIGQUIT if arguments.fpm else signal.SIGTERM)
            servers[0].wait()
            for server in servers[1:]:
                os.killpg(server.pid, signal.SIGTERM)
                server.wait()
        time.sleep(1)
        return sum((counts(file) for file in folder.glob('callgrind.*')), collections.Counter()), answer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folder', type=Path)
    parser.add_argument('path')
    parser.add_argument('--phant', default=str(http_bench.ROOT / 'target/release/phant'))
    parser.add_argument('--fpm', action='store_true', help='php-fpm of the reference, with opcache')
    parser.add_argument('--requests', type=int, default=16)
    parser.add_argument('--top', type=int, default=30, help='how many functions are shown')
    arguments = parser.parse_args()
    arguments.folder = arguments.folder.resolve()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(measure, arguments, requests) for requests in (FIRST, FIRST + arguments.requests)]
        (few, _), (many, (status, body)) = [run.result() for run in runs]
    many.subtract(few)
    each = {function: count / arguments.requests / 1000 for function, count in many.items()}
    print(f'{arguments.path}: status {status}, {len(body)} bytes, {sum(each.values()):,.0f} thousand instructions a request')
    for function, count in sorted(each.items(), key=lambda pair: -pair[1])[:arguments.top]:
        print(f'{count:10,.1f}  {function}')


if __name__ == '__main__':
    sys.exit(main())
