--TEST--
in_array() and array_search() of integers and texts in lists of several kinds
--FILE--
<?php
$five = 5;
$lists = [range(1, 9), [1, 2, '5', 5], ['5', 5.0, 5], [1.5, 2, 3, 4, 'a', 5], ['a', 'b', 'c', 'd', 'e', 'five'], [null, false, true, '5'], [1, 2, 3, &$five], [[5], 5],
    ['k' => 1, 'l' => 5], [3 => 1, 5], []];
foreach ($lists as $list) {
    foreach ([5, '5', 'e', 'five', 0, null] as $needle) {
        echo json_encode([array_search($needle, $list), array_search($needle, $list, true), in_array($needle, $list), in_array($needle, $list, true)]);
    }
    echo "\n";
}
?>
--EXPECT--
[4,4,true,true][4,false,true,false][false,false,false,false][false,false,false,false][false,false,false,false][false,false,false,false]
[2,3,true,true][2,2,true,true][false,false,false,false][false,false,false,false][false,false,false,false][false,false,false,false]
[0,2,true,true][0,0,true,true][false,false,false,false][false,false,false,false][false,false,false,false][false,false,false,false]
[5,5,true,true][5,false,true,false][false,false,false,false][false,false,false,false][false,false,false,false][false,false,false,false]
[false,false,false,false][false,false,false,false][4,4,true,true][5,5,true,true][false,false,false,false][false,false,false,false]
[2,false,true,false][2,3,true,true][2,false,true,false][2,false,true,false][0,false,true,false][0,0,true,true]
[3,3,true,true][3,false,true,false][false,false,false,false][false,false,false,false][false,false,false,false][false,false,false,false]
[1,1,true,true][1,false,true,false][false,false,false,false][false,false,false,false][false,false,false,false][false,false,false,false]
["l","l",true,true]["l",false,true,false][false,false,false,false][false,false,false,false][false,false,false,false][false,false,false,false]
[4,4,true,true][4,false,true,false][false,false,false,false][false,false,false,false][false,false,false,false][false,false,false,false]
[false,false,false,false][false,false,false,false][false,false,false,false][false,false,false,false][false,false,false,false][false,false,false,false]
