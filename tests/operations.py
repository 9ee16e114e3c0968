#!/usr/bin/env python3
"""Running `phant serve`: budgets of requests, the log in a file, changes of files, traces, and every flag in every place.

    tests/operations.py [--php BIN] [FILTER...]
"""
import argparse, http.client, http.server, json, os, re, signal, socket, ssl, struct, subprocess, sys, tempfile, threading, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import server as base
from common import PHANT, ROOT, php_words
from server import serving

CASES = []


def case(f):
    CASES.append(f)
    return f


def timed(ask):
    start = time.monotonic()
    answer = ask()
    return time.monotonic() - start, answer


# ---- budgets

BUDGETS = {
    'wait.php': '<?php set_time_limit(0); register_shutdown_function(function () { echo " shutdown"; }); echo "began "; sleep(30); echo "lost";',
    'loop.php': '<?php set_time_limit(0); while (true);',
    'silent.php': '<?php $s = stream_socket_server("tcp://127.0.0.1:0"); $c = stream_socket_client("tcp://" . stream_socket_get_name($s, false));'
                  ' $d = stream_socket_accept($s); set_time_limit(0); ini_set("default_socket_timeout", 100); echo fread($c, 1); echo "lost";',
    'catch.php': '<?php try { sleep(30); } catch (Throwable $e) { echo "caught"; } finally { echo "finally"; } sleep(30);',
    'again.php': '<?php register_shutdown_function(function () { sleep(30); echo "lost"; }); sleep(30);',
    'memory.php': '<?php ini_set("memory_limit", "-1"); ini_set("memory_limit", "1G"); echo ini_get("memory_limit"), " "; $s = str_repeat("x", 48 << 20); echo "lost";',
    'small.php': '<?php ini_set("memory_limit", "1G"); $s = str_repeat("x", 8 << 20); echo "fits";',
    'short.php': '<?php usleep(300_000); for ($i = 0; $i < 1000; $i++); echo "done";',
}


@case
def a_request_gets_no_more_time_than_its_budget():
    with serving('--budget-time', '1s', '--workers', 3, pages=BUDGETS, before=['-d', 'display_errors=1', '-d', 'html_errors=0']) as server:
        for page in ('wait', 'loop', 'silent', 'catch'):
            took, (status, text, _) = timed(lambda: server.get(f'/{page}.php'))
            assert 0.9 < took < 6 and b'lost' not in text and b'caught' not in text and b'finally' not in text, (page, took, text)
            assert b'The time that the server gives a request, 1 seconds, is used up' in text, (page, text)
        assert b' shutdown' in server.get('/wait.php')[1]
        took, (_, text, _) = timed(lambda: server.get('/again.php'))
        assert took < 8 and b'lost' not in text, (took, text)
        assert server.get('/short.php')[1] == b'done'
        assert server.said().count('takes its place') == 0, server.said()


@case
def a_request_gets_no_more_processor_time_than_its_budget():
    with serving('--budget-cpu', '300ms', '--workers', 2, pages=BUDGETS, before=['-d', 'display_errors=1', '-d', 'html_errors=0']) as server:
        took, (_, text, _) = timed(lambda: server.get('/loop.php'))
        assert b'The processor time that the server gives a request, 0.3 seconds, is used up' in text, text
        assert server.get('/short.php')[1] == b'done'
        assert server.get('/sleep.php?ms=800')[1] == b'slept'


@case
def a_request_gets_no_more_memory_than_its_budget():
    with serving('--budget-memory', '32M', '--workers', 2, pages=BUDGETS, before=['-d', 'display_errors=1', '-d', 'html_errors=0']) as server:
        text = server.get('/memory.php')[1]
        assert text.startswith(b'1G') and b'Allowed memory size of 33554432 bytes exhausted' in text and b'lost' not in text, text
        assert server.get('/small.php')[1] == b'fits'


@case
def budgets_hold_for_worker_scripts_and_snapshots():
    pages = {
        'stay.php': '<?php while (frankenphp_handle_request(function () { if (isset($_GET["wait"])) sleep(30); echo "stays"; }));',
        'boot.php': '<?php return function () { if (isset($_GET["wait"])) sleep(30); echo "copy"; };',
        'any.php': '<?php',
    }
    flags = ['--budget-time', '1s', '--worker', '/stay=stay.php,1', '--snapshot', '/copy=boot.php,1', '--slow-log-after', '200ms']
    with serving(*flags, pages=pages) as server:
        for path, word in (('/stay', b'stays'), ('/copy', b'copy')):
            for _ in range(2):
                assert server.get(path)[1] == word
                took, (_, text, _) = timed(lambda: server.get(f'{path}?wait'))
                assert 0.9 < took < 6 and word not in text, (path, took, text)
        assert server.said().count('slow: GET /copy?wait') == 2, server.said()


@case
def snapshots_are_counted_as_running():
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        admin = free.getsockname()[1]
    pages = {'boot.php': '<?php return function () { usleep((int) ($_GET["ms"] ?? 0) * 1000); echo "copy"; };'}
    with serving('--snapshot', '/copy=boot.php,2', '--admin', f'127.0.0.1:{admin}', pages=pages) as server:
        waiting = threading.Thread(target=server.get, args=('/copy?ms=1500',))
        waiting.start()
        time.sleep(0.5)
        connection = http.client.HTTPConnection('127.0.0.1', admin, timeout=10)
        connection.request('GET', '/metrics')
        text = connection.getresponse().read().decode()
        waiting.join()
        assert re.search(r'^phant_workers_busy\S* 1$', text, re.M), text


# ---- the log

@case
def the_log_goes_to_a_file_that_can_be_moved_away():
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / 'phant.log'
        with serving('--log-file', log, '--workers', 2) as server:
            server.get('/hello.php?first')
            time.sleep(0.3)
            assert '/hello.php?first' in log.read_text() and '/hello.php' not in server.said()
            log.rename(log.with_suffix('.old'))
            os.kill(server.process.pid, signal.SIGUSR1)
            for _ in range(100):
                time.sleep(0.1)
                if log.exists() and 'reloaded' in log.read_text():
                    break
            assert server.get('/hello.php?second')[0] == 200
            for _ in range(50):
                time.sleep(0.1)
                if '/hello.php?second' in log.read_text():
                    break
            assert '/hello.php?second' in log.read_text() and '?second' not in log.with_suffix('.old').read_text()


# ---- changes of files

class Page:
    """A page as a browser has it: what it was made with, and the events that it listens for."""
    def __init__(self, server, path='/page.php'):
        self.server = server
        self.text = server.get(path)[1].decode()
        found = re.search(r'<script src="(/\.phant/changes\.js\?made=(\d+))"></script>', self.text)
        assert found, self.text
        self.made = found[2]
        script = server.get(found[1])
        assert script[0] == 200 and b'EventSource' in script[1] and script[2]['Content-Type'] == 'text/javascript'
        self.connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=10)
        self.connection.request('GET', '/.phant/changes')
        self.events = self.connection.getresponse()
        assert self.events.headers['Content-Type'] == 'text/event-stream', self.events.headers

    def next(self):
        """The number of the next event; None when the server has ended the connection."""
        while True:
            line = self.events.readline()
            if not line:
                return None
            if line.startswith(b'data: '):
                return line[6:].strip().decode()


PAGES = {'page.php': '<?php header("Content-Length: 19"); echo "<p>version one</p>\\n";', 'data.php': '<?php header("Content-Type: application/json"); echo "{}";',
         'large.php': '<?php header("Content-Type: text/html"); for ($i = 0; $i < 100; $i++) { echo str_repeat("<p>x</p>", 1000); flush(); }'}


@case
def pages_are_told_of_changes():
    with serving('--watch', '--workers', 2, pages=PAGES) as server:
        page = Page(server)
        assert page.text.startswith('<p>version one</p>\n') and page.next() == page.made
        time.sleep(0.2)
        (server.root / 'page.php').write_text('<?php echo "<p>version two</p>";')
        number = page.next()
        assert number != page.made
        other = Page(server)
        assert other.text.startswith('<p>version two</p>') and other.made == number and other.next() == number
        # A new folder, a style sheet; a database and what has no name are nothing to a browser.
        (server.root / 'sub').mkdir()
        time.sleep(0.2)
        (server.root / 'data.sqlite').write_text('x')
        (server.root / '.page.php.swp').write_text('x')
        time.sleep(0.3)
        (server.root / 'sub/style.css').write_text('a {}')
        third = other.next()
        assert int(third) == int(number) + 1, (third, number)
        # Those that come late are told at once, and workers are free.
        pages = [Page(server) for _ in range(20)]
        assert all(p.next() == third for p in pages)
        assert timed(lambda: server.get('/hello.php'))[0] < 2
        assert timed(server.stop)[0] < 8 and page.next() is not None


@case
def only_pages_that_browsers_show_are_changed():
    with serving('--watch', '--workers', 2, pages=PAGES) as server:
        has = lambda *a, **k: b'/.phant/changes' in server.get(*a, **k)[1]
        assert has('/page.php') and has('/large.php') and has('/page.php', headers={'Sec-Fetch-Dest': 'document'})
        assert not has('/data.php') and not has('/style.css')
        assert not has('/page.php', headers={'X-Requested-With': 'XMLHttpRequest'}) and not has('/page.php', headers={'Sec-Fetch-Dest': 'empty'})
        status, text, headers = server.get('/page.php', 'HEAD')
        assert status == 200 and text == b'', text
        assert len(server.get('/page.php')[1]) == int(server.get('/page.php')[2]['Content-Length'])
    with serving('--workers', 2, pages=PAGES) as server:
        assert b'/.phant' not in server.get('/page.php')[1] and server.get('/.phant/changes')[0] == 404


@case
def scripts_that_stay_begin_anew():
    pages = {'stay.php': '<?php $v = require __DIR__ . "/version.inc"; $e = @file_get_contents(__DIR__ . "/.env");'
                         ' while (frankenphp_handle_request(function () use ($v, $e) { echo "<p>$v $e</p>"; }));', 'version.inc': '<?php return "one";'}
    with serving('--watch', '--worker', '/stay=stay.php,1', pages=pages) as server:
        page = Page(server, '/stay')
        assert '<p>one </p>' in page.text and page.next() == page.made
        (server.root / '.env').write_text('set')
        assert page.next() is None
        for _ in range(100):
            other = Page(server, '/stay')
            if '<p>one set</p>' in other.text:
                break
            time.sleep(0.1)
        assert other.made != page.made and other.next() == other.made


# ---- traces

class Collector(http.server.BaseHTTPRequestHandler):
    """Takes what an exporter sends; says 503 as often as `refuse` wants."""
    got, refuse, delay = [], 0, 0

    def do_POST(self):
        body = self.rfile.read(int(self.headers['Content-Length']))
        cls = type(self)
        time.sleep(cls.delay)
        if cls.refuse > 0:
            cls.refuse -= 1
            self.send_response(503)
        else:
            cls.got.append((self.path, dict(self.headers), body))
            self.send_response(200)
        self.send_header('Content-Length', '0')
        self.end_headers()

    def log_message(self, *_):
        pass


class Collecting:
    def __init__(self, refuse=0, delay=0, tls=None):
        self.tls = tls
        self.kind = type('Own', (Collector,), {'got': [], 'refuse': refuse, 'delay': delay})

    def __enter__(self):
        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), self.kind)
        if self.tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*self.tls)
            context.load_verify_locations(self.tls[0])
            context.verify_mode = ssl.CERT_OPTIONAL
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f'http{"s" if self.tls else ""}://127.0.0.1:{self.server.server_port}'
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def batches(self, at_least=1):
        for _ in range(200):
            if len(self.kind.got) >= at_least:
                break
            time.sleep(0.05)
        return self.kind.got


def fields(message):
    """The fields of a message of protocol buffers: [number, value]."""
    at, out = 0, []

    def varint():
        nonlocal at
        n = shift = 0
        while True:
            byte = message[at]
            at += 1
            n |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return n
    while at < len(message):
        key = varint()
        number, kind = key >> 3, key & 7
        if kind == 0:
            out.append((number, varint()))
        elif kind == 1:
            out.append((number, struct.unpack_from('<Q', message, at)[0]))
            at += 8
        else:
            assert kind == 2, kind
            size = varint()
            out.append((number, message[at:at + size]))
            at += size
    assert at == len(message)
    return out


def one(message, number):
    return next((value for n, value in fields(message) if n == number), None)


def every(message, number):
    return [value for n, value in fields(message) if n == number]


def attributes(pairs):
    found = {}
    for pair in pairs:
        value = one(pair, 2)
        found[one(pair, 1).decode()] = one(value, 1).decode() if one(value, 1) is not None else one(value, 3)
    return found


def spans_of_protobuf(body):
    resource = one(body, 1)
    assert attributes(every(one(resource, 1), 1))['service.name'], resource
    for span in every(one(resource, 2), 2):
        status = one(span, 15)
        yield {'trace': one(span, 1).hex(), 'span': one(span, 2).hex(), 'parent': (one(span, 4) or b'').hex(), 'name': one(span, 5).decode(),
               'kind': one(span, 6), 'start': one(span, 7), 'end': one(span, 8), 'attributes': attributes(every(span, 9)),
               'error': status is not None and one(status, 3) == 2, 'state': (one(span, 3) or b'').decode()}


TRACED = {'trace.php': '<?php echo $_SERVER["HTTP_TRACEPARENT"] ?? "none";', 'fail.php': '<?php throw new Exception("broken");',
          'code.php': '<?php http_response_code(404);'}
PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
QUICK = {'OTEL_BSP_SCHEDULE_DELAY': '200'}


@case
def requests_become_spans():
    with Collecting() as collector, serving('--otel-endpoint', collector.url, '--otel-service-name', 'shop', '--workers', 2, pages=TRACED,
                                            environment={**os.environ, **QUICK, 'OTEL_EXPORTER_OTLP_HEADERS': 'x-key=a%20b'}) as server:
        before = time.time_ns()
        seen = server.get('/trace.php?a=1', headers={'traceparent': PARENT, 'tracestate': 'v=1', 'User-Agent': 'test'})[1].decode()
        own = server.get('/trace.php')[1].decode()
        assert re.fullmatch(r'00-[0-9a-f]{32}-[0-9a-f]{16}-01', own), own
        server.get('/trace.php', headers={'traceparent': PARENT[:-1] + '0'})
        server.get('/fail.php'), server.get('/code.php'), server.get('/style.css')
        server.stop()
        batches = collector.batches()
        assert all(path == '/v1/traces' and h['Content-Type'] == 'application/x-protobuf' and h['x-key'] == 'a b' for path, h, _ in batches)
        spans = [span for _, _, body in batches for span in spans_of_protobuf(body)]
        by = {span['attributes'].get('url.query', '') + span['name']: span for span in spans if 'hello' not in span['name']}
        first = by['a=1GET /trace.php']
        _, trace, span, flags = seen.split('-')
        assert (first['trace'], first['span'], first['parent'], flags) == (trace, span, '00f067aa0ba902b7', '01') and trace == PARENT.split('-')[1]
        assert first['kind'] == 2 and first['state'] == 'v=1' and before <= first['start'] <= first['end'] <= time.time_ns(), first
        expected = {'http.request.method': 'GET', 'url.path': '/trace.php', 'http.response.status_code': 200, 'url.scheme': 'http',
                    'user_agent.original': 'test', 'http.route': '/trace.php', 'client.address': '127.0.0.1'}
        assert expected.items() <= first['attributes'].items(), first
        assert by['GET /trace.php']['trace'] == own.split('-')[1] and by['GET /trace.php']['parent'] == ''
        assert by['GET /fail.php']['error'] and not by['GET /code.php']['error'] and by['GET']['attributes']['url.path'] == '/style.css'
        assert sum(span['trace'] == trace for span in spans) == 1, 'a trace that is not sampled was sent'


@case
def spans_are_sent_as_json_too():
    variables = {'OTEL_EXPORTER_OTLP_PROTOCOL': 'http/json', 'OTEL_RESOURCE_ATTRIBUTES': 'service.name=from env,a=b', **QUICK}
    with Collecting(refuse=2) as collector:
        environment = {**os.environ, **variables, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT': collector.url + '/own/path'}
        with serving('--workers', 2, pages=TRACED, environment=environment) as server:
            server.get('/fail.php?q="x"', headers={'traceparent': PARENT})
            path, headers, body = collector.batches()[0]
            assert path == '/own/path' and headers['Content-Type'] == 'application/json'
            group = json.loads(body)['resourceSpans'][0]
            assert {'key': 'service.name', 'value': {'stringValue': 'from env'}} in group['resource']['attributes']
            spans = [s for _, _, b in collector.batches() for s in json.loads(b)['resourceSpans'][0]['scopeSpans'][0]['spans']]
            span = next(s for s in spans if s['name'] == 'GET /fail.php')
            assert (span['traceId'], span['parentSpanId'], span['kind']) == (PARENT[3:35], PARENT[36:52], 2) and span['status']['code'] == 2
            assert 'broken' in span['status']['message'] and int(span['endTimeUnixNano']) >= int(span['startTimeUnixNano'])


@case
def a_collector_that_hangs_holds_nobody_up():
    with Collecting(delay=5) as collector, serving('--otel-endpoint', collector.url, '--workers', 2, '--access-log', 'off',
                                                   environment={**os.environ, 'OTEL_BSP_SCHEDULE_DELAY': '50', 'OTEL_BSP_MAX_QUEUE_SIZE': '20',
                                                                'OTEL_EXPORTER_OTLP_TIMEOUT': '1000'}) as server:
        time.sleep(0.3)
        took = timed(lambda: [server.get('/hello.php') for _ in range(200)])[0]
        assert took < 15, took


@case
def spans_go_to_a_collector_with_a_certificate():
    with serving('--tls', 'self-signed', tls=True) as another:
        # Its certificate is one for the collector.
        certificate, key = (next(Path(tempfile.gettempdir()).glob(f'phant-tls-*-{another.port}')) / name for name in ('certificate.pem', 'key.pem'))
        own = {'OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE': str(certificate), 'OTEL_EXPORTER_OTLP_CLIENT_KEY': str(key)}
        with Collecting(tls=(certificate, key)) as collector:
            environment = {**os.environ, **QUICK, 'OTEL_EXPORTER_OTLP_CERTIFICATE': str(certificate)}
            for more in ({}, own):
                with serving('--otel-endpoint', collector.url, '--workers', 1, pages=TRACED, environment={**environment, **more}) as server:
                    server.get('/trace.php', headers={'traceparent': PARENT})
                    spans = [span for _, _, body in collector.batches() for span in spans_of_protobuf(body)]
                    assert any(span['trace'] == PARENT.split('-')[1] for span in spans), spans
                collector.kind.got.clear()
            # One that nobody vouches for is told nothing.
            with serving('--otel-endpoint', collector.url, '--workers', 1, pages=TRACED, environment={**os.environ, **QUICK}) as server:
                server.get('/trace.php')
                server.stop()
                assert not collector.kind.got and 'spans are lost' in server.said(), server.said()
        for wrong, why in (('https://127.0.0.1', 'No such file'), ('ftp://x', 'is no http:// or https:// address')):
            environment = {**os.environ, 'OTEL_EXPORTER_OTLP_CERTIFICATE': '/nowhere.pem'}
            found = subprocess.run([*PHP, 'serve', '--otel-endpoint', wrong, str(ROOT / 'examples/guestbook'), '-l', '127.0.0.1:0'],
                                   capture_output=True, text=True, timeout=30, env=environment)
            assert found.returncode and why in found.stderr, found


# ---- flags

@case
def every_flag_is_in_the_help_and_in_files():
    said = subprocess.run([*PHP, 'serve', '--help'], capture_output=True, text=True, timeout=20).stdout
    source = (ROOT / 'crates/server/src/options.rs').read_text()
    table = source[source.index('pub static SETTINGS'):source.index('#[cfg(test)]')]
    names = re.findall(r'^        name: "([a-z-]+)",', table, re.M)
    assert len(names) > 30 and len(set(names)) == len(names), names
    shown = set(re.findall(r'^  (?:-\w, )?--([a-z-]+)', said, re.M)) - {'help', 'config'}
    assert shown == set(names), shown ^ set(names)
    documented = (ROOT / 'docs/server.md').read_text()
    assert [name for name in names if f'--{name}' not in documented] == [], 'not in docs/server.md'
    # A file takes each of them: what is wrong with a value is told by its name.
    values = {name: re.search(rf'name: "{name}",.*?value: "([^"]*)"', table, re.S)[1] for name in names}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / 'server.toml'
        for name, kind in values.items():
            value = 'true' if not kind or kind.startswith('[') else '"127.0.0.1:0"' if 'port' in kind else '"1s"' if 'time' in kind else \
                '"64M"' if 'size' in kind else '4' if '<n>' == kind else f'"{kind.split("|")[0]}"' if '|' in kind else '"x"'
            # The folder is missing, so nothing starts.
            file.write_text(f'dir = "nowhere"\n{name} = {value}\n')
            found = subprocess.run([*PHP, 'serve', '-c', str(file)], capture_output=True, text=True, timeout=20)
            assert found.returncode == 1 and 'nowhere' in found.stderr and 'there is no setting' not in found.stderr, (name, value, found.stderr)


def main():
    global PHP
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(PHANT))
    parser.add_argument('filter', nargs='*')
    arguments = parser.parse_args()
    PHP = base.PHP = php_words(arguments.php)
    return base.run_cases(CASES, arguments.filter)


if __name__ == '__main__':
    sys.exit(main())
