<?php

set_exception_handler(function (Throwable $e) {
    echo "handling\n";
    throw new LogicException('from the handler', 0, $e);
});
throw new Exception('original');
