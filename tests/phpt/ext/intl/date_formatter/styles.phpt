--TEST--
Styles of dates in several locales
--EXTENSIONS--
intl
--FILE--
<?php
foreach (['en_US', 'de_DE', 'fr_FR', 'ja_JP', 'ar_EG', 'th_TH'] as $locale) {
    foreach ([IntlDateFormatter::FULL, IntlDateFormatter::MEDIUM, IntlDateFormatter::SHORT] as $style) {
        $format = new IntlDateFormatter($locale, $style, $style, 'Europe/Berlin');
        echo $format->getPattern(), ' => ', $format->format(1700000000), "\n";
    }
}
?>
--EXPECT--
EEEE, MMMM d, y 'at' h:mm:ss a zzzz => Tuesday, November 14, 2023 at 11:13:20 PM Central European Standard Time
MMM d, y, h:mm:ss a => Nov 14, 2023, 11:13:20 PM
M/d/yy, h:mm a => 11/14/23, 11:13 PM
EEEE, d. MMMM y 'um' HH:mm:ss zzzz => Dienstag, 14. November 2023 um 23:13:20 Mitteleuropäische Normalzeit
dd.MM.y, HH:mm:ss => 14.11.2023, 23:13:20
dd.MM.yy, HH:mm => 14.11.23, 23:13
EEEE d MMMM y 'à' HH:mm:ss zzzz => mardi 14 novembre 2023 à 23:13:20 heure normale d’Europe centrale
d MMM y, HH:mm:ss => 14 nov. 2023, 23:13:20
dd/MM/y HH:mm => 14/11/2023 23:13
y年M月d日EEEE H時mm分ss秒 zzzz => 2023年11月14日火曜日 23時13分20秒 中央ヨーロッパ標準時
y/MM/dd H:mm:ss => 2023/11/14 23:13:20
y/MM/dd H:mm => 2023/11/14 23:13
EEEE، d MMMM y في h:mm:ss a zzzz => الثلاثاء، ١٤ نوفمبر ٢٠٢٣ في ١١:١٣:٢٠ م توقيت وسط أوروبا الرسمي
dd‏/MM‏/y، h:mm:ss a => ١٤‏/١١‏/٢٠٢٣، ١١:١٣:٢٠ م
d‏/M‏/y، h:mm a => ١٤‏/١١‏/٢٠٢٣، ١١:١٣ م
EEEEที่ d MMMM G y เวลา H นาฬิกา mm นาที ss วินาที zzzz => วันอังคารที่ 14 พฤศจิกายน ค.ศ. 2023 เวลา 23 นาฬิกา 13 นาที 20 วินาที เวลามาตรฐานยุโรปกลาง
d MMM y HH:mm:ss => 14 พ.ย. 2023 23:13:20
d/M/yy HH:mm => 14/11/23 23:13
