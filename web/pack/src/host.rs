//! The border to the page: three exports, all of plain numbers.
//!
//! A host calls [`room`] with the length of what is packed and writes it to the address that it gets. Then it calls [`unpacked`],
//! which gives the length of the module, or 0 if nothing sensible was packed, and reads it from the address that [`module`] gives.

#![expect(
    unsafe_code,
    reason = "exports need names that no other function has; that is all: no pointer is read or written here"
)]

use std::cell::RefCell;

thread_local! {
    static PACKED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static MODULE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for what is packed, and says where.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    PACKED.with_borrow_mut(|packed| {
        packed.resize(length, 0);
        packed.as_mut_ptr()
    })
}

/// Unpacks it, and says how long the module is.
#[unsafe(no_mangle)]
extern "C" fn unpacked() -> usize {
    let module = PACKED.with_borrow(|packed| crate::unpack(packed));
    MODULE.with_borrow_mut(|kept| {
        *kept = module.unwrap_or_default();
        kept.len()
    })
}

/// Where the module is.
#[unsafe(no_mangle)]
extern "C" fn module() -> *const u8 {
    MODULE.with_borrow(|module| module.as_ptr())
}

/// Memory is never given back: the page throws the whole instance away as soon as the module is out.
#[cfg(target_family = "wasm")]
#[global_allocator]
static MEMORY: lol_alloc::LockedAllocator<lol_alloc::LeakingAllocator> =
    lol_alloc::LockedAllocator::new(lol_alloc::LeakingAllocator::new());
