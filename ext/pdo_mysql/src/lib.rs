//! PHP's pdo_mysql extension: PDO's driver for MySQL and MariaDB.
//!
//! `mysql_driver` has connections, `mysql_statement` statements, `placeholders` the parameters in SQL. The client is
//! mysqlnd's.

#![forbid(unsafe_code)]

mod mysql_driver;
mod mysql_statement;
mod placeholders;

use phant_ext_pdo::dbh;
use phant_memory::Object;
use phant_native::{Ctx, Extension, IniSetting, PhpResult, php_class};

pub use mysql_driver::DRIVER;

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "pdo_mysql",
    classes: &[Mysql::PHP],
    ini: &[IniSetting {
        name: "pdo_mysql.default_socket",
        default: Some("/var/run/mysqld/mysqld.sock"),
        access: 4,
        on_change: None,
    }],
    info: &[("PDO Driver for MySQL", "enabled"), ("Client API version", phant_ext_mysqlnd::CLIENT_INFO)],
    ..Extension::EMPTY
};

struct Mysql;

/// A connection to a MySQL or MariaDB server.
#[php_class(
    "class Pdo\\Mysql extends PDO {
        public const int ATTR_USE_BUFFERED_QUERY = 1000;
        public const int ATTR_LOCAL_INFILE = 1001;
        public const int ATTR_INIT_COMMAND = 1002;
        public const int ATTR_COMPRESS = 1003;
        public const int ATTR_DIRECT_QUERY = 1004;
        public const int ATTR_FOUND_ROWS = 1005;
        public const int ATTR_IGNORE_SPACE = 1006;
        public const int ATTR_SSL_KEY = 1007;
        public const int ATTR_SSL_CERT = 1008;
        public const int ATTR_SSL_CA = 1009;
        public const int ATTR_SSL_CAPATH = 1010;
        public const int ATTR_SSL_CIPHER = 1011;
        public const int ATTR_SERVER_PUBLIC_KEY = 1012;
        public const int ATTR_MULTI_STATEMENTS = 1013;
        public const int ATTR_SSL_VERIFY_SERVER_CERT = 1014;
        public const int ATTR_LOCAL_INFILE_DIRECTORY = 1015;
    }",
    methods = [dbh::PDO::OF_DRIVERS],
    strict_return,
    not_serializable,
    not_cloneable
)]
impl Mysql {
    #[php("public function getWarningCount(): int")]
    fn get_warning_count(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        let connection = mysql_driver::connection(ctx, this)?;
        Ok(i64::from(connection.link.changes.get().warnings))
    }
}
