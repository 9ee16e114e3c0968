--TEST--
Entities go to the handler for them, or to the one for text
--EXTENSIONS--
xml
--FILE--
<?php
$document = '<!DOCTYPE a [<!ENTITY i "<b>inner</b>"><!ENTITY e SYSTEM "nowhere"><!ENTITY u SYSTEM "x" NDATA n><!NOTATION n SYSTEM "y">]>'
    . '<a at="&lt;">1&amp;2&i;3&e;4&#65;</a>';
foreach ([[], ['default'], ['external'], ['default', 'text', 'external']] as $wanted) {
    echo '-- ', implode(', ', $wanted), "\n";
    $parser = xml_parser_create();
    $tell = fn($what) => function ($parser, ...$told) use ($what) {
        echo $what, ' ', json_encode($told), "\n";
        return true;
    };
    if (in_array('default', $wanted)) {
        xml_set_default_handler($parser, $tell('default'));
    }
    if (in_array('text', $wanted)) {
        xml_set_character_data_handler($parser, $tell('text'));
    }
    if (in_array('external', $wanted)) {
        xml_set_external_entity_ref_handler($parser, $tell('external'));
    }
    xml_set_notation_decl_handler($parser, $tell('notation'));
    xml_set_unparsed_entity_decl_handler($parser, $tell('unparsed'));
    var_dump(xml_parse($parser, $document, true));
}
--EXPECT--
-- 
unparsed ["u",false,"x",false,"n"]
notation ["n",false,"y",false]
int(1)
-- default
unparsed ["u",false,"x",false,"n"]
notation ["n",false,"y",false]
default ["<a at=\"&lt;\">"]
default ["1"]
default ["&amp;"]
default ["2"]
default ["&i;"]
default ["3"]
default ["4"]
default ["A"]
default ["<\/a>"]
int(1)
-- external
unparsed ["u",false,"x",false,"n"]
notation ["n",false,"y",false]
external ["e","","nowhere",false]
int(1)
-- default, text, external
unparsed ["u",false,"x",false,"n"]
notation ["n",false,"y",false]
default ["<a at=\"&lt;\">"]
text ["1"]
text ["&"]
text ["2"]
default ["&i;"]
text ["3"]
external ["e","","nowhere",false]
text ["4"]
text ["A"]
default ["<\/a>"]
int(1)
