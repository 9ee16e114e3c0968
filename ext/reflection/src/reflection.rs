//! Reflection, Reflector, ReflectionException, ReflectionObject.

use crate::class::ReflectionClass;
use phant_memory::{Array, Object, Value};
use phant_native::{Ctx, PhpResult, descriptor::modifiers, php_class};

/// What a Reflection object throws.
#[php_class("class ReflectionException extends Exception")]
pub struct ReflectionException;

/// What all Reflection objects are.
#[php_class("interface Reflector extends Stringable")]
pub struct Reflector;

/// Helpers.
pub struct Reflection;

#[php_class("class Reflection")]
impl Reflection {
    #[php("public static function getModifierNames(int $modifiers): array")]
    fn modifier_names(bits: i64) -> Array {
        let bits = bits as u32;
        let mut names = Vec::new();
        for (bit, word) in [(modifiers::ABSTRACT, "abstract"), (modifiers::FINAL, "final"), (modifiers::VIRTUAL, "virtual")] {
            if bits & bit != 0 {
                names.push(word);
            }
        }
        // Just one visibility, or none is named.
        match bits & modifiers::VISIBILITY {
            modifiers::PUBLIC => names.push("public"),
            modifiers::PRIVATE => names.push("private"),
            modifiers::PROTECTED => names.push("protected"),
            _ => {}
        }
        if bits & modifiers::STATIC != 0 {
            names.push("static");
        }
        if bits & (modifiers::READONLY | modifiers::READONLY_CLASS) != 0 {
            names.push("readonly");
        }
        Array::list(names.into_iter().map(Value::str))
    }
}

/// The class of an object, and what the object has beyond it.
pub struct ReflectionObject;

#[php_class("class ReflectionObject extends ReflectionClass", not_serializable, not_cloneable)]
impl ReflectionObject {
    #[php("public function __construct(object $object)")]
    fn construct(ctx: &Ctx, this: &Object, object: &Object) -> PhpResult<()> {
        ReflectionClass::become_class(ctx, this, &Value::from(object.clone()))
    }
}
