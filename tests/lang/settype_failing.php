<?php
$l = new SplDoublyLinkedList; try { settype($l, 'string'); } catch (Error $e) { echo $e->getMessage(), "\n"; } var_dump($l);
$l = new stdClass; try { settype($l, 'int'); } catch (Error $e) { echo $e->getMessage(), "\n"; } var_dump($l);
class T { function __toString(): string { throw new Exception("x"); } }
$l = new T; try { settype($l, 'string'); } catch (Exception $e) { echo $e->getMessage(), "\n"; } var_dump($l);
class P { public int|string|T $t; } $p = new P; $p->t = new T; try { settype($p->t, 'string'); } catch (Exception $e) { echo $e->getMessage(), "\n"; } var_dump($p->t);
$l = [new T]; settype($l, 'string'); var_dump($l);
$l = fopen('php://memory', 'r'); settype($l, 'array'); var_dump(gettype($l));
set_error_handler(function ($n, $m) { throw new Exception($m); });
$l = new stdClass; try { settype($l, 'int'); } catch (Exception $e) { echo $e->getMessage(), "\n"; } var_dump($l);
$l = [1]; try { settype($l, 'string'); } catch (Exception $e) { echo $e->getMessage(), "\n"; } var_dump($l);
$l = new stdClass; try { settype($l, 'float'); } catch (Exception $e) { echo $e->getMessage(), "\n"; } var_dump($l);
