<?php
function build_menu(array $pages, string $current): array
{
    uasort($pages, fn (array $a, array $b): int => $a['level'] <=> $b['level'] ?: strnatcasecmp($a['id'], $b['id']));
    $menu = [];
    foreach ($pages as $id => $page) {
        $parts = explode(':', $id);
        $label = ucfirst(str_replace('_', ' ', end($parts)));
        $menu[] = ['id' => $id, 'label' => $label, 'current' => $id === $current, 'level' => $page['level'], 'size' => $page['size']];
    }
    return array_filter($menu, static fn ($item) => $item['size'] > 0);
}

function show_menu(array $menu): void
{
    $level = 0;
    foreach ($menu as ['id' => $id, 'label' => $label, 'current' => $current, 'level' => $at]) {
        echo str_repeat('<ul>', max(0, $at - $level)), str_repeat('</ul>', max(0, $level - $at));
        echo '<li>', link_to($id, $label, ...($current ? ['current'] : [])), '</li>';
        $level = $at;
    }
    echo str_repeat('</ul>', $level);
}
