//! `#[php("…")]` and `#[php_class("…")]`.
