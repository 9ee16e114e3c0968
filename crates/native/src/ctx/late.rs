//! The request, for functions that hardly ever need it.

use super::{Ctx, Request, limits};
use crate::{
    error::{PhpResult, Thrown},
    function::FunctionPtr,
    ini::Ini,
};

/// The request, for a function that needs it for rare errors only. Calls are made without a frame, which takes fewer steps.
///
/// Such a function looks at its arguments only, and does nothing that another call would do again, until it has the request.
#[derive(Clone, Copy)]
pub struct Late<'a> {
    ctx: &'a Ctx,
    function: FunctionPtr,
}

impl<'a> Late<'a> {
    /// For a call of the function.
    #[inline(always)]
    pub fn new(ctx: &'a Ctx, function: FunctionPtr) -> Late<'a> {
        Late { ctx, function }
    }
    /// State that an extension keeps for the request, which asks nothing of a frame: see [`Ctx::state`].
    #[inline(always)]
    pub fn state<T: Default + 'static>(self) -> &'static T {
        self.ctx.state::<T>()
    }
    /// The settings of the request.
    #[inline(always)]
    pub fn ini(self) -> &'a Ini {
        &self.ctx.ini
    }
    /// Facts about the request and its response, to look at.
    #[inline(always)]
    pub fn request(self) -> &'a Request {
        &self.ctx.request
    }
    /// Whether the memory limit leaves room, asked before much is allocated: see [`Ctx::reserve`].
    #[inline]
    pub fn reserve(self, bytes: usize) -> PhpResult<()> {
        if limits::is_little(bytes) || limits::room_for(bytes).is_ok() { Ok(()) } else { self.ctx()?.reserve(bytes) }
    }
    /// The request. The error says that this call has no frame: the function returns it at once, and is called again with one.
    #[cold]
    #[inline(never)]
    pub fn ctx(self) -> PhpResult<&'a Ctx> {
        match self.ctx.current.get() {
            Some(current) if std::ptr::eq(current, self.function) => Ok(self.ctx),
            _ => Err(Thrown),
        }
    }
}
