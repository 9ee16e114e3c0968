<?php

# hash comment
// slashes ?? not code
/* block
   * with stars **/
/** doc */ function documented(/* inline */ $a /* after */, // trailing
    $b = 1, # hash
)
{
    return $a /* in expression */ + /**/ $b;
}
echo documented(1, /* x */ 2,), "\n";
#[Attribute] class AfterAttribute {} // not a comment
echo (new ReflectionFunction('documented'))->getDocComment(), "\n";
$a = [1, 2, /* three */ 3,];
$b = [
    'k' => 1, // one
    'l' => 2 # two
];
echo count($a), count($b), "\n";
echo 'string // not a comment # either /* nor this */', "\n";
echo <<<EOT
// in heredoc
# too
EOT . "\n";
class D
{
    /** property doc */
    public $p;
    /**
     * Method doc.
     *
     * @return int
     */
    public function m() { return 1; } /* trailing */
    /** const doc */ const C = 1;
    // no doc
    public function n() {}
}
var_dump((new ReflectionProperty('D', 'p'))->getDocComment(), (new ReflectionMethod('D', 'm'))->getDocComment(), (new ReflectionClassConstant('D', 'C'))->getDocComment(), (new ReflectionMethod('D', 'n'))->getDocComment());
if (1): /* empty */ endif;
;;;
{ ; }
echo 1 ?> html <?php // comment ?>

<?php
echo __LINE__, "\n";
/* unterminated at the end is an error, this one is fine */
