//! The cycle collector: synchronous trial deletion over possible roots (Bacon and Rajan, 2001), as PHP does it.
//!
//! A count that drops to a non-zero value makes the object a *possible root*: it goes into the root buffer, and its
//! header remembers the buffer index and the colour purple. A run marks everything reachable from the roots grey
//! while subtracting internal counts, restores what is still counted from outside (black), and frees the rest
//! (white). A run that finds garbage with a destructor calls the destructors and frees only what none of their objects leads
//! to, since they may bring the rest back: that stays in the root buffer, and a second run follows. Where weak references
//! lead to garbage, destructors may reach all of it, and all of it is left; what is counted as freed by each run stays what
//! PHP counts.
//!
//! The value of a weak map's entry is alive as long as both map and key are: an analysis takes its count away as soon as
//! it comes to one of them, and gives it back when both turn out to be alive.
//!
//! A run never starts inside a release: when the buffer is full a flag is raised, and the engine calls [`collect`]
//! at its next safepoint, where no native code holds borrows.

mod tracer;

pub use tracer::Tracer;
use tracer::{collectable, collectable_of};

use crate::{
    HeapMap, HeapVec, alloc,
    array::{self, PhpArray},
    header::{ACYCLIC, GC_COLOR, GC_COLOR_SHIFT, GC_INDEX_SHIFT, GC_INFO, Header, IMMUTABLE, kind},
    heap, heap_map, heap_vec,
    object::{self, PhpObject},
    reference::PhpRef,
    state,
    value::Value,
};
use std::time::{Duration, Instant};

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
    /// Slot 0 is never used; a free slot is no address but says which one became free before it ([`free_slot`]).
    roots: HeapVec<*mut Header>,
    /// The slot that became free last; 0: none is.
    free: u32,
    /// Slots that are not free.
    count: usize,
    threshold: usize,
    enabled: bool,
    pending: bool,
    running: bool,
    /// Counts are being taken away: one that is zero says nothing.
    weighing: bool,
    runs: u64,
    collected: u64,
    times: Times,
    /// Where the next root with a destructor to call may be, and where there are no more of them.
    doomed: (usize, usize),
}

/// In an entry of the root buffer: the run that is under way will call the object's destructor.
const DOOMED: usize = 1;

/// In a slot of the root buffer: it is free, and the number of the next free one is in the bits above.
const FREE: usize = 2;
const FREE_SHIFT: u32 = 2;

/// A free slot.
#[inline(always)]
fn free_slot(next: u32) -> *mut Header {
    std::ptr::without_provenance_mut((next as usize) << FREE_SHIFT | FREE)
}
#[inline(always)]
fn is_free(slot: *mut Header) -> bool {
    slot.addr() & FREE != 0
}

/// What `gc_status()` shows.
#[derive(Debug, Clone, Copy)]
pub struct Status {
    /// Runs that had roots to look at.
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
    /// How long runs took.
    pub times: Times,
}

/// How long runs took so far.
#[derive(Debug, Clone, Copy, Default)]
pub struct Times {
    /// All of them from start to end.
    pub runs: Duration,
    /// The destructors that they called.
    pub destructors: Duration,
    /// Freeing what they found.
    pub freeing: Duration,
}

/// What `act` gives, the time that it took being added to `sum`.
fn timed<R>(sum: &mut Duration, act: impl FnOnce() -> R) -> R {
    let start = Instant::now();
    let result = act();
    *sum += start.elapsed();
    result
}

impl Collector {
    pub(crate) fn new() -> Collector {
        let mut roots = heap_vec();
        roots.push(std::ptr::null_mut());
        Collector {
            roots,
            free: 0,
            count: 0,
            threshold: THRESHOLD,
            enabled: true,
            pending: false,
            running: false,
            weighing: false,
            runs: 0,
            collected: 0,
            times: Times::default(),
            doomed: (0, 0),
        }
    }
    /// Closes the holes of the root buffer with roots from its end.
    fn compact(&mut self) {
        self.free = 0;
        let mut at = 1;
        loop {
            while self.roots.get(at).is_some_and(|&h| !is_free(h)) {
                at += 1;
            }
            while self.roots.len() > at && self.roots.last().is_some_and(|&h| is_free(h)) {
                self.roots.pop();
            }
            if at >= self.roots.len() {
                self.count = self.roots.len() - 1;
                return;
            }
            let Some(moved) = self.roots.pop() else { return };
            self.roots[at] = moved;
            // SAFETY: roots in the buffer are live.
            unsafe { (*moved).flags = (*moved).flags & !(GC_INFO & !GC_COLOR) | (at as u32) << GC_INDEX_SHIFT };
        }
    }
}

#[inline(always)]
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
        let state = state::known();
        if state.is_null() {
            return add_first_root(h);
        }
        let gc = &mut (*state).gc;
        // The buffer is being walked. Nothing is lost: whatever gets a count back is looked at in this run.
        if gc.weighing {
            return;
        }
        let index = gc.free;
        if index == 0 {
            return add_root_behind(gc, h);
        }
        // The list leads through slots that are free alone.
        let slot = gc.roots.get_unchecked_mut(index as usize);
        gc.free = (slot.addr() >> FREE_SHIFT) as u32;
        *slot = h;
        note_root(gc, h, index);
    }
}
#[cold]
#[inline(never)]
unsafe fn add_first_root(h: *mut Header) {
    // SAFETY: live by the caller's contract.
    unsafe { add_root_behind(collector(), h) }
}
/// Adds a root where no slot is free.
#[inline(never)]
unsafe fn add_root_behind(gc: &mut Collector, h: *mut Header) {
    // SAFETY: live by the caller's contract.
    unsafe {
        if gc.roots.len() <= MAX_ROOTS {
            gc.roots.push(h);
            note_root(gc, h, (gc.roots.len() - 1) as u32);
        }
    }
}
#[inline(always)]
unsafe fn note_root(gc: &mut Collector, h: *mut Header, index: u32) {
    // SAFETY: live by the caller's contract.
    unsafe { (*h).flags = ((*h).flags & !GC_INFO) | index << GC_INDEX_SHIFT | PURPLE << GC_COLOR_SHIFT };
    gc.count += 1;
    if gc.count >= gc.threshold {
        full(gc);
    }
}
/// There are as many roots as start a run.
#[cold]
#[inline(never)]
fn full(gc: &mut Collector) {
    if gc.enabled && !gc.running {
        gc.pending = true;
        // Jumps, returns and native calls look at the word.
        crate::interrupt::raise(crate::interrupt::COLLECT);
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
        if (*h).flags >> GC_INDEX_SHIFT != 0 {
            forget_root(h);
        }
    }
}
#[inline(never)]
unsafe fn forget_root(h: *mut Header) {
    // SAFETY: live by the caller's contract, and in the buffer, which is there then: a root's index is below its length.
    unsafe {
        let index = (*h).flags >> GC_INDEX_SHIFT;
        let gc = &mut (*state::known()).gc;
        debug_assert!((index as usize) < gc.roots.len());
        *gc.roots.get_unchecked_mut(index as usize) = free_slot(gc.free);
        gc.free = index;
        gc.count -= 1;
        (*h).flags &= !GC_INFO;
    }
}

/// Whether the root buffer is full and [`collect`] should run at the next safepoint.
#[inline(always)]
pub fn pending() -> bool {
    collector().pending
}

/// Whether counts are being weighed, so that one that goes down to zero is not the end of its object.
#[inline(always)]
pub(crate) fn is_weighing() -> bool {
    let state = state::known();
    // SAFETY: the state outlives the call.
    unsafe { !state.is_null() && (*state).gc.weighing }
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
        roots: gc.count,
        running: gc.running,
        times: gc.times,
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
/// Asks for the memory behind the header of what will be walked next: the state of a native object begins there.
#[inline(always)]
fn prefetch(h: *mut Header) {
    crate::prefetch(h.cast::<u8>().wrapping_add(64));
}

/// Calls `visit` for every collectable object that `h` holds a count of.
#[inline]
fn children(h: *mut Header, visit: &mut impl FnMut(*mut Header)) {
    // SAFETY: the kind names the real type; `h` is live.
    unsafe {
        match (*h).kind() {
            kind::ARRAY => (*h.cast::<PhpArray>()).values().filter_map(collectable_of).for_each(visit),
            kind::OBJECT => {
                object::slots(h.cast()).iter().filter_map(collectable_of).for_each(&mut *visit);
                object::trace_extra(h.cast(), &mut Tracer::new(visit));
            }
            kind::REFERENCE => collectable_of(&(*h.cast::<PhpRef>()).value).into_iter().for_each(visit),
            _ => {}
        }
    }
}

/// Calls `visit` for every entry of a weak map that an object takes part in as map or as key, with the other of the two
/// and the entry's value, if that is collectable.
#[inline(always)]
fn weak_entries(h: *mut Header, visit: &mut dyn FnMut(*mut Header, *mut Header, usize)) {
    if is_weak(h) {
        weak_entries_of(h, visit);
    }
}
/// Whether it is an object that weak references or weak maps refer to, or a weak map.
#[inline(always)]
fn is_weak(h: *mut Header) -> bool {
    // SAFETY: callers pass live objects; the kind names the real type.
    unsafe { (*h).kind() == kind::OBJECT && ((*h).flags & object::WEAKLY_REFERENCED != 0 || object::is_weak_map(h.cast())) }
}
#[cold]
#[inline(never)]
fn weak_entries_of(h: *mut Header, visit: &mut dyn FnMut(*mut Header, *mut Header, usize)) {
    // SAFETY: the caller has seen that it is an object; `h` is live, and so are the maps and keys of entries.
    unsafe {
        let mut each = |other: *mut PhpObject, v: &Value| {
            if let Some(value) = v.header()
                && collectable(value)
            {
                visit(other.cast(), value, std::ptr::from_ref(v).addr());
            }
        };
        if (*h).flags & object::WEAKLY_REFERENCED != 0 {
            (state::hooks().weak_entries_of)(h.cast(), &mut each);
        }
        object::weak_entries(h.cast(), &mut each);
    }
}

/// One analysis: its stacks, and the entries of weak maps that it has taken the count of: their values, by the places of these.
struct Analysis {
    stack: HeapVec<*mut Header>,
    black: HeapVec<*mut Header>,
    cut: HeapMap<usize, *mut Header>,
}

impl Analysis {
    fn mark_grey(&mut self, root: *mut Header) {
        let (stack, cut) = (&mut self.stack, &mut self.cut);
        set_color(root, GREY);
        stack.push(root);
        while let Some(h) = stack.pop() {
            let mut take = |c: *mut Header| {
                // SAFETY: children are live; they hold at least the count of this edge.
                unsafe { (*c).refcount -= 1 };
                if color(c) != GREY {
                    set_color(c, GREY);
                    prefetch(c);
                    stack.push(c);
                }
            };
            children(h, &mut take);
            weak_entries(h, &mut |_, value, place| {
                if cut.insert(place, value).is_none() {
                    take(value);
                }
            });
        }
    }
    fn scan(&mut self, root: *mut Header) {
        self.stack.push(root);
        while let Some(h) = self.stack.pop() {
            if color(h) != GREY {
                continue;
            }
            // SAFETY: live.
            if unsafe { (*h).refcount } > 0 {
                self.scan_black(h);
            } else {
                set_color(h, WHITE);
                let stack = &mut self.stack;
                // What has been looked at by then is not grey any more.
                let mut look = |c: *mut Header| {
                    if color(c) == GREY {
                        prefetch(c);
                        stack.push(c);
                    }
                };
                children(h, &mut look);
                weak_entries(h, &mut |_, value, _| look(value));
            }
        }
    }
    fn scan_black(&mut self, root: *mut Header) {
        let (stack, cut) = (&mut self.black, &mut self.cut);
        set_color(root, BLACK);
        stack.push(root);
        while let Some(h) = stack.pop() {
            let mut give = |c: *mut Header| {
                // SAFETY: live; gives back what `mark_grey` took.
                unsafe { (*c).refcount += 1 };
                if color(c) != BLACK {
                    set_color(c, BLACK);
                    stack.push(c);
                }
            };
            children(h, &mut give);
            weak_entries(h, &mut |other, value, place| {
                if !matches!(color(other), GREY | WHITE) && cut.remove(&place).is_some() {
                    give(value);
                }
            });
        }
    }
    /// Adds to `found` what is garbage behind a root that is.
    fn collect_white(&mut self, root: *mut Header, found: &mut HeapVec<*mut Header>) {
        let (stack, cut) = (&mut self.stack, &mut self.cut);
        set_color(root, BLACK);
        stack.push(root);
        while let Some(h) = stack.pop() {
            // SAFETY: live.
            if unsafe { (*h).flags } >> GC_INDEX_SHIFT == 0 {
                found.push(h);
            }
            // The first child is the next one, before those that wait.
            let mut first = None;
            let mut give = |c: *mut Header| {
                // SAFETY: live; gives back what `mark_grey` took.
                unsafe { (*c).refcount += 1 };
                if color(c) == WHITE {
                    set_color(c, BLACK);
                    prefetch(c);
                    match first {
                        None => first = Some(c),
                        Some(_) => stack.push(c),
                    }
                }
            };
            children(h, &mut give);
            weak_entries(h, &mut |_, value, place| {
                if cut.remove(&place).is_some() {
                    give(value);
                }
            });
            stack.extend(first);
        }
    }
}

/// Empties the root buffer and returns the garbage reachable from it, roots first, counts restored and the collector's bits
/// cleared.
fn find_garbage() -> HeapVec<*mut Header> {
    let gc = collector();
    gc.weighing = true;
    let mut run = Analysis { stack: heap_vec(), black: heap_vec(), cut: heap_map() };
    for &h in &gc.roots[1..] {
        if color(h) == PURPLE {
            run.mark_grey(h);
        }
    }
    for &h in &gc.roots[1..] {
        run.scan(h);
    }
    // A key that is in use does not lead to the value by itself, nor to the map behind it.
    let mut values = heap_vec();
    values.extend(run.cut.values().copied());
    for &h in &values {
        run.scan(h);
    }
    for at in 1..gc.roots.len() {
        let h = gc.roots[at];
        if color(h) != WHITE {
            // SAFETY: roots in the buffer are live.
            unsafe { (*h).flags &= !GC_INFO };
            gc.roots[at] = free_slot(0);
        }
    }
    gc.compact();
    let (mut garbage, mut found) = (heap_vec(), heap_vec());
    for &h in &gc.roots[1..] {
        if color(h) == WHITE {
            run.collect_white(h, &mut found);
        }
        garbage.push(h);
    }
    for &h in &values {
        if color(h) == WHITE {
            run.collect_white(h, &mut found);
        }
    }
    garbage.extend(found);
    gc.roots.truncate(1);
    gc.count = 0;
    gc.weighing = false;
    garbage
}

/// Forgets all possible roots: what they lead to is known to be in use.
pub fn forget_roots() {
    let gc = collector();
    for h in gc.roots.drain(1..).filter(|&h| !is_free(h)) {
        // SAFETY: roots in the buffer are live.
        unsafe { (*h).flags &= !GC_INFO };
    }
    (gc.free, gc.count) = (0, 0);
    gc.pending = false;
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
    let (freed, destructors) = run();
    if destructors { freed + run().0 } else { freed }
}

/// A run because the root buffer is full. What it finds tells when there will be the next one.
pub fn collect_automatically() {
    let freed = collect();
    let gc = collector();
    if freed < WORTHWHILE || gc.count >= gc.threshold {
        if gc.threshold + THRESHOLD_STEP < MAX_ROOTS {
            gc.threshold += THRESHOLD_STEP;
        }
    } else if gc.threshold > THRESHOLD {
        gc.threshold -= THRESHOLD_STEP;
    }
}

/// One run: how many objects and arrays it freed, and whether it called destructors.
fn run() -> (usize, bool) {
    let gc = collector();
    gc.compact();
    if gc.roots.len() == 1 {
        return (0, false);
    }
    gc.running = true;
    gc.runs += 1;
    let mut times = gc.times;
    let Times { runs, destructors: destruction, freeing } = &mut times;
    let (freed, destructors) = timed(runs, || {
        let left = take_left(gc);
        let garbage = find_garbage();
        let Held { weight, destructors } = hold(&garbage);
        let freed = if destructors {
            let unreachable = timed(destruction, || run_destructors(&garbage));
            let Held { weight, .. } = hold(&unreachable);
            timed(freeing, || free_garbage(&unreachable, &[], weight))
        } else {
            timed(freeing, || free_garbage(&garbage, &left, weight))
        };
        (freed, destructors)
    });
    let gc = collector();
    gc.running = false;
    gc.collected += freed as u64;
    gc.times = times;
    (freed, destructors)
}

fn wants_destructor(h: *mut Header) -> bool {
    // SAFETY: garbage is live until `free_garbage`.
    unsafe { (*h).kind() == kind::OBJECT && object::wants_destructor(h.cast()) }
}

/// What is known of garbage that [`hold`] holds.
struct Held {
    /// What freeing it counts for.
    weight: usize,
    /// Whether any of it has a destructor to call.
    destructors: bool,
}

/// Gives each piece of garbage a count more, so that none is freed while all are emptied, and makes it white.
fn hold(garbage: &[*mut Header]) -> Held {
    let mut held = Held { weight: 0, destructors: false };
    for &h in garbage {
        held.destructors |= wants_destructor(h);
        held.weight += weight(h, false);
        // SAFETY: garbage is live until it is freed.
        unsafe {
            (*h).refcount += 1;
            (*h).flags = (*h).flags & !GC_INFO | WHITE << GC_COLOR_SHIFT;
        }
    }
    held
}

/// Calls the destructors of garbage that [`hold`] holds, and returns those of it that no object with a destructor leads to.
/// The next run looks anew at what the destructors have left of the rest.
fn run_destructors(garbage: &[*mut Header]) -> HeapVec<*mut Header> {
    let gc = collector();
    let start = gc.roots.len();
    let mut stack: HeapVec<*mut Header> = heap_vec();
    for &h in garbage {
        // SAFETY: gives back what `hold` took.
        unsafe { (*h).refcount -= 1 };
        if wants_destructor(h) {
            set_color(h, BLACK);
            stack.push(h);
            root_again(gc, h, PURPLE, DOOMED);
        }
    }
    gc.doomed = (start, gc.roots.len());
    while let Some(h) = stack.pop() {
        let mut keep = |c: *mut Header| {
            if color(c) == WHITE {
                set_color(c, BLACK);
                stack.push(c);
            }
        };
        children(h, &mut keep);
        weak_entries(h, &mut |_, value, _| keep(value));
    }
    let mut unreachable = heap_vec();
    unreachable.extend(garbage.iter().copied().filter(|&h| color(h) == WHITE));
    if unreachable.iter().any(|&h| is_weak(h)) {
        for h in unreachable.drain(..) {
            set_color(h, BLACK);
            root_again(gc, h, GREY, 0);
        }
    }
    (state::hooks().destruct_garbage)();
    // Where the engine could not call them all.
    while let Some(object) = take_doomed() {
        // SAFETY: live, with the count that `take_doomed` gave it.
        unsafe { put_back(object) };
    }
    unreachable.iter().for_each(|&h| set_color(h, BLACK));
    unreachable
}

/// Makes garbage a root for the next run, with a mark in the buffer: purple, or grey where no object with a destructor leads
/// to it.
fn root_again(gc: &mut Collector, h: *mut Header, color: u32, mark: usize) {
    if gc.roots.len() <= MAX_ROOTS {
        // SAFETY: garbage is live.
        unsafe { (*h).flags |= (gc.roots.len() as u32) << GC_INDEX_SHIFT | color << GC_COLOR_SHIFT };
        gc.roots.push(h.map_addr(|address| address | mark));
        gc.count += 1;
    }
}

/// The grey roots, which a run with destructors has left, as ordinary ones.
fn take_left(gc: &mut Collector) -> HeapVec<*mut Header> {
    let mut left = heap_vec();
    left.extend(gc.roots[1..].iter().copied().filter(|&h| color(h) == GREY));
    left.iter().for_each(|&h| set_color(h, PURPLE));
    left
}

/// The next object whose destructor the run under way is to call, with a count of its own.
pub fn take_doomed() -> Option<*mut PhpObject> {
    let gc = collector();
    while gc.doomed.0 < gc.doomed.1.min(gc.roots.len()) {
        let at = gc.doomed.0;
        gc.doomed.0 += 1;
        let entry = gc.roots[at];
        if entry.addr() & DOOMED == 0 {
            continue;
        }
        let h = entry.map_addr(|address| address & !DOOMED);
        gc.roots[at] = h;
        // SAFETY: what is in the root buffer is live.
        unsafe {
            // Another destructor may have called it.
            if (*h).flags & object::DESTRUCTED == 0 {
                (*h).flags |= object::DESTRUCTED;
                (*h).refcount += 1;
                return Some(h.cast());
            }
        }
    }
    None
}

/// Takes back the count of an object that [`take_doomed`] returned. If it is the last one the next run frees the object.
///
/// # Safety
/// The object must come from [`take_doomed`], in the run that is under way.
pub unsafe fn put_back(object: *mut PhpObject) {
    // SAFETY: by contract.
    unsafe {
        (*object).header.refcount -= 1;
        if (*object).header.refcount == 0 && (*object).header.flags & GC_INFO == 0 {
            crate::value::destroy(object.cast());
        }
    }
}

/// Frees garbage of this weight that [`hold`] holds, and returns how much of it counts. `left` is what a run with destructors
/// has left: where it is garbage still, PHP has freed it by now, and what ends with it without being on a cycle of its own is
/// not counted.
fn free_garbage(garbage: &[*mut Header], left: &[*mut Header], weight: usize) -> usize {
    // SAFETY: garbage is only referenced from itself, and the counts of `hold` keep every block alive until all have
    // been emptied; then nothing points to any of them.
    unsafe {
        let mut uncounted = 0;
        for &h in left.iter().filter(|&&h| color(h) == WHITE) {
            set_color(h, GREY);
        }
        for &h in left.iter().filter(|&&h| color(h) == GREY) {
            uncounted += empty_with_last_holder(h);
        }
        let mut stack = heap_vec();
        garbage.iter().for_each(|&h| empty_depth_first(h, &mut stack));
        for &h in garbage {
            forget(h);
            match (*h).kind() {
                kind::ARRAY => array::free(h.cast()),
                kind::OBJECT => object::free_shell(h.cast()),
                _ => alloc::free(h.cast(), size_of::<PhpRef>()),
            }
        }
        weight - uncounted
    }
}
/// Empties what is left, and with it what has no other holder. Returns how much of that counts but was not left.
///
/// # Safety
/// `h` must be garbage that [`free_garbage`] is freeing, in the colours it gives.
unsafe fn empty_with_last_holder(h: *mut Header) -> usize {
    let (mut stack, mut held, mut uncounted) = (heap_vec(), heap_vec(), 0);
    stack.push(h);
    while let Some(h) = stack.pop() {
        match color(h) {
            BLACK => continue,
            WHITE => uncounted += weight(h, true),
            _ => {}
        }
        set_color(h, BLACK);
        garbage_in(h, &mut held);
        // SAFETY: by contract; the extra counts keep all blocks.
        unsafe {
            empty(h);
            stack.extend(held.drain(..).filter(|&c| color(c) == WHITE && (*c).refcount == 1));
        }
    }
    uncounted
}

/// Notes what is held and white. What is not garbage may end when its holder is emptied, and must not be looked at after that.
fn garbage_in(h: *mut Header, held: &mut HeapVec<*mut Header>) {
    children(h, &mut |c| {
        if color(c) == WHITE {
            held.push(c);
        }
    });
}

/// In an entry of the stack of [`empty_depth_first`]: what ends with the object has ended.
const LEFT: usize = 1;

/// Empties garbage that is white, and with it what has no other holder. The handles of objects are free in the order in which
/// PHP frees the objects: what an object holds alone goes before it does.
///
/// # Safety
/// `h` must be garbage that [`free_garbage`] is freeing; `stack` is empty, and is left so.
unsafe fn empty_depth_first(h: *mut Header, stack: &mut HeapVec<*mut Header>) {
    let mut held = heap_vec();
    stack.push(h);
    while let Some(entry) = stack.pop() {
        let h = entry.map_addr(|address| address & !LEFT);
        // SAFETY: by contract; the extra counts keep all blocks.
        unsafe {
            if entry.addr() & LEFT != 0 {
                object::give_back_handle(h.cast());
                continue;
            }
            if color(h) != WHITE {
                continue;
            }
            set_color(h, BLACK);
            garbage_in(h, &mut held);
            empty(h);
            if (*h).kind() == kind::OBJECT {
                stack.push(h.map_addr(|address| address | LEFT));
            }
            stack.extend(held.drain(..).rev().filter(|&c| color(c) == WHITE && (*c).refcount == 1));
        }
    }
}

/// Lets go of what garbage holds.
fn empty(h: *mut Header) {
    // SAFETY: garbage is live until it is freed, and the kind names the real type.
    unsafe {
        match (*h).kind() {
            kind::ARRAY => (*h.cast::<PhpArray>()).clear(),
            kind::OBJECT => object::take_contents(h.cast()),
            _ => drop(std::ptr::replace(&raw mut (*h.cast::<PhpRef>()).value, Value::NULL)),
        }
    }
}

/// What an array, object or reference that is being freed counts for. A table of dynamic properties does not: to PHP it is
/// part of its object. Of garbage that [`hold`] is about to hold, what it holds already is white.
fn weight(h: *mut Header, all_held: bool) -> usize {
    // SAFETY: garbage is live until it is freed.
    unsafe {
        match (*h).kind() {
            kind::ARRAY => 1,
            kind::OBJECT => usize::from(!object::own_table(h.cast()).is_some_and(|table| {
                collectable(table) && (*table).refcount == if all_held || color(table) == WHITE { 2 } else { 1 }
            })),
            _ => 0,
        }
    }
}
