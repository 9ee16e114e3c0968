//! The functions that a file of the code cache declares before its first statement.
//!
//! They are the same in all requests: a request that includes the file puts them under their names, and keeps what is its own of
//! them by their places, as it does of methods.

use crate::runtime::{class::shape, shadows};
use phant_bytecode::{Code, Unit};
use phant_memory::Name;
use phant_native::{Function, FunctionPtr};
use std::sync::{Arc, atomic::Ordering::Relaxed};

/// See the [module documentation](self). They belong to an entry of the cache.
#[derive(Default)]
pub(crate) struct FileFunctions {
    /// With their names in small letters.
    all: Box<[(Name, Function)]>,
    /// The largest [`Function::place`] of them.
    pub(crate) last_place: isize,
}

impl FileFunctions {
    /// Those of a unit; none if one of them has or shadows the name of a native function, so that nothing has to be looked for in
    /// a request but another function of the name.
    pub(crate) fn of(unit: &Unit) -> FileFunctions {
        let lower = |code: &Arc<Code>| {
            let lower = code.name.as_deref()?.to_lower();
            (!shadows::concerns(&lower)).then(|| Name::in_pool(&unit.memory, &lower))
        };
        let Some(names) = unit.functions.iter().map(lower).collect::<Option<Vec<Name>>>() else {
            return FileFunctions::default();
        };
        let mut last_place = 0;
        let made = names.into_iter().zip(&unit.functions).map(|(name, code)| {
            // SAFETY: the entry of the cache keeps the unit, and whoever runs its code keeps the entry.
            let code: &'static Code = unsafe { &*Arc::as_ptr(code) };
            let (function, place) = (Function::user(code, None), shape::take_place());
            function.place.store(place, Relaxed);
            last_place = last_place.max(place);
            (name, function)
        });
        FileFunctions { all: made.collect(), last_place }
    }
    /// The functions with their names in small letters.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&Name, FunctionPtr)> {
        // SAFETY: whoever declares them keeps the entry until the end of the request.
        self.all.iter().map(|(name, function)| (name, unsafe { &*std::ptr::from_ref(function) }))
    }
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

impl Drop for FileFunctions {
    fn drop(&mut self) {
        shape::give_back_places(self.all.iter().map(|(_, function)| function.place.load(Relaxed)));
    }
}
