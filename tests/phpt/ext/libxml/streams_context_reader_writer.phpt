--TEST--
XMLReader and XMLWriter use the context of libxml_set_streams_context()
--EXTENSIONS--
xmlreader
xmlwriter
--FILE--
<?php
class Memory {
    public $context;
    private static array $data = [];
    private int $at = 0;
    private string $name;
    function stream_open($path, $mode, $options, &$opened) {
        $given = stream_context_get_options($this->context);
        if (!isset($given['memory']['text'])) {
            return false;
        }
        $this->name = $path;
        self::$data[$path] = $mode[0] === 'r' ? $given['memory']['text'] : '';
        return true;
    }
    function stream_read($count) {
        $part = substr(self::$data[$this->name], $this->at, $count);
        $this->at += strlen($part);
        return $part;
    }
    function stream_write($text) {
        self::$data[$this->name] .= $text;
        return strlen($text);
    }
    function stream_eof() { return $this->at >= strlen(self::$data[$this->name]); }
    function stream_stat() { return []; }
    function url_stat() { return ['mode' => 0100644, 'size' => 1]; }
    static function written($path) { return self::$data[$path]; }
}
stream_wrapper_register('memory', 'Memory');
libxml_set_streams_context(stream_context_create(['memory' => ['text' => '<list><one/></list>']]));
$reader = new XMLReader;
var_dump($reader->open('memory://a'));
while ($reader->read()) {
    echo $reader->nodeType, ' ', $reader->name, "\n";
}
$writer = new XMLWriter;
var_dump($writer->openUri('memory://b'));
$writer->writeElement('written');
$writer->flush();
unset($writer);
var_dump(Memory::written('memory://b'));
--EXPECT--
bool(true)
1 list
1 one
15 list
bool(true)
string(10) "<written/>"
