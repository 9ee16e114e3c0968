//! Functions: parameters, entry sequence, body.

use super::{FnScope, Lower, attributes::target};
use crate::{
    builder::{HEADER, Signature},
    error::Result,
    names::lower,
};
use phant_bytecode::{Attribute, AttributeArg, ClosureUse, Code, ConstExpr, Op, Param, TypeMask, code_flags};
use phant_memory::{Name, Value};
use phant_syntax::ast::{self, AttributeGroup, Expr, ExprKind, Function, FunctionBody, Visit};
use std::sync::Arc;

impl Lower<'_> {
    /// Lowers a named function or method.
    pub fn function(&mut self, f: &Function, name: &[u8], modifiers: u32) -> Result<Code> {
        let mut scope = FnScope::new();
        scope.function_name = name.to_vec();
        scope.in_class_method = self.class.is_some();
        scope.is_static = modifiers & 16 != 0;
        let shown = self.str(name);
        self.function_in(scope, f, Some(shown), modifiers, Vec::new(), None)
    }
    /// Lowers any function-like into `scope`.
    pub fn function_in(
        &mut self,
        scope: FnScope,
        f: &Function,
        name: Option<Name>,
        modifiers: u32,
        uses: Vec<(Name, bool)>,
        property: Option<&Name>,
    ) -> Result<Code> {
        let promotes = |p: &ast::Param| !p.modifiers.is_empty() || p.hooks.is_some();
        if !scope.in_class_method && f.params().iter().any(promotes) {
            return self.fail(f.line, "Cannot declare promoted property outside a constructor");
        }
        let outer_types =
            std::mem::replace(&mut self.plain_types, self.class.is_none() && scope.b.flags & code_flags::CLOSURE == 0);
        let outer_closure = std::mem::replace(&mut self.closure_types, scope.b.flags & code_flags::CLOSURE != 0);
        let result = self.function_inside(scope, f, name, modifiers, uses, property);
        self.plain_types = outer_types;
        self.closure_types = outer_closure;
        result
    }
    /// A function's attributes, and what those of the language's own mean for calls.
    pub(super) fn function_attributes(&mut self, scope: &mut FnScope, f: &Function) -> Result<Vec<Attribute>> {
        let attributes = self.attributes(&f.attributes, f.line)?;
        let is_method = scope.in_class_method && scope.b.flags & code_flags::CLOSURE == 0;
        self.check_attributes(&attributes, if is_method { target::METHOD } else { target::FUNCTION }, f.line)?;
        for a in &attributes {
            match a.lower.as_bytes() {
                b"deprecated" => scope.b.flags |= code_flags::DEPRECATED,
                b"nodiscard" => scope.b.flags |= code_flags::NO_DISCARD,
                _ => {}
            }
        }
        Ok(attributes)
    }
    fn function_inside(
        &mut self,
        mut scope: FnScope,
        f: &Function,
        name: Option<Name>,
        modifiers: u32,
        uses: Vec<(Name, bool)>,
        property: Option<&Name>,
    ) -> Result<Code> {
        scope.is_generator = f.is_generator;
        scope.returns_ref = f.returns_ref;
        if f.returns_ref {
            scope.b.flags |= code_flags::RETURNS_REF;
        }
        if f.is_generator {
            scope.b.flags |= code_flags::GENERATOR;
        }
        let attributes = self.function_attributes(&mut scope, f)?;
        let returns = match &f.return_type {
            Some(t) => {
                // Mistakes in it are where the function begins.
                self.line(f.line);
                Some(self.ty(t)?)
            }
            None if scope.in_class_method && scope.function_name.eq_ignore_ascii_case(b"__tostring") => {
                Some(phant_bytecode::TypeDecl::of(TypeMask::STRING))
            }
            None => scope.hook_type.take(),
        };
        if let Some(r) = &returns {
            scope.returns_void = r.mask == TypeMask::VOID;
            scope.returns_never = r.mask == TypeMask::NEVER;
            if scope.returns_void && scope.returns_ref {
                let function = String::from_utf8_lossy(&scope.function_name);
                let shown = match &self.class {
                    Some(class) if scope.in_class_method => format!("{}::{function}", String::from_utf8_lossy(&class.name)),
                    _ => function.into_owned(),
                };
                self.report(8192, f.line, format!("{shown}(): Returning by reference from a void function is deprecated"));
            }
            if f.is_generator && !may_be_generator(r) {
                let text = format!("Generator return type must be a supertype of Generator, {} given", r.display());
                return self.fail(f.line, text);
            }
        }
        scope.is_main = false;
        self.push_function(scope);
        self.line(f.line);
        let result = self.function_body(f, returns.clone());
        let (params, required) = match result {
            Ok(x) => x,
            Err(e) => {
                self.fns.pop();
                return Err(e);
            }
        };
        let uses = uses
            .into_iter()
            .map(|(name, by_ref)| {
                let slot = self.b().var(&name);
                ClosureUse { name, by_ref, slot }
            })
            .collect();
        let doc_comment = self.doc(&f.doc_comment);
        let file = self.file.copy();
        let signature = Signature {
            name,
            modifiers,
            params,
            required,
            returns,
            uses,
            attributes,
            doc_comment,
            file: Some(file),
            line: f.line,
            end_line: f.end_line,
            hook_property: property.map(phant_memory::Name::copy),
        };
        self.pop_function(signature, f.line)
    }
    fn function_body(&mut self, f: &Function, returns: Option<phant_bytecode::TypeDecl>) -> Result<(Vec<Param>, u16)> {
        if let Some(r) = returns {
            let i = self.b().type_index(r);
            self.f().return_type = Some(i);
        }
        let (params, required) = self.params(f)?;
        // Closure variables follow the parameters.
        for u in &f.uses {
            self.b().var(&u.name.name);
        }
        if f.is_generator {
            self.b().emit(Op::GenCreate, 0, 0, 0);
        }
        match &f.body {
            FunctionBody::Absent => {}
            FunctionBody::Block(list) => {
                self.statements(list)?;
                self.resolve_gotos()?;
                self.line(f.end_line);
                self.implicit_return()?;
            }
            FunctionBody::Expr(e) => {
                if self.f().returns_never {
                    self.expr_drop(e)?;
                    self.implicit_return()?;
                } else {
                    self.return_(Some(e), e.line)?;
                }
            }
        }
        Ok((params, required))
    }
    pub fn implicit_return(&mut self) -> Result<()> {
        let never = self.f().returns_never;
        let generator = self.f().is_generator;
        let ty = self.f().return_type;
        let void = self.f().returns_void;
        if never {
            self.b().emit(Op::VerifyNever, 0, 0, 0);
        }
        if generator {
            let t = self.load(&Value::NULL).temp().expect("a temporary");
            self.b().emit(Op::GenReturn, t, 0, 0);
            self.b().used(t);
            return Ok(());
        }
        if let (Some(ty), false, false) = (ty, void, never) {
            // Falling off the end of a typed function: "none returned".
            let t = self.load(&Value::NULL).temp().expect("a temporary");
            self.b().emit(Op::VerifyNone, t, ty, 0);
            self.b().emit(Op::Return, t, 0, 0);
            self.b().used(t);
            return Ok(());
        }
        if self.f().returns_ref {
            let t = self.load(&Value::NULL).temp().expect("a temporary");
            self.b().emit(Op::ReturnRef, t, 0, 2);
            self.b().used(t);
            return Ok(());
        }
        let k = self.b().literal(&Value::NULL);
        self.b().emit(Op::ReturnK, k, 0, 0);
        Ok(())
    }
    fn params(&mut self, f: &Function) -> Result<(Vec<Param>, u16)> {
        let list = f.params();
        let mut params = Vec::with_capacity(list.len());
        let mut required = 0u16;
        let wrong = self.declare_params(list);
        for (i, p) in list.iter().enumerate() {
            if let Some((_, text)) = wrong.as_ref().filter(|(at, _)| *at == i) {
                return self.fail_here(text.as_str());
            }
            let slot = HEADER + i as u16;
            let name = self.str(&p.name.name);
            let mut ty = match &p.ty {
                Some(t) => Some(self.param_type(t)?),
                None => None,
            };
            if p.variadic && p.default.is_some() {
                return self.fail_here("Variadic parameter cannot have a default value");
            }
            let promoted_mods = super::class::modifier_bits(p.modifiers);
            let optional_after = list[i + 1..].iter().any(|q| q.default.is_none() && !q.variadic);
            let mut default = match &p.default {
                Some(e) => {
                    let value = self.parameter_default(e)?;
                    self.after_default(e);
                    Some(value)
                }
                None => None,
            };
            if let (Some(t), Some(d)) = (&mut ty, &default) {
                self.fit_default(p, t, d, optional_after)?;
            }
            if p.default.is_some() && optional_after {
                self.default_before_required(p, &ty, &list[i + 1..]);
                default = None;
            }
            if p.default.is_none() && !p.variadic {
                required = i as u16 + 1;
            } else if p.default.is_some() && optional_after {
                required = required.max(i as u16 + 1);
            }
            self.receive_param(p, slot, &ty, &default);
            let attributes = self.attributes(&p.attributes, f.line)?;
            let promoted = if promoted_mods != 0 { target::PROPERTY } else { 0 };
            self.check_attributes(&attributes, target::PARAMETER | promoted, p.line)?;
            let sensitive = attributes.iter().any(|a| a.lower.as_bytes() == b"sensitiveparameter");
            let doc_comment = self.doc(&p.doc_comment);
            params.push(Param {
                name,
                ty,
                default,
                by_ref: p.by_ref,
                variadic: p.variadic,
                sensitive,
                promoted: promoted_mods,
                attributes: attributes.into(),
                doc_comment,
            });
        }
        self.assign_promoted(list);
        Ok((params, required))
    }
    /// Gives parameters their variables. What a name must not be is told when the parameters before it are compiled, as PHP does:
    /// which one it is, and the error.
    fn declare_params(&mut self, list: &[ast::Param]) -> Option<(usize, String)> {
        for (i, p) in list.iter().enumerate() {
            let name = &p.name.name;
            if super::place::is_superglobal(name) || *name == "GLOBALS" {
                return Some((i, format!("Cannot re-assign auto-global variable {name}")));
            }
            if *name == "this" {
                return Some((i, "Cannot use $this as parameter".to_owned()));
            }
            if self.b().known_var(name).is_some() {
                return Some((i, format!("Redefinition of parameter ${name}")));
            }
            if i > 0 && list[i - 1].variadic {
                return Some((i, "Only the last parameter can be variadic".to_owned()));
            }
            let slot = self.b().var(name);
            debug_assert_eq!(slot, HEADER + i as u16);
            self.f().params_end = slot + 1;
        }
        None
    }
    fn param_type(&mut self, t: &ast::Type) -> Result<phant_bytecode::TypeDecl> {
        let ty = self.ty(t)?;
        if ty.mask.contains(TypeMask::VOID) {
            return self.fail_here("void cannot be used as a parameter type");
        }
        if ty.mask.contains(TypeMask::NEVER) {
            return self.fail_here("never cannot be used as a parameter type");
        }
        Ok(ty)
    }
    /// A default value must fit the parameter's type; null makes the type nullable.
    fn fit_default(
        &mut self,
        p: &ast::Param,
        t: &mut phant_bytecode::TypeDecl,
        d: &ConstExpr,
        optional_after: bool,
    ) -> Result<()> {
        if null_default(p) && !t.allows_null() {
            if !p.modifiers.is_empty() {
                let text = format!("Cannot use null as default value for parameter ${} of type {}", p.name.name, t.display());
                return self.fail_here(text);
            }
            if !optional_after {
                self.implicitly_nullable(p);
            }
            t.mask = t.mask.union(TypeMask::NULL);
        } else if d.text.is_none() && !d.value.is_undef() {
            let line = self.b().line;
            let text = format!("Cannot use {{}} as default value for parameter ${} of type {}", p.name.name, t.display());
            self.check_default(t, &d.value, &text, line)?;
        }
        Ok(())
    }
    /// A default value that no call can use, as a required parameter follows.
    fn default_before_required(&mut self, p: &ast::Param, ty: &Option<phant_bytecode::TypeDecl>, rest: &[ast::Param]) {
        let nullable = matches!(&p.ty, Some(t) if matches!(t.kind, ast::TypeKind::Nullable(_)));
        if null_default(p) && p.ty.is_some() && !nullable {
            if ty.as_ref().is_some_and(|t| t.is_mixed()) {
                return;
            }
            if !p.ty.as_ref().is_some_and(type_has_null) {
                self.implicitly_nullable(p);
                return;
            }
        }
        let next = rest.iter().rev().find(|q| q.default.is_none() && !q.variadic).expect("checked");
        let text = format!(
            "{}(): Optional parameter ${} declared before required parameter ${} is implicitly treated as a required parameter",
            self.function_shown_name(),
            p.name.name,
            next.name.name
        );
        let line = self.b().line;
        self.report(8192, line, text);
    }
    fn implicitly_nullable(&mut self, p: &ast::Param) {
        let text = format!(
            "{}(): Implicitly marking parameter ${} as nullable is deprecated, the explicit nullable type must be used instead",
            self.function_shown_name(),
            p.name.name
        );
        let line = self.b().line;
        self.report(8192, line, text);
    }
    /// What is told behind a default value is told where PHP has compiled the last constant in it.
    fn after_default(&mut self, default: &ast::Expr) {
        let mut last = LastConstant(None);
        last.expr(default);
        if let Some(line) = last.0 {
            self.line(line);
        }
    }
    /// The instruction that takes a parameter over, and the one that checks its default.
    fn receive_param(&mut self, p: &ast::Param, slot: u16, ty: &Option<phant_bytecode::TypeDecl>, default: &Option<ConstExpr>) {
        let type_index = match ty {
            Some(t) => {
                let t = t.clone();
                self.b().flags |= code_flags::CHECKED_PARAMS;
                self.b().type_index(t) + 1
            }
            None => 0,
        };
        if p.variadic {
            self.b().flags |= code_flags::VARIADIC;
            self.b().emit(Op::RecvVariadic, slot, type_index, 0);
        } else if let Some(d) = default {
            if d.code.is_none() && !p.by_ref {
                // A value known now comes from the literals; one more, so that 0 means none. The check behind it is
                // skipped if the value is of the type.
                let literal = self.b().literal(&d.value) + 1;
                let of_type = TypeMask::of_tag(d.value.raw_type());
                let skips = |t: &phant_bytecode::TypeDecl| !t.mask.contains(TypeMask::MIXED) && t.mask.intersects(of_type);
                let skipped = u16::from(ty.as_ref().is_some_and(skips));
                self.b().emit(Op::RecvInit, slot, skipped, literal);
            } else {
                let index = self.b().const_expr(d.clone());
                self.b().emit(Op::RecvInit, slot, index, 0);
            }
            if let Some(t) = ty
                && !t.mask.contains(TypeMask::MIXED)
            {
                let quick = self.b().quick_check(t);
                self.b().emit(Op::CheckParam, slot, type_index, quick);
            }
        } else {
            let quick = ty.as_ref().map_or(crate::builder::ANYTHING, |t| self.b().quick_check(t));
            self.b().emit(Op::Recv, slot, type_index, quick);
        }
    }
    /// Promoted parameters are assigned before the body.
    fn assign_promoted(&mut self, list: &[ast::Param]) {
        for p in list.iter().filter(|p| !p.modifiers.is_empty() || p.hooks.is_some()) {
            let slot = self.b().var(&p.name.name);
            let k = self.b().string(&p.name.name);
            if p.by_ref {
                let mark = self.b().mark();
                let t = self.b().temp();
                self.b().emit(Op::MakeRef, t, slot, 0);
                let q = self.b().temp();
                let n = self.b().temp();
                self.b().emit(Op::LoadK, n, k, 0);
                let cache = self.b().cache(Op::FetchPropW);
                self.b().emit(Op::FetchPropW, q, 0, n);
                self.b().ext(3, cache, 0);
                self.b().emit(Op::AssignPtrRef, q, t, 0);
                self.b().release_to(mark);
            } else {
                let cache = self.b().cache(Op::AssignPropV);
                self.b().emit(Op::AssignPropV, 0, k, slot);
                self.b().ext(0, cache, 0);
            }
        }
    }
    fn function_shown_name(&mut self) -> String {
        let name = String::from_utf8_lossy(&self.f().function_name).into_owned();
        match &self.class {
            Some(c) if !name.starts_with("{closure") => format!("{}::{name}", String::from_utf8_lossy(&c.name)),
            _ => name,
        }
    }
    /// A default value must fit its type, as far as it is known; `{}` in the text is the value's type.
    pub fn check_default(&mut self, ty: &phant_bytecode::TypeDecl, value: &Value, text: &str, line: u32) -> Result<()> {
        if ty.mask.intersects(TypeMask::of_tag(value.raw_type())) {
            return Ok(());
        }
        if value.as_int().is_some() && ty.mask.contains(TypeMask::FLOAT) {
            return Ok(());
        }
        let shown = match value.type_of() {
            phant_memory::Type::Null => "null",
            phant_memory::Type::False | phant_memory::Type::True => "bool",
            phant_memory::Type::Int => "int",
            phant_memory::Type::Float => "float",
            phant_memory::Type::Str => "string",
            _ => "array",
        };
        self.fail(line, text.replace("{}", shown))
    }
    pub fn doc(&mut self, doc: &Option<ast::Bytes>) -> Option<Name> {
        doc.as_ref().map(phant_memory::Name::new)
    }
    /// The attributes of something that is declared on a line.
    pub fn attributes(&mut self, groups: &[AttributeGroup], line: u32) -> Result<Vec<Attribute>> {
        let mut out = Vec::new();
        for group in groups {
            for a in &group.attributes {
                let name = self.names.class(&a.name);
                let mut args = Vec::new();
                if let Some(list) = &a.args {
                    if list.is_placeholder() {
                        return self.fail(line, "Cannot create Closure as attribute argument");
                    }
                    let mut named = false;
                    for arg in list.list() {
                        let arg_name = match &arg.kind {
                            ast::ArgumentKind::Positional => {
                                if named {
                                    return self.fail(line, "Cannot use positional argument after named argument");
                                }
                                None
                            }
                            ast::ArgumentKind::Named(n) => {
                                named = true;
                                let n2 = self.str(&n.name);
                                if args.iter().any(|x: &AttributeArg| x.name.as_ref() == Some(&n2)) {
                                    return self.fail(line, format!("Duplicate named parameter ${}", n.name));
                                }
                                Some(n2)
                            }
                            ast::ArgumentKind::Spread => {
                                return self.fail(line, "Cannot use unpacking in attribute argument list");
                            }
                        };
                        let value = self.const_expr_in_function(&arg.value)?;
                        args.push(AttributeArg { name: arg_name, value });
                    }
                }
                let site = Some(Arc::new(self.site(a.line)?));
                let (name, lower) = (self.str(&name), self.str(&lower(&name)));
                out.push(Attribute { lower, name, args: args.into(), line: a.line, site });
            }
        }
        Ok(out)
    }
    /// Code that does nothing: it stands for a place in the file.
    fn site(&mut self, line: u32) -> Result<phant_bytecode::Code> {
        self.push_function(FnScope::new());
        self.line(line);
        let null = self.b().literal(&Value::NULL);
        self.b().emit(Op::ReturnK, null, 0, 0);
        let signature = Signature { file: Some(self.file.copy()), line, end_line: line, ..Signature::default() };
        self.pop_function(signature, line)
    }
    /// A constant expression outside any function being lowered.
    fn const_expr_in_function(&mut self, e: &Expr) -> Result<phant_bytecode::ConstExpr> {
        self.const_expr(e)
    }
}

/// Whether a parameter's default is the constant `null`.
fn null_default(p: &ast::Param) -> bool {
    matches!(&p.default, Some(Expr { kind: ExprKind::Constant(n), .. }) if n.text.eq_ignore_case(b"null"))
}

fn type_has_null(t: &ast::Type) -> bool {
    match &t.kind {
        ast::TypeKind::Nullable(_) => true,
        ast::TypeKind::Union(list) => list.iter().any(type_has_null),
        ast::TypeKind::Named(n) => n.text.eq_ignore_case(b"null"),
        _ => false,
    }
}

impl Lower<'_> {
    /// The parameters of a function-like whose body is lowered elsewhere.
    pub fn params_of(&mut self, f: &Function) -> Result<(Vec<Param>, u16)> {
        self.params(f)
    }
}

/// Whether a generator fits a declared return type.
fn may_be_generator(declared: &phant_bytecode::TypeDecl) -> bool {
    let fits = |c: &phant_bytecode::ClassName| matches!(c.lower.as_bytes(), b"generator" | b"iterator" | b"traversable");
    declared.mask.intersects(TypeMask::OBJECT.union(TypeMask::ITERABLE))
        || declared.is_mixed()
        || match declared.groups() {
            // An intersection alone passes here if one member does.
            [only] if declared.mask == TypeMask::NONE => only.0.iter().any(fits),
            groups => groups.iter().any(|g| g.0.len() == 1 && fits(&g.0[0])),
        }
}

/// The line of the last named constant in an expression.
struct LastConstant(Option<u32>);

impl Visit<'_> for LastConstant {
    fn expr(&mut self, e: &ast::Expr) {
        e.walk(self);
        let is_word = |name: &ast::Name| [&b"true"[..], b"false", b"null"].iter().any(|w| name.text.eq_ignore_case(w));
        if matches!(&e.kind, ExprKind::Constant(name) if !is_word(name)) {
            self.0 = Some(e.line);
        }
    }
}
