<?php
// Superglobals that nothing reads before somebody asks for all variables, and before the request ends.
class Late {
    public function __destruct() { echo $_SERVER['REQUEST_METHOD'], "\n"; }
}
$late = new Late;
function all() { return array_intersect(['_GET', '_POST', '_COOKIE', '_FILES', '_SERVER'], array_keys($GLOBALS)); }
echo implode(' ', all()), "\n";
echo implode(' ', array_keys(array_intersect_key($GLOBALS, ['_GET' => 1, '_SERVER' => 1, 'late' => 1]))), "\n";
if ($_GET['compact'] ?? false) {
    var_dump(isset(compact('_SERVER')['_SERVER']['REQUEST_METHOD']));
}
$name = '_SERVER';
var_dump(isset($$name['SCRIPT_NAME']), isset($GLOBALS['_SERVER']['SCRIPT_NAME']), isset(get_defined_vars()['_SERVER']['SCRIPT_NAME']));
register_shutdown_function(function () { echo $_SERVER['SCRIPT_NAME'], "\n"; });
