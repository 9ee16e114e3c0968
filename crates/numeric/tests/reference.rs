//! Checks every function against a table that the reference wrote; see reference.php.
//!
//! `PHANT_TABLE=/tmp/big.tsv cargo test -p phant-numeric` checks a larger table.

use phant_numeric::increment::Step;
use phant_numeric::number_format::append_number_format;
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
        _ => panic!("no function {name}"),
    };
    vec![result]
}

#[test]
fn reference() {
    table::check(include_str!("reference.tsv"), call);
}
