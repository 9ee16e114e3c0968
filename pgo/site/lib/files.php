<?php
function clean_id(string $id): string
{
    $id = strtolower(trim($id));
    $id = strtr($id, ['/' => ':', ';' => ':', ' ' => '_']);
    $id = preg_replace('/[^a-z0-9:_.\-]+/', '_', $id);
    return trim(preg_replace('/:+/', ':', $id), ':_.');
}

function page_file(string $id): string
{
    return ROOT . '/pages/' . str_replace(':', '/', $id) . '.txt';
}

function page_exists(string $id): bool
{
    static $known = [];
    return $known[$id] ??= @file_exists(page_file($id));
}

function read_file(string $file): string
{
    if (!is_file($file) || !is_readable($file)) {
        return '';
    }
    $text = file_get_contents($file);
    return str_replace(["\r\n", "\r"], "\n", (string) $text);
}

function list_pages(string $folder, string $below = '', int $depth = 0): array
{
    $all = [];
    $handle = opendir($folder);
    while (($name = readdir($handle)) !== false) {
        if ($name[0] === '.') {
            continue;
        }
        if (is_dir("$folder/$name")) {
            if ($depth < (int) conf('depth', 2)) {
                $all = array_merge($all, list_pages("$folder/$name", "$below$name:", $depth + 1));
            }
        } elseif (substr($name, -4) === '.txt') {
            $id = $below . basename($name, '.txt');
            $all[$id] = ['id' => $id, 'time' => filemtime("$folder/$name"), 'size' => filesize("$folder/$name"), 'level' => $depth];
        }
    }
    closedir($handle);
    return $all;
}
