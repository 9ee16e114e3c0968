#!/usr/bin/env python3
"""The Aerospike extension and node. Starts `phant aerospike-node`, and lets clients loose on it:

- the scripts of tests/aerospike/*.php, with Phant. There is no client for PHP 8 to compare with, so each has beside it what it
  must print (NAME.out), derived from the description of the client for PHP 7 and from the rules of the protocol;
- names, signatures, constants and settings against a dump of the client for PHP 7 (../shared/reference/aerospike.json);
- peers that misbehave (hostile.py): a server that spoils its answers, and a client that sends a node what no client would;
- a server with sessions on a node, visited by several at once;
- a node that is stopped for a while;
- a node behind TLS, where there is a program `openssl` to make certificates;
- tests/aerospike/python_client.py with the official Python client, where a Python that has it is named (--python) or runs this.

Prints what fails, and "N passed, N failed"."""
import argparse, json, shutil, socket, ssl, subprocess, sys, tempfile, threading, time, urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from signal import SIGCONT, SIGSTOP

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / 'tests/aerospike'
REFERENCE = ROOT.parent / 'shared/reference/aerospike.json'
sys.path.insert(0, str(HERE))
import hostile


class Node:
    """A node on a free port."""

    def __init__(self, phant, *options):
        self.process = subprocess.Popen([phant, 'aerospike-node', '--listen', '127.0.0.1:0', *options], stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().rsplit(':', 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class Encrypted:
    """What decrypts for a node, on a free port."""

    def __init__(self, folder, port):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / 'node.pem', folder / 'node.key')
        self.port, self.listener = port, socket.create_server(('127.0.0.1', 0))
        threading.Thread(target=self.accept, args=(context,), daemon=True).start()

    def accept(self, context):
        while True:
            try:
                client = context.wrap_socket(self.listener.accept()[0], server_side=True)
            except OSError:
                continue
            node = socket.create_connection(('127.0.0.1', self.port))
            for one, other in ((client, node), (node, client)):
                threading.Thread(target=self.copy, args=(one, other), daemon=True).start()

    @staticmethod
    def copy(one, other):
        try:
            while data := one.recv(65536):
                other.sendall(data)
        except OSError:
            pass
        other.close()


def certificates(folder):
    """Makes an authority and a certificate for the name `node.test`."""
    def run(*words):
        subprocess.run(['openssl', *words], cwd=folder, check=True, capture_output=True)
    (folder / 'names').write_text('subjectAltName=DNS:node.test\n')
    for name in ('ca', 'other'):
        run('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', f'{name}.key', '-out', f'{name}.pem', '-days', '2', '-subj', f'/CN={name}')
    run('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'node.key', '-out', 'node.csr', '-subj', '/CN=node.test')
    run('x509', '-req', '-in', 'node.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-out', 'node.pem', '-days', '2', '-extfile', 'names')


# For each certificate that is trusted, name and list of versions, whether there is a connection.
TLS = '''$port = (int) $argv[1];
foreach ([['ca.pem', 'node.test', null], ['ca.pem', 'node.test', '-all +TLSv1.2'], ['ca.pem', 'other.test', null], ['other.pem', 'node.test', null],
    ['ca.pem', null, null], ['none.pem', 'node.test', null]] as [$ca, $name, $versions]) {
    $tls = [Aerospike::OPT_TLS_ENABLE => true, Aerospike::OPT_TLS_CAFILE => $ca] + ($versions ? [Aerospike::OPT_TLS_PROTOCOLS => $versions] : []);
    $host = ['addr' => '127.0.0.1', 'port' => $port] + ($name ? ['tls_name' => $name] : []);
    try {
        $db = new Aerospike(['hosts' => [$host], Aerospike::OPT_TLS_CONFIG => $tls], false);
        $key = $db->initKey('test', 'tls', 1);
        echo $db->put($key, ['a' => str_repeat('x', 100000)]), $db->get($key, $record), strlen($record['bins']['a']), ' ';
    } catch (Exception $error) { echo 'no '; }
}'''


def tls(phant):
    """Whether connections are made where they should be, and only there."""
    with tempfile.TemporaryDirectory() as folder, Node(phant) as node:
        certificates(Path(folder))
        port = Encrypted(Path(folder), node.port).listener.getsockname()[1]
        run = subprocess.run([phant, '-r', TLS, '--', str(port)], cwd=folder, capture_output=True, text=True, timeout=60)
    print('TLS:', run.stdout, run.stderr)
    return run.stdout == '00100000 00100000 no no no no '


# What a client hears of a node that is stopped, and goes on.
SILENT = '''$db = new Aerospike(['hosts' => [['addr' => '127.0.0.1', 'port' => (int) $argv[1]]]], false);
$ask = function (string $what, array $options = []) use ($db) {
    $answers = $db->infoMany('namespaces', null, $options);
    echo $what, json_encode([array_values($answers), $db->errorno()]), "\\n";
};
$ask('before ');
fgets(STDIN);
$ask('stopped ', [Aerospike::OPT_READ_TIMEOUT => 300]);
fgets(STDIN);
$ask('after ');'''


def silent(phant):
    """Whether a node that does not answer has null among the answers of many, and answers again when it can."""
    with Node(phant) as node:
        client = subprocess.Popen([phant, '-r', SILENT, '--', str(node.port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        lines = [client.stdout.readline()]
        for signal in (SIGSTOP, SIGCONT):
            node.process.send_signal(signal)
            client.stdin.write('\n')
            client.stdin.flush()
            lines.append(client.stdout.readline())
        client.wait(timeout=30)
    right = lines == [f'{when} [[{answer}],0]\n' for when, answer in zip(('before', 'stopped', 'after'), (r'"namespaces\ttest\n"', 'null', r'"namespaces\ttest\n"'))]
    print('a node that is stopped:', 'null, and answers afterwards' if right else lines)
    return right


# What Reflection says of the class and its settings.
API = '''$class = new ReflectionClass('Aerospike');
foreach ($class->getReflectionConstants() as $constant) $constants[$constant->getName()] = $constant->getValue();
foreach ($class->getMethods() as $method) {
    $parameters = array_map(fn ($each) => [$each->getName(), $each->isPassedByReference(), $each->isOptional(), $each->hasType()], $method->getParameters());
    $methods[$method->getName()] = [implode(' ', Reflection::getModifierNames($method->getModifiers())), $parameters, $method->hasReturnType()];
}
echo json_encode([$constants, $methods, ini_get_all('aerospike', false)]);'''


def api(phant):
    """Whether the class is that of the client for PHP 7."""
    constants, methods, settings = json.loads(subprocess.run([phant, '-n', '-r', API], capture_output=True, text=True, check=True).stdout)
    reference = json.loads(REFERENCE.read_text())
    known = reference['classes']['Aerospike']
    text = lambda value: f"'{value}'" if isinstance(value, str) else str(value)
    wrong = [name for name, each in known['constants'].items() if text(constants.get(name)) != each['value'].replace('"', "'")]
    for name, each in known['methods'].items():
        parameters = [[one['name'], one.get('byref', False), 'default' in one, one['type'] is not None] for one in each['params']]
        if methods.get(name) != [each['modifiers'], parameters, each['return'] is not None]:
            wrong.append(name)
    wrong += [name for name, value in reference['ini'].items() if settings.get(name, 'none') != value]
    more = [set(constants) - set(known['constants']), set(methods) - set(known['methods']), set(settings) - set(reference['ini']) - {'aerospike.embedded'}]
    counts = [len(known['constants']), len(known['methods']), len(reference['ini'])]
    print(f'API: {counts[0]} constants, {counts[1]} methods, {counts[2]} settings;', f'wrong: {wrong}; more: {more}' if wrong or any(more) else 'all as they should be')
    return not wrong and not any(more)


PAGE = '''<?php
ini_set('session.save_handler', 'aerospike');
ini_set('session.save_path', 'test|visits|127.0.0.1:%d');
session_start();
$_SESSION['visits'] = ($_SESSION['visits'] ?? 0) + 1;
echo session_id(), ' ', $_SESSION['visits'];
'''


def sessions(phant, visitors=12, visits=40):
    """Several visitors at once, each of whom finds the session of the visit before, whichever worker answers."""
    with tempfile.TemporaryDirectory() as folder, Node(phant) as node:
        (Path(folder) / 'index.php').write_text(PAGE % node.port)
        with socket.create_server(('127.0.0.1', 0)) as free:
            port = free.getsockname()[1]
        server = subprocess.Popen([phant, 'serve', folder, '--listen', f'127.0.0.1:{port}'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(200):
                try:
                    socket.create_connection(('127.0.0.1', port)).close()
                    break
                except OSError:
                    time.sleep(0.05)

            def visit(number):
                cookie, seen = '', []
                for _ in range(visits):
                    request = urllib.request.Request(f'http://127.0.0.1:{port}/', headers={'Cookie': f'PHPSESSID={cookie}'} if cookie else {})
                    cookie, count = urllib.request.urlopen(request, timeout=20).read().decode().split(' ')
                    seen.append(int(count))
                return cookie, seen

            with ThreadPoolExecutor(visitors) as pool:
                results = list(pool.map(visit, range(visitors)))
        finally:
            server.terminate()
            server.wait()
    good = all(seen == list(range(1, visits + 1)) for _, seen in results) and len({cookie for cookie, _ in results}) == visitors
    print(f'sessions: {visitors} visitors, {visits} visits each:', 'all found theirs' if good else results)
    return good


def has_client(python):
    return subprocess.run([python, '-c', 'import aerospike'], capture_output=True).returncode == 0


def misbehave(phant):
    """Peers that misbehave."""
    with Node(phant) as node:
        return [hostile.server(phant, node.port), hostile.client(node.process.pid, node.port)]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('--phant', default=str(ROOT / 'target/release/phant'))
    options.add_argument('--python', default=sys.executable, help='a Python that has the official client')
    options.add_argument('names', nargs='*', help='scripts, without .php; all of them')
    given = options.parse_args()
    passed = failed = 0
    for script in sorted(HERE.glob('*.php')):
        if given.names and script.stem not in given.names:
            continue
        with Node(given.phant) as node, tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([given.phant, str(script), str(node.port)], capture_output=True, timeout=300, cwd=folder)
        expected = script.with_suffix('.out')
        if expected.exists() and run.stdout == expected.read_bytes():
            passed += 1
            continue
        failed += 1
        print(f'{script.name}: exit status {run.returncode}{run.stderr.decode(errors="replace")}')
        difference = subprocess.run(['diff', str(expected), '-'], input=run.stdout, capture_output=True)
        print(difference.stdout.decode(errors='replace')[:4000])
    more = [sessions, silent] + [tls] * bool(shutil.which('openssl')) + [api] * REFERENCE.exists()
    for is_right in [] if given.names else [test(given.phant) for test in more] + misbehave(given.phant):
        passed, failed = passed + is_right, failed + (not is_right)
    if not given.names and has_client(given.python):
        with Node(given.phant) as node:
            run = subprocess.run([given.python, str(HERE / 'python_client.py'), str(node.port)], capture_output=True, text=True, timeout=300)
        print('Python client:', run.stdout.strip(), run.stderr[-2000:])
        passed, failed = passed + (run.returncode == 0), failed + (run.returncode != 0)
    print(f'{passed} passed, {failed} failed')
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
