--TEST--
What mb_* functions make of bytes that are no UTF-8, short and long
--EXTENSIONS--
mbstring
--FILE--
<?php
$damaged = ["a\xffb", "\xc3", "\xe2\x82", "\xf0\x9f\x98", "\xf0\x9f\x98\x80\x80", "\xed\xa0\x80x", "\xc0\xafé", "\xf4\x90\x80\x80", "é\xe2\x82z"];
foreach ($damaged as $text) {
    foreach ([$text, str_repeat($text . "0123456789", 40)] as $bytes) {
        echo mb_strlen($bytes), " ", bin2hex(mb_substr($bytes, 1, 3)), " ", bin2hex(mb_substr($bytes, -2)), " ", mb_strwidth($bytes), " ",
            bin2hex(mb_strimwidth($bytes, 0, 3, ".")), " ", json_encode(mb_check_encoding($bytes)), " ", json_encode(mb_ord($bytes)), " ",
            md5(mb_scrub($bytes)), "\n";
    }
}
--EXPECT--
3 3f62 3f62 3 613f62 false 97 0166d849f21a9d699d896ea2a79a375f
520 3f6230 3839 520 613f2e false 97 67b8467de1ae774089082519de190c3c
1  3f 1 3f false false d1457b72c3fb323a2671125aef3eab5d
440 303132 3839 440 3f302e false false 1780c148b6e157f1bffe60833a8df7dc
1  3f 1 3f false false d1457b72c3fb323a2671125aef3eab5d
440 303132 3839 440 3f302e false false 1780c148b6e157f1bffe60833a8df7dc
1  3f 1 3f false false d1457b72c3fb323a2671125aef3eab5d
440 303132 3839 440 3f302e false false 1780c148b6e157f1bffe60833a8df7dc
2 3f f09f98803f 3 f09f98803f false 128512 b585cfb9b06ab48fdb893d65761c47d1
480 3f3031 3839 520 f09f98802e false 128512 25776c8bb9eedc6f2137a90751eaf68f
4 3f3f78 3f78 4 3f3f2e false false 342dcee9dd425cd54610f387faa408da
560 3f3f78 3839 560 3f3f2e false false d43ae14b273efd17da917d55398f46f8
3 3fc3a9 3fc3a9 3 3f3fc3a9 false false 0fdd43e7355ef2061958e6feddb02271
520 3fc3a930 3839 520 3f3f2e false false 8ecf1206ffa18f3d879a9710cf48ab89
4 3f3f3f 3f3f 4 3f3f2e false false e94f0bfab8c987a7437ba4e1697c1cc0
560 3f3f3f 3839 560 3f3f2e false false 20f6f3f31cd43b9861caf65b895b428e
3 3f7a 3f7a 3 c3a93f7a false 233 5c6dbc8abb766dcf77ec28af97ef0149
520 3f7a30 3839 520 c3a93f2e false 233 95fe114614baed1b7d27189466223a52
