--TEST--
Defaults of native parameters are printed with double quotes
--EXTENSIONS--
mbstring
--FILE--
<?php
foreach (['trim', 'setcookie', 'fputcsv', 'date_create', 'getmxrr', 'html_entity_decode'] as $name) {
    foreach ((new ReflectionFunction($name))->getParameters() as $parameter) {
        echo $parameter, "\n";
    }
}
--EXPECT--
Parameter #0 [ <required> string $string ]
Parameter #1 [ <optional> string $characters = " \n\r\t\v\x00" ]
Parameter #0 [ <required> string $name ]
Parameter #1 [ <optional> string $value = "" ]
Parameter #2 [ <optional> array|int $expires_or_options = 0 ]
Parameter #3 [ <optional> string $path = "" ]
Parameter #4 [ <optional> string $domain = "" ]
Parameter #5 [ <optional> bool $secure = false ]
Parameter #6 [ <optional> bool $httponly = false ]
Parameter #0 [ <required> $stream ]
Parameter #1 [ <required> array $fields ]
Parameter #2 [ <optional> string $separator = "," ]
Parameter #3 [ <optional> string $enclosure = "\"" ]
Parameter #4 [ <optional> string $escape = "\\" ]
Parameter #5 [ <optional> string $eol = "\n" ]
Parameter #0 [ <optional> string $datetime = "now" ]
Parameter #1 [ <optional> ?DateTimeZone $timezone = null ]
Parameter #0 [ <required> string $hostname ]
Parameter #1 [ <required> &$hosts ]
Parameter #2 [ <optional> &$weights = null ]
Parameter #0 [ <required> string $string ]
Parameter #1 [ <optional> int $flags = ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML401 ]
Parameter #2 [ <optional> ?string $encoding = null ]
