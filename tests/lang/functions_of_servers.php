<?php
// What only a server has does not exist in programs, which may declare it.
foreach (['getallheaders', 'apache_request_headers', 'apache_response_headers'] as $name) {
    var_dump(function_exists($name));
}
if (!function_exists('getallheaders')) {
    function getallheaders()
    {
        return 'mine';
    }
}
echo getallheaders(), "\n";
