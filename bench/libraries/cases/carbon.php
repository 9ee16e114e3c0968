<?php

// Carbon: copies of dates moved, compared and written.

use Carbon\Carbon;

return function (): array {
    $date = Carbon::parse('2024-01-31 10:00', 'Europe/Paris');
    $made = [];
    for ($i = 0; $i < 20; $i++) {
        $date = $date->copy()->addMonthsNoOverflow(1)->subDays($i)->startOfWeek();
        $made[] = $date->format('Y-m-d') . $date->diffInDays('2020-02-02') . (int) $date->isWeekend();
    }
    return $made;
};
