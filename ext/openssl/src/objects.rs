//! The three classes: keys, certificates and requests as objects.

use phant_memory::{NativeData, Object, Tracer};
use phant_native::{Ctx, ObjectHandlers, PhpResult, php_class, resource};
use phant_pki::{certificate::Certificate, key::Key, request::Request};
use std::{cell::Cell, rc::Rc};

/// What an object owns, outside the heap: an entry of the worker's table, which goes with the request at the latest.
struct Kept<T: 'static>(Cell<Option<u64>>, std::marker::PhantomData<T>);

impl<T> NativeData for Kept<T> {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

impl<T> Drop for Kept<T> {
    fn drop(&mut self) {
        if let Some(id) = self.0.take() {
            resource::drop_hidden(id);
        }
    }
}

fn create<T: 'static>(_ctx: &Ctx, object: &Object) {
    object.init_native(Kept::<T>(Cell::new(None), std::marker::PhantomData));
}

/// What can be an object's.
pub trait Content: Sized + 'static {
    /// Its class.
    const CLASS: &'static str;
}

impl Content for Key {
    const CLASS: &'static str = "OpenSSLAsymmetricKey";
}
impl Content for Certificate {
    const CLASS: &'static str = "OpenSSLCertificate";
}
impl Content for Request {
    const CLASS: &'static str = "OpenSSLCertificateSigningRequest";
}

/// A new object.
pub fn make<T: Content>(ctx: &Ctx, content: T) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class(T::CLASS))?;
    if let Some(kept) = object.native::<Kept<T>>() {
        kept.0.set(Some(resource::hide(Rc::new(content))));
    }
    Ok(object)
}

/// What an object is of; `None` if it is of another class.
pub fn get<T: Content>(object: &Object) -> Option<Rc<T>> {
    resource::hidden::<T>(object.native::<Kept<T>>()?.0.get()?)
}

static KEY: ObjectHandlers = ObjectHandlers { made_by: Some("openssl_pkey_new()"), ..ObjectHandlers::DEFAULT };
static CERTIFICATE: ObjectHandlers = ObjectHandlers { made_by: Some("openssl_x509_read()"), ..ObjectHandlers::DEFAULT };
static REQUEST: ObjectHandlers = ObjectHandlers { made_by: Some("openssl_csr_new()"), ..ObjectHandlers::DEFAULT };

pub(crate) struct OpenSSLAsymmetricKey;

/// A key, public or private.
#[php_class(
    "final class OpenSSLAsymmetricKey {}",
    create = create::<Key>,
    handlers = KEY,
    not_serializable,
    not_instantiable,
    not_cloneable,
    no_dynamic
)]
impl OpenSSLAsymmetricKey {}

pub(crate) struct OpenSSLCertificate;

/// A certificate.
#[php_class(
    "final class OpenSSLCertificate {}",
    create = create::<Certificate>,
    handlers = CERTIFICATE,
    not_serializable,
    not_instantiable,
    not_cloneable,
    no_dynamic
)]
impl OpenSSLCertificate {}

pub(crate) struct OpenSSLCertificateSigningRequest;

/// A request for a certificate.
#[php_class(
    "final class OpenSSLCertificateSigningRequest {}",
    create = create::<Request>,
    handlers = REQUEST,
    not_serializable,
    not_instantiable,
    not_cloneable,
    no_dynamic
)]
impl OpenSSLCertificateSigningRequest {}
