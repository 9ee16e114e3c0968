--TEST--
Wrapping keys, with and without filling
--EXTENSIONS--
openssl
--FILE--
<?php
function e() { while ($e=openssl_error_string()) echo "   $e\n"; }
foreach ([128,192,256] as $b) foreach (['wrap','wrap-pad'] as $w) foreach ([0,1,7,8,9,15,16,17,24,32,40] as $n) foreach ([0,1] as $iv) {
 $c="aes-$b-$w"; $k=substr(str_repeat('0123456789abcdef',2),0,$b/8); $i=$iv?substr('abcdefgh',0,openssl_cipher_iv_length($c)):'';
 $r=@openssl_encrypt(str_repeat('z',$n),$c,$k,1,$i); echo "$c $n $iv ",is_string($r)?bin2hex($r):'false',"\n"; e();
 if (is_string($r)) { var_dump(openssl_decrypt($r,$c,$k,1,$i)); e(); if ($r==="") continue; $r[3]=$r[3]^"\1"; var_dump(openssl_decrypt($r,$c,$k,1,$i)); e(); } }
foreach (['aes-128-wrap','aes-128-wrap-pad','id-aes256-wrap','id-aes256-wrap-pad','aes128-wrap','aes256-wrap-pad'] as $c) { var_dump(openssl_cipher_iv_length($c), openssl_cipher_key_length($c)); var_dump(openssl_decrypt('abc',$c,'k',1,'12345678')); e(); var_dump(openssl_decrypt(str_repeat('abcd',6),$c,'k',3,'12345678')); e(); }
--EXPECTF--
aes-128-wrap 0 0 
string(0) ""
aes-128-wrap 0 1 
string(0) ""
aes-128-wrap 1 0 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-128-wrap 1 1 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-128-wrap 7 0 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-128-wrap 7 1 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-128-wrap 8 0 false
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap 8 1 false
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap 9 0 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-128-wrap 9 1 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-128-wrap 15 0 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-128-wrap 15 1 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-128-wrap 16 0 b8dfdc37878a4076e31ccb6971eeebe20312347415bf1a9f
string(16) "zzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap 16 1 3095d93c5fad930b06c56da290b02b45398212b0a1b61f6f
string(16) "zzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap 17 0 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-128-wrap 17 1 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-128-wrap 24 0 e57445aff73dcfb21458e3ab4618db311e9b15739dd1b25f8028d5f2c75ff535
string(24) "zzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap 24 1 53867621e943fae1bc8ef40620d3e5f9d11823c4514b77dc900c3c61711c6782
string(24) "zzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap 32 0 1d729e4c1c0a1197b3703f98f31cc3d41fce96b79a9d9479b2e35c52e6f9101ec7b20e2a1d20a8c1
string(32) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap 32 1 1da5ac830cf7b2aa51e1785b59fe19eea26892de221026c2b6cd43491d04fa66acee1520af245aaa
string(32) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap 40 0 b97123ffbb4469a4d05442f0261a7d36459166be154f1fed68ade6c0535fe98ea8f4355b57611cb8a27baa32ac421d90
string(40) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap 40 1 36322c875940ab20b1302f501772420817dbeaae562cce1cc717669ebc99dd6be944b31b114356da713a22c328cc022a
string(40) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 0 0 
string(0) ""
aes-128-wrap-pad 0 1 
string(0) ""
aes-128-wrap-pad 1 0 26e26ee39d7607ce3afbedc34645d47b
string(1) "z"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 1 1 253df2280f4d5c2bef2fb93c97136365
string(1) "z"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 7 0 2637ba52407779b3f072336ff0ba5c19
string(7) "zzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 7 1 08c878006d539e17629deaa89ee44bf6
string(7) "zzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 8 0 1462ed5bd8d4a505434538bb80117cd9
string(8) "zzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 8 1 1e996e304730931360f9a9268a1dd840
string(8) "zzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 9 0 8a306b98943cb6a0449a783c72462ea719b6637abec32ed2
string(9) "zzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 9 1 e86978bccbfc1f9a89e1193e756f1e0b11ad2ae1a664f1c8
string(9) "zzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 15 0 38131c3f66ffbce4b3d51c34d7a1c4b501174b357c76d443
string(15) "zzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 15 1 b7f1d83b73596f06319d375041716ad7a31d4fc8066a6337
string(15) "zzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 16 0 6188c3015544fbf7163fd719fb37e546e00bdab97c76b370
string(16) "zzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 16 1 9a8966d94de949010d5eb6411f12b88f5bbb59a9091821ca
string(16) "zzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 17 0 2239fdf63d3348d4e6255efcb7b1dbdfc5d0230b9be27d9b2f040c7c46e6c69a
string(17) "zzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 17 1 b3e9adb1407ac872c5eb34c0d9f2d7d77a0eebf6797f9a411d9c4a49bd53b495
string(17) "zzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 24 0 4a94a588201ded93b75df67300193e153e4dcccd5b15d0fccf4f633019fccd46
string(24) "zzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 24 1 9231243409b5c1aafd29f84170c5266ff2b2e1c648bd0e59ae53313683117629
string(24) "zzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 32 0 008ba0f007ee3f98e7867754ab30c624dbfa32dd43865853166f0899f525a987f244c000821ca8d5
string(32) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 32 1 52fc3ffb4b90415f1b0200e2bcd559234cd4ca2eff4f22acf6080728281b81de259491b80119629d
string(32) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 40 0 752ded62baddaa536fa34f54435f1ae8418d4b067d66ae69d4397b492f6221743c73be3c9310857bb022342c32d3a3dd
string(40) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-128-wrap-pad 40 1 8702ca53036df4945a81eba808e7a72f6e6f0045c1f228a9c808702af41dcbeab4d39e1438f07a82c2b4651d11f845a6
string(40) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap 0 0 
string(0) ""
aes-192-wrap 0 1 
string(0) ""
aes-192-wrap 1 0 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-192-wrap 1 1 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-192-wrap 7 0 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-192-wrap 7 1 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-192-wrap 8 0 false
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap 8 1 false
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap 9 0 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-192-wrap 9 1 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-192-wrap 15 0 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-192-wrap 15 1 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-192-wrap 16 0 095fe7200a6e51e30922662414abe9082c9f6e351bbf3ebc
string(16) "zzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap 16 1 6fe53b2071adc51f4a8cde600cd4ca1da301e79142a216d8
string(16) "zzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap 17 0 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-192-wrap 17 1 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-192-wrap 24 0 06458e76e24a6bf74a568da93426eb2720b36a2991355f34228d3771dbc6c5c1
string(24) "zzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap 24 1 0c9de272ed5ba203e2d58d8588478e698f65c1509725f7f01217d1b4c38b1c78
string(24) "zzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap 32 0 76cdbb09adfa4e84453f62a4a3c2c6681b3503dc251082a3ec2e2f10670a0f375c17727ba29521d6
string(32) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap 32 1 ec361eff2d2fd7d8be1d76a60bd47763d89c9eed8a0499c5eea09eaf04dca269b085a87a4ccb3f80
string(32) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap 40 0 b5a62cc9396cec356cba8891263ff845a2538a6a811275265e9df9d8408a106129c3183cc0a3d812660e256c3602f9a7
string(40) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap 40 1 72c889c134570b4d8d4e7bff382d637b9354ecaf051360d6b05cf1a24a62f39cc229c910a7e61c9ddbc7a2c776a3f95c
string(40) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 0 0 
string(0) ""
aes-192-wrap-pad 0 1 
string(0) ""
aes-192-wrap-pad 1 0 3d895b6ba155bad5790893dda2142b0d
string(1) "z"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 1 1 9d73d34d940c08948cfd806275e02ad3
string(1) "z"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 7 0 7c47704cdcbe330e3ed60b135b79e2ed
string(7) "zzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 7 1 dca398b235511a6ca6e0f96ea7cdaa63
string(7) "zzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 8 0 5b6b1a2ac63d03c0a2633af17f6e3d9c
string(8) "zzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 8 1 4a7eddbf7232ad44ea0d87e72a743078
string(8) "zzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 9 0 f98c74c112b21f1d16b1ebaddf8a7a045ec048f7f8e7e1c0
string(9) "zzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 9 1 92f46e7c128214eaf55fa6289274ccb8a7a4639dd0f9bee1
string(9) "zzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 15 0 d77a0eb97eb2e4a5e67fa8d09c342a9dfbe5acbebb94c187
string(15) "zzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 15 1 efe9451d8ecfc1fb41c675f341cbd0d52e2d86ac92902f6b
string(15) "zzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 16 0 534b2b00ff8062d6bd3565312be19eccb90a791c154a2b6d
string(16) "zzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 16 1 879711588010b7ab75cd828306c73caa6af1f4681f306668
string(16) "zzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 17 0 aea0fc9b02db6b7fe23d02f6568f2c56d17b7048535fad8c2748c5fc5d2c97f6
string(17) "zzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 17 1 e6e90058ee42eaf8742364062456dd8c5ff1b466a60bb5101ee02f22eca96832
string(17) "zzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 24 0 0173a834c0b39ab9ac82523f66ea116298da71dca7c74a66026dc32270733391
string(24) "zzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 24 1 595af9b1047baf16d3f9e08c166a7608e794a5f450f5b2eaf5b0678ea7317b27
string(24) "zzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 32 0 1d92e2aed14451323c93ac8a8ed9986b56036bd923e1bbf8155858180bc7fe84f15629602709d7ba
string(32) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 32 1 6f16043b509895570d12873c9909bfaa3e4d365f5f53ea9b037690167179cf876a763838f1351aab
string(32) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 40 0 603cf6d0a56891f7a1aefa53125262f502ce481ef373d92fbaf2a7e88ee9232868bec7f5a96fadf170cf40b8337586e9
string(40) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-192-wrap-pad 40 1 a92c6383fad9240f7932be0403730e07ca7c4adee13af58eaff249c0a919fdb4ac2cf3e99797efd5fadb0e4396fe1c42
string(40) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap 0 0 
string(0) ""
aes-256-wrap 0 1 
string(0) ""
aes-256-wrap 1 0 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-256-wrap 1 1 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-256-wrap 7 0 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-256-wrap 7 1 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-256-wrap 8 0 false
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap 8 1 false
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap 9 0 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-256-wrap 9 1 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-256-wrap 15 0 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-256-wrap 15 1 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-256-wrap 16 0 086fe5adc2922b6730d7417e6dc77450e51db52ba29d107d
string(16) "zzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap 16 1 cbc36f14e968dea3ab0cb036cffd1c2bc2e75d4ebd16d7af
string(16) "zzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap 17 0 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-256-wrap 17 1 false
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
aes-256-wrap 24 0 dd32ca7f50fa5e4cc64fa7236c0c6ad96ea4c15e8793b77a50b637892e69b113
string(24) "zzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap 24 1 fce7f806ae24b6de907a59c107a313390aa77a0495e6d99aed6111b0fe38594b
string(24) "zzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap 32 0 fc97b9294a43569194177e527abb97866352215b7f168c2cda2b6d5963a14f22da61e340df1360c5
string(32) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap 32 1 47c6956bdd42aed3837a4ea781acc0897c8ead7f2c355c6e453b3112de84b9c2fb9edfc3bf2e51cb
string(32) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap 40 0 968d17303285dfd04a93fb174fa12a81c0572e39bfc9de23c0003816e5857768178755c88010d75b6b5eae3284d1bfb9
string(40) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap 40 1 e49f4473c4bf2bcd88b77efcf7fa511fa7c3c9f9a3f6c65151846924c5becd9507962847e57a23ee12b42833a4a7b66d
string(40) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 0 0 
string(0) ""
aes-256-wrap-pad 0 1 
string(0) ""
aes-256-wrap-pad 1 0 be67ab32a4dd1edf4e0aaec2b955eb28
string(1) "z"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 1 1 a67876f94e21e40e41b8b710fa0d2224
string(1) "z"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 7 0 07754026ee71b1ba1b6468d45b03d2b5
string(7) "zzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 7 1 24e3a1c57a2dbc19bc2b86c9d3a15ff1
string(7) "zzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 8 0 882eda4a997cddc8c00d7a76d100992c
string(8) "zzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 8 1 7fde4eccafdb64598bc626b7250eec1a
string(8) "zzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 9 0 c42f29955296b29d02db39c1d5b057164d38ce41beb011d8
string(9) "zzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 9 1 add4952ea27595818846435596bd52514458c62c58363a20
string(9) "zzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 15 0 5e892bb07195139b4048f3a5658fa2cca5413cf2ff48d132
string(15) "zzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 15 1 8e5f0c78cc0df113bf7e172036337ac0d341ac4fe6d869b9
string(15) "zzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 16 0 0d488f32f22bb042a18cb7c4989e769f2337e528d71db4d1
string(16) "zzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 16 1 ce6a1e941cbbd762faa813e70286da255b398b8d678ba9fa
string(16) "zzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 17 0 132b989c7fa9fe355a192c0e074232599b127f544eddde2cee3ca1c0d58278d5
string(17) "zzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 17 1 78580066191079359eee30dc96b2d13e4baff0da7df747d8572fa4c7b8da4539
string(17) "zzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 24 0 78d066e2983362b86e3e498c2f7cc0989275e4d048b7af68390411e19b1ba01e
string(24) "zzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 24 1 fa196667d5532aae5989a931f4ac062db342b1233170f35dd19e1abcdf1cdf3b
string(24) "zzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 32 0 5063d417113e7272c77820223e66eb83e693c979cb467c950317f36fd44752ddd2421261dfc848d5
string(32) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 32 1 52b1ddacb1b1deb0b6c969d1d045833ca1eaa4e27dfcc308e08b4ba423b5b562f19bb8d6e40a2672
string(32) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 40 0 8f228055ed2eddfeb42d35a9da6377a0df981aff3e209c06a979ea024b850cd812d3f5ad2b17ba93e6adef003bc0d826
string(40) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
aes-256-wrap-pad 40 1 f804ab1a10ffdbba6850b1c47146a8915d63595c2b9b8d2f625e35d734c016e0425715254b0d7b49665df4103f543c95
string(40) "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
int(8)
int(16)
bool(false)
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
int(4)
int(16)

Warning: openssl_decrypt(): IV passed is 8 bytes long which is longer than the 4 expected by selected cipher, truncating in %s on line 7
bool(false)
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error

Warning: openssl_decrypt(): IV passed is 8 bytes long which is longer than the 4 expected by selected cipher, truncating in %s on line 7
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
int(8)
int(32)
bool(false)
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
int(4)
int(32)

Warning: openssl_decrypt(): IV passed is 8 bytes long which is longer than the 4 expected by selected cipher, truncating in %s on line 7
bool(false)
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error

Warning: openssl_decrypt(): IV passed is 8 bytes long which is longer than the 4 expected by selected cipher, truncating in %s on line 7
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
int(8)
int(16)
bool(false)
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
int(4)
int(32)

Warning: openssl_decrypt(): IV passed is 8 bytes long which is longer than the 4 expected by selected cipher, truncating in %s on line 7
bool(false)
   error:1C8000E6:Provider routines::invalid input length
   error:030000BD:digital envelope routines::update error

Warning: openssl_decrypt(): IV passed is 8 bytes long which is longer than the 4 expected by selected cipher, truncating in %s on line 7
bool(false)
   error:1C800066:Provider routines::cipher operation failed
   error:030000BD:digital envelope routines::update error
