<?php
// needs: intl
foreach (['en-US', '', 'en_US', '-', 'en--US', '*', 'toolonglanguagetag', '1', '日本', str_repeat('a',200), 'de_DE@x=y'] as $l) foreach ([true,false] as $c) {
 echo "$l: "; try { var_dump(locale_lookup(['en-US', $l, 'de'], $l, $c, 'zz')); } catch (Throwable $e) { echo get_class($e), $e->getMessage(),"\n"; } echo intl_get_error_message(),"\n";
 try { var_dump(locale_filter_matches($l, 'en', $c)); } catch (Throwable $e) { echo get_class($e), $e->getMessage(),"\n"; } echo intl_get_error_message(),"\n"; }
