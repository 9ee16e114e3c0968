//! What a pool and each of its children are doing and have done.

use crate::log;
use std::{
    os::fd::OwnedFd,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// What a child is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum State {
    Idle,
    ReadingHeaders,
    Running,
    Finishing,
}

impl State {
    /// As the status page says it.
    pub fn name(self) -> &'static str {
        match self {
            State::Idle => "Idle",
            State::ReadingHeaders => "Reading headers",
            State::Running => "Running",
            State::Finishing => "Finishing",
        }
    }
}

/// A child: a thread that answers requests. Of the request it has what it answers now, or has answered last.
#[derive(Clone, Debug)]
pub struct Child {
    /// The thread, by the system's number.
    pub thread: u64,
    /// The thread, as one that can be asked (`phant_vm::request::asking`).
    pub number: u64,
    /// What it does.
    pub state: State,
    /// When it was started.
    pub started: i64,
    /// How many requests it has had.
    pub requests: u64,
    /// When the request began.
    pub began: Instant,
    /// How long it took, once it is over.
    pub took: Option<Duration>,
    /// `REQUEST_METHOD`
    pub method: String,
    /// The address of the script with the query.
    pub uri: String,
    /// `QUERY_STRING`
    pub query: String,
    /// `CONTENT_LENGTH`
    pub content_length: u64,
    /// The user that the web server has let in.
    pub user: String,
    /// The script.
    pub script: String,
    /// How much of a processor it took, in percent.
    pub cpu: f64,
    /// The most memory that it took.
    pub memory: usize,
    /// It is noted as slow.
    pub is_slow: bool,
    /// It was told to end its request.
    pub is_late: bool,
    /// Its connection, where somebody else may have to break it.
    pub socket: Option<Arc<OwnedFd>>,
}

/// A pool.
pub struct Board {
    children: Mutex<Vec<Option<Child>>>,
    /// When the pool was started.
    pub started: i64,
    /// Requests, as php-fpm counts connections.
    pub accepted: AtomicU64,
    /// The most children that were busy at once.
    pub most_active: AtomicUsize,
    /// How often there would have been more children, but for `pm.max_children`.
    pub reached: AtomicU64,
    /// Requests that took longer than `request_slowlog_timeout`.
    pub slow: AtomicU64,
    /// The most memory that a request took.
    pub memory: AtomicUsize,
    /// The most connections that were waiting.
    pub most_waiting: AtomicU64,
    /// Children that are to end when they have nothing to do.
    pub surplus: AtomicUsize,
    /// No more requests are taken.
    pub ending: AtomicBool,
}

/// How many children do something, and how many nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct Count {
    pub idle: usize,
    pub active: usize,
}

impl Count {
    /// All of them.
    pub fn total(self) -> usize {
        self.idle + self.active
    }
}

impl Board {
    /// A pool without children.
    pub fn new() -> Board {
        Board {
            children: Mutex::new(Vec::new()),
            started: log::seconds(),
            accepted: AtomicU64::new(0),
            most_active: AtomicUsize::new(0),
            reached: AtomicU64::new(0),
            slow: AtomicU64::new(0),
            memory: AtomicUsize::new(0),
            most_waiting: AtomicU64::new(0),
            surplus: AtomicUsize::new(0),
            ending: AtomicBool::new(false),
        }
    }
    fn children(&self) -> MutexGuard<'_, Vec<Option<Child>>> {
        self.children.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// A place for a child that starts; none if there are that many already.
    pub fn take_place(&self, most: usize) -> Option<usize> {
        let mut children = self.children();
        if children.iter().flatten().count() >= most {
            return None;
        }
        let child = Child {
            thread: 0,
            number: 0,
            state: State::Idle,
            started: log::seconds(),
            requests: 0,
            began: Instant::now(),
            took: None,
            method: "-".to_owned(),
            uri: "-".to_owned(),
            query: String::new(),
            content_length: 0,
            user: "-".to_owned(),
            script: "-".to_owned(),
            cpu: 0.0,
            memory: 0,
            is_slow: false,
            is_late: false,
            socket: None,
        };
        let free = children.iter().position(Option::is_none);
        let at = free.unwrap_or(children.len());
        match free {
            Some(at) => children[at] = Some(child),
            None => children.push(Some(child)),
        }
        Some(at)
    }
    /// The child at a place is gone.
    pub fn leave_place(&self, at: usize) {
        self.children()[at] = None;
    }
    /// Changes what is known of a child.
    pub fn note<R>(&self, at: usize, change: impl FnOnce(&mut Child) -> R) -> Option<R> {
        self.children().get_mut(at)?.as_mut().map(change)
    }
    /// Changes what a child does.
    pub fn enter(&self, at: usize, state: State) {
        let mut children = self.children();
        if let Some(child) = &mut children[at] {
            child.state = state;
        }
        if state != State::Idle {
            let active = children.iter().flatten().filter(|child| child.state != State::Idle).count();
            self.most_active.fetch_max(active, Relaxed);
        }
    }
    /// All children, with their places.
    pub fn all(&self) -> Vec<(usize, Child)> {
        let children = self.children();
        children.iter().enumerate().filter_map(|(at, child)| Some((at, child.clone()?))).collect()
    }
    /// How many there are.
    pub fn count(&self) -> Count {
        let mut count = Count::default();
        for child in self.children().iter().flatten() {
            if child.state == State::Idle { count.idle += 1 } else { count.active += 1 }
        }
        count
    }
    /// A child that has nothing to do asks whether it is one too many.
    pub fn is_surplus(&self) -> bool {
        self.surplus.fetch_update(Relaxed, Relaxed, |n| n.checked_sub(1)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        let board = Board::new();
        assert_eq!([board.take_place(2), board.take_place(2), board.take_place(2)], [Some(0), Some(1), None]);
        board.enter(1, State::Running);
        assert_eq!(board.count(), Count { idle: 1, active: 1 });
        board.leave_place(0);
        assert_eq!((board.take_place(2), board.all().len(), board.most_active.load(Relaxed)), (Some(0), 2, 1));
        board.surplus.store(1, Relaxed);
        assert!(board.is_surplus() && !board.is_surplus());
    }
}
