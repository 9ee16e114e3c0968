//! What stands between a request and the world outside, whoever brings the request: the superglobals, the variables that
//! a query string or form is made of, bodies as they arrive, the rules for response headers.
//!
//! Where output goes is `phant_native::sapi`; what is peculiar to HTTP or a terminal belongs to the server and the command
//! line, which both build on this.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod body;
pub mod form;
pub mod headers;
pub mod status;
pub mod superglobals;
pub mod upload;
pub mod variables;
