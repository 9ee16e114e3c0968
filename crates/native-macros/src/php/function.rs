//! Signatures of functions and methods.

use super::{
    scanner::{Result, Scanner},
    types::Type,
};

/// `public static function f(int $a): bool`
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signature {
    /// Names of `modifiers` constants; empty if none were written.
    pub modifiers: Vec<&'static str>,
    pub by_ref_return: bool,
    pub name: String,
    pub params: Vec<Param>,
    pub returns: Option<Type>,
}

/// A parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Param {
    pub name: String,
    pub ty: Option<Type>,
    pub default: Option<String>,
    pub by_ref: ByRef,
    pub variadic: bool,
    pub sensitive: bool,
}

/// How a parameter takes its argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByRef {
    No,
    Yes,
    Prefer,
}

impl Signature {
    /// Parses a text that is one signature.
    pub fn parse(text: &str) -> Result<Signature> {
        let mut s = Scanner::new(text);
        let modifiers = modifiers(&mut s)?;
        let signature = Signature::parse_rest(&mut s, modifiers)?;
        s.eat(";");
        if s.eat("{") {
            s.expect("}")?;
        }
        if s.at_end() { Ok(signature) } else { s.error("the end of the signature") }
    }
    /// Parses from the word `function` on.
    pub fn parse_rest(s: &mut Scanner<'_>, modifiers: Vec<&'static str>) -> Result<Signature> {
        if !s.eat_word("function") {
            return s.error("`function`");
        }
        let by_ref_return = s.eat("&");
        let name = s.word("a function name")?.to_string();
        s.expect("(")?;
        let mut params: Vec<Param> = Vec::new();
        while !s.eat(")") {
            if params.last().is_some_and(|p| p.variadic) {
                return Err("PHP signature: a variadic parameter must be the last one".into());
            }
            params.push(Param::parse(s)?);
            if !s.eat(",") && !s.rest().starts_with(')') {
                return s.error("`,` or `)`");
            }
        }
        let returns = if s.eat(":") {
            match Type::parse(s)? {
                Some(ty) if ty.mask.contains(&"RESOURCE") => {
                    return Err("PHP signature: nothing is declared to return a resource".into());
                }
                None => return s.error("a return type"),
                ty => ty,
            }
        } else {
            None
        };
        Ok(Signature { modifiers, by_ref_return, name, params, returns })
    }
    /// How many arguments must be given.
    pub fn required(&self) -> usize {
        self.params.iter().rposition(|p| p.default.is_none() && !p.variadic).map_or(0, |last| last + 1)
    }
    /// The parameters before the variadic one.
    pub fn fixed(&self) -> usize {
        self.params.iter().filter(|p| !p.variadic).count()
    }
}

impl Param {
    fn parse(s: &mut Scanner<'_>) -> Result<Param> {
        let mut sensitive = false;
        while s.eat("#[") {
            let name = s.word("an attribute")?;
            if !name.trim_start_matches('\\').eq_ignore_ascii_case("SensitiveParameter") {
                return Err(format!("PHP signature: the attribute `{name}` is not supported on parameters"));
            }
            sensitive = true;
            s.expect("]")?;
        }
        let ty = if prefer_ahead(s) { None } else { Type::parse(s)? };
        let prefer = prefer_ahead(s) && s.eat_word("prefer");
        let by_ref = match (s.eat("&"), prefer) {
            (true, true) => ByRef::Prefer,
            (true, false) => ByRef::Yes,
            (false, _) => ByRef::No,
        };
        let variadic = s.eat("...");
        let name = s.variable()?.to_string();
        let default = if s.eat("=") { Some(s.expression(&[',', ')'])?.to_string()) } else { None };
        if variadic && default.is_some() {
            return Err(format!("PHP signature: the variadic parameter ${name} cannot have a default"));
        }
        if let Some(bad) = ty.iter().flat_map(|t| &t.mask).find(|m| ["VOID", "NEVER", "STATIC"].contains(m)) {
            return Err(format!("PHP signature: ${name} cannot have the type {}", bad.to_lowercase()));
        }
        Ok(Param { name, ty, default, by_ref, variadic, sensitive })
    }
    /// Whether the Rust side may see `null` although the type does not say so.
    pub fn default_is_null(&self) -> bool {
        self.default.as_deref().is_some_and(|d| d.eq_ignore_ascii_case("null") || d == "UNKNOWN")
    }
}

fn prefer_ahead(s: &Scanner<'_>) -> bool {
    s.peek_word() == Some("prefer") && s.rest()["prefer".len()..].trim_start().starts_with('&')
}

/// Parses modifiers in any order, as names of `modifiers` constants.
pub fn modifiers(s: &mut Scanner<'_>) -> Result<Vec<&'static str>> {
    let mut found = Vec::new();
    while let Some(word) = s.peek_word() {
        let modifier = match word {
            "public" => "PUBLIC",
            "protected" => "PROTECTED",
            "private" => "PRIVATE",
            "static" => "STATIC",
            "final" => "FINAL",
            "abstract" => "ABSTRACT",
            "readonly" => "READONLY",
            "virtual" => "VIRTUAL",
            _ => break,
        };
        s.eat_word(word);
        if s.eat("(") {
            if !s.eat_word("set") {
                return s.error("`set`");
            }
            s.expect(")")?;
            found.push(match modifier {
                "PUBLIC" => "PUBLIC_SET",
                "PROTECTED" => "PROTECTED_SET",
                "PRIVATE" => "PRIVATE_SET",
                _ => return s.error("a visibility before `(set)`"),
            });
        } else {
            found.push(modifier);
        }
    }
    Ok(found)
}

/// Adds `PUBLIC` if no visibility was written.
pub fn with_visibility(mut modifiers: Vec<&'static str>) -> Vec<&'static str> {
    if !modifiers.iter().any(|m| ["PUBLIC", "PROTECTED", "PRIVATE"].contains(m)) {
        modifiers.insert(0, "PUBLIC");
    }
    modifiers
}
