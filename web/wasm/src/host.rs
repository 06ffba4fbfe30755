//! The interface of module and page: three exports and two imports, all of plain numbers.
//!
//! [`request`] takes the length of a request in bytes and returns the address to write it to, as JSON in UTF-8.
//! [`answer`] returns the length of the reply, which is then at the address that [`reply`] returns until the next request.
//!
//! Imported are the time (`now`, in milliseconds) and `progress` (an address and a length of JSON). A panic reports
//! `{"panic": message}` by `progress` before it traps; without one, the memory was exhausted.

#![expect(
    unsafe_code,
    reason = "exports need unmangled names, and imports are declared by the page; no pointer is read or \
              written here"
)]

use std::cell::RefCell;
use std::sync::Once;
use std::time::Duration;

use serde_json::Value;

#[link(wasm_import_module = "pipsc")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// Reports progress: JSON at this address, so many bytes.
    safe fn progress(at: *const u8, length: usize);
}

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static REPLY: RefCell<String> = const { RefCell::new(String::new()) };
}

static PREPARED: Once = Once::new();

/// Allocates a request and returns its address.
#[unsafe(no_mangle)]
extern "C" fn request(length: usize) -> *mut u8 {
    PREPARED.call_once(prepare);
    drop(REPLY.take());
    REQUEST.with_borrow_mut(|request| {
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request and returns the length of the reply.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    REPLY.set(crate::call(&REQUEST.take()));
    REPLY.with_borrow(String::len)
}

/// The address of the reply.
#[unsafe(no_mangle)]
extern "C" fn reply() -> *const u8 {
    REPLY.with_borrow(|reply| reply.as_ptr())
}

fn prepare() {
    pipsc::clock::set(|| Duration::from_secs_f64((now() / 1000.0).max(0.0)));
    std::panic::set_hook(Box::new(|panic| {
        report(&serde_json::json!({"panic": panic.to_string()}));
    }));
}

/// Reports progress to the page.
pub(crate) fn report(value: &Value) {
    let text = value.to_string();
    progress(text.as_ptr(), text.len());
}
