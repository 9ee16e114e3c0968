<?php
namespace Wiki;

abstract class Event
{
    private static array $listeners = [];

    public static function on(string $name, callable $listener, int $priority = 0): void
    {
        self::$listeners[$name][$priority][] = $listener;
        ksort(self::$listeners[$name]);
    }
    public static function trigger(string $name, array $data): array
    {
        foreach (static::$listeners[$name] ?? [] as $listeners) {
            foreach ($listeners as $listener) {
                $data = call_user_func($listener, $data) ?? $data;
                if (isset($data['stop']) && $data['stop'] instanceof \Throwable) {
                    throw $data['stop'];
                }
            }
        }
        return $data;
    }
}
