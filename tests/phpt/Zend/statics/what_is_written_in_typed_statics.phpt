--TEST--
Static properties in whose objects and arrays something is written: what is told, and when
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "[$m] "; return true; });
function t($what, $f) {
    echo "$what: ";
    try {
        echo json_encode($f());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage();
    }
    echo "\n";
}
class S {
    public static ?int $a;
    public static int $b;
    public static ?array $c;
    public static ?S $d;
    public static ?int $null = null;
    public static $plain;
}
class T extends S {}
foreach (['a', 'b', 'd', 'null'] as $p) {
    t("$p property", function () use ($p) { T::$$p->h = 5; });
    t("$p property .=", function () use ($p) { T::$$p->h .= 5; });
    t("$p property ++", function () use ($p) { T::$$p->h++; });
    t("$p element of a property", function () use ($p) { T::$$p->h[1] = 1; });
    t("$p property of a property", function () use ($p) { T::$$p->h->i = 1; });
    t("$p unset property", function () use ($p) { unset(T::$$p->h); return 'done'; });
    t("$p unset element", function () use ($p) { unset(T::$$p[1]); return 'done'; });
    t("$p element", function () use ($p) { T::$$p[1] = 1; });
}
foreach (['a', 'b', 'c', 'd'] as $p) {
    t("$p element ++", function () use ($p) { return T::$$p[1]++; });
    t("$p element .=", function () use ($p) { return T::$$p[1] .= 'a'; });
    t("$p element of an object --", function () use ($p) { return T::$$p[new stdClass]--; });
    t("$p .=", function () use ($p) { return T::$$p .= 'a'; });
}
// The property is looked for before a variable is read.
function f() { echo 'f '; return 1; }
t('=', function () { S::$nope = $u; });
t('.=', function () { S::$nope .= $u; });
t('= call', function () { S::$nope = f(); });
t('.= call', function () { S::$nope .= f(); });
t('.= not initialised', function () { S::$b .= $u; });
t('plain', function () { return S::$plain = $u; });
t('plain .=', function () { return S::$plain .= $u; });
t('class', function () { Nope::$z = f(); });
--EXPECT--
a property: Error: Attempt to assign property "h" on null
a property .=: Error: Typed static property S::$a must not be accessed before initialization
a property ++: Error: Typed static property S::$a must not be accessed before initialization
a element of a property: Error: Attempt to modify property "h" on null
a property of a property: Error: Attempt to modify property "h" on null
a unset property: "done"
a unset element: "done"
a element: TypeError: Cannot auto-initialize an array inside property S::$a of type ?int
b property: Error: Attempt to assign property "h" on null
b property .=: Error: Typed static property S::$b must not be accessed before initialization
b property ++: Error: Typed static property S::$b must not be accessed before initialization
b element of a property: Error: Attempt to modify property "h" on null
b property of a property: Error: Attempt to modify property "h" on null
b unset property: "done"
b unset element: "done"
b element: TypeError: Cannot auto-initialize an array inside property S::$b of type int
d property: Error: Attempt to assign property "h" on null
d property .=: Error: Typed static property S::$d must not be accessed before initialization
d property ++: Error: Typed static property S::$d must not be accessed before initialization
d element of a property: Error: Attempt to modify property "h" on null
d property of a property: Error: Attempt to modify property "h" on null
d unset property: "done"
d unset element: "done"
d element: TypeError: Cannot auto-initialize an array inside property S::$d of type ?S
null property: Error: Attempt to assign property "h" on null
null property .=: Error: Attempt to assign property "h" on null
null property ++: Error: Attempt to increment/decrement property "h" on null
null element of a property: Error: Attempt to modify property "h" on null
null property of a property: Error: Attempt to modify property "h" on null
null unset property: "done"
null unset element: "done"
null element: TypeError: Cannot auto-initialize an array inside property S::$null of type ?int
a element ++: Error: Typed static property S::$a must not be accessed before initialization
a element .=: Error: Typed static property S::$a must not be accessed before initialization
a element of an object --: Error: Typed static property S::$a must not be accessed before initialization
a .=: Error: Typed static property S::$a must not be accessed before initialization
b element ++: Error: Typed static property S::$b must not be accessed before initialization
b element .=: Error: Typed static property S::$b must not be accessed before initialization
b element of an object --: Error: Typed static property S::$b must not be accessed before initialization
b .=: Error: Typed static property S::$b must not be accessed before initialization
c element ++: Error: Typed static property S::$c must not be accessed before initialization
c element .=: Error: Typed static property S::$c must not be accessed before initialization
c element of an object --: Error: Typed static property S::$c must not be accessed before initialization
c .=: Error: Typed static property S::$c must not be accessed before initialization
d element ++: Error: Typed static property S::$d must not be accessed before initialization
d element .=: Error: Typed static property S::$d must not be accessed before initialization
d element of an object --: Error: Typed static property S::$d must not be accessed before initialization
d .=: Error: Typed static property S::$d must not be accessed before initialization
=: Error: Access to undeclared static property S::$nope
.=: Error: Access to undeclared static property S::$nope
= call: f Error: Access to undeclared static property S::$nope
.= call: f Error: Access to undeclared static property S::$nope
.= not initialised: Error: Typed static property S::$b must not be accessed before initialization
plain: [Undefined variable $u] null
plain .=: [Undefined variable $u] ""
class: f Error: Class "Nope" not found
