<?php

// Times what a case returns, a function, in batches: prints milliseconds of the best one, and a digest of what the function gives.
//
//     php harness.php LIBRARIES CASE SECONDS      (with SECONDS 0: once, for counting)

error_reporting(E_ALL & ~E_DEPRECATED);
define('LIBRARIES', $argv[1]);
spl_autoload_register(function (string $class): void {
    $file = LIBRARIES . '/' . strtr($class, '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
        return;
    }
    // Laravel's collections are folders of their own in the namespace Illuminate\Support.
    if (str_starts_with($class, 'Illuminate\\Support\\')) {
        foreach (['Collections', 'Macroable'] as $part) {
            $file = LIBRARIES . "/Illuminate/$part/" . strtr(substr($class, strlen('Illuminate\\Support\\')), '\\', '/') . '.php';
            if (is_file($file)) {
                require $file;
                return;
            }
        }
    }
});

$turn = require __DIR__ . "/cases/$argv[2].php";
$seconds = (float) $argv[3];
// What happens the first time is no part of it: loading, linking, caches.
$turn();
$result = $turn();
$best = INF;
if ($seconds > 0) {
    $turns = 1;
    do {
        $turns *= 2;
        $start = hrtime(true);
        for ($i = 0; $i < $turns; $i++) {
            $turn();
        }
    } while (hrtime(true) - $start < 5_000_000);
    $end = hrtime(true) + $seconds * 1e9;
    do {
        $start = hrtime(true);
        for ($i = 0; $i < $turns; $i++) {
            $turn();
        }
        $best = min($best, (hrtime(true) - $start) / $turns / 1e6);
    } while (hrtime(true) < $end);
} else {
    umask();
    $turn();
    umask();
    for ($i = 0; $i < 4; $i++) {
        $turn();
    }
    umask();
}
echo json_encode(['ms' => is_finite($best) ? $best : null, 'result' => md5(serialize($result))]), "\n";
