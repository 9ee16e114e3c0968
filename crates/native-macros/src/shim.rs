//! The function between the engine's calling convention and a Rust function, and the checks beside it.

use crate::{
    attribute::Fact,
    emit::{self, FunctionFacts},
    error::{Error, Result},
    item::{self, Function, is_punct},
    literal::quote,
    php::function::{ByRef, Signature},
};
use proc_macro::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use std::fmt::Write;

/// Reads the facts of `#[php]`.
pub fn facts(list: &[Fact]) -> Result<FunctionFacts> {
    let mut facts = FunctionFacts::default();
    for fact in list {
        let bit = match fact.name.as_str() {
            "pure" => "PURE",
            "fresh" => "FRESH",
            "leaf" => "LEAF",
            "no_gc" => "NO_GC",
            "raw" => "RAW",
            "frame" => "FRAME",
            "no_discard" => "NO_DISCARD",
            "alias" => {
                facts.aliases.push(fact.text()?);
                continue;
            }
            "deprecated" => {
                facts.deprecated = Some(fact.text()?);
                continue;
            }
            "tentative" | "strict_return" => {
                fact.flag()?;
                facts.tentative = Some(fact.name == "tentative");
                continue;
            }
            other => return Error::new(fact.span, format!("unknown fact `{other}`")),
        };
        fact.flag()?;
        facts.bits.push(bit);
    }
    Ok(facts)
}

/// How a Rust parameter gets its value.
enum Source<'a> {
    Ctx,
    This,
    Class,
    RawArgs,
    Php(&'a item::Param),
}

fn source(param: &item::Param) -> Source<'_> {
    match (param.name.trim_start_matches('_'), param.type_name().as_str()) {
        (_, "Ctx") => Source::Ctx,
        (_, "ClassPtr") => Source::Class,
        (_, "Args") => Source::RawArgs,
        ("this", _) => Source::This,
        _ => Source::Php(param),
    }
}

/// The shim `name` that calls `target`, and after it the checks of the parameter types. `owner` replaces `Self` in them.
pub struct Shim {
    pub shim: TokenStream,
    pub checks: TokenStream,
}

pub fn build(
    name: &str,
    target: &str,
    function: &Function,
    signature: &Signature,
    facts: &FunctionFacts,
    owner: &[TokenTree],
    span: Span,
) -> Result<Shim> {
    let raw = facts.bits.contains(&"RAW");
    let mut php = signature.params.iter().enumerate();
    let (mut call, mut checks, mut used) = (String::new(), String::new(), Used::default());
    let mut types = Vec::new();
    let mut spans = vec![function.returns];
    let rust_count = function.params.iter().filter(|p| matches!(source(p), Source::Php(_))).count();
    if raw && rust_count > 0 {
        return Error::new(span, "a `raw` function takes its arguments as `args: &mut Args`");
    }
    if !raw && rust_count != signature.params.len() {
        return Error::new(
            function.name.span(),
            format!(
                "the PHP signature of {} has {} parameters, the Rust function {} takes {rust_count}",
                signature.name,
                signature.params.len(),
                function.name
            ),
        );
    }
    for param in &function.params {
        match source(param) {
            Source::Ctx => {
                used.ctx = true;
                call.push_str("ctx,");
            }
            Source::This => {
                used.this = true;
                call.push_str("this,");
            }
            Source::Class => {
                used.class = true;
                call.push_str("class,");
            }
            Source::RawArgs if raw => {
                used.args = true;
                call.push_str("args,");
            }
            Source::RawArgs => {
                return Error::new(param.span, "only functions with the fact `raw` take `Args`");
            }
            Source::Php(param) => {
                let (index, declared) = php.next().expect("counted");
                if declared.variadic {
                    used.rest = true;
                    call.push_str("rest,");
                    continue;
                }
                let at = spans.len();
                spans.push(param.span);
                if declared.by_ref != ByRef::No {
                    let _ = write!(call, "::phant_native::args::FromRefArg::__at{at}(a{index}),");
                    continue;
                }
                let _ = write!(call, "::phant_native::args::FromArg::__at{at}(a{index}),");
                let message = format!("{}(): the Rust type of ${} does not accept its PHP type", signature.name, declared.name);
                let _ = write!(
                    checks,
                    "assert!(<__ty{} as ::phant_native::args::FromArg<'_>>::ACCEPTS.contains({}), {});",
                    types.len(),
                    emit::accepted(declared),
                    quote(&message.replace('{', "{{").replace('}', "}}"))
                );
                types.push(param);
            }
        }
    }
    let fixed = if raw { 0 } else { signature.fixed() };
    let mut body = String::new();
    if used.this {
        body.push_str("let this = args.this();");
    }
    if used.class {
        body.push_str("let class = args.static_class();");
    }
    if fixed > 0 || used.rest {
        let names: Vec<String> = (0..fixed).map(|i| format!("a{i}")).collect();
        let rest = if used.rest { "rest" } else { "_" };
        let _ = write!(body, "let ([{}], {rest}) = args.split::<{fixed}>();", names.join(","));
        used.args = true;
    }
    let text = format!(
        "fn {name}({}: &mut ::phant_native::ctx::Ctx, {}: &mut ::phant_native::args::Args<'_>) \
         -> ::phant_native::error::PhpResult {{ {body} ::phant_native::ret::IntoReturn::__at0({target}({call})) }}",
        if used.ctx { "ctx" } else { "_ctx" },
        if used.args || used.this || used.class { "args" } else { "_args" },
    );
    let shim = replace(parse(&text), &|ident| {
        let at: usize = ident.strip_prefix("__at")?.parse().ok()?;
        let method = match at {
            0 => "into_return",
            _ if text.contains(&format!("FromRefArg::{ident}(")) => "from_ref_arg",
            _ => "from_arg",
        };
        Some(vec![Ident::new(method, Span::call_site().located_at(spans[at])).into()])
    });
    let checks = if checks.is_empty() {
        TokenStream::new()
    } else {
        replace(parse(&checks), &|ident| {
            let at: usize = ident.strip_prefix("__ty")?.parse().ok()?;
            Some(check_type(&types[at].ty, owner))
        })
    };
    Ok(Shim { shim, checks })
}

/// What the shim's body needs of its parameters.
#[derive(Default)]
struct Used {
    ctx: bool,
    this: bool,
    class: bool,
    args: bool,
    rest: bool,
}

/// A parameter's type outside of its function: named lifetimes are inferred, `Self` is spelt out.
fn check_type(ty: &[TokenTree], owner: &[TokenTree]) -> Vec<TokenTree> {
    let mut out: Vec<TokenTree> = Vec::new();
    for token in ty {
        match token {
            TokenTree::Ident(ident) if is_punct(out.last(), '\'') => out.push(Ident::new("_", ident.span()).into()),
            TokenTree::Ident(ident) if ident.to_string() == "Self" => out.extend(owner.iter().cloned()),
            TokenTree::Group(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                out.push(regroup(group, TokenStream::from_iter(check_type(&inner, owner))));
            }
            _ => out.push(token.clone()),
        }
    }
    out
}

/// Parses generated text.
pub fn parse(text: &str) -> TokenStream {
    text.parse().unwrap_or_else(|error| panic!("generated code does not parse: {error}\n{text}"))
}

/// Replaces identifiers throughout a stream.
pub fn replace(tokens: TokenStream, with: &dyn Fn(&str) -> Option<Vec<TokenTree>>) -> TokenStream {
    let mut out = Vec::new();
    for token in tokens {
        match &token {
            TokenTree::Ident(ident) => match with(&ident.to_string()) {
                Some(new) => out.extend(new),
                None => out.push(token),
            },
            TokenTree::Group(group) => out.push(regroup(group, replace(group.stream(), with))),
            _ => out.push(token),
        }
    }
    TokenStream::from_iter(out)
}

fn regroup(group: &Group, inner: TokenStream) -> TokenTree {
    let mut new = Group::new(group.delimiter(), inner);
    new.set_span(group.span());
    new.into()
}

/// `#[allow(clippy::too_many_arguments)]` if PHP's signature is long.
pub fn allow_many(function: &Function) -> TokenStream {
    if function.params.len() > 7 { parse("#[allow(clippy::too_many_arguments)]") } else { TokenStream::new() }
}

/// `{ tokens }`
pub fn braced(tokens: TokenStream) -> TokenTree {
    Group::new(Delimiter::Brace, tokens).into()
}

/// `const _: () = { tokens };`
pub fn unnamed_const(tokens: TokenStream) -> TokenStream {
    let mut out = parse("const _: () =");
    out.extend([braced(tokens), Punct::new(';', Spacing::Alone).into()]);
    out
}
