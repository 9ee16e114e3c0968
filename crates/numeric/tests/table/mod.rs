//! Tables of calls with the reference's answers, as table.php writes them.

#![allow(dead_code)] // Not every table needs all of it.

use std::collections::BTreeMap;
use std::fmt::Write;

/// An argument or a result.
#[derive(Clone, PartialEq)]
pub enum Field {
    Null,
    Int(i64),
    Float(f64),
    Text(Vec<u8>),
}

impl Field {
    fn parse(field: &str) -> Field {
        let rest = &field[1..];
        match field.as_bytes()[0] {
            b'n' => Field::Null,
            b'i' => Field::Int(rest.parse().unwrap()),
            b'f' => Field::Float(f64::from_bits(u64::from_str_radix(rest, 16).unwrap())),
            _ => {
                let mut text = Vec::new();
                let mut rest = rest.as_bytes();
                while let Some((&byte, tail)) = rest.split_first() {
                    if byte == b'\\' {
                        text.push(u8::from_str_radix(std::str::from_utf8(&tail[1..3]).unwrap(), 16).unwrap());
                        rest = &tail[3..];
                    } else {
                        text.push(byte);
                        rest = tail;
                    }
                }
                Field::Text(text)
            }
        }
    }

    pub fn text(&self) -> &[u8] {
        match self {
            Field::Text(text) => text,
            _ => panic!("not text"),
        }
    }

    pub fn int(&self) -> i64 {
        match self {
            Field::Int(i) => *i,
            _ => panic!("not an integer"),
        }
    }

    pub fn float(&self) -> f64 {
        match self {
            Field::Float(f) => *f,
            _ => panic!("not a float"),
        }
    }

    fn show(&self) -> String {
        match self {
            Field::Null => "null".into(),
            Field::Int(i) => format!("int {i}"),
            Field::Float(f) => format!("float {f:e}"),
            Field::Text(text) => format!("\"{}\"", text.escape_ascii()),
        }
    }

    /// Any NaN is as good as another.
    fn same(&self, other: &Field) -> bool {
        match (self, other) {
            (Field::Float(a), Field::Float(b)) => a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(),
            _ => self == other,
        }
    }
}

pub fn int(value: impl Into<i64>) -> Field {
    Field::Int(value.into())
}

pub fn text(value: impl Into<Vec<u8>>) -> Field {
    Field::Text(value.into())
}

/// Makes every call of `table`, or of the file that `$PHANT_TABLE` names, and compares.
pub fn check(table: &str, call: impl Fn(&str, &[Field]) -> Vec<Field>) {
    let table = match std::env::var("PHANT_TABLE") {
        Ok(path) => std::fs::read_to_string(path).unwrap(),
        Err(_) => table.to_string(),
    };
    let mut wrong = String::new();
    let mut failed = BTreeMap::<&str, usize>::new();
    for line in table.lines() {
        let (left, right) = line.split_once("\t=\t").unwrap();
        let (name, arguments) = left.split_once('\t').unwrap();
        let arguments: Vec<Field> = arguments.split('\t').map(Field::parse).collect();
        let expected: Vec<Field> = right.split('\t').map(Field::parse).collect();
        let results = call(name, &arguments);
        if results.len() != expected.len() || results.iter().zip(&expected).any(|(a, b)| !a.same(b)) {
            let count = failed.entry(name).or_default();
            *count += 1;
            if *count <= 8 {
                let show = |fields: &[Field]| fields.iter().map(Field::show).collect::<Vec<_>>().join(", ");
                let (given, got, want) = (show(&arguments), show(&results), show(&expected));
                writeln!(wrong, "{name}({given}) = {got}, should be {want}").unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}{failed:?}");
}
