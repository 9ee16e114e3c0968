//! Jumps, loops, exceptions.

/// Rows of the opcode table; see [`crate::ops`].
#[macro_export]
macro_rules! control_rows {
    ($m:ident $rest:tt {$($rows:tt)*}) => { $crate::chain_rows! { $m $rest { $($rows)*
        /// Nothing.
        may {} gives Nothing: Nop();
        /// Further operands of the instruction before.
        may {} gives Nothing: Ext(a: Number, b: Number, c: Number);
        /// Jumps.
        may {throw, call, collect, end} gives Nothing: Jmp(_: Unused, target: Far);
        /// Jumps if the value is false.
        may {throw, call, collect} gives Nothing: JmpZ(value: Tested, target: Far);
        /// Jumps if the value is true.
        may {throw, call, collect} gives Nothing: JmpNz(value: Tested, target: Far);
        /// Jumps if the value, which stays, is null.
        may {throw, call, collect} gives Nothing: JmpNull(value: Kept, target: Far);
        /// Jumps if the value, which stays, is not null.
        may {throw, call, collect} gives Nothing: JmpNotNull(value: Kept, target: Far);
        /// Jumps if the value is null, and drops it then.
        may {throw, call, collect} gives Nothing: JmpNullsafe(value: DroppedIfTaken, target: Far);
        /// Jumps if the value is true, and drops it if not.
        may {throw, call, collect} gives Nothing: JmpSet(value: DroppedUnlessTaken, target: Far);
        /// Jumps if the variable holds nothing.
        may {throw, call, collect} gives Nothing: JmpUndefSlot(value: Kept, target: Far);
        /// Jumps, unless assertions are on.
        may {throw, call, collect} gives Nothing: Assert(_: Unused, target: Far);
        /// Goes where the comparisons with literals that follow lead the value, if it is an integer or a string; else on to them.
        may {} gives Nothing: Switch(value: Kept; _: Number);
        /// No arm of a `match` was for the value.
        may {throw, call, end} gives Nothing: MatchError(value: Value);
        /// The value of an expression that `?->` cut short.
        may {} gives Null: NullsafeEnd(dst: Out);
        /// Runs tick functions, or (`set`) makes them run at every n-th statement.
        may {throw, call} gives Nothing: Ticks(set: Number, every: MaybeLiteral);

        /// Begins `foreach`; jumps if there is nothing to walk.
        may {throw, call} gives Nothing: IterReset(iter: NewIterator, source: Value; _: Unused, target: Far);
        /// Begins `foreach` by reference; jumps if there is nothing to walk.
        may {throw, call} gives Nothing: IterResetRef(iter: NewIterator, source: Bound; _: Unused, target: Far);
        /// The next element, or a jump; `into` says whether it goes into a variable, whose old value is released.
        may {throw, call} gives Any: IterNext(iter: Iterator, element: Next; into: Number, target: Far);
        /// The next element and its key, or a jump.
        may {throw, call} gives Any: IterNextKey(iter: Iterator, element: Next, key: NextKey; into: Number, target: Far);
        /// The next element by reference, or a jump.
        may {throw, call} gives Any: IterNextRef(iter: Iterator, element: NextRef; into: Number, target: Far);
        /// The next element by reference and its key, or a jump.
        may {throw, call} gives Any: IterNextRefKey(iter: Iterator, element: NextRef, key: NextKey; into: Number, target: Far);
        /// Ends an iteration. Where a loop is left early, the target is its end.
        may {throw, call} gives Nothing: IterFree(iter: EndedIterator, end: Note);

        /// `throw value`.
        may {throw, call, end} gives Nothing: Throw(value: Value);
        /// Reports a write to what is no place, or a read of `[]`.
        may {throw, call, end} gives Nothing: TemporaryWritten(is_read: Number);
        /// Takes the pending exception into the variable (0 is none) if it is of the class, else jumps.
        may {throw, call} gives Object: Catch(var: MaybeVar, class: Literal; last: Number, target: Far);
        /// Calls a `finally` block.
        may {throw, call, collect, end} gives Nothing: FastCall(state: Finally, target: Far);
        /// Ends a `finally` block: goes on where it was called, or with the exception it held back.
        may {throw, call, collect} gives Nothing: FastRet(state: Finally);
        /// Forgets what a `finally` block holds back, since it is left by a jump or a return.
        may {throw, call} gives Nothing: DiscardException(state: Finally);
        /// No `catch` clause wanted the exception.
        may {throw, call, end} gives Nothing: Rethrow();
    } } };
}
