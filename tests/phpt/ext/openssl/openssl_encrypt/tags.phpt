--TEST--
Authenticated ciphers: lengths of nonces and tags, wrong tags, and what openssl_error_string tells
--EXTENSIONS--
openssl
--FILE--
<?php
function t($f, ...$a) { try { $r = @$f(...$a); echo is_string($r) ? bin2hex($r) : var_export($r, true), ' ', error_get_last()['message'] ?? '', "\n"; error_clear_last(); } catch (Error $x) { echo $x->getMessage(), "\n"; } e(); }
function e() { while ($e=openssl_error_string()) echo "   $e\n"; }

foreach (['gcm','ccm','ocb'] as $m) { $tag=null; echo "$m\n";
 t('openssl_encrypt','abc',"aes-128-$m",'k',1,str_repeat('i',12)); 
 foreach ([0,1,3,4,8,12,15,16,17,-1] as $l) foreach ([0,1,6,7,12,13,14,15,16,17,128,129] as $n) { if ($l!=16 && $n!=12) continue; $tag=null; echo "tag $l iv $n: "; try { $r=@openssl_encrypt('abc',"aes-128-$m",'k',1,str_repeat('i',$n),$tag,'aad',$l); echo bin2hex((string)$r),' ',bin2hex((string)$tag),' ',error_get_last()['message']??'',"\n"; } catch (Error $x) { echo $x->getMessage(),"\n"; } error_clear_last(); e(); if ($r!==false && $tag) { var_dump(openssl_decrypt($r,"aes-128-$m",'k',1,str_repeat('i',$n),$tag,'aad')); var_dump(openssl_decrypt($r,"aes-128-$m",'k',1,str_repeat('i',$n),$tag,'aae')); e(); } }
 t('openssl_decrypt','abc',"aes-128-$m",'k',1,str_repeat('i',12)); t('openssl_decrypt','abc',"aes-128-$m",'k',1,str_repeat('i',12),''); t('openssl_decrypt','abc',"aes-128-$m",'k',1,str_repeat('i',12),str_repeat('t',17)); t('openssl_decrypt','abc',"aes-128-$m",'k',1,str_repeat('i',12),str_repeat('t',3));
}
foreach ([0,1,8,12,13] as $n) { $tag=null; echo "chacha iv $n: "; $r=@openssl_encrypt('abc',"chacha20-poly1305",'k',1,str_repeat('i',$n),$tag,'aad'); echo bin2hex((string)$r),' ',bin2hex((string)$tag),' ',error_get_last()['message']??'',"\n"; error_clear_last(); e(); }
$tag='x'; var_dump(openssl_encrypt('abc','aes-128-cbc','k',1,str_repeat('i',16),$tag), $tag);
$k="0123456789abcdef0123456789abcdef"; $iv=str_repeat("i",16);
foreach ([15,16,17,31,32,33,100] as $n) { $r=openssl_encrypt(str_repeat('x',$n),'aes-128-xts',$k,1,$iv); var_dump(is_string($r)?bin2hex($r):$r, is_string($r)?openssl_decrypt($r,'aes-128-xts',$k,1,$iv):0); e(); }
$r=openssl_encrypt(str_repeat('x',20),'aes-128-xts','0123456789abcdef0123456789abcdee',1,$iv); var_dump(bin2hex((string)$r)); e();
t('openssl_encrypt',str_repeat('x',20),'aes-128-xts','k',1,$iv); t('openssl_encrypt',str_repeat('x',20),'aes-128-xts',str_repeat('0',32),1,$iv);
foreach (['aes-128-ocb','aes-256-ocb','aes-128-gcm','aes-256-ccm','chacha20-poly1305'] as $c) foreach ([0,1,15,16,17,40,64] as $n) { $tag=null; $r=openssl_encrypt(str_repeat('y',$n),$c,$k,1,str_repeat('n',12),$tag,str_repeat('A',$n)); echo $c,$n,' ',bin2hex($r),' ',bin2hex($tag),"\n"; e(); var_dump(openssl_decrypt($r,$c,$k,1,str_repeat('n',12),$tag,str_repeat('A',$n))===str_repeat('y',$n)); }
--EXPECT--
gcm
false openssl_encrypt(): A tag should be provided when using AEAD mode
tag 0 iv 12:   openssl_encrypt(): Retrieving verification tag failed
   error:1C80006E:Provider routines::invalid tag
tag 1 iv 12: 03e15a 15 
string(3) "abc"
bool(false)
tag 3 iv 12: 03e15a 150ce5 
string(3) "abc"
bool(false)
tag 4 iv 12: 03e15a 150ce5aa 
string(3) "abc"
bool(false)
tag 8 iv 12: 03e15a 150ce5aad60892ad 
string(3) "abc"
bool(false)
tag 12 iv 12: 03e15a 150ce5aad60892ad55ba7015 
string(3) "abc"
bool(false)
tag 15 iv 12: 03e15a 150ce5aad60892ad55ba701577c771 
string(3) "abc"
bool(false)
tag 16 iv 0:   openssl_encrypt(): Setting of IV length for AEAD mode failed
   error:1C80006D:Provider routines::invalid iv length
tag 16 iv 1: 3ebe13 24e8996e329278a85f8a5d86fc6d60a2 
string(3) "abc"
bool(false)
tag 16 iv 6: 56f4ff d7c31dfb875310ce1752cdefcab7f640 
string(3) "abc"
bool(false)
tag 16 iv 7: e56531 60096e52f0a8c91a28bd81752d070993 
string(3) "abc"
bool(false)
tag 16 iv 12: 03e15a 150ce5aad60892ad55ba701577c771a9 
string(3) "abc"
bool(false)
tag 16 iv 13: 5e97e0 4f4ec1e139038d71a86572807125c946 
string(3) "abc"
bool(false)
tag 16 iv 14: 0826e4 e4581347b1467cf6c59a3312d32c13b2 
string(3) "abc"
bool(false)
tag 16 iv 15: 0a9010 46aa7518c8d6359b065b018c08df91ae 
string(3) "abc"
bool(false)
tag 16 iv 16: 9dd95f 473be877bd08179b7df995bdb3bdf27e 
string(3) "abc"
bool(false)
tag 16 iv 17: 3db488 c8151754ef5bab8ffc4dabb8fee049a6 
string(3) "abc"
bool(false)
tag 16 iv 128: 8c3d5e 6022036751ee7c66dea1b970e6dedea9 
string(3) "abc"
bool(false)
tag 16 iv 129:   openssl_encrypt(): Setting of IV length for AEAD mode failed
   error:1C80006D:Provider routines::invalid iv length
tag 17 iv 12:   openssl_encrypt(): Retrieving verification tag failed
   error:1C80006E:Provider routines::invalid tag
tag -1 iv 12:   openssl_encrypt(): Retrieving verification tag failed
   error:1C80006E:Provider routines::invalid tag
false 
false 
false openssl_decrypt(): Setting tag for AEAD cipher decryption failed
   error:07800074:common libcrypto routines::too small buffer
   error:1C800067:Provider routines::failed to get parameter
false 
ccm
false openssl_encrypt(): A tag should be provided when using AEAD mode
tag 0 iv 12:   openssl_encrypt(): Setting tag length for AEAD cipher failed
   error:1C800076:Provider routines::invalid tag length
tag 1 iv 12:   openssl_encrypt(): Setting tag length for AEAD cipher failed
   error:1C800076:Provider routines::invalid tag length
tag 3 iv 12:   openssl_encrypt(): Setting tag length for AEAD cipher failed
   error:1C800076:Provider routines::invalid tag length
tag 4 iv 12: c07529 96e7fe42 
string(3) "abc"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
tag 8 iv 12: c07529 90c9b86fd84fc807 
string(3) "abc"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
tag 12 iv 12: c07529 c18f33f25daa17cbc49ad847 
string(3) "abc"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
tag 15 iv 12:   openssl_encrypt(): Setting tag length for AEAD cipher failed
   error:1C800076:Provider routines::invalid tag length
tag 16 iv 0:   openssl_encrypt(): Setting of IV length for AEAD mode failed
   error:1C80006D:Provider routines::invalid iv length
tag 16 iv 1:   openssl_encrypt(): Setting of IV length for AEAD mode failed
   error:1C80006D:Provider routines::invalid iv length
tag 16 iv 6:   openssl_encrypt(): Setting of IV length for AEAD mode failed
   error:1C80006D:Provider routines::invalid iv length
tag 16 iv 7: 181500 780e066dc127f01fda7e4436b146a68d 
string(3) "abc"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
tag 16 iv 12: c07529 d3f53e82cf880463eb95257dede933a9 
string(3) "abc"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
tag 16 iv 13: ba35ef c86c6e79e20bb26e7d0594ecc266ecc5 
string(3) "abc"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
tag 16 iv 14:   openssl_encrypt(): Setting of IV length for AEAD mode failed
   error:1C80006D:Provider routines::invalid iv length
tag 16 iv 15:   openssl_encrypt(): Setting of IV length for AEAD mode failed
   error:1C80006D:Provider routines::invalid iv length
tag 16 iv 16:   openssl_encrypt(): Setting of IV length for AEAD mode failed
   error:1C80006D:Provider routines::invalid iv length
tag 16 iv 17:   openssl_encrypt(): Setting of IV length for AEAD mode failed
   error:1C80006D:Provider routines::invalid iv length
tag 16 iv 128:   openssl_encrypt(): Setting of IV length for AEAD mode failed
   error:1C80006D:Provider routines::invalid iv length
tag 16 iv 129:   openssl_encrypt(): Setting of IV length for AEAD mode failed
   error:1C80006D:Provider routines::invalid iv length
tag 17 iv 12:   openssl_encrypt(): Setting tag length for AEAD cipher failed
   error:1C800076:Provider routines::invalid tag length
tag -1 iv 12:   openssl_encrypt(): Setting tag length for AEAD cipher failed
   error:1C800076:Provider routines::invalid tag length
false 
   error:1C800066:Provider routines::cipher operation failed
false 
   error:1C800066:Provider routines::cipher operation failed
false openssl_decrypt(): Setting tag for AEAD cipher decryption failed
   error:1C800076:Provider routines::invalid tag length
false openssl_decrypt(): Setting tag for AEAD cipher decryption failed
   error:1C800076:Provider routines::invalid tag length
ocb
false openssl_encrypt(): A tag should be provided when using AEAD mode
tag 0 iv 12:   openssl_encrypt(): Setting of additional application data failed
tag 1 iv 12: d75ced 83 
string(3) "abc"
bool(false)
tag 3 iv 12: 3f10ed db60e2 
string(3) "abc"
bool(false)
tag 4 iv 12: 74fa1d f0ecefdc 
string(3) "abc"
bool(false)
tag 8 iv 12: e4077c 6638e1f1062fd4da 
string(3) "abc"
bool(false)
tag 12 iv 12: be2cbf bff40b80c75c8a6bd0ff8d65 
string(3) "abc"
bool(false)
tag 15 iv 12: e4a185 6ad961f8e2b0dd23c51831f621f06f 
string(3) "abc"
bool(false)
tag 16 iv 0:   openssl_encrypt(): Setting of IV length for AEAD mode failed
tag 16 iv 1: 015540 29ae9b735de7d46923fb7ddc7b627a22 
string(3) "abc"
bool(false)
tag 16 iv 6: 6e732e c0dff362523aae39fe531dfd9ee84ecd 
string(3) "abc"
bool(false)
tag 16 iv 7: 94cf4e 25260f094ac53502aa347c3d035cf468 
string(3) "abc"
bool(false)
tag 16 iv 12: eed74e 851c5649004d7fad38cb3db9bea17f85 
string(3) "abc"
bool(false)
tag 16 iv 13: 8d97ad ca203e36875d91b9c90458712a4bc693 
string(3) "abc"
bool(false)
tag 16 iv 14: b92457 920443388ae54c0bbfe3f42acba2ec73 
string(3) "abc"
bool(false)
tag 16 iv 15: ed54a8 2860dcdd0ba52e16b82197e192cc734e 
string(3) "abc"
bool(false)
tag 16 iv 16:   openssl_encrypt(): Setting of IV length for AEAD mode failed
tag 16 iv 17:   openssl_encrypt(): Setting of IV length for AEAD mode failed
tag 16 iv 128:   openssl_encrypt(): Setting of IV length for AEAD mode failed
tag 16 iv 129:   openssl_encrypt(): Setting of IV length for AEAD mode failed
tag 17 iv 12:   openssl_encrypt(): Setting tag length for AEAD cipher failed
   error:1C800076:Provider routines::invalid tag length
tag -1 iv 12:   openssl_encrypt(): Setting tag length for AEAD cipher failed
   error:1C800076:Provider routines::invalid tag length
false openssl_decrypt(): Setting of additional application data failed
false openssl_decrypt(): Setting of additional application data failed
false openssl_decrypt(): Setting tag length for AEAD cipher failed
   error:1C800076:Provider routines::invalid tag length
false 
chacha iv 0:   openssl_encrypt(): Setting of IV length for AEAD mode failed
   error:1C80006D:Provider routines::invalid iv length
chacha iv 1:   openssl_encrypt(): Setting of IV length for AEAD mode failed
   error:1C80006D:Provider routines::invalid iv length
chacha iv 8:   openssl_encrypt(): Setting of IV length for AEAD mode failed
   error:1C80006D:Provider routines::invalid iv length
chacha iv 12: 4510e4 064b99bee6d6855492e8bf28680ae542 
chacha iv 13:   openssl_encrypt(): Setting of IV length for AEAD mode failed
   error:1C80006D:Provider routines::invalid iv length
string(16) "ý˜„»ò?\”™ä3U
›"
NULL
bool(false)
int(0)
   error:1C800095:Provider routines::xts duplicated keys
bool(false)
int(0)
   error:1C800095:Provider routines::xts duplicated keys
bool(false)
int(0)
   error:1C800095:Provider routines::xts duplicated keys
bool(false)
int(0)
   error:1C800095:Provider routines::xts duplicated keys
bool(false)
int(0)
   error:1C800095:Provider routines::xts duplicated keys
bool(false)
int(0)
   error:1C800095:Provider routines::xts duplicated keys
bool(false)
int(0)
   error:1C800095:Provider routines::xts duplicated keys
string(40) "30451e08330adabe8b2be5ed479fd7e844c15323"
db71acf5021c13d95fe8e4bf99943b28f45032c4 
false 
   error:1C800095:Provider routines::xts duplicated keys
aes-128-ocb0  4598799a062ae69cddf08a0b60dde405
   error:1C800069:Provider routines::invalid key length
bool(true)
aes-128-ocb1 57 d5eee23819a685e844554a8c5b93f9db
   error:1C800069:Provider routines::invalid key length
   error:1C800069:Provider routines::invalid key length
bool(true)
aes-128-ocb15 57f47a120d49fc4dbde2cdf4c810ae 8728d6c35e8676a04420e590979c7d90
   error:1C800069:Provider routines::invalid key length
   error:1C800069:Provider routines::invalid key length
bool(true)
aes-128-ocb16 2265a82554daedd7e02c92715a6bb97a a960657fce315c5049f202eaddfa8dfb
   error:1C800069:Provider routines::invalid key length
   error:1C800069:Provider routines::invalid key length
bool(true)
aes-128-ocb17 2265a82554daedd7e02c92715a6bb97a0e 716126b7320a6a24ee0298271aa03c11
   error:1C800069:Provider routines::invalid key length
   error:1C800069:Provider routines::invalid key length
bool(true)
aes-128-ocb40 2265a82554daedd7e02c92715a6bb97aed325c848124e2385ce8c57961f92337dc03292a02bdcdfa 58f01fea0e76916d56dbdcd5eef2f154
   error:1C800069:Provider routines::invalid key length
   error:1C800069:Provider routines::invalid key length
bool(true)
aes-128-ocb64 2265a82554daedd7e02c92715a6bb97aed325c848124e2385ce8c57961f923379479aca56ba534b2a62d6df5127f969ff970a42c4292c90ed752c65438e5cb30 6e02fb7ff015b0ea17039dc3f493013f
   error:1C800069:Provider routines::invalid key length
   error:1C800069:Provider routines::invalid key length
bool(true)
aes-256-ocb0  70d06b29545cb1ec94d3c5495cb3afc5
   error:1C800069:Provider routines::invalid key length
bool(true)
aes-256-ocb1 71 f4d59680e29ef40139b2f4d5d964ed3a
bool(true)
aes-256-ocb15 713ba6c62f934952864ce9c0f097e7 3807e7ce91ca89e54937b4fe98732f62
bool(true)
aes-256-ocb16 b36e0ac85c2dc29e5aac72c04d42cf0c 5e0da9682730099d898f76b1b42018e6
bool(true)
aes-256-ocb17 b36e0ac85c2dc29e5aac72c04d42cf0c48 0beca556648610b8b1aed2a6c13dabed
bool(true)
aes-256-ocb40 b36e0ac85c2dc29e5aac72c04d42cf0c98c0190f55f70afeb31a054deed7d58b5e1c95163ae87385 be13d2f1b5c4429f8dc44c3df8204e4a
bool(true)
aes-256-ocb64 b36e0ac85c2dc29e5aac72c04d42cf0c98c0190f55f70afeb31a054deed7d58b445ae6546102e1f3d5cfa516e8fd376ca34ed9112f482b5cd97ff50eee8a4f83 177500ced4e2eb28430461c2e61d17a0
bool(true)
aes-128-gcm0  905cf594971419dd34ae41f4e33c4f35
   error:03000082:digital envelope routines::invalid key length
bool(true)
aes-128-gcm1 45 18560dd64aecf03c117908475ffe4dae
   error:03000082:digital envelope routines::invalid key length
   error:03000082:digital envelope routines::invalid key length
bool(true)
aes-128-gcm15 4524c34005af7b687bab613d92ec02 1645fe762b4b1b5d140dcefa2b7e7b16
   error:03000082:digital envelope routines::invalid key length
   error:03000082:digital envelope routines::invalid key length
bool(true)
aes-128-gcm16 4524c34005af7b687bab613d92ec0259 ee3b08f8e09c07ffd12c9ec70df349ce
   error:03000082:digital envelope routines::invalid key length
   error:03000082:digital envelope routines::invalid key length
bool(true)
aes-128-gcm17 4524c34005af7b687bab613d92ec0259e2 40f4543fecaabbb03bee5058b6573526
   error:03000082:digital envelope routines::invalid key length
   error:03000082:digital envelope routines::invalid key length
bool(true)
aes-128-gcm40 4524c34005af7b687bab613d92ec0259e237300f6ba45e71189b166d6800c019ea668b724dbbcbf4 5d61c4057e23ccce864e1dbdc5ea53bf
   error:03000082:digital envelope routines::invalid key length
   error:03000082:digital envelope routines::invalid key length
bool(true)
aes-128-gcm64 4524c34005af7b687bab613d92ec0259e237300f6ba45e71189b166d6800c019ea668b724dbbcbf4d53bd914356369f2c672062f5c5ce43e4e6a431b7ce7cf58 3ecadedaddfd937f4a663cd411fe87d6
   error:03000082:digital envelope routines::invalid key length
   error:03000082:digital envelope routines::invalid key length
bool(true)
aes-256-ccm0  1eb6686a890298c795f047069f173792
   error:03000082:digital envelope routines::invalid key length
bool(true)
aes-256-ccm1 05 ba8eaca026ce1fcbd01983a48d47bd41
bool(true)
aes-256-ccm15 057e0f3c9cb8db296050d5caf67f37 065b71a213aaa343947ae36e57e44a90
bool(true)
aes-256-ccm16 057e0f3c9cb8db296050d5caf67f37a7 63ff90a499d6f853a5fbbf5265bad975
bool(true)
aes-256-ccm17 057e0f3c9cb8db296050d5caf67f37a7ab 8daaca01a27cce17068a02b4edd92472
bool(true)
aes-256-ccm40 057e0f3c9cb8db296050d5caf67f37a7ab1940b30b9ddf070e2cf78c1ce9e528f2f42d190c43c8cd 6d76c43bb690d252dd967f811380def0
bool(true)
aes-256-ccm64 057e0f3c9cb8db296050d5caf67f37a7ab1940b30b9ddf070e2cf78c1ce9e528f2f42d190c43c8cd393ff1a61e819f429acedd475de5c217715eac2e018e9664 a822c623bec847444046fc372423cf88
bool(true)
chacha20-poly13050  08e2be369d034fb2c76025f755ad938a
bool(true)
chacha20-poly13051 0e f9034dab84e2323018d228866a30d70a
bool(true)
chacha20-poly130515 0e25116045a9485b27a6426f3db576 196396c064d65ab7e8d9d2afb1f06910
bool(true)
chacha20-poly130516 0e25116045a9485b27a6426f3db57608 295c472b41fa62fb7842abadc6ffebda
bool(true)
chacha20-poly130517 0e25116045a9485b27a6426f3db5760834 61a5c21dd1a024058577e9ea0e2666b7
bool(true)
chacha20-poly130540 0e25116045a9485b27a6426f3db57608341b436f3abd8fdc9020d0ca6015b666f383f9956be93dff d7b6f29c69273668806ec115c8984b57
bool(true)
chacha20-poly130564 0e25116045a9485b27a6426f3db57608341b436f3abd8fdc9020d0ca6015b666f383f9956be93dff979255135d73ec7bb0b7c8f9b0a977cccc2db79473d663e6 7c9729ef0f467d63a7e55fa6d77cc4a2
bool(true)
