//! Type declarations of parameters, properties, constants and returns, shared by PHP code and native functions.

use phant_memory::Name;

/// A set of built-in types.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug)]
pub struct TypeMask(pub u32);

/// Whether a name, in lower case and without its namespace, may not be a class's.
pub fn is_reserved_class_name(lower: &[u8]) -> bool {
    matches!(lower, b"self" | b"parent" | b"static") || TypeMask::of_word(lower).is_some()
}

impl TypeMask {
    /// The built-in type that a word in lower case names, where it may not name a class.
    pub fn of_word(lower: &[u8]) -> Option<TypeMask> {
        Some(match lower {
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
    /// No type.
    pub const NONE: TypeMask = TypeMask(0);
    /// `null`
    pub const NULL: TypeMask = TypeMask(1 << 1);
    /// `false`
    pub const FALSE: TypeMask = TypeMask(1 << 2);
    /// `true`
    pub const TRUE: TypeMask = TypeMask(1 << 3);
    /// `bool`
    pub const BOOL: TypeMask = TypeMask(3 << 2);
    /// `int`
    pub const INT: TypeMask = TypeMask(1 << 4);
    /// `float`
    pub const FLOAT: TypeMask = TypeMask(1 << 5);
    /// `string`
    pub const STRING: TypeMask = TypeMask(1 << 6);
    /// `array`
    pub const ARRAY: TypeMask = TypeMask(1 << 7);
    /// `object`
    pub const OBJECT: TypeMask = TypeMask(1 << 8);
    /// A resource; only inside `mixed`.
    pub const RESOURCE: TypeMask = TypeMask(1 << 9);
    /// `callable`
    pub const CALLABLE: TypeMask = TypeMask(1 << 12);
    /// `iterable` was written (it also sets ARRAY and the class Traversable).
    pub const ITERABLE: TypeMask = TypeMask(1 << 13);
    /// `void`
    pub const VOID: TypeMask = TypeMask(1 << 14);
    /// `never`
    pub const NEVER: TypeMask = TypeMask(1 << 15);
    /// `static`
    pub const STATIC: TypeMask = TypeMask(1 << 16);
    /// `mixed`
    pub const MIXED: TypeMask = TypeMask(0x1ff << 1);

    /// Whether every type of `other` is in the set.
    pub const fn contains(self, other: TypeMask) -> bool {
        self.0 & other.0 == other.0
    }
    /// Whether any type of `other` is in the set.
    pub const fn intersects(self, other: TypeMask) -> bool {
        self.0 & other.0 != 0
    }
    /// The types of both sets.
    pub const fn union(self, other: TypeMask) -> TypeMask {
        TypeMask(self.0 | other.0)
    }
    /// The types of this set that are not in `other`.
    pub const fn without(self, other: TypeMask) -> TypeMask {
        TypeMask(self.0 & !other.0)
    }
    /// The bit of a value's raw type tag.
    #[inline(always)]
    pub const fn of_tag(raw_type: u32) -> TypeMask {
        TypeMask(1 << (raw_type & 0x1f))
    }
}

/// A type declaration.
#[derive(Clone, Debug, Default)]
pub struct TypeDecl {
    /// Built-in types allowed.
    pub mask: TypeMask,
    /// Classes allowed.
    pub classes: ClassTypes,
}

/// The class part of a type declaration.
#[derive(Clone, Debug, Default)]
pub enum ClassTypes {
    /// No class.
    #[default]
    None,
    /// Any one of these groups (`A|B|(C&D)`), each group being met in full.
    AnyOf(Box<[ClassGroup]>),
}

/// The members of an intersection, or one class alone.
#[derive(Clone, Debug)]
pub struct ClassGroup(pub Box<[ClassName]>);

/// A class name in a type, as written and for lookup. `self` and `parent` are resolved when the class is compiled,
/// except in traits, where they stay as written.
#[derive(Debug)]
pub struct ClassName {
    /// As written, resolved to its full name.
    pub name: Name,
    /// Lower-case, for lookup.
    pub lower: Name,
}

impl Clone for ClassName {
    fn clone(&self) -> ClassName {
        ClassName { name: self.name.copy(), lower: self.lower.copy() }
    }
}

impl TypeDecl {
    /// A declaration of built-in types only.
    pub fn of(mask: TypeMask) -> TypeDecl {
        TypeDecl { mask, classes: ClassTypes::None }
    }
    /// The groups of classes.
    pub fn groups(&self) -> &[ClassGroup] {
        match &self.classes {
            ClassTypes::None => &[],
            ClassTypes::AnyOf(groups) => groups,
        }
    }
    /// Whether `null` is allowed.
    pub fn allows_null(&self) -> bool {
        self.mask.contains(TypeMask::NULL)
    }
    /// Whether anything goes.
    pub fn is_mixed(&self) -> bool {
        self.mask.contains(TypeMask::MIXED)
    }
    /// The type as PHP prints it: classes first, `?T` for a single nullable type.
    pub fn display(&self) -> String {
        self.display_as(|c| c.name.to_text().into_owned(), None)
    }
    /// The same with the names that `name_of` gives classes, and another class for `static`.
    pub fn display_as(&self, name_of: impl Fn(&ClassName) -> String, called: Option<String>) -> String {
        let groups = self.groups();
        // Most types of classes are one.
        if let [group] = groups
            && let [name] = &group.0[..]
            && called.is_none()
            && self.mask == TypeMask::NONE
        {
            return name_of(name);
        }
        let mut parts: Vec<String> = Vec::new();
        let m = if called.is_some() { self.mask.without(TypeMask::STATIC) } else { self.mask };
        for group in groups {
            let names: Vec<String> = group.0.iter().map(&name_of).collect();
            let joined = names.join("&");
            let alone = groups.len() == 1 && called.is_none() && m == TypeMask::NONE;
            parts.push(if names.len() > 1 && !alone { format!("({joined})") } else { joined });
        }
        parts.extend(called);
        if m.contains(TypeMask::MIXED) {
            return "mixed".into();
        }
        if m.contains(TypeMask::ITERABLE) {
            // `iterable` prints as Traversable|array.
            if !parts.iter().any(|p| p == "Traversable") {
                parts.insert(0, "Traversable".into());
            }
        }
        let named = [
            (TypeMask::STATIC, "static"),
            (TypeMask::CALLABLE, "callable"),
            (TypeMask::OBJECT, "object"),
            (TypeMask::ARRAY, "array"),
            (TypeMask::STRING, "string"),
            (TypeMask::INT, "int"),
            (TypeMask::FLOAT, "float"),
            (TypeMask::BOOL, "bool"),
            (TypeMask::FALSE, "false"),
            (TypeMask::TRUE, "true"),
            (TypeMask::VOID, "void"),
        ];
        for (bit, name) in named {
            let is_half_bool = (bit == TypeMask::FALSE || bit == TypeMask::TRUE) && m.contains(TypeMask::BOOL);
            if m.contains(bit) && !is_half_bool {
                parts.push(name.into());
            }
        }
        if m.contains(TypeMask::NEVER) {
            parts.push("never".into());
        }
        if m.contains(TypeMask::NULL) {
            if parts.len() == 1 && !parts[0].contains('&') && !parts[0].contains('|') {
                return format!("?{}", parts[0]);
            }
            parts.push("null".into());
        }
        parts.join("|")
    }
}
