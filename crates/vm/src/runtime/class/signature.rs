//! Signatures of functions as messages print them.

use phant_bytecode::{ClassName, ConstExpr, TypeDecl, TypeMask};
use phant_memory::{Value, View};
use phant_native::{
    Class, ClassPtr, Function,
    descriptor::ByRef,
    mirror::{
        DefaultValue,
        function::{parameters, returns, returns_ref},
    },
};

/// `& A::f(int $x, ?B &...$rest = null): static`
pub fn declaration(f: &'static Function, scope: Option<ClassPtr>) -> String {
    let mut out = String::new();
    if returns_ref(f) {
        out.push_str("& ");
    }
    if let Some(class) = f.class {
        // Anonymous classes are only named as such.
        out.push_str(&String::from_utf8_lossy(class.short_name()));
        out.push_str("::");
    }
    out.push_str(&f.name.to_text());
    out.push('(');
    for (i, p) in parameters(f).iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        if let Some(ty) = p.ty {
            out.push_str(&type_text(ty, scope));
            out.push(' ');
        }
        if p.by_ref != ByRef::No {
            out.push('&');
        }
        if p.variadic {
            out.push_str("...");
        }
        out.push('$');
        out.push_str(&p.name.to_text());
        if i >= f.required as usize && !p.variadic {
            out.push_str(" = ");
            out.push_str(&p.default.map_or("<default>".into(), default_text));
        }
    }
    out.push(')');
    if let Some(ty) = returns(f) {
        out.push_str(": ");
        out.push_str(&type_text(ty, scope));
    }
    out
}

/// A type as messages print it: `self` and `parent` by name.
pub fn type_text(ty: &TypeDecl, scope: Option<&Class>) -> String {
    type_text_as(ty, scope, None)
}

fn type_text_as(ty: &TypeDecl, scope: Option<&Class>, called: Option<String>) -> String {
    let name_of = |c: &ClassName| {
        let class = match c.name.as_bytes() {
            name if name.eq_ignore_ascii_case(b"self") => scope,
            name if name.eq_ignore_ascii_case(b"parent") => scope.and_then(|s| s.parent),
            _ => None,
        };
        let name = class.map_or(c.name.as_bytes(), |class| class.name.as_bytes());
        let shown = name.iter().position(|&b| b == 0).map_or(name, |end| &name[..end]);
        String::from_utf8_lossy(shown).into_owned()
    };
    ty.display_as(name_of, called)
}

/// The same in running code, where `static` is the called class.
pub fn runtime_type_text(ty: &TypeDecl, scope: Option<&Class>, called: Option<&Class>) -> String {
    let called = called.filter(|_| ty.mask.contains(TypeMask::STATIC) && !ty.is_mixed());
    type_text_as(ty, scope, called.map(|class| String::from_utf8_lossy(class.short_name()).into_owned()))
}

fn default_text(default: DefaultValue) -> String {
    match default {
        DefaultValue::Compiled(expr) => expression_text(expr),
        DefaultValue::Text(text) => text.into(),
        DefaultValue::Unknown => "<default>".into(),
    }
}

fn expression_text(expr: &ConstExpr) -> String {
    if expr.text.is_some() {
        return match &expr.constant {
            Some(name) => name.to_text().into_owned(),
            None => "<expression>".into(),
        };
    }
    value_text(&expr.value)
}

fn value_text(value: &Value) -> String {
    match value.view() {
        View::Null => "null".into(),
        View::Bool(b) => b.to_string(),
        View::Int(i) => i.to_string(),
        View::Float(f) => String::from_utf8_lossy(phant_numeric::FloatText::new(f, 14).as_bytes()).into_owned(),
        View::Str(s) => {
            let shown = String::from_utf8_lossy(&s[..s.len().min(10)]).into_owned();
            format!("'{shown}{}'", if s.len() > 10 { "..." } else { "" })
        }
        View::Array(a) if a.is_empty() => "[]".into(),
        View::Array(_) => "[...]".into(),
        View::Object(_) | View::Resource(_) => "<expression>".into(),
    }
}
