<?php

$f = fopen('php://memory', 'w+');
var_dump(fwrite($f, "line 1\nline 2\r\nline 3"), ftell($f), rewind($f), fgets($f), fgets($f), feof($f), fgets($f), fgets($f), feof($f));
fseek($f, -6, SEEK_END);
echo fread($f, 4), ftell($f), "\n";
fseek($f, 2);
fwrite($f, 'XX');
rewind($f);
echo stream_get_contents($f), "|", stream_get_contents($f, 4, 0), "\n";
ftruncate($f, 3);
rewind($f);
var_dump(fread($f, 100), fstat($f)['size'], fgetc($f), fclose($f));
try {
    fwrite($f, 'x');
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
echo file_get_contents('data:text/plain;base64,SGVsbG8='), file_get_contents('data:,plain%20text'), "\n";
$c = fopen('php://temp/maxmemory:10', 'r+');
fputcsv($c, ['a', 'b "q"', "c,d", "multi\nline", '', null, 1.5], escape: '');
fputcsv($c, ['x y', 'z;'], ';', "'", '');
rewind($c);
echo stream_get_contents($c);
rewind($c);
print_r(fgetcsv($c, escape: ''));
print_r(fgetcsv($c, null, ';', "'", ''));
var_dump(fgetcsv($c, escape: ''));
$s = fopen('php://memory', 'r+');
fwrite($s, 'Filter Me');
rewind($s);
stream_filter_append($s, 'string.toupper');
echo fread($s, 20), "\n";
echo file_get_contents('php://filter/read=string.rot13|string.toupper/resource=data:,hello'), "\n";
class UpperFilter extends php_user_filter
{
    public function filter($in, $out, &$consumed, bool $closing): int
    {
        while ($bucket = stream_bucket_make_writeable($in)) {
            $bucket->data = ucwords($bucket->data);
            $consumed += $bucket->datalen;
            stream_bucket_append($out, $bucket);
        }
        return PSFS_PASS_ON;
    }
}
var_dump(stream_filter_register('my.upper', UpperFilter::class));
echo file_get_contents('php://filter/my.upper/resource=data:,user filter words'), "\n";
class VarStream
{
    public $context;
    private int $p = 0;
    private string $name;

    public function stream_open($path, $mode, $options, &$opened)
    {
        $this->name = parse_url($path)['host'];
        $GLOBALS[$this->name] ??= '';
        return true;
    }

    public function stream_read($n)
    {
        $r = substr($GLOBALS[$this->name], $this->p, $n);
        $this->p += strlen($r);
        return $r;
    }

    public function stream_write($d)
    {
        $GLOBALS[$this->name] .= $d;
        return strlen($d);
    }

    public function stream_eof()
    {
        return $this->p >= strlen($GLOBALS[$this->name]);
    }

    public function stream_stat()
    {
        return [];
    }

    public function unlink($path)
    {
        echo "[unlink $path]";
        return true;
    }
}
stream_wrapper_register('var', 'VarStream');
file_put_contents('var://myvar', 'stored in a variable');
echo $myvar, '|', file_get_contents('var://myvar'), "\n";
unlink('var://myvar');
var_dump(in_array('var', stream_get_wrappers()), copy('data:,x', 'var://other'), $other);
$pipes = fopen('php://output', 'w');
fwrite($pipes, "to output\n");
fprintf($pipes, "%03d\n", 7);
print_r(stream_get_meta_data(fopen('php://memory', 'rb')));
