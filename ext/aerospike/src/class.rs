//! The class Aerospike: its constants, and what concerns the connection.

use crate::{
    arguments,
    config::{self, exception},
    instance::{Callbacks, Client, Instance, Stop, connect},
    key, log,
    policy::Policies,
    tls, users,
};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, PhpResult, php_class};
use std::time::Duration;

pub struct Aerospike;

/// A client for Aerospike clusters.
#[php_class(
    "class Aerospike {
        const ERR_CONNECTION = -10;
        const ERR_TLS = -9;
        const ERR_INVALID_NODE = -8;
        const ERR_NO_MORE_CONNECTIONS = -7;
        const ERR_ASYNC_CONNECTION = -6;
        const ERR_CLIENT_ABORT = -5;
        const ERR_INVALID_HOST = -4;
        const ERR_PARAM = -2;
        const ERR_CLIENT = -1;
        const OK = 0;
        const ERR_SERVER = 1;
        const ERR_RECORD_NOT_FOUND = 2;
        const ERR_RECORD_GENERATION = 3;
        const ERR_REQUEST_INVALID = 4;
        const ERR_OP_NOT_APPLICABLE = 26;
        const ERR_RECORD_EXISTS = 5;
        const ERR_CLUSTER_CHANGE = 7;
        const ERR_SERVER_FULL = 8;
        const ERR_TIMEOUT = 9;
        const ERR_ALWAYS_FORBIDDEN = 10;
        const ERR_CLUSTER = 11;
        const ERR_BIN_INCOMPATIBLE_TYPE = 12;
        const ERR_RECORD_TOO_BIG = 13;
        const ERR_RECORD_BUSY = 14;
        const ERR_SCAN_ABORTED = 15;
        const ERR_UNSUPPORTED_FEATURE = 16;
        const ERR_DEVICE_OVERLOAD = 18;
        const ERR_RECORD_KEY_MISMATCH = 19;
        const ERR_NAMESPACE_NOT_FOUND = 20;
        const ERR_BIN_NAME = 21;
        const ERR_FORBIDDEN = 22;
        const ERR_FAIL_NOT_FOUND = 23;
        const ERR_FAIL_ELEMENT_EXISTS = 24;
        const ERR_QUERY_END = 50;
        const ERR_UDF = 100;
        const ERR_BATCH_DISABLED = 150;
        const ERR_BATCH_MAX_REQUESTS_EXCEEDED = 151;
        const ERR_INDEX_FOUND = 200;
        const ERR_INDEX_NOT_FOUND = 201;
        const ERR_INDEX_OOM = 202;
        const ERR_INDEX_NOT_READABLE = 203;
        const ERR_INDEX = 204;
        const ERR_INDEX_NAME_MAXLEN = 205;
        const ERR_INDEX_MAXCOUNT = 206;
        const ERR_QUERY_ABORTED = 210;
        const ERR_QUERY_QUEUE_FULL = 211;
        const ERR_QUERY_TIMEOUT = 212;
        const ERR_QUERY = 213;
        const ERR_UDF_NOT_FOUND = 1301;
        const ERR_LUA_FILE_NOT_FOUND = 1302;
        const ERR_SECURITY_NOT_SUPPORTED = 51;
        const ERR_SECURITY_NOT_ENABLED = 52;
        const ERR_SECURITY_SCHEME_NOT_SUPPORTED = 53;
        const ERR_INVALID_USER = 60;
        const ERR_USER_ALREADY_EXISTS = 61;
        const ERR_INVALID_PASSWORD = 62;
        const ERR_EXPIRED_PASSWORD = 63;
        const ERR_FORBIDDEN_PASSWORD = 64;
        const ERR_INVALID_CREDENTIAL = 65;
        const ERR_INVALID_ROLE = 70;
        const ERR_INVALID_PRIVILEGE = 72;
        const ERR_INVALID_COMMAND = 54;
        const ERR_INVALID_FIELD = 55;
        const ERR_ILLEGAL_STATE = 56;
        const ERR_NOT_AUTHENTICATED = 80;
        const ERR_ROLE_VIOLATION = 81;
        const ERR_ROLE_ALREADY_EXISTS = 71;
        const ERR_GEO_INVALID_GEOJSON = 160;
        const OP_EQ = '=';
        const OP_BETWEEN = 'BETWEEN';
        const OP_CONTAINS = 'CONTAINS';
        const OP_RANGE = 'RANGE';
        const OP_GEOWITHINREGION = 'GEOWITHIN';
        const OP_GEOCONTAINSPOINT = 'GEOCONTAINS';
        const JOB_QUERY = 'query';
        const JOB_SCAN = 'scan';
        const INDEX_STRING = 0;
        const INDEX_NUMERIC = 1;
        const INDEX_TYPE_DEFAULT = 0;
        const INDEX_TYPE_LIST = 1;
        const INDEX_TYPE_MAPKEYS = 2;
        const INDEX_TYPE_MAPVALUES = 3;
        const OPERATOR_WRITE = 2;
        const OPERATOR_READ = 1;
        const OPERATOR_INCR = 5;
        const OPERATOR_PREPEND = 10;
        const OPERATOR_APPEND = 9;
        const OPERATOR_TOUCH = 11;
        const OPERATOR_DELETE = 14;
        const INDEX_GEO2DSPHERE = 2;
        const OP_LIST_APPEND = 1001;
        const OP_LIST_MERGE = 1002;
        const OP_LIST_INSERT = 1003;
        const OP_LIST_INSERT_ITEMS = 1004;
        const OP_LIST_POP = 1005;
        const OP_LIST_POP_RANGE = 1006;
        const OP_LIST_REMOVE = 1007;
        const OP_LIST_REMOVE_RANGE = 1008;
        const OP_LIST_CLEAR = 1009;
        const OP_LIST_SET = 1010;
        const OP_LIST_GET = 1011;
        const OP_LIST_GET_RANGE = 1012;
        const OP_LIST_TRIM = 1013;
        const OP_LIST_SIZE = 1014;
        const OP_MAP_SET_POLICY = 1101;
        const OP_MAP_PUT = 1102;
        const OP_MAP_PUT_ITEMS = 1103;
        const OP_MAP_INCREMENT = 1104;
        const OP_MAP_DECREMENT = 1105;
        const OP_MAP_SIZE = 1106;
        const OP_MAP_CLEAR = 1107;
        const OP_MAP_REMOVE_BY_KEY = 1108;
        const OP_MAP_REMOVE_BY_KEY_LIST = 1109;
        const OP_MAP_REMOVE_BY_KEY_RANGE = 1110;
        const OP_MAP_REMOVE_BY_VALUE = 1111;
        const OP_MAP_REMOVE_BY_VALUE_LIST = 1112;
        const OP_MAP_REMOVE_BY_VALUE_RANGE = 1113;
        const OP_MAP_REMOVE_BY_INDEX = 1114;
        const OP_MAP_REMOVE_BY_INDEX_RANGE = 1115;
        const OP_MAP_REMOVE_BY_RANK = 1116;
        const OP_MAP_REMOVE_BY_RANK_RANGE = 1117;
        const OP_MAP_GET_BY_KEY = 1118;
        const OP_MAP_GET_BY_KEY_RANGE = 1119;
        const OP_MAP_GET_BY_VALUE = 1120;
        const OP_MAP_GET_BY_VALUE_RANGE = 1121;
        const OP_MAP_GET_BY_INDEX = 1122;
        const OP_MAP_GET_BY_INDEX_RANGE = 1123;
        const OP_MAP_GET_BY_RANK = 1124;
        const OP_MAP_GET_BY_RANK_RANGE = 1125;
        const OPT_CONNECT_TIMEOUT = 1;
        const OPT_READ_TIMEOUT = 2;
        const OPT_WRITE_TIMEOUT = 3;
        const OPT_POLICY_RETRY = 4;
        const OPT_POLICY_EXISTS = 5;
        const OPT_POLICY_KEY = 13;
        const OPT_SERIALIZER = 6;
        const OPT_SCAN_PRIORITY = 7;
        const OPT_SCAN_RPS_LIMIT = 8;
        const OPT_SCAN_PERCENTAGE = 9;
        const OPT_SCAN_CONCURRENTLY = 10;
        const OPT_SCAN_NOBINS = 11;
        const OPT_SCAN_INCLUDELDT = 12;
        const OPT_POLICY_GEN = 14;
        const OPT_POLICY_REPLICA = 15;
        const OPT_POLICY_READ_MODE_AP = 16;
        const OPT_POLICY_READ_MODE_SC = 17;
        const OPT_POLICY_COMMIT_LEVEL = 18;
        const OPT_TTL = 19;
        const USE_SERVICES_ALTERNATE = 21;
        const USE_BATCH_DIRECT = 20;
        const COMPRESSION_THRESHOLD = 22;
        const POLICY_RETRY_NONE = 0;
        const POLICY_RETRY_ONCE = 1;
        const POLICY_EXISTS_IGNORE = 0;
        const POLICY_EXISTS_CREATE = 1;
        const POLICY_EXISTS_UPDATE = 2;
        const POLICY_EXISTS_REPLACE = 3;
        const POLICY_EXISTS_CREATE_OR_REPLACE = 4;
        const SERIALIZER_NONE = 0;
        const SERIALIZER_PHP = 1;
        const SERIALIZER_USER = 2;
        const UDF_TYPE_LUA = 0;
        const SCAN_PRIORITY_AUTO = 0;
        const SCAN_PRIORITY_LOW = 1;
        const SCAN_PRIORITY_MEDIUM = 2;
        const SCAN_PRIORITY_HIGH = 3;
        const SCAN_STATUS_UNDEF = 0;
        const SCAN_STATUS_INPROGRESS = 1;
        const SCAN_STATUS_ABORTED = 2;
        const SCAN_STATUS_COMPLETED = 3;
        const JOB_STATUS_UNDEF = 0;
        const JOB_STATUS_INPROGRESS = 1;
        const JOB_STATUS_COMPLETED = 2;
        const POLICY_KEY_DIGEST = 0;
        const POLICY_KEY_SEND = 1;
        const POLICY_GEN_IGNORE = 0;
        const POLICY_GEN_EQ = 1;
        const POLICY_GEN_GT = 2;
        const POLICY_REPLICA_MASTER = 0;
        const POLICY_REPLICA_ANY = 1;
        const POLICY_REPLICA_SEQUENCE = 2;
        const POLICY_REPLICA_PREFER_RACK = 3;
        const POLICY_READ_MODE_AP_ONE = 0;
        const POLICY_READ_MODE_AP_ALL = 1;
        const POLICY_READ_MODE_SC_SESSION = 0;
        const POLICY_READ_MODE_SC_LINEARIZE = 1;
        const POLICY_READ_MODE_SC_ALLOW_REPLICA = 2;
        const POLICY_READ_MODE_SC_ALLOW_UNAVAILABLE = 3;
        const POLICY_COMMIT_LEVEL_ALL = 0;
        const POLICY_COMMIT_LEVEL_MASTER = 1;
        const PRIV_USER_ADMIN = 0;
        const PRIV_SYS_ADMIN = 1;
        const PRIV_READ = 10;
        const PRIV_READ_WRITE = 11;
        const PRIV_READ_WRITE_UDF = 12;
        const PRIV_DATA_ADMIN = 2;
        const OPT_POLICY_DURABLE_DELETE = 23;
        const OPT_SOCKET_TIMEOUT = 24;
        const OPT_MAP_ORDER = 25;
        const OPT_MAP_WRITE_MODE = 26;
        const OPT_MAP_WRITE_FLAGS = 27;
        const AS_MAP_UNORDERED = 0;
        const AS_MAP_KEY_ORDERED = 1;
        const AS_MAP_KEY_VALUE_ORDERED = 3;
        const AS_MAP_UPDATE = 0;
        const AS_MAP_UPDATE_ONLY = 1;
        const AS_MAP_CREATE_ONLY = 2;
        const AS_MAP_WRITE_DEFAULT = 0;
        const AS_MAP_WRITE_CREATE_ONLY = 1;
        const AS_MAP_WRITE_UPDATE_ONLY = 2;
        const AS_MAP_WRITE_NO_FAIL = 4;
        const AS_MAP_WRITE_PARTIAL = 8;
        const MAP_RETURN_NONE = 0;
        const MAP_RETURN_INDEX = 1;
        const MAP_RETURN_REVERSE_INDEX = 2;
        const MAP_RETURN_RANK = 3;
        const MAP_RETURN_REVERSE_RANK = 4;
        const MAP_RETURN_COUNT = 5;
        const MAP_RETURN_KEY = 6;
        const MAP_RETURN_VALUE = 7;
        const MAP_RETURN_KEY_VALUE = 8;
        const OPT_TOTAL_TIMEOUT = 28;
        const OPT_MAX_RETRIES = 29;
        const OPT_FAIL_ON_CLUSTER_CHANGE = 30;
        const OPT_BATCH_CONCURRENT = 31;
        const OPT_ALLOW_INLINE = 32;
        const OPT_SEND_SET_NAME = 33;
        const OPT_TLS_CONFIG = 34;
        const OPT_TLS_ENABLE = 35;
        const OPT_TLS_CAFILE = 36;
        const OPT_TLS_CAPATH = 37;
        const OPT_TLS_PROTOCOLS = 38;
        const OPT_TLS_CIPHER_SUITE = 39;
        const OPT_TLS_CRL_CHECK = 40;
        const OPT_TLS_CRL_CHECK_ALL = 41;
        const OPT_TLS_CERT_BLACKLIST = 42;
        const OPT_TLS_LOG_SESSION_INFO = 43;
        const OPT_TLS_KEYFILE = 44;
        const OPT_TLS_CERTFILE = 45;
        const OPT_READ_DEFAULT_POL = 46;
        const OPT_WRITE_DEFAULT_POL = 47;
        const OPT_REMOVE_DEFAULT_POL = 48;
        const OPT_BATCH_DEFAULT_POL = 49;
        const OPT_OPERATE_DEFAULT_POL = 50;
        const OPT_QUERY_DEFAULT_POL = 51;
        const OPT_SCAN_DEFAULT_POL = 52;
        const OPT_APPLY_DEFAULT_POL = 53;
        const OPT_QUERY_NOBINS = 54;
        const OPT_DESERIALIZE = 'deserialize';
        const OPT_SLEEP_BETWEEN_RETRIES = 'sleep_between_retries';
        const LOG_LEVEL_TRACE = 4;
        const LOG_LEVEL_DEBUG = 3;
        const LOG_LEVEL_INFO = 2;
        const LOG_LEVEL_WARN = 1;
        const LOG_LEVEL_ERROR = 0;
    }",
    create = Self::create,
    allow_dynamic,
    not_serializable,
    not_cloneable,
    methods = [
        Self::RECORDS, Self::OPERATIONS, Self::LISTS, Self::MANY, Self::SEARCH, Self::PREDICATES, Self::ADMIN, Self::USERS,
        Self::LOGGING
    ]
)]
impl Aerospike {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(Instance::default());
    }

    #[php("public function __construct($config, $persistent_connection = UNKNOWN, $options = UNKNOWN)")]
    fn construct(
        ctx: &Ctx,
        this: &Object,
        config: &Value,
        persistent_connection: Option<Value>,
        options: Option<Value>,
        passed: usize,
    ) -> PhpResult<()> {
        ctx.set_property(this, "errorno", 0i64)?;
        ctx.set_property(this, "error", "")?;
        let given = arguments::array(ctx, 1, config)?;
        let persistent = passed < 2 || arguments::flag(ctx, 2, &persistent_connection.unwrap_or_default())?;
        let options = (passed > 2).then(|| arguments::array(ctx, 3, &options.unwrap_or_default())).transpose()?;
        let hosts = config::hosts(ctx, &given)?;
        if !config::is_valid(&given) {
            return Err(exception(ctx, "Invalid configuration values"));
        }
        let user = given.get_bytes(b"user").and_then(|user| user.as_str().map(|user| user.to_text().into_owned()));
        let policies = match Policies::new(ctx, Some(&given), options.as_ref()) {
            Ok(policies) => policies,
            Err(Stop::Thrown(thrown)) => return Err(thrown),
            Err(Stop::Failed(_)) => return Err(exception(ctx, "Invalid policy values")),
        };
        let mut reached = config::configure(ctx, hosts, Some(&given));
        if let Some(timeout) = options.as_ref().and_then(|options| options.get_int(1)).and_then(Value::as_int) {
            reached.timeout = Duration::from_millis(u64::try_from(timeout).unwrap_or(0).max(1));
        }
        match tls::of(ctx, &given) {
            Ok(Some(open)) => (reached.open, reached.is_secure) = (open, true),
            Ok(None) => {}
            Err(why) => return Err(exception(ctx, &format!("Invalid configuration values: {why}"))),
        }
        let password = given.get_bytes(b"pass").and_then(|pass| pass.as_str().map(|pass| (*pass).clone()));
        if let (Some(user), Some(password)) = (&user, password) {
            reached.credentials = users::hashed(&password).ok().map(|hash| std::sync::Arc::new((user.clone(), hash)));
        }
        let memory = config::memory_key(ctx, Some(&given));
        let key = persistent.then(|| config::persistent_key(&reached.hosts, user.as_deref().unwrap_or_default(), memory));
        let connected = connect(ctx, reached, key);
        log::tell(ctx)?;
        match connected {
            Ok(cluster) => {
                Instance::of(this).set(Client::new(cluster, policies, persistent, memory));
                Ok(())
            }
            Err(_) => Err(exception(ctx, "Failed to connect")),
        }
    }
    #[php("public function close()")]
    fn close(this: &Object) -> i64 {
        let instance = Instance::of(this);
        if instance.client().is_none() {
            return instance.note(-1, "Invalid class object", false);
        }
        instance.close();
        instance.note(0, "", false)
    }
    #[php("public function reconnect()")]
    fn reconnect(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        let instance = Instance::of(this);
        let result = instance.reconnect();
        instance.end(ctx, result)
    }
    #[php("public function isConnected()")]
    fn is_connected(this: &Object) -> bool {
        Instance::of(this).has_nodes()
    }
    #[php("public function error()")]
    fn error(this: &Object) -> Str {
        Instance::of(this).error()
    }
    #[php("public function errorno()")]
    fn errorno(this: &Object) -> i64 {
        Instance::of(this).errorno()
    }
    #[php("public function errorInDoubt()")]
    fn error_in_doubt(this: &Object) -> bool {
        Instance::of(this).in_doubt()
    }
    #[php("public function shmKey()")]
    fn shm_key(this: &Object) -> Option<i64> {
        Instance::of(this).client().and_then(|client| client.memory).map(i64::from)
    }
    #[php("public function initKey($ns, $set, $pk, $is_digest = UNKNOWN)")]
    fn init_key(
        ctx: &Ctx,
        this: &Object,
        ns: &Value,
        set: &Value,
        pk: Value,
        is_digest: Option<Value>,
        passed: usize,
    ) -> PhpResult<Option<Array>> {
        let (ns, set) =
            (arguments::noted(this, arguments::text(ctx, 1, ns))?, arguments::noted(this, arguments::text(ctx, 2, set))?);
        let is_digest = passed > 3 && arguments::noted(this, arguments::flag(ctx, 4, &is_digest.unwrap_or_default()))?;
        let instance = Instance::of(this);
        if is_digest && pk.as_str().is_none_or(|text| text.len() != 20) {
            let status = if pk.is_int() { 0 } else { -2 };
            instance.note(status, if status == 0 { "" } else { "Invalid digest" }, false);
            return Ok(None);
        }
        if !key::is_primary(&pk) {
            instance.note(-2, "Invalid type for key", false);
            return Ok(None);
        }
        let mut array = Array::new();
        array.set_name("ns", Value::from(ns));
        array.set_name("set", Value::from(set));
        array.set_name(if is_digest { "digest" } else { "key" }, pk.unref());
        instance.note(0, "", false);
        Ok(Some(array))
    }
    #[php("public function getKeyDigest($ns, $set, $pk)")]
    fn key_digest(ctx: &Ctx, this: &Object, ns: &Value, set: &Value, pk: &Value) -> PhpResult<Option<Vec<u8>>> {
        arguments::text(ctx, 1, ns)?;
        let set = arguments::text(ctx, 2, set)?;
        let digest = key::wire(&pk.unref()).map(|key| key.digest(&set).to_vec());
        if digest.is_none() {
            Instance::of(this).note(-2, "Invalid type for key", false);
        }
        Ok(digest)
    }
    #[php("public static function setSerializer($serialize_cb)")]
    fn set_serializer(ctx: &Ctx, serialize_cb: &Value) -> PhpResult<i64> {
        let callback = arguments::callable(ctx, 1, serialize_cb)?;
        ctx.state::<Callbacks>().serialize.replace(Some(callback));
        Ok(0)
    }
    #[php("public static function setDeserializer($unserialize_cb)")]
    fn set_deserializer(ctx: &Ctx, unserialize_cb: &Value) -> PhpResult<i64> {
        let callback = arguments::callable(ctx, 1, unserialize_cb)?;
        ctx.state::<Callbacks>().deserialize.replace(Some(callback));
        Ok(0)
    }
}
