//! Classes, interfaces, traits, enums and their members.

use std::fmt;
use std::ops::{BitOr, BitOrAssign};

use super::{AttributeGroup, Bytes, Expr, Function, Ident, Name, Span, Type};

/// A class-like declaration.
#[derive(Debug)]
pub struct Class {
    /// Class, interface, trait or enum.
    pub kind: ClassKind,
    /// Declared name, `None` for an anonymous class.
    pub name: Option<Ident>,
    /// `abstract`, `final`, `readonly`.
    pub modifiers: Modifiers,
    /// `extends` of a class.
    pub parent: Option<Name>,
    /// `implements`; for an interface its `extends`.
    pub interfaces: Vec<Name>,
    /// Type of a backed enum.
    pub backing_type: Option<Type>,
    /// Members in source order.
    pub members: Vec<Member>,
    /// `#[...]` before it.
    pub attributes: Vec<AttributeGroup>,
    /// `/** */` before it.
    pub doc_comment: Option<Bytes>,
    /// Line of the `class`, `interface`, `trait` or `enum` keyword.
    pub line: u32,
    /// Line of the closing brace.
    pub end_line: u32,
    /// From the first modifier or the keyword to the closing brace.
    pub span: Span,
}

/// What a [`Class`] declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    /// `class`
    Class,
    /// `interface`
    Interface,
    /// `trait`
    Trait,
    /// `enum`
    Enum,
}

/// A member of a class body.
#[derive(Debug)]
pub enum Member {
    /// `const A = 1, B = 2;`
    Constants(ClassConstants),
    /// `public int $a = 1, $b;` or one property with hooks
    Properties(Properties),
    /// `function`
    Method(Method),
    /// `use T;`
    TraitUse(TraitUse),
    /// `case A = 1;`
    Case(EnumCase),
}

/// A `const` declaration in a class.
#[derive(Debug)]
pub struct ClassConstants {
    /// As written, empty if none was.
    pub modifiers: Modifiers,
    /// Declared type.
    pub ty: Option<Type>,
    /// `#[...]` before it.
    pub attributes: Vec<AttributeGroup>,
    /// The constants, at least one.
    pub items: Vec<ConstItem>,
    /// Its line.
    pub line: u32,
    /// From the first modifier to `;`.
    pub span: Span,
}

/// One `NAME = value`, in a class or outside.
#[derive(Debug)]
pub struct ConstItem {
    /// Name.
    pub name: Ident,
    /// Value.
    pub value: Expr,
    /// `/** */` before it.
    pub doc_comment: Option<Bytes>,
    /// Its line.
    pub line: u32,
}

/// A property declaration.
#[derive(Debug)]
pub struct Properties {
    /// As written, empty if none was; `var` is `PUBLIC`.
    pub modifiers: Modifiers,
    /// Declared type.
    pub ty: Option<Type>,
    /// `#[...]` before it.
    pub attributes: Vec<AttributeGroup>,
    /// The properties, at least one.
    pub items: Vec<PropertyItem>,
    /// Its line.
    pub line: u32,
    /// From the first modifier to `;` or `}`.
    pub span: Span,
}

/// One property of a declaration.
#[derive(Debug)]
pub struct PropertyItem {
    /// Name without `$`.
    pub name: Ident,
    /// Default value.
    pub default: Option<Expr>,
    /// Hooks; `None` without braces, empty for `{}`, which is an error of the compiler.
    pub hooks: Option<Vec<PropertyHook>>,
    /// `/** */` before it.
    pub doc_comment: Option<Bytes>,
    /// Its line.
    pub line: u32,
}

/// A property hook. Its name is `function.name`, and need not be `get` or `set`: the compiler checks.
#[derive(Debug)]
pub struct PropertyHook {
    /// `final`, or others, which the compiler rejects.
    pub modifiers: Modifiers,
    /// Name, `&`, parameters, body, attributes, doc comment.
    pub function: Function,
}

/// A method.
#[derive(Debug)]
pub struct Method {
    /// As written, empty if none was.
    pub modifiers: Modifiers,
    /// Everything else.
    pub function: Function,
}

/// `case NAME = value;`
#[derive(Debug)]
pub struct EnumCase {
    /// Name.
    pub name: Ident,
    /// Value of a backed case.
    pub value: Option<Expr>,
    /// `#[...]` before it.
    pub attributes: Vec<AttributeGroup>,
    /// `/** */` before it.
    pub doc_comment: Option<Bytes>,
    /// Its line.
    pub line: u32,
    /// From `case` to `;`.
    pub span: Span,
}

/// `use A, B { ... }` in a class.
#[derive(Debug)]
pub struct TraitUse {
    /// Traits, at least one.
    pub traits: Vec<Name>,
    /// Rules in the braces.
    pub rules: Vec<TraitRule>,
    /// Its line.
    pub line: u32,
    /// From `use` to `;` or `}`.
    pub span: Span,
}

/// A rule of a [`TraitUse`].
#[derive(Debug)]
pub enum TraitRule {
    /// `A::f insteadof B, C;`
    InsteadOf {
        /// The trait whose method is taken.
        class: Name,
        /// The method.
        method: Ident,
        /// Traits whose method is left out.
        excluded: Vec<Name>,
    },
    /// `A::f as protected g;`, with at least one of modifiers and alias
    Alias {
        /// The trait, if named.
        class: Option<Name>,
        /// The method.
        method: Ident,
        /// New modifiers.
        modifiers: Modifiers,
        /// New name.
        alias: Option<Ident>,
    },
}

/// A set of modifier keywords.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Modifiers(u16);

impl Modifiers {
    /// No modifier.
    pub const NONE: Modifiers = Modifiers(0);
    /// `public`, `var`
    pub const PUBLIC: Modifiers = Modifiers(1);
    /// `protected`
    pub const PROTECTED: Modifiers = Modifiers(2);
    /// `private`
    pub const PRIVATE: Modifiers = Modifiers(4);
    /// `static`
    pub const STATIC: Modifiers = Modifiers(8);
    /// `final`
    pub const FINAL: Modifiers = Modifiers(16);
    /// `abstract`
    pub const ABSTRACT: Modifiers = Modifiers(32);
    /// `readonly`
    pub const READONLY: Modifiers = Modifiers(64);
    /// `public(set)`
    pub const PUBLIC_SET: Modifiers = Modifiers(128);
    /// `protected(set)`
    pub const PROTECTED_SET: Modifiers = Modifiers(256);
    /// `private(set)`
    pub const PRIVATE_SET: Modifiers = Modifiers(512);
    /// `public`, `protected`, `private`
    pub const VISIBILITY: Modifiers = Modifiers(7);
    /// `public(set)`, `protected(set)`, `private(set)`
    pub const SET_VISIBILITY: Modifiers = Modifiers(128 | 256 | 512);

    /// Whether no modifier is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every modifier of `other` is in the set.
    pub fn contains(self, other: Modifiers) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether any modifier of `other` is in the set.
    pub fn intersects(self, other: Modifiers) -> bool {
        self.0 & other.0 != 0
    }

    /// The modifiers that are in both.
    pub fn and(self, other: Modifiers) -> Modifiers {
        Modifiers(self.0 & other.0)
    }
}

impl BitOr for Modifiers {
    type Output = Modifiers;

    fn bitor(self, other: Modifiers) -> Modifiers {
        Modifiers(self.0 | other.0)
    }
}

impl BitOrAssign for Modifiers {
    fn bitor_assign(&mut self, other: Modifiers) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for Modifiers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [&str; 10] = [
            "public",
            "protected",
            "private",
            "static",
            "final",
            "abstract",
            "readonly",
            "public(set)",
            "protected(set)",
            "private(set)",
        ];
        let set = NAMES.iter().enumerate().filter(|(bit, _)| self.0 >> bit & 1 != 0).map(|(_, name)| name);
        f.debug_set().entries(set).finish()
    }
}
