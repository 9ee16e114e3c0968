<?php
// The first that a script does to superglobals is to write to them, by way of functions, references and names.
function add() { $_SERVER['added'] = 1; }
add();
var_dump(isset($_SERVER['REQUEST_METHOD']), $_SERVER['added']);
$env = &$_ENV;
$env['X'] = 'x';
var_dump($_ENV['X'], isset($_ENV['PATH']));
unset($_SERVER['added']);
var_dump(isset($_SERVER['added']), $_SERVER['SCRIPT_NAME']);
unset($_SERVER);
var_dump(isset($_SERVER));
$_SERVER = ['own' => true];
var_dump($_SERVER);
