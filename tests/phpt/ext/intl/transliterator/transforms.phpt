--TEST--
Transliterators of CLDR on texts of many scripts
--EXTENSIONS--
intl
--FILE--
<?php
$texts=["Füße ÄÖÜ äöü Äpfel ÄPFEL straße","Ελληνικά γλώσσα Ψυχή αυτός εύκολο","Привет мир, Щука ещё объект Ъ Ьель Юлия","日本語のテキスト カタカナ ひらがな きゃっと","中文字符 北京 上海","한국어 텍스트 서울","مرحبا بالعالم ١٢٣","שלום עולם","नमस्ते दुनिया क्षेत्र","ภาษาไทย","বাংলা ভাষা","ქართული ენა","Հայերեն լեզու","አማርኛ","łódź ćma Đorđe Øre æther þorn ß ﬁ … “quotes” – — ½ ² ™ € ©","Ñandú ¿Qué? ¡Olé! àéîõü ŵ ź","ÀÉÎÕÜ İstanbul ısı ǅ ΑΣ ὈΔΥΣΣΕΎΣ","e\u{301}a\u{308}","Ǆ ǆ ﬀ ŉ ΐ","ᠮᠣᠩᠭᠣᠯ","ไทย ລາວ","ગુજરાતી","தமிழ் மொழி","తెలుగు","ಕನ್ನಡ","മലയാളം","ਪੰਜਾਬੀ","ଓଡ଼ିଆ","مثال فارسی گپچ","українська їжак є ґ","српски љубав њ џ","ｆｕｌｌ　ｗｉｄｔｈ ｱｲｳ","hello world it's O'Neil's 3rd","\u{41}\\u0042 U+0043 &#x44; &#69; \\x{46} \\U00000047 \\N{LATIN SMALL LETTER A}","ßΩ😀𝒜","Москва Ёлка чай жизнь цвет хлеб шум"];
$ids=["Any-Latin; Latin-ASCII; Lower()","Any-Latin","Latin-ASCII","de-ASCII","Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC","Upper","Title","Any-Hex/C","Hex-Any","Any-Name","Name-Any","Cyrillic-Latin","Greek-Latin","Latin-Greek","Hiragana-Katakana","Han-Latin","Hangul-Latin","Arabic-Latin","Devanagari-Latin","Any-Cyrillic","Fullwidth-Halfwidth","Any-Publishing","Russian-Latin/BGN","tr-Lower","az-Title","[^[:L:][:N:] ] Remove; Lower","el-Upper"];
foreach ($ids as $id) { $t=@Transliterator::create($id); if(!$t) { echo "$id: NULL\n"; continue; } foreach ($texts as $i=>$s) echo "$id #$i: ", $t->transliterate($s), "\n"; }
--EXPECT--
Any-Latin; Latin-ASCII; Lower() #0: fusse aou aou apfel apfel strasse
Any-Latin; Latin-ASCII; Lower() #1: ellenika glossa psyche autos eukolo
Any-Latin; Latin-ASCII; Lower() #2: privet mir, suka ese ob"ekt "̱ '̱el' ulia
Any-Latin; Latin-ASCII; Lower() #3: ri ben yunotekisuto katakana hiragana kyatto
Any-Latin; Latin-ASCII; Lower() #4: zhong wen zi fu bei jing shang hai
Any-Latin; Latin-ASCII; Lower() #5: hangug-eo tegseuteu seoul
Any-Latin; Latin-ASCII; Lower() #6: mrhba balʿalm 123
Any-Latin; Latin-ASCII; Lower() #7: slwm 'wlm
Any-Latin; Latin-ASCII; Lower() #8: namaste duniya ksetra
Any-Latin; Latin-ASCII; Lower() #9: phas'a thiy
Any-Latin; Latin-ASCII; Lower() #10: banla bhasa
Any-Latin; Latin-ASCII; Lower() #11: kartuli ena
Any-Latin; Latin-ASCII; Lower() #12: hayeren lezu
Any-Latin; Latin-ASCII; Lower() #13: amarǝna
Any-Latin; Latin-ASCII; Lower() #14: lodz cma dorde ore aether thorn ss fi ... "quotes" - -  1/2 ² ™ € (c)
Any-Latin; Latin-ASCII; Lower() #15: nandu ?que? !ole! aeiou w z
Any-Latin; Latin-ASCII; Lower() #16: aeiou istanbul isi dz as odysseus
Any-Latin; Latin-ASCII; Lower() #17: ea
Any-Latin; Latin-ASCII; Lower() #18: dz dz ff 'n i
Any-Latin; Latin-ASCII; Lower() #19: ᠮᠣᠩᠭᠣᠯ
Any-Latin; Latin-ASCII; Lower() #20: thiy ລາວ
Any-Latin; Latin-ASCII; Lower() #21: gujarati
Any-Latin; Latin-ASCII; Lower() #22: tamil moli
Any-Latin; Latin-ASCII; Lower() #23: telugu
Any-Latin; Latin-ASCII; Lower() #24: kannada
Any-Latin; Latin-ASCII; Lower() #25: malayalam
Any-Latin; Latin-ASCII; Lower() #26: pajabi
Any-Latin; Latin-ASCII; Lower() #27: ori'a
Any-Latin; Latin-ASCII; Lower() #28: mthal farsy gpch
Any-Latin; Latin-ASCII; Lower() #29: ukrains'ka izak e g
Any-Latin; Latin-ASCII; Lower() #30: srpski lubav n d
Any-Latin; Latin-ASCII; Lower() #31: full width aiu
Any-Latin; Latin-ASCII; Lower() #32: hello world it's o'neil's 3rd
Any-Latin; Latin-ASCII; Lower() #33: a\u0042 u+0043 &#x44; &#69; \x{46} \u00000047 \n{latin small letter a}
Any-Latin; Latin-ASCII; Lower() #34: sso😀𝒜
Any-Latin; Latin-ASCII; Lower() #35: moskva elka caj zizn' cvet hleb sum
Any-Latin #0: Füße ÄÖÜ äöü Äpfel ÄPFEL straße
Any-Latin #1: Ellēniká glṓssa Psychḗ autós eúkolo
Any-Latin #2: Privet mir, Ŝuka eŝë obʺekt ʺ̱ ʹ̱elʹ Ûliâ
Any-Latin #3: rì běn yǔnotekisuto katakana hiragana kyatto
Any-Latin #4: zhōng wén zì fú běi jīng shàng hǎi
Any-Latin #5: hangug-eo tegseuteu seoul
Any-Latin #6: mrḥbạ bạlʿạlm 123
Any-Latin #7: şlwm ʻwlm
Any-Latin #8: namastē duniyā kṣētra
Any-Latin #9: p̣hās̄ʹā thịy
Any-Latin #10: bānlā bhāṣā
Any-Latin #11: kartuli ena
Any-Latin #12: Hayeren lezu
Any-Latin #13: āmārǝñā
Any-Latin #14: łódź ćma Đorđe Øre æther þorn ß ﬁ … “quotes” – — ½ ² ™ € ©
Any-Latin #15: Ñandú ¿Qué? ¡Olé! àéîõü ŵ ź
Any-Latin #16: ÀÉÎÕÜ İstanbul ısı ǅ AS ODYSSEÚS
Any-Latin #17: éä
Any-Latin #18: Ǆ ǆ ﬀ ŉ ḯ
Any-Latin #19: ᠮᠣᠩᠭᠣᠯ
Any-Latin #20: thịy ລາວ
Any-Latin #21: gujarātī
Any-Latin #22: tamiḻ moḻi
Any-Latin #23: telugu
Any-Latin #24: kannaḍa
Any-Latin #25: malayāḷaṁ
Any-Latin #26: pajābī
Any-Latin #27: ōṛi'ā
Any-Latin #28: mtẖạl fạrsy̰ gpcẖ
Any-Latin #29: ukraí̈nsʹka í̈žak ê g̀
Any-Latin #30: srpski l̂ubav n̂ d̂
Any-Latin #31: ｆｕｌｌ　ｗｉｄｔｈ aiu
Any-Latin #32: hello world it's O'Neil's 3rd
Any-Latin #33: A\u0042 U+0043 &#x44; &#69; \x{46} \U00000047 \N{LATIN SMALL LETTER A}
Any-Latin #34: ßŌ😀𝒜
Any-Latin #35: Moskva Ëlka čaj žiznʹ cvet hleb šum
Latin-ASCII #0: Fusse AOU aou Apfel APFEL strasse
Latin-ASCII #1: Ελληνικά γλώσσα Ψυχή αυτός εύκολο
Latin-ASCII #2: Привет мир, Щука ещё объект Ъ Ьель Юлия
Latin-ASCII #3: 日本語のテキスト カタカナ ひらがな きゃっと
Latin-ASCII #4: 中文字符 北京 上海
Latin-ASCII #5: 한국어 텍스트 서울
Latin-ASCII #6: مرحبا بالعالم ١٢٣
Latin-ASCII #7: שלום עולם
Latin-ASCII #8: नमस्ते दुनिया क्षेत्र
Latin-ASCII #9: ภาษาไทย
Latin-ASCII #10: বাংলা ভাষা
Latin-ASCII #11: ქართული ენა
Latin-ASCII #12: Հայերեն լեզու
Latin-ASCII #13: አማርኛ
Latin-ASCII #14: lodz cma Dorde Ore aether thorn ss fi ... "quotes" - -  1/2 ² ™ € (C)
Latin-ASCII #15: Nandu ?Que? !Ole! aeiou w z
Latin-ASCII #16: AEIOU Istanbul isi Dz ΑΣ ὈΔΥΣΣΕΎΣ
Latin-ASCII #17: ea
Latin-ASCII #18: DZ dz ff 'n ΐ
Latin-ASCII #19: ᠮᠣᠩᠭᠣᠯ
Latin-ASCII #20: ไทย ລາວ
Latin-ASCII #21: ગુજરાતી
Latin-ASCII #22: தமிழ் மொழி
Latin-ASCII #23: తెలుగు
Latin-ASCII #24: ಕನ್ನಡ
Latin-ASCII #25: മലയാളം
Latin-ASCII #26: ਪੰਜਾਬੀ
Latin-ASCII #27: ଓଡ଼ିଆ
Latin-ASCII #28: مثال فارسی گپچ
Latin-ASCII #29: українська їжак є ґ
Latin-ASCII #30: српски љубав њ џ
Latin-ASCII #31: full width ｱｲｳ
Latin-ASCII #32: hello world it's O'Neil's 3rd
Latin-ASCII #33: A\u0042 U+0043 &#x44; &#69; \x{46} \U00000047 \N{LATIN SMALL LETTER A}
Latin-ASCII #34: ssΩ😀𝒜
Latin-ASCII #35: Москва Ёлка чай жизнь цвет хлеб шум
de-ASCII #0: Fuesse AEOEUE aeoeue Aepfel AEPFEL strasse
de-ASCII #1: Ελληνικά γλώσσα Ψυχή αυτός εύκολο
de-ASCII #2: Привет мир, Щука ещё объект Ъ Ьель Юлия
de-ASCII #3: 日本語のテキスト カタカナ ひらがな きゃっと
de-ASCII #4: 中文字符 北京 上海
de-ASCII #5: 한국어 텍스트 서울
de-ASCII #6: مرحبا بالعالم ١٢٣
de-ASCII #7: שלום עולם
de-ASCII #8: नमस्ते दुनिया क्षेत्र
de-ASCII #9: ภาษาไทย
de-ASCII #10: বাংলা ভাষা
de-ASCII #11: ქართული ენა
de-ASCII #12: Հայերեն լեզու
de-ASCII #13: አማርኛ
de-ASCII #14: lodz cma Dorde Ore aether thorn ss fi ... "quotes" - -  1/2 ² ™ € (C)
de-ASCII #15: Nandu ?Que? !Ole! aeioue w z
de-ASCII #16: AEIOUE Istanbul isi Dz ΑΣ ὈΔΥΣΣΕΎΣ
de-ASCII #17: eae
de-ASCII #18: DZ dz ff 'n ΐ
de-ASCII #19: ᠮᠣᠩᠭᠣᠯ
de-ASCII #20: ไทย ລາວ
de-ASCII #21: ગુજરાતી
de-ASCII #22: தமிழ் மொழி
de-ASCII #23: తెలుగు
de-ASCII #24: ಕನ್ನಡ
de-ASCII #25: മലയാളം
de-ASCII #26: ਪੰਜਾਬੀ
de-ASCII #27: ଓଡ଼ିଆ
de-ASCII #28: مثال فارسی گپچ
de-ASCII #29: українська їжак є ґ
de-ASCII #30: српски љубав њ џ
de-ASCII #31: full width ｱｲｳ
de-ASCII #32: hello world it's O'Neil's 3rd
de-ASCII #33: A\u0042 U+0043 &#x44; &#69; \x{46} \U00000047 \N{LATIN SMALL LETTER A}
de-ASCII #34: ssΩ😀𝒜
de-ASCII #35: Москва Ёлка чай жизнь цвет хлеб шум
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #0: Fuße AOU aou Apfel APFEL straße
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #1: Ellenika glossa Psyche autos eukolo
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #2: Privet mir, Suka ese obʺekt ʺ ʹelʹ Ulia
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #3: ri ben yunotekisuto katakana hiragana kyatto
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #4: zhong wen zi fu bei jing shang hai
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #5: hangug-eo tegseuteu seoul
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #6: mrhba balʿalm 123
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #7: slwm ʻwlm
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #8: namaste duniya ksetra
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #9: phasʹa thiy
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #10: banla bhasa
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #11: kartuli ena
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #12: Hayeren lezu
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #13: amarǝna
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #14: łodz cma Đorđe Øre æther þorn ß ﬁ … “quotes” – — ½ ² ™ € ©
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #15: Nandu ¿Que? ¡Ole! aeiou w z
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #16: AEIOU Istanbul ısı ǅ AS ODYSSEUS
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #17: ea
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #18: Ǆ ǆ ﬀ ŉ i
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #19: ᠮᠣᠩᠭᠣᠯ
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #20: thiy ລາວ
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #21: gujarati
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #22: tamil moli
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #23: telugu
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #24: kannada
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #25: malayalam
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #26: pajabi
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #27: ori'a
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #28: mthal farsy gpch
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #29: ukrainsʹka izak e g
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #30: srpski lubav n d
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #31: ｆｕｌｌ　ｗｉｄｔｈ aiu
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #32: hello world it's O'Neil's 3rd
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #33: A\u0042 U+0043 &#x44; &#69; \x{46} \U00000047 \N{LATIN SMALL LETTER A}
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #34: ßO😀𝒜
Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC #35: Moskva Elka caj ziznʹ cvet hleb sum
Upper #0: FÜSSE ÄÖÜ ÄÖÜ ÄPFEL ÄPFEL STRASSE
Upper #1: ΕΛΛΗΝΙΚΆ ΓΛΏΣΣΑ ΨΥΧΉ ΑΥΤΌΣ ΕΎΚΟΛΟ
Upper #2: ПРИВЕТ МИР, ЩУКА ЕЩЁ ОБЪЕКТ Ъ ЬЕЛЬ ЮЛИЯ
Upper #3: 日本語のテキスト カタカナ ひらがな きゃっと
Upper #4: 中文字符 北京 上海
Upper #5: 한국어 텍스트 서울
Upper #6: مرحبا بالعالم ١٢٣
Upper #7: שלום עולם
Upper #8: नमस्ते दुनिया क्षेत्र
Upper #9: ภาษาไทย
Upper #10: বাংলা ভাষা
Upper #11: ᲥᲐᲠᲗᲣᲚᲘ ᲔᲜᲐ
Upper #12: ՀԱՅԵՐԵՆ ԼԵԶՈՒ
Upper #13: አማርኛ
Upper #14: ŁÓDŹ ĆMA ĐORĐE ØRE ÆTHER ÞORN SS FI … “QUOTES” – — ½ ² ™ € ©
Upper #15: ÑANDÚ ¿QUÉ? ¡OLÉ! ÀÉÎÕÜ Ŵ Ź
Upper #16: ÀÉÎÕÜ İSTANBUL ISI Ǆ ΑΣ ὈΔΥΣΣΕΎΣ
Upper #17: ÉÄ
Upper #18: Ǆ Ǆ FF ʼN Ϊ́
Upper #19: ᠮᠣᠩᠭᠣᠯ
Upper #20: ไทย ລາວ
Upper #21: ગુજરાતી
Upper #22: தமிழ் மொழி
Upper #23: తెలుగు
Upper #24: ಕನ್ನಡ
Upper #25: മലയാളം
Upper #26: ਪੰਜਾਬੀ
Upper #27: ଓଡ଼ିଆ
Upper #28: مثال فارسی گپچ
Upper #29: УКРАЇНСЬКА ЇЖАК Є Ґ
Upper #30: СРПСКИ ЉУБАВ Њ Џ
Upper #31: ＦＵＬＬ　ＷＩＤＴＨ ｱｲｳ
Upper #32: HELLO WORLD IT'S O'NEIL'S 3RD
Upper #33: A\U0042 U+0043 &#X44; &#69; \X{46} \U00000047 \N{LATIN SMALL LETTER A}
Upper #34: SSΩ😀𝒜
Upper #35: МОСКВА ЁЛКА ЧАЙ ЖИЗНЬ ЦВЕТ ХЛЕБ ШУМ
Title #0: Füße Äöü Äöü Äpfel Äpfel Straße
Title #1: Ελληνικά Γλώσσα Ψυχή Αυτός Εύκολο
Title #2: Привет Мир, Щука Ещё Объект Ъ Ьель Юлия
Title #3: 日本語のテキスト カタカナ ひらがな きゃっと
Title #4: 中文字符 北京 上海
Title #5: 한국어 텍스트 서울
Title #6: مرحبا بالعالم ١٢٣
Title #7: שלום עולם
Title #8: नमस्ते दुनिया क्षेत्र
Title #9: ภาษาไทย
Title #10: বাংলা ভাষা
Title #11: ქართული ენა
Title #12: Հայերեն Լեզու
Title #13: አማርኛ
Title #14: Łódź Ćma Đorđe Øre Æther Þorn Ss Fi … “Quotes” – — ½ ² ™ € ©
Title #15: Ñandú ¿Qué? ¡Olé! Àéîõü Ŵ Ź
Title #16: Àéîõü İstanbul Isı ǅ Ας Ὀδυσσεύς
Title #17: Éä
Title #18: ǅ ǅ Ff ʼN Ϊ́
Title #19: ᠮᠣᠩᠭᠣᠯ
Title #20: ไทย ລາວ
Title #21: ગુજરાતી
Title #22: தமிழ் மொழி
Title #23: తెలుగు
Title #24: ಕನ್ನಡ
Title #25: മലയാളം
Title #26: ਪੰਜਾਬੀ
Title #27: ଓଡ଼ିଆ
Title #28: مثال فارسی گپچ
Title #29: Українська Їжак Є Ґ
Title #30: Српски Љубав Њ Џ
Title #31: Ｆｕｌｌ　Ｗｉｄｔｈ ｱｲｳ
Title #32: Hello World It's O'neil's 3Rd
Title #33: A\U0042 U+0043 &#X44; &#69; \X{46} \U00000047 \N{Latin Small Letter A}
Title #34: Ssω😀𝒜
Title #35: Москва Ёлка Чай Жизнь Цвет Хлеб Шум
Any-Hex/C #0: \u0046\u00FC\u00DF\u0065\u0020\u00C4\u00D6\u00DC\u0020\u00E4\u00F6\u00FC\u0020\u00C4\u0070\u0066\u0065\u006C\u0020\u00C4\u0050\u0046\u0045\u004C\u0020\u0073\u0074\u0072\u0061\u00DF\u0065
Any-Hex/C #1: \u0395\u03BB\u03BB\u03B7\u03BD\u03B9\u03BA\u03AC\u0020\u03B3\u03BB\u03CE\u03C3\u03C3\u03B1\u0020\u03A8\u03C5\u03C7\u03AE\u0020\u03B1\u03C5\u03C4\u03CC\u03C2\u0020\u03B5\u03CD\u03BA\u03BF\u03BB\u03BF
Any-Hex/C #2: \u041F\u0440\u0438\u0432\u0435\u0442\u0020\u043C\u0438\u0440\u002C\u0020\u0429\u0443\u043A\u0430\u0020\u0435\u0449\u0451\u0020\u043E\u0431\u044A\u0435\u043A\u0442\u0020\u042A\u0020\u042C\u0435\u043B\u044C\u0020\u042E\u043B\u0438\u044F
Any-Hex/C #3: \u65E5\u672C\u8A9E\u306E\u30C6\u30AD\u30B9\u30C8\u0020\u30AB\u30BF\u30AB\u30CA\u0020\u3072\u3089\u304C\u306A\u0020\u304D\u3083\u3063\u3068
Any-Hex/C #4: \u4E2D\u6587\u5B57\u7B26\u0020\u5317\u4EAC\u0020\u4E0A\u6D77
Any-Hex/C #5: \uD55C\uAD6D\uC5B4\u0020\uD14D\uC2A4\uD2B8\u0020\uC11C\uC6B8
Any-Hex/C #6: \u0645\u0631\u062D\u0628\u0627\u0020\u0628\u0627\u0644\u0639\u0627\u0644\u0645\u0020\u0661\u0662\u0663
Any-Hex/C #7: \u05E9\u05DC\u05D5\u05DD\u0020\u05E2\u05D5\u05DC\u05DD
Any-Hex/C #8: \u0928\u092E\u0938\u094D\u0924\u0947\u0020\u0926\u0941\u0928\u093F\u092F\u093E\u0020\u0915\u094D\u0937\u0947\u0924\u094D\u0930
Any-Hex/C #9: \u0E20\u0E32\u0E29\u0E32\u0E44\u0E17\u0E22
Any-Hex/C #10: \u09AC\u09BE\u0982\u09B2\u09BE\u0020\u09AD\u09BE\u09B7\u09BE
Any-Hex/C #11: \u10E5\u10D0\u10E0\u10D7\u10E3\u10DA\u10D8\u0020\u10D4\u10DC\u10D0
Any-Hex/C #12: \u0540\u0561\u0575\u0565\u0580\u0565\u0576\u0020\u056C\u0565\u0566\u0578\u0582
Any-Hex/C #13: \u12A0\u121B\u122D\u129B
Any-Hex/C #14: \u0142\u00F3\u0064\u017A\u0020\u0107\u006D\u0061\u0020\u0110\u006F\u0072\u0111\u0065\u0020\u00D8\u0072\u0065\u0020\u00E6\u0074\u0068\u0065\u0072\u0020\u00FE\u006F\u0072\u006E\u0020\u00DF\u0020\uFB01\u0020\u2026\u0020\u201C\u0071\u0075\u006F\u0074\u0065\u0073\u201D\u0020\u2013\u0020\u2014\u0020\u00BD\u0020\u00B2\u0020\u2122\u0020\u20AC\u0020\u00A9
Any-Hex/C #15: \u00D1\u0061\u006E\u0064\u00FA\u0020\u00BF\u0051\u0075\u00E9\u003F\u0020\u00A1\u004F\u006C\u00E9\u0021\u0020\u00E0\u00E9\u00EE\u00F5\u00FC\u0020\u0175\u0020\u017A
Any-Hex/C #16: \u00C0\u00C9\u00CE\u00D5\u00DC\u0020\u0130\u0073\u0074\u0061\u006E\u0062\u0075\u006C\u0020\u0131\u0073\u0131\u0020\u01C5\u0020\u0391\u03A3\u0020\u1F48\u0394\u03A5\u03A3\u03A3\u0395\u038E\u03A3
Any-Hex/C #17: \u0065\u0301\u0061\u0308
Any-Hex/C #18: \u01C4\u0020\u01C6\u0020\uFB00\u0020\u0149\u0020\u0390
Any-Hex/C #19: \u182E\u1823\u1829\u182D\u1823\u182F
Any-Hex/C #20: \u0E44\u0E17\u0E22\u0020\u0EA5\u0EB2\u0EA7
Any-Hex/C #21: \u0A97\u0AC1\u0A9C\u0AB0\u0ABE\u0AA4\u0AC0
Any-Hex/C #22: \u0BA4\u0BAE\u0BBF\u0BB4\u0BCD\u0020\u0BAE\u0BCA\u0BB4\u0BBF
Any-Hex/C #23: \u0C24\u0C46\u0C32\u0C41\u0C17\u0C41
Any-Hex/C #24: \u0C95\u0CA8\u0CCD\u0CA8\u0CA1
Any-Hex/C #25: \u0D2E\u0D32\u0D2F\u0D3E\u0D33\u0D02
Any-Hex/C #26: \u0A2A\u0A70\u0A1C\u0A3E\u0A2C\u0A40
Any-Hex/C #27: \u0B13\u0B21\u0B3C\u0B3F\u0B06
Any-Hex/C #28: \u0645\u062B\u0627\u0644\u0020\u0641\u0627\u0631\u0633\u06CC\u0020\u06AF\u067E\u0686
Any-Hex/C #29: \u0443\u043A\u0440\u0430\u0457\u043D\u0441\u044C\u043A\u0430\u0020\u0457\u0436\u0430\u043A\u0020\u0454\u0020\u0491
Any-Hex/C #30: \u0441\u0440\u043F\u0441\u043A\u0438\u0020\u0459\u0443\u0431\u0430\u0432\u0020\u045A\u0020\u045F
Any-Hex/C #31: \uFF46\uFF55\uFF4C\uFF4C\u3000\uFF57\uFF49\uFF44\uFF54\uFF48\u0020\uFF71\uFF72\uFF73
Any-Hex/C #32: \u0068\u0065\u006C\u006C\u006F\u0020\u0077\u006F\u0072\u006C\u0064\u0020\u0069\u0074\u0027\u0073\u0020\u004F\u0027\u004E\u0065\u0069\u006C\u0027\u0073\u0020\u0033\u0072\u0064
Any-Hex/C #33: \u0041\u005C\u0075\u0030\u0030\u0034\u0032\u0020\u0055\u002B\u0030\u0030\u0034\u0033\u0020\u0026\u0023\u0078\u0034\u0034\u003B\u0020\u0026\u0023\u0036\u0039\u003B\u0020\u005C\u0078\u007B\u0034\u0036\u007D\u0020\u005C\u0055\u0030\u0030\u0030\u0030\u0030\u0030\u0034\u0037\u0020\u005C\u004E\u007B\u004C\u0041\u0054\u0049\u004E\u0020\u0053\u004D\u0041\u004C\u004C\u0020\u004C\u0045\u0054\u0054\u0045\u0052\u0020\u0041\u007D
Any-Hex/C #34: \u00DF\u03A9\U0001F600\U0001D49C
Any-Hex/C #35: \u041C\u043E\u0441\u043A\u0432\u0430\u0020\u0401\u043B\u043A\u0430\u0020\u0447\u0430\u0439\u0020\u0436\u0438\u0437\u043D\u044C\u0020\u0446\u0432\u0435\u0442\u0020\u0445\u043B\u0435\u0431\u0020\u0448\u0443\u043C
Hex-Any #0: Füße ÄÖÜ äöü Äpfel ÄPFEL straße
Hex-Any #1: Ελληνικά γλώσσα Ψυχή αυτός εύκολο
Hex-Any #2: Привет мир, Щука ещё объект Ъ Ьель Юлия
Hex-Any #3: 日本語のテキスト カタカナ ひらがな きゃっと
Hex-Any #4: 中文字符 北京 上海
Hex-Any #5: 한국어 텍스트 서울
Hex-Any #6: مرحبا بالعالم ١٢٣
Hex-Any #7: שלום עולם
Hex-Any #8: नमस्ते दुनिया क्षेत्र
Hex-Any #9: ภาษาไทย
Hex-Any #10: বাংলা ভাষা
Hex-Any #11: ქართული ენა
Hex-Any #12: Հայերեն լեզու
Hex-Any #13: አማርኛ
Hex-Any #14: łódź ćma Đorđe Øre æther þorn ß ﬁ … “quotes” – — ½ ² ™ € ©
Hex-Any #15: Ñandú ¿Qué? ¡Olé! àéîõü ŵ ź
Hex-Any #16: ÀÉÎÕÜ İstanbul ısı ǅ ΑΣ ὈΔΥΣΣΕΎΣ
Hex-Any #17: éä
Hex-Any #18: Ǆ ǆ ﬀ ŉ ΐ
Hex-Any #19: ᠮᠣᠩᠭᠣᠯ
Hex-Any #20: ไทย ລາວ
Hex-Any #21: ગુજરાતી
Hex-Any #22: தமிழ் மொழி
Hex-Any #23: తెలుగు
Hex-Any #24: ಕನ್ನಡ
Hex-Any #25: മലയാളം
Hex-Any #26: ਪੰਜਾਬੀ
Hex-Any #27: ଓଡ଼ିଆ
Hex-Any #28: مثال فارسی گپچ
Hex-Any #29: українська їжак є ґ
Hex-Any #30: српски љубав њ џ
Hex-Any #31: ｆｕｌｌ　ｗｉｄｔｈ ｱｲｳ
Hex-Any #32: hello world it's O'Neil's 3rd
Hex-Any #33: AB C D E F G \N{LATIN SMALL LETTER A}
Hex-Any #34: ßΩ😀𝒜
Hex-Any #35: Москва Ёлка чай жизнь цвет хлеб шум
Any-Name #0: \N{LATIN CAPITAL LETTER F}\N{LATIN SMALL LETTER U WITH DIAERESIS}\N{LATIN SMALL LETTER SHARP S}\N{LATIN SMALL LETTER E}\N{SPACE}\N{LATIN CAPITAL LETTER A WITH DIAERESIS}\N{LATIN CAPITAL LETTER O WITH DIAERESIS}\N{LATIN CAPITAL LETTER U WITH DIAERESIS}\N{SPACE}\N{LATIN SMALL LETTER A WITH DIAERESIS}\N{LATIN SMALL LETTER O WITH DIAERESIS}\N{LATIN SMALL LETTER U WITH DIAERESIS}\N{SPACE}\N{LATIN CAPITAL LETTER A WITH DIAERESIS}\N{LATIN SMALL LETTER P}\N{LATIN SMALL LETTER F}\N{LATIN SMALL LETTER E}\N{LATIN SMALL LETTER L}\N{SPACE}\N{LATIN CAPITAL LETTER A WITH DIAERESIS}\N{LATIN CAPITAL LETTER P}\N{LATIN CAPITAL LETTER F}\N{LATIN CAPITAL LETTER E}\N{LATIN CAPITAL LETTER L}\N{SPACE}\N{LATIN SMALL LETTER S}\N{LATIN SMALL LETTER T}\N{LATIN SMALL LETTER R}\N{LATIN SMALL LETTER A}\N{LATIN SMALL LETTER SHARP S}\N{LATIN SMALL LETTER E}
Any-Name #1: \N{GREEK CAPITAL LETTER EPSILON}\N{GREEK SMALL LETTER LAMDA}\N{GREEK SMALL LETTER LAMDA}\N{GREEK SMALL LETTER ETA}\N{GREEK SMALL LETTER NU}\N{GREEK SMALL LETTER IOTA}\N{GREEK SMALL LETTER KAPPA}\N{GREEK SMALL LETTER ALPHA WITH TONOS}\N{SPACE}\N{GREEK SMALL LETTER GAMMA}\N{GREEK SMALL LETTER LAMDA}\N{GREEK SMALL LETTER OMEGA WITH TONOS}\N{GREEK SMALL LETTER SIGMA}\N{GREEK SMALL LETTER SIGMA}\N{GREEK SMALL LETTER ALPHA}\N{SPACE}\N{GREEK CAPITAL LETTER PSI}\N{GREEK SMALL LETTER UPSILON}\N{GREEK SMALL LETTER CHI}\N{GREEK SMALL LETTER ETA WITH TONOS}\N{SPACE}\N{GREEK SMALL LETTER ALPHA}\N{GREEK SMALL LETTER UPSILON}\N{GREEK SMALL LETTER TAU}\N{GREEK SMALL LETTER OMICRON WITH TONOS}\N{GREEK SMALL LETTER FINAL SIGMA}\N{SPACE}\N{GREEK SMALL LETTER EPSILON}\N{GREEK SMALL LETTER UPSILON WITH TONOS}\N{GREEK SMALL LETTER KAPPA}\N{GREEK SMALL LETTER OMICRON}\N{GREEK SMALL LETTER LAMDA}\N{GREEK SMALL LETTER OMICRON}
Any-Name #2: \N{CYRILLIC CAPITAL LETTER PE}\N{CYRILLIC SMALL LETTER ER}\N{CYRILLIC SMALL LETTER I}\N{CYRILLIC SMALL LETTER VE}\N{CYRILLIC SMALL LETTER IE}\N{CYRILLIC SMALL LETTER TE}\N{SPACE}\N{CYRILLIC SMALL LETTER EM}\N{CYRILLIC SMALL LETTER I}\N{CYRILLIC SMALL LETTER ER}\N{COMMA}\N{SPACE}\N{CYRILLIC CAPITAL LETTER SHCHA}\N{CYRILLIC SMALL LETTER U}\N{CYRILLIC SMALL LETTER KA}\N{CYRILLIC SMALL LETTER A}\N{SPACE}\N{CYRILLIC SMALL LETTER IE}\N{CYRILLIC SMALL LETTER SHCHA}\N{CYRILLIC SMALL LETTER IO}\N{SPACE}\N{CYRILLIC SMALL LETTER O}\N{CYRILLIC SMALL LETTER BE}\N{CYRILLIC SMALL LETTER HARD SIGN}\N{CYRILLIC SMALL LETTER IE}\N{CYRILLIC SMALL LETTER KA}\N{CYRILLIC SMALL LETTER TE}\N{SPACE}\N{CYRILLIC CAPITAL LETTER HARD SIGN}\N{SPACE}\N{CYRILLIC CAPITAL LETTER SOFT SIGN}\N{CYRILLIC SMALL LETTER IE}\N{CYRILLIC SMALL LETTER EL}\N{CYRILLIC SMALL LETTER SOFT SIGN}\N{SPACE}\N{CYRILLIC CAPITAL LETTER YU}\N{CYRILLIC SMALL LETTER EL}\N{CYRILLIC SMALL LETTER I}\N{CYRILLIC SMALL LETTER YA}
Any-Name #3: \N{CJK UNIFIED IDEOGRAPH-65E5}\N{CJK UNIFIED IDEOGRAPH-672C}\N{CJK UNIFIED IDEOGRAPH-8A9E}\N{HIRAGANA LETTER NO}\N{KATAKANA LETTER TE}\N{KATAKANA LETTER KI}\N{KATAKANA LETTER SU}\N{KATAKANA LETTER TO}\N{SPACE}\N{KATAKANA LETTER KA}\N{KATAKANA LETTER TA}\N{KATAKANA LETTER KA}\N{KATAKANA LETTER NA}\N{SPACE}\N{HIRAGANA LETTER HI}\N{HIRAGANA LETTER RA}\N{HIRAGANA LETTER GA}\N{HIRAGANA LETTER NA}\N{SPACE}\N{HIRAGANA LETTER KI}\N{HIRAGANA LETTER SMALL YA}\N{HIRAGANA LETTER SMALL TU}\N{HIRAGANA LETTER TO}
Any-Name #4: \N{CJK UNIFIED IDEOGRAPH-4E2D}\N{CJK UNIFIED IDEOGRAPH-6587}\N{CJK UNIFIED IDEOGRAPH-5B57}\N{CJK UNIFIED IDEOGRAPH-7B26}\N{SPACE}\N{CJK UNIFIED IDEOGRAPH-5317}\N{CJK UNIFIED IDEOGRAPH-4EAC}\N{SPACE}\N{CJK UNIFIED IDEOGRAPH-4E0A}\N{CJK UNIFIED IDEOGRAPH-6D77}
Any-Name #5: \N{HANGUL SYLLABLE HAN}\N{HANGUL SYLLABLE GUG}\N{HANGUL SYLLABLE EO}\N{SPACE}\N{HANGUL SYLLABLE TEG}\N{HANGUL SYLLABLE SEU}\N{HANGUL SYLLABLE TEU}\N{SPACE}\N{HANGUL SYLLABLE SEO}\N{HANGUL SYLLABLE UL}
Any-Name #6: \N{ARABIC LETTER MEEM}\N{ARABIC LETTER REH}\N{ARABIC LETTER HAH}\N{ARABIC LETTER BEH}\N{ARABIC LETTER ALEF}\N{SPACE}\N{ARABIC LETTER BEH}\N{ARABIC LETTER ALEF}\N{ARABIC LETTER LAM}\N{ARABIC LETTER AIN}\N{ARABIC LETTER ALEF}\N{ARABIC LETTER LAM}\N{ARABIC LETTER MEEM}\N{SPACE}\N{ARABIC-INDIC DIGIT ONE}\N{ARABIC-INDIC DIGIT TWO}\N{ARABIC-INDIC DIGIT THREE}
Any-Name #7: \N{HEBREW LETTER SHIN}\N{HEBREW LETTER LAMED}\N{HEBREW LETTER VAV}\N{HEBREW LETTER FINAL MEM}\N{SPACE}\N{HEBREW LETTER AYIN}\N{HEBREW LETTER VAV}\N{HEBREW LETTER LAMED}\N{HEBREW LETTER FINAL MEM}
Any-Name #8: \N{DEVANAGARI LETTER NA}\N{DEVANAGARI LETTER MA}\N{DEVANAGARI LETTER SA}\N{DEVANAGARI SIGN VIRAMA}\N{DEVANAGARI LETTER TA}\N{DEVANAGARI VOWEL SIGN E}\N{SPACE}\N{DEVANAGARI LETTER DA}\N{DEVANAGARI VOWEL SIGN U}\N{DEVANAGARI LETTER NA}\N{DEVANAGARI VOWEL SIGN I}\N{DEVANAGARI LETTER YA}\N{DEVANAGARI VOWEL SIGN AA}\N{SPACE}\N{DEVANAGARI LETTER KA}\N{DEVANAGARI SIGN VIRAMA}\N{DEVANAGARI LETTER SSA}\N{DEVANAGARI VOWEL SIGN E}\N{DEVANAGARI LETTER TA}\N{DEVANAGARI SIGN VIRAMA}\N{DEVANAGARI LETTER RA}
Any-Name #9: \N{THAI CHARACTER PHO SAMPHAO}\N{THAI CHARACTER SARA AA}\N{THAI CHARACTER SO RUSI}\N{THAI CHARACTER SARA AA}\N{THAI CHARACTER SARA AI MAIMALAI}\N{THAI CHARACTER THO THAHAN}\N{THAI CHARACTER YO YAK}
Any-Name #10: \N{BENGALI LETTER BA}\N{BENGALI VOWEL SIGN AA}\N{BENGALI SIGN ANUSVARA}\N{BENGALI LETTER LA}\N{BENGALI VOWEL SIGN AA}\N{SPACE}\N{BENGALI LETTER BHA}\N{BENGALI VOWEL SIGN AA}\N{BENGALI LETTER SSA}\N{BENGALI VOWEL SIGN AA}
Any-Name #11: \N{GEORGIAN LETTER KHAR}\N{GEORGIAN LETTER AN}\N{GEORGIAN LETTER RAE}\N{GEORGIAN LETTER TAN}\N{GEORGIAN LETTER UN}\N{GEORGIAN LETTER LAS}\N{GEORGIAN LETTER IN}\N{SPACE}\N{GEORGIAN LETTER EN}\N{GEORGIAN LETTER NAR}\N{GEORGIAN LETTER AN}
Any-Name #12: \N{ARMENIAN CAPITAL LETTER HO}\N{ARMENIAN SMALL LETTER AYB}\N{ARMENIAN SMALL LETTER YI}\N{ARMENIAN SMALL LETTER ECH}\N{ARMENIAN SMALL LETTER REH}\N{ARMENIAN SMALL LETTER ECH}\N{ARMENIAN SMALL LETTER NOW}\N{SPACE}\N{ARMENIAN SMALL LETTER LIWN}\N{ARMENIAN SMALL LETTER ECH}\N{ARMENIAN SMALL LETTER ZA}\N{ARMENIAN SMALL LETTER VO}\N{ARMENIAN SMALL LETTER YIWN}
Any-Name #13: \N{ETHIOPIC SYLLABLE GLOTTAL A}\N{ETHIOPIC SYLLABLE MAA}\N{ETHIOPIC SYLLABLE RE}\N{ETHIOPIC SYLLABLE NYAA}
Any-Name #14: \N{LATIN SMALL LETTER L WITH STROKE}\N{LATIN SMALL LETTER O WITH ACUTE}\N{LATIN SMALL LETTER D}\N{LATIN SMALL LETTER Z WITH ACUTE}\N{SPACE}\N{LATIN SMALL LETTER C WITH ACUTE}\N{LATIN SMALL LETTER M}\N{LATIN SMALL LETTER A}\N{SPACE}\N{LATIN CAPITAL LETTER D WITH STROKE}\N{LATIN SMALL LETTER O}\N{LATIN SMALL LETTER R}\N{LATIN SMALL LETTER D WITH STROKE}\N{LATIN SMALL LETTER E}\N{SPACE}\N{LATIN CAPITAL LETTER O WITH STROKE}\N{LATIN SMALL LETTER R}\N{LATIN SMALL LETTER E}\N{SPACE}\N{LATIN SMALL LETTER AE}\N{LATIN SMALL LETTER T}\N{LATIN SMALL LETTER H}\N{LATIN SMALL LETTER E}\N{LATIN SMALL LETTER R}\N{SPACE}\N{LATIN SMALL LETTER THORN}\N{LATIN SMALL LETTER O}\N{LATIN SMALL LETTER R}\N{LATIN SMALL LETTER N}\N{SPACE}\N{LATIN SMALL LETTER SHARP S}\N{SPACE}\N{LATIN SMALL LIGATURE FI}\N{SPACE}\N{HORIZONTAL ELLIPSIS}\N{SPACE}\N{LEFT DOUBLE QUOTATION MARK}\N{LATIN SMALL LETTER Q}\N{LATIN SMALL LETTER U}\N{LATIN SMALL LETTER O}\N{LATIN SMALL LETTER T}\N{LATIN SMALL LETTER E}\N{LATIN SMALL LETTER S}\N{RIGHT DOUBLE QUOTATION MARK}\N{SPACE}\N{EN DASH}\N{SPACE}\N{EM DASH}\N{SPACE}\N{VULGAR FRACTION ONE HALF}\N{SPACE}\N{SUPERSCRIPT TWO}\N{SPACE}\N{TRADE MARK SIGN}\N{SPACE}\N{EURO SIGN}\N{SPACE}\N{COPYRIGHT SIGN}
Any-Name #15: \N{LATIN CAPITAL LETTER N WITH TILDE}\N{LATIN SMALL LETTER A}\N{LATIN SMALL LETTER N}\N{LATIN SMALL LETTER D}\N{LATIN SMALL LETTER U WITH ACUTE}\N{SPACE}\N{INVERTED QUESTION MARK}\N{LATIN CAPITAL LETTER Q}\N{LATIN SMALL LETTER U}\N{LATIN SMALL LETTER E WITH ACUTE}\N{QUESTION MARK}\N{SPACE}\N{INVERTED EXCLAMATION MARK}\N{LATIN CAPITAL LETTER O}\N{LATIN SMALL LETTER L}\N{LATIN SMALL LETTER E WITH ACUTE}\N{EXCLAMATION MARK}\N{SPACE}\N{LATIN SMALL LETTER A WITH GRAVE}\N{LATIN SMALL LETTER E WITH ACUTE}\N{LATIN SMALL LETTER I WITH CIRCUMFLEX}\N{LATIN SMALL LETTER O WITH TILDE}\N{LATIN SMALL LETTER U WITH DIAERESIS}\N{SPACE}\N{LATIN SMALL LETTER W WITH CIRCUMFLEX}\N{SPACE}\N{LATIN SMALL LETTER Z WITH ACUTE}
Any-Name #16: \N{LATIN CAPITAL LETTER A WITH GRAVE}\N{LATIN CAPITAL LETTER E WITH ACUTE}\N{LATIN CAPITAL LETTER I WITH CIRCUMFLEX}\N{LATIN CAPITAL LETTER O WITH TILDE}\N{LATIN CAPITAL LETTER U WITH DIAERESIS}\N{SPACE}\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}\N{LATIN SMALL LETTER S}\N{LATIN SMALL LETTER T}\N{LATIN SMALL LETTER A}\N{LATIN SMALL LETTER N}\N{LATIN SMALL LETTER B}\N{LATIN SMALL LETTER U}\N{LATIN SMALL LETTER L}\N{SPACE}\N{LATIN SMALL LETTER DOTLESS I}\N{LATIN SMALL LETTER S}\N{LATIN SMALL LETTER DOTLESS I}\N{SPACE}\N{LATIN CAPITAL LETTER D WITH SMALL LETTER Z WITH CARON}\N{SPACE}\N{GREEK CAPITAL LETTER ALPHA}\N{GREEK CAPITAL LETTER SIGMA}\N{SPACE}\N{GREEK CAPITAL LETTER OMICRON WITH PSILI}\N{GREEK CAPITAL LETTER DELTA}\N{GREEK CAPITAL LETTER UPSILON}\N{GREEK CAPITAL LETTER SIGMA}\N{GREEK CAPITAL LETTER SIGMA}\N{GREEK CAPITAL LETTER EPSILON}\N{GREEK CAPITAL LETTER UPSILON WITH TONOS}\N{GREEK CAPITAL LETTER SIGMA}
Any-Name #17: \N{LATIN SMALL LETTER E}\N{COMBINING ACUTE ACCENT}\N{LATIN SMALL LETTER A}\N{COMBINING DIAERESIS}
Any-Name #18: \N{LATIN CAPITAL LETTER DZ WITH CARON}\N{SPACE}\N{LATIN SMALL LETTER DZ WITH CARON}\N{SPACE}\N{LATIN SMALL LIGATURE FF}\N{SPACE}\N{LATIN SMALL LETTER N PRECEDED BY APOSTROPHE}\N{SPACE}\N{GREEK SMALL LETTER IOTA WITH DIALYTIKA AND TONOS}
Any-Name #19: \N{MONGOLIAN LETTER MA}\N{MONGOLIAN LETTER O}\N{MONGOLIAN LETTER ANG}\N{MONGOLIAN LETTER GA}\N{MONGOLIAN LETTER O}\N{MONGOLIAN LETTER LA}
Any-Name #20: \N{THAI CHARACTER SARA AI MAIMALAI}\N{THAI CHARACTER THO THAHAN}\N{THAI CHARACTER YO YAK}\N{SPACE}\N{LAO LETTER LO LOOT}\N{LAO VOWEL SIGN AA}\N{LAO LETTER WO}
Any-Name #21: \N{GUJARATI LETTER GA}\N{GUJARATI VOWEL SIGN U}\N{GUJARATI LETTER JA}\N{GUJARATI LETTER RA}\N{GUJARATI VOWEL SIGN AA}\N{GUJARATI LETTER TA}\N{GUJARATI VOWEL SIGN II}
Any-Name #22: \N{TAMIL LETTER TA}\N{TAMIL LETTER MA}\N{TAMIL VOWEL SIGN I}\N{TAMIL LETTER LLLA}\N{TAMIL SIGN VIRAMA}\N{SPACE}\N{TAMIL LETTER MA}\N{TAMIL VOWEL SIGN O}\N{TAMIL LETTER LLLA}\N{TAMIL VOWEL SIGN I}
Any-Name #23: \N{TELUGU LETTER TA}\N{TELUGU VOWEL SIGN E}\N{TELUGU LETTER LA}\N{TELUGU VOWEL SIGN U}\N{TELUGU LETTER GA}\N{TELUGU VOWEL SIGN U}
Any-Name #24: \N{KANNADA LETTER KA}\N{KANNADA LETTER NA}\N{KANNADA SIGN VIRAMA}\N{KANNADA LETTER NA}\N{KANNADA LETTER DDA}
Any-Name #25: \N{MALAYALAM LETTER MA}\N{MALAYALAM LETTER LA}\N{MALAYALAM LETTER YA}\N{MALAYALAM VOWEL SIGN AA}\N{MALAYALAM LETTER LLA}\N{MALAYALAM SIGN ANUSVARA}
Any-Name #26: \N{GURMUKHI LETTER PA}\N{GURMUKHI TIPPI}\N{GURMUKHI LETTER JA}\N{GURMUKHI VOWEL SIGN AA}\N{GURMUKHI LETTER BA}\N{GURMUKHI VOWEL SIGN II}
Any-Name #27: \N{ORIYA LETTER O}\N{ORIYA LETTER DDA}\N{ORIYA SIGN NUKTA}\N{ORIYA VOWEL SIGN I}\N{ORIYA LETTER AA}
Any-Name #28: \N{ARABIC LETTER MEEM}\N{ARABIC LETTER THEH}\N{ARABIC LETTER ALEF}\N{ARABIC LETTER LAM}\N{SPACE}\N{ARABIC LETTER FEH}\N{ARABIC LETTER ALEF}\N{ARABIC LETTER REH}\N{ARABIC LETTER SEEN}\N{ARABIC LETTER FARSI YEH}\N{SPACE}\N{ARABIC LETTER GAF}\N{ARABIC LETTER PEH}\N{ARABIC LETTER TCHEH}
Any-Name #29: \N{CYRILLIC SMALL LETTER U}\N{CYRILLIC SMALL LETTER KA}\N{CYRILLIC SMALL LETTER ER}\N{CYRILLIC SMALL LETTER A}\N{CYRILLIC SMALL LETTER YI}\N{CYRILLIC SMALL LETTER EN}\N{CYRILLIC SMALL LETTER ES}\N{CYRILLIC SMALL LETTER SOFT SIGN}\N{CYRILLIC SMALL LETTER KA}\N{CYRILLIC SMALL LETTER A}\N{SPACE}\N{CYRILLIC SMALL LETTER YI}\N{CYRILLIC SMALL LETTER ZHE}\N{CYRILLIC SMALL LETTER A}\N{CYRILLIC SMALL LETTER KA}\N{SPACE}\N{CYRILLIC SMALL LETTER UKRAINIAN IE}\N{SPACE}\N{CYRILLIC SMALL LETTER GHE WITH UPTURN}
Any-Name #30: \N{CYRILLIC SMALL LETTER ES}\N{CYRILLIC SMALL LETTER ER}\N{CYRILLIC SMALL LETTER PE}\N{CYRILLIC SMALL LETTER ES}\N{CYRILLIC SMALL LETTER KA}\N{CYRILLIC SMALL LETTER I}\N{SPACE}\N{CYRILLIC SMALL LETTER LJE}\N{CYRILLIC SMALL LETTER U}\N{CYRILLIC SMALL LETTER BE}\N{CYRILLIC SMALL LETTER A}\N{CYRILLIC SMALL LETTER VE}\N{SPACE}\N{CYRILLIC SMALL LETTER NJE}\N{SPACE}\N{CYRILLIC SMALL LETTER DZHE}
Any-Name #31: \N{FULLWIDTH LATIN SMALL LETTER F}\N{FULLWIDTH LATIN SMALL LETTER U}\N{FULLWIDTH LATIN SMALL LETTER L}\N{FULLWIDTH LATIN SMALL LETTER L}\N{IDEOGRAPHIC SPACE}\N{FULLWIDTH LATIN SMALL LETTER W}\N{FULLWIDTH LATIN SMALL LETTER I}\N{FULLWIDTH LATIN SMALL LETTER D}\N{FULLWIDTH LATIN SMALL LETTER T}\N{FULLWIDTH LATIN SMALL LETTER H}\N{SPACE}\N{HALFWIDTH KATAKANA LETTER A}\N{HALFWIDTH KATAKANA LETTER I}\N{HALFWIDTH KATAKANA LETTER U}
Any-Name #32: \N{LATIN SMALL LETTER H}\N{LATIN SMALL LETTER E}\N{LATIN SMALL LETTER L}\N{LATIN SMALL LETTER L}\N{LATIN SMALL LETTER O}\N{SPACE}\N{LATIN SMALL LETTER W}\N{LATIN SMALL LETTER O}\N{LATIN SMALL LETTER R}\N{LATIN SMALL LETTER L}\N{LATIN SMALL LETTER D}\N{SPACE}\N{LATIN SMALL LETTER I}\N{LATIN SMALL LETTER T}\N{APOSTROPHE}\N{LATIN SMALL LETTER S}\N{SPACE}\N{LATIN CAPITAL LETTER O}\N{APOSTROPHE}\N{LATIN CAPITAL LETTER N}\N{LATIN SMALL LETTER E}\N{LATIN SMALL LETTER I}\N{LATIN SMALL LETTER L}\N{APOSTROPHE}\N{LATIN SMALL LETTER S}\N{SPACE}\N{DIGIT THREE}\N{LATIN SMALL LETTER R}\N{LATIN SMALL LETTER D}
Any-Name #33: \N{LATIN CAPITAL LETTER A}\N{REVERSE SOLIDUS}\N{LATIN SMALL LETTER U}\N{DIGIT ZERO}\N{DIGIT ZERO}\N{DIGIT FOUR}\N{DIGIT TWO}\N{SPACE}\N{LATIN CAPITAL LETTER U}\N{PLUS SIGN}\N{DIGIT ZERO}\N{DIGIT ZERO}\N{DIGIT FOUR}\N{DIGIT THREE}\N{SPACE}\N{AMPERSAND}\N{NUMBER SIGN}\N{LATIN SMALL LETTER X}\N{DIGIT FOUR}\N{DIGIT FOUR}\N{SEMICOLON}\N{SPACE}\N{AMPERSAND}\N{NUMBER SIGN}\N{DIGIT SIX}\N{DIGIT NINE}\N{SEMICOLON}\N{SPACE}\N{REVERSE SOLIDUS}\N{LATIN SMALL LETTER X}\N{LEFT CURLY BRACKET}\N{DIGIT FOUR}\N{DIGIT SIX}\N{RIGHT CURLY BRACKET}\N{SPACE}\N{REVERSE SOLIDUS}\N{LATIN CAPITAL LETTER U}\N{DIGIT ZERO}\N{DIGIT ZERO}\N{DIGIT ZERO}\N{DIGIT ZERO}\N{DIGIT ZERO}\N{DIGIT ZERO}\N{DIGIT FOUR}\N{DIGIT SEVEN}\N{SPACE}\N{REVERSE SOLIDUS}\N{LATIN CAPITAL LETTER N}\N{LEFT CURLY BRACKET}\N{LATIN CAPITAL LETTER L}\N{LATIN CAPITAL LETTER A}\N{LATIN CAPITAL LETTER T}\N{LATIN CAPITAL LETTER I}\N{LATIN CAPITAL LETTER N}\N{SPACE}\N{LATIN CAPITAL LETTER S}\N{LATIN CAPITAL LETTER M}\N{LATIN CAPITAL LETTER A}\N{LATIN CAPITAL LETTER L}\N{LATIN CAPITAL LETTER L}\N{SPACE}\N{LATIN CAPITAL LETTER L}\N{LATIN CAPITAL LETTER E}\N{LATIN CAPITAL LETTER T}\N{LATIN CAPITAL LETTER T}\N{LATIN CAPITAL LETTER E}\N{LATIN CAPITAL LETTER R}\N{SPACE}\N{LATIN CAPITAL LETTER A}\N{RIGHT CURLY BRACKET}
Any-Name #34: \N{LATIN SMALL LETTER SHARP S}\N{GREEK CAPITAL LETTER OMEGA}\N{GRINNING FACE}\N{MATHEMATICAL SCRIPT CAPITAL A}
Any-Name #35: \N{CYRILLIC CAPITAL LETTER EM}\N{CYRILLIC SMALL LETTER O}\N{CYRILLIC SMALL LETTER ES}\N{CYRILLIC SMALL LETTER KA}\N{CYRILLIC SMALL LETTER VE}\N{CYRILLIC SMALL LETTER A}\N{SPACE}\N{CYRILLIC CAPITAL LETTER IO}\N{CYRILLIC SMALL LETTER EL}\N{CYRILLIC SMALL LETTER KA}\N{CYRILLIC SMALL LETTER A}\N{SPACE}\N{CYRILLIC SMALL LETTER CHE}\N{CYRILLIC SMALL LETTER A}\N{CYRILLIC SMALL LETTER SHORT I}\N{SPACE}\N{CYRILLIC SMALL LETTER ZHE}\N{CYRILLIC SMALL LETTER I}\N{CYRILLIC SMALL LETTER ZE}\N{CYRILLIC SMALL LETTER EN}\N{CYRILLIC SMALL LETTER SOFT SIGN}\N{SPACE}\N{CYRILLIC SMALL LETTER TSE}\N{CYRILLIC SMALL LETTER VE}\N{CYRILLIC SMALL LETTER IE}\N{CYRILLIC SMALL LETTER TE}\N{SPACE}\N{CYRILLIC SMALL LETTER HA}\N{CYRILLIC SMALL LETTER EL}\N{CYRILLIC SMALL LETTER IE}\N{CYRILLIC SMALL LETTER BE}\N{SPACE}\N{CYRILLIC SMALL LETTER SHA}\N{CYRILLIC SMALL LETTER U}\N{CYRILLIC SMALL LETTER EM}
Name-Any #0: Füße ÄÖÜ äöü Äpfel ÄPFEL straße
Name-Any #1: Ελληνικά γλώσσα Ψυχή αυτός εύκολο
Name-Any #2: Привет мир, Щука ещё объект Ъ Ьель Юлия
Name-Any #3: 日本語のテキスト カタカナ ひらがな きゃっと
Name-Any #4: 中文字符 北京 上海
Name-Any #5: 한국어 텍스트 서울
Name-Any #6: مرحبا بالعالم ١٢٣
Name-Any #7: שלום עולם
Name-Any #8: नमस्ते दुनिया क्षेत्र
Name-Any #9: ภาษาไทย
Name-Any #10: বাংলা ভাষা
Name-Any #11: ქართული ენა
Name-Any #12: Հայերեն լեզու
Name-Any #13: አማርኛ
Name-Any #14: łódź ćma Đorđe Øre æther þorn ß ﬁ … “quotes” – — ½ ² ™ € ©
Name-Any #15: Ñandú ¿Qué? ¡Olé! àéîõü ŵ ź
Name-Any #16: ÀÉÎÕÜ İstanbul ısı ǅ ΑΣ ὈΔΥΣΣΕΎΣ
Name-Any #17: éä
Name-Any #18: Ǆ ǆ ﬀ ŉ ΐ
Name-Any #19: ᠮᠣᠩᠭᠣᠯ
Name-Any #20: ไทย ລາວ
Name-Any #21: ગુજરાતી
Name-Any #22: தமிழ் மொழி
Name-Any #23: తెలుగు
Name-Any #24: ಕನ್ನಡ
Name-Any #25: മലയാളം
Name-Any #26: ਪੰਜਾਬੀ
Name-Any #27: ଓଡ଼ିଆ
Name-Any #28: مثال فارسی گپچ
Name-Any #29: українська їжак є ґ
Name-Any #30: српски љубав њ џ
Name-Any #31: ｆｕｌｌ　ｗｉｄｔｈ ｱｲｳ
Name-Any #32: hello world it's O'Neil's 3rd
Name-Any #33: A\u0042 U+0043 &#x44; &#69; \x{46} \U00000047 a
Name-Any #34: ßΩ😀𝒜
Name-Any #35: Москва Ёлка чай жизнь цвет хлеб шум
Cyrillic-Latin #0: Füße ÄÖÜ äöü Äpfel ÄPFEL straße
Cyrillic-Latin #1: Ελληνικά γλώσσα Ψυχή αυτός εύκολο
Cyrillic-Latin #2: Privet mir, Ŝuka eŝë obʺekt ʺ̱ ʹ̱elʹ Ûliâ
Cyrillic-Latin #3: 日本語のテキスト カタカナ ひらがな きゃっと
Cyrillic-Latin #4: 中文字符 北京 上海
Cyrillic-Latin #5: 한국어 텍스트 서울
Cyrillic-Latin #6: مرحبا بالعالم ١٢٣
Cyrillic-Latin #7: שלום עולם
Cyrillic-Latin #8: नमस्ते दुनिया क्षेत्र
Cyrillic-Latin #9: ภาษาไทย
Cyrillic-Latin #10: বাংলা ভাষা
Cyrillic-Latin #11: ქართული ენა
Cyrillic-Latin #12: Հայերեն լեզու
Cyrillic-Latin #13: አማርኛ
Cyrillic-Latin #14: łódź ćma Đorđe Øre æther þorn ß ﬁ … “quotes” – — ½ ² ™ € ©
Cyrillic-Latin #15: Ñandú ¿Qué? ¡Olé! àéîõü ŵ ź
Cyrillic-Latin #16: ÀÉÎÕÜ İstanbul ısı ǅ ΑΣ ὈΔΥΣΣΕΎΣ
Cyrillic-Latin #17: éä
Cyrillic-Latin #18: Ǆ ǆ ﬀ ŉ ΐ
Cyrillic-Latin #19: ᠮᠣᠩᠭᠣᠯ
Cyrillic-Latin #20: ไทย ລາວ
Cyrillic-Latin #21: ગુજરાતી
Cyrillic-Latin #22: தமிழ் மொழி
Cyrillic-Latin #23: తెలుగు
Cyrillic-Latin #24: ಕನ್ನಡ
Cyrillic-Latin #25: മലയാളം
Cyrillic-Latin #26: ਪੰਜਾਬੀ
Cyrillic-Latin #27: ଓଡ଼ିଆ
Cyrillic-Latin #28: مثال فارسی گپچ
Cyrillic-Latin #29: ukraí̈nsʹka í̈žak ê g̀
Cyrillic-Latin #30: srpski l̂ubav n̂ d̂
Cyrillic-Latin #31: ｆｕｌｌ　ｗｉｄｔｈ ｱｲｳ
Cyrillic-Latin #32: hello world it's O'Neil's 3rd
Cyrillic-Latin #33: A\u0042 U+0043 &#x44; &#69; \x{46} \U00000047 \N{LATIN SMALL LETTER A}
Cyrillic-Latin #34: ßΩ😀𝒜
Cyrillic-Latin #35: Moskva Ëlka čaj žiznʹ cvet hleb šum
Greek-Latin #0: Füße ÄÖÜ äöü Äpfel ÄPFEL straße
Greek-Latin #1: Ellēniká glṓssa Psychḗ autós eúkolo
Greek-Latin #2: Привет мир, Щука ещё объект Ъ Ьель Юлия
Greek-Latin #3: 日本語のテキスト カタカナ ひらがな きゃっと
Greek-Latin #4: 中文字符 北京 上海
Greek-Latin #5: 한국어 텍스트 서울
Greek-Latin #6: مرحبا بالعالم ١٢٣
Greek-Latin #7: שלום עולם
Greek-Latin #8: नमस्ते दुनिया क्षेत्र
Greek-Latin #9: ภาษาไทย
Greek-Latin #10: বাংলা ভাষা
Greek-Latin #11: ქართული ენა
Greek-Latin #12: Հայերեն լեզու
Greek-Latin #13: አማርኛ
Greek-Latin #14: łódź ćma Đorđe Øre æther þorn ß ﬁ … “quotes” – — ½ ² ™ € ©
Greek-Latin #15: Ñandú ¿Qué? ¡Olé! àéîõü ŵ ź
Greek-Latin #16: ÀÉÎÕÜ İstanbul ısı ǅ AS ODYSSEÚS
Greek-Latin #17: éä
Greek-Latin #18: Ǆ ǆ ﬀ ŉ ḯ
Greek-Latin #19: ᠮᠣᠩᠭᠣᠯ
Greek-Latin #20: ไทย ລາວ
Greek-Latin #21: ગુજરાતી
Greek-Latin #22: தமிழ் மொழி
Greek-Latin #23: తెలుగు
Greek-Latin #24: ಕನ್ನಡ
Greek-Latin #25: മലയാളം
Greek-Latin #26: ਪੰਜਾਬੀ
Greek-Latin #27: ଓଡ଼ିଆ
Greek-Latin #28: مثال فارسی گپچ
Greek-Latin #29: українська їжак є ґ
Greek-Latin #30: српски љубав њ џ
Greek-Latin #31: ｆｕｌｌ　ｗｉｄｔｈ ｱｲｳ
Greek-Latin #32: hello world it's O'Neil's 3rd
Greek-Latin #33: A\u0042 U+0043 &#x44? &#69? \x{46} \U00000047 \N{LATIN SMALL LETTER A}
Greek-Latin #34: ßŌ😀𝒜
Greek-Latin #35: Москва Ёлка чай жизнь цвет хлеб шум
Latin-Greek #0: Φϋßε Ἀ̈Ο̈Ϋ ἀ̈ο̈ϋ Ἀ̈πφελ Ἀ̈ΠΦΕΛ στραßε
Latin-Greek #1: Ελληνικά γλώσσα Ψυχή αυτός εύκολο
Latin-Greek #2: Привет мир, Щука ещё объект Ъ Ьель Юлия
Latin-Greek #3: 日本語のテキスト カタカナ ひらがな きゃっと
Latin-Greek #4: 中文字符 北京 上海
Latin-Greek #5: 한국어 텍스트 서울
Latin-Greek #6: مرحبا بالعالم ١٢٣
Latin-Greek #7: שלום עולם
Latin-Greek #8: नमस्ते दुनिया क्षेत्र
Latin-Greek #9: ภาษาไทย
Latin-Greek #10: বাংলা ভাষা
Latin-Greek #11: ქართული ენა
Latin-Greek #12: Հայերեն լեզու
Latin-Greek #13: አማርኛ
Latin-Greek #14: łόδζ́ κ́μα Đορđε Øρε æθερ þορν ß ﬁ … “κυοτες” – — ½ ² ™ € ©
Latin-Greek #15: Ν̃ανδύ ¿Κυέ; ¡Ὀλέ! ἂέῖο̃ϋ ὖ ζ́
Latin-Greek #16: ἊΈΙ͂Ο̃Ϋ Ἰ̇στανβυλ ıσı ǅ ΑΣ ὈΔΥΣΣΕΎΣ
Latin-Greek #17: ἔα̈
Latin-Greek #18: Ǆ ǆ ﬀ ŉ ΐ
Latin-Greek #19: ᠮᠣᠩᠭᠣᠯ
Latin-Greek #20: ไทย ລາວ
Latin-Greek #21: ગુજરાતી
Latin-Greek #22: தமிழ் மொழி
Latin-Greek #23: తెలుగు
Latin-Greek #24: ಕನ್ನಡ
Latin-Greek #25: മലയാളം
Latin-Greek #26: ਪੰਜਾਬੀ
Latin-Greek #27: ଓଡ଼ିଆ
Latin-Greek #28: مثال فارسی گپچ
Latin-Greek #29: українська їжак є ґ
Latin-Greek #30: српски љубав њ џ
Latin-Greek #31: ｆｕｌｌ　ｗｉｄｔｈ ｱｲｳ
Latin-Greek #32: ἑλλο βορλδ ἰτ'ς Ὀ'Νειλ'ς 3ῤδ
Latin-Greek #33: Ἀ\ὐ0042 Υ̓+0043 &#ξ44; &#69; \ξ{46} \Υ̓00000047 \Ν{ΛΑΤΙΝ ΣΜΑΛΛ ΛΕΤΤΕΡ Ἀ}
Latin-Greek #34: ßΩ😀𝒜
Latin-Greek #35: Москва Ёлка чай жизнь цвет хлеб шум
Hiragana-Katakana #0: Füße ÄÖÜ äöü Äpfel ÄPFEL straße
Hiragana-Katakana #1: Ελληνικά γλώσσα Ψυχή αυτός εύκολο
Hiragana-Katakana #2: Привет мир, Щука ещё объект Ъ Ьель Юлия
Hiragana-Katakana #3: 日本語ノテキスト カタカナ ヒラガナ キャット
Hiragana-Katakana #4: 中文字符 北京 上海
Hiragana-Katakana #5: 한국어 텍스트 서울
Hiragana-Katakana #6: مرحبا بالعالم ١٢٣
Hiragana-Katakana #7: שלום עולם
Hiragana-Katakana #8: नमस्ते दुनिया क्षेत्र
Hiragana-Katakana #9: ภาษาไทย
Hiragana-Katakana #10: বাংলা ভাষা
Hiragana-Katakana #11: ქართული ენა
Hiragana-Katakana #12: Հայերեն լեզու
Hiragana-Katakana #13: አማርኛ
Hiragana-Katakana #14: łódź ćma Đorđe Øre æther þorn ß ﬁ … “quotes” – — ½ ² ™ € ©
Hiragana-Katakana #15: Ñandú ¿Qué? ¡Olé! àéîõü ŵ ź
Hiragana-Katakana #16: ÀÉÎÕÜ İstanbul ısı ǅ ΑΣ ὈΔΥΣΣΕΎΣ
Hiragana-Katakana #17: éä
Hiragana-Katakana #18: Ǆ ǆ ﬀ ŉ ΐ
Hiragana-Katakana #19: ᠮᠣᠩᠭᠣᠯ
Hiragana-Katakana #20: ไทย ລາວ
Hiragana-Katakana #21: ગુજરાતી
Hiragana-Katakana #22: தமிழ் மொழி
Hiragana-Katakana #23: తెలుగు
Hiragana-Katakana #24: ಕನ್ನಡ
Hiragana-Katakana #25: മലയാളം
Hiragana-Katakana #26: ਪੰਜਾਬੀ
Hiragana-Katakana #27: ଓଡ଼ିଆ
Hiragana-Katakana #28: مثال فارسی گپچ
Hiragana-Katakana #29: українська їжак є ґ
Hiragana-Katakana #30: српски љубав њ џ
Hiragana-Katakana #31: ｆｕｌｌ　ｗｉｄｔｈ アイウ
Hiragana-Katakana #32: hello world it's O'Neil's 3rd
Hiragana-Katakana #33: A\u0042 U+0043 &#x44; &#69; \x{46} \U00000047 \N{LATIN SMALL LETTER A}
Hiragana-Katakana #34: ßΩ😀𝒜
Hiragana-Katakana #35: Москва Ёлка чай жизнь цвет хлеб шум
Han-Latin #0: Füße ÄÖÜ äöü Äpfel ÄPFEL straße
Han-Latin #1: Ελληνικά γλώσσα Ψυχή αυτός εύκολο
Han-Latin #2: Привет мир, Щука ещё объект Ъ Ьель Юлия
Han-Latin #3: rì běn yǔ のテキスト カタカナ ひらがな きゃっと
Han-Latin #4: zhōng wén zì fú běi jīng shàng hǎi
Han-Latin #5: 한국어 텍스트 서울
Han-Latin #6: مرحبا بالعالم ١٢٣
Han-Latin #7: שלום עולם
Han-Latin #8: नमस्ते दुनिया क्षेत्र
Han-Latin #9: ภาษาไทย
Han-Latin #10: বাংলা ভাষা
Han-Latin #11: ქართული ენა
Han-Latin #12: Հայերեն լեզու
Han-Latin #13: አማርኛ
Han-Latin #14: łódź ćma Đorđe Øre æther þorn ß ﬁ … “quotes” – — ½ ² ™ € ©
Han-Latin #15: Ñandú ¿Qué? ¡Olé! àéîõü ŵ ź
Han-Latin #16: ÀÉÎÕÜ İstanbul ısı ǅ ΑΣ ὈΔΥΣΣΕΎΣ
Han-Latin #17: éä
Han-Latin #18: Ǆ ǆ ﬀ ŉ ΐ
Han-Latin #19: ᠮᠣᠩᠭᠣᠯ
Han-Latin #20: ไทย ລາວ
Han-Latin #21: ગુજરાતી
Han-Latin #22: தமிழ் மொழி
Han-Latin #23: తెలుగు
Han-Latin #24: ಕನ್ನಡ
Han-Latin #25: മലയാളം
Han-Latin #26: ਪੰਜਾਬੀ
Han-Latin #27: ଓଡ଼ିଆ
Han-Latin #28: مثال فارسی گپچ
Han-Latin #29: українська їжак є ґ
Han-Latin #30: српски љубав њ џ
Han-Latin #31: ｆｕｌｌ　ｗｉｄｔｈ ｱｲｳ
Han-Latin #32: hello world it's O'Neil's 3rd
Han-Latin #33: A\u0042 U+0043 &#x44; &#69; \x {46} \U00000047 \N {LATIN SMALL LETTER A}
Han-Latin #34: ßΩ😀𝒜
Han-Latin #35: Москва Ёлка чай жизнь цвет хлеб шум
Hangul-Latin #0: Füße ÄÖÜ äöü Äpfel ÄPFEL straße
Hangul-Latin #1: Ελληνικά γλώσσα Ψυχή αυτός εύκολο
Hangul-Latin #2: Привет мир, Щука ещё объект Ъ Ьель Юлия
Hangul-Latin #3: 日本語のテキスト カタカナ ひらがな きゃっと
Hangul-Latin #4: 中文字符 北京 上海
Hangul-Latin #5: hangug-eo tegseuteu seoul
Hangul-Latin #6: مرحبا بالعالم ١٢٣
Hangul-Latin #7: שלום עולם
Hangul-Latin #8: नमस्ते दुनिया क्षेत्र
Hangul-Latin #9: ภาษาไทย
Hangul-Latin #10: বাংলা ভাষা
Hangul-Latin #11: ქართული ენა
Hangul-Latin #12: Հայերեն լեզու
Hangul-Latin #13: አማርኛ
Hangul-Latin #14: łódź ćma Đorđe Øre æther þorn ß ﬁ … “quotes” – — ½ ² ™ € ©
Hangul-Latin #15: Ñandú ¿Qué? ¡Olé! àéîõü ŵ ź
Hangul-Latin #16: ÀÉÎÕÜ İstanbul ısı ǅ ΑΣ ὈΔΥΣΣΕΎΣ
Hangul-Latin #17: éä
Hangul-Latin #18: Ǆ ǆ ﬀ ŉ ΐ
Hangul-Latin #19: ᠮᠣᠩᠭᠣᠯ
Hangul-Latin #20: ไทย ລາວ
Hangul-Latin #21: ગુજરાતી
Hangul-Latin #22: தமிழ் மொழி
Hangul-Latin #23: తెలుగు
Hangul-Latin #24: ಕನ್ನಡ
Hangul-Latin #25: മലയാളം
Hangul-Latin #26: ਪੰਜਾਬੀ
Hangul-Latin #27: ଓଡ଼ିଆ
Hangul-Latin #28: مثال فارسی گپچ
Hangul-Latin #29: українська їжак є ґ
Hangul-Latin #30: српски љубав њ џ
Hangul-Latin #31: ｆｕｌｌ　ｗｉｄｔｈ ｱｲｳ
Hangul-Latin #32: hello world it's O'Neil's 3rd
Hangul-Latin #33: A\u0042 U+0043 &#x44; &#69; \x{46} \U00000047 \N{LATIN SMALL LETTER A}
Hangul-Latin #34: ßΩ😀𝒜
Hangul-Latin #35: Москва Ёлка чай жизнь цвет хлеб шум
Arabic-Latin #0: Füße ÄÖÜ äöü Äpfel ÄPFEL straße
Arabic-Latin #1: Ελληνικά γλώσσα Ψυχή αυτός εύκολο
Arabic-Latin #2: Привет мир, Щука ещё объект Ъ Ьель Юлия
Arabic-Latin #3: 日本語のテキスト カタカナ ひらがな きゃっと
Arabic-Latin #4: 中文字符 北京 上海
Arabic-Latin #5: 한국어 텍스트 서울
Arabic-Latin #6: mrḥbạ bạlʿạlm 123
Arabic-Latin #7: שלום עולם
Arabic-Latin #8: नमस्ते दुनिया क्षेत्र
Arabic-Latin #9: ภาษาไทย
Arabic-Latin #10: বাংলা ভাষা
Arabic-Latin #11: ქართული ენა
Arabic-Latin #12: Հայերեն լեզու
Arabic-Latin #13: አማርኛ
Arabic-Latin #14: łódź ćma Đorđe Øre æther þorn ß ﬁ … “quotes” – — ½ ² ™ € ©
Arabic-Latin #15: Ñandú ¿Qué? ¡Olé! àéîõü ŵ ź
Arabic-Latin #16: ÀÉÎÕÜ İstanbul ısı ǅ ΑΣ ὈΔΥΣΣΕΎΣ
Arabic-Latin #17: éä
Arabic-Latin #18: Ǆ ǆ ﬀ ŉ ΐ
Arabic-Latin #19: ᠮᠣᠩᠭᠣᠯ
Arabic-Latin #20: ไทย ລາວ
Arabic-Latin #21: ગુજરાતી
Arabic-Latin #22: தமிழ் மொழி
Arabic-Latin #23: తెలుగు
Arabic-Latin #24: ಕನ್ನಡ
Arabic-Latin #25: മലയാളം
Arabic-Latin #26: ਪੰਜਾਬੀ
Arabic-Latin #27: ଓଡ଼ିଆ
Arabic-Latin #28: mtẖạl fạrsy̰ gpcẖ
Arabic-Latin #29: українська їжак є ґ
Arabic-Latin #30: српски љубав њ џ
Arabic-Latin #31: ｆｕｌｌ　ｗｉｄｔｈ ｱｲｳ
Arabic-Latin #32: hello world it's O'Neil's 3rd
Arabic-Latin #33: A\u0042 U+0043 &#x44; &#69; \x{46} \U00000047 \N{LATIN SMALL LETTER A}
Arabic-Latin #34: ßΩ😀𝒜
Arabic-Latin #35: Москва Ёлка чай жизнь цвет хлеб шум
Devanagari-Latin #0: Füße ÄÖÜ äöü Äpfel ÄPFEL straße
Devanagari-Latin #1: Ελληνικά γλώσσα Ψυχή αυτός εύκολο
Devanagari-Latin #2: Привет мир, Щука ещё объект Ъ Ьель Юлия
Devanagari-Latin #3: 日本語のテキスト カタカナ ひらがな きゃっと
Devanagari-Latin #4: 中文字符 北京 上海
Devanagari-Latin #5: 한국어 텍스트 서울
Devanagari-Latin #6: مرحبا بالعالم ١٢٣
Devanagari-Latin #7: שלום עולם
Devanagari-Latin #8: namastē duniyā kṣētra
Devanagari-Latin #9: ภาษาไทย
Devanagari-Latin #10: বাংলা ভাষা
Devanagari-Latin #11: ქართული ენა
Devanagari-Latin #12: Հայերեն լեզու
Devanagari-Latin #13: አማርኛ
Devanagari-Latin #14: łódź ćma Đorđe Øre æther þorn ß ﬁ … “quotes” – — ½ ² ™ € ©
Devanagari-Latin #15: Ñandú ¿Qué? ¡Olé! àéîõü ŵ ź
Devanagari-Latin #16: ÀÉÎÕÜ İstanbul ısı ǅ ΑΣ ὈΔΥΣΣΕΎΣ
Devanagari-Latin #17: éä
Devanagari-Latin #18: Ǆ ǆ ﬀ ŉ ΐ
Devanagari-Latin #19: ᠮᠣᠩᠭᠣᠯ
Devanagari-Latin #20: ไทย ລາວ
Devanagari-Latin #21: ગુજરાતી
Devanagari-Latin #22: தமிழ் மொழி
Devanagari-Latin #23: తెలుగు
Devanagari-Latin #24: ಕನ್ನಡ
Devanagari-Latin #25: മലയാളം
Devanagari-Latin #26: ਪੰਜਾਬੀ
Devanagari-Latin #27: ଓଡ଼ିଆ
Devanagari-Latin #28: مثال فارسی گپچ
Devanagari-Latin #29: українська їжак є ґ
Devanagari-Latin #30: српски љубав њ џ
Devanagari-Latin #31: ｆｕｌｌ　ｗｉｄｔｈ ｱｲｳ
Devanagari-Latin #32: hello world it's O'Neil's 3rd
Devanagari-Latin #33: A\u0042 U+0043 &#x44; &#69; \x{46} \U00000047 \N{LATIN SMALL LETTER A}
Devanagari-Latin #34: ßΩ😀𝒜
Devanagari-Latin #35: Москва Ёлка чай жизнь цвет хлеб шум
Any-Cyrillic #0: Фүßе ӒӨҮ ӓөү Ӓпфел ӒПФЕЛ страßе
Any-Cyrillic #1: Ελληνικά γλώσσα Ψυχή αυτός εύκολο
Any-Cyrillic #2: Привет мир, Щука ещё объект Ъ Ьель Юлия
Any-Cyrillic #3: 日本語のテキスト カタカナ ひらがな きゃっと
Any-Cyrillic #4: 中文字符 北京 上海
Any-Cyrillic #5: 한국어 텍스트 서울
Any-Cyrillic #6: مرحبا بالعالم ١٢٣
Any-Cyrillic #7: שלום עולם
Any-Cyrillic #8: नमस्ते दुनिया क्षेत्र
Any-Cyrillic #9: ภาษาไทย
Any-Cyrillic #10: বাংলা ভাষা
Any-Cyrillic #11: ქართული ენა
Any-Cyrillic #12: Հայերեն լեզու
Any-Cyrillic #13: አማርኛ
Any-Cyrillic #14: łо́дз́ ћма Ђорђе Øре ӕтхер þорн ß ﬁ … “куотес” – — ½ ² ™ € ©
Any-Cyrillic #15: Н̃анду́ ¿Куэ? ¡Олэ! а̀эи̂о̃ү ю з́
Any-Cyrillic #16: А̀ЭИ̂О̃Ү И̇станбул ıсı ǅ ΑΣ ὈΔΥΣΣΕΎΣ
Any-Cyrillic #17: эӓ
Any-Cyrillic #18: Ǆ ǆ ﬀ ŉ ΐ
Any-Cyrillic #19: ᠮᠣᠩᠭᠣᠯ
Any-Cyrillic #20: ไทย ລາວ
Any-Cyrillic #21: ગુજરાતી
Any-Cyrillic #22: தமிழ் மொழி
Any-Cyrillic #23: తెలుగు
Any-Cyrillic #24: ಕನ್ನಡ
Any-Cyrillic #25: മലയാളം
Any-Cyrillic #26: ਪੰਜਾਬੀ
Any-Cyrillic #27: ଓଡ଼ିଆ
Any-Cyrillic #28: مثال فارسی گپچ
Any-Cyrillic #29: українська їжак є ґ
Any-Cyrillic #30: српски љубав њ џ
Any-Cyrillic #31: ｆｕｌｌ　ｗｉｄｔｈ ｱｲｳ
Any-Cyrillic #32: хелло уорлд ит'с О'Неил'с 3рд
Any-Cyrillic #33: А\у0042 У+0043 &#кс44; &#69; \кс{46} \У00000047 \Н{ЛАТИН СМАЛЛ ЛЕТТЕР А}
Any-Cyrillic #34: ßΩ😀𝒜
Any-Cyrillic #35: Москва Ёлка чай жизнь цвет хлеб шум
Fullwidth-Halfwidth #0: Füße ÄÖÜ äöü Äpfel ÄPFEL straße
Fullwidth-Halfwidth #1: Ελληνικά γλώσσα Ψυχή αυτός εύκολο
Fullwidth-Halfwidth #2: Привет мир, Щука ещё объект Ъ Ьель Юлия
Fullwidth-Halfwidth #3: 日本語のﾃｷｽﾄ ｶﾀｶﾅ ひらがな きゃっと
Fullwidth-Halfwidth #4: 中文字符 北京 上海
Fullwidth-Halfwidth #5: 한국어 텍스트 서울
Fullwidth-Halfwidth #6: مرحبا بالعالم ١٢٣
Fullwidth-Halfwidth #7: שלום עולם
Fullwidth-Halfwidth #8: नमस्ते दुनिया क्षेत्र
Fullwidth-Halfwidth #9: ภาษาไทย
Fullwidth-Halfwidth #10: বাংলা ভাষা
Fullwidth-Halfwidth #11: ქართული ენა
Fullwidth-Halfwidth #12: Հայերեն լեզու
Fullwidth-Halfwidth #13: አማርኛ
Fullwidth-Halfwidth #14: łódź ćma Đorđe Øre æther þorn ß ﬁ … “quotes” – — ½ ² ™ € ©
Fullwidth-Halfwidth #15: Ñandú ¿Qué? ¡Olé! àéîõü ŵ ź
Fullwidth-Halfwidth #16: ÀÉÎÕÜ İstanbul ısı ǅ ΑΣ ὈΔΥΣΣΕΎΣ
Fullwidth-Halfwidth #17: éä
Fullwidth-Halfwidth #18: Ǆ ǆ ﬀ ŉ ΐ
Fullwidth-Halfwidth #19: ᠮᠣᠩᠭᠣᠯ
Fullwidth-Halfwidth #20: ไทย ລາວ
Fullwidth-Halfwidth #21: ગુજરાતી
Fullwidth-Halfwidth #22: தமிழ் மொழி
Fullwidth-Halfwidth #23: తెలుగు
Fullwidth-Halfwidth #24: ಕನ್ನಡ
Fullwidth-Halfwidth #25: മലയാളം
Fullwidth-Halfwidth #26: ਪੰਜਾਬੀ
Fullwidth-Halfwidth #27: ଓଡ଼ିଆ
Fullwidth-Halfwidth #28: مثال فارسی گپچ
Fullwidth-Halfwidth #29: українська їжак є ґ
Fullwidth-Halfwidth #30: српски љубав њ џ
Fullwidth-Halfwidth #31: full width ｱｲｳ
Fullwidth-Halfwidth #32: hello world it's O'Neil's 3rd
Fullwidth-Halfwidth #33: A\u0042 U+0043 &#x44; &#69; \x{46} \U00000047 \N{LATIN SMALL LETTER A}
Fullwidth-Halfwidth #34: ßΩ😀𝒜
Fullwidth-Halfwidth #35: Москва Ёлка чай жизнь цвет хлеб шум
Any-Publishing #0: Füße ÄÖÜ äöü Äpfel ÄPFEL straße
Any-Publishing #1: Ελληνικά γλώσσα Ψυχή αυτός εύκολο
Any-Publishing #2: Привет мир, Щука ещё объект Ъ Ьель Юлия
Any-Publishing #3: 日本語のテキスト カタカナ ひらがな きゃっと
Any-Publishing #4: 中文字符 北京 上海
Any-Publishing #5: 한국어 텍스트 서울
Any-Publishing #6: مرحبا بالعالم ١٢٣
Any-Publishing #7: שלום עולם
Any-Publishing #8: नमस्ते दुनिया क्षेत्र
Any-Publishing #9: ภาษาไทย
Any-Publishing #10: বাংলা ভাষা
Any-Publishing #11: ქართული ენა
Any-Publishing #12: Հայերեն լեզու
Any-Publishing #13: አማርኛ
Any-Publishing #14: łódź ćma Đorđe Øre æther þorn ß ﬁ … “quotes” – — ½ ² ™ € ©
Any-Publishing #15: Ñandú ¿Qué? ¡Olé! àéîõü ŵ ź
Any-Publishing #16: ÀÉÎÕÜ İstanbul ısı ǅ ΑΣ ὈΔΥΣΣΕΎΣ
Any-Publishing #17: éä
Any-Publishing #18: Ǆ ǆ ﬀ ŉ ΐ
Any-Publishing #19: ᠮᠣᠩᠭᠣᠯ
Any-Publishing #20: ไทย ລາວ
Any-Publishing #21: ગુજરાતી
Any-Publishing #22: தமிழ் மொழி
Any-Publishing #23: తెలుగు
Any-Publishing #24: ಕನ್ನಡ
Any-Publishing #25: മലയാളം
Any-Publishing #26: ਪੰਜਾਬੀ
Any-Publishing #27: ଓଡ଼ିଆ
Any-Publishing #28: مثال فارسی گپچ
Any-Publishing #29: українська їжак є ґ
Any-Publishing #30: српски љубав њ џ
Any-Publishing #31: ｆｕｌｌ　ｗｉｄｔｈ ｱｲｳ
Any-Publishing #32: hello world it’s O’Neil’s 3rd
Any-Publishing #33: A\u0042 U+0043 &#x44; &#69; \x{46} \U00000047 \N{LATIN SMALL LETTER A}
Any-Publishing #34: ßΩ😀𝒜
Any-Publishing #35: Москва Ёлка чай жизнь цвет хлеб шум
Russian-Latin/BGN #0: Füße ÄÖÜ äöü Äpfel ÄPFEL straße
Russian-Latin/BGN #1: Ελληνικά γλώσσα Ψυχή αυτός εύκολο
Russian-Latin/BGN #2: Privet mir, Shchuka yeshchë obʺyekt ʺ ʹyelʹ Yuliya
Russian-Latin/BGN #3: 日本語のテキスト カタカナ ひらがな きゃっと
Russian-Latin/BGN #4: 中文字符 北京 上海
Russian-Latin/BGN #5: 한국어 텍스트 서울
Russian-Latin/BGN #6: مرحبا بالعالم ١٢٣
Russian-Latin/BGN #7: שלום עולם
Russian-Latin/BGN #8: नमस्ते दुनिया क्षेत्र
Russian-Latin/BGN #9: ภาษาไทย
Russian-Latin/BGN #10: বাংলা ভাষা
Russian-Latin/BGN #11: ქართული ენა
Russian-Latin/BGN #12: Հայերեն լեզու
Russian-Latin/BGN #13: አማርኛ
Russian-Latin/BGN #14: łódź ćma Đorđe Øre æther þorn ß ﬁ … “quotes” – — ½ ² ™ € ©
Russian-Latin/BGN #15: Ñandú ¿Qué? ¡Olé! àéîõü ŵ ź
Russian-Latin/BGN #16: ÀÉÎÕÜ İstanbul ısı ǅ ΑΣ ὈΔΥΣΣΕΎΣ
Russian-Latin/BGN #17: éä
Russian-Latin/BGN #18: Ǆ ǆ ﬀ ŉ ΐ
Russian-Latin/BGN #19: ᠮᠣᠩᠭᠣᠯ
Russian-Latin/BGN #20: ไทย ລາວ
Russian-Latin/BGN #21: ગુજરાતી
Russian-Latin/BGN #22: தமிழ் மொழி
Russian-Latin/BGN #23: తెలుగు
Russian-Latin/BGN #24: ಕನ್ನಡ
Russian-Latin/BGN #25: മലയാളം
Russian-Latin/BGN #26: ਪੰਜਾਬੀ
Russian-Latin/BGN #27: ଓଡ଼ିଆ
Russian-Latin/BGN #28: مثال فارسی گپچ
Russian-Latin/BGN #29: ukraїnsʹka їzhak є ґ
Russian-Latin/BGN #30: srpski љubav њ џ
Russian-Latin/BGN #31: ｆｕｌｌ　ｗｉｄｔｈ ｱｲｳ
Russian-Latin/BGN #32: hello world it's O'Neil's 3rd
Russian-Latin/BGN #33: A\u0042 U+0043 &#x44; &#69; \x{46} \U00000047 \N{LATIN SMALL LETTER A}
Russian-Latin/BGN #34: ßΩ😀𝒜
Russian-Latin/BGN #35: Moskva Yëlka chay zhiznʹ tsvet khleb shum
tr-Lower #0: füße äöü äöü äpfel äpfel straße
tr-Lower #1: ελληνικά γλώσσα ψυχή αυτός εύκολο
tr-Lower #2: привет мир, щука ещё объект ъ ьель юлия
tr-Lower #3: 日本語のテキスト カタカナ ひらがな きゃっと
tr-Lower #4: 中文字符 北京 上海
tr-Lower #5: 한국어 텍스트 서울
tr-Lower #6: مرحبا بالعالم ١٢٣
tr-Lower #7: שלום עולם
tr-Lower #8: नमस्ते दुनिया क्षेत्र
tr-Lower #9: ภาษาไทย
tr-Lower #10: বাংলা ভাষা
tr-Lower #11: ქართული ენა
tr-Lower #12: հայերեն լեզու
tr-Lower #13: አማርኛ
tr-Lower #14: łódź ćma đorđe øre æther þorn ß ﬁ … “quotes” – — ½ ² ™ € ©
tr-Lower #15: ñandú ¿qué? ¡olé! àéîõü ŵ ź
tr-Lower #16: àéîõü istanbul ısı ǆ ας ὀδυσσεύς
tr-Lower #17: éä
tr-Lower #18: ǆ ǆ ﬀ ŉ ΐ
tr-Lower #19: ᠮᠣᠩᠭᠣᠯ
tr-Lower #20: ไทย ລາວ
tr-Lower #21: ગુજરાતી
tr-Lower #22: தமிழ் மொழி
tr-Lower #23: తెలుగు
tr-Lower #24: ಕನ್ನಡ
tr-Lower #25: മലയാളം
tr-Lower #26: ਪੰਜਾਬੀ
tr-Lower #27: ଓଡ଼ିଆ
tr-Lower #28: مثال فارسی گپچ
tr-Lower #29: українська їжак є ґ
tr-Lower #30: српски љубав њ џ
tr-Lower #31: ｆｕｌｌ　ｗｉｄｔｈ ｱｲｳ
tr-Lower #32: hello world it's o'neil's 3rd
tr-Lower #33: a\u0042 u+0043 &#x44; &#69; \x{46} \u00000047 \n{latın small letter a}
tr-Lower #34: ßω😀𝒜
tr-Lower #35: москва ёлка чай жизнь цвет хлеб шум
az-Title #0: Füße Äöü Äöü Äpfel Äpfel Straße
az-Title #1: Ελληνικά Γλώσσα Ψυχή Αυτός Εύκολο
az-Title #2: Привет Мир, Щука Ещё Объект Ъ Ьель Юлия
az-Title #3: 日本語のテキスト カタカナ ひらがな きゃっと
az-Title #4: 中文字符 北京 上海
az-Title #5: 한국어 텍스트 서울
az-Title #6: مرحبا بالعالم ١٢٣
az-Title #7: שלום עולם
az-Title #8: नमस्ते दुनिया क्षेत्र
az-Title #9: ภาษาไทย
az-Title #10: বাংলা ভাষা
az-Title #11: Ქართული Ენა
az-Title #12: Հայերեն Լեզու
az-Title #13: አማርኛ
az-Title #14: Łódź Ćma Đorđe Øre Æther Þorn SS FI … “Quotes” – — ½ ² ™ € ©
az-Title #15: Ñandú ¿Qué? ¡Olé! Àéîõü Ŵ Ź
az-Title #16: Àéîõü İstanbul Isı ǅ Ασ Ὀδυσσεύσ
az-Title #17: Éä
az-Title #18: Ǆ Ǆ FF ʼN Ϊ́
az-Title #19: ᠮᠣᠩᠭᠣᠯ
az-Title #20: ไทย ລາວ
az-Title #21: ગુજરાતી
az-Title #22: தமிழ் மொழி
az-Title #23: తెలుగు
az-Title #24: ಕನ್ನಡ
az-Title #25: മലയാളം
az-Title #26: ਪੰਜਾਬੀ
az-Title #27: ଓଡ଼ିଆ
az-Title #28: مثال فارسی گپچ
az-Title #29: Українська Їжак Є Ґ
az-Title #30: Српски Љубав Њ Џ
az-Title #31: Ｆｕｌｌ　Ｗｉｄｔｈ ｱｲｳ
az-Title #32: Hello World İt's O'neil's 3Rd
az-Title #33: A\U0042 U+0043 &#X44; &#69; \X{46} \U00000047 \N{Latın Small Letter A}
az-Title #34: SSω😀𝒜
az-Title #35: Москва Ёлка Чай Жизнь Цвет Хлеб Шум
[^[:L:][:N:] ] Remove; Lower #0: FüßeÄÖÜäöüÄpfelÄPFELstraße
[^[:L:][:N:] ] Remove; Lower #1: ΕλληνικάγλώσσαΨυχήαυτόςεύκολο
[^[:L:][:N:] ] Remove; Lower #2: ПриветмирЩукаещёобъектЪЬельЮлия
[^[:L:][:N:] ] Remove; Lower #3: 日本語のテキストカタカナひらがなきゃっと
[^[:L:][:N:] ] Remove; Lower #4: 中文字符北京上海
[^[:L:][:N:] ] Remove; Lower #5: 한국어텍스트서울
[^[:L:][:N:] ] Remove; Lower #6: مرحبابالعالم١٢٣
[^[:L:][:N:] ] Remove; Lower #7: שלוםעולם
[^[:L:][:N:] ] Remove; Lower #8: नमसतदनयकषतर
[^[:L:][:N:] ] Remove; Lower #9: ภาษาไทย
[^[:L:][:N:] ] Remove; Lower #10: বলভষ
[^[:L:][:N:] ] Remove; Lower #11: ქართულიენა
[^[:L:][:N:] ] Remove; Lower #12: Հայերենլեզու
[^[:L:][:N:] ] Remove; Lower #13: አማርኛ
[^[:L:][:N:] ] Remove; Lower #14: łódźćmaĐorđeØreætherþornßﬁquotes½²
[^[:L:][:N:] ] Remove; Lower #15: ÑandúQuéOléàéîõüŵź
[^[:L:][:N:] ] Remove; Lower #16: ÀÉÎÕÜİstanbulısıǅΑΣὈΔΥΣΣΕΎΣ
[^[:L:][:N:] ] Remove; Lower #17: ea
[^[:L:][:N:] ] Remove; Lower #18: Ǆǆﬀŉΐ
[^[:L:][:N:] ] Remove; Lower #19: ᠮᠣᠩᠭᠣᠯ
[^[:L:][:N:] ] Remove; Lower #20: ไทยລາວ
[^[:L:][:N:] ] Remove; Lower #21: ગજરત
[^[:L:][:N:] ] Remove; Lower #22: தமழமழ
[^[:L:][:N:] ] Remove; Lower #23: తలగ
[^[:L:][:N:] ] Remove; Lower #24: ಕನನಡ
[^[:L:][:N:] ] Remove; Lower #25: മലയള
[^[:L:][:N:] ] Remove; Lower #26: ਪਜਬ
[^[:L:][:N:] ] Remove; Lower #27: ଓଡଆ
[^[:L:][:N:] ] Remove; Lower #28: مثالفارسیگپچ
[^[:L:][:N:] ] Remove; Lower #29: українськаїжакєґ
[^[:L:][:N:] ] Remove; Lower #30: српскиљубавњџ
[^[:L:][:N:] ] Remove; Lower #31: ｆｕｌｌｗｉｄｔｈｱｲｳ
[^[:L:][:N:] ] Remove; Lower #32: helloworlditsONeils3rd
[^[:L:][:N:] ] Remove; Lower #33: Au0042U0043x4469x46U00000047NLATINSMALLLETTERA
[^[:L:][:N:] ] Remove; Lower #34: ßΩ𝒜
[^[:L:][:N:] ] Remove; Lower #35: МоскваЁлкачайжизньцветхлебшум
el-Upper #0: FÜSSE ÄÖÜ ÄÖÜ ÄPFEL ÄPFEL STRASSE
el-Upper #1: ΕΛΛΗΝΙΚΑ ΓΛΩΣΣΑ ΨΥΧΗ ΑΥΤΟΣ ΕΥΚΟΛΟ
el-Upper #2: ПРИВЕТ МИР, ЩУКА ЕЩЁ ОБЪЕКТ Ъ ЬЕЛЬ ЮЛИЯ
el-Upper #3: 日本語のテキスト カタカナ ひらがな きゃっと
el-Upper #4: 中文字符 北京 上海
el-Upper #5: 한국어 텍스트 서울
el-Upper #6: مرحبا بالعالم ١٢٣
el-Upper #7: שלום עולם
el-Upper #8: नमस्ते दुनिया क्षेत्र
el-Upper #9: ภาษาไทย
el-Upper #10: বাংলা ভাষা
el-Upper #11: ᲥᲐᲠᲗᲣᲚᲘ ᲔᲜᲐ
el-Upper #12: ՀԱՅԵՐԵՆ ԼԵԶՈՒ
el-Upper #13: አማርኛ
el-Upper #14: ŁÓDŹ ĆMA ĐORĐE ØRE ÆTHER ÞORN SS FI … “QUOTES” – — ½ ² ™ € ©
el-Upper #15: ÑANDÚ ¿QUÉ? ¡OLÉ! ÀÉÎÕÜ Ŵ Ź
el-Upper #16: ÀÉÎÕÜ İSTANBUL ISI Ǆ ΑΣ ΟΔΥΣΣΕΥΣ
el-Upper #17: ÉÄ
el-Upper #18: Ǆ Ǆ FF ʼN Ι
el-Upper #19: ᠮᠣᠩᠭᠣᠯ
el-Upper #20: ไทย ລາວ
el-Upper #21: ગુજરાતી
el-Upper #22: தமிழ் மொழி
el-Upper #23: తెలుగు
el-Upper #24: ಕನ್ನಡ
el-Upper #25: മലയാളം
el-Upper #26: ਪੰਜਾਬੀ
el-Upper #27: ଓଡ଼ିଆ
el-Upper #28: مثال فارسی گپچ
el-Upper #29: УКРАЇНСЬКА ЇЖАК Є Ґ
el-Upper #30: СРПСКИ ЉУБАВ Њ Џ
el-Upper #31: ＦＵＬＬ　ＷＩＤＴＨ ｱｲｳ
el-Upper #32: HELLO WORLD IT'S O'NEIL'S 3RD
el-Upper #33: A\U0042 U+0043 &#X44; &#69; \X{46} \U00000047 \N{LATIN SMALL LETTER A}
el-Upper #34: SSΩ😀𝒜
el-Upper #35: МОСКВА ЁЛКА ЧАЙ ЖИЗНЬ ЦВЕТ ХЛЕБ ШУМ
