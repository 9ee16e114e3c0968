--TEST--
mb_strpos() and mb_strrpos() where bytes of the needle are frequent
--EXTENSIONS--
mbstring
--FILE--
<?php
$haystacks = ['', 'aaaaaaaaaaaaaaaaaaaaaaaaab', 'ммммммммммммммммммммммир', 'привет мир, мир и труд', "\xff\xfe bad", 'baaaaaaaaaaaaaaaaaaaaaaaaa'];
foreach ($haystacks as $haystack) {
    foreach (['', 'a', 'aab', 'baa', 'мир', 'м', 'р', "\xfe", 'zz'] as $needle) {
        foreach ([0, 3, -1, -3] as $offset) {
            foreach (['mb_strpos', 'mb_strrpos'] as $function) {
                try {
                    echo json_encode($function($haystack, $needle, $offset)), ' ';
                } catch (ValueError) {
                    echo 'out ';
                }
            }
        }
    }
    echo "\n";
}
foreach ([" \u{3000}text\u{a0}", 'text', '', "\xffx "] as $text) {
    echo bin2hex(mb_trim($text)), ' ', bin2hex(mb_ltrim($text, "\u{3000} x")), ' ', bin2hex(mb_rtrim($text, '')), "\n";
}
?>
--EXPECT--
0 0 out out out out out out false false out out out out out out false false out out out out out out false false out out out out out out false false out out out out out out false false out out out out out out false false out out out out out out false false out out out out out out false false out out out out out out 
0 26 3 26 25 25 23 23 0 24 3 24 false 24 23 23 23 23 23 23 false 23 23 23 false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false 
0 24 3 24 23 23 21 21 false false false false false false false false false false false false false false false false false false false false false false false false 21 21 21 21 false 21 21 21 0 21 3 21 false 21 21 21 23 23 23 23 23 23 23 false false false false false false false false false false false false false false false false false 
0 22 3 22 21 21 19 19 false false false false false false false false false false false false false false false false false false false false false false false false 7 12 7 12 false 12 false 12 7 12 7 12 false 12 false 12 1 19 9 19 false 19 19 19 false false false false false false false false false false false false false false false false 
0 6 3 6 5 5 3 3 4 4 4 4 false 4 4 false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false 1 1 false false false 1 false 1 false false false false false false false false 
0 26 3 26 25 25 23 23 1 25 3 25 25 25 23 23 false false false false false false false false 0 0 false false false 0 false 0 false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false false 
74657874 74657874c2a0 20e3808074657874c2a0
74657874 74657874 74657874
  
3f78 ff7820 ff7820
