#!/usr/bin/env python3
"""Visits tests/pages over HTTP, sessions and compressed output, and compares every answer with tests/pages.expected.

    tests/pages.py                          target/release/phant serve, which leaves compression to the scripts
    tests/pages.py --serve 'COMMAND'        another server: {dir} is the application, {port} the port
    tests/pages.py --bless --serve 'php -S 127.0.0.1:{port} -t {dir}/public'
"""
import argparse, difflib, http.client, os, re, shlex, signal, socket, subprocess, sys, tempfile, threading, zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import PHANT, ROOT, conclude
from guestbook import wait_for

EXPECTED = ROOT / 'tests/pages.expected'
OURS = {'Cookie': 'PHPSESSID=ours'}
VISITS = [
    ('/count', {}), ('/count', OURS), ('/count', OURS), ('/count', {'Cookie': 'PHPSESSID=a/b'}), ('/count', {'Cookie': 'PHPSESSID[]=x'}),
    ('/strict', {'Cookie': 'PHPSESSID=unknown'}), ('/strict', OURS), ('/regenerate', OURS), ('/count', OURS), ('/logout', OURS),
    ('/count', OURS), ('/waits', {}),
    ('/written.php', {}), ('/named.php', {}), ('/named.php?compact=1', {}), ('/compact.php', {}),
    *[(f'/cookie?limiter={limiter}', {}) for limiter in ('nocache', 'private', 'none')],
    *[(path, {'Accept-Encoding': accepted} if accepted else {}) for path in ('/gzhandler', '/setting', '/cleaned', '/flushed')
      for accepted in ('', 'gzip', 'deflate', 'br')],
]
KEPT = ('cache-control', 'content-encoding', 'content-type', 'expires', 'pragma', 'set-cookie', 'vary')
WINDOWS = {'gzip': 31, 'deflate': 15}


def get(port, path, headers):
    connection = http.client.HTTPConnection('127.0.0.1', port, timeout=10)
    connection.putrequest('GET', path, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def visit(port, path, headers):
    answer, body = get(port, path, headers)
    if window := WINDOWS.get(answer.getheader('Content-Encoding')):
        body = zlib.decompressobj(window).decompress(body)
    lines = [f'> {path} {" ".join(headers.values())}'.rstrip(), f'< {answer.status}']
    lines += sorted(f'< {k.lower()}: {v.replace("UTF-8", "utf-8")}' for k, v in answer.getheaders() if k.lower() in KEPT)
    text = body.decode('utf-8', 'backslashreplace')
    text = re.sub(r'<b>[^<]*index\.php</b>', 'THE SCRIPT', re.sub(r'\(path: [^)]*\)', '(path: FOLDER)', text))
    lines = [re.sub(r'PHPSESSID=[0-9a-f]{32}', 'PHPSESSID=NEW', line) for line in lines]
    return '\n'.join(lines) + '\n\n' + (text if len(text) < 1000 else f'{text[:50]}… {len(text)} bytes') + '\n'


def at_once(port):
    """Visits of one session at the same time wait for each other, so that none is lost."""
    threads = [threading.Thread(target=get, args=(port, '/slow', OURS)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return get(port, '/count', OURS)[1].decode()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--serve', default=str(PHANT) + ' serve {dir} --listen 127.0.0.1:{port} --compress off')
    parser.add_argument('--bless', action='store_true', help='record the answers as the expected ones')
    arguments = parser.parse_args()
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as log:
        command = shlex.split(arguments.serve.format(dir=ROOT / 'tests/pages', port=port))
        environment = {**os.environ, 'PAGES_FOLDER': folder, 'PHP_CLI_SERVER_WORKERS': '4'}
        server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, start_new_session=True)
        seen = []
        try:
            if not wait_for(port, server):
                seen.append('the server did not start\n')
            else:
                seen += [visit(port, *one) for one in VISITS]
                seen.append(at_once(port))
        except (OSError, http.client.HTTPException) as error:
            seen.append(f'after {len(seen)} answers: {type(error).__name__}: {error}\n')
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()
    text = '\n'.join(seen)
    if arguments.bless:
        EXPECTED.write_text(text)
    wanted = EXPECTED.read_text()
    if text == wanted:
        return conclude('http', ['pages'], [], False)
    sys.stdout.writelines(list(difflib.unified_diff(wanted.splitlines(True), text.splitlines(True), 'expected', 'actual'))[:80])
    return conclude('http', [], ['pages'], False)


if __name__ == '__main__':
    sys.exit(main())
