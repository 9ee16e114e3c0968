//! The tree back to source text, in the words of `assert()`'s failure message.
//!
//! The text is for people: PHP's own printer drops parentheses that are needed, and so does this one.
//! Each construct has a priority, and is put in parentheses where its surroundings ask for a higher one.

mod class;
mod expression;
mod statement;

use super::{
    Argument, ArgumentKind, Arguments, AttributeGroup, Bytes, ClassRef, Expr, ExprKind, MemberName, Modifiers, Name, NameForm,
    Type, TypeKind,
};

/// Prints `expr`. `precision` is the ini setting of that name, which floats are printed with.
pub fn print_expr(expr: &Expr, precision: i32) -> Vec<u8> {
    print_expr_at(expr, 0, precision)
}

/// Prints `expr` as an operand of something of `priority`; the operands of `&&` have 130 and 131.
pub fn print_expr_at(expr: &Expr, priority: u32, precision: i32) -> Vec<u8> {
    let mut printer = Printer { out: Vec::new(), precision, indent: 0, resolve: None };
    printer.expr(expr, priority);
    printer.out
}

/// What a name stands for where it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRole {
    /// A constant.
    Constant,
    /// A class, before `::` and the like.
    Class,
    /// A class behind `new`.
    New,
}

/// Says how a name is printed; `None`: as it is written.
pub type Resolve<'a> = &'a dyn Fn(&Name, NameRole) -> Option<Vec<u8>>;

/// Prints a constant expression with other names than those that it is written with.
pub fn print_resolved(expr: &Expr, precision: i32, resolve: Resolve<'_>) -> Vec<u8> {
    let mut printer = Printer { out: Vec::new(), precision, indent: 0, resolve: Some(resolve) };
    printer.expr(expr, 0);
    printer.out
}

struct Printer<'a> {
    out: Vec<u8>,
    precision: i32,
    indent: usize,
    resolve: Option<Resolve<'a>>,
}

impl Printer<'_> {
    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    fn indentation(&mut self) {
        self.out.resize(self.out.len() + 4 * self.indent, b' ');
    }

    /// Items with `", "` between them.
    fn list<T>(&mut self, items: &[T], mut print: impl FnMut(&mut Self, &T)) {
        self.separated(items, ", ", |printer, item| print(printer, item));
    }

    fn separated<T>(&mut self, items: &[T], separator: &str, mut print: impl FnMut(&mut Self, &T)) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.text(separator);
            }
            print(self, item);
        }
    }

    /// A name that may be printed in another form than it is written in.
    fn name_as(&mut self, name: &Name, role: NameRole) {
        match self.resolve.and_then(|resolve| resolve(name, role)) {
            Some(text) => self.bytes(&text),
            None => self.name(name),
        }
    }

    fn name(&mut self, name: &Name) {
        match name.form {
            NameForm::FullyQualified => self.text("\\"),
            NameForm::Relative => self.text("namespace\\"),
            NameForm::Unqualified | NameForm::Qualified => {}
        }
        self.bytes(&name.text);
    }

    /// Names of which PHP prints only the text, whatever their form.
    fn names(&mut self, names: &[Name], separator: &str) {
        self.separated(names, separator, |printer, name| printer.bytes(&name.text));
    }

    fn class_ref(&mut self, class: &ClassRef) {
        match class {
            ClassRef::Name(name) => self.name_as(name, NameRole::Class),
            ClassRef::Expr(expr) => self.name_or_expr(expr),
        }
    }

    /// An expression where a name usually is. A string there counts as a fully qualified name.
    fn name_or_expr(&mut self, expr: &Expr) {
        match self.folded(expr) {
            Some(Folded::String(name)) => {
                self.text("\\");
                self.bytes(&name);
            }
            _ => self.expr(expr, 0),
        }
    }

    /// A member: a name, a variable, or anything in braces.
    fn member(&mut self, member: &MemberName) {
        match member {
            MemberName::Ident(ident) => self.bytes(&ident.name),
            MemberName::Expr(expr) => self.member_expr(expr),
        }
    }

    fn member_expr(&mut self, expr: &Expr) {
        match (&expr.kind, self.folded(expr)) {
            (_, Some(Folded::String(name))) if is_plain_name(&name) => self.bytes(&name),
            (_, Some(Folded::String(name))) => {
                self.text("{");
                self.bytes(&name);
                self.text("}");
            }
            (ExprKind::Variable(_) | ExprKind::VariableVariable(_), _) => self.expr(expr, 0),
            _ => {
                self.text("{");
                self.expr(expr, 0);
                self.text("}");
            }
        }
    }

    /// A constant's or method's name: a string as it is, braces around nothing.
    fn bare_member(&mut self, member: &MemberName) {
        match member {
            MemberName::Ident(ident) => self.bytes(&ident.name),
            MemberName::Expr(expr) => match self.folded(expr) {
                Some(Folded::String(name)) => self.bytes(&name),
                _ => self.expr(expr, 0),
            },
        }
    }

    fn arguments(&mut self, args: &Arguments) {
        self.text("(");
        match args {
            Arguments::Placeholder => self.text("..."),
            Arguments::List(list) => self.list(list, Printer::argument),
        }
        self.text(")");
    }

    fn argument(&mut self, argument: &Argument) {
        let priority = match &argument.kind {
            ArgumentKind::Positional => 20,
            ArgumentKind::Named(name) => {
                self.bytes(&name.name);
                self.text(": ");
                0
            }
            ArgumentKind::Spread => {
                self.text("...");
                20
            }
        };
        self.expr(&argument.value, priority);
    }

    fn attributes(&mut self, groups: &[AttributeGroup], on_lines: bool) {
        for group in groups {
            self.text("#[");
            self.list(&group.attributes, |printer, attribute| {
                printer.name(&attribute.name);
                if let Some(args) = &attribute.args {
                    printer.arguments(args);
                }
            });
            self.text("]");
            if on_lines {
                self.text("\n");
                self.indentation();
            } else {
                self.text(" ");
            }
        }
    }

    fn ty(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Named(name) => self.name(name),
            TypeKind::Array => self.text("array"),
            TypeKind::Callable => self.text("callable"),
            TypeKind::Static => self.text("static"),
            TypeKind::Nullable(inner) => {
                self.text("?");
                match &inner.kind {
                    TypeKind::Named(name) => self.bytes(&name.text),
                    _ => self.ty(inner),
                }
            }
            TypeKind::Union(members) => self.separated(members, "|", Printer::ty),
            TypeKind::Intersection(members) => self.separated(members, "&", Printer::ty),
        }
    }

    fn modifiers(&mut self, modifiers: Modifiers, names: &[(Modifiers, &str)]) {
        for &(modifier, name) in names {
            if modifiers.contains(modifier) {
                self.text(name);
                self.text(" ");
            }
        }
    }

    /// A string literal: with single quotes, unless it has control characters.
    fn quoted(&mut self, bytes: &[u8]) {
        if bytes.iter().any(|&c| c < 0x20) {
            self.text("\"");
            self.escaped(bytes, b'"');
            return self.text("\"");
        }
        self.text("'");
        for &c in bytes {
            if matches!(c, b'\'' | b'\\') {
                self.text("\\");
            }
            self.out.push(c);
        }
        self.text("'");
    }

    /// Text inside double quotes, backticks or a heredoc.
    fn escaped(&mut self, bytes: &[u8], quote: u8) {
        for &c in bytes {
            match c {
                b'\n' => self.text("\\n"),
                b'\r' => self.text("\\r"),
                b'\t' => self.text("\\t"),
                0x0c => self.text("\\f"),
                0x0b => self.text("\\v"),
                0x1b => self.text("\\e"),
                0..0x20 => self.text(&format!("\\0{}{}", c / 8, c % 8)),
                _ => {
                    if c == quote || matches!(c, b'$' | b'\\') {
                        self.text("\\");
                    }
                    self.out.push(c);
                }
            }
        }
    }

    /// The value of a literal, also of several that `.` joins: PHP joins them while it parses.
    fn folded(&self, expr: &Expr) -> Option<Folded> {
        use super::BinaryOp;
        match &expr.kind {
            ExprKind::String(value) => Some(Folded::String(value.to_vec())),
            ExprKind::Int(value) => Some(Folded::Int(*value)),
            ExprKind::Float(value) => Some(Folded::Float(*value)),
            ExprKind::Binary(BinaryOp::Concat, left, right) => {
                let mut joined = self.folded(left)?.into_string(self.precision);
                joined.extend(self.folded(right)?.into_string(self.precision));
                Some(Folded::String(joined))
            }
            _ => None,
        }
    }

    fn variable_name(&mut self, name: &Bytes) {
        self.text("$");
        if is_plain_name(name) {
            self.bytes(name);
        } else {
            self.text("{");
            self.bytes(name);
            self.text("}");
        }
    }
}

/// A literal.
enum Folded {
    String(Vec<u8>),
    Int(i64),
    Float(f64),
}

impl Folded {
    fn into_string(self, precision: i32) -> Vec<u8> {
        match self {
            Folded::String(value) => value,
            Folded::Int(value) => value.to_string().into_bytes(),
            Folded::Float(value) => float(value, precision, false).into_bytes(),
        }
    }
}

/// Whether `name` needs no braces after `$` or `->`.
fn is_plain_name(name: &[u8]) -> bool {
    let is_start = |c: u8| c.is_ascii_alphabetic() || c == b'_' || c >= 0x7f;
    match name.split_first() {
        Some((&first, rest)) => is_start(first) && rest.iter().all(|&c| is_start(c) || c.is_ascii_digit()),
        None => false,
    }
}

/// `%.*H` with PHP's choice between plain and exponential notation; `with_point` makes `1` a `1.0`.
fn float(value: f64, precision: i32, with_point: bool) -> String {
    if !value.is_finite() {
        let text = if value.is_nan() {
            "NAN"
        } else if value > 0.0 {
            "INF"
        } else {
            "-INF"
        };
        return text.to_owned();
    }
    let shortest = precision < 0;
    let digits = if shortest { 17 } else { precision.clamp(1, 400) };
    let scientific = if shortest { format!("{value:e}") } else { format!("{value:.*e}", digits as usize - 1) };
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let figures: String = mantissa.chars().filter(|&c| c != '.').collect();
    let figures = figures.trim_end_matches('0');
    let figures = if figures.is_empty() { "0" } else { figures };
    let mut text = if exponent < -4 || exponent >= digits {
        let rest = if figures.len() > 1 { &figures[1..] } else { "0" };
        let exponent_sign = if exponent < 0 { '-' } else { '+' };
        return format!("{sign}{}.{rest}E{exponent_sign}{}", &figures[..1], exponent.abs());
    } else if exponent < 0 {
        format!("{sign}0.{}{figures}", "0".repeat(-exponent as usize - 1))
    } else {
        let point = exponent as usize + 1;
        match figures.len() > point {
            true => format!("{sign}{}.{}", &figures[..point], &figures[point..]),
            false => format!("{sign}{figures}{}", "0".repeat(point - figures.len())),
        }
    };
    if with_point && !text.contains('.') {
        text += ".0";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::StmtKind;
    use crate::{ParseOptions, parse};

    /// Prints the expression statement that `source` is.
    fn print(source: &str) -> String {
        let program = parse(format!("<?php {source};").as_bytes(), &ParseOptions::default()).expect(source);
        let StmtKind::Expr(expr) = &program.statements[0].kind else { panic!("not an expression: {source}") };
        String::from_utf8(print_expr(expr, 14)).expect("UTF-8")
    }

    #[test]
    fn prints_as_assert_does() {
        for (source, printed) in [
            ("$a+$b*( $c - 1 )", "$a + $b * ($c - 1)"),
            ("1 - (2 - 3) - 4", "1 - (2 - 3) - 4"),
            ("!$a instanceof B", "!$a instanceof B"),
            ("foo(1, ...$x, b: 2)", "foo(1, ...$x, b: 2)"),
            ("new A", "new A()"),
            ("list('a' => $b) = $c", "['a' => $b] = $c"),
            (r#""a $b[x]c {$d}e $f""#, r#""a {$b['x']}c {$d}e $f""#),
            ("1.0", "1.0"),
            ("1e100", "1.0E+100"),
            ("0.1 + 0.2", "0.1 + 0.2"),
            ("fn&($x) => $x ?: 1", "fn&($x) => $x ?: 1"),
            ("isset($a, $b)", "isset($a) && isset($b)"),
            ("exit(1)", "\\exit(1)"),
        ] {
            assert_eq!(print(source), printed);
        }
    }
}
