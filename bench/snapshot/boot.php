<?php
// Builds 64 MB of what applications keep: objects, maps, lists, strings.
class Service { public array $options = []; public ?Service $parent = null; function __construct(public string $name, public int $number) {} }
$services = $routes = $texts = [];
for ($i = 0; memory_get_usage() < 64 << 20; $i++) {
    $service = new Service("service $i", $i);
    $service->options = ['name' => "option $i", 'weight' => $i / 3, 'tags' => [$i, $i + 1, "tag $i"]];
    $service->parent = $services[intdiv($i, 10)] ?? null;
    $services[] = $service;
    $routes["/path/$i"] = [$service, "method$i"];
    $texts[] = str_repeat(chr(65 + $i % 26), 64);
}
