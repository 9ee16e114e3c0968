<?php
$p = new DatePeriod(new DateTime('2020-01-01'), new DateInterval('P1D'), 2);
var_dump($p->start === $p->start, $p->interval === $p->interval, $p->current, $p->end);
$p->start->modify('+1 month');
echo $p->start->format('c'), $p->getStartDate()->format('c'), "\n";
foreach ($p as $d) { echo $d->format('c'), ' ', $p->current?->format('c'), "\n"; }
$s = serialize($p); echo strlen($s), substr($s, 0, 100), "\n";
var_dump(array_keys((array)$p)); 
$q = (new ReflectionClass('DatePeriod'))->newInstanceWithoutConstructor();
foreach (['start', 'current', 'recurrences', 'include_end_date'] as $n) try { var_dump($q->$n); } catch (Error $e) { echo $e->getMessage(), "\n"; }
var_dump(isset($q->start), isset($p->start), isset($p->current), isset($p->end));
var_dump($q);
try { $p->start = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { $z = &$p->start; } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { $p->start->x = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { $p->recurrences++; } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { unset($p->end); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { $p->zz = 1; echo $p->zz; $w = &$p->zz; $w = 3; echo $p->zz, "\n"; unset($p->zz); } catch (Error $e) { echo $e->getMessage(), "\n"; }
$c = clone $p; var_dump($c->start === $p->start);
$u = unserialize($s); var_dump($u->start->format('c'), $u->current->format('c'), $u->start === $u->start);
foreach ($u as $k => $d) echo $k, $d->format('c'), "\n";
var_dump($p == $c);
$it = $p->getIterator(); foreach ($it as $k => $d) { echo $k, $p->current->format('c'), "\n"; }
$it->rewind(); echo $p->current->format('c'), "\n"; $it->next(); echo $p->current->format('c'), "\n"; $it->next(); $it->next(); var_dump($it->valid()); echo $p->current->format('c'), "\n";
print_r($p);
print_r(get_object_vars($p)['current']); var_export(DatePeriod::__set_state((array)$p));
$x = new DatePeriod(new DateTime('2020-01-01'), new DateInterval('P1D'), 2, DatePeriod::EXCLUDE_START_DATE);
foreach ($x as $k => $d) { echo $k, $d->format('c'), ' ', $x->current?->format('c'), "\n"; }
class Z extends DatePeriod { function __construct() { var_dump(isset($this->start)); try { var_dump($this->start); } catch (Error $e) { echo $e->getMessage(), "\n"; } parent::__construct(new DateTimeImmutable('2021-01-01'), new DateInterval('PT1H'), new DateTimeImmutable('2021-01-01T02:00:00'), 2); var_dump($this->start); parent::__construct(new DateTimeImmutable('2022-01-01'), new DateInterval('PT1H'), 3); } }
$z = new Z; var_dump($z->start, $z->end);
foreach ((new ReflectionClass('DatePeriod'))->getProperties() as $rp) { echo $rp, $rp->isInitialized($q) ? 'init' : 'un', "\n"; try { $rp->setValue($p, 1); } catch (Error $e) { echo $e->getMessage(), "\n"; } }
foreach ($p as $d) { foreach ($p as $e) { echo $e->format('d '); } echo $d->format("d\n"); }
