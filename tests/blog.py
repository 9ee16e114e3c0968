#!/usr/bin/env python3
"""Visits examples/blog over HTTP, reading, logging in, writing with pictures, and compares every answer with tests/blog.expected.

    tests/blog.py                       target/release/phant serve, once as it is and once with --snapshot
    tests/blog.py --serve 'COMMAND'     another server: {dir} is the application, {port} the port
    tests/blog.py --bless --serve '../shared/tools/reference-php -S 127.0.0.1:{port} -t {dir}/public {dir}/public/index.php'
"""
import argparse, difflib, http.client, os, re, shlex, signal, socket, subprocess, sys, tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import PHANT, ROOT, wait_for

EXPECTED = ROOT / 'tests/blog.expected'
BLOG = ROOT / 'examples/blog'
SERVE = {
    'classic': f'{PHANT} -d session.save_path={{data}} serve {{dir}} --listen 127.0.0.1:{{port}} --workers 3',
    'snapshot': f'{PHANT} -d session.save_path={{data}} serve {{dir}} --listen 127.0.0.1:{{port}} --workers 3 --snapshot {{dir}}/boot.php',
}
FORM = 'application/x-www-form-urlencoded'
GIF = 'GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\x7f\x7f\x7f!\xf9'.encode('latin-1')


def multipart(fields, name=None, content=b''):
    out = b''.join(f'--X\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n'.encode() for k, v in fields.items())
    out += b'--X\r\nContent-Disposition: form-data; name="picture"; filename="' + (name or '').encode() + b'"\r\n'
    return out + b'Content-Type: application/octet-stream\r\n\r\n' + content + b'\r\n--X--\r\n'


class Visitor:
    """Somebody with a browser: cookies stay, and the token of the last page is known."""
    def __init__(self, port):
        self.port, self.cookie, self.token, self.lines = port, None, '', []

    def visit(self, method, path, body=None, kind=None):
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)
        headers = {**({'Content-Type': kind} if kind else {}), **({'Cookie': self.cookie} if self.cookie else {})}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        is_image = (answer.getheader('content-type') or '').startswith('image/')
        text = content.hex() if is_image else content.decode('utf-8', 'backslashreplace')
        for name, value in answer.getheaders():
            if name.lower() == 'set-cookie':
                self.cookie = value.split(';')[0]
        self.token = (re.findall(r'name="token" value="(\w+)"', text) or [self.token])[0]
        kept = sorted(f'< {k.lower()}: {v.replace("UTF-8", "utf-8")}' for k, v in answer.getheaders()
                      if k.lower() in ('location', 'set-cookie', 'content-type', 'cache-control', 'x-content-type-options'))
        self.lines += [f'> {method} {path}', f'< {answer.status}', *kept, '', self.masked(text), '']
        return text

    def masked(self, text):
        text = re.sub(r'value="[0-9a-f]{32}"', 'value="TOKEN"', text)
        return re.sub(r'20(?!25-01|25,)\d\d-\d\d-\d\dT[\d:]{8}\+00:00', 'TODAY', re.sub(r'\d+ \w+ 20(?!25)\d\d(, \d\d:\d\d)?', 'TODAY', text))

    def text(self):
        return re.sub(r'PHPSESSID=\w+', 'PHPSESSID=ID', '\n'.join(self.lines))


def visits(port):
    reader, author = Visitor(port), Visitor(port)
    for path in ('/', '/style.css', '/posts/1', '/posts/2', '/posts/x', '/write', '/?page=0', '/?page=2', '/?page[]=1', '/pictures/x.png', '/no/such%20%3Cpage%3E'):
        reader.visit('GET', path)
    reader.visit('POST', '/write', 'title=a&text=b', FORM)
    author.visit('GET', '/login')
    author.visit('POST', '/login', 'password=wrong', FORM)
    author.visit('POST', '/login', 'password=secret', FORM)
    author.visit('GET', '/')
    author.visit('GET', '/')
    author.visit('GET', '/write')
    send = lambda fields, *file: author.visit('POST', '/write', multipart({**fields, 'token': author.token}, *file), 'multipart/form-data; boundary=X')
    send({'title': 'No <text>', 'text': ''})
    send({'title': 'With a picture', 'text': 'First & "quoted".\n\nSecond\nline <b>.'}, 'a.gif', GIF)
    page = author.visit('GET', '/posts/2')
    picture = re.search(r'/pictures/[\w.]+', page)
    author.visit('GET', picture[0] if picture else '/no-picture')
    send({'title': 'Not a picture', 'text': 'x'}, 'a.png', b'<?php evil();')
    send({'title': 'Too large', 'text': 'x'}, 'a.gif', GIF + b'x' * (2 << 20))
    for i in range(5):
        send({'title': f'Post {i}', 'text': f'Text {i}'})
    author.visit('GET', '/?page=2')
    author.visit('POST', '/posts/2/remove', 'token=forged', FORM)
    author.visit('POST', '/posts/2/remove', f'token={author.token}', FORM)
    author.visit('GET', '/posts/2')
    author.visit('POST', '/logout', f'token={author.token}', FORM)
    author.visit('GET', '/write')
    reader.visit('GET', '/')
    return reader.text() + '\n=== the author\n' + author.text() + '\n'


def run(serve):
    """What the visitors see, and what the server says."""
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryFile() as log:
        environment = {**os.environ, 'BLOG_DATA': data}
        command = shlex.split(serve.format(dir=BLOG, port=port, data=data))
        server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, start_new_session=True)
        try:
            text = visits(port) if wait_for(port, server) else 'the server did not start\n'
        except (OSError, http.client.HTTPException) as error:
            text = f'{type(error).__name__}: {error}\n'
        finally:
            try:
                os.killpg(server.pid, signal.SIGTERM)
            except ProcessLookupError:
                pass
            server.wait()
        log.seek(0)
        return text, log.read().decode(errors='replace')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--serve')
    parser.add_argument('--bless', action='store_true', help='record the answers as the expected ones')
    arguments = parser.parse_args()
    failed = 0
    for name, serve in ({'given': arguments.serve} if arguments.serve else SERVE).items():
        text, said = run(serve)
        if arguments.bless:
            EXPECTED.write_text(text)
        wanted = EXPECTED.read_text()
        print(f'blog, {name}: {"passed" if text == wanted else "FAILED"}')
        if text != wanted:
            failed = 1
            sys.stdout.writelines(list(difflib.unified_diff(wanted.splitlines(True), text.splitlines(True), 'expected', 'actual'))[:60])
            print(f'\nThe server said:\n{said[-2000:]}')
    return failed


if __name__ == '__main__':
    sys.exit(main())
