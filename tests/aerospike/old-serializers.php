<?php
// Serializers as programs for PHP 5 choose them: by setting, by option of a call, by functions of their own.
$client = new Aerospike(array('hosts' => array(array('addr' => '127.0.0.1', 'port' => (int) $argv[1]))), false);
$key = $client->initKey('test', 'serializers', 1);
class Money {
    public $amount = 5;
    protected $currency = 'EUR';
    private $secret = 'x';
    function __sleep() { return array('amount', 'currency'); }
    function __wakeup() { $this->secret = 'woken'; }
}
$show = function ($value, $options = array()) use ($client, $key) {
    $status = $client->put($key, array('v' => $value), 0, $options);
    if ($status != Aerospike::OK) return print("$status {$client->error()}\n");
    $status = $client->get($key, $record);
    if ($status != Aerospike::OK) return print("$status {$client->error()}\n");
    $text = is_object($record['bins']['v']) ? get_class($record['bins']['v']) . ' ' . json_encode((array) $record['bins']['v']) : json_encode($record['bins']['v']);
    echo str_replace('\u0000', '~', $text), "\n";
};
echo ini_get('aerospike.serializer'), "\n";
$show(new Money());
foreach (array(null, true, false, array(1, array('k' => null)), new ArrayObject(array(1, 2))) as $value) $show($value);
foreach (array(Aerospike::SERIALIZER_NONE, 7) as $none) $show(null, array(Aerospike::OPT_SERIALIZER => $none));
foreach (array(5, 1.5, 'text', array(1, 'a' => 'b')) as $value) $show($value, array(Aerospike::OPT_SERIALIZER => Aerospike::SERIALIZER_NONE));
// The setting is read at each call; the option of the constructor is not looked at.
ini_set('aerospike.serializer', Aerospike::SERIALIZER_NONE);
$show(true);
$show(true, array(Aerospike::OPT_SERIALIZER => Aerospike::SERIALIZER_PHP));
ini_restore('aerospike.serializer');
$other = new Aerospike(array('hosts' => array(array('addr' => '127.0.0.1', 'port' => (int) $argv[1]))), false, array(Aerospike::OPT_SERIALIZER => Aerospike::SERIALIZER_NONE));
echo $other->put($key, array('v' => null)), "\n";
// Functions of the program's own.
$user = array(Aerospike::OPT_SERIALIZER => Aerospike::SERIALIZER_USER);
$show(null, $user);
var_dump(Aerospike::setSerializer('json_encode'), Aerospike::setDeserializer(function ($text) { return json_decode($text, true); }));
$show(array('native' => array(1, 2)), $user);
$show((object) array('a' => array(true, null)), $user);
$show(array(1, null, array('x' => false)), $user);
$show(new Aerospike\Bytes('[1,2,{"a":3}]'));
$show(null);
class Codec {
    static function pack($value) { return 'packed:' . serialize($value); }
    function unpack($text) { return unserialize(substr($text, 7)); }
}
Aerospike::setSerializer(array('Codec', 'pack'));
Aerospike::setDeserializer(array(new Codec(), 'unpack'));
$show(new Money(), $user);
foreach (array(function () { return 5; }, function () { return null; }, function () { throw new RangeException('no'); }) as $bad) {
    Aerospike::setSerializer($bad);
    try { $show(null, $user); } catch (RangeException $e) { echo get_class($e), ' ', $client->errorno(), "\n"; }
}
Aerospike::setSerializer('serialize');
Aerospike::setDeserializer(function () { throw new RangeException('back'); });
$client->put($key, array('v' => null), 0, $user);
try { $client->get($key, $record); } catch (RangeException $e) { echo $e->getMessage(), ' ', $client->errorno(), "\n"; }
try { Aerospike::setSerializer('no_such_function'); } catch (TypeError $e) { echo get_class($e), "\n"; }
