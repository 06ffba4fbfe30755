//! The border between the module and the page: four exports and two imports, all of plain numbers.
//!
//! A host calls [`request`] with the length of a request in bytes and writes the request, JSON in
//! UTF-8, to the address that it gets. Then it calls [`answer`], which gives the length of the reply,
//! and reads that from the address that [`reply`] gives. Both stay where they are until the next request.
//! [`forget`] gives their memory back.
//!
//! The module asks its host for the time (`now`, in milliseconds), and tells it how far long work has come
//! (`progress`, an address and a length of JSON).

#![expect(
    unsafe_code,
    reason = "exports need names that no other function has, and imports are what the page says they \
              are; that is all: no pointer is read or written here"
)]

use std::cell::RefCell;
use std::sync::Once;
use std::time::Duration;

use serde_json::Value;

#[link(wasm_import_module = "pipsc")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// Takes note of how far the work has come: JSON at this address, so many bytes.
    safe fn progress(at: *const u8, length: usize);
}

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static REPLY: RefCell<String> = const { RefCell::new(String::new()) };
}

static PREPARED: Once = Once::new();

/// Makes room for a request and says where.
#[unsafe(no_mangle)]
extern "C" fn request(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request, and says how long the reply is.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    PREPARED.call_once(prepare);
    let reply = REQUEST.with_borrow(|request| crate::call(request));
    REPLY.with_borrow_mut(|kept| {
        *kept = reply;
        kept.len()
    })
}

/// Where the reply is.
#[unsafe(no_mangle)]
extern "C" fn reply() -> *const u8 {
    REPLY.with_borrow(|reply| reply.as_ptr())
}

/// Forgets the last request and its reply.
#[unsafe(no_mangle)]
extern "C" fn forget() {
    drop(REQUEST.take());
    drop(REPLY.take());
}

fn prepare() {
    pipsc::clock::set(|| Duration::from_secs_f64((now() / 1000.0).max(0.0)));
    // What stops the module is at least said; nothing should.
    std::panic::set_hook(Box::new(|panic| {
        tell(&serde_json::json!({"panic": panic.to_string()}));
    }));
}

/// Tells the page how far the work has come.
pub(crate) fn tell(value: &Value) {
    let text = value.to_string();
    progress(text.as_ptr(), text.len());
}
