--TEST--
What is made after a fatal error has its destructor called
--FILE--
<?php
class D { function __construct(public $n) {} function __destruct() { echo "destruct $this->n\n"; } }
$kept = new D('never');
register_shutdown_function(function () { $GLOBALS['late'] = new D('at the end'); new D('at once'); });
ob_start(function ($text) { new D('unseen'); return "[$text]"; });
echo "text\n";
eval('class D {}');
?>
--EXPECTF--
[text

Fatal error: Cannot redeclare class D (previously declared in %s:2) in %s(7) : eval()'d code on line 1
destruct at once
destruct at the end
]