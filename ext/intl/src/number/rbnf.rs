//! Numbers by rules: in words, as ordinals, as durations. The rules are CLDR's, in ICU's notation.

use super::{
    decimal::{Decimal, Special},
    format::DecimalFormat,
    pattern::Pattern,
    plural::PluralRules,
};

/// How deep rules may lead to one another.
const DEPTH: usize = 64;

/// A set of rules with a name.
#[derive(Clone)]
pub(super) struct RuleSet {
    pub(super) name: String,
    /// By base value.
    pub(super) rules: Vec<Rule>,
    pub(super) negative: Option<Rule>,
    pub(super) improper: Option<Rule>,
    proper: Option<Rule>,
    default: Option<Rule>,
    infinity: Option<Rule>,
    nan: Option<Rule>,
    fraction: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Normal,
    Negative,
    Improper,
    Proper,
    Default,
    Infinity,
    NaN,
}

#[derive(Clone)]
pub(super) struct Rule {
    pub(super) kind: Kind,
    pub(super) base: i64,
    radix: i64,
    exponent: u32,
    pub(super) text: Vec<Piece>,
}

#[derive(Clone)]
pub(super) enum Piece {
    Text(String),
    /// `<`, `>` or `=`, and what is between two of them.
    Substitute(char, Target),
    /// A choice by plural rules.
    Plural {
        ordinal: bool,
        forms: Vec<(String, String)>,
    },
}

#[derive(Clone)]
pub(super) enum Target {
    Same,
    /// `>>>`: the rule before this one.
    Previous,
    Set(String),
    Pattern(String),
}

/// All sets of a style in a locale.
#[derive(Clone)]
pub(crate) struct Rules {
    pub(super) sets: Vec<RuleSet>,
    locale: String,
    pub(crate) decimal: DecimalFormat,
    pub(crate) default: usize,
}

fn power(base: i64, exponent: u32) -> i64 {
    base.checked_pow(exponent).unwrap_or(i64::MAX)
}

impl Rule {
    pub(super) fn divisor(&self) -> i64 {
        power(self.radix, self.exponent).max(1)
    }
    fn expected_exponent(&self) -> u32 {
        if self.radix < 2 || self.base < 1 {
            return 0;
        }
        let mut exponent = 0;
        while power(self.radix, exponent + 1) <= self.base && exponent < 62 {
            exponent += 1;
        }
        exponent
    }
    fn rolls_back(&self, number: i64) -> bool {
        let modulus = self.text.iter().any(|piece| matches!(piece, Piece::Substitute('>', _)));
        modulus && self.base % self.divisor() != 0 && number % self.divisor() == 0
    }
    /// Reads the part before the colon.
    fn descriptor(&mut self, text: &str) {
        self.kind = match text {
            "-x" => Kind::Negative,
            "x.x" | "x,x" => Kind::Improper,
            "0.x" | "0,x" => Kind::Proper,
            "x.0" | "x,0" => Kind::Default,
            "Inf" => Kind::Infinity,
            "NaN" => Kind::NaN,
            _ => Kind::Normal,
        };
        if self.kind != Kind::Normal {
            return;
        }
        let angles = text.chars().filter(|c| *c == '>').count() as u32;
        let number = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0);
        let (base, radix) = text.split_once('/').unwrap_or((text, "10"));
        (self.base, self.radix) = (number(base), number(radix).max(1));
        self.exponent = self.expected_exponent().saturating_sub(angles);
    }
}

/// Reads the text of a rule.
fn pieces(text: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut plain = String::new();
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        if c == '$' && chars.get(at + 1) == Some(&'(') {
            let rest: String = chars[at + 2..].iter().collect();
            if let Some(end) = rest.find(")$") {
                found.push(Piece::Text(std::mem::take(&mut plain)));
                found.push(plural(&rest[..end]));
                at += 2 + rest[..end].chars().count() + 2;
                continue;
            }
        }
        if matches!(c, '<' | '>' | '=')
            && let Some(length) = chars[at + 1..].iter().position(|next| *next == c)
        {
            let inside: String = chars[at + 1..at + 1 + length].iter().collect();
            let mut end = at + length + 2;
            let target = match inside.chars().next() {
                None if c == '>' && chars.get(end) == Some(&'>') => {
                    end += 1;
                    Target::Previous
                }
                None => Target::Same,
                Some('%') => Target::Set(inside),
                Some(_) => Target::Pattern(inside),
            };
            found.push(Piece::Text(std::mem::take(&mut plain)));
            found.push(Piece::Substitute(c, target));
            at = end;
            continue;
        }
        plain.push(c);
        at += 1;
    }
    found.push(Piece::Text(plain));
    found.retain(|piece| !matches!(piece, Piece::Text(text) if text.is_empty()));
    found
}

/// `ordinal,one{st}other{th}`
fn plural(text: &str) -> Piece {
    let (kind, mut rest) = text.split_once(',').unwrap_or(("cardinal", text));
    let mut forms = Vec::new();
    while let Some((keyword, after)) = rest.split_once('{') {
        let Some((value, after)) = after.split_once('}') else { break };
        forms.push((keyword.trim().to_owned(), value.to_owned()));
        rest = after;
    }
    Piece::Plural { ordinal: kind == "ordinal", forms }
}

impl RuleSet {
    fn new(name: &str) -> RuleSet {
        RuleSet {
            name: name.to_owned(),
            rules: Vec::new(),
            negative: None,
            improper: None,
            proper: None,
            default: None,
            infinity: None,
            nan: None,
            fraction: false,
        }
    }
    fn add(&mut self, line: &str) {
        let next = self.rules.last().map_or(0, |rule| rule.base + 1);
        let mut rule = Rule { kind: Kind::Normal, base: next, radix: 10, exponent: 0, text: Vec::new() };
        rule.exponent = rule.expected_exponent();
        let mut body = line;
        if let Some((descriptor, rest)) = line.split_once(':')
            && (descriptor.starts_with(|c: char| c.is_ascii_digit())
                || matches!(descriptor, "-x" | "x.x" | "x,x" | "0.x" | "0,x" | "x.0" | "x,0" | "Inf" | "NaN"))
        {
            rule.descriptor(descriptor.trim());
            body = rest.trim_start();
        }
        let body = body.strip_prefix('\'').unwrap_or(body);
        // What is in brackets is left out where there is nothing to say.
        if let (Some(open), Some(close)) = (body.find('['), body.find(']'))
            && open < close
        {
            let (with, without) = body[open + 1..close].split_once('|').unwrap_or((&body[open + 1..close], ""));
            let text = |inside: &str| format!("{}{inside}{}", &body[..open], &body[close + 1..]);
            let even = rule.kind == Kind::Normal && rule.base > 0 && rule.base % rule.divisor() == 0;
            if even || matches!(rule.kind, Kind::Improper | Kind::Default) {
                let mut short = Rule { text: pieces(&text(without)), ..rule.clone() };
                match rule.kind {
                    Kind::Improper => short.kind = Kind::Proper,
                    Kind::Default => rule.kind = Kind::Improper,
                    _ => rule.base += 1,
                }
                self.put(short);
            }
            rule.text = pieces(&text(with));
        } else {
            rule.text = pieces(body);
        }
        self.put(rule);
    }
    fn put(&mut self, rule: Rule) {
        match rule.kind {
            Kind::Normal => self.rules.push(rule),
            Kind::Negative => self.negative = Some(rule),
            Kind::Improper => self.improper = Some(rule),
            Kind::Proper => self.proper = Some(rule),
            Kind::Default => self.default = Some(rule),
            Kind::Infinity => self.infinity = Some(rule),
            Kind::NaN => self.nan = Some(rule),
        }
    }
    /// The place of the rule for a number.
    fn find(&self, number: i64) -> Option<usize> {
        let after = self.rules.partition_point(|rule| rule.base <= number);
        let found = after.checked_sub(1)?;
        if self.rules[found].rolls_back(number) {
            return found.checked_sub(1);
        }
        Some(found)
    }
    fn is_public(&self) -> bool {
        !self.name.starts_with("%%")
    }
}

impl Rules {
    /// Reads rules: lines, of which those that begin with `%` open sets.
    pub(crate) fn parse<'a>(lines: impl IntoIterator<Item = &'a str>, locale: &str) -> Option<Rules> {
        let mut sets: Vec<RuleSet> = Vec::new();
        for line in lines {
            let line = line.trim().trim_end_matches(';');
            if line.is_empty() {
                continue;
            }
            if line.starts_with('%') && line.ends_with(':') {
                sets.push(RuleSet::new(line.trim_end_matches(':')));
                continue;
            }
            let mut line = line;
            if line.starts_with('%')
                && let Some((name, rest)) = line.split_once(':')
            {
                sets.push(RuleSet::new(name));
                line = rest.trim_start();
            }
            if sets.is_empty() {
                sets.push(RuleSet::new("%default"));
            }
            // Several rules may stand in one line.
            let set = sets.last_mut()?;
            if set.name != "%%lenient-parse" {
                for rule in line.split(';').map(str::trim_start).filter(|rule| !rule.is_empty()) {
                    set.add(rule);
                }
            }
        }
        sets.retain(|set| set.name != "%%lenient-parse");
        for set in &mut sets {
            set.rules.sort_by_key(|rule| rule.base);
        }
        let mut rules =
            Rules { sets, locale: locale.to_owned(), decimal: DecimalFormat::of_style(locale, "decimalFormat"), default: 0 };
        rules.default = rules.first_default()?;
        rules.mark_fractions();
        Some(rules)
    }
    /// Sets that fractions are formatted by count parts of one.
    fn mark_fractions(&mut self) {
        let mut marked = Vec::new();
        for set in &self.sets {
            for rule in [&set.improper, &set.proper, &set.default].into_iter().flatten() {
                for piece in &rule.text {
                    if let Piece::Substitute('>', Target::Set(name)) = piece
                        && *name != set.name
                    {
                        marked.push(name.clone());
                    }
                }
            }
        }
        for set in &mut self.sets {
            set.fraction |= marked.contains(&set.name);
        }
    }
    fn first_default(&self) -> Option<usize> {
        for name in ["%spellout-numbering", "%digits-ordinal", "%duration"] {
            if let Some(at) = self.sets.iter().position(|set| set.name == name) {
                return Some(at);
            }
        }
        self.sets.iter().rposition(RuleSet::is_public).or(self.sets.len().checked_sub(1))
    }
    pub(crate) fn set_default(&mut self, name: &str) -> bool {
        match self.sets.iter().position(|set| set.name == name && set.is_public()) {
            Some(at) => {
                self.default = at;
                true
            }
            None => false,
        }
    }
    pub(crate) fn default_name(&self) -> &str {
        &self.sets[self.default].name
    }
    pub(crate) fn public_names(&self) -> String {
        self.sets.iter().filter(|set| set.is_public()).map(|set| format!("{};", set.name)).collect()
    }
    pub(super) fn set(&self, name: &str) -> Option<&RuleSet> {
        self.sets.iter().find(|set| set.name == name)
    }
    /// A number by the default rules.
    pub(crate) fn format(&self, number: &Decimal) -> String {
        let mut out = String::new();
        self.write(&self.sets[self.default], number, &mut out, 0);
        out
    }
    fn write(&self, set: &RuleSet, number: &Decimal, out: &mut String, depth: usize) {
        if depth > DEPTH || out.len() > 100_000 {
            return;
        }
        let rule = match number.special {
            Special::NaN => set.nan.as_ref(),
            Special::Infinite if number.negative && set.negative.is_some() => set.negative.as_ref(),
            Special::Infinite => set.infinity.as_ref(),
            Special::None if number.negative && !number.is_zero() && set.negative.is_some() => set.negative.as_ref(),
            Special::None if !number.is_integer() => {
                let below_one = number.to_float().abs() < 1.0;
                set.proper.as_ref().filter(|_| below_one).or(set.improper.as_ref()).or(set.default.as_ref())
            }
            Special::None => set.default.as_ref(),
        };
        if let Some(rule) = rule {
            return self.apply(set, rule, None, number, out, depth);
        }
        if set.fraction && number.special == Special::None {
            return self.write_fraction(set, number, out, depth);
        }
        let size = Decimal { negative: false, ..number.clone() };
        let value = if size.is_integer() { size.to_int() } else { Some((size.to_float() + 0.5) as i64) };
        match value.and_then(|value| set.find(value)) {
            Some(at) if number.special == Special::None => self.apply(set, &set.rules[at], Some(at), number, out, depth),
            _ => out.push_str(&self.decimal.format(number)),
        }
    }
    /// A fraction as so many parts of one: the rule whose base comes nearest.
    fn write_fraction(&self, set: &RuleSet, number: &Decimal, out: &mut String, depth: usize) {
        let value = number.to_float();
        let error = |rule: &Rule| {
            let parts = value * rule.base as f64;
            (parts - parts.round()).abs() / rule.base as f64
        };
        let best = set.rules.iter().enumerate().min_by(|(_, a), (_, b)| error(a).total_cmp(&error(b)));
        if let Some((at, rule)) = best {
            let parts = Decimal::from_float((value * rule.base as f64).round());
            self.apply(set, rule, Some(at), &parts, out, depth);
        }
    }
    fn apply(&self, set: &RuleSet, rule: &Rule, at: Option<usize>, number: &Decimal, out: &mut String, depth: usize) {
        for piece in &rule.text {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Plural { ordinal, forms } => {
                    let (value, divisor) = (number.to_float(), rule.divisor() as f64);
                    let count = if (0.0..1.0).contains(&value) { (value * divisor).round() } else { value / divisor };
                    let count = Decimal::from_int(count as i64);
                    let chosen = PluralRules::new(&self.locale, *ordinal).select(&count, 0);
                    let form = forms.iter().find(|form| form.0 == chosen).or_else(|| forms.iter().find(|form| form.0 == "other"));
                    out.push_str(form.map_or("", |form| form.1.as_str()));
                }
                Piece::Substitute(kind, target) => self.substitute(set, rule, at, *kind, target, number, out, depth),
            }
        }
    }
    #[allow(clippy::too_many_arguments)]
    fn substitute(
        &self,
        set: &RuleSet,
        rule: &Rule,
        at: Option<usize>,
        kind: char,
        target: &Target,
        number: &Decimal,
        out: &mut String,
        depth: usize,
    ) {
        let size = Decimal { negative: false, ..number.clone() };
        let divide = |modulus: bool| {
            let divisor = rule.divisor();
            match (number.to_int(), target) {
                (Some(value), _) if modulus => Decimal::from_int(value % divisor),
                (Some(value), _) => Decimal::from_int(value / divisor),
                (None, _) if modulus => Decimal::from_float(number.to_float() % divisor as f64),
                (None, Target::Pattern(_)) => number.divide(divisor),
                (None, _) => Decimal::from_float((number.to_float() / divisor as f64).floor()),
            }
        };
        let is_fraction = matches!(rule.kind, Kind::Improper | Kind::Proper | Kind::Default);
        let value = match kind {
            '=' => number.clone(),
            '<' if is_fraction => Decimal::from_digits(false, size.to_text().split('.').next().unwrap_or("0")),
            '<' if set.fraction => number.clone(),
            '<' => divide(false),
            _ if rule.kind == Kind::Negative => size,
            _ if is_fraction => return self.fraction(set, target, &size, out, depth),
            _ => divide(true),
        };
        match target {
            Target::Same => self.write(set, &value, out, depth + 1),
            Target::Previous => match at.and_then(|at| at.checked_sub(1)).and_then(|at| set.rules.get(at).map(|rule| (at, rule)))
            {
                Some((at, previous)) if rule.kind == Kind::Normal => self.apply(set, previous, Some(at), &value, out, depth + 1),
                _ => self.write(set, &value, out, depth + 1),
            },
            Target::Set(name) => match self.set(name) {
                Some(set) => self.write(set, &value, out, depth + 1),
                None => out.push_str(&self.decimal.format(&value)),
            },
            Target::Pattern(pattern) => out.push_str(&self.by_pattern(pattern, &value)),
        }
    }
    fn by_pattern(&self, pattern: &str, value: &Decimal) -> String {
        let mut format = self.decimal.clone();
        format.pattern = Pattern::parse(pattern, false).unwrap_or_default();
        format.format(value)
    }
    /// What is behind the point: digit by digit, or as a number of parts.
    fn fraction(&self, set: &RuleSet, target: &Target, size: &Decimal, out: &mut String, depth: usize) {
        let text = size.to_text();
        let digits = text.split_once('.').map_or("", |(_, digits)| digits);
        let part = Decimal::from_digits(false, &format!("0.{digits}"));
        let by_digits = match target {
            Target::Set(name) => self.set(name).filter(|other| other.name == set.name),
            Target::Pattern(pattern) => return out.push_str(&self.by_pattern(pattern, &part)),
            Target::Same | Target::Previous => Some(set),
        };
        match (by_digits, target) {
            (Some(digit_set), _) => {
                for (at, digit) in digits.chars().take(20).enumerate() {
                    if at > 0 && !matches!(target, Target::Previous) {
                        out.push(' ');
                    }
                    let digit = Decimal::from_int(i64::from(digit.to_digit(10).unwrap_or(0)));
                    self.write(digit_set, &digit, out, depth + 1);
                }
                if digits.is_empty() {
                    self.write(digit_set, &Decimal::default(), out, depth + 1);
                }
            }
            (None, Target::Set(name)) => {
                if let Some(set) = self.set(name) {
                    self.write(set, &part, out, depth + 1);
                }
            }
            _ => {}
        }
    }
    /// The rules as a text.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        for set in &self.sets {
            out.push_str(&format!("{}:\n", set.name));
            let special =
                [&set.negative, &set.improper, &set.proper, &set.default, &set.infinity, &set.nan].into_iter().flatten();
            for rule in set.rules.iter().chain(special) {
                out.push_str(&rule_text(set, rule));
                out.push('\n');
            }
        }
        out
    }
}

fn rule_text(set: &RuleSet, rule: &Rule) -> String {
    let mut out = match rule.kind {
        Kind::Negative => "-x: ".to_owned(),
        Kind::Improper => "x.x: ".to_owned(),
        Kind::Proper => "0.x: ".to_owned(),
        Kind::Default => "x.0: ".to_owned(),
        Kind::Infinity => "Inf: ".to_owned(),
        Kind::NaN => "NaN: ".to_owned(),
        Kind::Normal => {
            let radix = if rule.radix == 10 { String::new() } else { format!("/{}", rule.radix) };
            let angles = ">".repeat(rule.expected_exponent().saturating_sub(rule.exponent) as usize);
            format!("{}{radix}{angles}: ", rule.base)
        }
    };
    if matches!(rule.text.first(), Some(Piece::Text(text)) if text.starts_with(' ')) {
        out.push('\'');
    }
    for piece in &rule.text {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Plural { ordinal, forms } => {
                out.push_str(if *ordinal { "$(ordinal," } else { "$(cardinal," });
                for (keyword, text) in forms {
                    out.push_str(&format!("{keyword}{{{text}}}"));
                }
                out.push_str(")$");
            }
            Piece::Substitute(c, target) => {
                let inside = match target {
                    Target::Same => &set.name,
                    Target::Previous => ">",
                    Target::Set(name) => name,
                    Target::Pattern(pattern) => pattern,
                };
                out.push_str(&format!("{c}{inside}{c}"));
            }
        }
    }
    out.push(';');
    out
}
