//! Functions that a request makes and may free before its end: closures, trampolines, top-level code.

use phant_memory::{HeapBox, RequestHeap};
use phant_native::{
    Function, FunctionPtr,
    function::{UnitUse, UsedUnit, function_flags},
};

/// A function with what keeps its code. It is known by the flag [`function_flags::OWN`], which nothing else has.
#[repr(C)]
struct OwnFunction {
    function: Function,
    unit: Option<UnitUse>,
}

/// A function that [`free`] can free. `unit` keeps code that does not live as long as the request.
pub(crate) fn make(mut function: Function, unit: Option<UnitUse>) -> FunctionPtr {
    function.flags |= function_flags::OWN;
    &HeapBox::leak(HeapBox::new_in(OwnFunction { function, unit }, RequestHeap)).function
}

/// What keeps the code of a function, if that does not live as long as the request.
pub(crate) fn unit(function: FunctionPtr) -> Option<&'static UnitUse> {
    if function.flags & function_flags::OWN == 0 {
        return None;
    }
    // SAFETY: the flag says that `make` has made it, as the first field of this.
    unsafe { (*std::ptr::from_ref(function).cast::<OwnFunction>()).unit.as_ref() }
}

/// What a function is compiled from is needed until the end of the request.
pub(crate) fn keep_unit(function: FunctionPtr) {
    unit(function).into_iter().for_each(UsedUnit::keep);
}

/// Frees a function.
///
/// # Safety
/// It must come from [`make`], and be used no more.
pub(crate) unsafe fn free(function: FunctionPtr) {
    debug_assert!(function.flags & function_flags::OWN != 0);
    // SAFETY: by contract.
    drop(unsafe { HeapBox::from_raw_in(std::ptr::from_ref(function).cast::<OwnFunction>().cast_mut(), RequestHeap) });
}
