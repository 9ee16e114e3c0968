#!/usr/bin/env python3
"""Makes requests by CGI, as web servers and people at terminals do, and compares every answer with tests/cgi.expected.

    tests/cgi.py                            target/release/phant cgi
    tests/cgi.py --cgi 'COMMAND'            another program
    tests/cgi.py --bless --cgi '../shared/tools/reference-php --exec php-cgi8.4'
"""
import argparse, difflib, os, re, shlex, subprocess, sys, tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import PHANT, ROOT, conclude

EXPECTED = ROOT / 'tests/cgi.expected'
SHOW = '''<?php
foreach (['argv', 'argc', 'PHP_SELF', 'SCRIPT_NAME', 'SCRIPT_FILENAME', 'PATH_INFO', 'PATH_TRANSLATED', 'ORIG_PATH_INFO', 'ORIG_SCRIPT_NAME',
    'ORIG_SCRIPT_FILENAME', 'ORIG_PATH_TRANSLATED', 'QUERY_STRING', 'PHP_AUTH_USER', 'PHP_AUTH_PW'] as $name)
    if (isset($_SERVER[$name])) echo $name, ' = ', json_encode($_SERVER[$name]), "\\n";
echo json_encode(['get' => $_GET, 'post' => $_POST, 'cookie' => $_COOKIE, 'globals' => [$argv ?? null, $argc ?? null], 'in' => getcwd(),
    'input' => file_get_contents('php://input'), 'sapi' => PHP_SAPI, 'headers' => headers_list(), 'status' => http_response_code(),
    'PATH_INFO' => getenv('PATH_INFO')]), "\\n";
foreach ($_FILES as $f) echo json_encode([$f['name'], $f['type'], $f['size'], $f['error'], is_uploaded_file($f['tmp_name'])]), "\\n";
'''
SETTINGS = '''<?php
foreach (['memory_limit', 'session.name', 'precision', 'upload_max_filesize', 'default_charset', 'allow_url_fopen', 'post_max_size'] as $name)
    echo $name, '=', ini_get($name), ' ';
echo get_cfg_var('memory_limit'), ' ', var_export(get_cfg_var('foo'), true), ' ', "\\n";
'''
FILES = {
    'show.php': SHOW, 'a/settings.php': SETTINGS, 'a/b/settings.php': SETTINGS, 'other/settings.php': SETTINGS,
    'settings.ini': 'memory_limit = 100M\n[PATH=FOLDER/a/]\nmemory_limit = 90M\nsession.name = A\n[HOST=www.Example.org]\nprecision = 5\n'
               'upload_max_filesize = 3M\n[PATH=FOLDER]\nmemory_limit = 80M\ndefault_charset = iso-8859-1\n[PHP]\nprecision = 6\n',
    'a/.user.ini': 'precision = 8\nallow_url_fopen = 0\npost_max_size = 1M\nfoo = bar\n', 'a/b/.user.ini': 'memory_limit = 70M\n',
    'other/.user.ini': 'precision = 3\n',
    'status.php': '<?php header("HTTP/1.1 201 Yes"); http_response_code(299);',
    'numbers.php': '<?php http_response_code(299); header("Foo: 1"); header("foo: 2", false); header("Status: 404 Mine"); echo "x";',
    'location.php': '<?php header("Location: /x"); header("Content-Length: 3"); setcookie("a", "b c"); echo "abc";',
    'same.php': '<?php header("HTTP/1.1 304 Same"); header("Content-Type: a/b");',
    'late.php': '<?php header("Content-Type: text/plain"); header_register_callback(fn() => header("X-Late: 1")); register_shutdown_function(function() { echo "end"; }); nope();',
    'shebang.php': '#!/usr/bin/php\n<?php echo __LINE__; exit(3);', 'bad.php': '<?php if', 'code.php': '<?php /* c */ echo  1; # x\n',
}
FORM = ('--X\r\nContent-Disposition: form-data; name="a[x]"\r\n\r\n1\r\n--X\r\nContent-Disposition: form-data; name="f"; filename="x.gif"\r\n'
        'Content-Type: image/gif\r\n\r\nGIF89a\r\n--X--\r\n')
ENCODED, MULTIPART = 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=X'


def server(script, *words, body='', **variables):
    """A request as a web server makes it."""
    variables = {'REDIRECT_STATUS': '1', 'REQUEST_METHOD': 'POST' if body else 'GET', 'SCRIPT_FILENAME': f'FOLDER/{script}', **variables}
    return words, {**variables, **({'CONTENT_LENGTH': str(len(body))} if body else {})}, body


def terminal(*words, body=''):
    return words, {}, body


INI = ('-c', 'FOLDER/settings.ini')
REQUESTS = [
    terminal('show.php', 'x=1', 'y=2'), terminal('-q', 'show.php', 'x=1', '-y'), terminal('-f', 'show.php', 'x=1'),
    terminal('-C', '-q', 'a/../show.php'), terminal('-q', body='<?php var_dump(__FILE__, $_SERVER["argv"]);'), terminal('nope.php'),
    terminal('-q', '.'), terminal('-l', 'show.php'), terminal('-l', 'bad.php'), terminal('-w', 'code.php'), terminal('-s', '-q', 'code.php'),
    terminal('-a', '-f', 'nope.php'),
    server('show.php', SCRIPT_NAME='/show.php', QUERY_STRING='a=1&b=2+3', HTTP_COOKIE='a=1; b=2; a=3; c[x]=%20+'),
    server('show.php', QUERY_STRING='a+b%20c', HTTP_AUTHORIZATION='Basic YTpi'),
    server('show.php', '-s', QUERY_STRING='-s'),
    server('show.php/x/y', SCRIPT_NAME='/show.php/x/y', PATH_INFO='/x/y', PATH_TRANSLATED='FOLDER/x/y', DOCUMENT_ROOT='FOLDER'),
    server('show.php/x/y', SCRIPT_NAME='/show.php/x/y', DOCUMENT_ROOT='FOLDER/'),
    server('show.php/x/y', SCRIPT_NAME='/show.php', PATH_INFO='/show.php/x/y'),
    server('', SCRIPT_FILENAME='/usr/bin/php-cgi', SCRIPT_NAME='/cgi-bin/php', PATH_INFO='/show.php/q', PATH_TRANSLATED='FOLDER/show.php/q',
           REDIRECT_URL='/show.php/q', DOCUMENT_ROOT='FOLDER'),
    server('', SCRIPT_FILENAME='/usr/bin/php-cgi', SCRIPT_NAME='/cgi-bin/php', PATH_INFO='/show.php', PATH_TRANSLATED='FOLDER/show.php',
           REDIRECT_URL='/show.php', DOCUMENT_ROOT='FOLDER'),
    server('nope.php'), server('show.php', '-d', 'cgi.fix_pathinfo=0', PATH_INFO='/p', SCRIPT_NAME='/s'),
    server('', '-d', 'cgi.fix_pathinfo=0', '-d', 'cgi.discard_path=1', SCRIPT_FILENAME='/nope', PATH_TRANSLATED='FOLDER/show.php'),
    server('a/settings.php', '-d', 'doc_root=FOLDER', SCRIPT_NAME='/show.php'),
    server('show.php', body='a=1&b[]=2', CONTENT_TYPE=ENCODED), server('show.php', body='a=1', CONTENT_TYPE='text/plain'),
    server('show.php', body='a=1&b=2', CONTENT_TYPE=ENCODED, REQUEST_METHOD='PUT'), server('show.php', body=FORM, CONTENT_TYPE=MULTIPART),
    server('show.php', '-d', 'post_max_size=3', body='a=1&b=2', CONTENT_TYPE=ENCODED),
    server('show.php', '-d', 'post_max_size=3', body=FORM, CONTENT_TYPE=MULTIPART),
    server('show.php', '-d', 'max_input_vars=1', body='a=1&b=2&c=3', CONTENT_TYPE=ENCODED),
    server('show.php', '-d', 'max_file_uploads=0', '-d', 'html_errors=0', body=FORM, CONTENT_TYPE=MULTIPART),
    *[server('show.php', body=FORM, CONTENT_TYPE=f'multipart/form-data{rest}') for rest in ('', '; boundary="X', '; boundary=', '; boundary=' + 6000 * 'X')],
    server('show.php', body='--X\r\nContent-Disposition: form-data\r\n\r\nx\r\n--X--\r\n', CONTENT_TYPE=MULTIPART),
    *[server(script) for script in ('status.php', 'numbers.php', 'location.php', 'same.php', 'late.php', 'shebang.php')],
    server('late.php', '-d', 'display_errors=0'), server('status.php', '-d', 'cgi.rfc2616_headers=1'), server('show.php', REQUEST_METHOD='HEAD'),
    server('same.php', '-d', 'cgi.nph=1'), server('shebang.php', '-d', 'cgi.check_shebang_line=0'),
    server('location.php', SERVER_PROTOCOL='HTTP/1.1', REQUEST_METHOD='POST'),
    *[server(f'{folder}/settings.php', *INI, DOCUMENT_ROOT='FOLDER') for folder in ('a', 'a/b', 'other')],
    server('a/settings.php', *INI, DOCUMENT_ROOT='FOLDER/', SERVER_NAME='WWW.example.org'), server('a/b/settings.php', *INI),
    terminal(*INI, '-q', 'a/settings.php'),
]


def answer(command, folder, words, variables, body):
    place = lambda text: text.replace('FOLDER', folder)
    kept = {name: os.environ[name] for name in ('PATH', 'HOME', 'PHP_REFERENCE') if name in os.environ}
    environment = {**kept, 'PHP_INI_SCAN_DIR': '', **{name: place(value) for name, value in variables.items()}}
    first = [] if '-c' in words else ['-n']
    done = subprocess.run([*command, *first, *map(place, words)], cwd=folder, input=body.encode(), env=environment, capture_output=True, timeout=60)
    shown = ' '.join(f'{name}={value[:60]}' for name, value in variables.items())
    text = done.stdout.decode('utf-8', 'backslashreplace').replace('\r', '\\r').replace(folder.replace('/', '\\/'), 'FOLDER').replace(folder, 'FOLDER')
    return re.sub(r' +\n', '\n', f'> {shown} php-cgi {" ".join(words)}\n{text}\n< {done.returncode}\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--cgi', default=f'{PHANT} cgi')
    parser.add_argument('--bless', action='store_true', help='record the answers as the expected ones')
    arguments = parser.parse_args()
    command = shlex.split(arguments.cgi)
    command[0] = os.path.abspath(command[0])
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        for name, text in FILES.items():
            path = Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(text.replace('FOLDER', folder))
        text = '\n'.join(answer(command, folder, *request) for request in REQUESTS)
    if arguments.bless:
        EXPECTED.write_text(text)
    wanted = EXPECTED.read_text()
    if text == wanted:
        return conclude('http', ['cgi'], [], False)
    sys.stdout.writelines(list(difflib.unified_diff(wanted.splitlines(True), text.splitlines(True), 'expected', 'actual'))[:120])
    return conclude('http', [], ['cgi'], False)


if __name__ == '__main__':
    sys.exit(main())
