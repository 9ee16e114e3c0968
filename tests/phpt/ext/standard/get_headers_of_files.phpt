--TEST--
get_headers() is for URLs only
--FILE--
<?php
var_dump(get_headers('file.txt'), get_headers('/etc/passwd'), get_headers(''));
--EXPECTF--

Warning: get_headers(): This function may only be used against URLs in %s on line 2

Warning: get_headers(): This function may only be used against URLs in %s on line 2

Fatal error: Uncaught ValueError: Path must not be empty in %s:2
Stack trace:
#0 %s(2): get_headers('')
#1 {main}
  thrown in %s on line 2
