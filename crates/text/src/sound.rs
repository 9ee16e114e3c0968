//! Phonetic keys: `soundex` and `metaphone`.

/// `soundex($text)`: a letter and three digits; "0000" if there is no letter.
pub fn soundex(text: &[u8]) -> [u8; 4] {
    // A digit for each letter. '0' separates equal digits; PHP has H and W do so too.
    const CODE_OF: &[u8; 26] = b"01230120022455012623010202";
    let (mut key, mut len) = ([b'0'; 4], 0);
    let mut last = b'0';
    for letter in text.iter().filter(|b| b.is_ascii_alphabetic()).map(u8::to_ascii_uppercase) {
        let code = CODE_OF[usize::from(letter - b'A')];
        if len == 0 {
            key[0] = letter;
            len = 1;
            last = code;
        } else {
            if code != b'0' && code != last {
                key[len] = code;
                len += 1;
            }
            last = code;
        }
        if len == key.len() {
            break;
        }
    }
    key
}

/// `metaphone($word, $max_phonemes)`; 0 is no limit.
///
/// Lawrence Philips' first metaphone, in PHP's variant: letters are looked at one after another, with their
/// neighbours, and each gives no, one or two phonemes ("0" is the "th" of "the", "X" is "sh").
pub fn metaphone(word: &[u8], max_phonemes: usize) -> Vec<u8> {
    let mut out = Vec::new();
    append_metaphone(word, max_phonemes, &mut out);
    out
}

/// The same, appended to an empty buffer.
pub fn append_metaphone(word: &[u8], max_phonemes: usize, out: &mut Vec<u8>) {
    let word = Word(&word[..word.iter().position(|&b| b == 0).unwrap_or(word.len())]);
    let mut at = word.0.iter().take_while(|b| !b.is_ascii_alphabetic()).count();
    at += word.first_phoneme(at, out);
    while at < word.0.len() && (max_phonemes == 0 || out.len() < max_phonemes) {
        at += 1 + word.phoneme(at, out);
    }
}

/// A word whose letters are read in upper case, with zero bytes around it.
struct Word<'a>(&'a [u8]);

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'A' | b'E' | b'I' | b'O' | b'U')
}

/// Letters before which C, G and DG are soft.
fn softens(letter: u8) -> bool {
    matches!(letter, b'E' | b'I' | b'Y')
}

impl Word<'_> {
    fn ahead(&self, at: usize, by: usize) -> u8 {
        self.0.get(at + by).map_or(0, u8::to_ascii_uppercase)
    }

    fn back(&self, at: usize, by: usize) -> u8 {
        if at >= by { self.ahead(at - by, 0) } else { 0 }
    }

    /// The letters that are read differently at the start; returns how many were read.
    fn first_phoneme(&self, at: usize, out: &mut Vec<u8>) -> usize {
        let (letter, next) = (self.ahead(at, 0), self.ahead(at, 1));
        let (phoneme, length) = match letter {
            b'A' if next == b'E' => (b'E', 2),
            b'G' | b'K' | b'P' if next == b'N' => (b'N', 2),
            b'X' => (b'S', 1),
            b'W' if next == b'R' => (b'R', 2),
            b'W' if next == b'H' || is_vowel(next) => (b'W', 2),
            b'A' | b'E' | b'I' | b'O' | b'U' => (letter, 1),
            _ => return 0,
        };
        out.push(phoneme);
        length
    }

    /// Reads the letter at `at`; returns how many letters behind it were read too.
    fn phoneme(&self, at: usize, out: &mut Vec<u8>) -> usize {
        let letter = self.ahead(at, 0);
        let (last, next, after) = (self.back(at, 1), self.ahead(at, 1), self.ahead(at, 2));
        if letter == last && letter != b'C' {
            return 0;
        }
        let (phonemes, skip): (&[u8], usize) = match letter {
            b'B' if last == b'M' => (b"", 0),
            b'C' if softens(next) => match (last, next, after) {
                (_, b'I', b'A') => (b"X", 0),
                (b'S', ..) => (b"", 0),
                _ => (b"S", 0),
            },
            b'C' if next == b'H' => (b"X", 1),
            b'C' => (b"K", 0),
            b'D' if next == b'G' && softens(after) => (b"J", 1),
            b'D' => (b"T", 0),
            b'G' if next == b'H' => {
                let silent = matches!(self.back(at, 3), b'B' | b'D' | b'H') || self.back(at, 4) == b'H';
                if silent { (b"", 0) } else { (b"F", 1) }
            }
            b'G' if next == b'N' => {
                let silent = !after.is_ascii_alphabetic() || after == b'E' && self.ahead(at, 3) == b'D';
                (if silent { b"" } else { b"K" }, 0)
            }
            b'G' => (if softens(next) && last != b'G' { b"J" } else { b"K" }, 0),
            b'H' if is_vowel(next) && !matches!(last, b'C' | b'G' | b'P' | b'S' | b'T') => (b"H", 0),
            b'H' => (b"", 0),
            b'K' => (if last == b'C' { b"" } else { b"K" }, 0),
            b'P' => (if next == b'H' { b"F" } else { b"P" }, 0),
            b'Q' => (b"K", 0),
            b'S' | b'T' if next == b'I' && matches!(after, b'O' | b'A') => (b"X", 0),
            b'S' if next == b'H' => (b"X", 1),
            b'S' => (b"S", 0),
            b'T' if next == b'H' => (b"0", 1),
            b'T' if next == b'C' && after == b'H' => (b"", 0),
            b'T' => (b"T", 0),
            b'V' => (b"F", 0),
            b'W' | b'Y' if !is_vowel(next) => (b"", 0),
            b'X' => (b"KS", 0),
            b'Z' => (b"S", 0),
            b'B' | b'F' | b'J' | b'L' | b'M' | b'N' | b'R' | b'W' | b'Y' => {
                out.push(letter);
                return 0;
            }
            _ => (b"", 0),
        };
        out.extend_from_slice(phonemes);
        skip
    }
}
