//! The extension named Core: constants and ini settings of the language itself. Its functions and classes are the
//! engine's.

use phant_native::{
    Extension, IniSetting,
    descriptor::{Constant, ConstantOwned, ConstantValue},
};

/// The version of PHP whose behaviour this is.
pub const PHP_VERSION: &str = "8.4.24";

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

const fn text(name: &'static str, value: &'static str) -> Constant {
    Constant { name, value: ConstantValue::Str(value) }
}

const fn flag(name: &'static str, value: bool) -> Constant {
    Constant { name, value: ConstantValue::Bool(value) }
}

const fn float(name: &'static str, value: f64) -> Constant {
    Constant { name, value: ConstantValue::Float(value) }
}

/// The extension.
pub static CORE: Extension = Extension { name: "Core", constants: &[CONSTANTS], ini: INI, ..Extension::EMPTY };

/// The path of the running program.
fn binary() -> ConstantOwned {
    let path = std::env::current_exe().map(|p| p.to_string_lossy().into_owned());
    ConstantOwned::Str(path.unwrap_or_default())
}

const CONSTANTS: &[Constant] = &[
    int("E_ERROR", 1),
    int("E_WARNING", 2),
    int("E_PARSE", 4),
    int("E_NOTICE", 8),
    int("E_CORE_ERROR", 16),
    int("E_CORE_WARNING", 32),
    int("E_COMPILE_ERROR", 64),
    int("E_COMPILE_WARNING", 128),
    int("E_USER_ERROR", 256),
    int("E_USER_WARNING", 512),
    int("E_USER_NOTICE", 1024),
    int("E_STRICT", 2048),
    int("E_RECOVERABLE_ERROR", 4096),
    int("E_DEPRECATED", 8192),
    int("E_USER_DEPRECATED", 16384),
    int("E_ALL", 30719),
    int("DEBUG_BACKTRACE_PROVIDE_OBJECT", 1),
    int("DEBUG_BACKTRACE_IGNORE_ARGS", 2),
    flag("PHP_CLI_PROCESS_TITLE", true),
    flag("ZEND_THREAD_SAFE", false),
    flag("ZEND_DEBUG_BUILD", false),
    text("PHP_VERSION", PHP_VERSION),
    int("PHP_MAJOR_VERSION", 8),
    int("PHP_MINOR_VERSION", 4),
    int("PHP_RELEASE_VERSION", 24),
    text("PHP_EXTRA_VERSION", ""),
    text("PHANT_VERSION", env!("CARGO_PKG_VERSION")),
    int("PHP_VERSION_ID", 80424),
    flag("PHP_ZTS", false),
    flag("PHP_DEBUG", false),
    text("PHP_OS", "Linux"),
    text("PHP_OS_FAMILY", "Linux"),
    text("DEFAULT_INCLUDE_PATH", ".:/usr/share/php"),
    text("PEAR_INSTALL_DIR", "/usr/share/php"),
    text("PEAR_EXTENSION_DIR", "/usr/lib/php/20240924"),
    text("PHP_EXTENSION_DIR", "/usr/lib/php/20240924"),
    text("PHP_PREFIX", "/usr"),
    text("PHP_BINDIR", "/usr/bin"),
    text("PHP_SBINDIR", "/usr/sbin"),
    text("PHP_MANDIR", "/usr/share/man"),
    text("PHP_LIBDIR", "/usr/lib/php"),
    text("PHP_DATADIR", "/usr/share/php/8.4"),
    text("PHP_SYSCONFDIR", "/etc"),
    text("PHP_LOCALSTATEDIR", "/var"),
    text("PHP_CONFIG_FILE_PATH", "/etc/php/8.4/cli"),
    text("PHP_CONFIG_FILE_SCAN_DIR", "/etc/php/8.4/cli/conf.d"),
    text("PHP_SHLIB_SUFFIX", "so"),
    text("PHP_EOL", "\n"),
    int("PHP_MAXPATHLEN", 4096),
    int("PHP_INT_MAX", i64::MAX),
    int("PHP_INT_MIN", i64::MIN),
    int("PHP_INT_SIZE", 8),
    int("PHP_FD_SETSIZE", 1024),
    int("PHP_FLOAT_DIG", 15),
    float("PHP_FLOAT_EPSILON", f64::EPSILON),
    float("PHP_FLOAT_MAX", f64::MAX),
    float("PHP_FLOAT_MIN", f64::MIN_POSITIVE),
    int("UPLOAD_ERR_OK", 0),
    int("UPLOAD_ERR_INI_SIZE", 1),
    int("UPLOAD_ERR_FORM_SIZE", 2),
    int("UPLOAD_ERR_PARTIAL", 3),
    int("UPLOAD_ERR_NO_FILE", 4),
    int("UPLOAD_ERR_NO_TMP_DIR", 6),
    int("UPLOAD_ERR_CANT_WRITE", 7),
    int("UPLOAD_ERR_EXTENSION", 8),
    Constant { name: "PHP_BINARY", value: ConstantValue::Computed(binary) },
    flag("PHP_CLI_PROCESS_TITLE", true),
];

const fn setting(name: &'static str, default: Option<&'static str>, access: u8) -> IniSetting {
    IniSetting { name, default, access, on_change: None }
}

/// Settings; the defaults are those of the command line without a php.ini.
pub(crate) const INI: &[IniSetting] = &[
    setting("highlight.comment", Some("#FF8000"), 7),
    setting("highlight.default", Some("#0000BB"), 7),
    setting("highlight.html", Some("#000000"), 7),
    setting("highlight.keyword", Some("#007700"), 7),
    setting("highlight.string", Some("#DD0000"), 7),
    setting("display_errors", Some("1"), 7),
    setting("display_startup_errors", Some("1"), 7),
    setting("enable_dl", Some("1"), 4),
    setting("expose_php", Some("1"), 4),
    setting("docref_root", Some(""), 7),
    setting("docref_ext", Some(""), 7),
    setting("html_errors", Some("1"), 7),
    setting("xmlrpc_errors", Some("0"), 4),
    setting("xmlrpc_error_number", Some("0"), 7),
    setting("max_input_time", Some("-1"), 6),
    setting("ignore_user_abort", Some("0"), 7),
    setting("implicit_flush", Some("0"), 7),
    setting("log_errors", Some("0"), 7),
    setting("ignore_repeated_errors", Some("0"), 7),
    setting("ignore_repeated_source", Some("0"), 7),
    setting("report_memleaks", Some("1"), 7),
    setting("report_zend_debug", Some("0"), 7),
    setting("output_buffering", Some("0"), 6),
    setting("output_handler", None, 6),
    setting("register_argc_argv", Some("1"), 6),
    setting("auto_globals_jit", Some("1"), 6),
    setting("short_open_tag", Some("1"), 6),
    setting("unserialize_callback_func", None, 7),
    IniSetting { name: "serialize_precision", default: Some("-1"), access: 7, on_change: Some(crate::ini::precision) },
    IniSetting { name: "arg_separator.output", default: Some("&"), access: 7, on_change: Some(crate::ini::not_empty) },
    IniSetting { name: "arg_separator.input", default: Some("&"), access: 6, on_change: Some(crate::ini::not_empty) },
    setting("auto_append_file", None, 6),
    setting("auto_prepend_file", None, 6),
    setting("doc_root", None, 4),
    IniSetting { name: "default_charset", default: Some("UTF-8"), access: 7, on_change: Some(crate::ini::one_line) },
    IniSetting { name: "default_mimetype", default: Some("text/html"), access: 7, on_change: Some(crate::ini::one_line) },
    setting("internal_encoding", None, 7),
    setting("input_encoding", None, 7),
    setting("output_encoding", None, 7),
    setting("error_log", None, 7),
    setting("error_log_mode", Some("0644"), 7),
    setting("extension_dir", Some("/usr/lib/php/20240924"), 4),
    setting("sys_temp_dir", None, 4),
    IniSetting { name: "include_path", default: Some(".:/usr/share/php"), access: 7, on_change: Some(crate::ini::not_empty) },
    IniSetting { name: "max_execution_time", default: Some("30"), access: 7, on_change: Some(crate::ini::max_execution_time) },
    IniSetting { name: "open_basedir", default: None, access: 7, on_change: Some(crate::ini::open_basedir) },
    setting("file_uploads", Some("1"), 4),
    setting("upload_max_filesize", Some("2M"), 6),
    setting("post_max_size", Some("8M"), 6),
    setting("upload_tmp_dir", None, 4),
    setting("max_input_nesting_level", Some("64"), 6),
    setting("max_input_vars", Some("1000"), 6),
    setting("user_dir", None, 4),
    setting("variables_order", Some("EGPCS"), 6),
    setting("request_order", None, 6),
    setting("error_append_string", None, 7),
    setting("error_prepend_string", None, 7),
    setting("SMTP", Some("localhost"), 7),
    setting("smtp_port", Some("25"), 7),
    setting("mail.add_x_header", Some("0"), 6),
    setting("mail.mixed_lf_and_crlf", Some("0"), 6),
    setting("mail.log", None, 6),
    setting("browscap", None, 4),
    IniSetting { name: "memory_limit", default: Some("128M"), access: 7, on_change: Some(crate::ini::memory_limit) },
    IniSetting { name: "precision", default: Some("14"), access: 7, on_change: Some(crate::ini::precision) },
    setting("sendmail_from", None, 7),
    setting("sendmail_path", Some("/usr/sbin/sendmail -t -i"), 4),
    setting("mail.force_extra_parameters", None, 6),
    IniSetting { name: "disable_functions", default: Some(""), access: 4, on_change: Some(crate::ini::disable_functions) },
    setting("disable_classes", Some(""), 4),
    setting("max_file_uploads", Some("20"), 6),
    setting("max_multipart_body_parts", Some("-1"), 6),
    setting("allow_url_fopen", Some("1"), 4),
    IniSetting { name: "allow_url_include", default: Some("0"), access: 4, on_change: Some(crate::ini::allow_url_include) },
    setting("enable_post_data_reading", Some("1"), 6),
    setting("realpath_cache_size", Some("4096K"), 4),
    setting("realpath_cache_ttl", Some("120"), 4),
    setting("user_ini.filename", Some(".user.ini"), 4),
    setting("user_ini.cache_ttl", Some("300"), 4),
    setting("hard_timeout", Some("2"), 4),
    setting("syslog.facility", Some("LOG_USER"), 4),
    setting("syslog.ident", Some("php"), 4),
    setting("syslog.filter", Some("no-ctrl"), 7),
    setting("error_reporting", None, 7),
    IniSetting { name: "zend.assertions", default: Some("1"), access: 7, on_change: Some(crate::ini::assertions) },
    IniSetting { name: "zend.enable_gc", default: Some("1"), access: 7, on_change: Some(crate::ini::enable_gc) },
    setting("zend.multibyte", Some("0"), 2),
    IniSetting { name: "zend.script_encoding", default: None, access: 7, on_change: Some(crate::ini::script_encoding) },
    setting("zend.detect_unicode", Some("1"), 7),
    setting("zend.signal_check", Some("0"), 4),
    setting("zend.exception_ignore_args", Some("0"), 7),
    setting("zend.exception_string_param_max_len", Some("15"), 7),
    IniSetting { name: "fiber.stack_size", default: None, access: 7, on_change: Some(crate::ini::fiber_stack_size) },
    setting("zend.max_allowed_stack_size", Some("0"), 4),
    setting("zend.reserved_stack_size", Some("0"), 4),
];
