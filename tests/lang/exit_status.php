<?php

function leave(int $code): never
{
    exit($code);
}
array_map(fn ($x) => leave($x), [3]);
echo 'never';
