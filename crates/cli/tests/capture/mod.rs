//! Requests in this process, with what they print.

use phant_native::{Ctx, sapi};
use phant_vm::request::engine;
use std::cell::RefCell;

thread_local! {
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Where output and log go.
pub struct Capture;

impl sapi::Sapi for Capture {
    fn write(&self, _ctx: &Ctx, bytes: &[u8]) -> bool {
        OUTPUT.with_borrow_mut(|o| o.extend_from_slice(bytes));
        true
    }
    fn log(&self, line: &[u8]) {
        OUTPUT.with_borrow_mut(|o| o.extend_from_slice(line));
    }
}

/// What was printed since this was asked last.
pub fn output() -> String {
    String::from_utf8_lossy(&OUTPUT.take()).into_owned()
}

/// Runs a test on a stack for `bytes` of native recursion, where output is captured.
pub fn on_a_stack(bytes: usize, test: impl FnOnce() + Send + 'static) {
    phant_cli::start();
    engine::with_stack(bytes, move || {
        sapi::set(&Capture);
        test();
    });
}
