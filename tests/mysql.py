#!/usr/bin/env python3
"""Runs the tests of mysqli and pdo_mysql against a MariaDB server of its own.

    tests/mysql.py                          tests/mysql/*.php, and PHP's own tests of both where they are at hand
    tests/mysql.py --reference --bless      has the reference PHP write what the scripts of tests/mysql should print
    tests/mysql.py --php target/debug/phant ext/mysqli/tests/mysqli_query.phpt
    tests/mysql.py --reference              the same with the reference PHP
    tests/mysql.py --serve                  only starts the server and prints the variables that tests read

The server is started in a temporary directory, on a socket and a loopback port, and ended afterwards. Where `mariadbd` is not
installed, nothing is tested and that is said.
"""
import argparse, os, shutil, socket, subprocess, sys, tempfile, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import PHANT, ROOT, SHARED, difference, php_words, run

CORPUS = SHARED / 'conformance/php-8.4.24'
FLAGS_OF_SCRIPTS = ['-d', 'display_errors=1', '-d', 'error_reporting=-1', '-d', 'html_errors=0']
FOLDERS = ['ext/mysqli/tests', 'ext/pdo_mysql/tests']


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


class Server:
    """A MariaDB server with one user, root, who needs no password."""

    def __init__(self, folder):
        self.folder, self.port = Path(folder), free_port()
        self.socket = self.folder / 'socket'
        user = ['--user=root'] if os.geteuid() == 0 else []
        subprocess.run(['mysql_install_db', '--no-defaults', *user, '--auth-root-authentication-method=normal', f'--datadir={folder}/data',
                        '--skip-test-db'], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
        log = open(self.folder / 'log', 'wb')
        self.process = subprocess.Popen(
            ['mariadbd', '--no-defaults', *user, f'--datadir={folder}/data', f'--socket={self.socket}', f'--port={self.port}',
             '--bind-address=127.0.0.1', '--local-infile=1', '--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=32M',
             f'--pid-file={folder}/pid'], stdout=log, stderr=log)
        for _ in range(150):
            if self.process.poll() is not None:
                sys.exit(f'mariadbd has ended\n{(self.folder / "log").read_text()[-2000:]}')
            made = subprocess.run(['mariadb', '--no-defaults', '-uroot', '-S', self.socket, '-e', 'create database if not exists test'],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if made.returncode == 0:
                return
            time.sleep(0.2)
        sys.exit('mariadbd does not answer')

    def variables(self):
        host, port, path = '127.0.0.1', str(self.port), str(self.socket)
        return {
            'MYSQL_TEST_HOST': host, 'MYSQL_TEST_PORT': port, 'MYSQL_TEST_SOCKET': path, 'MYSQL_TEST_USER': 'root', 'MYSQL_TEST_PASSWD': '',
            'MYSQL_TEST_DB': 'test', 'PDO_MYSQL_TEST_DSN': f'mysql:host={host};port={port};dbname=test', 'PDO_MYSQL_TEST_HOST': host,
            'PDO_MYSQL_TEST_PORT': port, 'PDO_MYSQL_TEST_DB': 'test', 'PDO_MYSQL_TEST_USER': 'root', 'PDO_MYSQL_TEST_PASS': '',
            'PDO_MYSQL_TEST_SOCKET': path,
        }

    def end(self):
        self.process.terminate()
        self.process.wait(30)


def reference(folder):
    """The reference PHP with what the extensions need loaded before them."""
    wrapper = Path(folder) / 'php'
    loaded = ' '.join(f'-d extension={name}' for name in ('mysqlnd', 'pdo', 'mysqli', 'pdo_mysql'))
    wrapper.write_text(f'#!/bin/sh\nexec {SHARED}/tools/reference-php {loaded} "$@"\n')
    wrapper.chmod(0o755)
    os.environ['PHP_INI_SCAN_DIR'] = ''
    return str(wrapper)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(PHANT))
    parser.add_argument('--reference', action='store_true')
    parser.add_argument('--bless', action='store_true')
    parser.add_argument('--serve', action='store_true')
    parser.add_argument('--out', default=None, help='where diffs of failures go')
    parser.add_argument('tests', nargs='*')
    arguments = parser.parse_args()
    if not shutil.which('mariadbd') or not shutil.which('mysql_install_db'):
        print('skipped: no MariaDB server is installed (Debian: apt-get install mariadb-server)')
        return 0
    with tempfile.TemporaryDirectory(prefix='phant-mysql-') as folder:
        server = Server(folder)
        try:
            if arguments.serve:
                print('\n'.join(f"export {name}='{value}'" for name, value in server.variables().items()), flush=True)
                input('Enter ends the server. ')
                return 0
            php = reference(folder) if arguments.reference else arguments.php
            environment = {**os.environ, **server.variables()}
            failed = 0 if arguments.tests else run_own(php, environment, arguments)
            return failed or run_corpus(php, environment, arguments)
        finally:
            server.end()


def run_own(php, environment, arguments):
    """The repository's own scripts, whose output the reference has written beside them."""
    good = bad = 0
    for script in sorted((ROOT / 'tests/mysql').glob('*.php')):
        command = [*php_words(php), *FLAGS_OF_SCRIPTS, script.name]
        # Messages name the file without its folder.
        output = run(command, script.parent, 60, environment).replace(f'{script.parent}/'.encode(), b'')
        expected = script.with_suffix('.out')
        if arguments.bless:
            expected.write_bytes(output)
        if output == expected.read_bytes():
            good += 1
        else:
            bad += 1
            print(script.name, difference(expected.read_bytes(), output), sep='\n')
    print(f'{good} passed, {bad} failed')
    return int(bad > 0)


def run_corpus(php, environment, arguments):
    runner = SHARED / 'tools/phpt.py'
    if not runner.exists():
        print(f"skipped PHP's own tests: no {runner}")
        return 0
    known = {line for line in (ROOT / 'tests/mysql/known-failures.txt').read_text().splitlines() if line and not line.startswith('#')}
    with tempfile.TemporaryDirectory() as scratch:
        results = Path(scratch) / 'results.json'
        out = arguments.out or scratch
        subprocess.run([sys.executable, runner, '--php', php, '--jobs', '1', '--timeout', '30', '--root', CORPUS, '--json', results,
                        '--out', out, *(CORPUS / test for test in arguments.tests or FOLDERS)], env=environment, stdout=subprocess.DEVNULL)
        import json
        tests = json.loads(results.read_text())['tests']
    bad = sorted(name for name, result in tests.items() if result['status'] in ('fail', 'bork'))
    passed = sum(result['status'] == 'pass' for result in tests.values())
    for name in bad:
        if arguments.reference or name not in known:
            print(f"{name}: {tests[name]['reason']}")
    unexpected = [name for name in bad if name not in known]
    print(f'{passed} passed, {len(unexpected)} failed')
    return int(bool(unexpected) and not arguments.reference)


if __name__ == '__main__':
    sys.exit(main())
