//! What Reflection says alike of methods, properties and class constants.

use crate::state::{State, What, make_class, missing};
use phant_memory::Object;
use phant_native::{ClassPtr, Ctx, ObjectExt, PhpResult, descriptor::modifiers, php_methods};

/// A member of a class, as far as all kinds have it.
pub struct Member {
    /// Those that members of its kind may have.
    modifiers: u32,
    /// The class that declares it.
    class: ClassPtr,
}

impl Member {
    /// The member that an object stands for.
    fn of(ctx: &Ctx, object: &Object) -> PhpResult<Member> {
        const CONSTANT: u32 = modifiers::VISIBILITY | modifiers::FINAL;
        const METHOD: u32 = CONSTANT | modifiers::STATIC | modifiers::ABSTRACT;
        const SET: u32 = modifiers::PROTECTED_SET | modifiers::PRIVATE_SET;
        const PROPERTY: u32 = METHOD | SET | modifiers::READONLY | modifiers::VIRTUAL;
        let (modifiers, class) = match &*State::of(object).what() {
            What::Function(f, _) => (f.modifiers & METHOD, f.class.unwrap_or_else(|| object.class())),
            What::Property(p) => (p.modifiers() & PROPERTY, p.class),
            What::ClassConstant(constant) => (constant.modifiers & CONSTANT, constant.class),
            _ => return Err(missing(ctx)),
        };
        Ok(Member { modifiers, class })
    }

    /// Whether the member that an object stands for has one of some modifiers.
    pub fn has(ctx: &Ctx, object: &Object, bits: u32) -> PhpResult<bool> {
        Ok(Member::of(ctx, object)?.modifiers & bits != 0)
    }

    /// The modifiers of the member that an object stands for, as `getModifiers` tells them.
    pub fn modifiers(ctx: &Ctx, object: &Object) -> PhpResult<i64> {
        Ok(i64::from(Member::of(ctx, object)?.modifiers))
    }

    /// The ReflectionClass of the class that declares the member.
    pub fn class(ctx: &Ctx, object: &Object) -> PhpResult<Object> {
        let class = Member::of(ctx, object)?.class;
        make_class(ctx, class)
    }
}

#[php_methods(VISIBILITY)]
impl Member {
    #[php("public function isPublic(): bool")]
    fn is_public(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Member::has(ctx, this, modifiers::PUBLIC)
    }

    #[php("public function isPrivate(): bool")]
    fn is_private(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Member::has(ctx, this, modifiers::PRIVATE)
    }

    #[php("public function isProtected(): bool")]
    fn is_protected(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Member::has(ctx, this, modifiers::PROTECTED)
    }
}

#[php_methods(DECLARATION)]
impl Member {
    #[php("public function getModifiers(): int")]
    fn get_modifiers(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Member::modifiers(ctx, this)
    }

    #[php("public function getDeclaringClass(): ReflectionClass")]
    fn declaring_class(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        Member::class(ctx, this)
    }
}
