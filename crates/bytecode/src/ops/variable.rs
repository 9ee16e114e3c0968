//! Variables: loads, assignments, counting, references, access by name, pointers to places.

/// Rows of the opcode table; see [`crate::ops`].
#[macro_export]
macro_rules! variable_rows {
    ($m:ident $rest:tt {$($rows:tt)*}) => { $crate::chain_rows! { $m $rest { $($rows)*
        /// A literal.
        may {} gives Copy: LoadK(dst: Out, value: Literal);
        /// A temporary goes to another slot.
        may {} gives Copy: Move(dst: Out, value: Value);
        /// The value of a variable.
        may {throw, call} gives Copy: CopyVar(dst: Out, value: Kept);
        /// The value of a variable; an undefined one is not reported.
        may {} gives Copy: CopyVarQuiet(dst: Out, value: Kept);
        /// Drops a temporary.
        may {throw, call} gives Nothing: Free(value: Value);
        /// `$this`.
        may {throw, call} gives Object: LoadThis(dst: Out);
        /// `$this`, or null.
        may {} gives Any: LoadThisQuiet(dst: Out);

        /// `$var = value`.
        may {throw, call} gives Copy:
            AssignV(var: Var, value: Value, result: Wanted),
            AssignK(var: Var, value: Literal, result: Wanted);
        /// `$var = &value`: the value is a reference, or the result of a call that gave none.
        may {throw, call} gives Any: AssignRef(var: Bound, value: Value);
        /// `$left op= right`.
        may {throw, call} gives Any:
            AssignOpV(left: Var, right: Value, result: Wanted; operator: Operator),
            AssignOpK(left: Var, right: Literal, result: Wanted; operator: Operator);
        /// `$left += right`.
        may {throw, call} gives Add:
            AddAssignV(left: Var, right: Value, result: Wanted),
            AddAssignK(left: Var, right: Literal, result: Wanted);
        /// `$left -= right`.
        may {throw, call} gives Sub:
            SubAssignV(left: Var, right: Value, result: Wanted),
            SubAssignK(left: Var, right: Literal, result: Wanted);
        /// `$left *= right`.
        may {throw, call} gives Mul: MulAssignV(left: Var, right: Value, result: Wanted);
        /// `$left .= right`.
        may {throw, call} gives Any:
            ConcatAssignV(left: Var, right: Value, result: Wanted),
            ConcatAssignK(left: Var, right: Literal, result: Wanted);
        /// `++$var`.
        may {throw, call} gives Any: PreInc(var: Var, dst: Out);
        /// `--$var`.
        may {throw, call} gives Any: PreDec(var: Var, dst: Out);
        /// `$var++`.
        may {throw, call} gives Any: PostInc(var: Var, dst: Out);
        /// `$var--`.
        may {throw, call} gives Any: PostDec(var: Var, dst: Out);
        /// `$var++` or (an odd `kind`) `$var--`, the result not wanted.
        may {throw, call} gives Step: IncDecDrop(var: Var, kind: Number);

        /// `isset($var)`.
        may {} gives Bool: IssetVar(dst: Out, value: Kept);
        /// `empty($var)`.
        may {throw, call} gives Bool: EmptyVar(dst: Out, value: Kept);
        /// `unset($var)`.
        may {throw, call} gives Undef: UnsetVar(var: Var);
        /// The variable as a reference.
        may {} gives Any: MakeRef(dst: Out, var: Bound);
        /// The place of an array in the variable, else the variable as a reference.
        may {} gives Any: LendVar(dst: Pointer, var: Bound);

        /// `$$name`: a value (mode 0, 1 quietly) or a place (2 write, 3 read and write, 4 unset).
        may {throw, call, name} gives Any: FetchVarDyn(dst: Pointer, name: Value, mode: Number);
        /// `$$name = value`.
        may {throw, call, name} gives Any: AssignVarDyn(name: Value, result: Wanted, value: Value);
        /// `isset($$name)` or `empty($$name)`.
        may {throw, call, name} gives Bool: IssetVarDyn(dst: Out, name: Value, empty: Number);
        /// `unset($$name)`.
        may {throw, call, name} gives Nothing: UnsetVarDyn(name: Value);
        /// `$GLOBALS` as a whole.
        may {call} gives Array: FetchGlobals(dst: Out);
        /// `$GLOBALS[name]` or a superglobal: a value (mode 0, 1 quietly) or a place (2 write, 3 read and write, 4 unset).
        may {throw, call} gives Any:
            FetchGlobal(dst: Pointer, name: Value, mode: Number),
            FetchGlobalK(dst: Pointer, name: Literal, mode: Number);
        /// `unset($GLOBALS[name])`.
        may {throw, call} gives Nothing: UnsetGlobal(name: Value);
        /// `global $var`.
        may {throw, call} gives Any: BindGlobal(var: Bound, name: Literal);
        /// `static $var = constant`.
        may {throw, call} gives Any: BindStatic(var: Bound, index: Static);
        /// The first value of a static variable.
        may {throw, call} gives Any: InitStatic(var: Bound, index: Static, value: Value);
        /// Binds a static variable and jumps if it has had its first value.
        may {throw, call} gives Any: JmpStaticReady(var: Bound, index: Static; _: Unused, target: Far);

        /// A value into the place that a pointer leads to.
        may {throw, call} gives Any: AssignPtr(place: Value, value: Value, result: Wanted);
        /// A reference into the place that a pointer leads to.
        may {throw, call} gives Nothing: AssignPtrRef(place: Value, value: Value);
        /// `op=` at the place that a pointer leads to.
        may {throw, call} gives Any: AssignPtrOp(place: Value, value: Value, result: Wanted; operator: Operator);
        /// Counts at the place that a pointer leads to.
        may {throw, call} gives Any: IncDecPtr(place: Value, result: Wanted, kind: Number);
        /// A reference to the place that a pointer leads to; `mode` says what is reported where there is none.
        may {throw, call} gives Any: RefPtr(dst: Out, place: Value, mode: Number);
        /// What a pointer leads to; mode 1 the slot as it is, which stays, 2 the value out of a reference.
        may {} gives Any: ReadPtr(dst: Out, place: Peeked, mode: Number);
    } } };
}
