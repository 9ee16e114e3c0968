//! Pierre L'Ecuyer's combined generator behind `lcg_value()`, and the form of `uniqid()`.

/// The generator of `lcg_value()`.
#[derive(Clone, Copy, Debug)]
pub struct CombinedLcg {
    state: [i32; 2],
}

impl CombinedLcg {
    /// Starts with any two numbers.
    pub fn new(seed: [i32; 2]) -> CombinedLcg {
        CombinedLcg { state: seed }
    }

    /// `lcg_value()`: above 0 and below 1.
    pub fn value(&mut self) -> f64 {
        let [a, b] = self.state;
        self.state = [step(a, 53668, 40014, 12211, 2_147_483_563), step(b, 52774, 40692, 3791, 2_147_483_399)];
        let mut difference = self.state[0].wrapping_sub(self.state[1]);
        if difference < 1 {
            difference = difference.wrapping_add(2_147_483_562);
        }
        f64::from(difference) * 4.656613e-10
    }
}

/// `state` times `multiplier` modulo `modulus`, by Schrage's method: without more than 32 bits.
fn step(state: i32, quotient: i32, multiplier: i32, remainder: i32, modulus: i32) -> i32 {
    let times = state / quotient;
    let next = (state - quotient * times).wrapping_mul(multiplier).wrapping_sub(times.wrapping_mul(remainder));
    if next < 0 { next.wrapping_add(modulus) } else { next }
}

/// `uniqid($prefix, $more_entropy)` at a time; `entropy` is 32 random bits, if asked for more.
pub fn uniqid(prefix: &[u8], seconds: u64, microseconds: u32, entropy: Option<u32>) -> Vec<u8> {
    let mut id = prefix.to_vec();
    id.extend_from_slice(format!("{seconds:08x}{microseconds:05x}").as_bytes());
    if let Some(entropy) = entropy {
        let digits = f64::from(entropy) / f64::from(u32::MAX) * 10.0;
        id.extend_from_slice(format!("{digits:.8}").as_bytes());
    }
    id
}
