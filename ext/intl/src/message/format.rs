//! Writing messages.

use super::{
    pattern::{Arg, Kind, Part},
    skeleton,
};
use crate::{
    calendar::{Cal, system::System},
    data::Chain,
    date::{Generator, format as dates, style, symbols::DateSymbols},
    number::{decimal::Decimal, format::DecimalFormat, pattern::Pattern, plural::PluralRules, rbnf::Rules},
    timezone::Tz,
};
use std::{cell::RefCell, collections::HashMap, rc::Rc};

/// The type that a pattern gives an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Text,
    Float,
    Int,
    Date,
}

/// The value of an argument.
#[derive(Clone, Debug)]
pub(crate) enum Argument {
    Text(String),
    Number(Decimal),
    /// Milliseconds since 1970.
    Date(f64),
}

pub(crate) const ILLEGAL_ARGUMENT: i64 = 1;

/// What simple arguments are written and read by.
#[derive(Clone)]
pub(crate) enum Simple {
    Number(Box<DecimalFormat>),
    Compact { format: Box<DecimalFormat>, long: bool },
    Rules(Box<Rules>),
    Date(String),
}

/// A message in a locale.
#[derive(Clone)]
pub(crate) struct Message {
    pub(crate) locale: String,
    pub(crate) tz: Tz,
    pub(crate) parts: Vec<Part>,
    simple: RefCell<HashMap<(String, String), Rc<Simple>>>,
}

/// The formatter for a type and style. The error is ICU's code.
fn simple(locale: &str, kind: &str, given: &str) -> Result<Simple, i64> {
    let style = given.trim();
    let number = |kind: &str| Simple::Number(Box::new(DecimalFormat::of_style(locale, kind)));
    let rules = |kind: &str| {
        let lines = Chain::new("rbnf", locale).texts(&["RBNFRules", kind]);
        let mut rules = Rules::parse(lines, locale).ok_or(ILLEGAL_ARGUMENT)?;
        rules.set_default(style);
        Ok(Simple::Rules(Box::new(rules)))
    };
    match kind.to_ascii_lowercase().as_str() {
        "number" => Ok(match style.to_ascii_lowercase().as_str() {
            "" => number("decimalFormat"),
            "currency" => number("currencyFormat"),
            "percent" => number("percentFormat"),
            "integer" => {
                let mut format = DecimalFormat::of_style(locale, "decimalFormat");
                (format.pattern.min_frac, format.pattern.max_frac) = (0, 0);
                format.int_only = true;
                Simple::Number(Box::new(format))
            }
            _ => match style.strip_prefix("::") {
                Some(skeleton) => skeleton::number(locale, skeleton)?,
                None => {
                    let pattern = Pattern::parse(given, false)?;
                    Simple::Number(Box::new(DecimalFormat::new(locale, pattern)))
                }
            },
        }),
        kind @ ("date" | "time") => {
            let chain = Chain::new("", locale);
            let system = system(locale);
            let name = if system == System::Iso8601 { "gregorian" } else { system.name() };
            let known = ["full", "long", "medium", "short"].iter().position(|name| style.eq_ignore_ascii_case(name));
            let styled = if style.is_empty() { Some(2) } else { known.map(|at| at as i64) };
            Ok(Simple::Date(match (styled, style.strip_prefix("::")) {
                (Some(styled), _) if kind == "date" => style::pattern(&chain, name, styled, -1),
                (Some(styled), _) => style::pattern(&chain, name, -1, styled),
                (None, Some(skeleton)) => Generator::new(locale).best(skeleton),
                (None, None) => given.to_owned(),
            }))
        }
        "spellout" => rules("SpelloutRules"),
        "ordinal" => rules("OrdinalRules"),
        "duration" => rules("DurationRules"),
        _ => Err(ILLEGAL_ARGUMENT),
    }
}

fn system(locale: &str) -> System {
    crate::calendar::cal::system_of(locale).unwrap_or(System::Gregorian)
}

impl Message {
    /// A message from its pieces; the error is ICU's code for a type or style that there is not.
    pub(crate) fn new(locale: &str, tz: Tz, parts: Vec<Part>) -> Result<Message, i64> {
        let message = Message { locale: locale.to_owned(), tz, parts: Vec::new(), simple: RefCell::default() };
        message.check(&parts)?;
        let message = Message { parts, ..message };
        // Named arguments with two types are found when there are values for them.
        match message.types() {
            Err(code) if message.is_numbered() => Err(code),
            _ => Ok(message),
        }
    }
    fn is_numbered(&self) -> bool {
        let numbered = |part: &Part| matches!(part, Part::Arg(arg) if arg.name.starts_with(|c: char| c.is_ascii_digit()));
        self.parts.iter().all(|part| !matches!(part, Part::Arg(_)) || numbered(part))
    }
    fn check(&self, parts: &[Part]) -> Result<(), i64> {
        for part in parts {
            let Part::Arg(arg) = part else { continue };
            match &arg.kind {
                Kind::None => {}
                Kind::Simple(kind, style) => {
                    self.simple(kind, style)?;
                }
                Kind::Plural { cases, .. } | Kind::Select(cases) => cases.iter().try_for_each(|(_, parts)| self.check(parts))?,
                Kind::Choice(cases) => cases.iter().try_for_each(|(.., parts)| self.check(parts))?,
            }
        }
        Ok(())
    }
    pub(crate) fn simple(&self, kind: &str, style: &str) -> Result<Rc<Simple>, i64> {
        let key = (kind.to_owned(), style.to_owned());
        if let Some(known) = self.simple.borrow().get(&key) {
            return Ok(known.clone());
        }
        let made = Rc::new(simple(&self.locale, kind, style)?);
        self.simple.borrow_mut().insert(key, made.clone());
        Ok(made)
    }
    /// The types of the arguments, by name. The error is ICU's code for those that have two.
    pub(crate) fn types(&self) -> Result<HashMap<String, Type>, i64> {
        const MISMATCH: i64 = 0x1010c;
        fn visit(parts: &[Part], types: &mut HashMap<String, Type>) -> Result<(), i64> {
            for part in parts {
                let Part::Arg(Arg { name, kind }) = part else { continue };
                let found = match kind {
                    Kind::None | Kind::Select(_) => Type::Text,
                    Kind::Plural { .. } | Kind::Choice(_) => Type::Float,
                    Kind::Simple(kind, style) => match kind.to_ascii_lowercase().as_str() {
                        "date" | "time" => Type::Date,
                        "number" if style.trim().eq_ignore_ascii_case("integer") => Type::Int,
                        _ => Type::Float,
                    },
                };
                if *types.entry(name.clone()).or_insert(found) != found {
                    return Err(MISMATCH);
                }
                match kind {
                    Kind::Plural { cases, .. } | Kind::Select(cases) => {
                        cases.iter().try_for_each(|(_, parts)| visit(parts, types))?
                    }
                    Kind::Choice(cases) => cases.iter().try_for_each(|(.., parts)| visit(parts, types))?,
                    _ => {}
                }
            }
            Ok(())
        }
        let mut types = HashMap::new();
        visit(&self.parts, &mut types)?;
        Ok(types)
    }
    /// Writes the message. The error is ICU's code.
    pub(crate) fn format(&self, args: &HashMap<String, Argument>) -> Result<String, i64> {
        let mut out = String::new();
        self.write(&self.parts, args, None, &mut out)?;
        Ok(out)
    }
    fn write(
        &self,
        parts: &[Part],
        args: &HashMap<String, Argument>,
        hash: Option<&Decimal>,
        out: &mut String,
    ) -> Result<(), i64> {
        for part in parts {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Hash => match hash {
                    Some(number) => out.push_str(&self.plain(number)?),
                    None => out.push('#'),
                },
                Part::Arg(arg) => self.argument(arg, args, out)?,
            }
        }
        Ok(())
    }
    fn plain(&self, number: &Decimal) -> Result<String, i64> {
        match &*self.simple("number", "")? {
            Simple::Number(format) => Ok(format.format(number)),
            _ => Err(ILLEGAL_ARGUMENT),
        }
    }
    fn argument(&self, arg: &Arg, args: &HashMap<String, Argument>, out: &mut String) -> Result<(), i64> {
        let Some(value) = args.get(&arg.name) else {
            out.push_str(&format!("{{{}}}", arg.name));
            return Ok(());
        };
        match &arg.kind {
            Kind::None => out.push_str(&match value {
                Argument::Text(text) => text.clone(),
                Argument::Number(number) => self.plain(number)?,
                Argument::Date(moment) => self.date(&dates_pattern(&self.locale), *moment)?,
            }),
            Kind::Simple(kind, style) => out.push_str(&self.write_simple(&*self.simple(kind, style)?, value)?),
            Kind::Select(cases) => {
                let Argument::Text(text) = value else { return Err(ILLEGAL_ARGUMENT) };
                let chosen = cases.iter().find(|case| case.0 == *text).or_else(|| cases.iter().find(|case| case.0 == "other"));
                self.write(chosen.map_or(&[], |case| &case.1), args, None, out)?;
            }
            Kind::Plural { ordinal, offset, cases } => {
                let Argument::Number(number) = value else { return Err(ILLEGAL_ARGUMENT) };
                let exact = |case: &&(String, Vec<Part>)| {
                    case.0.strip_prefix('=').and_then(|text| text.parse::<f64>().ok()) == Some(number.to_float())
                };
                let shown = if *offset == 0.0 { number.clone() } else { Decimal::from_float(number.to_float() - offset) };
                let chosen = cases.iter().find(exact).or_else(|| {
                    let (rounded, fraction) = match self.simple("number", "").as_deref() {
                        Ok(Simple::Number(format)) => (format.shown(&shown), format.write(&shown).fraction),
                        _ => (shown.clone(), 0),
                    };
                    let keyword = PluralRules::new(&self.locale, *ordinal).select(&rounded.size(), fraction);
                    cases.iter().find(|case| case.0 == keyword).or_else(|| cases.iter().find(|case| case.0 == "other"))
                });
                self.write(chosen.map_or(&[], |case| &case.1), args, Some(&shown), out)?;
            }
            Kind::Choice(cases) => {
                let Argument::Number(number) = value else { return Err(ILLEGAL_ARGUMENT) };
                let number = number.to_float();
                let passed = |case: &&(f64, bool, Vec<Part>)| if case.1 { number > case.0 } else { number >= case.0 };
                let chosen = cases.iter().take_while(passed).last().or(cases.first());
                self.write(chosen.map_or(&[], |case| &case.2), args, None, out)?;
            }
        }
        Ok(())
    }
    fn write_simple(&self, simple: &Simple, value: &Argument) -> Result<String, i64> {
        match (simple, value) {
            (Simple::Number(format), Argument::Number(number)) => Ok(format.format(number)),
            (Simple::Compact { format, long }, Argument::Number(number)) => {
                Ok(skeleton::compact(&self.locale, format, *long, number))
            }
            (Simple::Rules(rules), Argument::Number(number)) => Ok(rules.format(number)),
            (Simple::Date(pattern), Argument::Date(moment)) => self.date(pattern, *moment),
            (Simple::Date(pattern), Argument::Number(number)) => self.date(pattern, number.to_float()),
            _ => Err(ILLEGAL_ARGUMENT),
        }
    }
    /// The calendar that dates are written and read by.
    pub(crate) fn calendar(&self) -> Cal {
        Cal::new(system(&self.locale), self.tz.clone(), &self.locale)
    }
    fn date(&self, pattern: &str, moment: f64) -> Result<String, i64> {
        let mut cal = self.calendar();
        cal.set_time(moment);
        let symbols = DateSymbols::new(&self.locale, cal.system.name());
        dates::format(&mut cal, pattern, &symbols)
    }
}

/// How dates are written that no type says anything about.
fn dates_pattern(locale: &str) -> String {
    style::pattern(&Chain::new("", locale), "gregorian", 3, 3)
}
