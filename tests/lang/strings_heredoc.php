<?php

$name = 'World';
$arr = ['k' => 'v', 'n' => ['m' => 'deep'], 3 => 'three'];
$o = new stdClass();
$o->p = 'prop';
$o->q = new stdClass();
$o->q->r = 'nested';
$fn = fn ($x) => "called $x";
$var = 'name';
echo <<<EOT
Hello $name, {$name}s, ${name}
$arr[k] {$arr['k']} {$arr['n']['m']} $arr[3]
$o->p {$o->q->r} $o->p->x
{$fn('closure')} \$escaped {not} { $name} \{$name}
\x41\u{1F600}\101\t|tab "quotes" 'single'
EOT;
echo "\n", <<<'RAW'
    No $interpolation {$here} \n
    'quotes' "double"
    RAW, "|\n";
echo <<<"INDENT"
      two
        four
    \tzero
    $name
    INDENT . "|\n";
$list = [<<<A
  one
  A, <<<B
    two
    B];
echo implode(',', $list), "\n";
echo "negative $arr[3] {$arr['n']['m']}[0] $name[0] $name[-1] {$name[1]}\n";
echo "${$var} {${$var}} ${var}\n";
echo "method {$o->q->r} static {$fn(1 + 2)}\n";
echo 'single \n \' \\ $x', "\n";
echo "\0" === chr(0) ? 'nul' : 'no', "\e" === chr(27) ? ' esc' : ' no', "\v\f" === chr(11) . chr(12) ? ' vf' : ' no', "\n";
echo "\u{48}\u{20AC}", bin2hex("\u{20AC}\u{10FFFF}\377\xff\8"), "\n";
echo <<<EMPTY
EMPTY . "empty\n";
echo <<<X

  blank lines kept

  X . "|\n";
$price = 5;
echo "$$price $ {$price}$ \$price $5\n";
echo "$name's {$arr['k']}'s $o->p's\n";
