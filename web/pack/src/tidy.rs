//! Puts the locals of every function into the order in which they are first used, type by type.
//!
//! A function does the same with other numbers for its locals, and a new local then needs no number at all.

use crate::Damaged;

/// A part of a module that is read from its beginning.
struct Reader<'m> {
    rest: &'m [u8],
}

impl<'m> Reader<'m> {
    fn byte(&mut self) -> Result<u8, Damaged> {
        let (byte, rest) = self.rest.split_first().ok_or(Damaged)?;
        self.rest = rest;
        Ok(*byte)
    }

    fn bytes(&mut self, count: usize) -> Result<&'m [u8], Damaged> {
        let (bytes, rest) = self.rest.split_at_checked(count).ok_or(Damaged)?;
        self.rest = rest;
        Ok(bytes)
    }

    fn number(&mut self) -> Result<u32, Damaged> {
        let mut value = 0_u64;
        for place in 0..5 {
            let byte = self.byte()?;
            value |= u64::from(byte & 127) << (7 * place);
            if byte < 128 {
                return u32::try_from(value).map_err(|_| Damaged);
            }
        }
        Err(Damaged)
    }

    /// The next numbers, as they are written.
    fn numbers(&mut self, count: usize) -> Result<&'m [u8], Damaged> {
        let whole = self.rest;
        for _ in 0..count {
            while self.byte()? > 127 {}
        }
        Ok(&whole[..whole.len() - self.rest.len()])
    }
}

fn put(out: &mut Vec<u8>, mut value: u32) {
    while value > 127 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

pub(crate) fn tidied(module: &[u8]) -> Result<Vec<u8>, Damaged> {
    let mut reader = Reader { rest: module };
    let mut out = reader.bytes(8)?.to_vec();
    let (mut takes, mut sorts) = (Vec::new(), Vec::new());
    while !reader.rest.is_empty() {
        let section = reader.byte()?;
        let length = reader.number()? as usize;
        let content = reader.bytes(length)?;
        let mut inside = Reader { rest: content };
        let mut written = content.to_vec();
        match section {
            1 => {
                for _ in 0..inside.number()? {
                    let _ = inside.byte()?;
                    let count = inside.number()?;
                    takes.push(count);
                    let _ = inside.bytes(count as usize)?;
                    let gives = inside.number()? as usize;
                    let _ = inside.bytes(gives)?;
                }
            }
            3 => {
                for _ in 0..inside.number()? {
                    sorts.push(inside.number()? as usize);
                }
            }
            10 => {
                written = Vec::new();
                let count = inside.number()?;
                put(&mut written, count);
                for function in 0..count as usize {
                    let length = inside.number()? as usize;
                    let sort = *sorts.get(function).ok_or(Damaged)?;
                    let body =
                        function_body(inside.bytes(length)?, *takes.get(sort).ok_or(Damaged)?)?;
                    put(&mut written, body.len() as u32);
                    written.extend(body);
                }
            }
            _ => {}
        }
        out.push(section);
        put(&mut out, written.len() as u32);
        out.extend(written);
    }
    Ok(out)
}

fn function_body(body: &[u8], takes: u32) -> Result<Vec<u8>, Damaged> {
    let mut reader = Reader { rest: body };
    let mut out = Vec::with_capacity(body.len());
    let mut sorts: Vec<u8> = Vec::new();
    let groups = reader.number()?;
    put(&mut out, groups);
    for _ in 0..groups {
        let count = reader.number()?;
        let sort = reader.byte()?;
        put(&mut out, count);
        out.push(sort);
        sorts.resize(sorts.len() + count as usize, sort);
    }
    // The new number of each local, and which numbers are given away.
    let mut renamed: Vec<Option<u32>> = vec![None; sorts.len()];
    let mut given = vec![false; sorts.len()];
    while !reader.rest.is_empty() {
        let opcode = reader.byte()?;
        out.push(opcode);
        match opcode {
            0x20..=0x22 => {
                let local = reader.number()?;
                let Some(declared) = local.checked_sub(takes) else {
                    put(&mut out, local);
                    continue;
                };
                let declared = declared as usize;
                let sort = *sorts.get(declared).ok_or(Damaged)?;
                let name = match renamed[declared] {
                    Some(name) => name,
                    None => {
                        let mut free =
                            (0..sorts.len()).filter(|&at| sorts[at] == sort && !given[at]);
                        let at = free.next().ok_or(Damaged)?;
                        given[at] = true;
                        renamed[declared] = Some(takes + at as u32);
                        takes + at as u32
                    }
                };
                put(&mut out, name);
            }
            0x02..=0x04 | 0x0c | 0x0d | 0x10 | 0x23 | 0x24 | 0x3f..=0x42 => {
                out.extend(reader.numbers(1)?);
            }
            0x11 | 0x28..=0x3e => out.extend(reader.numbers(2)?),
            0x0e => {
                let labels = reader.number()?;
                put(&mut out, labels);
                out.extend(reader.numbers(labels as usize + 1)?);
            }
            0x43 => out.extend(reader.bytes(4)?),
            0x44 => out.extend(reader.bytes(8)?),
            0xfc => {
                let more = reader.number()?;
                put(&mut out, more);
                out.extend(reader.numbers(match more {
                    8 | 10 => 2,
                    11 => 1,
                    _ => 0,
                })?);
            }
            _ => {}
        }
    }
    Ok(out)
}
