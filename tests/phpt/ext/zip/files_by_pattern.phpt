--TEST--
addGlob() gives the files' own names; names that are empty are an error; a folder is no archive
--EXTENSIONS--
zip
--FILE--
<?php
$folder = sys_get_temp_dir() . '/phant_zip_pattern';
@mkdir($folder);
file_put_contents("$folder/a.txt", 'a');
$zip = new ZipArchive;
$zip->open("$folder/x.zip", ZipArchive::CREATE | ZipArchive::OVERWRITE);
foreach ($zip->addGlob("$folder/*.txt", 0, ['remove_all_path' => true]) as $file) {
    var_dump($file === "$folder/a.txt");
}
echo $zip->getNameIndex(0), "\n";
try {
    $zip->addFile('');
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
try {
    $zip->replaceFile('', 0);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
$zip->close();
var_dump((new ZipArchive)->open($folder));
array_map('unlink', glob("$folder/*"));
rmdir($folder);
--EXPECT--
bool(true)
a.txt
ZipArchive::addFile(): Argument #1 ($filepath) must not be empty
ZipArchive::replaceFile(): Argument #1 ($filepath) must not be empty
int(28)
