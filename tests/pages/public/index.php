<?php
// What tests/pages.py visits: sessions and compressed output, one behaviour a path.
session_save_path(getenv('PAGES_FOLDER'));
$text = str_repeat("All work and no play makes Jack a dull boy.\n", 500);
switch (strtok($_SERVER['REQUEST_URI'], '?')) {
    case '/count':
        session_start();
        $_SESSION['visits'] = ($_SESSION['visits'] ?? 0) + 1;
        register_shutdown_function(function () { $_SESSION['shutdown'] = true; });
        $late = new class { public function __destruct() { $_SESSION['destructor'] = true; } };
        echo json_encode($_SESSION), "\n";
        break;
    case '/strict':
        session_start(['use_strict_mode' => 1]);
        var_dump(session_id() === ($_COOKIE['PHPSESSID'] ?? ''), SID === '');
        break;
    case '/regenerate':
        session_start();
        session_regenerate_id(true);
        var_dump(count(glob(session_save_path() . '/sess_' . $_COOKIE['PHPSESSID'])), $_SESSION['visits']);
        break;
    case '/logout':
        session_start();
        session_destroy();
        var_dump(isset($_SESSION['visits']), session_id(), session_status());
        break;
    case '/cookie':
        session_set_cookie_params(['path' => '/x', 'secure' => true, 'httponly' => true, 'samesite' => 'Lax']);
        session_cache_limiter($_GET['limiter']);
        session_id('named');
        session_start();
        break;
    case '/slow':
        session_start();
        $before = $_SESSION['slow'] ?? 0;
        usleep(200_000);
        $_SESSION['slow'] = $before + 1;
        break;
    case '/gzhandler':
        ob_start('ob_gzhandler');
        echo $text;
        break;
    case '/setting':
        ini_set('zlib.output_compression', '4096');
        echo $text, zlib_get_coding_type();
        break;
    case '/cleaned':
        ob_start('ob_gzhandler');
        echo $text;
        ob_clean();
        echo 'the rest';
        break;
    case '/waits':
        // Nothing that runs a program or waits sends the headers.
        exec('true');
        shell_exec('true');
        pclose(popen('true', 'r'));
        proc_close(proc_open(['true'], [], $pipes));
        [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        fwrite($one, "text\n");
        $read = [$other];
        $none = null;
        stream_select($read, $none, $none, 1);
        fgets($other);
        @file_get_contents('http://127.0.0.1:1/');
        @mail('nobody@example.com', 'subject', 'text');
        header('Vary: nothing');
        http_response_code(203);
        echo 'the text';
        break;
    case '/flushed':
        ob_start('ob_gzhandler');
        echo 'one ';
        ob_flush();
        flush();
        echo 'two';
        break;
}
