<?php

$made = "made with $local";
if (!function_exists('included_function')) {
    function included_function()
    {
        return __FUNCTION__ . basename(__FILE__) . basename(__DIR__);
    }
}
