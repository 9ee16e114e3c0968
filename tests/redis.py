#!/usr/bin/env python3
"""Runs the tests of the redis extension against servers of its own: one, a cluster of three, three for RedisArray, a sentinel, TLS.

    tests/redis.py                          all of tests/redis/*.php
    tests/redis.py --reference --bless      has the reference PHP write what the scripts should print
    tests/redis.py --reference              runs them with the reference PHP
    tests/redis.py strings cluster          some of them
    tests/redis.py --serve                  only starts the servers and prints the variables that scripts read

Servers are started in a temporary directory, on loopback ports, and ended afterwards. Where `redis-server` is not installed,
nothing is tested and that is said.
"""
import argparse, os, re, shutil, socket, subprocess, sys, tempfile, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import FLAGS, PHANT, ROOT, difference, known_failures, php_words, reference, run

SCRIPTS = ROOT / 'tests/redis'


def free_port():
    # The bus of a cluster is 10,000 ports above.
    while True:
        with socket.socket() as s:
            s.bind(('127.0.0.1', 0))
            port = s.getsockname()[1]
        if port < 55000:
            return port


class Servers:
    def __init__(self, folder):
        self.folder, self.processes, self.ports = Path(folder), [], {}
        self.start('one', '--unixsocket', f'{folder}/redis.sock')
        for name in ('array1', 'array2', 'array3'):
            self.start(name)
        nodes = [self.start(name, '--cluster-enabled', 'yes', '--cluster-node-timeout', '2000') for name in ('node1', 'node2', 'node3')]
        self.certificate()
        if self.has_tls:
            self.start('tls', '--tls-port', '{port}', '--port', '0', '--tls-auth-clients', 'no', '--tls-cert-file', f'{folder}/tls.crt',
                       '--tls-key-file', f'{folder}/tls.key', '--tls-ca-cert-file', f'{folder}/tls.crt')
        self.cluster(nodes)
        settings = self.folder / 'sentinel.conf'
        self.ports['sentinel'] = free_port()
        settings.write_text(f'port {self.ports["sentinel"]}\nsentinel monitor mymaster 127.0.0.1 {self.ports["array1"]} 1\ndir {folder}\n')
        self.spawn('redis-server', str(settings), '--sentinel')
        for name in self.ports:
            self.wait(name)

    def certificate(self):
        made = subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', f'{self.folder}/tls.key', '-out',
                               f'{self.folder}/tls.crt', '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) if shutil.which('openssl') else None
        self.has_tls = made is not None and made.returncode == 0

    def spawn(self, *command):
        log = open(self.folder / 'log', 'ab')
        self.processes.append(subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log))

    def start(self, name, *options):
        port = self.ports[name] = free_port()
        directory = self.folder / name
        directory.mkdir()
        options = [option.replace('{port}', str(port)) for option in options]
        self.spawn('redis-server', '--port', str(port), '--dir', str(directory), '--save', '', '--appendonly', 'no', *options)
        return port

    def cluster(self, ports):
        for name in ('node1', 'node2', 'node3'):
            self.wait(name)
        subprocess.run(['redis-cli', '--cluster', 'create', *(f'127.0.0.1:{port}' for port in ports), '--cluster-yes'], check=True,
                       stdout=subprocess.DEVNULL)
        for port in ports:
            for _ in range(100):
                state = subprocess.run(['redis-cli', '-p', str(port), 'cluster', 'info'], capture_output=True, text=True).stdout
                if 'cluster_state:ok' in state:
                    break
                time.sleep(0.1)

    def wait(self, name):
        for _ in range(100):
            with socket.socket() as s:
                if s.connect_ex(('127.0.0.1', self.ports[name])) == 0:
                    return
            time.sleep(0.05)
        sys.exit(f'no server {name}\n{(self.folder / "log").read_text()[-2000:]}')

    def variables(self):
        all = {f'REDIS_{name.upper()}': str(port) for name, port in self.ports.items()}
        return {**all, 'REDIS_FOLDER': str(self.folder), 'REDIS_SPARE': str(free_port())}

    def masked(self, output, script):
        """Ports and folders differ from run to run."""
        output = output.replace(f'{SCRIPTS}/'.encode(), b'').replace(str(self.folder).encode(), b'FOLDER')
        output = output.replace(str(self.folder).replace('/', '\\/').encode(), b'FOLDER')
        for name, port in {**self.ports, 'spare': self.spare}.items():
            output = re.sub(rb'\b%d\b' % int(port), name.upper().encode(), output)
        return output

    def end(self):
        for process in self.processes:
            process.kill()
            process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(PHANT))
    parser.add_argument('--reference', action='store_true')
    parser.add_argument('--bless', action='store_true')
    parser.add_argument('--serve', action='store_true')
    parser.add_argument('tests', nargs='*')
    arguments = parser.parse_args()
    if not shutil.which('redis-server') or not shutil.which('redis-cli'):
        print('skipped: no Redis server is installed (Debian: apt-get install redis-server)')
        return 0
    php = reference() if arguments.reference else php_words(arguments.php)
    if not php:
        print('skipped: no reference PHP')
        return 0
    # The reference is told its extensions by its configuration.
    flags = FLAGS[1:] if arguments.reference else FLAGS
    with tempfile.TemporaryDirectory(prefix='phant-redis-', ignore_cleanup_errors=True) as folder:
        servers = Servers(folder)
        try:
            variables = servers.variables()
            servers.spare = variables['REDIS_SPARE']
            if arguments.serve:
                print('\n'.join(f"export {name}='{value}'" for name, value in variables.items()), flush=True)
                input('Enter ends the servers. ')
                return 0
            # What is known to fail is shown and counted, but is no failure of the run. The reference has no such excuse.
            known = set() if arguments.reference else known_failures('redis')
            good = bad = excused = 0
            for script in sorted(SCRIPTS.glob('*.php')):
                if arguments.tests and script.stem not in arguments.tests:
                    continue
                if script.stem == 'tls' and not servers.has_tls:
                    print('tls: skipped, no openssl to make a certificate with')
                    continue
                output = servers.masked(run([*php, *flags, script.name], SCRIPTS, 30, variables), script)
                expected = script.with_suffix('.out')
                if arguments.bless:
                    expected.write_bytes(output)
                if output == expected.read_bytes():
                    good += 1
                    if script.stem in known:
                        print(f'{script.name} passes now: take it off tests/known-failures.txt')
                else:
                    bad += script.stem not in known
                    excused += script.stem in known
                    print(script.name, difference(expected.read_bytes(), output), sep='\n')
            print(f'{good} passed, {bad} failed, {excused} known to fail')
            return int(bad > 0)
        finally:
            servers.end()


if __name__ == '__main__':
    sys.exit(main())
