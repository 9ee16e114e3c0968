--TEST--
Tags of a small JPEG file, whole and cut
--EXTENSIONS--
exif
--FILE--
<?php
var_dump(exif_tagname(0x10F), exif_tagname(0x8769), exif_tagname(0xFFF0), exif_tagname(-1));
$jpeg = "\xFF\xD8" . "\xFF\xE1" . pack('n', 2 + 6 + 8 + 2 + 24 + 4 + 6) . "Exif\0\0" . "MM\0\x2A" . pack('N', 8) . pack('n', 2)
    . pack('nnNN', 0x10F, 2, 6, 38) . pack('nnNN', 0x112, 3, 1, 6 << 16) . pack('N', 0) . "Phant\0" . "\xFF\xDA\0\x02";
$file = sys_get_temp_dir() . '/phant-exif-' . getmypid() . '.jpg';
file_put_contents($file, $jpeg);
$read = exif_read_data($file, null, true);
unset($read['FILE']['FileDateTime'], $read['FILE']['FileName']);
var_dump($read, exif_imagetype($file), exif_thumbnail($file), exif_read_data($file, 'GPS'));
file_put_contents($file, substr($jpeg, 0, 40));
var_dump(@exif_read_data($file));
unlink($file);
--EXPECTF--
string(4) "Make"
string(16) "Exif_IFD_Pointer"
bool(false)
bool(false)
array(3) {
  ["FILE"]=>
  array(4) {
    ["FileSize"]=>
    int(60)
    ["FileType"]=>
    int(2)
    ["MimeType"]=>
    string(10) "image/jpeg"
    ["SectionsFound"]=>
    string(13) "ANY_TAG, IFD0"
  }
  ["COMPUTED"]=>
  array(2) {
    ["IsColor"]=>
    int(0)
    ["ByteOrderMotorola"]=>
    int(1)
  }
  ["IFD0"]=>
  array(2) {
    ["Make"]=>
    string(5) "Phant"
    ["Orientation"]=>
    int(6)
  }
}
int(2)
bool(false)
bool(false)
bool(false)
