<?php
// Names that classes with properties of their own do not know: dynamic properties are announced before they are read.
// needs: dom simplexml
set_error_handler(function ($level, $message) { echo "H $message\n"; });
$statements = ['$n->a++', '$n->b .= "x"', '$n->c ??= 7', '$r = $n->d ?? 5', 'isset($n->e)', '$r = &$n->f', 'unset($n->h["x"])', '$n->j', '$n->a++'];
$period = new DatePeriod(new DateTime('2020-01-01'), new DateInterval('P1D'), 2);
foreach ([new ArrayObject([]), new ReflectionClass('stdClass'), $period, new DOMDocument] as $n) {
    echo '== ', $n::class, "\n";
    foreach ($statements as $statement) {
        echo "$statement: ";
        try {
            eval("$statement;");
            echo "ok\n";
        } catch (Error $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
// An object that is a number in arithmetic can be counted.
$element = new SimpleXMLElement('<a><b>3</b></a>');
$copy = $element->b;
$copy++;
var_dump($copy);
