//! A connection from the web server, with the request that is being answered on it.

use phant_cgi::Carrier;
use phant_fastcgi::{Input, Request, STDERR, STDOUT, put_end, put_record, put_stream};
use std::{
    cell::{Cell, RefCell},
    fs::File,
    io::{self, Write},
    os::fd::{AsFd, OwnedFd},
    rc::Rc,
    sync::Arc,
};

/// How much output is held back.
const HOLD: usize = 32 << 10;

/// A connection.
pub struct Link {
    /// Sockets are read and written as files are.
    out: Arc<File>,
    input: RefCell<Input<Arc<File>>>,
    /// Output that was not sent yet.
    held: RefCell<Vec<u8>>,
    id: Cell<u16>,
    /// The request was answered, whatever else it prints.
    finished: Cell<bool>,
    failed: Cell<bool>,
    /// A line for the web server's log was sent for the request.
    complained: Cell<bool>,
}

impl Link {
    /// A connection that was accepted.
    pub fn new(socket: OwnedFd) -> Link {
        let out = Arc::new(File::from(socket));
        Link {
            input: RefCell::new(Input::new(Arc::clone(&out))),
            out,
            held: RefCell::default(),
            id: Cell::new(0),
            finished: Cell::new(false),
            failed: Cell::new(false),
            complained: Cell::new(false),
        }
    }
    /// The socket, to wait for it.
    pub fn out(&self) -> &File {
        &self.out
    }
    /// Whether the answer is complete.
    pub fn is_finished(&self) -> bool {
        self.finished.get()
    }
    /// Whether nobody listens any more.
    pub fn has_failed(&self) -> bool {
        self.failed.get()
    }
    /// Whether a request is there already.
    pub fn has_more(&self) -> bool {
        self.input.borrow().has_more()
    }
    /// The next request; `None` if there is none.
    pub fn request(&self) -> Option<Request> {
        self.finished.set(false);
        self.complained.set(false);
        let request = self.input.borrow_mut().request(&mut &*self.out).ok().flatten()?;
        self.id.set(request.id);
        Some(request)
    }
    /// Sends the end of the answer.
    pub fn finish(&self) {
        if !self.finished.replace(true) {
            self.push(|out, id| put_end(out, id, 0));
        }
    }
    /// Ends the connection, whatever happens on it.
    pub fn close(&self) {
        const BOTH: i32 = 2;
        self.failed.set(true);
        let _ = phant_os::socket::shutdown(self.out.as_fd(), BOTH);
    }
    /// Sends a line for the web server's log, in order with the output.
    pub fn complain(&self, line: &[u8]) {
        if !self.finished.get() {
            self.push(|out, id| {
                for part in line.chunks(phant_fastcgi::MOST_CONTENT) {
                    put_record(out, STDERR, id, part);
                }
            });
        }
    }
    /// Sends what was held back, and what is added to it.
    fn push(&self, add: impl FnOnce(&mut Vec<u8>, u16)) -> bool {
        let held = std::mem::take(&mut *self.held.borrow_mut());
        let mut out = Vec::with_capacity(held.len() + 64);
        put_stream(&mut out, STDOUT, self.id.get(), &held);
        add(&mut out, self.id.get());
        if !out.is_empty() && !self.failed.get() && (&*self.out).write_all(&out).is_err() {
            self.failed.set(true);
        }
        !self.failed.get()
    }
}

/// What a request has of its connection.
pub struct Share(pub Rc<Link>);

impl Carrier for Share {
    fn read(&self, out: &mut [u8]) -> io::Result<usize> {
        self.0.input.borrow_mut().body(out)
    }
    fn write(&self, bytes: &[u8]) -> bool {
        let link = &self.0;
        if link.finished.get() {
            return true;
        }
        link.held.borrow_mut().extend_from_slice(bytes);
        let full = link.held.borrow().len() >= HOLD;
        if full { link.push(|_, _| {}) } else { !link.failed.get() }
    }
    fn flush(&self) -> bool {
        self.0.finished.get() || self.0.push(|_, _| {})
    }
    fn log(&self, line: &[u8]) {
        let between: &[u8] = if self.0.complained.replace(true) { b"; " } else { b"" };
        self.0.complain(&[between, b"PHP message: ", line].concat());
        // With `catch_workers_output` the log of the server has it too.
        let _ = io::stderr().write_all(&[b"NOTICE: PHP message: ", line, b"\n"].concat());
    }
}
