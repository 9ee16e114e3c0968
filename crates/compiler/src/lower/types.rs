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
    Some(match lower(&name.text).as_slice() {
        b"int" => TypeMask::INT,
        b"float" => TypeMask::FLOAT,
        b"string" => TypeMask::STRING,
        b"bool" => TypeMask::BOOL,
        b"false" => TypeMask::FALSE,
        b"true" => TypeMask::TRUE,
        b"null" => TypeMask::NULL,
        b"void" => TypeMask::VOID,
        b"never" => TypeMask::NEVER,
        b"mixed" => TypeMask::MIXED,
        b"object" => TypeMask::OBJECT,
        b"iterable" => TypeMask::ITERABLE.union(TypeMask::ARRAY),
        _ => return None,
    })
}

impl Lower<'_> {
    /// Whether a name may not be used for a class.
    pub fn is_reserved_class_name(name: &[u8]) -> bool {
        matches!(
            lower(name).as_slice(),
            b"int" | b"float" | b"string" | b"bool" | b"false" | b"true" | b"null" | b"void" | b"never" | b"mixed" | b"object"
                | b"iterable" | b"self" | b"parent" | b"static" | b"resource_" 
        )
    }
    pub fn class_name(&mut self, name: &Name) -> ClassName {
        let full = match (name.special_class(), &self.class) {
            (Some(SpecialClass::SelfClass), Some(c)) if !c.is_trait && !c.anonymous => c.name.clone(),
            (Some(SpecialClass::Parent), Some(c)) if !c.is_trait && c.parent.is_some() => c.parent.clone().expect("checked"),
            _ => self.names.class(name),
        };
        ClassName { lower: self.str(&lower(&full)), name: self.str(&full) }
    }
    /// Lowers a type. `implicit_null`: the default value is null.
    pub fn ty(&mut self, ty: &Type) -> Result<TypeDecl> {
        let mut decl = TypeDecl::default();
        let mut groups: Vec<ClassGroup> = Vec::new();
        match &ty.kind {
            TypeKind::Nullable(inner) => {
                decl = self.ty(inner)?;
                if decl.is_mixed() {
                    return self.fail(ty.line, "Type mixed cannot be marked as nullable since mixed already includes null");
                }
                for (mask, word) in [(TypeMask::VOID, "Void"), (TypeMask::NEVER, "never")] {
                    if decl.mask.contains(mask) {
                        let text = if word == "Void" {
                            "Void type cannot be nullable".to_owned()
                        } else {
                            "never cannot be used as a standalone type".to_owned()
                        };
                        let text = if word == "never" { "Void type cannot be nullable".replace("Void", "Never") } else { text };
                        return self.fail(ty.line, text);
                    }
                }
                if decl.mask == TypeMask::NULL && decl.groups().is_empty() {
                    return self.fail(ty.line, "null cannot be marked as nullable");
                }
                decl.mask = decl.mask.union(TypeMask::NULL);
                return Ok(decl);
            }
            TypeKind::Union(members) => {
                for m in members {
                    let inner = self.ty(m)?;
                    let line = m.line;
                    for (bad, text) in [(TypeMask::VOID, "Void can only be used as a standalone type"), (TypeMask::NEVER, "never can only be used as a standalone type")] {
                        if inner.mask.contains(bad) {
                            return self.fail(line, text);
                        }
                    }
                    if inner.is_mixed() {
                        return self.fail(line, "Type mixed can only be used as a standalone type");
                    }
                    let overlap = decl.mask.0 & inner.mask.0;
                    if overlap != 0 {
                        let text = if inner.mask.contains(TypeMask::ITERABLE) || decl.mask.contains(TypeMask::ITERABLE) {
                            if inner.mask == TypeMask::ARRAY || decl.mask.contains(TypeMask::ITERABLE) && inner.mask == TypeMask::ARRAY {
                                let full = "Type Traversable|array|".to_owned();
                                let _ = full;
                                "Duplicate type array is redundant".to_owned()
                            } else {
                                format!("Duplicate type {} is redundant", TypeDecl::of(inner.mask).display())
                            }
                        } else {
                            format!("Duplicate type {} is redundant", TypeDecl::of(TypeMask(overlap)).display())
                        };
                        return self.fail(line, text);
                    }
                    decl.mask = decl.mask.union(inner.mask);
                    for g in inner.groups() {
                        if g.0.len() == 1 && groups.iter().any(|o| o.0.len() == 1 && o.0[0].lower == g.0[0].lower) {
                            return self.fail(line, format!("Duplicate type {} is redundant", g.0[0].name));
                        }
                        groups.push(g.clone());
                    }
                }
                if decl.mask.contains(TypeMask::OBJECT) && !groups.is_empty() {
                    let shown = TypeDecl { mask: decl.mask, classes: ClassTypes::AnyOf(groups.clone().into()) }.display();
                    return self.fail(ty.line, format!("Type {shown} contains both object and a class type, which is redundant"));
                }
            }
            TypeKind::Intersection(members) => {
                let mut names = Vec::new();
                for m in members {
                    match &m.kind {
                        TypeKind::Named(n) if builtin(n).is_none() => {
                            let c = self.class_name(n);
                            if names.iter().any(|o: &ClassName| o.lower == c.lower) {
                                return self.fail(m.line, format!("Duplicate type {} is redundant", c.name));
                            }
                            names.push(c);
                        }
                        TypeKind::Static => return self.fail(m.line, "Type static cannot be part of an intersection type"),
                        _ => {
                            let inner = self.ty(m)?;
                            let shown = inner.display();
                            return self.fail(m.line, format!("Type {shown} cannot be part of an intersection type"));
                        }
                    }
                }
                groups.push(ClassGroup(names.into()));
            }
            TypeKind::Array => decl.mask = TypeMask::ARRAY,
            TypeKind::Callable => decl.mask = TypeMask::CALLABLE,
            TypeKind::Static => decl.mask = TypeMask::STATIC,
            TypeKind::Named(name) => match builtin(name) {
                Some(mask) => {
                    decl.mask = mask;
                    if mask.contains(TypeMask::ITERABLE) {
                        let n = ClassName { name: self.str(b"Traversable"), lower: self.str(b"traversable") };
                        groups.push(ClassGroup(Box::new([n])));
                    }
                }
                None => {
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
}
