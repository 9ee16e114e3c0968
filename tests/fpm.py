#!/usr/bin/env python3
"""Sends the same requests through nginx to php-fpm and to `phant fpm`, and compares every answer; then what pools do over time.

    tests/fpm.py            all of it: needs the reference tree's nginx and php-fpm8.4, and says so where they are missing
    tests/fpm.py status     cases with a word in their name

Both servers read the same configuration file, but for sockets and logs. In status pages figures are masked.
"""
import concurrent.futures, difflib, http.client, json, os, re, signal, socket, struct, subprocess, sys, tempfile, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import PHANT, SHARED

TOOL = SHARED / 'tools/reference-php'
CONFIGURATION = '''
[global]
error_log = {dir}/{name}.log
daemonize = no
process_control_timeout = 5
[www]
user = root
group = root
listen = {dir}/{name}.sock
pm = static
pm.max_children = 3
pm.status_path = /status
ping.path = /ping
ping.response = "here I am"
access.log = {dir}/{name}.access
access.format = "%R - %u \\"%m %r%Q%q\\" %s %f %l %n %{{HTTP_HOST}}e %{{X-A}}o %%"
catch_workers_output = yes
env[FOO] = "bar baz"
php_admin_value[memory_limit] = 77M
php_value[precision] = 7
php_flag[short_open_tag] = on
php_admin_flag[html_errors] = off
include = {dir}/{name}.d/*.conf
'''
# Pools of their own, for what changes a pool.
MORE = '''
[slow]
user = root
group = root
listen = {dir}/{name}-slow.sock
pm = dynamic
pm.max_children = 6
pm.min_spare_servers = 1
pm.max_spare_servers = 2
pm.status_path = /status
request_slowlog_timeout = 1
slowlog = {dir}/{name}.slow
request_terminate_timeout = 3
[demand]
user = root
group = root
listen = 127.0.0.1:{port}
listen.allowed_clients = 127.0.0.1
pm = ondemand
pm.max_children = 2
pm.process_idle_timeout = 1s
pm.status_path = /status
security.limit_extensions = .php .txt
[watched]
user = root
group = root
listen = {dir}/{name}-watched.sock
pm = static
pm.max_children = 1
pm.status_path = /status
pm.status_listen = {dir}/{name}-status.sock
ping.path = /ping
'''
NGINX = '''
worker_processes 1; pid {dir}/nginx.pid; error_log {dir}/nginx.log; user root; daemon off;
events {{ worker_connections 256; }}
http {{
    access_log off; client_max_body_size 50m; underscores_in_headers off; default_type text/plain;
    client_body_temp_path {dir}/t1; proxy_temp_path {dir}/t2; fastcgi_temp_path {dir}/t3; uwsgi_temp_path {dir}/t4; scgi_temp_path {dir}/t5;
{servers}
}}
'''
SERVER = '''
    upstream {name} {{ server unix:{dir}/{name}.sock; keepalive 2; }}
    server {{
        listen 127.0.0.1:{port}; server_name localhost; root {dir}/www;
        location / {{ fastcgi_pass {name}; fastcgi_keep_conn on; {parameters}
            fastcgi_split_path_info ^(.+\\.php)(/.*)$; fastcgi_param PATH_INFO $fastcgi_path_info; }}
        location /value {{ fastcgi_pass {name}; {parameters}
            fastcgi_param PHP_VALUE "precision=5\nshort_open_tag=off"; fastcgi_param PHP_ADMIN_VALUE "memory_limit=99M"; }}
        location /slow {{ fastcgi_pass unix:{dir}/{name}-slow.sock; {parameters} fastcgi_split_path_info ^/slow(.+\\.php)(/.*)?$; }}
    }}
'''
PARAMETERS = {
    'SCRIPT_FILENAME': '$document_root$fastcgi_script_name', 'QUERY_STRING': '$query_string', 'REQUEST_METHOD': '$request_method',
    'CONTENT_TYPE': '$content_type', 'CONTENT_LENGTH': '$content_length', 'SCRIPT_NAME': '$fastcgi_script_name',
    'REQUEST_URI': '$request_uri', 'DOCUMENT_URI': '$document_uri', 'DOCUMENT_ROOT': '$document_root',
    'SERVER_PROTOCOL': '$server_protocol', 'REQUEST_SCHEME': '$scheme', 'GATEWAY_INTERFACE': 'CGI/1.1',
    'SERVER_SOFTWARE': 'nginx/$nginx_version', 'REMOTE_ADDR': '$remote_addr', 'REMOTE_PORT': '$remote_port',
    'SERVER_ADDR': '$server_addr', 'SERVER_PORT': '$server_port', 'SERVER_NAME': '$server_name', 'REDIRECT_STATUS': '200',
}
SHOW = '''<?php
foreach (['REQUEST_TIME', 'REQUEST_TIME_FLOAT', 'REMOTE_PORT', 'SERVER_PORT', 'HTTP_HOST'] as $name)
    foreach (['_SERVER', '_ENV'] as $all) if (isset($GLOBALS[$all][$name])) $GLOBALS[$all][$name] = gettype($GLOBALS[$all][$name]);
echo json_encode(['server' => $_SERVER, 'get' => $_GET, 'post' => $_POST, 'cookie' => $_COOKIE, 'request' => $_REQUEST, 'env' => $_ENV,
    'input' => file_get_contents('php://input'), 'in' => getcwd(), 'sapi' => PHP_SAPI, 'headers' => getallheaders() == apache_request_headers(),
    'names' => array_keys(getallheaders()), 'getenv' => [getenv('FOO'), getenv('SCRIPT_NAME'), getenv('HOME')],
    'ini' => [ini_get('memory_limit'), ini_set('memory_limit', '5G'), ini_get('precision'), ini_set('precision', '9'), ini_get('precision'),
    ini_get('short_open_tag'), ini_get('html_errors')],
    'shell' => shell_exec('echo $FOO $SCRIPT_NAME')], JSON_PRETTY_PRINT | JSON_PARTIAL_OUTPUT_ON_ERROR), "\\n";
foreach ($_FILES as $f) echo json_encode([$f['name'], $f['type'], $f['size'], $f['error'], is_uploaded_file($f['tmp_name'])]), "\\n";
'''
FILES = {
    'show.php': SHOW, 'value.php': SHOW, 'folder/show.php': SHOW, 'index.php': '<?php echo "index ", $_SERVER["PHP_SELF"];',
    'status.php': '<?php header("HTTP/1.1 403 Mine"); header("X-A: b"); echo "no";', 'code.php': '<?php http_response_code(299); echo "x";',
    'location.php': '<?php header("Location: /x"); setcookie("a", "b c"); setcookie("d", "e"); echo "abc";',
    'same.php': '<?php header("HTTP/1.1 304 Same"); header("ETag: x");', 'text.php': '<?php header("Content-Type: text/plain"); echo "ä";',
    'error.php': '<?php echo "a"; nope();', 'warning.php': '<?php echo $x; error_log("to the log"); echo "end";', 'bad.php': '<?php if',
    'exit.php': '<?php register_shutdown_function(function () { echo "down"; }); exit(3);',
    'finish.php': '<?php echo "sent"; var_dump(fastcgi_finish_request()); echo "not"; file_put_contents(__DIR__ . "/finished", "x", FILE_APPEND);',
    'flush.php': '<?php for ($i = 0; $i < 5; $i++) { echo $i; flush(); } echo str_repeat("x", 200000);',
    'large.php': '<?php echo str_repeat("0123456789", 500000);', 'stay.php': '<?php static $n = 0; $GLOBALS["x"] ??= 0; echo ++$n, ++$GLOBALS["x"];',
    'functions.php': '<?php $f = get_extension_funcs("cgi-fcgi"); sort($f); echo json_encode($f), extension_loaded("cgi-fcgi");',
    'status-array.php': '<?php $s = fpm_get_status(); echo json_encode([array_keys($s), array_keys($s["procs"][0]), $s["pool"], $s["process-manager"]]);',
    'loop.php': '<?php function deep() { $until = microtime(true) + ($_GET["s"] ?? 1); while (microtime(true) < $until); } deep(); echo "done";',
    'plain.txt': 'text', 'secret.php': '<?php', 'buffer.php': '<?php ob_start(); echo "a"; header("X-A: late"); echo "b"; ob_end_flush();',
    'session.php': '<?php session_start(); $_SESSION["n"] = ($_SESSION["n"] ?? 0) + 1; echo $_SESSION["n"];',
}
FORM = ('--X\r\nContent-Disposition: form-data; name="a[x]"\r\n\r\n1\r\n--X\r\nContent-Disposition: form-data; name="f"; filename="x.gif"\r\n'
        'Content-Type: image/gif\r\n\r\nGIF89a\r\n--X--\r\n')
URLENCODED = {'Content-Type': 'application/x-www-form-urlencoded'}
REQUESTS = [
    ('GET', '/show.php?a=1&b[]=2&c=%20+x', None, {'Cookie': 'a=1; b=2', 'X-One': 'two', 'User-Agent': 'test', 'Accept': '*/*'}),
    ('GET', '/show.php/path/info?x', None, {}), ('GET', '/folder/show.php', None, {'Authorization': 'Basic YTpi', 'X_Under': 'x'}),
    ('POST', '/show.php', 'a=1&b[]=2', URLENCODED), ('POST', '/show.php?q=1', '{"a": 1}', {'Content-Type': 'application/json'}),
    ('POST', '/show.php', FORM, {'Content-Type': 'multipart/form-data; boundary=X'}), ('PUT', '/show.php', 'put', URLENCODED),
    ('POST', '/show.php', 'a=' + 'x' * 300000, URLENCODED), ('POST', '/show.php', 'x' * 9000000, URLENCODED),
    ('HEAD', '/show.php', None, {}), ('OPTIONS', '/show.php', None, {}), ('GET', '/show.php', None, {}),
    *[('GET', f'/{name}.php', None, {}) for name in (
        'status', 'code', 'location', 'same', 'text', 'error', 'warning', 'bad', 'exit', 'finish', 'flush', 'large', 'stay', 'stay', 'stay', 'functions',
        'status-array', 'buffer', 'session')],
    ('POST', '/location.php', 'a=1', URLENCODED), ('PUT', '/location.php', 'a=1', URLENCODED),
    ('HEAD', '/large.php', None, {}), ('GET', '/nope.php', None, {}), ('GET', '/folder', None, {}), ('GET', '/plain.txt', None, {}),
    ('GET', '/secret.php/x.txt', None, {}), ('GET', '/index.php/%2e%2e/x?y', None, {}), ('GET', '/', None, {}),
    ('GET', '/ping', None, {}), ('HEAD', '/ping', None, {}), ('HEAD', '/status', None, {}), ('GET', '/show.php?' + 'x' * 3000, None, {'X-Long': 'y' * 3000}),
    *[('GET', '/status' + query, None, {}) for query in (
        '', '?full', '?json', '?json&full', '?xml', '?xml&full', '?html', '?html&full', '?openmetrics', '?json&full&x=%3C/"', '?jsonp')],
]


def record(kind, content, number=1):
    return struct.pack('>BBHHBB', 1, kind, number, len(content), 0, 0) + content


def pairs(items):
    out = b''
    for name, value in items.items():
        for text in (name, value):
            out += bytes([len(text)]) if len(text) < 128 else struct.pack('>I', len(text) | 0x80000000)
        out += name.encode() + value.encode()
    return out


def request(params, body=b'', keep=0, role=1):
    begin = record(1, struct.pack('>HBxxxxx', role, keep))
    return begin + record(4, pairs(params)) + record(4, b'') + (record(5, body) if body else b'') + record(5, b'')


def records(data):
    """Streams and ends, joined: where one ends and the next begins within a stream is nobody's business."""
    out = []
    while len(data) >= 8:
        _, kind, _, length, padding, _ = struct.unpack('>BBHHBB', data[:8])
        content = data[8:8 + length]
        if out and out[-1][0] == kind and kind in (6, 7):
            out[-1] = (kind, out[-1][1] + content)
        else:
            out.append((kind, content))
        data = data[8 + length + padding:]
    return out + ([('rest', data)] if data else [])


def speak(address, data, timeout=10):
    """What comes back on a connection of its own, until it ends."""
    with socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET) as s:
        s.settimeout(timeout)
        s.connect(address)
        s.sendall(data)
        out = b''
        try:
            while chunk := s.recv(65536):
                out += chunk
        except ConnectionResetError:
            pass
        return out


class Servers:
    """nginx, php-fpm and Phant, with the same scripts."""
    def __init__(self, folder):
        self.folder, self.ports, self.children = folder, {}, {}
        (folder / 'www').mkdir()
        for name, text in FILES.items():
            path = folder / 'www' / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        (folder / 'php.ini').write_text('display_errors = 1\nlog_errors = 1\nerror_reporting = -1\n'
                                        f'session.save_path = {folder}\npost_max_size = 8M\n')
        parameters = ' '.join(f'fastcgi_param {name} {value};' for name, value in PARAMETERS.items())
        servers = ''
        for name in ('theirs', 'ours'):
            self.ports[name] = free_port()
            (folder / f'{name}.d').mkdir()
            self.ports[name + '-demand'] = free_port()
            (folder / f'{name}.d/more.conf').write_text(MORE.format(dir=folder, name=name, port=self.ports[name + '-demand']))
            (folder / f'{name}.conf').write_text(CONFIGURATION.format(dir=folder, name=name))
            servers += SERVER.format(dir=folder, name=name, port=self.ports[name], parameters=parameters)
        (folder / 'nginx.conf').write_text(NGINX.format(dir=folder, servers=servers))
        tree = Path(subprocess.check_output([TOOL, '--which', 'php-fpm8.4'], text=True).strip()).parents[2]
        # As few of the reference's extensions as these scripts need: session and json are built in.
        self.theirs = [TOOL, '--exec', 'php-fpm8.4', '-R', '-F', '-c', folder / 'php.ini', '-y', folder / 'theirs.conf']
        self.ours = [PHANT, 'fpm', '-R', '-F', '-c', folder / 'php.ini', '-y', folder / 'ours.conf']
        self.start('theirs', self.theirs)
        self.start('ours', self.ours)
        self.start('nginx', [TOOL, '--exec', 'nginx', '-p', folder, '-c', folder / 'nginx.conf'])
        for name in ('theirs', 'ours'):
            wait(lambda: self.visit(name, 'GET', '/ping')[0] == 200, f'{name} does not answer: ' + self.log(name))

    def start(self, name, command):
        environment = {**os.environ, 'PHP_INI_SCAN_DIR': str(self.folder / 'none')}
        out = open(self.folder / f'{name}.out', 'wb')
        self.children[name] = subprocess.Popen(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=environment,
                                               start_new_session=True)

    def log(self, name):
        files = [self.folder / f'{name}.{end}' for end in ('out', 'log')]
        return '\n'.join(file.read_text(errors='replace') for file in files if file.exists())[-2000:]

    def visit(self, name, method, path, body=None, headers=None, timeout=20):
        connection = http.client.HTTPConnection('127.0.0.1', self.ports[name], timeout=timeout)
        try:
            connection.putrequest(method, path, skip_accept_encoding=True)
            for header, value in {**(headers or {}), **({'Content-Length': str(len(body))} if body else {})}.items():
                connection.putheader(header, value)
            connection.endheaders(body.encode() if body else None)
            answer = connection.getresponse()
            return answer.status, answer.reason, answer.getheaders(), answer.read()
        finally:
            connection.close()

    def stop(self):
        for child in self.children.values():
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGTERM)
        for child in self.children.values():
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def wait(condition, why, seconds=10):
    until = time.time() + seconds
    while time.time() < until:
        try:
            if condition():
                return
        except OSError:
            pass
        time.sleep(0.05)
    raise AssertionError(why)


def masked(text):
    """Without what differs from run to run: versions, times, and in status pages every figure."""
    text = re.sub(r'PHP/8\.4\.\d+', 'PHP/8.4', text)
    text = re.sub(r'\d\d/\w{3}/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}', 'TIME', text)
    return text


def shown(answer, name, folder, is_status):
    status, reason, headers, body = answer
    text = body.decode('utf-8', 'backslashreplace')
    lines = [f'{status} {reason}', *(f'{k}: {v}' for k, v in headers if k.lower() not in ('date', 'server'))]
    text = masked('\n'.join(lines) + '\n\n' + (text if len(text) < 20000 else f'{text[:200]}... {len(text)} characters'))
    text = re.sub(r'PHPSESSID=\w+', 'PHPSESSID=x', text)
    if is_status:
        # Which child has answered what before is chance: of several the first is looked at.
        text = re.sub(r'\d+(\.\d+)?', 'N', text)
        text = re.sub(r'Content-Length: N\n', '', text)
        text = re.sub(r'(state:\s+|"state":"|<state>)\w+( \w+)?', r'\1S', text)
        text = re.sub(r'(request method:\s+|"request method":"|<request-method>)[\w-]+', r'\1M', text)
        text = re.sub(r'(request URI:\s+|"request uri":"|<request-uri>)(?:\\.|[^"\\<\n])+', r'\1U', text)
        text = re.sub(r'(script:\s+|"script":"|<script>)[^"<\n]+', r'\1F', text)
        text = re.sub(r'<td>(Idle|Running|Reading headers|GET|HEAD|-|/[^<]*)</td>', '<td>T</td>', text)
    return text


def compared(servers, name, make):
    theirs, ours = make('theirs'), make('ours')
    if theirs != ours:
        diff = difflib.unified_diff(theirs.split('\n'), ours.split('\n'), 'php-fpm', 'phant', lineterm='', n=1)
        return f'{name}\n' + '\n'.join(line[:300] for line in list(diff)[:24])
    return None


def case_answers(servers):
    """Every request of the list, through nginx."""
    faults = []
    for method, path, body, headers in REQUESTS:
        is_status = path.startswith('/status') and not path.startswith('/status.php') and not path.startswith('/status-')
        make = lambda name: shown(servers.visit(name, method, path, body, headers), name, servers.folder, is_status)
        faults.append(compared(servers, f'{method} {path[:60]}', make))
    return [fault for fault in faults if fault]


def case_records(servers):
    """The protocol itself, and what goes to the web server's log."""
    www, faults = servers.folder / 'www', []
    def params(script, **more):
        return {'SCRIPT_FILENAME': f'{www}/{script}', 'SCRIPT_NAME': f'/{script}', 'REQUEST_METHOD': 'GET', **more}
    talks = {
        'errors': request(params('warning.php')), 'a fatal error': request(params('error.php')), 'unknown script': request(params('nope.php')),
        'no extension': request(params('plain.txt')), 'no script': request({'REQUEST_METHOD': 'GET'}), 'twice': request({**params('show.php'), 'QUERY_STRING': 'a'}),
        'authorizer': request(params('show.php'), role=2), 'unknown role': request(params('show.php'), role=7), 'HTTP': b'GET / HTTP/1.0\r\n\r\n',
        'values': record(9, pairs({'FCGI_MPXS_CONNS': '', 'FCGI_MAX_CONNS': ''}), 0)[:-1],
        'two requests': request(params('stay.php'), keep=1) + request(params('code.php')),
        'a body nobody reads': request(params('stay.php', CONTENT_LENGTH='5'), b'hello', keep=1) + request(params('code.php')),
        'a large header': request(params('code.php', HTTP_LONG='x' * 60000)),
    }
    for name, data in talks.items():
        def make(server):
            out = speak(str(servers.folder / f'{server}.sock'), data, 3)
            # The last three bytes of an end mean nothing, and php-fpm leaves there what was there.
            out = [(kind, content[:5] if kind == 3 else content) for kind, content in records(out)]
            return masked('\n'.join(f'{kind} {content.decode("latin1")}' for kind, content in out))
        if name != 'values':
            faults.append(compared(servers, name, make))
    # php-fpm ends the connection where it is asked what it can do.
    answer = records(speak(str(servers.folder / 'ours.sock'), record(9, pairs({'FCGI_MPXS_CONNS': '', 'X': ''}), 0) + request(params('code.php')), 3))
    if [kind for kind, _ in answer] != [10, 6, 3] or answer[0][1] != pairs({'FCGI_MPXS_CONNS': '0'}):
        faults.append(f'values: {answer}')
    return [fault for fault in faults if fault]


def case_access_log(servers):
    """A line for each request, in the same form. It is written when the web server has the answer, so two may change places."""
    for name in ('theirs', 'ours'):
        (servers.folder / f'{name}.access').write_text('')
        for method, path, body, headers in REQUESTS[:40]:
            servers.visit(name, method, path, body, headers)
    time.sleep(0.5)
    def read(name):
        text = re.sub(r'localhost:\d+|127\.0\.0\.1:\d+', 'HOST', (servers.folder / f'{name}.access').read_text())
        return '\n'.join(sorted(text.splitlines()))
    fault = compared(servers, 'access.log', read)
    return [fault] if fault else []


def case_configuration(servers):
    """What is wrong with a configuration is said in the same words."""
    pool, faults = '[www]\nuser = root\nlisten = /tmp/nobody.sock\n', []
    texts = ['', '[global]\n', pool, pool + 'pm = static\n', pool + 'pm = other\n', pool + 'pm = dynamic\npm.max_children = 2\n', pool + 'foo = 1\n',
             pool + 'pm = static\npm.max_children = 3x\n', pool + 'pm = ondemand\npm.max_children = 3\nping.path = ping\n', '[www]\npm = static\n',
             pool + 'pm = dynamic\npm.max_children = 3\npm.min_spare_servers = 2\npm.max_spare_servers = 1\n', pool + 'clear_env = maybe\n',
             pool + 'pm = dynamic\npm.max_children = 3\npm.min_spare_servers = 2\npm.max_spare_servers = 3\npm.start_servers = 9\n',
             pool + 'pm = static\npm.max_children = 3\n', '[www]\nlisten = 1\n', pool + 'request_slowlog_timeout = x\n', 'include = /nowhere/*.conf\n' + pool,
             pool + 'pm = static\npm.max_children = 3\nchdir = /nowhere\n', 'foo[a] = b\n' + pool, pool + 'foo[a] = b\n', 'log_level = loud\n' + pool]
    file = servers.folder / 'some.conf'
    for text in texts:
        file.write_text(text)
        def make(name):
            command = servers.theirs if name == 'theirs' else servers.ours
            command = [*command[:-1], file, '-t']
            environment = {**os.environ, 'PHP_INI_SCAN_DIR': str(servers.folder / 'none')}
            done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment)
            return re.sub(r'^\[[^\]]*\] ', '', done.stderr, flags=re.M) + f'status {done.returncode}'
        faults.append(compared(servers, repr(text[-60:]), make))
    return [fault for fault in faults if fault]


def case_slow(servers):
    """Slow requests are noted with their stack; what takes too long ends with 502, and the pool goes on."""
    faults = []
    for name in ('theirs', 'ours'):
        status = servers.visit(name, 'GET', '/slow/../loop.php?s=0')[0]
        began = time.time()
        data = {'SCRIPT_FILENAME': f'{servers.folder}/www/loop.php', 'SCRIPT_NAME': '/loop.php', 'REQUEST_METHOD': 'GET'}
        socket_ = str(servers.folder / f'{name}-slow.sock')
        slow = records(speak(socket_, request({**data, 'QUERY_STRING': 's=2'})))
        cut = records(speak(socket_, request({**data, 'QUERY_STRING': 's=30'})))
        took = time.time() - began
        quick = records(speak(socket_, request({**data, 'QUERY_STRING': 's=0'})))
        text = (servers.folder / f'{name}.slow').read_text()
        log = servers.log(name)
        for fine, what in [
            (slow[0][1].endswith(b'done'), f'slow: {slow}'), (3 not in [kind for kind, _ in cut], f'too slow: {cut}'), (took < 9, f'took {took}'),
            (quick[0][1].endswith(b'done'), f'quick: {quick}'), (re.search(r'\[pool slow\] pid \d+\nscript_filename = \S+loop.php\n(\[0x.*\n)*\[0x\w+\] deep\(\) \S+loop.php:1', text), text),
            ('executing too slow' in log and 'execution timed out' in log, log)]:
            if not fine:
                faults.append(f'{name}: {what}')
    return faults


def case_pools(servers):
    """Children come and go with the load; a socket that is for others refuses."""
    data = lambda script: request({'SCRIPT_FILENAME': f'{servers.folder}/www/{script}', 'SCRIPT_NAME': f'/{script}', 'REQUEST_METHOD': 'GET', 'QUERY_STRING': 's=1'})
    status = request({'SCRIPT_NAME': '/status', 'SCRIPT_FILENAME': '/status', 'QUERY_STRING': 'json', 'REQUEST_METHOD': 'GET'})
    faults = []
    for name in ('theirs', 'ours'):
        def total(address):
            return json.loads(records(speak(address, status))[0][1].split(b'\r\n\r\n', 1)[1])
        demand = ('127.0.0.1', servers.ports[name + '-demand'])
        # One after another: php-fpm is told of connections that come together once, and then starts one child, or counts no more.
        def ask(position):
            time.sleep(position * 0.15)
            return records(speak(demand, data('loop.php')))[0][1]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(ask, range(4)))
        if not all(answer.endswith(b'done') for answer in answers):
            faults.append(f'{name}: {answers}')
        figures = total(demand)
        if figures['total processes'] != 2 or figures['max children reached'] < 1 or figures['process manager'] != 'ondemand':
            faults.append(f'{name}: on demand {figures}')
        time.sleep(4)
        # When php-fpm ends the second one depends on which of them has answered last.
        if name == 'ours' and total(demand)['total processes'] != 1:
            faults.append(f'{name}: children on demand stay: {total(demand)}')
        slow = str(servers.folder / f'{name}-slow.sock')
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda _: speak(slow, data('loop.php')), range(12)))
        most = total(slow)['max active processes']
        if most < 2:
            faults.append(f'{name}: a pool that is busy has {most} children')
        wait(lambda: total(slow)['total processes'] <= 3, f'{name}: children stay: {total(slow)}')
        text = records(speak(demand, data('plain.txt')))[0][1]
        if not text.endswith(b'text'):
            faults.append(f'{name}: security.limit_extensions: {text}')
    return faults


def case_status_listen(servers):
    """The status page and the ping answer on a socket of their own while all children are busy; scripts do not."""
    script = f'{servers.folder}/www/loop.php'
    busy = request({'SCRIPT_FILENAME': script, 'SCRIPT_NAME': '/loop.php', 'REQUEST_METHOD': 'GET', 'QUERY_STRING': 's=3'})
    ask = lambda path, query='': request({'SCRIPT_NAME': path, 'SCRIPT_FILENAME': path, 'QUERY_STRING': query, 'REQUEST_METHOD': 'GET'})

    def asked(name):
        status = str(servers.folder / f'{name}-status.sock')
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            running = pool.submit(speak, str(servers.folder / f'{name}-watched.sock'), busy)
            time.sleep(0.5)
            began = time.time()
            texts = ['|'.join(content.decode() for kind, content in records(speak(status, ask(path, query))) if kind in (6, 7)) for path, query in (
                ('/status', ''), ('/status', 'json'), ('/status', 'full'), ('/ping', ''), ('/nothing', ''))]
            # One that says nothing does not keep others away for long.
            if (took := time.time() - began) > 2:
                texts.append(f'took {took} s')
            figures = json.loads(texts[1].split('\r\n\r\n', 1)[1])
            texts.append(f"busy {figures['active processes']} of {figures['total processes']} in {figures['pool']}")
            running.result()
        mask = lambda text: re.sub(r'\d+(\.\d+)?', 'N', masked(text).replace(f'{name}-', ''))
        return '\n----\n'.join(map(mask, texts[:-1])) + texts[-1]
    fault = compared(servers, 'pm.status_listen', asked)
    return [fault] if fault else []


def case_settings_of_a_request(servers):
    """PHP_VALUE and PHP_ADMIN_VALUE count as with php-fpm, but for one request only."""
    make = lambda name: shown(servers.visit(name, 'GET', '/value.php'), name, servers.folder, False)
    faults = [compared(servers, 'PHP_VALUE', make)]
    later = json.loads(servers.visit('ours', 'GET', '/show.php')[3])['ini']
    if later[:3] != ['77M', False, '7']:
        faults.append(f'the next request has {later}')
    return [fault for fault in faults if fault]


def case_signals(servers):
    """USR1 opens logs anew, USR2 reloads without losing a request, QUIT lets requests end, TERM does not."""
    faults, folder, master = [], servers.folder, servers.children['ours']
    (folder / 'ours.access').rename(folder / 'moved')
    (folder / 'ours.log').rename(folder / 'moved.log')
    os.kill(master.pid, signal.SIGUSR1)
    wait(lambda: (folder / 'ours.log').exists() and (folder / 'ours.access').exists(), 'USR1: no new logs')
    text = (folder / 'ours.conf').read_text()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        answers = [pool.submit(servers.visit, 'ours', 'GET', '/loop.php?s=0.2') for _ in range(20)]
        (folder / 'ours.conf').write_text(text.replace('FOO', 'NEW').replace('here I am', 'changed'))
        os.kill(master.pid, signal.SIGUSR2)
        if any(answer.result()[3] != b'done' for answer in answers):
            faults.append(f'USR2 loses requests: {[answer.result()[0] for answer in answers]}')
    wait(lambda: servers.visit('ours', 'GET', '/ping')[3] == b'changed', 'USR2: the old configuration stays')
    (folder / 'ours.conf').write_text(text + 'nonsense = 1\n')
    os.kill(master.pid, signal.SIGUSR2)
    wait(lambda: 'the reload failed' in servers.log('ours'), 'a reload with a bad configuration')
    if servers.visit('ours', 'GET', '/ping')[0] != 200:
        faults.append('a reload that failed ends the server')
    (folder / 'ours.conf').write_text(text)
    # A process that is killed is replaced.
    pids = [pid for pid in os.listdir('/proc') if pid.isdigit() and b'php-fpm: pool www' in read_bytes(f'/proc/{pid}/cmdline') and parent(pid) == master.pid]
    os.kill(int(pids[0]), signal.SIGKILL)
    wait(lambda: servers.visit('ours', 'GET', '/ping')[0] == 200, 'a process that was killed is not replaced')
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        answer = pool.submit(servers.visit, 'ours', 'GET', '/loop.php?s=1')
        time.sleep(0.3)
        os.kill(master.pid, signal.SIGQUIT)
        if answer.result()[3] != b'done':
            faults.append(f'QUIT cuts a request: {answer.result()}')
    if master.wait(10) != 0:
        faults.append(f'QUIT: status {master.returncode}')
    if (folder / 'ours.sock').exists():
        faults.append('the socket stays')
    # In the background, with a file for its number.
    pid = folder / 'pid'
    done = subprocess.run([str(PHANT), 'fpm', '-R', '-D', '-n', '-g', str(pid), '-y', str(folder / 'ours.conf')], timeout=20)
    if done.returncode != 0 or servers.visit('ours', 'GET', '/ping')[0] != 200:
        faults.append(f'-D: {done.returncode}')
    number = int(pid.read_text())
    os.kill(number, signal.SIGTERM)
    wait(lambda: not Path(f'/proc/{number}').exists() and not pid.exists(), 'TERM')
    return faults


def read_bytes(path):
    try:
        return Path(path).read_bytes()
    except OSError:
        return b''


def parent(pid):
    fields = read_bytes(f'/proc/{pid}/stat').rsplit(b')', 1)
    return int(fields[-1].split()[1]) if len(fields) == 2 else 0


def main():
    # The tool would unpack a tree of its own where there is none.
    tree = Path(os.environ.get('PHP_REFERENCE') or Path(os.environ.get('XDG_CACHE_HOME') or Path.home() / '.cache') / 'php-reference')
    if not (tree / '.ready').exists():
        print('fpm: skipped, the reference is not unpacked here')
        return 0
    for program in ('nginx', 'php-fpm8.4'):
        if not TOOL.exists() or subprocess.run([TOOL, '--which', program], capture_output=True).returncode:
            print(f'fpm: skipped, there is no {program} of the reference')
            return 0
    if os.geteuid() != 0:
        print('fpm: skipped, pools of several users need root')
        return 0
    words, failed = sys.argv[1:], 0
    cases = [(name[5:], run) for name, run in globals().items() if name.startswith('case_')]
    with tempfile.TemporaryDirectory(prefix='phant-fpm-') as folder:
        Path(folder).chmod(0o755)
        servers = Servers(Path(folder))
        try:
            for name, run in cases:
                if words and not any(word in name for word in words):
                    continue
                try:
                    faults = run(servers)
                except Exception as error:
                    faults = [f'{type(error).__name__}: {error}']
                print(f'{name}: ' + ('as php-fpm' if not faults else f'{len(faults)} differences'))
                for fault in faults:
                    print('  ' + fault.replace('\n', '\n  '))
                failed += len(faults)
        finally:
            servers.stop()
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
