//! The function that stands in for a missing constructor.

use crate::runtime::vm::Vm;
use phant_memory::{HeapBox, RequestHeap, Value};
use phant_native::descriptor::{ByRef, Direct, FunctionDescriptor, ParamDescriptor, Ready, facts};
use phant_native::{Function, FunctionPtr};

/// Takes anything, does nothing.
pub static PASS: FunctionDescriptor = FunctionDescriptor {
    name: "",
    params: &[ParamDescriptor {
        name: "args",
        ty: None,
        default: None,
        ready: Ready::Null,
        by_ref: ByRef::No,
        variadic: true,
        sensitive: false,
    }],
    taken: &[],
    required: 0,
    returns: None,
    tentative_return: false,
    facts: facts::RAW,
    modifiers: 0,
    deprecated: None,
    doc: "",
    call: |_, _| Ok(Value::NULL),
    direct: Direct::None,
};

macro_rules! words {
    ($($word:literal),*) => {
        [$(FunctionDescriptor {
            name: $word,
            params: &[],
            taken: &[],
            required: 0,
            returns: None,
            tentative_return: false,
            facts: facts::RAW,
            modifiers: 0,
            deprecated: None,
            doc: "",
            call: |_, _| Ok(Value::NULL),
            direct: Direct::None,
        }),*]
    };
}
static WORDS: [FunctionDescriptor; 4] = words!["include", "include_once", "require", "require_once"];

/// A descriptor in whose name the stream layer reports failures of an include.
pub fn word(kind: u16) -> &'static FunctionDescriptor {
    &WORDS[kind as usize]
}

impl Vm {
    /// A function that takes anything and does nothing: the constructor of classes without one.
    pub fn pass_function(&self) -> FunctionPtr {
        if let Some(f) = self.pass.get() {
            return f;
        }
        let f: FunctionPtr = HeapBox::leak(HeapBox::new_in(Function::native(&PASS, None), RequestHeap));
        self.pass.set(Some(f));
        f
    }
}
