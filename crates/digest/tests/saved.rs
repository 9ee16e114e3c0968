//! Saved states: what is restored goes on as the original would.

use phant_digest::ALGORITHMS;

#[test]
fn restored_states_go_on() {
    let data: Vec<u8> = (0..1000u32).map(|i| (i * 7 + i / 13) as u8).collect();
    for algorithm in ALGORITHMS.iter().filter(|algorithm| !algorithm.layout.is_empty()) {
        let size: usize = algorithm.layout.iter().map(|field| field.size()).sum();
        for cut in [0, 1, 7, 15, 16, 31, 32, 63, 64, 65, 127, 128, 143, 500, 999] {
            let mut first = algorithm.start();
            first.update(&data[..cut]);
            let image = first.save();
            assert_eq!(image.len(), size, "{}", algorithm.name);
            let mut second = algorithm.start();
            assert!(second.load(&image), "{} after {cut} bytes", algorithm.name);
            second.update(&data[cut..]);
            let mut hash = Vec::new();
            second.finish(&mut hash);
            assert_eq!(hash, algorithm.hash(&data), "{} after {cut} bytes", algorithm.name);
        }
    }
}
