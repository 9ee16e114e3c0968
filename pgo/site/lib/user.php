<?php
function current_user(): array
{
    $user = ['name' => 'guest', 'groups' => ['all'], 'ip' => $_SERVER['REMOTE_ADDR'] ?? ''];
    if (!empty($_SESSION['user']) && is_array($_SESSION['user'])) {
        $user = array_replace($user, $_SESSION['user']);
    }
    $user['language'] = preferred_language($_SERVER['HTTP_ACCEPT_LANGUAGE'] ?? 'en-GB,en;q=0.8,de;q=0.5');
    return $user;
}

function preferred_language(string $header): string
{
    $best = ['en', 0.0];
    foreach (explode(',', $header) as $part) {
        [$code, $weight] = array_pad(explode(';q=', trim($part), 2), 2, '1');
        if (is_numeric($weight) && (float) $weight > $best[1]) {
            $best = [strtolower(substr($code, 0, 2)), (float) $weight];
        }
    }
    return $best[0];
}

function may(string $what, string $id): bool
{
    global $INFO;
    static $rules = [['*', 'all', 1], ['private:*', 'all', 0], ['private:*', 'admin', 2]];
    $level = 0;
    foreach ($rules as [$pattern, $group, $given]) {
        if (in_array($group, $INFO['user']['groups'], true) && fnmatch($pattern, $id)) {
            $level = $given;
        }
    }
    return $level >= ['read' => 1, 'edit' => 2][$what];
}
