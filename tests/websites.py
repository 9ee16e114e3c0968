#!/usr/bin/env python3
"""Installs WordPress (with MariaDB) and MediaWiki (with SQLite) as Debian packages them, with Phant and with the reference PHP, visits
both installations, and compares every answer.

    tests/websites.py                         programs of / (apt install wordpress mediawiki mariadb-server, without starting anything)
    tests/websites.py --root DIR              programs of unpacked packages: DIR/usr/share/wordpress, DIR/usr/share/mediawiki
    tests/websites.py wordpress --php target/debug/phant --keep
    tests/websites.py --show /?p=1            prints the masked answers whose name begins so, Phant's

Each PHP has a copy of its own of the program and a database of its own, and answers as `-S`. What no root has is skipped, and so is
WordPress without MariaDB, and everything without a reference. Nonces, salts, times and versions of PHP are masked.
"""
import argparse, http.client, os, re, shutil, signal, subprocess, sys, tempfile
from pathlib import Path
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parent))
import mysql
from common import PHANT, difference, php_words, reference, run
from guestbook import wait_for

SETTINGS = ['-d', 'display_errors=0', '-d', 'log_errors=0', '-d', 'memory_limit=512M', '-d', 'date.timezone=UTC']
PASSWORD = 'Secret-password-1'
KEPT = ('cache-control', 'content-language', 'content-type', 'link', 'location', 'set-cookie', 'vary', 'x-frame-options', 'x-robots-tag')
# What varies from run to run.
MASKS = [
    (r'20\d\d-\d\d-\d\d([T ]|%20)\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?', 'DATE'),
    (r'[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} 20\d\d \d\d:\d\d:\d\d [+A-Z0-9]+', 'DATE'),
    (r'[A-Z][a-z]{2}, \d\d-[A-Z][a-z]{2}-20\d\d \d\d:\d\d:\d\d [+A-Z0-9]+', 'DATE'),
    (r'\b\d\d?:\d\d(:\d\d)?( ?[ap]m)?\b', 'TIME'), (r'\b20\d{12}\b', 'STAMP'), (r'\b1[5-9]\d{8}(\.\d+)?\b', 'UNIXTIME'),
    (r'("|\b)(user-settings|max-age=)[^;"]*', r'\1\2'), (r'\d+ (second|min)s?( ago)?', 'AGO'),
    (r'PHP( version)?:?( |%20|/)8\.\d+\.\d+[^\s<"]*', 'PHP'), (r'"phpversion":"[^"]*"', '"phpversion"'),
]
WORDPRESS_MASKS = [
    (r'(-wordpress|-html)-1-\d+', r'\1-1-RANDOM'), (r'\d\.gravatar', 'N.gravatar'),
    # Addresses of mail are hidden at random, and without gd no pictures are made smaller.
    (r'mailto:[^"]*">[^<]*', 'MAIL'), (r'"(webp|heic|avif)_upload_error":true,?', ''),
    (r'\b[0-9a-f]{10}\b', 'NONCE'), (r'(wordpress(_sec|_logged_in)?_[0-9a-f]{32})=[^;]*', r'\1=COOKIE'),
    (r'(data-pw=")[^"]*', r'\1'), (r'(data-secret=(?:[\\"]+|&quot;)|#\?secret=)\w{10}', r'\1SECRET'), (r'(-wordpress|-html)-1-\d+', r'\1-1-RANDOM'),
    (r'(<div class="(hh|mn|ss)">|name="(cur_)?(hh|mn|ss)" (id="\w+" )?value=")\d+', r'\1'), (r'(moderation-hash=)[0-9a-f]{32}', r'\1HASH'),
]
MEDIAWIKI_MASKS = [
    (r'Warning: Could not find APCu[^\n]*\n', ''), (r'requestId=[0-9a-f]+', 'REQUEST'), (r' t=\d+ good', ' good'), (r'ZoneInfo\|-?\d+', 'ZONE'),
    (r'wiki \(ID \d+\)[^\n]*', 'PROGRESS'),
    (r'"wgPageParseReport":[^\n]*', 'REPORT'), (r'"wgUserRegistration":\d+', 'REGISTRATION'), (r'(from=|&quot;from&quot;:&quot;|days?=)20\d+', r'\1STAMP'),
    (r'"wg(RequestId|BackendResponseTime|UserId|HostName)":"?[^,"}]*', 'REQUEST'), (r'(NewPP limit|Saved in parser|Transclusion expansion)(?s:.*?)-->', 'REPORT'),
    (r'(reqId=)[0-9a-f]+', r'\1ID'), (r'(\["[^"]+",")[0-9a-z]{4,7}!?"', r'\1VERSION"'), (r'version=[0-9a-z]{5}', 'version'),
    (r'"(dbversion|time|generator|phpsapi)":"[^"]*"', r'"\1"'), (r'[0-9a-f]{32,40}(\+\\{1,2}|%2B%5C)', 'TOKEN'),
    (r'((wiki\w*|mw\w*)(_session|Token|UserID|Session)?)=[^;]*', r'\1=COOKIE'), (r'"[0-9a-f]{20}"', '"HEX"'),
]


class Site:
    """A program served by one PHP: requests with the cookies that it sets."""

    def __init__(self, php, folder, masks, router=()):
        self.masks, self.cookies, self.bodies = masks + MASKS, {}, {}
        self.port = mysql.free_port()
        self.log = open(folder.parent / f'{folder.name}.log', 'wb')
        self.server = subprocess.Popen([*php, *SETTINGS, '-S', f'127.0.0.1:{self.port}', '-t', str(folder), *router], cwd=folder,
                                       stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, start_new_session=True)
        if not wait_for(self.port, self.server):
            raise SystemExit(f'{php[0]} does not serve; see {self.log.name}')

    def end(self):
        os.killpg(self.server.pid, signal.SIGTERM)
        self.server.wait(20)

    def ask(self, path, form=None, headers=()):
        """The status, some headers and the body of an answer, masked."""
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=120)
        sent = {'Host': 'site.test', **dict(headers)}
        if self.cookies:
            sent['Cookie'] = '; '.join(f'{name}={value}' for name, value in self.cookies.items())
        body = form and (form if isinstance(form, str) else urlencode(form)).encode()
        if form is not None:
            sent.setdefault('Content-Type', 'application/x-www-form-urlencoded')
        try:
            connection.request('POST' if form is not None else 'GET', path, body, sent)
            answer = connection.getresponse()
            text = answer.read().decode('utf-8', 'backslashreplace')
        except (OSError, http.client.HTTPException) as error:
            return f'no answer: {error!r}'
        finally:
            connection.close()
        for name, value in answer.getheaders():
            if name.lower() == 'set-cookie':
                cookie, _, content = value.partition(';')[0].partition('=')
                self.cookies[cookie] = content
        lines = [str(answer.status), *sorted(f'{name.lower()}: {value}' for name, value in answer.getheaders() if name.lower() in KEPT)]
        self.bodies[path] = text
        text = '\n'.join(lines) + '\n\n' + text
        for pattern, word, *flags in self.masks:
            text = re.sub(pattern, word, text, flags=flags[0] if flags else 0)
        # Long lines are cut where a difference is easy to read.
        return text.replace('","', '",\n"').replace('><', '>\n<').replace('&amp;', '&amp;\n') if len(text) > 1000 else text

    def found(self, path, pattern):
        """Part of an answer before, unmasked: a token that a form has to send back."""
        match = re.search(pattern, self.bodies.get(path, ''))
        return match[1] if match else 'missing'


def copied(root, name, to):
    """A program's tree; links lead to files of the same root."""
    source = root / 'usr/share' / name
    shutil.copytree(source, to, symlinks=True, ignore=shutil.ignore_patterns('wp-config.php', 'LocalSettings.php', '.htaccess'))
    for folder, folders, files in os.walk(to):
        for entry in folders + files:
            link = Path(folder, entry)
            if not link.is_symlink():
                continue
            there = os.readlink(link)
            origin = Path(source, link.relative_to(to)).parent
            target = root / there.lstrip('/') if there.startswith('/') else Path(os.path.normpath(origin / there))
            link.unlink()
            if target.is_file():
                shutil.copy(target, link)


def wordpress_configuration(database, port):
    keys = ''.join(f"define('{name}', '{name} {'x' * 40}');\n" for name in (
        'AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'))
    return f'''<?php
define('DB_NAME', '{database}'); define('DB_USER', 'root'); define('DB_PASSWORD', ''); define('DB_HOST', '127.0.0.1:{port}');
define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
{keys}
$table_prefix = 'wp_';
define('WP_HOME', 'http://site.test'); define('WP_SITEURL', 'http://site.test');
define('DISABLE_WP_CRON', true); define('WP_HTTP_BLOCK_EXTERNAL', true); define('AUTOMATIC_UPDATER_DISABLED', true);
define('WP_DEBUG', false);
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
'''


def wordpress_visits(site):
    """The names of visits and their answers, one after the other."""
    def get(path, **headers):
        yield path, site.ask(path, None, headers.items())

    def post(path, form, **headers):
        yield f'POST {path}', site.ask(path, form, headers.items())

    yield from get('/')
    yield from get('/wp-admin/install.php')
    yield from post('/wp-admin/install.php?step=2', {
        'weblog_title': 'Störche & Co', 'user_name': 'admin', 'admin_password': PASSWORD, 'admin_password2': PASSWORD, 'pw_weak': '1',
        'admin_email': 'admin@site.test', 'blog_public': '0', 'Submit': 'Install WordPress', 'language': ''})
    for path in ('/', '/?p=1', '/?page_id=2', '/?s=hello', '/?s=nothing%20here', '/?feed=rss2', '/?feed=atom', '/?feed=comments-rss2', '/?cat=1',
                 '/?author=1', '/?p=999', '/?m=202001', '/?sitemap=index', '/wp-login.php', '/wp-admin/', '/?rest_route=/', '/?rest_route=/wp/v2/posts',
                 '/?rest_route=/wp/v2/users/99', '/?rest_route=/oembed/1.0/embed&url=http%3A%2F%2Fsite.test%2F%3Fp%3D1', '/?p=1&embed=true',
                 '/wp-includes/css/dist/block-library/style.min.css', '/wp-admin/load-styles.php?c=1&load%5Bchunk_0%5D=dashicons'):
        yield from get(path)
    yield from post('/wp-comments-post.php', {'author': 'Ann', 'email': 'ann@site.test', 'comment': 'A <b>comment</b> & more', 'comment_post_ID': '1'})
    yield from post('/xmlrpc.php', '<?xml version="1.0"?><methodCall><methodName>demo.addTwoNumbers</methodName><params><param><value><int>5</int>'
                    '</value></param><param><value><int>3</int></value></param></params></methodCall>', **{'Content-Type': 'text/xml'})
    yield from post('/wp-login.php', {'log': 'admin', 'pwd': 'wrong', 'wp-submit': 'Log In', 'testcookie': '1'})
    yield from post('/wp-login.php', {'log': 'admin', 'pwd': PASSWORD, 'wp-submit': 'Log In', 'testcookie': '1', 'redirect_to': '/wp-admin/'})
    for name in ('', 'edit.php', 'post-new.php', 'upload.php', 'edit-comments.php', 'themes.php', 'plugins.php', 'users.php', 'user-new.php', 'profile.php',
                 'tools.php', 'options-general.php', 'options-permalink.php', 'edit-tags.php?taxonomy=category', 'export.php', 'site-editor.php',
                 'nav-menus.php', 'privacy.php'):
        yield from get(f'/wp-admin/{name}')
    nonce = site.found('/wp-admin/post-new.php', r'createNonceMiddleware\( "(\w+)" \)')
    yield from post('/?rest_route=/wp/v2/posts', '{"title":"Zweiter","content":"<!-- wp:paragraph --><p>Text “quoted” 👋</p><!-- /wp:paragraph -->",'
                    '"status":"publish"}', **{'Content-Type': 'application/json', 'X-WP-Nonce': nonce})
    yield from get('/wp-admin/export.php?download=true&content=all')
    nonce = site.found('/wp-admin/options-general.php', r'name="_wpnonce" value="(\w+)"')
    yield from post('/wp-admin/options.php', {'option_page': 'general', 'action': 'update', '_wpnonce': nonce, 'blogname': 'Neuer Name',
                                              'blogdescription': "It's", 'timezone_string': 'Europe/Berlin', 'date_format': 'j. F Y'})
    for path in ('/', '/?s=quoted', '/?feed=rss2', '/wp-admin/options-general.php'):
        yield from get(path)


def wordpress(root, php, folder, server):
    copied(root, 'wordpress', folder)
    database = f'wordpress_{folder.name}'
    subprocess.run(['mariadb', '--no-defaults', '-uroot', '-S', server.socket, '-e', f'create database {database}'], check=True)
    (folder / 'wp-config.php').write_text(wordpress_configuration(database, server.port))
    site = Site(php, folder, WORDPRESS_MASKS + [(re.escape(database), 'DATABASE'), (re.escape(str(folder)), 'FOLDER')])
    try:
        yield from wordpress_visits(site)
    finally:
        site.end()


def mediawiki(root, php, folder, _):
    copied(root, 'mediawiki', folder)
    for name in ('extensions', 'images', 'data', 'cache'):
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir()
    for extension in sorted((folder / 'extensions-core').iterdir()):
        extension.rename(folder / 'extensions' / extension.name)
    here = [(re.escape(str(folder)), 'FOLDER')]

    def cli(*words):
        text = run([*php, *SETTINGS, *words], folder, 300).decode('utf-8', 'backslashreplace')
        for pattern, word, *_ in here + MASKS + MEDIAWIKI_MASKS:
            text = re.sub(pattern, word, text)
        # Jobs are taken in any order.
        return f'php {" ".join(words[:2])}', '\n'.join(sorted(text.split('\n'))) if 'Jobs' in words[0] else text

    yield cli('maintenance/install.php', '--dbtype', 'sqlite', '--dbpath', str(folder / 'data'), '--dbname', 'wiki', '--server', 'http://site.test',
              '--scriptpath', '', '--pass', PASSWORD, 'Störche & Co', 'Admin')
    with open(folder / 'LocalSettings.php', 'a') as settings:
        settings.write("\n$wgMainCacheType = CACHE_NONE; $wgParserCacheType = CACHE_NONE; $wgJobRunRate = 0; $wgEnableUploads = false;\n"
                       "wfLoadExtension( 'ParserFunctions' ); wfLoadExtension( 'Cite' ); wfLoadExtension( 'Poem' );\n")
    yield cli('maintenance/showSiteStats.php')
    site = Site(php, folder, MEDIAWIKI_MASKS + here)
    try:
        yield from mediawiki_visits(site)
    finally:
        site.end()
    yield cli('maintenance/runJobs.php')
    yield cli('maintenance/dumpBackup.php', '--current')


PAGE = """__TOC__
== One ==
'''bold''' ''italic'' [[Main Page|a link]] [http://example.com ext]<ref>Ref {{#expr: 6 * 7 + 3 round 2}}</ref> “quoted” 👋
{| class="wikitable"
! A !! B
|-
| {{#ifeq:3|3|three|other}} || {{lc:TEXT}} {{#time:Y-m-d|2024-01-31}} {{formatnum:1234567.891}}
|}
* item
** sub
: indent <nowiki>'''</nowiki> <math>x</math>
<poem>a
b</poem>
<references/>
"""


def mediawiki_visits(site):
    def get(path):
        return path, site.ask(path)

    for path in ('/index.php?title=Main_Page', '/index.php?title=Nothing', '/index.php?title=Special:UserLogin',
                 '/index.php?title=Special:CreateAccount', '/api.php?action=query&meta=siteinfo&siprop=general|namespaces|statistics&format=json',
                 '/load.php?lang=en&modules=skins.vector.styles.legacy&only=styles&skin=vector',
                 '/load.php?lang=en&modules=startup&only=scripts&raw=1&skin=vector', '/load.php?lang=de&modules=jquery%2Coojs-ui-core&skin=vector'):
        yield get(path)
    login = '/api.php?action=query&meta=tokens&type=login&format=json'
    yield get(login)
    yield 'POST login', site.ask('/api.php?format=json', {
        'action': 'clientlogin', 'username': 'Admin', 'password': PASSWORD, 'loginreturnurl': 'http://site.test/',
        'logintoken': site.found(login, r'"logintoken":"([^"]+)"').replace('\\\\', '\\')})
    token = '/api.php?action=query&meta=tokens&format=json'
    yield get(token)
    edit = {'action': 'edit', 'token': site.found(token, r'"csrftoken":"([^"]+)"').replace('\\\\', '\\')}
    yield 'POST edit', site.ask('/api.php?format=json', {**edit, 'title': 'Störche', 'text': PAGE, 'summary': 'new'})
    yield 'POST edit again', site.ask('/api.php?format=json', {**edit, 'title': 'Störche', 'appendtext': "\n== Two ==\nmore"})
    for path in ('/index.php?title=St%C3%B6rche', '/index.php?title=St%C3%B6rche&action=history', '/index.php?title=St%C3%B6rche&action=edit',
                 '/index.php?title=St%C3%B6rche&diff=prev&oldid=3', '/index.php?title=St%C3%B6rche&action=raw', '/index.php?title=Special:RecentChanges',
                 '/index.php?title=Special:Search&search=quoted', '/index.php?title=Special:SpecialPages', '/index.php?title=Special:AllPages',
                 '/index.php?title=Special:ListUsers', '/index.php?title=Special:Preferences', '/index.php?title=Special:Export/St%C3%B6rche',
                 '/index.php?title=Special:RecentChanges&feed=atom', '/index.php?title=Main_Page&uselang=de', '/index.php?title=Main_Page&uselang=ar',
                 '/api.php?action=parse&page=St%C3%B6rche&format=json', '/api.php?action=help&format=json', '/rest.php/v1/page/St%C3%B6rche'):
        yield get(path)


WEBSITES = {'wordpress': wordpress, 'mediawiki': mediawiki}


def compare(name, root, engines, arguments):
    """Visits a program under each PHP; returns (answers that were the same, answers)."""
    work = Path(tempfile.mkdtemp(prefix=f'websites-{name}-'))
    server = mysql.Server(work) if name == 'wordpress' else None
    try:
        results = [dict(WEBSITES[name](root, php, work / f'{i}', server)) for i, php in enumerate(engines)]
    finally:
        if server:
            server.end()
    expected, actual = results
    good = 0
    for visit in expected:
        a, b = expected[visit].encode(), actual.get(visit, '').encode()
        good += a == b
        if a != b:
            print(f'{name}: differs: {visit}\n{difference(a, b, 16)}')
        if arguments.show and visit.startswith(arguments.show):
            print(actual.get(visit))
    if arguments.keep:
        print(f'{name}: kept in {work}')
    else:
        shutil.rmtree(work, ignore_errors=True)
    return good, len(expected)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('names', nargs='*', help=', '.join(WEBSITES))
    parser.add_argument('--php', default=str(PHANT), help='the command to test')
    parser.add_argument('--root', default='/', help='where the packages are')
    parser.add_argument('--keep', action='store_true', help='leave the folders')
    parser.add_argument('--show', help='print answers whose name begins so')
    arguments = parser.parse_args()
    against = reference()
    if not against:
        print('skipped: there is no reference PHP (REFERENCE_PHP names one)')
        return 0
    engines, root, failed = [against, php_words(arguments.php)], Path(arguments.root).resolve(), False
    for name in arguments.names or WEBSITES:
        if not (root / 'usr/share' / name).is_dir():
            print(f'{name}: skipped: no package has it (apt install {name}, or --root)')
        elif name == 'wordpress' and not (shutil.which('mariadbd') and shutil.which('mysql_install_db')):
            print(f'{name}: skipped: no MariaDB server is installed (Debian: apt-get install mariadb-server)')
        else:
            good, total = compare(name, root, engines, arguments)
            print(f'{name}: {good} of {total} answers the same')
            failed |= good < total
    return int(failed)


if __name__ == '__main__':
    sys.exit(main())
