<?php

// Laravel: collections, array and string helpers over a hundred rows.

use Illuminate\Support\{Arr, Collection, Str};

require LIBRARIES . '/Illuminate/Collections/helpers.php';

$rows = [];
for ($i = 0; $i < 100; $i++) {
    $meta = ['tags' => ["t$i", 'x'], 'on' => $i % 2 == 0];
    $rows[] = ['id' => $i, 'name' => "Name $i", 'group' => 'g' . $i % 7, 'price' => $i * 1.25, 'meta' => $meta];
}

return function () use ($rows): array {
    $all = new Collection($rows);
    return [
        $all->where('meta.on', true)->groupBy('group')->map(fn ($group) => $group->sum('price'))->sortDesc()->all(),
        $all->pluck('name', 'id')->filter(fn ($name) => str_contains($name, '5'))->values()->all(),
        $all->sortBy([['group', 'asc'], ['price', 'desc']])->first(),
        $all->chunk(10)->map->count()->all(),
        $all->flatMap(fn ($row) => $row['meta']['tags'])->unique()->count(),
        $all->keyBy('id')->only([1, 2, 3])->toArray(),
        $all->reduce(fn ($sum, $row) => $sum + $row['price'], 0),
        $all->partition(fn ($row) => $row['id'] > 50)->map->count()->all(),
        Arr::dot($rows[3]),
        [Str::slug('Hello World Again'), Str::camel('foo_bar_baz'), Str::snake('FooBarBaz')],
        data_get($rows, '*.meta.on'),
        $all->lazy()->filter(fn ($row) => $row['id'] % 3 == 0)->take(5)->pluck('id')->all(),
    ];
};
