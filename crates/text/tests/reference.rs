//! Checks every function against a table that the reference wrote; see reference.php.
//!
//! `PHANT_TABLE=/tmp/big.tsv cargo test -p phant-text` checks a larger table.

use phant_numeric::{IntText, append_float, float_to_int, to_float, to_int};
use phant_text::printf::{self, Argument, Count, Format, FormatError, Missing, Piece};
use phant_text::{natural, similarity, sound};
use table::{Field, int, text};

#[path = "../../numeric/tests/table/mod.rs"]
mod table;

fn string_of(value: &Field) -> Vec<u8> {
    match value {
        Field::Int(i) => IntText::new(*i).as_bytes().to_vec(),
        Field::Float(f) => {
            let mut out = Vec::new();
            append_float(&mut out, *f, 14);
            out
        }
        Field::Text(t) => t.clone(),
        Field::Null => Vec::new(),
    }
}

fn int_of(value: &Field) -> i64 {
    match value {
        Field::Int(i) => *i,
        Field::Float(f) => float_to_int(*f),
        Field::Text(t) => to_int(t),
        Field::Null => 0,
    }
}

fn float_of(value: &Field) -> f64 {
    match value {
        Field::Int(i) => *i as f64,
        Field::Float(f) => *f,
        Field::Text(t) => to_float(t),
        Field::Null => 0.0,
    }
}

/// The value of a width or precision, or `Err` if its argument is missing.
fn count(count: Count, mut fetch: impl FnMut(Argument) -> Option<Field>) -> Result<Option<Field>, ()> {
    match count {
        Count::Default => Ok(None),
        Count::Given(n) => Ok(Some(int(n))),
        Count::Argument(argument) => fetch(argument).map(Some).ok_or(()),
    }
}

fn checked(value: Option<Field>, error: FormatError) -> Result<Option<i64>, Vec<u8>> {
    match value {
        None => Ok(None),
        Some(Field::Int(i)) => Ok(Some(i)),
        Some(_) => Err(error.message()),
    }
}

fn sprintf(format: &[u8], values: &[Field]) -> Result<Vec<u8>, Vec<u8>> {
    let mut out = Vec::new();
    let mut next = 0;
    let mut missing = None;
    let mut pieces = Format::new(format);
    while let Some(piece) = pieces.next() {
        let directive = match piece.map_err(FormatError::message)? {
            Piece::Literal(literal) => {
                out.extend_from_slice(literal);
                continue;
            }
            Piece::Directive(directive) => directive,
        };
        let mut fetch = |argument| {
            let index = match argument {
                Argument::Next => {
                    next += 1;
                    next - 1
                }
                Argument::At(index) => index,
            };
            if index >= values.len() {
                missing = missing.max(Some(index));
            }
            values.get(index).cloned()
        };
        let Ok(width) = count(directive.width, &mut fetch) else {
            pieces.argument_missing(Missing::Width);
            continue;
        };
        let width = checked(width, FormatError::WidthType)?;
        directive.check_width(width).map_err(FormatError::message)?;
        let Ok(precision) = count(directive.precision, &mut fetch) else {
            pieces.argument_missing(Missing::Precision);
            continue;
        };
        let precision = checked(precision, FormatError::PrecisionType)?;
        directive.check_precision(precision).map_err(FormatError::message)?;
        let Some(value) = fetch(directive.argument) else {
            pieces.argument_missing(Missing::Value);
            continue;
        };
        let layout = directive.layout(width, precision).map_err(FormatError::message)?;
        match directive.conversion {
            b's' => printf::append_string(&mut out, layout, &string_of(&value)),
            b'd' => printf::append_int(&mut out, layout, int_of(&value)),
            b'u' => printf::append_unsigned(&mut out, layout, int_of(&value)),
            b'c' => printf::append_char(&mut out, int_of(&value)),
            b'b' => printf::append_bits(&mut out, layout, int_of(&value), 1, false),
            b'o' => printf::append_bits(&mut out, layout, int_of(&value), 3, false),
            b'x' => printf::append_bits(&mut out, layout, int_of(&value), 4, false),
            b'X' => printf::append_bits(&mut out, layout, int_of(&value), 4, true),
            b'%' => out.push(b'%'),
            conversion => printf::append_float(&mut out, layout, float_of(&value), conversion, b'.'),
        }
    }
    match missing {
        Some(index) => Err(format!("{} arguments are required, {} given", index + 2, values.len() + 1).into_bytes()),
        None => Ok(out),
    }
}

fn call(name: &str, a: &[Field]) -> Vec<Field> {
    let result = match name {
        "strnatcmp" => int(natural::compare(a[0].text(), a[1].text(), false) as i64),
        "strnatcasecmp" => int(natural::compare(a[0].text(), a[1].text(), true) as i64),
        "similar_text" => {
            let (x, y) = (a[0].text(), a[1].text());
            let similar = similarity::similar_text(x, y);
            return vec![int(similar as i64), Field::Float(similarity::similar_percent(similar, x, y))];
        }
        "levenshtein" => int(similarity::levenshtein(a[0].text(), a[1].text(), a[2].int(), a[3].int(), a[4].int())),
        "soundex" => text(sound::soundex(a[0].text())),
        "metaphone" => text(sound::metaphone(a[0].text(), a[1].int() as usize)),
        "sprintf" => text(sprintf(a[0].text(), &a[1..]).unwrap_or_else(|message| message)),
        _ => panic!("no function {name}"),
    };
    vec![result]
}

#[test]
fn reference() {
    table::check(include_str!("reference.tsv"), call);
}
