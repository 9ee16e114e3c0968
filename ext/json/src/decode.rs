//! `json_decode` and `json_validate`: a pushdown parser with a stack of its own, so that depth costs no native stack.

use crate::{
    error::JsonError,
    flags,
    lexer::{Lexer, Token},
};
use phant_key_cache::KeyCache;
use phant_memory::{Array, Key, Object, Str, Value};
use phant_native::{ClassPtr, Ctx, PhpResult};

/// An array or object that is not closed yet.
enum Open {
    Array(Array),
    /// Properties or elements, the key whose value is being read, and the object, which is made when its first value is
    /// complete.
    Object(Array, Str, Option<Object>),
}

/// What the grammar allows next.
#[derive(Clone, Copy, PartialEq)]
enum Expect {
    Value,
    /// Behind `[`.
    ValueOrEnd,
    /// Behind `{`.
    KeyOrEnd,
    Key,
    Colon,
    CommaOrEnd,
    End,
}

/// For so many members at most room is made before they are read.
const MOST_USUAL: usize = 64;

pub(crate) fn decode(ctx: &Ctx, text: &[u8], depth: usize, options: i64) -> PhpResult<Result<Value, JsonError>> {
    let assoc = options & flags::OBJECT_AS_ARRAY != 0;
    let class = ctx.known_class("stdClass");
    let mut lexer = Lexer::new(text, options, Some(ctx.state::<KeyCache>()));
    let mut stack: Vec<Open> = Vec::new();
    // How many members the last object had: the next one often has as many.
    let mut usual = 0;
    let mut expect = Expect::Value;
    let mut result = Value::NULL;
    loop {
        let next = if matches!(expect, Expect::Key | Expect::KeyOrEnd) { lexer.next_key() } else { lexer.next() };
        let token = match next {
            Ok(token) => token,
            Err(error) => return Ok(Err(error)),
        };
        let value = match (expect, token) {
            (Expect::Value | Expect::ValueOrEnd, Token::ArrayStart) => {
                if stack.len() + 1 >= depth {
                    return Ok(Err(JsonError::Depth));
                }
                stack.push(Open::Array(Array::new()));
                expect = Expect::ValueOrEnd;
                continue;
            }
            (Expect::Value | Expect::ValueOrEnd, Token::ObjectStart) => {
                if stack.len() + 1 >= depth {
                    return Ok(Err(JsonError::Depth));
                }
                stack.push(Open::Object(Array::new(), Str::default(), None));
                expect = Expect::KeyOrEnd;
                continue;
            }
            (Expect::Value | Expect::ValueOrEnd, Token::Null) => Value::NULL,
            (Expect::Value | Expect::ValueOrEnd, Token::Bool(b)) => Value::bool(b),
            (Expect::Value | Expect::ValueOrEnd, Token::Int(i)) => Value::int(i),
            (Expect::Value | Expect::ValueOrEnd, Token::Float(f)) => Value::float(f),
            (Expect::Value | Expect::ValueOrEnd, Token::Str(s) | Token::BigInt(s)) => Value::from(s),
            (Expect::KeyOrEnd | Expect::Key, Token::Str(s)) => {
                if let Some(Open::Object(members, key, _)) = stack.last_mut() {
                    if expect == Expect::KeyOrEnd {
                        *members = Array::with_hash_capacity(usual);
                    }
                    *key = s;
                }
                expect = if lexer.eat(b':') { Expect::Value } else { Expect::Colon };
                continue;
            }
            (Expect::Colon, Token::Colon) => {
                expect = Expect::Value;
                continue;
            }
            (Expect::CommaOrEnd, Token::Comma) => {
                expect = if matches!(stack.last(), Some(Open::Array(_))) { Expect::Value } else { Expect::Key };
                continue;
            }
            (Expect::ValueOrEnd | Expect::CommaOrEnd | Expect::KeyOrEnd, end @ (Token::ArrayEnd | Token::ObjectEnd)) => {
                match (stack.pop(), end) {
                    (Some(Open::Array(array)), Token::ArrayEnd) => Value::from(array),
                    (Some(Open::Object(members, ..)), Token::ObjectEnd) if assoc => {
                        usual = members.len().min(MOST_USUAL);
                        Value::from(members)
                    }
                    (Some(Open::Object(members, _, made)), Token::ObjectEnd) => {
                        usual = members.len().min(MOST_USUAL);
                        object_of(ctx, class, members, made)?
                    }
                    _ => return Ok(Err(JsonError::StateMismatch)),
                }
            }
            (Expect::End, Token::End) => return Ok(Ok(result)),
            _ => return Ok(Err(JsonError::Syntax)),
        };
        expect = Expect::CommaOrEnd;
        match stack.last_mut() {
            None => {
                result = value;
                expect = Expect::End;
            }
            Some(Open::Array(array)) => {
                let _ = array.push(value);
                if lexer.eat(b',') {
                    expect = Expect::Value;
                }
            }
            Some(Open::Object(members, key, made)) => {
                let key = std::mem::take(key);
                if !assoc && made.is_none() {
                    *made = Some(ctx.allocate(class)?);
                }
                if !assoc && key.first() == Some(&0) {
                    return Ok(Err(JsonError::InvalidPropertyName));
                }
                members.set(if assoc { Key::from(key) } else { Key::Str(key) }, value);
                if lexer.eat(b',') {
                    expect = Expect::Key;
                }
            }
        }
    }
}

/// The object with these members. If it has any, it was made when the first one was complete.
fn object_of(ctx: &Ctx, class: ClassPtr, members: Array, made: Option<Object>) -> PhpResult<Value> {
    let object = made.map_or_else(|| ctx.allocate(class), Ok)?;
    if !members.is_empty() {
        object.replace_dynamic(Some(members));
    }
    Ok(Value::from(object))
}

/// Checks a text without building anything.
pub(crate) fn validate(text: &[u8], depth: usize, options: i64) -> Result<(), JsonError> {
    let mut lexer = Lexer::new(text, options, None);
    // Whether each open level is an array.
    let mut stack: Vec<bool> = Vec::new();
    let mut expect = Expect::Value;
    loop {
        let token = lexer.next()?;
        match (expect, token) {
            (Expect::Value | Expect::ValueOrEnd, start @ (Token::ArrayStart | Token::ObjectStart)) => {
                if stack.len() + 1 >= depth {
                    return Err(JsonError::Depth);
                }
                let array = matches!(start, Token::ArrayStart);
                stack.push(array);
                expect = if array { Expect::ValueOrEnd } else { Expect::KeyOrEnd };
                continue;
            }
            (
                Expect::Value | Expect::ValueOrEnd,
                Token::Null | Token::Bool(_) | Token::Int(_) | Token::Float(_) | Token::Str(_) | Token::BigInt(_),
            ) => {}
            (Expect::KeyOrEnd | Expect::Key, Token::Str(_)) => {
                expect = Expect::Colon;
                continue;
            }
            (Expect::Colon, Token::Colon) => {
                expect = Expect::Value;
                continue;
            }
            (Expect::CommaOrEnd, Token::Comma) => {
                expect = if stack.last() == Some(&true) { Expect::Value } else { Expect::Key };
                continue;
            }
            (Expect::ValueOrEnd | Expect::CommaOrEnd | Expect::KeyOrEnd, end @ (Token::ArrayEnd | Token::ObjectEnd)) => {
                if stack.pop() != Some(matches!(end, Token::ArrayEnd)) {
                    return Err(JsonError::StateMismatch);
                }
            }
            (Expect::End, Token::End) => return Ok(()),
            _ => return Err(JsonError::Syntax),
        }
        expect = if stack.is_empty() { Expect::End } else { Expect::CommaOrEnd };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<(), JsonError> {
        validate(text.as_bytes(), 4, 0)
    }

    #[test]
    fn grammar() {
        assert_eq!(check(r#"{"a": [1, -0.5e3, "x\u00e9", {}], "b": null}"#), Ok(()));
        assert_eq!(check("[1}"), Err(JsonError::StateMismatch));
        assert_eq!(check("[1,]"), Err(JsonError::Syntax));
        assert_eq!(check("[[[[1]]]]"), Err(JsonError::Depth));
        assert_eq!(check("\"abc"), Err(JsonError::ControlCharacter));
        assert_eq!(check("01"), Err(JsonError::Syntax));
        assert_eq!(check("1 "), Ok(()));
        assert_eq!(check(r#""\ud800""#), Err(JsonError::Utf16));
        assert_eq!(check(r#""\u12""#), Err(JsonError::Syntax));
    }
}
