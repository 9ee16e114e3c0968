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

/// Reads the facts of `#[php]`. One of them the function's own parameters state: without `ctx` nothing gets at PHP code.
pub fn facts(list: &[Fact], function: &Function) -> Result<FunctionFacts> {
    let mut facts = FunctionFacts::default();
    if function.params.iter().any(|p| p.type_name() == "Ctx") {
        facts.bits.push("CALLS_PHP");
    }
    if function.params.iter().any(|p| p.type_name() == "Late") {
        facts.bits.extend(["CALLS_PHP", "LATE_FRAME"]);
    }
    if function.params.iter().any(is_maybe_object) {
        facts.bits.push("ON_OBJECTS");
    }
    for fact in list {
        let bit = match fact.name.as_str() {
            "pure" => "PURE",
            "reads_vars" => "READS_VARS",
            "writes_vars" => "WRITES_VARS",
            "raw" => "RAW",
            "untyped" => "UNTYPED",
            "in_place" => "IN_PLACE",
            "leaves_arrays" => "LEAVES_ARRAYS",
            "no_discard" => "NO_DISCARD",
            "hidden" => "HIDDEN",
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
    Late,
    This,
    Class,
    Function,
    Passed,
    Named,
    RawArgs,
    Php(&'a item::Param),
}

impl Source<'_> {
    /// The statement that gets what the call itself tells, and the argument.
    fn told(&self) -> [&'static str; 2] {
        match self {
            Source::Late => ["let late = ::phant_native::ctx::Late::new(ctx, args.function);", "late,"],
            Source::Class => ["let class = args.static_class();", "class,"],
            Source::Function => ["let function = args.function;", "function,"],
            Source::Passed => ["let passed = args.passed;", "passed,"],
            Source::Named => ["let named = args.named.take();", "named,"],
            Source::Ctx | Source::This | Source::RawArgs | Source::Php(_) => ["", ""],
        }
    }
}

/// Whether a parameter is `this: Option<&Object>`: the object that a static method is called on, if there is one.
pub fn is_maybe_object(param: &item::Param) -> bool {
    param.name.trim_start_matches('_') == "this" && param.type_name() == "Option"
}

fn source<'a>(param: &'a item::Param, signature: &Signature) -> Source<'a> {
    match (param.name.trim_start_matches('_'), param.type_name().as_str()) {
        (_, "Ctx") => Source::Ctx,
        (_, "Late") => Source::Late,
        (_, "ClassPtr") => Source::Class,
        (_, "FunctionPtr") => Source::Function,
        (_, "Args") => Source::RawArgs,
        ("passed", "usize") => Source::Passed,
        ("named", "Option") if signature.params.iter().all(|p| p.name != "named") => Source::Named,
        ("this", _) => Source::This,
        _ => Source::Php(param),
    }
}

/// The shim `name` that calls `target`, and after it the checks of the parameter types. `owner` replaces `Self` in them.
pub struct Shim {
    pub shim: TokenStream,
    pub checks: TokenStream,
    /// The variant of `Direct` for the function `direct` beside the shim.
    pub direct: &'static str,
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
    let (mut before, mut call, mut checks) = (String::new(), String::new(), String::new());
    let mut used = Used::default();
    let mut types = Vec::new();
    let mut conversions = vec![(["ret", "IntoReturn", "into_return"], function.returns, None)];
    check_count(function, signature, raw, span)?;
    for param in &function.params {
        match source(param, signature) {
            Source::This | Source::Class if owner.is_empty() => {
                return Error::new(param.span, "only methods have an object and a class");
            }
            Source::Ctx => {
                used.ctx = true;
                call.push_str("ctx,");
            }
            Source::This => {
                before.push_str(if is_maybe_object(param) { "let this = args.this;" } else { "let this = args.this();" });
                call.push_str("this,");
            }
            told @ (Source::Late | Source::Class | Source::Function | Source::Passed | Source::Named) => {
                used.ctx |= matches!(told, Source::Late);
                let [statement, argument] = told.told();
                before.push_str(statement);
                call.push_str(argument);
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
                    used.rest = Some(param.span);
                    call.push_str("__rest,");
                    continue;
                }
                let _ = write!(call, "__at{},", conversions.len());
                if declared.by_ref != ByRef::No {
                    conversions.push((["args", "FromRefArg", "from_ref_arg"], param.span, Some(index)));
                    continue;
                }
                conversions.push((["args", "FromArg", "from_arg"], param.span, Some(index)));
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
    if used.rest.is_some() && !function.params.iter().any(|p| matches!(source(p, signature), Source::Named)) {
        used.ctx = true;
        before.insert_str(0, "args.refuse_named(ctx)?;");
    }
    let fixed = if raw { 0 } else { signature.fixed() };
    let direct = if owner.is_empty() && !raw { direct_variant(function, signature) } else { "None" };
    if direct != "None" {
        let text = direct_text(name, target, fixed, &before, &call);
        let shim = converted(&text, &used, &conversions);
        return Ok(Shim { shim, checks: check_tokens(&checks, &types, owner), direct });
    }
    if fixed > 0 || used.rest.is_some() {
        let names: Vec<String> = (0..fixed).map(|i| format!("a{i}")).collect();
        let rest = if used.rest.is_some() { "rest" } else { "_" };
        let _ = write!(before, "let ([{}], {rest}) = args.split::<{fixed}>();", names.join(","));
    }
    let text = format!(
        "fn {name}({}: &::phant_native::ctx::Ctx, {}: &mut ::phant_native::args::Args<'_>) \
         -> ::phant_native::error::PhpResult {{ {before} __at0({target}({call})) }}",
        if used.ctx { "ctx" } else { "_ctx" },
        if used.args || !before.is_empty() { "args" } else { "_args" },
    );
    let shim = converted(&text, &used, &conversions);
    Ok(Shim { shim, checks: check_tokens(&checks, &types, owner), direct })
}

/// The checks of the parameter types, each shown at its parameter.
fn check_tokens(checks: &str, types: &[&item::Param], owner: &[TokenTree]) -> TokenStream {
    replace(relocate(checks, types), &|ident| {
        let at: usize = ident.strip_prefix("__ty")?.parse().ok()?;
        Some(check_type(&types[at].ty, owner))
    })
}

/// Which variant of `Direct` a function has: those that take a few values, and of their call nothing but where it reports to.
fn direct_variant(function: &Function, signature: &Signature) -> &'static str {
    let are_values = signature.params.iter().all(|p| p.by_ref == ByRef::No && !p.variadic);
    let is_plain = function.params.iter().all(|p| matches!(source(p, signature), Source::Php(_) | Source::Late));
    match (are_values && is_plain, signature.params.len()) {
        (true, 1) => "One",
        (true, 2) => "Two",
        (true, 3) => "Three",
        _ => "None",
    }
}

/// The function `direct`, and the shim that calls it. `before` and `call` are what the call itself tells, and the arguments.
fn direct_text(name: &str, target: &str, count: usize, before: &str, call: &str) -> String {
    let names: Vec<String> = (0..count).map(|i| format!("a{i}")).collect();
    let params: String = names.iter().map(|name| format!("{name}: &::phant_native::memory::Value,")).collect();
    let is_late = !before.is_empty();
    let (ctx, function) = if is_late { ("ctx", "function") } else { ("_ctx", "_function") };
    let result = "::phant_native::error::PhpResult";
    let names = names.join(",");
    format!(
        "fn direct({ctx}: &::phant_native::ctx::Ctx, {function}: ::phant_native::function::FunctionPtr, {params}) -> {result} \
         {{ {} __at0({target}({call})) }} \
         fn {name}(ctx: &::phant_native::ctx::Ctx, args: &mut ::phant_native::args::Args<'_>) -> {result} \
         {{ let function = args.function; let ([{names}], _) = args.split::<{count}>(); direct(ctx, function, {names}) }}",
        before.replace("args.function", "function"),
    )
}

/// The Rust function must take as many arguments as the PHP signature has.
fn check_count(function: &Function, signature: &Signature, raw: bool, span: Span) -> Result<()> {
    let rust_count = function.params.iter().filter(|p| matches!(source(p, signature), Source::Php(_))).count();
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
    Ok(())
}

/// What a shim converts: the path of the conversion, where errors of it are shown, and which argument it takes.
type Conversion = ([&'static str; 3], Span, Option<usize>);

/// The text of a shim as tokens, with its conversions at the places that name them.
fn converted(text: &str, used: &Used, conversions: &[Conversion]) -> TokenStream {
    let located = |span: Span| Span::call_site().located_at(span);
    replace(parse(text), &|ident| {
        if let ("__rest", Some(span)) = (ident, used.rest) {
            return Some(vec![Ident::new("rest", located(span)).into()]);
        }
        let (path, span, argument) = conversions[ident.strip_prefix("__at")?.parse::<usize>().ok()?];
        let mut tokens = native_path(path, located(span));
        if let Some(index) = argument {
            let argument: TokenTree = Ident::new(&format!("a{index}"), located(span)).into();
            let mut list = Group::new(Delimiter::Parenthesis, argument.into());
            list.set_span(located(span));
            tokens.push(list.into());
        }
        Some(tokens)
    })
}

/// `::phant_native::module::item::function`
fn native_path(path: [&str; 3], span: Span) -> Vec<TokenTree> {
    let mut tokens = Vec::with_capacity(12);
    for name in ["phant_native"].into_iter().chain(path) {
        for spacing in [Spacing::Joint, Spacing::Alone] {
            let mut colon = Punct::new(':', spacing);
            colon.set_span(span);
            tokens.push(colon.into());
        }
        tokens.push(Ident::new(name, span).into());
    }
    tokens
}

/// The statements with each shown at its parameter.
fn relocate(statements: &str, params: &[&item::Param]) -> TokenStream {
    if statements.is_empty() {
        return TokenStream::new();
    }
    let mut at = 0;
    let tokens = parse(statements).into_iter().map(|mut token| {
        let end = is_punct(Some(&token), ';');
        locate(&mut token, Span::call_site().located_at(params[at].span));
        at += usize::from(end);
        token
    });
    tokens.collect()
}

fn locate(token: &mut TokenTree, span: Span) {
    if let TokenTree::Group(group) = token {
        let inner = group.stream().into_iter().map(|mut token| {
            locate(&mut token, span);
            token
        });
        *group = Group::new(group.delimiter(), inner.collect());
    }
    token.set_span(span);
}

/// What the shim's body needs of its parameters.
#[derive(Default)]
struct Used {
    ctx: bool,
    args: bool,
    /// Where the variadic parameter is.
    rest: Option<Span>,
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
