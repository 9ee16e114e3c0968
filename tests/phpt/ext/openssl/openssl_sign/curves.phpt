--TEST--
Signatures by curves, with all hashes, hold for their text alone
--EXTENSIONS--
openssl
--FILE--
<?php
foreach (['prime256v1', 'secp384r1', 'secp521r1', 'secp256k1', 'brainpoolP256r1', 'secp224r1'] as $curve) {
    $key = openssl_pkey_new(['private_key_type' => OPENSSL_KEYTYPE_EC, 'curve_name' => $curve]);
    openssl_pkey_export($key, $pem);
    $public = openssl_pkey_get_details($key)['key'];
    foreach (['sha1', 'sha256', 'sha384', 'sha512'] as $hash) {
        openssl_sign('text', $one, $key, $hash);
        openssl_sign('text', $two, $pem, $hash);
        $bad = $one;
        $bad[-1] = chr(ord($bad[-1]) ^ 1);
        echo $curve, ' ', $hash, ' ', implode(' ', array_map(
            fn ($case) => openssl_verify($case[0], $case[1], $public, $hash),
            [['text', $one], ['text', $two], ['texts', $one], ['text', $bad], ['text', 'junk'], ['text', $one . 'x'], ['text', '']],
        )), "\n";
    }
}
--EXPECT--
prime256v1 sha1 1 1 0 0 -1 -1 0
prime256v1 sha256 1 1 0 0 -1 -1 0
prime256v1 sha384 1 1 0 0 -1 -1 0
prime256v1 sha512 1 1 0 0 -1 -1 0
secp384r1 sha1 1 1 0 0 -1 -1 0
secp384r1 sha256 1 1 0 0 -1 -1 0
secp384r1 sha384 1 1 0 0 -1 -1 0
secp384r1 sha512 1 1 0 0 -1 -1 0
secp521r1 sha1 1 1 0 0 -1 -1 0
secp521r1 sha256 1 1 0 0 -1 -1 0
secp521r1 sha384 1 1 0 0 -1 -1 0
secp521r1 sha512 1 1 0 0 -1 -1 0
secp256k1 sha1 1 1 0 0 -1 -1 0
secp256k1 sha256 1 1 0 0 -1 -1 0
secp256k1 sha384 1 1 0 0 -1 -1 0
secp256k1 sha512 1 1 0 0 -1 -1 0
brainpoolP256r1 sha1 1 1 0 0 -1 -1 0
brainpoolP256r1 sha256 1 1 0 0 -1 -1 0
brainpoolP256r1 sha384 1 1 0 0 -1 -1 0
brainpoolP256r1 sha512 1 1 0 0 -1 -1 0
secp224r1 sha1 1 1 0 0 -1 -1 0
secp224r1 sha256 1 1 0 0 -1 -1 0
secp224r1 sha384 1 1 0 0 -1 -1 0
secp224r1 sha512 1 1 0 0 -1 -1 0
