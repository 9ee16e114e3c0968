//! The node as a program of its own: what `phant aerospike-node` runs, for tests that kill it.

#![forbid(unsafe_code)]

fn main() {
    std::process::exit(phant_aerospike_node::command(std::env::args_os().skip(1)));
}
