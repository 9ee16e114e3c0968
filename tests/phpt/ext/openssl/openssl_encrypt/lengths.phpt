--TEST--
Keys, initialisation vectors and texts of unusual lengths
--EXTENSIONS--
openssl
--FILE--
<?php
function e() { while ($e=openssl_error_string()) echo "   $e\n"; }
function t(string $f, ...$a) { try { $r=$f(...$a); var_dump(is_string($r)?bin2hex($r):$r); } catch (Error $x) { echo get_class($x),': ',$x->getMessage(),"\n"; } e(); }
t('openssl_encrypt','a','nope','k'); t('openssl_encrypt','a','','k'); t('openssl_encrypt','a','aes-128-cbc','k'); t('openssl_encrypt','a','aes-128-cbc','k',0,'iv'); t('openssl_encrypt','a','aes-128-cbc','k',0,str_repeat('i',20));
t('openssl_encrypt','abc','aes-128-cbc','k',2,str_repeat('i',16)); t('openssl_encrypt','abcdabcdabcdabcd','aes-128-ecb','k',3);
t('openssl_encrypt','','aes-128-ecb','k',3); t('openssl_encrypt','','aes-128-ecb','k',1);
t('openssl_encrypt','abc','aes-128-cbc','k',4,str_repeat('i',16)); t('openssl_encrypt','abc','aes-128-cbc',str_repeat('k',50),4,str_repeat('i',16));
t('openssl_decrypt','!!','aes-128-cbc','k',0,str_repeat('i',16)); t('openssl_decrypt','YWJj','aes-128-cbc','k',0,str_repeat('i',16)); t('openssl_decrypt',str_repeat('a',16),'aes-128-cbc','k',1,str_repeat('i',16)); t('openssl_decrypt',str_repeat('a',16),'aes-128-cbc','k',3,str_repeat('i',16)); t('openssl_decrypt',str_repeat('a',15),'aes-128-cbc','k',3,str_repeat('i',16)); t('openssl_decrypt','','aes-128-cbc','k',1,str_repeat('i',16)); t('openssl_decrypt','','aes-128-cbc','k',3,str_repeat('i',16));
t('openssl_decrypt','abc','aes-128-cbc','k',1,str_repeat('i',16),'tag');
t('openssl_random_pseudo_bytes',0); t('openssl_random_pseudo_bytes',-1); $s=null; var_dump(strlen(openssl_random_pseudo_bytes(5,$s)),$s);
t('openssl_pbkdf2','password','salt',20,1); t('openssl_pbkdf2','password','salt',25,2,'sha256'); t('openssl_pbkdf2','password','salt',0,1); t('openssl_pbkdf2','password','salt',5,0); t('openssl_pbkdf2','password','salt',5,1,'nope'); t('openssl_pbkdf2','password','',5,-1,'md5'); t('openssl_pbkdf2','p','s',5,1,'md4'); t('openssl_pbkdf2','p','s',40,3,'blake2b512');  t('openssl_pbkdf2','p','s',40,3,'sm3'); t('openssl_pbkdf2','p','s',40,3,'sha3-256'); t('openssl_pbkdf2','p','s',40,3,'md5-sha1'); t('openssl_pbkdf2','p','s',40,3,'shake256');
t('openssl_digest','abc','sha256',true); t('openssl_encrypt','abc','des-ede3-cbc','k',1,'12345678'); t('openssl_encrypt','abc','des-cbc','k',1,'12345678');
--EXPECTF--
Warning: openssl_encrypt(): Unknown cipher algorithm in %s on line 3
bool(false)

Warning: openssl_encrypt(): Unknown cipher algorithm in %s on line 3
bool(false)

Warning: openssl_encrypt(): Using an empty Initialization Vector (iv) is potentially insecure and not recommended in %s on line 3
string(48) "552b5957644e764d6d583353653967436f75756649673d3d"

Warning: openssl_encrypt(): IV passed is only 2 bytes long, cipher expects an IV of precisely 16 bytes, padding with \0 in %s on line 3
string(48) "3563447275784a6e68547571476977394756676962413d3d"

Warning: openssl_encrypt(): IV passed is 20 bytes long which is longer than the 16 expected by selected cipher, truncating in %s on line 3
string(48) "70724f68774e6d34582f3435475774325948324572413d3d"
bool(false)
   error:1C80006B:Provider routines::wrong final block length
string(32) "d3aac6619b1f3c783fea87e980b8815d"
string(0) ""
string(32) "932f1b1e9189536b938a6b67666d4031"

Warning: openssl_encrypt(): Key length cannot be set for the cipher algorithm in %s on line 3
bool(false)
   error:03000082:digital envelope routines::invalid key length
string(48) "4f766c6633516c555973577948364954306f714e4e773d3d"
   error:03000082:digital envelope routines::invalid key length
bool(false)
   error:1C80006B:Provider routines::wrong final block length
bool(false)
   error:1C80006B:Provider routines::wrong final block length
bool(false)
   error:1C800064:Provider routines::bad decrypt
string(32) "6ae538a2b2913942b79da966063b8e25"
bool(false)
   error:1C80006B:Provider routines::wrong final block length
bool(false)
   error:1C80006B:Provider routines::wrong final block length
string(0) ""

Warning: openssl_decrypt(): The tag cannot be used because the cipher algorithm does not support AEAD in %s on line 3
bool(false)
   error:1C80006B:Provider routines::wrong final block length
ValueError: openssl_random_pseudo_bytes(): Argument #1 ($length) must be greater than 0
ValueError: openssl_random_pseudo_bytes(): Argument #1 ($length) must be greater than 0
int(5)
bool(true)
string(40) "0c60c80f961f0e71f3a9b524af6012062fe037a6"
string(50) "ae4d0c95af6b46d32d0adff928f06dd02a303f8ef3c251dfd6"
ValueError: openssl_pbkdf2(): Argument #3 ($key_length) must be greater than 0
bool(false)
   error:1C80007B:Provider routines::invalid iteration count

Warning: openssl_pbkdf2(): Unknown digest algorithm in %s on line 3
bool(false)
bool(false)
   error:0780007D:common libcrypto routines::param unsigned integer negative value unsupported
bool(false)
   error:0308010C:digital envelope routines::unsupported
string(80) "309b669a88f69e6cc1960a2391f29ec356e91780ece5cf20934d53168ac1daaf6b9d4428d499191b"
string(80) "f3ad54bf19c5621d162b6212a94e46de786b921f8e143ee8c85324264fd557dbc4cc9bd568070eeb"
string(80) "4f24af1949a4edb7253a1913084c2688ec45787f06afb2ed9ba5d87d246dc73940ff54150e7eaab4"
string(80) "00f73d5b433e38c7a5613fb653bbd9bdbe679b536bedee054a5927a9ba0fbe3633fbb73d0d4a4eb5"
bool(false)
   error:1C8000B7:Provider routines::xof digests not allowed
string(64) "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
string(16) "383bef7b0431b1d7"
bool(false)
   error:0308010C:digital envelope routines::unsupported
