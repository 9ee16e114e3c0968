<?php
// Functions that compare by true and false, where an error handler throws at the first answer: that one counts, no other is asked.
set_error_handler(function ($level, $text) { throw new ErrorException($text); });
$asked = 0;
foreach ([
    [fn($a, $b) => true, [1, 2, 3]], [fn($a, $b) => false, [1, 2, 3]], [fn($a, $b) => $a > $b, [3, 1, 2, 5]],
    [function ($a, $b) use (&$asked) { return $asked++ == 1 ? false : ($asked > 2 ? true : 1); }, [4, 3, 2, 1]],
    [fn($a, $b) => $a > $b, range(20, 1)],
] as [$order, $list]) {
    foreach (['usort', 'uasort', 'uksort'] as $sort) {
        $sorted = $list;
        try {
            $sort($sorted, $order);
        } catch (ErrorException $e) {
            echo substr($e->getMessage(), 0, 23), ': ';
        }
        foreach ($sorted as $key => $value) {
            echo "$key=$value ";
        }
        echo "\n";
    }
}
echo $asked, "\n";
