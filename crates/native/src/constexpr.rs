//! Values of native constants and defaults, written as PHP source text in descriptors: literals, constants, class
//! constants, `|`, unary minus, `.`, arrays of these.

use crate::{class::ClassPtr, ctx::Ctx, error::PhpResult};
use phant_memory::{Array, Key, Str, Value};

/// Evaluates the text. `class` is what `self` means.
pub fn evaluate(ctx: &Ctx, text: &str, class: Option<ClassPtr>) -> PhpResult {
    let mut p = Parser { rest: text.trim(), ctx, class };
    let v = p.or()?;
    if !p.rest.is_empty() {
        panic!("native constant expression not understood: {text}");
    }
    Ok(v)
}

struct Parser<'a> {
    rest: &'a str,
    ctx: &'a Ctx,
    class: Option<ClassPtr>,
}

impl Parser<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }
    fn eat(&mut self, token: &str) -> bool {
        self.skip();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }
    fn or(&mut self) -> PhpResult {
        let mut v = self.primary()?;
        loop {
            if self.eat("|") {
                let w = self.primary()?;
                v = Value::int(crate::convert::to_int(&v) | crate::convert::to_int(&w));
            } else if self.eat(".") {
                let w = self.primary()?;
                let (a, b) = (crate::convert::to_str(self.ctx, &v)?, crate::convert::to_str(self.ctx, &w)?);
                v = Value::from(Str::concat(&a, &b));
            } else {
                return Ok(v);
            }
        }
    }
    fn primary(&mut self) -> PhpResult {
        self.skip();
        if self.eat("-") {
            let v = self.primary()?;
            return Ok(match v.as_float() {
                Some(f) => Value::float(-f),
                None => Value::int(crate::convert::to_int(&v).wrapping_neg()),
            });
        }
        if self.eat("(") {
            let v = self.or()?;
            self.eat(")");
            return Ok(v);
        }
        if self.eat("[") {
            return self.array();
        }
        match self.rest.as_bytes().first() {
            Some(b'"' | b'\'') => Ok(self.string()),
            Some(b'0'..=b'9' | b'.') => Ok(self.number()),
            _ => self.name(),
        }
    }
    fn array(&mut self) -> PhpResult {
        let mut array = Array::new();
        while !self.eat("]") {
            let v = self.or()?;
            if self.eat("=>") {
                let w = self.or()?;
                match v.as_str() {
                    Some(s) => array.set(&*s, w),
                    None => array.set(Key::Int(crate::convert::to_int(&v)), w),
                }
            } else {
                let _ = array.push(v);
            }
            self.eat(",");
        }
        Ok(Value::from(array))
    }
    fn string(&mut self) -> Value {
        let bytes = self.rest.as_bytes();
        let quote = bytes[0];
        let mut out = Vec::new();
        let mut i = 1;
        while i < bytes.len() && bytes[i] != quote {
            if bytes[i] == b'\\' && i + 1 < bytes.len() {
                i += 1;
                match (quote, bytes[i]) {
                    (b'"', b'n') => out.push(b'\n'),
                    (b'"', b'r') => out.push(b'\r'),
                    (b'"', b't') => out.push(b'\t'),
                    (b'"', b'v') => out.push(0x0b),
                    (b'"', b'f') => out.push(0x0c),
                    (b'"', b'e') => out.push(0x1b),
                    (b'"', b'0') => out.push(0),
                    (b'"', b'x') if i + 2 < bytes.len() => {
                        let hex = std::str::from_utf8(&bytes[i + 1..i + 3]).ok().and_then(|h| u8::from_str_radix(h, 16).ok());
                        out.push(hex.unwrap_or(b'x'));
                        i += 2;
                    }
                    (_, c @ (b'\\' | b'"' | b'\'' | b'$')) => out.push(c),
                    (_, c) => out.extend([b'\\', c]),
                }
            } else {
                out.push(bytes[i]);
            }
            i += 1;
        }
        self.rest = &self.rest[(i + 1).min(self.rest.len())..];
        Value::from(out)
    }
    fn number(&mut self) -> Value {
        let end = self
            .rest
            .char_indices()
            .find(|&(i, c)| {
                !(c.is_ascii_alphanumeric()
                    || c == '.'
                    || c == '_'
                    || (matches!(c, '+' | '-') && matches!(self.rest.as_bytes()[i - 1], b'e' | b'E')))
            })
            .map_or(self.rest.len(), |(i, _)| i);
        let text = self.rest[..end].replace('_', "");
        self.rest = &self.rest[end..];
        if let Some(hex) = text.strip_prefix("0x") {
            return Value::int(i64::from_str_radix(hex, 16).unwrap_or(i64::MAX));
        }
        if text.len() > 1 && text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit()) {
            return Value::int(i64::from_str_radix(&text, 8).unwrap_or(i64::MAX));
        }
        match text.parse::<i64>() {
            Ok(i) => Value::int(i),
            Err(_) => Value::float(text.parse().unwrap_or(0.0)),
        }
    }
    fn name(&mut self) -> PhpResult {
        let end =
            self.rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\\' || c == ':')).unwrap_or(self.rest.len());
        let name = self.rest[..end].trim_start_matches('\\').to_owned();
        self.rest = &self.rest[end..];
        match name.to_ascii_lowercase().as_str() {
            "null" => return Ok(Value::NULL),
            "true" => return Ok(Value::TRUE),
            "false" => return Ok(Value::FALSE),
            _ => {}
        }
        if let Some((class, constant)) = name.split_once("::") {
            let class = match (class, self.class) {
                ("self", Some(c)) => c,
                _ => self.ctx.known_class_of(class),
            };
            if constant == "class" {
                return Ok(Value::from(class.name.clone()));
            }
            return self.ctx.host.class_constant(self.ctx, class, &phant_memory::intern(constant.as_bytes()), Some(class));
        }
        match self.ctx.host.constant(self.ctx, name.as_bytes())? {
            Some(v) => Ok(v),
            None => panic!("native constant expression names unknown constant {name}"),
        }
    }
}
