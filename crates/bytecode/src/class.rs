//! Compiled class declarations: what the source says, before linking with parents, interfaces and traits.

use crate::{
    code::{Attribute, Code, ConstExpr},
    types::{ClassName, TypeDecl, TypeMask},
};
use phant_memory::Name;
use std::sync::Arc;

/// A class, interface, trait or enum as declared.
#[derive(Debug, Default)]
pub struct ClassDecl {
    /// Full name; for an anonymous class the generated one (`class@anonymous\0…`).
    pub name: Name,
    /// Lower-case name.
    pub lower: Name,
    /// Class, interface, trait or enum.
    pub kind: DeclKind,
    /// `final`, `abstract`, `readonly` as Reflection numbers them.
    pub modifiers: u32,
    /// Whether the class has no name in the source.
    pub anonymous: bool,
    /// Parent.
    pub parent: Option<ClassName>,
    /// Interfaces as written.
    pub interfaces: Box<[ClassName]>,
    /// Backing type of an enum.
    pub backing: Option<TypeMask>,
    /// Constants, in order with the cases (see [`ConstantDecl::case`]).
    pub constants: Box<[ConstantDecl]>,
    /// Properties, promoted ones included.
    pub properties: Box<[PropertyDecl]>,
    /// Methods.
    pub methods: Box<[MethodDecl]>,
    /// Whether one of them is `__toString`.
    pub has_to_string: bool,
    /// `use` of traits.
    pub traits: Box<[TraitUseDecl]>,
    /// Attributes.
    pub attributes: Box<[Attribute]>,
    /// `/** */`
    pub doc_comment: Option<Name>,
    /// File.
    pub file: Option<Name>,
    /// First line.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
}

impl ClassDecl {
    /// Calls `f` with all code of the class.
    pub(crate) fn each_code(&self, f: &mut dyn FnMut(&Code)) {
        let attributes = |list: &[Attribute], f: &mut dyn FnMut(&Code)| list.iter().for_each(|a| a.each_code(f));
        attributes(&self.attributes, f);
        for constant in &self.constants {
            constant.value.each_code(f);
            attributes(&constant.attributes, f);
        }
        for property in &self.properties {
            property.default.iter().for_each(|expr| expr.each_code(f));
            property.hooks.iter().for_each(|hook| hook.code.each(f));
            attributes(&property.attributes, f);
        }
        self.methods.iter().for_each(|method| method.code.each(f));
    }
}

/// What a [`ClassDecl`] declares.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum DeclKind {
    /// `class`
    #[default]
    Class,
    /// `interface`
    Interface,
    /// `trait`
    Trait,
    /// `enum`
    Enum,
}

/// A class constant or enum case.
#[derive(Debug)]
pub struct ConstantDecl {
    /// Name.
    pub name: Name,
    /// Visibility and `final`.
    pub modifiers: u32,
    /// Declared type.
    pub ty: Option<TypeDecl>,
    /// Value; for a pure enum case `null`.
    pub value: ConstExpr,
    /// Set for an enum case.
    pub case: Option<EnumCaseDecl>,
    /// Attributes.
    pub attributes: Box<[Attribute]>,
    /// `/** */`
    pub doc_comment: Option<Name>,
    /// Line.
    pub line: u32,
}

/// What a constant that is an enum case adds.
#[derive(Debug, Clone, Copy)]
pub struct EnumCaseDecl {
    /// Whether the case has a value.
    pub backed: bool,
}

/// A property.
#[derive(Debug)]
pub struct PropertyDecl {
    /// Name without `$`.
    pub name: Name,
    /// Modifiers as Reflection numbers them.
    pub modifiers: u32,
    /// Declared type.
    pub ty: Option<TypeDecl>,
    /// Default; `None` if none was written.
    pub default: Option<ConstExpr>,
    /// Hooks.
    pub hooks: Box<[HookDecl]>,
    /// Whether it comes from a constructor parameter.
    pub promoted: bool,
    /// Attributes.
    pub attributes: Box<[Attribute]>,
    /// `/** */`
    pub doc_comment: Option<Name>,
    /// Line.
    pub line: u32,
}

/// A property hook.
#[derive(Debug)]
pub struct HookDecl {
    /// `get` or `set`.
    pub is_set: bool,
    /// `final`, `abstract` bits.
    pub modifiers: u32,
    /// Its code, named `$prop::get`; for an abstract hook without instructions.
    pub code: Arc<Code>,
}

/// A method.
#[derive(Debug)]
pub struct MethodDecl {
    /// Lower-case name.
    pub lower: Name,
    /// Its code (modifiers inside); for an abstract one without instructions.
    pub code: Arc<Code>,
}

/// `use A, B { rules }`
#[derive(Debug)]
pub struct TraitUseDecl {
    /// Traits.
    pub traits: Box<[ClassName]>,
    /// Rules.
    pub rules: Box<[TraitRuleDecl]>,
}

/// A rule of a trait use.
#[derive(Debug)]
pub enum TraitRuleDecl {
    /// `A::f insteadof B, C`
    InsteadOf {
        /// The trait whose method is taken.
        class: ClassName,
        /// The method.
        method: Name,
        /// Traits whose method is left out.
        excluded: Box<[ClassName]>,
    },
    /// `A::f as protected g`
    Alias {
        /// The trait, if named.
        class: Option<ClassName>,
        /// The method.
        method: Name,
        /// New modifiers, 0 if none.
        modifiers: u32,
        /// New name.
        alias: Option<Name>,
    },
}
