--TEST--
Constants that are deprecated are reported
--EXTENSIONS--
intl
zip
dom
libxml
--FILE--
<?php
var_dump(NumberFormatter::TYPE_CURRENCY, ZipArchive::FL_RECOMPRESS, U_MULTIPLE_DECIMAL_SEPERATORS, DOM_PHP_ERR);
$constant = new ReflectionClassConstant('NumberFormatter', 'TYPE_CURRENCY');
var_dump($constant->isDeprecated(), $constant->getAttributes()[0]->getArguments());
function f() {
    return NumberFormatter::TYPE_CURRENCY;
}
f();
f();
--EXPECTF--

Deprecated: Constant NumberFormatter::TYPE_CURRENCY is deprecated since 8.3 in %s on line 2

Deprecated: Constant ZipArchive::FL_RECOMPRESS is deprecated since 8.3 in %s on line 2

Deprecated: Constant U_MULTIPLE_DECIMAL_SEPERATORS is deprecated in %s on line 2

Deprecated: Constant DOM_PHP_ERR is deprecated in %s on line 2
int(4)
int(16)
int(65793)
int(0)
bool(true)
array(1) {
  ["since"]=>
  string(3) "8.3"
}

Deprecated: Constant NumberFormatter::TYPE_CURRENCY is deprecated since 8.3 in %s on line 6

Deprecated: Constant NumberFormatter::TYPE_CURRENCY is deprecated since 8.3 in %s on line 6
