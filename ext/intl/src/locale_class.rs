//! The class `Locale`, whose methods are the functions.

use crate::{display::names, locale as functions};
use phant_memory::{Array, Str};
use phant_native::{Ctx, PhpResult, php_class, ret::OrFalse};

/// Locales.
#[php_class(
    "class Locale {
        public const int ACTUAL_LOCALE = 0;
        public const int VALID_LOCALE = 1;
        public const null DEFAULT_LOCALE = null;
        public const string LANG_TAG = 'language';
        public const string EXTLANG_TAG = 'extlang';
        public const string SCRIPT_TAG = 'script';
        public const string REGION_TAG = 'region';
        public const string VARIANT_TAG = 'variant';
        public const string GRANDFATHERED_LANG_TAG = 'grandfathered';
        public const string PRIVATE_TAG = 'private';
    }"
)]
impl Locale {
    #[php("public static function getDefault(): string")]
    fn get_default(ctx: &Ctx) -> String {
        functions::locale_get_default(ctx)
    }

    #[php("public static function setDefault(string $locale): true")]
    fn set_default(ctx: &Ctx, name: &Str) -> bool {
        functions::locale_set_default(ctx, name)
    }

    #[php("public static function getPrimaryLanguage(string $locale): ?string")]
    fn primary_language(ctx: &Ctx, name: &Str) -> PhpResult<Option<String>> {
        functions::locale_get_primary_language(ctx, name)
    }

    #[php("public static function getScript(string $locale): ?string")]
    fn script(ctx: &Ctx, name: &Str) -> PhpResult<Option<String>> {
        functions::locale_get_script(ctx, name)
    }

    #[php("public static function getRegion(string $locale): ?string")]
    fn region(ctx: &Ctx, name: &Str) -> PhpResult<Option<String>> {
        functions::locale_get_region(ctx, name)
    }

    #[php("public static function getKeywords(string $locale): array|false|null")]
    fn keywords(ctx: &Ctx, name: &Str) -> PhpResult<Option<Array>> {
        functions::locale_get_keywords(ctx, name)
    }

    #[php("public static function composeLocale(array $subtags): string|false")]
    fn compose(ctx: &Ctx, subtags: &Array) -> PhpResult<OrFalse<String>> {
        functions::locale_compose(ctx, subtags)
    }

    #[php("public static function parseLocale(string $locale): ?array")]
    fn parse(ctx: &Ctx, name: &Str) -> PhpResult<Option<Array>> {
        functions::locale_parse(ctx, name)
    }

    #[php("public static function getAllVariants(string $locale): ?array")]
    fn all_variants(ctx: &Ctx, name: &Str) -> PhpResult<Option<Array>> {
        functions::locale_get_all_variants(ctx, name)
    }

    #[php("public static function filterMatches(string $languageTag, string $locale, bool $canonicalize = false): ?bool")]
    fn filter_matches(ctx: &Ctx, tag: &Str, range: &Str, canonicalize: bool) -> PhpResult<Option<bool>> {
        functions::locale_filter_matches(ctx, tag, range, canonicalize)
    }

    #[php(
        "public static function lookup(array $languageTag, string $locale, bool $canonicalize = false, ?string $defaultLocale = null): ?string"
    )]
    fn lookup(ctx: &Ctx, tags: &Array, name: &Str, canonicalize: bool, default: Option<&Str>) -> PhpResult<Option<Str>> {
        functions::locale_lookup(ctx, tags, name, canonicalize, default)
    }

    #[php("public static function canonicalize(string $locale): ?string")]
    fn canonicalize(ctx: &Ctx, name: &Str) -> PhpResult<Option<String>> {
        functions::locale_canonicalize(ctx, name)
    }

    #[php("public static function getDisplayScript(string $locale, ?string $displayLocale = null): string|false")]
    fn display_script(ctx: &Ctx, name: &Str, display: Option<&Str>) -> PhpResult<OrFalse<String>> {
        names::locale_get_display_script(ctx, name, display)
    }

    #[php("public static function getDisplayRegion(string $locale, ?string $displayLocale = null): string|false")]
    fn display_region(ctx: &Ctx, name: &Str, display: Option<&Str>) -> PhpResult<OrFalse<String>> {
        names::locale_get_display_region(ctx, name, display)
    }

    #[php("public static function getDisplayName(string $locale, ?string $displayLocale = null): string|false")]
    fn display_name(ctx: &Ctx, name: &Str, display: Option<&Str>) -> PhpResult<OrFalse<String>> {
        names::locale_get_display_name(ctx, name, display)
    }

    #[php("public static function getDisplayLanguage(string $locale, ?string $displayLocale = null): string|false")]
    fn display_language(ctx: &Ctx, name: &Str, display: Option<&Str>) -> PhpResult<OrFalse<String>> {
        names::locale_get_display_language(ctx, name, display)
    }

    #[php("public static function getDisplayVariant(string $locale, ?string $displayLocale = null): string|false")]
    fn display_variant(ctx: &Ctx, name: &Str, display: Option<&Str>) -> PhpResult<OrFalse<String>> {
        names::locale_get_display_variant(ctx, name, display)
    }

    #[php("public static function acceptFromHttp(string $header): string|false")]
    fn accept(ctx: &Ctx, header: &Str) -> PhpResult<OrFalse<String>> {
        names::locale_accept_from_http(ctx, header)
    }
}

/// The class.
pub(crate) struct Locale;
