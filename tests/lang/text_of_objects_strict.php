<?php
declare(strict_types=1);
// Where types are strict, text is made of objects by operators only.
class T { public function __toString(): string { return 'text'; } }
function all(T $o) {
    echo "the $o", ' ', 'a' . $o, "\n";
    try { var_dump(strlen($o)); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
    $s = 'x'; $s .= $o; var_dump($s);
}
all(new T);
