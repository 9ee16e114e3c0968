//! PHP's PDO extension: one interface to SQL databases.
//!
//! `dbh` is the class PDO, `stmt` PDOStatement, `fetch` its fetch modes; `driver` says what a database driver has to be.

#![forbid(unsafe_code)]

pub mod dbh;
pub mod driver;
pub mod error;
mod fetch;
pub mod options;
mod row;
mod sqlstate;
mod stmt;

use phant_memory::{Array, Value};
use phant_native::{Ctx, Extension, descriptor::FunctionGroup, functions, php, php_class};

const FUNCTIONS: FunctionGroup = functions![pdo_drivers];

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "PDO",
    functions: &[FUNCTIONS],
    classes: &[PDOException::PHP, dbh::PDO::PHP, stmt::PDOStatement::PHP, row::PDORow::PHP],
    info: &[("PDO support", "enabled")],
    request_end: Some(request_end),
    ..Extension::EMPTY
};

/// An error of a database or of PDO.
#[php_class(
    "class PDOException extends RuntimeException {
        protected $code = 0;
        public ?array $errorInfo = null;
    }"
)]
struct PDOException;

/// The names of the drivers that are built in.
#[php("function pdo_drivers(): array")]
fn pdo_drivers() -> Array {
    driver::all().iter().map(|driver| Value::str(driver.name())).collect()
}

fn request_end(ctx: &Ctx) {
    dbh::end_request(ctx);
}
