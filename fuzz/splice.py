#!/usr/bin/env python3
"""Splices tests into hostile programs and looks for crashes, or for differences from the reference.

    fuzz/splice.py [--php BIN] [--from SEED] [--count N] [--seconds N] [--compare] [--calm] [--out FOLDER] [FOLDER...]

FOLDER holds .php and .phpt files (PHP's own tests, tests/lang and tests/phpt by default). A seed takes the declarations and the
statements of one to three of them, mixes the statements, each with what it throws caught, and puts hostile things in: values that
change globals, properties and containers from every magic method, handlers, ticks, generators and fibers around statements,
references to locals kept in globals, native functions called with what is at hand. --calm leaves the hostile values out, --compare runs the
reference too. Programs run as in fuzz/scripts.py. Each new kind of finding is a line; programs and outputs are kept in --out.
"""
import argparse, collections, random, re, sys, tempfile, time
from pathlib import Path

import scripts

ROOT = scripts.HERE.parent
sys.path.insert(0, str(ROOT / 'tests'))
from common import FLAGS, SHARED, reference, run
from mutate import UNFIT, kind_of

TOKEN = re.compile(rb'''(?P<open>\?>.*?(?:<\?php\s|<\?=|\Z))|(?P<heredoc><<<[ \t]*["']?(\w+)["']?\r?\n.*?^[ \t]*\3\b)|(?P<space>\s+|\#(?!\[)[^\n]*?(?=\?>|\n|\Z)|//[^\n]*?(?=\?>|\n|\Z)|/\*.*?\*/)|
    (?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?P<word>[A-Za-z_\x80-\xff\\][\w\x80-\xff\\]*)|(?P<variable>\$[A-Za-z_]\w*)|(?P<number>\d[\w.]*)|
    (?P<operator><=>|\?\?=|\*\*=|\.\.\.|===|!==|<<=|>>=|=>|->|\?->|::|==|!=|<=|>=|&&|\|\||\+\+|--|\#\[|[-+*/.%&|^]=|\?\?|<<|>>)|(?P<other>.)''', re.S | re.M | re.X)
DECLARES = {b'class', b'interface', b'trait', b'enum', b'function', b'abstract', b'final', b'readonly'}
CONTINUES = {b'else', b'elseif', b'catch', b'finally', b'while'}

HOSTILE = [b'new Hostile', b'[new Hostile, 1]', b'hostile_array()', b'new HostileList([3, 1, 2])', b'hostile_generator()', b'"Hostile::make"', b'new HostileHeap', b'(new ReflectionClass("Hostile"))->newLazyGhost(fn($o) => Hostile::upset())',
           b'(new ReflectionClass("Hostile"))->newLazyProxy(fn($o) => new Hostile)', b'fn(&...$a) => Hostile::upset()', b'hostile_fiber()', b'HostileCase::A', b'fopen("hostile://x", "r+")', b'new Hooked', b'new HostileStorage',
           b'hostile_native()', b'hostile_closed()', b'new Held', b'unserialize(serialize(new Hostile))', b'new HostileFilter(hostile_generator())', b'WeakReference::create(new Hostile)', b'new HostileException("x")', b'$GLOBALS', b'hostile_weak()']
PLAIN = [b'PHP_INT_MAX', b'PHP_INT_MIN', b'-1', b'0', b'""', b'NAN', b'INF', b'-0.0', b'1e308', b'null', b'true', b'[]', b'"\\0"', b'[PHP_INT_MAX => 1]', b'"18446744073709551616"', b'"%s"', b'"strlen"', b'"stdClass"', b'[1, "a" => [2]]',
         b'new stdClass', b'1.5', b'"1abc"', b'fn($x = 1) => $x', b'new ArrayObject([1, 2])', b'new ArrayIterator([3])', b'(function () { yield 1; yield 2; })()', b'range(1, 9)', b'(object)["a" => 1]']
STATEMENTS = [b'Hostile::upset();', b'gc_collect_cycles();', b'$GLOBALS["kept"][] = &%s;', b'unset(%s);', b'%s = &$GLOBALS["kept"];', b'$kept[] = %s;', b'%s = [&%s, %s];', b'foreach (%s as $hk => &$hv) { Hostile::upset(); $hv = %s; if (++$hn > 30) break; } unset($hv);',
              b'foreach (%s as $hk => $hv) { Hostile::upset(); %s = $hv; if (++$hn > 30) break; }', b'[%s, [%s]] = [%s, [%s]];', b'list("a" => %s) = %s;', b'%s = clone %s;', b'%s[] = %s;', b'%s->x = %s;', b'%s->x[] = &%s;', b'unset(%s->x, %s[0]);', b'%s .= %s;', b'%s = %s . %s;',
              b'%s ??= %s;', b'%s["a"]["b"] = %s;', b'usort(%s, function ($a, $b) { Hostile::upset(); return $a <=> $b; });', b'array_walk(%s, function (&$v, $k) { Hostile::upset(); $v = $k; });', b'$GLOBALS["e"] = %s == %s;', b'var_dump(%s);', b'print_r(%s);', b'var_export(%s);',
              b'ob_start(function ($s) { Hostile::upset(); return $s; }, 3); echo %s; ob_end_flush();', b'serialize(%s);', b'json_encode(%s);', b'%s = unserialize(serialize(%s));', b'%s = (array)%s;', b'%s = (object)%s;', b'(function () { yield %s; })()->current();',
              b'throw new HostileException(%s);', b'%s(...%s);', b'(clone %s)->__construct(%s);', b'preg_replace_callback("/./", function ($m) { Hostile::upset(); return ""; }, %s);', b'array_map(%s, %s);', b'iterator_to_array(%s);', b'%s::x();', b'new (%s)(%s);', b'%s instanceof %s;',
              b'array_multisort(%s, %s);', b'extract(%s, EXTR_REFS);', b'$f = new Fiber(function () { Fiber::suspend(%s); }); $f->start(); $f->resume(%s);', b'%s->{%s}(%s);', b'match (%s) { %s => 1, default => 2 };', b'static $st; $st[] = &%s;', b'global $kept; $kept = %s;',
              b'array_splice(%s, 0, 1, %s);', b'$kept = %s <=> %s;', b'%s = %s + %s;', b'++%s;', b'%s[%s] = %s;', b'%s = &%s[%s];', b'%s = &%s->{%s};', b'isset(%s[%s][%s]);', b'echo "{%s}";', b'compact(%s);', b'spl_object_id(%s); %s->detach(%s);', b'debug_zval_refcount(%s);']

PRELUDE = rb'''
class Hostile extends stdClass implements ArrayAccess, IteratorAggregate, Countable, JsonSerializable, Stringable {
  public $a = 1; private $b = [1, 2]; public int $ti = 1; public ?array $ta = [1]; static $n = 0; static $in = 0;
  static function make() { return new static; }
  static function upset() {
    if (self::$n++ > 150 || self::$in > 4) return;
    self::$in++;
    $k = self::$n * 7 + SEED;
    $names = array_keys($GLOBALS) ?: ['x'];
    $name = $names[$k % count($names)] ?? 'x';
    try {
      $v = $GLOBALS[$name] ?? null;
      switch ($k % 23) {
        case 0: unset($GLOBALS[$name]); break;
        case 1: $GLOBALS[$name] = null; break;
        case 2: $GLOBALS[$name] = [self::$n, [$v]]; break;
        case 3: $GLOBALS[$name] = str_repeat("y", self::$n); break;
        case 4: $GLOBALS[$name] = new self; break;
        case 5: $GLOBALS[$name] = &$GLOBALS['kept']; break;
        case 6: gc_collect_cycles(); break;
        case 7: if (self::$n % 3 == 0) throw new HostileException('upset'); break;
        case 8: foreach ($names as $n) if ($n != 'argv' && $n != 'argc') unset($GLOBALS[$n]); break;
        case 9: if (is_array($v)) { unset($v); array_shift($GLOBALS[$name]); } break;
        case 10: if (is_array($v)) { unset($v); for ($i = 0; $i < 40; $i++) $GLOBALS[$name][] = $i; } break;
        case 11: if (is_object($v)) foreach (get_object_vars($v) as $p => $_) unset($v->$p); break;
        case 12: if ($v instanceof ArrayObject || $v instanceof ArrayIterator) foreach ($v as $i => $_) unset($v[$i]); break;
        case 13: if ($v instanceof Iterator) $v->next(); break;
        case 14: if ($v instanceof SplObjectStorage) $v->removeAll(clone $v); if ($v instanceof SplDoublyLinkedList || $v instanceof SplHeap) while (count($v)) $v instanceof SplHeap ? $v->extract() : $v->pop(); break;
        case 15: if ($v instanceof SplFixedArray) $v->setSize(self::$n % 5); if ($v instanceof ArrayObject) $v->exchangeArray([$v]); break;
        case 16: if ($v instanceof DOMNode) while ($v->firstChild) $v->removeChild($v->firstChild); if ($v instanceof DOMChildNode) $v->remove(); break;
        case 17: if (is_resource($v)) fclose($v); if ($v instanceof XMLReader || $v instanceof SQLite3 || $v instanceof SQLite3Stmt) $v->close(); if ($v instanceof PDOStatement) $v->closeCursor(); break;
        case 18: if (is_object($v)) { $v->__construct(); } break;
        case 19: if (is_object($v)) { $GLOBALS[$name] = clone $v; } break;
        case 20: if ($v instanceof Generator) $v->throw(new HostileException('g')); if ($v instanceof Fiber) $v->isSuspended() ? $v->resume() : $v->start(); if (Fiber::getCurrent() && self::$n % 3) Fiber::suspend(); break;
        case 21: for ($i = 1; $i < 30; $i++) $junk[] = str_repeat("\x07\x41AAAAAA", $i); $GLOBALS['junk'] = $junk; break;
        case 22: $GLOBALS[$name][] = &$GLOBALS['kept']; $GLOBALS['kept'][] = &$GLOBALS[$name]; break;
      }
    } finally { self::$in--; }
  }
  function __construct(...$x) { }
  function __destruct() { self::upset(); }
  function __toString(): string { self::upset(); return "hostile"; }
  function &__get($n) { self::upset(); return $this->b; }
  function __set($n, $v) { self::upset(); $this->b = $v; }
  function __isset($n) { self::upset(); return true; }
  function __unset($n) { self::upset(); }
  function __call($n, $a) { self::upset(); return $this; }
  static function __callStatic($n, $a) { self::upset(); return new self; }
  function __invoke(&...$a) { self::upset(); foreach ($a as $k => &$v) { $v = null; } return 1; }
  function __clone() { self::upset(); }
  function offsetGet($o): mixed { self::upset(); return $this->b; }
  function offsetSet($o, $v): void { self::upset(); }
  function offsetExists($o): bool { self::upset(); return true; }
  function offsetUnset($o): void { self::upset(); }
  function getIterator(): Iterator { self::upset(); return new ArrayIterator([1, 2, $this]); }
  function count(): int { self::upset(); return 3; }
  function jsonSerialize(): mixed { self::upset(); return [1]; }
  function __serialize(): array { self::upset(); return [1, $this]; }
  function __unserialize(array $d): void { self::upset(); $this->a = $d; }
  function __debugInfo() { self::upset(); return ['x' => 1]; }
}
class HostileList extends ArrayObject { function offsetGet($k): mixed { Hostile::upset(); return parent::offsetGet($k); } function offsetSet($k, $v): void { Hostile::upset(); parent::offsetSet($k, $v); } function offsetUnset($k): void { parent::offsetUnset($k); Hostile::upset(); } function count(): int { Hostile::upset(); return parent::count(); } }
class HostileHeap extends SplHeap { function __construct() { foreach ([2, 5, 1, new Hostile, 3] as $v) $this->insert($v); } function compare($a, $b): int { Hostile::upset(); return 1; } function __destruct() { Hostile::upset(); } }
class HostileStorage extends SplObjectStorage { function __construct() { $this[new Hostile] = 1; $this[new stdClass] = new Hostile; } function getHash($o): string { Hostile::upset(); return (string)spl_object_id($o); } }
class HostileFilter extends FilterIterator { function accept(): bool { Hostile::upset(); return true; } function key(): mixed { Hostile::upset(); return parent::key(); } }
class HostileException extends Exception { function __construct($m = '', $c = 0, $p = null) { Hostile::upset(); $this->extra = new Hostile; parent::__construct('hostile'); } public $extra; function __destruct() { Hostile::upset(); } function __toString(): string { Hostile::upset(); return 'x'; } }
class Hooked { public $a { get { Hostile::upset(); return $this->a; } set { Hostile::upset(); $this->a = $value; } } public array $l { &get { Hostile::upset(); return $this->back; } } private array $back = [1]; public readonly mixed $r; public private(set) ?string $s = null; public int|Hostile $u = 1; }
class Held { public ?Held $o = null; public $l = []; function __construct() { $this->o = $this; $this->l[] = &$this->l; $GLOBALS['kept'][] = &$this->l; } function __destruct() { Hostile::upset(); } }
enum HostileCase: string { case A = 'a'; case B = 'b'; const C = self::A; static function x() { Hostile::upset(); return self::B; } function __invoke() { Hostile::upset(); } }
class HostileStream { public $context; private $n = 0;
  function stream_open($p, $m, $o, &$x) { Hostile::upset(); return true; } function stream_read($n) { Hostile::upset(); return "ab\n<a>'"; } function stream_write($d) { Hostile::upset(); return strlen($d); } function stream_eof() { Hostile::upset(); return $this->n++ > 5; }
  function stream_stat() { return []; } function url_stat() { Hostile::upset(); return []; } function stream_seek($o, $w) { Hostile::upset(); return true; } function stream_tell() { return 0; } function stream_close() { Hostile::upset(); } function stream_set_option($a, $b, $c) { return false; } function dir_opendir() { return true; } function dir_readdir() { Hostile::upset(); return $this->n++ < 4 ? 'x' : false; } }
function told(&$t) { echo get_class($t), "\n"; try { $t = null; } catch (Throwable $t) { try { $t = null; } catch (Throwable) { } } }
function hostile_array() { $a = [1, 2, 3]; $a[3] = &$a; $a['x'] = new Hostile; return $a; }
function hostile_generator() { try { $x = yield 1 => new Hostile; Hostile::upset(); yield from [2, $x]; yield from hostile_list(); } finally { Hostile::upset(); yield 9; } }
function hostile_list() { $x = &$GLOBALS['kept']; yield $x; Hostile::upset(); yield 5; }
function hostile_fiber() { $f = new Fiber(function (...$a) { $o = new Hostile; try { Fiber::suspend($o); Hostile::upset(); Fiber::suspend($a); } finally { Hostile::upset(); } }); if (SEED % 2) $f->start(); return $f; }
function hostile_closed() { $f = fopen('php://memory', 'w+'); fclose($f); return $f; }
function hostile_weak() { $w = new WeakMap; $o = new Hostile; $w[$o] = $w; $w[$w] = $o; $GLOBALS['kept'][] = $o; return $w; }
function hostile_native() {
  static $i = SEED; static $names = null;
  $names ??= array_values(array_filter(get_declared_classes(), fn($c) => !(($r = new ReflectionClass($c))->isAbstract() || $r->isEnum()) && $r->isInternal() && !in_array($c, ['php_user_filter'])));
  sort($names); $c = $names[$i % count($names)]; $i += 17;
  try { return (new ReflectionClass($c))->newInstanceWithoutConstructor(); } catch (Throwable) { }
  try { return new $c(); } catch (Throwable $t) { return $t; }
}
stream_wrapper_register('hostile', 'HostileStream');
'''
HANDLER = b'set_error_handler(function ($n, $m) { Hostile::upset(); if (Hostile::$n % 7 == 3) throw new Exception($m); return true; });\n'


def pieces(text):
    """(declarations by name, statements) of a script's top level; None for what cannot be taken apart."""
    start = re.match(rb'.*?<\?php\s', text, re.S)
    if not start or b'__halt_compiler' in text or re.search(rb'^\s*namespace\b', text, re.M) or b'__COMPILER_HALT' in text or b'goto ' in text:
        return None
    declarations, statements = [], []
    at, begin, depth, words = start.end(), start.end(), 0, []
    tokens = list(TOKEN.finditer(text, at))
    for n, m in enumerate(tokens):
        kind, token = m.lastgroup, m[0]
        if kind == 'space':
            continue
        if kind == 'open':
            if depth:
                return None
            words, begin = [], m.end()
            continue
        if kind == 'word' or not words:
            words.append(token)
        if token in (b'{', b'(', b'[', b'#['):
            depth += 1
        elif token in (b'}', b')', b']'):
            depth -= 1
        if depth < 0:
            return None
        if depth or not (token == b';' or token == b'}'):
            continue
        following = next((t[0] for t in tokens[n + 1:] if t.lastgroup != 'space'), b'')
        if token == b'}' and (following.lower() in CONTINUES or following in (b';', b')', b'->', b',', b'::', b'(', b'[', b'.', b'?')):
            continue
        piece, lower = text[begin:m.end()].strip(), [w.lower() for w in words]
        if lower and (lower[0] in DECLARES or lower[0] == b'#[') and re.match(rb'(?:#\[.*\]\s*)?(?:(?:abstract|final|readonly)\s+)*(?:class|interface|trait|enum|function)\s+&?\s*\w', piece, re.I | re.S):
            name = re.search(rb'(?:class|interface|trait|enum|function)\s+&?\s*(\w+)', piece, re.I)
            declarations.append((name[1].lower(), piece))
        elif lower and lower[0] not in (b'declare', b'use', b'const', b'include', b'require', b'require_once', b'include_once'):
            statements.append(piece)
        begin, words = m.end(), []
    return (declarations, statements) if statements else None


class Splicer:
    def __init__(self, arguments, sources):
        self.calm, self.compare, self.sources, self.cache = arguments.calm, arguments.compare, sources, {}

    def parts(self, path):
        if path not in self.cache:
            text = scripts.source(path)
            other = self.compare and b'--EXTENSIONS--' in path.read_bytes()
            fit = not other and len(text) < 20_000 and not (self.compare and UNFIT.search(text)) and not re.search(rb'set_time_limit|proc_|while\s*\((?:true|1)\)|\bfor\s*\(;;\)|pcntl_|sleep', text)
            self.cache[path] = pieces(text) if fit else None
        return self.cache[path]

    def value(self, rng):
        return rng.choice(PLAIN if self.calm or rng.random() < 0.3 else HOSTILE)

    def mischief(self, rng, names):
        text = rng.choice([s for s in STATEMENTS if not (self.calm and b'Hostile' in s)])
        while b'%s' in text:
            # What is written to is a variable, and mostly so is what is read.
            text = text.replace(b'%s', rng.choice(names) if text.index(b'%s') == 0 or rng.random() < 0.6 or b'&%s' in text else self.value(rng), 1)
        return text

    def change(self, rng, text, names, often):
        """The text with tokens replaced: literals by values, variables by others, statements put between."""
        out = []
        for m in TOKEN.finditer(text):
            kind, token = m.lastgroup, m[0]
            if kind in ('number', 'string') and rng.random() < often and not token.startswith(b'`') and (not out or out[-1][-1:] not in b'$'):
                token = b'(' + self.value(rng) + b')'
            elif kind == 'variable' and token != b'$this' and rng.random() < often / 2:
                token = rng.choice(names)
            out.append(token)
            if token == b';' and rng.random() < often and text.count(b'for') == 0 and re.search(rb'[;{}]\s*[^(){};]*$', b''.join(out[:-1])[-300:]):
                out.append(b' ' + self.mischief(rng, names) + b' ')
        return b''.join(out)

    def script(self, seed):
        rng = random.Random(seed)
        used, declarations, statements, seen = set(), [], [], []
        first = rng.choice(self.sources)
        near = [p for p in self.sources if p.parent == first.parent]
        for n in range(rng.choice([1, 2, 2, 3])):
            path = first if not n else rng.choice(near if rng.random() < 0.4 else self.sources)
            found = self.parts(path)
            if not found:
                continue
            seen.append(path)
            for name, text in found[0]:
                if name not in used:
                    used.add(name)
                    declarations.append(text)
            statements.append(list(found[1]))
        if not statements:
            return None
        names = sorted(set(re.findall(rb'\$[a-z_]\w*', b' '.join(declarations + sum(statements, []))))) or [b'$a']
        names = [v for v in names if v not in (b'$this', b'$GLOBALS')] + [b'$kept']
        often = rng.choice([0, 0.01, 0.03, 0.1])
        mixed = []
        while any(statements):
            mixed.append(rng.choice([s for s in statements if s]).pop(0))
        if rng.random() < 0.2:
            rng.shuffle(mixed)
        lines = []
        for text in mixed[:60]:
            text = self.change(rng, text, names, often)
            lines.append(b'try { ' + text + b'\n} catch (Throwable $caught) { told($caught); }')
            if rng.random() < 0.15:
                lines.append(b'try { ' + self.mischief(rng, names) + b' } catch (Throwable $caught) { told($caught); }')
        lines = self.around(rng, lines)
        declarations = [self.change(rng, text, [v for v in names], often / 2) if rng.random() < 0.5 else text for text in declarations]
        prelude = PRELUDE.replace(b'SEED', b'%d' % (seed % 9973)).replace(b'\n', b' ')
        handler = b'' if self.calm or rng.random() < 0.5 else HANDLER
        ticks = b'declare(ticks=%d); ' % rng.choice([1, 2, 5]) if not self.calm and rng.random() < 0.15 else b''
        begin = b'<?php ' + ticks + prelude + handler + (b'register_tick_function("Hostile::upset");' if ticks else b'')
        head = b'/* ' + b' '.join(str(p).rsplit('php-8.4.24/', 1)[-1].encode() for p in seen) + b' */'
        return begin + head + b'\n' + b'\n'.join(declarations + lines)

    def around(self, rng, lines):
        """Statements at the top level, in functions, generators and fibers, or while something is being sorted or destroyed."""
        text, n = b'\n'.join(lines), rng.randrange(14)
        if n == 0:
            return [b'function around() {', text, b'}', b'around(); around();']
        if n == 1:
            return [b'$fiber = new Fiber(function () {', text, b'});', b'$fiber->start(); for ($hi = 0; $hi < 20 && $fiber->isSuspended(); $hi++) try { $fiber->resume($hi); } catch (Throwable $t) { echo get_class($t); }']
        if n == 2:
            lines = [line + (b' yield %s;' % rng.choice([b'$kept', b'1', b'new stdClass', b'$a ?? 1'])) if rng.random() < 0.5 else line for line in lines]
            return [b'function around() {', *lines, b'}', b'$n = 0; foreach (around() as $key => $value) { if (++$n > %d) break; }' % rng.choice([3, 50])]
        if n == 3:
            half = len(lines) // 2
            return [*lines[:half], b'class Around { function __destruct() {', *lines[half:], b'} } $around = new Around; $around = null;']
        if n == 4:
            half = len(lines) // 2
            return [*lines[:half], b'$sorted = [3, 1, 2]; usort($sorted, function ($a, $b) use (&$sorted) { static $n = 0; if ($n++) return $a <=> $b;', *lines[half:], b'return $a <=> $b; });']
        if n == 5:
            return [b'ob_start(fn($s) => $s, 7);', *lines]
        if n == 6:
            return [b'spl_autoload_register(function ($c) { %s });' % (b'' if self.calm else b'Hostile::upset();'), *lines]
        return lines


def both(php, script, folder):
    """What an engine and the reference print of a script in a folder."""
    (folder / 'script.php').write_bytes(script)
    words = [*FLAGS, '-d', 'memory_limit=128M', 'script.php']
    return tuple(run([*command, *words], folder, 10) for command in ([str(php)], reference()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--php', default=str(ROOT / 'target/release/phant'))
    parser.add_argument('--from', type=int, default=1)
    parser.add_argument('--count', type=int, default=1000)
    parser.add_argument('--seconds', type=int, default=1 << 30)
    parser.add_argument('--compare', action='store_true')
    parser.add_argument('--calm', action='store_true')
    parser.add_argument('--print', action='store_true')
    parser.add_argument('--out', default=str(ROOT / 'target/splice'))
    parser.add_argument('folders', nargs='*')
    arguments = parser.parse_args()
    corpus = SHARED / 'conformance/php-8.4.24'
    folders = [Path(f) if Path(f).exists() else corpus / f for f in arguments.folders] or [corpus, ROOT / 'tests/lang', ROOT / 'tests/phpt']
    sources = [p for f in folders for e in ('php', 'phpt') for p in sorted(f.rglob(f'*.{e}'))]
    splicer, out, found, count, ran = Splicer(arguments, sources), Path(arguments.out), collections.Counter(), 0, 0
    out.mkdir(parents=True, exist_ok=True)
    first, end = getattr(arguments, 'from'), time.monotonic() + arguments.seconds
    if getattr(arguments, 'print'):
        sys.stdout.buffer.write(splicer.script(first) or b'')
        return 0
    with tempfile.TemporaryDirectory() as folder:
        runner = scripts.Runner(arguments.php, Path(folder))
        for seed in range(first, first + arguments.count):
            script = splicer.script(seed)
            if not script or time.monotonic() > end:
                continue
            count += 1
            wrong, output = runner.run(script)
            ran += b'Parse error' not in output and not re.match(rb'PHP Fatal|\s*Fatal', output)
            expected = b''
            if not wrong and arguments.compare or wrong == 'late':
                output, expected = both(runner.php, script, runner.scratch)
                if b'[timed out' in expected or b'[exit SIG' in expected:
                    wrong = None
                elif arguments.compare:
                    wrong = kind_of(expected, output)
            if count % 20 == 0:
                runner.fresh()
            if wrong:
                found[wrong] += 1
                if found[wrong] <= (10 if wrong.startswith('signal') else 2):
                    print(f'{seed}: {wrong}', flush=True)
                    for suffix, text in (('php', script), ('out', output[-100_000:]), ('exp', expected)):
                        (out / f'{seed}.{suffix}').write_bytes(text or b'')
    print(f'{count} programs ({ran} begin to run), {sum(found.values())} found')
    for kind, n in found.most_common(40):
        print(f'{n:5} {kind}')
    return bool(found)


if __name__ == '__main__':
    sys.exit(main())
