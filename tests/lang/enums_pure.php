<?php

enum Suit
{
    case Hearts;
    case Spades;

    const Wild = self::Spades;

    public function color(): string
    {
        return match ($this) {
            self::Hearts => 'Red',
            self::Spades => 'Black',
        };
    }

    public static function random(): self
    {
        return self::Hearts;
    }
}
var_dump(Suit::Hearts, Suit::Hearts === Suit::Hearts, Suit::Hearts == Suit::Spades, Suit::Wild->name);
echo Suit::Hearts->color(), ' ', Suit::random()->name, "\n";
print_r(Suit::cases());
var_dump(Suit::Hearts instanceof UnitEnum, Suit::Hearts instanceof BackedEnum);
var_dump(constant('Suit::Hearts'), defined('Suit::Spades'));
$name = 'Spades';
var_dump(Suit::{$name});
var_export([Suit::Hearts, 'k' => Suit::Spades]);
echo "\n";
var_dump(serialize(Suit::Hearts), unserialize('E:11:"Suit:Hearts";'));
$tries = [
    fn () => new Suit(),
    fn () => clone Suit::Hearts,
    function () { $s = Suit::Hearts; $s->name = "x"; },
    fn () => Suit::Missing,
    fn () => json_encode(Suit::Hearts, JSON_THROW_ON_ERROR),
    fn () => (string) Suit::Hearts,
    fn () => Suit::Hearts < Suit::Spades,
    fn () => Suit::Hearts->extra,
];
foreach ($tries as $try) {
    try {
        var_dump($try());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
$map = new WeakMap();
$map[Suit::Hearts] = 1;
echo count($map), "\n";
echo gettype(Suit::Hearts), ' ', get_debug_type(Suit::Hearts), ' ', Suit::Hearts::class, "\n";
