final class T { static $n = 0; static $w = 0; }
function t() { return ++T::$n < 120; }
function w() { return ++T::$w > 300; }
function e($t) { echo get_class($t), ': ', $t->getMessage(), ' @', $t->getLine(), "\n"; }
function churn($k = 3) {
  static $junk;
  $junk = [];
  for ($l = 1; $l < 14; $l++) for ($i = 0; $i < $k; $i++) $junk[] = str_repeat("\x07\x41AAAAAA", $l);
  for ($i = 0; $i < $k; $i++) $junk[] = [$i, "j$i" => [$i]];
}
function d($v, $n = 0) {
  if ($n > 3) return '~';
  if (is_string($v)) return strlen($v) . '"' . addcslashes(substr($v, 0, 24), "\0..\37\177..\377") . '"';
  if (is_float($v)) return 'f' . var_export($v, true);
  if (!is_array($v) && !is_object($v)) return is_resource($v) ? 'resource' : var_export($v, true);
  $r = '';
  $m = 0;
  $all = is_array($v) ? $v : ($v instanceof UnitEnum || $v instanceof Closure ? [] : get_mangled_object_vars($v));
  foreach ($all as $k => $x) {
    if ($m++ > 7) break;
    $r .= addcslashes((string)$k, "\0..\37\177..\377") . ':' . d($x, $n + 1) . ' ';
  }
  return (is_array($v) ? '' : ($v instanceof UnitEnum ? $v->name : strstr(get_class($v) . '@', '@', true))) . '[' . $r . ']';
}
function p(...$v) { foreach ($v as $x) echo d($x), "\n"; }
function br(&$v) { $r = $v; if (t()) $v = [1, [2]]; return $r; }
function brn(&$v) { if (t()) $v = null; churn(); return $v; }
function &rr() { return $GLOBALS['a0']; }
function id($v) { return $v; }
function va(...$v) { return $v; }
function vr(&...$v) { foreach ($v as &$x) $x = [$x]; return $v; }
function nm($one = 1, $two = [2], ...$more) { return [$one, $two, $more]; }
function ti(int $i) { return $i; }
function ts(?string $s = null, int|array $m = 0) { return $s; }
function su($v) { return Fiber::getCurrent() && t() ? Fiber::suspend($v) : $v; }
function wtrace(#[SensitiveParameter] $secret, &$v) {
  $v = $v;
  $r = array_map(fn($f) => [$f['function'], count($f['args'] ?? [])], array_slice(debug_backtrace(DEBUG_BACKTRACE_PROVIDE_OBJECT, 4), 0, 2));
  if (t()) throw new X(get_debug_type((new X)->getTrace()[0]['args'][0] ?? null));
  return $r;
}
function wargs($v, $w = 2) { $r = func_get_args(); $v = null; $w = [1]; return [func_num_args(), $r, func_get_args()]; }
function wtype(int|string|P|null $v): int|string { return $v; }
function wdefault($v, $w = new P, $x = PHP_INT_SIZE . 'x', ...$more) { return [$v, $w, $x, ...$more]; }
function wstatic($v) { static $last = null, $n = 0; $r = $last; $last = $v; return [$n++, $r]; }
function fix() {
  global $a0, $a1, $a2, $o0, $o1, $o2, $o3, $s0, $s1, $n0, $n1;
  try {
    if (!is_array($a0)) $a0 = [1, 'x' => ['y' => [2]]];
    if (!is_array($a1)) $a1 = ['x' => [1], [2], 'k' => new D];
    if (!is_array($a2)) $a2 = [&$a0, 3, 'y' => 's'];
    if (!is_object($o0)) $o0 = new M;
    if (!is_object($o1)) $o1 = new A;
    if (!is_object($o2)) $o2 = new D([$o0]);
    if (!is_object($o3)) $o3 = new I;
    if (!is_string($s0)) $s0 = 'abc' . T::$n;
    if (!is_string($s1)) $s1 = 'p';
    if (!is_numeric($n0)) $n0 = 1;
    if (!is_numeric($n1)) $n1 = 2.5;
  } catch (Throwable $t) { e($t); }
}
class W {
  public $context;
  private $text;
  private $at = 0;
  const TEXTS = ['return [1, new D];', '$a0[] = new M; return $a0;', 'mis(); return $o0;', 'throw new X("included");', 'syntax error', 'function inc' . PHP_INT_SIZE . '($a = 1, $b) {} return 1;', 'foreach ($a0 as &$v0) { mis(); if (w()) break; }'];
  function stream_open($path, $mode, $options, &$opened) {
    $this->text = '<?php ' . self::TEXTS[(int)substr($path, 6) % 7];
    if (t()) mis();
    return true;
  }
  function stream_read($n) {
    if (t()) mis();
    $r = substr($this->text, $this->at, 40);
    $this->at += strlen($r);
    return $r;
  }
  function stream_eof() { return $this->at >= strlen($this->text); }
  function stream_stat() { return []; }
  function stream_set_option($a, $b, $c) { return false; }
  function stream_close() { echo "close\n"; }
}
stream_wrapper_register('gen', 'W');
function need($e) { if (!extension_loaded($e)) { echo "no extension $e\n"; exit(77); } }
function vic($k, $v = null) {
  global $it;
  if (!is_object($it) || !t()) return;
  $i = $it;
  if ($k == 0) { $it = null; return churn(); }
  if ($k == 1) { $it = clone $it; return; }
  if ($k == 2) { foreach ($i as $x) { if (w()) break; } return; }
  $k -= 3;
  return (match (true) {
    $i instanceof SplHeap => [fn() => $i->extract(), fn() => $i->insert($v), fn() => $i->recoverFromCorruption(), fn() => $i->top(), fn() => p(count($i))],
    $i instanceof SplPriorityQueue => [fn() => $i->extract(), fn() => $i->insert($v, $v), fn() => $i->setExtractFlags(1), fn() => $i->top(), fn() => $i->recoverFromCorruption()],
    $i instanceof ArrayObject => [fn() => $i->append($v), fn() => $i->offsetUnset(array_key_first($i->getArrayCopy())), fn() => $i->exchangeArray(is_object($v) ? $v : [$v]), fn() => $i->uasort('cmp'), fn() => $i->exchangeArray([])],
    $i instanceof ArrayIterator => [fn() => $i->append($v), fn() => $i->offsetUnset($i->key()), fn() => $i->seek(1), fn() => $i->ksort(), fn() => $i->next()],
    $i instanceof SplObjectStorage => [fn() => $i->attach(new D, $v), fn() => $i->detach($i->current()), fn() => $i->removeAll($i), fn() => $i->addAll(clone $i), fn() => $i->rewind()],
    $i instanceof SplDoublyLinkedList => [fn() => $i->push($v), fn() => $i->pop(), fn() => $i->shift(), fn() => $i->offsetUnset(0), fn() => $i->add(0, $v)],
    $i instanceof SplFixedArray => [fn() => $i->setSize(0), fn() => $i->setSize(9), fn() => $i[0] = $v, fn() => $i->toArray(), fn() => $i->setSize(1)],
    $i instanceof WeakMap => [fn() => $i[new D] = $v, function () use ($i) { unset($i[$GLOBALS['o0']]); }, fn() => $i[$GLOBALS['o1']] = $v, function () { $GLOBALS['o0'] = null; }, fn() => $i[$i] = $v],
    $i instanceof Generator => [fn() => $i->current(), fn() => $i->next(), fn() => $i->send($v), fn() => $i->throw(new X('vic')), fn() => $i->getReturn()],
    $i instanceof Fiber => [fn() => su($v), fn() => $i->resume($v), fn() => $i->throw(new X('vic')), fn() => p($i->isRunning()), fn() => $i->start()],
    $i instanceof MultipleIterator => [fn() => $i->attachIterator(new I), fn() => $i->rewind(), fn() => p($i->countIterators()), fn() => $i->next(), fn() => $i->detachIterator(new I)],
    $i instanceof Iterator => [fn() => $i->rewind(), fn() => $i->next(), fn() => $i->current(), fn() => $i->valid(), fn() => p($i->key())],
    default => [fn() => $i->p = $v, function () use ($i) { unset($i->p); }, fn() => $i->q[] = $v, fn() => p($i), fn() => $i->{'x' . T::$n} = $i],
  })[$k]();
}
