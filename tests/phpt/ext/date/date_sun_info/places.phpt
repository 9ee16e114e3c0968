--TEST--
The sun at different places, and days and nights that do not end
--FILE--
<?php
foreach (['UTC', 'Asia/Tokyo'] as $zone) {
    date_default_timezone_set($zone);
    foreach ([0, 1165906618, 1719000000, -1000000000] as $time) {
        foreach ([[31.7667, 35.2333], [69.6, 18.9], [-33.9, 151.2], [89, 10]] as [$latitude, $longitude]) {
            echo json_encode(date_sun_info($time, $latitude, $longitude)), "\n";
        }
    }
}
try {
    date_sun_info(0, NAN, 0);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
{"sunrise":16742,"sunset":53161,"transit":34951,"civil_twilight_begin":15138,"civil_twilight_end":54765,"nautical_twilight_begin":13316,"nautical_twilight_end":56587,"astronomical_twilight_begin":11534,"astronomical_twilight_end":58369}
{"sunrise":false,"sunset":false,"transit":38873,"civil_twilight_begin":30411,"civil_twilight_end":47334,"nautical_twilight_begin":24383,"nautical_twilight_end":53362,"astronomical_twilight_begin":19750,"astronomical_twilight_end":57995}
{"sunrise":-18757,"sunset":32978,"transit":7110,"civil_twilight_begin":-20491,"civil_twilight_end":34712,"nautical_twilight_begin":-22631,"nautical_twilight_end":36852,"astronomical_twilight_begin":-24970,"astronomical_twilight_end":39191}
{"sunrise":false,"sunset":false,"transit":41009,"civil_twilight_begin":false,"civil_twilight_end":false,"nautical_twilight_begin":false,"nautical_twilight_end":false,"astronomical_twilight_begin":false,"astronomical_twilight_end":false}
{"sunrise":1165897761,"sunset":1165934160,"transit":1165915961,"civil_twilight_begin":1165896156,"civil_twilight_end":1165935765,"nautical_twilight_begin":1165894334,"nautical_twilight_end":1165937588,"astronomical_twilight_begin":1165892551,"astronomical_twilight_end":1165939371}
{"sunrise":false,"sunset":false,"transit":1165919882,"civil_twilight_begin":1165911501,"civil_twilight_end":1165928264,"nautical_twilight_begin":1165905443,"nautical_twilight_end":1165934321,"astronomical_twilight_begin":1165900802,"astronomical_twilight_end":1165938962}
{"sunrise":1165862251,"sunset":1165913989,"transit":1165888120,"civil_twilight_begin":1165860516,"civil_twilight_end":1165915723,"nautical_twilight_begin":1165858376,"nautical_twilight_end":1165917864,"astronomical_twilight_begin":1165856037,"astronomical_twilight_end":1165920202}
{"sunrise":false,"sunset":false,"transit":1165922019,"civil_twilight_begin":false,"civil_twilight_end":false,"nautical_twilight_begin":false,"nautical_twilight_end":false,"astronomical_twilight_begin":false,"astronomical_twilight_end":false}
{"sunrise":1718937250,"sunset":1718988466,"transit":1718962858,"civil_twilight_begin":1718935563,"civil_twilight_end":1718990153,"nautical_twilight_begin":1718933496,"nautical_twilight_end":1718992220,"astronomical_twilight_begin":1718931262,"astronomical_twilight_end":1718994454}
{"sunrise":true,"sunset":true,"transit":1718966779,"civil_twilight_begin":true,"civil_twilight_end":true,"nautical_twilight_begin":true,"nautical_twilight_end":true,"astronomical_twilight_begin":true,"astronomical_twilight_end":true}
{"sunrise":1718917208,"sunset":1718952835,"transit":1718935022,"civil_twilight_begin":1718915548,"civil_twilight_end":1718954495,"nautical_twilight_begin":1718913673,"nautical_twilight_end":1718956370,"astronomical_twilight_begin":1718911844,"astronomical_twilight_end":1718958200}
{"sunrise":true,"sunset":true,"transit":1718968915,"civil_twilight_begin":true,"civil_twilight_end":true,"nautical_twilight_begin":true,"nautical_twilight_end":true,"astronomical_twilight_begin":true,"astronomical_twilight_end":true}
{"sunrise":-1000069136,"sunset":-1000021588,"transit":-1000045362,"civil_twilight_begin":-1000070659,"civil_twilight_end":-1000020065,"nautical_twilight_begin":-1000072475,"nautical_twilight_end":-1000018249,"astronomical_twilight_begin":-1000074356,"astronomical_twilight_end":-1000016368}
{"sunrise":-1000072782,"sunset":-1000010104,"transit":-1000041443,"civil_twilight_begin":-1000078911,"civil_twilight_end":-1000003974,"nautical_twilight_begin":true,"nautical_twilight_end":true,"astronomical_twilight_begin":true,"astronomical_twilight_end":true}
{"sunrise":-1000092971,"sunset":-1000053410,"transit":-1000073190,"civil_twilight_begin":-1000094500,"civil_twilight_end":-1000051881,"nautical_twilight_begin":-1000096258,"nautical_twilight_end":-1000050123,"astronomical_twilight_begin":-1000098000,"astronomical_twilight_end":-1000048381}
{"sunrise":true,"sunset":true,"transit":-1000039307,"civil_twilight_begin":true,"civil_twilight_end":true,"nautical_twilight_begin":true,"nautical_twilight_end":true,"astronomical_twilight_begin":true,"astronomical_twilight_end":true}
{"sunrise":16742,"sunset":53161,"transit":34951,"civil_twilight_begin":15138,"civil_twilight_end":54765,"nautical_twilight_begin":13316,"nautical_twilight_end":56587,"astronomical_twilight_begin":11534,"astronomical_twilight_end":58369}
{"sunrise":false,"sunset":false,"transit":38873,"civil_twilight_begin":30411,"civil_twilight_end":47334,"nautical_twilight_begin":24383,"nautical_twilight_end":53362,"astronomical_twilight_begin":19750,"astronomical_twilight_end":57995}
{"sunrise":-18757,"sunset":32978,"transit":7110,"civil_twilight_begin":-20491,"civil_twilight_end":34712,"nautical_twilight_begin":-22631,"nautical_twilight_end":36852,"astronomical_twilight_begin":-24970,"astronomical_twilight_end":39191}
{"sunrise":false,"sunset":false,"transit":41009,"civil_twilight_begin":false,"civil_twilight_end":false,"nautical_twilight_begin":false,"nautical_twilight_end":false,"astronomical_twilight_begin":false,"astronomical_twilight_end":false}
{"sunrise":1165897761,"sunset":1165934160,"transit":1165915961,"civil_twilight_begin":1165896156,"civil_twilight_end":1165935765,"nautical_twilight_begin":1165894334,"nautical_twilight_end":1165937588,"astronomical_twilight_begin":1165892551,"astronomical_twilight_end":1165939371}
{"sunrise":false,"sunset":false,"transit":1165919882,"civil_twilight_begin":1165911501,"civil_twilight_end":1165928264,"nautical_twilight_begin":1165905443,"nautical_twilight_end":1165934321,"astronomical_twilight_begin":1165900802,"astronomical_twilight_end":1165938962}
{"sunrise":1165862251,"sunset":1165913989,"transit":1165888120,"civil_twilight_begin":1165860516,"civil_twilight_end":1165915723,"nautical_twilight_begin":1165858376,"nautical_twilight_end":1165917864,"astronomical_twilight_begin":1165856037,"astronomical_twilight_end":1165920202}
{"sunrise":false,"sunset":false,"transit":1165922019,"civil_twilight_begin":false,"civil_twilight_end":false,"nautical_twilight_begin":false,"nautical_twilight_end":false,"astronomical_twilight_begin":false,"astronomical_twilight_end":false}
{"sunrise":1719023665,"sunset":1719074877,"transit":1719049271,"civil_twilight_begin":1719021978,"civil_twilight_end":1719076564,"nautical_twilight_begin":1719019911,"nautical_twilight_end":1719078631,"astronomical_twilight_begin":1719017678,"astronomical_twilight_end":1719080864}
{"sunrise":true,"sunset":true,"transit":1719053192,"civil_twilight_begin":true,"civil_twilight_end":true,"nautical_twilight_begin":true,"nautical_twilight_end":true,"astronomical_twilight_begin":true,"astronomical_twilight_end":true}
{"sunrise":1719003621,"sunset":1719039249,"transit":1719021435,"civil_twilight_begin":1719001960,"civil_twilight_end":1719040909,"nautical_twilight_begin":1719000085,"nautical_twilight_end":1719042784,"astronomical_twilight_begin":1718998256,"astronomical_twilight_end":1719044613}
{"sunrise":true,"sunset":true,"transit":1719055328,"civil_twilight_begin":true,"civil_twilight_end":true,"nautical_twilight_begin":true,"nautical_twilight_end":true,"astronomical_twilight_begin":true,"astronomical_twilight_end":true}
{"sunrise":-999982800,"sunset":-999935146,"transit":-999958973,"civil_twilight_begin":-999984326,"civil_twilight_end":-999933620,"nautical_twilight_begin":-999986147,"nautical_twilight_end":-999931799,"astronomical_twilight_begin":-999988035,"astronomical_twilight_end":-999929911}
{"sunrise":-999986691,"sunset":-999923416,"transit":-999955054,"civil_twilight_begin":-999993117,"civil_twilight_end":-999916990,"nautical_twilight_begin":true,"nautical_twilight_end":true,"astronomical_twilight_begin":true,"astronomical_twilight_end":true}
{"sunrise":-1000006526,"sunset":-999967077,"transit":-999986802,"civil_twilight_begin":-1000008057,"civil_twilight_end":-999965546,"nautical_twilight_begin":-1000009817,"nautical_twilight_end":-999963786,"astronomical_twilight_begin":-1000011561,"astronomical_twilight_end":-999962042}
{"sunrise":true,"sunset":true,"transit":-999952918,"civil_twilight_begin":true,"civil_twilight_end":true,"nautical_twilight_begin":true,"nautical_twilight_end":true,"astronomical_twilight_begin":true,"astronomical_twilight_end":true}
date_sun_info(): Argument #2 ($latitude) must be finite
