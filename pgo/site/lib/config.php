<?php
function read_config(): array
{
    static $config = null;
    if ($config === null) {
        $config = parse_ini_string("title = \"A wiki\"\nstart = start\nlanguage = en\ndepth = 3\n[list]\nrecent[] = start\nrecent[] = syntax", true);
        foreach (['local', 'protected'] as $name) {
            if (file_exists(ROOT . "/conf/$name.ini")) {
                $config = array_merge($config, parse_ini_file(ROOT . "/conf/$name.ini"));
            }
        }
        $config += ['title' => 'Untitled', 'base' => rtrim(dirname($_SERVER['SCRIPT_NAME']), '/') . '/'];
    }
    return $config;
}

function read_language(string $code): array
{
    $lang = [];
    $lang['missing'] = 'The page %s is not there';
    $lang['visited'] = 'Visited';
    $lang['changed'] = 'Changed';
    $lang['words'] = ['one' => '%d word', 'many' => '%d words'];
    if ($code !== 'en' && is_readable(ROOT . "/lang/$code.php")) {
        include ROOT . "/lang/$code.php";
    }
    return $lang;
}

function conf(string $name, mixed $default = null): mixed
{
    global $conf;
    return $conf[$name] ?? $default;
}
