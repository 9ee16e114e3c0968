//! DOMXPath.

use crate::{
    exception::{self, throw_text},
    living, namespace_node, nodelist, object,
};
use phant_ext_libxml::{errors, forest};
use phant_memory::{Array, HeapMap, HeapVec, Held, KeyRef, NativeData, Object, PhpStr, Str, Tracer, Value, heap_map, heap_vec};
use phant_native::{Ctx, ObjectExt, ObjectHandlers, PhpResult, Thrown, convert, php_class};
use phant_xml::{
    error::{Domain, Level},
    tree::{Forest, Node},
    xpath::{self, Fault, Host, Item},
};
use std::cell::{Cell, RefCell};

/// The namespace of `php:function`.
const PHP_NAMESPACE: &[u8] = b"http://php.net/xpath";

/// What a DOMXPath object is beside its properties.
struct State {
    document: RefCell<Value>,
    namespaces: RefCell<HeapMap<Str, Str>>,
    register_node_namespaces: Cell<bool>,
    /// Any function may be called by its name.
    all_functions: Cell<bool>,
    functions: RefCell<HeapMap<Str, Value>>,
    /// By namespace and name.
    namespaced: RefCell<HeapMap<(Str, Str), Value>>,
    /// Objects of nodes that functions were given or returned, as long as results refer to them.
    kept: RefCell<HeapVec<Value>>,
}

impl NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.document.borrow());
        self.functions.borrow().values().for_each(|value| tracer.value(value));
        self.namespaced.borrow().values().for_each(|value| tracer.value(value));
        self.kept.borrow().iter().for_each(|value| tracer.value(value));
    }
}

fn state(this: &Object) -> &State {
    this.native().expect("made by create")
}

/// What an evaluation asks for.
struct PhpHost<'a> {
    ctx: &'a Ctx,
    forest: &'a Forest,
    state: &'a State,
    context: Node,
    register: bool,
    thrown: Option<Thrown>,
}

impl PhpHost<'_> {
    /// An argument as PHP code gets it.
    fn argument(&self, value: &xpath::Value, as_text: bool) -> PhpResult {
        let forest = forest(self.ctx);
        Ok(match value {
            xpath::Value::Nodes(_) if as_text => Value::from(Str::new(value.to_text(forest))),
            xpath::Value::Nodes(items) => {
                let mut list = Array::with_capacity(items.len());
                for item in items {
                    let value = wrapped(self.ctx, *item)?;
                    self.state.kept.borrow_mut().push(value.clone());
                    let _ = list.push(value);
                }
                Value::from(list)
            }
            xpath::Value::Bool(value) => Value::bool(*value),
            xpath::Value::Number(value) => Value::from(*value),
            xpath::Value::Text(text) => Value::from(Str::new(text)),
        })
    }
    fn call_php(&mut self, callable: &Value, arguments: &[xpath::Value], as_text: bool) -> PhpResult<xpath::Value> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.argument(argument, as_text)?);
        }
        let result = self.ctx.call_value(callable, &values)?.unref();
        self.ctx.check()?;
        if let Some(object) = result.as_object()
            && (object.is_instance_of(self.ctx.known_class("DOMNode"))
                || object.is_instance_of(self.ctx.known_class("Dom\\Node")))
        {
            let node = object::node(self.ctx, &object)?;
            self.state.kept.borrow_mut().push(result.clone());
            return Ok(xpath::Value::Nodes(vec![node.into()]));
        }
        if let Some(value) = result.as_bool() {
            return Ok(xpath::Value::Bool(value));
        }
        if result.as_object().is_some_and(|object| object.class().method(b"__tostring").is_none()) {
            let text = "Only objects that are instances of DOM nodes can be converted to an XPath expression";
            return Err(self.ctx.type_error(text));
        }
        Ok(xpath::Value::Text(convert::to_str(self.ctx, &result)?.as_bytes().to_vec()))
    }
    /// `php:function` and `php:functionString`.
    fn call_named(&mut self, arguments: &[xpath::Value], as_text: bool) -> PhpResult<xpath::Value> {
        let Some((name, arguments)) = arguments.split_first() else {
            return Err(self.ctx.throw_error("Function name must be passed as the first argument"));
        };
        let xpath::Value::Text(name) = name else { return Err(self.ctx.type_error("Handler name must be a string")) };
        let name = Str::new(name);
        let registered = self.state.functions.borrow().get(&name).cloned();
        let callable = match registered {
            Some(callable) => callable,
            None if self.state.all_functions.get() => {
                let value = Value::from(name.clone());
                if let Err(reason) = self.ctx.resolve_callable(&value) {
                    self.ctx.check()?;
                    let name = name.to_text().into_owned();
                    return Err(self.ctx.throw_error(format!("Invalid callback {name}, {reason}")));
                }
                value
            }
            None if self.state.functions.borrow().is_empty() => {
                return Err(self.ctx.throw_error("No callbacks were registered"));
            }
            None => {
                let name = name.to_text().into_owned();
                return Err(self.ctx.throw_error(format!("No callback handler \"{name}\" registered")));
            }
        };
        self.call_php(&callable, arguments, as_text)
    }
    fn settled(&mut self, result: PhpResult<xpath::Value>) -> Result<xpath::Value, Fault> {
        result.map_err(|thrown| {
            self.thrown = Some(thrown);
            Fault::ENDED
        })
    }
}

impl Host for PhpHost<'_> {
    fn forest(&self) -> &Forest {
        self.forest
    }
    fn namespace(&mut self, prefix: &[u8]) -> Option<Vec<u8>> {
        let forest = forest(self.ctx);
        if self.register && prefix != b"xml" {
            let mut node = self.context;
            if node == forest.document(node) {
                node = forest.root(node);
            }
            let found = if node.is_some() { forest.lookup_prefix(node, Some(prefix)) } else { Default::default() };
            if let Some(uri) = forest.namespace_uri(found) {
                return Some(uri.as_bytes().to_vec());
            }
        }
        if prefix == b"xml" {
            return Some(phant_xml::chars::XML_NAMESPACE.to_vec());
        }
        self.state.namespaces.borrow().get(&Str::new(prefix)).map(|uri| uri.as_bytes().to_vec())
    }
    fn call(&mut self, uri: Option<&[u8]>, name: &[u8], arguments: &[xpath::Value]) -> Option<Result<xpath::Value, Fault>> {
        let result = match (uri, name) {
            (Some(PHP_NAMESPACE), b"function") => self.call_named(arguments, false),
            (Some(PHP_NAMESPACE), b"functionString") => self.call_named(arguments, true),
            (Some(uri), name) => {
                let key = (Str::new(uri), Str::new(name));
                let callable = self.state.namespaced.borrow().get(&key).cloned()?;
                self.call_php(&callable, arguments, false)
            }
            _ => return None,
        };
        Some(self.settled(result))
    }
    fn variable(&mut self, _: Option<&[u8]>, _: &[u8]) -> Option<xpath::Value> {
        None
    }
    fn should_end(&mut self) -> bool {
        self.ctx.poll().map_err(|thrown| self.thrown = Some(thrown)).is_err()
    }
}

/// The object for an item.
fn wrapped(ctx: &Ctx, item: Item) -> PhpResult {
    if item.namespace.is_some() && forest(ctx).is_living(item.node) {
        let text = "The namespace axis is not well-defined in the living DOM specification. Use \
                    Dom\\Element::getInScopeNamespaces() or Dom\\Element::getDescendantNamespaces() instead.";
        return Err(throw_text(ctx, exception::Fault::NotSupported, text));
    }
    match item.namespace.is_some() {
        true => Ok(Value::from(namespace_node::wrap(ctx, item.node, item.namespace)?)),
        false => object::value(ctx, item.node),
    }
}

/// What the constructors do.
fn begin(ctx: &Ctx, this: &Object, document: &Object, register_node_ns: bool) -> PhpResult<()> {
    object::node(ctx, document)?;
    let state = state(this);
    let old = state.document.replace(Value::from(document.clone()));
    drop(old);
    state.register_node_namespaces.set(register_node_ns);
    // What was registered before is the old object's.
    state.all_functions.set(false);
    let functions = state.functions.replace(heap_map());
    let namespaced = state.namespaced.replace(heap_map());
    drop((functions, namespaced));
    Ok(())
}

/// What `C14N` asks of an expression: the nodes that are written.
struct PlainHost<'a> {
    ctx: &'a Ctx,
    namespaces: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Host for PlainHost<'_> {
    fn forest(&self) -> &Forest {
        forest(self.ctx)
    }
    fn namespace(&mut self, prefix: &[u8]) -> Option<Vec<u8>> {
        if prefix == b"xml" {
            return Some(phant_xml::chars::XML_NAMESPACE.to_vec());
        }
        self.namespaces.iter().rev().find(|(known, _)| known == prefix).map(|(_, uri)| uri.clone())
    }
    fn call(&mut self, _: Option<&[u8]>, _: &[u8], _: &[xpath::Value]) -> Option<Result<xpath::Value, Fault>> {
        None
    }
    fn variable(&mut self, _: Option<&[u8]>, _: &[u8]) -> Option<xpath::Value> {
        None
    }
    fn should_end(&mut self) -> bool {
        self.ctx.poll().is_err()
    }
}

/// The nodes that the expression in an array, an argument of `C14N`, finds.
pub fn nodes(ctx: &Ctx, context: Node, options: &Array, number: usize) -> PhpResult<std::collections::HashSet<Item>> {
    let get = |name: &str| {
        let found = options.iter().find(|(key, _)| matches!(key, KeyRef::Str(key) if key.as_bytes() == name.as_bytes()));
        found.map(|(_, value)| value.unref())
    };
    let Some(query) = get("query") else { return Err(ctx.argument_error(number, "must have a \"query\" key")) };
    let Some(query) = query.as_str() else {
        let given = convert::type_name(&query);
        return Err(ctx.argument_type_error(number, format!("\"query\" option must be a string, {given} given")));
    };
    let mut namespaces = Vec::new();
    if let Some(list) = get("namespaces").and_then(|value| value.as_array().map(Held::into_owned)) {
        for (key, value) in list.iter() {
            if let (KeyRef::Str(prefix), Some(uri)) = (key, value.unref().as_str()) {
                namespaces.push((prefix.as_bytes().to_vec(), uri.as_bytes().to_vec()));
            }
        }
    }
    let mut host = PlainHost { ctx, namespaces };
    let result = xpath::compile(&query).and_then(|expression| xpath::evaluate(&expression, context, &mut host));
    ctx.check()?;
    match result {
        Ok(xpath::Value::Nodes(items)) => return Ok(items.into_iter().collect()),
        Ok(_) => {}
        Err(fault) => report(ctx, &fault)?,
    }
    Err(ctx.throw_error("XPath query did not return a nodeset"))
}

/// Reports why there is no result.
fn report(ctx: &Ctx, fault: &Fault) -> PhpResult<()> {
    if let Some(before) = &fault.before {
        errors::report_text(ctx, Domain::XPath, 1, Level::Error, before.as_bytes());
        ctx.check()?;
    }
    if !fault.text.is_empty() {
        errors::report_text(ctx, Domain::XPath, fault.code, Level::Error, fault.text.as_bytes());
    }
    ctx.check()
}

fn evaluate(ctx: &Ctx, this: &Object, text: &PhpStr, node: Option<&Object>, register: bool, query: bool) -> PhpResult {
    let state = state(this);
    let document = state.document.borrow().as_object().map(Held::into_owned);
    let Some(document) = document else { return Err(ctx.throw_error("Invalid XPath Context")) };
    let document_node = object::node(ctx, &document)?;
    let forest = forest(ctx);
    let context = match node {
        Some(node) => {
            let node = object::node(ctx, node)?;
            if forest.document(node) != document_node {
                return Err(ctx.throw_error("Node from wrong document"));
            }
            node
        }
        None => {
            let root = forest.root(document_node);
            if root.is_some() { root } else { document_node }
        }
    };
    let register = register && state.register_node_namespaces.get();
    let mut host = PhpHost { ctx, forest, state, context, register, thrown: None };
    let result = xpath::compiled(text).and_then(|expression| xpath::evaluate(&expression, context, &mut host));
    if let Some(thrown) = host.thrown {
        return Err(thrown);
    }
    let value = match result {
        Ok(value) => value,
        Err(fault) => {
            report(ctx, &fault)?;
            if forest.is_living(document_node) {
                return Err(ctx.throw_error("Could not evaluate XPath expression"));
            }
            return Ok(Value::bool(false));
        }
    };
    let list = |values: HeapVec<Value>| match forest.is_living(document_node) {
        true => living::lists::fixed(ctx, values),
        false => nodelist::fixed(ctx, values),
    };
    let result = match value {
        xpath::Value::Nodes(items) => {
            let mut values = heap_vec();
            for item in items {
                values.push(wrapped(ctx, item)?);
            }
            Value::from(list(values)?)
        }
        _ if query => Value::from(list(heap_vec())?),
        xpath::Value::Bool(value) => Value::bool(value),
        xpath::Value::Number(value) => Value::from(value),
        xpath::Value::Text(text) => Value::from(Str::new(text)),
    };
    let kept = state.kept.replace(heap_vec());
    drop(kept);
    Ok(result)
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    read_property: Some(|_, this, name| {
        Ok(match name.as_bytes() {
            b"document" => Some(state(this).document.borrow().clone()),
            b"registerNodeNamespaces" => Some(Value::bool(state(this).register_node_namespaces.get())),
            _ => None,
        })
    }),
    write_property: Some(|ctx, this, name, value| match name.as_bytes() {
        b"document" => {
            let class = this.class().name.to_text().into_owned();
            Err(ctx.throw_error(format!("Cannot modify readonly property {class}::$document")))
        }
        b"registerNodeNamespaces" => {
            state(this).register_node_namespaces.set(convert::to_bool(&value.unref()));
            Ok(true)
        }
        _ => Ok(false),
    }),
    has_property: Some(|_, this, name, mode| {
        Ok(match name.as_bytes() {
            b"document" => Some(!state(this).document.borrow().is_null()),
            b"registerNodeNamespaces" => Some(mode != 1 || state(this).register_node_namespaces.get()),
            _ => None,
        })
    }),
    debug_info: Some(|ctx, this| {
        let mut all = ctx.properties(this, phant_native::host::PropertyView::Raw)?;
        let key = |name: &str| phant_memory::Key::Str(Str::from(name));
        all.set(key("document"), Value::from(Str::from("(object value omitted)")));
        all.set(key("registerNodeNamespaces"), Value::bool(state(this).register_node_namespaces.get()));
        Ok(all)
    }),
    ..ObjectHandlers::DEFAULT
};

fn create(_ctx: &Ctx, object: &Object) {
    object.init_native(State {
        document: RefCell::new(Value::NULL),
        namespaces: RefCell::new(heap_map()),
        register_node_namespaces: Cell::new(true),
        all_functions: Cell::new(false),
        functions: RefCell::new(heap_map()),
        namespaced: RefCell::new(heap_map()),
        kept: RefCell::new(heap_vec()),
    });
}

fn register_namespace(this: &Object, prefix: &Str, namespace: &Str) -> bool {
    if prefix.is_empty() {
        return false;
    }
    state(this).namespaces.borrow_mut().insert(prefix.clone(), namespace.clone());
    true
}

fn register_php_functions(ctx: &Ctx, this: &Object, restrict: &Value) -> PhpResult<()> {
    let state = state(this);
    let restrict = restrict.unref();
    if let Some(name) = restrict.as_str() {
        if name.is_empty() || name.contains(&0) {
            return Err(ctx.argument_error(1, "must be a valid callback name"));
        }
        if let Err(why) = ctx.resolve_callable(&restrict) {
            return Err(ctx.argument_type_error(1, format!("must be a callable, {why}")));
        }
        let old = state.functions.borrow_mut().insert(name.clone(), restrict.clone());
        drop(old);
        return Ok(());
    }
    let Some(list) = restrict.as_array() else {
        state.all_functions.set(true);
        return Ok(());
    };
    for (key, value) in list.iter() {
        let value = value.unref();
        let (name, callable) = match key {
            KeyRef::Str(name) => (name.to_handle(), value),
            KeyRef::Int(_) => {
                let name = convert::to_str(ctx, &value)?;
                (name.clone(), Value::from(name))
            }
        };
        if name.is_empty() || name.contains(&0) || name.contains(&b':') {
            return Err(ctx.argument_error(1, "must be an array containing valid callback names"));
        }
        if let Err(why) = ctx.resolve_callable(&callable) {
            let text = format!("must be an array with valid callbacks as values, {why}");
            return Err(ctx.argument_type_error(1, text));
        }
        let old = state.functions.borrow_mut().insert(name, callable);
        drop(old);
    }
    Ok(())
}

fn register_php_function_ns(ctx: &Ctx, this: &Object, namespace_uri: &Str, name: &Str, callable: &Value) -> PhpResult<()> {
    if namespace_uri.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    if namespace_uri.as_bytes() == PHP_NAMESPACE {
        let text = "must not be \"http://php.net/xpath\" because it is reserved by PHP";
        return Err(ctx.argument_error(1, text));
    }
    if !phant_xml::chars::is_ncname(name) {
        return Err(ctx.argument_error(2, "must be a valid callback name"));
    }
    let key = (namespace_uri.clone(), name.clone());
    let old = state(this).namespaced.borrow_mut().insert(key, callable.unref());
    drop(old);
    Ok(())
}

fn quote(ctx: &Ctx, str: &PhpStr) -> PhpResult<Vec<u8>> {
    let text = str.as_bytes();
    if text.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    if !text.contains(&b'\'') {
        return Ok([b"'", text, b"'"].concat());
    }
    if !text.contains(&b'"') {
        return Ok([b"\"", text, b"\""].concat());
    }
    // Runs without the one or without the other, the longest first.
    let mut to = b"concat(".to_vec();
    let mut rest = text;
    while !rest.is_empty() {
        let run = |quote: u8| rest.iter().position(|&byte| byte == quote).unwrap_or(rest.len());
        let (single, double) = (run(b'\''), run(b'"'));
        let (length, quote) = if single > double { (single, b'\'') } else { (double, b'"') };
        to.push(quote);
        to.extend_from_slice(&rest[..length]);
        to.push(quote);
        to.push(b',');
        rest = &rest[length..];
    }
    to.pop();
    to.push(b')');
    Ok(to)
}

pub struct DomXPath;

/// Finds nodes by expressions.
#[php_class(
    "class DOMXPath {
        public virtual DOMDocument $document;
        public virtual bool $registerNodeNamespaces;
    }",
    create = create,
    handlers = HANDLERS,
    not_cloneable
)]
impl DomXPath {
    #[php("public function __construct(DOMDocument $document, bool $registerNodeNS = true)")]
    fn construct(ctx: &Ctx, this: &Object, document: &Object, register_node_ns: bool) -> PhpResult<()> {
        begin(ctx, this, document, register_node_ns)
    }

    #[php("public function evaluate(string $expression, ?DOMNode $contextNode = null, bool $registerNodeNS = true): mixed")]
    fn evaluate(
        ctx: &Ctx,
        this: &Object,
        expression: &PhpStr,
        context_node: Option<&Object>,
        register_node_ns: bool,
    ) -> PhpResult {
        evaluate(ctx, this, expression, context_node, register_node_ns, false)
    }

    #[php("public function query(string $expression, ?DOMNode $contextNode = null, bool $registerNodeNS = true): mixed")]
    fn query(ctx: &Ctx, this: &Object, expression: &PhpStr, context_node: Option<&Object>, register_node_ns: bool) -> PhpResult {
        evaluate(ctx, this, expression, context_node, register_node_ns, true)
    }

    #[php("public function registerNamespace(string $prefix, string $namespace): bool")]
    fn register_namespace(this: &Object, prefix: &Str, namespace: &Str) -> bool {
        register_namespace(this, prefix, namespace)
    }

    #[php("public function registerPhpFunctions(array|string|null $restrict = null): void")]
    fn register_php_functions(ctx: &Ctx, this: &Object, restrict: &Value) -> PhpResult<()> {
        register_php_functions(ctx, this, restrict)
    }

    #[php("public function registerPhpFunctionNS(string $namespaceURI, string $name, callable $callable): void", strict_return)]
    fn register_php_function_ns(ctx: &Ctx, this: &Object, namespace_uri: &Str, name: &Str, callable: &Value) -> PhpResult<()> {
        register_php_function_ns(ctx, this, namespace_uri, name, callable)
    }

    #[php("public static function quote(string $str): string", strict_return)]
    fn quote(ctx: &Ctx, str: &PhpStr) -> PhpResult<Vec<u8>> {
        quote(ctx, str)
    }
}

pub struct LivingXPath;

/// Finds nodes of the living DOM by expressions.
#[php_class(
    "final class Dom\\XPath {
        public virtual Dom\\Document $document;
        public virtual bool $registerNodeNamespaces;
    }",
    create = create,
    handlers = HANDLERS,
    not_cloneable,
    strict_return
)]
impl LivingXPath {
    #[php("public function __construct(Dom\\Document $document, bool $registerNodeNS = true)")]
    fn construct(ctx: &Ctx, this: &Object, document: &Object, register_node_ns: bool) -> PhpResult<()> {
        begin(ctx, this, document, register_node_ns)
    }

    #[php(
        "public function evaluate(string $expression, ?Dom\\Node $contextNode = null, bool $registerNodeNS = true): \
           Dom\\NodeList|string|float|bool|null"
    )]
    fn evaluate(
        ctx: &Ctx,
        this: &Object,
        expression: &PhpStr,
        context_node: Option<&Object>,
        register_node_ns: bool,
    ) -> PhpResult {
        evaluate(ctx, this, expression, context_node, register_node_ns, false)
    }

    #[php(
        "public function query(string $expression, ?Dom\\Node $contextNode = null, bool $registerNodeNS = true): \
           Dom\\NodeList"
    )]
    fn query(ctx: &Ctx, this: &Object, expression: &PhpStr, context_node: Option<&Object>, register_node_ns: bool) -> PhpResult {
        evaluate(ctx, this, expression, context_node, register_node_ns, true)
    }

    #[php("public function registerNamespace(string $prefix, string $namespace): bool")]
    fn register_namespace(this: &Object, prefix: &Str, namespace: &Str) -> bool {
        register_namespace(this, prefix, namespace)
    }

    #[php("public function registerPhpFunctions(array|string|null $restrict = null): void")]
    fn register_php_functions(ctx: &Ctx, this: &Object, restrict: &Value) -> PhpResult<()> {
        register_php_functions(ctx, this, restrict)
    }

    #[php("public function registerPhpFunctionNS(string $namespaceURI, string $name, callable $callable): void", strict_return)]
    fn register_php_function_ns(ctx: &Ctx, this: &Object, namespace_uri: &Str, name: &Str, callable: &Value) -> PhpResult<()> {
        register_php_function_ns(ctx, this, namespace_uri, name, callable)
    }

    #[php("public static function quote(string $str): string", strict_return)]
    fn quote(ctx: &Ctx, str: &PhpStr) -> PhpResult<Vec<u8>> {
        quote(ctx, str)
    }
}
