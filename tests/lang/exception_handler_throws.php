<?php
// An exception handler that throws is gone for what shutdown functions throw.
function h($n,$m){ echo "[handler: $m]\n"; require '/nonexistent/file.php'; }
function eh($e){ echo "[exception handler: ", $e->getMessage(), "]\n"; include '/nonexistent/in-eh'; echo "after\n"; require '/nonexistent/in-eh2'; }
ini_set("zend.exception_ignore_args", 1); set_error_handler('h'); set_exception_handler('eh');
register_shutdown_function(function(){ echo "[shutdown]\n"; echo $undef; echo "end\n"; });
require_once '/nonexistent/x';
