--TEST--
What cannot be set is an error that names the option or the argument
--EXTENSIONS--
curl
--FILE--
<?php
$c = curl_init();
foreach ([
    [99999, 1], [CURLOPT_HTTPHEADER, 'x'], [CURLOPT_URL, "a\0b"], [CURLOPT_FILE, 'x'], [CURLOPT_FILE, fopen('php://stdin', 'r')],
    [CURLOPT_WRITEFUNCTION, 'nowhere'], [CURLOPT_SAFE_UPLOAD, false],
] as [$option, $value]) {
    try {
        var_dump(curl_setopt($c, $option, $value));
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
try {
    curl_setopt_array($c, ['x' => 1]);
} catch (Error $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
--EXPECT--
ValueError: curl_setopt(): Argument #2 ($option) is not a valid cURL option
TypeError: curl_setopt(): The CURLOPT_HTTPHEADER option must have an array value
ValueError: curl_setopt(): cURL option must not contain any null bytes
TypeError: curl_setopt(): supplied argument is not a valid File-Handle resource
ValueError: curl_setopt(): The provided file handle must be writable
TypeError: curl_setopt(): Argument #3 ($value) must be a valid callback for option CURLOPT_WRITEFUNCTION, function "nowhere" not found or invalid function name
ValueError: curl_setopt(): Disabling safe uploads is no longer supported
ValueError: curl_setopt_array(): Argument #2 ($options) contains an invalid cURL option
