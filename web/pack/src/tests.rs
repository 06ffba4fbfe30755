//! Modules go through and come out again; what is no module, or was damaged on the way, is refused.

use crate::{Damaged, pack, tidied, unpack};

/// A section: its number, its length, its content.
fn section(number: u8, content: &[u8]) -> Vec<u8> {
    let mut section = vec![number];
    section.extend(counted(content));
    section
}

/// Some bytes with their number before them.
fn counted(content: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    let mut left = content.len();
    while left > 127 {
        all.push(left as u8 | 128);
        left >>= 7;
    }
    all.push(left as u8);
    all.extend(content);
    all
}

/// Instructions of every kind that is known, with locals that are not in order. What they do does not matter.
const BODY: &[u8] = &[
    3, 4, 0x7f, 2, 0x7e, 1, 0x7c, // four locals of i32, two of i64, one of f64
    0x41, 0x7f, 0x21, 5, // local 5 = -1
    0x41, 0x80, 0x80, 0xc0, 0x00, 0x22, 3, // a word of four digits
    0x28, 2, 16, 0x21, 4, // a load
    0x42, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00, 0x21,
    7, // a long of ten digits
    0x44, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0x21, 8, // 1.0
    0x02, 0x40, 0x03, 0x40, // a loop in a block
    0x20, 0, 0x45, 0x0d, 1, // leaves it
    0x20, 5, 0x20, 4, 0x6a, 0x36, 2, 0x80, 0x01, // the base of this store is not known
    0x0c, 0, 0x0b, 0x0b, // and around again
    0x20, 0, 0x04, 0x7f, 0x41, 1, 0x05, 0x41, 2, 0x0b, 0x1a, // a choice
    0x20, 3, 0x20, 4, 0x20, 0, 0x1b, 0x21, 3, // another
    0x02, 0x40, 0x02, 0x40, 0x20, 0, 0x0e, 1, 0, 1, 0x0b, 0x0b, // a table of jumps
    0x20, 0, 0x20, 7, 0x10, 0, 0x1a, // a call of the import
    0x20, 0, 0x20, 7, 0x41, 0, 0x11, 0, 0, 0x1a, // and through the table
    0x20, 8, 0xfc, 2, 0x1a, // cut to a whole number
    0x41, 0, 0x41, 0, 0x41, 8, 0xfc, 10, 0, 0, // memory is copied
    0x41, 0, 0x41, 0, 0x41, 8, 0xfc, 11, 0, // and filled
    0x3f, 0, 0x40, 0, 0x24, 0, 0x23, 0, 0x1a, // it grows
    0x43, 0, 0, 0, 0, 0xbb, 0x21, 8, // 0.0
    0x20, 3, 0x0b,
];

/// A module of an import and so many functions, each a little different, with data behind them.
fn module(functions: u8) -> Vec<u8> {
    let mut module = b"\0asm\x01\0\0\0".to_vec();
    module.extend(section(1, &[1, 0x60, 2, 0x7f, 0x7e, 1, 0x7f]));
    module.extend(section(2, b"\x01\x01m\x04name\0\0"));
    let mut sorts = vec![functions];
    sorts.resize(1 + usize::from(functions), 0);
    module.extend(section(3, &sorts));
    let mut code = vec![functions];
    for number in 0..functions {
        let mut body = BODY.to_vec();
        let _ = body.splice(7..7, [0x41, number & 63, 0x1a]);
        code.extend(counted(&body));
    }
    module.extend(section(10, &code));
    let mut data = b"\x01\0\x41\0\x0b".to_vec();
    data.extend(counted(
        &b"The quick brown fox jumps over the lazy dog. ".repeat(20),
    ));
    module.extend(section(11, &data));
    module
}

#[test]
fn a_module_comes_out_again_and_is_smaller() {
    for functions in [0, 1, 2, 100] {
        let module = tidied(&module(functions)).expect("a module");
        let packed = pack(&module).expect("packed");
        assert_eq!(unpack(&packed), Ok(module.clone()));
        if functions == 100 {
            assert!(packed.len() * 10 < module.len(), "{}", packed.len());
        }
    }
}

#[test]
fn locals_are_put_into_the_order_of_their_first_use() {
    let before = module(1);
    let after = tidied(&before).expect("a module");
    assert_eq!(before.len(), after.len());
    assert_eq!(tidied(&after), Ok(after.clone()));
    // The two parameters are locals 0 and 1, so the first new word is local 2.
    let first = after
        .windows(4)
        .find(|four| four[..3] == [0x41, 0x7f, 0x21])
        .expect("the first set");
    assert_eq!(first[3], 2);
    // What is not in order cannot be packed as it is.
    assert_ne!(unpack(&pack(&before).unwrap_or_default()), Ok(before));
}

#[test]
fn what_is_no_module_is_refused() {
    for bytes in [&b""[..], b"\0asm", b"no module at all, but some text"] {
        assert!(tidied(bytes).and_then(|module| pack(&module)).is_err());
    }
    // An instruction that nobody knows: a vector's.
    let mut strange = module(1);
    let at = strange
        .windows(3)
        .position(|three| three == [0x1a, 0x41, 0x7f])
        .expect("it is there");
    strange[at] = 0xfd;
    assert_eq!(pack(&strange), Err(Damaged));
}

#[test]
fn damage_ends_in_a_refusal_or_in_another_module_but_it_ends() {
    let module = tidied(&module(20)).expect("a module");
    let packed = pack(&module).expect("packed");
    for length in [0, 3, 4, 5, packed.len() / 2] {
        assert_ne!(unpack(&packed[..length]), Ok(module.clone()));
    }
    for at in (4..packed.len()).step_by(packed.len() / 40) {
        let mut damaged = packed.clone();
        damaged[at] ^= 0x55;
        assert_ne!(unpack(&damaged), Ok(module.clone()), "byte {at}");
    }
}
