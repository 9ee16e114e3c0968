//! Calling PHP code.

use super::Ctx;
use crate::{callable::Callable, error::PhpResult};
use phant_memory::{Array, Object, Value};

impl Ctx {
    /// Looks up a callable. The error says why the value is none.
    pub fn resolve_callable(&self, value: &Value) -> Result<Callable, String> {
        self.host.resolve_callable(self, value)
    }
    /// Looks up a callable argument (already checked by its declared type).
    pub fn callable(&self, value: &Value) -> PhpResult<Callable> {
        match self.host.known_callable(self, value) {
            Ok(c) => Ok(c),
            Err(reason) => {
                self.check()?;
                Err(self.type_error(format!("Argument must be a valid callback, {reason}")))
            }
        }
    }
    /// Runs the destructors of what native code has let go of. They run anyway before it calls PHP code, and when it has returned;
    /// this is for functions that must have them behind them.
    pub fn settle(&self) -> PhpResult<()> {
        self.host.settle(self)
    }
    /// Calls a callable.
    #[inline]
    pub fn call(&self, callable: &Callable, args: &[Value]) -> PhpResult {
        self.host.call(self, callable, args, None)
    }
    /// Calls a callable with arguments that nobody needs afterwards, which is faster: they may move into the call.
    #[inline]
    pub fn call_with<const N: usize>(&self, callable: &Callable, mut args: [Value; N]) -> PhpResult {
        self.host.call_taking(self, callable, &mut args)
    }
    /// Calls a callable with named arguments too.
    pub fn call_named(&self, callable: &Callable, args: &[Value], named: Option<&Array>) -> PhpResult {
        self.host.call(self, callable, args, named)
    }
    /// Looks up and calls a callable.
    pub fn call_value(&self, callable: &Value, args: &[Value]) -> PhpResult {
        let callable = self.callable(callable)?;
        self.host.call(self, &callable, args, None)
    }
    /// Calls a method by name (`__call` included).
    pub fn call_method(&self, object: &Object, name: &str, args: &[Value]) -> PhpResult {
        self.host.call_method(self, object, name, args)
    }
}
