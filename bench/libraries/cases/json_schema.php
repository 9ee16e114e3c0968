<?php

// justinrainbow/json-schema checks a list of objects against a schema: references, isset of dynamic properties, many small methods.

use JsonSchema\Validator;

$row = fn (int $i) => ['id' => $i, 'name' => "Item $i", 'price' => $i * 1.25, 'tags' => ['a', "t$i"], 'nested' => ['x' => ['y' => $i]]];
$data = json_encode(array_map($row, range(1, 60)));
$schema = <<<'JSON'
    {"type": "array", "items": {"type": "object", "required": ["id", "name"], "properties": {"id": {"type": "integer", "maximum": 50},
        "name": {"type": "string", "pattern": "^Item"}, "price": {"type": "number", "minimum": 0}, "tags": {"type": "array",
        "items": {"type": "string"}}, "nested": {"type": "object"}}}}
    JSON;

return function () use ($data, $schema): array {
    $validator = new Validator();
    $value = json_decode($data);
    $validator->validate($value, json_decode($schema));
    return [$validator->isValid(), count($validator->getErrors())];
};
