//! Signatures of functions, native and compiled alike.

use super::declared::type_decl;
use crate::{
    class::ClassPtr,
    ctx::Ctx,
    descriptor::ByRef,
    error::PhpResult,
    function::{Function, FunctionKind, FunctionPtr, function_flags},
};
use phant_bytecode::{Attribute, ClassTypes, ConstExpr, TypeDecl, TypeMask, code_flags};
use phant_memory::{Str, intern};

/// A parameter of any function.
pub struct Parameter {
    /// Name without `$`.
    pub name: Str,
    /// Declared type.
    pub ty: Option<&'static TypeDecl>,
    /// How the argument is passed.
    pub by_ref: ByRef,
    /// `...$rest`
    pub variadic: bool,
    /// The default.
    pub default: Option<DefaultValue>,
    /// Whether an argument must be given: an optional parameter before a required one counts as required.
    pub required: bool,
    /// Constructor promotion.
    pub promoted: bool,
    /// `#[\SensitiveParameter]`
    pub sensitive: bool,
    /// Attributes.
    pub attributes: &'static [Attribute],
}

/// The default value of a parameter.
#[derive(Clone, Copy)]
pub enum DefaultValue {
    /// Compiled.
    Compiled(&'static ConstExpr),
    /// PHP source text of a native function's signature.
    Text(&'static str),
    /// A native function's parameter is optional, but there is no value that says so.
    Unknown,
}

/// The parameters of a function.
pub fn parameters(f: FunctionPtr) -> Vec<Parameter> {
    (0..f.params as usize).filter_map(|i| parameter(f, i)).collect()
}

/// One parameter of a function, from 0.
pub fn parameter(f: FunctionPtr, index: usize) -> Option<Parameter> {
    let required = index < f.required as usize;
    if f.flags & function_flags::TRAMPOLINE != 0 {
        return (index == 0).then(any_arguments);
    }
    Some(match f.kind {
        FunctionKind::User(code) => {
            let p = code.params.get(index)?;
            Parameter {
                name: p.name.clone(),
                ty: p.ty.as_ref(),
                by_ref: if p.by_ref { ByRef::Yes } else { ByRef::No },
                variadic: p.variadic,
                default: p.default.as_ref().map(DefaultValue::Compiled),
                required,
                promoted: p.promoted != 0,
                sensitive: p.sensitive,
                attributes: &p.attributes,
            }
        }
        FunctionKind::Native(d) => {
            let p = d.params.get(index)?;
            Parameter {
                name: intern(p.name.as_bytes()),
                ty: p.declared().map(type_decl),
                by_ref: p.by_ref,
                variadic: p.variadic,
                default: p.default.map(|text| if text == "UNKNOWN" { DefaultValue::Unknown } else { DefaultValue::Text(text) }),
                required,
                promoted: false,
                sensitive: p.sensitive,
                attributes: super::declared::parameter_attributes(p.sensitive),
            }
        }
    })
}

/// `mixed ...$arguments`: what stands for a call through `__call` takes.
fn any_arguments() -> Parameter {
    static MIXED: TypeDecl = TypeDecl { mask: TypeMask::MIXED, classes: ClassTypes::None };
    Parameter {
        name: intern(b"arguments"),
        ty: Some(&MIXED),
        by_ref: ByRef::No,
        variadic: true,
        default: None,
        required: false,
        promoted: false,
        sensitive: false,
        attributes: &[],
    }
}

impl DefaultValue {
    /// The value, in the scope of a class. `Unknown` is `null`.
    pub fn evaluate(self, ctx: &Ctx, scope: Option<ClassPtr>) -> PhpResult {
        match self {
            DefaultValue::Compiled(expr) => ctx.host.evaluate(ctx, expr, scope),
            DefaultValue::Text(text) => crate::constexpr::evaluate(ctx, text, scope),
            DefaultValue::Unknown => Ok(phant_memory::Value::NULL),
        }
    }
    /// The name of the constant that the default just is.
    pub fn constant_name(self) -> Option<Str> {
        match self {
            DefaultValue::Compiled(expr) => expr.constant.as_deref().cloned(),
            DefaultValue::Text(text) => {
                let is_name = text.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '\\'))
                    && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '\\' | ':'));
                let is_literal = ["null", "true", "false"].iter().any(|word| text.eq_ignore_ascii_case(word));
                (is_name && !is_literal).then(|| intern(text.trim_start_matches('\\').as_bytes()))
            }
            DefaultValue::Unknown => None,
        }
    }
}

/// The declared return type.
pub fn returns(f: &'static Function) -> Option<&'static TypeDecl> {
    match f.kind {
        FunctionKind::User(code) => code.returns.as_ref(),
        FunctionKind::Native(d) => d.returns.as_ref().map(type_decl),
    }
}

/// Whether overriding with another return type is only deprecated.
pub fn is_tentative(f: &Function) -> bool {
    f.descriptor().is_some_and(|d| d.tentative_return)
}

/// Whether the function returns by reference.
pub fn returns_ref(f: &Function) -> bool {
    f.code().is_some_and(|c| c.flags & code_flags::RETURNS_REF != 0)
}

/// The attributes of a function.
pub fn attributes(f: &Function) -> &'static [Attribute] {
    match f.kind {
        FunctionKind::User(code) => &code.attributes,
        FunctionKind::Native(_) => &[],
    }
}
