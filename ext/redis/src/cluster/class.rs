//! The class RedisCluster: PHP's view of it.

use crate::{
    cluster::{Holder, methods},
    loose::loose,
};
use phant_native::php_class;

/// Servers that share a keyspace.
pub struct RedisCluster;

/// Servers that share a keyspace.
#[php_class(
    "class RedisCluster {
        public const OPT_SLAVE_FAILOVER = 5;
        public const FAILOVER_NONE = 0;
        public const FAILOVER_ERROR = 1;
        public const FAILOVER_DISTRIBUTE = 2;
        public const FAILOVER_DISTRIBUTE_SLAVES = 3;
        public function _compress(string $value): string;
        public function _uncompress(string $value): string;
        public function _serialize(mixed $value): string|bool;
        public function _unserialize(string $value): mixed;
        public function _pack(mixed $value): string;
        public function _unpack(string $value): mixed;
        public function _prefix(string $key): string|bool;
        public function append(string $key, mixed $value): RedisCluster|int|bool;
        public function waitaof(array|string $key_or_address, int $numlocal, int $numreplicas, int $timeout): RedisCluster|array|false;
        public function bitcount(string $key, int $start = 0, int $end = -1, bool $bybit = false): RedisCluster|int|bool;
        public function bitpos(string $key, bool $bit, int $start = 0, int $end = -1, bool $bybit = false): RedisCluster|int|false;
        public function blpop(array|string $key, string|int|float $timeout_or_key, mixed ...$extra_args): RedisCluster|array|false|null;
        public function brpop(array|string $key, string|int|float $timeout_or_key, mixed ...$extra_args): RedisCluster|array|false|null;
        public function brpoplpush(string $srckey, string $deskey, int $timeout): mixed;
        public function lmove(string $src, string $dst, string $wherefrom, string $whereto): Redis|string|false;
        public function blmove(string $src, string $dst, string $wherefrom, string $whereto, float $timeout): Redis|string|false;
        public function bzpopmax(array|string $key, string|int $timeout_or_key, mixed ...$extra_args): array;
        public function bzpopmin(array|string $key, string|int $timeout_or_key, mixed ...$extra_args): array;
        public function bzmpop(float $timeout, array $keys, string $from, int $count = 1): RedisCluster|array|false|null;
        public function zmpop(array $keys, string $from, int $count = 1): RedisCluster|array|false|null;
        public function blmpop(float $timeout, array $keys, string $from, int $count = 1): RedisCluster|array|false|null;
        public function lmpop(array $keys, string $from, int $count = 1): RedisCluster|array|false|null;
        public function command(mixed ...$extra_args): mixed;
        public function copy(string $src, string $dst, ?array $options = null): RedisCluster|bool;
        public function decr(string $key, int $by = 1): RedisCluster|int|false;
        public function decrby(string $key, int $value): RedisCluster|int|false;
        public function decrbyfloat(string $key, float $value): float;
        public function dump(string $key): RedisCluster|string|false;
        public function eval(string $script, array $args = [], int $num_keys = 0): mixed;
        public function eval_ro(string $script, array $args = [], int $num_keys = 0): mixed;
        public function evalsha(string $script_sha, array $args = [], int $num_keys = 0): mixed;
        public function evalsha_ro(string $script_sha, array $args = [], int $num_keys = 0): mixed;
        public function exists(mixed $key, mixed ...$other_keys): RedisCluster|int|bool;
        public function touch(mixed $key, mixed ...$other_keys): RedisCluster|int|bool;
        public function expire(string $key, int $timeout, ?string $mode = null): RedisCluster|bool;
        public function expireat(string $key, int $timestamp, ?string $mode = null): RedisCluster|bool;
        public function expiretime(string $key): RedisCluster|int|false;
        public function pexpiretime(string $key): RedisCluster|int|false;
        public function georadiusbymember(string $key, string $member, float $radius, string $unit, array $options = []): mixed;
        public function georadiusbymember_ro(string $key, string $member, float $radius, string $unit, array $options = []): mixed;
        public function get(string $key): mixed;
        public function getdel(string $key): mixed;
        public function getWithMeta(string $key): RedisCluster|array|false;
        public function getex(string $key, array $options = []): RedisCluster|string|false;
        public function getbit(string $key, int $value): RedisCluster|int|false;
        public function getoption(int $option): mixed;
        public function getrange(string $key, int $start, int $end): RedisCluster|string|false;
        public function lcs(string $key1, string $key2, ?array $options = null): RedisCluster|array|string|int|false;
        public function getset(string $key, mixed $value): RedisCluster|string|bool;
        public function hexists(string $key, string $member): RedisCluster|bool;
        public function hget(string $key, string $member): mixed;
        public function hgetall(string $key): RedisCluster|array|false;
        public function hincrby(string $key, string $member, int $value): RedisCluster|int|false;
        public function hincrbyfloat(string $key, string $member, float $value): RedisCluster|float|false;
        public function hkeys(string $key): RedisCluster|array|false;
        public function hlen(string $key): RedisCluster|int|false;
        public function hmget(string $key, array $keys): RedisCluster|array|false;
        public function hmset(string $key, array $key_values): RedisCluster|bool;
        public function expiremember(string $key, string $field, int $ttl, ?string $unit = null): Redis|int|false;
        public function expirememberat(string $key, string $field, int $timestamp): Redis|int|false;
        public function hsetnx(string $key, string $member, mixed $value): RedisCluster|bool;
        public function hstrlen(string $key, string $field): RedisCluster|int|false;
        public function hvals(string $key): RedisCluster|array|false;
        public function incr(string $key, int $by = 1): RedisCluster|int|false;
        public function incrby(string $key, int $value): RedisCluster|int|false;
        public function incrbyfloat(string $key, float $value): RedisCluster|float|false;
        public function keys(string $pattern): RedisCluster|array|false;
        public function lget(string $key, int $index): RedisCluster|string|bool;
        public function lindex(string $key, int $index): mixed;
        public function linsert(string $key, string $pos, mixed $pivot, mixed $value): RedisCluster|int|false;
        public function llen(string $key): RedisCluster|int|bool;
        public function lpop(string $key, int $count = 0): RedisCluster|array|string|bool;
        public function lpush(string $key, mixed $value, mixed ...$other_values): RedisCluster|int|bool;
        public function lpushx(string $key, mixed $value): RedisCluster|int|bool;
        public function lrange(string $key, int $start, int $end): RedisCluster|array|false;
        public function lrem(string $key, mixed $value, int $count = 0): RedisCluster|int|bool;
        public function lset(string $key, int $index, mixed $value): RedisCluster|bool;
        public function ltrim(string $key, int $start, int $end): RedisCluster|bool;
        public function mset(array $key_values): RedisCluster|bool;
        public function msetnx(array $key_values): RedisCluster|array|false;
        public function multi(int $value = Redis::MULTI): RedisCluster|bool;
        public function object(string $subcommand, string $key): RedisCluster|string|int|false;
        public function persist(string $key): RedisCluster|bool;
        public function pexpire(string $key, int $timeout, ?string $mode = null): RedisCluster|bool;
        public function pexpireat(string $key, int $timestamp, ?string $mode = null): RedisCluster|bool;
        public function pfadd(string $key, array $elements): RedisCluster|bool;
        public function pfmerge(string $key, array $keys): RedisCluster|bool;
        public function psubscribe(array $patterns, callable $callback): void;
        public function pttl(string $key): RedisCluster|int|false;
        public function publish(string $channel, string $message): RedisCluster|int|bool;
        public function rename(string $key_src, string $key_dst): RedisCluster|bool;
        public function renamenx(string $key, string $newkey): RedisCluster|bool;
        public function restore(string $key, int $timeout, string $value, ?array $options = null): RedisCluster|bool;
        public function rpop(string $key, int $count = 0): RedisCluster|array|string|bool;
        public function rpoplpush(string $src, string $dst): RedisCluster|string|bool;
        public function sadd(string $key, mixed $value, mixed ...$other_values): RedisCluster|int|false;
        public function saddarray(string $key, array $values): RedisCluster|int|bool;
        public function scard(string $key): RedisCluster|int|false;
        public function set(string $key, mixed $value, mixed $options = null): RedisCluster|string|bool;
        public function setbit(string $key, int $offset, bool $onoff): RedisCluster|int|false;
        public function setex(string $key, int $expire, mixed $value): RedisCluster|bool;
        public function setnx(string $key, mixed $value): RedisCluster|bool;
        public function setoption(int $option, mixed $value): bool;
        public function setrange(string $key, int $offset, string $value): RedisCluster|int|false;
        public function sintercard(array $keys, int $limit = -1): RedisCluster|int|false;
        public function sismember(string $key, mixed $value): RedisCluster|bool;
        public function smembers(string $key): RedisCluster|array|false;
        public function srandmember(string $key, int $count = 0): RedisCluster|array|string|false;
        public function srem(string $key, mixed $value, mixed ...$other_values): RedisCluster|int|false;
        public function strlen(string $key): RedisCluster|int|false;
        public function subscribe(array $channels, callable $cb): void;
        public function ttl(string $key): RedisCluster|int|false;
        public function type(string $key): RedisCluster|int|false;
        public function xack(string $key, string $group, array $ids): RedisCluster|int|false;
        public function xdel(string $key, array $ids): RedisCluster|int|false;
        public function xautoclaim(string $key, string $group, string $consumer, int $min_idle, string $start, int $count = -1,
            bool $justid = false): RedisCluster|array|bool;
        public function xinfo(string $operation, ?string $arg1 = null, ?string $arg2 = null, int $count = -1): mixed;
        public function xlen(string $key): RedisCluster|int|false;
        public function xpending(string $key, string $group, ?string $start = null, ?string $end = null, int $count = -1,
            ?string $consumer = null): RedisCluster|array|false;
        public function xrange(string $key, string $start, string $end, int $count = -1): RedisCluster|array|bool;
        public function xread(array $streams, int $count = -1, int $block = -1): RedisCluster|array|bool;
        public function xreadgroup(string $group, string $consumer, array $streams, int $count = 1,
            int $block = 1): RedisCluster|array|bool;
        public function xrevrange(string $key, string $start, string $end, int $count = -1): RedisCluster|array|bool;
        public function zcard(string $key): RedisCluster|int|false;
        public function zcount(string $key, string $start, string $end): RedisCluster|int|false;
        public function zinterstore(string $dst, array $keys, ?array $weights = null, ?string $aggregate = null): RedisCluster|int|false;
        public function zintercard(array $keys, int $limit = -1): RedisCluster|int|false;
        public function zlexcount(string $key, string $min, string $max): RedisCluster|int|false;
        public function zrank(string $key, mixed $member): RedisCluster|int|false;
        public function zremrangebylex(string $key, string $min, string $max): RedisCluster|int|false;
        public function zremrangebyscore(string $key, string $min, string $max): RedisCluster|int|false;
        public function zrevrank(string $key, mixed $member): RedisCluster|int|false;
        public function zscore(string $key, mixed $member): RedisCluster|float|false;
        public function zmscore(string $key, mixed $member, mixed ...$other_members): Redis|array|false;
        public function zunionstore(string $dst, array $keys, ?array $weights = null, ?string $aggregate = null): RedisCluster|int|false;
        public function zinter(array $keys, ?array $weights = null, ?array $options = null): RedisCluster|array|false;
        public function zdiffstore(string $dst, array $keys): RedisCluster|int|false;
        public function zunion(array $keys, ?array $weights = null, ?array $options = null): RedisCluster|array|false;
    }",
    create = Holder::create,
    table = crate::cluster::methods,
    methods = [Self::LOOSE]
)]
impl RedisCluster {}

loose! { RedisCluster, methods:
    "S|addbzA" __construct:
        "public function __construct(?string $name, ?array $seeds = null, int|float $timeout = 0, int|float $read_timeout = 0, \
         bool $persistent = false, #[SensitiveParameter] mixed $auth = null, ?array $context = null)";
    "*" _masters: "public function _masters(): array";
    "*" _redir: "public function _redir(): ?string";
    "wrong:zz*" acl: "public function acl(array|string $key_or_address, string $subcmd, string ...$args): mixed";
    "z" bgrewriteaof: "public function bgrewriteaof(array|string $key_or_address): RedisCluster|bool";
    "z" bgsave: "public function bgsave(array|string $key_or_address): RedisCluster|bool";
    "*" bitop: "public function bitop(string $operation, string $deskey, string $srckey, string ...$otherkeys): RedisCluster|int|bool";
    "*" clearlasterror: "public function clearlasterror(): bool";
    "*" cleartransferredbytes: "public function cleartransferredbytes(): void";
    "zs|s" client: "public function client(array|string $key_or_address, string $subcommand, ?string $arg = null): array|string|bool";
    "*" close: "public function close(): bool";
    "*" cluster: "public function cluster(array|string $key_or_address, string $command, mixed ...$extra_args): mixed";
    "*" config: "public function config(array|string $key_or_address, string $subcommand, mixed ...$extra_args): mixed";
    "z" dbsize: "public function dbsize(array|string $key_or_address): RedisCluster|int";
    "*" del: "public function del(array|string $key, string ...$other_keys): RedisCluster|int|false";
    "*" discard: "public function discard(): bool";
    "zs" echo: "public function echo(array|string $key_or_address, string $msg): RedisCluster|string|false";
    "*" exec: "public function exec(): array|false";
    "z|b" flushall: "public function flushall(array|string $key_or_address, bool $async = false): RedisCluster|bool";
    "z|b" flushdb: "public function flushdb(array|string $key_or_address, bool $async = false): RedisCluster|bool";
    "*" geoadd:
        "public function geoadd(string $key, float $lng, float $lat, string $member, mixed ...$other_triples_and_options): \
         RedisCluster|int|false";
    "sss|s" geodist: "public function geodist(string $key, string $src, string $dest, ?string $unit = null): RedisCluster|float|false";
    "sz*" geohash: "public function geohash(string $key, string $member, string ...$other_members): RedisCluster|array|false";
    "sz*" geopos: "public function geopos(string $key, string $member, string ...$other_members): RedisCluster|array|false";
    "sddds|A" georadius:
        "public function georadius(string $key, float $lng, float $lat, float $radius, string $unit, array $options = []): mixed";
    "sddds|A" georadius_ro:
        "public function georadius_ro(string $key, float $lng, float $lat, float $radius, string $unit, array $options = []): mixed";
    "szzs|a" geosearch:
        "public function geosearch(string $key, array|string $position, array|int|float $shape, string $unit, array $options = \
         []): RedisCluster|array";
    "sszzs|a" geosearchstore:
        "public function geosearchstore(string $dst, string $src, array|string $position, array|int|float $shape, string $unit, \
         array $options = []): RedisCluster|array|int|false";
    "*" getlasterror: "public function getlasterror(): ?string";
    "*" getmode: "public function getmode(): int";
    "*" gettransferredbytes: "public function gettransferredbytes(): array|false";
    "sz*" hdel: "public function hdel(string $key, string $member, string ...$other_members): RedisCluster|int|false";
    "s|a" hrandfield: "public function hrandfield(string $key, ?array $options = null): RedisCluster|array|string";
    "sr|Sl" hscan: "public function hscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): array|bool";
    "sz*" hset: "public function hset(string $key, string $member, mixed $value): RedisCluster|int|false";
    "z*" info: "public function info(array|string $key_or_address, string ...$sections): RedisCluster|array|false";
    "z" lastsave: "public function lastsave(array|string $key_or_address): RedisCluster|int|false";
    "sz|a" lpos: "public function lpos(string $key, mixed $value, ?array $options = null): Redis|array|int|bool|null";
    "*" mget: "public function mget(array $keys): RedisCluster|array|false";
    "z" pfcount: "public function pfcount(string $key): RedisCluster|int|false";
    "z|S" ping: "public function ping(array|string $key_or_address, ?string $message = null): mixed";
    "slz" psetex: "public function psetex(string $key, int $timeout, string $value): RedisCluster|bool";
    "*" pubsub: "public function pubsub(array|string $key_or_address, string ...$values): mixed";
    "*" punsubscribe: "public function punsubscribe(string $pattern, string ...$other_patterns): array|bool";
    "z" randomkey: "public function randomkey(array|string $key_or_address): RedisCluster|string|bool";
    "*" rawcommand: "public function rawcommand(array|string $key_or_address, string $command, mixed ...$args): mixed";
    "z" role: "public function role(array|string $key_or_address): mixed";
    "sz*" rpush: "public function rpush(string $key, mixed ...$elements): RedisCluster|int|false";
    "sz" rpushx: "public function rpushx(string $key, string $value): RedisCluster|int|bool";
    "z" save: "public function save(array|string $key_or_address): RedisCluster|bool";
    "rz|Sl" scan:
        "public function scan(string|int|null &$iterator, array|string $key_or_address, ?string $pattern = null, int $count = \
         0): array|bool";
    "*" script: "public function script(array|string $key_or_address, mixed ...$args): mixed";
    "z*" sdiff: "public function sdiff(string $key, string ...$other_keys): RedisCluster|array|false";
    "z*" sdiffstore: "public function sdiffstore(string $dst, string $key, string ...$other_keys): RedisCluster|int|false";
    "z*" sinter: "public function sinter(array|string $key, string ...$other_keys): RedisCluster|array|false";
    "z*" sinterstore: "public function sinterstore(array|string $key, string ...$other_keys): RedisCluster|int|false";
    "*" slowlog: "public function slowlog(array|string $key_or_address, mixed ...$args): mixed";
    "sz*" smismember: "public function smismember(string $key, string $member, string ...$other_members): RedisCluster|array|false";
    "ssz" smove: "public function smove(string $src, string $dst, string $member): RedisCluster|bool";
    "s|a" sort: "public function sort(string $key, ?array $options = null): RedisCluster|array|string|int|bool";
    "s|a" sort_ro: "public function sort_ro(string $key, ?array $options = null): RedisCluster|array|string|int|bool";
    "wrong:s|l" spop: "public function spop(string $key, int $count = 0): RedisCluster|array|string|false";
    "sr|Sl" sscan: "public function sscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): array|false";
    "z*" sunion: "public function sunion(string $key, string ...$other_keys): RedisCluster|array|bool";
    "z*" sunionstore: "public function sunionstore(string $dst, string $key, string ...$other_keys): RedisCluster|int|false";
    "z" time: "public function time(array|string $key_or_address): RedisCluster|array|bool";
    "*" unlink: "public function unlink(array|string $key, string ...$other_keys): RedisCluster|int|false";
    "*" unsubscribe: "public function unsubscribe(array $channels): array|bool";
    "*" unwatch: "public function unwatch(): bool";
    "*" watch: "public function watch(string $key, string ...$other_keys): RedisCluster|bool";
    "ssa|lbb" xadd:
        "public function xadd(string $key, string $id, array $values, int $maxlen = 0, bool $approx = false): RedisCluster|string|false";
    "sssla|a" xclaim:
        "public function xclaim(string $key, string $group, string $consumer, int $min_iddle, array $ids, array $options): \
         RedisCluster|array|string|false";
    "s|sssbl" xgroup:
        "public function xgroup(string $operation, ?string $key = null, ?string $group = null, ?string $id_or_consumer = null, \
         bool $mkstream = false, int $entries_read = -2): mixed";
    "ss|bbl" xtrim:
        "public function xtrim(string $key, int $maxlen, bool $approx = false, bool $minid = false, int $limit = -1): \
         RedisCluster|int|false";
    "szz*" zadd:
        "public function zadd(string $key, array|float $score_or_options, mixed ...$more_scores_and_mems): RedisCluster|int|float|false";
    "a|a" zdiff: "public function zdiff(array $keys, ?array $options = null): RedisCluster|array|false";
    "sdz" zincrby: "public function zincrby(string $key, float $value, string $member): RedisCluster|float|false";
    "wrong:s|l" zpopmax: "public function zpopmax(string $key, ?int $value = null): RedisCluster|array|bool";
    "wrong:s|l" zpopmin: "public function zpopmin(string $key, ?int $value = null): RedisCluster|array|bool";
    "s|a" zrandmember: "public function zrandmember(string $key, ?array $options = null): RedisCluster|array|string";
    "szz|z" zrange:
        "public function zrange(string $key, mixed $start, mixed $end, array|bool|null $options = null): RedisCluster|array|bool";
    "3or5:sss|ll" zrangebylex:
        "public function zrangebylex(string $key, string $min, string $max, int $offset = -1, int $count = -1): RedisCluster|array|false";
    "szz|z" zrangebyscore:
        "public function zrangebyscore(string $key, string $start, string $end, array $options = []): RedisCluster|array|false";
    "sszz|z" zrangestore:
        "public function zrangestore(string $dstkey, string $srckey, int $start, int $end, array|bool|null $options = null): \
         RedisCluster|int|false";
    "sz*" zrem: "public function zrem(string $key, string $value, string ...$other_values): RedisCluster|int|false";
    "sll" zremrangebyrank: "public function zremrangebyrank(string $key, string $min, string $max): RedisCluster|int|false";
    "sll|z" zrevrange: "public function zrevrange(string $key, string $min, string $max, ?array $options = null): RedisCluster|array|bool";
    "3or5:sss|ll" zrevrangebylex:
        "public function zrevrangebylex(string $key, string $min, string $max, ?array $options = null): RedisCluster|array|bool";
    "szz|z" zrevrangebyscore:
        "public function zrevrangebyscore(string $key, string $min, string $max, ?array $options = null): RedisCluster|array|bool";
    "sr|Sl" zscan:
        "public function zscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): RedisCluster|array|bool";
}
