--TEST--
Streams of user wrappers are closed when the source is compiled, and not while an exception is pending
--FILE--
<?php
class Source {
    public $context;
    public $text;
    private $at = 0;
    function stream_open($path, $mode, $options, &$opened) { $this->text = ['<?php echo "run\n"; return 1;', '<?php syntax error', ''][(int) substr($path, 6)]; return true; }
    function stream_read($n) { if ($this->text == '') throw new Exception('read'); $r = substr($this->text, $this->at); $this->at += strlen($r); return $r; }
    function stream_eof() { return $this->at >= strlen($this->text); }
    function stream_stat() { return []; }
    function stream_set_option($a, $b, $c) { return false; }
    function stream_close() { echo "close\n"; }
    function __destruct() { echo "destruct\n"; }
}
stream_wrapper_register('src', 'Source');
for ($i = 0; $i < 3; $i++) {
    try { var_dump(include "src://$i"); } catch (Throwable $e) { echo get_class($e), "\n"; }
    unset($e);
    echo "--\n";
}
function leaves() { $f = fopen('src://0', 'r'); throw new Exception('left'); }
try { leaves(); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
function ends() { $f = fopen('src://0', 'r'); }
ends();
?>
--EXPECT--
close
destruct
run
int(1)
--
destruct
ParseError
--
destruct
Exception
--
destruct
left
close
destruct
