--TEST--
A writer that does not write says so before it looks at names
--EXTENSIONS--
xmlwriter
--FILE--
<?php
foreach ([['startElement', '1'], ['writeElement', '1', 'x'], ['startAttribute', ''], ['writeAttribute', '', 'x'], ['startPi', ''], ['startDtdElement', '1'], ['startElementNs', null, '', null]] as $call) {
    $name = array_shift($call);
    try {
        (new XMLWriter)->$name(...$call);
    } catch (Error $e) {
        echo $name, ' ', $e->getMessage(), "\n";
    }
}
--EXPECT--
startElement Invalid or uninitialized XMLWriter object
writeElement Invalid or uninitialized XMLWriter object
startAttribute Invalid or uninitialized XMLWriter object
writeAttribute Invalid or uninitialized XMLWriter object
startPi Invalid or uninitialized XMLWriter object
startDtdElement Invalid or uninitialized XMLWriter object
startElementNs Invalid or uninitialized XMLWriter object
