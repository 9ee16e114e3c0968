//! What a native function can reach: the request.

use crate::{
    callable::Callable,
    class::ClassPtr,
    error::{Level, PhpResult, Thrown},
    function::FunctionPtr,
    host::{Host, PropertyView},
    ini::Ini,
    output::Output,
    state::States,
};
use phant_memory::{Array, Object, Str, Value};

/// The request, as native code sees it. It lives in the request heap.
pub struct Ctx {
    /// The engine.
    pub host: &'static dyn Host,
    /// Output buffers.
    pub output: Output,
    /// Ini settings.
    pub ini: Ini,
    /// The pending exception.
    pub exception: Option<Object>,
    /// The request is being ended (exit, fatal error, time or memory exhausted): nothing can catch that.
    pub ending: Option<Ending>,
    /// The native function being executed, for the prefix of warnings.
    pub current: Option<FunctionPtr>,
    /// The class that warnings are thrown as at the moment, see [`Ctx::throwing_warnings`].
    pub warnings_thrown: Option<&'static str>,
    /// Per-extension state.
    pub states: States,
    /// Facts about the request: arguments, SAPI, response headers.
    pub request: Request,
}

/// Why a request is being ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// `exit`, with its status.
    Exit(i64),
    /// A fatal error was reported.
    Fatal,
}

/// Facts about the request and its response.
pub struct Request {
    /// `cli`, `cli-server`, …
    pub sapi: &'static str,
    /// `$argv`
    pub argv: phant_memory::HeapVec<Str>,
    /// The main script as given.
    pub script: Str,
    /// When the request began, seconds since 1970 with microseconds.
    pub time: f64,
    /// Response status; 0 means not set.
    pub status: u16,
    /// The status line that a script has written itself, which counts as long as the status is its own.
    pub status_line: Option<Str>,
    /// Response header lines, without the status line.
    pub headers: phant_memory::HeapVec<Str>,
    /// Where output began, once headers have gone out.
    pub headers_sent: Option<(Str, u32)>,
    /// Working directory for relative paths.
    pub http: bool,
}

impl Ctx {
    // Output.

    /// Writes to the output, through the buffers.
    #[inline]
    pub fn echo(&mut self, bytes: impl AsRef<[u8]>) {
        Output::write(self, bytes.as_ref());
    }

    // Errors.

    /// Reports an error of any level, as it is.
    pub fn report(&mut self, level: Level, message: impl AsRef<[u8]>) {
        // What there is to say of the server's settings is nothing that its pages should show.
        if self.ini.starting && self.request.http {
            return;
        }
        if matches!(level, Level::Warning | Level::UserWarning)
            && let Some(class) = self.warnings_thrown
        {
            if !self.has_exception() {
                self.throw(class, message);
            }
            return;
        }
        self.host.report(self, level, &crate::error::presentable(message.as_ref()));
    }
    /// Reports a text of the program's own: names of anonymous classes in it are not shortened.
    pub fn report_as_is(&mut self, level: Level, message: impl AsRef<[u8]>) {
        self.host.report(self, level, message.as_ref());
    }
    /// Runs something whose warnings are exceptions of a class instead: constructors that cannot just return `false`.
    pub fn throwing_warnings<R>(&mut self, class: &'static str, act: impl FnOnce(&mut Ctx) -> R) -> R {
        let before = self.warnings_thrown.replace(class);
        let result = act(self);
        self.warnings_thrown = before;
        result
    }
    /// Reports an error with the running function's name in front: `fopen(): …`.
    pub fn report_here(&mut self, level: Level, message: impl AsRef<[u8]>) {
        let mut text = match self.current {
            Some(f) => format!("{}(): ", f.display_name()).into_bytes(),
            None if self.ini.starting => b"PHP Startup: ".to_vec(),
            None => match self.host.active_function(self) {
                Some(name) => format!("{name}(): ").into_bytes(),
                None => b"Unknown: ".to_vec(),
            },
        };
        text.extend_from_slice(message.as_ref());
        self.report(level, text);
    }
    /// A warning with the running function's name in front.
    pub fn warning(&mut self, message: impl AsRef<[u8]>) {
        self.report_here(Level::Warning, message);
    }
    /// A notice with the running function's name in front.
    pub fn notice(&mut self, message: impl AsRef<[u8]>) {
        self.report_here(Level::Notice, message);
    }
    /// A deprecation with the running function's name in front.
    pub fn deprecated(&mut self, message: impl AsRef<[u8]>) {
        self.report_here(Level::Deprecated, message);
    }
    /// Whether an exception (or the end of the request) is pending.
    #[inline(always)]
    pub fn has_exception(&self) -> bool {
        self.exception.is_some() || self.ending.is_some()
    }
    /// `Err` if an exception is pending: after calls that report warnings.
    #[inline]
    pub fn check(&self) -> PhpResult<()> {
        if self.has_exception() { Err(Thrown) } else { Ok(()) }
    }
    /// Throws an exception of a class by name.
    pub fn throw(&mut self, class: &str, message: impl AsRef<[u8]>) -> Thrown {
        self.throw_with_code(class, message, 0)
    }
    /// Throws an exception of a class by name, with a code.
    pub fn throw_with_code(&mut self, class: &str, message: impl AsRef<[u8]>, code: i64) -> Thrown {
        match self.host.lookup_class(self, class.as_bytes(), false) {
            Some(class) => {
                let e = self.host.make_exception(self, class, &crate::error::presentable(message.as_ref()), code);
                self.throw_object(e)
            }
            None => {
                let text = format!("{class} is not available in this build");
                self.report(Level::Error, text);
                Thrown
            }
        }
    }
    /// Throws an exception object.
    pub fn throw_object(&mut self, exception: Object) -> Thrown {
        self.host.throw(self, exception);
        Thrown
    }
    /// Throws `Error`.
    pub fn throw_error(&mut self, message: impl AsRef<[u8]>) -> Thrown {
        self.throw("Error", message)
    }
    /// Throws `TypeError`.
    pub fn type_error(&mut self, message: impl AsRef<[u8]>) -> Thrown {
        self.throw("TypeError", message)
    }
    /// Throws `ValueError`.
    pub fn value_error(&mut self, message: impl AsRef<[u8]>) -> Thrown {
        self.throw("ValueError", message)
    }
    /// Throws `ValueError`: `f(): Argument #N ($name) ` followed by the message (`must be …`). `number` is from 1.
    pub fn argument_error(&mut self, number: usize, message: impl AsRef<str>) -> Thrown {
        let text = self.argument_text(number, message.as_ref());
        self.value_error(text)
    }
    /// Throws `TypeError`: `f(): Argument #N ($name) ` followed by the message (`must be …`). `number` is from 1.
    pub fn argument_type_error(&mut self, number: usize, message: impl AsRef<str>) -> Thrown {
        let text = self.argument_text(number, message.as_ref());
        self.type_error(text)
    }
    fn argument_text(&self, number: usize, message: &str) -> String {
        match self.current {
            // Arguments of a variadic parameter go by number alone.
            Some(f) => match f.param_name(number - 1).filter(|_| number <= f.named_params()) {
                Some(name) => format!("{}(): Argument #{number} (${name}) {message}", f.display_name()),
                None => format!("{}(): Argument #{number} {message}", f.display_name()),
            },
            None => format!("Argument #{number} {message}"),
        }
    }

    /// Asks for memory for a string whose size a script computes, before it is allocated: PHP's fatal error if there is
    /// not as much.
    pub fn reserve(&mut self, bytes: usize) -> PhpResult<()> {
        // What no string can hold is more than any limit.
        let bytes = if bytes > phant_memory::string::MAX_LEN { usize::MAX / 2 } else { bytes };
        match phant_memory::heap::try_reserve(bytes) {
            Ok(()) => Ok(()),
            Err(error) => {
                self.report(Level::Error, error.to_string());
                Err(Thrown)
            }
        }
    }

    /// Asked before native code goes deeper into nested data: PHP's error if the native stack is nearly used up, or the
    /// memory.
    #[inline]
    pub fn check_stack(&mut self) -> PhpResult<()> {
        if crate::stack::is_low() { self.stack_exhausted() } else { self.poll() }
    }
    /// Asked by native code that allocates in a loop without calling PHP code: PHP's fatal error once the memory limit
    /// has been exceeded.
    #[inline]
    pub fn check_memory(&mut self) -> PhpResult<()> {
        if phant_memory::heap::exhausted().is_some() { Err(self.memory_exhausted()) } else { Ok(()) }
    }
    /// Asked by native code that may run for long: PHP's fatal error once memory or time is used up. It costs a look at
    /// one word; code that has no context asks [`limits::reached`](crate::limits::reached) and stops early.
    #[inline(always)]
    pub fn poll(&mut self) -> PhpResult<()> {
        if crate::limits::reached() { self.host.interrupted(self) } else { Ok(()) }
    }
    #[cold]
    fn memory_exhausted(&mut self) -> Thrown {
        if let Some(error) = phant_memory::heap::exhausted() {
            self.end_of_memory(error);
        }
        Thrown
    }
    /// Ends the request because memory is exhausted.
    #[cold]
    pub fn end_of_memory(&mut self, error: phant_memory::heap::OutOfMemory) {
        phant_memory::heap::clear_exhausted();
        // What ends the request needs memory too; its shutdown functions are under a limit again.
        let _ = phant_memory::heap::set_limit(usize::MAX);
        self.report(Level::Error, error.to_string());
    }
    #[cold]
    fn stack_exhausted(&mut self) -> PhpResult<()> {
        if crate::stack::is_at_end() {
            return Err(self.throw_error(crate::stack::exhausted_message()));
        }
        // There is more stack, but no memory for it.
        phant_memory::heap::bound_stacks();
        if crate::stack::is_low() {
            phant_memory::heap::exhaust(crate::stack::PIECE);
            return Err(self.memory_exhausted());
        }
        Ok(())
    }

    // Calls.

    /// Looks up a callable. The error says why the value is none.
    pub fn resolve_callable(&mut self, value: &Value) -> Result<Callable, String> {
        self.host.resolve_callable(self, value)
    }
    /// Looks up a callable argument (already checked by its declared type).
    pub fn callable(&mut self, value: &Value) -> PhpResult<Callable> {
        match self.host.known_callable(self, value) {
            Ok(c) => Ok(c),
            Err(reason) => {
                self.check()?;
                Err(self.type_error(format!("Argument must be a valid callback, {reason}")))
            }
        }
    }
    /// Calls a callable.
    #[inline]
    pub fn call(&mut self, callable: &Callable, args: &[Value]) -> PhpResult {
        self.host.call(self, callable, args, None)
    }
    /// Calls a callable with arguments that nobody needs afterwards, which is faster: they may move into the call.
    #[inline]
    pub fn call_with<const N: usize>(&mut self, callable: &Callable, mut args: [Value; N]) -> PhpResult {
        self.host.call_taking(self, callable, &mut args)
    }
    /// Calls a callable with named arguments too.
    pub fn call_named(&mut self, callable: &Callable, args: &[Value], named: Option<&Array>) -> PhpResult {
        self.host.call(self, callable, args, named)
    }
    /// Looks up and calls a callable.
    pub fn call_value(&mut self, callable: &Value, args: &[Value]) -> PhpResult {
        let callable = self.callable(callable)?;
        self.host.call(self, &callable, args, None)
    }
    /// Calls a method by name (`__call` included).
    pub fn call_method(&mut self, object: &Object, name: &str, args: &[Value]) -> PhpResult {
        self.host.call_method(self, object, name, args)
    }

    // Classes and objects.

    /// A class by name, autoloading it if need be.
    pub fn class(&mut self, name: &[u8]) -> Option<ClassPtr> {
        self.host.lookup_class(self, name, true)
    }
    /// A class that must exist, such as a native one.
    pub fn known_class(&mut self, name: &str) -> ClassPtr {
        match self.host.lookup_class(self, name.as_bytes(), false) {
            Some(class) => class,
            None => self.missing_class(name),
        }
    }
    /// Ends the request: an extension was built in without a class that it needs.
    #[cold]
    fn missing_class(&mut self, name: &str) -> ClassPtr {
        self.report(Level::CoreError, format!("Class \"{name}\" is not there: the extension that has it is missing"));
        self.host.lookup_class(self, b"stdClass", false).expect("the core has its classes")
    }
    /// `new Class(args)`
    pub fn new_object(&mut self, class: ClassPtr, args: &[Value]) -> PhpResult<Object> {
        self.host.instantiate(self, class, args, None)
    }
    /// An object with default properties and native state, constructor not run.
    pub fn allocate(&mut self, class: ClassPtr) -> PhpResult<Object> {
        self.host.allocate(self, class)
    }
    /// A new stdClass object with these properties.
    pub fn std_object(&mut self, properties: Array) -> PhpResult<Object> {
        let class = self.known_class("stdClass");
        let object = self.allocate(class)?;
        object.replace_dynamic(Some(properties));
        Ok(object)
    }
    /// Reads a property as code of the object's own class would.
    pub fn get_property(&mut self, object: &Object, name: &str) -> PhpResult {
        use crate::class::ObjectExt;
        let scope = object.class();
        self.host.read_property(self, object, &phant_memory::intern(name.as_bytes()), Some(scope))
    }
    /// Writes a property as code of the object's own class would.
    pub fn set_property(&mut self, object: &Object, name: &str, value: impl Into<Value>) -> PhpResult<()> {
        use crate::class::ObjectExt;
        let scope = object.class();
        self.host.write_property(self, object, &phant_memory::intern(name.as_bytes()), value.into(), Some(scope))
    }
    /// The properties of an object.
    pub fn properties(&mut self, object: &Object, view: PropertyView) -> PhpResult<Array> {
        self.host.properties(self, object, view)
    }
    /// Walks an array or Traversable; `each` gets key and value and returns whether to go on.
    pub fn iterate(
        &mut self,
        iterable: &Value,
        each: &mut dyn FnMut(&mut Ctx, Value, Value) -> PhpResult<bool>,
    ) -> PhpResult<()> {
        if let Some(array) = iterable.as_array() {
            let array = array.clone();
            for (key, value) in array.iter() {
                if !each(self, key.to_value(), value.unref())? {
                    break;
                }
                self.poll()?;
            }
            return Ok(());
        }
        match iterable.as_object() {
            Some(object) => self.host.iterate(self, object, each),
            None => Ok(()),
        }
    }

    // Constants, location.

    /// A constant's value.
    pub fn constant(&mut self, name: &str) -> PhpResult<Option<Value>> {
        self.host.constant(self, name.as_bytes())
    }
    /// Defines a constant; false if it exists already.
    pub fn define(&mut self, name: &str, value: impl Into<Value>) -> bool {
        self.host.define_constant(self, name.as_bytes(), value.into())
    }
    /// The file and line being executed.
    pub fn location(&self) -> (Str, u32) {
        self.host.location(self)
    }
    /// State that an extension keeps for the request: made with `Default` on first use. It lives in the request heap
    /// and must own nothing outside it; use `Cell` and `RefCell` inside.
    pub fn state<T: Default + 'static>(&mut self) -> &'static T {
        self.states.get::<T>()
    }
}
