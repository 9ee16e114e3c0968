//! What the client does, for whoever wants to know: events wait in their thread until they are taken.
//!
//! Nobody is called from here, since whoever listens may send commands himself.

use std::cell::{Cell, RefCell};

/// How much an event matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Level {
    Error = 0,
    Warn = 1,
    Info = 2,
    Debug = 3,
    Trace = 4,
}

/// Something that happened.
#[derive(Clone, Debug)]
pub struct Event {
    /// How much it matters.
    pub level: Level,
    /// Where: a function of this crate.
    pub function: &'static str,
    /// Its file.
    pub file: &'static str,
    /// The line.
    pub line: u32,
    /// What.
    pub message: String,
}

/// No event matters as little, or as much: nothing is kept.
const NOTHING: i64 = -1;
/// The most events that wait; later ones are lost.
const MOST: usize = 1000;

thread_local! {
    static WANTED: Cell<i64> = const { Cell::new(NOTHING) };
    static EVENTS: RefCell<Vec<Event>> = const { RefCell::new(Vec::new()) };
}

/// From now on this thread keeps events up to a level, or none.
pub fn listen(level: Option<i64>) {
    WANTED.set(level.unwrap_or(NOTHING));
}
/// Whether events of a level are kept.
pub fn is_wanted(level: Level) -> bool {
    level as i64 <= WANTED.get()
}
/// Keeps an event.
pub fn keep(event: Event) {
    EVENTS.with_borrow_mut(|events| {
        if events.len() < MOST {
            events.push(event);
        }
    });
}
/// Whether events wait.
pub fn has_events() -> bool {
    EVENTS.with_borrow(|events| !events.is_empty())
}
/// Takes the events that wait.
pub fn take() -> Vec<Event> {
    EVENTS.take()
}

/// Keeps an event, if somebody listens; the words are made only then.
macro_rules! event {
    ($level:ident, $function:literal, $($words:tt)+) => {
        if $crate::log::is_wanted($crate::log::Level::$level) {
            $crate::log::keep($crate::log::Event {
                level: $crate::log::Level::$level,
                function: $function,
                file: file!(),
                line: line!(),
                message: format!($($words)+),
            });
        }
    };
}
pub(crate) use event;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_kept_up_to_a_level() {
        event!(Error, "a", "nobody listens");
        assert!(!has_events());
        listen(Some(Level::Info as i64));
        event!(Info, "a", "{}", 1);
        event!(Debug, "a", "{}", 2);
        listen(None);
        let events = take();
        assert_eq!(events.iter().map(|event| &*event.message).collect::<Vec<_>>(), ["1"]);
        assert!(events[0].file.ends_with("log.rs") && !has_events());
    }
}
