<?php

// Smarty runs a compiled template with modifiers over 100 rows.

require LIBRARIES . '/smarty4/bootstrap.php';

$smarty = new Smarty();
$folder = sys_get_temp_dir() . '/smarty-' . getmypid();
$smarty->setCompileDir($folder);
register_shutdown_function(fn () => array_map('unlink', glob("$folder/*")) && rmdir($folder));
$smarty->assign('rows', array_map(fn (int $i) => ['id' => $i, 'name' => "N <b>$i</b>", 'p' => $i / 3], range(1, 100)));
$template = 'string:{foreach $rows as $r}{if $r.id is even}<tr class="e">{else}<tr>{/if}<td>{$r.id}</td><td>{$r.name|escape|upper|truncate:12}</td>'
    . '<td>{$r.p|string_format:"%.2f"}</td></tr>{/foreach}';

return fn () => $smarty->fetch($template);
