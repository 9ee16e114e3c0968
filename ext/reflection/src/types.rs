//! ReflectionType and its children.

use crate::state::{self, TypeRef, What, type_of};
use phant_bytecode::{ClassGroup, ClassName, ClassTypes, TypeDecl, TypeMask};
use phant_memory::{Array, Object, Str, Value, string};
use phant_native::{Ctx, PhpResult, php_class};

/// The built-in types of a union, in the order of `getTypes`.
const MEMBERS: [TypeMask; 11] = [
    TypeMask::STATIC,
    TypeMask::CALLABLE,
    TypeMask::OBJECT,
    TypeMask::ARRAY,
    TypeMask::STRING,
    TypeMask::INT,
    TypeMask::FLOAT,
    TypeMask::BOOL,
    TypeMask::FALSE,
    TypeMask::TRUE,
    TypeMask::NULL,
];

/// What kind of object shows a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Named,
    Union,
    Intersection,
}

impl TypeRef {
    fn mask(self) -> TypeMask {
        match self {
            TypeRef::Whole(ty) => ty.mask,
            TypeRef::Builtin(mask) => mask,
            TypeRef::Group(..) | TypeRef::Class(..) => TypeMask::NONE,
        }
    }
    /// `iterable` by itself, which is one type to PHP although it stands for two.
    fn is_iterable(self) -> bool {
        let TypeRef::Whole(ty) = self else { return false };
        let rest = ty.mask.without(TypeMask::ITERABLE.union(TypeMask::ARRAY).union(TypeMask::NULL));
        let only_traversable = ty.groups().iter().all(|g| g.0.len() == 1 && g.0[0].lower.as_bytes() == b"traversable");
        ty.mask.contains(TypeMask::ITERABLE) && rest == TypeMask::NONE && ty.groups().len() <= 1 && only_traversable
    }
    fn kind(self) -> Kind {
        match self {
            TypeRef::Builtin(_) | TypeRef::Class(..) => Kind::Named,
            TypeRef::Group(ty, i) => {
                if ty.groups().get(i).is_some_and(|g| g.0.len() > 1) {
                    Kind::Intersection
                } else {
                    Kind::Named
                }
            }
            TypeRef::Whole(ty) => {
                let rest = ty.mask.without(TypeMask::NULL);
                match ty.groups() {
                    _ if self.is_iterable() => Kind::Named,
                    [] if ty.is_mixed() || rest == TypeMask::BOOL || rest.0.count_ones() <= 1 => Kind::Named,
                    [group] if group.0.len() > 1 && ty.mask == TypeMask::NONE => Kind::Intersection,
                    [group] if group.0.len() == 1 && rest == TypeMask::NONE => Kind::Named,
                    _ => Kind::Union,
                }
            }
        }
    }
    fn allows_null(self) -> bool {
        self.mask().contains(TypeMask::NULL)
    }
    /// The type as PHP prints it.
    pub fn text(self) -> String {
        let part = |ty: &TypeDecl, i: usize, classes: std::ops::Range<usize>| {
            let names = ty.groups().get(i).and_then(|g| g.0.get(classes)).unwrap_or_default();
            names.iter().map(|c| c.name.to_text().into_owned()).collect::<Vec<_>>().join("&")
        };
        match self {
            TypeRef::Whole(_) if self.is_iterable() => if self.allows_null() { "?iterable" } else { "iterable" }.into(),
            TypeRef::Whole(ty) => ty.display(),
            TypeRef::Builtin(TypeMask::NULL) => "null".into(),
            TypeRef::Builtin(mask) => TypeDecl::of(mask).display(),
            TypeRef::Group(ty, i) => part(ty, i, 0..ty.groups().get(i).map_or(0, |g| g.0.len())),
            TypeRef::Class(ty, i, j) => part(ty, i, j..j + 1),
        }
    }
    /// The class that the type is, with null or without.
    fn single_class(self) -> Option<&'static ClassName> {
        match self {
            TypeRef::Whole(ty) if ty.mask.without(TypeMask::NULL) != TypeMask::NONE => None,
            TypeRef::Whole(ty) => match ty.groups() {
                [ClassGroup(names)] if names.len() == 1 => names.first(),
                _ => None,
            },
            TypeRef::Group(ty, i) => ty.groups().get(i).filter(|g| g.0.len() == 1).and_then(|g| g.0.first()),
            TypeRef::Class(ty, i, j) => ty.groups().get(i).and_then(|g| g.0.get(j)),
            TypeRef::Builtin(_) => None,
        }
    }
    /// The name without the question mark. A class's is the declaration's own string.
    fn name(self) -> Str {
        if let Some(class) = self.single_class() {
            return class.name.clone();
        }
        if let Some(name) = self.single_builtin() {
            return string::literal(name);
        }
        let text = self.text();
        Str::from(text.strip_prefix('?').unwrap_or(&text))
    }
    /// The name of the built-in type that the type is, with null or without, if it is one of the usual.
    fn single_builtin(self) -> Option<&'static str> {
        if matches!(self, TypeRef::Whole(ty) if !ty.groups().is_empty()) {
            return None;
        }
        Some(match self.mask().without(TypeMask::NULL) {
            TypeMask::ARRAY => "array",
            TypeMask::STRING => "string",
            TypeMask::INT => "int",
            TypeMask::FLOAT => "float",
            TypeMask::BOOL => "bool",
            TypeMask::VOID => "void",
            TypeMask::CALLABLE => "callable",
            _ => return None,
        })
    }
    fn is_builtin(self) -> bool {
        match self {
            TypeRef::Whole(ty) => {
                self.is_iterable()
                    || (ty.groups().is_empty() && !ty.mask.without(TypeMask::NULL).intersects(TypeMask::STATIC) || ty.is_mixed())
            }
            TypeRef::Builtin(mask) => !mask.intersects(TypeMask::STATIC),
            TypeRef::Group(..) | TypeRef::Class(..) => false,
        }
    }
}

/// The object for a type.
pub fn make(ctx: &Ctx, ty: TypeRef) -> PhpResult<Object> {
    let class = match ty.kind() {
        Kind::Named => "ReflectionNamedType",
        Kind::Union => "ReflectionUnionType",
        Kind::Intersection => "ReflectionIntersectionType",
    };
    state::make(ctx, class, What::Type(ty), None)
}

/// The object for a declared type, if there is one.
pub fn declared(ctx: &Ctx, ty: Option<&'static TypeDecl>) -> PhpResult<Option<Object>> {
    ty.map(|ty| make(ctx, TypeRef::Whole(ty))).transpose()
}

/// A type.
pub struct ReflectionType;

#[php_class(
    "abstract class ReflectionType implements Stringable",
    create = state::create,
    handlers = state::HANDLERS,
    not_serializable,
    not_cloneable
)]
impl ReflectionType {
    #[php("private function __clone(): void")]
    fn clone() {}

    #[php("public function allowsNull(): bool")]
    fn allows_null(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(type_of(ctx, this)?.allows_null())
    }

    #[php("public function __toString(): string")]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<String> {
        Ok(type_of(ctx, this)?.text())
    }
}

/// A class or a built-in type.
pub struct ReflectionNamedType;

#[php_class("class ReflectionNamedType extends ReflectionType", not_serializable, not_cloneable)]
impl ReflectionNamedType {
    #[php("public function getName(): string")]
    fn name(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        Ok(type_of(ctx, this)?.name())
    }

    #[php("public function isBuiltin(): bool")]
    fn is_builtin(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(type_of(ctx, this)?.is_builtin())
    }
}

/// `A|B|int`
pub struct ReflectionUnionType;

#[php_class("class ReflectionUnionType extends ReflectionType", not_serializable, not_cloneable)]
impl ReflectionUnionType {
    #[php("public function getTypes(): array", strict_return)]
    fn types(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let mut list = Array::new();
        let TypeRef::Whole(ty) = type_of(ctx, this)? else { return Ok(list) };
        let groups = match &ty.classes {
            ClassTypes::AnyOf(groups) => groups.len(),
            ClassTypes::None => 0,
        };
        let mut members: Vec<TypeRef> = (0..groups).map(|i| TypeRef::Group(ty, i)).collect();
        for mask in MEMBERS {
            let half = mask == TypeMask::FALSE || mask == TypeMask::TRUE;
            if ty.mask.contains(mask) && !(half && ty.mask.contains(TypeMask::BOOL)) {
                members.push(TypeRef::Builtin(mask));
            }
        }
        for member in members {
            let object = make(ctx, member)?;
            let _ = list.push(Value::from(object));
        }
        Ok(list)
    }
}

/// `A&B`
pub struct ReflectionIntersectionType;

#[php_class("class ReflectionIntersectionType extends ReflectionType", not_serializable, not_cloneable)]
impl ReflectionIntersectionType {
    #[php("public function getTypes(): array", strict_return)]
    fn types(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let mut list = Array::new();
        let (ty, group) = match type_of(ctx, this)? {
            TypeRef::Whole(ty) => (ty, 0),
            TypeRef::Group(ty, group) => (ty, group),
            _ => return Ok(list),
        };
        for member in 0..ty.groups().get(group).map_or(0, |g| g.0.len()) {
            let object = make(ctx, TypeRef::Class(ty, group, member))?;
            let _ = list.push(Value::from(object));
        }
        Ok(list)
    }
}
