<?php
// The first class that is missing is named.
class A { function m(B $x): C { } }
class D extends A { function m(E $x): F { } }
