//! Methods on lists.

use crate::{
    arguments,
    class::Aerospike,
    instance::CLIENT,
    operate::{cdt_op, list},
};
use phant_aerospike_wire::cdt::list as L;
use phant_memory::{Object, Value};
use phant_native::{Ctx, PhpResult, RefArg, php_methods};

/// What a method takes beside key and bin.
enum Takes<'a> {
    Nothing,
    Value(&'a Value),
    Items(&'a Value),
    Index(&'a Value),
    IndexValue(&'a Value, &'a Value),
    IndexItems(&'a Value, &'a Value),
    Range(&'a Value, &'a Value),
}

/// Does one operation; gives the status and what came back.
fn act(
    ctx: &Ctx,
    this: &Object,
    key_bin: (&Value, &Value),
    op: u16,
    takes: Takes<'_>,
    options: Option<Value>,
) -> PhpResult<(i64, Value)> {
    list(ctx, this, CLIENT, key_bin, options.as_ref(), |encoder, out, bin| {
        let int = |number, value: &Value| arguments::int(ctx, number, value).map(Value::int);
        let items = |number, value: &Value| {
            arguments::array(ctx, number, value).map(|all| Value::from(phant_memory::Array::list(all.values().map(Value::unref))))
        };
        let arguments = match takes {
            Takes::Nothing => vec![],
            Takes::Value(value) => vec![value.unref()],
            Takes::Items(value) => vec![items(3, value)?],
            Takes::Index(index) => vec![int(3, index)?],
            Takes::IndexValue(index, value) => vec![int(3, index)?, value.unref()],
            Takes::IndexItems(index, value) => vec![int(3, index)?, items(4, value)?],
            Takes::Range(index, count) => vec![int(3, index)?, int(4, count)?],
        };
        cdt_op(out, encoder, bin, op, &arguments)?;
        Ok(phant_aerospike_wire::cdt::modifies(op))
    })
}

#[php_methods(LISTS)]
impl Aerospike {
    #[php("public function listAppend($key, $bin, $value, $options = UNKNOWN)")]
    fn list_append(ctx: &Ctx, this: &Object, key: &Value, bin: &Value, value: &Value, options: Option<Value>) -> PhpResult<i64> {
        act(ctx, this, (key, bin), L::APPEND, Takes::Value(value), options).map(|done| done.0)
    }
    #[php("public function listClear($key, $bin, $options = UNKNOWN)")]
    fn list_clear(ctx: &Ctx, this: &Object, key: &Value, bin: &Value, options: Option<Value>) -> PhpResult<i64> {
        act(ctx, this, (key, bin), L::CLEAR, Takes::Nothing, options).map(|done| done.0)
    }
    #[php("public function listGet($key, $bin, $index, &$element, $options = UNKNOWN)")]
    fn list_get(
        ctx: &Ctx,
        this: &Object,
        key: &Value,
        bin: &Value,
        index: &Value,
        mut element: RefArg<'_>,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        let (status, found) = act(ctx, this, (key, bin), L::GET, Takes::Index(index), options)?;
        element.set(found);
        Ok(status)
    }
    #[php("public function listGetRange($key, $bin, $index, $count, &$elements, $options = UNKNOWN)")]
    fn list_get_range(
        ctx: &Ctx,
        this: &Object,
        key: &Value,
        bin: &Value,
        index: &Value,
        count: &Value,
        mut elements: RefArg<'_>,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        let (status, found) = act(ctx, this, (key, bin), L::GET_RANGE, Takes::Range(index, count), options)?;
        elements.set(found);
        Ok(status)
    }
    #[php("public function listInsert($key, $bin, $index, $value, $options = UNKNOWN)")]
    fn list_insert(
        ctx: &Ctx,
        this: &Object,
        key: &Value,
        bin: &Value,
        index: &Value,
        value: &Value,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        act(ctx, this, (key, bin), L::INSERT, Takes::IndexValue(index, value), options).map(|done| done.0)
    }
    #[php("public function listInsertItems($key, $bin, $index, $elements, $options = UNKNOWN)")]
    fn list_insert_items(
        ctx: &Ctx,
        this: &Object,
        key: &Value,
        bin: &Value,
        index: &Value,
        elements: &Value,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        act(ctx, this, (key, bin), L::INSERT_ITEMS, Takes::IndexItems(index, elements), options).map(|done| done.0)
    }
    #[php("public function listMerge($key, $bin, $items, $options = UNKNOWN)")]
    fn list_merge(ctx: &Ctx, this: &Object, key: &Value, bin: &Value, items: &Value, options: Option<Value>) -> PhpResult<i64> {
        act(ctx, this, (key, bin), L::APPEND_ITEMS, Takes::Items(items), options).map(|done| done.0)
    }
    #[php("public function listPop($key, $bin, $index, &$element, $options = UNKNOWN)")]
    fn list_pop(
        ctx: &Ctx,
        this: &Object,
        key: &Value,
        bin: &Value,
        index: &Value,
        mut element: RefArg<'_>,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        let (status, found) = act(ctx, this, (key, bin), L::POP, Takes::Index(index), options)?;
        element.set(found);
        Ok(status)
    }
    #[php("public function listPopRange($key, $bin, $index, $count, &$elements, $options = UNKNOWN)")]
    fn list_pop_range(
        ctx: &Ctx,
        this: &Object,
        key: &Value,
        bin: &Value,
        index: &Value,
        count: &Value,
        mut elements: RefArg<'_>,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        let (status, found) = act(ctx, this, (key, bin), L::POP_RANGE, Takes::Range(index, count), options)?;
        elements.set(found);
        Ok(status)
    }
    #[php("public function listRemove($key, $bin, $index, $options = UNKNOWN)")]
    fn list_remove(ctx: &Ctx, this: &Object, key: &Value, bin: &Value, index: &Value, options: Option<Value>) -> PhpResult<i64> {
        act(ctx, this, (key, bin), L::REMOVE, Takes::Index(index), options).map(|done| done.0)
    }
    #[php("public function listRemoveRange($key, $bin, $index, $count, $options = UNKNOWN)")]
    fn list_remove_range(
        ctx: &Ctx,
        this: &Object,
        key: &Value,
        bin: &Value,
        index: &Value,
        count: &Value,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        act(ctx, this, (key, bin), L::REMOVE_RANGE, Takes::Range(index, count), options).map(|done| done.0)
    }
    #[php("public function listSize($key, $bin, &$count, $options = UNKNOWN)")]
    fn list_size(
        ctx: &Ctx,
        this: &Object,
        key: &Value,
        bin: &Value,
        mut count: RefArg<'_>,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        let (status, found) = act(ctx, this, (key, bin), L::SIZE, Takes::Nothing, options)?;
        count.set(found);
        Ok(status)
    }
    #[php("public function listSet($key, $bin, $index, $value, $options = UNKNOWN)")]
    fn list_set(
        ctx: &Ctx,
        this: &Object,
        key: &Value,
        bin: &Value,
        index: &Value,
        value: &Value,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        act(ctx, this, (key, bin), L::SET, Takes::IndexValue(index, value), options).map(|done| done.0)
    }
    #[php("public function listTrim($key, $bin, $index, $count, $options = UNKNOWN)")]
    fn list_trim(
        ctx: &Ctx,
        this: &Object,
        key: &Value,
        bin: &Value,
        index: &Value,
        count: &Value,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        act(ctx, this, (key, bin), L::TRIM, Takes::Range(index, count), options).map(|done| done.0)
    }
}
