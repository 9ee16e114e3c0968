//! RecursiveArrayIterator.

use super::{CHILD_ARRAYS_ONLY, Target, state, storage};
use phant_memory::{Object, Value, View};
use phant_native::{Ctx, ObjectExt, PhpResult, php_class};

pub struct RecursiveArrayIterator;

/// An ArrayIterator whose elements that are arrays or objects can be walked too.
#[php_class(
    "class RecursiveArrayIterator extends ArrayIterator implements RecursiveIterator {
        public const int CHILD_ARRAYS_ONLY = 4;
    }"
)]
impl RecursiveArrayIterator {
    fn entry(this: &Object) -> Option<Value> {
        if let Some(value) = storage::standing(this, |_, array, slot| array.value_at(slot).clone()) {
            return Some(value);
        }
        let target = Target::of(this);
        target.entry(target.locate(state(this))).map(|(_, value)| value)
    }
    fn arrays_only(this: &Object) -> bool {
        state(this).flags.get() & CHILD_ARRAYS_ONLY != 0
    }

    #[php("public function hasChildren(): bool")]
    pub fn has_children(this: &Object) -> bool {
        match Self::entry(this) {
            Some(value) => value.is_array() || value.is_object() && !Self::arrays_only(this),
            None => false,
        }
    }

    #[php("public function getChildren(): ?RecursiveArrayIterator")]
    pub fn get_children(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        let Some(value) = Self::entry(this) else { return Ok(None) };
        let class = this.class();
        if let View::Object(object) = value.view() {
            if Self::arrays_only(this) {
                return Ok(None);
            }
            if object.is_instance_of(class) {
                return Ok(Some(object.into_owned()));
            }
        }
        let child = ctx.allocate(class)?;
        if let Some(constructor) = class.magic.construct {
            let flags = Value::int(state(this).flags.get());
            ctx.host.call_function(ctx, constructor, Some(&child), Some(class), &[value.into_unref(), flags])?;
        }
        Ok(Some(child))
    }
}
