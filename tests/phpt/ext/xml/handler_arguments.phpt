--TEST--
Scalars are names of methods; arrays and objects that cannot be called are wrong
--EXTENSIONS--
xml
--FILE--
<?php
$parser = xml_parser_create();
foreach ([false, '', 'nope', 5, [], new stdClass, 'strlen', null] as $handler) {
    try {
        var_dump(xml_set_default_handler($parser, $handler));
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
foreach ([[true, []], ['strlen', [1]], [[], []]] as [$start, $end]) {
    try {
        xml_set_element_handler($parser, $start, $end);
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
--EXPECTF--

Deprecated: xml_set_default_handler(): Passing non-callable strings is deprecated since 8.4 in %s on line 5
bool(true)

Deprecated: xml_set_default_handler(): Passing non-callable strings is deprecated since 8.4 in %s on line 5
bool(true)

Deprecated: xml_set_default_handler(): Passing non-callable strings is deprecated since 8.4 in %s on line 5
ValueError: xml_set_default_handler(): Argument #2 ($handler) an object must be set via xml_set_object() to be able to lookup method

Deprecated: xml_set_default_handler(): Passing non-callable strings is deprecated since 8.4 in %s on line 5
ValueError: xml_set_default_handler(): Argument #2 ($handler) an object must be set via xml_set_object() to be able to lookup method
TypeError: xml_set_default_handler(): Argument #2 ($handler) must be of type callable|string|null
TypeError: xml_set_default_handler(): Argument #2 ($handler) must be of type callable|string|null
bool(true)
bool(true)
xml_set_element_handler(): Argument #3 ($end_handler) must be of type callable|string|null
xml_set_element_handler(): Argument #3 ($end_handler) must be of type callable|string|null
xml_set_element_handler(): Argument #2 ($start_handler) must be of type callable|string|null
