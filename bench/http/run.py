#!/usr/bin/env python3
"""Measures requests a second of `phant serve` beside nginx + php-fpm (opcache) from the reference tree, and Node, by wrk.

    bench/http/run.py                          hello, an empty script, a file; 5 rounds of 2 seconds
    bench/http/run.py --only hello --rounds 9
    bench/http/run.py --only all --node        the same pages in Node too, where it is installed
    bench/http/run.py --held 60                2,000 connections that stay, for 60 seconds: errors, times, memory
    bench/http/run.py --phant 'target/release/phant' --flags '--processes 2 --workers 1'

Contenders take turns in every round, so that whatever else the machine does meets all of them. Each has two workers
(nginx two processes of its own besides), one connection is one of 25 that wrk keeps alive with one thread, and no
access log is written. The median of the rounds counts; where the machine has other things to do, the processor time of all
processes of a contender for each request says more. Every answer is compared with php-fpm's before anything is
measured.
"""
import argparse, http.client, os, re, resource, shlex, signal, socket, statistics, subprocess, sys, tempfile, time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SHARED = Path(os.environ.get('PHANT_SHARED', ROOT.parent / 'shared'))
TOOL = SHARED / 'tools/reference-php'

# The scripts of "PHP vs Node.js", an empty one, and an empty file.
PAGES = {
    'hello': ('hello.php', '<?php echo "Hello, World!";'),
    'strings': ('strings.php', '<?php $s = ""; for ($i = 0; $i < 1000; $i++) { $s .= "a"; } echo strlen($s);'),
    'increments': ('increments.php', '<?php $n = 0; for ($i = 0; $i < 1000; $i++) { $n++; } echo $n;'),
    'array': ('array.php', '<?php $a = []; for ($i = 0; $i < 1000; $i++) { $a[] = $i; } echo count($a);'),
    'hash': ('hash.php', '<?php $a = []; for ($i = 0; $i < 1000; $i++) { $a["key$i"] = $i; } echo count($a);'),
    'files': ('files.php', '<?php $n = 0; for ($i = 0; $i < 100; $i++) { $n += strlen(file_get_contents(__DIR__ . "/data.txt")); } echo $n;'),
    'empty': ('empty.php', ''),
    'file': ('nothing.txt', ''),
}
# Connections to php-fpm are not kept, as in nginx's own configuration: a kept one holds a child, and with more of them than children some
# requests wait until it is given up.
NGINX = """
worker_processes 2; pid {dir}/nginx.pid; error_log {dir}/nginx.log; user root; daemon off;
events {{ worker_connections 1024; }}
http {{
    access_log off; keepalive_requests 1000000000; sendfile on; tcp_nopush on; open_file_cache max=1000;
    client_body_temp_path {dir}/t1; proxy_temp_path {dir}/t2; fastcgi_temp_path {dir}/t3; uwsgi_temp_path {dir}/t4; scgi_temp_path {dir}/t5;
    server {{
        listen 127.0.0.1:{port}; root {root}; default_type text/plain;
        location ~ \\.php$ {{
            fastcgi_pass unix:{dir}/fpm.sock;
            {parameters}
        }}
    }}
}}
"""
PARAMETERS = {
    'SCRIPT_FILENAME': '$document_root$fastcgi_script_name', 'QUERY_STRING': '$query_string', 'REQUEST_METHOD': '$request_method',
    'CONTENT_TYPE': '$content_type', 'CONTENT_LENGTH': '$content_length', 'SCRIPT_NAME': '$fastcgi_script_name',
    'REQUEST_URI': '$request_uri', 'DOCUMENT_URI': '$document_uri', 'DOCUMENT_ROOT': '$document_root',
    'SERVER_PROTOCOL': '$server_protocol', 'REQUEST_SCHEME': '$scheme', 'GATEWAY_INTERFACE': 'CGI/1.1',
    'SERVER_SOFTWARE': 'nginx/$nginx_version', 'REMOTE_ADDR': '$remote_addr', 'REMOTE_PORT': '$remote_port',
    'SERVER_ADDR': '$server_addr', 'SERVER_PORT': '$server_port', 'SERVER_NAME': '$server_name', 'REDIRECT_STATUS': '200',
}
FPM = """
[global]
error_log = {dir}/fpm.log
daemonize = no
[www]
listen = {dir}/fpm.sock
user = root
group = root
pm = static
pm.max_children = {workers}
"""


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def start(command, log):
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)


def fetch(port, path):
    connection = http.client.HTTPConnection('127.0.0.1', port, timeout=10)
    connection.request('GET', path)
    answer = connection.getresponse()
    return answer.status, answer.read()


def wait_for(port, path='/hello.php'):
    for _ in range(200):
        try:
            if fetch(port, path)[0] == 200:
                return
        except OSError:
            pass
        time.sleep(0.05)
    raise SystemExit(f'nothing answers at port {port}')


def fpm_commands(folder, ini, root=None, workers=2):
    """What starts php-fpm, what starts nginx, and the port; their files are written to a folder, whose `www` is served if nothing else is."""
    port = free_port()
    parameters = '\n'.join(f'fastcgi_param {name} {value};' for name, value in PARAMETERS.items())
    (folder / 'nginx.conf').write_text(NGINX.format(dir=folder, root=root or folder / 'www', port=port, parameters=parameters))
    (folder / 'fpm.conf').write_text(FPM.format(dir=folder, workers=workers))
    tree = Path(subprocess.check_output([TOOL, '--which', 'php-fpm8.4'], text=True).strip()).parents[2]
    extensions = next(tree.glob('usr/lib/php/20*'))
    settings = ['-d', f'extension_dir={extensions}', *(word for setting in ini for word in ('-d', setting))]
    library, scan = tree / 'usr/lib/x86_64-linux-gnu', f'PHP_INI_SCAN_DIR={tree}/ini'
    run = ['env', scan, str(tree / 'usr/lib64/ld-linux-x86-64.so.2'), '--library-path', str(library)]
    fpm = [*run, str(tree / 'usr/sbin/php-fpm8.4'), '-R', '-F', '-y', str(folder / 'fpm.conf'), *settings]
    return fpm, [*run, str(tree / 'usr/sbin/nginx'), '-p', str(folder), '-c', str(folder / 'nginx.conf')], port


def start_fpm(folder, log, ini, root=None, workers=2):
    """php-fpm and nginx: their processes and the port."""
    fpm, nginx, port = fpm_commands(folder, ini, root, workers)
    return [start(fpm, log), start(nginx, log)], port


def measure(port, path, seconds, connections):
    """Requests a second, and what wrk says went wrong."""
    url = f'http://127.0.0.1:{port}/{path}'
    text = subprocess.check_output([TOOL, '--exec', 'wrk', '-t1', f'-c{connections}', f'-d{seconds}s', '--latency', url], text=True)
    rate = next(float(line.split()[1]) for line in text.splitlines() if line.startswith('Requests/sec'))
    wrong = [line.strip() for line in text.splitlines() if 'Socket errors' in line or 'Non-2xx' in line]
    return rate, wrong


def cpu_seconds(servers):
    """Processor time of servers and all they have started."""
    sessions, ticks = {server.pid for server in servers}, 0
    for stat in Path('/proc').glob('[0-9]*/stat'):
        try:
            fields = stat.read_text().rsplit(')', 1)[1].split()
        except OSError:
            continue
        if int(fields[3]) in sessions:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf('SC_CLK_TCK')


def memory(server):
    """Resident memory of a server and all that it has started, in MB."""
    total = 0
    for status in Path('/proc').glob('[0-9]*/status'):
        try:
            is_its = int((status.parent / 'stat').read_text().rsplit(')', 1)[1].split()[3]) == server.pid
            found = re.search(r'VmRSS:\s+(\d+)', status.read_text()) if is_its else None
        except OSError:
            continue
        total += int(found[1]) if found else 0
    return total / 1024


def hold(server, port, seconds, connections=2000):
    """Connections that stay and go on asking: what wrk says of times and errors, and memory on the way."""
    url = f'http://127.0.0.1:{port}/{PAGES["hello"][0]}'
    command = [TOOL, '--exec', 'wrk', '-t1', f'-c{connections}', f'-d{seconds}s', '--timeout', '10s', '--latency', url]
    wrk = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    marks = []
    while wrk.poll() is None:
        time.sleep(min(5, seconds / 6))
        marks.append(memory(server))
    text = wrk.communicate()[0]
    times = dict(re.findall(r'^ +(\d+)% +(\S+) *$', text, re.M))
    wrong = [line.strip() for line in text.splitlines() if 'Socket errors' in line or 'Non-2xx' in line] or ['no errors']
    rate = re.search(r'Requests/sec: +(\S+)', text)[1]
    print(f'{connections} connections for {seconds} s: {rate}/s, half within {times["50"]}, 99 % within {times["99"]}, {"; ".join(wrong)}')
    print('memory in MB on the way:', ' '.join(f'{mark:.0f}' for mark in marks[:-1]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--phant', default=str(ROOT / 'target/release/phant'))
    parser.add_argument('--flags', default='--workers 2 --access-log off', help='for phant serve')
    parser.add_argument('--fpm-ini', default='opcache.enable=1', help='settings of php-fpm, divided by commas')
    parser.add_argument('--only', default='hello,empty,file')
    parser.add_argument('--rounds', type=int, default=5)
    parser.add_argument('--seconds', type=int, default=2)
    parser.add_argument('--connections', type=int, default=25)
    parser.add_argument('--node', action='store_true', help='measures Node too')
    parser.add_argument('--held', type=int, metavar='SECONDS', help='holds 2,000 connections for so long, and measures nothing else')
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    pages = list(PAGES) if arguments.only == 'all' else arguments.only.split(',')
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as log:
        folder = Path(folder)
        folder.chmod(0o755)
        (folder / 'www').mkdir()
        (folder / 'www/data.txt').write_text('x' * 1000)
        for name, (file, text) in PAGES.items():
            (folder / 'www' / file).write_text(text)
            os.utime(folder / 'www' / file, (time.time() - 60,) * 2)
        servers, fpm_port = start_fpm(folder, log, arguments.fpm_ini.split(','))
        port = free_port()
        command = [arguments.phant, 'serve', str(folder / 'www'), '--listen', f'127.0.0.1:{port}', *shlex.split(arguments.flags)]
        servers.append(start(command, log))
        contenders = {'phant': (port, servers[2:]), 'fpm': (fpm_port, servers[:2])}
        if arguments.node:
            node_port = free_port()
            servers.append(start(['node', str(Path(__file__).with_name('node.js')), str(node_port), str(folder / 'www')], log))
            contenders['node'] = (node_port, servers[3:])
        try:
            for at, _ in contenders.values():
                wait_for(at)
            if arguments.held:
                return hold(contenders['phant'][1][0], port, arguments.held)
            for page in pages:
                ours, theirs = fetch(port, '/' + PAGES[page][0]), fetch(fpm_port, '/' + PAGES[page][0])
                if ours != theirs:
                    raise SystemExit(f'{page}: {ours} and {theirs}')
                if arguments.node and page != 'file' and fetch(node_port, '/' + PAGES[page][0]) != ours:
                    raise SystemExit(f'{page}: Node answers {fetch(node_port, "/" + PAGES[page][0])}')
            rates = {(page, name): [] for page in pages for name in contenders}
            costs = {(page, name): [] for page in pages for name in contenders}
            for _ in range(arguments.rounds):
                for page in pages:
                    for name, (at, group) in contenders.items():
                        if name == 'node' and page == 'file':
                            continue
                        before = cpu_seconds(group)
                        rate, wrong = measure(at, PAGES[page][0], arguments.seconds, arguments.connections)
                        rates[page, name].append(rate)
                        costs[page, name].append((cpu_seconds(group) - before) / max(rate * arguments.seconds, 1) * 1e6)
                        if wrong:
                            print(f'{name} {page}: {"; ".join(wrong)}')
        finally:
            for server in servers:
                if server.poll() is None:
                    os.killpg(server.pid, signal.SIGTERM)
            for server in servers:
                server.wait()
        others = [name for name in contenders if name != 'phant']
        columns = ''.join(f'{name + "/s":>10}{"ratio":>8}' for name in others)
        print(f'{"":12}{"phant/s":>10}{columns}   processor time of a request in us, least of the rounds')
        for page in pages:
            rate = {name: statistics.median(rates[page, name]) for name in contenders if rates[page, name]}
            # A round in which the system has told no time is none.
            cost = {name: min(filter(None, costs[page, name]), default=float('nan')) for name in rate}
            # Nor is a rate of nothing, where the machine had no time for a contender at all.
            ratio = {name: rate['phant'] / rate[name] if rate[name] else float('nan') for name in rate}
            columns = ''.join(f'{rate[name]:10.0f}{ratio[name]:8.2f}' if name in rate else ' ' * 18 for name in others)
            print(f'{page:12}{rate["phant"]:10.0f}{columns}   ' + ', '.join(f'{name} {value:.1f}' for name, value in cost.items()))


if __name__ == '__main__':
    sys.exit(main())
