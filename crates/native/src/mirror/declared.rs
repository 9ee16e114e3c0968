//! Types and attributes of native descriptors in the form that compiled code has them. They are made once per process.

use crate::descriptor::{ClassDescriptor, TypeDescriptor};
use phant_bytecode::{Attribute, AttributeArg, ClassGroup, ClassName, ClassTypes, ConstExpr, TypeDecl};
use phant_memory::{Literal, Name, Value};
use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex},
};

static TYPES: LazyLock<Mutex<HashMap<usize, &'static TypeDecl>>> = LazyLock::new(Mutex::default);
static ATTRIBUTES: LazyLock<Mutex<HashMap<usize, &'static [Attribute]>>> = LazyLock::new(Mutex::default);

/// The declaration of a native type.
pub fn type_decl(ty: &'static TypeDescriptor) -> &'static TypeDecl {
    let mut types = TYPES.lock().expect("no panics while converting");
    types.entry(std::ptr::from_ref(ty) as usize).or_insert_with(|| {
        let group = |name: &&str| {
            let lower = Name::forever(name.to_ascii_lowercase().as_bytes());
            ClassGroup(Box::new([ClassName { name: Name::forever(name.as_bytes()), lower }]))
        };
        let classes = match ty.classes {
            [] => ClassTypes::None,
            classes => ClassTypes::AnyOf(classes.iter().map(group).collect()),
        };
        Box::leak(Box::new(TypeDecl { mask: ty.mask, classes }))
    })
}

/// The attributes of a native class.
pub fn attributes(class: &'static ClassDescriptor) -> &'static [Attribute] {
    if class.attributes.is_empty() {
        return &[];
    }
    let mut all = ATTRIBUTES.lock().expect("no panics while converting");
    all.entry(std::ptr::from_ref(class) as usize).or_insert_with(|| {
        let attributes: Vec<Attribute> = class.attributes.iter().map(|text| attribute(text)).collect();
        Vec::leak(attributes)
    })
}

/// `Name`, `Name(Attribute::A | Attribute::B)`
fn attribute(text: &'static str) -> Attribute {
    let (name, args) = match text.split_once('(') {
        Some((name, args)) => (name.trim(), args.trim_end_matches(')').trim()),
        None => (text.trim(), ""),
    };
    let name = name.trim_start_matches('\\');
    let args = match args {
        "" => Box::default(),
        args => Box::from([AttributeArg { name: None, value: argument(args) }]),
    };
    Attribute {
        name: Name::forever(name.as_bytes()),
        lower: Name::forever(name.to_ascii_lowercase().as_bytes()),
        args,
        line: 0,
        site: None,
    }
}

fn argument(text: &'static str) -> ConstExpr {
    let value = text.split('|').map(|term| target(term.trim())).try_fold(0, |all, term| Some(all | term?));
    let value = value.map_or_else(|| Value::from(Name::forever(text.trim_matches(['\'', '"']).as_bytes())), Value::int);
    let value = Literal::new(&value).expect("a scalar");
    ConstExpr { value, code: None, text: Some(Name::forever(text.as_bytes())), constant: None }
}

/// The value of an integer or of a constant of class Attribute.
fn target(term: &str) -> Option<i64> {
    Some(match term.trim_start_matches('\\').trim_start_matches("Attribute::") {
        "TARGET_CLASS" => 1,
        "TARGET_FUNCTION" => 2,
        "TARGET_METHOD" => 4,
        "TARGET_PROPERTY" => 8,
        "TARGET_CLASS_CONSTANT" => 16,
        "TARGET_PARAMETER" => 32,
        "TARGET_CONSTANT" => 64,
        "TARGET_ALL" => 127,
        "IS_REPEATABLE" => 128,
        number => number.parse().ok()?,
    })
}

/// The attributes of a native function's parameter.
pub fn parameter_attributes(sensitive: bool) -> &'static [Attribute] {
    static SENSITIVE: LazyLock<[Attribute; 1]> = LazyLock::new(|| [attribute("SensitiveParameter")]);
    if sensitive { &*SENSITIVE } else { &[] }
}
