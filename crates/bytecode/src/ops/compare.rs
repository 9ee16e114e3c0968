//! Comparisons, and the jumps that contain one.

/// Rows of the opcode table; see [`crate::ops`].
#[macro_export]
macro_rules! compare_rows {
    ($m:ident $rest:tt {$($rows:tt)*}) => { $crate::chain_rows! { $m $rest { $($rows)*
        /// `left == right`.
        may {throw, call} gives Bool:
            EqualVV(dst: Out, left: Value, right: Value),
            EqualVK(dst: Out, left: Value, right: Literal);
        /// `left != right`.
        may {throw, call} gives Bool:
            NotEqualVV(dst: Out, left: Value, right: Value),
            NotEqualVK(dst: Out, left: Value, right: Literal);
        /// `left === right`.
        may {throw, call} gives Bool:
            IdenticalVV(dst: Out, left: Value, right: Value),
            IdenticalVK(dst: Out, left: Value, right: Literal);
        /// `left !== right`.
        may {throw, call} gives Bool:
            NotIdenticalVV(dst: Out, left: Value, right: Value),
            NotIdenticalVK(dst: Out, left: Value, right: Literal);
        /// `left < right`.
        may {throw, call} gives Bool:
            LessVV(dst: Out, left: Value, right: Value),
            LessVK(dst: Out, left: Value, right: Literal),
            LessKV(dst: Out, left: Literal, right: Value);
        /// `left <= right`.
        may {throw, call} gives Bool:
            LessEqualVV(dst: Out, left: Value, right: Value),
            LessEqualVK(dst: Out, left: Value, right: Literal),
            LessEqualKV(dst: Out, left: Literal, right: Value);
        /// `left <=> right`.
        may {throw, call} gives Small: SpaceshipVV(dst: Out, left: Value, right: Value);

        /// Jumps if `left < right`.
        may {throw, call, collect} gives Less:
            JmpLessVV(target: Near, left: Value, right: Value),
            JmpLessVK(target: Near, left: Value, right: Literal),
            JmpLessKV(target: Near, left: Literal, right: Value);
        /// Jumps if `left <= right`.
        may {throw, call, collect} gives LessEqual:
            JmpLessEqualVV(target: Near, left: Value, right: Value),
            JmpLessEqualVK(target: Near, left: Value, right: Literal),
            JmpLessEqualKV(target: Near, left: Literal, right: Value);
        /// Jumps unless `left < right`.
        may {throw, call, collect} gives NotLess:
            JmpNotLessVV(target: Near, left: Value, right: Value),
            JmpNotLessVK(target: Near, left: Value, right: Literal),
            JmpNotLessKV(target: Near, left: Literal, right: Value);
        /// Jumps unless `left <= right`.
        may {throw, call, collect} gives NotLessEqual:
            JmpNotLessEqualVV(target: Near, left: Value, right: Value),
            JmpNotLessEqualVK(target: Near, left: Value, right: Literal),
            JmpNotLessEqualKV(target: Near, left: Literal, right: Value);
        /// Jumps if `left == right`.
        may {throw, call, collect} gives Nothing:
            JmpEqualVV(target: Near, left: Value, right: Value),
            JmpEqualVK(target: Near, left: Value, right: Literal);
        /// Jumps if `left != right`.
        may {throw, call, collect} gives Nothing:
            JmpNotEqualVV(target: Near, left: Value, right: Value),
            JmpNotEqualVK(target: Near, left: Value, right: Literal);
        /// Jumps if `left === right`.
        may {throw, call, collect} gives Nothing:
            JmpIdenticalVV(target: Near, left: Value, right: Value),
            JmpIdenticalVK(target: Near, left: Value, right: Literal);
        /// Jumps if `left !== right`.
        may {throw, call, collect} gives Nothing:
            JmpNotIdenticalVV(target: Near, left: Value, right: Value),
            JmpNotIdenticalVK(target: Near, left: Value, right: Literal);

        /// Jumps if `left < right`, two integers.
        may {throw, call, collect} gives Less:
            JmpLessIntVV(target: Near, left: Int, right: Int),
            JmpLessIntVK(target: Near, left: Int, right: IntLiteral),
            JmpLessIntKV(target: Near, left: IntLiteral, right: Int);
        /// Jumps if `left < right`, two doubles.
        may {throw, call, collect} gives Less:
            JmpLessFloatVV(target: Near, left: Float, right: Float),
            JmpLessFloatVK(target: Near, left: Float, right: FloatLiteral),
            JmpLessFloatKV(target: Near, left: FloatLiteral, right: Float);
        /// Jumps unless `left < right`, two integers.
        may {throw, call, collect} gives NotLess:
            JmpNotLessIntVV(target: Near, left: Int, right: Int),
            JmpNotLessIntVK(target: Near, left: Int, right: IntLiteral),
            JmpNotLessIntKV(target: Near, left: IntLiteral, right: Int);
        /// Jumps unless `left < right`, two doubles.
        may {throw, call, collect} gives NotLess:
            JmpNotLessFloatVV(target: Near, left: Float, right: Float),
            JmpNotLessFloatVK(target: Near, left: Float, right: FloatLiteral),
            JmpNotLessFloatKV(target: Near, left: FloatLiteral, right: Float);
        /// Jumps if `left <= right`, two integers.
        may {throw, call, collect} gives LessEqual:
            JmpLessEqualIntVV(target: Near, left: Int, right: Int),
            JmpLessEqualIntVK(target: Near, left: Int, right: IntLiteral),
            JmpLessEqualIntKV(target: Near, left: IntLiteral, right: Int);
        /// Jumps if `left <= right`, two doubles.
        may {throw, call, collect} gives LessEqual:
            JmpLessEqualFloatVV(target: Near, left: Float, right: Float),
            JmpLessEqualFloatVK(target: Near, left: Float, right: FloatLiteral),
            JmpLessEqualFloatKV(target: Near, left: FloatLiteral, right: Float);
        /// Jumps unless `left <= right`, two integers.
        may {throw, call, collect} gives NotLessEqual:
            JmpNotLessEqualIntVV(target: Near, left: Int, right: Int),
            JmpNotLessEqualIntVK(target: Near, left: Int, right: IntLiteral),
            JmpNotLessEqualIntKV(target: Near, left: IntLiteral, right: Int);
        /// Jumps unless `left <= right`, two doubles.
        may {throw, call, collect} gives NotLessEqual:
            JmpNotLessEqualFloatVV(target: Near, left: Float, right: Float),
            JmpNotLessEqualFloatVK(target: Near, left: Float, right: FloatLiteral),
            JmpNotLessEqualFloatKV(target: Near, left: FloatLiteral, right: Float);

        /// `++$var`, then the comparison of the next instruction, which stays for jumps to it.
        may {throw, call, collect} gives Step:
            IncJmpLessVV(var: Var),
            IncJmpLessVK(var: Var);
        /// The same on an integer that is not the largest one.
        may {throw, call, collect} gives Step:
            IncJmpLessIntVV(var: Counter),
            IncJmpLessIntVK(var: Counter);
    } } };
}
