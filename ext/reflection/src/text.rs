//! What Reflection objects print.

use crate::{
    class::declared_modifiers,
    class_members::{constants, dynamic_names, properties},
    extension,
    function_abstract::{class_extension, code_of, extension_name, is_written_closure},
    method,
    state::{AttributeRef, PropertyRef, TypeRef, engine},
};
use phant_bytecode::ConstExpr;
use phant_memory::{Held, KeyRef, Object, Value, View};
use phant_native::{
    Class, ClassPtr, Ctx, FunctionPtr, ObjectExt, PhpResult,
    class::{ClassConstant, ClassKind, class_flags},
    convert,
    descriptor::{ByRef, modifiers},
    function::function_flags,
    mirror::{ClosureParts, DefaultValue, Parameter, function},
};
use std::io::Write;

macro_rules! put {
    ($out:expr, $($arg:tt)*) => {{
        // Writing to a vector does not fail.
        let _ = write!($out, $($arg)*);
    }};
}

/// Appends bytes that need not be UTF-8.
fn push(out: &mut Vec<u8>, parts: &[&[u8]]) {
    for part in parts {
        out.extend_from_slice(part);
    }
}

fn visibility(bits: u32) -> &'static str {
    if bits & modifiers::PRIVATE != 0 {
        "private"
    } else if bits & modifiers::PROTECTED != 0 {
        "protected"
    } else {
        "public"
    }
}

// Values.

/// A string as it stands in a default: control characters and what is not ASCII escaped.
fn escaped(out: &mut Vec<u8>, text: &[u8]) {
    for &byte in text {
        match byte {
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0x0c => out.extend_from_slice(b"\\f"),
            0x0b => out.extend_from_slice(b"\\v"),
            0x1b => out.extend_from_slice(b"\\e"),
            b'\\' => out.extend_from_slice(b"\\\\"),
            0x20..=0x7e => out.push(byte),
            _ => put!(out, "\\x{byte:02X}"),
        }
    }
}

/// A value as the defaults of parameters and properties print it.
pub fn value(ctx: &Ctx, out: &mut Vec<u8>, v: &Value) {
    match v.view() {
        View::Null => out.extend_from_slice(b"NULL"),
        View::Bool(b) => put!(out, "{b}"),
        View::Int(i) => put!(out, "{i}"),
        View::Float(f) => {
            let text = convert::float_to_str(ctx, f);
            out.extend_from_slice(&text);
            if text.iter().all(|b| b.is_ascii_digit() || *b == b'-') {
                out.extend_from_slice(b".0");
            }
        }
        View::Str(s) => {
            out.push(b'\'');
            escaped(out, &s);
            out.push(b'\'');
        }
        View::Array(array) => {
            let list = array.is_list();
            out.push(b'[');
            for (i, (key, element)) in array.iter().enumerate() {
                if i > 0 {
                    out.extend_from_slice(b", ");
                }
                match key {
                    _ if list => {}
                    KeyRef::Int(key) => put!(out, "{key} => "),
                    KeyRef::Str(key) => {
                        out.push(b'\'');
                        escaped(out, key);
                        out.extend_from_slice(b"' => ");
                    }
                }
                value(ctx, out, element);
            }
            out.push(b']');
        }
        View::Object(object) => {
            let class = object.class();
            let case = class.is_enum().then(|| object.slot(0).as_str().map(Held::into_owned)).flatten();
            match case {
                Some(case) => push(out, &[&class.name, b"::", &case]),
                None => push(out, &[b"object(", &class.name, b")"]),
            }
        }
        View::Resource(r) => put!(out, "Resource id #{}", r.id()),
    }
}

/// A default as it was written, or its value.
fn expression(ctx: &Ctx, out: &mut Vec<u8>, expr: &ConstExpr) {
    match &expr.text {
        Some(text) => out.extend_from_slice(text),
        None => value(ctx, out, &expr.value),
    }
}

// Members.

/// `Constant [ public int X ] { 1 }`
pub fn class_constant(ctx: &Ctx, constant: &'static ClassConstant, indent: &str) -> PhpResult<Vec<u8>> {
    let v = engine(ctx).constant_value(ctx, constant)?;
    let mut out = Vec::new();
    if let Some(doc) = &constant.doc_comment {
        push(&mut out, &[indent.as_bytes(), doc, b"\n"]);
    }
    let ty = match (constant.ty, v.as_object()) {
        (Some(ty), _) => TypeRef::Whole(ty).text(),
        (None, Some(object)) => object.class().name.to_text().into_owned(),
        (None, None) => convert::type_name(&v),
    };
    let last = if constant.modifiers & modifiers::FINAL != 0 { "final " } else { "" };
    put!(out, "{indent}Constant [ {last}{} {ty} {} ] {{ ", visibility(constant.modifiers), constant.name);
    match v.view() {
        View::Array(_) => out.extend_from_slice(b"Array"),
        View::Object(_) => out.extend_from_slice(b"Object"),
        _ => {
            let text = convert::to_str(ctx, &v)?;
            out.extend_from_slice(&text);
        }
    }
    out.extend_from_slice(b" }\n");
    Ok(out)
}

/// `Property [ public $x = 1 ]`
pub fn property(ctx: &Ctx, property: &PropertyRef, indent: &str) -> PhpResult<Vec<u8>> {
    let mut out = Vec::new();
    let Some(p) = property.declared else {
        push(&mut out, &[indent.as_bytes(), b"Property [ <dynamic> public $", &property.name, b" ]\n"]);
        return Ok(out);
    };
    if let Some(doc) = &p.doc_comment {
        push(&mut out, &[indent.as_bytes(), doc, b"\n"]);
    }
    put!(out, "{indent}Property [ ");
    if p.modifiers & modifiers::ABSTRACT != 0 {
        out.extend_from_slice(b"abstract ");
    }
    if p.modifiers & modifiers::FINAL != 0 {
        out.extend_from_slice(b"final ");
    }
    put!(out, "{} ", visibility(p.modifiers));
    let set = p.modifiers & modifiers::SET_VISIBILITY;
    if set & modifiers::PRIVATE_SET != 0 {
        out.extend_from_slice(b"private(set) ");
    } else if set & modifiers::PROTECTED_SET != 0 {
        out.extend_from_slice(b"protected(set) ");
    } else if set & modifiers::PUBLIC_SET != 0 && p.modifiers & modifiers::PUBLIC == 0 {
        out.extend_from_slice(b"public(set) ");
    }
    if p.is_static() {
        out.extend_from_slice(b"static ");
    }
    if p.is_readonly() {
        out.extend_from_slice(b"readonly ");
    }
    if let Some(ty) = p.ty {
        put!(out, "{} ", TypeRef::Whole(ty).text());
    }
    push(&mut out, &[b"$", &p.name]);
    if p.slot.is_some() {
        let evaluated = engine(ctx).is_evaluated(ctx, p.class);
        match (p.default, p.native_default) {
            (Some(expr), _) if !evaluated || expr.text.is_none() => {
                out.extend_from_slice(b" = ");
                expression(ctx, &mut out, expr);
            }
            (Some(_), _) | (None, Some(_)) => {
                if let Some(v) = engine(ctx).default_value(ctx, p)? {
                    out.extend_from_slice(b" = ");
                    value(ctx, &mut out, &v);
                }
            }
            (None, None) if p.ty.is_none() && !p.promoted => out.extend_from_slice(b" = NULL"),
            (None, None) => {}
        }
    }
    out.extend_from_slice(b" ]\n");
    Ok(out)
}

/// `Parameter #0 [ <required> int $x ]`
pub fn parameter(ctx: &Ctx, function: FunctionPtr, index: usize, p: &Parameter) -> PhpResult<Vec<u8>> {
    let mut out = Vec::new();
    put!(out, "Parameter #{index} [ {} ", if p.required { "<required>" } else { "<optional>" });
    if let Some(ty) = p.ty {
        put!(out, "{} ", TypeRef::Whole(ty).text());
    }
    if p.by_ref != ByRef::No {
        out.push(b'&');
    }
    if p.variadic {
        out.extend_from_slice(b"...");
    }
    push(&mut out, &[b"$", &p.name]);
    if !p.required && !p.variadic {
        out.extend_from_slice(b" = ");
        match p.default.filter(|_| !method::is_closure_invoke(function)) {
            Some(DefaultValue::Compiled(expr)) => expression(ctx, &mut out, expr),
            Some(DefaultValue::Text(text)) => native_default(&mut out, text),
            Some(DefaultValue::Unknown) | None => out.extend_from_slice(b"<default>"),
        }
    }
    out.extend_from_slice(b" ]");
    Ok(out)
}

/// A native function's default: PHP's own declarations have double quotes and `null`.
fn native_default(out: &mut Vec<u8>, text: &str) {
    match text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')) {
        Some(inner) => put!(out, "\"{}\"", inner.replace("\\'", "'").replace('"', "\\\"")),
        None if text.starts_with('"') => out.extend_from_slice(text.replace("\\0", "\\x00").as_bytes()),
        None if text == "NULL" => out.extend_from_slice(b"null"),
        None => out.extend_from_slice(text.as_bytes()),
    }
}

// Functions.

fn origin(out: &mut Vec<u8>, f: FunctionPtr, scope: Option<ClassPtr>) {
    let word: &[u8] = if code_of(f).is_some() { b"<user" } else { b"<internal" };
    out.extend_from_slice(word);
    if f.flags & function_flags::DEPRECATED != 0 {
        out.extend_from_slice(b", deprecated");
    }
    if let Some(name) = extension_name(f) {
        put!(out, ":{name}");
    }
    if let (Some(scope), Some(class)) = (scope, f.class) {
        if !class.same(scope) {
            put!(out, ", inherits {}", class.name);
        } else if let Some(overridden) = class.parent.and_then(|p| p.method(&f.name.to_lower()))
            && let Some(other) = overridden.class
            && !other.same(class)
            && overridden.modifiers & modifiers::PRIVATE == 0
        {
            put!(out, ", overwrites {}", other.name);
        }
    }
    if let Some(class) = method::prototype(f, scope.or(f.class)).and_then(|p| p.class) {
        put!(out, ", prototype {}", class.name);
    }
    if method::is_constructor(f) {
        out.extend_from_slice(b", ctor");
    }
    out.extend_from_slice(b"> ");
}

/// `Method [ <user> public method f ] { … }`
pub fn function(
    ctx: &Ctx,
    f: FunctionPtr,
    scope: Option<ClassPtr>,
    closure: Option<&ClosureParts>,
    indent: &str,
) -> PhpResult<Vec<u8>> {
    let mut out = Vec::new();
    if let Some(doc) = code_of(f).and_then(|c| c.doc_comment.as_ref()) {
        push(&mut out, &[indent.as_bytes(), doc, b"\n"]);
    }
    let is_closure = is_written_closure(f) || closure.is_some_and(|_| !method::is_closure_invoke(f));
    let kind = match f.class {
        _ if is_closure => "Closure",
        Some(_) => "Method",
        None => "Function",
    };
    put!(out, "{indent}{kind} [ ");
    origin(&mut out, f, scope);
    for (bit, word) in [(modifiers::ABSTRACT, "abstract "), (modifiers::FINAL, "final "), (modifiers::STATIC, "static ")] {
        if f.modifiers & bit != 0 {
            out.extend_from_slice(word.as_bytes());
        }
    }
    if f.class.is_some() {
        put!(out, "{} method ", visibility(f.modifiers));
    } else {
        out.extend_from_slice(b"function ");
    }
    if function::returns_ref(f) {
        out.push(b'&');
    }
    push(&mut out, &[&f.name, b" ] {\n"]);
    if let Some(code) = code_of(f) {
        let file = code.file.as_deref().cloned().unwrap_or_default();
        put!(out, "{indent}  @@ ");
        push(&mut out, &[&file]);
        put!(out, " {} - {}\n", code.line, code.end_line);
    }
    if is_closure {
        bound_variables(ctx, &mut out, f, closure, indent)?;
    }
    let parameters = function::parameters(f);
    if !parameters.is_empty() || f.descriptor().is_some() {
        put!(out, "\n{indent}  - Parameters [{}] {{\n", parameters.len());
        for (i, p) in parameters.iter().enumerate() {
            put!(out, "{indent}    ");
            out.extend(parameter(ctx, f, i, p)?);
            out.push(b'\n');
        }
        put!(out, "{indent}  }}\n");
    } else if function::returns(f).is_some() {
        put!(out, "\n{indent}  - Parameters [0] {{\n{indent}  }}\n");
    }
    if let Some(ty) = function::returns(f) {
        let word = if function::is_tentative(f) { "Tentative return" } else { "Return" };
        put!(out, "{indent}  - {word} [ {} ]\n", TypeRef::Whole(ty).text());
    }
    put!(out, "{indent}}}\n");
    Ok(out)
}

fn bound_variables(ctx: &Ctx, out: &mut Vec<u8>, f: FunctionPtr, closure: Option<&ClosureParts>, indent: &str) -> PhpResult<()> {
    let mut names: Vec<_> = closure.map(|c| c.captured.keys().map(KeyRef::to_str).collect()).unwrap_or_default();
    names.extend(engine(ctx).static_variables(ctx, f)?.keys().map(KeyRef::to_str));
    if names.is_empty() {
        return Ok(());
    }
    put!(out, "\n{indent}  - Bound Variables [{}] {{\n", names.len());
    for (i, name) in names.iter().enumerate() {
        put!(out, "{indent}      Variable #{i} [ ${name} ]\n");
    }
    put!(out, "{indent}  }}\n");
    Ok(())
}

// Classes.

/// Whether `foreach` over an object does something of its own.
pub fn iterates(class: &Class) -> bool {
    class.kind != ClassKind::Trait
        && (class.has_flag(class_flags::HAS_HOOKS)
            || class.interfaces.iter().any(|i| i.is_named("Iterator") || i.is_named("IteratorAggregate"))
            || class.handlers.walk.is_some())
}

fn class_header(out: &mut Vec<u8>, class: ClassPtr, object: Option<&Object>, indent: &str) {
    let kind = match class.kind {
        _ if object.is_some() => "Object of class",
        ClassKind::Interface => "Interface",
        ClassKind::Trait => "Trait",
        ClassKind::Class | ClassKind::Enum => "Class",
    };
    put!(out, "{indent}{kind} [ ");
    match class_extension(class) {
        Some(name) => put!(out, "<internal:{name}> "),
        None => out.extend_from_slice(b"<user> "),
    }
    if iterates(class) {
        out.extend_from_slice(b"<iterateable> ");
    }
    match class.kind {
        ClassKind::Interface => out.extend_from_slice(b"interface "),
        ClassKind::Trait => out.extend_from_slice(b"trait "),
        ClassKind::Class | ClassKind::Enum => {
            if crate::class::is_abstract(class) {
                out.extend_from_slice(b"abstract ");
            }
            if declared_modifiers(class) & modifiers::FINAL != 0 || class.modifiers & modifiers::FINAL != 0 {
                out.extend_from_slice(b"final ");
            }
            if class.modifiers & modifiers::READONLY_CLASS != 0 {
                out.extend_from_slice(b"readonly ");
            }
            out.extend_from_slice(b"class ");
        }
    }
    push(out, &[&class.name]);
    if let Some(parent) = class.parent {
        push(out, &[b" extends ", &parent.name]);
    }
    let mut word: &[u8] = if class.kind == ClassKind::Interface { b" extends " } else { b" implements " };
    for interface in class.interfaces.iter() {
        push(out, &[word, &interface.name]);
        word = b", ";
    }
    out.extend_from_slice(b" ] {\n");
}

/// `Class [ <user> class A ] { … }`
pub fn class(ctx: &Ctx, class: ClassPtr, object: Option<&Object>, indent: &str) -> PhpResult<Vec<u8>> {
    let mut out = Vec::new();
    if let Some(doc) = class.decl.and_then(|d| d.doc_comment.as_ref()) {
        push(&mut out, &[indent.as_bytes(), doc, b"\n"]);
    }
    class_header(&mut out, class, object, indent);
    if let Some(decl) = class.decl {
        put!(out, "{indent}  @@ ");
        push(&mut out, &[decl.file.as_deref().map_or(&b""[..], |f| f.as_bytes())]);
        put!(out, " {}-{}\n", decl.line, decl.end_line);
    }
    let inner = format!("{indent}    ");

    put!(out, "\n{indent}  - Constants [{}] {{\n", constants(class).count());
    for constant in constants(class) {
        out.extend(class_constant(ctx, constant, &inner)?);
    }
    put!(out, "{indent}  }}\n");

    put!(out, "\n{indent}  - Static properties [{}] {{\n", properties(class).filter(|p| p.is_static()).count());
    for p in properties(class).filter(|p| p.is_static()) {
        out.extend(property(ctx, &PropertyRef::declared(p, class), &inner)?);
    }
    put!(out, "{indent}  }}\n");

    let own =
        |f: &FunctionPtr| !f.is_hidden() && (f.modifiers & modifiers::PRIVATE == 0 || f.class.is_some_and(|c| c.same(class)));
    let methods: Vec<FunctionPtr> = class.methods.values().copied().filter(own).collect();
    let (statics, others): (Vec<FunctionPtr>, Vec<FunctionPtr>) = methods.into_iter().partition(|f| f.is_static());
    put!(out, "\n{indent}  - Static methods [{}] {{", statics.len());
    list_methods(ctx, &mut out, class, &statics, None, indent)?;

    let instance = |p: &&phant_native::class::Property| !p.is_static();
    put!(out, "\n{indent}  - Properties [{}] {{\n", properties(class).filter(|p| instance(p)).count());
    for p in properties(class).filter(|p| instance(p)) {
        out.extend(property(ctx, &PropertyRef::declared(p, class), &inner)?);
    }
    put!(out, "{indent}  }}\n");

    if object.is_some() {
        let mut names = dynamic_names(class, object);
        names.retain(|name| !class.properties.contains(name));
        put!(out, "\n{indent}  - Dynamic properties [{}] {{\n", names.len());
        for name in names {
            out.extend(property(ctx, &PropertyRef::dynamic(name, class), &inner)?);
        }
        put!(out, "{indent}  }}\n");
    }

    let is_closure = class.is_named("Closure");
    let mut others = others;
    if is_closure {
        others.retain(|f| object.is_none() || f.name.as_bytes() != b"__invoke");
    }
    let invoke = object.filter(|_| is_closure).and_then(|o| method::closure_invoke(ctx, o));
    put!(out, "\n{indent}  - Methods [{}] {{", others.len() + usize::from(invoke.is_some()));
    list_methods(ctx, &mut out, class, &others, invoke, indent)?;
    put!(out, "{indent}}}\n");
    Ok(out)
}

fn list_methods(
    ctx: &Ctx,
    out: &mut Vec<u8>,
    class: ClassPtr,
    methods: &[FunctionPtr],
    extra: Option<FunctionPtr>,
    indent: &str,
) -> PhpResult<()> {
    let inner = format!("{indent}    ");
    for &f in methods.iter().chain(extra.as_ref()) {
        out.push(b'\n');
        out.extend(function(ctx, f, Some(class), None, &inner)?);
    }
    if methods.is_empty() && extra.is_none() {
        out.push(b'\n');
    }
    put!(out, "{indent}  }}\n");
    Ok(())
}

// Constants, attributes, extensions.

/// `Constant [ <persistent> int X ] { 1 }`
pub fn constant(ctx: &Ctx, name: &[u8], v: &Value, indent: &str) -> PhpResult<Vec<u8>> {
    let mut out = Vec::new();
    let facts: Vec<&str> =
        [("persistent", crate::constant::is_persistent(name)), ("deprecated", engine(ctx).is_deprecated_constant(name))]
            .iter()
            .filter(|(_, holds)| *holds)
            .map(|(word, _)| *word)
            .collect();
    put!(out, "{indent}Constant [ ");
    if !facts.is_empty() {
        put!(out, "<{}> ", facts.join(", "));
    }
    let ty = match v.as_object() {
        Some(object) => object.class().name.to_text().into_owned(),
        None => convert::type_name(v),
    };
    put!(out, "{ty} ");
    push(&mut out, &[name, b" ] { "]);
    match v.view() {
        View::Array(_) => out.extend_from_slice(b"Array"),
        View::Object(_) => out.extend_from_slice(b"Object"),
        _ => {
            let text = convert::to_str(ctx, v)?;
            out.extend_from_slice(&text);
        }
    }
    out.extend_from_slice(b" }\n");
    Ok(out)
}

/// `Attribute [ A ] { … }`
pub fn attribute(ctx: &Ctx, at: &AttributeRef) -> PhpResult<Vec<u8>> {
    let mut out = Vec::new();
    push(&mut out, &[b"Attribute [ ", &at.attribute.name, b" ]"]);
    let args = &at.attribute.args;
    if args.is_empty() {
        out.push(b'\n');
        return Ok(out);
    }
    put!(out, " {{\n  - Arguments [{}] {{\n", args.len());
    for (i, arg) in args.iter().enumerate() {
        put!(out, "    Argument #{i} [ ");
        if let Some(name) = &arg.name {
            push(&mut out, &[name, b" = "]);
        }
        expression(ctx, &mut out, &arg.value);
        out.extend_from_slice(b" ]\n");
    }
    out.extend_from_slice(b"  }\n}\n");
    Ok(out)
}

/// `Extension [ <persistent> extension #1 date version 8.4.1 ] { … }`
pub fn extension(ctx: &Ctx, name: &'static str) -> PhpResult<Vec<u8>> {
    let mut out = Vec::new();
    let version = extension::version(ctx, name)?;
    let version = version.own_str().map_or("<no_version>".into(), |v| v.to_text());
    put!(out, "Extension [ <persistent> extension #{} {name} version {version} ] {{\n", extension::number(name));

    let dependencies: Vec<_> = extension::parts(name).flat_map(|part| part.dependencies).collect();
    if !dependencies.is_empty() {
        out.extend_from_slice(b"\n  - Dependencies {\n");
        for (other, kind) in dependencies {
            put!(out, "    Dependency [ {other} ({kind}) ]\n");
        }
        out.extend_from_slice(b"  }\n");
    }

    let settings: Vec<_> = extension::parts(name).flat_map(|part| part.ini).collect();
    if !settings.is_empty() {
        out.extend_from_slice(b"\n  - INI {\n");
        for setting in settings {
            let words = [(1, "USER"), (2, "PERDIR"), (4, "SYSTEM")].iter().filter(|(bit, _)| setting.access & bit != 0);
            let access = if setting.access == 7 { "ALL".into() } else { words.map(|(_, w)| *w).collect::<Vec<_>>().join(",") };
            put!(out, "    Entry [ {} <{access}> ]\n", setting.name);
            let (local, master) = (ctx.ini.get(setting.name), ctx.ini.original(setting.name));
            push(&mut out, &[b"      Current = '", local.as_deref().map_or(&b""[..], |v| v.as_bytes()), b"'\n"]);
            if local != master {
                push(&mut out, &[b"      Default = '", master.as_deref().map_or(&b""[..], |v| v.as_bytes()), b"'\n"]);
            }
            out.extend_from_slice(b"    }\n");
        }
        out.extend_from_slice(b"  }\n");
    }

    let constants = extension::constants(ctx, name);
    if !constants.is_empty() {
        put!(out, "\n  - Constants [{}] {{\n", constants.len());
        for (name, v) in constants {
            out.extend(constant(ctx, &name, &v, "    ")?);
        }
        out.extend_from_slice(b"  }\n");
    }

    let functions = extension::functions(ctx, name);
    if !functions.is_empty() {
        out.extend_from_slice(b"\n  - Functions {\n");
        for f in functions {
            out.extend(function(ctx, f, None, None, "    ")?);
        }
        out.extend_from_slice(b"  }\n");
    }

    let classes = extension::classes(ctx, name);
    if !classes.is_empty() {
        put!(out, "\n  - Classes [{}] {{", classes.len());
        for c in classes {
            out.push(b'\n');
            out.extend(class(ctx, c, None, "    ")?);
        }
        out.extend_from_slice(b"  }\n");
    }
    out.extend_from_slice(b"}\n");
    Ok(out)
}

/// What `phpinfo()` says about an extension.
pub fn extension_info(ctx: &Ctx, name: &str) -> Vec<u8> {
    let mut out = Vec::new();
    put!(out, "\n{name}\n\n");
    let rows: Vec<_> = extension::parts(name).flat_map(|part| part.info).collect();
    if rows.is_empty() {
        put!(out, "{name} support => enabled\n");
    }
    for (key, v) in rows {
        put!(out, "{key} => {v}\n");
    }
    let mut settings: Vec<_> = extension::parts(name).flat_map(|part| part.ini).collect();
    settings.sort_by_key(|s| s.name);
    if !settings.is_empty() {
        out.extend_from_slice(b"\nDirective => Local Value => Master Value\n");
    }
    for setting in settings {
        let shown = |v: Option<phant_memory::Str>| v.filter(|v| !v.is_empty()).unwrap_or_else(|| "no value".into());
        let (local, master) = (ctx.ini.get(setting.name), ctx.ini.original(setting.name));
        push(&mut out, &[setting.name.as_bytes(), b" => ", &shown(local), b" => ", &shown(master), b"\n"]);
    }
    out.push(b'\n');
    out
}
