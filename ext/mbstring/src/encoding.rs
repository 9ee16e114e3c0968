//! The encodings by name.

use crate::{iso2022::Kind, multibyte::Set, tables};
use phant_memory::string::SeededState;
use std::{collections::HashMap, sync::OnceLock};

/// Stands among code points for bytes that mean nothing.
pub(crate) const BAD: u32 = u32::MAX;

/// How an encoding is read and written.
#[derive(Clone, Copy)]
pub(crate) enum Codec {
    Utf8,
    /// Two bytes a unit with surrogates; `Detect` obeys a byte-order mark.
    Utf16(Order),
    /// Two bytes a character.
    Ucs2(Order),
    /// Four bytes a character, checked.
    Utf32(Order),
    /// Four bytes a character, whatever it is.
    Ucs4(Order),
    Ascii,
    /// Every byte is the character of that number.
    Latin1,
    /// A table for the bytes from 0x80 on.
    Table(&'static [u16; 128]),
    /// One to four bytes a character, by table.
    Multibyte(Set),
    /// Sets of characters that escape sequences or shifts switch.
    Shifting(Kind),
    /// UTF-8 with a company's own characters for pictures.
    Mobile(Set),
    Utf7,
    Utf7Imap,
    Html,
    Base64,
    QuotedPrintable,
    Uuencode,
}

/// Byte order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Big,
    Little,
    /// Big, unless a byte-order mark says otherwise.
    Detect,
}

/// An encoding.
pub(crate) struct Encoding {
    pub(crate) name: &'static str,
    pub(crate) mime: Option<&'static str>,
    pub(crate) aliases: &'static [&'static str],
    pub(crate) codec: Codec,
}

/// An encoding of [`ALL`].
pub(crate) type EncodingRef = &'static Encoding;

impl PartialEq for Encoding {
    fn eq(&self, other: &Encoding) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Encoding {
    pub(crate) fn is_utf8(&self) -> bool {
        matches!(self.codec, Codec::Utf8)
    }
    /// Whether a byte below 0x80 is the ASCII character, always and alone.
    pub(crate) fn keeps_ascii(&self) -> bool {
        matches!(self.codec, Codec::Utf8 | Codec::Ascii | Codec::Latin1 | Codec::Table(_))
    }
    /// Bytes per character, where that is constant.
    pub(crate) fn unit(&self) -> Option<usize> {
        match self.codec {
            Codec::Ascii | Codec::Latin1 | Codec::Table(_) => Some(1),
            Codec::Ucs2(_) => Some(2),
            Codec::Utf32(_) | Codec::Ucs4(_) => Some(4),
            _ => None,
        }
    }
    /// Whether it stands for bytes rather than characters.
    pub(crate) fn is_transfer(&self) -> bool {
        matches!(self.codec, Codec::Base64 | Codec::QuotedPrintable | Codec::Uuencode)
    }
    /// Whether a character is written the same wherever it is.
    pub(crate) fn has_fixed_characters(&self) -> bool {
        !self.is_transfer()
            && !matches!(self.codec, Codec::Html | Codec::Utf7 | Codec::Utf7Imap)
            && !matches!(self.codec, Codec::Shifting(kind) if !matches!(kind, Kind::Kr | Kind::Hz))
    }
    /// Whether any bytes could be in it, so that guessing leaves it out: transfer encodings, `7bit`, `8bit`.
    pub(crate) fn is_for_bytes(&self) -> bool {
        self.is_transfer() || matches!(self.codec, Codec::Html) || matches!(self.name, "7bit" | "8bit")
    }
    /// What PHP says when such an encoding is named.
    pub(crate) fn deprecation(&self) -> Option<&'static str> {
        match self.codec {
            Codec::Base64 => Some("Handling Base64 via mbstring is deprecated; use base64_encode/base64_decode instead"),
            Codec::QuotedPrintable => {
                Some("Handling QPrint via mbstring is deprecated; use quoted_printable_encode/quoted_printable_decode instead")
            }
            Codec::Html => Some(
                "Handling HTML entities via mbstring is deprecated; use htmlspecialchars, htmlentities, or mb_encode_numericentity/mb_decode_numericentity instead",
            ),
            Codec::Uuencode => {
                Some("Handling Uuencode via mbstring is deprecated; use convert_uuencode/convert_uudecode instead")
            }
            _ => None,
        }
    }
}

/// Stands for no conversion.
pub(crate) static PASS: Encoding = Encoding { name: "pass", mime: None, aliases: &[], codec: Codec::Latin1 };

/// The encoding with a name, a MIME name or an alias.
pub(crate) fn find(name: &[u8]) -> Option<EncodingRef> {
    if matches!(name, b"UTF-8" | b"utf-8") || name.eq_ignore_ascii_case(b"UTF-8") {
        return Some(utf8());
    }
    // No name is as long as this; the longest has 20 bytes.
    let mut lower = [0; 32];
    let lower = lower.get_mut(..name.len())?;
    lower.copy_from_slice(name);
    lower.make_ascii_lowercase();
    static INDEX: OnceLock<HashMap<Vec<u8>, EncodingRef, SeededState>> = OnceLock::new();
    INDEX.get_or_init(index).get(&*lower).copied()
}
/// All encodings by their names in lower case. A name goes before a MIME name, and that before an alias.
fn index() -> HashMap<Vec<u8>, EncodingRef, SeededState> {
    let names = ALL.iter().map(|e| (e.name, e));
    let mimes = ALL.iter().filter_map(|e| Some((e.mime?, e)));
    let aliases = ALL.iter().flat_map(|e| e.aliases.iter().map(move |&alias| (alias, e)));
    let mut all = HashMap::default();
    for (name, encoding) in names.chain(mimes).chain(aliases) {
        all.entry(name.to_ascii_lowercase().into_bytes()).or_insert(encoding);
    }
    all
}

pub(crate) fn utf8() -> EncodingRef {
    &ALL[UTF8]
}
pub(crate) fn latin1() -> EncodingRef {
    &ALL[EIGHT_BIT]
}
const UTF8: usize = 18;
const EIGHT_BIT: usize = 5;
const _: () = assert!(matches!(ALL[UTF8].codec, Codec::Utf8));
const _: () = assert!(matches!(ALL[EIGHT_BIT].codec, Codec::Latin1));

const fn e(name: &'static str, mime: &'static str, aliases: &'static [&'static str], codec: Codec) -> Encoding {
    Encoding { name, mime: if mime.is_empty() { None } else { Some(mime) }, aliases, codec }
}
/// An encoding whose MIME name is its name.
const fn n(name: &'static str, aliases: &'static [&'static str], codec: Codec) -> Encoding {
    Encoding { name, mime: Some(name), aliases, codec }
}

use Codec::*;
use Order::*;

/// All encodings, in PHP's order.
#[rustfmt::skip]
pub(crate) static ALL: [Encoding; 79] = [
    n("BASE64", &[], Base64),
    e("UUENCODE", "x-uuencode", &[], Uuencode),
    n("HTML-ENTITIES", &["HTML", "html"], Html),
    n("Quoted-Printable", &["qprint"], QuotedPrintable),
    n("7bit", &[], Ascii),
    n("8bit", &["binary"], Latin1),
    n("UCS-4", &["ISO-10646-UCS-4", "UCS4"], Ucs4(Detect)),
    n("UCS-4BE", &["byte4be"], Ucs4(Big)),
    n("UCS-4LE", &["byte4le"], Ucs4(Little)),
    n("UCS-2", &["ISO-10646-UCS-2", "UCS2", "UNICODE"], Ucs2(Detect)),
    n("UCS-2BE", &["byte2be"], Ucs2(Big)),
    n("UCS-2LE", &["byte2le"], Ucs2(Little)),
    n("UTF-32", &["utf32"], Utf32(Detect)),
    n("UTF-32BE", &[], Utf32(Big)),
    n("UTF-32LE", &[], Utf32(Little)),
    n("UTF-16", &["utf16"], Utf16(Detect)),
    n("UTF-16BE", &[], Utf16(Big)),
    n("UTF-16LE", &[], Utf16(Little)),
    n("UTF-8", &["utf8"], Utf8),
    n("UTF-7", &["utf7"], Utf7),
    e("UTF7-IMAP", "", &["mUTF-7"], Utf7Imap),
    e("ASCII", "US-ASCII", &["ANSI_X3.4-1968", "iso-ir-6", "ANSI_X3.4-1986", "ISO_646.irv:1991", "US-ASCII", "ISO646-US", "us", "IBM367", "IBM-367", "cp367", "csASCII"], Ascii),
    n("EUC-JP", &["EUC", "EUC_JP", "eucJP", "x-euc-jp"], Multibyte(Set::EucJp)),
    e("SJIS", "Shift_JIS", &["x-sjis", "SHIFT-JIS"], Multibyte(Set::Sjis)),
    e("eucJP-win", "EUC-JP", &["eucJP-open", "eucJP-ms"], Multibyte(Set::EucJpWin)),
    e("EUC-JP-2004", "EUC-JP", &["EUC_JP-2004"], Multibyte(Set::EucJp2004)),
    e("SJIS-Mobile#DOCOMO", "Shift_JIS", &["SJIS-DOCOMO", "shift_jis-imode", "x-sjis-emoji-docomo"], Multibyte(Set::SjisDocomo)),
    e("SJIS-Mobile#KDDI", "Shift_JIS", &["SJIS-KDDI", "shift_jis-kddi", "x-sjis-emoji-kddi"], Multibyte(Set::SjisKddi)),
    e("SJIS-Mobile#SOFTBANK", "Shift_JIS", &["SJIS-SOFTBANK", "shift_jis-softbank", "x-sjis-emoji-softbank"], Multibyte(Set::SjisSoftbank)),
    e("SJIS-mac", "Shift_JIS", &["MacJapanese", "x-Mac-Japanese"], Multibyte(Set::SjisMac)),
    e("SJIS-2004", "Shift_JIS", &["SJIS2004", "Shift_JIS-2004"], Multibyte(Set::Sjis2004)),
    e("UTF-8-Mobile#DOCOMO", "UTF-8", &["UTF-8-DOCOMO", "UTF8-DOCOMO"], Mobile(Set::Utf8Docomo)),
    e("UTF-8-Mobile#KDDI-A", "UTF-8", &[], Mobile(Set::Utf8KddiA)),
    e("UTF-8-Mobile#KDDI-B", "UTF-8", &["UTF-8-Mobile#KDDI", "UTF-8-KDDI", "UTF8-KDDI"], Mobile(Set::Utf8KddiB)),
    e("UTF-8-Mobile#SOFTBANK", "UTF-8", &["UTF-8-SOFTBANK", "UTF8-SOFTBANK"], Mobile(Set::Utf8Softbank)),
    e("CP932", "Shift_JIS", &["MS932", "Windows-31J", "MS_Kanji"], Multibyte(Set::Cp932)),
    e("SJIS-win", "Shift_JIS", &["SJIS-ms", "SJIS-open"], Multibyte(Set::SjisWin)),
    n("CP51932", &["cp51932"], Multibyte(Set::Cp51932)),
    e("JIS", "ISO-2022-JP", &[], Shifting(Kind::Jis)),
    n("ISO-2022-JP", &[], Shifting(Kind::Jp)),
    e("ISO-2022-JP-MS", "ISO-2022-JP", &["ISO2022JPMS"], Shifting(Kind::JpMs)),
    n("GB18030", &["gb-18030", "gb-18030-2000"], Multibyte(Set::Gb18030)),
    n("GB18030-2022", &[], Multibyte(Set::Gb18030Of2022)),
    n("Windows-1252", &["cp1252"], Table(&tables::WINDOWS_1252)),
    n("Windows-1254", &["CP1254", "CP-1254", "WINDOWS-1254"], Table(&tables::WINDOWS_1254)),
    n("ISO-8859-1", &["ISO8859-1", "latin1"], Latin1),
    n("ISO-8859-2", &["ISO8859-2", "latin2"], Table(&tables::ISO_8859_2)),
    n("ISO-8859-3", &["ISO8859-3", "latin3"], Table(&tables::ISO_8859_3)),
    n("ISO-8859-4", &["ISO8859-4", "latin4"], Table(&tables::ISO_8859_4)),
    n("ISO-8859-5", &["ISO8859-5", "cyrillic"], Table(&tables::ISO_8859_5)),
    n("ISO-8859-6", &["ISO8859-6", "arabic"], Table(&tables::ISO_8859_6)),
    n("ISO-8859-7", &["ISO8859-7", "greek"], Table(&tables::ISO_8859_7)),
    n("ISO-8859-8", &["ISO8859-8", "hebrew"], Table(&tables::ISO_8859_8)),
    n("ISO-8859-9", &["ISO8859-9", "latin5"], Table(&tables::ISO_8859_9)),
    n("ISO-8859-10", &["ISO8859-10", "latin6"], Table(&tables::ISO_8859_10)),
    n("ISO-8859-13", &["ISO8859-13"], Table(&tables::ISO_8859_13)),
    n("ISO-8859-14", &["ISO8859-14", "latin8"], Table(&tables::ISO_8859_14)),
    n("ISO-8859-15", &["ISO8859-15"], Table(&tables::ISO_8859_15)),
    n("ISO-8859-16", &["ISO8859-16"], Table(&tables::ISO_8859_16)),
    e("EUC-CN", "CN-GB", &["CN-GB", "EUC_CN", "eucCN", "x-euc-cn", "gb2312"], Multibyte(Set::EucCn)),
    n("CP936", &["CP-936", "GBK"], Multibyte(Set::Cp936)),
    e("HZ", "HZ-GB-2312", &[], Shifting(Kind::Hz)),
    n("EUC-TW", &["EUC_TW", "eucTW", "x-euc-tw"], Multibyte(Set::EucTw)),
    e("BIG-5", "BIG5", &["CN-BIG5", "BIG-FIVE", "BIGFIVE"], Multibyte(Set::Big5)),
    e("CP950", "BIG5", &[], Multibyte(Set::Cp950)),
    n("EUC-KR", &["EUC_KR", "eucKR", "x-euc-kr"], Multibyte(Set::EucKr)),
    n("UHC", &["CP949"], Multibyte(Set::Uhc)),
    n("ISO-2022-KR", &[], Shifting(Kind::Kr)),
    n("Windows-1251", &["CP1251", "CP-1251", "WINDOWS-1251"], Table(&tables::WINDOWS_1251)),
    n("CP866", &["CP-866", "IBM866", "IBM-866"], Table(&tables::CP866)),
    n("KOI8-R", &["KOI8R"], Table(&tables::KOI8_R)),
    n("KOI8-U", &["KOI8U"], Table(&tables::KOI8_U)),
    n("ArmSCII-8", &["ArmSCII8", "ARMSCII-8", "ARMSCII8"], Table(&tables::ARMSCII_8)),
    n("CP850", &["CP-850", "IBM850", "IBM-850"], Table(&tables::CP850)),
    n("ISO-2022-JP-2004", &[], Shifting(Kind::Jp2004)),
    e("ISO-2022-JP-MOBILE#KDDI", "ISO-2022-JP", &["ISO-2022-JP-KDDI"], Shifting(Kind::JpKddi)),
    e("CP50220", "ISO-2022-JP", &["cp50220raw", "cp50220-raw", "JIS-ms"], Shifting(Kind::Cp50220)),
    e("CP50221", "ISO-2022-JP", &[], Shifting(Kind::Cp50221)),
    e("CP50222", "ISO-2022-JP", &[], Shifting(Kind::Cp50222)),
];
