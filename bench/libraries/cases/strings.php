<?php

// Laravel's fluent strings.

use Illuminate\Support\Str;

return function (): string {
    $made = '';
    for ($i = 0; $i < 20; $i++) {
        $made .= Str::of("some Title number $i")->slug()->studly()->snake()->limit(20)->append('.') . Str::ascii("Ünïcödé $i");
    }
    return $made;
};
