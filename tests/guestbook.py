#!/usr/bin/env python3
"""Visits examples/guestbook over HTTP and compares every answer with tests/guestbook.expected.

    tests/guestbook.py                          target/release/phant serve
    tests/guestbook.py --serve 'COMMAND'        another server: {dir} is the application, {port} the port
    tests/guestbook.py --bless --serve 'php -S 127.0.0.1:{port} -t {dir}/public'
"""
import argparse, difflib, http.client, os, re, shlex, shutil, signal, socket, subprocess, sys, tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import PHANT, ROOT, conclude, known_failures, wait_for

EXPECTED = ROOT / 'tests/guestbook.expected'
FORM = {'Content-Type': 'application/x-www-form-urlencoded'}
VISITS = [
    ('GET', '/', None, {}),
    ('GET', '/style.css', None, {}),
    ('POST', '/', 'name=%3Cb%3EEve&message=', FORM),
    ('POST', '/', 'name[]=x&message=%ff', FORM),
    ('POST', '/', 'name=Eve+%26+Co&message=Hi+%3Cscript%3E%0d%0asecond+line', FORM),
    ('GET', '/', None, {'Cookie': 'flash=signed; other=1'}),
    ('POST', '/', 'name=Max&message=' + 'x' * 1001, FORM),
    *[('POST', '/', f'name=N{i}&message=m{i}', FORM) for i in range(8)],
    ('GET', '/?page=2', None, {}),
    ('GET', '/?page=3', None, {'Cookie': 'flash=unknown'}),
    ('GET', '/?page=zero', None, {}),
    ('GET', '/?page=99', None, {}),
    ('GET', '/entries/2', None, {}),
    ('GET', '/entries/999', None, {}),
    ('GET', '/entries.json', None, {}),
    ('HEAD', '/entries/1', None, {}),
    ('DELETE', '/', None, {}),
    ('GET', '/no/such%20%3Cpage%3E?x=1', None, {}),
]
KEPT = ('allow', 'content-type', 'location', 'set-cookie')


def visit(port, method, path, body, headers):
    connection = http.client.HTTPConnection('127.0.0.1', port, timeout=10)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    text = answer.read().decode('utf-8', 'backslashreplace')
    connection.close()
    lines = [f'> {method} {path} {(body or "")[:60]}'.rstrip(), f'< {answer.status}']
    # header names and a charset are compared without regard to case
    lines += sorted(f'< {k.lower()}: {v.replace("UTF-8", "utf-8")}' for k, v in answer.getheaders() if k.lower() in KEPT)
    text = re.sub(r'PHP \d+\.\d+\.\d+', 'PHP VERSION', text)
    text = re.sub(r'\d+ \w+ 20(?!23)\d\d, \d\d:\d\d', 'TODAY', text)
    text = re.sub(r'20(?!23)\d\d-\d\d-\d\dT[\d:]{8}\+00:00', 'TODAY', text)
    return '\n'.join(lines) + '\n\n' + text + '\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--serve', default=str(PHANT) + ' serve {dir} --listen 127.0.0.1:{port}')
    parser.add_argument('--bless', action='store_true', help='record the answers as the expected ones')
    parser.add_argument('--forget', action='store_true', help='take a pass off tests/known-failures.txt')
    arguments = parser.parse_args()
    if not shutil.which(shlex.split(arguments.serve)[0]):
        sys.exit(f'no {shlex.split(arguments.serve)[0]}')
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as log:
        command = shlex.split(arguments.serve.format(dir=ROOT / 'examples/guestbook', port=port))
        environment = {**os.environ, 'GUESTBOOK_DATABASE': f'{folder}/guestbook.sqlite'}
        server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, start_new_session=True)
        seen = []
        try:
            if not wait_for(port, server):
                seen.append('the server did not start\n')
            else:
                for one in VISITS:
                    seen.append(visit(port, *one))
        except (OSError, http.client.HTTPException) as error:
            seen.append(f'after {len(seen)} answers: {type(error).__name__}: {error}\n')
        finally:
            try:
                os.killpg(server.pid, signal.SIGTERM)
            except ProcessLookupError:
                pass
            server.wait()
        log.seek(0)
        said = log.read().decode(errors='replace')
    text = '\n'.join(seen)
    if arguments.bless:
        EXPECTED.write_text(text)
    wanted = EXPECTED.read_text()
    if text == wanted:
        return conclude('http', ['guestbook'], [], arguments.forget)
    if 'guestbook' in known_failures('http'):
        print(f'FAIL guestbook, as known: {seen[-1].strip().splitlines()[0]}')
        return conclude('http', [], ['guestbook'], False)
    sys.stdout.writelines(list(difflib.unified_diff(wanted.splitlines(True), text.splitlines(True), 'expected', 'actual'))[:60])
    print(f'\nThe server said:\n{said[-2000:]}')
    return conclude('http', [], ['guestbook'], False)


if __name__ == '__main__':
    sys.exit(main())
