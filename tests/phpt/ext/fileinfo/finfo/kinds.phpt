--TEST--
Descriptions, MIME types, encodings, extensions and creators of bytes
--EXTENSIONS--
fileinfo
--FILE--
<?php
$samples = [
    '', 'a', "ab", "\0\1\2", '{"a": 1}', "{}\n{}\n", "a,b\nc,d\n", "<?php echo 1;", "#!/bin/sh\necho\n", "GIF89a\x10\0\x20\0", "%PDF-1.4\n",
    "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x05\0\0\0\x07\x08\x06\0\0\0", "PK\x03\x04\x14\0\0\0\x08\0aaaa", "h\xc3\xa9\n", "\xe9t\xe9", "\xff\xfeh\0i\0", "a\x80b",
    "x\ry\n\r\n", str_repeat('l', 400), "\x1b[0m\x08", "<svg xmlns='http://www.w3.org/2000/svg'/>", "<!DOCTYPE html><p>x", "\x1f\x8b\x08\0\0\0\0\0\0\3",
    "RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\1\0\2\0", "\x7fELF\2\1\1", "-----BEGIN CERTIFICATE-----\n", "fffe", "\x04\0\0\0abcd\x04\0\0\0",
];
foreach ($samples as $sample) {
    foreach ([FILEINFO_NONE, FILEINFO_MIME, FILEINFO_EXTENSION, FILEINFO_APPLE, FILEINFO_CONTINUE] as $flags) {
        echo (new finfo($flags))->buffer($sample), ' | ';
    }
    echo "\n";
}
--EXPECT--
empty | application/x-empty; charset=binary | ??? | UNKNUNKN | empty | 
very short file (no magic) | application/octet-stream; charset=binary | ??? | UNKNUNKN | very short file (no magic) | 
ASCII text, with no line terminators | text/plain; charset=us-ascii | ??? | UNKNUNKN | ASCII text, with no line terminators | 
data | application/octet-stream; charset=binary | ??? | UNKNUNKN | data | 
JSON text data | application/json; charset=us-ascii | ??? | UNKNUNKN | JSON text data\012- , ASCII text, with no line terminators | 
New Line Delimited JSON text data | application/x-ndjson; charset=us-ascii | ??? | UNKNUNKN | New Line Delimited JSON text data\012- , ASCII text | 
CSV ASCII text | text/csv; charset=us-ascii | ??? | UNKNUNKN | CSV ASCII, \012- ASCII text | 
PHP script, ASCII text, with no line terminators | text/x-php; charset=us-ascii | ??? | UNKNUNKN | PHP script, ASCII text, with no line terminators | 
POSIX shell script, ASCII text executable | text/x-shellscript; charset=us-ascii | ??? | UNKNUNKN | POSIX shell script, \012- a /bin/sh script, ASCII text executable | 
GIF image data, version 89a, 16 x 32 | image/gif; charset=binary | gif | 8BIMGIFf | GIF image data, version 89a, 16 x 32\012- data | 
PDF document, version 1.4 | application/pdf; charset=us-ascii | pdf | UNKNUNKN | PDF document, version 1.4\012- PDF document, version 1.4, ASCII text | 
PNG image data, 5 x 7, 8-bit/color RGBA, non-interlaced | image/png; charset=binary | png | UNKNUNKN | PNG image data, 5 x 7, 8-bit/color RGBA, non-interlaced\012- data | 
data | application/octet-stream; charset=binary | ??? | UNKNUNKN | data | 
Unicode text, UTF-8 text | text/plain; charset=utf-8 | ??? | UNKNUNKN | Unicode text, UTF-8 text | 
ISO-8859 text, with no line terminators | text/plain; charset=iso-8859-1 | ??? | UNKNUNKN | ISO-8859 text, with no line terminators | 
Unicode text, UTF-16, little-endian text, with no line terminators | text/plain; charset=utf-16le | ??? | UNKNUNKN | Unicode text, UTF-16, little-endian text, with no line terminators | 
Non-ISO extended-ASCII text, with no line terminators | text/plain; charset=unknown-8bit | ??? | UNKNUNKN | Non-ISO extended-ASCII text, with no line terminators | 
ASCII text, with CRLF, CR, LF line terminators | text/plain; charset=us-ascii | ??? | UNKNUNKN | ASCII text, with CRLF, CR, LF line terminators | 
ASCII text, with very long lines (400), with no line terminators | text/plain; charset=us-ascii | ??? | UNKNUNKN | ASCII text, with very long lines (400), with no line terminators | 
ASCII text, with no line terminators, with escape sequences, with overstriking | text/plain; charset=us-ascii | ??? | UNKNUNKN | ASCII text, with no line terminators, with escape sequences, with overstriking | 
SVG Scalable Vector Graphics image, ASCII text, with no line terminators | image/svg+xml; charset=us-ascii | svg | UNKNUNKN | SVG Scalable Vector Graphics image, ASCII text, with no line terminators | 
HTML document, ASCII text, with no line terminators | text/html; charset=us-ascii | ??? | UNKNUNKN | HTML document, \012- HTML document, \012- exported SGML document, ASCII text, with no line terminators | 
gzip compressed data, from Unix | application/gzip; charset=binary | ??? | UNKNUNKN | gzip compressed data, from Unix\012- data | 
RIFF (little-endian) data, WAVE audio, Microsoft PCM, stereo | audio/x-wav; charset=binary | wav/wave | UNKNUNKN | RIFF (little-endian) data, WAVE audio, Microsoft PCM, stereo\012- data | 
ELF 64-bit LSB | application/octet-stream; charset=binary | ??? | UNKNUNKN | ELF 64-bit LSB\012- data | 
PEM certificate | text/plain; charset=us-ascii | ??? | UNKNUNKN | PEM certificate\012- , ASCII text | 
ASCII text, with no line terminators | text/plain; charset=us-ascii | ??? | UNKNUNKN | ASCII text, with no line terminators | 
SIMH tape data | application/SIMH-tape-data; charset=binary | ??? | UNKNUNKN | SIMH tape data\012- data | 
