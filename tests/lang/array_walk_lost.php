<?php
$a0 = [1, 2];
try { array_walk($a0, function () { $GLOBALS['a0'] = null; throw new Exception("own"); }); } catch (Throwable $e) { echo get_class($e), $e->getMessage(), ' < ', $e->getPrevious()?->getMessage(), "\n"; }
$a0 = [1, 2];
try { array_walk($a0, function () { $GLOBALS['a0'] = 5; }); } catch (Throwable $e) { echo get_class($e), $e->getMessage(), ' < ', $e->getPrevious()?->getMessage(), "\n"; }
$a0 = [[1], 2];
try { array_walk_recursive($a0, function () { $GLOBALS['a0'] = 5; throw new Exception("own"); }); } catch (Throwable $e) { echo get_class($e), $e->getMessage(), ' < ', $e->getPrevious()?->getMessage(), "\n"; }
