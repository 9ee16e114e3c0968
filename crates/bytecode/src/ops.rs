//! THE opcode table. The enum, its metadata, the disassembler, the verifier and both dispatchers come from it.
//!
//! An operand is described by a letter: `d` slot written, `s` slot read (a temporary is consumed), `v` variable slot
//! changed in place, `k` literal, `n` plain number, `w` window (first slot of a call's frame), `c` cache word,
//! `t` relative jump target (16 bits), `T` high and low half of a 32-bit target in `b` and `c`, `-` unused.
//! Slots count from the frame's start, header included; 0 is "no slot". `+` says that an extension word follows
//! ([`Op::Ext`]), whose operands are described the same way.
//!
//! Names end in the operand modes where there are variants: `V` slot, `K` literal, `N` none.

/// Calls a macro with the whole table.
#[macro_export]
macro_rules! for_each_op {
    ($m:ident) => {
        $m! {
            // Moves and constants.
            Nop "---", Ext "nnn", LoadK "dk-", Move "ds-", CopyVar "ds-", CopyVarQuiet "ds-", Free "s--", LoadThis "d--", LoadThisQuiet "d--",
            // Arithmetic.
            AddVV "dss", AddVK "dsk", AddKV "dks", SubVV "dss", SubVK "dsk", SubKV "dks", MulVV "dss", MulVK "dsk", MulKV "dks",
            DivVV "dss", DivVK "dsk", DivKV "dks", ModVV "dss", ModVK "dsk", ModKV "dks", PowVV "dss", PowVK "dsk", PowKV "dks",
            ConcatVV "dss", ConcatVK "dsk", ConcatKV "dks",
            BitAndVV "dss", BitAndVK "dsk", BitAndKV "dks", BitOrVV "dss", BitOrVK "dsk", BitOrKV "dks",
            BitXorVV "dss", BitXorVK "dsk", BitXorKV "dks", ShlVV "dss", ShlVK "dsk", ShlKV "dks", ShrVV "dss", ShrVK "dsk", ShrKV "dks",
            BoolXor "dss", Not "ds-", BitNot "ds-", ToBool "ds-", Cast "dsn", Rope "dsn", RopeVar "ds-", RopePart "ds-",
            // The same, straight into a variable.
            AddToVV "vss", AddToVK "vsk", AddToKV "vks", SubToVV "vss", SubToVK "vsk", SubToKV "vks", MulToVV "vss", MulToVK "vsk", MulToKV "vks",
            DivToVV "vss", DivToVK "vsk", DivToKV "vks", ModToVV "vss", ModToVK "vsk", ModToKV "vks", BitAndToVV "vss", BitAndToVK "vsk", BitAndToKV "vks",
            BitOrToVV "vss", BitOrToVK "vsk", BitOrToKV "vks", BitXorToVV "vss", BitXorToVK "vsk", BitXorToKV "vks", ShlToVV "vss", ShlToVK "vsk", ShlToKV "vks",
            ShrToVV "vss", ShrToVK "vsk", ShrToKV "vks",
            // Comparisons.
            EqualVV "dss", EqualVK "dsk", NotEqualVV "dss", NotEqualVK "dsk", IdenticalVV "dss", IdenticalVK "dsk",
            NotIdenticalVV "dss", NotIdenticalVK "dsk", LessVV "dss", LessVK "dsk", LessKV "dks",
            LessEqualVV "dss", LessEqualVK "dsk", LessEqualKV "dks", SpaceshipVV "dss",
            // Jumps.
            Jmp "-T", JmpZ "sT", JmpNz "sT", JmpNull "sT", JmpNotNull "sT", JmpNullsafe "sT", JmpSet "sT", JmpUndefSlot "sT", JmpStaticReady "vn-+-T",
            JmpLessVV "tss", JmpLessVK "tsk", JmpLessKV "tks", JmpLessEqualVV "tss", JmpLessEqualVK "tsk", JmpLessEqualKV "tks",
            JmpNotLessVV "tss", JmpNotLessVK "tsk", JmpNotLessKV "tks", JmpNotLessEqualVV "tss", JmpNotLessEqualVK "tsk", JmpNotLessEqualKV "tks",
            JmpEqualVV "tss", JmpEqualVK "tsk", JmpNotEqualVV "tss", JmpNotEqualVK "tsk",
            JmpIdenticalVV "tss", JmpIdenticalVK "tsk", JmpNotIdenticalVV "tss", JmpNotIdenticalVK "tsk", JmpArgByRef "n+wtn",
            MatchError "s--",
            // For operands whose types were inferred: nothing is looked at.
            CopyScalar "ds-", IncInt "v--", DecInt "v--",
            AddIntVV "dss", AddIntVK "dsk", SubIntVV "dss", SubIntVK "dsk", SubIntKV "dks", MulIntVV "dss", MulIntVK "dsk",
            AddFloatVV "dss", AddFloatVK "dsk", SubFloatVV "dss", SubFloatVK "dsk", SubFloatKV "dks", MulFloatVV "dss", MulFloatVK "dsk",
            JmpLessIntVV "tss", JmpLessIntVK "tsk", JmpLessIntKV "tks",
            JmpLessFloatVV "tss", JmpLessFloatVK "tsk", JmpLessFloatKV "tks",
            JmpNotLessIntVV "tss", JmpNotLessIntVK "tsk", JmpNotLessIntKV "tks",
            JmpNotLessFloatVV "tss", JmpNotLessFloatVK "tsk", JmpNotLessFloatKV "tks",
            JmpLessEqualIntVV "tss", JmpLessEqualIntVK "tsk", JmpLessEqualIntKV "tks",
            JmpLessEqualFloatVV "tss", JmpLessEqualFloatVK "tsk", JmpLessEqualFloatKV "tks",
            JmpNotLessEqualIntVV "tss", JmpNotLessEqualIntVK "tsk", JmpNotLessEqualIntKV "tks",
            JmpNotLessEqualFloatVV "tss", JmpNotLessEqualFloatVK "tsk", JmpNotLessEqualFloatKV "tks",
            // Counting up, together with the comparison in the next instruction.
            IncJmpLessVV "v--", IncJmpLessVK "v--", IncJmpLessIntVV "v--", IncJmpLessIntVK "v--",
            // Variables.
            AssignV "vsd", AssignK "vkd", AssignRef "vs-", AssignOpV "vsd+n--", AssignOpK "vkd+n--",
            AddAssignV "vsd", AddAssignK "vkd", SubAssignV "vsd", SubAssignK "vkd", MulAssignV "vsd", ConcatAssignV "vsd", ConcatAssignK "vkd",
            PreInc "vd-", PreDec "vd-", PostInc "vd-", PostDec "vd-", IncDecDrop "vn-",
            IssetVar "ds-", EmptyVar "ds-", UnsetVar "v--", MakeRef "dv-",
            FetchVarDyn "dsn", AssignVarDyn "sds", IssetVarDyn "dsn", UnsetVarDyn "s-n", FetchGlobals "d--", BindGlobal "vk-",
            BindStatic "vn-", InitStatic "vns",
            // Pointers to places (elements, properties): made and used without anything running in between.
            AssignPtr "ssd", AssignPtrRef "ss-", AssignPtrOp "ssd+n--", IncDecPtr "sdn", RefPtr "ds-", ReadPtr "dsn",
            // Arrays.
            NewArray "dn-", AddElem "vss", AddElemN "vs-", AddElemK "vsk", AddElemRef "vss", AddElemRefN "vs-", AddSpread "vsn",
            FetchDimVV "dss", FetchDimVK "dsk", FetchDimName "dsk", FetchDimQuietVV "dss", FetchDimQuietVK "dsk", FetchListVV "dss", FetchListVK "dsk",
            FetchDimW "dvs", FetchDimWK "dvk", FetchDimWN "dv-", FetchDimRW "dvs", FetchDimUnset "dvs",
            AssignDimVV "vss+d--", AssignDimKV "vks+d--", AssignDimNV "v-s+d--", AssignDimVK "vsk+d--", AssignDimKK "vkk+d--", AssignDimNK "v-k+d--",
            AssignDimOp "vss+dn-", AssignDimOpN "v-s+dn-", IssetDim "dss", EmptyDim "dss", UnsetDim "vs-",
            // Properties. Object slot 0 is $this.
            FetchProp "dsk+c--", FetchPropDyn "dss", FetchPropQuiet "dsk+c--", FetchPropQuietDyn "dss",
            FetchPropW "dvs+nc-", FetchPropRef "dvs", AssignPropV "vks+dc-", AssignPropK "vkk+dc-", AssignPropDyn "vss+d--", AssignPropOp "vss+dnc",
            IncDecProp "dvs+nc-", IssetProp "dss", EmptyProp "dss", UnsetProp "vs-",
            FetchStatic "dss+cn-", FetchStaticW "dss+cn-", AssignStatic "dss+sc-", AssignStaticOp "dss+snc", IncDecStatic "dss+nc-", IssetStatic "dss+n--", UnsetStatic "ss-", FetchStaticRef "dss",
            FetchConst "dkk+c--", FetchClassConst "dsk+c--", FetchClassConstDyn "dss", ClassNameOf "dsn", LoadClass "dkn+c--",
            // Calls. Arguments go into the window behind the header.
            InitCall "wkk+cn-", InitCallDyn "wsc", InitUserCall "wsk", SendUser "wns", SendUserArray "vsw", InitMethod "wsk+cn-", InitMethodDyn "wss", InitStaticCall "wsk+cnn", InitStaticCallDyn "wss",
            InitNew "wsd+tn-", SendVarEx "wns", SendFuncResult "wns", CheckValArg "wnn",
            DoCall "dwn", CallArray "dws", ArgsInit "d--", ArgsPush "vsw", ArgsNamed "vks+w--", ArgsSpread "vsw",
            CallableClosure "dw-",
            // Entry and exit.
            Recv "nnn", RecvInit "nnn", CheckParam "nnn", RecvVariadic "nn-", VerifyReturn "vnn", VerifyAndReturn "vnn", VerifyNone "vn-", VerifyNever "---", Return "s--", ReturnK "k--", ReturnRef "s-n",
            GenCreate "---", Yield "dss", YieldRef "dss", YieldFrom "ds-", GenReturn "s--",
            // Loops.
            IterReset "ds-+-T", IterResetRef "ds-+-T", IterNext "vd-+nT", IterNextKey "vdd+nT", IterNextRef "vd-+nT", IterNextRefKey "vdd+nT", IterFree "sT",
            // Exceptions.
            Throw "s--", TemporaryWritten "---", Catch "vkc+nT", FastCall "vT", FastRet "vn-", DiscardException "v--", Rethrow "---",
            // The rest.
            Echo "s--", EchoK "k--", Silence "d--", EndSilence "s--", InstanceOf "dss", Clone "ds-", CloneWith "dss", Include "dsn",
            MakeClosure "dn-", BindUse "vsn", BindUseRef "vsn", DeclareFunction "n--", DeclareClass "dn-", DeclareConst "ksn",
            ConstExpr "dn-", NullsafeEnd "d--", Ticks "nk-",
            // Functions that every program calls, without a call.
            StrLen "ds-", Count "ds-", TypeIs "dsn", ArrayKeyExists "dss", Assert "-T",
        }
    };
}

macro_rules! define {
    ($($name:ident $operands:literal,)*) => {
        /// An opcode; see the [module documentation](self).
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u16)]
        #[allow(missing_docs)]
        pub enum Op { $($name,)* }

        /// Every opcode, by number.
        pub const ALL: &[Op] = &[$(Op::$name,)*];

        impl Op {
            /// The operands' description.
            pub const fn operands(self) -> &'static str {
                match self { $(Op::$name => $operands,)* }
            }
            /// The name.
            pub const fn name(self) -> &'static str {
                match self { $(Op::$name => stringify!($name),)* }
            }
        }
    };
}
for_each_op!(define);

impl Op {
    /// The opcode with this number.
    pub fn from_number(n: u16) -> Option<Op> {
        ALL.get(n as usize).copied()
    }
    /// The variant that stores its result in a variable, releasing what was there, where there is one.
    pub const fn into_variable(self) -> Option<Op> {
        Some(match self {
            Op::AddVV => Op::AddToVV,
            Op::AddVK => Op::AddToVK,
            Op::AddKV => Op::AddToKV,
            Op::SubVV => Op::SubToVV,
            Op::SubVK => Op::SubToVK,
            Op::SubKV => Op::SubToKV,
            Op::MulVV => Op::MulToVV,
            Op::MulVK => Op::MulToVK,
            Op::MulKV => Op::MulToKV,
            Op::DivVV => Op::DivToVV,
            Op::DivVK => Op::DivToVK,
            Op::DivKV => Op::DivToKV,
            Op::ModVV => Op::ModToVV,
            Op::ModVK => Op::ModToVK,
            Op::ModKV => Op::ModToKV,
            Op::BitAndVV => Op::BitAndToVV,
            Op::BitAndVK => Op::BitAndToVK,
            Op::BitAndKV => Op::BitAndToKV,
            Op::BitOrVV => Op::BitOrToVV,
            Op::BitOrVK => Op::BitOrToVK,
            Op::BitOrKV => Op::BitOrToKV,
            Op::BitXorVV => Op::BitXorToVV,
            Op::BitXorVK => Op::BitXorToVK,
            Op::BitXorKV => Op::BitXorToKV,
            Op::ShlVV => Op::ShlToVV,
            Op::ShlVK => Op::ShlToVK,
            Op::ShlKV => Op::ShlToKV,
            Op::ShrVV => Op::ShrToVV,
            Op::ShrVK => Op::ShrToVK,
            Op::ShrKV => Op::ShrToKV,
            _ => return None,
        })
    }
    /// Whether an extension word follows.
    pub const fn has_ext(self) -> bool {
        let bytes = self.operands().as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            if bytes[i] == b'+' {
                return true;
            }
            i += 1;
        }
        false
    }
}
