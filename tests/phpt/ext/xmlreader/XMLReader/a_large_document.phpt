--TEST--
A document that is larger than the memory there is
--EXTENSIONS--
dom
xmlreader
--FILE--
<?php
class Endless
{
    public $context;
    private int $left = 3000;
    private int $at = 0;
    function stream_open() { return true; }
    function stream_read($count) {
        return match (true) {
            $this->at++ === 0 => '<list>',
            $this->left-- > 0 => str_repeat('<item n="1">some text</item>', 280),
            $this->left === -1 => '</list>',
            default => '',
        };
    }
    function stream_eof() { return $this->left < -1; }
    function stream_stat() { return []; }
}
stream_wrapper_register('endless', 'Endless');
ini_set('memory_limit', '16M');
$reader = XMLReader::fromStream(fopen('endless://', 'r'));
$items = 0;
while ($reader->read()) {
    $items += (int)($reader->nodeType === XMLReader::ELEMENT);
}
echo $items, "\n";
--EXPECT--
840001
