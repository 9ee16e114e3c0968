//! Name resolution: namespaces and imports.

use phant_memory::string::SeededState;
use phant_syntax::ast::{Name, NameForm, SpecialClass};
use std::collections::HashMap;

/// The namespace and imports in force.
#[derive(Default, Clone)]
pub struct Names {
    /// Current namespace without slashes at the ends; empty for the global one.
    pub namespace: Vec<u8>,
    classes: HashMap<Vec<u8>, Vec<u8>, SeededState>,
    functions: HashMap<Vec<u8>, Vec<u8>, SeededState>,
    constants: HashMap<Vec<u8>, Vec<u8>, SeededState>,
}

/// A resolved function or constant name.
pub struct Resolved {
    /// Full name.
    pub name: Vec<u8>,
    /// The global name to try if there is no such thing in the namespace.
    pub fallback: Option<Vec<u8>>,
}

pub(crate) fn lower(name: &[u8]) -> Vec<u8> {
    name.to_ascii_lowercase()
}

impl Names {
    /// Enters a namespace, forgetting the imports.
    pub fn enter(&mut self, namespace: &[u8]) {
        *self = Names { namespace: namespace.to_vec(), ..Names::default() };
    }
    /// Imports a class (or namespace). False if the alias is taken.
    pub fn import_class(&mut self, alias: &[u8], name: &[u8]) -> bool {
        self.classes.insert(lower(alias), name.to_vec()).is_none()
    }
    /// Imports a function.
    pub fn import_function(&mut self, alias: &[u8], name: &[u8]) -> bool {
        self.functions.insert(lower(alias), name.to_vec()).is_none()
    }
    /// Imports a constant.
    pub fn import_constant(&mut self, alias: &[u8], name: &[u8]) -> bool {
        self.constants.insert(alias.to_vec(), name.to_vec()).is_none()
    }
    /// What a class alias stands for.
    pub fn imported_class(&self, alias: &[u8]) -> Option<&[u8]> {
        self.classes.get(&lower(alias)).map(Vec::as_slice)
    }
    /// What a function alias stands for.
    pub fn imported_function(&self, alias: &[u8]) -> Option<&[u8]> {
        self.functions.get(&lower(alias)).map(Vec::as_slice)
    }
    /// What a constant alias stands for.
    pub fn imported_constant(&self, alias: &[u8]) -> Option<&[u8]> {
        self.constants.get(alias).map(Vec::as_slice)
    }
    /// A declared name in the current namespace.
    pub fn declare(&self, name: &[u8]) -> Vec<u8> {
        if self.namespace.is_empty() {
            return name.to_vec();
        }
        [&self.namespace, &b"\\"[..], name].concat()
    }
    /// The full name of a class; `self`, `parent`, `static` stay as they are.
    pub fn class(&self, name: &Name) -> Vec<u8> {
        if name.special_class().is_some() {
            return name.text.to_vec();
        }
        match name.form {
            NameForm::FullyQualified => name.text.to_vec(),
            NameForm::Relative => self.declare(&name.text),
            NameForm::Unqualified | NameForm::Qualified => {
                let text: &[u8] = &name.text;
                let first_end = text.iter().position(|&b| b == b'\\').unwrap_or(text.len());
                match self.classes.get(&lower(&text[..first_end])) {
                    Some(full) => [full, &text[first_end..]].concat(),
                    None => self.declare(text),
                }
            }
        }
    }
    /// The full name of a function.
    pub fn function(&self, name: &Name) -> Resolved {
        self.member(name, self.functions.get(&lower(&name.text)))
    }
    /// The full name of a constant.
    pub fn constant(&self, name: &Name) -> Resolved {
        self.member(name, self.constants.get(&name.text[..]))
    }
    fn member(&self, name: &Name, import: Option<&Vec<u8>>) -> Resolved {
        let plain = |name: Vec<u8>| Resolved { name, fallback: None };
        match name.form {
            NameForm::FullyQualified => plain(name.text.to_vec()),
            NameForm::Relative => plain(self.declare(&name.text)),
            NameForm::Qualified => plain(self.class(name)),
            NameForm::Unqualified => match import {
                Some(full) => plain(full.clone()),
                None if self.namespace.is_empty() => plain(name.text.to_vec()),
                None => Resolved { name: self.declare(&name.text), fallback: Some(name.text.to_vec()) },
            },
        }
    }
}

/// Which special class a name is.
pub fn special(name: &Name) -> Option<SpecialClass> {
    name.special_class()
}
