--TEST--
Every character of the basic plane into encodings of several bytes, and every pair of bytes out of them
--EXTENSIONS--
mbstring
--FILE--
<?php
$all = '';
for ($c = 0; $c < 0x10000; $c++) {
    $all .= $c < 0xd800 || $c > 0xdfff ? mb_chr($c) : '';
}
$pairs = '';
for ($n = 0; $n < 0x10000; $n++) {
    $pairs .= chr($n >> 8) . chr($n & 255) . '.';
}
$encodings = ['SJIS', 'CP932', 'SJIS-win', 'SJIS-2004', 'SJIS-mac', 'SJIS-Mobile#DOCOMO', 'SJIS-Mobile#KDDI', 'SJIS-Mobile#SOFTBANK', 'EUC-JP', 'eucJP-win',
    'CP51932', 'EUC-JP-2004', 'EUC-CN', 'CP936', 'GB18030', 'EUC-TW', 'BIG5', 'CP950', 'EUC-KR', 'UHC', 'UTF-16', 'UTF-16LE', 'UTF-16BE', 'UCS-2', 'UTF-32', 'ISO-8859-1', 'ISO-8859-15', 'ASCII'];
foreach ($encodings as $encoding) {
    echo $encoding, ' ', md5(mb_convert_encoding($all, $encoding, 'UTF-8')), ' ', md5(mb_convert_encoding($pairs, 'UTF-8', $encoding)), "\n";
    echo '  ', bin2hex(mb_convert_encoding("a\xe3\x81", $encoding, 'UTF-8')), ' ', bin2hex(mb_convert_encoding("\x81", 'UTF-8', $encoding)), ' ',
        bin2hex(mb_convert_encoding("\x8f\xa1", 'UTF-8', $encoding)), ' ', bin2hex(mb_convert_encoding("\xd8\x3d\xde\x00\xd8", 'UTF-8', $encoding)), "\n";
}
--EXPECT--
SJIS 18775b36ea6769501545c60d0069d826 628a7de4b7243ee79fa3a525269d08c2
  613f 3f e58d87 efbe983defbe9e00efbe98
CP932 ca8173dc5128fab61ea438f6435a7c50 1574dc06f6eed402b0b2c6055537a717
  613f 3f e58d87 efbe983defbe9e00efbe98
SJIS-win 17f0b1e5c5d1fb26ffe3e691a87a4d5a 1574dc06f6eed402b0b2c6055537a717
  613f 3f e58d87 efbe983defbe9e00efbe98
SJIS-2004 bd971bed3e0be043dd398ad133aa911b c0975222ea892107f83be788f75b5e04
  613f 3f e58d87 efbe983defbe9e00efbe98
SJIS-mac 640532c96b5865721586d9506f2b2c08 4d4e3e626abd6012b25bbc90d1a7a59b
  613f 3f e58d87 efbe983defbe9e00efbe98
SJIS-Mobile#DOCOMO 201d15f01472d98e16ad16935c24778e e7062381e3b0fc35873e18837c243d19
  613f 3f e58d87 efbe983defbe9e00efbe98
SJIS-Mobile#KDDI 06d7cf9bb44002ea74d84a156f1cf00d 67207bc41a3bb9c73903243fa269f2b9
  613f 3f e58d87 efbe983defbe9e00efbe98
SJIS-Mobile#SOFTBANK acad65e34c8884f64eed66a661cf5274 77969c4932339d7d7770c874ad969435
  613f 3f e58d87 efbe983defbe9e00efbe98
EUC-JP 3ba53bc6adc3d79ae859f31359c9ef50 7aa6ddde7c67101a57a5fb895ccbf5d1
  613f 3f 3f 3f3f3f
eucJP-win 462ec154d5865554f33613c845dea287 fa1fa5f0c4429c78b0d72b89a4766813
  613f 3f 3f 3f3f3f
CP51932 30ba5ca84dea90d43d55c996d8da97b6 3ee8e8af6c64a87d0dd0a6fd57eb643c
  613f 3f 3f3f 3f3f3f
EUC-JP-2004 40e06a49f3a06fd576ca3896f2f63f95 d2b3abb467411fa669c7c1ce3c5f6e86
  613f 3f 3f 3f3f3f
EUC-CN e41818b3e8e05800538b2abf53d46fd8 f950923acb84d2d2914a7169be705d0a
  613f 3f 3f3f 3f3f3f
CP936 c25a2bafd03917fe2e37e757e38856e4 ca4999b5a6ce8f0b77df0852127be612
  613f 3f e5bd99 3f3f3f
GB18030 33982ae0d6ec294a3f44422ab0959bc7 e5c2ad8078009d1338a7717a1b5bfbf5
  613f 3f e5bd99 3f3f3f
EUC-TW 0e312acabb3a0f2af1afce86b53f7ecf f078891f6bc53ec0240cd2504b87a66a
  613f 3f 3f3f 3f3f3f
BIG5 a2bc06ba827648cd250c8a1c899a2cb9 a60d3fae87296206ccebbc336d4336d3
  613f 3f 3f3f 3f3f3f
CP950 d63318f04fd311dc80d849e92d9358c8 bb6d2f0599c8b41137f618679b5832e8
  613f 3f ee8fad 3f3f3f
EUC-KR 3c541b18ba4d7960c672b5571b6d89d8 f06a5268ac5a2019e96f53b6bea7d037
  613f 3f 3f3f 3f3f3f
UHC afc8c4beae48ab2519736326d33dbadd ab1fe1ec001b7ec3648801204a3eaaf6
  613f 3f eba3aa 3f3f3f
UTF-16 b2b76758cc81b8e042c6afcadf7f983b 3456bd660791995a3044bced04f28b9e
  0061003f 3f e8bea1 f09f98803f
UTF-16LE 566174b86ed268ddcd0b178f317e470d 435b372f18d37921f5b90b6c5405b7c4
  61003f00 3f ea868f e3b798c39e3f
UTF-16BE b2b76758cc81b8e042c6afcadf7f983b 3456bd660791995a3044bced04f28b9e
  0061003f 3f e8bea1 f09f98803f
UCS-2 b2b76758cc81b8e042c6afcadf7f983b 7ba156321d98710618f71288720f5360
  0061003f 3f e8bea1 3f3f3f
UTF-32 112613903abfd03a19c912092dd48e08 81bfc9568b39a505225e86207d878680
  000000610000003f 3f 3f 3f3f
ISO-8859-1 c6f03d41a4bb8fcc390509d4c11dcb69 fd40d14fe32850433a54bf326146c8e0
  613f c281 c28fc2a1 c3983dc39e00c398
ISO-8859-15 0eb081f63e5a505b8cbb609bd1790cea bf1e3a36d583b04bf331ae2d60326863
  613f c281 c28fc2a1 c3983dc39e00c398
ASCII 896955a36b122c35556278122b03ab8d a1653a2cef88e837f375af4f1dee7b9c
  613f 3f 3f3f 3f3d3f003f
