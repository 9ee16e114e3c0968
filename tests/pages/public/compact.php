<?php
// A superglobal whose name is a variable's of the script.
var_dump(isset(compact('_SERVER')['_SERVER']['REQUEST_METHOD']));
var_dump(isset($_SERVER['REQUEST_METHOD']));
