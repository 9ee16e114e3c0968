<?php

// Doctrine's inflector: words through rules of patterns, and transliteration by a large map.

$inflector = Doctrine\Inflector\InflectorFactory::create()->build();
$words = ['category', 'person', 'news', 'octopus', 'status', 'child', 'goose', 'matrix', 'address'];

return function () use ($inflector, $words): array {
    $made = [];
    foreach ($words as $i => $word) {
        $made[] = $inflector->pluralize("$word$i") . $inflector->classify("the_{$word}_$i") . $inflector->tableize('The' . ucfirst($word));
        $made[] = $inflector->urlize("Ünï $word");
    }
    return $made;
};
