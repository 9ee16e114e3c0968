//! Character sets: what the server calls them, and how texts in them are escaped.

/// A collation, and the character set that it orders.
#[derive(Clone, Copy, Debug)]
pub struct Charset {
    /// The collation's number.
    pub number: u16,
    /// The set's name.
    pub name: &'static str,
    /// The collation's name.
    pub collation: &'static str,
    /// Bytes of the longest character.
    pub longest: u8,
}

impl Charset {
    const fn of(row: &(u16, &'static str, &'static str, u8, bool)) -> Charset {
        Charset { number: row.0, name: row.1, collation: row.2, longest: row.3 }
    }
    /// The collation with a number; one that is unknown is UTF-8.
    pub fn numbered(number: u16) -> Charset {
        let row = TABLE.iter().find(|row| row.0 == number).or_else(|| TABLE.iter().find(|row| row.0 == 45));
        row.map_or(Charset { number, name: "utf8mb4", collation: "utf8mb4_general_ci", longest: 4 }, Charset::of)
    }
    /// The default collation of a set.
    pub fn named(name: &[u8]) -> Option<Charset> {
        let same = |row: &&(u16, &str, &str, u8, bool)| row.1.as_bytes().eq_ignore_ascii_case(name);
        TABLE.iter().filter(same).find(|row| row.4).map(Charset::of)
    }
    /// The length of the character of several bytes that a text begins with; 0 if it begins with none.
    fn character(&self, text: &[u8]) -> usize {
        let (first, second) = (text[0], text.get(1).copied().unwrap_or(0));
        let pair = |ok: bool| if ok && text.len() > 1 { 2 } else { 0 };
        match self.name {
            "utf8" | "utf8mb4" => utf8(text, usize::from(self.longest)),
            "big5" => pair(matches!(first, 0xa1..=0xf9) && matches!(second, 0x40..=0x7e | 0xa1..=0xfe)),
            "gb2312" => pair(matches!(first, 0xa1..=0xf7) && matches!(second, 0xa1..=0xfe)),
            "gbk" => pair(matches!(first, 0x81..=0xfe) && matches!(second, 0x40..=0x7e | 0x80..=0xfe)),
            "gb18030" => match text {
                [0x81..=0xfe, 0x40..=0x7e | 0x80..=0xfe, ..] => 2,
                [0x81..=0xfe, 0x30..=0x39, 0x81..=0xfe, 0x30..=0x39, ..] => 4,
                _ => 0,
            },
            "sjis" | "cp932" => pair(matches!(first, 0x81..=0x9f | 0xe0..=0xfc) && matches!(second, 0x40..=0x7e | 0x80..=0xfc)),
            "euckr" => pair(matches!(first, 0x81..=0xfe) && matches!(second, 0x41..=0x5a | 0x61..=0x7a | 0x81..=0xfe)),
            "ujis" | "eucjpms" => match text {
                [0x8e, 0xa0..=0xdf, ..] | [0xa1..=0xfe, 0xa1..=0xfe, ..] => 2,
                [0x8f, 0xa1..=0xfe, 0xa1..=0xfe, ..] => 3,
                _ => 0,
            },
            "ucs2" => pair(true),
            "utf16" | "utf16le" => pair(true),
            "utf32" => {
                if text.len() > 3 {
                    4
                } else {
                    0
                }
            }
            _ => 0,
        }
    }
    /// Whether a byte begins a character of several bytes.
    fn begins(&self, byte: u8) -> bool {
        match self.name {
            "utf8" | "utf8mb4" => byte >= 0xc2,
            "big5" => matches!(byte, 0xa1..=0xf9),
            "gb2312" => matches!(byte, 0xa1..=0xf7),
            "gbk" | "gb18030" | "euckr" => matches!(byte, 0x81..=0xfe),
            "sjis" | "cp932" => matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
            "ujis" | "eucjpms" => matches!(byte, 0x8e | 0x8f | 0xa1..=0xfe),
            _ => false,
        }
    }
    /// A text as it stands between quotes in SQL.
    pub fn escape(&self, text: &[u8], backslashes: bool) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len() + text.len() / 8);
        let mut rest = text;
        while let Some(&byte) = rest.first() {
            let long = if self.longest > 1 { self.character(rest) } else { 0 };
            if long > 0 {
                out.extend_from_slice(&rest[..long]);
                rest = &rest[long..];
                continue;
            }
            rest = &rest[1..];
            if !backslashes {
                if byte == b'\'' {
                    out.push(b'\'');
                }
                out.push(byte);
                continue;
            }
            // A character that ends too early must not take in what follows the text.
            let escaped = match byte {
                _ if self.longest > 1 && self.begins(byte) => byte,
                0 => b'0',
                b'\n' => b'n',
                b'\r' => b'r',
                0x1a => b'Z',
                b'\\' | b'\'' | b'"' => byte,
                _ => {
                    out.push(byte);
                    continue;
                }
            };
            out.extend_from_slice(&[b'\\', escaped]);
        }
        out
    }
}

fn utf8(text: &[u8], longest: usize) -> usize {
    let length = match text[0] {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return 0,
    };
    match text.get(..length) {
        Some(character) if length <= longest && std::str::from_utf8(character).is_ok() => length,
        _ => 0,
    }
}

/// Number, set, collation, bytes of the longest character, and whether it is the set's default.
#[rustfmt::skip]
const TABLE: &[(u16, &str, &str, u8, bool)] = &[
    (1, "big5", "big5_chinese_ci", 2, true),
    (2, "latin2", "latin2_czech_cs", 1, false),
    (3, "dec8", "dec8_swedish_ci", 1, true),
    (4, "cp850", "cp850_general_ci", 1, true),
    (5, "latin1", "latin1_german1_ci", 1, false),
    (6, "hp8", "hp8_english_ci", 1, true),
    (7, "koi8r", "koi8r_general_ci", 1, true),
    (8, "latin1", "latin1_swedish_ci", 1, true),
    (9, "latin2", "latin2_general_ci", 1, true),
    (10, "swe7", "swe7_swedish_ci", 1, true),
    (11, "ascii", "ascii_general_ci", 1, true),
    (12, "ujis", "ujis_japanese_ci", 3, true),
    (13, "sjis", "sjis_japanese_ci", 2, true),
    (14, "cp1251", "cp1251_bulgarian_ci", 1, false),
    (15, "latin1", "latin1_danish_ci", 1, false),
    (16, "hebrew", "hebrew_general_ci", 1, true),
    (18, "tis620", "tis620_thai_ci", 1, true),
    (19, "euckr", "euckr_korean_ci", 2, true),
    (20, "latin7", "latin7_estonian_cs", 1, false),
    (21, "latin2", "latin2_hungarian_ci", 1, false),
    (22, "koi8u", "koi8u_general_ci", 1, true),
    (23, "cp1251", "cp1251_ukrainian_ci", 1, false),
    (24, "gb2312", "gb2312_chinese_ci", 2, true),
    (25, "greek", "greek_general_ci", 1, true),
    (26, "cp1250", "cp1250_general_ci", 1, true),
    (27, "latin2", "latin2_croatian_ci", 1, false),
    (28, "gbk", "gbk_chinese_ci", 2, true),
    (29, "cp1257", "cp1257_lithuanian_ci", 1, false),
    (30, "latin5", "latin5_turkish_ci", 1, true),
    (31, "latin1", "latin1_german2_ci", 1, false),
    (32, "armscii8", "armscii8_general_ci", 1, true),
    (33, "utf8", "utf8_general_ci", 3, true),
    (34, "cp1250", "cp1250_czech_cs", 1, false),
    (35, "ucs2", "ucs2_general_ci", 2, true),
    (36, "cp866", "cp866_general_ci", 1, true),
    (37, "keybcs2", "keybcs2_general_ci", 1, true),
    (38, "macce", "macce_general_ci", 1, true),
    (39, "macroman", "macroman_general_ci", 1, true),
    (40, "cp852", "cp852_general_ci", 1, true),
    (41, "latin7", "latin7_general_ci", 1, true),
    (42, "latin7", "latin7_general_cs", 1, false),
    (43, "macce", "macce_bin", 1, false),
    (44, "cp1250", "cp1250_croatian_ci", 1, false),
    (45, "utf8mb4", "utf8mb4_general_ci", 4, true),
    (46, "utf8mb4", "utf8mb4_bin", 4, false),
    (47, "latin1", "latin1_bin", 1, false),
    (48, "latin1", "latin1_general_ci", 1, false),
    (49, "latin1", "latin1_general_cs", 1, false),
    (50, "cp1251", "cp1251_bin", 1, false),
    (51, "cp1251", "cp1251_general_ci", 1, true),
    (52, "cp1251", "cp1251_general_cs", 1, false),
    (53, "macroman", "macroman_bin", 1, false),
    (54, "utf16", "utf16_general_ci", 4, true),
    (55, "utf16", "utf16_bin", 4, false),
    (56, "utf16le", "utf16le_general_ci", 4, true),
    (57, "cp1256", "cp1256_general_ci", 1, true),
    (58, "cp1257", "cp1257_bin", 1, false),
    (59, "cp1257", "cp1257_general_ci", 1, true),
    (60, "utf32", "utf32_general_ci", 4, true),
    (61, "utf32", "utf32_bin", 4, false),
    (62, "utf16le", "utf16le_bin", 4, false),
    (63, "binary", "binary", 1, true),
    (64, "armscii8", "armscii8_bin", 1, false),
    (65, "ascii", "ascii_bin", 1, false),
    (66, "cp1250", "cp1250_bin", 1, false),
    (67, "cp1256", "cp1256_bin", 1, false),
    (68, "cp866", "cp866_bin", 1, false),
    (69, "dec8", "dec8_bin", 1, false),
    (70, "greek", "greek_bin", 1, false),
    (71, "hebrew", "hebrew_bin", 1, false),
    (72, "hp8", "hp8_bin", 1, false),
    (73, "keybcs2", "keybcs2_bin", 1, false),
    (74, "koi8r", "koi8r_bin", 1, false),
    (75, "koi8u", "koi8u_bin", 1, false),
    (77, "latin2", "latin2_bin", 1, false),
    (78, "latin5", "latin5_bin", 1, false),
    (79, "latin7", "latin7_bin", 1, false),
    (80, "cp850", "cp850_bin", 1, false),
    (81, "cp852", "cp852_bin", 1, false),
    (82, "swe7", "swe7_bin", 1, false),
    (83, "utf8", "utf8_bin", 3, false),
    (84, "big5", "big5_bin", 2, false),
    (85, "euckr", "euckr_bin", 2, false),
    (86, "gb2312", "gb2312_bin", 2, false),
    (87, "gbk", "gbk_bin", 2, false),
    (88, "sjis", "sjis_bin", 2, false),
    (89, "tis620", "tis620_bin", 1, false),
    (90, "ucs2", "ucs2_bin", 2, false),
    (91, "ujis", "ujis_bin", 3, false),
    (92, "geostd8", "geostd8_general_ci", 1, true),
    (93, "geostd8", "geostd8_bin", 1, false),
    (94, "latin1", "latin1_spanish_ci", 1, false),
    (95, "cp932", "cp932_japanese_ci", 2, true),
    (96, "cp932", "cp932_bin", 2, false),
    (97, "eucjpms", "eucjpms_japanese_ci", 3, true),
    (98, "eucjpms", "eucjpms_bin", 3, false),
    (99, "cp1250", "cp1250_polish_ci", 1, false),
    (101, "utf16", "utf16_unicode_ci", 4, false),
    (102, "utf16", "utf16_icelandic_ci", 4, false),
    (103, "utf16", "utf16_latvian_ci", 4, false),
    (104, "utf16", "utf16_romanian_ci", 4, false),
    (105, "utf16", "utf16_slovenian_ci", 4, false),
    (106, "utf16", "utf16_polish_ci", 4, false),
    (107, "utf16", "utf16_estonian_ci", 4, false),
    (108, "utf16", "utf16_spanish_ci", 4, false),
    (109, "utf16", "utf16_swedish_ci", 4, false),
    (110, "utf16", "utf16_turkish_ci", 4, false),
    (111, "utf16", "utf16_czech_ci", 4, false),
    (112, "utf16", "utf16_danish_ci", 4, false),
    (113, "utf16", "utf16_lithuanian_ci", 4, false),
    (114, "utf16", "utf16_slovak_ci", 4, false),
    (115, "utf16", "utf16_spanish2_ci", 4, false),
    (116, "utf16", "utf16_roman_ci", 4, false),
    (117, "utf16", "utf16_persian_ci", 4, false),
    (118, "utf16", "utf16_esperanto_ci", 4, false),
    (119, "utf16", "utf16_hungarian_ci", 4, false),
    (120, "utf16", "utf16_sinhala_ci", 4, false),
    (121, "utf16", "utf16_german2_ci", 4, false),
    (122, "utf16", "utf16_croatian_mysql561_ci", 4, false),
    (123, "utf16", "utf16_unicode_520_ci", 4, false),
    (124, "utf16", "utf16_vietnamese_ci", 4, false),
    (128, "ucs2", "ucs2_unicode_ci", 2, false),
    (129, "ucs2", "ucs2_icelandic_ci", 2, false),
    (130, "ucs2", "ucs2_latvian_ci", 2, false),
    (131, "ucs2", "ucs2_romanian_ci", 2, false),
    (132, "ucs2", "ucs2_slovenian_ci", 2, false),
    (133, "ucs2", "ucs2_polish_ci", 2, false),
    (134, "ucs2", "ucs2_estonian_ci", 2, false),
    (135, "ucs2", "ucs2_spanish_ci", 2, false),
    (136, "ucs2", "ucs2_swedish_ci", 2, false),
    (137, "ucs2", "ucs2_turkish_ci", 2, false),
    (138, "ucs2", "ucs2_czech_ci", 2, false),
    (139, "ucs2", "ucs2_danish_ci", 2, false),
    (140, "ucs2", "ucs2_lithuanian_ci", 2, false),
    (141, "ucs2", "ucs2_slovak_ci", 2, false),
    (142, "ucs2", "ucs2_spanish2_ci", 2, false),
    (143, "ucs2", "ucs2_roman_ci", 2, false),
    (144, "ucs2", "ucs2_persian_ci", 2, false),
    (145, "ucs2", "ucs2_esperanto_ci", 2, false),
    (146, "ucs2", "ucs2_hungarian_ci", 2, false),
    (147, "ucs2", "ucs2_sinhala_ci", 2, false),
    (148, "ucs2", "ucs2_german2_ci", 2, false),
    (149, "ucs2", "ucs2_croatian_mysql561_ci", 2, false),
    (150, "ucs2", "ucs2_unicode_520_ci", 2, false),
    (151, "ucs2", "ucs2_vietnamese_ci", 2, false),
    (159, "ucs2", "ucs2_general_mysql500_ci", 2, false),
    (160, "utf32", "utf32_unicode_ci", 4, false),
    (161, "utf32", "utf32_icelandic_ci", 4, false),
    (162, "utf32", "utf32_latvian_ci", 4, false),
    (163, "utf32", "utf32_romanian_ci", 4, false),
    (164, "utf32", "utf32_slovenian_ci", 4, false),
    (165, "utf32", "utf32_polish_ci", 4, false),
    (166, "utf32", "utf32_estonian_ci", 4, false),
    (167, "utf32", "utf32_spanish_ci", 4, false),
    (168, "utf32", "utf32_swedish_ci", 4, false),
    (169, "utf32", "utf32_turkish_ci", 4, false),
    (170, "utf32", "utf32_czech_ci", 4, false),
    (171, "utf32", "utf32_danish_ci", 4, false),
    (172, "utf32", "utf32_lithuanian_ci", 4, false),
    (173, "utf32", "utf32_slovak_ci", 4, false),
    (174, "utf32", "utf32_spanish2_ci", 4, false),
    (175, "utf32", "utf32_roman_ci", 4, false),
    (176, "utf32", "utf32_persian_ci", 4, false),
    (177, "utf32", "utf32_esperanto_ci", 4, false),
    (178, "utf32", "utf32_hungarian_ci", 4, false),
    (179, "utf32", "utf32_sinhala_ci", 4, false),
    (180, "utf32", "utf32_german2_ci", 4, false),
    (181, "utf32", "utf32_croatian_mysql561_ci", 4, false),
    (182, "utf32", "utf32_unicode_520_ci", 4, false),
    (183, "utf32", "utf32_vietnamese_ci", 4, false),
    (192, "utf8", "utf8_unicode_ci", 3, false),
    (193, "utf8", "utf8_icelandic_ci", 3, false),
    (194, "utf8", "utf8_latvian_ci", 3, false),
    (195, "utf8", "utf8_romanian_ci", 3, false),
    (196, "utf8", "utf8_slovenian_ci", 3, false),
    (197, "utf8", "utf8_polish_ci", 3, false),
    (198, "utf8", "utf8_estonian_ci", 3, false),
    (199, "utf8", "utf8_spanish_ci", 3, false),
    (200, "utf8", "utf8_swedish_ci", 3, false),
    (201, "utf8", "utf8_turkish_ci", 3, false),
    (202, "utf8", "utf8_czech_ci", 3, false),
    (203, "utf8", "utf8_danish_ci", 3, false),
    (204, "utf8", "utf8_lithuanian_ci", 3, false),
    (205, "utf8", "utf8_slovak_ci", 3, false),
    (206, "utf8", "utf8_spanish2_ci", 3, false),
    (207, "utf8", "utf8_roman_ci", 3, false),
    (208, "utf8", "utf8_persian_ci", 3, false),
    (209, "utf8", "utf8_esperanto_ci", 3, false),
    (210, "utf8", "utf8_hungarian_ci", 3, false),
    (211, "utf8", "utf8_sinhala_ci", 3, false),
    (212, "utf8", "utf8_german2_ci", 3, false),
    (213, "utf8", "utf8_croatian_mysql561_ci", 3, false),
    (214, "utf8", "utf8_unicode_520_ci", 3, false),
    (215, "utf8", "utf8_vietnamese_ci", 3, false),
    (223, "utf8", "utf8_general_mysql500_ci", 3, false),
    (224, "utf8mb4", "utf8mb4_unicode_ci", 4, false),
    (225, "utf8mb4", "utf8mb4_icelandic_ci", 4, false),
    (226, "utf8mb4", "utf8mb4_latvian_ci", 4, false),
    (227, "utf8mb4", "utf8mb4_romanian_ci", 4, false),
    (228, "utf8mb4", "utf8mb4_slovenian_ci", 4, false),
    (229, "utf8mb4", "utf8mb4_polish_ci", 4, false),
    (230, "utf8mb4", "utf8mb4_estonian_ci", 4, false),
    (231, "utf8mb4", "utf8mb4_spanish_ci", 4, false),
    (232, "utf8mb4", "utf8mb4_swedish_ci", 4, false),
    (233, "utf8mb4", "utf8mb4_turkish_ci", 4, false),
    (234, "utf8mb4", "utf8mb4_czech_ci", 4, false),
    (235, "utf8mb4", "utf8mb4_danish_ci", 4, false),
    (236, "utf8mb4", "utf8mb4_lithuanian_ci", 4, false),
    (237, "utf8mb4", "utf8mb4_slovak_ci", 4, false),
    (238, "utf8mb4", "utf8mb4_spanish2_ci", 4, false),
    (239, "utf8mb4", "utf8mb4_roman_ci", 4, false),
    (240, "utf8mb4", "utf8mb4_persian_ci", 4, false),
    (241, "utf8mb4", "utf8mb4_esperanto_ci", 4, false),
    (242, "utf8mb4", "utf8mb4_hungarian_ci", 4, false),
    (243, "utf8mb4", "utf8mb4_sinhala_ci", 4, false),
    (244, "utf8mb4", "utf8mb4_german2_ci", 4, false),
    (245, "utf8mb4", "utf8mb4_croatian_mysql561_ci", 4, false),
    (246, "utf8mb4", "utf8mb4_unicode_520_ci", 4, false),
    (247, "utf8mb4", "utf8mb4_vietnamese_ci", 4, false),
    (248, "gb18030", "gb18030_chinese_ci", 4, true),
    (249, "gb18030", "gb18030_bin", 4, false),
    (250, "gb18030", "gb18030_unicode_520_ci", 4, false),
    (255, "utf8mb4", "utf8mb4_0900_ai_ci", 4, false),
    (278, "utf8mb4", "utf8mb4_0900_as_cs", 4, false),
    (305, "utf8mb4", "utf8mb4_0900_as_ci", 4, false),
    (309, "utf8mb4", "utf8mb4_0900_bin", 4, false),
];

#[cfg(test)]
mod tests {
    use super::Charset;

    #[test]
    fn quotes_inside_characters_are_none() {
        let gbk = Charset::named(b"gbk").unwrap();
        assert_eq!(gbk.escape(b"\xbf\x5c'", true), b"\xbf\x5c\\'");
        assert_eq!(gbk.escape(b"\xbf'", true), b"\\\xbf\\'");
        let utf8 = Charset::named(b"utf8mb4").unwrap();
        assert_eq!(utf8.escape("ä'\n\0".as_bytes(), true), "ä\\'\\n\\0".as_bytes());
        assert_eq!(utf8.escape(b"a'\\", false), b"a''\\");
    }
}
