--TEST--
error_log() cannot send over TCP
--FILE--
<?php
try { error_log('text', 2); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
try { clearstatcache(true, "a\0b"); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
TCP/IP option is not available for error logging
clearstatcache(): Argument #2 ($filename) must not contain any null bytes
