--TEST--
IntlDateFormatter::parse(): separators and months that are not those of the pattern
--EXTENSIONS--
intl
--FILE--
<?php
$texts = ['2010', '2010 02', '2010/02/03', '2010.02,03', '03.02.2010 04:05', '3/2/2010 4.05', 'Feb 3', '2 3', 'Feb/3', 'Feb. 3', '3. Feb. 2010', '04:05', '04;05', '2010,02', '2010; 02', '2010 de February', '2010 de 2', '2010 d 2', '4:05 PM', '4:05,PM', 'Feb/3/10', '2/3/10', '2010 :02', '3 . 2 . 2010'];
foreach (["'x'yyyy", 'yyyy-MM-dd', 'yyyy MM dd', 'dd.MM.yyyy HH:mm', 'MMM d', 'M/d/yy', 'HH:mm', 'yyyy, MM', "yyyy 'de' MMMM", 'd MMM yyyy', 'h:mm a', 'MMM. d'] as $pattern) {
    foreach ($texts as $text) {
        foreach ([true, false] as $lenient) {
            $format = new IntlDateFormatter('en', IntlDateFormatter::SHORT, IntlDateFormatter::SHORT, 'UTC', null, $pattern);
            $format->setLenient($lenient);
            $at = 0;
            $found = $format->parse($text, $at);
            if ($found !== false) {
                echo $pattern, ' | ', $text, $lenient ? ' | lenient | ' : ' | strict | ', $found, ', ', $at, "\n";
            }
        }
    }
}
--EXPECT--
'x'yyyy | 2010 | lenient | 1262304000, 4
'x'yyyy | 2010 02 | lenient | 1262304000, 4
'x'yyyy | 2010/02/03 | lenient | 1262304000, 4
'x'yyyy | 2010.02,03 | lenient | 1262304000, 4
'x'yyyy | 03.02.2010 04:05 | lenient | -62072697600, 2
'x'yyyy | 3/2/2010 4.05 | lenient | -62072697600, 1
'x'yyyy | 2 3 | lenient | -62104233600, 1
'x'yyyy | 3. Feb. 2010 | lenient | -62072697600, 1
'x'yyyy | 04:05 | lenient | -62041161600, 2
'x'yyyy | 04;05 | lenient | -62041161600, 2
'x'yyyy | 2010,02 | lenient | 1262304000, 4
'x'yyyy | 2010; 02 | lenient | 1262304000, 4
'x'yyyy | 2010 de February | lenient | 1262304000, 4
'x'yyyy | 2010 de 2 | lenient | 1262304000, 4
'x'yyyy | 2010 d 2 | lenient | 1262304000, 4
'x'yyyy | 4:05 PM | lenient | -62041161600, 1
'x'yyyy | 4:05,PM | lenient | -62041161600, 1
'x'yyyy | 2/3/10 | lenient | -62104233600, 1
'x'yyyy | 2010 :02 | lenient | 1262304000, 4
'x'yyyy | 3 . 2 . 2010 | lenient | -62072697600, 1
yyyy-MM-dd | 2010/02/03 | lenient | 1265155200, 10
yyyy-MM-dd | 2010.02,03 | lenient | 1265155200, 10
yyyy-MM-dd | 03.02.2010 04:05 | lenient | -61896441600, 10
yyyy-MM-dd | 3/2/2010 4.05 | lenient | -61896441600, 8
yyyy-MM-dd | 3. Feb. 2010 | lenient | -61896441600, 12
yyyy-MM-dd | 2/3/10 | lenient | -62098358400, 6
yyyy-MM-dd | 3 . 2 . 2010 | lenient | -61896441600, 12
yyyy MM dd | 2010/02/03 | lenient | 1265155200, 10
yyyy MM dd | 2010.02,03 | lenient | 1265155200, 10
yyyy MM dd | 03.02.2010 04:05 | lenient | -61896441600, 10
yyyy MM dd | 3/2/2010 4.05 | lenient | -61896441600, 8
yyyy MM dd | 3. Feb. 2010 | lenient | -61896441600, 12
yyyy MM dd | 2/3/10 | lenient | -62098358400, 6
yyyy MM dd | 3 . 2 . 2010 | lenient | -61896441600, 12
dd.MM.yyyy HH:mm | 03.02.2010 04:05 | lenient | 1265169900, 16
dd.MM.yyyy HH:mm | 03.02.2010 04:05 | strict | 1265169900, 16
dd.MM.yyyy HH:mm | 3/2/2010 4.05 | lenient | 1265169900, 13
MMM d | 2010 02 | lenient | 5283187200, 7
MMM d | 2010/02/03 | lenient | 5283187200, 7
MMM d | 2010.02,03 | lenient | 5283187200, 7
MMM d | 03.02.2010 04:05 | lenient | 5184000, 5
MMM d | 3/2/2010 4.05 | lenient | 5184000, 3
MMM d | Feb 3 | lenient | 2851200, 5
MMM d | Feb 3 | strict | 2851200, 5
MMM d | 2 3 | lenient | 2851200, 3
MMM d | Feb/3 | lenient | 2851200, 5
MMM d | Feb. 3 | lenient | 2851200, 6
MMM d | 2010,02 | lenient | 5283187200, 7
MMM d | Feb/3/10 | lenient | 2851200, 5
MMM d | 2/3/10 | lenient | 2851200, 3
MMM d | 3 . 2 . 2010 | lenient | 5184000, 5
M/d/yy | 2010/02/03 | lenient | 6324566400, 10
M/d/yy | 2010.02,03 | lenient | 6324566400, 10
M/d/yy | 03.02.2010 04:05 | lenient | 1267488000, 10
M/d/yy | 3/2/2010 4.05 | lenient | 1267488000, 8
M/d/yy | 3/2/2010 4.05 | strict | 1267488000, 8
M/d/yy | Feb/3/10 | lenient | 1265155200, 8
M/d/yy | Feb/3/10 | strict | 1265155200, 8
M/d/yy | 2/3/10 | lenient | 1265155200, 6
M/d/yy | 2/3/10 | strict | 1265155200, 6
M/d/yy | 3 . 2 . 2010 | lenient | 1267488000, 12
HH:mm | 03.02.2010 04:05 | lenient | 10920, 5
HH:mm | 2 3 | lenient | 7380, 3
HH:mm | 04:05 | lenient | 14700, 5
HH:mm | 04:05 | strict | 14700, 5
HH:mm | 4:05 PM | lenient | 14700, 4
HH:mm | 4:05 PM | strict | 14700, 4
HH:mm | 4:05,PM | lenient | 14700, 4
HH:mm | 4:05,PM | strict | 14700, 4
HH:mm | 3 . 2 . 2010 | lenient | 10920, 5
yyyy, MM | 2010 02 | lenient | 1264982400, 7
yyyy, MM | 2010/02/03 | lenient | 1264982400, 7
yyyy, MM | 2010.02,03 | lenient | 1264982400, 7
yyyy, MM | 03.02.2010 04:05 | lenient | -62070019200, 5
yyyy, MM | 3/2/2010 4.05 | lenient | -62070019200, 3
yyyy, MM | 2 3 | lenient | -62099136000, 3
yyyy, MM | 3. Feb. 2010 | lenient | -62070019200, 6
yyyy, MM | 2010,02 | lenient | 1264982400, 7
yyyy, MM | 2/3/10 | lenient | -62099136000, 3
yyyy, MM | 3 . 2 . 2010 | lenient | -62070019200, 5
yyyy 'de' MMMM | 2010 02 | lenient | 1264982400, 7
yyyy 'de' MMMM | 2010/02/03 | lenient | 1264982400, 7
yyyy 'de' MMMM | 2010.02,03 | lenient | 1264982400, 7
yyyy 'de' MMMM | 03.02.2010 04:05 | lenient | -62070019200, 6
yyyy 'de' MMMM | 3/2/2010 4.05 | lenient | -62070019200, 3
yyyy 'de' MMMM | 2 3 | lenient | -62099136000, 3
yyyy 'de' MMMM | 3. Feb. 2010 | lenient | -62070019200, 7
yyyy 'de' MMMM | 2010,02 | lenient | 1264982400, 7
yyyy 'de' MMMM | 2010 de February | lenient | 1264982400, 16
yyyy 'de' MMMM | 2010 de February | strict | 1264982400, 16
yyyy 'de' MMMM | 2010 de 2 | lenient | 1264982400, 9
yyyy 'de' MMMM | 2010 d 2 | lenient | 1264982400, 8
yyyy 'de' MMMM | 2/3/10 | lenient | -62099136000, 3
yyyy 'de' MMMM | 3 . 2 . 2010 | lenient | -62070019200, 5
d MMM yyyy | 2010/02/03 | lenient | -61896441600, 10
d MMM yyyy | 2010.02,03 | lenient | -61896441600, 10
d MMM yyyy | 03.02.2010 04:05 | lenient | 1265155200, 10
d MMM yyyy | 3/2/2010 4.05 | lenient | 1265155200, 8
d MMM yyyy | 3. Feb. 2010 | lenient | 1265155200, 12
d MMM yyyy | 2/3/10 | lenient | -61846588800, 6
d MMM yyyy | 3 . 2 . 2010 | lenient | 1265155200, 12
h:mm a | 4:05 PM | lenient | 57900, 7
h:mm a | 4:05 PM | strict | 57900, 7
MMM. d | 2010 02 | lenient | 5283187200, 7
MMM. d | 2010/02/03 | lenient | 5283187200, 7
MMM. d | 2010.02,03 | lenient | 5283187200, 7
MMM. d | 03.02.2010 04:05 | lenient | 5184000, 5
MMM. d | 3/2/2010 4.05 | lenient | 5184000, 3
MMM. d | Feb 3 | lenient | 2851200, 5
MMM. d | 2 3 | lenient | 2851200, 3
MMM. d | Feb/3 | lenient | 2851200, 5
MMM. d | Feb. 3 | lenient | 2851200, 6
MMM. d | Feb. 3 | strict | 2851200, 6
MMM. d | 2010,02 | lenient | 5283187200, 7
MMM. d | Feb/3/10 | lenient | 2851200, 5
MMM. d | 2/3/10 | lenient | 2851200, 3
MMM. d | 3 . 2 . 2010 | lenient | 5184000, 5
