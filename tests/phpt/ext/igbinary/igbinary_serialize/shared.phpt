--TEST--
igbinary_serialize: arrays, objects and references met again are written as numbers
--EXTENSIONS--
igbinary
--FILE--
<?php
function show($v) { echo bin2hex(igbinary_serialize($v)), "\n"; }
$a = [rand(1, 1)];
show([$a, $a]);
show([&$a, &$a, [$a]]);
show([[], [], [$a, [$a]]]);
$s = 'q';
show([&$s, &$s, 'q']);
$o = new stdClass;
show([$o, $o, &$o, &$o]);
$o->self = $o;
show($o);
$r = [1];
$r[] = &$r;
show($r);
$x = 1;
$lone = [&$x];
unset($x);
show($lone);
--EXPECT--
000000021402060014010600060106010101
0000000214030600251401060006010601250101060214010600140106000601
00000002140306001400060101010602140206001401060006010601140106000103
000000021403060025110171060125010106020e00
00000002140406001708737464436c61737314000601220106022522010603252201
000000021708737464436c6173731401110473656c662200
000000021402060006010601251402060006010601250101
00000002140106000601
