--TEST--
Plurals and choices in messages
--EXTENSIONS--
intl
--FILE--
<?php
foreach (['en', 'ru', 'ar'] as $locale) {
    foreach ([0, 1, 2, 5, 21] as $n) {
        echo MessageFormatter::formatMessage($locale, '{n, plural, =0{none} one{# one} few{# few} many{# many} other{# other}}', ['n' => $n]), "\n";
    }
}
echo MessageFormatter::formatMessage('en', '{g, select, f{she} other{they}} {0, selectordinal, one{#st} two{#nd} few{#rd} other{#th}}', ['g' => 'f', 22]), "\n";
?>
--EXPECT--
none
1 one
2 other
5 other
21 other
none
1 one
2 few
5 many
21 one
none
1 one
2 other
5 few
21 many
she 22nd
