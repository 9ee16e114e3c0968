//! Values in pools of their own, and the pools that running requests look into.
//!
//! A value is got at in one way, [`Pooled::lend`], which keeps its pool for the request: nobody can look at it longer than
//! that, and nobody can forget to keep it.

use phant_memory::{Literal, Value, permanent, permanent::Pool};
use phant_native::Ctx;
use std::{cell::RefCell, sync::Arc};

/// An immutable value together with what it lives in.
pub(crate) struct Pooled {
    value: Literal,
    pool: Arc<Pool>,
}

impl Pooled {
    /// A copy of a value, if it can be a literal.
    pub(crate) fn new(value: &Value) -> Option<Pooled> {
        let pool = Arc::new(Pool::default());
        let value = permanent::collect(&pool, || Literal::new(value))?;
        Some(Pooled { value, pool })
    }
    /// The value for the running request, which keeps the pool until its end, also if the entry is gone meanwhile.
    pub(crate) fn lend(&self) -> Value {
        LENT.with_borrow_mut(|lent| lent.keep(&self.pool));
        (*self.value).clone()
    }
    /// Bytes it takes.
    pub(crate) fn size(&self) -> usize {
        self.pool.size()
    }
}

/// How many of the pools met last are known again at once.
const KNOWN: usize = 1024;

/// Pools that running code may look into.
struct Lent {
    running: Vec<Arc<Pool>>,
    /// Those of a state that every further request begins with.
    booted: Vec<Arc<Pool>>,
    /// Addresses of some that are in `running`: loops fetch the same again and again.
    known: [usize; KNOWN],
}

thread_local! {
    static LENT: RefCell<Lent> = const { RefCell::new(Lent { running: Vec::new(), booted: Vec::new(), known: [0; KNOWN] }) };
}

impl Lent {
    fn keep(&mut self, pool: &Arc<Pool>) {
        let address = Arc::as_ptr(pool).addr();
        let known = &mut self.known[address.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 & (KNOWN - 1)];
        if *known != address {
            *known = address;
            self.running.push(pool.clone());
        }
    }
    /// What was kept, which is known no more.
    fn take(&mut self) -> Vec<Arc<Pool>> {
        if !self.running.is_empty() {
            self.known = [0; KNOWN];
        }
        std::mem::take(&mut self.running)
    }
}

/// The request is over: nothing of it is looked at any more.
pub(crate) fn give_back(_: &Ctx) {
    let kept = LENT.with_borrow_mut(Lent::take);
    drop(kept);
}

/// What was fetched so far stays in the snapshot, and so for good.
pub(crate) fn keep_for_snapshot(_: &Ctx) -> Result<(), String> {
    LENT.with_borrow_mut(|lent| {
        let running = lent.take();
        lent.booted.extend(running);
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{LENT, Pooled};
    use phant_memory::{Array, Value};

    #[test]
    fn a_value_outlives_its_entry() {
        let array = Value::from(Array::list([Value::from("one"), Value::int(2)]));
        let pooled = Pooled::new(&array).expect("plain");
        let (first, second) = (pooled.lend(), pooled.lend());
        assert_eq!(LENT.with_borrow(|lent| lent.running.len()), 1);
        drop(pooled);
        let both = first.as_array().zip(second.as_array()).expect("arrays");
        assert_eq!(both.0.get_int(0).and_then(Value::as_str).expect("a string").as_bytes(), b"one");
        assert_eq!(both.1.get_int(1).and_then(Value::as_int), Some(2));
        LENT.with_borrow_mut(|lent| assert_eq!(lent.take().len(), 1));
    }
}
