//! Walking Rust items token by token: functions, `impl` blocks, doc comments.

use crate::{
    error::{Error, Result},
    literal::unquote,
};
use proc_macro::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

/// A Rust function as the macros see it.
pub struct Function {
    pub name: Ident,
    pub params: Vec<Param>,
    /// Where errors about the result are shown.
    pub returns: Span,
    pub doc: String,
}

/// A parameter of a Rust function.
pub struct Param {
    pub name: String,
    pub ty: Vec<TokenTree>,
    pub span: Span,
}

impl Param {
    /// The last name in the type: `Ctx` for `&ctx::Ctx`, `Args` for `&mut Args<'_>`.
    pub fn type_name(&self) -> String {
        let mut last = String::new();
        for token in &self.ty {
            match token {
                TokenTree::Ident(ident) => last = ident.to_string(),
                TokenTree::Punct(p) if p.as_char() == '<' => break,
                _ => {}
            }
        }
        last
    }
}

impl Function {
    /// Parses the function that starts at `tokens[0]` (attributes included) and tells how many tokens it has.
    pub fn parse(tokens: &[TokenTree]) -> Result<(Function, usize)> {
        let mut at = 0;
        let doc = skip_attributes(tokens, &mut at);
        while let Some(TokenTree::Ident(word)) = tokens.get(at) {
            match word.to_string().as_str() {
                "fn" => break,
                "pub" => {
                    at += 1;
                    if is_group(tokens.get(at), Delimiter::Parenthesis) {
                        at += 1;
                    }
                }
                "const" => at += 1,
                other => return Error::new(word.span(), format!("#[php] works on plain functions, not on `{other}`")),
            }
        }
        let span = tokens.get(at).or(tokens.last()).map_or_else(Span::call_site, TokenTree::span);
        if !is_word(tokens.get(at), "fn") {
            return Error::new(span, "#[php] works on functions");
        }
        let Some(TokenTree::Ident(name)) = tokens.get(at + 1) else {
            return Error::new(span, "expected a function name");
        };
        at += 2;
        skip_generics(tokens, &mut at)?;
        let Some(TokenTree::Group(list)) = tokens.get(at) else {
            return Error::new(name.span(), "expected the function's parameters");
        };
        let params = params(list)?;
        let mut returns = name.span();
        for (offset, token) in tokens[at + 1..].iter().enumerate() {
            match token {
                TokenTree::Group(g) if g.delimiter() == Delimiter::Brace => {
                    return Ok((Function { name: name.clone(), params, returns, doc }, at + 2 + offset));
                }
                TokenTree::Punct(p) if "->".contains(p.as_char()) => {}
                token if offset == 2 => returns = token.span(),
                _ => {}
            }
        }
        Error::new(name.span(), "expected the function's body")
    }
}

/// Skips attributes and returns the first paragraph of the doc comment.
pub fn skip_attributes(tokens: &[TokenTree], at: &mut usize) -> String {
    let mut doc = String::new();
    let mut open = true;
    while let (Some(TokenTree::Punct(p)), Some(TokenTree::Group(group))) = (tokens.get(*at), tokens.get(*at + 1)) {
        if p.as_char() != '#' {
            break;
        }
        *at += 2;
        if let Some(line) = doc_line(group) {
            let line = line.trim();
            open &= !line.is_empty() || doc.is_empty();
            if open && !line.is_empty() {
                if !doc.is_empty() {
                    doc.push(' ');
                }
                doc.push_str(line);
            }
        }
    }
    doc
}

fn doc_line(attribute: &Group) -> Option<String> {
    let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Ident(name), _, TokenTree::Literal(text)] if name.to_string() == "doc" => unquote(&text.to_string()),
        _ => None,
    }
}

pub fn is_word(token: Option<&TokenTree>, word: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if ident.to_string() == word)
}

pub fn is_group(token: Option<&TokenTree>, delimiter: Delimiter) -> bool {
    matches!(token, Some(TokenTree::Group(group)) if group.delimiter() == delimiter)
}

pub fn is_punct(token: Option<&TokenTree>, c: char) -> bool {
    matches!(token, Some(TokenTree::Punct(p)) if p.as_char() == c)
}

/// Skips `<'a, 'b>`; generic types make no native function.
fn skip_generics(tokens: &[TokenTree], at: &mut usize) -> Result<()> {
    if !is_punct(tokens.get(*at), '<') {
        return Ok(());
    }
    while let Some(token) = tokens.get(*at) {
        let lifetime = *at > 0 && is_punct(tokens.get(*at - 1), '\'');
        *at += 1;
        match token {
            TokenTree::Punct(p) if p.as_char() == '>' => return Ok(()),
            TokenTree::Ident(_) if !lifetime => {
                return Error::new(token.span(), "native functions cannot have generic types, only lifetimes");
            }
            _ => {}
        }
    }
    Ok(())
}

fn params(list: &Group) -> Result<Vec<Param>> {
    let mut params = Vec::new();
    for part in split_params(list.stream()) {
        let mut at = 0;
        skip_attributes(&part, &mut at);
        if is_word(part.get(at), "mut") {
            at += 1;
        }
        let (Some(TokenTree::Ident(name)), true) = (part.get(at), is_punct(part.get(at + 1), ':')) else {
            let span = part.first().map_or_else(|| list.span(), TokenTree::span);
            return Error::new(span, "expected a parameter such as `name: Type`; the object of a method is `this: &Object`");
        };
        let ty: Vec<TokenTree> = part[at + 2..].to_vec();
        let span = ty.first().map_or_else(|| name.span(), TokenTree::span);
        params.push(Param { name: name.to_string().trim_start_matches("r#").to_string(), ty, span });
    }
    Ok(params)
}

/// Splits at commas outside of `<…>`.
fn split_params(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut parts = vec![Vec::new()];
    let mut depth = 0usize;
    let mut arrow = false;
    for token in tokens {
        if let TokenTree::Punct(p) = &token {
            let c = p.as_char();
            match c {
                '<' => depth += 1,
                '>' if !arrow => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    parts.push(Vec::new());
                    continue;
                }
                _ => {}
            }
            arrow = c == '-';
        } else {
            arrow = false;
        }
        parts.last_mut().expect("never empty").push(token);
    }
    parts.retain(|part| !part.is_empty());
    parts
}
