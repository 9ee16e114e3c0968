//! What is built in: every extension's functions, classes, constants and settings, by name. Filled once when the
//! process starts; requests materialise run-time objects from it on first use.

use crate::descriptor::{ClassDescriptor, Constant, ConstantOwned, ConstantValue, Extension, FunctionDescriptor, IniSetting};
use std::{collections::HashMap, sync::OnceLock};

/// A built-in item and the extension it belongs to.
#[derive(Clone, Copy)]
pub struct Owned<T: 'static> {
    /// The item.
    pub item: &'static T,
    /// The extension.
    pub extension: &'static Extension,
}

/// See the [module documentation](self).
pub struct Registry {
    /// In order of registration.
    pub extensions: Vec<&'static Extension>,
    /// All parts of the extensions, in order of registration.
    pub parts: Vec<&'static Extension>,
    /// By lower-case name.
    pub functions: HashMap<String, Owned<FunctionDescriptor>>,
    /// By lower-case name.
    pub classes: HashMap<String, Owned<ClassDescriptor>>,
    /// By name.
    pub constants: HashMap<&'static str, Owned<Constant>>,
    /// By name.
    pub settings: HashMap<&'static str, Owned<IniSetting>>,
}

static REGISTRY: OnceLock<Registry> = OnceLock::new();

/// Registers all extensions. Called once, before the first request.
pub fn install(extensions: &[&'static Extension]) {
    let mut r = Registry {
        extensions: Vec::with_capacity(extensions.len()),
        parts: extensions.to_vec(),
        functions: HashMap::with_capacity(4096),
        classes: HashMap::with_capacity(512),
        constants: HashMap::with_capacity(4096),
        settings: HashMap::with_capacity(512),
    };
    for &extension in extensions {
        // An extension may come in parts: Core is the engine's classes and functions, and constants and settings.
        if !r.extensions.iter().any(|e| e.name == extension.name) {
            r.extensions.push(extension);
        }
        for &item in extension.functions.iter().copied().flatten().copied().flatten() {
            r.functions.insert(item.name.to_ascii_lowercase(), Owned { item, extension });
        }
        for &item in extension.classes {
            r.classes.insert(item.name.to_ascii_lowercase(), Owned { item, extension });
        }
        for item in extension.constants.iter().flat_map(|g| g.iter()) {
            r.constants.insert(item.name, Owned { item, extension });
        }
        for item in extension.ini {
            r.settings.insert(item.name, Owned { item, extension });
        }
    }
    assert!(REGISTRY.set(r).is_ok(), "extensions are registered once");
}

/// What is built in. Before [`install`] there is nothing.
pub fn get() -> &'static Registry {
    REGISTRY.get_or_init(|| Registry {
        extensions: Vec::new(),
        parts: Vec::new(),
        functions: HashMap::new(),
        classes: HashMap::new(),
        constants: HashMap::new(),
        settings: HashMap::new(),
    })
}

impl Registry {
    /// A setting's declaration.
    pub fn ini(&self, name: &str) -> Option<&'static IniSetting> {
        self.settings.get(name).map(|s| s.item)
    }
    /// A setting's default; `None` if the setting is unknown.
    pub fn ini_default(&self, name: &str) -> Option<Option<&'static str>> {
        self.ini(name).map(|s| s.default)
    }
    /// A constant's value as text, as php.ini sees it.
    pub fn constant_text(&self, name: &str) -> Option<Vec<u8>> {
        Some(match self.constants.get(name)?.item.value {
            ConstantValue::Null | ConstantValue::Bool(false) => Vec::new(),
            ConstantValue::Bool(true) => b"1".to_vec(),
            ConstantValue::Int(i) => i.to_string().into_bytes(),
            ConstantValue::Float(f) => phant_numeric::FloatText::new(f, 14).as_bytes().to_vec(),
            ConstantValue::Str(s) => s.as_bytes().to_vec(),
            ConstantValue::Computed(compute) => match compute() {
                ConstantOwned::Int(i) => i.to_string().into_bytes(),
                ConstantOwned::Float(f) => phant_numeric::FloatText::new(f, 14).as_bytes().to_vec(),
                ConstantOwned::Str(s) => s.into_bytes(),
            },
        })
    }
    /// Whether an extension is built in.
    pub fn has_extension(&self, name: &str) -> bool {
        self.extensions.iter().any(|e| e.name.eq_ignore_ascii_case(name))
    }
}
