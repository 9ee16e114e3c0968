use super::*;

fn to_text(name: &str, bytes: &[u8]) -> (String, Option<Fault>) {
    let mut decoder = Decoder::new(find(name.as_bytes()).unwrap());
    let mut out = String::new();
    let (_, fault) = decoder.decode(bytes, &mut out);
    let end = decoder.finish(&mut out);
    (out, fault.or(end))
}

fn to_bytes(name: &str, text: &str) -> Vec<u8> {
    let mut encoder = Encoder::new(find(name.as_bytes()).unwrap());
    let mut out = Vec::new();
    encoder.encode(text, &mut out).unwrap();
    encoder.finish(&mut out);
    out
}

#[test]
fn every_set_round_trips_ascii() {
    for set in &names::ALL {
        let bytes = to_bytes(set.name, "a+b 1");
        assert_eq!(to_text(set.name, &bytes), ("a+b 1".into(), None), "{}", set.name);
    }
}

#[test]
fn every_table_round_trips() {
    for set in names::ALL.iter().filter(|s| matches!(s.kind, Kind::Table(_) | Kind::Latin1)) {
        for byte in 0x80..=0xff {
            let (text, fault) = to_text(set.name, &[byte]);
            if fault.is_none() {
                let again = to_bytes(set.name, &text);
                assert_eq!(to_text(set.name, &again).0, text, "{} {byte:x}", set.name);
            }
        }
    }
}

#[test]
fn pieces_make_no_difference() {
    let text = "aあb+é€𝄞-z";
    for name in ["UTF-8", "UTF-7", "UTF-16", "UTF-32", "GB18030"] {
        let bytes = to_bytes(name, text);
        let mut decoder = Decoder::new(find(name.as_bytes()).unwrap());
        let mut out = String::new();
        for byte in &bytes {
            assert_eq!(decoder.decode(std::slice::from_ref(byte), &mut out), (1, None));
        }
        assert_eq!(decoder.finish(&mut out), None);
        assert_eq!(out, text, "{name}");
    }
}

#[test]
fn what_is_cut_off_is_incomplete() {
    assert_eq!(to_text("utf8", b"a\xc3"), ("a".into(), Some(Fault::Incomplete)));
    assert_eq!(to_text("UTF-16LE", b"a\0b"), ("a".into(), Some(Fault::Incomplete)));
    assert_eq!(to_text("EUC-JP", b"a\xa4"), ("a".into(), Some(Fault::Incomplete)));
    assert_eq!(to_text("ASCII", b"a\xc3").1, Some(Fault::Illegal));
}

#[test]
fn transliteration_falls_back_to_a_question_mark() {
    let mut encoder = Encoder::new(find(b"ASCII").unwrap());
    let mut out = Vec::new();
    for c in ['€', 'ß', '中'] {
        assert!(encoder.transliterate(c, &mut out));
    }
    assert_eq!(out, b"EURss?");
}
