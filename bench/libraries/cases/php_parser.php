<?php

// php-parser reads one of its own files, resolves names and prints it.

$parser = (new PhpParser\ParserFactory())->create(PhpParser\ParserFactory::PREFER_PHP7);
$printer = new PhpParser\PrettyPrinter\Standard();
$source = file_get_contents(LIBRARIES . '/PhpParser/NodeTraverser.php');

return function () use ($parser, $printer, $source): string {
    $traverser = new PhpParser\NodeTraverser();
    $traverser->addVisitor(new PhpParser\NodeVisitor\NameResolver());
    return $printer->prettyPrintFile($traverser->traverse($parser->parse($source)));
};
