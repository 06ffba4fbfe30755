//! The interface of module and page: four exports and three imports, all of plain numbers.
//!
//! [`request`] takes the length of a request in bytes and returns the address to write it to, as JSON in UTF-8.
//! [`answer`] returns the length of the reply, which is then at the address that [`reply`] returns. Both stay
//! where they are until the next request; [`forget`] frees their memory.
//!
//! Imported are the time (`now`, in milliseconds) and `progress` (an address and a length of JSON). Before a trap
//! the reason is reported: `{"panic": message}` by `progress`, or the size of the allocation that failed by `exhausted`.

#![expect(
    unsafe_code,
    reason = "exports need unmangled names, imports are what the page says they are, and an allocator \
              is an unsafe trait; no pointer is read or written here"
)]

use std::alloc::{GlobalAlloc, Layout, System};
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
    /// An allocation of so many bytes failed. The module traps afterwards unless it can do without.
    safe fn exhausted(bytes: usize);
}

/// The system's allocator, reporting failures: the standard library aborts without a message that a page could read.
struct ReportingAllocator;

#[global_allocator]
static ALLOCATOR: ReportingAllocator = ReportingAllocator;

fn reported(at: *mut u8, bytes: usize) -> *mut u8 {
    if at.is_null() {
        exhausted(bytes);
    }
    at
}

// SAFETY: every call goes to the system's allocator as it is.
unsafe impl GlobalAlloc for ReportingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        reported(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        reported(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        reported(unsafe { System.realloc(at, layout, size) }, size)
    }
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
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request and returns the length of the reply.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    let reply = REQUEST.with_borrow(|request| crate::call(request));
    REPLY.with_borrow_mut(|kept| {
        *kept = reply;
        kept.len()
    })
}

/// The address of the reply.
#[unsafe(no_mangle)]
extern "C" fn reply() -> *const u8 {
    REPLY.with_borrow(|reply| reply.as_ptr())
}

/// Frees the last request and its reply.
#[unsafe(no_mangle)]
extern "C" fn forget() {
    drop(REQUEST.take());
    drop(REPLY.take());
}

fn prepare() {
    pipsc::clock::set(|| Duration::from_secs_f64((now() / 1000.0).max(0.0)));
    std::panic::set_hook(Box::new(|panic| {
        tell(&serde_json::json!({"panic": panic.to_string()}));
    }));
}

/// Reports progress to the page.
pub(crate) fn tell(value: &Value) {
    let text = value.to_string();
    progress(text.as_ptr(), text.len());
}
