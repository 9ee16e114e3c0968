//! Texts put together from parts: interpolated strings and chains of `.`, by one instruction at the end instead of one
//! for each part, so that bytes are copied once.
//!
//! A value becomes text when PHP's own instructions would make it text, which scripts can tell by `__toString` and by
//! warnings: a chain converts its first two operands after both were evaluated, and every other operand before the next
//! one is evaluated; an interpolated string converts each part at once. What follows may run code only if it is more
//! than a variable or a literal, and so only then are the parts before it converted in place.

use super::{Lower, place::is_superglobal};
use crate::{builder::Operand, error::Result};
use phant_bytecode::Op;
use phant_memory::{Held, Str, Value};
use phant_syntax::ast::*;

/// How many parts one instruction takes; what goes on behind them begins with their text.
const MOST: usize = 64;

/// How many values a format has at most that is compiled to such an instruction.
pub const MOST_VALUES: usize = MOST / 2 - 1;

/// What `Op::Cast` makes of a value.
const TO_INT: u16 = 4;
const TO_STRING: u16 = 6;

/// The parts so far, in consecutive temporaries.
struct Rope {
    /// The temporaries in use before it.
    mark: u16,
    temps: Vec<u16>,
    /// Text that belongs behind them.
    text: Vec<u8>,
    /// Whether there is such text, which may be empty.
    has_text: bool,
    /// Whether one of them is a number.
    has_numbers: bool,
    /// Temporaries that may hold what is not text yet, and their line.
    pending: Vec<u16>,
    line: u32,
}

/// A variable that can be read at any time.
fn plain_variable(e: &Expr) -> Option<&[u8]> {
    match &e.kind {
        ExprKind::Variable(n) if !is_superglobal(n) && *n != "GLOBALS" && *n != "this" => Some(n),
        _ => None,
    }
}
/// Whether evaluating it may run other code.
fn has_effects(e: &Expr) -> bool {
    plain_variable(e).is_none() && !matches!(e.kind, ExprKind::String(_) | ExprKind::Int(_))
}

impl Lower<'_> {
    /// An interpolated string.
    pub fn interpolated(&mut self, parts: &[StringPart], mark: u16) -> Result<Operand> {
        if let [StringPart::Expr(e, Interpolation::Simple | Interpolation::Braced)] = parts {
            return self.cast(Cast::String, e, e.line, mark);
        }
        let mut rope = Rope::new(mark);
        // Two parts of which at most one has to be evaluated are a plain concatenation.
        if let [first, second] = parts
            && let (Some(x), Some(y)) = (self.simple_part(first), self.simple_part(second))
        {
            return Ok(self.emit_binary(mark, BinaryOp::Concat, x, y));
        }
        self.add_parts(&mut rope, parts)?;
        self.finish(rope)
    }
    /// `sprintf` of a literal format with no more than `%s`, `%d` and `%%`. As in PHP, all values are evaluated before the
    /// first of them is converted.
    pub fn plain_format(&mut self, format: &[u8], values: &[Argument], mark: u16) -> Result<Operand> {
        let mut slots = Vec::with_capacity(values.len());
        for value in values {
            let operand = self.expr(&value.value)?;
            slots.push(self.b().slot(&operand));
        }
        // They are converted where the last of them is.
        if let Some(last) = values.last() {
            self.line(super::expression::last_line(&last.value));
        }
        let mut rope = Rope::new(mark);
        let mut slots = slots.into_iter();
        let mut rest = format.iter();
        while let Some(&byte) = rest.next() {
            let cast = match if byte == b'%' { rest.next() } else { None } {
                None | Some(b'%') => {
                    rope.add_text(&[byte]);
                    continue;
                }
                Some(b'd') => {
                    rope.has_numbers = true;
                    TO_INT
                }
                Some(_) => TO_STRING,
            };
            self.flush(&mut rope);
            let s = slots.next().expect("as many values as places");
            let b = self.b();
            let at = b.emit(Op::Cast, 0, s, cast);
            b.consumed(&Operand::Temp(s));
            let t = b.temp();
            b.set_a(at, t);
            b.define(t);
            rope.temps.push(t);
        }
        self.finish(rope)
    }
    /// `$a . $b . …`
    pub fn concatenation(&mut self, a: &Expr, b: &Expr) -> Result<Operand> {
        let mark = self.b().mark();
        let mut operands = vec![b];
        let mut first = a;
        while let ExprKind::Binary(BinaryOp::Concat, left, right) = &first.kind
            && self.try_const(first).is_none()
        {
            operands.push(right);
            first = left;
        }
        let interpolated = |e: &Expr| matches!(e.kind, ExprKind::Interpolated(_));
        let second = operands.pop().expect("two operands at least");
        let text_first = matches!(first.kind, ExprKind::String(_)) || interpolated(first);
        if operands.is_empty() && !(text_first && interpolated(second)) && !interpolated(first) {
            return self.two(first, second, mark);
        }
        let mut rope = Rope::new(mark);
        if plain_variable(first).is_some() && has_effects(second) {
            // The variable is read when the other operand has been evaluated.
            let v = self.two(first, second, mark)?;
            rope.temps.push(self.into_temp(mark, v));
        } else {
            self.add_operand(&mut rope, first, true)?;
            if text_first {
                self.add_operand(&mut rope, second, true)?;
            } else {
                // Neither is converted before both are there.
                let pending = std::mem::take(&mut rope.pending);
                self.add_operand(&mut rope, second, false)?;
                rope.pending.splice(0..0, pending);
            }
        }
        rope.line = self.b().line;
        for operand in operands.into_iter().rev() {
            // An operator is where its last operand is.
            if operand.line != rope.line {
                self.settle(&mut rope);
                rope.line = operand.line;
            }
            self.add_operand(&mut rope, operand, true)?;
        }
        self.finish(rope)
    }
    /// Two operands, one instruction of its own.
    fn two(&mut self, a: &Expr, b: &Expr, mark: u16) -> Result<Operand> {
        let x = self.joined(a)?;
        let y = self.joined(b)?;
        Ok(self.emit_binary(mark, BinaryOp::Concat, x, y))
    }
    /// One of two operands. A constant array becomes text by itself, before a variable beside it is read.
    fn joined(&mut self, e: &Expr) -> Result<Operand> {
        if self.try_const(e).is_some_and(|v| v.is_array()) {
            // Behind the other operand, which may be a temporary.
            let mark = self.b().mark();
            return self.cast(Cast::String, e, e.line, mark);
        }
        self.expr(e)
    }
    fn add_operand(&mut self, rope: &mut Rope, e: &Expr, flat: bool) -> Result<()> {
        match &e.kind {
            ExprKind::Interpolated(parts) if flat => self.add_parts(rope, parts),
            _ => self.add(rope, e),
        }
    }
    fn add_parts(&mut self, rope: &mut Rope, parts: &[StringPart]) -> Result<()> {
        for part in parts {
            match part {
                StringPart::Literal(text) => {
                    let text = self.str(text);
                    rope.add_text(&text);
                }
                StringPart::Expr(e, how) => {
                    match how {
                        Interpolation::DollarBrace => {
                            self.report(8192, e.line, "Using ${var} in strings is deprecated, use {$var} instead")
                        }
                        Interpolation::DollarBraceExpr => {
                            let text = "Using ${expr} (variable variables) in strings is deprecated, use {${expr}} instead";
                            self.report(8192, e.line, text);
                        }
                        Interpolation::Simple | Interpolation::Braced => {}
                    }
                    if rope.pending.is_empty() {
                        rope.line = e.line;
                    }
                    self.add(rope, e)?;
                }
            }
        }
        Ok(())
    }
    fn add(&mut self, rope: &mut Rope, e: &Expr) -> Result<()> {
        if rope.temps.len() >= MOST {
            let line = rope.line;
            let done = std::mem::replace(rope, Rope::new(rope.mark));
            let mark = done.mark;
            let v = self.finish(done)?;
            rope.temps.push(self.into_temp(mark, v));
            rope.line = line;
        }
        if has_effects(e) {
            self.settle(rope);
        }
        // A constant joins the text; anything else goes behind it.
        let constant = self.try_const(e).is_some_and(|v| v.is_str() || v.is_int());
        if !constant {
            self.flush(rope);
        }
        let mark = self.b().mark();
        if let Some(name) = plain_variable(e) {
            // An undefined one is reported when it is converted.
            self.line(e.line);
            let b = self.b();
            let (v, t) = (b.var(name), b.temp());
            b.emit(Op::RopeVar, t, v, 0);
            b.define(t);
            rope.temps.push(t);
            rope.pending.push(t);
            return Ok(());
        }
        let v = self.expr(e)?;
        if constant && let Operand::Const(v) = &v {
            rope.add_text(&v.as_str().map(Held::into_owned).or_else(|| v.as_int().map(Str::from)).unwrap_or_default());
            return Ok(());
        }
        let t = self.into_temp(mark, v);
        rope.temps.push(t);
        rope.pending.push(t);
        Ok(())
    }
    /// Puts the text that was collected behind the other parts.
    fn flush(&mut self, rope: &mut Rope) {
        if std::mem::take(&mut rope.has_text) {
            let text = Value::from(self.str(&std::mem::take(&mut rope.text)));
            let mark = self.b().mark();
            let t = self.into_temp(mark, Operand::Const(text));
            rope.temps.push(t);
        }
    }
    /// Converts what is not text yet, as code is about to run that could tell.
    fn settle(&mut self, rope: &mut Rope) {
        if rope.pending.is_empty() {
            return;
        }
        self.line(rope.line);
        for t in rope.pending.drain(..) {
            let b = self.b();
            b.emit(Op::RopePart, t, t, 0);
            b.used(t);
            b.define(t);
        }
    }
    fn finish(&mut self, mut rope: Rope) -> Result<Operand> {
        if rope.temps.is_empty() {
            return Ok(Operand::Const(Value::from(self.str(&rope.text))));
        }
        self.flush(&mut rope);
        let b = self.b();
        if let ([text], [], false) = (&rope.temps[..], &rope.pending[..], rope.has_numbers) {
            // Nothing to join.
            let at = b.emit(Op::Move, 0, *text, 0);
            b.used(*text);
            b.release_to(rope.mark);
            let t = b.temp();
            b.set_a(at, t);
            b.define(t);
            return Ok(Operand::Temp(t));
        }
        let at = b.emit(Op::Rope, 0, rope.temps[0], rope.temps.len() as u16);
        for t in rope.temps {
            b.used(t);
        }
        b.release_to(rope.mark);
        let t = b.temp();
        b.set_a(at, t);
        b.define(t);
        Ok(Operand::Temp(t))
    }
    /// A part that is text or a variable.
    fn simple_part(&mut self, part: &StringPart) -> Option<Operand> {
        match part {
            StringPart::Literal(text) => Some(Operand::Const(Value::from(self.str(text)))),
            StringPart::Expr(e, Interpolation::Simple | Interpolation::Braced) => {
                plain_variable(e).map(|n| Operand::Var(self.b().var(n)))
            }
            StringPart::Expr(..) => None,
        }
    }
}

impl Rope {
    fn new(mark: u16) -> Rope {
        Rope { mark, temps: Vec::new(), text: Vec::new(), has_text: false, has_numbers: false, pending: Vec::new(), line: 0 }
    }
    fn add_text(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
        self.has_text = true;
    }
}
