//! Class declarations.

use super::{ClassScope, FnScope, Lower, MemberKind, attributes::target};
use crate::{error::Result, names::lower};
use phant_bytecode::{
    ClassDecl, ClassName, Code, ConstExpr, ConstantDecl, EnumCaseDecl, HookDecl, MethodDecl, Op, PropertyDecl, TraitRuleDecl,
    TraitUseDecl, TypeMask, class::DeclKind, code_flags, types::is_reserved_class_name,
};
use phant_memory::Value;
use phant_syntax::ast::{self, *};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// Modifier bits as Reflection numbers them.
pub(super) fn modifier_bits(m: Modifiers) -> u32 {
    let pairs = [
        (Modifiers::PUBLIC, 1),
        (Modifiers::PROTECTED, 2),
        (Modifiers::PRIVATE, 4),
        (Modifiers::STATIC, 16),
        (Modifiers::FINAL, 32),
        (Modifiers::ABSTRACT, 64),
        (Modifiers::READONLY, 128),
        (Modifiers::PUBLIC_SET, 1024),
        (Modifiers::PROTECTED_SET, 2048),
        (Modifiers::PRIVATE_SET, 4096),
    ];
    pairs.iter().filter(|(bit, _)| m.contains(*bit)).map(|(_, n)| n).sum()
}
/// The same with `public` where no visibility was written.
fn member_bits(m: Modifiers) -> u32 {
    let bits = modifier_bits(m);
    if bits & 7 == 0 { bits | 1 } else { bits }
}

impl Lower<'_> {
    pub fn class_statement(&mut self, c: &Class) -> Result<()> {
        let ident = c.name.as_ref().expect("declared classes have names");
        if self.class.is_some() {
            return self.fail(c.line, "Class declarations may not be nested");
        }
        let name = self.names.declare(&ident.name);
        let word = match c.kind {
            ClassKind::Class => "a class",
            ClassKind::Interface => "an interface",
            ClassKind::Trait => "a trait",
            ClassKind::Enum => "an enum",
        };
        if is_reserved_class_name(&lower(&ident.name)) {
            return self.fail(ident.line, format!("Cannot use \"{}\" as {word} name as it is reserved", ident.name));
        }
        if *ident.name == *b"_" {
            self.report(8192, c.line, format!("Using \"_\" as {word} name is deprecated since 8.4"));
        }
        if let Some(import) = self.names.imported_class(&ident.name)
            && lower(import) != lower(&name)
        {
            return self.fail(
                c.line,
                format!("Cannot redeclare class {} (previously declared as local import)", String::from_utf8_lossy(&name)),
            );
        }
        let low = lower(&name);
        let top = self.fns.len() == 1 && self.f().depth == 0;
        self.seen_symbols.insert((b'c', low), ());
        let decl = self.class_decl(c, name, false)?;
        self.b().classes.push(Arc::new(decl));
        let index = (self.b().classes.len() - 1) as u16;
        self.line(c.line);
        let at = self.b().emit(Op::DeclareClass, 0, index, 0);
        if top {
            // Bit 0 of c: unconditional, may be declared before the first statement runs.
            self.b().set_c(at, 1);
        }
        Ok(())
    }
    /// Lowers an anonymous class; returns its index among the function's classes.
    pub fn anonymous_class(&mut self, c: &Class) -> Result<u16> {
        let base: Vec<u8> = match (&c.parent, c.interfaces.first()) {
            (Some(p), _) => self.names.class(p),
            (None, Some(i)) => self.names.class(i),
            _ => b"class".to_vec(),
        };
        let unique = self.env.unique();
        let name = [&base[..], b"@anonymous\0", self.file.as_bytes(), format!(":{}${unique:x}", c.line).as_bytes()].concat();
        let decl = self.class_decl(c, name, true)?;
        self.b().classes.push(Arc::new(decl));
        Ok((self.b().classes.len() - 1) as u16)
    }

    fn class_decl(&mut self, c: &Class, name: Vec<u8>, anonymous: bool) -> Result<ClassDecl> {
        let outer_closure = std::mem::take(&mut self.closure_types);
        let method = match &self.class {
            Some(_) => self.method_name(),
            None => Vec::new(),
        };
        let outer = self.class.take();
        let parent = c.parent.as_ref().map(|p| self.names.class(p));
        if let Some(p) = &c.parent
            && p.special_class().is_some()
        {
            return self.fail(p.line, format!("Cannot use \"{}\" as class name, as it is reserved", p.text));
        }
        for i in &c.interfaces {
            if i.special_class().is_some() {
                return self.fail(i.line, format!("Cannot use \"{}\" as interface name, as it is reserved", i.text));
            }
        }
        self.class = Some(ClassScope {
            name: name.clone(),
            parent: parent.clone(),
            is_trait: c.kind == ClassKind::Trait,
            anonymous,
            constants: HashMap::default(),
            members: HashSet::default(),
        });
        // Constant expressions of members are compiled as functions of their own; the surrounding one lends its line.
        let mut scope = FnScope::new();
        scope.is_const_expr = true;
        scope.function_name = self.f().function_name.clone();
        scope.method_name = Some(method);
        self.push_function(scope);
        let result = self.class_members(c, &name, parent, anonymous);
        self.fns.pop();
        self.class = outer;
        self.closure_types = outer_closure;
        result
    }
    /// Notes a member of the class; false if there is one of that name already.
    fn new_member(&mut self, kind: MemberKind, name: &[u8]) -> bool {
        let class = self.class.as_mut().expect("inside a class");
        class.members.insert((kind, name.to_vec()))
    }
    fn simple_name(&mut self, n: &Name) -> ClassName {
        let full = self.names.class(n);
        ClassName { lower: self.str(&lower(&full)), name: self.str(&full) }
    }
    fn class_members(&mut self, c: &Class, name: &[u8], parent: Option<Vec<u8>>, anonymous: bool) -> Result<ClassDecl> {
        // Of an anonymous class, the part that says what it is.
        let shown = name.split(|&b| b == 0).next().unwrap_or_default();
        let shown = String::from_utf8_lossy(shown).into_owned();
        let mut decl = self.class_head(c, name, parent, anonymous, &shown)?;
        let readonly_class = decl.modifiers & 65536 != 0;
        let mut constants: Vec<ConstantDecl> = Vec::new();
        let mut properties: Vec<PropertyDecl> = Vec::new();
        let mut methods: Vec<MethodDecl> = Vec::new();
        let mut traits = Vec::new();
        for member in &c.members {
            match member {
                Member::Constants(list) => self.class_constants(c, list, &shown, &mut constants)?,
                Member::Case(case) => self.enum_case(c, case, decl.backing.is_some(), &shown, &mut constants)?,
                Member::Properties(list) => {
                    self.line(list.ty.as_ref().map_or(list.items[0].line, |t| t.line));
                    let attributes = self.attributes(&list.attributes, list.line)?;
                    self.check_attributes(&attributes, target::PROPERTY, list.items.first().map_or(list.line, |i| i.line))?;
                    if c.kind == ClassKind::Enum {
                        return self.fail(list.line, format!("Enum {shown} cannot include properties"));
                    }
                    for item in &list.items {
                        self.property(c, list, item, &attributes, readonly_class, &shown, &mut properties)?;
                    }
                }
                Member::Method(m) => self.method(c, m, &shown, readonly_class, &mut methods, &mut properties)?,
                Member::TraitUse(u) => traits.push(self.trait_use(c, u, &shown)?),
            }
        }
        if c.kind == ClassKind::Enum || c.kind == ClassKind::Class && decl.modifiers & 64 == 0 {
            self.check_no_abstract(&decl, &properties, &methods, &shown)?;
        }
        decl.constants = constants.into();
        decl.properties = properties.into();
        decl.has_to_string = methods.iter().any(|m| m.lower.as_bytes() == b"__tostring");
        decl.methods = methods.into();
        decl.traits = traits.into();
        Ok(decl)
    }
    /// What a class declaration says of itself, without its members.
    fn class_head(&mut self, c: &Class, name: &[u8], parent: Option<Vec<u8>>, anonymous: bool, shown: &str) -> Result<ClassDecl> {
        let mut decl = ClassDecl {
            name: self.str(name),
            lower: self.str(&lower(name)),
            kind: match c.kind {
                ClassKind::Class => DeclKind::Class,
                ClassKind::Interface => DeclKind::Interface,
                ClassKind::Trait => DeclKind::Trait,
                ClassKind::Enum => DeclKind::Enum,
            },
            anonymous,
            file: Some(self.file.copy()),
            line: c.line,
            end_line: c.end_line,
            doc_comment: self.doc(&c.doc_comment),
            ..ClassDecl::default()
        };
        decl.modifiers = modifier_bits(c.modifiers);
        if decl.modifiers & 128 != 0 {
            decl.modifiers = decl.modifiers & !128 | 65536;
        }
        if c.kind == ClassKind::Enum {
            decl.modifiers |= 32;
        }
        decl.parent = parent.map(|p| ClassName { lower: self.str(&lower(&p)), name: self.str(&p) });
        decl.interfaces = c.interfaces.iter().map(|i| self.simple_name(i)).collect();
        if let Some(t) = &c.backing_type {
            let ty = self.ty(t)?;
            let scalar = ty.mask == TypeMask::INT || ty.mask == TypeMask::STRING;
            if !scalar || !matches!(ty.classes, phant_bytecode::types::ClassTypes::None) {
                return self.fail(t.line, format!("Enum backing type must be int or string, {} given", ty.display()));
            }
            decl.backing = Some(ty.mask);
        }
        decl.attributes = self.attributes(&c.attributes, c.line)?.into();
        let kind = match c.kind {
            ClassKind::Class if decl.modifiers & 65536 != 0 => "readonly class",
            ClassKind::Class => "class",
            ClassKind::Interface => "interface",
            ClassKind::Trait => "trait",
            ClassKind::Enum => "enum",
        };
        self.check_class_attributes(&decl.attributes, kind, shown, c.line)?;
        Ok(decl)
    }
    fn class_constants(
        &mut self,
        c: &Class,
        list: &ast::ClassConstants,
        shown: &str,
        constants: &mut Vec<ConstantDecl>,
    ) -> Result<()> {
        self.line(list.items[0].line);
        let bits = member_bits(list.modifiers);
        if c.kind == ClassKind::Interface && bits & 6 != 0 {
            let item = &list.items[0].name.name;
            return self.fail(list.line, format!("Access type for interface constant {shown}::{item} must be public"));
        }
        let ty = match &list.ty {
            Some(t) => {
                let ty = self.ty(t)?;
                if ty.mask.intersects(TypeMask::VOID.union(TypeMask::NEVER).union(TypeMask::CALLABLE)) {
                    let item = &list.items[0].name.name;
                    return self.fail(list.line, format!("Class constant {shown}::{item} cannot have type {}", ty.display()));
                }
                Some(ty)
            }
            None => None,
        };
        let attributes = self.attributes(&list.attributes, list.line)?;
        self.check_attributes(&attributes, target::CLASS_CONSTANT, list.line)?;
        for item in &list.items {
            let n = &item.name.name;
            if n.eq_ignore_case(b"class") {
                return self
                    .fail(item.line, "A class constant must not be called 'class'; it is reserved for class name fetching");
            }
            if bits & 4 != 0 && bits & 32 != 0 {
                return self.fail(
                    item.line,
                    format!("Private constant {shown}::{n} cannot be final as it is not visible to other classes"),
                );
            }
            let value = self.const_expr_without_new(&item.value)?;
            if !self.new_member(MemberKind::Constant, n) {
                return self.fail(item.line, format!("Cannot redefine class constant {shown}::{n}"));
            }
            if let Some(ty) = &ty
                && value.code.is_none()
            {
                let text = format!("Cannot use {{}} as value for class constant {shown}::{n} of type {}", ty.display());
                self.check_default(ty, &value.value, &text, item.line)?;
            }
            if value.code.is_none() && ty.is_none() && attributes.is_empty() {
                self.class.iter_mut().for_each(|class| drop(class.constants.insert(n.to_vec(), (*value.value).clone())));
            }
            let doc = self.doc(&item.doc_comment);
            constants.push(ConstantDecl {
                name: self.str(n),
                modifiers: bits,
                ty: ty.clone(),
                value,
                case: None,
                attributes: attributes.clone().into(),
                doc_comment: doc,
                line: item.line,
            });
        }
        Ok(())
    }
    fn enum_case(
        &mut self,
        c: &Class,
        case: &ast::EnumCase,
        backed: bool,
        shown: &str,
        constants: &mut Vec<ConstantDecl>,
    ) -> Result<()> {
        self.line(case.line);
        if c.kind != ClassKind::Enum {
            return self.fail(case.line, "Case can only be used in enums");
        }
        let n = &case.name.name;
        if n.eq_ignore_case(b"class") {
            return self.fail(case.line, "A class constant must not be called 'class'; it is reserved for class name fetching");
        }
        if !self.new_member(MemberKind::Constant, n) {
            return self.fail(case.line, format!("Cannot redefine class constant {shown}::{n}"));
        }
        let value = match &case.value {
            Some(v) => {
                if !backed {
                    return self.fail(case.line, format!("Case {n} of non-backed enum {shown} must not have a value"));
                }
                self.const_expr_without_new(v)?
            }
            None => {
                if backed {
                    return self.fail(case.line, format!("Case {n} of backed enum {shown} must have a value"));
                }
                ConstExpr { value: crate::builder::literal(&Value::NULL), code: None, text: None, constant: None }
            }
        };
        let attributes = self.attributes(&case.attributes, case.name.line)?;
        self.check_attributes(&attributes, target::CLASS_CONSTANT, case.line)?;
        let doc = self.doc(&case.doc_comment);
        constants.push(ConstantDecl {
            name: self.str(n),
            modifiers: 1,
            ty: None,
            value,
            case: Some(EnumCaseDecl { backed }),
            attributes: attributes.into(),
            doc_comment: doc,
            line: case.line,
        });
        Ok(())
    }
    fn trait_use(&mut self, c: &Class, u: &ast::TraitUse, shown: &str) -> Result<TraitUseDecl> {
        if c.kind == ClassKind::Interface {
            let first = &u.traits[0].text;
            return self.fail(u.line, format!("Cannot use traits inside of interfaces. {first} is used in {shown}"));
        }
        let excluded = u.rules.iter().flat_map(|rule| match rule {
            TraitRule::InsteadOf { class, excluded, .. } => std::iter::once(class).chain(excluded).collect::<Vec<_>>(),
            TraitRule::Alias { class, .. } => class.iter().collect(),
        });
        for name in u.traits.iter().chain(excluded) {
            if name.special_class().is_some() {
                return self.fail(u.line, format!("Cannot use \"{}\" as trait name, as it is reserved", name.text));
            }
        }
        let names = u.traits.iter().map(|t| self.simple_name(t)).collect();
        let mut rules = Vec::new();
        for rule in &u.rules {
            rules.push(match rule {
                TraitRule::InsteadOf { class, method, excluded } => TraitRuleDecl::InsteadOf {
                    class: self.simple_name(class),
                    method: self.str(&method.name),
                    excluded: excluded.iter().map(|n| self.simple_name(n)).collect(),
                },
                TraitRule::Alias { class, method, modifiers, alias } => {
                    let bits = modifier_bits(*modifiers);
                    for (bit, word) in [(16, "static"), (64, "abstract"), (128, "readonly")] {
                        if bits & bit != 0 {
                            return self.fail(
                                u.line,
                                format!("Cannot use \"{word}\" as method modifier")
                                    .replace("as method modifier", "as method modifier in trait alias"),
                            );
                        }
                    }
                    TraitRuleDecl::Alias {
                        class: class.as_ref().map(|n| self.simple_name(n)),
                        method: self.str(&method.name),
                        modifiers: bits,
                        alias: alias.as_ref().map(|a| self.str(&a.name)),
                    }
                }
            });
        }
        Ok(TraitUseDecl { traits: names, rules: rules.into() })
    }

    /// A class that is not abstract has no abstract methods or hooks of its own.
    fn check_no_abstract(
        &mut self,
        decl: &ClassDecl,
        properties: &[PropertyDecl],
        methods: &[MethodDecl],
        shown: &str,
    ) -> Result<()> {
        let own = methods.iter().map(|m| &m.code).chain(properties.iter().flat_map(|p| p.hooks.iter().map(|h| &h.code)));
        let missing: Vec<String> = own
            .filter(|c| c.modifiers & 64 != 0)
            .map(|c| format!("{shown}::{}", c.name.as_deref().cloned().unwrap_or_default()))
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let (count, plural) = (missing.len(), if missing.len() > 1 { "s" } else { "" });
        let mut list = missing[..count.min(3)].join(", ");
        if count > 3 {
            list.push_str(", ...");
        }
        let text = if decl.kind == DeclKind::Enum {
            format!("Enum {shown} must implement {count} abstract private method{plural} ({list})")
        } else {
            format!(
                "Class {shown} contains {count} abstract method{plural} and must therefore be declared abstract or implement the remaining methods ({list})"
            )
        };
        self.fail(decl.line, text)
    }

    #[allow(clippy::too_many_arguments)]
    fn property(
        &mut self,
        c: &Class,
        list: &Properties,
        item: &PropertyItem,
        attributes: &[phant_bytecode::Attribute],
        readonly_class: bool,
        shown: &str,
        properties: &mut Vec<PropertyDecl>,
    ) -> Result<()> {
        let n = &item.name.name;
        let mut bits = member_bits(list.modifiers);
        if c.kind == ClassKind::Interface && bits & 6 != 0 {
            return self.fail(list.line, "Property in interface cannot be protected or private");
        }
        if c.kind == ClassKind::Interface && item.hooks.is_none() {
            return self.fail(list.line, "Interfaces may only include hooked properties");
        }
        if bits & 64 != 0 && item.hooks.is_none() {
            return self.fail(list.line, "Only hooked properties may be declared abstract");
        }
        if !self.new_member(MemberKind::Property, n) {
            return self.fail(item.line, format!("Cannot redeclare {shown}::${n}"));
        }
        let ty = match &list.ty {
            Some(t) => {
                let ty = self.ty(t)?;
                if ty.mask.intersects(TypeMask::VOID.union(TypeMask::NEVER).union(TypeMask::CALLABLE)) {
                    return self.fail(list.line, format!("Property {shown}::${n} cannot have type {}", ty.display()));
                }
                Some(ty)
            }
            None => None,
        };
        if readonly_class {
            bits |= 128;
        }
        if bits & 128 != 0 {
            self.check_readonly(list, item, bits, ty.is_some(), &format!("{shown}::${n}"))?;
        }
        if bits & 7168 != 0 {
            self.check_set_visibility(bits, ty.is_some(), &format!("{shown}::${n}"), list.line)?;
        }
        if bits & 4 != 0 && bits & 32 != 0 {
            return self.fail(list.line, "Property cannot be both final and private");
        }
        let default = match &item.default {
            Some(e) => Some(self.property_default(e, &ty, &format!("{shown}::${n}"), list.line)?),
            None => None,
        };
        if item.hooks.is_some() && bits & 16 != 0 {
            return self.fail(list.line, "Cannot declare hooks for static property");
        }
        let name = self.str(n);
        let in_interface = c.kind == ClassKind::Interface;
        let implied = if in_interface { self.interface_property(bits, list.line)? } else { 0 };
        let hooks = self.hooks(item.hooks.as_deref(), &name, bits, &ty, in_interface, shown, item.line)?;
        bits |= implied;
        if !hooks.is_empty() {
            if bits & 128 != 0 {
                return self.fail(list.line, "Hooked properties cannot be readonly");
            }
            if Self::hooks_are_virtual(&item.hooks, &name) {
                bits |= 512;
            }
        }
        let doc = self.doc(&item.doc_comment);
        properties.push(PropertyDecl {
            name,
            modifiers: bits,
            ty,
            default,
            hooks: hooks.into(),
            promoted: false,
            attributes: attributes.to_vec().into(),
            doc_comment: doc,
            line: item.line,
        });
        Ok(())
    }
    /// What speaks against a readonly property.
    fn check_readonly(&mut self, list: &Properties, item: &PropertyItem, bits: u32, typed: bool, shown: &str) -> Result<()> {
        if !typed {
            return self.fail(list.line, format!("Readonly property {shown} must have type"));
        }
        if item.default.is_some() {
            return self.fail(list.line, format!("Readonly property {shown} cannot have default value"));
        }
        if bits & 16 != 0 {
            return self.fail(list.line, format!("Static property {shown} cannot be readonly"));
        }
        Ok(())
    }
    /// The default of a property must fit its type, as far as it is known.
    fn property_default(&mut self, e: &Expr, ty: &Option<phant_bytecode::TypeDecl>, shown: &str, line: u32) -> Result<ConstExpr> {
        let d = self.const_expr_without_new(e)?;
        if let Some(ty) = ty
            && d.text.is_none()
            && !d.value.is_undef()
        {
            let intersects = ty.groups().iter().any(|g| g.0.len() > 1);
            if d.value.is_null() && !ty.allows_null() && intersects {
                let text = format!("Cannot use null as default value for property {shown} of type {}", ty.display());
                return self.fail(line, text);
            }
            if d.value.is_null() && !ty.allows_null() {
                let text = if ty.groups().is_empty() && ty.mask.0.count_ones() == 1
                    || ty.groups().len() == 1 && ty.mask == TypeMask::NONE
                    || ty.mask == TypeMask::BOOL
                {
                    format!(
                        "Default value for property of type {} may not be null. Use the nullable type ?{} to allow null default value",
                        ty.display(),
                        ty.display()
                    )
                } else {
                    format!(
                        "Default value for property of type {} may not be null. Use the nullable type {}|null to allow null default value",
                        ty.display(),
                        ty.display()
                    )
                };
                return self.fail(line, text);
            }
            let text = format!("Cannot use {{}} as default value for property {shown} of type {}", ty.display());
            self.check_default(ty, &d.value, &text, line)?;
        }
        Ok(d)
    }
    /// The modifiers that a property of an interface has besides its own.
    fn interface_property(&mut self, bits: u32, line: u32) -> Result<u32> {
        if bits & 6 != 0 {
            return self.fail(line, "Property in interface cannot be protected or private");
        }
        if bits & 32 != 0 {
            return self.fail(line, "Property in interface cannot be final");
        }
        if bits & 64 != 0 {
            return self.fail(
                line,
                "Property in interface cannot be explicitly abstract. All interface members are implicitly abstract",
            );
        }
        Ok(64)
    }
    /// A property is virtual when no hook mentions `$this->name` itself.
    fn hooks_are_virtual(hooks: &Option<Vec<PropertyHook>>, name: &phant_memory::Name) -> bool {
        let Some(hooks) = hooks else { return false };
        !hooks.iter().any(|h| uses_backing(h, name))
    }
    #[allow(clippy::too_many_arguments)]
    fn hooks(
        &mut self,
        hooks: Option<&[PropertyHook]>,
        property: &phant_memory::Name,
        bits: u32,
        ty: &Option<phant_bytecode::TypeDecl>,
        in_interface: bool,
        shown: &str,
        line: u32,
    ) -> Result<Vec<HookDecl>> {
        let Some(hooks) = hooks else { return Ok(Vec::new()) };
        if hooks.is_empty() {
            return self.fail(line, "Property hook list must not be empty");
        }
        let mut out: Vec<HookDecl> = Vec::new();
        for h in hooks {
            let f = &h.function;
            let ident = f.name.as_ref().expect("hooks have names");
            let is_set = ident.name.eq_ignore_case(b"set");
            if !is_set && !ident.name.eq_ignore_case(b"get") {
                return self.fail(
                    f.line,
                    format!("Unknown hook \"{}\" for property {shown}::${property}, expected \"get\" or \"set\"", ident.name),
                );
            }
            let word = if is_set { "set" } else { "get" };
            if out.iter().any(|o| o.is_set == is_set) {
                return self.fail(f.line, format!("Cannot redeclare property hook \"{word}\""));
            }
            let mods = modifier_bits(h.modifiers);
            if let Some(text) = hook_conflict(mods, bits, in_interface, matches!(f.body, FunctionBody::Absent)) {
                return self.fail(f.line, text);
            }
            if is_set {
                self.check_set_parameter(f, property, ty, shown)?;
                if f.returns_ref {
                    let text = format!("{shown}::${property}::set(): Returning by reference from a void function is deprecated");
                    self.report(8192, f.line, text);
                }
            } else if f.params.is_some() {
                return self.fail(f.line, format!("get hook of property {shown}::${property} must not have a parameter list"));
            }
            let is_abstract = matches!(f.body, FunctionBody::Absent);
            if is_abstract && !in_interface && bits & 64 == 0 {
                return self.fail(f.line, "Non-abstract property hook must have a body");
            }
            let name = self.str(&[b"$", property.as_bytes(), b"::", word.as_bytes()].concat());
            let mut scope = FnScope::new();
            scope.function_name = name.as_bytes().to_vec();
            scope.in_class_method = true;
            scope.property = Some(property.as_bytes().to_vec());
            scope.b.flags |= code_flags::HOOK;
            if !is_set {
                scope.hook_type = ty.clone();
            }
            let code = if is_set {
                self.set_hook(scope, f, name, property, ty, mods | bits & 7)?
            } else {
                self.function_in(
                    scope,
                    f,
                    Some(name),
                    mods | bits & 7 | if is_abstract { 64 } else { 0 },
                    Vec::new(),
                    Some(property),
                )?
            };
            out.push(HookDecl { is_set, modifiers: mods | if is_abstract { 64 } else { 0 }, code: Arc::new(code) });
        }
        Ok(out)
    }
    fn check_set_visibility(&mut self, bits: u32, typed: bool, name: &str, line: u32) -> Result<()> {
        if bits & 16 != 0 {
            return self.fail(line, "Static property may not have asymmetric visibility");
        }
        if !typed {
            return self.fail(line, format!("Property with asymmetric visibility {name} must have type"));
        }
        if (bits & 7168) >> 10 < bits & 7 {
            return self.fail(line, format!("Visibility of property {name} must not be weaker than set visibility"));
        }
        Ok(())
    }
    /// The parameter of a `set` hook, if there is one, is plain.
    fn check_set_parameter(
        &mut self,
        f: &Function,
        property: &phant_memory::Name,
        ty: &Option<phant_bytecode::TypeDecl>,
        shown: &str,
    ) -> Result<()> {
        let Some(params) = &f.params else { return Ok(()) };
        let hook = format!("set hook {shown}::${property}");
        let [p] = &params[..] else {
            return self.fail(
                f.line,
                format!("{} must accept exactly one parameters", hook.replacen("set hook ", "set hook of property ", 1)),
            );
        };
        let name = &p.name.name;
        let what = if p.by_ref {
            "be pass-by-reference"
        } else if p.variadic {
            "be variadic"
        } else if p.default.is_some() {
            "have a default value"
        } else {
            // Whether the type is a supertype of the property's is for linking; here only that both or none have one.
            if p.ty.is_some() != ty.is_some() {
                let text =
                    format!("Type of parameter ${name} of hook {shown}::${property}::set must be compatible with property type");
                return self.fail(p.line, text);
            }
            return Ok(());
        };
        self.fail(p.line, format!("Parameter ${name} of {hook} must not {what}"))
    }
    fn set_hook(
        &mut self,
        mut scope: FnScope,
        f: &Function,
        name: phant_memory::Name,
        property: &phant_memory::Name,
        ty: &Option<phant_bytecode::TypeDecl>,
        bits: u32,
    ) -> Result<Code> {
        let is_abstract = matches!(f.body, FunctionBody::Absent);
        let bits = bits | if is_abstract { 64 } else { 0 };
        let attributes = self.function_attributes(&mut scope, f)?;
        self.push_function(scope);
        self.line(f.line);
        let void = phant_bytecode::TypeDecl::of(TypeMask::VOID);
        self.f().returns_void = true;
        let result = (|| {
            let (params, required) = match f.params {
                None => (vec![self.value_param(ty)], 1),
                Some(_) => self.params_of(f)?,
            };
            // A short body assigns to the property.
            match &f.body {
                FunctionBody::Absent => {}
                FunctionBody::Block(list) => {
                    self.statements(list)?;
                    self.resolve_gotos()?;
                    self.implicit_return()?;
                }
                FunctionBody::Expr(e) => {
                    let mark = self.b().mark();
                    let v = self.expr(e)?;
                    let place = super::place::Place::Prop(
                        Box::new(super::place::Place::This),
                        crate::builder::Operand::Const(Value::from(property)),
                        self.b().line,
                    );
                    self.assign_place(place, v, false, mark)?;
                    self.implicit_return()?;
                }
            }
            Ok((params, required))
        })();
        let (params, required) = match result {
            Ok(x) => x,
            Err(e) => {
                self.fns.pop();
                return Err(e);
            }
        };
        let file = self.file.copy();
        let signature = crate::builder::Signature {
            name: Some(name),
            modifiers: bits,
            params,
            required,
            returns: Some(void),
            attributes,
            file: Some(file),
            line: f.line,
            end_line: f.end_line,
            hook_property: Some(property.copy()),
            doc_comment: self.doc(&f.doc_comment),
            ..crate::builder::Signature::default()
        };
        self.pop_function(signature, f.line)
    }
    /// The parameter of a set hook without a parameter list: `$value`, of the property's type.
    fn value_param(&mut self, ty: &Option<phant_bytecode::TypeDecl>) -> phant_bytecode::Param {
        let b = self.b();
        let slot = b.var(b"value");
        let t = match ty {
            Some(t) => {
                b.flags |= code_flags::CHECKED_PARAMS;
                b.type_index(t.clone()) + 1
            }
            None => 0,
        };
        let quick = ty.as_ref().map_or(crate::builder::ANYTHING, |t| b.quick_check(t));
        b.emit(Op::Recv, slot, t, quick);
        phant_bytecode::Param {
            name: self.str(b"value"),
            ty: ty.clone(),
            default: None,
            by_ref: false,
            variadic: false,
            sensitive: false,
            promoted: 0,
            attributes: Box::new([]),
            doc_comment: None,
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn method(
        &mut self,
        c: &Class,
        m: &Method,
        shown: &str,
        readonly_class: bool,
        methods: &mut Vec<MethodDecl>,
        properties: &mut Vec<PropertyDecl>,
    ) -> Result<()> {
        let f = &m.function;
        let ident = f.name.as_ref().expect("methods have names");
        let n = &ident.name;
        let low = lower(n);
        let bits = self.method_bits(c, m, shown, &low)?;
        if !self.new_member(MemberKind::Method, &low) {
            return self.fail(f.line, format!("Cannot redeclare {shown}::{n}()"));
        }
        self.promoted_properties(f, shown, readonly_class, &low, properties)?;
        let mut scope = FnScope::new();
        scope.function_name = n.to_vec();
        scope.in_class_method = true;
        scope.is_static = bits & 16 != 0;
        let name = self.str(n);
        let code = self.function_in(scope, f, Some(name), bits, Vec::new(), None)?;
        self.check_magic(shown, &n.to_string(), &low, &code, f.line)?;
        methods.push(MethodDecl { lower: self.str(&low), code: Arc::new(code) });
        Ok(())
    }
    /// The modifiers of a method, which depend on where it is declared and whether it has a body.
    fn method_bits(&mut self, c: &Class, m: &Method, shown: &str, low: &[u8]) -> Result<u32> {
        let f = &m.function;
        let n = &f.name.as_ref().expect("methods have names").name;
        let mut bits = member_bits(m.modifiers);
        let has_body = !matches!(f.body, FunctionBody::Absent);
        if bits & 4 != 0 && bits & 32 != 0 && low != b"__construct" {
            self.report(2, f.line, "Private methods cannot be final as they are never overridden by other classes");
        }
        if c.kind == ClassKind::Interface {
            if bits & 6 != 0 {
                return self.fail(f.line, format!("Access type for interface method {shown}::{n}() must be public"));
            }
            if bits & 32 != 0 {
                return self.fail(f.line, format!("Interface method {shown}::{n}() must not be final"));
            }
            if bits & 64 != 0 {
                return self.fail(f.line, format!("Interface method {shown}::{n}() must not be abstract"));
            }
            if has_body {
                return self.fail(f.line, format!("Interface function {shown}::{n}() cannot contain body"));
            }
            bits |= 64;
        } else if bits & 64 != 0 {
            if bits & 4 != 0 && c.kind != ClassKind::Trait {
                return self.fail(f.line, format!("Abstract function {shown}::{n}() cannot be declared private"));
            }
            if has_body {
                return self.fail(f.line, format!("Abstract function {shown}::{n}() cannot contain body"));
            }
        } else if !has_body {
            return self.fail(f.line, format!("Non-abstract method {shown}::{n}() must contain body"));
        }
        Ok(bits)
    }
    /// The properties that a constructor's parameters declare.
    fn promoted_properties(
        &mut self,
        f: &Function,
        shown: &str,
        readonly_class: bool,
        low: &[u8],
        properties: &mut Vec<PropertyDecl>,
    ) -> Result<()> {
        let has_body = !matches!(f.body, FunctionBody::Absent);
        for p in f.params() {
            if p.modifiers.is_empty() && p.hooks.is_none() {
                continue;
            }
            let pn = &p.name.name;
            if low != b"__construct" {
                return self.fail(f.line, "Cannot declare promoted property outside a constructor");
            }
            if !has_body {
                return self.fail(f.line, "Cannot declare promoted property in an abstract constructor");
            }
            if *pn == "this" {
                return self.fail(f.line, "Cannot use $this as parameter");
            }
            if p.variadic {
                return self.fail(f.line, "Cannot declare variadic promoted property");
            }
            if f.params().iter().filter(|q| q.name.name == *pn).count() > 1 {
                return self.fail(f.line, format!("Redefinition of parameter ${pn}"));
            }
            if !self.new_member(MemberKind::Property, pn) {
                return self.fail(f.line, format!("Cannot redeclare {shown}::${pn}"));
            }
            let mut pbits = member_bits(p.modifiers);
            let ty = match &p.ty {
                Some(t) => {
                    let t2 = self.ty(t)?;
                    if t2.mask.contains(TypeMask::CALLABLE) {
                        return self.fail(f.line, format!("Property {shown}::${pn} cannot have type {}", t2.display()));
                    }
                    Some(t2)
                }
                None => None,
            };
            if readonly_class {
                pbits |= 128;
            }
            if pbits & 128 != 0 && ty.is_none() {
                return self.fail(f.line, format!("Readonly property {shown}::${pn} must have type"));
            }
            if pbits & 7168 != 0 {
                self.check_set_visibility(pbits, ty.is_some(), &format!("{shown}::${pn}"), f.line)?;
            }
            let name = self.str(pn);
            let hooks = self.hooks(p.hooks.as_deref(), &name, pbits, &ty, false, shown, p.line)?;
            if !hooks.is_empty() && pbits & 128 != 0 {
                return self.fail(f.line, "Hooked properties cannot be readonly");
            }
            if Self::hooks_are_virtual(&p.hooks, &name) {
                pbits |= 512;
            }
            let attributes = self.attributes(&p.attributes, f.line)?;
            let doc_comment = self.doc(&p.doc_comment);
            properties.push(PropertyDecl {
                name,
                modifiers: pbits,
                ty,
                default: None,
                hooks: hooks.into(),
                promoted: true,
                attributes: attributes.into(),
                doc_comment,
                line: p.line,
            });
        }
        Ok(())
    }
}

/// Modifiers of a hook that contradict each other.
fn hook_conflict(hook: u32, property: u32, in_interface: bool, no_body: bool) -> Option<&'static str> {
    let is_abstract = in_interface || no_body && property & 64 != 0;
    if hook & 16 != 0 {
        return Some("Cannot use the static modifier on a property hook");
    }
    if in_interface && !no_body {
        return Some("Abstract property hook cannot have body");
    }
    if is_abstract && hook & 32 != 0 {
        return Some("Property hook cannot be both abstract and final");
    }
    if is_abstract && property & 4 != 0 {
        return Some("Property hook cannot be both abstract and private");
    }
    (hook & 32 != 0 && property & 4 != 0).then_some("Property hook cannot be both final and private")
}

/// Whether a hook's body uses the property's own storage: `$this->name`, or a short `set`.
fn uses_backing(h: &PropertyHook, name: &phant_memory::Name) -> bool {
    let f = &h.function;
    let is_set = f.name.as_ref().is_some_and(|n| n.name.eq_ignore_case(b"set"));
    if is_set && matches!(f.body, FunctionBody::Expr(_)) {
        return true;
    }
    let mut search = BackingUse { name, found: false };
    f.body.walk(&mut search);
    search.found
}

/// Looks for `$this->name`, also written `$this->{'name'}`, but not in functions and classes inside.
struct BackingUse<'n> {
    name: &'n phant_memory::Name,
    found: bool,
}

impl Visit<'_> for BackingUse<'_> {
    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Property(p) if p.object.is_this() && is_named(&p.name, self.name) => self.found = true,
            _ => e.walk(self),
        }
    }
}

fn is_named(name: &MemberName, wanted: &phant_memory::Name) -> bool {
    match name {
        MemberName::Ident(i) => i.name[..] == *wanted.as_bytes(),
        MemberName::Expr(e) => matches!(&e.kind, ExprKind::String(text) if text[..] == *wanted.as_bytes()),
    }
}
