//! One result of OpenSSL 3.5 for each mode, and that texts come back.

use phant_cipher::{Cipher, Failure, Mode, NAMES, Parameters};

const KEY: &[u8] = b"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
const TEXT: &[u8] = b"hello world, this is 33 bytes lon";

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn encrypted(name: &str) -> (String, String) {
    let cipher = Cipher::named(name.as_bytes()).expect(name);
    let parameters = Parameters { iv: &b"0123456789abcdef"[..cipher.iv_length()], associated: b"aad", padding: true };
    let (text, tag) = cipher.encrypt(&KEY[..cipher.key_length()], TEXT, parameters, 16).expect(name);
    (hex(&text), hex(&tag))
}

#[test]
fn results_are_those_of_openssl() {
    for (name, text, tag) in [
        ("aes-128-cbc", "7df2d91486ac9457f82542103857e6fedd60a056d6d0806fc81574a7b28f8fc0ee16d49a47a01592567cca18107ce45a", ""),
        ("aes-256-ecb", "cbe1de5d35cd799d472b3c435786d21f08211fe4f38bb339186aa308943d00093c347422ce7f4abc83a7ff3d3fe05e7a", ""),
        ("aes-192-cfb", "b2096245a9b2054a94733d21949e109e182af747ed35ee7aa26721134395c00dea", ""),
        ("aes-128-cfb1", "54e0f10905ccac3eb1352599ce4bb0b44e755e01c972d50e0384f24e90cc2a44a5", ""),
        ("aes-128-cfb8", "1ac644b731eca912d18f17fd9cd67ea14a42583d3906a168ea4e53d61f28d5e111", ""),
        ("aes-256-ofb", "9059f60cb32cacf753f31dfaf5af7e5c08dcfc0ccad586feb166f3f6c361d26729", ""),
        ("aes-256-ctr", "9059f60cb32cacf753f31dfaf5af7e5cc6bf010e6f5111471e51782fb63c22f28a", ""),
        ("aes-256-gcm", "f1cc8b562ceaef74876947919370144e31a6bdbc37fb594b46f6bb7cbad8f5c644", "e73667cff6ebd3a2a84ffcae42d2717e"),
        ("aes-128-ccm", "e05e7cdf40aa8a9abdc83b0214d71c63b77ac5b36d872533e579107799f83236c0", "6083308a1ebf17826f05780f77bb0972"),
        ("aes-256-ocb", "db7a84c85f08b76a41191a82891ddeb1761dda65c1184670fde9a0f9dac36603d7", "e5f264ab27988aa335d206205345ed22"),
        ("chacha20", "0da08bdd1497eb3477bea94268003a3116996421077cece857a49c3c15c304768d", ""),
        (
            "chacha20-poly1305",
            "2cae4afa1234ee9f8e5dbd5056d470a073b7d87f170f10f0df24a3bc5be54b4cd2",
            "aba8f73ee935a57f62022d49191b6573",
        ),
        ("sm4-ctr", "7b42e00fd81029536170bf97c681f3ef8dc4a561c3336a6c19fc208b1dfd71ae31", ""),
        ("des-ede3-ofb", "24c5b63ce0468e2dcad23c7aec59138e775b8d22c6b202ec0438fe6b4b2f38e247", ""),
    ] {
        assert_eq!(encrypted(name), (text.to_owned(), tag.to_owned()), "{name}");
    }
}

#[test]
fn texts_come_back() {
    let key: Vec<u8> = (0..64).collect();
    for (name, cipher) in NAMES {
        for length in [16, 17, 31, 32, 33, 200, 600, 4096, 9001] {
            let text: Vec<u8> = (0..length).map(|i| (i * 7) as u8).collect();
            let (key, iv) = (&key[..cipher.key_length()], vec![9; cipher.iv_length()]);
            let parameters = Parameters { iv: &iv, associated: b"associated", padding: true };
            if cipher.mode() == Mode::Wrap && length % 8 != 0 {
                assert_eq!(cipher.encrypt(key, &text, parameters, 16), Err(Failure::Length));
                continue;
            }
            let (encrypted, tag) = cipher.encrypt(key, &text, parameters, 16).expect(name);
            assert_eq!(cipher.decrypt(key, &encrypted, parameters, &tag), Ok(text), "{name} {length}");
            if cipher.mode().is_authenticated() {
                let mut other = encrypted.clone();
                other[3] ^= 1;
                assert_eq!(cipher.decrypt(key, &other, parameters, &tag), Err(Failure::Tag), "{name}");
            }
        }
    }
}

#[test]
fn what_is_not_possible_is_said() {
    let cbc = Cipher::named(b"AES128").expect("an alias");
    let parameters = Parameters { iv: &[0; 16], associated: b"", padding: true };
    assert_eq!(cbc.decrypt(&[0; 16], &[0; 15], parameters, b""), Err(Failure::Length));
    assert_eq!(cbc.decrypt(&[0; 16], &[0; 16], parameters, b""), Err(Failure::Padding));
    assert_eq!(cbc.decrypt(&[0; 16], b"", parameters, b""), Err(Failure::Length));
    assert_eq!(cbc.encrypt(&[0; 15], b"", parameters, 0), Err(Failure::Setting));
    let gcm = Cipher::named(b"aes-128-gcm").expect("there");
    assert_eq!(gcm.encrypt(&[0; 16], b"", Parameters { iv: b"", ..parameters }, 16), Err(Failure::Setting));
    assert_eq!(gcm.encrypt(&[0; 16], b"", parameters, 17), Err(Failure::Setting));
    let xts = Cipher::named(b"aes-128-xts").expect("there");
    assert_eq!(xts.encrypt(&[0; 32], &[0; 15], parameters, 0), Err(Failure::Length));
    assert_eq!(Cipher::named(b"aes-512-cbc"), None);
}
