--TEST--
Rules of a script's own, and what is wrong with others
--EXTENSIONS--
fileinfo
--INI--
html_errors=0
--FILE--
<?php
$name = tempnam(sys_get_temp_dir(), 'magic');
$samples = ["abc1needle  here, and more text", "\1\2\3\xff\5\6\7\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10", "0123456701234567"];
foreach ([
    "0\tstring\tabc\tABC %s\n>3\tbyte\t>5\tbyte %d\n>>&0\tsearch/20/cW\tneedle\\ here\tfound, %s\n!:mime\ttext/x-abc\n",
    "0 lelong x l %x\n", "0 ubyte >2 c %d\n", "0 string abc first\n0 string ab second\n", "0 lemsdosdate x %s\n", "0 ledouble x %g\n", "0 guid x %s\n",
    "0 regex [0-9]+ digits %s\n", "0 name thing\n>0 byte x \\b, thing %d\n0 byte x one\n>1 use thing\n", "0 default x other\n0 byte 1 one\n",
    "0 string a a\n>(0.b-90) string c indirect %s\n", "0 foo x bar\n", "0 byte >=3 x\n", "0 search abc x\n", "&0 byte x\n", "0 byte 300 x\n", "0 byte x %s\n", "!:mime a/b\n",
] as $rules) {
    file_put_contents($name, $rules);
    echo "== ", trim($rules), "\n";
    set_error_handler(function ($n, $text) use ($name) { echo str_replace($name, 'NAME', $text), "\n"; return true; });
    $finfo = finfo_open(FILEINFO_NONE, $name);
    restore_error_handler();
    foreach ($finfo ? $samples : [] as $sample) {
        var_dump($finfo->buffer($sample), $finfo->buffer($sample, FILEINFO_MIME_TYPE));
    }
}
unlink($name);
--EXPECT--
== 0	string	abc	ABC %s
>3	byte	>5	byte %d
>>&0	search/20/cW	needle\ here	found, %s
!:mime	text/x-abc
string(50) "ABC abc byte 49 found, needle  here, and more text"
string(10) "text/x-abc"
string(4) "data"
string(24) "application/octet-stream"
string(36) "ASCII text, with no line terminators"
string(10) "text/plain"
== 0 lelong x l %x
string(10) "l 31636261"
string(10) "text/plain"
string(10) "l ff030201"
string(24) "application/octet-stream"
string(10) "l 33323130"
string(10) "text/plain"
== 0 ubyte >2 c %d
string(4) "c 97"
string(10) "text/plain"
string(4) "data"
string(24) "application/octet-stream"
string(4) "c 48"
string(10) "text/plain"
== 0 string abc first
0 string ab second
string(5) "first"
string(10) "text/plain"
string(4) "data"
string(24) "application/octet-stream"
string(36) "ASCII text, with no line terminators"
string(10) "text/plain"
== 0 lemsdosdate x %s
string(16) "Sun, Mar 01 2029"
string(10) "text/plain"
string(14) "Sun, ? 01 1981"
string(24) "application/octet-stream"
string(16) "Sun, Sep 16 2004"
string(10) "text/plain"
== 0 ledouble x %g
string(12) "4.23355e+175"
string(10) "text/plain"
string(12) "5.44761e-270"
string(24) "application/octet-stream"
string(11) "9.95833e-43"
string(10) "text/plain"
== 0 guid x %s
string(36) "31636261-656E-6465-6C65-202068657265"
string(10) "text/plain"
string(36) "FF030201-0605-0807-090A-0B0C0D0E0F10"
string(24) "application/octet-stream"
string(36) "33323130-3534-3736-3031-323334353637"
string(10) "text/plain"
== 0 regex [0-9]+ digits %s
string(46) "digits 1, ASCII text, with no line terminators"
string(10) "text/plain"
string(4) "data"
string(24) "application/octet-stream"
string(61) "digits 0123456701234567, ASCII text, with no line terminators"
string(10) "text/plain"
== 0 name thing
>0 byte x \b, thing %d
0 byte x one
>1 use thing
string(13) "one, thing 98"
string(10) "text/plain"
string(12) "one, thing 2"
string(24) "application/octet-stream"
string(13) "one, thing 49"
string(10) "text/plain"
== 0 default x other
0 byte 1 one
string(36) "ASCII text, with no line terminators"
string(10) "text/plain"
string(3) "one"
string(24) "application/octet-stream"
string(36) "ASCII text, with no line terminators"
string(10) "text/plain"
== 0 string a a
>(0.b-90) string c indirect %s
string(1) "a"
string(10) "text/plain"
string(4) "data"
string(24) "application/octet-stream"
string(36) "ASCII text, with no line terminators"
string(10) "text/plain"
== 0 foo x bar
finfo_open(): type `foo x bar' invalid
finfo_open(): Failed to load magic database at "NAME"
== 0 byte >=3 x
finfo_open(): >= not supported
finfo_open(): Failed to load magic database at "NAME"
== 0 search abc x
string(39) "x, ASCII text, with no line terminators"
string(10) "text/plain"
string(4) "data"
string(24) "application/octet-stream"
string(36) "ASCII text, with no line terminators"
string(10) "text/plain"
== &0 byte x
finfo_open(): relative offset at level 0
finfo_open(): Failed to load magic database at "NAME"
== 0 byte 300 x
finfo_open(): Overflow for numeric type `byte' value 0x12c
finfo_open(): Failed to load magic database at "NAME"
== 0 byte x %s
finfo_open(): Printf format is not valid for type `byte' in description `%s'
finfo_open(): Failed to load magic database at "NAME"
== !:mime a/b
finfo_open(): Failed to load magic database at "NAME"
