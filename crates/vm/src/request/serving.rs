//! Requests that come one after the other to a script that stays: a worker script, which hands a callback to a function of
//! the server and is called back for each of them.
//!
//! What such a request has of its own begins and ends with it: headers and status, output buffers, shutdown functions,
//! the session, changed settings, the time limit. Everything else is the script's and stays.

use crate::{
    request::{
        builtin,
        engine::{self, Setup},
    },
    runtime::{time_limit, trace, vm::Vm},
};
use phant_memory::{account, heap_vec};
use phant_native::{Callable, Ctx, ctx::Ending, ini::Mark, output::Output, registry};
use std::{cell::RefCell, time::Duration};

pub use crate::runtime::time_limit::Budget;

/// What requests come back to.
#[derive(Default)]
struct Between {
    settings: RefCell<Option<Mark>>,
}

impl Vm {
    /// Asks the request ([`phant_native::sapi::Sapi::asked`]) once, from where it is by then, if it takes longer than this by
    /// the clock on the wall.
    pub fn ask_if_slow(&self, after: Duration) {
        time_limit::notice(self, after);
    }
    /// The request gets no more than this, whatever it sets.
    pub fn limit(&self, budget: Budget) {
        time_limit::budget(self, budget);
    }
    /// The calls that the request is in, as exceptions print them, without arguments.
    pub fn stack_text(&self) -> Vec<u8> {
        trace::trace_text(&self.ctx, &trace::backtrace(self, trace::IGNORE_ARGS, 0, 0))
    }
    /// Waits for a request: no time counts meanwhile, and what was printed before belongs to none.
    pub fn between_requests<R>(&self, wait: impl FnOnce() -> R) -> R {
        engine::end_output(self);
        time_limit::clear(self);
        let taken = account::taken();
        account::end();
        let result = wait();
        account::begin();
        account::add(taken);
        result
    }
    /// Runs `callback` for a request. `begin` fills the superglobals, `end` is told when all output is made. `false`: the
    /// request ended the script too, with `exit`, an error or an exception that nobody caught.
    pub fn serve_one(&self, setup: &Setup, begin: impl FnOnce(&Ctx), callback: &Callable, end: impl FnOnce(&Ctx)) -> bool {
        let ctx = &self.ctx;
        let between = ctx.states.get::<Between>();
        let mut settings = between.settings.take().unwrap_or_else(|| ctx.ini.mark());
        let scripts = std::mem::replace(&mut *self.shutdown.borrow_mut(), heap_vec());
        self.begin_answer(setup);
        engine::start_clock(self);
        begin(ctx);
        if ctx.ending.get().is_none() && !ctx.has_exception() {
            drop(ctx.call(callback, &[]));
        }
        let ending = self.end_answer();
        end(ctx);
        time_limit::clear(self);
        // Before the settings: what is dropped here may still look at them.
        drop(std::mem::replace(&mut *self.shutdown.borrow_mut(), scripts));
        phant_native::ini::Ini::go_back(ctx, &mut settings);
        between.settings.replace(Some(settings));
        ctx.ending.set(ending);
        ending.is_none()
    }
    /// Nothing has been said of the answer yet.
    fn begin_answer(&self, setup: &Setup) {
        let ctx = &self.ctx;
        let request = &ctx.request;
        request.begin(engine::facts(setup));
        request.status.set(0);
        request.status_line.set(None);
        drop(std::mem::replace(&mut *request.headers.borrow_mut(), heap_vec()));
        request.headers_sent.set(None);
        request.over.set(false);
        ctx.output.disabled.set(false);
        // What the session before has left is nothing for whoever comes now.
        crate::interpreter::symbols::unset_global(self, &phant_memory::intern(b"_SESSION"));
        self.errors.last.set(None);
        self.errors.unclean.set(false);
        drop(std::mem::replace(&mut *self.errors.stranded.borrow_mut(), heap_vec()));
        self.exit_status.set(0);
    }
    /// Ends an answer as the end of a request does. The result says whether and how the script is to end too.
    fn end_answer(&self) -> Option<Ending> {
        let ctx = &self.ctx;
        let _ = ctx.poll();
        let uncaught = ctx.has_exception();
        engine::report_last(self);
        let mut ending = ctx.ending.take().or(uncaught.then_some(Ending::Exit(255)));
        engine::limit_memory(self);
        builtin::run_shutdown_functions(self);
        engine::report_last(self);
        ending = ending.or(ctx.ending.take());
        engine::limit_memory(self);
        engine::end_output(self);
        for shutdown in registry::get().parts.iter().filter_map(|extension| extension.request_shutdown) {
            ctx.ending.set(None);
            shutdown(ctx);
            engine::report_pending(self);
        }
        ctx.ending.set(None);
        if ctx.request.headers_sent.is_none() {
            Output::send_headers(ctx, (phant_memory::Str::default(), 0));
            engine::report_pending(self);
            ctx.ending.set(None);
        }
        phant_native::sapi::current().end(ctx);
        ending
    }
}
