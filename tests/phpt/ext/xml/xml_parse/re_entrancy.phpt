--TEST--
A handler cannot use the parser that calls it, but another one
--EXTENSIONS--
xml
--FILE--
<?php
$parser = xml_parser_create();
xml_set_element_handler($parser, function ($parser, $name) {
    echo "<$name>\n";
    try {
        xml_parse($parser, '<b/>', true);
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
    var_dump(@xml_parse_into_struct($parser, '<b/>', $values), @xml_parser_free($parser));
    $other = xml_parser_create();
    xml_set_element_handler($other, fn($p, $n) => print("inside: $n\n"), null);
    xml_parse($other, '<c/>', true);
}, function ($parser, $name) {
    xml_set_element_handler($parser, null, null);
    throw new Exception("end of $name");
});
try {
    xml_parse($parser, '<a><b/></a>', true);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
var_dump(xml_parse($parser, '<d/>', true));
--EXPECT--
<A>
Parser must not be called recursively
bool(false)
bool(false)
inside: C
<B>
Parser must not be called recursively
bool(false)
bool(false)
inside: C
end of B
int(0)
