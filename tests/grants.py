#!/usr/bin/env python3
"""`--allow-read`, `--allow-write`, `--allow-net`, `--allow-exec`: every way around them that we know of, tried with and without.

    tests/grants.py [--php BIN] [FILTER...]

An attempt is a line of PHP that says GOT when it gets what it wants. It has to say so without the flags, or it would test
nothing, and must not with them. What is in $out is never granted; $in is, for reading and writing.
"""
import argparse, json, os, re, socket, subprocess, sys, tempfile, threading, time, urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import fpm
import server as base
from common import PHANT, php_words

SECRET = 'the secret'
HEAD = r'''<?php
$in = getenv('IN'); $out = getenv('OUT'); $secret = "$out/secret.txt"; $port = (int) getenv('PORT');
error_reporting(0);
function got(mixed $what): void { if (is_string($what) ? str_contains($what, 'the secret') : (bool) $what) echo 'GOT'; }
'''
# What reads $out/secret.txt, or learns of it.
READ = {
    'file_get_contents': 'got(file_get_contents($secret));',
    'a path with ..': 'got(file_get_contents("$in/../out/secret.txt"));',
    'a link in what is granted': 'got(file_get_contents("$in/link.txt"));',
    'a link to the folder': 'got(file_get_contents("$in/folder/secret.txt"));',
    'a link that the script makes': 'symlink($secret, "$in/made.txt"); got(file_get_contents("$in/made.txt"));',
    'a hard link that the script makes': 'link($secret, "$in/hard.txt"); got(file_get_contents("$in/hard.txt"));',
    'rename into what is granted': 'copy($secret, "$secret.copy"); rename("$secret.copy", "$in/moved.txt"); got(file_get_contents("$in/moved.txt"));',
    'file://': 'got(file_get_contents("file://$secret"));',
    'php://filter': 'got(base64_decode(file_get_contents("php://filter/read=convert.base64-encode/resource=$secret")));',
    'glob://': 'foreach (new DirectoryIterator("glob://$out/*.txt") as $f) got(true);',
    '/proc/self/root': 'got(file_get_contents("/proc/self/root$secret"));',
    'file()': 'got(implode(file($secret)));',
    'readfile': 'ob_start(); readfile($secret); got(ob_get_clean());',
    'fopen and stream_copy': '$t = fopen("php://memory", "w+"); stream_copy_to_stream(fopen($secret, "r"), $t); rewind($t); got(stream_get_contents($t));',
    'copy into what is granted': 'copy($secret, "$in/copied.txt"); got(file_get_contents("$in/copied.txt"));',
    'include': 'ob_start(); include $secret; got(ob_get_clean());',
    'include_path': 'set_include_path($out); ob_start(); include "secret.txt"; got(ob_get_clean());',
    'auto_append by ini_set': 'ob_start(); ini_set("include_path", $out); require "secret.txt"; got(ob_get_clean());',
    'highlight_file': 'got(strip_tags(highlight_file($secret, true)));',
    'php_strip_whitespace': 'got(php_strip_whitespace($secret));',
    'parse_ini_file': 'got(implode(parse_ini_file("$out/settings.ini")));',
    'SplFileObject': 'try { got((new SplFileObject($secret))->fgets()); } catch (Exception) {}',
    'scandir': 'got(in_array("secret.txt", scandir($out)));',
    'dir()': '$d = opendir($out); while ($d && ($n = readdir($d)) !== false) got($n === "secret.txt");',
    'glob()': 'got(count(glob("$out/*.txt")) > 0);',
    'RecursiveDirectoryIterator': 'try { foreach (new RecursiveDirectoryIterator($out) as $f) got(true); } catch (Exception) {}',
    'file_exists': 'got(file_exists($secret));',
    'stat': 'got(stat($secret));',
    'is_readable': 'got(is_readable($secret));',
    'filesize by a link': 'got(filesize("$in/link.txt"));',
    'readlink': 'got(readlink("$out/pointer") !== false);',
    'realpath': 'got(realpath($secret) !== false);',
    'md5_file': 'got(md5_file($secret) !== false);',
    'hash_file': 'got(hash_file("sha256", $secret) !== false);',
    'DOMDocument::load': '$d = new DOMDocument; got($d->load("$out/page.xml") && $d->textContent);',
    'XML entity': '$d = new DOMDocument; $d->loadXML("<!DOCTYPE a [<!ENTITY e SYSTEM \\"$out/plain.xml\\">]><a>&e;</a>", LIBXML_NOENT | LIBXML_DTDLOAD); got($d->textContent);',
    'XMLReader': 'try { $r = XMLReader::open("$out/page.xml"); while ($r && $r->read()) got($r->value); } catch (Throwable) {}',
    'PDO SQLite': 'try { got((new PDO("sqlite:$out/data.sqlite"))->query("SELECT v FROM t")->fetchColumn()); } catch (Exception) {}',
    'SQLite ATTACH': 'try { $p = new PDO("sqlite::memory:"); $p->exec("ATTACH \'$out/data.sqlite\' AS o"); got($p->query("SELECT v FROM o.t")->fetchColumn()); } catch (Exception) {}',
    'SQLite3 ATTACH': 'try { $p = new SQLite3(":memory:"); $p->exec("ATTACH \'$out/data.sqlite\' AS o"); got($p->querySingle("SELECT v FROM o.t")); } catch (Exception) {}',
    'curl file://': '$c = curl_init("file://$secret"); curl_setopt($c, CURLOPT_RETURNTRANSFER, true); got(curl_exec($c));',
    'PharData': 'try { got(file_get_contents("phar://$out/archive.tar/a.txt")); } catch (Exception) {}',
    'new PharData': 'try { got((new PharData("$out/archive.tar"))["a.txt"]->getContent()); } catch (Exception) {}',
    'ZipArchive': '$z = new ZipArchive; got($z->open("$out/archive.zip") === true && $z->getFromName("a.txt"));',
    'compress.zlib://': 'got(file_get_contents("compress.zlib://$out/packed.gz"));',
    'gzfile': 'got(implode(gzfile("$out/packed.gz")));',
    'finfo': 'got(str_contains((new finfo)->file($secret), "text"));',
    'session.save_path': 'ini_set("session.save_path", $out); ini_set("session.use_cookies", 0); session_id("aaaa"); session_start(); got($_SESSION["v"] ?? "");',
    'openssl': 'got(openssl_pkey_get_private("file://$out/key.pem"));',
    'upload in curl': '$c = curl_init("http://127.0.0.1:$port/"); curl_setopt_array($c, [CURLOPT_RETURNTRANSFER => 1, CURLOPT_POSTFIELDS => ["f" => new CURLFile($secret)]]); got(curl_exec($c));',
    'chdir': 'chdir($out); got(file_get_contents("secret.txt"));',
    'touch tells': 'got(fileatime($secret));',
    'cat': 'got(shell_exec("cat " . escapeshellarg($secret)));',
    'backticks': 'got(`cat $secret`);',
    'proc_open': '$p = proc_open(["cat", $secret], [1 => ["pipe", "w"]], $pipes); if ($p) got(stream_get_contents($pipes[1]));',
    'error_log file': 'ini_set("error_log", "$in/log.txt"); error_log("x"); got(file_get_contents("$in/../out/secret.txt"));',
    'mime_content_type': 'got(mime_content_type($secret) === "text/plain");',
    'getimagesize': 'got(getimagesize("$out/dot.gif"));',
    'exif': 'got(exif_imagetype("$out/dot.gif"));',
    'simplexml': 'got((string) simplexml_load_file("$out/page.xml"));',
    'user stream wrapper': 'class W { public $context; private $f; function stream_open($p, $m, $o, &$r) { return (bool) ($this->f = fopen(substr($p, 5), $m)); } function stream_read($n) { return fread($this->f, $n); } function stream_eof() { return feof($this->f); } function stream_stat() { return []; } } stream_wrapper_register("ww", "W"); got(file_get_contents("ww://" . $secret));',
    'restored wrapper': 'stream_wrapper_unregister("file"); stream_wrapper_restore("file"); got(file_get_contents($secret));',
}
# What changes something in $out: the line says GOT when it sees the change.
WRITE = {
    'file_put_contents': 'got(file_put_contents("$out/new.txt", "x"));',
    'append': 'got(file_put_contents("$out/secret.txt", "", FILE_APPEND) !== false);',
    'fopen r+': 'got(fopen($secret, "r+"));',
    'ftruncate by a link': '$f = fopen("$in/link.txt", "c"); got($f && ftruncate($f, 10));',
    'unlink': 'got(unlink("$out/victim.txt"));',
    'rename away': 'got(rename("$out/victim.txt", "$in/victim.txt"));',
    'rename over': 'file_put_contents("$in/mine.txt", "x"); got(rename("$in/mine.txt", "$out/victim.txt"));',
    'copy': 'got(copy("$in/given.txt", "$out/copied.txt"));',
    'mkdir': 'got(mkdir("$out/folder"));',
    'rmdir': 'got(rmdir("$out/empty"));',
    'symlink': 'got(symlink("/", "$out/made"));',
    'link': 'got(link("$in/given.txt", "$out/made"));',
    'touch': 'got(touch($secret));',
    'touch a new one': 'got(touch("$out/new.txt"));',
    'chmod': 'got(chmod($secret, 0600));',
    'chmod by a link': 'got(chmod("$in/link.txt", 0600));',
    'chgrp': 'got(chgrp($secret, getmygid()));',
    'lchown': 'got(lchown("$out/pointer", getmyuid()));',
    'tempnam': 'got(dirname((string) tempnam($out, "x")) === realpath($out));',
    'error_log type 3': 'got(error_log("x", 3, "$out/log.txt"));',
    'error_log setting': 'ini_set("error_log", "$out/log.txt"); ini_set("log_errors", 1); error_log("x"); got(filesize("$out/log.txt"));',
    'session': 'ini_set("session.save_path", $out); ini_set("session.use_cookies", 0); session_id("bbbb"); session_start(); $_SESSION["v"] = 1; session_write_close(); got(file_exists("$out/sess_bbbb"));',
    'SQLite': 'try { $p = new PDO("sqlite:$out/new.sqlite"); $p->exec("CREATE TABLE t (v)"); got(true); } catch (Exception) {}',
    'SQLite VACUUM INTO': 'try { $p = new PDO("sqlite::memory:"); $p->exec("CREATE TABLE t (v)"); $p->exec("VACUUM INTO \'$out/vacuum.sqlite\'"); got(true); } catch (Exception) {}',
    'SQLite ATTACH': 'try { $p = new PDO("sqlite::memory:"); $p->exec("ATTACH \'$out/attached.sqlite\' AS o"); $p->exec("CREATE TABLE o.t (v)"); got(true); } catch (Exception) {}',
    'PharData': 'try { $p = new PharData("$out/new.tar"); $p["a"] = "b"; got(file_exists("$out/new.tar")); } catch (Exception) {}',
    'PharData::extractTo': 'try { (new PharData("$in/archive.tar"))->extractTo($out, null, true); got(file_exists("$out/a.txt")); } catch (Exception) {}',
    'ZipArchive': '$z = new ZipArchive; got($z->open("$out/new.zip", ZipArchive::CREATE) && $z->addFromString("a", "b") && $z->close());',
    'DOM save': '$d = new DOMDocument; $d->loadXML("<a/>"); got($d->save("$out/new.xml"));',
    'XMLWriter': '$w = new XMLWriter; got($w->openUri("$out/new.xml") && $w->writeElement("a") && $w->flush() !== false && file_exists("$out/new.xml"));',
    'curl into a file': '$f = fopen("$out/got.txt", "w"); $c = curl_init("file://$in/given.txt"); if ($f) { curl_setopt($c, CURLOPT_FILE, $f); got(curl_exec($c)); }',
    'curl cookie jar': '$c = curl_init("file://$in/given.txt"); curl_setopt($c, CURLOPT_COOKIEJAR, "$out/jar"); curl_setopt($c, CURLOPT_RETURNTRANSFER, 1); curl_setopt($c, CURLOPT_COOKIELIST, "Set-Cookie: a=b; domain=x.example"); curl_exec($c); unset($c); got(file_exists("$out/jar"));',
    'openssl': 'got(openssl_pkey_export_to_file(openssl_pkey_new(["private_key_bits" => 2048]), "$out/new.pem"));',
    'posix_mkfifo': 'got(posix_mkfifo("$out/fifo", 0600));',
    'a socket': 'got(stream_socket_server("unix://$out/sock"));',
    'SplFileObject': 'try { got((new SplFileObject("$out/new.txt", "w"))->fwrite("x")); } catch (Exception) {}',
    'gzopen': 'got(gzopen("$out/new.gz", "w"));',
    'a shell': 'shell_exec("echo x > " . escapeshellarg("$out/shell.txt")); got(file_exists("$out/shell.txt"));',
    'mail': 'mail("a@b.example", "s", "t"); got(filesize("$out/mail"));',
}
# What starts a program.
EXEC = {
    'exec': 'exec("echo hello", $o); got($o);',
    'shell_exec': 'got(shell_exec("echo the secret"));',
    'system': 'ob_start(); system("echo the secret"); got(ob_get_clean());',
    'passthru': 'ob_start(); passthru("echo the secret"); got(ob_get_clean());',
    'popen': '$p = popen("echo the secret", "r"); got(is_resource($p) ? fgets($p) : "");',
    'proc_open': '$p = proc_open(["/bin/echo", "the secret"], [1 => ["pipe", "w"]], $pipes); got($p ? stream_get_contents($pipes[1]) : "");',
    'proc_open by a shell': '$p = proc_open("echo the secret", [1 => ["pipe", "w"]], $pipes); got($p ? stream_get_contents($pipes[1]) : "");',
    'backticks': 'got(`echo the secret`);',
    'a program of its own': 'copy("/bin/echo", "$in/echo"); chmod("$in/echo", 0755); got(shell_exec("$in/echo the secret"));',
    'a script of its own': 'file_put_contents("$in/run", "#!/bin/echo the secret\\n"); chmod("$in/run", 0755); $p = proc_open(["$in/run"], [1 => ["pipe", "w"]], $pipes); got($p ? stream_get_contents($pipes[1]) : "");',
    'the loader': '$p = proc_open(["/lib64/ld-linux-x86-64.so.2", "/bin/echo", "the secret"], [1 => ["pipe", "w"]], $pipes); got($p ? stream_get_contents($pipes[1]) : "");',
    'pcntl_exec': 'pcntl_exec("/bin/echo", ["GOT"]);',
    'mail': 'mail("a@b.example", "s", "t"); got(filesize("$out/mail"));',
}
# What connects to a server that answers "the secret", or opens one.
NET = {
    'fsockopen': '$f = fsockopen("127.0.0.1", $port); if ($f) { fwrite($f, "GET / HTTP/1.0\\r\\n\\r\\n"); got(stream_get_contents($f)); }',
    'stream_socket_client': '$f = stream_socket_client("tcp://localhost:$port"); if ($f) { fwrite($f, "GET / HTTP/1.0\\r\\n\\r\\n"); got(stream_get_contents($f)); }',
    'http://': 'got(file_get_contents("http://127.0.0.1:$port/"));',
    'include of http://': 'ob_start(); ini_set("allow_url_include", 1); got(file_get_contents("http://localhost:$port/"));',
    'curl': '$c = curl_init("http://127.0.0.1:$port/"); curl_setopt($c, CURLOPT_RETURNTRANSFER, true); got(curl_exec($c));',
    'curl_multi': '$c = curl_init("http://127.0.0.1:$port/"); curl_setopt($c, CURLOPT_RETURNTRANSFER, true); $m = curl_multi_init(); curl_multi_add_handle($m, $c); do { curl_multi_exec($m, $n); curl_multi_select($m, 0.1); } while ($n); got(curl_multi_getcontent($c));',
    'curl redirected': '$c = curl_init("http://127.0.0.1:$port/"); curl_setopt_array($c, [CURLOPT_RETURNTRANSFER => 1, CURLOPT_CONNECT_TO => ["::127.0.0.1:$port"]]); got(curl_exec($c));',
    'MySQL': 'mysqli_report(0); $m = mysqli_init(); $m->options(MYSQLI_OPT_CONNECT_TIMEOUT, 2); @$m->real_connect("127.0.0.1", "u", "p", "d", $port); got($m->connect_errno !== 2002);',
    'Redis': 'try { $r = new Redis; got($r->connect("127.0.0.1", $port, 2)); } catch (RedisException) {}',
    'a server': 'got(stream_socket_server("tcp://127.0.0.1:0"));',
    'udp': '$f = stream_socket_client("udp://127.0.0.1:$port"); got($f && fwrite($f, "x"));',
    'unix': 'got(stream_socket_client("unix://$in/listening.sock"));',
}
# Not a script's to change.
SETTINGS = ['-d', 'sendmail_path=cat > {out}/mail']
CASES = []


def case(f):
    CASES.append(f)
    return f


def zip_of(path):
    import zipfile
    with zipfile.ZipFile(path, 'w') as z:
        z.writestr('a.txt', SECRET)


def tar_of(path):
    import io, tarfile
    with tarfile.open(path, 'w') as t:
        info = tarfile.TarInfo('a.txt')
        info.size = len(SECRET)
        t.addfile(info, io.BytesIO(SECRET.encode()))


def furnish(folder):
    """The two folders: what is granted, and what is not."""
    import gzip, sqlite3
    inside, out = folder / 'in', folder / 'out'
    for path in (inside, out, out / 'empty'):
        path.mkdir()
    for name, text in {'secret.txt': SECRET, 'victim.txt': 'x', 'settings.ini': f'a = "{SECRET}"\n', 'page.xml': f'<a>{SECRET}</a>',
                       'plain.xml': SECRET, 'code.php': '<?php return 1;', 'sess_aaaa': f'v|s:{len(SECRET)}:"{SECRET}";'}.items():
        (out / name).write_text(text)
    (out / 'pointer').symlink_to('secret.txt')
    (out / 'packed.gz').write_bytes(gzip.compress(SECRET.encode()))
    (out / 'dot.gif').write_bytes(b'GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\4\1\0\0\0\0,\0\0\0\0\1\0\1\0\0\2\2D\1\0;')
    tar_of(out / 'archive.tar')
    tar_of(inside / 'archive.tar')
    zip_of(out / 'archive.zip')
    subprocess.run([*PHP, '-n', '-r', f'openssl_pkey_export_to_file(openssl_pkey_new(), "{out}/key.pem");'], check=True)
    with sqlite3.connect(out / 'data.sqlite') as base_:
        base_.execute('CREATE TABLE t (v)')
        base_.execute('INSERT INTO t VALUES (?)', [SECRET])
    (inside / 'given.txt').write_text('given')
    (inside / 'link.txt').symlink_to(out / 'secret.txt')
    (inside / 'folder').symlink_to(out)
    return inside, out


class Listener:
    """Answers every request with the secret, over TCP, and takes connections to a socket in a folder."""
    def __init__(self, folder):
        self.sockets = [socket.create_server(('127.0.0.1', 0)), socket.socket(socket.AF_UNIX)]
        self.sockets[1].bind(str(folder / 'in/listening.sock'))
        self.sockets[1].listen()
        self.port = self.sockets[0].getsockname()[1]
        for s in self.sockets:
            threading.Thread(target=self.serve, args=(s,), daemon=True).start()

    def serve(self, listening):
        while True:
            try:
                client, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=self.answer, args=(client,), daemon=True).start()

    def answer(self, client):
        with client:
            client.settimeout(3)
            try:
                text = b''
                while b'\r\n\r\n' not in text:
                    more = client.recv(65536)
                    if not more:
                        return
                    text += more
                if b'100-continue' in text.lower():
                    client.sendall(b'HTTP/1.1 100 Continue\r\n\r\n')
                if b'Content-Length' in text:
                    size = int(re.search(rb'Content-Length: (\d+)', text)[1])
                    while len(text.split(b'\r\n\r\n', 1)[1]) < size:
                        text += client.recv(65536)
                echoed = SECRET if text.startswith(b'GET') or SECRET.encode() in text else 'nothing'
                client.sendall(f'HTTP/1.0 200 OK\r\nContent-Length: {len(echoed)}\r\n\r\n{echoed}'.encode())
            except OSError:
                pass

    def close(self):
        for s in self.sockets:
            s.close()


def run(code, flags):
    """What an attempt prints, in folders of its own."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder).resolve()
        inside, out = furnish(folder)
        listener = Listener(folder)
        script = folder / 'attempt.php'
        script.write_text(HEAD + code)
        flags = [flag.format(inside=inside, out=out, port=listener.port) for flag in (*SETTINGS, *flags)]
        environment = {**os.environ, 'IN': str(inside), 'OUT': str(out), 'PORT': str(listener.port)}
        done = subprocess.run([*PHP, '-n', *flags, str(script)], capture_output=True, text=True, timeout=60, env=environment,
                              stdin=subprocess.DEVNULL, cwd=inside)
        listener.close()
        assert 'panicked' not in done.stderr and done.returncode >= 0, (done.returncode, done.stderr)
        return done.stdout + done.stderr


def attempts(table, flags, needs=()):
    wrong = []
    for name, code in table.items():
        if 'GOT' not in run(code, needs):
            wrong.append(f'{name}: gets nothing without the flags either')
        said = run(code, flags)
        if 'GOT' in said:
            wrong.append(f'{name}: got it: {said[:200]}')
    assert not wrong, '\n      '.join(['', *wrong])
    print(f'    {len(table)} attempts')


@case
def nothing_else_is_read():
    attempts(READ, ['--allow-read={inside}', '--allow-write={inside}', '--allow-net', '--allow-exec'])


@case
def nothing_else_is_written():
    attempts(WRITE, ['--allow-read', '--allow-write={inside}', '--allow-net', '--allow-exec'])


@case
def no_other_program_is_started():
    attempts(EXEC, ['--allow-read', '--allow-write', '--allow-net'])


@case
def nothing_else_is_connected_to():
    attempts(NET, ['--allow-read', '--allow-write', '--allow-exec'])
    attempts(NET, ['--allow-read', '--allow-write', '--allow-exec', '--allow-net=127.0.0.1:1'])
    attempts({name: code for name, code in NET.items() if name != 'a server'},
             ['--allow-read', '--allow-write', '--allow-exec', '--allow-net=127.0.0.2'])


@case
def what_is_granted_works():
    everything = {
        'read': 'got(file_get_contents("$in/given.txt") === "given" && file_exists("$in/given.txt") && scandir($in));',
        'write': 'got(file_put_contents("$in/new.txt", "x") && rename("$in/new.txt", "$in/other.txt") && unlink("$in/other.txt"));',
        'folders': 'got(mkdir("$in/a/b", 0777, true) && rmdir("$in/a/b") && chmod("$in/a", 0700) && touch("$in/a"));',
        'database': '$p = new PDO("sqlite:$in/d.sqlite"); $p->exec("CREATE TABLE t (v)"); got($p->exec("INSERT INTO t VALUES (1)"));',
        'session': 'ini_set("session.save_path", $in); session_id("cccc"); session_start(); $_SESSION["a"] = 1; session_write_close(); got(filesize("$in/sess_cccc"));',
        'program': 'got(shell_exec("echo the secret") && shell_exec("cat $in/given.txt"));',
        'connection': 'got(file_get_contents("http://127.0.0.1:$port/"));',
        'curl': '$c = curl_init("http://127.0.0.1:$port/"); curl_setopt($c, CURLOPT_RETURNTRANSFER, true); got(curl_exec($c));',
        'socket in a folder': 'got(stream_socket_client("unix://$in/listening.sock"));',
        'itself': 'got(file_get_contents(__FILE__) && is_file(__FILE__));',
        'output': 'got(fwrite(STDERR, "x") && fopen("php://stdout", "w") && file_put_contents("/dev/null", "x"));',
        'random and time': 'got(random_bytes(8) && bin2hex(openssl_random_pseudo_bytes(4)) && new DateTime("now", new DateTimeZone("Europe/Berlin")));',
    }
    flags = ['--allow-read={inside}', '--allow-write={inside}', '--allow-net=127.0.0.1:{port},{inside}', '--allow-exec=cat,echo']
    wrong = [f'{name}: {run(code, flags)[:300]}' for name, code in everything.items() if 'GOT' not in run(code, flags)]
    assert not wrong, '\n      '.join(['', *wrong])


@case
def programs_have_no_more_than_the_script():
    flags = ['--allow-read={inside}', '--allow-write={inside}', '--allow-exec=cat']
    said = run('echo shell_exec("cat $secret 2>&1"), shell_exec("cat $in/given.txt"), shell_exec("ls / 2>&1");', flags)
    assert SECRET not in said and 'given' in said and 'bin' not in said, said


@case
def code_cannot_lift_them():
    for code in ('ini_set("open_basedir", "/");', 'ini_restore("open_basedir");', 'putenv("HOME=/"); chdir("/");', 'posix_setuid(0);',
                 'if (pcntl_fork() == 0) { got(file_get_contents($secret)); exit; } pcntl_wait($s);'):
        said = run(f'{code} got(file_get_contents($secret));', ['--allow-read={inside}'])
        assert 'GOT' not in said, (code, said)


@case
def wrong_flags_are_told():
    def told(*flags):
        done = subprocess.run([*PHP, *flags, '-r', 'echo 1;'], capture_output=True, text=True, timeout=20)
        return done.returncode, done.stdout, done.stderr
    code, out, error = told('--allow-read=/nowhere/at/all')
    assert code == 1 and out == '' and '--allow-read=/nowhere/at/all: No such file' in error, (code, out, error)
    code, out, error = told('--allow-exec=no-such-program')
    assert code == 1 and 'there is no such program' in error, error
    code, out, error = told('--allow-net=localhost:99999')
    assert code == 1 and '--allow-net=localhost:99999' in error, error
    assert told('--allow-read', '--allow-net=none') == (0, '1', '')


@case
def the_server_holds_them_too():
    pages = {
        'hello.php': '<?php echo "hello";',
        'read.php': '<?php error_reporting(0); echo json_encode([file_get_contents($_GET["f"]), file_exists($_GET["f"])]);',
        'write.php': '<?php error_reporting(0); echo json_encode([file_put_contents($_GET["f"], "x")]);',
        'tmp.php': '<?php echo json_encode([sys_get_temp_dir(), strlen(file_get_contents($_FILES["f"]["tmp_name"] ?? __FILE__)), fwrite(tmpfile(), "x")]);',
        'net.php': '<?php error_reporting(0); echo json_encode([(bool) fsockopen("127.0.0.1", (int) $_SERVER["SERVER_PORT"])]);',
        'exec.php': '<?php error_reporting(0); echo json_encode([shell_exec("echo 1")]);',
        'session.php': '<?php session_start(); $_SESSION["n"] = ($_SESSION["n"] ?? 0) + 1; echo $_SESSION["n"];',
    }
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder).resolve()
        root, data, out = folder / 'app/public', folder / 'data', folder / 'out'
        for path in (root, data, out):
            path.mkdir(parents=True)
        for name, text in pages.items():
            (root / name).write_text(text)
        (folder / 'app/lib.txt').write_text('library')
        (out / 'secret.txt').write_text(SECRET)
        base.PHP = PHP
        server = base.Server(folder / 'app', '--processes', 2, f'--allow-write={data}', '--worker', '/w=hello.php,1')
        try:
            ask = lambda path: json.loads(server.get(path)[1])
            for _ in range(4):
                assert ask(f'/read.php?f={folder}/app/lib.txt') == ['library', True]
                assert ask(f'/read.php?f={out}/secret.txt') == [False, False]
                assert ask(f'/write.php?f={out}/new.txt') == [False] and ask(f'/write.php?f={root}/new.php') == [False]
                assert ask(f'/write.php?f={data}/new.txt') == [1]
                assert ask('/net.php') == [False] and ask('/exec.php') in ([None], [False], [''])
            own, _, written = ask('/tmp.php')
            assert own.startswith(tempfile.gettempdir() + '/phant-') and written == 1, own
            body = b'--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n' + b'y' * 300_000 + b'\r\n--x--\r\n'
            status, text, _ = server.get('/tmp.php', 'POST', body, {'Content-Type': 'multipart/form-data; boundary=x'})
            assert status == 200 and json.loads(text)[1] == 300_000, text
            cookie = server.get('/session.php')[2]['Set-Cookie'].split(';')[0]
            assert server.get('/session.php', headers={'Cookie': cookie})[1] == b'2'
        finally:
            server.stop()
        assert not Path(own).exists()


# What PHP code may have in the tests of whatever answers requests: what is in `in`, and the script.
PAGE = '''<?php error_reporting(0);
echo json_encode([file_get_contents("$_GET[dir]/in/given.txt"), file_get_contents("$_GET[dir]/out/secret.txt"), file_exists("$_GET[dir]/out/secret.txt"),
    file_put_contents("$_GET[dir]/in/new.txt", "x"), file_put_contents("$_GET[dir]/out/new.txt", "x"), shell_exec("echo 1"),
    (bool) stream_socket_client("tcp://127.0.0.1:1", $number, $text), $number]);'''
# Without a network no socket can be made; with one there is nobody at that port.
LEFT = ['given', False, False, 1, False, None, False, 1]


def page(folder):
    """Folders, the page in one of them, the flags, and the query of a request."""
    for name in ('in', 'out', 'www'):
        (folder / name).mkdir()
    (folder / 'in/given.txt').write_text('given')
    (folder / 'out/secret.txt').write_text(SECRET)
    (folder / 'www/page.php').write_text(PAGE)
    return [f'--allow-read={folder}/in', f'--allow-write={folder}/in'], f'dir={folder}'


def check_page(text, what):
    found = json.loads(text)
    assert found[:5] + found[6:7] == LEFT[:5] + LEFT[6:7] and found[5] in (None, False, '') and found[7] != 111, (what, found)


@case
def the_development_server_holds_them():
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder).resolve()
        flags, query = page(folder)
        with socket.socket() as free:
            free.bind(('127.0.0.1', 0))
            port = free.getsockname()[1]
        for more in ([], [str(folder / 'www/page.php')]):
            server = subprocess.Popen([*PHP, '-n', *flags, '-S', f'127.0.0.1:{port}', '-t', str(folder / 'www'), *more], stderr=subprocess.DEVNULL)
            try:
                for _ in range(100):
                    try:
                        text = urllib.request.urlopen(f'http://127.0.0.1:{port}/page.php?{query}', timeout=10).read()
                        break
                    except OSError:
                        time.sleep(0.05)
                check_page(text, '-S')
            finally:
                server.terminate()
                server.wait()


@case
def cgi_holds_them():
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder).resolve()
        flags, query = page(folder)
        environment = {'REDIRECT_STATUS': '1', 'REQUEST_METHOD': 'GET', 'QUERY_STRING': query, 'SCRIPT_FILENAME': f'{folder}/www/page.php',
                       'SCRIPT_NAME': '/page.php', 'GATEWAY_INTERFACE': 'CGI/1.1', 'SERVER_SOFTWARE': 'test'}
        done = subprocess.run([*PHP, 'cgi', '-n', *flags], env=environment, capture_output=True, text=True, timeout=20)
        check_page(done.stdout.split('\n\n', 1)[1], 'cgi')
        without = subprocess.run([*PHP, 'cgi', '-n'], env=environment, capture_output=True, text=True, timeout=20)
        assert json.loads(without.stdout.split('\n\n', 1)[1])[1] == SECRET
        # Flags in the address are the visitor's, and lift nothing.
        asked = {**environment, 'QUERY_STRING': '--allow-read'}
        done = subprocess.run([*PHP, 'cgi', '-n', *flags, '--allow-read=' + str(folder / 'nowhere')], env=asked, capture_output=True, text=True, timeout=20)
        assert SECRET not in done.stdout, done.stdout


@case
def pools_hold_them():
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder).resolve()
        flags, query = page(folder)
        (folder / 'fpm.conf').write_text(f'[global]\nerror_log = {folder}/log\n[www]\nuser = root\ngroup = root\nlisten = {folder}/sock\npm = static\npm.max_children = 2\n')
        server = subprocess.Popen([*PHP, 'fpm', '-n', *flags, '-F', '-R', '-y', str(folder / 'fpm.conf')], stderr=subprocess.DEVNULL)
        try:
            fpm.wait(lambda: (folder / 'sock').exists(), 'the pool does not start')
            for _ in range(4):
                params = {'SCRIPT_FILENAME': f'{folder}/www/page.php', 'REQUEST_METHOD': 'GET', 'QUERY_STRING': query, 'SCRIPT_NAME': '/page.php'}
                answer = fpm.speak(str(folder / 'sock'), fpm.request(params))
                said = b''.join(content for kind, content in fpm.records(answer) if kind == 6)
                # The script is none of what was granted: whoever runs pools names the application's folder.
                assert b'Permission denied' in said, said
            server.terminate()
            server.wait()
            flags.append(f'--allow-read={folder}/www')
            server = subprocess.Popen([*PHP, 'fpm', '-n', *flags, '-F', '-R', '-y', str(folder / 'fpm.conf')], stderr=subprocess.DEVNULL)
            time.sleep(0.3)
            for _ in range(4):
                answer = fpm.speak(str(folder / 'sock'), fpm.request(params))
                said = b''.join(content for kind, content in fpm.records(answer) if kind == 6)
                check_page(said.split(b'\r\n\r\n', 1)[1], 'fpm')
        finally:
            server.terminate()
            server.wait()


def main():
    global PHP
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(PHANT))
    parser.add_argument('filters', nargs='*')
    arguments = parser.parse_args()
    PHP = php_words(arguments.php)
    if 'needs Landlock' in subprocess.run([*PHP, '--allow-read', '-r', ''], capture_output=True, text=True).stderr:
        print('grants: skipped, this kernel has no Landlock')
        return 0
    return base.run_cases(CASES, arguments.filters)


if __name__ == '__main__':
    sys.exit(main())
