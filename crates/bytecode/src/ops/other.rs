//! Output, closures, includes, declarations.

/// Rows of the opcode table; see [`crate::ops`].
#[macro_export]
macro_rules! other_rows {
    ($m:ident $rest:tt {$($rows:tt)*}) => { $crate::chain_rows! { $m $rest { $($rows)*
        /// `echo value`.
        may {throw, call} gives Nothing:
            Echo(value: Value),
            EchoK(value: Literal);
        /// Begins `@`.
        may {} gives Nothing: Silence(saved: NewSilence);
        /// Ends `@`.
        may {} gives Nothing: EndSilence(saved: Silence);
        /// `include` and its kin (0 to 3), `eval` (4).
        may {throw, call, collect, name} gives Any: Include(dst: Out, path: Value, kind: Number);
        /// A closure.
        may {throw, call} gives Object: MakeClosure(dst: Out, index: Function);
        /// A variable captured by value; the top bit of `index` captures an undefined one quietly.
        may {throw, call} gives Nothing: BindUse(closure: Built, value: Kept, index: Number);
        /// A variable captured by reference.
        may {throw, call} gives Nothing: BindUseRef(closure: Built, value: Bound, index: Number);
        /// Declares a function.
        may {throw, call} gives Nothing: DeclareFunction(index: Function);
        /// Declares a class; `early` if that was tried before.
        may {throw, call} gives Any: DeclareClass(result: Wanted, index: ClassDeclaration, early: Number);
        /// `const NAME = value`.
        may {throw, call} gives Nothing: DeclareConst(name: Literal, value: Value);
    } } };
}
