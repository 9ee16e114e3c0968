<?php
// needs: intl mbstring
require __DIR__ . '/files/resource_bundle_writer.inc';
$folder = sys_get_temp_dir() . '/phant_rb_' . getmypid();
write_bundles($folder, ['root' => ['text' => 'a', 'list' => ['b']]]);
function attempt($what) {
    try {
        var_dump($what());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
    echo intl_get_error_code(), ' ', intl_get_error_message(), "\n";
}
attempt(fn() => resourcebundle_create('fr_CA', $folder)['text']);
attempt(fn() => (resourcebundle_create('fr_CA', $folder))->getErrorCode());
attempt(fn() => resourcebundle_create('fr', $folder, false));
attempt(fn() => new ResourceBundle('fr', $folder, false));
attempt(fn() => resourcebundle_create(str_repeat('x', 157), $folder));
attempt(fn() => new ResourceBundle('root', str_repeat('x', 5000)));
$root = new ResourceBundle('root', $folder);
attempt(fn() => $root->__construct('root', $folder));
attempt(fn() => $root['none']);
attempt(fn() => $root['none'] ?? 'nothing');
attempt(fn() => isset($root['text']));
attempt(fn() => empty($root['text']));
attempt(function () use ($root) { $root['text'] = 1; });
attempt(function () use ($root) { unset($root['text']); });
attempt(function () use ($root) { $root[] = 1; });
foreach ([1.5, null, true, [], new stdClass, '', 1 << 40, -1] as $offset) {
    attempt(fn() => $root[$offset]);
}
attempt(fn() => $root->get(''));
attempt(fn() => resourcebundle_get($root, 1 << 40));
attempt(fn() => $root['list']['x']);
attempt(fn() => clone $root);
attempt(function () use ($root) { foreach ($root as &$value); });
attempt(fn() => get_class($root->getIterator()));
file_put_contents("$folder/bad.res", 'no resources');
attempt(fn() => resourcebundle_create('bad', $folder, false));
ini_set('intl.use_exceptions', 1);
attempt(fn() => new ResourceBundle('fr', $folder, false));
attempt(fn() => $root['none']);
remove_bundles($folder);
?>
