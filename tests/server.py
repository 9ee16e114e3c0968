#!/usr/bin/env python3
"""What `phant serve` does to clients that are slow, broken or many, to scripts that do not end, and when processes die.

    tests/server.py [--php BIN] [FILTER...]

Each case starts servers of its own on a free port. Times are generous: they tell waiting from not waiting, not fast from slow.
"""
import argparse, fcntl, gzip, hashlib, http.client, json, os, pty, re, resource, shutil, signal, socket, ssl, stat, struct, subprocess, sys
import tempfile, termios, threading, time, traceback, zlib
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import PHANT, php_words

PAGES = {
    'hello.php': '<?php echo "hello";',
    'pid.php': '<?php echo getmypid();',
    'sleep.php': '<?php usleep((int) ($_GET["ms"] * 1000)); echo "slept";',
    'large.php': '<?php for ($i = 0; $i < 200; $i++) { echo str_repeat(chr(65 + $i % 26), 100_000); }',
    'echo.php': '<?php echo strlen($b = file_get_contents("php://input")), " ", md5($b), " ", json_encode($_POST);',
    'server.php': '<?php echo json_encode($_SERVER);',
    'stream.php': '<?php echo "first\\n"; flush(); usleep(600_000); echo "second\\n";',
    'finish.php': '<?php echo "answer"; $was = fastcgi_finish_request(); echo "lost"; usleep(400_000);'
                  ' file_put_contents(__DIR__ . "/finished", var_export([$was, fastcgi_finish_request()], true));',
    'endless.php': '<?php while (true);',
    'recursion.php': '<?php function f($n) { return f($n + 1) + 1; } f(0);',
    'memory.php': '<?php $a = []; while (true) $a[] = str_repeat("x", 100_000);',
    'sapi.php': '<?php echo php_sapi_name(), " ", PHP_SAPI;',
    'front/index.php': '<?php echo json_encode($_SERVER);',
    'style.css': 'body { color: black }\n',
    '.secret': 'hidden',
}
HELLO = b'GET /hello.php HTTP/1.1\r\nHost: x\r\n\r\n'
CASES = []


def case(f):
    CASES.append(f)
    return f


class Server:
    def __init__(self, root, *flags, before=(), environment=None, tls=False):
        self.tls = tls
        self.log = tempfile.TemporaryFile()
        with socket.socket() as free:
            free.bind(('127.0.0.1', 0))
            self.port = free.getsockname()[1]
        command = [*PHP, *before, 'serve', str(root), '--listen', f'127.0.0.1:{self.port}', *map(str, flags)]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, start_new_session=True,
                                        env=environment)
        for _ in range(600):
            if self.process.poll() is not None:
                raise AssertionError(f'the server ended: {self.said()}')
            try:
                if self.get('/hello.php')[0] == 200:
                    return
            except OSError:
                time.sleep(0.02)
        raise AssertionError(f'the server does not answer: {self.said()}')

    def said(self):
        self.log.seek(0)
        return self.log.read().decode(errors='replace')

    def get(self, path, method='GET', body=None, headers={}, timeout=20):
        if self.tls:
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            connection = http.client.HTTPSConnection('127.0.0.1', self.port, timeout=timeout, context=context)
        else:
            connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=timeout)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, text, answer.headers

    def connect(self):
        return socket.create_connection(('127.0.0.1', self.port), timeout=20)

    def ask(self, *parts):
        """Sends bytes as they are; everything that comes until the server hangs up."""
        with self.connect() as s:
            for part in parts:
                s.sendall(part)
            return read_all(s)

    def quick(self, path='/hello.php', most=2.0):
        start = time.monotonic()
        status = self.get(path)[0]
        took = time.monotonic() - start
        assert status == 200 and took < most, f'{path}: status {status} after {took:.2f} s'

    def workers(self):
        """The processes that run PHP."""
        lists = Path(f'/proc/{self.process.pid}/task').glob('*/children')
        return [int(pid) for children in lists for pid in children.read_text().split()]

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


def read_all(s):
    out = b''
    while part := s.recv(1 << 16):
        out += part
    return out


def status_of(answer):
    return int(answer.split(b' ', 2)[1]) if answer else 0


@contextmanager
def serving(*flags, before=(), environment=None, pages={}, tls=False):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve() / 'app'
        root.mkdir()
        for name, text in {**PAGES, **pages}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        server = Server(root, *flags, before=before, environment=environment, tls=tls)
        server.root = root
        try:
            yield server
        finally:
            if server.process.poll() is None:
                os.killpg(server.process.pid, signal.SIGKILL)
                server.process.wait()


@case
def pipelined_requests_are_answered_in_order():
    with serving('--workers', 2) as server:
        paths = ['/hello.php', '/style.css', '/sleep.php?ms=50', '/nothing.txt/x', '/hello.php']
        text = b''.join(f'GET {p} HTTP/1.1\r\nHost: x\r\n\r\n'.encode() for p in paths[:-1])
        answer = server.ask(text + HELLO.replace(b'\r\n\r\n', b'\r\nConnection: close\r\n\r\n'))
        found = re.findall(rb'HTTP/1.1 (\d+)', answer)
        assert found == [b'200', b'200', b'200', b'404', b'200'], answer
        assert answer.index(b'color: black') < answer.index(b'slept'), answer
        one_by_one = b''
        with server.connect() as s:
            for byte in HELLO * 2:
                s.sendall(bytes([byte]))
            s.shutdown(socket.SHUT_WR)
            one_by_one = read_all(s)
        assert one_by_one.count(b'hello') == 2, one_by_one


@case
def slow_readers_hold_no_worker():
    with serving('--workers', 2) as server:
        readers = [server.connect() for _ in range(12)]
        for s in readers:
            s.sendall(b'GET /large.php HTTP/1.0\r\n\r\n')
        time.sleep(0.5)
        for _ in range(5):
            server.quick(most=5.0)
        whole = hashlib.md5(server.get('/large.php')[1]).hexdigest()
        for s in readers[:3]:
            body = read_all(s).split(b'\r\n\r\n', 1)[1]
            assert hashlib.md5(body).hexdigest() == whole, len(body)
        for s in readers:
            s.close()
        server.quick()


@case
def slow_writers_hold_nobody_up():
    with serving('--workers', 2, '--head-timeout', '2s', '--body-pause-timeout', '2s') as server:
        def begin(text):
            s = server.connect()
            s.sendall(text)
            return s
        heads = [begin(b'GET /hello.php HT') for _ in range(200)]
        bodies = [begin(b'POST /echo.php HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nab') for _ in range(200)]
        server.quick()
        server.quick('/style.css')
        assert {status_of(read_all(s)) for s in heads} == {408}
        assert {status_of(read_all(s)) for s in bodies} == {408}
        for s in heads + bodies:
            s.close()


@case
def idle_connections_stay_and_go():
    with serving('--workers', 1, '--idle-timeout', '3s') as server:
        idle = [server.connect() for _ in range(600)]
        for s in idle:
            s.sendall(HELLO)
        for s in idle:
            assert s.recv(4096).endswith(b'hello')
        server.quick()
        idle[0].sendall(HELLO)
        assert idle[0].recv(4096).endswith(b'hello')
        assert idle[1].recv(1) == b''
        for s in idle:
            s.close()


@case
def busy_workers_leave_files_and_connections_alone():
    with serving('--workers', 2, '--queue', 2) as server:
        threads = [threading.Thread(target=server.get, args=('/sleep.php?ms=3000',)) for _ in range(2)]
        for t in threads:
            t.start()
        time.sleep(0.4)
        server.quick('/style.css', most=1.0)
        waiting = [server.connect() for _ in range(4)]
        for s in waiting:
            s.sendall(HELLO.replace(b'\r\n\r\n', b'\r\nConnection: close\r\n\r\n'))
        answers = [read_all(s) for s in waiting]
        assert sorted(map(status_of, answers)) == [200, 200, 503, 503], answers
        assert sum(b'Retry-After: ' in a for a in answers) == 2, answers
        for t in threads:
            t.join()


@case
def bodies_of_all_kinds():
    with serving('--workers', 1) as server:
        large = os.urandom(5 << 20)
        wanted = f'{len(large)} {hashlib.md5(large).hexdigest()} []'.encode()
        assert server.get('/echo.php', 'POST', large, {'Content-Type': 'x/y'})[1] == wanted
        assert server.get('/echo.php', 'POST', iter([large[:99], large[99:]]), {'Content-Type': 'x/y'})[1] == wanted
        with server.connect() as s:
            s.sendall(b'POST /echo.php HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\nConnection: close\r\n\r\n')
            assert s.recv(100) == b'HTTP/1.1 100 Continue\r\n\r\n'
            s.sendall(b'abc')
            assert b'3 900150983cd24fb0d6963f7d28e17f72' in read_all(s)
        head = b'POST /echo.php HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n'
        assert b'\r\n\r\n4 ' in server.ask(head, b'2;name="v"\r\na', b'b\r', b'\n2\r\ncd\r\n0\r\nTrailer: x\r\n\r\n')
        too_large = server.ask(b'POST /echo.php HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n')
        assert status_of(too_large) == 200 and b'\r\n\r\n0 ' in too_large, too_large
        server.quick()


@case
def what_is_not_http_is_refused():
    with serving('--workers', 1) as server:
        chunked = b'POST /echo.php HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
        bad = [
            b'GET /hello.php HTTP/1.1\nHost: x\n\n', b'GET /hello.php HTTP/1.1\r\nHost: x\r\nA: b\n\r\n',
            b'GET /hello.php HTTP/1.1\r\n\r\n', b'GET /hello.php HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n',
            b'GET /hello.php HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
            b'GET /hello.php HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
            b'GET /hello.php HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\na',
            b'POST /hello.php HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
            b'GET /hello.php HTTP/1.1\r\nHost: x\r\nA : b\r\n\r\n', b'GET /hello.php HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n',
            *(chunked + rest for rest in (b'zz\r\n', b'2\nab\r\n0\r\n\r\n', b'2\r\nabc\r\n0\r\n\r\n', b'-2\r\nab\r\n', b'0x2\r\nab\r\n',
                                          b'\r\n', b'11111111111111111\r\n', b'2\r\nab\n0\r\n\r\n', b'5000' * 2000)),
        ]
        for text in bad:
            answer = server.ask(text + HELLO)
            assert status_of(answer) == 400 and b'hello' not in answer, (text[:80], answer)
        gone = server.connect()
        gone.sendall(chunked + b'5\r\nab')
        gone.close()
        server.quick()


@case
def headers_that_scripts_are_not_told():
    with serving('--workers', 1) as server:
        headers = {'Proxy': 'http://evil', 'X-Real': 'a', 'X_Real': 'b', 'Content_Length': '7'}
        told = json.loads(server.get('/server.php', headers=headers)[1])
        assert 'HTTP_PROXY' not in told and told['HTTP_X_REAL'] == 'a' and 'HTTP_CONTENT_LENGTH' not in told, told


@case
def scripts_see_what_php_fpm_tells_them():
    environment = {'APP_ENV': 'prod', 'PATH': os.environ['PATH']}
    with serving('--workers', 1, '--server-name', 'shop.example', environment=environment) as server:
        assert server.get('/sapi.php')[1] == b'fpm-fcgi fpm-fcgi'
        told = json.loads(server.get('/server.php')[1])
        # php-fpm behind nginx with its fastcgi_params, beside what the client sends and the environment.
        names = """REDIRECT_STATUS SERVER_NAME SERVER_PORT SERVER_ADDR REMOTE_PORT REMOTE_ADDR SERVER_SOFTWARE GATEWAY_INTERFACE REQUEST_SCHEME
            SERVER_PROTOCOL DOCUMENT_ROOT DOCUMENT_URI REQUEST_URI SCRIPT_NAME CONTENT_LENGTH CONTENT_TYPE REQUEST_METHOD QUERY_STRING
            SCRIPT_FILENAME FCGI_ROLE PHP_SELF REQUEST_TIME_FLOAT REQUEST_TIME HTTP_HOST HTTP_ACCEPT_ENCODING argv argc""".split()
        assert sorted(told) == sorted([*names, *environment]), sorted(set(told) ^ {*names, *environment})
        wanted = {'SERVER_NAME': 'shop.example', 'QUERY_STRING': '', 'CONTENT_TYPE': '', 'CONTENT_LENGTH': '', 'APP_ENV': 'prod',
                  'GATEWAY_INTERFACE': 'CGI/1.1', 'SERVER_ADDR': '127.0.0.1', 'REQUEST_SCHEME': 'http', 'DOCUMENT_URI': '/server.php'}
        assert {name: told[name] for name in wanted} == wanted, told
        told = json.loads(server.get('/server.php/a/b?x=y', 'POST', 'p=q', {'Content-Type': 'application/x-www-form-urlencoded'})[1])
        wanted = {'PATH_INFO': '/a/b', 'PHP_SELF': '/server.php/a/b', 'DOCUMENT_URI': '/server.php/a/b', 'SCRIPT_NAME': '/server.php',
                  'QUERY_STRING': 'x=y', 'CONTENT_TYPE': 'application/x-www-form-urlencoded', 'CONTENT_LENGTH': '3', 'HTTP_CONTENT_LENGTH': '3'}
        assert {name: told[name] for name in wanted} == wanted, told
        told = json.loads(server.get('/front/some/page?x')[1])
        assert told['PHP_SELF'] == told['SCRIPT_NAME'] == '/front/index.php' and 'PATH_INFO' not in told, told
        assert told['REQUEST_URI'] == '/front/some/page?x', told


@case
def early_hints_come_before_the_answer():
    pages = {'hints.php': '<?php header("Link: </a.css>; rel=preload"); $n = headers_send(103); usleep(400_000); header("X-N: $n"); echo "page ";'
                          ' flush(); echo headers_send(103);'}
    with serving('--workers', 1, pages=pages) as server, server.connect() as s:
        start = time.monotonic()
        s.sendall(b'GET /hints.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
        first = s.recv(4096)
        assert time.monotonic() - start < 0.3 and first.startswith(b'HTTP/1.1 103 Early Hints\r\n'), first
        assert b'Link: </a.css>; rel=preload\r\n' in first and first.endswith(b'\r\n\r\n'), first
        rest = read_all(s)
        assert rest.startswith(b'HTTP/1.1 200 OK') and b'X-N: 103' in rest and b'Link: </a.css>' in rest and b'page ' in rest, rest
        old = server.ask(b'GET /hints.php HTTP/1.0\r\n\r\n')
        assert old.startswith(b'HTTP/1.1 200') and b'X-N: 0' in old, old


@case
def what_takes_too_long_is_not_waited_for():
    with serving('--workers', 1, '--drain-timeout', '300ms') as server, server.connect() as s:
        s.sendall(b'GET /sleep.php?ms=20000 HTTP/1.1\r\nHost: x\r\n\r\n')
        time.sleep(0.2)
        start = time.monotonic()
        assert server.stop() == 0 and time.monotonic() - start < 5


@case
def files_that_change_are_sent_as_they_are():
    pages = {'large.txt': 'l' * 100_000, 'small.css': 'a { color: red }' * 20}
    with serving('--workers', 2, pages=pages) as server:
        for text in ('one', 'two!', 'thr', 'x' * 50_000, 'y' * 50_000, 'z'):
            (server.root / 'small.css').write_text(text)
            for _ in range(2):
                status, got, headers = server.get('/small.css')
                assert (status, got.decode()) == (200, text) and headers['Content-Length'] == str(len(text)), (text[:9], got[:9])
        assert server.get('/small.css', headers={'If-None-Match': headers['ETag']})[0] == 304
        assert server.get('/small.css', headers={'Range': 'bytes=0-0'})[:2] == (206, b'z')
        (server.root / 'small.css.gz').write_bytes(b'packed')
        time.sleep(1.1)
        assert server.get('/small.css', headers={'Accept-Encoding': 'gzip'})[1] == b'packed' and server.get('/small.css')[1] == b'z'
        for _ in range(3):
            assert server.get('/large.txt')[1] == b'l' * 100_000
            assert server.get('/large.txt', headers={'Range': 'bytes=99999-'})[:2] == (206, b'l')
        (server.root / 'small.css').unlink()
        assert server.get('/small.css')[0] == 404 and server.get('/small.css', 'POST')[0] == 404
        (server.root / 'small.css').symlink_to('/etc/hostname')
        assert server.get('/small.css')[0] == 404
        (server.root / 'hello.php').unlink()
        assert server.get('/hello.php')[0] == 404


@case
def requests_that_arrive_together_find_what_is_there():
    where = '<?php echo getcwd(), " ", file_get_contents("name.txt");'
    pages = {f'{folder}/{name}': text for folder in 'ab' for name, text in [('where.php', where), ('name.txt', folder)]}
    pages |= {'moves.php': '<?php chdir("/"); echo getcwd();', 'style.txt': 'one'}
    with serving('--workers', 1, pages=pages) as server:
        connections = [server.connect() for _ in range(16)]

        def ask(paths):
            for s, path in zip(connections, paths):
                s.sendall(f'GET {path} HTTP/1.1\r\nHost: x\r\n\r\n'.encode())
            answers = []
            for s, _ in zip(connections, paths):
                answer = b''
                while not (length := re.search(rb'Content-Length: (\d+)', answer)) or len(answer.split(b'\r\n\r\n', 1)[1]) < int(length[1]):
                    answer += s.recv(1 << 16)
                answers.append(answer.split(b'\r\n\r\n', 1)[1].decode())
            return answers
        expected = {'/moves.php': '/', **{f'/{folder}/where.php': f'{server.root / folder} {folder}' for folder in 'ab'}}
        for turn in range(40):
            # The first ones come to a thread that waits for events, the others while it runs them: together.
            paths = ['/a/where.php'] * 8 + ['/b/where.php'] * 4 + ['/moves.php'] * (turn >= 20) + ['/a/where.php'] * 3
            assert ask(paths) == [expected[path] for path in paths], turn
            (server.root / 'style.txt').write_text(str(turn))
            assert ask(['/style.txt'] * 16) == [str(turn)] * 16
            # Another folder at the same place, with the very same script.
            shutil.copytree(server.root / 'a', server.root / 'new', copy_function=os.link)
            (server.root / 'a').rename(server.root / f'old{turn}')
            (server.root / 'new').rename(server.root / 'a')
            (server.root / 'a/name.txt').unlink()
            (server.root / 'a/name.txt').write_text(str(turn))
            expected['/a/where.php'] = f'{server.root / "a"} {turn}'
        for s in connections:
            s.close()


@case
def flushed_output_comes_at_once():
    with serving('--workers', 1) as server, server.connect() as s:
        s.sendall(b'GET /stream.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
        start, text = time.monotonic(), b''
        while b'first' not in text:
            text += s.recv(4096)
        assert b'second' not in text and time.monotonic() - start < 0.5, text
        assert read_all(s).endswith(b'7\r\nsecond\n\r\n0\r\n\r\n')


@case
def scripts_run_on_after_their_answer():
    with serving('--workers', 2) as server, server.connect() as s:
        start = time.monotonic()
        s.sendall(b'GET /finish.php HTTP/1.1\r\nHost: x\r\n\r\n' + HELLO)
        text = b''
        while not text.endswith(b'hello'):
            text += s.recv(4096)
        assert b'\r\n\r\nanswer' in text and b'lost' not in text and time.monotonic() - start < 0.35, text
        for _ in range(100):
            if (server.root / 'finished').exists():
                break
            time.sleep(0.05)
        assert 'true' in (server.root / 'finished').read_text().split('1 =>')[0]


@case
def scripts_that_do_not_end():
    with serving('--workers', 2, before=['-d', 'max_execution_time=1', '-d', 'memory_limit=32M']) as server:
        for path, words in (('/endless.php', b'Maximum execution time'), ('/memory.php', b'Allowed memory size'), ('/recursion.php', b'')):
            found = []
            asked = threading.Thread(target=lambda: found.append(server.get(path)))
            asked.start()
            server.quick()
            asked.join()
            assert words in found[0][1], found
        server.quick()


@case
def a_killed_process_is_replaced():
    with serving('--workers', 2) as server:
        time.sleep(1.1)
        took = []
        for _ in range(3):
            pid = int(server.get('/pid.php')[1])
            os.kill(pid, signal.SIGKILL)
            start = time.monotonic()
            while True:
                try:
                    other = int(server.get('/pid.php')[1])
                except (OSError, http.client.HTTPException):
                    continue
                if other != pid:
                    break
            took.append(time.monotonic() - start)
            time.sleep(1.1)
        assert server.said().count('takes its place') == 3, server.said()
        print(f'    first answer {min(took) * 1000:.0f} ms after the process was killed')
        assert min(took) < 1, took


@case
def others_go_on_when_a_process_dies():
    with serving('--workers', 1, '--processes', 2) as server:
        time.sleep(1.1)
        pids = {int(server.get('/pid.php')[1]) for _ in range(60)}
        stop, wrong = threading.Event(), []

        def visit():
            while not stop.is_set():
                try:
                    wrong.extend(s for s in [server.get('/hello.php')[0]] if s != 200)
                except (OSError, http.client.HTTPException) as error:
                    wrong.append(error)
        threads = [threading.Thread(target=visit) for _ in range(4)]
        for t in threads:
            t.start()
        time.sleep(0.3)
        os.kill(pids.pop(), signal.SIGKILL)
        time.sleep(1)
        stop.set()
        for t in threads:
            t.join()
        assert len(wrong) <= 4, wrong


def visit_until(server, stop, seen, wrong):
    """Requests over connections that stay, which are made anew only where the server says so."""
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=20)
    while not stop.is_set():
        try:
            connection.request('GET', '/version.php')
            answer = connection.getresponse()
            text = answer.read()
            seen.append((answer.status, text))
        except (OSError, http.client.HTTPException) as error:
            wrong.append(f'{type(error).__name__} {error}')
            connection.close()
        time.sleep(0.002)


@case
def a_reload_loses_no_request():
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for version in ('one', 'two'):
            (folder / version).mkdir()
            (folder / version / 'hello.php').write_text('<?php echo "hello";')
            (folder / version / 'version.php').write_text(f'<?php echo "{version}";')
        (folder / 'current').symlink_to('one')
        server = Server(folder / 'current', '--workers', 2, '--access-log', 'off')
        stop, seen, wrong = threading.Event(), [], []
        threads = [threading.Thread(target=visit_until, args=(server, stop, seen, wrong)) for _ in range(6)]
        for t in threads:
            t.start()
        time.sleep(0.5)
        (folder / 'new').symlink_to('two')
        os.rename(folder / 'new', folder / 'current')
        server.process.send_signal(signal.SIGHUP)
        for _ in range(200):
            if 'reloaded' in server.said():
                break
            time.sleep(0.05)
        time.sleep(0.5)
        after = len(seen)
        time.sleep(0.5)
        server.process.send_signal(signal.SIGHUP)
        time.sleep(2)
        stop.set()
        for t in threads:
            t.join()
        assert not wrong, wrong[:3]
        assert {status for status, _ in seen} == {200} and {text for _, text in seen[after:]} == {b'two'}, server.said()
        assert server.stop() == 0
        print(f'    {len(seen)} requests over two reloads')


@case
def the_end_waits_for_answers():
    with serving('--workers', 2) as server:
        found = []
        asked = threading.Thread(target=lambda: found.append(server.get('/sleep.php?ms=1500')))
        asked.start()
        time.sleep(0.4)
        assert server.stop() == 0
        asked.join()
        assert found[0][:2] == (200, b'slept'), found


@case
def processes_are_replaced_after_some_requests():
    with serving('--workers', 2, '--max-requests', 100) as server:
        pids = set()
        for _ in range(60):
            for _ in range(10):
                status, pid, _ = server.get('/pid.php')
                assert status == 200
                pids.add(pid)
        assert len(pids) >= 3, pids


@case
def connections_of_one_address_are_limited():
    with serving('--workers', 1, '--max-connections-per-address', 3) as server:
        open_ones = [server.connect() for _ in range(3)]
        for s in open_ones:
            s.sendall(HELLO)
            assert s.recv(4096).endswith(b'hello')
        with server.connect() as s:
            try:
                assert s.recv(1) == b''
            except ConnectionResetError:
                pass
        open_ones[0].close()
        time.sleep(0.2)
        server.quick()
        for s in open_ones:
            s.close()


@case
def files_outside_of_the_root_are_not_served():
    with serving('--workers', 1) as server:
        (server.root.parent / 'outside.txt').write_text('secret')
        (server.root / 'out.txt').symlink_to('../outside.txt')
        (server.root / 'folder').symlink_to('..')
        (server.root / 'in.txt').symlink_to('style.css')
        for path, status in (('/in.txt', 200), ('/out.txt', 404), ('/folder/outside.txt', 404), ('/.secret', 404), ('/%2e%2e/outside.txt', 404)):
            assert server.get(path)[0] == status, path
        with_links = Server(server.root, '--follow-links')
        assert with_links.get('/out.txt')[1] == b'secret'
        with_links.stop()


@case
def compressed_files_are_sent_to_who_takes_them():
    with serving('--workers', 1) as server:
        time.sleep(0.01)
        for end in ('br', 'gz'):
            (server.root / f'style.css.{end}').write_text(f'packed as {end}')
        tags = set()
        for accepted, encoding in (('', None), ('gzip', 'gzip'), ('gzip, br', 'br'), ('zstd', None), ('br;q=0', None)):
            status, text, headers = server.get('/style.css', headers={'Accept-Encoding': accepted})
            assert (status, headers['Content-Encoding'], headers['Vary']) == (200, encoding, 'Accept-Encoding'), (accepted, headers)
            assert headers['Content-Type'].startswith('text/css') and (encoding is None) == (b'color' in text), headers
            tags.add(headers['ETag'])
        assert len(tags) == 3
        assert server.get('/style.css', headers={'Accept-Encoding': 'br', 'If-None-Match': headers['ETag']})[0] == 200
        os.utime(server.root / 'style.css', (time.time() + 60,) * 2)
        assert server.get('/style.css', headers={'Accept-Encoding': 'br'})[2]['Content-Encoding'] is None


@case
def long_answers_are_compressed():
    pages = {
        'long.php': '<?php foreach (["ETag", "Vary", "Content-Type", "Content-Encoding", "Cache-Control", "Content-Length"] as $h)'
                    ' if (isset($_GET[$n = strtr($h, "-", "_")])) header("$h: $_GET[$n]"); echo str_repeat("some text ", (int) ($_GET["n"] ?? 1000));',
        'zlib.php': '<?php ini_set("zlib.output_compression", "1"); echo str_repeat("some text ", 1000);',
        'flushed.php': '<?php echo str_repeat("a", 2000), "first"; flush(); usleep(600_000); echo "second";',
        'big.js': 'let a = 1; ' * 9000, 'small.js': 'let a', 'photo.png': 'x' * 5000,
    }
    text = b'some text ' * 1000
    with serving('--workers', 2, pages=pages) as server:
        def get(path, accepted='gzip', method='GET', **more):
            return server.get(path, method, headers={'Accept-Encoding': accepted, **more})
        for accepted, encoding in (('gzip', 'gzip'), ('br', 'br'), ('zstd', 'zstd'), ('gzip, deflate, br, zstd', 'zstd'), ('br;q=0.5, gzip', 'gzip'),
                                   ('identity', None), ('gzip;q=0', None), ('', None), ('*', 'zstd'), ('identity, gzip;q=0.1', None)):
            status, body, headers = get('/long.php', accepted)
            assert (status, headers['Content-Encoding'], headers['Vary']) == (200, encoding, 'Accept-Encoding'), (accepted, headers)
            assert int(headers['Content-Length']) == len(body) and unpacked(encoding, body) in (text, None), accepted
        # What is not compressed.
        for path in ('/long.php?n=9', '/long.php?Content_Type=image/png', '/long.php?Content_Encoding=x', '/long.php?Cache_Control=no-transform',
                     '/small.js', '/photo.png', '/zlib.php'):
            _, body, headers = get(path)
            assert headers['Content-Encoding'] == ('gzip' if 'zlib' in path else 'x' if 'Encoding' in path else None), (path, headers)
            assert 'zlib' not in path or gzip.decompress(body) == text
        headers = get('/long.php?ETag=%22a%22&Vary=Cookie&Content_Length=10000')[2]
        assert (headers['ETag'], headers.get_all('Vary')) == ('W/"a"', ['Cookie', 'Accept-Encoding']), headers
        assert get('/long.php?ETag=%22a%22', 'identity')[2]['ETag'] == '"a"'
        # HEAD has GET's head; HTTP/1.0 knows no encodings.
        headers = get('/long.php', method='HEAD')[2]
        assert headers['Content-Encoding'] == 'gzip' and 'Content-Length' not in headers, headers
        assert b'Content-Encoding' not in server.ask(b'GET /long.php HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n')
        # Files, whose forms are kept.
        for accepted, encoding in (('gzip, deflate, br, zstd', 'br'), ('gzip', 'gzip'), ('zstd', 'zstd'), ('identity', None)) * 2:
            status, body, headers = get('/big.js', accepted)
            assert (status, headers['Content-Encoding'], headers['Vary']) == (200, encoding, 'Accept-Encoding'), (accepted, headers)
            assert unpacked(encoding, body) in (pages['big.js'].encode(), None) and headers['ETag'].startswith('W/') == bool(encoding)
            assert get('/big.js', accepted, **{'If-None-Match': headers['ETag']})[0] == 304
        status, body, headers = get('/big.js', Range='bytes=0-3')
        assert (status, body, headers['Content-Encoding']) == (206, b'let ', None), headers
        (server.root / 'big.js').write_text('let b = 2; ' * 9000)
        assert unpacked('gzip', get('/big.js')[1]) == b'let b = 2; ' * 9000
        # What a script flushes comes at once.
        with server.connect() as s:
            s.sendall(b'GET /flushed.php HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n')
            start, raw, unzip = time.monotonic(), b'', zlib.decompressobj(31)
            while not raw.endswith(b'\r\n') or b'\r\n\r\n' not in raw[:-4]:
                raw += s.recv(4096)
            head, rest = raw.split(b'\r\n\r\n', 1)
            size, rest = rest.split(b'\r\n', 1)
            assert unzip.decompress(rest[:int(size, 16)]) == b'a' * 2000 + b'first' and time.monotonic() - start < 0.5, head
            assert b'Transfer-Encoding: chunked' in head
            rest = read_all(s)
            size, rest = rest.split(b'\r\n', 1)
            assert unzip.decompress(rest[:int(size, 16)]) == b'second' and unzip.eof and rest.endswith(b'\r\n0\r\n\r\n')
    with serving('--workers', 1, '--compress', 'off', pages=pages) as server:
        assert {server.get(path, headers={'Accept-Encoding': 'gzip'})[2]['Content-Encoding'] for path in ('/long.php', '/big.js')} == {None}


def unpacked(encoding, body):
    """What it was before, where Python can tell."""
    if encoding == 'gzip':
        return gzip.decompress(body)
    if encoding == 'zstd' and shutil.which('zstd'):
        return subprocess.run(['zstd', '-dc'], input=body, capture_output=True).stdout
    if encoding == 'br' and shutil.which('brotli'):
        return subprocess.run(['brotli', '-dc'], input=body, capture_output=True).stdout
    return None if encoding else body


@case
def slow_requests_are_told_with_their_code():
    pages = {
        'slow.php': "<?php\nfunction wait() {\n    usleep(700_000);\n}\nfunction work() {\n    wait();\n}\nwork();\necho 'done';",
        'busy.php': "<?php\nfunction spin() {\n    $end = microtime(true) + 0.7;\n    while (microtime(true) < $end);\n}\nspin();\necho 'done';",
        'stays.php': "<?php while (frankenphp_handle_request(function () { usleep(700_000); echo 'stays'; }));",
    }
    for form in ('text', 'json'):
        with serving('--workers', 2, '--slow-log-after', '300ms', '--worker', 'stays.php,1', '--access-log', form, pages=pages) as server:
            for path in ('/slow.php', '/busy.php', '/stays.php'):
                status, body, _ = server.get(path)
                assert status == 200 and body in (b'done', b'stays'), body
            server.get('/sleep.php?ms=10')
            said = server.said()
            if form == 'text':
                assert said.count('slow: ') == 3, said
                told = said[said.index('slow: GET /slow.php'):].split('slow: GET /busy.php')
                assert 'slow.php(3)' in told[0] and 'usleep()' in told[0] and 'slow.php(6): wait()' in told[0] and 'slow.php(8): work()' in told[0], told[0]
                assert re.search(r'at \S+busy.php\(4\)', told[1]) and 'busy.php(6): spin()' in told[1], told[1]
            else:
                told = [json.loads(line) for line in said.splitlines() if '"slow"' in line]
                assert len(told) == 3 and told[0]['target'] == '/slow.php' and told[0]['at'].endswith('slow.php(3)'), told
                assert any('work()' in call for call in told[0]['stack']) and told[1]['ms'] >= 300, told


@case
def connections_are_encrypted():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in PAGES.items():
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_text(text)
        with socket.socket() as free:
            free.bind(('127.0.0.1', 0))
            port = free.getsockname()[1]
        process = subprocess.Popen([*PHP, 'serve', str(root), '-l', str(port), '--tls', 'self-signed', '--workers', '2'], stderr=subprocess.PIPE)
        assert process.stderr.readline() and b'https://' in process.stderr.readline()
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(['http/1.1'])

        def get(path, method='GET', body=None):
            connection = http.client.HTTPSConnection('127.0.0.1', port, timeout=20, context=context)
            connection.request(method, path, body)
            answer = connection.getresponse()
            return answer.status, answer.read()
        assert get('/hello.php') == (200, b'hello')
        assert json.loads(get('/server.php')[1])['HTTPS'] == 'on'
        large = os.urandom(3 << 20)
        assert get('/echo.php', 'POST', large)[1] == f'{len(large)} {hashlib.md5(large).hexdigest()} []'.encode()
        assert len(get('/large.php')[1]) == 20_000_000
        (root / 'file.bin').write_bytes(large)
        assert get('/file.bin')[1] == large
        with socket.create_connection(('127.0.0.1', port)) as plain:
            plain.sendall(HELLO)
            assert b'HTTP' not in read_all(plain)
        process.terminate()
        assert process.wait(30) == 0


@case
def counts_are_told():
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        port = free.getsockname()[1]
    with serving('--workers', 2, '--processes', 2, '--admin', port) as server:
        for path in ['/hello.php'] * 20 + ['/nothing']:
            server.get(path)

        def ask(path, **headers):
            connection = http.client.HTTPConnection('127.0.0.1', port, timeout=10)
            connection.request('GET', path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        status, text = ask('/status')
        told = json.loads(text)
        assert status == 200 and len(told['processes']) == 2 and told['restarts'] == 0, text
        assert sum(p['answers_2xx'] for p in told['processes']) >= 20 and all(p['memory'] > 1 << 20 for p in told['processes']), text
        text = ask('/metrics')[1]
        assert 'phant_responses_total{process=' in text and 'le="+Inf"' in text, text
        assert ask('/health') == (200, 'ok\n') and ask('/')[0] == 404
        for name in ('phant_workers_busy', 'phant_workers_idle', 'phant_slow_requests_total', 'phant_memory_bytes', 'phant_cache_files'):
            assert f'\n{name}{{process=' in text, name
        time.sleep(1.2)
        server.get('/hello.php')
        time.sleep(1.2)
        status, page = ask('/status', Accept='text/html,application/xhtml+xml')
        assert status == 200 and page.startswith('<!doctype html>') and page.count('<svg') == 6 and 'http' not in page.split('</style>')[1].replace('http-equiv', '')
        assert all(str(p['pid']) in page for p in told['processes']) and '0 / 4' in page and re.search(r'points="\d+\.\d,\d', page), page


class Visitors:
    """Others, who ask for pages over connections that stay and over new ones, while something goes wrong."""
    def __init__(self, server, pages=('/hello.php', '/style.css', '/echo.php'), count=4):
        self.server, self.pages, self.stop = server, pages, threading.Event()
        self.wrong, self.seen, self.connecting = [], 0, []
        self.threads = [threading.Thread(target=self.visit) for _ in range(count)] + [threading.Thread(target=self.connect)]

    def __enter__(self):
        for t in self.threads:
            t.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        for t in self.threads:
            t.join()

    def visit(self):
        connection, number = http.client.HTTPConnection('127.0.0.1', self.server.port, timeout=20), 0
        wanted = {'/hello.php': b'hello', '/style.css': PAGES['style.css'].encode(), '/echo.php': None}
        while not self.stop.is_set():
            path, number = self.pages[number % len(self.pages)], number + 1
            body = os.urandom(900)
            try:
                connection.request('POST' if path == '/echo.php' else 'GET', path, body if path == '/echo.php' else None)
                answer = connection.getresponse()
                text, right = answer.read(), wanted.get(path) or f'{len(body)} {hashlib.md5(body).hexdigest()} []'.encode()
                if (answer.status, text) != (200, right):
                    self.wrong.append((path, answer.status, text[:99]))
            except (OSError, http.client.HTTPException) as error:
                self.wrong.append((path, repr(error)))
                connection.close()
            self.seen += 1
            time.sleep(0.005)

    def connect(self):
        while not self.stop.is_set():
            start = time.monotonic()
            try:
                if self.server.get('/hello.php')[1] != b'hello':
                    self.wrong.append('a new connection')
                self.connecting.append(time.monotonic() - start)
            except (OSError, http.client.HTTPException) as error:
                self.wrong.append(('a new connection', repr(error)))
            time.sleep(0.02)

    def check(self, name, lost=0):
        """`lost`: how many requests may have been on connections that went with a process."""
        times = sorted(self.connecting)
        assert len(self.wrong) <= lost, (name, len(self.wrong), self.wrong[:5])
        assert self.seen > 20 and len(times) > 2, (name, self.seen, len(times))
        print(f'    {name}: {self.seen} others answered, new connections {times[len(times) // 2] * 1000:.0f} ms, at most {times[-1] * 1000:.0f} ms')
        # One of twenty may have met what else the machine does.
        assert times[len(times) * 19 // 20] < 0.1, (name, times[-5:])


@case
def a_thousand_clients_at_a_byte_a_second():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    with serving('--workers', 2) as server:
        request = b'POST /echo.php HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n'
        writers, readers = [server.connect() for _ in range(500)], []
        for _ in range(500):
            s = socket.socket()
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            s.connect(('127.0.0.1', server.port))
            s.sendall(b'GET /medium.php HTTP/1.1\r\nHost: x\r\n\r\n')
            readers.append(s)
        (server.root / 'medium.php').write_text('<?php echo str_repeat("m", 300_000);')
        with Visitors(server) as others:
            for i in range(6):
                start = time.monotonic()
                for n, s in enumerate(writers):
                    # Some are still at the head, some at the body.
                    at = (n % 90) + i
                    s.sendall((request + bytes(100))[at:at + 1] if i else request[:n % 90] + (request + bytes(100))[n % 90:at + 1])
                for s in readers:
                    s.setblocking(False)
                    try:
                        s.recv(1)
                    except BlockingIOError:
                        pass
                time.sleep(max(0, start + 1 - time.monotonic()))
        others.check('500 writers and 500 readers at a byte a second')
        for s in writers + readers:
            s.close()
        server.quick()


@case
def requests_that_are_broken_harm_nobody():
    with serving('--workers', 2, '--head-timeout', '2s') as server:
        chunked = b'POST /echo.php HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
        broken = [chunked + b'5\r\nab', chunked + b'zz\r\n', chunked + b'2\r\nabc\r\n', chunked + b'fffffffffffffff\r\n' + b'x' * 9000, b'GET /' + b'x' * 99999,
                  b'GET / HTTP/1.1\r\n' + b'A: b\r\n' * 999, b'\0' * 999, os.urandom(5000), b'POST /echo.php HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999999\r\n\r\n',
                  b'POST /echo.php HTTP/1.1\r\nHost: x\r\nContent-Length: 50000\r\n\r\nabc']
        with Visitors(server) as others:
            for _ in range(15):
                for text in broken:
                    try:
                        with server.connect() as s:
                            s.sendall(text)
                    except ConnectionError:
                        pass
                time.sleep(0.05)
        others.check('requests that are cut short, too large or no requests')


@case
def scripts_that_go_wrong_harm_nobody():
    flags = ['-d', 'max_execution_time=1', '-d', 'memory_limit=32M', '-d', 'hard_timeout=1']
    for name, path, words, lost in (
        ('a script that loops', '/endless.php', b'Maximum execution time', 0), ('one that fills memory', '/memory.php', b'Allowed memory size', 0),
        ('one that recurses for ever', '/recursion.php', b'', 0),
    ):
        with serving('--workers', 4, before=flags) as server, Visitors(server) as others:
            found = []
            asked = [threading.Thread(target=lambda: found.append(server.get(path)[1])) for _ in range(2)]
            for t in asked:
                t.start()
            time.sleep(1)
            for t in asked:
                t.join()
        others.check(name, lost)
        assert len(found) == 2 and all(words in text for text in found), found


@case
def processes_that_end_harm_nobody_else():
    pages = {'native.php': '<?php gmp_invert(gmp_pow(3, 3_000_000), gmp_pow(7, 3_000_001));'}
    flags = ['-d', 'max_execution_time=1', '-d', 'hard_timeout=1', '-d', 'memory_limit=-1']
    with serving('--workers', 2, '--processes', 2, pages=pages, before=flags) as server:
        time.sleep(1.1)
        with Visitors(server) as others:
            time.sleep(0.3)
            os.kill(int(server.get('/pid.php')[1]), signal.SIGKILL)
            time.sleep(1.2)
        # Those whose connections were the process's: four visitors, and one who has just come.
        others.check('kill -9 of a process', lost=5)
        with Visitors(server) as others:
            try:
                server.get('/native.php')
                raise AssertionError('the function has come to an end')
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.5)
        others.check('a native function that does not end', lost=5)
        assert server.said().count('takes its place') == 2, server.said()
        server.quick()


@case
def the_code_cache_is_emptied_under_load():
    pages = {f'lib{i}.php': f'<?php class C{i} {{ const V = {i}; function f() {{ return self::V * 2; }} }}' for i in range(20)}
    pages['many.php'] = '<?php $n = 0; for ($i = 0; $i < 20; $i++) { include __DIR__ . "/lib$i.php"; $c = "C$i"; $n += (new $c)->f(); } echo $n;'
    pages['reset.php'] = '<?php opcache_reset(); opcache_invalidate(__DIR__ . "/many.php", true); echo "reset";'
    with serving('--workers', 4, pages=pages) as server, Visitors(server) as others:
        stop, wrong, count = threading.Event(), [], [0]

        def load():
            while not stop.is_set():
                text = server.get('/many.php')[1]
                count[0] += 1
                if text != b'380':
                    wrong.append(text)
        threads = [threading.Thread(target=load) for _ in range(3)]
        for t in threads:
            t.start()
        end = time.monotonic() + 2
        while time.monotonic() < end:
            assert server.get('/reset.php')[1] == b'reset'
        stop.set()
        for t in threads:
            t.join()
        assert not wrong and count[0] > 10, wrong[:3]
    others.check('a code cache that is emptied all the time')


@case
def a_terminal_shows_what_happens():
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / 'hello.php').write_text('<?php echo "hello";')
        (Path(folder) / 'bad.php').write_text('<?php http_response_code(500); echo "bad";')
        with socket.socket() as free:
            free.bind(('127.0.0.1', 0))
            port = free.getsockname()[1]
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack('4H', 30, 100, 0, 0))
        process = subprocess.Popen([*PHP, 'serve', folder, '-l', str(port)], stdin=subprocess.DEVNULL, stderr=theirs, start_new_session=True)
        os.close(theirs)
        said, start = b'', time.monotonic()
        os.set_blocking(ours, False)
        while time.monotonic() < start + 4.5:
            try:
                said += os.read(ours, 1 << 16)
            except (BlockingIOError, OSError):
                time.sleep(0.02)
            if b'http://127.0.0.1' in said and time.monotonic() > start + 1:
                for path in ('/hello.php', '/hello.php', '/bad.php'):
                    connection = http.client.HTTPConnection('127.0.0.1', port)
                    connection.request('GET', path)
                    connection.getresponse().read()
        process.terminate()
        end = time.monotonic() + 10
        while process.poll() is None and time.monotonic() < end:
            try:
                said += os.read(ours, 1 << 16)
            except (BlockingIOError, OSError):
                time.sleep(0.02)
        try:
            said += os.read(ours, 1 << 16)
        except (BlockingIOError, OSError):
            pass
        os.close(ours)
        text = said.decode(errors='replace')
        # Five lines are kept out of what scrolls, filled each second, and given back at the end.
        assert process.returncode == 0 and '\x1b[1;25r' in text and text.rindex('\x1b[r') > text.rindex('\x1b[1;25r'), text[-500:]
        rows = re.findall(r'\x1b\[27;1H\x1b\[2K(requests +\S+/s)', text)
        assert len(rows) >= 2 and any(not row.endswith(' 0/s') for row in rows), rows
        errors = re.findall(r'errors +([\d,]+)', text)
        assert any(int(n.replace(',', '')) > 0 for n in errors) and re.search(r'memory +[\d.]+ MB', text), text[-900:]


@case
def settings_come_from_a_file_too():
    with serving() as server, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / 'server.toml'
        file.write_text(f'dir = "{server.root}"\nworkers = 2\naccess-log = "json"\nfollow-links = false\n')
        with socket.socket() as free:
            free.bind(('127.0.0.1', 0))
            port = free.getsockname()[1]
        said = subprocess.Popen([*PHP, 'serve', '-c', str(file), '-l', str(port)], stderr=subprocess.PIPE, text=True)
        said.stderr.readline(), said.stderr.readline()
        http.client.HTTPConnection('127.0.0.1', port).request('GET', '/hello.php?a="b"')
        line = json.loads(said.stderr.readline())
        assert (line['status'], line['target'], line['bytes']) == (200, '/hello.php?a="b"', 5), line
        assert (line['method'], line['protocol'], line['client']) == ('GET', 'HTTP/1.1', '127.0.0.1') and line['ms'] > 0, line
        assert re.fullmatch(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ', line['time']) and line['host'].startswith('127.0.0.1:'), line
        said.terminate()
        said.wait(30)
        for text, why in (('colour = "red"', 'there is no setting colour'), ('workers = 0', 'takes a number from 1'), ('workers', 'expected')):
            file.write_text(text)
            found = subprocess.run([*PHP, 'serve', '-c', str(file), '.'], capture_output=True, text=True, timeout=20)
            assert found.returncode == 1 and why in found.stderr, found


def run_cases(cases, words):
    """Runs the cases whose names have one of the words, or all; the exit code."""
    passed, failed = 0, 0
    for f in cases:
        name = f.__name__.replace('_', ' ')
        if words and not any(word in name for word in words):
            continue
        try:
            f()
            passed += 1
        except Exception:
            failed += 1
            print(f'FAIL {name}\n{traceback.format_exc()}', flush=True)
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


@case
def what_earlier_requests_knew_is_looked_at_again():
    # Methods that all requests share meet other classes, functions, names and statics in each of them.
    pages = {
        'shared.php': '<?php namespace App; class Shared { private static int $n = 0; private ?Dep $dep = null;'
                      ' public function take(Dep $dep): static { $this->dep = $dep; return $this; }'
                      ' public function ask() { return [strlen("four"), $this->dep->name, $this->dep->call(), $this->dep::WORD, ++self::$n,'
                      ' Dep::make(), $this->dep instanceof Marked, \\is_callable([$this->dep, "extra"])]; } }',
        'one.php': '<?php namespace App; class Dep { const WORD = "one"; public $name = "n1"; function call() { return "c1"; }'
                   ' static function make() { return "m1"; } }',
        'two.php': '<?php namespace App; interface Marked {} class Dep implements Marked { const WORD = "two"; public $pad = 0;'
                   ' public $name = "n2"; function call() { return "c2"; } static function make() { return "m2"; } function extra() {} }',
        'three.php': '<?php namespace App; class Real { const WORD = "three"; protected $x; function __get($name) { return "magic $name"; }'
                     ' function __call($name, $a) { return "called $name"; } static function make() { return "m3"; } }'
                     ' class_alias(Real::class, "App\\\\Dep");',
        'shadow.php': '<?php namespace App; function strlen($s) { return "shadow"; }',
        'variant.php': '<?php require __DIR__ . "/shared.php"; require __DIR__ . "/{$_GET["v"]}.php";'
                       ' if (isset($_GET["early"])) require __DIR__ . "/shadow.php";'
                       ' $shared = (new App\\Shared)->take(new App\\Dep); $first = $shared->ask();'
                       ' if (isset($_GET["late"])) require __DIR__ . "/shadow.php";'
                       ' $other = clone $shared; echo json_encode([$first, $other->ask()]);',
    }
    def expected(v, n1, n2):
        def row(n, count):
            if v == 'three':
                return [n, 'magic name', 'called call', 'three', count, 'm3', False, True]
            digit = {'one': '1', 'two': '2'}[v]
            return [n, 'n' + digit, 'c' + digit, v, count, 'm' + digit, v == 'two', v == 'two']
        return [row(n1, 1), row(n2, 2)]
    with serving('--workers', 1, before=['-d', 'opcache.file_update_protection=0'], pages=pages) as server:
        for turn in range(12):
            for v in ['one', 'two', 'three', 'one', 'one', 'two']:
                found = json.loads(server.get(f'/variant.php?v={v}')[1])
                assert found == expected(v, 4, 4), (turn, v, found)
            if turn > 3:
                found = json.loads(server.get('/variant.php?v=one&early=1')[1])
                assert found == expected('one', 'shadow', 'shadow'), (turn, found)
            if turn > 6:
                # Where it was called first, it stays what it was.
                found = json.loads(server.get('/variant.php?v=two&late=1')[1])
                assert found == expected('two', 4, 4) or found == expected('two', 4, 'shadow'), (turn, found)


@case
def texts_evaluated_by_request_after_request():
    # What closures, statics and variables see, errors, and names that are declared: the same in every request, however often it was run.
    pages = {
        'texts.php': '''<?php
function run($text) { return eval($text); }
class T { private $p = 7; function ask($text) { return eval($text); } static function of($text) { return eval($text); } }
class U extends T {}
$f = run('static $n = 0; return function ($x) use (&$f) { static $k = 0; return [$x, ++$k, basename(__FILE__), __LINE__, "t" . $x]; };');
$seen = [$f(1), $f(2), run('static $z = 5; return ++$z;'), run('static $z = 5; return ++$z;'), run('return 5;')];
$v = (int) $_GET['v']; eval('$w = $v * 2; $later ??= "x";'); $seen[] = [$w, $later];
foreach ([new T, new U] as $o) $seen[] = $o->ask('return [$this->p, self::class, static::class];');
$seen[] = U::of('return static::class;');
try { run('throw new Exception("e");'); } catch (Exception $e) { $seen[] = [$e->getLine(), count($e->getTrace())]; }
try { run('return 1 +;'); } catch (ParseError $e) { $seen[] = $e->getMessage(); }
$new = 'return new class { public $a = 1; };'; $seen[] = get_class(run($new)) === get_class(run($new));
run('function declared() { return "d"; } class Declared {}'); $seen[] = [declared(), class_exists('Declared', false)];
eval('$g = function () { function inner() { return "i"; } };'); $g(); $seen[] = inner();
echo json_encode($seen);''',
        'many.php': '<?php for ($i = 0; $i < 900; $i++) $sum = eval("return $i + " . ($_GET["from"] ?? 0) . "; //" . str_repeat("x", 9000)) + ($sum ?? 0); echo $sum;',
        'reset.php': '<?php opcache_reset();',
    }
    place = "texts.php(2) : eval()'d code"
    def expected(v):
        return [[1, 1, place, 1, 't1'], [2, 2, place, 1, 't2'], 6, 6, 5, [2 * v, 'x'], [7, 'T', 'T'], [7, 'T', 'U'], 'U', [1, 2],
                'syntax error, unexpected token ";"', False, ['d', True], 'i']
    with serving('--workers', 1, pages=pages) as server:
        for turn in range(12):
            found = json.loads(server.get(f'/texts.php?v={turn}')[1])
            assert found == expected(turn), (turn, found)
            # More than is kept, each once, then again and again.
            sums = [server.get(f'/many.php?from={turn}')[1] for _ in range(3 if turn == 5 else 1)]
            assert set(sums) == {str(899 * 900 // 2 + 900 * turn).encode()}, (turn, sums)
            if turn == 8:
                server.get('/reset.php')


PRELOADED = {
    'src/B.php': '<?php namespace Pre; class B extends A { public function who() { return "B" . self::$count++ . $this->get(); } }',
    'src/A.php': '<?php namespace Pre; abstract class A { protected static int $count = 0; const X = PHP_VERSION_ID > 1 ? "x" : "y";'
                 ' public array $list = [self::X => 1]; function get() { static $n = 10; return $n++ . key($this->list); } }',
    'src/functions.php': '<?php namespace Pre; function twice(int $n): int { static $calls = 0; $calls++; return $n * 2 + $calls; }',
    'preload.php': '<?php foreach (["B", "A", "functions"] as $name) opcache_compile_file(__DIR__ . "/src/$name.php");',
    'uses.php': '<?php class C extends Pre\\B { } $c = new C; echo json_encode([$c->who(), $c->who(), Pre\\twice(4), Pre\\twice(4),'
                ' class_exists("pre\\\\b", false), function_exists("PRE\\\\TWICE"), count(get_included_files()),'
                ' array_slice(get_declared_classes(), -3), (new ReflectionClass("Pre\\\\A"))->getFileName() === __DIR__ . "/src/A.php",'
                ' opcache_get_status(false)["preload_statistics"]["classes"]]);',
    'again.php': '<?php require __DIR__ . "/src/A.php"; require_once __DIR__ . "/src/B.php"; require __DIR__ . "/src/functions.php";'
                 ' class D extends Pre\\A {} echo (new D)->get(), Pre\\twice(1);',
}


@case
def preloaded_classes_and_functions_are_in_every_request():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve() / 'app'
        for name, text in {**PAGES, **PRELOADED}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        before = ['-d', f'opcache.preload={root}/preload.php', '-d', 'opcache.revalidate_freq=0']
        server = Server(root, '--workers', 2, before=before)
        try:
            expected = ['B010x', 'B111x', 9, 10, True, True, 1, ['Pre\\A', 'Pre\\B', 'C'], True, ['Pre\\A', 'Pre\\B']]
            for turn in range(12):
                assert json.loads(server.get('/uses.php')[1]) == expected, server.get('/uses.php')[1]
                assert server.get('/again.php')[1] == b'10x3', server.get('/again.php')
            # The files are what they were until the server starts anew.
            (root / 'src/A.php').write_text('<?php broken')
            server.get('/hello.php')
            assert json.loads(server.get('/uses.php')[1]) == expected
            assert server.get('/again.php')[1] == b'10x3', server.get('/again.php')
        finally:
            server.stop()
        broken = subprocess.run([*PHP, *before, 'serve', str(root), '--listen', '127.0.0.1:0'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                timeout=30)
        assert broken.returncode, broken.stdout


@case
def what_requests_use_is_preloaded_from_the_next_start():
    classes = {f'src/K{n}.php': f'<?php final class K{n} {{ public static int $n = {n}; static function next() {{ return ++self::$n; }} }}'
               for n in range(6)}
    twins = {f'src/{name}/Twin.php': f'<?php class Twin {{ const NAME = "{name}"; }}' for name in ('a', 'b')}
    page = ('<?php ob_start(); spl_autoload_register(function ($class) { header("X-Loaded: $class", false); require __DIR__ . "/src/$class.php"; });'
            ' require __DIR__ . "/src/{$_GET["twin"]}/Twin.php";'
            ' echo K0::next() + K1::next() + K2::next(), Twin::NAME; if (isset($_GET["rare"])) echo K5::next();')
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve() / 'app'
        for name, text in {**PAGES, **classes, **twins, 'app.php': page}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
            os.utime(root / name, (time.time() - 60,) * 2)
        for start in range(3):
            server = Server(root, '--workers', 2, '--preload', 'auto')
            try:
                for n in range(60):
                    twin = 'ab'[n % 2]
                    status, text, headers = server.get(f'/app.php?twin={twin}' + ('&rare=1' if n == 30 else ''))
                    assert (status, text) == (200, f'6{twin}'.encode() + (b'6' if n == 30 else b'')), (start, n, text)
                    loaded = headers.get_all('X-Loaded') or []
                    assert len(loaded) == (0 if start else 3) + (n == 30), (start, n, loaded)
            finally:
                server.stop()
            listed = [line for line in (root / '.phant-preload').read_text().splitlines() if line.startswith('/')]
            names = sorted(Path(line).name for line in listed)
            # What only some requests use, and what two files declare, is left to them.
            assert names == ['K0.php', 'K1.php', 'K2.php'], names
            assert server.said().count('cannot') == 0, server.said()


def rewrite(path, text, seconds=0):
    """Another text in the same file, as if it had been written at the same time, or some seconds later."""
    about = path.stat()
    path.write_text(text)
    os.utime(path, ns=(about.st_mtime_ns + seconds * 10**9,) * 2)


@case
def compiled_files_outlive_the_server():
    one, two = ('<?php namespace A; final class Part { const N = %d; public function __construct(private array $a = [1, ["x" => 2.5]]) {}'
                ' #[\\Deprecated] function n(?int $n = self::N, \\Countable|string ...$more): string {'
                ' return self::N . json_encode($this->a) . (fn() => "!")(); } }' % n for n in (1, 2))
    page = '<?php require __DIR__ . "/src/./Part.php"; echo @(new A\\Part)->n();'
    with tempfile.TemporaryDirectory() as folder:
        root, disk = Path(folder).resolve() / 'app', Path(folder) / 'disk'
        part = root / 'src/Part.php'
        disk.mkdir()
        for name, text in {**PAGES, 'src/Part.php': one, 'app.php': page}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
            os.utime(root / name, (time.time() - 60,) * 2)

        def answer(*settings):
            server = Server(root, '--workers', 2, before=['-d', f'opcache.file_cache={disk}', *settings])
            try:
                return server.get('/app.php')[1]
            finally:
                server.stop()

        first, second = (b'%d[1,{"x":2.5}]!' % n for n in (1, 2))
        assert answer() == first
        build = next(disk.iterdir())
        files = list(build.iterdir())
        assert [stat.S_IMODE(path.stat().st_mode) for path in [build, *files]] == [0o700, 0o600, 0o600], files
        # What answers is what is on disk, as only the text is another one.
        rewrite(part, two)
        assert answer() == first
        # Not so for another program, which other settings of a compilation are as well, nor for a file that has changed.
        assert answer('-d', 'precision=10') == second
        rewrite(part, one, 1)
        assert answer() == first
        rewrite(part, two)
        assert answer() == first
        # Files that others may write to are not read, and not written to.
        units = next(path for path in files if path.name.startswith('units'))
        units.chmod(0o666)
        assert answer() == second
        for path in build.iterdir():
            path.unlink()
        rewrite(part, one)
        assert answer() == first
        rewrite(part, two)
        # Whatever happens to the files, nothing is lost but time.
        for path in sorted(build.iterdir()):
            whole = path.read_bytes()
            for damaged in [b'', whole[:len(whole) // 2], bytes(255 - byte for byte in whole), whole[:40] + b'\xff' * 40 + whole[80:]]:
                path.write_bytes(damaged)
                assert answer() in (first, second), (path, len(damaged))
        for path in build.iterdir():
            path.unlink()
        build.rmdir()
        build.write_text('not a folder')
        assert answer() == second


@case
def relative_includes_come_from_the_code_cache():
    # Two folders with files of one name, included by that name, by a path with dots, and by the include path.
    pages = {}
    for name in ('a', 'b'):
        pages[f'{name}/page.php'] = ('<?php $seen = []; for ($i = 0; $i < 2; $i++) { $seen[] = include "part.php"; $seen[] = include "./part.php";'
                                     ' $seen[] = include "../inc/../inc/common.php"; set_include_path(__DIR__ . "/../inc"); $seen[] = include "common.php";'
                                     ' $seen[] = include_once "once.php"; } $s = opcache_get_status();'
                                     ' echo json_encode([$seen, basename(__DIR__), $s["opcache_statistics"]["misses"],'
                                     ' $s["opcache_statistics"]["hits"], count($s["scripts"]), array_sum(array_column($s["scripts"], "hits"))]);')
        pages[f'{name}/part.php'] = f'<?php return "part of {name}";'
    pages |= {'inc/common.php': '<?php return "common";', 'inc/once.php': '<?php return "once";'}
    with serving('--workers', 1, before=['-d', 'opcache.file_update_protection=0', '-d', 'opcache.revalidate_freq=0'], pages=pages) as server:
        counts = []
        for turn in range(4):
            for name in ('a', 'b'):
                seen, folder, *rest = json.loads(server.get(f'/{name}/page.php')[1])
                part = [f'part of {name}'] * 2 + ['common'] * 2
                assert (seen, folder) == ([*part, 'once', *part, True], name), seen
                counts.append(rest)
        # After each page was asked for once, nothing is compiled any more, and every include is a hit.
        assert {row[0] for row in counts[1:]} == {counts[1][0]} and counts[1][0] == 7, counts
        assert all(later[1] - row[1] == 11 for row, later in zip(counts[2:], counts[3:])), counts
        assert counts[-1][1] == counts[-1][3] and counts[-1][2] == 7, counts
        rewrite(server.root / 'a/part.php', '<?php return "other";', 3)
        assert json.loads(server.get('/a/page.php')[1])[0][0] == 'other' and json.loads(server.get('/b/page.php')[1])[0][0] == 'part of b'


@case
def real_paths_outlive_requests():
    # As in a process of PHP's: a link that somebody else changes is followed anew when what is remembered is too old, or forgotten.
    pages = {'real.php': '<?php isset($_GET["clear"]) && clearstatcache(true); isset($_GET["own"]) && rename(__DIR__ . "/moved", __DIR__ . "/moved2");'
                         ' echo json_encode([basename(realpath(__DIR__ . "/current/part.php") ? dirname(realpath(__DIR__ . "/current/part.php")) : ""),'
                         ' include "current/part.php", count(realpath_cache_get()) > 2, realpath(__DIR__ . "/current/none")]);',
             'first/part.php': '<?php return "part of first";', 'second/part.php': '<?php return "part of second";', 'moved': ''}

    def switch(server, to):
        os.symlink(to, server.root / 'next')
        os.rename(server.root / 'next', server.root / 'current')

    def seen(server, query=''):
        return json.loads(server.get(f'/real.php{query}')[1])
    for ttl in (None, 0, 2):
        settings = [] if ttl is None else ['-d', f'realpath_cache_ttl={ttl}']
        with serving('--workers', 1, before=settings, pages=pages) as server:
            switch(server, 'first')
            assert seen(server) == seen(server) == ['first', 'part of first', ttl != 0, False]
            switch(server, 'second')
            old = ['first', 'part of first', True, False]
            new = ['second', 'part of second', ttl != 0, False]
            if ttl != 0:
                assert seen(server) == old
            if ttl:
                time.sleep(ttl + 1.1)
            query = '?clear=1' if ttl is None else ''
            assert seen(server, query) == seen(server) == new
            if ttl is None:
                switch(server, 'first')
                assert seen(server) == new and seen(server, '?own=1') == old
            os.unlink(server.root / 'current')
            (server.root / 'current').mkdir()
            (server.root / 'current/none').write_text('')
            (server.root / 'current/part.php').write_text('')
            assert seen(server, '?clear=1')[3].endswith('/current/none')


@case
def files_that_are_read_again_are_what_they_are():
    page = '''<?php $f = __DIR__ . "/data.txt"; $all = [];
    $see = function () use ($f, &$all) { clearstatcache(); for ($i = 0; $i < 3; $i++) $all[] = @file_get_contents($f); };
    file_put_contents($f, "first"); $see(); file_put_contents($f, "other"); $see(); $at = filemtime($f);
    $h = fopen($f, "r+"); fwrite($h, "OT"); fflush($h); touch($f, $at); $see(); ftruncate($h, 3); $see(); ftruncate($h, 0); $see();
    file_put_contents("$f.new", "moved"); rename("$f.new", $f); $see(); unlink($f); $see(); file_put_contents($f, "again"); $see();
    unlink($f); mkdir($f); $see(); rmdir($f); symlink("$f.target", $f); file_put_contents("$f.target", "target"); $see();
    file_put_contents("$f.third", "third"); unlink($f); symlink("$f.third", $f); $see(); unlink($f); unlink("$f.target"); unlink("$f.third");
    for ($n = 0; $n < 30; $n++) file_put_contents("$f.$n", "number $n");
    for ($i = 0; $i < 3; $i++) for ($n = 0; $n < 30; $n++) $all[] = file_get_contents("$f.$n");
    for ($n = 0; $n < 30; $n++) unlink("$f.$n");
    $open = count(array_filter(scandir("/proc/self/fd"), fn ($fd) => str_contains((string) @readlink("/proc/self/fd/$fd"), "data.txt")));
    echo json_encode([$all, $open <= 9]);'''
    words = ['first', 'other', 'OTher', 'OTh', '', 'moved', False, 'again', '', 'target', 'third']
    expected = [word for word in words for _ in range(3)] + [f'number {n}' for n in range(30)] * 3
    with serving('--workers', 1, pages={'again.php': page}) as server:
        for _ in range(3):
            found, few = json.loads(server.get('/again.php')[1])
            assert found == expected and few, found
        left = [os.readlink(fd) for pid in server.workers() for fd in Path(f'/proc/{pid}/fd').iterdir() if fd.is_symlink()]
        assert not any('data.txt' in path for path in left), left


@case
def idle_workers_give_their_memory_back():
    def resident(server):
        return sum(int(re.search(r'VmRSS:\s+(\d+)', Path(f'/proc/{pid}/status').read_text())[1]) for pid in server.workers())
    pages = {'large.php': '<?php $a = []; for ($i = 0; $i < 300_000; $i++) $a[] = "text $i"; echo count($a);'}
    with serving('--workers', 2, pages=pages, before=['-d', 'memory_limit=-1']) as server:
        for _ in range(8):
            assert server.get('/large.php')[1] == b'300000'
        busy, end = resident(server), time.monotonic() + 20
        while (calm := resident(server)) > busy - 2000 and time.monotonic() < end:
            time.sleep(0.5)
        assert calm <= busy - 2000, (busy, calm)
        print(f'    {busy >> 10} MB after large requests, {calm >> 10} MB when it is calm')
        for _ in range(8):
            assert server.get('/large.php')[1] == b'300000' and server.get('/hello.php')[1] == b'hello'


SEE = r'''<?php
$known = array_keys(get_defined_vars());
$all = ['keys' => array_keys($GLOBALS), 'known' => $known, 'get' => [$_GET, $_POST, $_COOKIE, $_FILES, $_REQUEST, $_ENV === getenv()]];
$all['server'] = array_diff_key($_SERVER, array_flip(['REMOTE_PORT', 'REQUEST_TIME', 'REQUEST_TIME_FLOAT', 'SERVER_PORT', 'HTTP_HOST']));
$all['fresh'] = abs(microtime(true) - $_SERVER['REQUEST_TIME_FLOAT']) < 5 && (int) $_SERVER['REQUEST_TIME_FLOAT'] === $_SERVER['REQUEST_TIME'];
$all['ini'] = array_map(fn ($s) => [$s['local_value'], $s['global_value']], ini_get_all());
$all['errors'] = [error_reporting(), error_get_last(), set_error_handler(null), set_exception_handler(null), preg_last_error(), json_last_error()];
$all['output'] = [ob_get_status(true), ob_list_handlers(), headers_list(), http_response_code(), headers_sent(), output_get()];
function output_get() { return [connection_status(), ignore_user_abort(), PHP_SAPI, php_sapi_name()]; }
$all['code'] = [get_defined_constants(true)['user'] ?? [], get_defined_functions()['user'], get_included_files(), spl_autoload_functions()];
$all['classes'] = array_filter(get_declared_classes(), fn ($c) => (new ReflectionClass($c))->isUserDefined());
$all['texts'] = [mb_internal_encoding(), mb_language(), mb_substitute_character(), mb_detect_order(), mb_http_output(), mb_regex_encoding()];
$all['place'] = [setlocale(LC_ALL, 0), date_default_timezone_get(), get_include_path(), getcwd(), getenv('CHANGED'), iconv_get_encoding()];
$all['rest'] = [bcscale(), gc_enabled(), gc_status()['runs'], stream_get_wrappers(), stream_get_filters(), session_status(), session_id(),
    umask(), session_name(), libxml_use_internal_errors(), stream_context_get_options(stream_context_get_default()), assert(true), 0.1 + 0.2, 1 / 3];
$all['ids'] = [spl_object_id(new stdClass), get_resource_id($f = fopen('php://memory', 'r+')), (string) $f];
$all['limits'] = [ini_get('memory_limit'), ini_get('max_execution_time'), memory_get_usage() < 1 << 20, memory_get_usage(true)];
echo json_encode($all, JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_SLASHES);'''

CHANGE = r'''<?php
$end = $_GET['end'] ?? '';
set_error_handler(fn () => true);
ob_start(fn ($text) => '');
foreach (ini_get_all() as $name => $setting) {
    if ($setting['access'] & 1 && !str_contains($name, 'log') && !in_array($name, ['open_basedir', 'memory_limit', 'max_execution_time'])) {
        $now = (string) $setting['local_value'];
        foreach ([$now === '1' ? '0' : '1', '17', 'ISO-8859-1', 'Europe/Berlin', 'Japanese', 'strtoupper', ''] as $value) {
            try { if ($value !== $now && ini_set($name, $value) !== false) break; } catch (Error) {}
        }
    }
}
class Changed { public static $n = 1; public function __destruct() { header('X-Destructed: yes'); } public function path() { return 'x'; } }
function changed() { static $n = 0; return ++$n; }
define('CHANGED', 1); define('OTHER_CHANGED', [1, 2]); changed(); Changed::$n++;
$changed = new Changed; $cycle = new stdClass; $cycle->self = $cycle;
foreach (['_GET', '_POST', '_COOKIE', '_FILES', '_REQUEST', '_SERVER', '_ENV'] as $name) { $GLOBALS[$name]['changed'] = $changed; }
$_SERVER['REQUEST_TIME_FLOAT'] = 1.0; $_SERVER = ['all' => 'gone']; unset($_COOKIE, $GLOBALS['_FILES']); $reference = &$_GET; $_ENV = 7;
header('X-Changed: yes'); header_remove('X-Powered-By'); header('Content-type: text/plain'); http_response_code(418); setcookie('changed', '1');
header_register_callback(fn () => header('X-Callback: yes'));
setlocale(LC_ALL, 'C.UTF-8', 'en_US.UTF-8'); date_default_timezone_set('Asia/Tokyo'); chdir('/'); putenv('CHANGED=1'); umask(0o177);
set_include_path('/changed'); mb_internal_encoding('ISO-8859-1'); mb_language('Japanese'); mb_substitute_character(0x3f3f);
mb_detect_order('ASCII'); mb_http_output('UTF-8'); mb_regex_encoding('EUC-JP'); bcscale(9); gc_disable(); libxml_use_internal_errors(true);
stream_wrapper_unregister('http'); stream_wrapper_register('changed', 'Changed'); stream_filter_register('changed', 'php_user_filter');
stream_context_set_default(['http' => ['method' => 'POST']]); set_time_limit(100); ignore_user_abort(true); error_reporting(0);
set_exception_handler(fn ($e) => print $e->getMessage()); spl_autoload_register(fn ($class) => false);
register_shutdown_function(function () { $GLOBALS['left'] = 1; ob_start(); header('X-Late: yes'); });
session_id('changed'); session_name('CHANGED'); preg_match('/(?:\D+|<\d+>)*[!?]/', 'foobar foobar foobar'); json_decode('{');
$open = [fopen('php://memory', 'r+'), fopen(__FILE__, 'r'), opendir('/'), stream_socket_server('tcp://127.0.0.1:0')];
ob_start('strrev'); ob_start(); ob_implicit_flush(); echo 'text';
ini_set('max_execution_time', '99'); ini_set('memory_limit', '300M'); ini_set('open_basedir', '/changed');
switch ($end) {
    case 'exit': exit(3);
    case 'throw': throw new Exception('thrown');
    case 'fatal': nowhere();
    case 'memory': ini_set('memory_limit', '8M'); $a = []; while (true) $a[] = str_repeat('x', 10_000);
    case 'flush': while (ob_get_level()) ob_end_flush(); flush();
    case 'finish': fastcgi_finish_request();
    case 'large': for ($i = 0; $i < 200_000; $i++) $a[] = "text $i";
}'''


@case
def requests_begin_alike():
    """Whatever a request has changed, the next one begins as one does whose engine was made for itself."""
    pages = {'see.php': SEE, 'change.php': CHANGE}
    kinds = [[], ['-d', 'output_buffering=4096', '-d', 'date.timezone=Europe/Paris', '-d', 'mbstring.language=Japanese', '-d', 'bcmath.scale=3',
                  '-d', 'variables_order=GPCS', '-d', 'pcre.backtrack_limit=5000', '-d', 'session.gc_probability=0', '-d', 'expose_php=0'],
             ['-d', 'date.timezone=Nowhere', '-d', 'iconv.input_encoding=UTF-8', '-d', 'opcache.max_wasted_percentage=90']]
    asked = [('/see.php', 'GET', None, {}), ('/see.php?a=1&b[]=2', 'GET', None, {'Cookie': 'c=1; d=2'}),
             ('/see.php?a=3', 'POST', 'e=4&a=5', {'Content-Type': 'application/x-www-form-urlencoded'}), ('/see.php', 'GET', None, {})]

    def seen(server):
        out = []
        for path, method, body, headers in asked:
            status, text, got = server.get(path, method, body, headers)
            text = text.decode().replace(str(server.root), 'ROOT')
            out.append([status, json.loads(text), sorted((k, v) for k, v in got.items() if k not in ('Date', 'Content-Length'))])
        return out

    for before in kinds:
        # Without the request heap nothing is kept from one request for the next.
        with serving('--workers', 1, '--processes', 1, pages=pages, before=before, environment={'PHANT_ALLOC': 'system'}) as server:
            expected = [normal(one) for one in seen(server)]
        with serving('--workers', 1, '--processes', 1, pages=pages, before=before, environment={'PHANT_ALLOC': 'request'}) as server:
            for end in ['', 'exit', 'throw', 'fatal', 'memory', 'flush', 'finish', 'large', '']:
                for wanted, found in zip(expected, map(normal, seen(server))):
                    for part in wanted[1]:
                        assert found[1][part] == wanted[1][part], (end, part, found[1][part], wanted[1][part])
                    assert found == wanted, (end, found, wanted)
                status, _, headers = server.get(f'/change.php?end={end}&x=1', headers={'Cookie': 'left=1'})
                assert status == 418 and headers['X-Changed'] == 'yes', end


def normal(seen):
    """What a page has seen, without what says how it was asked for and where blocks come from."""
    status, parts, headers = seen
    parts['server'].pop('PHANT_ALLOC', None)
    parts['limits'] = parts['limits'][:2]
    return [status, parts, headers]


def main():
    global PHP
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(PHANT))
    parser.add_argument('--faults', action='store_true', help='only what must harm nobody, HTTP/2 included, with figures')
    parser.add_argument('filter', nargs='*')
    arguments = parser.parse_args()
    PHP = php_words(arguments.php)
    if arguments.faults:
        import h2
        h2.server.PHP = PHP
        names = ('byte a second', 'harm nobody', 'emptied under load')
        return run_cases(CASES, names) | run_cases(h2.CASES, ('given up is not run',))
    return run_cases(CASES, arguments.filter)


if __name__ == '__main__':
    sys.exit(main())
