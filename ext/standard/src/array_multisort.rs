//! `array_multisort`.

use crate::{
    array_sort::{By, simple_order, values},
    sort::hybrid_sort,
};
use phant_memory::{Array, KeyRef, Value, View};
use phant_native::{Ctx, PhpResult, RefArg, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![array_multisort];

const ASCENDING: i64 = 4;
const DESCENDING: i64 = 3;

/// One array to sort, with its flags.
struct Column {
    argument: usize,
    array: Array,
    descending: bool,
    by: By,
}

#[php("function array_multisort(prefer &$array, prefer &...$rest): bool")]
fn array_multisort(ctx: &Ctx, mut array: RefArg<'_>, rest: &mut [Value]) -> PhpResult<bool> {
    let mut columns: Vec<Column> = Vec::new();
    let (mut order_allowed, mut type_allowed) = (false, false);
    for (i, argument) in std::iter::once(&array.get()).chain(rest.iter()).enumerate() {
        match argument.view() {
            View::Array(a) => {
                columns.push(Column { argument: i, array: a.into_owned(), descending: false, by: By::Regular });
                (order_allowed, type_allowed) = (true, true);
            }
            View::Int(flag) => {
                let allowed = match flag & !8 {
                    ASCENDING | DESCENDING => &mut order_allowed,
                    0 | 1 | 2 | 5 | 6 => &mut type_allowed,
                    _ => return Err(ctx.argument_error(i + 1, "must be a valid sort flag")),
                };
                let column = columns.last_mut().filter(|_| std::mem::take(allowed));
                let Some(column) = column else {
                    return Err(
                        ctx.argument_type_error(i + 1, "must be an array or a sort flag that has not already been specified")
                    );
                };
                match flag & !8 {
                    ASCENDING | DESCENDING => column.descending = flag == DESCENDING,
                    _ => column.by = By::flags(flag),
                }
            }
            _ => return Err(ctx.argument_type_error(i + 1, "must be an array or a sort flag")),
        }
    }
    let Some(first) = columns.first() else { return Ok(true) };
    let len = first.array.len();
    if columns.iter().any(|c| c.array.len() != len) {
        return Err(ctx.value_error("Array sizes are inconsistent"));
    }
    if len == 0 {
        return Ok(true);
    }
    let simple = match &columns[..] {
        [only] => simple_order(&only.array, only.by, only.descending),
        _ => None,
    };
    let order = match simple {
        Some(order) => order,
        None => order(ctx, &columns, len)?,
    };
    for column in &columns {
        let sorted = rearranged(&column.array, &order);
        match column.argument {
            0 => array.set(sorted),
            i => rest[i - 1].assign(Value::from(sorted)),
        }
    }
    Ok(true)
}

fn order(ctx: &Ctx, columns: &[Column], len: usize) -> PhpResult<Vec<u32>> {
    let items: Vec<Vec<&Value>> = columns.iter().map(|c| c.array.values().collect()).collect();
    let mut order: Vec<u32> = (0..len as u32).collect();
    let mut result = Ok(());
    hybrid_sort(&mut order, &mut |&a, &b| {
        for (column, items) in columns.iter().zip(&items) {
            if result.is_err() {
                break;
            }
            match values(ctx, column.by, items[a as usize], items[b as usize]) {
                Ok(0) => {}
                Ok(c) => return if column.descending { c < 0 } else { c > 0 },
                Err(thrown) => result = Err(thrown),
            }
        }
        a > b
    });
    result.map(|()| order)
}

/// The array in another order: string keys stay with their values, integer keys are dropped.
fn rearranged(array: &Array, order: &[u32]) -> Array {
    let elements: Vec<_> = array.iter().collect();
    let mut out = Array::with_capacity(elements.len());
    for &at in order {
        let (key, value) = elements[at as usize];
        match key {
            KeyRef::Str(_) => out.set(key, value.copied()),
            KeyRef::Int(_) => {
                let _ = out.push(value.copied());
            }
        }
    }
    out
}
