<?php

// When expressions of cron are due next.

return function (): array {
    $dates = [];
    foreach (['*/5 * * * *', '0 0 1 1 *', '15 10 ? * MON-FRI', '0 12 */5 * *'] as $expression) {
        foreach ((new Cron\CronExpression($expression))->getMultipleRunDates(4, '2024-03-03 03:03') as $date) {
            $dates[] = $date->format('c');
        }
    }
    return $dates;
};
