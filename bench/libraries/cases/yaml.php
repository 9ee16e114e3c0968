<?php

// Symfony Yaml: writes a configuration of twenty services, and reads it.

use Symfony\Component\Yaml\Yaml;

$data = ['services' => []];
for ($i = 0; $i < 20; $i++) {
    $data['services']["app.service_$i"] = [
        'class' => "App\\Service\\S$i",
        'arguments' => ['@logger', '%kernel.debug%', $i, 1.5, true, null],
        'tags' => [['name' => 'kernel.event_listener', 'event' => "e$i"]],
        'public' => false,
        'text' => "line one\nline two: $i",
    ];
}
$text = Yaml::dump($data, 5);

return fn () => [Yaml::parse($text), Yaml::dump($data, 4)];
