--TEST--
Authenticated ciphers: lengths of nonces and tags, wrong tags, and what openssl_error_string tells
--EXTENSIONS--
openssl
--FILE--
<?php
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
--EXPECTF--
gcm

Fatal error: Uncaught Error: Call to undefined function t() in %s:5
Stack trace:
#0 {main}
  thrown in %s on line 5
