//! What the client does, for a script's log handler.
//!
//! The client keeps events while a command runs; the handler gets them when it is over, before its status is noted. Its
//! arguments are those of the client for PHP 7 (level, function, file, line), and the words as a fifth.

use crate::class::Aerospike;
use crate::{arguments, instance::Instance};
use phant_aerospike_client::log;
use phant_memory::{Object, Value};
use phant_native::{Callable, Ctx, PhpResult, php_methods};
use std::cell::{Cell, RefCell};

/// What a request has said about logging.
#[derive(Default)]
struct Logging {
    handler: RefCell<Option<Callable>>,
    level: Cell<Option<i64>>,
    /// Whether the handler runs: what it does itself is not told.
    is_telling: Cell<bool>,
}

/// The level that counts if a script has not said another: `LOG_LEVEL_INFO`.
const LEVEL: i64 = 2;

impl Logging {
    /// Has the client keep what the handler is to get.
    fn listen(&self) {
        let level = self.handler.borrow().is_some().then(|| self.level.get().unwrap_or(LEVEL));
        log::listen(level.filter(|_| !self.is_telling.get()));
    }
    fn tell(&self, ctx: &Ctx, handler: &Callable) -> PhpResult<()> {
        for event in log::take() {
            let arguments: [Value; 5] = [
                (event.level as i64).into(),
                event.function.into(),
                event.file.into(),
                i64::from(event.line).into(),
                event.message.as_str().into(),
            ];
            ctx.call(handler, &arguments)?;
        }
        Ok(())
    }
}

/// Gives the handler what waits for it. Without one, events are those of an earlier request.
pub fn tell(ctx: &Ctx) -> PhpResult<()> {
    if !log::has_events() {
        return Ok(());
    }
    let logging = ctx.state::<Logging>();
    let handler = logging.handler.borrow().clone();
    let result = match handler {
        Some(handler) if !logging.is_telling.replace(true) => {
            log::listen(None);
            let result = logging.tell(ctx, &handler);
            logging.is_telling.set(false);
            result
        }
        _ => {
            log::take();
            Ok(())
        }
    };
    logging.listen();
    result
}

#[php_methods(LOGGING)]
impl Aerospike {
    #[php("public function setLogLevel($log_level)")]
    fn set_log_level(ctx: &Ctx, this: &Object, log_level: &Value) -> PhpResult<i64> {
        let logging = ctx.state::<Logging>();
        logging.level.set(Some(arguments::noted(this, arguments::int(ctx, 1, log_level))?));
        logging.listen();
        Ok(Instance::of(this).note(0, "", false))
    }
    #[php("public function setLogHandler($log_handler)")]
    fn set_log_handler(ctx: &Ctx, this: &Object, log_handler: &Value) -> PhpResult<i64> {
        let handler = arguments::noted(this, arguments::callable(ctx, 1, log_handler))?;
        let logging = ctx.state::<Logging>();
        logging.handler.replace(Some(handler));
        logging.listen();
        Ok(Instance::of(this).note(0, "", false))
    }
}
