//! How the program is linked.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=PHANT_PIE");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|v| v == value);
    // The tables of functions and classes are two megabytes of addresses. In a program that may be loaded anywhere all of them have
    // to be written when it starts, which takes a quarter of the time that an empty script takes, and memory of every process.
    // Libraries, heaps and stacks lie at random addresses all the same. PHANT_PIE=1 makes the program position independent.
    let may = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") && is("PROFILE", "release");
    if may && std::env::var_os("CARGO_CFG_SANITIZE").is_none() && !is("PHANT_PIE", "1") {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
