//! Checks every function against a table that the reference wrote; see reference.php.
//!
//! `PHANT_TABLE=/tmp/big.tsv cargo test -p phant-numeric` checks a larger table.

use phant_numeric::increment::Step;
use phant_numeric::number_format::append_number_format;
use phant_numeric::printf::{self, Argument, Count, Format, FormatError, Missing, Piece};
use phant_numeric::round::{RoundingMode, round};
use phant_numeric::*;
use table::{Field, int, text};

mod table;

fn number(value: Number) -> Field {
    match value {
        Number::Int(i) => Field::Int(i),
        Number::Float(f) => Field::Float(f),
    }
}

fn step(step: Step, before: &Field) -> Field {
    match step {
        Step::Int(i) => Field::Int(i),
        Step::Float(f) => Field::Float(f),
        Step::Text(t) => Field::Text(t),
        Step::Unchanged => before.clone(),
    }
}

fn division(result: Result<i64, pow::DivisionError>, by_zero: &str) -> Field {
    match result {
        Ok(i) => Field::Int(i),
        Err(pow::DivisionError::ByZero) => text(by_zero),
        Err(pow::DivisionError::Overflow) => text("Division of PHP_INT_MIN by -1 is not an integer"),
    }
}

fn string_of(value: &Field) -> Vec<u8> {
    match value {
        Field::Int(i) => IntText::new(*i).as_bytes().to_vec(),
        Field::Float(f) => {
            let mut out = Vec::new();
            append_float(&mut out, *f, PRECISION.get());
            out
        }
        Field::Text(t) => t.clone(),
        Field::Null => Vec::new(),
    }
}

thread_local! {
    /// The ini setting, as the last row of "float_text" set it.
    static PRECISION: std::cell::Cell<i32> = const { std::cell::Cell::new(14) };
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
    let from_base = |base| number(base::from_base(a[0].text(), base).value);
    let result = match name {
        "is_numeric" => int(classify(a[0].text()).whole().is_some()),
        "add_zero" => match classify(a[0].text()).leading() {
            Some(Number::Int(i)) => int(i),
            Some(Number::Float(f)) => Field::Float(f + 0.0),
            None => text("Unsupported operand types: string + int"),
        },
        "to_int" => int(to_int(a[0].text())),
        "to_float" => Field::Float(to_float(a[0].text())),
        "array_key" => array_key(a[0].text()).map_or_else(|| a[0].clone(), Field::Int),
        "intval" if a[1].int() == 10 => int(to_int(a[0].text())),
        "intval" => int(parse::to_int_in_base(a[0].text(), a[1].int() as u32)),
        "spaceship" => int(compare::compare(a[0].text(), a[1].text()) as i64),
        "equal" => int(compare::equal(a[0].text(), a[1].text())),
        "increment" => step(increment::increment(a[0].text()), &a[0]),
        "decrement" => step(increment::decrement(a[0].text()), &a[0]),
        "float_to_int" => int(float_to_int(a[0].float())),
        "float_text" => {
            let precision = a[1].int() as i32;
            PRECISION.set(precision);
            let mut out = Vec::new();
            append_float(&mut out, a[0].float(), precision);
            if precision <= 17 {
                assert_eq!(FloatText::new(a[0].float(), precision).as_bytes(), out);
            }
            text(out)
        }
        "var_export" => text(FloatText::repr(a[0].float()).with_zero_fraction().as_bytes()),
        "round" => {
            let mode = RoundingMode::from_constant(a[2].int()).unwrap();
            Field::Float(round(a[0].float(), a[1].int() as i32, mode))
        }
        "round_int" => Field::Float(round::round_int(a[0].int(), a[1].int() as i32, RoundingMode::HalfAwayFromZero)),
        "number_format" => {
            let value = match a[0] {
                Field::Int(i) => Number::Int(i),
                ref float => Number::Float(float.float()),
            };
            let mut out = Vec::new();
            append_number_format(&mut out, value, a[1].int() as i32, a[2].text(), a[3].text());
            text(out)
        }
        "int_text" => text(IntText::new(a[0].int()).as_bytes()),
        "bindec" => from_base(2),
        "octdec" => from_base(8),
        "hexdec" => from_base(16),
        "decbin" => text(base::int_to_base(a[0].int(), 2)),
        "decoct" => text(base::int_to_base(a[0].int(), 8)),
        "dechex" => text(base::int_to_base(a[0].int(), 16)),
        "base_convert" => {
            let (from, to) = (a[1].int() as u32, a[2].int() as u32);
            match base::to_base(base::from_base(a[0].text(), from).value, to) {
                Some(converted) => text(converted),
                None => text(format!("An infinite value cannot be converted to base {to}")),
            }
        }
        "pow" => number(pow::pow_int(a[0].int(), a[1].int())),
        "intdiv" => division(pow::intdiv(a[0].int(), a[1].int()), "Division by zero"),
        "mod" => division(pow::modulo(a[0].int(), a[1].int()), "Modulo by zero"),
        "mul" => number(pow::mul(a[0].int(), a[1].int())),
        "fmod" => Field::Float(pow::fmod(a[0].float(), a[1].float())),
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
