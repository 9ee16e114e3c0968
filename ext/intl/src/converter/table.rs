//! Which converters there are, by ICU's names.

use crate::char::packed::{Reader, unpack};
use phant_charset::Charset;
use std::{collections::HashMap, sync::OnceLock};

static DATA: &[u8] = include_bytes!("../../tables/converters.bin");

/// A converter.
pub(super) struct Converter {
    pub(super) name: String,
    pub(super) kind: i64,
    pub(super) substitute: Vec<u8>,
    /// Its other names, the converter that each means where that is another one, and whether it is ambiguous.
    pub(super) aliases: Vec<(String, String, bool)>,
    pub(super) form: Form,
}

/// How a converter works.
pub(super) enum Form {
    /// What each byte is, and which byte a character is.
    Single(Vec<Option<char>>, HashMap<char, u8>),
    Charset(&'static Charset),
    Cesu,
}

/// Converters of more than a byte a character, and whose tables they have.
const CHARSETS: [(&str, &str); 17] = [
    ("UTF-8", "UTF-8"),
    ("UTF-16", "UTF-16"),
    ("UTF-16BE", "UTF-16BE"),
    ("UTF-16LE", "UTF-16LE"),
    ("UTF-32", "UTF-32"),
    ("UTF-32BE", "UTF-32BE"),
    ("UTF-32LE", "UTF-32LE"),
    ("UTF-7", "UTF-7"),
    ("gb18030-2022", "GB18030"),
    ("ibm-943_P15A-2003", "SHIFT_JIS"),
    ("euc-jp-2007", "EUC-JP"),
    ("windows-950-2000", "BIG5"),
    ("ibm-970_P110_P110-2006_U2", "EUC-KR"),
    ("windows-936-2000", "GBK"),
    ("ISO_2022,locale=ja,version=0", "ISO-2022-JP"),
    ("ibm-1383_P110-1999", "GB2312"),
    ("ibm-1375_P100-2008", "BIG5-HKSCS"),
];

fn converter(data: &mut Reader<'_>) -> Option<Converter> {
    let (name, kind) = (data.text(), i64::from(data.number()));
    let length = data.number() as usize;
    let substitute = data.bytes(length).to_vec();
    let aliases = (0..data.number()).map(|_| (data.text(), data.text(), data.byte() == 1)).collect();
    let form = if data.byte() == 1 {
        let bytes: Vec<Option<char>> = (0..256).map(|_| char::from_u32(data.number())).collect();
        let known = bytes.iter().enumerate().rev();
        let map = known.filter_map(|(byte, c)| c.map(|c| (c, byte as u8))).collect();
        Form::Single(bytes, map)
    } else if name == "CESU-8" {
        Form::Cesu
    } else {
        let charset = CHARSETS.iter().find(|(own, _)| *own == name)?;
        Form::Charset(phant_charset::find(charset.1.as_bytes())?)
    };
    Some(Converter { name, kind, substitute, aliases, form })
}

/// All of them.
pub(super) fn all() -> &'static [Converter] {
    static ALL: OnceLock<Vec<Converter>> = OnceLock::new();
    ALL.get_or_init(|| {
        let data = unpack(DATA);
        let mut data = Reader::new(&data);
        (0..data.number()).filter_map(|_| converter(&mut data)).collect()
    })
}

/// Names are the same whatever case they have, without hyphens, underscores, spaces and zeros that begin numbers.
fn plain(name: &str) -> String {
    let mut plain = String::new();
    let mut chars = name.chars().peekable();
    let mut in_number = false;
    while let Some(c) = chars.next() {
        match c {
            '-' | '_' | ' ' => {
                in_number = false;
                continue;
            }
            '0' if !in_number && chars.peek().is_some_and(char::is_ascii_digit) => continue,
            '0' => {}
            _ => in_number = c.is_ascii_digit(),
        }
        plain.push(c.to_ascii_lowercase());
    }
    plain
}

/// The converter that a name means, and whether the name is ambiguous.
pub(super) fn find(name: &str) -> Option<(&'static Converter, bool)> {
    static KNOWN: OnceLock<HashMap<String, (&Converter, bool)>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| {
        let mut known = HashMap::new();
        for converter in all() {
            for (alias, means, ambiguous) in &converter.aliases {
                let meant = if means.is_empty() { Some(converter) } else { all().iter().find(|other| other.name == *means) };
                if let Some(meant) = meant {
                    known.entry(plain(alias)).or_insert((meant, *ambiguous));
                }
            }
        }
        for converter in all() {
            known.entry(plain(&converter.name)).or_insert((converter, false));
        }
        known
    });
    known.get(&plain(name)).copied()
}

/// The other names of a converter that a name belongs to.
pub(super) fn aliases(name: &str) -> Option<&'static Converter> {
    let wanted = plain(name);
    let has = |converter: &&Converter| converter.aliases.iter().any(|alias| plain(&alias.0) == wanted);
    find(name).map(|found| found.0).filter(|found| has(found)).or_else(|| all().iter().find(has))
}
