<?php

printf("[%d] [%5d] [%-5d] [%05d] [%+d] [%+d]\n", 42, 42, 42, 42, 42, -42);
printf("[%s] [%10s] [%-10s] [%'*10s] [%.2s] [%5.1s]\n", 'str', 'str', 'str', 'str', 'str', 'str');
printf("[%f] [%.2f] [%10.3f] [%-10.1f] [%010.2f] [%.0f] [%+.1f]\n", 3.14159, 3.14159, 3.14159, 3.14159, -3.14159, 2.5, 1.25);
printf("[%e] [%.2e] [%E] [%g] [%G] [%g] [%g]\n", 12345.678, 0.00012, 12345.678, 0.00001234, 1e20, 123456789.0, 100000.0);
printf("[%b] [%o] [%x] [%X] [%c] [%%] [%u]\n", 5, 8, 255, 255, 65, -1);
printf("[%2\$s %1\$s %2\$05d]\n", 'first', '7');
printf("[%'010d] [%'x8.2f] [% 5d]\n", 42, 1.5, 7);
echo sprintf('%s %s %s', true, null, 1.0), "\n";
echo sprintf('%d %d %d', '12abc', 3.99, true), "\n";
echo vsprintf('%04d-%02d-%02d', [2024, 3, 7]), "\n";
echo sprintf('%.15g %.17g %.3g %h %H', 0.1, 0.1, 1234.5, 1.5, 2.5), "\n";
echo sprintf('%.50f', 1 / 3), "\n";
echo sprintf('%5.5d|%-+6d|%06.2f|%s', 3, 4, 1.005, 'ü'), "\n";
echo sprintf("%'.10d|%+05d|%x", 42, 7, -1), "\n";
foreach ([fn () => sprintf('%d'), fn () => sprintf('%2$s', 1), fn () => sprintf('%z', 1), fn () => vsprintf('%s %s', [1]), fn () => sprintf('%0$s', 1), fn () => sprintf('%', 1), fn () => sprintf('%.100f', 1), fn () => vsprintf('%s', 'x')] as $try) {
    try {
        var_dump($try());
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump(number_format(1234.5), sprintf('%s', 1e25), sprintf('%d', 1e18), sprintf('%5s', 'toolong'), sprintf('%-5s|', 'ab'));
var_dump(sscanf('age: 25 name: Bob', 'age: %d name: %s'), sscanf('12 apples', '%d %s %s'), sscanf('#ff8000', '#%2x%2x%2x'));
