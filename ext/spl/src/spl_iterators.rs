//! The iterators that walk other iterators, and the functions that do.

mod append;
mod caching;
pub(crate) mod cursor;
mod dual;
mod empty;
mod filter;
mod functions;
mod limit;
mod recursive;
mod regex;
mod tree;

pub use append::{AppendIterator, InfiniteIterator, NoRewindIterator};
pub use caching::{CachingIterator, RecursiveCachingIterator};
pub use dual::{IteratorIterator, OuterIterator, RecursiveIterator, SeekableIterator};
pub use empty::EmptyIterator;
pub use filter::{
    CallbackFilterIterator, FilterIterator, ParentIterator, RecursiveCallbackFilterIterator, RecursiveFilterIterator,
};
pub use functions::FUNCTIONS;
pub use limit::LimitIterator;
pub use recursive::RecursiveIteratorIterator;
pub use regex::{RecursiveRegexIterator, RegexIterator};
pub use tree::RecursiveTreeIterator;
