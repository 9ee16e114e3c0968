<?php

mt_srand(42);
echo mt_rand(), ' ', mt_rand(1, 100), ' ', rand(1, 6), ' ', mt_getrandmax(), "\n";
mt_srand(3);
echo implode(',', array_map(fn () => mt_rand(0, 9), range(1, 20))), "\n";
$a = range(1, 10);
mt_srand(1);
shuffle($a);
echo implode(',', $a), ' ', str_shuffle('abcdef'), ' ', json_encode(array_rand(['a' => 1, 'b' => 2, 'c' => 3], 2)), "\n";
mt_srand(5, MT_RAND_PHP);
echo mt_rand(1, 1000), ' ', rand(), "\n";
use Random\Engine\{Mt19937, PcgOneseq128XslRr64, Xoshiro256StarStar};
use Random\Randomizer;

foreach ([new Mt19937(7), new PcgOneseq128XslRr64(7), new Xoshiro256StarStar(7)] as $engine) {
    $r = new Randomizer($engine);
    echo get_class($engine), ' ', $r->getInt(1, 1000), ' ', $r->nextInt(), ' ', bin2hex($r->getBytes(5)), ' ', implode($r->shuffleArray([1, 2, 3, 4, 5])), ' ', $r->shuffleBytes('abcdef'), ' ', json_encode($r->pickArrayKeys(['a' => 1, 'b' => 2, 'c' => 3], 2)), ' ', $r->getBytesFromString('xyz', 8), ' ', $r->getFloat(0, 1), ' ', $r->nextFloat(), "\n";
    var_dump(bin2hex($engine->generate()));
    $copy = clone $engine;
    var_dump($copy->generate() === $engine->generate());
}
var_dump(random_int(5, 5), strlen(random_bytes(4)));
class Fixed implements Random\Engine
{
    public function generate(): string
    {
        return "\x01\x02\x03\x04";
    }
}
$r = new Randomizer(new Fixed());
echo $r->getInt(0, 99), ' ', bin2hex($r->getBytes(3)), "\n";
try {
    random_int(10, 1);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
var_dump(serialize(new Mt19937(1)) === serialize(new Mt19937(1)));
srand(10);
echo rand(), ' ', rand(5, 15), ' ', lcg_value() >= 0 ? 'ok' : 'no', "\n";
