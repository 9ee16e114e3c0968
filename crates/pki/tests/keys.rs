//! Keys do what standards and OpenSSL say, and survive being written and read.

use phant_digest::hex;
use phant_pki::{
    ec::{self, Curve, Ec},
    finite::{Finite, Group},
    key::Key,
    okp::{Kind, Okp},
    pem,
    rsa::{Padding, Rsa},
    verify,
};

fn unhex(text: &str) -> Vec<u8> {
    hex::decode(text.as_bytes()).expect("digits")
}

#[test]
fn ed25519_signs_as_rfc_8032_does() {
    let secret = unhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
    let key = Okp::from_secret(Kind::Ed25519, &secret).expect("32 bytes");
    assert_eq!(key.public, unhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"));
    let signature = key.sign(b"").expect("it is whole");
    assert!(signature.starts_with(&unhex("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155")));
    assert!(key.verify(b"", &signature) && !key.verify(b"x", &signature));
}

#[test]
fn ed448_signs_as_rfc_8032_does() {
    let secret = unhex(
        "6c82a562cb808d10d632be89c8513ebf6c929f34ddfa8c9f63c9960ef6e348a3528c8a3fcc2f044e39a3fc5b94492f8f032e7549a20098f95b",
    );
    let key = Okp::from_secret(Kind::Ed448, &secret).expect("57 bytes");
    assert!(key.public.starts_with(&unhex("5fd7449b59b461fd2ce787ec616ad46a1da1342485a70e1f8a0ea75d80e96778")));
    let signature = key.sign(b"").expect("it is whole");
    assert!(signature.starts_with(&unhex("533a37f6bbe457251f023c0d88f976ae2dfb504a843e34d2074fd823d41a591f")));
    assert!(key.verify(b"", &signature) && !key.verify(b"x", &signature));
}

#[test]
fn x25519_and_x448_agree_as_rfc_7748_does() {
    let key = |kind, secret: &str| Okp::from_secret(kind, &unhex(secret)).expect("of the right length");
    let alice = key(Kind::X25519, "77076d0a7318a57d3c16c17251b26645df4c31f2ef8a4a36b0f1f5c4c3d6e7a8");
    let bob = key(Kind::X25519, "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb");
    assert_eq!(bob.public, unhex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"));
    assert_eq!(alice.agree(&bob), bob.agree(&alice));
    let (one, two) = (Okp::generate(Kind::X448), Okp::generate(Kind::X448));
    assert!(one.agree(&two).is_some() && one.agree(&two) == two.agree(&one));
}

#[test]
fn every_curve_signs_and_agrees() {
    for name in ec::names() {
        let curve = Curve::named(name).expect("listed");
        let (one, two) = (Ec::generate(curve.clone(), true), Ec::generate(curve, true));
        let signature = one.sign(b"0123456789abcdef0123456789abcdef").expect("it is whole");
        assert_eq!(one.verify(b"0123456789abcdef0123456789abcdef", &signature), Some(true), "{name}");
        assert_eq!(two.verify(b"0123456789abcdef0123456789abcdef", &signature), Some(false), "{name}");
        assert_eq!(one.agree(&two), two.agree(&one), "{name}");
    }
}

#[test]
fn a_compressed_point_is_the_point() {
    for name in ["prime256v1", "secp224r1", "secp521r1"] {
        let curve = Curve::named(name).expect("known");
        let key = Ec::generate(curve.clone(), true);
        let whole = curve.encode(&key.public);
        let half = (whole.len() - 1) / 2;
        let compressed = [&[2 + (whole[whole.len() - 1] & 1)][..], &whole[1..=half]].concat();
        assert_eq!(curve.decode(&compressed).map(|point| curve.encode(&point)), Some(whole), "{name}");
    }
}

#[test]
fn rsa_keys_open_what_they_close() {
    let key = Rsa::generate(1024);
    for padding in [Padding::Pkcs1, Padding::Oaep] {
        let closed = key.public_encrypt(b"text", padding).expect("it is short");
        assert_eq!(key.secret_decrypt(&closed, padding).as_deref(), Ok(&b"text"[..]));
    }
    let signature = key.sign("sha256", &[7; 32]).expect("it is long enough");
    assert!(key.verify("sha256", &[7; 32], &signature) && !key.verify("sha256", &[8; 32], &signature));
    let hash = phant_digest::algorithm(b"sha256").expect("built in");
    let signature = key.sign_pss(hash, &[7; 32]).expect("it is long enough");
    assert!(key.verify_pss(hash, hash, &[7; 32], &signature) && !key.verify_pss(hash, hash, &[8; 32], &signature));
}

#[test]
fn finite_keys_sign_and_agree() {
    let dsa = Finite::generate(Group::generate_dsa(512)).expect("a group");
    let signature = dsa.sign(&[7; 20]).expect("it is whole");
    assert_eq!((dsa.verify(&[7; 20], &signature), dsa.verify(&[8; 20], &signature)), (Some(true), Some(false)));
    let group = Group::generate_dh(128);
    let (one, two) = (Finite::generate(group.clone()), Finite::generate(group));
    let (one, two) = (one.expect("a group"), two.expect("a group"));
    assert_eq!(one.agree(&two.public), two.agree(&one.public));
}

#[test]
fn keys_are_read_as_they_were_written() {
    let keys = [
        Key::Rsa(Rsa::generate(512)),
        Key::Ec(Ec::generate(Curve::named("secp384r1").expect("known"), true)),
        Key::Ec(Ec::generate(Curve::named("prime256v1").expect("known"), false)),
        Key::Okp(Okp::generate(Kind::Ed25519)),
        Key::Okp(Okp::generate(Kind::X448)),
    ];
    for key in keys {
        let der = key.to_der().expect("it is whole");
        assert!(Key::from_der(&der).is_some_and(|read| read.matches(&key) && read.is_secret()));
        assert!(Key::from_public_der(&key.to_public_der()).is_some_and(|read| read.matches(&key) && !read.is_secret()));
        let closed = key.to_encrypted_der(b"word", "aes-256-cbc").expect("it is whole");
        let text = pem::write("ENCRYPTED PRIVATE KEY", &closed);
        assert!(Key::from_pem(&text, Some(b"word")).is_ok_and(|read| read.matches(&key)));
        assert!(Key::from_pem(&text, Some(b"other")).is_err());
    }
}

#[test]
fn stars_stand_for_one_label() {
    assert!(verify::host_matches("*.example.org", "www.example.org"));
    assert!(!verify::host_matches("*.example.org", "a.b.example.org"));
    assert!(!verify::host_matches("*.org", "example.org"));
    assert!(!verify::host_matches("*", "example.org"));
}
