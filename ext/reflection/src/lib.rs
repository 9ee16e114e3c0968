//! PHP's Reflection: what a program is made of, for programs.
//!
//! Every object has one native state ([`state::State`]), which says what it stands for. What functions, classes and their
//! members are like comes from [`phant_native::mirror`] and the run-time classes; [`text`] prints it.

#![forbid(unsafe_code)]

mod attribute;
mod class;
mod class_members;
mod class_objects;
mod constant;
mod extension;
mod fiber;
mod function;
mod function_abstract;
mod generator;
mod member;
mod method;
mod parameter;
mod property;
mod reference;
mod reflection;
mod state;
mod text;
mod types;

use phant_native::Extension;

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "Reflection",
    classes: &[
        reflection::ReflectionException::PHP,
        reflection::Reflection::PHP,
        reflection::Reflector::PHP,
        function_abstract::ReflectionFunctionAbstract::PHP,
        function::ReflectionFunction::PHP,
        generator::ReflectionGenerator::PHP,
        parameter::ReflectionParameter::PHP,
        types::ReflectionType::PHP,
        types::ReflectionNamedType::PHP,
        types::ReflectionUnionType::PHP,
        types::ReflectionIntersectionType::PHP,
        method::ReflectionMethod::PHP,
        class::ReflectionClass::PHP,
        reflection::ReflectionObject::PHP,
        property::ReflectionProperty::PHP,
        constant::ReflectionClassConstant::PHP,
        extension::ReflectionExtension::PHP,
        extension::ReflectionZendExtension::PHP,
        reference::ReflectionReference::PHP,
        attribute::ReflectionAttribute::PHP,
        constant::ReflectionEnum::PHP,
        constant::ReflectionEnumUnitCase::PHP,
        constant::ReflectionEnumBackedCase::PHP,
        fiber::ReflectionFiber::PHP,
        constant::ReflectionConstant::PHP,
        property::PropertyHookType::PHP,
    ],
    info: &[("Reflection", "enabled")],
    ..Extension::EMPTY
};
