//! Names of tags, by tables: `tags.txt` has a section for each.

use std::{collections::HashMap, sync::OnceLock};

/// A table of names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Table {
    Ifd,
    Gps,
    Iop,
    Canon,
    Casio,
    Fuji,
    Nikon,
    Nikon990,
    Olympus,
    Samsung,
    Panasonic,
    Dji,
    Sony,
    Pentax,
    Minolta,
    Sigma,
    Kyocera,
    Ricoh,
}

const SECTIONS: [(&str, Table); 18] = [
    ("[IFD]", Table::Ifd),
    ("[GPS]", Table::Gps),
    ("[IOP]", Table::Iop),
    ("[CANON]", Table::Canon),
    ("[CASIO]", Table::Casio),
    ("[FUJI]", Table::Fuji),
    ("[NIKON]", Table::Nikon),
    ("[NIKON_990]", Table::Nikon990),
    ("[OLYMPUS]", Table::Olympus),
    ("[SAMSUNG]", Table::Samsung),
    ("[PANASONIC]", Table::Panasonic),
    ("[DJI]", Table::Dji),
    ("[SONY]", Table::Sony),
    ("[PENTAX]", Table::Pentax),
    ("[MINOLTA]", Table::Minolta),
    ("[SIGMA]", Table::Sigma),
    ("[KYOCERA]", Table::Kyocera),
    ("[RICOH]", Table::Ricoh),
];

type Names = HashMap<(Table, u16), &'static str>;

fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| {
        let (mut names, mut table) = (Names::new(), Table::Ifd);
        for line in include_str!("tags.txt").lines() {
            if let Some((_, found)) = SECTIONS.iter().find(|(title, _)| *title == line) {
                table = *found;
            } else if let Some((tag, name)) = line.split_once(' ')
                && let Ok(tag) = u16::from_str_radix(tag, 16)
            {
                names.entry((table, tag)).or_insert(name);
            }
        }
        names
    })
}

/// A tag's name.
pub fn name(table: Table, tag: u16) -> Option<&'static str> {
    names().get(&(table, tag)).copied()
}

/// What a maker's notes look like: who makes them, what they begin with, where the tags are, and from where offsets count.
pub struct Maker {
    pub make: Option<&'static str>,
    pub begin: &'static [u8],
    pub offset: usize,
    /// 0: little-endian, 1: big-endian, 2: as the file.
    pub order: u8,
    /// Offsets count from the notes, not from the file.
    pub from_notes: bool,
    pub table: Table,
}

const fn maker(
    make: Option<&'static str>,
    begin: &'static [u8],
    offset: usize,
    order: u8,
    from_notes: bool,
    table: Table,
) -> Maker {
    Maker { make, begin, offset, order, from_notes, table }
}

/// The makers that are known.
pub const MAKERS: &[Maker] = &[
    maker(Some("Canon"), b"", 0, 0, false, Table::Canon),
    maker(Some("CASIO"), b"", 0, 1, false, Table::Casio),
    maker(Some("FUJIFILM"), b"FUJIFILM\x0C\x00\x00\x00", 12, 0, true, Table::Fuji),
    maker(Some("NIKON"), b"Nikon\x00\x01\x00", 8, 2, false, Table::Nikon),
    maker(Some("NIKON"), b"Nikon\x00\x02", 18, 2, true, Table::Nikon990),
    maker(Some("NIKON"), b"", 0, 2, false, Table::Nikon990),
    maker(Some("OLYMPUS OPTICAL CO.,LTD"), b"OLYMP\x00\x01\x00", 8, 2, false, Table::Olympus),
    maker(Some("OLYMPUS OPTICAL CO.,LTD"), b"OLYMP\x00\x02\x00", 8, 2, false, Table::Olympus),
    maker(Some("SAMSUNG"), b"", 0, 2, false, Table::Samsung),
    maker(Some("Panasonic"), b"Panasonic\x00\x00\x00", 12, 2, false, Table::Panasonic),
    maker(Some("DJI"), b"", 0, 0, false, Table::Dji),
    maker(Some("SONY"), b"SONY DSC \x00\x00\x00", 12, 2, false, Table::Sony),
    maker(Some("SONY"), b"", 0, 2, false, Table::Sony),
    maker(Some("PENTAX"), b"AOC\x00", 6, 2, false, Table::Pentax),
    maker(Some("Minolta, KONICA MINOLTA"), b"", 0, 2, false, Table::Minolta),
    maker(Some("SIGMA, FOVEON"), b"SIGMA\x00\x00\x00", 10, 2, false, Table::Sigma),
    maker(Some("SIGMA, FOVEON"), b"FOVEON\x00\x00\x00", 10, 2, false, Table::Sigma),
    maker(Some("KYOCERA, CONTAX"), b"KYOCERA            \x00\x00\x00", 22, 2, false, Table::Kyocera),
    maker(Some("RICOH"), b"Ricoh", 5, 1, false, Table::Ricoh),
    maker(Some("RICOH"), b"RICOH", 5, 1, false, Table::Ricoh),
    maker(None, b"AGFA \x00\x01", 8, 2, false, Table::Olympus),
    maker(None, b"EPSON\x00\x01\x00", 8, 2, false, Table::Olympus),
];
