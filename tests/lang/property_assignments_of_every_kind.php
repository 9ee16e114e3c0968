<?php
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~$this->n\n"; } }
class T { public int $i = 1; public ?D $d = null; public $any; public readonly int $r; public self $t;
  public string $h { get => "<" . $this->i . ">"; set => strtoupper($value); }
  function set($v) { return $this->any = $v; } function both($v) { return $this->i = $v; }
  function ro() { return $this->r = 5; } }
#[AllowDynamicProperties] class Dyn { function __set($n, $v) { echo "set $n\n"; $this->$n = $v; } }
class Plain {}
for ($k = 0; $k < 3; $k++) {
  $t = new T;
  var_dump($t->set("x$k"), $t->set([1]), $t->both(5), $t->both("7"), $t->ro());
  try { $t->both("abc"); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
  try { $t->ro(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
  $x = $t->d = new D("a$k"); unset($x);
  $t->d = new D("b$k"); $t->d = null;
  $t->t = $t2 = new T; $t->t->i = 3; $t->t->t = new T; $t->t->t->i = $k; var_dump($t->t->t->i, $t2->t->i);
  $t->t->t->any = new D("deep$k"); $t->t->t = new T;
  var_dump($t->h, $t->h = "abc$k", $t->h);
  $s = new stdClass; $s->a = 1; $s->b = $s; $s->a = $s->c = 2; $s->{'1'} = 'one'; $s->{"d$k"} = $k;
  $c = clone $s; $c->z = 1; $s->z = 2; $s->y = 3; var_dump($c->z, $s->z, count((array) $s));
  $arr = (array) $s; $s->new = 1; var_dump(isset($arr['new']), isset($s->new));
  $d = new Dyn; $d->q = 1; $d->q = 2; var_dump($d->q);
  $p = new Plain; $p->dyn = 1; $p->dyn = 2; var_dump($p);
  $ref = &$s->ref; $ref = 5; $s->ref = 6; var_dump($ref);
  foreach ($s as $name => &$v) { if ($name === 'a') { $s->late = 'late'; } } unset($v); var_dump($s);
  $l = (new ReflectionClass('Lz'))->newLazyGhost(function ($o) { echo "init\n"; $o->p = 1; }); $l->dyn = 4; var_dump($l);
}
#[AllowDynamicProperties] class Lz { public $p; }
