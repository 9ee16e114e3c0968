<?php
// The line of what is searched for among literals.
$found = in_array(
    $missing,
    [
        'a',
        'b',
    ],
    true
);
$found = in_array($absent, [
    'a',
]);
