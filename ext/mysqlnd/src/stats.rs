//! Statistics: what connections have done, for each connection and for the process.

use std::{
    cell::Cell,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

macro_rules! statistics {
    ($($name:ident),* $(,)?) => {
        /// A figure.
        #[allow(non_camel_case_types, missing_docs)]
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub enum Stat { $($name),* }
        /// Their names, in PHP's order.
        pub const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

statistics! {
    bytes_sent, bytes_received, packets_sent, packets_received, protocol_overhead_in, protocol_overhead_out,
    bytes_received_ok_packet, bytes_received_eof_packet, bytes_received_rset_header_packet,
    bytes_received_rset_field_meta_packet, bytes_received_rset_row_packet, bytes_received_prepare_response_packet,
    bytes_received_change_user_packet, packets_sent_command, packets_received_ok, packets_received_eof,
    packets_received_rset_header, packets_received_rset_field_meta, packets_received_rset_row,
    packets_received_prepare_response, packets_received_change_user, result_set_queries, non_result_set_queries,
    no_index_used, bad_index_used, slow_queries, buffered_sets, unbuffered_sets, ps_buffered_sets, ps_unbuffered_sets,
    flushed_normal_sets, flushed_ps_sets, ps_prepared_never_executed, ps_prepared_once_executed,
    rows_fetched_from_server_normal, rows_fetched_from_server_ps, rows_buffered_from_client_normal,
    rows_buffered_from_client_ps, rows_fetched_from_client_normal_buffered, rows_fetched_from_client_normal_unbuffered,
    rows_fetched_from_client_ps_buffered, rows_fetched_from_client_ps_unbuffered, rows_fetched_from_client_ps_cursor,
    rows_affected_normal, rows_affected_ps, rows_skipped_normal, rows_skipped_ps, copy_on_write_saved,
    copy_on_write_performed, command_buffer_too_small, connect_success, connect_failure, connection_reused, reconnect,
    pconnect_success, active_connections, active_persistent_connections, explicit_close, implicit_close, disconnect_close,
    in_middle_of_command_close, explicit_free_result, implicit_free_result, explicit_stmt_close, implicit_stmt_close,
    mem_emalloc_count, mem_emalloc_amount, mem_ecalloc_count, mem_ecalloc_amount, mem_erealloc_count, mem_erealloc_amount,
    mem_efree_count, mem_efree_amount, mem_malloc_count, mem_malloc_amount, mem_calloc_count, mem_calloc_amount,
    mem_realloc_count, mem_realloc_amount, mem_free_count, mem_free_amount, mem_estrndup_count, mem_strndup_count,
    mem_estrdup_count, mem_strdup_count, mem_edupl_count, mem_dupl_count, proto_text_fetched_null, proto_text_fetched_bit,
    proto_text_fetched_tinyint, proto_text_fetched_short, proto_text_fetched_int24, proto_text_fetched_int,
    proto_text_fetched_bigint, proto_text_fetched_decimal, proto_text_fetched_float, proto_text_fetched_double,
    proto_text_fetched_date, proto_text_fetched_year, proto_text_fetched_time, proto_text_fetched_datetime,
    proto_text_fetched_timestamp, proto_text_fetched_string, proto_text_fetched_blob, proto_text_fetched_enum,
    proto_text_fetched_set, proto_text_fetched_geometry, proto_text_fetched_other, proto_binary_fetched_null,
    proto_binary_fetched_bit, proto_binary_fetched_tinyint, proto_binary_fetched_short, proto_binary_fetched_int24,
    proto_binary_fetched_int, proto_binary_fetched_bigint, proto_binary_fetched_decimal, proto_binary_fetched_float,
    proto_binary_fetched_double, proto_binary_fetched_date, proto_binary_fetched_year, proto_binary_fetched_time,
    proto_binary_fetched_datetime, proto_binary_fetched_timestamp, proto_binary_fetched_string, proto_binary_fetched_json,
    proto_binary_fetched_blob, proto_binary_fetched_enum, proto_binary_fetched_set, proto_binary_fetched_geometry,
    proto_binary_fetched_other, init_command_executed_count, init_command_failed_count, com_quit, com_init_db, com_query,
    com_field_list, com_create_db, com_drop_db, com_refresh, com_shutdown, com_statistics, com_process_info, com_connect,
    com_process_kill, com_debug, com_ping, com_time, com_delayed_insert, com_change_user, com_binlog_dump, com_table_dump,
    com_connect_out, com_register_slave, com_stmt_prepare, com_stmt_execute, com_stmt_send_long_data, com_stmt_close,
    com_stmt_reset, com_stmt_set_option, com_stmt_fetch, com_deamon, bytes_received_real_data_normal,
    bytes_received_real_data_ps,
}

/// How many there are.
pub const COUNT: usize = NAMES.len();

static PROCESS: [AtomicU64; COUNT] = [const { AtomicU64::new(0) }; COUNT];

/// The figures of a connection.
pub struct Stats {
    values: Box<[Cell<u64>]>,
    /// `mysqlnd.collect_statistics`
    pub collect: Cell<bool>,
}

impl Default for Stats {
    fn default() -> Stats {
        Stats { values: vec![Cell::new(0); COUNT].into(), collect: Cell::new(true) }
    }
}

impl Stats {
    /// Adds to a figure, of the connection and of the process.
    pub fn add(&self, stat: Stat, by: u64) {
        if !self.collect.get() {
            return;
        }
        let value = &self.values[stat as usize];
        value.set(value.get().wrapping_add(by));
        PROCESS[stat as usize].fetch_add(by, Relaxed);
    }
    /// Takes back what was added.
    pub fn subtract(&self, stat: Stat, by: u64) {
        if self.collect.get() {
            let value = &self.values[stat as usize];
            value.set(value.get().saturating_sub(by));
            PROCESS[stat as usize].fetch_sub(by, Relaxed);
        }
    }
    /// A figure of the connection, by its place.
    pub fn get(&self, at: usize) -> u64 {
        self.values[at].get()
    }
    /// Forgets everything about this connection: it serves another request.
    pub fn clear(&self) {
        self.values.iter().for_each(|value| value.set(0));
    }
}

/// A figure of the process, by its place.
pub fn of_process(at: usize) -> u64 {
    PROCESS[at].load(Relaxed)
}

/// A column's value has become a PHP value.
pub fn fetched(stats: &Stats, kind: u8, binary: bool, is_null: bool) {
    use phant_mysql_wire::value::kind as k;
    let pick = |text, bin| if binary { bin } else { text };
    let stat = match kind {
        _ if is_null => pick(Stat::proto_text_fetched_null, Stat::proto_binary_fetched_null),
        k::BIT => pick(Stat::proto_text_fetched_bit, Stat::proto_binary_fetched_bit),
        k::TINY => pick(Stat::proto_text_fetched_tinyint, Stat::proto_binary_fetched_tinyint),
        k::SHORT => pick(Stat::proto_text_fetched_short, Stat::proto_binary_fetched_short),
        k::INT24 => pick(Stat::proto_text_fetched_int24, Stat::proto_binary_fetched_int24),
        k::LONG => pick(Stat::proto_text_fetched_int, Stat::proto_binary_fetched_int),
        k::LONGLONG => pick(Stat::proto_text_fetched_bigint, Stat::proto_binary_fetched_bigint),
        k::DECIMAL | k::NEWDECIMAL => pick(Stat::proto_text_fetched_decimal, Stat::proto_binary_fetched_decimal),
        k::FLOAT => pick(Stat::proto_text_fetched_float, Stat::proto_binary_fetched_float),
        k::DOUBLE => pick(Stat::proto_text_fetched_double, Stat::proto_binary_fetched_double),
        k::DATE | k::NEWDATE => pick(Stat::proto_text_fetched_date, Stat::proto_binary_fetched_date),
        k::YEAR => pick(Stat::proto_text_fetched_year, Stat::proto_binary_fetched_year),
        k::TIME => pick(Stat::proto_text_fetched_time, Stat::proto_binary_fetched_time),
        k::DATETIME => pick(Stat::proto_text_fetched_datetime, Stat::proto_binary_fetched_datetime),
        k::TIMESTAMP => pick(Stat::proto_text_fetched_timestamp, Stat::proto_binary_fetched_timestamp),
        k::STRING | k::VAR_STRING => pick(Stat::proto_text_fetched_string, Stat::proto_binary_fetched_string),
        k::JSON => pick(Stat::proto_text_fetched_string, Stat::proto_binary_fetched_json),
        k::BLOB | k::TINY_BLOB | k::MEDIUM_BLOB | k::LONG_BLOB => {
            pick(Stat::proto_text_fetched_blob, Stat::proto_binary_fetched_blob)
        }
        k::SET => pick(Stat::proto_text_fetched_set, Stat::proto_binary_fetched_set),
        k::ENUM => pick(Stat::proto_text_fetched_enum, Stat::proto_binary_fetched_enum),
        k::GEOMETRY => pick(Stat::proto_text_fetched_geometry, Stat::proto_binary_fetched_geometry),
        _ => pick(Stat::proto_text_fetched_other, Stat::proto_binary_fetched_other),
    };
    stats.add(stat, 1);
}

/// A command goes out.
pub fn command(stats: &Stats, command: u8) {
    const FIRST: usize = Stat::com_quit as usize;
    // The commands' figures stand in the order of their numbers, from 1.
    if stats.collect.get() && (1..=29).contains(&command) {
        let at = FIRST + usize::from(command) - 1;
        stats.values[at].set(stats.values[at].get() + 1);
        PROCESS[at].fetch_add(1, Relaxed);
    }
}
