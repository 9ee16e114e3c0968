//! The cycle collector: synchronous trial deletion over possible roots (Bacon and Rajan, 2001), as PHP does it.
//!
//! A count that drops to a non-zero value makes the object a *possible root*: it goes into the root buffer, and its
//! header remembers the buffer index and the colour purple. A run marks everything reachable from the roots grey
//! while subtracting internal counts, restores what is still counted from outside (black), and frees the rest
//! (white). Destructors of garbage run first; since they may bring objects back, the analysis then runs again.
//!
//! A run never starts inside a release: when the buffer is full a flag is raised, and the engine calls [`collect`]
//! at its next safepoint, where no native code holds borrows.

use crate::{
    HeapVec, alloc,
    array::{self, PhpArray},
    header::{ACYCLIC, GC_COLOR, GC_COLOR_SHIFT, GC_INDEX_SHIFT, GC_INFO, Header, IMMUTABLE, kind},
    heap, heap_vec,
    object::{self, PhpObject},
    reference::PhpRef,
    state,
    value::Value,
};

const BLACK: u32 = 0;
const WHITE: u32 = 1;
const GREY: u32 = 2;
const PURPLE: u32 = 3;
const MAX_ROOTS: usize = (1 << (32 - GC_INDEX_SHIFT)) - 1;
const THRESHOLD: usize = 10_001;
const THRESHOLD_STEP: usize = 10_000;
/// A run that frees fewer than this makes the next one come later.
const WORTHWHILE: usize = 100;

/// Root buffer and statistics of one request.
pub struct Collector {
    /// Slot 0 is never used; free slots are null.
    roots: HeapVec<*mut Header>,
    free: HeapVec<u32>,
    threshold: usize,
    enabled: bool,
    pending: bool,
    running: bool,
    runs: u64,
    collected: u64,
}

/// What `gc_status()` shows.
#[derive(Debug, Clone, Copy)]
pub struct Status {
    /// Runs that found garbage.
    pub runs: u64,
    /// Objects and arrays freed.
    pub collected: u64,
    /// Roots that start a run.
    pub threshold: usize,
    /// Possible roots now.
    pub roots: usize,
    /// Whether a run is under way.
    pub running: bool,
    /// Size of the root buffer.
    pub buffer_size: usize,
}

impl Collector {
    pub(crate) fn new() -> Collector {
        let mut roots = heap_vec();
        roots.push(std::ptr::null_mut());
        Collector {
            roots,
            free: heap_vec(),
            threshold: THRESHOLD,
            enabled: true,
            pending: false,
            running: false,
            runs: 0,
            collected: 0,
        }
    }
    fn count(&self) -> usize {
        self.roots.len() - 1 - self.free.len()
    }
}

fn collector() -> &'static mut Collector {
    // SAFETY: the state outlives the call, and no caller keeps the borrow across another one.
    unsafe { &mut (*state::state()).gc }
}

/// Notes that an object lost a count but is still alive.
///
/// # Safety
/// `h` must be live.
#[inline(always)]
pub unsafe fn possible_root(h: *mut Header) {
    // SAFETY: by contract.
    unsafe {
        if (*h).flags & (GC_INFO | ACYCLIC | IMMUTABLE) == 0 {
            add_root(h);
        }
    }
}

#[inline(never)]
unsafe fn add_root(h: *mut Header) {
    // SAFETY: live by the caller's contract.
    unsafe {
        if (*h).kind() == kind::REFERENCE && !(*h.cast::<PhpRef>()).value.header().is_some_and(collectable) {
            return;
        }
        let gc = collector();
        let index = match gc.free.pop() {
            Some(i) => {
                gc.roots[i as usize] = h;
                i
            }
            None if gc.roots.len() <= MAX_ROOTS => {
                gc.roots.push(h);
                (gc.roots.len() - 1) as u32
            }
            None => return,
        };
        (*h).flags = ((*h).flags & !GC_INFO) | index << GC_INDEX_SHIFT | PURPLE << GC_COLOR_SHIFT;
        if gc.count() >= gc.threshold && gc.enabled && !gc.running {
            gc.pending = true;
        }
    }
}

/// Takes a dying object out of the root buffer.
///
/// # Safety
/// `h` must be live.
#[inline(always)]
pub(crate) unsafe fn forget(h: *mut Header) {
    // SAFETY: by contract; a non-zero index is a used slot.
    unsafe {
        let index = (*h).flags >> GC_INDEX_SHIFT;
        if index != 0 {
            let gc = collector();
            gc.roots[index as usize] = std::ptr::null_mut();
            gc.free.push(index);
            (*h).flags &= !GC_INFO;
        }
    }
}

/// Whether the root buffer is full and [`collect`] should run at the next safepoint.
#[inline(always)]
pub fn pending() -> bool {
    collector().pending
}

/// Turns automatic runs on or off.
pub fn set_enabled(on: bool) {
    let gc = collector();
    gc.enabled = on;
    gc.pending &= on;
}
/// Whether automatic runs are on.
pub fn enabled() -> bool {
    collector().enabled
}
/// Figures for `gc_status()`.
pub fn status() -> Status {
    let gc = collector();
    Status {
        runs: gc.runs,
        collected: gc.collected,
        threshold: gc.threshold,
        roots: gc.count(),
        running: gc.running,
        buffer_size: gc.roots.capacity().next_power_of_two().max(16_384),
    }
}

fn color(h: *mut Header) -> u32 {
    // SAFETY: callers pass live objects.
    unsafe { ((*h).flags & GC_COLOR) >> GC_COLOR_SHIFT }
}
fn set_color(h: *mut Header, c: u32) {
    // SAFETY: callers pass live objects.
    unsafe { (*h).flags = ((*h).flags & !GC_COLOR) | c << GC_COLOR_SHIFT }
}
fn collectable(h: *mut Header) -> bool {
    // SAFETY: callers pass live objects.
    unsafe { (*h).flags & (ACYCLIC | IMMUTABLE) == 0 }
}

/// Calls `visit` for every collectable object that `h` holds a count of.
fn children(h: *mut Header, visit: &mut dyn FnMut(*mut Header)) {
    let mut each = |v: &Value| {
        let v = match v.indirect_target() {
            // SAFETY: symbol tables point at live local variables.
            Some(target) => unsafe { &*target },
            None => v,
        };
        if let Some(child) = v.header()
            && collectable(child)
        {
            visit(child);
        }
    };
    // SAFETY: the kind names the real type; `h` is live.
    unsafe {
        match (*h).kind() {
            kind::ARRAY => (*h.cast::<PhpArray>()).values().for_each(&mut each),
            kind::OBJECT => object::trace(h.cast(), &mut each),
            kind::REFERENCE => each(&(*h.cast::<PhpRef>()).value),
            _ => {}
        }
    }
}

fn mark_grey(root: *mut Header, stack: &mut HeapVec<*mut Header>) {
    set_color(root, GREY);
    stack.push(root);
    while let Some(h) = stack.pop() {
        children(h, &mut |c| {
            // SAFETY: children are live; they hold at least the count of this edge.
            unsafe { (*c).refcount -= 1 };
            if color(c) != GREY {
                set_color(c, GREY);
                stack.push(c);
            }
        });
    }
}
fn scan(root: *mut Header, stack: &mut HeapVec<*mut Header>, black: &mut HeapVec<*mut Header>) {
    stack.push(root);
    while let Some(h) = stack.pop() {
        if color(h) != GREY {
            continue;
        }
        // SAFETY: live.
        if unsafe { (*h).refcount } > 0 {
            scan_black(h, black);
        } else {
            set_color(h, WHITE);
            children(h, &mut |c| stack.push(c));
        }
    }
}
fn scan_black(root: *mut Header, stack: &mut HeapVec<*mut Header>) {
    set_color(root, BLACK);
    stack.push(root);
    while let Some(h) = stack.pop() {
        children(h, &mut |c| {
            // SAFETY: live; gives back what `mark_grey` took.
            unsafe { (*c).refcount += 1 };
            if color(c) != BLACK {
                set_color(c, BLACK);
                stack.push(c);
            }
        });
    }
}
fn collect_white(root: *mut Header, stack: &mut HeapVec<*mut Header>, garbage: &mut HeapVec<*mut Header>) {
    if color(root) != WHITE {
        return;
    }
    set_color(root, BLACK);
    stack.push(root);
    while let Some(h) = stack.pop() {
        garbage.push(h);
        children(h, &mut |c| {
            // SAFETY: live; gives back what `mark_grey` took.
            unsafe { (*c).refcount += 1 };
            if color(c) == WHITE {
                set_color(c, BLACK);
                stack.push(c);
            }
        });
    }
}

/// Empties the root buffer and returns the garbage reachable from it, counts restored.
fn find_garbage() -> HeapVec<*mut Header> {
    let gc = collector();
    let mut roots = heap_vec();
    for h in gc.roots.drain(1..).filter(|h| !h.is_null()) {
        roots.push(h);
    }
    gc.free.clear();
    let (mut stack, mut black, mut garbage) = (heap_vec(), heap_vec(), heap_vec());
    for &h in &roots {
        // SAFETY: roots in the buffer are live.
        unsafe { (*h).flags &= !(GC_INFO & !GC_COLOR) };
    }
    for &h in &roots {
        if color(h) == PURPLE {
            mark_grey(h, &mut stack);
        }
    }
    for &h in &roots {
        scan(h, &mut stack, &mut black);
    }
    for &h in &roots {
        collect_white(h, &mut stack, &mut garbage);
    }
    garbage
}

/// Runs the collector; returns how many objects and arrays it freed.
pub fn collect() -> usize {
    let gc = collector();
    // Garbage may hold the place that an instruction is about to write to.
    if heap::holding() {
        return 0;
    }
    gc.pending = false;
    if gc.running {
        return 0;
    }
    gc.running = true;
    let mut garbage = find_garbage();
    if garbage.iter().any(|&h| wants_destructor(h)) {
        run_destructors(&garbage);
        // What the destructors touched or brought back shows in a second analysis from the same objects.
        for &h in &garbage {
            // SAFETY: `run_destructors` kept a count of each.
            unsafe {
                let last = (*h).refcount == 1;
                crate::value::release(h);
                if !last && collectable(h) && (*h).flags & GC_INFO == 0 {
                    add_root(h);
                }
            }
        }
        garbage = find_garbage();
    }
    let freed = free_garbage(&garbage);
    let gc = collector();
    gc.running = false;
    if !garbage.is_empty() {
        gc.runs += 1;
        gc.collected += freed as u64;
    }
    if freed < WORTHWHILE && gc.threshold + THRESHOLD_STEP < MAX_ROOTS && gc.count() + THRESHOLD_STEP > gc.threshold {
        gc.threshold += THRESHOLD_STEP;
    } else if freed >= WORTHWHILE && gc.threshold > THRESHOLD {
        gc.threshold -= THRESHOLD_STEP;
    }
    freed
}

fn wants_destructor(h: *mut Header) -> bool {
    // SAFETY: garbage is live until `free_garbage`.
    unsafe { (*h).kind() == kind::OBJECT && (*h).flags & (object::HAS_DESTRUCTOR | object::DESTRUCTED) == object::HAS_DESTRUCTOR }
}

/// Runs the destructors of garbage, leaving one extra count on every object of it.
fn run_destructors(garbage: &[*mut Header]) {
    for &h in garbage {
        // SAFETY: live.
        unsafe { (*h).refcount += 1 };
    }
    let mut objects: HeapVec<*mut PhpObject> = heap_vec();
    objects.extend(garbage.iter().filter(|&&h| wants_destructor(h)).map(|&h| h.cast::<PhpObject>()));
    for &object in &objects {
        // SAFETY: live, with a count of our own. Marked beforehand: a destructor must not run the next one a second time.
        unsafe { (*object).header.flags |= object::DESTRUCTED };
    }
    (state::hooks().destruct_garbage)(&objects);
}

fn free_garbage(garbage: &[*mut Header]) -> usize {
    let mut freed = 0usize;
    // A table of dynamic properties does not count: to PHP it is part of its object.
    let tables = garbage.iter().filter(|&&h| is_object_with_table(h)).count();
    // SAFETY: garbage is only referenced from itself. One extra count on each keeps every block alive until all have
    // been emptied; then nothing points to any of them.
    unsafe {
        for &h in garbage {
            (*h).refcount += 1;
        }
        for &h in garbage {
            match (*h).kind() {
                kind::ARRAY => (*h.cast::<PhpArray>()).clear(),
                kind::OBJECT => object::take_contents(h.cast()),
                _ => drop(std::ptr::replace(&raw mut (*h.cast::<PhpRef>()).value, Value::NULL)),
            }
        }
        for &h in garbage {
            forget(h);
            match (*h).kind() {
                kind::ARRAY => {
                    freed += 1;
                    array::free(h.cast());
                }
                kind::OBJECT => {
                    freed += 1;
                    object::free_shell(h.cast());
                }
                _ => alloc::free(h.cast(), size_of::<PhpRef>()),
            }
        }
    }
    freed.saturating_sub(tables)
}

/// Whether `h` is an object whose dynamic-property table is garbage with it and held by nothing else.
fn is_object_with_table(h: *mut Header) -> bool {
    // SAFETY: garbage is live until `free_garbage`.
    unsafe { (*h).kind() == kind::OBJECT && object::own_table(h.cast()).is_some_and(collectable) }
}
