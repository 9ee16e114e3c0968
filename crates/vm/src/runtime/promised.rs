//! Global variables that are made when somebody first asks for them: `$_SERVER` takes longer than many a page does.
//!
//! The table of globals points to a place of theirs, as it points to the slots of top-level code, so that they have their
//! order from the start. A place that is still promised holds nothing, which sends whoever comes by it the slow way.

use phant_memory::Value;
use phant_native::Ctx;
use std::cell::{Cell, UnsafeCell};

/// How many there may be.
pub const MOST: usize = 2;

/// Makes the variable of a number. It runs no PHP code.
pub type Make = fn(&Ctx, usize) -> Value;

/// The places of promised variables.
pub struct Promised {
    places: [UnsafeCell<Value>; MOST],
    /// Those that nobody has asked for yet, by bits.
    open: Cell<u8>,
    make: Cell<Option<Make>>,
}

impl Promised {
    /// Nothing is promised.
    pub(crate) fn new() -> Promised {
        let places = [const { UnsafeCell::new(Value::UNDEF) }; MOST];
        Promised { places, open: Cell::new(0), make: Cell::new(None) }
    }
    /// Promises a variable, whose place this is from now on.
    pub(crate) fn open(&self, number: usize, make: Make) -> *mut Value {
        let place = self.places[number].get();
        // SAFETY: nobody holds a borrow of what is in the place; what was there goes when it is out.
        let before = unsafe { std::ptr::replace(place, Value::UNDEF) };
        drop(before);
        self.make.set(Some(make));
        self.open.set(self.open.get() | 1 << number);
        place
    }
    fn number(&self, place: *const Value) -> Option<usize> {
        (0..MOST).find(|&number| self.open.get() & 1 << number != 0 && std::ptr::eq(self.places[number].get(), place))
    }
    /// Makes the variable of a place, if it is promised.
    #[inline]
    pub(crate) fn keep(&self, ctx: &Ctx, place: *const Value) {
        if self.open.get() != 0
            && let Some(number) = self.number(place)
        {
            self.make(ctx, number);
        }
    }
    /// Makes all that is promised.
    pub(crate) fn keep_all(&self, ctx: &Ctx) {
        for number in (0..MOST).filter(|number| self.open.get() & 1 << number != 0) {
            self.make(ctx, number);
        }
    }
    #[cold]
    fn make(&self, ctx: &Ctx, number: usize) {
        self.open.set(self.open.get() & !(1 << number));
        if let Some(make) = self.make.get() {
            let value = make(ctx, number);
            // SAFETY: as above; an open place holds nothing.
            unsafe { self.places[number].get().write(value) };
        }
    }
}
