<?php

// php-parser reads its own source: dumps the syntax tree of every file, prints it back as PHP, and reads that again.

$source = $argv[1];

spl_autoload_register(function (string $class) use ($source): void {
    $file = "$source/lib/" . strtr($class, '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});

$files = [];
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$source/lib", FilesystemIterator::SKIP_DOTS)) as $file) {
    if ($file->getExtension() === 'php') {
        $files[] = $file->getPathname();
    }
}
sort($files);

$lexer = new PhpParser\Lexer\Emulative(['usedAttributes' => ['comments', 'startLine', 'endLine']]);
$parser = (new PhpParser\ParserFactory())->create(PhpParser\ParserFactory::PREFER_PHP7, $lexer);
$dumper = new PhpParser\NodeDumper(['dumpComments' => true, 'dumpPositions' => true]);
$plain = new PhpParser\NodeDumper();
$printer = new PhpParser\PrettyPrinter\Standard();
$resolver = new PhpParser\NodeTraverser();
$resolver->addVisitor(new PhpParser\NodeVisitor\NameResolver());

foreach ($files as $file) {
    echo '== ', substr($file, strlen($source) + 1), "\n";
    $tree = $parser->parse(file_get_contents($file));
    echo $dumper->dump($tree), "\n";
    $printed = $printer->prettyPrintFile($tree);
    echo strlen($printed), ' ', md5($printed), "\n";
    $again = $parser->parse($printed);
    var_dump($plain->dump($again) === $plain->dump($parser->parse($printer->prettyPrintFile($again))));
    echo md5($plain->dump($resolver->traverse($tree))), "\n";
}

foreach (['<?php $a = ;', '<?php function f( { }', '<?php class A { public public $x; }', "<?php 'unclosed", '<?php namespace A; namespace B { }'] as $wrong) {
    $errors = new PhpParser\ErrorHandler\Collecting();
    $tree = $parser->parse($wrong, $errors);
    foreach ($errors->getErrors() as $error) {
        echo $error->getMessage(), "\n";
    }
    echo $tree === null ? 'no tree' : $plain->dump($tree), "\n";
}
