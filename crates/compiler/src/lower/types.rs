//! Type declarations.

use super::Lower;
use crate::{error::Result, names::lower};
use phant_bytecode::{ClassGroup, ClassName, ClassTypes, TypeDecl, TypeMask};
use phant_syntax::ast::{Name, NameForm, SpecialClass, Type, TypeKind};

/// The built-in type a name means, if any.
fn builtin(name: &Name) -> Option<TypeMask> {
    if name.form != NameForm::Unqualified {
        return None;
    }
    TypeMask::of_word(&lower(&name.text))
}

impl Lower<'_> {
    /// A class in a type. `self` and `parent` keep their words and are looked up by what they stand for, where that is
    /// known already.
    pub fn class_name(&mut self, name: &Name) -> ClassName {
        let meant = match (name.special_class(), &self.class) {
            (Some(SpecialClass::SelfClass), Some(c)) if !c.is_trait && !c.anonymous => Some(c.name.clone()),
            (Some(SpecialClass::Parent), Some(c)) if !c.is_trait && c.parent.is_some() => c.parent.clone(),
            _ => None,
        };
        match meant {
            Some(class) => ClassName { lower: self.str(&lower(&class)), name: self.str(&name.text) },
            None => {
                let full = self.names.class(name);
                ClassName { lower: self.str(&lower(&full)), name: self.str(&full) }
            }
        }
    }
    /// `\self` and its kind name nothing.
    pub fn check_qualified_special(&self, name: &Name) -> Result<()> {
        let special = [&b"self"[..], b"parent", b"static"].iter().any(|word| name.last_segment().eq_ignore_ascii_case(word));
        if name.form == NameForm::FullyQualified && special && !name.text.contains(&b'\\') {
            let plain = phant_memory::string::escaped::text(name.last_segment());
            return self.fail(name.line, format!("'\\{plain}' is an invalid class name"));
        }
        Ok(())
    }
    /// Lowers a type. `implicit_null`: the default value is null.
    pub fn ty(&mut self, ty: &Type) -> Result<TypeDecl> {
        if let TypeKind::Named(name) = &ty.kind {
            self.check_qualified_special(name)?;
        }
        let mut decl = TypeDecl::default();
        let mut groups: Vec<ClassGroup> = Vec::new();
        match &ty.kind {
            TypeKind::Nullable(inner) => return self.nullable(inner),
            TypeKind::Union(members) => {
                for m in members {
                    let inner = self.ty(m)?;
                    self.join(&mut decl, &mut groups, &inner)?;
                }
                let alone = decl.mask.contains(TypeMask::ITERABLE) && groups.len() == 1;
                let has_class = !groups.is_empty() && !alone || decl.mask.contains(TypeMask::STATIC);
                if decl.mask.contains(TypeMask::OBJECT) && has_class {
                    let shown = TypeDecl { mask: decl.mask, classes: ClassTypes::AnyOf(groups.clone().into()) }.display();
                    return self.fail_here(format!("Type {shown} contains both object and a class type, which is redundant"));
                }
            }
            TypeKind::Intersection(members) => {
                let mut names = Vec::new();
                for m in members {
                    match &m.kind {
                        TypeKind::Named(n)
                            if matches!(n.special_class(), Some(SpecialClass::SelfClass | SpecialClass::Parent)) =>
                        {
                            return self.fail_here(format!("Type {} cannot be part of an intersection type", n.text));
                        }
                        TypeKind::Named(n) if builtin(n).is_none() => {
                            self.check_confusable(n, m.line);
                            let c = self.class_name(n);
                            if names.iter().any(|o: &ClassName| o.lower == c.lower) {
                                return self.fail_here(format!("Duplicate type {} is redundant", c.name));
                            }
                            names.push(c);
                        }
                        TypeKind::Static => return self.fail_here("Type static cannot be part of an intersection type"),
                        _ => {
                            let inner = self.ty(m)?;
                            let shown = inner.display();
                            return self.fail_here(format!("Type {shown} cannot be part of an intersection type"));
                        }
                    }
                }
                groups.push(ClassGroup(names.into()));
            }
            TypeKind::Array => decl.mask = TypeMask::ARRAY,
            TypeKind::Callable => decl.mask = TypeMask::CALLABLE,
            TypeKind::Static => {
                if self.class.is_none() && self.plain_types {
                    return self.fail_here("Cannot use \"static\" when no class scope is active");
                }
                decl.mask = TypeMask::STATIC;
            }
            TypeKind::Named(name) => match builtin(name) {
                Some(mask) => {
                    decl.mask = mask;
                    if mask.contains(TypeMask::ITERABLE) {
                        let n = ClassName { name: self.str(b"Traversable"), lower: self.str(b"traversable") };
                        groups.push(ClassGroup(Box::new([n])));
                    }
                }
                None => {
                    let last = name.text.rsplit(|&b| b == b'\\').next().unwrap_or_default();
                    let written = match name.form {
                        NameForm::FullyQualified => name.text.strip_prefix(b"\\").unwrap_or(&name.text) == last,
                        NameForm::Relative => true,
                        _ => false,
                    };
                    if written && TypeMask::of_word(&lower(last)).is_some() {
                        let shown = String::from_utf8_lossy(&lower(last)).into_owned();
                        return self.fail_here(format!("Type declaration '{shown}' must be unqualified"));
                    }
                    if let Some(special) = name.special_class() {
                        self.check_special_type(special)?;
                    } else {
                        self.check_confusable(name, ty.line);
                    }
                    let c = self.class_name(name);
                    groups.push(ClassGroup(Box::new([c])));
                }
            },
        }
        if !groups.is_empty() {
            decl.classes = ClassTypes::AnyOf(groups.into());
        }
        Ok(decl)
    }

    /// `?T`
    fn nullable(&mut self, inner: &Type) -> Result<TypeDecl> {
        let mut decl = self.ty(inner)?;
        if decl.is_mixed() {
            return self.fail_here("Type mixed cannot be marked as nullable since mixed already includes null");
        }
        for (mask, word) in [(TypeMask::VOID, "Void"), (TypeMask::NEVER, "never")] {
            if decl.mask.contains(mask) {
                return self.fail_here(format!("{word} can only be used as a standalone type"));
            }
        }
        if decl.mask == TypeMask::NULL && decl.groups().is_empty() {
            return self.fail_here("null cannot be marked as nullable");
        }
        decl.mask = decl.mask.union(TypeMask::NULL);
        Ok(decl)
    }

    /// Adds a member to a union.
    fn join(&mut self, decl: &mut TypeDecl, groups: &mut Vec<ClassGroup>, inner: &TypeDecl) -> Result<()> {
        let standalone = [(TypeMask::VOID, "Void"), (TypeMask::NEVER, "never"), (TypeMask::MIXED, "Type mixed")];
        for (mask, word) in standalone {
            if inner.mask.contains(mask) {
                return self.fail_here(format!("{word} can only be used as a standalone type"));
            }
        }
        let marker = TypeMask::ITERABLE;
        let overlap = TypeMask(decl.mask.0 & inner.mask.0).without(marker);
        if overlap != TypeMask::NONE {
            return self.fail_here(format!("Duplicate type {} is redundant", TypeDecl::of(overlap).display()));
        }
        let both = |m: TypeMask| m.contains(TypeMask::TRUE) && inner.mask == TypeMask::FALSE;
        if both(decl.mask) || decl.mask.contains(TypeMask::FALSE) && inner.mask == TypeMask::TRUE {
            return self.fail_here("Type contains both true and false, bool must be used instead");
        }
        decl.mask = decl.mask.union(inner.mask);
        for group in inner.groups() {
            for other in groups.iter() {
                self.check_redundant(other, group)?;
            }
            groups.push(group.clone());
        }
        Ok(())
    }
    /// Two alternatives of a union: neither may be part of the other.
    fn check_redundant(&mut self, a: &ClassGroup, b: &ClassGroup) -> Result<()> {
        let (small, large) = if a.0.len() <= b.0.len() { (a, b) } else { (b, a) };
        // `self` is not taken for the class it stands for.
        if !small.0.iter().all(|x| large.0.iter().any(|y| x.lower == y.lower && x.name.eq_ignore_ascii_case(&y.name))) {
            return Ok(());
        }
        let shown = |g: &ClassGroup| g.0.iter().map(|c| c.name.to_text().into_owned()).collect::<Vec<_>>().join("&");
        let text = if small.0.len() == large.0.len() {
            match &b.0[..] {
                [one] => format!("Duplicate type {} is redundant", one.name),
                _ => format!("Type {} is redundant with type {}", shown(b), shown(a)),
            }
        } else {
            format!("Type {} is redundant as it is more restrictive than type {}", shown(large), shown(small))
        };
        self.fail_here(text)
    }
    /// `self` and `parent` need a class around them.
    fn check_special_type(&mut self, special: SpecialClass) -> Result<()> {
        let word = if special == SpecialClass::Parent { "parent" } else { "self" };
        match &self.class {
            None if self.plain_types => self.fail_here(format!("Cannot use \"{word}\" when no class scope is active")),
            Some(c) if special == SpecialClass::Parent && c.parent.is_none() && !c.is_trait && !self.closure_types => {
                self.fail_here("Cannot use \"parent\" when current class scope has no parent")
            }
            _ => Ok(()),
        }
    }
    /// Names of types of other languages mean classes here, which is hardly ever meant.
    fn check_confusable(&mut self, name: &Name, line: u32) {
        if name.form != NameForm::Unqualified || self.names.imported_class(&name.text).is_some() {
            return;
        }
        let meant = match lower(&name.text).as_slice() {
            b"boolean" => Some("bool"),
            b"integer" => Some("int"),
            b"double" => Some("float"),
            b"resource" => None,
            _ => return,
        };
        let class = self.class_name(name).name;
        let or_import = if self.names.namespace.is_empty() { "" } else { " or import the class with \"use\"" };
        let text = &name.text;
        let message = match meant {
            Some(meant) => format!(
                "\"{text}\" will be interpreted as a class name. Did you mean \"{meant}\"? Write \"\\{class}\"{or_import} to suppress this warning"
            ),
            None => format!(
                "\"{text}\" is not a supported builtin type and will be interpreted as a class name. Write \"\\{class}\"{or_import} to suppress this warning"
            ),
        };
        self.report(128, line, message);
    }
}
