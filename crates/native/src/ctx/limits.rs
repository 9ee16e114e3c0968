//! What native code asks before it takes memory, stack or time.

use super::Ctx;
use crate::error::{Level, PhpResult, Thrown};

/// What is that small is noticed at the next safepoint.
#[inline]
pub(super) fn is_little(bytes: usize) -> bool {
    bytes < 4096
}
/// Whether the limit leaves room.
pub(super) fn room_for(bytes: usize) -> Result<(), phant_memory::heap::OutOfMemory> {
    // What no string can hold is more than any limit.
    let bytes = if bytes > phant_memory::string::MAX_LEN { usize::MAX / 2 } else { bytes };
    phant_memory::heap::try_reserve(bytes)
}

impl Ctx {
    /// Asks for memory for a string whose size a script computes, before it is allocated: PHP's fatal error if there is
    /// not as much.
    #[inline]
    pub fn reserve(&self, bytes: usize) -> PhpResult<()> {
        if is_little(bytes) { Ok(()) } else { self.reserve_much(bytes) }
    }
    #[inline(never)]
    fn reserve_much(&self, bytes: usize) -> PhpResult<()> {
        match room_for(bytes) {
            Ok(()) => Ok(()),
            Err(error) => {
                self.report(Level::Error, error.to_string());
                Err(Thrown)
            }
        }
    }
    /// Asked before native code goes deeper into nested data: PHP's error if the native stack is nearly used up, or the
    /// memory.
    #[inline]
    pub fn check_stack(&self) -> PhpResult<()> {
        if crate::stack::is_low() { self.stack_exhausted() } else { self.poll() }
    }
    /// Asked before native code calls PHP code, and where PHP itself looks at how deep it is: PHP's error after as many
    /// levels as PHP has room for, whatever room there is.
    #[inline]
    pub fn check_calls(&self) -> PhpResult<()> {
        if crate::stack::is_low_for_calls() { self.calls_exhausted() } else { self.poll() }
    }
    /// Asked by native code that allocates in a loop without calling PHP code: PHP's fatal error once the memory limit
    /// has been exceeded.
    #[inline]
    pub fn check_memory(&self) -> PhpResult<()> {
        if phant_memory::heap::exhausted().is_some() { Err(self.memory_exhausted()) } else { Ok(()) }
    }
    /// Asked by native code that may run for long: PHP's fatal error once memory or time is used up. It costs a look at
    /// one word; code that has no context asks [`limits::reached`](crate::limits::reached) and stops early.
    #[inline(always)]
    pub fn poll(&self) -> PhpResult<()> {
        if crate::limits::reached() { self.host.interrupted(self) } else { Ok(()) }
    }
    #[cold]
    fn memory_exhausted(&self) -> Thrown {
        if let Some(error) = phant_memory::heap::exhausted() {
            self.end_of_memory(error);
        }
        Thrown
    }
    /// Ends the request because memory is exhausted.
    #[cold]
    pub fn end_of_memory(&self, error: phant_memory::heap::OutOfMemory) {
        phant_memory::heap::clear_exhausted();
        // What ends the request needs memory too; its shutdown functions are under a limit again.
        let _ = phant_memory::heap::set_limit(usize::MAX);
        self.report(Level::Error, error.to_string());
    }
    #[cold]
    fn calls_exhausted(&self) -> PhpResult<()> {
        if crate::stack::is_at_end_of_calls() {
            return Err(self.throw_error(crate::stack::exhausted_message()));
        }
        self.stack_exhausted()
    }
    #[cold]
    fn stack_exhausted(&self) -> PhpResult<()> {
        if crate::stack::is_at_end() {
            return Err(self.throw_error(crate::stack::exhausted_message()));
        }
        // There is more stack, but no memory for it.
        phant_memory::heap::bound_stacks();
        if crate::stack::is_low() {
            phant_memory::heap::exhaust(crate::stack::PIECE);
            return Err(self.memory_exhausted());
        }
        Ok(())
    }
}
