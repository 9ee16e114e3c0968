--TEST--
Of two dates or times in a text the first counts
--FILE--
<?php
foreach (['2020-01-01 2021-02-03', '10am 11:30', '2020-01-01 12:00:00 13:14:15', '20200101T101112 2020-02-02', '10:00 noon 11:00',
    'Jan 5 Feb 6', 'back of 7 8:00', '2020-01-01T10:11:12 20200101T101112'] as $text) {
    $found = date_parse($text);
    echo "$text: ", json_encode(array_slice($found, 0, 6)), ' ', json_encode($found['errors']), "\n";
}
--EXPECT--
2020-01-01 2021-02-03: {"year":2020,"month":1,"day":1,"hour":false,"minute":false,"second":false} {"11":"Double date specification"}
10am 11:30: {"year":false,"month":false,"day":false,"hour":10,"minute":0,"second":0} {"5":"Double time specification"}
2020-01-01 12:00:00 13:14:15: {"year":2020,"month":1,"day":1,"hour":12,"minute":0,"second":0} {"20":"Double time specification"}
20200101T101112 2020-02-02: {"year":2020,"month":1,"day":1,"hour":10,"minute":11,"second":12} {"16":"Double date specification"}
10:00 noon 11:00: {"year":false,"month":false,"day":false,"hour":12,"minute":0,"second":0} {"11":"Double time specification"}
Jan 5 Feb 6: {"year":false,"month":1,"day":5,"hour":false,"minute":false,"second":false} {"6":"Double date specification"}
back of 7 8:00: {"year":false,"month":false,"day":false,"hour":7,"minute":15,"second":0} {"10":"Double time specification"}
2020-01-01T10:11:12 20200101T101112: {"year":2020,"month":1,"day":1,"hour":10,"minute":11,"second":12} {"20":"Double time specification"}
