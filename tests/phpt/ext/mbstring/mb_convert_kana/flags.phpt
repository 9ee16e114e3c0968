--TEST--
mb_convert_kana() converts what each flag says
--EXTENSIONS--
mbstring
--FILE--
<?php
$text = '';
foreach ([[0x20, 0x7e], [0xa5, 0xa5], [0x2018, 0x201d], [0x203e, 0x203e], [0x2212, 0x2212], [0x3000, 0x30ff], [0xff00, 0xffe6]] as [$from, $to]) {
    for ($c = $from; $c <= $to; $c++) {
        $text .= mb_chr($c);
    }
}
foreach ([...str_split('rRnNaAsSkKhHcCmMV'), 'KV', 'HV', 'AM', 'Kh', 'Kc', 'kH', 'hk', 'Hc', 'rN', 'KCV'] as $mode) {
    echo $mode, ' ', md5(mb_convert_kana($text, $mode, 'UTF-8')), "\n";
}
echo mb_convert_kana('ｶﾞｷﾞｸﾞ ﾊﾟﾊﾞﾊ ｳﾞ ｱﾞ', 'KV', 'UTF-8'), "\n";
echo mb_convert_kana('ｶﾞｷﾞｸﾞ ﾊﾟﾊﾞﾊ ｳﾞ ｱﾞ', 'HV', 'UTF-8'), "\n";
echo bin2hex(mb_convert_kana("\x83\x4b", 'k', 'SJIS')), "\n";
?>
--EXPECT--
r 6461865680a15eee44a5ba0c523ee091
R 0c8f3ac24a174997297b6a0a9c842651
n 1b1ec019572b2f788571d00eb24c23ef
N f7ad86da8248c69b70c2afcf6801ea92
a ca68ada1e05b587cc6e95644e92deca2
A 7111762cc5fb9327c35331f0e6c11b8d
s 9a0332c9a2572047195b5550464c10ce
S 203bc20b0398be1ee13b7d01a1399f8e
k 7ed8ff1e7f28bfd86ce164765769065b
K 1038c086b87ba36ad8a674cf2b679208
h 857273fc4bc3de0d2e22f9fd7f8f00ab
H ee3acc36f9309200ce4a82aed1e63946
c f8149e89dd93625bafc0f38e2771cb95
C 8afd59663bb9fe04212e32718e92d18e
m be3ac21d0d980e0333d82b57ec5ce4dc
M 60b639759ac07e09bda9518c9cd307b0
V 595dfb94bb8c92c1bc9afc20639b57c6
KV 1038c086b87ba36ad8a674cf2b679208
HV ee3acc36f9309200ce4a82aed1e63946
AM 5200481d32425ce720f73680d3ccb17d
Kh 340a91f18b6a949e9c9e06e724658781
Kc bb707a487dd80ec4c4afa6eb2988b3d2
kH 2e00051e4538e763005c813735986e88
hk f2d45cd3372253a76d56635d0229929e
Hc 8b22d12d1b97dc4a4af4d851d9ea2b13
rN cc81ab16378d31d23c81011f65a45cd5
KCV f8c8a2232d3d395f0224266d1799ce84
ガギグ パバハ ヴ ア゛
がぎぐ ぱばは う゛ あ゛
b6de
