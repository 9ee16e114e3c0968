//! `memory_limit` and the figures of `memory_get_usage`.
//!
//! PHP's rules: usage counts blocks rounded up to their size classes, real usage counts chunks (2 MiB each) and huge
//! blocks (rounded up to pages), and the limit applies to real usage. To that the limit adds what PHP has in its heap too
//! and we have elsewhere: what the request took from the system allocator ([`account`]), and the engine's stacks, which
//! are bounded by what the rest leaves over ([`StackHook`]). The figures that a script asks for are the heap's alone.
//!
//! A request that exceeds its limit must end with a PHP error, but an allocation is not a place where a virtual
//! machine can unwind. So an allocation beyond the limit succeeds: the heap remembers that memory is exhausted, calls
//! a hook that asks the virtual machine to stop at its next safepoint, and goes on. What a native function allocates
//! until then is small, unless its size is computed: such a function calls [`Heap::try_reserve`] first.

use std::fmt;
use std::io::Write;

use super::checked;
use super::classes::{CHUNK, MAX_LARGE, PAGE, pages_for};
use super::control::Heap;
use crate::account;

/// How much real usage may grow by blocks of the system allocator until the stacks are looked at again.
const LOOK_EVERY: usize = 1 << 20;

/// Called once when memory is exhausted, from inside an allocation, with the heap's root pointers: it must not use the heap.
pub type ExhaustedHook = fn(&OutOfMemory, &[*mut u8]);

/// Called when the heap has grown or shrunk by chunks, with its root pointers: bounds the stacks of the engine to so many
/// bytes and returns how many they use. It must not use the heap.
pub type StackHook = fn(&[*mut u8], usize) -> usize;

/// Why memory is exhausted. Displays as PHP's error message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// What was in the way.
    pub cause: Cause,
    /// The limit at that time.
    pub limit: usize,
    /// Real usage at that time.
    pub allocated_bytes: usize,
    /// What the allocation asked for, rounded up as PHP does in its message.
    pub tried_bytes: usize,
}

/// What can keep an allocation from being served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The memory limit.
    Limit,
    /// The size of the address range.
    AddressSpace,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { limit, allocated_bytes, tried_bytes, .. } = self;
        match self.cause {
            Cause::Limit => {
                write!(f, "Allowed memory size of {limit} bytes exhausted (tried to allocate {tried_bytes} bytes)")
            }
            Cause::AddressSpace => {
                write!(f, "Out of memory (allocated {allocated_bytes} bytes) (tried to allocate {tried_bytes} bytes)")
            }
        }
    }
}

impl std::error::Error for OutOfMemory {}

impl Heap {
    /// Bytes in blocks, rounded up to size classes: `memory_get_usage(false)`.
    #[inline]
    pub fn usage(&self) -> usize {
        self.used
    }

    /// Bytes of chunks and huge blocks: `memory_get_usage(true)`.
    #[inline]
    pub fn real_usage(&self) -> usize {
        self.real
    }

    /// The highest [`usage`](Self::usage) since the last [`reset_peak`](Self::reset_peak).
    #[inline]
    pub fn peak(&self) -> usize {
        self.used_peak
    }

    /// The highest [`real_usage`](Self::real_usage) since the last [`reset_peak`](Self::reset_peak).
    #[inline]
    pub fn real_peak(&self) -> usize {
        self.real_peak
    }

    /// `memory_reset_peak_usage()`.
    pub fn reset_peak(&mut self) {
        self.used_peak = self.used;
        self.real_peak = self.real;
    }

    /// The limit of real usage.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Sets the limit of real usage; `usize::MAX` for none. As in PHP, a limit below one chunk becomes one chunk, and
    /// one below the current real usage is refused, with that usage as the error.
    pub fn set_limit(&mut self, bytes: usize) -> Result<(), usize> {
        let bytes = bytes.max(CHUNK);
        if bytes < self.real {
            self.collect();
        }
        if bytes < self.real {
            return Err(self.real);
        }
        self.limit = bytes;
        self.bound_stacks();
        checked::count_from_here(bytes);
        Ok(())
    }

    /// What exhausted the memory, until [`clear_exhausted`](Self::clear_exhausted).
    #[inline]
    pub fn exhausted(&self) -> Option<OutOfMemory> {
        self.exhausted
    }

    /// Forgets that memory was exhausted, so that shutdown functions run; the next chunk beyond the limit will
    /// exhaust it again.
    pub fn clear_exhausted(&mut self) {
        self.exhausted = None;
    }

    /// Sets what is called when memory is exhausted. It stays over a reset.
    pub fn set_exhausted_hook(&mut self, hook: Option<ExhaustedHook>) {
        self.exhausted_hook = hook;
    }

    /// Sets what bounds the engine's stacks. It stays over a reset.
    pub fn set_stack_hook(&mut self, hook: Option<StackHook>) {
        self.stack_hook = hook;
    }

    /// Bounds the engine's stacks anew, and returns what they use: after changes that the heap does not see.
    pub fn bound_stacks(&self) -> usize {
        let room = self.limit.saturating_sub(self.real).saturating_sub(account::charged());
        self.stack_hook.map_or(0, |hook| hook(&self.roots, room))
    }

    /// What the limit leaves over.
    pub(super) fn left(&self) -> usize {
        let taken = self.real.saturating_add(account::charged()).saturating_add(self.bound_stacks());
        self.limit.saturating_sub(taken)
    }

    /// Would a block of `bytes` bytes be within the limit and the range? Nothing is set aside.
    pub fn try_reserve(&mut self, bytes: usize) -> Result<(), OutOfMemory> {
        self.try_reserve_real(bytes, bytes)
    }

    /// Would growing a block in place or moving it be within the limit and the range?
    ///
    /// `block` must be a block of this heap, or the answer has no meaning.
    pub fn try_reserve_realloc(&mut self, block: *const u8, old: usize, new: usize) -> Result<(), OutOfMemory> {
        if new <= old || new <= MAX_LARGE {
            return self.try_reserve_real(new, new);
        }
        let more = if !self.system && old > MAX_LARGE && self.can_grow_huge(self.index_of(block), new) { new - old } else { new };
        self.try_reserve_real(more, new)
    }

    fn try_reserve_real(&mut self, bytes: usize, tried: usize) -> Result<(), OutOfMemory> {
        let real = if bytes <= MAX_LARGE { self.missing_chunk(bytes) } else { pages_for(bytes).saturating_mul(PAGE) };
        if real > self.left() {
            self.collect();
        }
        let fails = checked::fails();
        let cause = if fails || self.limit < usize::MAX && real > self.left() {
            Cause::Limit
        } else if real == usize::MAX || bytes > MAX_LARGE && !self.system && !self.has_room(bytes) {
            Cause::AddressSpace
        } else {
            return Ok(());
        };
        Err(self.out_of_memory(cause, tried))
    }

    /// What a block that fits in a chunk adds to real usage.
    fn missing_chunk(&mut self, bytes: usize) -> usize {
        if self.system || self.find_pages(pages_for(bytes.max(1))).is_some() { 0 } else { CHUNK }
    }

    fn out_of_memory(&self, cause: Cause, tried_bytes: usize) -> OutOfMemory {
        OutOfMemory { cause, limit: self.limit, allocated_bytes: self.real, tried_bytes }
    }

    /// Adds to real usage, and notes when that exceeds the limit.
    pub(super) fn charge(&mut self, bytes: usize, tried: usize) {
        // Blocks of the system allocator are charged one by one: the stacks are not looked at each time.
        let looked_at =
            !self.system || (self.real ^ (self.real + bytes)) >= LOOK_EVERY || bytes > self.limit - self.real.min(self.limit);
        if looked_at && self.exhausted.is_none() && self.limit < usize::MAX && bytes > self.left() {
            self.exhaust(tried);
        }
        self.real += bytes;
        self.real_peak = self.real_peak.max(self.real);
        if looked_at {
            self.bound_stacks();
        }
        // Free chunks are kept with their memory only while there is room for them.
        if self.cached > 0 && self.limit.saturating_sub(self.real) / CHUNK < self.cached {
            self.drop_cached();
        }
    }

    /// Takes from real usage.
    pub(super) fn discharge(&mut self, bytes: usize) {
        self.real -= bytes;
        if self.exhausted.is_none() && !self.system {
            self.bound_stacks();
        }
    }

    /// Notes that memory is exhausted: `tried` bytes were asked for.
    pub fn exhaust(&mut self, tried: usize) {
        let cause = if self.limit < usize::MAX { Cause::Limit } else { Cause::AddressSpace };
        self.exhaust_by(self.out_of_memory(cause, tried));
    }

    /// Whether there is what was asked for. If not, memory is exhausted.
    pub(super) fn exhaust_unless(&mut self, asked: Result<(), OutOfMemory>) -> bool {
        if let Err(error) = asked
            && self.exhausted.is_none()
        {
            self.exhaust_by(error);
        }
        asked.is_ok()
    }

    fn exhaust_by(&mut self, error: OutOfMemory) {
        self.exhausted = Some(error);
        if let Some(hook) = self.exhausted_hook {
            hook(&error, &self.roots);
        }
    }

    /// Ends the process: there is no address space left, and no way to tell the caller.
    #[cold]
    pub(super) fn out_of_range(&self, tried: usize) -> ! {
        let error = self.out_of_memory(Cause::AddressSpace, tried);
        let _ = writeln!(std::io::stderr(), "Fatal error: {error}");
        // SAFETY: ends the process without running anything more of it.
        unsafe { libc::_exit(255) }
    }
}
