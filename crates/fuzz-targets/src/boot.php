<?php
class Plain { public $a = 1; protected $b; private $c; public ?Plain $next = null; }
class Waking { public $x; function __wakeup() { $this->x = [$this->x, $this]; } function __sleep() { return ['x']; } function __destruct() { $this->x = null; } }
class Modern { public array $data = []; function __serialize(): array { return $this->data; } function __unserialize(array $data): void { $this->data = $data; } }
enum Suit: string { case A = 'a'; case B = 'b'; const C = self::A; }
interface Shape { function area(); }
trait Named { public $name = 'n'; abstract function id(); static function make() { return new static; } }

/** Tries something; what it throws is no fault. */
function attempt(mixed $f, mixed ...$args) { try { return @$f(...$args); } catch (Throwable) { return null; } }
/** Calls a function of a target. It has to catch what an input makes it throw; what it does not is a fault. */
function tried(string $f, string $input) {
    try { return $f($input); } catch (Throwable $e) { return "$f has thrown " . get_class($e) . ': ' . $e->getMessage() . "\n" . $e->getTraceAsString(); }
}
/** Splits the first line off. */
function halves(string $input): array { $parts = explode("\n", $input, 2); return [$parts[0], $parts[1] ?? '']; }

/** An object in a value that is of none of the allowed classes. Cases of enums are made with any. */
function forbidden(mixed $value, array $allowed): ?string {
    $waiting = [$value];
    // What is in itself has no end.
    for ($i = 0; $i < count($waiting) && $i < 200; $i++) {
        $value = $waiting[$i];
        if (is_object($value) && !$value instanceof UnitEnum) {
            $class = get_class($value);
            if ($class !== '__PHP_Incomplete_Class' && !in_array(strtolower($class), $allowed)) return "a $class was made";
            $value = (array) $value;
        }
        if (is_array($value)) array_push($waiting, ...array_values($value));
    }
    return null;
}
/** With options that the text itself chooses. */
function fuzz_unserialize(string $input) {
    $number = crc32($input);
    $options = [[], ['allowed_classes' => false], ['allowed_classes' => ['Plain', 'STDCLASS'], 'max_depth' => 5], ['max_depth' => 2]][$number & 3];
    $value = attempt('unserialize', $input, $options);
    if (isset($options['allowed_classes'])) {
        $fault = forbidden($value, $options['allowed_classes'] ? ['plain', 'stdclass'] : []);
        if ($fault) return $fault;
    }
    $text = attempt('serialize', $value);
    if (is_string($text)) attempt('unserialize', $text);
    switch ($number >> 2 & 7) {
        case 0: ob_start(); attempt('var_dump', $value); attempt('debug_zval_dump', $value); ob_end_clean(); break;
        case 1: attempt('print_r', $value, true); break;
        case 2: attempt('var_export', $value, true); break;
        case 3: attempt('json_encode', $value); break;
        case 4: attempt(function () use ($value) { foreach ($value as $k => $v) { $c = clone $v; count($c); } }); break;
        case 5: attempt(fn() => $value == $value && $value <=> [$value]); break;
    }
    unset($value);
    return there_and_back('unserialize', 'serialize', $input);
}
/** Reads, writes, reads and writes; the two texts must be the same where no methods of objects take part. */
function there_and_back(callable $read, callable $write, string $input) {
    $value = attempt($read, $input);
    $first = attempt($write, $value);
    ob_start(); attempt('var_dump', $value); ob_end_clean();
    $plain = is_string($first) && !preg_match('/[OCE]:\d/', (string) attempt('serialize', $value));
    unset($value);
    if ($plain) {
        error_clear_last();
        $again = attempt($write, attempt($read, $first));
        // An array in itself by value is written as PHP writes it and refused when it is read: see docs/differences.md.
        if (str_contains(error_get_last()['message'] ?? '', 'an array that is not complete')) return null;
        if ($again !== $first && !same_but_for_empty_arrays($read, $write, $first, (string) $again)) return bin2hex($first) . ' became ' . bin2hex((string) $again);
    }
    gc_collect_cycles();
    return is_string($first) && strlen($first) > 6 ? true : null;
}
/**
 * igbinary writes an array that was written before as its number, and all empty arrays are one, but for those that were made for elements
 * that turned out to be none. Such a text is another one when it is written again, once, and stands for the same.
 */
function same_but_for_empty_arrays(callable|string $read, callable|string $write, string $first, string $again): bool {
    if ($write !== 'igbinary_serialize') return false;
    [$value, $after] = [attempt($read, $first), attempt($read, $again)];
    return attempt($write, $after) === $again && attempt('serialize', $value) === attempt('serialize', $after);
}
function fuzz_igbinary(string $input) {
    $said = there_and_back('igbinary_unserialize', 'igbinary_serialize', $input);
    return $said !== null || ord($input[0] ?? "\1") === 0 ? $said : there_and_back('igbinary_unserialize', 'igbinary_serialize', "\0\0\0\2" . $input);
}
/** Into a template, without PHP's marks, or piece by piece: what is done besides is chosen by the text. */
function fuzz_msgpack(string $input) {
    switch (crc32($input) & 3) {
        case 0: attempt(fn() => (new MessagePack(false))->unpack($input, 'Plain')); break;
        case 1: attempt('msgpack_unpack', $input, [new Plain]); break;
        case 2:
            $pack = new MessagePack;
            $pack->setOption(MESSAGEPACK_OPT_ASSOC, false);
            $value = attempt([$pack, 'unpack'], $input);
            attempt([$pack, 'pack'], $value);
            break;
        case 3:
            attempt(function () use ($input) {
                $unpacker = new MessagePackUnpacker;
                foreach (str_split($input, max(3, intdiv(strlen($input), 5))) as $part) { $unpacker->feed($part); while ($unpacker->execute()) { $unpacker->data(); $unpacker->reset(); } }
            });
    }
    return there_and_back('msgpack_unpack', 'msgpack_pack', $input);
}
/** With flags that the text itself chooses. */
function fuzz_json(string $input) {
    $number = crc32($input);
    $flags = [0, JSON_OBJECT_AS_ARRAY, JSON_BIGINT_AS_STRING | JSON_INVALID_UTF8_SUBSTITUTE, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_IGNORE][$number & 3];
    $value = attempt('json_decode', $input, null, 1 + ($number >> 2 & 63), $flags);
    attempt('json_encode', $value, JSON_PRETTY_PRINT | JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_UNESCAPED_UNICODE, 1 + ($number >> 8 & 15));
    $valid = attempt('json_validate', $input, 512, $flags & JSON_INVALID_UTF8_IGNORE);
    $decodes = json_decode($input, false, 512, $flags & JSON_INVALID_UTF8_IGNORE) !== null || json_last_error() === JSON_ERROR_NONE;
    // A name that begins with NUL is valid, but not that of a property.
    if ($valid !== $decodes && json_last_error() !== JSON_ERROR_INVALID_PROPERTY_NAME) return 'valid and no value, or the other way round';
    attempt('json_encode', $input, JSON_INVALID_UTF8_SUBSTITUTE | JSON_HEX_TAG | JSON_NUMERIC_CHECK);
    $write = fn($value) => json_encode($value, JSON_PRESERVE_ZERO_FRACTION);
    $read = $number & 1024 ? 'json_decode' : fn($text) => json_decode($text, true);
    return there_and_back($read, $write, $input);
}
class Nowhere implements SessionHandlerInterface {
    function open(string $path, string $name): bool { return true; }
    function close(): bool { return true; }
    function read(string $id): string|false { return ''; }
    function write(string $id, string $data): bool { return true; }
    function destroy(string $id): bool { return true; }
    function gc(int $max): int|false { return 0; }
}
session_set_save_handler(new Nowhere);
/** A text for a session, as it is or with a value from it as a variable: what only names and values damaged at random seldom is. */
function session_text(string $serializer, string $input, int $number): string {
    if ($number & 1) return $input;
    switch ($serializer) {
        case 'php': return "a|$input";
        case 'php_binary': return "\1a$input";
        case 'php_serialize': return "a:1:{s:1:\"a\";$input}";
    }
    $variables = ['a' => attempt('unserialize', $input), 'b' => $input];
    $text = (string) attempt($serializer === 'igbinary' ? 'igbinary_serialize' : 'msgpack_pack', $variables);
    if ($number & 2 && $text !== '') $text[($number >> 2) % strlen($text)] = chr($number >> 10 & 255);
    return $text;
}
/** The text chooses the serializer: a session for each of them would take five times as long. */
function fuzz_session(string $input) {
    $number = crc32($input);
    $serializer = ['php', 'php_binary', 'php_serialize', 'igbinary', 'msgpack'][$number % 5];
    $text = session_text($serializer, $input, intdiv($number, 5));
    session_id('fuzz');
    if (!@session_start(['serialize_handler' => $serializer, 'use_cookies' => 0, 'cache_limiter' => ''])) return 'no session was started';
    attempt('session_decode', $text);
    $understood = session_status() === PHP_SESSION_ACTIVE && ($_SESSION ?? []) !== [];
    $first = attempt('session_encode');
    $plain = is_string($first) && !preg_match('/[OCE]:\d/', (string) attempt('serialize', $_SESSION));
    $again = null;
    if ($plain) {
        $_SESSION = [];
        // As in there_and_back(): an array in itself by value is refused.
        set_error_handler(function ($level, $said) use (&$plain) { $plain = $plain && !str_contains($said, 'an array that is not complete'); });
        attempt('session_decode', $first);
        restore_error_handler();
        $again = attempt('session_encode');
    }
    $_SESSION = [];
    @session_abort();
    $same = !$plain || $again === $first || same_but_for_empty_arrays($serializer . '_unserialize', $serializer . '_serialize', $first, (string) $again);
    if (!$same) return $serializer . ': ' . bin2hex($first) . ' became ' . bin2hex((string) $again);
    gc_collect_cycles();
    return $understood;
}
function fuzz_pattern(string $input) {
    [$pattern, $subject] = halves($input);
    attempt('preg_match', $pattern, $subject, $m, PREG_OFFSET_CAPTURE | PREG_UNMATCHED_AS_NULL);
    attempt('preg_match', $pattern, $subject, $m, 0, 3);
    attempt('preg_match_all', $pattern, $subject, $m, PREG_SET_ORDER);
    attempt('preg_match_all', $pattern, $subject, $m, PREG_PATTERN_ORDER, -2);
    attempt('preg_replace', $pattern, '<$0\\1${2}$99>', $subject, 20);
    attempt('preg_replace_callback', $pattern, fn($m) => strrev($m[0]), $subject, 20, $n, PREG_OFFSET_CAPTURE);
    attempt('preg_split', $pattern, $subject, 5, PREG_SPLIT_DELIM_CAPTURE | PREG_SPLIT_NO_EMPTY | PREG_SPLIT_OFFSET_CAPTURE);
    attempt('preg_grep', $pattern, [$subject, 'a', 5, null], PREG_GREP_INVERT);
    attempt('preg_quote', $pattern, '/'); preg_last_error_msg();
}
function fuzz_date(string $input) {
    [$first, $rest] = halves($input);
    attempt('strtotime', $input, 86400 * 365 * 30); attempt('date_parse', $input); attempt('date_parse_from_format', $first, $rest);
    $date = attempt(fn() => new DateTimeImmutable($input)) ?: new DateTimeImmutable('@0');
    $other = attempt(fn() => (new DateTime('2000-02-29 12:00 Europe/Paris'))->modify($input)) ?: new DateTime('@1');
    $made = attempt(fn() => DateTime::createFromFormat($first, $rest));
    $interval = attempt(fn() => new DateInterval($input)) ?: attempt('date_interval_create_from_date_string', $input);
    attempt(fn() => $date->format($first . 'c U u v e T P p W o t L B z N jS'));
    $difference = attempt(fn() => $date->diff($other));
    foreach ([$interval, $difference] as $i) {
        if (!$i instanceof DateInterval) continue;
        attempt(fn() => $i->format($first . '%a %R%y-%m-%d %h:%i:%s.%f'));
        attempt(fn() => $date->add($i)->sub($i)->format(DATE_ATOM));
        attempt(function () use ($date, $i) { $n = 0; foreach (new DatePeriod($date, $i, 5) as $d) if ($n++ > 10) break; });
    }
    attempt(function () use ($input) { $n = 0; foreach (new DatePeriod($input) as $d) if ($n++ > 10) break; });
    $zone = attempt(fn() => new DateTimeZone($input));
    if ($zone) { attempt(fn() => $zone->getOffset($date)); attempt(fn() => $zone->getTransitions(0, 1e9)); attempt(fn() => $date->setTimezone($zone)->format('c T')); }
    $n = (int) $first;
    attempt('mktime', $n, $n, $n, $n, $n, $n); attempt('checkdate', $n, $n, $n); attempt('date', $first, $n); attempt('idate', $first[0] ?? 'Y', $n); attempt('strftime', $first, $n);
    attempt(fn() => $date->setDate($n, $n, $n)->setTime($n, $n, $n, $n)->setISODate($n, $n, $n)->setTimestamp($n)->format('c'));
    attempt('date_sun_info', $n, 50.1 + $n, 8.2); attempt(fn() => serialize([$date, $interval, $zone, $made]));
}
function fuzz_format(string $input) {
    [$format, $text] = halves($input);
    $args = [5, -1.5, $text, true, null, PHP_INT_MIN, INF, NAN, '7x', 1e100];
    attempt('sprintf', $format, ...$args); attempt('vsprintf', $format, [$text]); attempt('vsprintf', $format, $args);
    attempt('sscanf', $text, $format); attempt('sscanf', $text, $format, $a, $b, $c); attempt('sscanf', $input, $text);
    attempt('number_format', (float) $text, (int) $format, substr($text, 0, 3), $format);
    attempt('str_pad', $text, (int) $format % 5000, $text); attempt('wordwrap', $text, (int) $format, $format, true); attempt('chunk_split', $text, (int) $format, $format);
    attempt('strtr', $text, $format, strrev($format)); attempt('similar_text', $text, $format, $p); attempt('levenshtein', $text, $format); attempt('money', $text);
    attempt('substr_replace', $text, $format, (int) $format, (int) $text); attempt('substr_compare', $text, $format, (int) $format, (int) $text); attempt('strncmp', $text, $format, (int) $text);
    attempt('html_entity_decode', $text); attempt('htmlspecialchars', $text, ENT_QUOTES | ENT_SUBSTITUTE, substr($format, 0, 12)); attempt('strip_tags', $text, $format); attempt('addcslashes', $text, $format); attempt('stripcslashes', $text);
    attempt('base_convert', $text, (int) $format, 7); attempt('implode', $format, [$text, $args]); attempt('range', $format, $text); attempt('str_word_count', $text, 2, $format); attempt('nl_langinfo', (int) $text);
    attempt('convert_uudecode', $text); attempt('quoted_printable_decode', $text); attempt('base64_decode', $text, true); attempt('hex2bin', $text); attempt('crypt', $text, $format); attempt('metaphone', $text); attempt('soundex', $text);
    foreach (['UTF-8', 'UTF-16', 'SJIS', 'ISO-2022-JP', 'UTF-7', 'HTML', 'BASE64'] as $e) { attempt('mb_convert_encoding', $text, 'UTF-8', $e); attempt('mb_substr', $text, 1, -1, $e); attempt('mb_strpos', $text, $format, 0, $e); }
    attempt('mb_convert_case', $text, MB_CASE_TITLE); attempt('mb_decode_mimeheader', $text); attempt('mb_encode_mimeheader', $text); attempt('mb_decode_numericentity', $text, [0, 0x10ffff, 0, 0xffffff]); attempt('iptcparse', $text); attempt('getimagesizefromstring', $text);
}
/** A text in every encoding, there and back. */
function fuzz_encodings(string $input) {
    static $all = null;
    $all ??= mb_list_encodings();
    [$from, $text] = [$all[ord($input[0] ?? 'a') % count($all)], substr($input, 2)];
    $to = $all[ord($input[1] ?? 'a') % count($all)];
    $utf8 = attempt('mb_convert_encoding', $text, 'UTF-8', $from); attempt('mb_convert_encoding', $text, $to, $from); attempt('mb_convert_encoding', $utf8 ?: '', $from, 'UTF-8');
    attempt('mb_check_encoding', $text, $from); attempt('mb_detect_encoding', $text, [$from, $to], true); attempt('mb_strlen', $text, $from); attempt('mb_str_split', $text, 2, $from);
    foreach ([0, 1, 2, 5] as $at) { attempt('mb_strcut', $text, $at, 7, $from); attempt('mb_substr', $text, $at, 3, $from); }
    attempt('iconv', $from, $to, $text); attempt('iconv', $from, "$to//TRANSLIT//IGNORE", $text); attempt('iconv_strlen', $text, $from); attempt('iconv_substr', $text, 1, 3, $from);
    attempt('iconv_strpos', $text, 'a', 0, $from); attempt('iconv_mime_decode', $text, 2, $to); attempt('iconv_mime_decode_headers', $text, 0, $to); attempt('iconv_mime_encode', 'x', $text, ['input-charset' => $from, 'output-charset' => $to]);
    attempt('mb_strimwidth', $text, 1, 4, '.', $from); attempt('mb_encode_mimeheader', $text, $from, 'Q'); attempt('mb_convert_kana', $text, 'KVa', $from); attempt('mb_ord', $text, $from);
}
function fuzz_pack(string $input) {
    [$format, $data] = halves($input);
    attempt('unpack', $format, $data); attempt('unpack', $format, $data, 1); attempt('unpack', $format, str_repeat($data, 20));
    foreach ([[], [$data], [1, 2.5, $data, -1, PHP_INT_MAX], array_fill(0, 30, $data)] as $args) attempt('pack', $format, ...$args);
}
function fuzz_ini(string $input) {
    foreach ([INI_SCANNER_NORMAL, INI_SCANNER_RAW, INI_SCANNER_TYPED] as $mode) foreach ([true, false] as $sections) attempt('parse_ini_string', $input, $sections, $mode);
    attempt('parse_str', $input, $result); attempt('http_build_query', $result ?? []); attempt('parse_url', $input); attempt('str_getcsv', $input, ',', '"', '\\');
    attempt('highlight_string', $input, true); attempt('php_strip_whitespace', $input); attempt('token_get_all', $input); attempt('ini_parse_quantity', $input); attempt('version_compare', $input, '8.4.0-dev');
    attempt('urldecode', $input); attempt('inet_pton', $input); attempt('ip2long', $input); attempt('filter_var', $input); attempt('escapeshellarg', $input); attempt('nl2br', $input);
    attempt('str_split', $input, 3); attempt('count_chars', $input, 1); attempt('array_walk_recursive', $result, fn(&$v) => $v = [$v]);
    attempt(fn() => constant($input)); attempt(fn() => new $input); attempt('call_user_func', $input); attempt('class_exists', $input); attempt(fn() => $$input = 1); attempt('is_callable', $input);
    attempt(fn() => (new SplFileObject('data:' . $input))->fread(1000));
}
function fuzz_intl(string $input) {
    [$first, $text] = halves($input);
    foreach ([0, 1] as $direction) {
        foreach (['create', 'createFromRules'] as $make) attempt(fn() => Transliterator::$make($first, $direction)?->transliterate($text));
    }
    attempt(fn() => transliterator_transliterate('Any-Latin; Latin-ASCII; Title', $text));
    attempt(function () use ($first, $text) { $rules = new IntlRuleBasedBreakIterator($first); $rules->setText($text); foreach ($rules->getPartsIterator() as $part) strlen($part); $rules->following(3); $rules->preceding(2); });
    foreach (['Word', 'Line', 'Sentence', 'Title', 'Character'] as $kind) attempt(function () use ($kind, $text) { $b = IntlBreakIterator::{"create{$kind}Instance"}('en'); $b->setText($text); foreach ($b as $at) $b->isBoundary($at + 1); });
    foreach ([$first, 'UTF-8', 'UTF-16', 'CESU-8', 'Shift_JIS', 'UTF-7', 'gb18030'] as $name) { attempt(['UConverter', 'transcode'], $text, 'UTF-8', $name); attempt(['UConverter', 'transcode'], $text, $name, 'UTF-8'); }
    attempt(function () use ($first, $text) { $c = new Collator('de'); $c->setAttribute(Collator::NUMERIC_COLLATION, Collator::ON); $c->compare($first, $text); $a = [$first, $text, 5]; $c->sort($a); });
    attempt(fn() => new Collator($first)); attempt(fn() => IntlChar::charFromName($first, 2)); attempt(fn() => IntlChar::getPropertyEnum($first));
    attempt(function () use ($first, $text) { $s = new Spoofchecker; $s->isSuspicious($text); $s->areConfusable($first, $text); $s->setAllowedChars($first, 1); $s->setAllowedLocales($first); $s->isSuspicious($text); });
}

/** A schema and a document. */
function fuzz_relaxng(string $input) {
    [$schema, $text] = explode("\n--\n", $input, 2) + [1 => '<a/>'];
    if ($schema === '' || $text === '') {
        return;
    }
    libxml_use_internal_errors(true);
    $document = new DOMDocument();
    $document->loadXML($text, LIBXML_RECOVER);
    $document->relaxNGValidateSource($schema);
    $document->loadXML($schema, LIBXML_RECOVER);
    $document->relaxNGValidateSource($schema);
    foreach (['relaxng', 'schema'] as $kind) {
        $reader = new XMLReader();
        $reader->XML($text);
        if ($kind == 'schema') {
            $document->schemaValidateSource($schema);
            attempt([$reader, 'setSchema'], 'data:text/xml;base64,' . base64_encode($schema));
        } else {
            attempt([$reader, 'setRelaxNGSchemaSource'], $schema);
        }
        while (@$reader->read()) {
            $reader->isValid();
        }
    }
    libxml_clear_errors();
}

/** Pictures and compressed data with some bytes changed. */
function fuzz_media(string $input) {
    static $samples = null;
    $samples ??= media_samples();
    foreach ($samples as $name => $sample) {
        foreach (str_split($input, 3) as $change) {
            if (strlen($change) == 3) {
                $sample[(ord($change[0]) << 8 | ord($change[1])) % strlen($sample)] = $change[2];
            }
        }
        media_decoders($name, $sample);
    }
}
function media_samples(): array {
    $entry = fn(int $tag, int $kind, int $count, int $value) => pack('vvVV', $tag, $kind, $count, $value);
    $tiff = 'II*' . "\0" . pack('V', 8) . pack('v', 6) . $entry(0x10f, 2, 6, 200) . $entry(0x112, 3, 1, 1) . $entry(0x11a, 5, 1, 210)
        . $entry(0x8769, 4, 1, 90) . $entry(0x8825, 4, 1, 130) . $entry(0x501b, 1, 4, 0) . pack('V', 150)
        . pack('v', 3) . $entry(0x9286, 7, 12, 220) . $entry(0x927c, 7, 20, 180) . $entry(0x829a, 5, 1, 210) . pack('V', 0)
        . pack('v', 1) . $entry(2, 5, 3, 210) . pack('V', 0) . pack('v', 2) . $entry(0x201, 4, 1, 220) . $entry(0x202, 4, 1, 8);
    $tiff = str_pad($tiff, 200, "\0") . "Maker\0" . str_repeat(pack('VV', 1, 3), 4) . "ASCII\0\0\0text";
    $app = fn(int $marker, string $data) => "\xff" . chr($marker) . pack('n', strlen($data) + 2) . $data;
    $frame = pack('CnnC', 8, 4, 5, 1) . "\1\x11\0";
    $iptc = "Photoshop 3.0\x008BIM\4\4\0\0\0\0\0\x08\x1c\2\x05\0\3abc";
    $jpeg = "\xff\xd8" . $app(0xe1, "Exif\0\0" . $tiff) . $app(0xed, $iptc) . $app(0xfe, 'comment') . $app(0xc0, $frame) . "\xff\xd9";
    $chunk = fn(string $name, string $data) => pack('N', strlen($data)) . $name . $data . pack('N', crc32($name . $data));
    $box = fn(string $name, string $data) => pack('N', strlen($data) + 8) . $name . $data;
    $text = str_repeat('some text, ', 20);
    return [
        'tiff' => $tiff,
        'jpeg' => $jpeg,
        'png' => "\x89PNG\r\n\x1a\n" . $chunk('IHDR', pack('NNC5', 4, 5, 8, 2, 0, 0, 0)) . $chunk('IEND', ''),
        'gif' => 'GIF89a' . pack('vvC3', 4, 5, 0x91, 0, 0) . ';',
        'bmp' => 'BM' . pack('VVVVVVvvV', 60, 0, 54, 40, 4, 5, 1, 24, 0),
        'webp' => 'RIFF' . pack('V', 40) . 'WEBPVP8X' . pack('VV', 10, 0) . "\3\0\0\4\0\0",
        'avif' => $box('ftyp', 'avif' . "\0\0\0\0avifmif1") . $box('meta', "\0\0\0\0" . $box('iprp', $box('ipco', $box('ispe', pack('NNN', 0, 4, 5))))),
        'psd' => '8BPS' . pack('nNnnNNnn', 1, 0, 0, 3, 5, 4, 8, 3),
        'swf' => 'CWS' . chr(6) . pack('V', 60) . gzcompress(str_repeat("\x78\0\5\x5f", 10)),
        'iff' => 'FORM' . pack('N', 40) . 'ILBMBMHD' . pack('NnnnnC8', 20, 4, 5, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1),
        'jp2' => pack('N', 12) . "jP  \r\n\x87\n" . $box('jp2c', "\xff\x4f\xff\x51" . pack('nnNNNN', 47, 0, 4, 5, 0, 0) . str_repeat("\1", 40)),
        'wbmp' => "\0\0\4\5",
        'xbm' => "#define a_width 4\n#define a_height 5\nstatic char a_bits[] = {",
        'zlib' => gzcompress($text, 9),
        'gzip' => gzencode($text, 6),
        'raw' => gzdeflate($text, 1),
        'bzip2' => bzcompress($text),
    ];
}
function media_decoders(string $name, string $data) {
    if (in_array($name, ['zlib', 'gzip', 'raw', 'bzip2'])) {
        foreach (['gzuncompress', 'gzdecode', 'gzinflate', 'zlib_decode'] as $decode) {
            attempt($decode, $data, 100000);
        }
        attempt('bzdecompress', $data);
        foreach ([ZLIB_ENCODING_RAW, ZLIB_ENCODING_DEFLATE, ZLIB_ENCODING_GZIP] as $encoding) {
            $context = inflate_init($encoding);
            foreach (str_split($data, 7) as $piece) attempt('inflate_add', $context, $piece);
        }
        return;
    }
    attempt('getimagesizefromstring', $data, $info);
    foreach ($info ?? [] as $part) attempt('iptcparse', $part);
    $file = 'data:application/octet-stream;base64,' . base64_encode($data);
    $found = attempt('exif_read_data', $file, null, true, true);
    attempt('exif_thumbnail', $file, $width, $height, $kind);
    strlen(json_encode($found, JSON_PARTIAL_OUTPUT_ON_ERROR));
}

/** A document: XML, HTML, a schema, and expressions on the tree that comes of it. */
function fuzz_xml(string $input) {
    if ($input === '') {
        return;
    }
    libxml_use_internal_errors(true);
    [$first, $rest] = explode("\n", $input, 2) + [1 => ''];
    foreach ([0, LIBXML_NOENT | LIBXML_RECOVER | LIBXML_DTDATTR, LIBXML_NOBLANKS | LIBXML_PARSEHUGE] as $options) {
        $document = new DOMDocument();
        foreach ([$input, $rest] as $text) {
            if ($text !== '' && $document->loadXML($text, $options)) {
                fuzz_tree($document, $first);
                $document->schemaValidateSource($text);
            }
        }
        libxml_clear_errors();
    }
    $document = new DOMDocument();
    $document->loadHTML($input);
    fuzz_tree($document, $first);
    $document->schemaValidateSource($input);
    $fragment = $document->createDocumentFragment();
    $fragment->appendXML($input);
    fuzz_living($input, $first, $rest);
    libxml_clear_errors();
}

function fuzz_living(string $input, string $first, string $rest) {
    $document = Dom\HTMLDocument::createFromString($input);
    $text = $document->saveHtml() . $document->saveXml();
    try {
        $found = $document->querySelectorAll($first);
        foreach ($found as $element) {
            $element->innerHTML = $rest;
            $element->classList->toggle($element->id ?: 'x');
        }
    } catch (DOMException | ValueError) {
    }
    $again = Dom\HTMLDocument::createFromString($document->saveHtml(), LIBXML_HTML_NOIMPLIED | Dom\HTML_NO_DEFAULT_NS);
    try {
        $xml = Dom\XMLDocument::createFromString($rest);
        $xml->documentElement->innerHTML = $xml->documentElement->innerHTML;
        $text = $xml->saveXml() . $xml->C14N(xpath: ['query' => $first]);
        $document->body?->append($document->importNode($xml->documentElement, true));
    } catch (Error | Exception) {
    }
}

function fuzz_tree(DOMDocument $document, string $expression) {
    $document->formatOutput = true;
    $text = $document->saveXML() . $document->saveHTML() . $document->C14N() . $document->C14N(true, true);
    $xpath = new DOMXPath($document);
    $found = attempt([$xpath, 'evaluate'], $expression);
    foreach (['//*', '//@*', '//node()', '//namespace::*'] as $query) {
        foreach ($xpath->query($query) as $node) {
            $text = $node->nodeName . $node->nodeValue;
            if ($node instanceof DOMElement && $node->parentNode && strlen($text) % 3 == 0) {
                $node->parentNode->insertBefore($node->cloneNode(true), $node->nextSibling);
                $node->remove();
                break;
            }
        }
    }
    if ($found instanceof DOMNodeList) {
        foreach ($found as $node) {
            $text = $node->nodeName;
        }
    }
    $document->normalizeDocument();
    if ($document->doctype?->systemId === '') {
        $document->validate();
    }
    return $text . $document->saveXML();
}
