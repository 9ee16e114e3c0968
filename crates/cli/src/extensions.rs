//! What is built in. A new extension is added here.

use phant_native::Extension;

/// PDO's drivers.
pub const PDO_DRIVERS: &[&dyn phant_ext_pdo::driver::Driver] = &[phant_ext_pdo_mysql::DRIVER, phant_ext_pdo_sqlite::DRIVER];

/// Every extension, by name. Functions that only a server has are registered by what serves.
pub const EXTENSIONS: &[&Extension] = &[
    &phant_vm::request::builtin::EXTENSION,
    &phant_ext_standard::core_constants::CORE,
    &phant_ext_bz2::EXTENSION,
    &phant_ext_bcmath::EXTENSION,
    &phant_ext_calendar::EXTENSION,
    &phant_ext_ctype::EXTENSION,
    &phant_ext_curl::EXTENSION,
    &phant_ext_date::EXTENSION,
    &phant_ext_libxml::EXTENSION,
    &phant_ext_dom::EXTENSION,
    &phant_ext_exif::EXTENSION,
    &phant_ext_fileinfo::EXTENSION,
    &phant_ext_filter::EXTENSION,
    &phant_ext_gmp::EXTENSION,
    &phant_ext_hash::EXTENSION,
    &phant_ext_iconv::EXTENSION,
    &phant_ext_intl::EXTENSION,
    &phant_ext_json::EXTENSION,
    &phant_ext_mbstring::EXTENSION,
    &phant_ext_mysqlnd::EXTENSION,
    &phant_ext_mysqli::EXTENSION,
    &phant_ext_opcache::EXTENSION,
    &phant_ext_openssl::EXTENSION,
    &phant_ext_pcntl::EXTENSION,
    &phant_ext_pcre::EXTENSION,
    &phant_ext_pdo::EXTENSION,
    &phant_ext_pdo_mysql::EXTENSION,
    &phant_ext_pdo_sqlite::EXTENSION,
    &phant_ext_phar::EXTENSION,
    &phant_ext_posix::EXTENSION,
    &phant_ext_random::EXTENSION,
    &phant_ext_readline::EXTENSION,
    &phant_ext_reflection::EXTENSION,
    &phant_ext_session::EXTENSION,
    &phant_ext_simplexml::EXTENSION,
    &phant_ext_simplexml::DOM,
    &phant_ext_spl::EXTENSION,
    &phant_ext_sqlite3::EXTENSION,
    &phant_ext_standard::EXTENSION,
    &phant_ext_tokenizer::EXTENSION,
    &phant_ext_zip::EXTENSION,
    &phant_ext_zlib::EXTENSION,
    &phant_ext_xml::EXTENSION,
    &phant_ext_xmlreader::EXTENSION,
    &phant_ext_xmlwriter::EXTENSION,
    // What other extensions have of the engine's own.
    &phant_vm::request::builtin::STANDARD,
    &phant_vm::request::builtin::SPL,
];
