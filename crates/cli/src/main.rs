#![forbid(unsafe_code)]

fn main() {
    std::process::exit(phant_cli::main());
}
