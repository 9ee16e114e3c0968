--TEST--
Every cipher, on texts shorter and longer than a block
--EXTENSIONS--
openssl
--FILE--
<?php
$families = ['aes-128', 'aes-192', 'aes-256', 'aria-128', 'aria-192', 'aria-256', 'camellia-128', 'camellia-192', 'camellia-256', 'sm4', 'des-ede3'];
$ciphers = ['aes-128-xts', 'aes-256-xts', 'aes-128-ocb', 'aes-192-ocb', 'aes-256-ocb', 'aes-128-ccm', 'aes-192-ccm', 'aes-256-ccm', 'aes-128-gcm',
    'aes-192-gcm', 'aes-256-gcm', 'aria-128-gcm', 'aria-256-ccm', 'chacha20', 'chacha20-poly1305', 'des-ede-cbc', 'des-ede-ecb', 'des-ede-cfb', 'des-ede-ofb'];
foreach ($families as $family) {
    foreach (['cbc', 'ecb', 'cfb', 'cfb1', 'cfb8', 'ofb', 'ctr'] as $mode) {
        $name = "$family-$mode";
        if (!in_array($name, ['sm4-cfb1', 'sm4-cfb8', 'des-ede3-ctr'])) {
            $ciphers[] = $name;
        }
    }
}
foreach ($ciphers as $cipher) {
    $sum = '';
    foreach ([0, 1, 7, 8, 15, 16, 17, 31, 32, 33, 100, 1000, 70000] as $length) {
        $text = substr(str_repeat('The quick brown fox jumps over the lazy dog. ', 2000), 0, $length);
        $key = substr(hash('sha512', 'key', true), 0, openssl_cipher_key_length($cipher));
        $iv = substr(hash('sha512', 'iv', true), 0, openssl_cipher_iv_length($cipher));
        $tag = null;
        $encrypted = openssl_encrypt($text, $cipher, $key, OPENSSL_RAW_DATA, $iv, $tag, $length % 2 ? 'associated data' : '');
        $sum .= $encrypted . $tag;
        if ($encrypted !== false && openssl_decrypt($encrypted, $cipher, $key, OPENSSL_RAW_DATA, $iv, $tag, $length % 2 ? 'associated data' : '') !== $text) {
            echo "$cipher $length does not come back\n";
        }
        if ($tag && openssl_decrypt($encrypted, $cipher, $key, OPENSSL_RAW_DATA, $iv, $tag ^ "\1", $length % 2 ? 'associated data' : '') !== false) {
            echo "$cipher $length takes a wrong tag\n";
        }
    }
    echo "$cipher ", strlen($sum), ' ', hash('sha256', $sum), "\n";
}
--EXPECTF--
aes-128-xts 71229 92198fc1ca716c3e2c2dc8b3ea01c3781228406944e48cb6003ec0ea9d38cd59
aes-256-xts 71229 a9bf1c84e14b49221ed61a1c4eb7432f8a9e5e055400aecebc46afc3b1941c3a
aes-128-ocb 71468 91dab9f5ac43fa9898d0d7c44173193732c2a40d6f28bae39cdedc6b1b7bff3d
aes-192-ocb 71468 4c1f8800b5b45247da07630a2265f24d9ccb9ecea430e5caeaa90eb2c24bc582
aes-256-ocb 71468 03f597011d9650763426eff4475d5753a555be613e57430b0e8c561f8f4564b5

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25
aes-128-ccm 71468 dc363eab6b01a4b3818a5dd2e859618957f0257a26b1cb7ce0b84a98c223ff00

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25
aes-192-ccm 71468 09ae0351ec11911326b57527dec53425128cfda20fad1ac417c873ee7da5cc3a

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25
aes-256-ccm 71468 e3ca131171ea7337d1d920fde063123619961b5cb21aee959b98d8815fb7de92
aes-128-gcm 71468 78160e6a0880e3215f9f3a693fd9db142a0b921fbe61959f0b49f6eca004df3e
aes-192-gcm 71468 3dcadd5b412908598f4eb309b15e900d14925355187197414f5c685f2ea09727
aes-256-gcm 71468 6b76f2933864c2be9c001c342d08ccf80e00ef391874f4987d5a95c721a6be31
aria-128-gcm 71468 de547687dd271fbf6c2c4bd8f3a569891830e6994bf1c96d410c8b4e0f4a9a05

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25

Warning: openssl_decrypt(): Setting tag for AEAD cipher decryption failed in %s on line 25
aria-256-ccm 71468 dc40a4c3985d96b32634c1ce78fc407d16bb00d982bba82ab36b7f2dc4b8e9f4
chacha20 71260 7c41fb1c46168f8e63353ebce26b1b0a6e1479b1b5c0421e8575c00020c08005
chacha20-poly1305 71468 25b258a2eb3f362f1302df86001046b49df1af5fcf1fc67b0cfee2c668c9dcac
des-ede-cbc 71336 2e522b4ff3b0f2d9238a6247ff2a580cce665c2f80527d8f4bf01616fce1b197
des-ede-ecb 71336 fa0765fca0af4a8f41b56ddfee2df8d1e6c97e68cbc3f57675a74dd0f37f238a
des-ede-cfb 71260 f55b243a15fa636830187770c4abbd3587c9ba7af10440bfdef75dde90e90a6e
des-ede-ofb 71260 d67e26f616e8aa16536138df76be467a8c1866ff74b8e6eac6cc876f19e99272
aes-128-cbc 71408 93c4c9c4204146fb732b92225d77fa66786b938bfe0aecfb8d8d0c0c286d6b93
aes-128-ecb 71408 d7b190f6566d10a2a70bea31aa2e9202aa40c334b0007a0228aed3dc269a9b4d
aes-128-cfb 71260 713fc45f8a1887457514d9b96ebc9de3d73b1a7e9195881f6b502ff4d204af82
aes-128-cfb1 71260 e45cb493bc49236295658377611b4f74ee70574c5080bdc3695914756bc08c2d
aes-128-cfb8 71260 26e40af7abcd08a902411b6a6eecad95e35a01fff7c0bb9a39b96f91e5f8a041
aes-128-ofb 71260 a813c87ea61a68fd4af01b16b800b779bfe78b28016ecf0f6420328bc11f670a
aes-128-ctr 71260 24b5a3073b2bc631242f70462e5147d6b44eecd5a5380dee42168fb523c8ff37
aes-192-cbc 71408 2298ac0abfb893ad74ecdc140f1cafc0c1544ff5e0f328a0ff2e91272cabd5c3
aes-192-ecb 71408 98434013a5c12d3578cebd4e1b6840221e10ea93a49fee0fb684bbce7fc165e8
aes-192-cfb 71260 ab96b9d7edc7f55d2af264a5e0544c5fceee4826369dc64ebb5aa576984c6265
aes-192-cfb1 71260 1c43c51a5cac717ed9c4b420174c023d75e7e08536d0939fe5f4872f6aa445e4
aes-192-cfb8 71260 005d8ce23c64a8b0a8f135ae7c0fd3c832d64b10df0930ddf5a2cb4267d98b08
aes-192-ofb 71260 7a2a8860cdd4f01e5c3528836f7b7c9cb8e56ce92ec2f94d6805c4bcda9882b3
aes-192-ctr 71260 1e63fd28330d1d437f2b7e9e0e16ac5b805a65ff98b42e93fd45faf5cbff6069
aes-256-cbc 71408 67aaf383e6aecd2f783edf6696218f4415a074ad5fa38932b5735af14bc1f89b
aes-256-ecb 71408 f1a262615357891baea9fdf3c89297768ac9b8840a78bef6f7660da0ad61615e
aes-256-cfb 71260 46fbc576d0660a0a5f2049544238b996f3d47178b04e039fb5cb30aa0908fba1
aes-256-cfb1 71260 8542fabc6e97fe8666d117e3d6fa969875042327980102439db34ba43de86ab0
aes-256-cfb8 71260 d5d63a656c50d7791afb9ef9cf33fde8e480fa54bb33f4fd719810a1797e4885
aes-256-ofb 71260 6c9abddb39f11b79d9ca82fcb28f185c829879183803ce7e4edd684d15315b38
aes-256-ctr 71260 f98289ef2f83da7e48d9eff922f1ebcc5cbd655befa9d188c92caf6e377a0bf4
aria-128-cbc 71408 5291d9f0b29c11c774a3d96616e6d3fbba78786af221782fecc65eb86a3d2dce
aria-128-ecb 71408 d0348eef1ce4fe0ea6d6f42bff59ced55a083ba6ef47396a142a1789b63113df
aria-128-cfb 71260 5e70bd0ccc22b423c191a6ff2bc9b7d96e11c47b402e05595560c9324fa94424
aria-128-cfb1 71260 93e27c67904a1f9bbc04e7141ce1b9af151a5d3108fa7c5f8da34c7ba195d026
aria-128-cfb8 71260 b040821387b706409590535457de98fe03ae8944d6b8872537e6343e5782df29
aria-128-ofb 71260 7d16c0c2d761ef29710c3121778ef4e71ca9db5f4ad52c713e6be662f5c458ef
aria-128-ctr 71260 ddf24388e30b6a4b62ed4d2e201ab056681821c33304aa6c90031d365e50d8b1
aria-192-cbc 71408 4dd1598b17b40f9db11179c374c99558c932ecf1ee04d4601955211f91be3a01
aria-192-ecb 71408 a832af766efc1fbd105c0f802313781d9286c975190b0546744ae649b83d58c3
aria-192-cfb 71260 f60611147bf047c90dac4f30f50b09a00e181a741003d8d2084a33521d595f1c
aria-192-cfb1 71260 aac8c913448e54bed1345a475aca160b7c91b22a7e573a140ff1e022a2b913ae
aria-192-cfb8 71260 ff5c7fe6dcc537f7f467ccf801eb2b56067459b54acef7ae0e0278784eae6f0b
aria-192-ofb 71260 2db1ca84603d7c8a926a29c6e137259bd6ab33bf86146892bdbb4e082005c80f
aria-192-ctr 71260 80f8397c6ffa1d438e1742b78649434f550138f6933571e562f1947b640c8d20
aria-256-cbc 71408 b2a28fd3c39c5f5278d8e37f079986649ac6d2a2e89f5539d78ad899530d4d3b
aria-256-ecb 71408 bc9535192b18d879af37f18101919087e3f8958bf4af741f089e83133b5a3dec
aria-256-cfb 71260 3cf833f342bbb33ce7fbd6f49b793864056d1f4eed504779a33b8da0073f6f24
aria-256-cfb1 71260 893291183a2e9cbbc4ee9f47ff6e090263683eb18ab85f7c114c1492b823d8db
aria-256-cfb8 71260 79b3497c04c6c73eda273551b2bc7a3c034da588b1d0e9c8181076bc6c4cf275
aria-256-ofb 71260 e1f1df63c2afaddcf500c3afeab26d40eb2c61208ce3be611a228a020243e4d5
aria-256-ctr 71260 74a3ddf4d226ca5fa841d496b18aa7136c0a3b504d1c93bc2922dc2d5cbf57e6
camellia-128-cbc 71408 625aff51b3887f20bb21c33ecd2edd07804924ab07d94b009b6132f7c708fa6d
camellia-128-ecb 71408 fd9a7197276b0f158298bc2bb8b19bc62e77a6826baf7a85e0b2970df1dc0842
camellia-128-cfb 71260 646b4a184f2d4fb00f207279dca34199479e1af4c90c108cf4e5342c22376bdf
camellia-128-cfb1 71260 cd4cef06d378c0adea260702b87e4d6fc6c0d4a5ac536ec19387065e85900e22
camellia-128-cfb8 71260 571d4e31efbc3d2be013e430ea06a12ca3fb036d14091834e9050e0ac6504e59
camellia-128-ofb 71260 a6a236fa4eaa719fc4b198f36ae685a4b76cdaff93acf30e68f54d50978ecb4e
camellia-128-ctr 71260 9d0f55babf910467f03042ee5cfa605e1a2c355817d80139234156fcf6c93216
camellia-192-cbc 71408 3a358df8a759521ff31f9f882db86d9c686f74f3ce9b90196076f439c4d0b201
camellia-192-ecb 71408 d886d526493242592d125397553bc64a55b103e70fb73171d8adb398f60a3f82
camellia-192-cfb 71260 512eec15d29d51cd78beaedc2b196b51304d4fd993db1ad77376990d169e55fb
camellia-192-cfb1 71260 62ade55d0ae6cfdf303dff285ee224670d4e75f5c8fca3cf5eb0308f8b29cd5a
camellia-192-cfb8 71260 925fc808d1ee667e1b8b7d1da529b2de2e3a5cb546a1b3a73a590fa029abd404
camellia-192-ofb 71260 f42b384fdd5a03664b437e548ccc6778aa489f436d93b656f7d9020f143e5243
camellia-192-ctr 71260 494b66ec89c7a117b25246ba5fffaa7f68d314893fe26a6c0aa8ef4033e2518d
camellia-256-cbc 71408 49ab8f15d33605b6a848b27d5e8b8f558bbaf955a8776dde30ea6820756cd448
camellia-256-ecb 71408 cf8f76373395dd3dd4d1486066c613fa4c1c1c596d7880b80472bf16ebe375d0
camellia-256-cfb 71260 325221bca5f061def2fb5ee0eb18229c05d62b64799307baae1f2f1d56ce1230
camellia-256-cfb1 71260 8c138bb423dc629735382e295de616735fb4a1cea1e5b527d5fbfc319f885373
camellia-256-cfb8 71260 a2d9b7d00d91c4367eb482db9efa1d6d8d58426195d0e090b8b5b38e91f61833
camellia-256-ofb 71260 f5d00ae50c425ffdc8ea09e87f6a1895a738ae9573e1cc7d07b95a7eda72fbe3
camellia-256-ctr 71260 a79d7ab98e3951b05db999257bfff47c7c3196f702128c05152cf0bf120f565e
sm4-cbc 71408 c4cb459824c424764889d1ad2a19b45e80913284cb06d653e306118e7a7ee07a
sm4-ecb 71408 28dcc89e43dd27b1e123f99f2995a8dabe35d19c3af3780db107be02c3ea6b87
sm4-cfb 71260 a32a3ac12a4459fde2dacf8204cb6e4642e130ef10956b9f4cc55bedcebfa5b6
sm4-ofb 71260 26b0fa89bb6eb79602f4cb4c519bddbd458cd5f16e369d1c832b7c0b291f7781
sm4-ctr 71260 6d190a2734fc9755913832b7a48687e35f6ce55422fec7b733bc4ddd1e77a77a
des-ede3-cbc 71336 11fd24de95fa007c105249fb67bedcb1a54a1970c5e59f893c97db1efc93d22d
des-ede3-ecb 71336 333b4e592c50472ea16ae57aeadf5bced56379acdf312f966a422ad69888c93d
des-ede3-cfb 71260 f5a466bdc675c4e3dbef3b0fc9794a9f54adb0631e14a351c9b022a0c73c19ba
des-ede3-cfb1 71260 e091ec7bd5a6f172c3e59bcd0e0d933a88be19fe02f93417175c1378107434f4
des-ede3-cfb8 71260 5c3fc409ed4faf51f5b5997b6761c21d5f1a140d330bbef7f02764711283e2fd
des-ede3-ofb 71260 dcd587726fbc5db77fdc6fad09e4dd5d38e39a3df6f51d037db49d8fa4775d94
