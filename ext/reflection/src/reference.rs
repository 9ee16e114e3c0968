//! ReflectionReference.

use crate::state::{self, State, What, exception};
use phant_memory::{Array, KeyRef, Object, Reference, Value, View};
use phant_native::{Ctx, PhpResult, php_class};
use std::cell::Cell;

/// What the identifiers of a request are mixed with, so that they say nothing about addresses.
#[derive(Default)]
struct Secret {
    key: Cell<Option<[u8; 16]>>,
}

/// A reference in an array.
pub struct ReflectionReference;

#[php_class(
    "final class ReflectionReference",
    create = state::create,
    handlers = state::HANDLERS,
    not_serializable,
    not_cloneable
)]
impl ReflectionReference {
    #[php("public static function fromArrayElement(array $array, int|string $key): ?ReflectionReference")]
    fn from_array_element(ctx: &Ctx, array: &Array, key: &Value) -> PhpResult<Option<Object>> {
        let element = match key.view() {
            View::Int(i) => array.get(&KeyRef::Int(i)),
            View::Str(s) => array.get(&KeyRef::Str(&s)),
            _ => None,
        };
        let Some(element) = element else { return Err(exception(ctx, "Array key not found")) };
        // An array that holds itself keeps the reference even where nobody else has it.
        let is_shared = |r: &Reference| r.refcount() > 1 || r.get().as_array().is_some_and(|inner| inner.same(array));
        if !element.as_ref().is_some_and(is_shared) {
            return Ok(None);
        }
        let what = What::Reference(element.clone());
        state::make(ctx, "ReflectionReference", what, None).map(Some)
    }

    #[php("public function getId(): string")]
    fn id(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
        let address = match &*State::of(this).what() {
            What::Reference(holder) => holder.payload(),
            _ => 0,
        };
        let secret = ctx.state::<Secret>();
        let key = match secret.key.get() {
            Some(key) => key,
            None => {
                let mut key = [0; 16];
                if phant_random_engines::fill(&mut key).is_err() {
                    return Err(exception(ctx, "Failed to generate a random key"));
                }
                secret.key.set(Some(key));
                key
            }
        };
        let text: Vec<u8> = address.to_le_bytes().into_iter().chain(key).collect();
        Ok(phant_digest::sha1(&text).to_vec())
    }

    #[php("private function __clone(): void")]
    fn clone() {}

    #[php("private function __construct()")]
    fn construct() {}
}
