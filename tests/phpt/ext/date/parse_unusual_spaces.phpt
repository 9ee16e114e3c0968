--TEST--
Spaces that do not break a line; times and dates that do not exist
--FILE--
<?php
foreach (["08:15\u{202F}PM", "8\u{a0}pm", "2020-01-01\u{202f}10:00", "1\u{a0}day", '24:00', '00:00:60', '24:01', '30 feb', '29 feb', 'January', '2020', '2020-02-30 24:30'] as $text) {
    $parsed = date_parse($text);
    unset($parsed['is_localtime']);
    echo json_encode($text), ' ', json_encode($parsed), "\n";
}
foreach ([['h', '13'], ['h A', '0 AM'], ['h A', '13 AM'], ['U', 'x'], ['U', '99999999999999999999'], ['e', 'nope/zone']] as [$format, $text]) {
    echo json_encode(date_parse_from_format($format, $text)), "\n";
}
echo bin2hex(date('Y\\', 0)), "\n";
try {
    DateTime::createFromTimestamp(NAN);
} catch (DateRangeError $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
"08:15\u202fPM" {"year":false,"month":false,"day":false,"hour":20,"minute":15,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":0,"errors":[]}
"8\u00a0pm" {"year":false,"month":false,"day":false,"hour":20,"minute":0,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":0,"errors":[]}
"2020-01-01\u202f10:00" {"year":2020,"month":1,"day":1,"hour":10,"minute":0,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":0,"errors":[]}
"1\u00a0day" {"year":false,"month":false,"day":false,"hour":false,"minute":false,"second":false,"fraction":false,"warning_count":0,"warnings":[],"error_count":0,"errors":[],"relative":{"year":0,"month":0,"day":1,"hour":0,"minute":0,"second":0}}
"24:00" {"year":false,"month":false,"day":false,"hour":24,"minute":0,"second":0,"fraction":0,"warning_count":1,"warnings":{"6":"The parsed time was invalid"},"error_count":0,"errors":[]}
"00:00:60" {"year":false,"month":false,"day":false,"hour":0,"minute":0,"second":60,"fraction":0,"warning_count":1,"warnings":{"9":"The parsed time was invalid"},"error_count":0,"errors":[]}
"24:01" {"year":false,"month":false,"day":false,"hour":24,"minute":1,"second":0,"fraction":0,"warning_count":1,"warnings":{"6":"The parsed time was invalid"},"error_count":0,"errors":[]}
"30 feb" {"year":false,"month":2,"day":30,"hour":false,"minute":false,"second":false,"fraction":false,"warning_count":1,"warnings":{"7":"The parsed date was invalid"},"error_count":0,"errors":[]}
"29 feb" {"year":false,"month":2,"day":29,"hour":false,"minute":false,"second":false,"fraction":false,"warning_count":1,"warnings":{"7":"The parsed date was invalid"},"error_count":0,"errors":[]}
"January" {"year":false,"month":1,"day":false,"hour":false,"minute":false,"second":false,"fraction":false,"warning_count":1,"warnings":{"8":"The parsed date was invalid"},"error_count":0,"errors":[]}
"2020" {"year":false,"month":false,"day":false,"hour":20,"minute":20,"second":0,"fraction":false,"warning_count":0,"warnings":[],"error_count":0,"errors":[]}
"2020-02-30 24:30" {"year":2020,"month":2,"day":30,"hour":24,"minute":30,"second":0,"fraction":0,"warning_count":2,"warnings":{"17":"The parsed date was invalid"},"error_count":0,"errors":[]}
{"year":false,"month":false,"day":false,"hour":13,"minute":0,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":1,"errors":["Hour cannot be higher than 12"],"is_localtime":false}
{"year":false,"month":false,"day":false,"hour":0,"minute":0,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":0,"errors":[],"is_localtime":false}
{"year":false,"month":false,"day":false,"hour":13,"minute":0,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":1,"errors":["Hour cannot be higher than 12"],"is_localtime":false}
{"year":1970,"month":1,"day":1,"hour":0,"minute":0,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":2,"errors":["Found unexpected data"],"is_localtime":true,"zone_type":1,"zone":0,"is_dst":false}
{"year":1970,"month":1,"day":1,"hour":0,"minute":0,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":1,"errors":["Number out of range"],"is_localtime":true,"zone_type":1,"zone":0,"is_dst":false}
{"year":false,"month":false,"day":false,"hour":false,"minute":false,"second":false,"fraction":false,"warning_count":0,"warnings":[],"error_count":1,"errors":["The timezone could not be found in the database"],"is_localtime":true,"zone_type":0}
3139373000
DateTime::createFromTimestamp(): Argument #1 ($timestamp) must be a finite number between -9223372036854775808 and 9223372036854775807.999999, NAN given
