#!/usr/bin/env python3
"""Serves applications from snapshots (`phant serve --snapshot`): what a request finds of the boot, and that it leaves nothing behind.

    tests/snapshots.py            all cases
    tests/snapshots.py boot       those with a word in their name
"""
import concurrent.futures, http.client, json, os, signal, socket, subprocess, sys, tempfile, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import PHANT

BOOT = '''<?php
// Boots once: classes, variables, a random number, output that nobody is to see.
echo "booting\\n";
require_once __DIR__ . '/lib.php';
$counter = new Counter; $counter->add(); $numbers = range(1, 1000); $booted = getmypid() . '-' . random_int(0, PHP_INT_MAX);
mt_srand(); $drawn = mt_rand(); ini_set('precision', '5'); define('BOOTED', true); header('X-Boot: never'); putenv('AT_BOOT=yes');
$memory = fopen('php://memory', 'w+'); fwrite($memory, 'kept'); ob_start(); echo 'thrown away'; ob_end_clean();
register_shutdown_function(function () { echo '|down'; });
'''
FILES = {
    'lib.php': '<?php class Counter { public static $all = 0; public int $n = 0; function add() { static $calls = 0; self::$all++; $calls++; return [++$this->n, self::$all, $calls]; } }',
    'boot.php': BOOT,
    'public/state.php': '''<?php require_once dirname(__DIR__) . '/lib.php';
        rewind($memory); echo json_encode([$counter->add(), count($numbers), BOOTED, ini_get('precision'), getenv('AT_BOOT'), stream_get_contents($memory),
        $_SERVER['REQUEST_METHOD'], $_SERVER['QUERY_STRING'], $_GET, $_POST, $_COOKIE, abs(time() - $_SERVER['REQUEST_TIME']) < 3, basename(getcwd()),
        headers_list(), basename($_SERVER['SCRIPT_FILENAME']), basename(__FILE__), isset($left)]);
        $left = 1; $numbers = null; ini_set('precision', '3'); Counter::$all = 99; fwrite($memory, 'gone'); chdir('/'); putenv('AT_BOOT=no'); unset($counter);''',
    'public/random.php': '<?php echo $booted, " ", $drawn, " ", mt_rand(), " ", rand(), " ", random_int(0, PHP_INT_MAX), " ", spl_object_id(new stdClass);',
    'public/index.php': '<?php echo "index ", $_SERVER["REQUEST_URI"], " ", $counter->n;',
    'public/throw.php': '<?php $counter->n = 50; throw new Exception("thrown");', 'public/exit.php': '<?php http_response_code(418); echo "out"; exit(3);',
    'public/memory.php': '<?php ini_set("memory_limit", "16M"); $a = []; while (true) $a[] = str_repeat("x", 100000);',
    'public/plain.txt': 'a file', 'public/loop.php': '<?php set_time_limit(1); while (true);',
    'closure.php': '''<?php require_once __DIR__ . '/lib.php'; $counter = new Counter;
        return function () use ($counter) { echo json_encode([$_SERVER['REQUEST_URI'], $counter->add(), isset($_SERVER['FRANKENPHP_WORKER'])]); };''',
    'fails.php': '<?php throw new RuntimeException("no boot today");', 'exits.php': '<?php exit(7);',
    'file.php': '<?php $file = fopen(__FILE__, "r");', 'database.php': '<?php $db = new PDO("sqlite::memory:"); $db->exec("create table t (a)");',
    'socket.php': '<?php $s = stream_socket_server("tcp://127.0.0.1:0");',
    'early.php': '''<?php define('LIMIT', 5);
        abstract class Base { protected static int $made = 0; public static array $log = [];
            public static function made(): int { return self::$made; }
            protected function note(string $what): void { self::$log[] = $what; static::$made++; } }
        class Early extends Base { public static ?self $last = null; private static int $limit = LIMIT * 2; public static $bound;
            public function step(int $by): array { $first = self::$last === null; self::$last = $this; self::$limit += $by; $this->note(self::$limit . '');
                $bound = &self::$bound; $bound = ($bound ?? 0) + $by; return [$first, self::$limit, self::$bound, count(self::$log), static::$made]; } }
        $early = new Early;''',
    'late.php': '''<?php class Late extends Early { public static array $own = [1]; public static int $count = 0;
            public function step(int $by): array { self::$own[] = $by; self::$count++; return [...parent::step($by), ...self::$own, self::$count]; } }''',
    'public/statics.php': '''<?php require_once dirname(__DIR__) . '/late.php'; $late = new Late;
        echo json_encode([$early->step(2), $early->step(3), $late->step(4), Base::$log, Early::$bound, Late::$own, Base::made(), get_class(Early::$last)]);
        Base::$log = ['gone']; Late::$count = 7;''',
    # Twenty classes whose method is called in requests only: what a call finds of its own and of others' classes, functions and statics.
    'many.php': '<?php namespace App; require_once __DIR__ . "/one.php"; $many = []; spl_autoload_register(fn($class) => require __DIR__ . "/" . substr($class, 4) . ".php");'
        + ''.join(f"""class Many{n} {{ private array $own = [{n}, ['a' => {n}]]; public static int $all = {n}; const NAME = 'many';
            public function call(object $other): string {{ static $calls = 0; $calls++; self::$all++; $this->own[] = $calls;
                return strlen(self::NAME) . ':' . count($this->own) . ':' . self::$all . ':' . $calls . ':' . $other->told() . ':' . One::tell(); }} }}
            $many[] = new Many{n};""" for n in range(20)),
    'one.php': '<?php namespace App; class One { public static function tell(): string { return "one"; } }',
    'Other.php': '<?php namespace App; class Other { public int $n = 1; public function told(): string { return "told" . $this->n; } }',
    'public/call.php': '<?php foreach ($many as $one) echo $one->call(new App\\Other), " ";',
    'public/shadow.php': '<?php namespace App; if (true) { function strlen($text) { return "shadow"; } } echo $many[3]->call(new Other);',
    'fiber.php': '<?php $fiber = new Fiber(function () { Fiber::suspend(); }); $fiber->start();',
}


class Server:
    """`phant serve` with a snapshot."""
    def __init__(self, folder, *flags, php=()):
        with socket.socket() as free:
            free.bind(('127.0.0.1', 0))
            self.port = free.getsockname()[1]
        for name, text in FILES.items():
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        self.log = tempfile.TemporaryFile()
        command = [str(PHANT), '-n', '-d', 'display_errors=1', '-d', 'html_errors=0', *php, 'serve', str(folder), '--listen', f'127.0.0.1:{self.port}',
                   '--workers', '2', *flags]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, start_new_session=True, cwd=folder)

    def __enter__(self):
        for _ in range(400):
            if self.process.poll() is not None:
                raise AssertionError('the server ended: ' + self.said())
            with socket.socket() as probe:
                if probe.connect_ex(('127.0.0.1', self.port)) == 0 and ' serves ' in self.said():
                    return self
            time.sleep(0.05)
        raise AssertionError('the server does not start: ' + self.said())

    def __exit__(self, *_):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(20)

    def said(self):
        self.log.seek(0)
        return self.log.read().decode(errors='replace')

    def get(self, path, method='GET', body=None, headers=None):
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        content = answer.read().decode(errors='replace')
        connection.close()
        return answer.status, content

    def ended(self):
        """The status and the words of a server that does not start."""
        return self.process.wait(20), self.said()


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def case_every_request_finds_the_boot(folder):
    with Server(folder, '--snapshot', 'boot.php') as server:
        expected = [[2, 2, 2], 1000, True, '5', 'yes', 'kept', 'GET', 'a=1', {'a': '1'}, [], [], True, 'public',
                    ['X-Powered-By: PHP/8.4.24'], 'state.php', 'state.php', False]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: server.get('/state.php?a=1'), range(300)))
        for status, text in answers:
            check(status == 200 and text.endswith('|down'), f'{status} {text}')
            seen = json.loads(text.removesuffix('|down'))
            seen[13] = [line for line in seen[13] if not line.startswith('Content-type')]
            check(seen == expected, f'{seen}\n{expected}')
        post = server.get('/state.php', 'POST', 'b=2', {'Content-Type': 'application/x-www-form-urlencoded', 'Cookie': 'c=3'})
        check('{"b":"2"},{"c":"3"}' in post[1], post)
        check('booting' in server.said() and 'thrown away' not in server.said(), server.said())


def case_random_numbers_differ(folder):
    with Server(folder, '--snapshot', 'boot.php', '--workers', '1') as server:
        seen = [server.get('/random.php')[1].split('|')[0].split() for _ in range(20)]
        check(len({(one[0], one[1]) for one in seen}) == 1, f'the boot ran more than once: {seen}')
        # The boot has seeded mt_rand() without saying with what, so every run seeds it anew.
        check(len({one[2] for one in seen}) == 20 and len({one[4] for one in seen}) == 20, f'the same numbers again: {seen}')


def case_what_ends_badly_leaves_nothing(folder):
    with Server(folder, '--snapshot', 'boot.php', '--workers', '1') as server:
        for round in range(3):
            status, text = server.get('/throw.php')
            check(status == 200 or status == 500, (status, text))
            check('Uncaught Exception: thrown' in text, text)
            check(server.get('/exit.php') == (418, 'out|down'), server.get('/exit.php'))
            check('Allowed memory size' in server.get('/memory.php')[1], server.get('/memory.php'))
            check('Maximum execution time of 1 second exceeded' in server.get('/loop.php')[1], 'no limit')
            check(server.get('/index.php') == (200, 'index /index.php 1|down'), server.get('/index.php'))
        check(server.get('/plain.txt') == (200, 'a file'), 'files')
        check(server.get('/any/where')[1] == 'index /any/where 1|down', server.get('/any/where'))


def case_static_properties_are_those_of_the_boot(folder):
    expected = [[True, 12, 2, 1, 1], [False, 15, 5, 2, 2], [False, 19, 9, 3, 3, 1, 4, 1], ['12', '15', '19'], 9, [1, 4], 3, 'Late']
    # What methods find lasts only if their classes are in the code cache.
    with Server(folder, '--snapshot', 'early.php', '--workers', '1', php=('-d', 'opcache.file_update_protection=0')) as server:
        for turn in range(70):
            status, text = server.get('/statics.php')
            check(status == 200 and json.loads(text) == expected, f'request {turn}: {status} {text}')


def case_what_requests_learn_holds_as_long_as_it_is_true(folder):
    def expected(told):
        return ''.join(f'4:3:{n + 1}:1:{told}:one ' for n in range(20))
    flags = ('-d', 'opcache.file_update_protection=0', '-d', 'opcache.revalidate_freq=0')
    with Server(folder, '--snapshot', 'many.php', '--workers', '1', php=flags) as server:
        for turn in range(8):
            told = f'told{turn}'
            (folder / 'Other.php').write_text(FILES['Other.php'].replace('$n = 1', f'$n = {turn}') + f'// {"x" * turn}')
            for request in range(50):
                answer = server.get('/call.php')
                check(answer == (200, expected(told)), f'request {request} after change {turn}: {answer}')
            answer = server.get('/shadow.php')
            check(answer == (200, f'shadow:3:4:1:{told}:one'), f'shadowed: {answer}')
            check(server.get('/call.php') == (200, expected(told)), server.get('/call.php'))


def case_a_callback_answers(folder):
    with Server(folder, '--snapshot', 'closure.php') as server:
        for _ in range(5):
            check(json.loads(server.get('/x/y?z')[1]) == ['/x/y?z', [1, 1, 1], False], server.get('/x/y?z'))
    with Server(folder, '--snapshot', '/api=closure.php') as server:
        check(json.loads(server.get('/api/1')[1]) == ['/api/1', [1, 1, 1], False], server.get('/api/1'))
        check('Undefined variable $counter' in server.get('/apis')[1], server.get('/apis'))


def case_what_cannot_be_in_a_snapshot_is_named(folder):
    for script, words in [('fails.php', 'no boot today'), ('exits.php', 'the script ended with status 7'), ('file.php', f'a snapshot cannot hold stream #'),
                          ('file.php', 'file.php)'), ('database.php', 'a snapshot cannot hold'), ('socket.php', 'a snapshot cannot hold stream'),
                          ('fiber.php', 'a snapshot cannot hold'), ('nothing.php', 'nothing.php')]:
        status, said = Server(folder, '--snapshot', script).ended()
        check(status != 0 and words in said, f'{script}: status {status}, {said}')


def case_changed_code_boots_again(folder):
    with Server(folder, '--snapshot', 'closure.php', php=('-d', 'opcache.revalidate_freq=0', '-d', 'opcache.file_update_protection=0')) as server:
        server.get('/')
        (folder / 'closure.php').write_text('<?php return fn() => print("changed");')
        check(server.get('/') == (200, 'changed1') or server.get('/') == (200, 'changed'), server.get('/'))
        (folder / 'closure.php').write_text('<?php throw new Exception("broken");')
        until = time.time() + 5
        while server.get('/')[0] != 500 and time.time() < until:
            time.sleep(0.1)
        check(server.get('/')[0] == 500 and 'broken' in server.said(), server.said())
        (folder / 'closure.php').write_text('<?php return function () { echo "well again"; };')
        while server.get('/') != (200, 'well again') and time.time() < until + 10:
            time.sleep(0.1)
        check(server.get('/') == (200, 'well again'), server.get('/'))


def case_a_reload_that_cannot_boot_changes_nothing(folder):
    with Server(folder, '--snapshot', 'closure.php', php=('-d', 'opcache.validate_timestamps=0')) as server:
        before = server.get('/')
        (folder / 'closure.php').write_text('<?php throw new Exception("broken");')
        server.process.send_signal(signal.SIGHUP)
        until = time.time() + 10
        while 'the reload failed' not in server.said() and time.time() < until:
            check(server.get('/') == before, server.get('/'))
            time.sleep(0.05)
        check('the reload failed' in server.said() and server.get('/') == before, server.said())


def main():
    words, failed = sys.argv[1:], 0
    cases = {name[5:]: run for name, run in globals().items() if name.startswith('case_')}
    for name, run in cases.items():
        if words and not any(word in name for word in words):
            continue
        with tempfile.TemporaryDirectory(prefix='phant-snapshots-') as folder:
            try:
                run(Path(folder))
                print(f'ok    {name}')
            except Exception as error:
                failed += 1
                print(f'FAIL  {name}: {type(error).__name__}: {str(error)[:1500]}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
