//! Functions that a request makes and may free before its end: closures, trampolines, top-level code.

use phant_memory::{HeapBox, RequestHeap};
use phant_native::{
    Function, FunctionPtr,
    function::{UnitUse, UsedUnit, function_flags},
};
use std::cell::Cell;

/// A function with what keeps its code. It is known by the flag [`function_flags::OWN`], which nothing else has.
#[repr(C)]
struct OwnFunction {
    function: Function,
    unit: Option<UnitUse>,
    /// How many hold it: closures made of the same code share one.
    holders: Cell<u32>,
}

/// A function that [`free`] can free. `unit` keeps code that does not live as long as the request.
pub(crate) fn make(mut function: Function, unit: Option<UnitUse>) -> FunctionPtr {
    function.flags |= function_flags::OWN;
    &HeapBox::leak(HeapBox::new_in(OwnFunction { function, unit, holders: Cell::new(1) }, RequestHeap)).function
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

/// One more holds the function.
///
/// # Safety
/// It must come from [`make`].
pub(crate) unsafe fn hold(function: FunctionPtr) -> FunctionPtr {
    debug_assert!(function.flags & function_flags::OWN != 0);
    // SAFETY: by contract.
    let holders = unsafe { &(*std::ptr::from_ref(function).cast::<OwnFunction>()).holders };
    holders.set(holders.get() + 1);
    function
}

/// One holds the function no more; the last one frees it, and its run-time part.
///
/// # Safety
/// It must come from [`make`]; this holder does not use it any more.
pub(crate) unsafe fn release(function: FunctionPtr) {
    // SAFETY: by contract.
    unsafe {
        let holders = &(*std::ptr::from_ref(function).cast::<OwnFunction>()).holders;
        if holders.get() > 1 {
            holders.set(holders.get() - 1);
            return;
        }
        crate::runtime::function_places::free_runtime(function);
        free(function);
    }
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
