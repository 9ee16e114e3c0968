--TEST--
An autoloader that throws for a trait ends the program
--FILE--
<?php
spl_autoload_register(function ($name) { throw new Exception("no $name"); });
try { class A extends Parents {} } catch (Exception $e) { echo $e->getMessage(), "\n"; }
try { class B implements Interfaces {} } catch (Exception $e) { echo $e->getMessage(), "\n"; }
try { class C { use Traits; } } catch (Exception $e) { echo $e->getMessage(), "\n"; }
--EXPECTF--
no Parents
no Interfaces

Fatal error: During class fetch: Uncaught Exception: no Traits in %s:2
Stack trace:
#0 %s(5): {closure:%s:2}('Traits')
#1 {main} in %s on line 5
