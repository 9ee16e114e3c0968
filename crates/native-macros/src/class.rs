//! `#[php_class("…")]` on `impl` blocks and marker structs, and `#[php_methods(NAME)]` on further `impl` blocks.

use crate::{
    attribute::{Arguments, Fact},
    emit,
    error::{At, Error, Result},
    item::{Function, is_group, is_punct, is_word, skip_attributes},
    literal::quote,
    php::{
        class::Class,
        function::{Signature, with_visibility},
    },
    shim,
};
use proc_macro::{Delimiter, Group, Span, TokenStream, TokenTree};
use std::fmt::Write;

pub fn expand_class(attribute: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let arguments = Arguments::parse(attribute)?;
    let class = Class::parse(&arguments.text).at(arguments.span)?;
    let target = Target::parse(item)?;
    let settings = Settings::parse(&arguments.facts)?;
    if settings.table.is_none() {
        class.check_abstract().at(arguments.span)?;
    }
    let tentative = settings.tentative.unwrap_or(class.kind != "Enum" && !class.modifiers.contains(&"FINAL"));
    let methods = Methods::build(&target, tentative)?;

    let (mut literals, mut rows) = (String::new(), String::new());
    for (i, prototype) in class.methods.iter().enumerate() {
        let signature = &prototype.signature;
        let tentative = prototype.tentative.unwrap_or(tentative && is_tentative(signature));
        let mut facts = emit::FunctionFacts::default();
        let mut call = "::phant_native::error::abstract_called".to_string();
        if !signature.modifiers.contains(&"ABSTRACT") {
            facts.bits.push("CALLS_PHP");
            facts.deprecated = prototype.deprecated.then(String::new);
            call = format!("__row_{i}");
            rows.push_str(&table_shim(&call, signature));
        }
        let _ = write!(literals, "{},", emit::function(signature, &facts, tentative, "", &call, "None"));
    }
    let count = class.methods.len() + methods.count;
    literals.push_str(&methods.literals);

    let mut text = format!("{} {rows} static __METHODS: [__d::FunctionDescriptor; {count}] = [{literals}];", emit::IMPORTS);
    let own: String = (0..count).map(|i| format!("&__METHODS[{i}],")).collect();
    let list = if settings.methods.is_empty() {
        format!("&[{own}]")
    } else {
        let groups: String = (0..settings.methods.len()).map(|i| format!("__group{i},")).collect();
        let _ = write!(
            text,
            "const __GROUPS: &[&[&__d::FunctionDescriptor]] = &[&[{own}], {groups}];\
             static __JOINED: [&__d::FunctionDescriptor; __d::count_methods(__GROUPS)] = __d::join_methods(__GROUPS);"
        );
        "&__JOINED".into()
    };
    let _ = write!(
        text,
        "static __CLASS: __d::ClassDescriptor = __d::ClassDescriptor {{ {} methods: {list}, create: {}, handlers: {} }};\
         impl __owner {{ #[doc = \"The class as PHP sees it.\"] pub const __php: &'static __d::ClassDescriptor = &__CLASS; }}",
        emit::class(&class, &settings.bits, &settings.attributes, &target.doc),
        if settings.create.is_some() { "Some(__create)" } else { "None" },
        if settings.handlers.is_some() { "Some(&__handlers)" } else { "None" },
    );
    let owner = &target.owner;
    let code = shim::replace(shim::parse(&text), &|ident| match ident {
        "__owner" => Some(owner.clone()),
        "__php" => Some(vec![proc_macro::Ident::new("PHP", target.span).into()]),
        "__create" => settings.create.as_ref().map(|tokens| spell_out(tokens, owner)),
        "__handlers" => settings.handlers.as_ref().map(|tokens| spell_out(tokens, owner)),
        "__table" => settings.table.as_ref().map(|tokens| spell_out(tokens, owner)),
        _ => {
            let at: usize = ident.strip_prefix("__group")?.parse().ok()?;
            Some(spell_out(&settings.methods[at], owner))
        }
    });
    Ok(target.with(code, methods))
}

/// The code of a method that a table has: the row is looked up by name at compile time.
fn table_shim(name: &str, signature: &Signature) -> String {
    let refuse = if signature.params.iter().any(|p| p.variadic) { "args.refuse_named(ctx)?;" } else { "" };
    format!(
        "fn {name}(ctx: &::phant_native::ctx::Ctx, args: &mut ::phant_native::args::Args<'_>) -> ::phant_native::error::PhpResult {{ \
         const ROW: &__table::Row = &__table::row({}); {refuse} __table::call(ctx, args, ROW) }}",
        quote(&signature.name)
    )
}

pub fn expand_methods(attribute: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let mut tokens = attribute.into_iter();
    let Some(TokenTree::Ident(name)) = tokens.next() else {
        return Error::new(Span::call_site(), "expected #[php_methods(NAME)]");
    };
    let mut strict = false;
    for token in tokens {
        match &token {
            TokenTree::Punct(p) if p.as_char() == ',' => {}
            TokenTree::Ident(word) if word.to_string() == "strict_return" => strict = true,
            _ => return Error::new(token.span(), "expected `strict_return`"),
        }
    }
    let target = Target::parse(item)?;
    let methods = Methods::build(&target, !strict)?;
    let count = methods.count;
    if count == 0 {
        return Error::new(target.span, "there is no #[php] method in this impl");
    }
    let own: String = (0..count).map(|i| format!("&__METHODS[{i}],")).collect();
    let text = format!(
        "{} static __METHODS: [__d::FunctionDescriptor; {count}] = [{}];\
         impl __owner {{ #[doc = \"Methods as PHP sees them.\"] \
         pub const __name: &'static [&'static __d::FunctionDescriptor] = &[{own}]; }}",
        emit::IMPORTS,
        methods.literals,
    );
    let code = shim::replace(shim::parse(&text), &|ident| match ident {
        "__owner" => Some(target.owner.clone()),
        "__name" => Some(vec![name.clone().into()]),
        _ => None,
    });
    Ok(target.with(code, methods))
}

/// What `#[php_class]` says beside the stub.
#[derive(Default)]
struct Settings {
    bits: Vec<&'static str>,
    create: Option<Vec<TokenTree>>,
    handlers: Option<Vec<TokenTree>>,
    attributes: Vec<String>,
    methods: Vec<Vec<TokenTree>>,
    tentative: Option<bool>,
    /// The module with the code of methods that are not abstract.
    table: Option<Vec<TokenTree>>,
}

impl Settings {
    fn parse(facts: &[Fact]) -> Result<Settings> {
        let mut settings = Settings::default();
        for fact in facts {
            let bit = match fact.name.as_str() {
                "not_serializable" => "NOT_SERIALIZABLE",
                "no_dynamic" => "NO_DYNAMIC_PROPERTIES",
                "not_instantiable" => "NOT_INSTANTIABLE",
                "not_cloneable" => "NOT_CLONEABLE",
                "allow_dynamic" => "ALLOW_DYNAMIC_PROPERTIES",
                "create" => {
                    settings.create = Some(fact.expression()?.to_vec());
                    continue;
                }
                "table" => {
                    settings.table = Some(fact.expression()?.to_vec());
                    continue;
                }
                "handlers" => {
                    settings.handlers = Some(fact.expression()?.to_vec());
                    continue;
                }
                "attributes" => {
                    settings.attributes = fact.texts()?;
                    continue;
                }
                "methods" => {
                    settings.methods = fact.items()?;
                    continue;
                }
                "tentative" | "strict_return" => {
                    fact.flag()?;
                    settings.tentative = Some(fact.name == "tentative");
                    continue;
                }
                other => return Error::new(fact.span, format!("unknown fact `{other}`")),
            };
            fact.flag()?;
            settings.bits.push(bit);
        }
        Ok(settings)
    }
}

/// The item under the attribute.
struct Target {
    /// Its tokens; for an `impl` without the body.
    head: Vec<TokenTree>,
    /// The body of the `impl`.
    body: Option<Group>,
    /// The type.
    owner: Vec<TokenTree>,
    span: Span,
    doc: String,
}

impl Target {
    fn parse(item: TokenStream) -> Result<Target> {
        let mut head: Vec<TokenTree> = item.into_iter().collect();
        let mut at = 0;
        let doc = skip_attributes(&head, &mut at);
        if is_word(head.get(at), "pub") {
            at += if is_group(head.get(at + 1), Delimiter::Parenthesis) { 2 } else { 1 };
        }
        if is_word(head.get(at), "struct") || is_word(head.get(at), "enum") {
            let Some(TokenTree::Ident(name)) = head.get(at + 1) else {
                return Error::new(head[at].span(), "expected a name");
            };
            let (owner, span) = (vec![TokenTree::from(name.clone())], name.span());
            return Ok(Target { head, body: None, owner, span, doc });
        }
        let span = head.get(at).map_or_else(Span::call_site, TokenTree::span);
        if !is_word(head.get(at), "impl") || is_punct(head.get(at + 1), '<') {
            return Error::new(span, "#[php_class] works on `impl Type { … }` and on `struct Type;`");
        }
        let Some(TokenTree::Group(body)) = head.pop() else {
            return Error::new(span, "expected the body of the impl");
        };
        let owner = head[at + 1..].to_vec();
        if owner.iter().any(|t| is_word(Some(t), "for")) {
            return Error::new(span, "#[php_class] works on inherent impls");
        }
        let span = owner.first().map_or(span, TokenTree::span);
        Ok(Target { head, body: Some(body), owner, span, doc })
    }

    /// The item without the inner attributes, and the generated code.
    fn with(self, code: TokenStream, methods: Methods) -> TokenStream {
        let mut out = TokenStream::new();
        out.extend(self.head);
        if self.body.is_some() {
            out.extend([shim::braced(methods.body)]);
        }
        let mut inside = code;
        inside.extend(methods.shims);
        let mut checks = methods.checks;
        if !checks.is_empty() {
            checks = shim::unnamed_const(checks);
        }
        inside.extend(checks);
        out.extend(shim::parse("#[allow(unused_imports)]"));
        out.extend(shim::unnamed_const(inside));
        out
    }
}

/// The `#[php]` methods of an `impl` block.
#[derive(Default)]
struct Methods {
    /// `FunctionDescriptor` literals, each followed by a comma.
    literals: String,
    count: usize,
    shims: TokenStream,
    checks: TokenStream,
    /// The body without the `#[php]` attributes.
    body: TokenStream,
}

impl Methods {
    fn build(target: &Target, tentative: bool) -> Result<Methods> {
        let mut methods = Methods::default();
        let Some(body) = &target.body else { return Ok(methods) };
        let tokens: Vec<TokenTree> = body.stream().into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            let mut end = at;
            let mut php = None;
            let mut kept = Vec::new();
            while let (true, Some(TokenTree::Group(group))) = (is_punct(tokens.get(end), '#'), tokens.get(end + 1)) {
                match php_arguments(group) {
                    Some(found) => php = Some(found),
                    None => kept.extend_from_slice(&tokens[end..end + 2]),
                }
                end += 2;
            }
            let Some(arguments) = php else {
                end = end.max(at + 1);
                methods.body.extend(tokens[at..end].iter().cloned());
                at = end;
                continue;
            };
            kept.extend_from_slice(&tokens[end..]);
            let attributes = kept.len() - (tokens.len() - end);
            let (function, length) = Function::parse(&kept)?;
            methods.add(arguments, &function, &target.owner, tentative)?;
            methods.body.extend(shim::allow_many(&function));
            methods.body.extend(kept.into_iter().take(length));
            at = end + length - attributes;
        }
        Ok(methods)
    }

    fn add(&mut self, attribute: TokenStream, function: &Function, owner: &[TokenTree], tentative: bool) -> Result<()> {
        let arguments = Arguments::parse(attribute)?;
        let mut signature = Signature::parse(&arguments.text).at(arguments.span)?;
        signature.modifiers = with_visibility(signature.modifiers);
        let facts = shim::facts(&arguments.facts, function)?;
        let is_static = signature.modifiers.contains(&"STATIC");
        let has_object = |p: &crate::item::Param| p.name.trim_start_matches('_') == "this" && !shim::is_maybe_object(p);
        if is_static && function.params.iter().any(has_object) {
            return Error::new(arguments.span, "a static method has no `this`, but may have an `Option<&Object>`");
        }
        let name = format!("__shim_{}", self.count);
        let target = format!("__owner::{}", function.name);
        let built = shim::build(&name, &target, function, &signature, &facts, owner, arguments.span)?;
        self.shims.extend(shim::replace(built.shim, &|ident| (ident == "__owner").then(|| owner.to_vec())));
        self.checks.extend(built.checks);
        let tentative = facts.tentative.unwrap_or(tentative && is_tentative(&signature));
        let mut names = vec![signature.name.clone()];
        names.extend(facts.aliases.iter().cloned());
        for alias in names {
            let _ = write!(
                self.literals,
                "{},",
                emit::function(&Signature { name: alias, ..signature.clone() }, &facts, tentative, &function.doc, &name, "None")
            );
            self.count += 1;
        }
        Ok(())
    }
}

/// The item without its inner `#[php]` attributes: what stays when there was an error.
pub fn without_php(item: TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for token in item {
        match &token {
            TokenTree::Group(group) if is_punct(out.last(), '#') && php_arguments(group).is_some() => {
                out.pop();
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && !is_punct(out.last(), '!') => {
                out.push(shim::braced(without_php(group.stream())));
            }
            _ => out.push(token),
        }
    }
    TokenStream::from_iter(out)
}

/// The arguments of `#[php(…)]`, however the path is written.
fn php_arguments(attribute: &Group) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
    match tokens.as_slice() {
        [.., path, TokenTree::Group(arguments)] if is_word(Some(path), "php") => Some(arguments.stream()),
        _ => None,
    }
}

/// Whether PHP's own methods like this one have a tentative return type.
fn is_tentative(signature: &Signature) -> bool {
    !signature.name.eq_ignore_ascii_case("__toString") && !signature.modifiers.contains(&"PRIVATE")
}

/// An expression with `Self` replaced.
fn spell_out(tokens: &[TokenTree], owner: &[TokenTree]) -> Vec<TokenTree> {
    shim::replace(TokenStream::from_iter(tokens.iter().cloned()), &|ident| (ident == "Self").then(|| owner.to_vec()))
        .into_iter()
        .collect()
}
