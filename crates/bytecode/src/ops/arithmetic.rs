//! Operators: arithmetic, bits, text, casts, and the unchecked forms for operands whose types were inferred.

/// Rows of the opcode table; see [`crate::ops`].
#[macro_export]
macro_rules! arithmetic_rows {
    ($m:ident $rest:tt {$($rows:tt)*}) => { $crate::chain_rows! { $m $rest { $($rows)*
        /// `left + right`, also of arrays.
        may {throw, call} gives Add:
            AddVV(dst: Out, left: Value, right: Value),
            AddVK(dst: Out, left: Value, right: Literal),
            AddKV(dst: Out, left: Literal, right: Value);
        /// `left - right`.
        may {throw, call} gives Sub:
            SubVV(dst: Out, left: Value, right: Value),
            SubVK(dst: Out, left: Value, right: Literal),
            SubKV(dst: Out, left: Literal, right: Value);
        /// `left * right`.
        may {throw, call} gives Mul:
            MulVV(dst: Out, left: Value, right: Value),
            MulVK(dst: Out, left: Value, right: Literal),
            MulKV(dst: Out, left: Literal, right: Value);
        /// `left / right`.
        may {throw, call} gives Div:
            DivVV(dst: Out, left: Value, right: Value),
            DivVK(dst: Out, left: Value, right: Literal),
            DivKV(dst: Out, left: Literal, right: Value);
        /// `left % right`.
        may {throw, call} gives Mod:
            ModVV(dst: Out, left: Value, right: Value),
            ModVK(dst: Out, left: Value, right: Literal),
            ModKV(dst: Out, left: Literal, right: Value);
        /// `left ** right`.
        may {throw, call} gives Any:
            PowVV(dst: Out, left: Value, right: Value),
            PowVK(dst: Out, left: Value, right: Literal),
            PowKV(dst: Out, left: Literal, right: Value);
        /// `left . right`.
        may {throw, call} gives Text:
            ConcatVV(dst: Out, left: Value, right: Value),
            ConcatVK(dst: Out, left: Value, right: Literal),
            ConcatKV(dst: Out, left: Literal, right: Value);
        /// `left & right`.
        may {throw, call} gives And:
            BitAndVV(dst: Out, left: Value, right: Value),
            BitAndVK(dst: Out, left: Value, right: Literal),
            BitAndKV(dst: Out, left: Literal, right: Value);
        /// `left | right`.
        may {throw, call} gives Or:
            BitOrVV(dst: Out, left: Value, right: Value),
            BitOrVK(dst: Out, left: Value, right: Literal),
            BitOrKV(dst: Out, left: Literal, right: Value);
        /// `left ^ right`.
        may {throw, call} gives Xor:
            BitXorVV(dst: Out, left: Value, right: Value),
            BitXorVK(dst: Out, left: Value, right: Literal),
            BitXorKV(dst: Out, left: Literal, right: Value);
        /// `left << right`.
        may {throw, call} gives Shl:
            ShlVV(dst: Out, left: Value, right: Value),
            ShlVK(dst: Out, left: Value, right: Literal),
            ShlKV(dst: Out, left: Literal, right: Value);
        /// `left >> right`.
        may {throw, call} gives Shr:
            ShrVV(dst: Out, left: Value, right: Value),
            ShrVK(dst: Out, left: Value, right: Literal),
            ShrKV(dst: Out, left: Literal, right: Value);

        /// `var = left + right`: what the variable held is released.
        may {throw, call} gives Add:
            AddToVV(var: Into, left: Value, right: Value),
            AddToVK(var: Into, left: Value, right: Literal),
            AddToKV(var: Into, left: Literal, right: Value);
        /// `var = left - right`.
        may {throw, call} gives Sub:
            SubToVV(var: Into, left: Value, right: Value),
            SubToVK(var: Into, left: Value, right: Literal),
            SubToKV(var: Into, left: Literal, right: Value);
        /// `var = left * right`.
        may {throw, call} gives Mul:
            MulToVV(var: Into, left: Value, right: Value),
            MulToVK(var: Into, left: Value, right: Literal),
            MulToKV(var: Into, left: Literal, right: Value);
        /// `var = left / right`.
        may {throw, call} gives Div:
            DivToVV(var: Into, left: Value, right: Value),
            DivToVK(var: Into, left: Value, right: Literal),
            DivToKV(var: Into, left: Literal, right: Value);
        /// `var = left % right`.
        may {throw, call} gives Mod:
            ModToVV(var: Into, left: Value, right: Value),
            ModToVK(var: Into, left: Value, right: Literal),
            ModToKV(var: Into, left: Literal, right: Value);
        /// `var = left & right`.
        may {throw, call} gives And:
            BitAndToVV(var: Into, left: Value, right: Value),
            BitAndToVK(var: Into, left: Value, right: Literal),
            BitAndToKV(var: Into, left: Literal, right: Value);
        /// `var = left | right`.
        may {throw, call} gives Or:
            BitOrToVV(var: Into, left: Value, right: Value),
            BitOrToVK(var: Into, left: Value, right: Literal),
            BitOrToKV(var: Into, left: Literal, right: Value);
        /// `var = left ^ right`.
        may {throw, call} gives Xor:
            BitXorToVV(var: Into, left: Value, right: Value),
            BitXorToVK(var: Into, left: Value, right: Literal),
            BitXorToKV(var: Into, left: Literal, right: Value);
        /// `var = left << right`.
        may {throw, call} gives Shl:
            ShlToVV(var: Into, left: Value, right: Value),
            ShlToVK(var: Into, left: Value, right: Literal),
            ShlToKV(var: Into, left: Literal, right: Value);
        /// `var = left >> right`.
        may {throw, call} gives Shr:
            ShrToVV(var: Into, left: Value, right: Value),
            ShrToVK(var: Into, left: Value, right: Literal),
            ShrToKV(var: Into, left: Literal, right: Value);

        /// `$a xor $b`.
        may {throw, call} gives Bool: BoolXor(dst: Out, left: Value, right: Value);
        /// `!value`.
        may {throw, call} gives Bool: Not(dst: Out, value: Value);
        /// `~value`.
        may {throw, call} gives Any: BitNot(dst: Out, value: Value);
        /// The truth of a value.
        may {throw, call} gives Bool: ToBool(dst: Out, value: Value);
        /// `(type) value`; the type by its raw tag.
        may {throw, call} gives Cast: Cast(dst: Out, value: Value, to: Number);
        /// Joins `count` consecutive temporaries into one string.
        may {throw, call} gives Text: Rope(dst: Out, first: Parts, count: Number);
        /// A variable as a part of a string; an undefined one is noted, and reported when the parts are joined.
        may {} gives Copy: RopeVar(dst: Out, value: Kept);
        /// Converts a part of a string ahead of those that follow it.
        may {throw, call} gives Any: RopePart(dst: Out, value: Value);

        /// A copy of a variable that holds neither a counted value nor nothing.
        may {} gives Copy: CopyScalar(dst: Out, value: Scalar);
        /// `++$var` on an integer that is not the largest one.
        may {} gives Step: IncInt(var: Counter);
        /// `--$var` on an integer that is not the smallest one.
        may {} gives Step: DecInt(var: Counter);
        /// `left + right` of two integers; the result may be a double.
        may {} gives Add:
            AddIntVV(dst: Out, left: Int, right: Int),
            AddIntVK(dst: Out, left: Int, right: IntLiteral);
        /// `left - right` of two integers.
        may {} gives Sub:
            SubIntVV(dst: Out, left: Int, right: Int),
            SubIntVK(dst: Out, left: Int, right: IntLiteral),
            SubIntKV(dst: Out, left: IntLiteral, right: Int);
        /// `left * right` of two integers.
        may {} gives Mul:
            MulIntVV(dst: Out, left: Int, right: Int),
            MulIntVK(dst: Out, left: Int, right: IntLiteral);
        /// `left + right` of two doubles.
        may {} gives Add:
            AddFloatVV(dst: Out, left: Float, right: Float),
            AddFloatVK(dst: Out, left: Float, right: FloatLiteral);
        /// `left - right` of two doubles.
        may {} gives Sub:
            SubFloatVV(dst: Out, left: Float, right: Float),
            SubFloatVK(dst: Out, left: Float, right: FloatLiteral),
            SubFloatKV(dst: Out, left: FloatLiteral, right: Float);
        /// `left * right` of two doubles.
        may {} gives Mul:
            MulFloatVV(dst: Out, left: Float, right: Float),
            MulFloatVK(dst: Out, left: Float, right: FloatLiteral);
    } } };
}
