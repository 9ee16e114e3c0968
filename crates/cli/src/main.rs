#![forbid(unsafe_code)]

/// What PHP code makes native code allocate counts toward its `memory_limit`.
#[global_allocator]
static ALLOCATOR: phant_memory::account::Accounted = phant_memory::account::Accounted;

fn main() {
    std::process::exit(phant_cli::main());
}
