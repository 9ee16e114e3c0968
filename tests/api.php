<?php
// The functions, classes, constants and settings of an extension as JSON, by Reflection: for tests/api.py.
function type(?ReflectionType $type): ?string { return $type === null ? null : (string) $type; }
function modifiers(int $bits): string { return implode(' ', Reflection::getModifierNames($bits)); }
function parameters(ReflectionFunctionAbstract $f): array
{
    return array_map(function (ReflectionParameter $p) {
        $entry = ['name' => $p->getName(), 'type' => type($p->getType())];
        if ($p->isPassedByReference()) $entry['byref'] = true;
        if ($p->isVariadic()) $entry['variadic'] = true;
        if ($p->isOptional() && !$p->isVariadic()) $entry['optional'] = true;
        return $entry;
    }, $f->getParameters());
}
function signature(ReflectionFunctionAbstract $f): array
{
    return ['params' => parameters($f), 'return' => type($f->getReturnType() ?? $f->getTentativeReturnType())];
}
function describe(ReflectionClass $c): array
{
    $entry = ['parent' => ($p = $c->getParentClass()) ? $p->getName() : null, 'modifiers' => modifiers($c->getModifiers()),
        'kind' => $c->isInterface() ? 'interface' : ($c->isTrait() ? 'trait' : ($c->isEnum() ? 'enum' : 'class')),
        'interfaces' => $c->getInterfaceNames(), 'constants' => [], 'properties' => [], 'methods' => []];
    foreach ($c->getReflectionConstants() as $k) if ($k->getDeclaringClass()->getName() === $c->getName()) $entry['constants'][$k->getName()] = modifiers($k->getModifiers());
    foreach ($c->getProperties() as $p) if ($p->getDeclaringClass()->getName() === $c->getName()) $entry['properties'][$p->getName()] = ['modifiers' => modifiers($p->getModifiers()), 'type' => type($p->getType())];
    foreach ($c->getMethods() as $m) if ($m->getDeclaringClass()->getName() === $c->getName()) $entry['methods'][$m->getName()] = ['modifiers' => modifiers($m->getModifiers())] + signature($m);
    return $entry;
}
$out = [];
foreach (get_loaded_extensions() as $name) {
    $e = new ReflectionExtension($name);
    $out[strtolower($name)] = [
        'functions' => array_map(signature(...), $e->getFunctions()),
        'classes' => array_map(describe(...), $e->getClasses()),
        'constants' => array_map(fn($v) => is_scalar($v) || $v === null ? $v : '?', $e->getConstants()),
        'ini' => $e->getINIEntries(),
    ];
}
// What the command line adds.
foreach (['PHP_SAPI', 'STDIN', 'STDOUT', 'STDERR', 'PHP_CLI_PROCESS_TITLE'] as $name) if (defined($name)) $out['core']['constants'][$name] = '?';
echo json_encode($out, JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
