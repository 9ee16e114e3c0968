<?php
// Without an answer there are no headers, and no variable.
function failing()
{
    echo @file_get_contents('http://127.0.0.1:1/') === false ? "failed\n" : "answered\n";
    var_dump(isset($http_response_header), array_keys(get_defined_vars()));
    var_dump($http_response_header);
}
failing();
function kept()
{
    $http_response_header = 'mine';
    @file_get_contents('http://127.0.0.1:1/');
    var_dump($http_response_header);
}
kept();
