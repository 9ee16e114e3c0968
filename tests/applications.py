#!/usr/bin/env python3
"""Runs command-line programs written in PHP, as Debian packages them, with Phant and with the reference PHP, and compares what
they print, how they end, and the files they leave behind.

    tests/applications.py                        everything, programs taken from / (apt install composer php-codesniffer ...)
    tests/applications.py --root DIR ...         programs of unpacked packages: DIR/usr/bin, DIR/usr/share/php
    tests/applications.py composer phpcs         these only
    tests/applications.py --php target/debug/phant --keep

A program that no root has is skipped, and so is everything without a reference. Each step runs in the folder that the steps
before it have left, one such folder for each PHP; folders, times and memory are masked.
"""
import argparse, os, re, shutil, sys, tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import PHANT, ROOT, difference, php_words, reference, run

# What varies from run to run.
MASKS = [
    (rb'\d+(\.\d+)? ?(seconds?|secs?|ms|minutes?)\b', b'TIME'),
    (rb'\b\d\d:\d\d(:\d\d)?(\.\d+)?\b', b'TIME'),
    (rb'\d+(\.\d+)? ?([KM]i?B|MiB|bytes)\b', b'SIZE'),
    (rb'time="[\d.]+"', b'time="TIME"'),
    (rb"(flowId|duration)='\d+'", rb"\1='NUMBER'"),
    (rb'"times":\{[^}]*\}', b'"times":{}'),
    (rb'PHP version \S+ \([^)]*\)', b'PHP version'),
    (rb'Runtime: +PHP [^\n]*', b'Runtime'),
    # Paths that were too long for a column.
    (rb'\.\.\.\S*?/[01]/src\b', b'.../src'),
    (rb'\d{4}-\d\d-\d\d[T ]TIME([+-]\d\d:?\d\d|Z)?', b'DATE'),
]

# The reference may live in the user's cache, and programs run with another home.
CACHE = Path(os.environ.get('XDG_CACHE_HOME') or Path.home() / '.cache')
REFERENCE_ENV = {'PHP_REFERENCE': os.environ.get('PHP_REFERENCE') or str(CACHE / 'php-reference')}
COMPOSER_ENV = {'COMPOSER_ALLOW_SUPERUSER': '1', 'COMPOSER_DISABLE_NETWORK': '1', 'COMPOSER_NO_INTERACTION': '1'}


def composer_project(folder):
    """A project with two packages in local folders, one of which needs the other."""
    files = {
        'composer.json': '''{
    "name": "acme/site", "description": "A site", "license": "MIT", "type": "project", "version": "1.0.0",
    "repositories": [{"type": "path", "url": "packages/*", "options": {"symlink": false}}, {"packagist.org": false}],
    "require": {"php": ">=8.1", "acme/text": "^1.2"},
    "autoload": {"psr-4": {"Acme\\\\Site\\\\": "src/"}, "classmap": ["old/"], "files": ["src/functions.php"]},
    "scripts": {"hello": "echo hello", "post-autoload-dump": "@php -r \\"echo 'dumped', PHP_EOL;\\""},
    "config": {"sort-packages": true}
}''',
        'src/Page.php': '<?php\nnamespace Acme\\Site;\n\nfinal class Page { public function title(): string { return \\Acme\\Text\\upper("x"); } }\n',
        'src/functions.php': '<?php\nnamespace Acme\\Site;\n\nfunction page(): Page { return new Page; }\n',
        'old/Thing.php': '<?php\nabstract class Old_Thing {}\ninterface Old_Face {}\ntrait Old_Trait {}\nenum Old_Enum { case A; }\n',
        'main.php': '<?php\nrequire "vendor/autoload.php";\n'
                    'echo Acme\\Site\\page()->title(), class_exists("Old_Thing"), enum_exists("Old_Enum"), "\\n";\n'
                    'echo Composer\\InstalledVersions::getPrettyVersion("acme/text"), "\\n";\n',
        'packages/text/composer.json': '{"name": "acme/text", "version": "1.2.3", "require": {"acme/base": "~2.0"}, '
                                       '"autoload": {"files": ["text.php"]}, "bin": ["bin/text"]}',
        'packages/text/text.php': '<?php\nnamespace Acme\\Text;\n\nfunction upper(string $s): string { return strtoupper($s) . \\Acme\\Base\\Base::NAME; }\n',
        'packages/text/bin/text': '#!/usr/bin/env php\n<?php echo "text\\n";\n',
        'packages/base/composer.json': '{"name": "acme/base", "version": "2.0.1", "autoload": {"psr-4": {"Acme\\\\Base\\\\": ""}}}',
        'packages/base/Base.php': '<?php\nnamespace Acme\\Base;\n\nclass Base { const NAME = "base"; }\n',
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def sources_of(*folders):
    """The sources of a program itself, copied from its root."""
    def make(folder, root):
        for name in folders:
            source = next((root / 'usr/share/php' / n for n in name.split('|') if (root / 'usr/share/php' / n).exists()), None)
            if source and source.is_dir():
                shutil.copytree(source, folder / 'src' / source.name, ignore_dangling_symlinks=True)
    return make


def phpunit_project(folder):
    """Tests with every kind of result."""
    (folder / 'tests').mkdir(parents=True)
    (folder / 'phpunit.xml').write_text('<?xml version="1.0"?>\n<phpunit colors="false" cacheResult="false" bootstrap="boot.php">'
                                        '<testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites></phpunit>\n')
    (folder / 'boot.php').write_text('<?php\ninterface Clock { public function now(): int; }\n')
    (folder / 'tests/MixedTest.php').write_text('''<?php
use PHPUnit\\Framework\\TestCase;

final class MixedTest extends TestCase
{
    public static function numbers(): array { return ['one' => [1, 1], 'two' => [2, 3], [3, 3]]; }

    #[PHPUnit\\Framework\\Attributes\\DataProvider('numbers')]
    /** @dataProvider numbers */
    public function testEqual(int $a, int $b): void { $this->assertSame($a, $b); }

    public function testArrays(): void { $this->assertEquals(['a' => 1, 'b' => [1, 2.5, null]], ['a' => 1, 'b' => [1, 2.5, 'x']]); }
    public function testTexts(): void { $this->assertSame("one\\ntwo\\nthree", "one\\n2\\nthree"); }
    public function testObjects(): void { $this->assertEquals((object) ['x' => new ArrayObject([1])], (object) ['x' => new ArrayObject([2])]); }
    public function testError(): void { throw new LogicException('broken', 7, new RuntimeException('deeper')); }
    public function testException(): void { $this->expectException(DomainException::class); $this->expectExceptionMessage('no'); throw new DomainException('no!'); }
    public function testSkipped(): void { $this->markTestSkipped('later'); }
    public function testIncomplete(): void { $this->markTestIncomplete('half'); }
    public function testRisky(): void { }
    public function testOutput(): void { $this->expectOutputString('out'); echo 'out'; }
    public function testMock(): void
    {
        $clock = $this->createMock(Clock::class);
        $clock->expects($this->exactly(2))->method('now')->willReturn(5, 6);
        $this->assertSame(11, $clock->now() + $clock->now());
    }
    public function testMockUnused(): void
    {
        $clock = $this->createMock(Clock::class);
        $clock->expects($this->once())->method('now');
        $this->addToAssertionCount(1);
    }
    public function testWarning(): void { $this->assertNull(@$none['x']); echo $undefined; }
    public function testFirst(): int { $this->assertTrue(true); return 4; }
    #[PHPUnit\\Framework\\Attributes\\Depends('testFirst')]
    /** @depends testFirst */
    public function testSecond(int $four = 0): void { $this->assertSame(4, $four); }
}
''')


QUIET = ['-d', 'error_reporting=24575', '-d', 'memory_limit=2G']
APPLICATIONS = {
    'composer': (composer_project, [
        ['composer', '--version'], ['composer', 'validate'], ['composer', 'validate', '--strict', '--no-check-publish'],
        ['composer', 'install'], ['main.php'], ['vendor/bin/text'], ['composer', 'install'], ['composer', 'update'],
        ['composer', 'dump-autoload', '-o'], ['main.php'], ['composer', 'show'], ['composer', 'show', '--tree'],
        ['composer', 'show', 'acme/text'], ['composer', 'why', 'acme/base'], ['composer', 'licenses'], ['composer', 'status'],
        ['composer', 'run-script', 'hello'], ['composer', 'check-platform-reqs'], ['composer', 'config', '--list'],
        ['composer', 'require', 'acme/none'], ['composer', 'remove', 'acme/text'], ['composer', 'list'], ['composer', 'nonsense'],
        ['composer', 'archive', '--format=tar', '--file=site'], ['composer', 'archive', '--format=zip', '--file=site'],
    ], COMPOSER_ENV),
    'phpcs': (sources_of('PHP/CodeSniffer/Sniffs|PHP/CodeSniffer', 'PHP/CodeSniffer/Reports'), [
        ['phpcs', '--version'], ['phpcs', '-i'], ['phpcs', '-q', '--no-cache', '--standard=PSR12', 'src'],
        ['phpcs', '-q', '--no-cache', '--standard=Squiz', '--report=summary', 'src'],
        ['phpcs', '-q', '--no-cache', '--standard=PEAR', '--report=json', 'src'], ['phpcbf', '-q', '--no-cache', '--standard=PSR12', 'src'],
    ], {}),
    'phpmd': (sources_of('PHPMD/Rule', 'PHPMD/Renderer'), [
        ['phpmd', '--version'], ['phpmd', 'src', 'text', 'cleancode,codesize,controversial,design,naming,unusedcode'],
        ['phpmd', 'src', 'json', 'codesize'], ['phpmd', 'src', 'xml', 'naming'],
    ], {}),
    'phpab': (sources_of('TheSeer', 'PharIo'), [
        ['phpab', '--version'], ['phpab', 'src'], ['phpab', '-o', 'src/autoload.inc.php', 'src'], ['phpab', '--tolerant', '-c', 'src'],
    ], {}),
    'php-parse': (sources_of('PhpParser/Lexer', 'PhpParser/Comment', 'PhpParser/Builder'), [
        ['php-parse', '--help'], ['php-parse', '--dump', 'src/Lexer/Emulative.php'],
        ['php-parse', '--pretty-print', '--with-positions', 'src/Lexer/Emulative.php'],
        ['php-parse', '--resolve-names', '--json-dump', '--with-column-info', 'src/Builder/Class_.php'],
        ['php-parse', '--dump', '<?php function ( {'],
    ], {}),
    'phploc': (sources_of('SebastianBergmann', 'PHPUnit/Framework'), [
        ['phploc', '--version'], ['phploc', 'src'], ['phploc', '--log-json', 'log.json', '--log-csv', 'log.csv', '--log-xml', 'log.xml', 'src'],
    ], {}),
    'phpunit': (phpunit_project, [
        ['phpunit', '--version'], ['phpunit', '--log-junit', 'junit.xml'], ['phpunit', '--testdox'],
        ['phpunit', '--teamcity'], ['phpunit', '--list-tests'], ['phpunit', '--filter', 'testEqual', '--testdox-html', 'dox.html'],
        ['phpunit', '--no-configuration', '--bootstrap', 'boot.php', '--order-by=reverse', 'tests'], ['phpunit', '--nonsense'],
    ], {}),
}


def masked(text, folder):
    for path in {str(folder), os.path.realpath(folder)}:
        text = text.replace(path.encode(), b'FOLDER').replace(path.replace('/', '\\/').encode(), b'FOLDER')
    for pattern, word in MASKS:
        text = re.sub(pattern, word, text)
    # Boxes around a path grow with it, and names of generated classes are random.
    text = re.sub(rb'(Composer(?:AutoloaderInit|StaticInit)|Mock(?:Object)?_\w+?_|TestStub_\w+?_)[0-9a-f]{8,32}', rb'\1HASH', text)
    return re.sub(rb'[ =-]{8,}', b' ', text)


def tree(folder):
    """The files of a folder with their contents; archives by their members."""
    found = {}
    for path in sorted(folder.rglob('*')):
        name = str(path.relative_to(folder))
        if name.startswith('.home/') or not path.is_file():
            continue
        mode = b'x ' if os.access(path, os.X_OK) and path.stat().st_mode & 0o111 else b'- '
        found[name] = mode + (members(path) if path.suffix in ('.tar', '.zip') else masked(path.read_bytes(), folder))
    return found


def members(path):
    import tarfile, zipfile
    if path.suffix == '.zip':
        with zipfile.ZipFile(path) as archive:
            return repr([(m.filename, m.CRC) for m in sorted(archive.infolist(), key=lambda m: m.filename)]).encode()
    with tarfile.open(path) as archive:
        return repr([(m.name, m.size) for m in sorted(archive.getmembers(), key=lambda m: m.name)]).encode()


def apply(make, folder, root):
    folder.mkdir()
    make(folder, root) if make.__code__.co_argcount == 2 else make(folder)


def application(name, root, engines, keep):
    """Runs the steps of an application; returns (steps that were the same, steps)."""
    make, steps, environment = APPLICATIONS[name]
    work = Path(tempfile.mkdtemp(prefix=f'applications-{name}-'))
    good = total = 0
    folders = []
    for i, php in enumerate(engines):
        # The same length of path for both, as texts are wrapped.
        folders.append(work / f'{i}')
        apply(make, folders[i], root)
    for step in steps:
        program = root / 'usr/bin' / step[0]
        if '/' not in step[0] and not step[0].endswith('.php') and not program.exists():
            continue
        results = []
        for php, folder in zip(engines, folders):
            script = str(program) if program.exists() else step[0]
            env = {'COMPOSER_HOME': str(folder / '.home'), 'HOME': str(folder / '.home'), 'COLUMNS': '120', **REFERENCE_ENV, **environment}
            command = [*php, '-d', f'include_path=.:{root}/usr/share/php', *QUIET, script, *step[1:]]
            results.append((masked(run(command, folder, 600, env), folder), tree(folder)))
        total += 1
        (expected, files), (actual, own) = results
        same = expected == actual and files == own
        good += same
        if not same:
            print(f'{name}: differs: {" ".join(step)}')
            if expected != actual:
                print(difference(expected, actual))
            for path in sorted(files.keys() | own.keys()):
                if files.get(path) != own.get(path):
                    print(f'--- file {path}')
                    print(difference(files.get(path, b'[missing]'), own.get(path, b'[missing]'), 12))
    if keep:
        print(f'{name}: kept in {work}')
    else:
        shutil.rmtree(work, ignore_errors=True)
    return good, total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('names', nargs='*', help=', '.join(APPLICATIONS))
    parser.add_argument('--php', default=str(PHANT), help='the command to test')
    parser.add_argument('--root', action='append', help='where the packages are; may be repeated')
    parser.add_argument('--keep', action='store_true', help='leave the folders')
    args = parser.parse_args()
    against = reference()
    if not against:
        print('skipped: there is no reference PHP (REFERENCE_PHP names one)')
        return 0
    engines = [against, php_words(args.php)]
    failed = False
    for name in args.names or APPLICATIONS:
        roots = [Path(root).resolve() for root in args.root or ['/']]
        having = [root for root in roots if (root / 'usr/bin' / name).exists()]
        if not having:
            print(f'{name}: skipped: no package has it (apt install, or --root)')
        for root in having:
            good, total = application(name, root, engines, args.keep)
            print(f'{name} of {root}: {good} of {total} steps the same')
            failed |= good < total
    return int(failed)


if __name__ == '__main__':
    sys.exit(main())
