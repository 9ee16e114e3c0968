//! Rules as text, for messages.

use super::rules::{Item, Output, Rule};

/// A rule as ICU writes it.
pub(super) fn rule(rule: &Rule) -> String {
    let mut out = String::new();
    if rule.at_start {
        out.push('^');
    }
    let braces = !rule.ante.is_empty() || !rule.post.is_empty();
    let ante = items(&rule.ante);
    out += &ante;
    if braces {
        out.push('{');
    }
    out += &items(&rule.key);
    if braces {
        out.push('}');
    }
    out += &items(&rule.post);
    if rule.at_end {
        out.push('$');
    }
    let mut quoted = Quoted::default();
    for (i, part) in rule.output.iter().enumerate() {
        if i == rule.cursor {
            quoted.literal("|");
        }
        output(part, &mut quoted);
    }
    format!("{out} > {};", quoted.finish())
}

fn items(items: &[Item]) -> String {
    let mut quoted = Quoted::default();
    items.iter().for_each(|part| item(part, &mut quoted));
    quoted.finish()
}

fn item(part: &Item, quoted: &mut Quoted) {
    match part {
        Item::Char(c) => quoted.char(*c),
        Item::Set(set) => {
            let range = |&(from, to): &(u32, u32)| -> String {
                let shown = |c: u32| char::from_u32(c).map_or_else(|| format!("\\u{c:04X}"), String::from);
                if from == to { shown(from) } else { format!("{}-{}", shown(from), shown(to)) }
            };
            quoted.literal(&format!("[{}]", set.ranges().iter().map(range).collect::<String>()));
        }
        Item::Segment(_, inner) => quoted.literal(&format!("({})", items(inner))),
        Item::Repeat(inner, least, most) => {
            let mark = match (least, most) {
                (0, 1) => "?",
                (0, _) => "*",
                _ => "+",
            };
            quoted.literal(&(items(inner) + mark));
        }
    }
}

fn output(part: &Output, quoted: &mut Quoted) {
    match part {
        Output::Char(c) => quoted.char(*c),
        Output::Segment(number) => quoted.literal(&format!("${number}")),
        Output::Function(_, parts) => parts.iter().for_each(|part| output(part, quoted)),
    }
}

/// Text in which what means something stands in quotes.
#[derive(Default)]
struct Quoted {
    out: String,
    pending: String,
}

impl Quoted {
    fn literal(&mut self, text: &str) {
        self.flush();
        self.out.push_str(text);
    }
    fn char(&mut self, c: char) {
        let special = matches!(c, '!'..='~') && !c.is_ascii_alphanumeric() || c.is_whitespace();
        match c {
            '\'' | '\\' if self.pending.is_empty() => {
                self.out.push('\\');
                self.out.push(c);
            }
            '\'' => self.pending.push_str("''"),
            _ if special || !self.pending.is_empty() => {
                if special {
                    self.pending.push(c);
                } else {
                    self.flush();
                    self.out.push(c);
                }
            }
            _ => self.out.push(c),
        }
    }
    fn flush(&mut self) {
        if !self.pending.is_empty() {
            self.out = format!("{}'{}'", self.out, self.pending);
            self.pending.clear();
        }
    }
    fn finish(mut self) -> String {
        self.flush();
        self.out
    }
}
