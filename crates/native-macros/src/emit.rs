//! Descriptors as Rust source text.

use crate::{
    literal::quote,
    php::{
        class::{Class, Constant, Property},
        function::{ByRef, Param, Signature},
        types::Type,
    },
};
use std::fmt::Write;

/// What a function's attribute says beside the signature.
#[derive(Debug, Clone, Default)]
pub struct FunctionFacts {
    /// Names of constants in `descriptor::facts`.
    pub bits: Vec<&'static str>,
    pub aliases: Vec<String>,
    pub deprecated: Option<String>,
    pub tentative: Option<bool>,
}

/// Opens every scope that holds descriptors.
pub const IMPORTS: &str = "use ::phant_native::descriptor::{self as __d, TypeMask as __M};";

/// A `FunctionDescriptor` literal. `tentative` is whether a return type is tentative; `direct` the variant of `Direct`.
pub fn function(signature: &Signature, facts: &FunctionFacts, tentative: bool, doc: &str, call: &str, direct: &str) -> String {
    let (mut params, mut taken) = (String::new(), String::new());
    let direct = if direct == "None" { direct.to_owned() } else { format!("{direct}(direct)") };
    let untyped = facts.bits.contains(&"UNTYPED");
    for p in &signature.params {
        param(&mut params, p);
        let looked_at = if untyped { "None".to_owned() } else { ty(&p.ty) };
        let _ = write!(taken, "__d::Taken::of({looked_at}, {}, __d::ByRef::{}),", option(p.default.as_deref()), by_ref(p));
    }
    format!(
        "__d::FunctionDescriptor {{ name: {}, params: &[{params}], taken: &[{taken}], required: {}, returns: {}, tentative_return: {}, \
         facts: {}, modifiers: {}, deprecated: {}, doc: {}, call: {call}, direct: __d::Direct::{direct} }}",
        quote(&signature.name),
        signature.required(),
        ty(&signature.returns),
        tentative && signature.returns.is_some(),
        bits("facts", &facts.bits),
        bits("modifiers", &signature.modifiers),
        option(facts.deprecated.as_deref()),
        quote(doc),
    )
}

fn by_ref(p: &Param) -> &'static str {
    match p.by_ref {
        ByRef::No => "No",
        ByRef::Yes => "Yes",
        ByRef::Prefer => "Prefer",
    }
}

fn param(out: &mut String, p: &Param) {
    let by_ref = by_ref(p);
    let default = option(p.default.as_deref());
    let _ = write!(
        out,
        "__d::ParamDescriptor {{ name: {}, ty: {}, default: {default}, ready: __d::Ready::of({default}), \
         by_ref: __d::ByRef::{by_ref}, variadic: {}, sensitive: {} }},",
        quote(&p.name),
        ty(&p.ty),
        p.variadic,
        p.sensitive,
    );
}

/// A `ClassDescriptor` literal, but for the fields that come from Rust expressions.
pub fn class(class: &Class, facts: &[&'static str], attributes: &[String], doc: &str) -> String {
    let mut constants = String::new();
    for c in &class.constants {
        constant(&mut constants, c);
    }
    let mut properties = String::new();
    for p in &class.properties {
        property(&mut properties, p);
    }
    format!(
        "name: {}, kind: __d::ClassKind::{}, modifiers: {}, parent: {}, interfaces: {}, constants: &[{constants}], \
         properties: &[{properties}], backing: {}, facts: {}, attributes: {}, doc: {},",
        quote(&class.name),
        class.kind,
        bits("modifiers", &class.modifiers),
        option(class.parent.as_deref()),
        strings(&class.interfaces),
        class.backing.as_ref().map_or("None".into(), |ty| format!("Some({})", mask(&ty.mask))),
        bits("class_facts", facts),
        strings(attributes),
        quote(doc),
    )
}

fn constant(out: &mut String, c: &Constant) {
    let _ = write!(
        out,
        "__d::ConstantDescriptor {{ name: {}, value: {}, ty: {}, modifiers: {}, is_case: {} }},",
        quote(&c.name),
        quote(&c.value),
        ty(&c.ty),
        bits("modifiers", &c.modifiers),
        c.is_case,
    );
}

fn property(out: &mut String, p: &Property) {
    let _ = write!(
        out,
        "__d::PropertyDescriptor {{ name: {}, ty: {}, default: {}, modifiers: {} }},",
        quote(&p.name),
        ty(&p.ty),
        option(p.default.as_deref()),
        bits("modifiers", &p.modifiers),
    );
}

fn ty(ty: &Option<Type>) -> String {
    match ty {
        None => "None".into(),
        Some(t) => format!("Some(__d::TypeDescriptor {{ mask: {}, classes: {} }})", mask(&t.mask), strings(&t.classes)),
    }
}

/// A `TypeMask` expression.
pub fn mask(names: &[&str]) -> String {
    match names {
        [] => "__M::NONE".into(),
        [one] => format!("__M::{one}"),
        many => {
            let parts: Vec<String> = many.iter().map(|name| format!("__M::{name}.0")).collect();
            format!("__M({})", parts.join("|"))
        }
    }
}

/// The types that the Rust type of a parameter must be able to hold, as a `TypeMask` expression.
pub fn accepted(p: &Param) -> String {
    let mut names: Vec<&str> = match &p.ty {
        None => vec!["MIXED"],
        Some(ty) => ty.mask.iter().copied().filter(|&name| name != "ITERABLE").collect(),
    };
    if p.ty.as_ref().is_some_and(|ty| !ty.classes.is_empty()) {
        names.push("OBJECT");
    }
    if p.default_is_null() {
        names.push("NULL");
    }
    mask(&names)
}

fn bits(module: &str, names: &[&str]) -> String {
    if names.is_empty() {
        return "0".into();
    }
    let parts: Vec<String> = names.iter().map(|name| format!("__d::{module}::{name}")).collect();
    parts.join("|")
}

fn option(text: Option<&str>) -> String {
    text.map_or("None".into(), |t| format!("Some({})", quote(t)))
}

fn strings(texts: &[String]) -> String {
    let quoted: Vec<String> = texts.iter().map(|t| quote(t)).collect();
    format!("&[{}]", quoted.join(","))
}
