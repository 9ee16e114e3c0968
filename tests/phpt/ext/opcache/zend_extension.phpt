--TEST--
Zend OPcache is an extension of the engine
--EXTENSIONS--
opcache
--FILE--
<?php
var_dump(extension_loaded('zend opcache'), extension_loaded('opcache'), get_loaded_extensions(true), in_array('Zend OPcache', get_loaded_extensions()));
$extension = new ReflectionZendExtension('Zend OPcache');
var_dump($extension->getName(), $extension->name, $extension->getVersion() === PHP_VERSION);
try {
    new ReflectionZendExtension('zend opcache');
} catch (ReflectionException $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
bool(true)
bool(false)
array(1) {
  [0]=>
  string(12) "Zend OPcache"
}
bool(true)
string(12) "Zend OPcache"
string(12) "Zend OPcache"
bool(true)
Zend Extension "zend opcache" does not exist
