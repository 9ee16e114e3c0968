--TEST--
Paths with NUL bytes are refused before anything else
--FILE--
<?php
foreach (['is_uploaded_file' => ["a\0b"], 'set_include_path' => ["a\0b"], 'move_uploaded_file' => ['a', "b\0"]] as $name => $arguments) {
    try { var_dump($name(...$arguments)); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
}
--EXPECT--
is_uploaded_file(): Argument #1 ($filename) must not contain any null bytes
set_include_path(): Argument #1 ($include_path) must not contain any null bytes
move_uploaded_file(): Argument #2 ($to) must not contain any null bytes
