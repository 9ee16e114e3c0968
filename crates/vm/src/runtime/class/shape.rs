//! What keeps a linked class.
//!
//! Classes are outside the request heap. They are immutable once they are linked, so all threads may use them, and refer
//! to each other by plain references; whoever uses one holds its [`Shape`], and those of its relatives.

use phant_bytecode::Unit;
use phant_memory::permanent::Pool;
use phant_native::{
    Class, ClassPtr, Function,
    class::{ClassConstant, Property},
    function::FunctionKind,
};
use std::{
    ptr::NonNull,
    sync::{
        Arc, Mutex,
        atomic::{
            AtomicBool, AtomicU64,
            Ordering::{Acquire, Relaxed, Release},
        },
    },
};

/// Like a box, but others may hold references to what is in it.
pub(crate) struct Owned<T>(NonNull<T>);

// SAFETY: owns its value as a box does, and gives out shared references only.
unsafe impl<T: Send + Sync> Send for Owned<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for Owned<T> {}

impl<T> Owned<T> {
    pub(crate) fn new(value: T) -> Owned<T> {
        Owned(NonNull::from(Box::leak(Box::new(value))))
    }
    /// The value as others see it.
    ///
    /// # Safety
    /// The reference may be used as long as the owner is there.
    pub(crate) unsafe fn shared(&self) -> &'static T {
        // SAFETY: by contract.
        unsafe { self.0.as_ref() }
    }
    /// The value for changing.
    ///
    /// # Safety
    /// Nobody may look at it meanwhile.
    pub(crate) unsafe fn edit(&mut self) -> &mut T {
        // SAFETY: by contract.
        unsafe { self.0.as_mut() }
    }
}

impl<T> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: it came from a box, and whoever drops the owner knows that nobody uses the value any more.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

/// A class with all that belongs to it alone.
pub(crate) struct Shape {
    pub(crate) class: Owned<Class>,
    pub(crate) functions: Vec<Owned<Function>>,
    pub(crate) properties: Vec<Owned<Property>>,
    pub(crate) constants: Vec<Owned<ClassConstant>>,
    /// The largest [`Function::place`] of its functions.
    pub(crate) last_place: isize,
    /// Those of parent, interfaces and traits, as far as they are not native, if the shape may be shared.
    pub(crate) relatives: Vec<Arc<Shape>>,
    /// The unit of the declaration, if the shape may be shared.
    pub(crate) unit: Option<Arc<Unit>>,
    /// Those who use it may go on, but nobody else begins to.
    stale: AtomicBool,
    /// Where names are that no unit has.
    pub(crate) pool: Pool,
}

impl Shape {
    pub(crate) fn new(class: Class) -> Shape {
        Shape {
            class: Owned::new(class),
            functions: Vec::new(),
            properties: Vec::new(),
            constants: Vec::new(),
            last_place: 0,
            relatives: Vec::new(),
            unit: None,
            stale: AtomicBool::new(false),
            pool: Pool::default(),
        }
    }
    /// Nobody new may use it.
    pub(crate) fn retire(&self) {
        self.stale.store(true, Relaxed);
        // Whoever sees the count sees that it is stale.
        RETIRED.fetch_add(1, Release);
    }
    /// Only the request that has made it uses it, and nothing was learned of it.
    pub(crate) fn set_own(&self) {
        self.stale.store(true, Relaxed);
    }
    /// Whether it may be used by other requests.
    pub(crate) fn is_shared(&self) -> bool {
        self.unit.is_some() && !self.stale.load(Relaxed)
    }
    /// Whether it, or one that it is made of, may not be used by anybody new.
    pub(crate) fn is_stale(&self) -> bool {
        self.stale.load(Relaxed) || self.relatives.iter().any(|shape| shape.is_stale())
    }
    /// The class. It may be used by whoever holds the shape.
    pub(crate) fn class(&self) -> ClassPtr {
        // SAFETY: a class is used as long as somebody holds its shape: the worker, or one that refers to it.
        unsafe { self.class.shared() }
    }
}

impl Drop for Shape {
    fn drop(&mut self) {
        // SAFETY: the values are there until the fields are dropped.
        unsafe {
            INDICES.give_back(std::iter::once(self.class.shared().index as isize));
            let functions = self.functions.iter().map(|f| f.shared());
            let compiled = functions.filter(|f| matches!(f.kind, FunctionKind::User(_)));
            PLACES.give_back(compiled.map(|f| f.place.load(Relaxed)));
        }
    }
}

/// Numbers that classes and methods have as long as they live.
struct Numbers(Mutex<Free>);

struct Free {
    free: Vec<isize>,
    next: isize,
}

impl Numbers {
    const fn new() -> Numbers {
        Numbers(Mutex::new(Free { free: Vec::new(), next: 1 }))
    }
    fn take(&self) -> isize {
        let mut numbers = self.0.lock().expect("no panics while numbers are taken");
        if let Some(number) = numbers.free.pop() {
            return number;
        }
        numbers.next += 1;
        numbers.next - 1
    }
    fn give_back(&self, numbers: impl Iterator<Item = isize>) {
        self.0.lock().expect("no panics while numbers are taken").free.extend(numbers);
    }
}

static INDICES: Numbers = Numbers::new();
static PLACES: Numbers = Numbers::new();

/// How many shapes were retired.
static RETIRED: AtomicU64 = AtomicU64::new(0);

/// How many shapes were retired so far.
pub(crate) fn retirements() -> u64 {
    RETIRED.load(Acquire)
}

/// How far the places of methods reach.
pub(crate) fn places_taken() -> usize {
    PLACES.0.lock().expect("no panics while numbers are taken").next as usize
}

/// A number for a class: where requests keep what is theirs of it.
pub(crate) fn take_index() -> u32 {
    INDICES.take() as u32
}

/// A number for a method: where requests keep its run-time part.
pub(crate) fn take_place() -> isize {
    PLACES.take()
}

/// Places that nobody has any more.
pub(crate) fn give_back_places(places: impl Iterator<Item = isize>) {
    PLACES.give_back(places);
}
