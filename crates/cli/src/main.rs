#![forbid(unsafe_code)]

#[cfg(not(any(feature = "match-dispatch", feature = "checked")))]
use mimalloc::MiMalloc as Allocator;
use phant_memory::account::Accounted;
/// Tools that watch memory know the system's.
#[cfg(any(feature = "match-dispatch", feature = "checked"))]
use std::alloc::System as Allocator;

/// What PHP code makes native code allocate counts toward its `memory_limit`.
#[global_allocator]
static ALLOCATOR: Accounted<Allocator> = Accounted(Allocator);

fn main() {
    std::process::exit(phant_cli::main());
}
