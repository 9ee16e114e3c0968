//! The class Redis: PHP's view of it. What its methods do is in `methods` and in the table of commands.

use crate::{client::Holder, loose::loose, methods};
use phant_native::php_class;

/// A connection to a Redis server.
pub struct Redis;

/// A connection to a Redis server.
#[php_class(
    "class Redis {
        public const REDIS_NOT_FOUND = 0;
        public const REDIS_STRING = 1;
        public const REDIS_SET = 2;
        public const REDIS_LIST = 3;
        public const REDIS_ZSET = 4;
        public const REDIS_HASH = 5;
        public const REDIS_STREAM = 6;
        public const ATOMIC = 0;
        public const MULTI = 1;
        public const PIPELINE = 2;
        public const OPT_SERIALIZER = 1;
        public const OPT_PREFIX = 2;
        public const OPT_READ_TIMEOUT = 3;
        public const OPT_TCP_KEEPALIVE = 6;
        public const OPT_COMPRESSION = 7;
        public const OPT_REPLY_LITERAL = 8;
        public const OPT_COMPRESSION_LEVEL = 9;
        public const OPT_NULL_MULTIBULK_AS_NULL = 10;
        public const OPT_PACK_IGNORE_NUMBERS = 15;
        public const SERIALIZER_NONE = 0;
        public const SERIALIZER_PHP = 1;
        public const SERIALIZER_IGBINARY = 2;
        public const SERIALIZER_JSON = 4;
        public const COMPRESSION_NONE = 0;
        public const COMPRESSION_LZF = 1;
        public const COMPRESSION_ZSTD = 2;
        public const COMPRESSION_ZSTD_DEFAULT = 3;
        public const COMPRESSION_ZSTD_MIN = -131072;
        public const COMPRESSION_ZSTD_MAX = 22;
        public const COMPRESSION_LZ4 = 3;
        public const OPT_SCAN = 4;
        public const SCAN_RETRY = 1;
        public const SCAN_NORETRY = 0;
        public const SCAN_PREFIX = 2;
        public const SCAN_NOPREFIX = 3;
        public const BEFORE = 'before';
        public const AFTER = 'after';
        public const LEFT = 'left';
        public const RIGHT = 'right';
        public const OPT_MAX_RETRIES = 11;
        public const OPT_BACKOFF_ALGORITHM = 12;
        public const BACKOFF_ALGORITHM_DEFAULT = 0;
        public const BACKOFF_ALGORITHM_CONSTANT = 6;
        public const BACKOFF_ALGORITHM_UNIFORM = 5;
        public const BACKOFF_ALGORITHM_EXPONENTIAL = 4;
        public const BACKOFF_ALGORITHM_FULL_JITTER = 2;
        public const BACKOFF_ALGORITHM_EQUAL_JITTER = 3;
        public const BACKOFF_ALGORITHM_DECORRELATED_JITTER = 1;
        public const OPT_BACKOFF_BASE = 13;
        public const OPT_BACKOFF_CAP = 14;
        public function __construct(?array $options = null);
        public function __destruct();
        public function _compress(string $value): string;
        public function _uncompress(string $value): string;
        public function _prefix(string $key): string;
        public function _serialize(mixed $value): string;
        public function _unserialize(string $value): mixed;
        public function _pack(mixed $value): string;
        public function _unpack(string $value): mixed;
        public function acl(string $subcmd, string ...$args): mixed;
        public function append(string $key, mixed $value): Redis|int|false;
        public function auth(#[SensitiveParameter] mixed $credentials): Redis|bool;
        public function waitaof(int $numlocal, int $numreplicas, int $timeout): Redis|array|false;
        public function bitcount(string $key, int $start = 0, int $end = -1, bool $bybit = false): Redis|int|false;
        public function bitpos(string $key, bool $bit, int $start = 0, int $end = -1, bool $bybit = false): Redis|int|false;
        public function blPop(array|string $key_or_keys, string|int|float $timeout_or_key, mixed ...$extra_args): Redis|array|false|null;
        public function brPop(array|string $key_or_keys, string|int|float $timeout_or_key, mixed ...$extra_args): Redis|array|false|null;
        public function brpoplpush(string $src, string $dst, int|float $timeout): Redis|string|false;
        public function bzPopMax(array|string $key, string|int $timeout_or_key, mixed ...$extra_args): Redis|array|false;
        public function bzPopMin(array|string $key, string|int $timeout_or_key, mixed ...$extra_args): Redis|array|false;
        public function bzmpop(float $timeout, array $keys, string $from, int $count = 1): Redis|array|false|null;
        public function zmpop(array $keys, string $from, int $count = 1): Redis|array|false|null;
        public function blmpop(float $timeout, array $keys, string $from, int $count = 1): Redis|array|false|null;
        public function lmpop(array $keys, string $from, int $count = 1): Redis|array|false|null;
        public function clearLastError(): bool;
        public function client(string $opt, mixed ...$args): mixed;
        public function close(): bool;
        public function command(?string $opt = null, mixed ...$args): mixed;
        public function config(string $operation, array|string|null $key_or_settings = null, ?string $value = null): mixed;
        public function connect(string $host, int $port = 6379, float $timeout = 0, ?string $persistent_id = null,
            int $retry_interval = 0, float $read_timeout = 0, ?array $context = null): bool;
        public function copy(string $src, string $dst, ?array $options = null): Redis|bool;
        public function debug(string $key): Redis|string;
        public function decr(string $key, int $by = 1): Redis|int|false;
        public function decrBy(string $key, int $value): Redis|int|false;
        public function discard(): Redis|bool;
        public function dump(string $key): Redis|string|false;
        public function echo(string $str): Redis|string|false;
        public function eval(string $script, array $args = [], int $num_keys = 0): mixed;
        public function eval_ro(string $script_sha, array $args = [], int $num_keys = 0): mixed;
        public function evalsha(string $sha1, array $args = [], int $num_keys = 0): mixed;
        public function evalsha_ro(string $sha1, array $args = [], int $num_keys = 0): mixed;
        public function exec(): Redis|array|false;
        public function exists(mixed $key, mixed ...$other_keys): Redis|int|bool;
        public function expire(string $key, int $timeout, ?string $mode = null): Redis|bool;
        public function expireAt(string $key, int $timestamp, ?string $mode = null): Redis|bool;
        public function failover(?array $to = null, bool $abort = false, int $timeout = 0): Redis|bool;
        public function expiretime(string $key): Redis|int|false;
        public function pexpiretime(string $key): Redis|int|false;
        public function fcall(string $fn, array $keys = [], array $args = []): mixed;
        public function fcall_ro(string $fn, array $keys = [], array $args = []): mixed;
        public function flushAll(?bool $sync = null): Redis|bool;
        public function flushDB(?bool $sync = null): Redis|bool;
        public function function(string $operation, mixed ...$args): Redis|array|string|bool;
        public function georadiusbymember(string $key, string $member, float $radius, string $unit, array $options = []): mixed;
        public function georadiusbymember_ro(string $key, string $member, float $radius, string $unit, array $options = []): mixed;
        public function get(string $key): mixed;
        public function getWithMeta(string $key): Redis|array|false;
        public function getAuth(): mixed;
        public function getBit(string $key, int $idx): Redis|int|false;
        public function getEx(string $key, array $options = []): Redis|string|bool;
        public function getDBNum(): int;
        public function getDel(string $key): Redis|string|bool;
        public function getHost(): string;
        public function getLastError(): ?string;
        public function getMode(): int;
        public function getOption(int $option): mixed;
        public function getPersistentID(): ?string;
        public function getPort(): int;
        public function getRange(string $key, int $start, int $end): Redis|string|false;
        public function lcs(string $key1, string $key2, ?array $options = null): Redis|array|string|int|false;
        public function getReadTimeout(): float;
        public function getset(string $key, mixed $value): Redis|string|false;
        public function getTimeout(): float|false;
        public function hExists(string $key, string $field): Redis|bool;
        public function hGet(string $key, string $member): mixed;
        public function hGetAll(string $key): Redis|array|false;
        public function hIncrBy(string $key, string $field, int $value): Redis|int|false;
        public function hIncrByFloat(string $key, string $field, float $value): Redis|float|false;
        public function hKeys(string $key): Redis|array|false;
        public function hLen(string $key): Redis|int|false;
        public function hMget(string $key, array $fields): Redis|array|false;
        public function hMset(string $key, array $fieldvals): Redis|bool;
        public function hSetNx(string $key, string $field, mixed $value): Redis|bool;
        public function hStrLen(string $key, string $field): Redis|int|false;
        public function hVals(string $key): Redis|array|false;
        public function expiremember(string $key, string $field, int $ttl, ?string $unit = null): Redis|int|false;
        public function expirememberat(string $key, string $field, int $timestamp): Redis|int|false;
        public function incr(string $key, int $by = 1): Redis|int|false;
        public function incrBy(string $key, int $value): Redis|int|false;
        public function incrByFloat(string $key, float $value): Redis|float|false;
        public function isConnected(): bool;
        public function keys(string $pattern);
        public function lInsert(string $key, string $pos, mixed $pivot, mixed $value);
        public function lLen(string $key): Redis|int|false;
        public function lMove(string $src, string $dst, string $wherefrom, string $whereto): Redis|string|false;
        public function blmove(string $src, string $dst, string $wherefrom, string $whereto, float $timeout): Redis|string|false;
        public function lPop(string $key, int $count = 0): Redis|array|string|bool;
        public function lPushx(string $key, mixed $value): Redis|int|false;
        public function rPushx(string $key, mixed $value): Redis|int|false;
        public function lSet(string $key, int $index, mixed $value): Redis|bool;
        public function lindex(string $key, int $index): mixed;
        public function lrange(string $key, int $start, int $end): Redis|array|false;
        public function lrem(string $key, mixed $value, int $count = 0): Redis|int|false;
        public function ltrim(string $key, int $start, int $end): Redis|bool;
        public function mget(array $keys): Redis|array|false;
        public function migrate(string $host, int $port, array|string $key, int $dstdb, int $timeout, bool $copy = false,
            bool $replace = false, #[SensitiveParameter] mixed $credentials = null): Redis|bool;
        public function move(string $key, int $index): Redis|bool;
        public function mset(array $key_values): Redis|bool;
        public function msetnx(array $key_values): Redis|bool;
        public function multi(int $value = Redis::MULTI): Redis|bool;
        public function object(string $subcommand, string $key): Redis|string|int|false;
        #[deprecated] public function open(string $host, int $port = 6379, float $timeout = 0, ?string $persistent_id = null,
            int $retry_interval = 0, float $read_timeout = 0, ?array $context = null): bool;
        public function pconnect(string $host, int $port = 6379, float $timeout = 0, ?string $persistent_id = null,
            int $retry_interval = 0, float $read_timeout = 0, ?array $context = null): bool;
        public function persist(string $key): Redis|bool;
        public function pexpire(string $key, int $timeout, ?string $mode = null): bool;
        public function pexpireAt(string $key, int $timestamp, ?string $mode = null): Redis|bool;
        public function pfadd(string $key, array $elements): Redis|int;
        public function pfmerge(string $dst, array $srckeys): Redis|bool;
        public function ping(?string $message = null): Redis|string|bool;
        public function pipeline(): Redis|bool;
        #[deprecated] public function popen(string $host, int $port = 6379, float $timeout = 0, ?string $persistent_id = null,
            int $retry_interval = 0, float $read_timeout = 0, ?array $context = null): bool;
        public function psetex(string $key, int $expire, mixed $value): Redis|bool;
        public function psubscribe(array $patterns, callable $cb): bool;
        public function pttl(string $key): Redis|int|false;
        public function publish(string $channel, string $message): Redis|int|false;
        public function pubsub(string $command, mixed $arg = null): mixed;
        public function punsubscribe(array $patterns): Redis|array|bool;
        public function rPop(string $key, int $count = 0): Redis|array|string|bool;
        public function rename(string $old_name, string $new_name): Redis|bool;
        public function renameNx(string $key_src, string $key_dst): Redis|bool;
        public function reset(): Redis|bool;
        public function restore(string $key, int $ttl, string $value, ?array $options = null): Redis|bool;
        public function rpoplpush(string $srckey, string $dstkey): Redis|string|false;
        public function sAdd(string $key, mixed $value, mixed ...$other_values): Redis|int|false;
        public function sAddArray(string $key, array $values): int;
        public function sintercard(array $keys, int $limit = -1): Redis|int|false;
        public function sMembers(string $key): Redis|array|false;
        public function sMove(string $src, string $dst, mixed $value): Redis|bool;
        public function sRandMember(string $key, int $count = 0): mixed;
        public function scard(string $key): Redis|int|false;
        public function select(int $db): Redis|bool;
        public function set(string $key, mixed $value, mixed $options = null): Redis|string|bool;
        public function setBit(string $key, int $idx, bool $value): Redis|int|false;
        public function setRange(string $key, int $index, string $value): Redis|int|false;
        public function setOption(int $option, mixed $value): bool;
        public function setex(string $key, int $expire, mixed $value);
        public function setnx(string $key, mixed $value): Redis|bool;
        public function sismember(string $key, mixed $value): Redis|bool;
        #[deprecated] public function slaveof(?string $host = null, int $port = 6379): Redis|bool;
        public function replicaof(?string $host = null, int $port = 6379): Redis|bool;
        public function slowlog(string $operation, int $length = 0): mixed;
        #[deprecated] public function sortAsc(string $key, ?string $pattern = null, mixed $get = null, int $offset = -1,
            int $count = -1, ?string $store = null): array;
        #[deprecated] public function sortAscAlpha(string $key, ?string $pattern = null, mixed $get = null, int $offset = -1,
            int $count = -1, ?string $store = null): array;
        #[deprecated] public function sortDesc(string $key, ?string $pattern = null, mixed $get = null, int $offset = -1,
            int $count = -1, ?string $store = null): array;
        #[deprecated] public function sortDescAlpha(string $key, ?string $pattern = null, mixed $get = null, int $offset = -1,
            int $count = -1, ?string $store = null): array;
        public function srem(string $key, mixed $value, mixed ...$other_values): Redis|int|false;
        public function ssubscribe(array $channels, callable $cb): bool;
        public function strlen(string $key): Redis|int|false;
        public function subscribe(array $channels, callable $cb): bool;
        public function sunsubscribe(array $channels): Redis|array|bool;
        public function swapdb(int $src, int $dst): Redis|bool;
        public function ttl(string $key): Redis|int|false;
        public function type(string $key): Redis|int|false;
        public function unsubscribe(array $channels): Redis|array|bool;
        public function wait(int $numreplicas, int $timeout): int|false;
        public function xack(string $key, string $group, array $ids): int|false;
        public function xadd(string $key, string $id, array $values, int $maxlen = 0, bool $approx = false,
            bool $nomkstream = false): Redis|string|false;
        public function xautoclaim(string $key, string $group, string $consumer, int $min_idle, string $start, int $count = -1,
            bool $justid = false): Redis|array|bool;
        public function xdel(string $key, array $ids): Redis|int|false;
        public function xinfo(string $operation, ?string $arg1 = null, ?string $arg2 = null, int $count = -1): mixed;
        public function xlen(string $key): Redis|int|false;
        public function xpending(string $key, string $group, ?string $start = null, ?string $end = null, int $count = -1,
            ?string $consumer = null): Redis|array|false;
        public function xrange(string $key, string $start, string $end, int $count = -1): Redis|array|bool;
        public function xread(array $streams, int $count = -1, int $block = -1): Redis|array|bool;
        public function xreadgroup(string $group, string $consumer, array $streams, int $count = 1, int $block = 1): Redis|array|bool;
        public function xrevrange(string $key, string $end, string $start, int $count = -1): Redis|array|bool;
        public function xtrim(string $key, string $threshold, bool $approx = false, bool $minid = false,
            int $limit = -1): Redis|int|false;
        public function zCard(string $key): Redis|int|false;
        public function zIncrBy(string $key, float $value, mixed $member): Redis|float|false;
        public function zLexCount(string $key, string $min, string $max): Redis|int|false;
        public function zMscore(string $key, mixed $member, mixed ...$other_members): Redis|array|false;
        public function zRank(string $key, mixed $member): Redis|int|false;
        public function zRemRangeByLex(string $key, string $min, string $max): Redis|int|false;
        public function zRemRangeByRank(string $key, int $start, int $end): Redis|int|false;
        public function zRemRangeByScore(string $key, string $start, string $end): Redis|int|false;
        public function zRevRange(string $key, int $start, int $end, mixed $scores = null): Redis|array|false;
        public function zRevRank(string $key, mixed $member): Redis|int|false;
        public function zScore(string $key, mixed $member): Redis|float|false;
        public function zdiffstore(string $dst, array $keys): Redis|int|false;
        public function zinter(array $keys, ?array $weights = null, ?array $options = null): Redis|array|false;
        public function zintercard(array $keys, int $limit = -1): Redis|int|false;
        public function zinterstore(string $dst, array $keys, ?array $weights = null, ?string $aggregate = null): Redis|int|false;
        public function zunion(array $keys, ?array $weights = null, ?array $options = null): Redis|array|false;
        public function zunionstore(string $dst, array $keys, ?array $weights = null, ?string $aggregate = null): Redis|int|false;
    }",
    create = Holder::create,
    table = crate::methods,
    methods = [Self::LOOSE]
)]
impl Redis {}

loose! { Redis, methods:
    "*" bgrewriteaof: "public function bgrewriteaof(): Redis|bool";
    "*" bgSave: "public function bgSave(): Redis|bool";
    "*" bitop: "public function bitop(string $operation, string $deskey, string $srckey, string ...$other_keys): Redis|int|false";
    "*" clearTransferredBytes: "public function clearTransferredBytes(): void";
    "*" dbSize: "public function dbSize(): Redis|int|false";
    "z*" del: "public function del(array|string $key, string ...$other_keys): Redis|int|false";
    "z*" delete: "public function delete(array|string $key, string ...$other_keys): Redis|int|false", deprecated = "";
    "*" geoadd:
        "public function geoadd(string $key, float $lng, float $lat, string $member, mixed ...$other_triples_and_options): Redis|int|false";
    "sss|s" geodist: "public function geodist(string $key, string $src, string $dst, ?string $unit = null): Redis|float|false";
    "sz*" geohash: "public function geohash(string $key, string $member, string ...$other_members): Redis|array|false";
    "sz*" geopos: "public function geopos(string $key, string $member, string ...$other_members): Redis|array|false";
    "sddds|A" georadius:
        "public function georadius(string $key, float $lng, float $lat, float $radius, string $unit, array $options = []): mixed";
    "sddds|A" georadius_ro:
        "public function georadius_ro(string $key, float $lng, float $lat, float $radius, string $unit, array $options = []): mixed";
    "szzs|a" geosearch:
        "public function geosearch(string $key, array|string $position, array|int|float $shape, string $unit, array $options = []): array";
    "sszzs|a" geosearchstore:
        "public function geosearchstore(string $dst, string $src, array|string $position, array|int|float $shape, string $unit, \
         array $options = []): Redis|array|int|false";
    "*" getTransferredBytes: "public function getTransferredBytes(): array";
    "sz*" hDel: "public function hDel(string $key, string $field, string ...$other_fields): Redis|int|false";
    "s|a" hRandField: "public function hRandField(string $key, ?array $options = null): Redis|array|string|false";
    "Sr|Sl" hscan:
        "public function hscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): Redis|array|bool";
    "sz*" hSet: "public function hSet(string $key, mixed ...$fields_and_vals): Redis|int|false";
    "*" info: "public function info(string ...$sections): Redis|array|false";
    "*" lastSave: "public function lastSave(): int";
    "sz|a" lPos: "public function lPos(string $key, mixed $value, ?array $options = null): Redis|array|int|bool|null";
    "sz*" lPush: "public function lPush(string $key, mixed ...$elements): Redis|int|false";
    "z" pfcount: "public function pfcount(array|string $key_or_keys): Redis|int|false";
    "*" randomKey: "public function randomKey(): Redis|string|false";
    "z*" rawcommand: "public function rawcommand(string $command, mixed ...$args): mixed";
    "*" role: "public function role(): mixed";
    "sz*" rPush: "public function rPush(string $key, mixed ...$elements): Redis|int|false";
    "*" save: "public function save(): Redis|bool";
    "r|SlS" scan:
        "public function scan(string|int|null &$iterator, ?string $pattern = null, int $count = 0, ?string $type = null): array|false";
    "z*" script: "public function script(string $command, mixed ...$args): mixed";
    "z*" sDiff: "public function sDiff(string $key, string ...$other_keys): Redis|array|false";
    "z*" sDiffStore: "public function sDiffStore(string $dst, string $key, string ...$other_keys): Redis|int|false";
    "*" serverName: "public function serverName(): string|false";
    "*" serverVersion: "public function serverVersion(): string|false";
    "z*" sInter: "public function sInter(array|string $key, string ...$other_keys): Redis|array|false";
    "z*" sInterStore: "public function sInterStore(array|string $key, string ...$other_keys): Redis|int|false";
    "sz*" sMisMember: "public function sMisMember(string $key, string $member, string ...$other_members): Redis|array|false";
    "s|a" sort: "public function sort(string $key, ?array $options = null): mixed";
    "s|a" sort_ro: "public function sort_ro(string $key, ?array $options = null): mixed";
    "wrong:s|l" sPop: "public function sPop(string $key, int $count = 0): Redis|array|string|false";
    "Sr|Sl" sscan: "public function sscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): array|false";
    "z*" sUnion: "public function sUnion(string $key, string ...$other_keys): Redis|array|false";
    "z*" sUnionStore: "public function sUnionStore(string $dst, string $key, string ...$other_keys): Redis|int|false";
    "*" time: "public function time(): Redis|array";
    "z*" touch: "public function touch(array|string $key_or_array, string ...$more_keys): Redis|int|false";
    "z*" unlink: "public function unlink(array|string $key, string ...$other_keys): Redis|int|false";
    "*" unwatch: "public function unwatch(): Redis|bool";
    "z*" watch: "public function watch(array|string $key, string ...$other_keys): Redis|bool";
    "sssla|a" xclaim:
        "public function xclaim(string $key, string $group, string $consumer, int $min_idle, array $ids, array $options): Redis|array|bool";
    "s|sssbl" xgroup:
        "public function xgroup(string $operation, ?string $key = null, ?string $group = null, ?string $id_or_consumer = null, \
         bool $mkstream = false, int $entries_read = -2): mixed";
    "szz*" zAdd: "public function zAdd(string $key, array|float $score_or_options, mixed ...$more_scores_and_mems): Redis|int|float|false";
    "sss" zCount: "public function zCount(string $key, string|int $start, string|int $end): Redis|int|false";
    "a|a" zdiff: "public function zdiff(array $keys, ?array $options = null): Redis|array|false";
    "wrong:s|l" zPopMax: "public function zPopMax(string $key, ?int $count = null): Redis|array|false";
    "wrong:s|l" zPopMin: "public function zPopMin(string $key, ?int $count = null): Redis|array|false";
    "s|a" zRandMember: "public function zRandMember(string $key, ?array $options = null): Redis|array|string";
    "szz|z" zRange:
        "public function zRange(string $key, string|int $start, string|int $end, array|bool|null $options = null): Redis|array|false";
    "3or5:sss|ll" zRangeByLex:
        "public function zRangeByLex(string $key, string $min, string $max, int $offset = -1, int $count = -1): Redis|array|false";
    "szz|z" zRangeByScore: "public function zRangeByScore(string $key, string $start, string $end, array $options = []): Redis|array|false";
    "sszz|z" zrangestore:
        "public function zrangestore(string $dstkey, string $srckey, string $start, string $end, array|bool|null $options = \
         null): Redis|int|false";
    "sz*" zRem: "public function zRem(mixed $key, mixed $member, mixed ...$other_members): Redis|int|false";
    "3or5:sss|ll" zRevRangeByLex:
        "public function zRevRangeByLex(string $key, string $max, string $min, int $offset = -1, int $count = -1): Redis|array|false";
    "szz|z" zRevRangeByScore:
        "public function zRevRangeByScore(string $key, string $max, string $min, array|bool $options = []): Redis|array|false";
    "Sr|Sl" zscan:
        "public function zscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): Redis|array|false";
}
