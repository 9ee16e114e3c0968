// Keys take longer to make than to use.
if (extension_loaded('openssl')) {
    $v['rsa'] = openssl_pkey_new(['private_key_bits' => 2048]);
    $v['curve'] = openssl_pkey_new(['private_key_type' => OPENSSL_KEYTYPE_EC, 'curve_name' => 'prime256v1']);
    openssl_x509_export(openssl_csr_sign(openssl_csr_new(['CN' => 'x'], $v['rsa']), null, $v['rsa'], 9), $v['certificate']);
}
