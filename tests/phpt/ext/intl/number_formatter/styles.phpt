--TEST--
Styles of NumberFormatter in several locales
--EXTENSIONS--
intl
--FILE--
<?php
foreach (['en_US', 'de_DE', 'fr_FR', 'ru_RU', 'ar_EG', 'hi_IN', 'ja_JP', 'de_CH', 'pl_PL'] as $locale) {
    foreach ([NumberFormatter::DECIMAL, NumberFormatter::CURRENCY, NumberFormatter::PERCENT, NumberFormatter::SCIENTIFIC] as $style) {
        $format = new NumberFormatter($locale, $style);
        echo $locale, ' ', $format->getPattern(), ' ', $format->format(-1234567.891), ' ', $format->formatCurrency(1234.5, 'CHF'), "\n";
    }
}
?>
--EXPECT--
en_US #,##0.### -1,234,567.891 1,234.5
en_US ¤#,##0.00 -$1,234,567.89 CHF 1,234.50
en_US #,##0% -123,456,789% 123,450%
en_US #E0 -1.234567891E6 1.2345E3
de_DE #,##0.### -1.234.567,891 1.234,5
de_DE #,##0.00 ¤ -1.234.567,89 € 1.234,50 CHF
de_DE #,##0 % -123.456.789 % 123.450 %
de_DE #E0 -1,234567891E6 1,2345E3
fr_FR #,##0.### -1 234 567,891 1 234,5
fr_FR #,##0.00 ¤ -1 234 567,89 € 1 234,50 CHF
fr_FR #,##0 % -123 456 789 % 123 450 %
fr_FR #E0 -1,234567891E6 1,2345E3
ru_RU #,##0.### -1 234 567,891 1 234,5
ru_RU #,##0.00 ¤ -1 234 567,89 ₽ 1 234,50 CHF
ru_RU #,##0 % -123 456 789 % 123 450 %
ru_RU #E0 -1,234567891E6 1,2345E3
ar_EG #,##0.### ؜-١٬٢٣٤٬٥٦٧٫٨٩١ ١٬٢٣٤٫٥
ar_EG ‏#,##0.00 ¤ ؜-‏١٬٢٣٤٬٥٦٧٫٨٩ ج.م.‏ ‏١٬٢٣٤٫٥٠ CHF
ar_EG #,##0% ؜-١٢٣٬٤٥٦٬٧٨٩٪؜ ١٢٣٬٤٥٠٪؜
ar_EG #E0 ؜-١٫٢٣٤٥٦٧٨٩١أس٦ ١٫٢٣٤٥أس٣
hi_IN #,##,##0.### -12,34,567.891 1,234.5
hi_IN ¤#,##,##0.00 -₹12,34,567.89 CHF 1,234.50
hi_IN #,##,##0% -12,34,56,789% 1,23,450%
hi_IN [#E0] -[1.234567891E6] [1.2345E3]
ja_JP #,##0.### -1,234,567.891 1,234.5
ja_JP ¤#,##0 -￥1,234,568 CHF 1,234.50
ja_JP #,##0% -123,456,789% 123,450%
ja_JP #E0 -1.234567891E6 1.2345E3
de_CH #,##0.### -1’234’567.891 1’234.5
de_CH ¤ #,##0.00;¤-#,##0.00 CHF-1’234’567.89 CHF 1’234.50
de_CH #,##0% -123’456’789% 123’450%
de_CH #E0 -1.234567891E6 1.2345E3
pl_PL #,##0.### -1 234 567,891 1 234,5
pl_PL #,##0.00 ¤ -1 234 567,89 zł 1 234,50 CHF
pl_PL #,##0% -123 456 789% 123 450%
pl_PL #E0 -1,234567891E6 1,2345E3
