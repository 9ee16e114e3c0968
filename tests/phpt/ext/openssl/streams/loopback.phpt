--TEST--
Encrypted sockets: names, trust, hashes, versions, what they tell of themselves
--EXTENSIONS--
openssl
--FILE--
<?php
$conf = tempnam(sys_get_temp_dir(), 'cnf');
file_put_contents($conf, "[req]\ndistinguished_name = dn\n[dn]\n");
$config = ['config' => $conf, 'digest_alg' => 'sha256'];
$key = openssl_pkey_new(['private_key_type' => OPENSSL_KEYTYPE_EC, 'curve_name' => 'prime256v1'] + $config);
$csr = openssl_csr_new(['commonName' => 'example.org'], $key, $config);
$crt = openssl_csr_sign($csr, null, $key, 2, $config, 7);
openssl_x509_export($crt, $cert);
openssl_pkey_export($key, $private, null, $config);
$pem = tempnam(sys_get_temp_dir(), 'tls');
file_put_contents($pem, $cert . $private);
function pair(array $own, array $theirs, int $method = STREAM_CRYPTO_METHOD_TLS_CLIENT): array
{
    $server = stream_socket_server('tcp://127.0.0.1:0', $no, $text, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN,
        stream_context_create(['ssl' => $own]));
    $client = stream_socket_client('tcp://' . stream_socket_get_name($server, false), $no, $text, 5, STREAM_CLIENT_CONNECT,
        stream_context_create(['ssl' => $theirs]));
    $accepted = stream_socket_accept($server, 5);
    stream_set_blocking($client, false);
    stream_set_blocking($accepted, false);
    $a = $b = 0;
    for ($i = 0; $i < 1000 && (!$a || !$b) && $a !== false; $i++) {
        $a = $a ?: stream_socket_enable_crypto($client, true, $method);
        $b = $b ?: @stream_socket_enable_crypto($accepted, true, STREAM_CRYPTO_METHOD_TLS_SERVER);
        usleep(1000);
    }
    return [$client, $accepted, $a];
}
$local = ['local_cert' => $pem, 'alpn_protocols' => 'h2,http/1.1'];
$name = ['peer_name' => 'example.org'];
[$c, $s, $a] = pair($local, ['verify_peer' => false, 'capture_peer_cert' => true] + $name);
var_dump($a);
print_r(stream_get_meta_data($c)['crypto']);
fwrite($c, "hello\n");
usleep(20000);
var_dump(fgets($s));
fwrite($s, "there\n");
stream_set_blocking($c, true);
var_dump(fgets($c));
var_dump(openssl_x509_parse(stream_context_get_options($c)['ssl']['peer_certificate'])['subject']);
fclose($s);
var_dump(fread($c, 10), feof($c));
echo "-- wrong name\n";
var_dump(pair($local, ['verify_peer' => false, 'peer_name' => 'other.org'])[2]);
echo "-- not trusted\n";
var_dump(pair($local, $name)[2]);
echo "-- trusted\n";
var_dump(pair($local, ['allow_self_signed' => true] + $name)[2]);
var_dump(pair($local, ['cafile' => $pem] + $name)[2]);
echo "-- by hash\n";
$none = ['verify_peer' => false, 'verify_peer_name' => false];
var_dump(pair($local, $none + ['peer_fingerprint' => str_repeat('0', 40)])[2]);
var_dump(pair($local, $none + ['peer_fingerprint' => ['sha256' => openssl_x509_fingerprint($cert, 'sha256')]])[2]);
echo "-- version 1.2\n";
[$c, $s, $a] = pair($local, $none + ['alpn_protocols' => 'http/1.1'], STREAM_CRYPTO_METHOD_TLSv1_2_CLIENT);
print_r(stream_get_meta_data($c)['crypto']);
unlink($pem);
unlink($conf);
--EXPECTF--
bool(true)
Array
(
    [protocol] => TLSv1.3
    [cipher_name] => TLS_AES_256_GCM_SHA384
    [cipher_bits] => 256
    [cipher_version] => TLSv1.3
)
string(6) "hello
"
string(6) "there
"
array(1) {
  ["CN"]=>
  string(11) "example.org"
}
string(0) ""
bool(true)
-- wrong name

Warning: stream_socket_enable_crypto(): Peer certificate CN=`example.org' did not match expected CN=`other.org' in %s on line %d
bool(false)
-- not trusted

Warning: stream_socket_enable_crypto(): SSL operation failed with code 1. OpenSSL Error messages:
error:0A000086:SSL routines::certificate verify failed in %s on line %d
bool(false)
-- trusted
bool(true)
bool(true)
-- by hash

Warning: stream_socket_enable_crypto(): peer_fingerprint match failure in %s on line %d
bool(false)
bool(true)
-- version 1.2
Array
(
    [protocol] => TLSv1.2
    [cipher_name] => ECDHE-ECDSA-AES128-GCM-SHA256
    [cipher_bits] => 128
    [cipher_version] => TLSv1.2
    [alpn_protocol] => http/1.1
)
