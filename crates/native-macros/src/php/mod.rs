//! Reading PHP signatures and class stubs. Plain text in, plain data out: no compiler types, so it tests as data.

pub mod class;
pub mod function;
pub mod scanner;
pub mod types;

#[cfg(test)]
mod tests;
