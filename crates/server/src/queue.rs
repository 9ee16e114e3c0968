//! Requests that wait for a thread that runs PHP.

use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

struct State<T> {
    jobs: VecDeque<T>,
    sleeping: usize,
    most: usize,
}

/// A line with room for so many.
pub struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

impl<T> Queue<T> {
    /// With room for `most`.
    pub fn new(most: usize) -> Queue<T> {
        Queue { state: Mutex::new(State { jobs: VecDeque::new(), sleeping: 0, most }), changed: Condvar::new() }
    }
    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// Puts a job in line; gives it back if the line is full. Wakes nobody.
    pub fn push(&self, job: T) -> Result<(), T> {
        let mut state = self.state();
        if state.jobs.len() >= state.most {
            return Err(job);
        }
        state.jobs.push_back(job);
        Ok(())
    }
    /// Puts a job back that was the first in line.
    pub fn push_back_first(&self, job: T) {
        self.state().jobs.push_front(job);
    }
    /// The first in line.
    pub fn pop(&self) -> Option<T> {
        self.state().jobs.pop_front()
    }
    /// Wakes as many as there are jobs, but for so many that the caller sees to. How many that were.
    pub fn wake(&self, own: usize) -> usize {
        let state = self.state();
        let woken = state.jobs.len().saturating_sub(own).min(state.sleeping);
        for _ in 0..woken {
            self.changed.notify_one();
        }
        woken
    }
    /// Wakes everybody who sleeps.
    pub fn wake_all(&self) {
        let _state = self.state();
        self.changed.notify_all();
    }
    /// How many wait.
    pub fn len(&self) -> usize {
        self.state().jobs.len()
    }
    /// Sleeps until there may be something to do.
    pub fn sleep(&self, most: Duration) {
        let mut state = self.state();
        if !state.jobs.is_empty() {
            return;
        }
        state.sleeping += 1;
        let (mut state, _) = self.changed.wait_timeout(state, most).unwrap_or_else(PoisonError::into_inner);
        state.sleeping -= 1;
    }
}
