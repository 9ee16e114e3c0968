#!/usr/bin/env python3
"""Applications behind `phant serve` and behind nginx + php-fpm (opcache): requests a second, times, processor time, memory.

    bench/http/applications.py                         what is set up of dokuwiki, adminer, phpmyadmin, mediawiki
    bench/http/applications.py --apps dokuwiki --workers 4 --rounds 5

The applications are those of `../shared/workloads`, as its `setup.sh` lays them out (`PEERS`, or the user's cache folder). Each contender
serves a copy of its own. They take turns in every round; a rate is the median of the rounds, times are those of the requests of all
rounds, processor time is that of all processes of a contender in the best round. An answer with another status than php-fpm's ends it.

Memory is the proportional set size: what processes share counts once. It is read when a contender has started and answered nothing yet,
after the last round, and when nobody has asked for some seconds; php-fpm's is given without nginx and with it.
"""
import argparse, json, os, re, resource, signal, socket, statistics, subprocess, sys, tempfile, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import run as http_bench

WORKLOADS = http_bench.SHARED / 'workloads'
# After so many seconds without a request whoever gives memory back has done so.
CALM = 8
SETTINGS = ['display_errors=0', 'log_errors=0']


def peers():
    cache = Path(os.environ.get('XDG_CACHE_HOME', Path.home() / '.cache'))
    return Path(os.environ.get('PEERS', cache / 'phant-workloads')) / 'apps'


def pss(server):
    """The proportional set size of a server and all that it has started, in MB."""
    total = 0
    for rollup in Path('/proc').glob('[0-9]*/smaps_rollup'):
        try:
            is_its = int((rollup.parent / 'stat').read_text().rsplit(')', 1)[1].split()[3]) == server.pid
            found = re.search(r'^Pss:\s+(\d+)', rollup.read_text(), re.M) if is_its else None
        except OSError:
            continue
        total += int(found[1]) if found else 0
    return total / 1024


class Contender:
    """A server that has started, and what was measured of it."""

    def __init__(self, name, servers, port):
        self.name, self.servers, self.port = name, servers, port
        self.rates, self.costs, self.times, self.wrong = {}, {}, {}, []
        self.idle = self.full = self.calm = None

    def memory(self):
        return [pss(server) for server in self.servers]

    def measure(self, page, path, seconds, connections):
        url, before = f'http://127.0.0.1:{self.port}{path}', http_bench.cpu_seconds(self.servers)
        command = [http_bench.TOOL, '--exec', 'wrk', '-t1', f'-c{connections}', f'-d{seconds}s', '--timeout', '20s', '--latency', url]
        text = subprocess.check_output(command, text=True)
        rate = float(re.search(r'Requests/sec: +(\S+)', text)[1])
        shares = dict(re.findall(r'^ +(\d+)% +(\S+) *$', text, re.M))
        self.rates.setdefault(page, []).append(rate)
        self.costs.setdefault(page, []).append((http_bench.cpu_seconds(self.servers) - before) / max(rate * seconds, 1) * 1e3)
        self.times.setdefault(page, []).append([milliseconds(shares[share]) for share in ('50', '99')])
        self.wrong += [f'{page}: {line.strip()}' for line in text.splitlines() if 'Socket errors' in line or 'Non-2xx' in line]

    def end(self):
        for server in self.servers:
            if server.poll() is None:
                os.killpg(server.pid, signal.SIGTERM)
        for server in self.servers:
            server.wait()


def milliseconds(text):
    number, unit = re.fullmatch(r'([\d.]+)(us|ms|s|m)', text).groups()
    return float(number) * {'us': 0.001, 'ms': 1, 's': 1000, 'm': 60000}[unit]


def contenders(app, folder, log, arguments):
    """Both, with a copy of the application each."""
    copies = {}
    for name in ('phant', 'fpm'):
        copies[name] = folder / name / 'app'
        copies[name].parent.mkdir()
        subprocess.run(['cp', '-a', '--reflink=auto', str(peers() / app), str(copies[name])], check=True)
        (copies[name] / 'nothing.txt').touch()
    # Sessions are kept by both, in a folder of their own: what php-fpm is built with need not exist, and what earlier runs left is in /tmp.
    sessions = {name: f'session.save_path={folder}/{name}/sessions' for name in copies}
    for name in copies:
        (folder / name / 'sessions').mkdir(mode=0o777)
        (folder / name / 'sessions').chmod(0o777)
    fpm, fpm_port = http_bench.start_fpm(folder, log, ['opcache.enable=1', *SETTINGS, sessions['fpm']], copies['fpm'], arguments.workers)
    port = http_bench.free_port()
    settings = [word for setting in (*SETTINGS, sessions['phant']) for word in ('-d', setting)]
    flags = ['--listen', f'127.0.0.1:{port}', '--workers', str(arguments.workers), '--access-log', 'off']
    phant = http_bench.start([arguments.phant, *settings, 'serve', str(copies['phant']), *flags], log)
    return [Contender('nginx + php-fpm', fpm, fpm_port), Contender('phant', [phant], port)]


def wait_for(fpm, phant, folder):
    """That they have started is seen by a file and a socket, so no page has been asked for."""
    for contender in (fpm, phant):
        http_bench.wait_for(contender.port, '/nothing.txt')
    with socket.socket(socket.AF_UNIX) as pool:
        while pool.connect_ex(str(folder / 'fpm.sock')):
            if fpm.servers[0].poll() is not None:
                raise SystemExit('php-fpm does not start')
            time.sleep(0.05)


def bench(app, pages, arguments, log):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        folder.chmod(0o755)
        both = contenders(app, folder, log, arguments)
        try:
            wait_for(*both, folder)
            for contender in both:
                contender.idle = contender.memory()
            # Only what answers with 200 says how fast the application is.
            found = {page: [http_bench.fetch(c.port, path) for c in both for _ in range(2)][1::2] for page, path in pages.items()}
            for page, answers in found.items():
                if answers[0][0] != answers[1][0]:
                    raise SystemExit(f'{app}/{page}: php-fpm answers {answers[0][0]}, phant {answers[1][0]}')
            pages = {page: path for page, path in pages.items() if found[page][0][0] == 200}
            for _ in range(arguments.rounds):
                for page, path in pages.items():
                    for contender in both:
                        contender.measure(page, path, arguments.seconds, arguments.connections)
            for contender in both:
                contender.full = contender.memory()
            time.sleep(CALM)
            for contender in both:
                contender.calm = contender.memory()
        finally:
            for contender in both:
                contender.end()
    return both


def report(app, both):
    fpm, phant = both
    print(f'\n{app:14}{"fpm/s":>9}{"phant/s":>9}{"ratio":>7}   {"ms, 50 % and 99 %: fpm":>24}{"phant":>16}   processor ms: fpm, phant, ratio')
    for page in fpm.rates:
        rate, cost = [statistics.median(c.rates[page]) for c in both], [min(c.costs[page]) for c in both]
        half, most = zip(*[[statistics.median(times) for times in zip(*c.times[page])] for c in both])
        ratios = [b / a if a else float('nan') for a, b in ((rate[0], rate[1]), (cost[1], cost[0]))]
        print(f'{page:14}{rate[0]:9.0f}{rate[1]:9.0f}{ratios[0]:7.2f}   {half[0]:15.1f}{most[0]:9.1f}{half[1]:9.1f}{most[1]:7.1f}'
              f'   {cost[0]:9.2f}{cost[1]:7.2f}{ratios[1]:6.2f}')
    states = (('at the start', [c.idle for c in both]), ('after all that', [c.full for c in both]), (f'{CALM} s later', [c.calm for c in both]))
    for when, memory in states:
        (pool, nginx), (own,) = memory
        print(f'PSS in MB, {when}: php-fpm {pool:.1f}, with nginx {pool + nginx:.1f}, phant {own:.1f}: {own / pool:.2f}, {own / (pool + nginx):.2f}')
    for contender in both:
        for line in contender.wrong:
            print(f'{contender.name}, {line}')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--phant', default=str(http_bench.ROOT / 'target/release/phant'))
    parser.add_argument('--apps', default='dokuwiki,adminer,phpmyadmin,mediawiki')
    parser.add_argument('--pages', help='names of pages, divided by commas; all if not given')
    parser.add_argument('--workers', type=int, default=2)
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('--seconds', type=int, default=2)
    parser.add_argument('--connections', type=int, default=8)
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    ready = [app for app in arguments.apps.split(',') if (peers() / app).is_dir()]
    if not ready:
        raise SystemExit(f'none of {arguments.apps} is in {peers()}: run {WORKLOADS}/setup.sh')
    with tempfile.TemporaryFile() as log:
        for app in ready:
            pages = json.loads((WORKLOADS / 'apps' / app / 'app.json').read_text())['pages']
            wanted = {page: path for page, path in pages.items() if '.php' in path and (not arguments.pages or page in arguments.pages.split(','))}
            report(app, bench(app, wanted, arguments, log))


if __name__ == '__main__':
    sys.exit(main())
