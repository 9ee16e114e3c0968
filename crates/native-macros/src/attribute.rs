//! The arguments of the attributes: a PHP text, then facts.

use crate::{
    error::{Error, Result},
    literal::unquote,
};
use proc_macro::{Delimiter, Span, TokenStream, TokenTree};

/// `"php text", fact, fact = value`
pub struct Arguments {
    pub text: String,
    pub span: Span,
    pub facts: Vec<Fact>,
}

/// `name` or `name = value`
pub struct Fact {
    pub name: String,
    pub span: Span,
    pub value: Vec<TokenTree>,
}

impl Arguments {
    pub fn parse(tokens: TokenStream) -> Result<Arguments> {
        let mut parts = split_commas(tokens).into_iter();
        let first = parts.next().unwrap_or_default();
        let (text, span) = match first.as_slice() {
            [literal] => (string(literal), literal.span()),
            _ => (None, first.first().map_or_else(Span::call_site, TokenTree::span)),
        };
        let Some(text) = text else {
            return Error::new(span, "expected a string literal with PHP's signature first");
        };
        let facts = parts.filter(|p| !p.is_empty()).map(Fact::parse).collect::<Result<_>>()?;
        Ok(Arguments { text, span, facts })
    }
}

impl Fact {
    fn parse(tokens: Vec<TokenTree>) -> Result<Fact> {
        let mut tokens = tokens.into_iter();
        let name = match tokens.next() {
            Some(TokenTree::Ident(name)) => name,
            Some(other) => return Error::new(other.span(), "expected the name of a fact"),
            None => unreachable!("empty parts are skipped"),
        };
        match tokens.next() {
            None => {}
            Some(TokenTree::Punct(p)) if p.as_char() == '=' => {}
            Some(other) => return Error::new(other.span(), "expected `=` or `,` after a fact"),
        }
        Ok(Fact { name: name.to_string(), span: name.span(), value: tokens.collect() })
    }
    /// The value as a string.
    pub fn text(&self) -> Result<String> {
        match self.value.as_slice() {
            [literal] if string(literal).is_some() => Ok(string(literal).unwrap_or_default()),
            _ => Error::new(self.span, format!("expected `{} = \"…\"`", self.name)),
        }
    }
    /// The value as a list of strings: `["a", "b"]`.
    pub fn texts(&self) -> Result<Vec<String>> {
        let text = |item: Vec<TokenTree>| match item.as_slice() {
            [literal] => string(literal),
            _ => None,
        };
        match self.items()?.into_iter().map(text).collect() {
            Some(texts) => Ok(texts),
            None => Error::new(self.span, format!("expected `{} = [\"…\"]`", self.name)),
        }
    }
    /// The value's items: `[A, B]`.
    pub fn items(&self) -> Result<Vec<Vec<TokenTree>>> {
        match self.value.as_slice() {
            [TokenTree::Group(group)] if group.delimiter() == Delimiter::Bracket => {
                Ok(split_commas(group.stream()).into_iter().filter(|item| !item.is_empty()).collect())
            }
            _ => Error::new(self.span, format!("expected `{} = […]`", self.name)),
        }
    }
    /// The value as an expression.
    pub fn expression(&self) -> Result<&[TokenTree]> {
        if self.value.is_empty() {
            return Error::new(self.span, format!("expected `{} = …`", self.name));
        }
        Ok(&self.value)
    }
    /// A fact that takes no value.
    pub fn flag(&self) -> Result<()> {
        if self.value.is_empty() { Ok(()) } else { Error::new(self.span, format!("`{}` takes no value", self.name)) }
    }
}

/// Splits at commas outside of groups.
fn split_commas(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut parts = vec![Vec::new()];
    for token in tokens {
        match &token {
            TokenTree::Punct(p) if p.as_char() == ',' => parts.push(Vec::new()),
            _ => parts.last_mut().expect("never empty").push(token),
        }
    }
    parts
}

fn string(token: &TokenTree) -> Option<String> {
    match token {
        TokenTree::Literal(literal) => unquote(&literal.to_string()),
        // A string handed through a `macro_rules!` variable comes in an invisible group.
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            let mut inner = group.stream().into_iter();
            let only = inner.next()?;
            if inner.next().is_some() { None } else { string(&only) }
        }
        _ => None,
    }
}
