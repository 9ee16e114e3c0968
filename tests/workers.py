#!/usr/bin/env python3
"""What `phant serve --worker` does: scripts that boot once and are called back for each request.

    tests/workers.py [--php BIN] [FILTER...]

The case with Symfony's components needs the sources that ../shared/workloads/setup.sh fetches ($PEERS), and is left out without them.
"""
import http.client, json, os, re, signal, sys, tempfile, threading, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import server as base
from server import serving, status_of

# A front controller that shows what is fresh in each request and what stays.
FRONT = r'''<?php
class Counter { public static int $n = 0; public static array $seen = []; }
$boot = bin2hex(random_bytes(4));
$handler = function () use ($boot): void {
    static $calls = 0;
    $calls++;
    Counter::$n++;
    $what = $_GET['what'] ?? '';
    switch ($what) {
        case 'facts':
            header('X-Boot: ' . $boot);
            setcookie('c', (string) $calls);
            echo json_encode(['get' => $_GET, 'post' => $_POST, 'cookie' => $_COOKIE, 'input' => file_get_contents('php://input'),
                'files' => array_map(fn ($f) => [$f['name'], file_get_contents($f['tmp_name'])], $_FILES), 'method' => $_SERVER['REQUEST_METHOD'],
                'uri' => $_SERVER['REQUEST_URI'], 'custom' => $_SERVER['HTTP_X_CUSTOM'] ?? null, 'worker' => $_SERVER['FRANKENPHP_WORKER'],
                'calls' => $calls, 'status' => http_response_code(), 'levels' => ob_get_level(), 'precision' => ini_get('precision'),
                'session' => isset($_SESSION), 'error' => error_get_last(), 'env' => $_SERVER['APP_ENV'] ?? null, 'time' => $_SERVER['REQUEST_TIME']]);
            break;
        case 'dirty':
            http_response_code(201);
            ini_set('precision', '3');
            ob_start();
            echo 'buffered';
            @$undefined->x;
            header('X-Dirty: yes');
            register_shutdown_function(function () { echo '+shutdown'; });
            break;
        case 'session':
            session_id($_GET['id']);
            session_start();
            $_SESSION['n'] = ($_SESSION['n'] ?? 0) + 1;
            echo $_SESSION['n'], ' ', session_id();
            break;
        case 'exit': echo 'before'; exit('+exit');
        case 'throw': throw new RuntimeException('thrown in a request');
        case 'fatal': echo 'so far'; missing_function();
        case 'memory': $a = []; while (true) { $a[] = str_repeat('x', 100_000); }
        case 'leak': Counter::$seen[] = str_repeat('y', 20 << 20); echo count(Counter::$seen); break;
        case 'endless': set_time_limit(1); while (true); // no break
        case 'sleep': usleep(300_000); echo 'slept'; break;
        case 'finish': echo 'first'; fastcgi_finish_request(); usleep(300_000); echo 'lost'; break;
        case 'stream': echo "one\n"; flush(); usleep(500_000); echo "two\n"; break;
        case 'nested': try { frankenphp_handle_request(fn () => 0); } catch (RuntimeException $e) { echo $e->getMessage(); } break;
        case 'late': include __DIR__ . '/late.inc'; break;
        default: echo 'hello ', $calls;
    }
};
$most = (int) ($_SERVER['MAX_REQUESTS'] ?? 0);
for ($n = 0; !$most || $n < $most; $n++) {
    if (!frankenphp_handle_request($handler)) {
        file_put_contents(__DIR__ . '/ended', "asked after $n\n", FILE_APPEND);
        break;
    }
}
'''
PAGES = {'index.php': FRONT, 'late.inc': '<?php echo "late 1";', 'broken.php': '<?php echo "no way\n"; exit(3);'}
CASES = []


def case(f):
    CASES.append(f)
    return f


def working(*flags, pages={}, **more):
    return serving('--worker', 'index.php,2', '--workers', 1, *flags, pages={**PAGES, **pages}, **more)


def facts(server, path='', **more):
    status, text, headers = server.get('/some/page?what=facts' + path, **more)
    return status, json.loads(text), headers


@case
def each_request_finds_its_own_facts():
    with serving('--worker', 'index.php,1', '--workers', 1, pages=PAGES, environment={**os.environ, 'APP_ENV': 'prod'}) as server:
        _, told, headers = facts(server, '&a=b', headers={'X-Custom': 'one', 'Cookie': 'k=v'})
        assert (told['get'], told['cookie'], told['custom']) == ({'what': 'facts', 'a': 'b'}, {'k': 'v'}, 'one'), told
        assert told['worker'] == '1' and told['env'] == 'prod' and told['uri'] == '/some/page?what=facts&a=b', told
        assert abs(told['time'] - time.time()) < 5, told
        boot, first = headers['X-Boot'], told['calls']
        _, told, headers = facts(server, method='POST', body='p=1', headers={'Content-Type': 'application/x-www-form-urlencoded'})
        assert (told['post'], told['input'], told['custom'], told['cookie']) == ({'p': '1'}, 'p=1', None, []), told
        assert headers['X-Boot'] == boot and told['calls'] == first + 1 and headers.get_all('Set-Cookie') == [f'c={first + 1}'], headers
        form = b'--q\r\nContent-Disposition: form-data; name="f"; filename="n.txt"\r\n\r\ninside\r\n--q--\r\n'
        _, told, _ = facts(server, method='POST', body=form, headers={'Content-Type': 'multipart/form-data; boundary=q'})
        assert told['files'] == {'f': ['n.txt', 'inside']} and told['post'] == [], told
        assert server.get('/hello.php')[1] == b'hello' and server.get('/style.css')[0] == 200
        assert server.get('/front/x')[0] == 200, 'another script'


@case
def nothing_of_the_answer_is_left_for_the_next():
    with tempfile.TemporaryDirectory() as sessions, serving('--worker', 'index.php,1', before=['-d', f'session.save_path={sessions}'], pages=PAGES) as server:
        clean = facts(server)
        status, text, headers = server.get('/?what=dirty')
        assert (status, text, headers['X-Dirty']) == (201, b'buffered+shutdown', 'yes'), (status, text)
        status, told, headers = facts(server)
        assert status == 200 and 'X-Dirty' not in headers and told['calls'] == clean[1]['calls'] + 2, told
        assert (told['precision'], told['levels'], told['error'], told['status']) == (clean[1]['precision'], 0, None, 200), told
        assert server.get('/?what=session&id=a')[1] == b'1 a' and server.get('/?what=session&id=b')[1] == b'1 b'
        assert not facts(server)[1]['session'] and server.get('/?what=session&id=a')[1] == b'2 a'
        assert b'handling a request' in server.get('/?what=nested')[1]


@case
def what_ends_a_request_ends_it_correctly():
    with working('--access-log', 'off', before=['-d', 'display_errors=0', '-d', 'memory_limit=64M']) as server:
        server.get('/')
        for what, status, text in (('exit', 200, b'before+exit'), ('throw', 500, b''), ('fatal', 200, b'so far'), ('memory', 500, b''),
                                   ('endless', 500, b'')):
            got = server.get(f'/?what={what}')
            assert (got[0], got[1]) == (status, text), (what, got)
            for _ in range(4):
                assert server.get('/')[1].startswith(b'hello'), what
        said = server.said()
        assert said.count('thrown in a request') == 1 and 'missing_function' in said and 'Allowed memory size' in said, said


@case
def answers_leave_as_they_are_made():
    with working() as server:
        with server.connect() as s:
            s.sendall(b'GET /?what=stream HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
            start, text = time.monotonic(), b''
            while b'one' not in text:
                text += s.recv(4096)
            assert b'two' not in text and time.monotonic() - start < 0.4, text
            assert b'two' in base.read_all(s)
        start = time.monotonic()
        assert server.get('/?what=finish')[1] == b'first' and time.monotonic() - start < 0.25
        time.sleep(0.4)
        assert b'lost' not in server.get('/')[1]
        gone = server.connect()
        gone.sendall(b'GET /?what=sleep HTTP/1.1\r\nHost: x\r\n\r\n')
        gone.close()
        assert server.get('/')[0] == 200


@case
def under_load_every_answer_is_its_own():
    with serving('--worker', 'index.php,3', '--workers', 2, '--access-log', 'off', pages=PAGES) as server:
        wrong, calls = [], []

        def ask(client):
            connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=30)
            for i in range(150):
                mark = f'{client}-{i}'
                what = ('facts', 'facts', 'dirty', 'exit')[i % 4] if i % 25 == 3 else 'facts'
                connection.request('POST', f'/x?what={what}&m={mark}', mark, {'X-Custom': mark, 'Cookie': f'm={mark}'})
                answer = connection.getresponse()
                text = answer.read()
                if what == 'facts':
                    told = json.loads(text)
                    calls.append(told['calls'])
                    found = [told['get']['m'], told['input'], told['custom'], told['cookie']['m']]
                    if found != [mark] * 4 or answer.status != 200:
                        wrong.append((mark, told))
            connection.close()
        clients = [threading.Thread(target=ask, args=(n,)) for n in range(8)]
        [c.start() for c in clients], [c.join() for c in clients]
        assert not wrong and max(calls) > 20, (wrong[:3], max(calls))


@case
def scripts_start_again():
    with working(environment={**os.environ, 'MAX_REQUESTS': '5'}) as server:
        boots = {}
        for _ in range(40):
            _, told, headers = facts(server)
            boots[headers['X-Boot']] = max(boots.get(headers['X-Boot'], 0), told['calls'])
        assert len(boots) >= 7 and max(boots.values()) == 5, boots
    with working('--max-requests', 10) as server:
        # The process that has served enough goes on until its successor is there.
        boots, end = set(), time.monotonic() + 20
        while len(boots) < 3 and time.monotonic() < end:
            boots.add(facts(server)[2]['X-Boot'])
        assert len(boots) >= 3, boots
    with working(before=['-d', 'memory_limit=64M']) as server:
        for _ in range(12):
            status, text, _ = server.get('/?what=leak')
            assert status == 200, text
        assert 'most of its memory_limit is used' in server.said()


@case
def changed_code_starts_them_again():
    settings = ['-d', 'opcache.revalidate_freq=0', '-d', 'opcache.file_update_protection=0']
    # One script: another one might never have included the file.
    with serving('--worker', 'index.php,1', before=settings, pages=PAGES) as server:
        assert {server.get('/?what=late')[1] for _ in range(4)} == {b'late 1'}
        boot = facts(server)[2]['X-Boot']
        time.sleep(0.05)
        (server.root / 'late.inc').write_text('<?php echo "late two";')
        assert {server.get('/?what=late')[1] for _ in range(6)} == {b'late two'}
        assert facts(server)[2]['X-Boot'] != boot and 'its code has changed' in server.said()
        (server.root / 'index.php').write_text('<?php syntax error')
        assert server.get('/')[0] == 500
        (server.root / 'index.php').write_text(FRONT)
        assert server.get('/')[0] == 200
    with working(before=['-d', 'opcache.validate_timestamps=0']) as server:
        first = facts(server)[2]['X-Boot']
        (server.root / 'index.php').write_text('<?php frankenphp_handle_request(function () { header("X-Boot: new"); echo "[]"; });')
        assert facts(server)[2]['X-Boot'] != 'new'
        server.process.send_signal(signal.SIGHUP)
        for _ in range(100):
            if facts(server)[2]['X-Boot'] == 'new':
                break
            time.sleep(0.05)
        else:
            raise AssertionError(f'still {first}')


@case
def scripts_are_told_to_end():
    with working() as server:
        server.get('/')
        assert server.stop() == 0
        assert (server.root / 'ended').read_text().count('asked after') == 2


@case
def scripts_that_do_not_start_hold_up_nothing_else():
    with serving('--worker', 'broken.php,1', pages=PAGES) as server:
        start = time.monotonic()
        assert server.get('/broken.php')[0] == 500 and time.monotonic() - start < 3
        assert server.get('/hello.php')[1] == b'hello'
        said = server.said()
        assert 'no way' in said and 'ended before its first request' in said and said.count('no way') < 30, said


@case
def a_worker_for_a_whole_folder():
    pages = {'app/boot.php': FRONT, 'app/own.php': '<?php echo "own ", (int) isset($_SERVER["FRANKENPHP_WORKER"]);', 'app/t.txt': 'text'}
    with serving('--worker', '/app=app/boot.php,1', pages=pages) as server:
        status, text, _ = server.get('/app/any/where?what=facts')
        assert status == 200 and json.loads(text)['uri'] == '/app/any/where?what=facts', text
        assert server.get('/app')[1].startswith(b'hello') and server.get('/app/own.php')[1] == b'own 0'
        assert server.get('/app/t.txt')[1] == b'text' and server.get('/apple')[0] == 404


@case
def what_requests_leave_behind_is_named():
    pages = {'index.php': r'''<?php
namespace App;
class Store { private static array $users = []; public static ?\stdClass $o = null; static function add($u) { self::$users[] = $u; } }
function last($x) { static $last; $last = $x; }
Store::$o = new \stdClass;
$quiet = 1;
while (frankenphp_handle_request(function () {
    if (isset($_GET['u'])) { Store::add($_GET['u']); last($_GET['u']); Store::$o->deep = ['x' => $_GET['u']]; $GLOBALS['visitor'] = $_GET['u']; }
    echo 'done';
}));
'''}
    with serving('--worker', 'index.php,1', '--worker-check', pages=pages) as server:
        server.get('/'), server.get('/')
        assert 'changed' not in server.said(), server.said()
        server.get('/?u=alice'), server.get('/?u=bob')
        time.sleep(0.2)
        said = server.said()
        for text in ("App\\Store::$users: array(1), now array(2)", "App\\last() $last: 'alice', now 'bob'",
                     "App\\Store::$o->deep[x]: 'alice', now 'bob'", "$visitor: 'alice', now 'bob'", "App\\Store::$users[1]: new, 'bob'"):
            assert text in said, (text, said)
        assert '$quiet' not in said and '_GET' not in said, said


SYMFONY = r'''<?php
spl_autoload_register(function ($class) {
    foreach (explode(':', getenv('SOURCES')) as $folder) {
        $file = $folder . '/' . strtr($class, '\\', '/') . '.php';
        if (is_file($file)) { require $file; return; }
    }
});
require getenv('DEPRECATION');
use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\HttpFoundation\{Cookie, Request, RequestStack, Response, JsonResponse};
use Symfony\Component\HttpKernel\Controller\{ArgumentResolver, ControllerResolver};
use Symfony\Component\HttpKernel\EventListener\{ErrorListener, RouterListener};
use Symfony\Component\HttpKernel\HttpKernel;
use Symfony\Component\Routing\{Matcher\UrlMatcher, RequestContext, Route, RouteCollection};

$routes = new RouteCollection();
$routes->add('hello', new Route('/hello/{name}', ['_controller' => function (Request $request, string $name) {
    $response = new Response("Hello $name from " . $request->getMethod() . ' ' . $request->query->get('q', '-') . ' ' . $request->getContent());
    $response->headers->setCookie(Cookie::create('seen', $name));
    return $response;
}]));
$routes->add('fail', new Route('/fail', ['_controller' => fn () => throw new DomainException('no')]));
$routes->add('info', new Route('/info', ['_controller' => fn (Request $r) => new JsonResponse([$r->getHost(), $r->getBaseUrl(), $r->getPathInfo(), $r->getClientIp()])]));
$dispatcher = new EventDispatcher();
$dispatcher->addSubscriber(new RouterListener(new UrlMatcher($routes, new RequestContext()), $stack = new RequestStack()));
$dispatcher->addSubscriber(new ErrorListener(fn (Throwable $exception) => new Response('caught ' . $exception->getMessage(), 500)));
$kernel = new HttpKernel($dispatcher, new ControllerResolver(), $stack, new ArgumentResolver());

// As the runtimes for FrankenPHP do it.
ignore_user_abort(true);
$server = array_filter($_SERVER, fn (string $key) => !str_starts_with($key, 'HTTP_'), ARRAY_FILTER_USE_KEY);
$handler = function () use ($kernel, $server, &$request, &$response): void {
    $_SERVER += $server;
    $request = Request::createFromGlobals();
    $response = $kernel->handle($request);
    $response->send();
};
do {
    $more = frankenphp_handle_request($handler);
    if ($request && $response) { $kernel->terminate($request, $response); }
    gc_collect_cycles();
} while ($more);
'''


@case
def symfony_runs_as_a_worker():
    peers = Path(os.environ.get('PEERS') or Path.home() / '.cache/phant-workloads')
    source = peers / 'suites/symfony/src/src'
    if not (source / 'Symfony/Component/HttpKernel').is_dir():
        print(f'no Symfony in {peers}: left out')
        return
    environment = {**os.environ, 'SOURCES': f'{source}:{peers / "phplib/usr/share/php"}',
                   'DEPRECATION': str(source / 'Symfony/Contracts/Deprecation/function.php')}
    with serving('--worker', 'index.php,2', '--workers', 1, pages={'index.php': SYMFONY}, environment=environment) as server:
        wrong = []

        def ask(client):
            for i in range(40):
                name = f'n{client}x{i}'
                status, text, headers = server.get(f'/hello/{name}?q={name}', 'POST', f'body {name}')
                if (status, text.decode(), headers['Set-Cookie']) != (200, f'Hello {name} from POST {name} body {name}', f'seen={name}; path=/; httponly; samesite=lax'):
                    wrong.append((status, text, headers['Set-Cookie']))
        clients = [threading.Thread(target=ask, args=(n,)) for n in range(4)]
        [c.start() for c in clients], [c.join() for c in clients]
        assert not wrong, wrong[:3]
        assert server.get('/fail')[:2] == (500, b'caught no') and server.get('/nowhere')[0] == 500
        assert json.loads(server.get('/info')[1]) == ['127.0.0.1', '', '/info', '127.0.0.1']


if __name__ == '__main__':
    base.CASES = CASES
    base.__doc__ = __doc__
    sys.exit(base.main())
