//! Opcodes, compiled functions, classes and units. This crate executes nothing.
//!
//! A [`Unit`] is what a source file compiles to: immutable and shared by all threads, names and literals included (see
//! `phant_memory::permanent`), so that running code never counts or frees a literal.

#![forbid(unsafe_code)]

pub mod body;
pub mod cache;
pub mod class;
pub mod code;
pub mod disassemble;
pub mod insn;
pub mod ops;
pub mod types;

pub use body::{Bodies, Body, LazyBody, MAX_FRAME_SLOTS};
pub use class::{ClassDecl, ConstantDecl, EnumCaseDecl, HookDecl, MethodDecl, PropertyDecl, TraitRuleDecl, TraitUseDecl};
pub use code::{
    Attribute, AttributeArg, ClosureUse, Code, ConstExpr, LiveKind, LiveRange, Param, StaticVar, TryRegion, Unit, code_flags,
};
pub use insn::Insn;
pub use ops::Op;
pub use types::{ClassGroup, ClassName, ClassTypes, TypeDecl, TypeMask};
