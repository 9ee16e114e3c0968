//! How far native recursion may go.
//!
//! Native code that walks nested data recurses on the native stack. The engine says where that stack ends (and says so
//! again when a fiber switches stacks, or when `memory_limit` leaves less room for it); walks ask before they go deeper.

use std::cell::Cell;

/// What a thread whose limit nobody set is assumed to have below the first question asked.
const ASSUMED: usize = 1 << 20;

/// By what the stack is said to grow when there is no memory for more of it.
pub const PIECE: usize = 64 << 10;

/// A native stack.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stack {
    /// The lowest address that native code may use, with a reserve for what it calls.
    end: usize,
    /// How large the stack above the end is.
    size: usize,
    /// The lowest address that there is memory for: not below the end.
    limit: usize,
    /// How much of it calls of PHP code by native code may use: as many of them end in an error as in PHP.
    calls: usize,
    /// The lowest address at which such a call may begin: not below the limit.
    calls_limit: usize,
    /// The size that messages tell.
    told: usize,
}

thread_local! {
    static STACK: Cell<Stack> = const { Cell::new(Stack::new(0, ASSUMED)) };
}

impl Stack {
    /// A stack of `size` bytes above the address `end`.
    pub const fn new(end: usize, size: usize) -> Stack {
        Stack { end, size, limit: end, calls: size, calls_limit: end, told: size }
    }
    /// A stack of which calls of PHP code may use `calls` bytes, in messages `told`. What is told is PHP's figure, whose
    /// frames are smaller.
    pub fn for_calls(self, calls: usize, told: usize) -> Stack {
        let calls = calls.min(self.size);
        let calls_limit = (self.end + (self.size - calls)).max(self.limit);
        Stack { calls, calls_limit, told, ..self }
    }
}

/// From now on, this is the thread's stack.
pub fn set(stack: Stack) {
    STACK.set(stack);
}

/// From now on, this is the thread's stack; returns the one before.
pub fn replace(stack: Stack) -> Stack {
    STACK.replace(stack)
}

/// Bounds the stack to `bytes` bytes, and returns how many are in use.
pub fn bound(bytes: usize) -> usize {
    let mut stack = STACK.get();
    let top = stack.end.saturating_add(stack.size);
    stack.limit = top.saturating_sub(bytes).max(stack.end);
    stack.calls_limit = top.saturating_sub(stack.calls).max(stack.limit);
    STACK.set(stack);
    top.saturating_sub(here())
}

/// What to say when the stack is used up.
pub fn exhausted_message() -> String {
    let size = STACK.get().told;
    format!(
        "Maximum call stack size of {size} bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion?"
    )
}

#[inline(always)]
fn here() -> usize {
    let marker = 0u8;
    (&raw const marker).addr()
}

/// Whether the stack, or the memory for it, is nearly used up.
#[inline]
pub fn is_low() -> bool {
    let stack = STACK.get();
    if stack.end == 0 {
        set(Stack::new(here().saturating_sub(ASSUMED), ASSUMED));
        return false;
    }
    here() < stack.limit
}

/// Whether native code is too deep to call PHP code.
#[inline]
pub fn is_low_for_calls() -> bool {
    let stack = STACK.get();
    if stack.end == 0 { is_low() } else { here() < stack.calls_limit }
}

/// Whether it is the stack itself that is nearly used up.
pub fn is_at_end() -> bool {
    here() < STACK.get().end
}

/// Whether calls of PHP code have used what they may.
pub fn is_at_end_of_calls() -> bool {
    let stack = STACK.get();
    here() < stack.end + (stack.size - stack.calls)
}
