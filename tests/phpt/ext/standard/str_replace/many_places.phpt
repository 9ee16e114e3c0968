--TEST--
str_replace() and str_ireplace() with more places than are noted without memory, and results of no bytes
--FILE--
<?php
foreach ([1, 15, 16, 17, 40, 300] as $n) {
    $text = str_repeat('ab.', $n);
    echo md5(str_replace('ab', 'x', $text, $count)), " $count ", md5(str_ireplace('AB', 'long', $text, $count)), " $count ",
        strlen(str_replace('ab.', '', $text, $count)), " $count ", str_replace($text, '', $text, $count), "$count ",
        md5(str_ireplace('B.a', '-', $text, $count)), " $count\n";
}
echo str_replace('aa', 'b', 'aaaaa', $count), " $count\n", str_ireplace('É', 'x', 'éÉ', $count), " $count\n";
echo str_replace('ab', 'c', 'ab'), str_replace('ab', '', 'abx'), str_replace('xx', 'y', 'x'), "\n";
echo str_replace(['a', 'b'], ['b', 'c'], 'aabb', $count), " $count\n";
?>
--EXPECT--
fd3500a59568ee1c126a5e50c6bc8b91 1 9eb66d54bfb1d599f74c60e521352c95 1 0 1 1 ddb76c33e860bc986a505dfa6430bf14 0
5297312da104d2b3d8b301b6dcd44747 15 8a176bab8d352a9df3096272f680db78 15 0 15 1 738290ca645bf3d805b036e663122df8 14
5f93ebdfa96741d9f64476f2351ede8a 16 c10637cdc977920bec665d337fc3fe90 16 0 16 1 cde0e2ee6f5969f4dc532616f244b91a 15
b6c5794721bb3638b0472bf5285decd5 17 7f6e8a1f337743e54ba6c430e4a829ba 17 0 17 1 fe7f1fad23daa5c0e03fd48c3ee4e201 16
089ece7dc1d9887b83a9cc3c831c0946 40 1fdd9d8de6e3be7ac57625267c977820 40 0 40 1 aad95972e3741e0db925b65d640b169e 39
7fbb7b213d0a70302e9af91977ebbe62 300 b428e5e18b194c77ab6e01a3d2f086d8 300 0 300 1 416289ccbf5bb711c44462297c599364 299
bba 2
éx 1
cxx
cccc 6
