--TEST--
A handler that throws when unserialize_callback_func defines no class does not end the reading of what follows
--FILE--
<?php
class Item
{
    public function __construct(public int $n = 0) {}
    public function __destruct()
    {
        echo "destruct $this->n\n";
    }
}
function define_it(string $class): void
{
    echo "asked for $class\n";
}
set_error_handler(function (int $level, string $message) {
    throw new ErrorException($message);
});
ini_set('unserialize_callback_func', 'define_it');
$inside = 'O:7:"Unknown":1:{s:1:"a";O:4:"Item":1:{s:1:"n";i:1;}}';
$list = "a:2:{i:0;{$inside}i:1;O:4:\"Item\":1:{s:1:\"n\";i:2;}}";
foreach ([$inside, $list] as $text) {
    try {
        var_dump(unserialize($text));
    } catch (ErrorException $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
asked for Unknown
destruct 1
unserialize(): Function define_it() hasn't defined the class it was called for
asked for Unknown
destruct 1
destruct 2
unserialize(): Function define_it() hasn't defined the class it was called for
