//! `#[php("function …")]` on free functions, and `functions!`.

use crate::{
    attribute::Arguments,
    emit,
    error::{At, Error, Result},
    item::Function,
    literal::quote,
    php::function::Signature,
    shim,
};
use proc_macro::{Ident, TokenStream, TokenTree};

pub fn expand(attribute: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let arguments = Arguments::parse(attribute)?;
    let tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let (function, _) = Function::parse(&tokens)?;
    let signature = Signature::parse(&arguments.text).at(arguments.span)?;
    if !signature.modifiers.is_empty() {
        return Error::new(arguments.span, "a method belongs into an `impl` block with #[php_class]");
    }
    let facts = shim::facts(&arguments.facts, &function)?;
    if facts.tentative.is_some() {
        return Error::new(arguments.span, "only methods have tentative return types");
    }
    let rust_name = function.name.to_string();
    let built = shim::build("shim", &format!("super::{rust_name}"), &function, &signature, &facts, &[], arguments.span)?;
    let descriptor = emit::function(&signature, &facts, false, &function.doc, "shim", built.direct);

    let mut statics = String::from(emit::IMPORTS);
    let mut all = String::from("&PHP,");
    if facts.aliases.is_empty() {
        statics.push_str(&format!("pub(crate) static PHP: __d::FunctionDescriptor = {descriptor};"));
    } else {
        statics.push_str(&format!("const BASE: __d::FunctionDescriptor = {descriptor};"));
        statics.push_str("pub(crate) static PHP: __d::FunctionDescriptor = BASE;");
        for (i, alias) in facts.aliases.iter().enumerate() {
            statics.push_str(&format!(
                "pub(crate) static PHP_ALIAS_{n}: __d::FunctionDescriptor = __d::FunctionDescriptor {{ name: {}, ..BASE }};",
                quote(alias),
                n = i + 1
            ));
            all.push_str(&format!("&PHP_ALIAS_{},", i + 1));
        }
    }
    statics.push_str(&format!("pub(crate) const ALL: &[&__d::FunctionDescriptor] = &[{all}];"));

    let mut inside = shim::parse(&statics);
    inside.extend(built.shim);
    let mut out = shim::allow_many(&function);
    out.extend(item);
    out.extend(shim::parse("#[allow(non_snake_case, unused_imports)] pub(crate) mod"));
    out.extend([Ident::new_raw_if_keyword(&rust_name).into(), shim::braced(inside)]);
    if !built.checks.is_empty() {
        let mut checks = shim::parse("use ::phant_native::descriptor::TypeMask as __M;");
        checks.extend(built.checks);
        out.extend(shim::unnamed_const(checks));
    }
    Ok(out)
}

/// `functions![a, sub::b]` is `&[a::ALL, sub::b::ALL]`.
pub fn list(input: TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut pending = false;
    for token in input {
        if matches!(&token, TokenTree::Punct(p) if p.as_char() == ',') {
            out.extend(shim::parse("::ALL"));
            pending = false;
        } else {
            pending = true;
        }
        out.extend([token]);
    }
    if pending {
        out.extend(shim::parse("::ALL"));
    }
    let mut list = shim::parse("&");
    list.extend([TokenTree::from(proc_macro::Group::new(proc_macro::Delimiter::Bracket, out))]);
    list
}

/// Makes identifiers from names that may be raw (`r#move`).
trait RawIdent {
    fn new_raw_if_keyword(name: &str) -> Ident;
}

impl RawIdent for Ident {
    fn new_raw_if_keyword(name: &str) -> Ident {
        let span = proc_macro::Span::call_site();
        match name.strip_prefix("r#") {
            Some(keyword) => Ident::new_raw(keyword, span),
            None => Ident::new(name, span),
        }
    }
}
