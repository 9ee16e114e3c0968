//! Requests that are broken, odd, or up to no good: each gets the answer that it deserves, and the server lives on.

use std::{
    fs,
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    path::PathBuf,
    sync::mpsc,
    thread,
    time::Duration,
};

fn serve(root: PathBuf) -> SocketAddr {
    phant_vm::request::engine::start(&[]);
    let (started, address) = mpsc::channel();
    thread::spawn(move || {
        let options = phant_server::Options {
            root,
            listen: "127.0.0.1:0".into(),
            workers: Some(1),
            software: "test".into(),
            ..phant_server::Options::default()
        };
        phant_server::serve(options, |address| started.send(address).expect("somebody waits")).expect("a server");
    });
    address.recv().expect("an address")
}

/// The status of the answer, 0 for none.
fn ask(address: SocketAddr, request: &[u8]) -> u16 {
    let mut connection = TcpStream::connect(address).expect("a connection");
    connection.set_read_timeout(Some(Duration::from_secs(5))).expect("a timeout");
    // The server may hang up before it has read all of it.
    let _broken_off = connection.write_all(request);
    let _ = connection.shutdown(std::net::Shutdown::Write);
    let mut answer = Vec::new();
    let _broken_off = connection.read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer);
    text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
}

#[test]
fn broken_requests() {
    let root = std::env::temp_dir().join(format!("phant-malformed-{}", std::process::id()));
    fs::create_dir_all(root.join("sub")).expect("a folder");
    fs::write(root.join("a.txt"), "plain").expect("a file");
    fs::write(root.join(".secret"), "hidden").expect("a file");
    let address = serve(root.clone());
    let with = |path: &str, headers: &str, body: &str| {
        format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n{body}")
    };
    let long = "y".repeat(200_000);
    let many = (0..2000).map(|i| format!("X-{i}: y\r\n")).collect::<String>();
    let cases: Vec<(&str, String, u16)> = vec![
        ("plain", with("/a.txt", "", ""), 200),
        ("percent-encoded", with("/%61.txt", "", ""), 200),
        ("a range", with("/a.txt", "Range: bytes=1-2\r\n", ""), 206),
        ("a range behind the end", with("/a.txt", "Range: bytes=9-\r\n", ""), 416),
        ("unchanged", with("/a.txt", "If-Modified-Since: Sat, 01 Jan 2050 00:00:00 GMT\r\n", ""), 304),
        ("missing", with("/nothing", "", ""), 404),
        ("a folder without an index", with("/sub", "", ""), 404),
        ("up", with("/../a.txt", "", ""), 200),
        ("up and out", with("/../../../../etc/passwd", "", ""), 404),
        ("up, encoded", with("/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "", ""), 404),
        ("up, slashes encoded", with("/..%2f..%2f..%2fetc%2fpasswd", "", ""), 404),
        ("up, backslashes", with("/..\\..\\etc\\passwd", "", ""), 404),
        ("hidden", with("/.secret", "", ""), 404),
        ("hidden, encoded", with("/%2esecret", "", ""), 404),
        ("a NUL byte", with("/a.txt%00.php", "", ""), 400),
        ("a bad escape", with("/%zz", "", ""), 404),
        ("bare line ends", "GET /a.txt HTTP/1.1\nHost: x\n\n".into(), 400),
        ("one bare line end", with("/a.txt", "X: y\n", ""), 400),
        ("two hosts", with("/a.txt", "Host: y\r\n", ""), 400),
        ("nothing", String::new(), 0),
        ("only line ends", "\r\n\r\n".into(), 0),
        ("no version", "GET /a.txt\r\n\r\n".into(), 400),
        ("half a request", "GET /a.txt HT".into(), 0),
        ("another protocol", "\x16\x03\x01\x02\x01\r\n\r\n".into(), 400),
        ("no colon", with("/a.txt", "no colon\r\n", ""), 400),
        ("a space before the colon", with("/a.txt", "X : y\r\n", ""), 400),
        ("a folded header", with("/a.txt", "X: a\r\n b\r\n", ""), 400),
        ("a long address", with(&format!("/{long}"), "", ""), 431),
        ("a long header", with("/a.txt", &format!("X: {long}\r\n"), ""), 431),
        ("many headers", with("/a.txt", &many, ""), 431),
        ("a negative length", with("/a.txt", "Content-Length: -1\r\n", "x"), 400),
        ("no number", with("/a.txt", "Content-Length: 1x\r\n", "x"), 400),
        ("a huge number", with("/a.txt", "Content-Length: 99999999999999999999\r\n", "x"), 400),
        ("two lengths", with("/a.txt", "Content-Length: 1\r\nContent-Length: 2\r\n", "xy"), 400),
        ("length and chunks", with("/a.txt", "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), 400),
        ("bad chunks", with("/a.txt", "Transfer-Encoding: chunked\r\n", "zz\r\nx\r\n0\r\n\r\n"), 400),
        ("an endless chunk", with("/a.txt", "Transfer-Encoding: chunked\r\n", "ffffffffffffffff1\r\nx"), 400),
        ("writing a file", "PUT /a.txt HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx".into(), 405),
    ];
    let mut wrong = Vec::new();
    for (name, request, status) in cases {
        let found = ask(address, request.as_bytes());
        if found != status {
            wrong.push(format!("{name}: {found} instead of {status}"));
        }
    }
    assert_eq!(ask(address, with("/a.txt", "", "").as_bytes()), 200, "it lives on");
    let _ = fs::remove_dir_all(root);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
