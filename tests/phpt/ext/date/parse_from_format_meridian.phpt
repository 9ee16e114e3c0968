--TEST--
Meridians in date_parse_from_format()
--FILE--
<?php
foreach ([['a', 'am'], ['a', 'px'], ['a', 'p.m'], ['a g', 'pm 5'], ['g a', '5 p.m.'], ['g a', '5 p.m'], ['g a', '5 xpm'],
    ['g a', '12 A.M.'], ['g a', '5 '], ['A', 'xyz']] as [$format, $text]) {
    $found = date_parse_from_format($format, $text);
    echo "$format '$text': ", json_encode([$found['hour'], $found['minute'], $found['error_count'], $found['errors']]), "\n";
}
--EXPECT--
a 'am': [false,false,1,["Meridian can only come after an hour has been found"]]
a 'px': [false,false,3,["A meridian could not be found","Trailing data"]]
a 'p.m': [false,false,2,["A meridian could not be found"]]
a g 'pm 5': [5,0,1,["Meridian can only come after an hour has been found"]]
g a '5 p.m.': [17,0,0,[]]
g a '5 p.m': [5,0,1,{"2":"A meridian could not be found"}]
g a '5 xpm': [17,0,0,[]]
g a '12 A.M.': [0,0,0,[]]
g a '5 ': [5,0,1,{"2":"Not enough data available to satisfy format"}]
A 'xyz': [false,false,2,["A meridian could not be found"]]
