//! What the settings of a request mean to the engine itself. Requests of a server begin with the same settings: what those
//! mean is read once for all of them, and again by a request that has changed any.

use crate::runtime::{code::codes, vm::Vm};

/// Settings that every request needs.
#[derive(Clone, Copy)]
pub(crate) struct Usual {
    /// Which settings these are: the address of what was prepared, and [`phant_native::ini::Hot::revision`].
    which: (usize, u32),
    /// [`phant_native::ini::Hot::code_revision`] with these settings.
    pub(crate) code_revision: u32,
    /// `memory_limit`
    pub(crate) memory: usize,
    /// `max_execution_time`
    pub(crate) seconds: i64,
    /// `hard_timeout`
    pub(crate) grace: i64,
    /// `zend.max_allowed_stack_size`
    pub(crate) allowed_stack: i64,
    /// `zend.reserved_stack_size`
    pub(crate) reserved_stack: i64,
    /// `auto_prepend_file` or `auto_append_file` may name a file.
    pub(crate) has_more_files: bool,
}

impl Usual {
    /// What the settings mean now.
    pub(crate) fn now(vm: &Vm) -> Usual {
        let known = codes(vm).usual.get();
        known.filter(|usual| usual.which.1 == vm.ctx.ini.hot.revision.get()).unwrap_or_else(|| Usual::read(vm, 0))
    }
    /// A request begins with what was prepared, the address of which is `prepared`, and nothing else; 0 if there is more.
    pub(crate) fn begin(vm: &Vm, prepared: usize) {
        let codes = codes(vm);
        let which = (prepared, vm.ctx.ini.hot.revision.get());
        if prepared == 0 || codes.usual.get().is_none_or(|usual| usual.which != which) {
            codes.usual.set((prepared != 0).then(|| Usual::read(vm, prepared)));
            codes.rules.replace(None);
        }
    }
    fn read(vm: &Vm, prepared: usize) -> Usual {
        let ini = &vm.ctx.ini;
        Usual {
            which: (prepared, ini.hot.revision.get()),
            code_revision: ini.hot.code_revision.get(),
            memory: match ini.get("memory_limit") {
                None => 128 << 20,
                Some(_) => usize::try_from(ini.size("memory_limit")).unwrap_or(usize::MAX),
            },
            seconds: ini.int("max_execution_time"),
            grace: ini.int("hard_timeout"),
            allowed_stack: ini.size("zend.max_allowed_stack_size"),
            reserved_stack: ini.size("zend.reserved_stack_size"),
            has_more_files: !ini.is_empty("auto_prepend_file") || !ini.is_empty("auto_append_file"),
        }
    }
}
