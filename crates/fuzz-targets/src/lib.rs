//! What is fuzzed: for each target an entry point that takes any bytes and must neither panic nor crash nor hang, and
//! inputs to begin with.
//!
//! `fuzz/` feeds the targets from libFuzzer. `cargo test` runs each for about a second with the mutator of this crate,
//! from a fixed seed; the program `phant-fuzz` does that for as long as wanted:
//!
//! ```text
//! cargo run --release -p phant-fuzz-targets -- SECONDS [SEED] [TARGET...]
//! cargo run --release -p phant-fuzz-targets -- 20000000x [SEED] [TARGET...]
//! ```
//!
//! The second form ends after so many inputs. What was tried is told for each target: seed, inputs, inputs a second, how many
//! of them were understood, the most memory, and the input that took longest. Inputs that were understood are begun with again;
//! the folder that `PHANT_FUZZ_CORPUS` names keeps them for the next run.
//!
//! The input being tried is in the file `PHANT_FUZZ_LAST` names, if it is set: that is what to look at after a crash.

#![forbid(unsafe_code)]

mod aerospike;
mod archive;
mod certificates;
mod fastcgi;
mod http;
mod http2;
mod image;
mod magic;
mod mutate;
mod mysql;
mod redis;
mod runs;
mod script;
mod structure;

pub use mutate::Random;
use phant_syntax::lexer::LexerOptions;
pub use runs::{End, Report};
use std::time::{Duration, Instant};
pub use structure::Structure;

/// How a target takes its inputs.
#[derive(Clone, Copy)]
pub enum Run {
    /// One after the other, each on the same state.
    One(fn(&[u8])),
    /// Some together, as making the state anew takes longer than they do. One may end it: those behind it are not tried.
    Many(fn(&[Vec<u8>], &mut dyn FnMut(&[u8], Outcome))),
}

/// How it went with an input.
#[derive(Clone, Copy)]
pub struct Outcome {
    took: Duration,
    /// Whether a value came of it: something to begin with again.
    understood: bool,
}

/// Something to fuzz.
pub struct Target {
    /// Its name, as that of the file in `fuzz/fuzz_targets`.
    pub name: &'static str,
    /// Tries inputs.
    pub run: Run,
    /// What is known of its inputs.
    pub structure: Structure,
    /// Inputs to begin with, separated by lines of `----`.
    pub seeds: &'static str,
    /// What is worth putting in.
    pub words: &'static [&'static str],
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target {
        name: "parser",
        run: Run::One(parser),
        structure: Structure::None,
        seeds: include_str!("../seeds/scripts.txt"),
        words: script::WORDS,
    },
    Target {
        name: "script",
        run: Run::One(script::run),
        structure: Structure::None,
        seeds: include_str!("../seeds/scripts.txt"),
        words: script::WORDS,
    },
    Target {
        name: "aerospike",
        run: Run::One(aerospike::run),
        structure: Structure::None,
        seeds: include_str!("../seeds/aerospike.txt"),
        words: &[
            "0203000000000016",
            "0201000000000010",
            "d4ff00",
            "d4ff01",
            "c70001c0",
            "dfffffffff",
            "ddffffffff",
            "c6ffffffff",
            "93ccff",
            "9110",
        ],
    },
    Target {
        name: "archive",
        run: Run::One(archive::run),
        structure: Structure::None,
        seeds: include_str!("../seeds/archives.txt"),
        words: &["PK\x03\x04", "PK\x01\x02", "PK\x05\x06", "\x7f\x7f\x7f", "ustar", "__HALT_COMPILER();", " ?>\r\n", "\0\0\0"],
    },
    Target {
        name: "image",
        run: Run::One(image::run),
        structure: Structure::None,
        seeds: include_str!("../seeds/image.txt"),
        words: &["ffffffff7f", "ffffffffffffffffff01", "07", "00000000", "0101010101", "80808080"],
    },
    Target {
        name: "unserialize",
        run: Run::Many(script::unserialize),
        structure: Structure::Php,
        seeds: include_str!("../seeds/unserialize.txt"),
        words: &[
            "R:1;",
            "r:2;",
            "O:8:\"stdClass\":1:{",
            "C:11:\"ArrayObject\":",
            "a:1:{",
            "}",
            "E:4:\"A:B\";",
            "s:99999999:\"",
            "i:-9223372036854775808;",
            "d:INF;",
        ],
    },
    Target {
        name: "json",
        run: Run::Many(script::json),
        structure: Structure::Json,
        seeds: include_str!("../seeds/json.txt"),
        words: &["\\ud800", "\\u0000", "1e999", "[[[[", "]]]]", "{\"\":", "9223372036854775808", "\u{7f}"],
    },
    Target {
        name: "igbinary",
        run: Run::Many(script::igbinary),
        structure: Structure::Igbinary,
        seeds: include_str!("../seeds/igbinary.txt"),
        words: &[
            "0100",
            "2200",
            "25",
            "14ff",
            "16ffffffff",
            "0e00",
            "1a00",
            "17",
            "1d",
            "27",
            "1400",
            "0600",
            "26ffffffffffffffff",
            "00",
        ],
    },
    Target {
        name: "msgpack",
        run: Run::Many(script::msgpack),
        structure: Structure::Msgpack,
        seeds: include_str!("../seeds/msgpack.txt"),
        words: &[
            "c0",
            "82c00200",
            "82c00400",
            "82c00500",
            "82c001",
            "c003",
            "c006",
            "91",
            "ddffffffff",
            "dfffffffff",
            "dbffffffff",
            "80",
            "cb",
        ],
    },
    Target {
        name: "redis",
        run: Run::One(redis::run),
        structure: Structure::None,
        seeds: include_str!("../seeds/redis.txt"),
        words: &[
            "$-1\r\n",
            "*-1\r\n",
            "$4294967295\r\n",
            "*2147483647\r\n",
            "\r\n",
            "$0\r\n\r\n",
            "-MOVED 1 h:1\r\n",
            ":-9223372036854775808\r\n",
        ],
    },
    Target {
        name: "session",
        run: Run::Many(script::session),
        structure: Structure::Php,
        seeds: concat!(include_str!("../seeds/session.txt"), "\n----\n", include_str!("../seeds/unserialize.txt")),
        words: &["|", "!", "a|i:1;", "\u{1}ai:1;", "N;", "R:1;", "\0\0\0\u{2}", "O:8:\"stdClass\":0:{}", "_SESSION|a:0:{}"],
    },
    Target {
        name: "pattern",
        run: Run::One(script::pattern),
        structure: Structure::None,
        seeds: include_str!("../seeds/patterns.txt"),
        words: &[
            "(?<n>",
            "(?:",
            "(?R)",
            "(*ACCEPT)",
            "{2,5}",
            "\\K",
            "\\p{L}",
            "(?=",
            "|",
            "/u",
            "[[:alpha:]]",
            "(?1)",
            "\\1",
            "*+",
        ],
    },
    Target {
        name: "date",
        run: Run::One(script::date),
        structure: Structure::None,
        seeds: include_str!("../seeds/dates.txt"),
        words: &[
            "first day of ",
            "99999999999",
            "@-1",
            "P1Y2M",
            "Europe/Berlin",
            "+14:00",
            "last sat of ",
            "weekdays",
            "T24:00",
            "R5/",
            "noon",
            "ago",
        ],
    },
    Target {
        name: "format",
        run: Run::One(script::format),
        structure: Structure::None,
        seeds: include_str!("../seeds/formats.txt"),
        words: &["%1$s", "%'*10d", "%-020.99f", "%n", "%[^a-z]", "%*d", "%99999s", "%e", "%G", "%%", "%2147483648d", "%b"],
    },
    Target {
        name: "encodings",
        run: Run::One(script::encodings),
        structure: Structure::None,
        seeds: include_str!("../seeds/encodings.txt"),
        words: &[
            "\x1b$B",
            "\x1b$(D",
            "\x1b(J",
            "\x1b$)C",
            "\x1b$G!",
            "~{",
            "~}",
            "\x0e",
            "\x0f",
            "+AGE-",
            "&AOk-",
            "begin 644 x\n",
            "=?UTF-8?B?",
        ],
    },
    Target {
        name: "pack",
        run: Run::One(script::pack),
        structure: Structure::None,
        seeds: include_str!("../seeds/pack.txt"),
        words: &["a*", "N2", "@99", "X5", "x*", "h*", "E", "q", "/name", "Z0", "C2147483647", "J"],
    },
    Target {
        name: "ini",
        run: Run::One(script::ini),
        structure: Structure::None,
        seeds: include_str!("../seeds/ini.txt"),
        words: &["[section]", "${", "}", "a[b]=", "\"", "'", "|", "&", "~", "!", "(", ")", "null", ";", "^"],
    },
    Target {
        name: "intl",
        run: Run::One(script::intl),
        structure: Structure::None,
        seeds: include_str!("../seeds/intl.txt"),
        words: &[
            "::NFD;", "[:Lu:]", "{", "}", "|", "@", "$a", "*", "\\u0041", "\\p{L}", "&Upper(", ")", "/", "{100}", "!!chain;",
            "→", "[^a-z]",
        ],
    },
    Target {
        name: "xml",
        run: Run::One(script::xml),
        structure: Structure::None,
        seeds: include_str!("../seeds/xml.txt"),
        words: &[
            "<a>",
            "</a>",
            "<b x='1'/>",
            "<!--",
            "-->",
            "<![CDATA[",
            "]]>",
            "<?p ",
            "?>",
            "<!DOCTYPE a [",
            "<!ENTITY e '&e;&e;'>",
            "<!ENTITY % p '<!ELEMENT a ANY>'>%p;",
            "<!ATTLIST a b CDATA 'c'>",
            "<!ELEMENT a ((b|c)*,d?)+>",
            "&e;",
            "&#x10FFFF;",
            " xmlns:x='u'",
            " encoding='UTF-16'",
            "//a[position() < last()]/ancestor::*",
            "count(//namespace::*)",
            "<table><tr><td>",
            "<p><div>",
            "</body></html>",
            "<xs:element ref='a' maxOccurs='unbounded'/>",
            "<xs:pattern value='(a*)*b'/>",
            "\0",
            "\u{feff}",
        ],
    },
    Target {
        name: "relaxng",
        run: Run::One(script::relaxng),
        structure: Structure::None,
        seeds: include_str!("../seeds/relaxng.txt"),
        words: &[
            "<zeroOrMore>",
            "</zeroOrMore>",
            "<interleave>",
            "<ref name='x'/>",
            "<define name='x' combine='choice'>",
            "<anyName><except>",
            "<nsName/>",
            "<data type='int'><param name='maxInclusive'>5</param></data>",
            "<list>",
            "<mixed>",
            "<attribute name='x'/>",
            "<text/>",
            "<notAllowed/>",
            "<value>v</value>",
            "<a x='1'>",
            "</a>",
        ],
    },
    Target {
        name: "media",
        run: Run::One(script::media),
        structure: Structure::None,
        seeds: include_str!("../seeds/media.txt"),
        words: &["\0\0\0", "\u{7f}\u{7f}"],
    },
    Target {
        name: "mysql",
        run: Run::One(mysql::run),
        structure: Structure::None,
        seeds: include_str!("../seeds/mysql.txt"),
        words: &[
            "00",
            "fe",
            "ff",
            "fb",
            "fc",
            "fdffffff",
            "feffffffffffffffff",
            "01000000",
            "0c",
            "ffffff00",
            "fa",
            "05000002fe00002200",
        ],
    },
    Target {
        name: "certificates",
        run: Run::One(certificates::run),
        structure: Structure::None,
        seeds: include_str!("../seeds/certificates.txt"),
        words: &[
            "0\u{80}",
            "\x02\x01",
            "\x06\x03\x55\x1d",
            "AAAA",
            "-----BEGIN CERTIFICATE-----",
            "$x",
            "[ req ]",
            "boundary=\"",
            "\0\0",
        ],
    },
    Target {
        name: "magic",
        run: Run::One(magic::run),
        structure: Structure::None,
        seeds: include_str!("../seeds/magic.txt"),
        words: &[
            "PK\x03\x04",
            "\x7fELF\x02\x01\x01",
            "%PDF-1.4",
            "RIFF",
            "ustar",
            "0\u{80}",
            "\t",
            "\n>",
            "\n>>&0\t",
            "search/1000/s",
            "regex",
            "indirect",
            "(0.L*4)",
            "use\tthing",
            "/wWcCt",
            "%lld",
            "\n====\n",
            "99999999999",
        ],
    },
    Target {
        name: "fastcgi",
        run: Run::One(fastcgi::run),
        structure: Structure::None,
        seeds: include_str!("../seeds/fastcgi.txt"),
        words: &[
            "\x01\x01\0\x01\0\x08\0\0\0\x01\x01\0\0\0\0\0",
            "\x01\x04\0\x01\0\0\0\0",
            "\x01\x05\0\x01\0\0\0\0",
            "\x01\x05\0\x01\x7f\x7f\x7f\0",
        ],
    },
    Target {
        name: "http",
        run: Run::One(http::run),
        structure: Structure::None,
        seeds: include_str!("../seeds/http.txt"),
        words: &[
            "Content-Length: ",
            "Transfer-Encoding: chunked\r\n",
            "\r\n\r\n",
            "--b",
            "%ZZ",
            "a[b][]=",
            "HTTP/1.1",
            "0\r\n\r\n",
            "; filename=\"",
            "&",
            "boundary=",
        ],
    },
    Target {
        name: "http2",
        run: Run::One(http2::run),
        structure: Structure::None,
        seeds: include_str!("../seeds/http2.txt"),
        words: &[
            "\n000100000001",
            "\n010500000003",
            "\n010400000005",
            "\n030000000001",
            "\n040000000000",
            "\n080000000001",
            "\n080000000000",
            "\n090400000001",
            "7fffffff",
            "00000000",
            "3fe11f",
            "ffffffff",
            "\n!",
        ],
    },
];

impl Target {
    /// A target by name.
    pub fn find(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|t| t.name == name)
    }
    /// Inputs to begin with.
    pub fn seeds(&self) -> Vec<&'static [u8]> {
        self.seeds.split("\n----\n").map(|s| s.strip_suffix('\n').unwrap_or(s).as_bytes()).collect()
    }
    /// Tries at least the first of some inputs, and says of each that was tried how it went.
    pub(crate) fn try_inputs(&self, inputs: &[Vec<u8>], tried: &mut dyn FnMut(&[u8], Outcome)) {
        match self.run {
            Run::One(run) => {
                let began = Instant::now();
                run(&inputs[0]);
                tried(&inputs[0], Outcome { took: began.elapsed(), understood: false });
            }
            Run::Many(run) => run(inputs, tried),
        }
    }
}

/// Tries an input on a target.
pub fn try_input(target: &str, input: &[u8]) {
    Target::find(target).expect("a target of that name").try_inputs(&[input.to_vec()], &mut |_, _| {});
}

/// Makes the thread fit for targets that run PHP code. Call it once, on a thread of at least 64 MB of stack.
pub fn start() {
    phant_cli::start();
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        eprintln!("input: {}", script::last().escape_ascii());
        report(info);
    }));
}

/// Lexer and parser, in all their modes; `-w` and `-s` go over the same text.
fn parser(input: &[u8]) {
    for code_only in [false, true] {
        let options = phant_syntax::ParseOptions { code_only, short_open_tag: true, ..Default::default() };
        if let Err(error) = phant_syntax::parse(input, &options) {
            assert!(!error.message.is_empty());
        }
    }
    let options = LexerOptions { short_open_tag: true, code_only: false, strict: false, first_line: 1, skip_shebang: true };
    phant_syntax::listing::strip(input, options);
}
