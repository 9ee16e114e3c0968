#![no_main]
#![forbid(unsafe_code)]

libfuzzer_sys::fuzz_target!(init: phant_fuzz_targets::start(), |data: &[u8]| phant_fuzz_targets::try_input("image", data));
