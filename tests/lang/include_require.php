<?php

echo (include 'files/returns.php')['key'], "\n";
var_dump(include_once 'files/once.php', include_once 'files/once.php', require_once './files/../files/once.php');
$local = 'from includer';
include 'files/scope.php';
echo $made, "\n";
function inFunction()
{
    $local = 'function local';
    include 'files/scope.php';
    return $made;
}
echo inFunction(), ' ', included_function(), "\n";
var_dump((include 'files/nothing.php'), class_exists('IncludedClass'));
echo IncludedClass::NAME, "\n";
print_r(array_map('basename', get_included_files()));
echo @include 'files/missing.php';
set_include_path('files');
echo (include 'returns.php')['key'], "\n";
try {
    include 'files/broken.php';
} catch (ParseError $e) {
    echo get_class($e), ': ', $e->getMessage(), ' in ', basename($e->getFile()), ':', $e->getLine(), "\n";
}
spl_autoload_register(function ($class) {
    echo "[load $class]";
    if ($class === 'App\\Models\\User') {
        require __DIR__ . '/files/autoloaded.php';
    }
});
use App\Models\User;

echo (new User('name'))->greet(), "\n";
var_dump(class_exists('Nope', false), class_exists('Nope'), interface_exists('NopeI'), User::class);
try {
    new Missing\Thing();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
try {
    Missing::call();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
var_dump($x instanceof NotLoaded);
require 'files/missing.php';
echo 'never';
