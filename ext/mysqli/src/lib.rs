//! PHP's mysqli extension: MySQL and MariaDB by classes and by functions.
//!
//! `link` has what connections do, for the methods of the class in `mysqli` and for the functions in `link_functions`; so do
//! `stmt` and `result` for prepared statements and rows. `connect` opens connections, `state` is what objects hold.

#![forbid(unsafe_code)]

mod connect;
mod driver;
mod link;
mod link_functions;
mod mysqli;
mod poll;
mod properties;
mod result;
mod result_functions;
mod state;
mod stmt;
mod stmt_functions;
mod warning;

use phant_native::{Constant, ConstantValue, Extension, IniSetting};

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "mysqli",
    functions: &[link_functions::FUNCTIONS, result_functions::FUNCTIONS, stmt_functions::FUNCTIONS],
    classes: &[
        driver::MysqliSqlException::PHP,
        driver::MysqliDriver::PHP,
        mysqli::Mysqli::PHP,
        warning::MysqliWarning::PHP,
        result::MysqliResult::PHP,
        stmt::MysqliStmt::PHP,
    ],
    constants: &[CONSTANTS],
    ini: INI,
    info: &[("MysqlI Support", "enabled"), ("Client API library version", phant_ext_mysqlnd::CLIENT_INFO)],
    ..Extension::EMPTY
};

const CONSTANTS: &[Constant] = &[
    int("MYSQLI_READ_DEFAULT_GROUP", 5),
    int("MYSQLI_READ_DEFAULT_FILE", 4),
    int("MYSQLI_OPT_CONNECT_TIMEOUT", 0),
    int("MYSQLI_OPT_LOCAL_INFILE", 8),
    int("MYSQLI_OPT_LOAD_DATA_LOCAL_DIR", 43),
    int("MYSQLI_INIT_COMMAND", 3),
    int("MYSQLI_OPT_READ_TIMEOUT", 11),
    int("MYSQLI_OPT_NET_CMD_BUFFER_SIZE", 202),
    int("MYSQLI_OPT_NET_READ_BUFFER_SIZE", 203),
    int("MYSQLI_OPT_INT_AND_FLOAT_NATIVE", 201),
    int("MYSQLI_OPT_SSL_VERIFY_SERVER_CERT", 21),
    int("MYSQLI_SERVER_PUBLIC_KEY", 35),
    int("MYSQLI_CLIENT_SSL", 2048),
    int("MYSQLI_CLIENT_COMPRESS", 32),
    int("MYSQLI_CLIENT_INTERACTIVE", 1024),
    int("MYSQLI_CLIENT_IGNORE_SPACE", 256),
    int("MYSQLI_CLIENT_NO_SCHEMA", 16),
    int("MYSQLI_CLIENT_FOUND_ROWS", 2),
    int("MYSQLI_CLIENT_SSL_VERIFY_SERVER_CERT", 1073741824),
    int("MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT", 64),
    int("MYSQLI_CLIENT_CAN_HANDLE_EXPIRED_PASSWORDS", 4194304),
    int("MYSQLI_OPT_CAN_HANDLE_EXPIRED_PASSWORDS", 37),
    int("MYSQLI_STORE_RESULT", 0),
    int("MYSQLI_USE_RESULT", 1),
    int("MYSQLI_ASYNC", 8),
    int("MYSQLI_STORE_RESULT_COPY_DATA", 16),
    int("MYSQLI_ASSOC", 1),
    int("MYSQLI_NUM", 2),
    int("MYSQLI_BOTH", 3),
    int("MYSQLI_STMT_ATTR_UPDATE_MAX_LENGTH", 0),
    int("MYSQLI_STMT_ATTR_CURSOR_TYPE", 1),
    int("MYSQLI_CURSOR_TYPE_NO_CURSOR", 0),
    int("MYSQLI_CURSOR_TYPE_READ_ONLY", 1),
    int("MYSQLI_NOT_NULL_FLAG", 1),
    int("MYSQLI_PRI_KEY_FLAG", 2),
    int("MYSQLI_UNIQUE_KEY_FLAG", 4),
    int("MYSQLI_MULTIPLE_KEY_FLAG", 8),
    int("MYSQLI_BLOB_FLAG", 16),
    int("MYSQLI_UNSIGNED_FLAG", 32),
    int("MYSQLI_ZEROFILL_FLAG", 64),
    int("MYSQLI_AUTO_INCREMENT_FLAG", 512),
    int("MYSQLI_TIMESTAMP_FLAG", 1024),
    int("MYSQLI_SET_FLAG", 2048),
    int("MYSQLI_NUM_FLAG", 32768),
    int("MYSQLI_PART_KEY_FLAG", 16384),
    int("MYSQLI_GROUP_FLAG", 32768),
    int("MYSQLI_ENUM_FLAG", 256),
    int("MYSQLI_BINARY_FLAG", 128),
    int("MYSQLI_NO_DEFAULT_VALUE_FLAG", 4096),
    int("MYSQLI_ON_UPDATE_NOW_FLAG", 8192),
    int("MYSQLI_TYPE_DECIMAL", 0),
    int("MYSQLI_TYPE_TINY", 1),
    int("MYSQLI_TYPE_SHORT", 2),
    int("MYSQLI_TYPE_LONG", 3),
    int("MYSQLI_TYPE_FLOAT", 4),
    int("MYSQLI_TYPE_DOUBLE", 5),
    int("MYSQLI_TYPE_NULL", 6),
    int("MYSQLI_TYPE_TIMESTAMP", 7),
    int("MYSQLI_TYPE_LONGLONG", 8),
    int("MYSQLI_TYPE_INT24", 9),
    int("MYSQLI_TYPE_DATE", 10),
    int("MYSQLI_TYPE_TIME", 11),
    int("MYSQLI_TYPE_DATETIME", 12),
    int("MYSQLI_TYPE_YEAR", 13),
    int("MYSQLI_TYPE_NEWDATE", 14),
    int("MYSQLI_TYPE_ENUM", 247),
    int("MYSQLI_TYPE_SET", 248),
    int("MYSQLI_TYPE_TINY_BLOB", 249),
    int("MYSQLI_TYPE_MEDIUM_BLOB", 250),
    int("MYSQLI_TYPE_LONG_BLOB", 251),
    int("MYSQLI_TYPE_BLOB", 252),
    int("MYSQLI_TYPE_VAR_STRING", 253),
    int("MYSQLI_TYPE_STRING", 254),
    int("MYSQLI_TYPE_CHAR", 1),
    int("MYSQLI_TYPE_GEOMETRY", 255),
    int("MYSQLI_TYPE_VECTOR", 242),
    int("MYSQLI_TYPE_JSON", 245),
    int("MYSQLI_TYPE_NEWDECIMAL", 246),
    int("MYSQLI_TYPE_BIT", 16),
    int("MYSQLI_SET_CHARSET_NAME", 7),
    int("MYSQLI_NO_DATA", 100),
    int("MYSQLI_DATA_TRUNCATED", 101),
    int("MYSQLI_REPORT_INDEX", 4),
    int("MYSQLI_REPORT_ERROR", 1),
    int("MYSQLI_REPORT_STRICT", 2),
    int("MYSQLI_REPORT_ALL", 255),
    int("MYSQLI_REPORT_OFF", 0),
    int("MYSQLI_DEBUG_TRACE_ENABLED", 0),
    int("MYSQLI_SERVER_QUERY_NO_GOOD_INDEX_USED", 16),
    int("MYSQLI_SERVER_QUERY_NO_INDEX_USED", 32),
    int("MYSQLI_SERVER_QUERY_WAS_SLOW", 2048),
    int("MYSQLI_SERVER_PS_OUT_PARAMS", 4096),
    int("MYSQLI_REFRESH_GRANT", 1),
    int("MYSQLI_REFRESH_LOG", 2),
    int("MYSQLI_REFRESH_TABLES", 4),
    int("MYSQLI_REFRESH_HOSTS", 8),
    int("MYSQLI_REFRESH_STATUS", 16),
    int("MYSQLI_REFRESH_THREADS", 32),
    int("MYSQLI_REFRESH_REPLICA", 64),
    int("MYSQLI_REFRESH_SLAVE", 64),
    int("MYSQLI_REFRESH_MASTER", 128),
    int("MYSQLI_REFRESH_BACKUP_LOG", 2097152),
    int("MYSQLI_TRANS_START_WITH_CONSISTENT_SNAPSHOT", 1),
    int("MYSQLI_TRANS_START_READ_WRITE", 2),
    int("MYSQLI_TRANS_START_READ_ONLY", 4),
    int("MYSQLI_TRANS_COR_AND_CHAIN", 1),
    int("MYSQLI_TRANS_COR_AND_NO_CHAIN", 2),
    int("MYSQLI_TRANS_COR_RELEASE", 4),
    int("MYSQLI_TRANS_COR_NO_RELEASE", 8),
    Constant { name: "MYSQLI_IS_MARIADB", value: ConstantValue::Bool(false) },
];

const INI: &[IniSetting] = &[
    IniSetting { name: "mysqli.max_links", default: Some("-1"), access: 4, on_change: None },
    IniSetting { name: "mysqli.max_persistent", default: Some("-1"), access: 4, on_change: None },
    IniSetting { name: "mysqli.allow_persistent", default: Some("1"), access: 4, on_change: None },
    IniSetting { name: "mysqli.rollback_on_cached_plink", default: Some("0"), access: 4, on_change: None },
    IniSetting { name: "mysqli.default_host", default: Some(""), access: 7, on_change: None },
    IniSetting { name: "mysqli.default_user", default: Some(""), access: 7, on_change: None },
    IniSetting { name: "mysqli.default_pw", default: Some(""), access: 7, on_change: None },
    IniSetting { name: "mysqli.default_port", default: Some("3306"), access: 7, on_change: None },
    IniSetting { name: "mysqli.default_socket", default: Some("/var/run/mysqld/mysqld.sock"), access: 7, on_change: None },
    IniSetting { name: "mysqli.allow_local_infile", default: Some("0"), access: 4, on_change: None },
    IniSetting { name: "mysqli.local_infile_directory", default: None, access: 4, on_change: None },
];
