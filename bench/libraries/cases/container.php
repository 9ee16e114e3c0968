<?php

// Laravel: twenty times a service with its dependencies out of the container, a call with injected arguments, and an event.

require LIBRARIES . '/Illuminate/Collections/helpers.php';

interface Log
{
}
class Settings
{
    public int $a = 1;
}
class FileLog implements Log
{
    public function __construct(public Settings $settings)
    {
    }
}
class Repository
{
    public function __construct(public Log $log, public Settings $settings, public int $limit = 5)
    {
    }
}
class Service
{
    public function __construct(public Repository $repository, public Log $log)
    {
    }

    public function run(Settings $settings, int $x): int
    {
        return $x + $settings->a;
    }
}

$container = new Illuminate\Container\Container();
$container->bind(Log::class, FileLog::class);
$container->singleton(Settings::class);
$container->when(Repository::class)->needs('$limit')->give(7);
$container->extend(Log::class, fn ($log) => $log);
$events = new Illuminate\Events\Dispatcher($container);
$events->listen('order.*', fn ($name, $payload) => count($payload));
$events->listen('order.made', fn ($order) => $order);

return function () use ($container, $events): int {
    $sum = 0;
    for ($i = 0; $i < 20; $i++) {
        $service = $container->make(Service::class);
        $sum += $service->repository->limit + $container->call([$service, 'run'], ['x' => $i]);
        $sum += count($events->dispatch('order.made', [$i]));
    }
    return $sum;
};
