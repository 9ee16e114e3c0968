<?php

// Doctrine: annotations out of a comment, and words by its inflector.

/** @Annotation */
class Note
{
    public $a;
    public $b;
}

$parser = new Doctrine\Common\Annotations\DocParser();
$inflector = Doctrine\Inflector\InflectorFactory::create()->build();

return function () use ($parser, $inflector): array {
    $parser->setImports(['note' => 'Note']);
    return [
        $parser->parse('/** Some text. @Note(a="x", b={1,2,"k"="v"}) @Note(b=@Note(a=5)) */', 'context'),
        [$inflector->pluralize('category'), $inflector->tableize('FooBarBaz'), $inflector->singularize('children')],
    ];
};
