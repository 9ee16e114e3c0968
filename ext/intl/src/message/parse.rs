//! Reading what messages were written to.

use super::{
    format::{Message, Simple},
    pattern::{Kind, Part},
};
use crate::{
    date::{parse_date, symbols::DateSymbols},
    number::parse as number,
};
use phant_memory::Value;

impl Message {
    /// The values of the arguments, by number. The error is ICU's code.
    pub(crate) fn read(&self, text: &[char]) -> Result<Vec<Value>, i64> {
        const PARSE: i64 = 6;
        const MISMATCH: i64 = 0x1010c;
        let mut values: Vec<Value> = Vec::new();
        let mut at = 0;
        for (index, part) in self.parts.iter().enumerate() {
            match part {
                Part::Text(literal) => {
                    let length = literal.chars().count();
                    if text.len() < at + length || !literal.chars().eq(text[at..at + length].iter().copied()) {
                        return Err(PARSE);
                    }
                    at += length;
                }
                Part::Hash => {}
                Part::Arg(arg) => {
                    let place: usize = arg.name.parse().map_err(|_| MISMATCH)?;
                    if place > 10_000 {
                        return Err(PARSE);
                    }
                    let (value, end) = match &arg.kind {
                        Kind::None => {
                            let end = match self.parts.get(index + 1) {
                                Some(Part::Text(next)) => {
                                    let next: Vec<char> = next.chars().collect();
                                    let found = text[at..].windows(next.len().max(1)).position(|window| window == &next[..]);
                                    at + found.ok_or(PARSE)?
                                }
                                _ => text.len(),
                            };
                            let found: String = text[at..end].iter().collect();
                            (Value::from(found), end)
                        }
                        Kind::Simple(kind, style) => self.read_simple(&*self.simple(kind, style)?, text, at).ok_or(PARSE)?,
                        Kind::Choice(cases) => {
                            let found = cases.iter().filter_map(|(limit, _, parts)| {
                                let literal: String = parts
                                    .iter()
                                    .map(|part| if let Part::Text(text) = part { text.as_str() } else { "" })
                                    .collect();
                                let length = literal.chars().count();
                                let fits = text.len() >= at + length && literal.chars().eq(text[at..at + length].iter().copied());
                                fits.then_some((*limit, at + length))
                            });
                            let (limit, end) = found.max_by_key(|found| found.1).ok_or(PARSE)?;
                            (Value::float(limit), end)
                        }
                        _ => return Err(16),
                    };
                    if values.len() <= place {
                        values.resize(place + 1, Value::NULL);
                    }
                    values[place] = value;
                    at = end;
                }
            }
        }
        Ok(values)
    }
    fn read_simple(&self, simple: &Simple, text: &[char], at: usize) -> Option<(Value, usize)> {
        match simple {
            Simple::Number(format) | Simple::Compact { format, .. } => {
                let parsed = number(format, text, at, false).ok()?;
                let value = parsed.number.to_int().map_or_else(|| Value::float(parsed.number.to_float()), Value::int);
                Some((value, parsed.end))
            }
            Simple::Rules(rules) => {
                let whole: String = text.iter().collect();
                let (value, end) = rules.number_in(&whole, at, false)?;
                let value =
                    if value.fract() == 0.0 && value.abs() < 9e15 { Value::int(value as i64) } else { Value::float(value) };
                Some((value, end))
            }
            Simple::Date(pattern) => {
                let mut cal = self.calendar();
                cal.clear(None);
                let symbols = DateSymbols::new(&self.locale, cal.system.name());
                let end = parse_date(&mut cal, pattern, &symbols, text, at, true).ok()?;
                let seconds = cal.time().ok()? / 1000.0;
                Some((Value::float(seconds), end))
            }
        }
    }
}
