//! An index of the runs of many files, in memory of a fixed size: of each run its key, the kind of its
//! machine and its place, in a few bytes. What does not fit is sorted and put aside on the disk by a thread
//! of its own, while others are read, and read back in order at the end.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::hash::Hasher;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::mem;
use std::panic;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use fnv::FnvHasher;

/// As many entries are held in memory until they are sorted, and as many while they are: 21 MB each.
const HELD: usize = 1 << 19;

/// How many bytes an entry takes on the disk.
const WIDTH: usize = 8 + 8 + 4 + 2 + 1 + 8;

/// A run, or a line of a plan. They are sorted by key, then by kind of machine; among the same runs the
/// one that counts comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub(crate) key: PackedKey,
    /// The number of the kind of machine.
    pub(crate) kind: u16,
    /// How willingly it gives way to another of the same key and kind.
    pub(crate) rank: u8,
    /// The number of its line, over all files.
    pub(crate) line: u64,
}

/// A key in 20 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PackedKey {
    puzzle: u64,
    column: u64,
    repeat: u32,
}

impl PackedKey {
    /// A key as files have it: two digests in hex and a number. Anything else has a digest of its own.
    pub(crate) fn of(key: &str) -> Self {
        Self::parsed(key).unwrap_or_else(|| {
            let mut hasher = FnvHasher::default();
            hasher.write(key.as_bytes());
            PackedKey {
                puzzle: hasher.finish(),
                column: 0,
                repeat: u32::MAX,
            }
        })
    }

    fn parsed(key: &str) -> Option<Self> {
        let (puzzle, rest) = key.split_at_checked(16)?;
        let (column, repeat) = rest.strip_prefix('-')?.split_at_checked(16)?;
        let digest = |digits| u64::from_str_radix(digits, 16).ok();
        Some(PackedKey {
            puzzle: digest(puzzle)?,
            column: digest(column)?,
            repeat: repeat.strip_prefix('-')?.parse().ok()?,
        })
    }
}

/// Entries that were put aside.
struct Aside {
    file: File,
    /// The memory that they took, for others.
    room: Vec<Entry>,
}

/// Entries on their way to be sorted.
#[derive(Debug)]
pub(crate) struct Index {
    folder: PathBuf,
    held: Vec<Entry>,
    /// Whoever puts those aside that were held before.
    sorter: Option<JoinHandle<io::Result<Aside>>>,
    aside: Vec<File>,
}

impl Index {
    /// An empty one, which puts aside what does not fit into files of a folder.
    pub(crate) fn new(folder: PathBuf) -> Self {
        Index {
            folder,
            held: Vec::new(),
            sorter: None,
            aside: Vec::new(),
        }
    }

    /// Adds an entry.
    pub(crate) fn add(&mut self, entry: Entry) -> io::Result<()> {
        self.held.push(entry);
        if self.held.len() < HELD {
            return Ok(());
        }
        let room = self.wait()?;
        let entries = mem::replace(&mut self.held, room);
        let folder = self.folder.clone();
        let sorter = thread::Builder::new().spawn(move || put_aside(entries, &folder));
        self.sorter = Some(sorter?);
        Ok(())
    }

    /// Waits until nobody sorts any more, and gives the room that was needed for it.
    fn wait(&mut self) -> io::Result<Vec<Entry>> {
        let Some(sorter) = self.sorter.take() else {
            return Ok(Vec::new());
        };
        let sorted = sorter.join();
        let aside = sorted.unwrap_or_else(|payload| panic::resume_unwind(payload))?;
        self.aside.push(aside.file);
        Ok(aside.room)
    }

    /// All of them, in order.
    pub(crate) fn sorted(mut self) -> io::Result<Sorted> {
        drop(self.wait()?);
        self.held.sort_unstable();
        let mut sources = vec![Source::Held(self.held.into_iter())];
        for mut file in self.aside {
            file.rewind()?;
            sources.push(Source::Aside(BufReader::with_capacity(1 << 16, file)));
        }
        let mut heads = BinaryHeap::new();
        for (number, source) in sources.iter_mut().enumerate() {
            heads.extend(source.next()?.map(|entry| Reverse((entry, number))));
        }
        Ok(Sorted { sources, heads })
    }
}

/// Sorts entries into a file of a folder.
fn put_aside(mut entries: Vec<Entry>, folder: &Path) -> io::Result<Aside> {
    entries.sort_unstable();
    let file = tempfile::tempfile_in(folder)?;
    let mut out = BufWriter::with_capacity(1 << 16, file);
    for entry in entries.drain(..) {
        out.write_all(&packed(&entry))?;
    }
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok(Aside {
        file,
        room: entries,
    })
}

/// Entries in order.
#[derive(Debug)]
pub(crate) struct Sorted {
    sources: Vec<Source>,
    heads: BinaryHeap<Reverse<(Entry, usize)>>,
}

impl Sorted {
    /// The next one, if there is any.
    pub(crate) fn next(&mut self) -> io::Result<Option<Entry>> {
        let Some(mut head) = self.heads.peek_mut() else {
            return Ok(None);
        };
        let Reverse((entry, number)) = *head;
        // Putting the next one in its place is cheaper than taking it away first.
        match self.sources[number].next()? {
            Some(next) => *head = Reverse((next, number)),
            None => {
                let _ = PeekMut::pop(head);
            }
        }
        Ok(Some(entry))
    }
}

#[derive(Debug)]
enum Source {
    Held(std::vec::IntoIter<Entry>),
    Aside(BufReader<File>),
}

impl Source {
    fn next(&mut self) -> io::Result<Option<Entry>> {
        match self {
            Source::Held(entries) => Ok(entries.next()),
            Source::Aside(file) => {
                let mut bytes = [0; WIDTH];
                match file.read_exact(&mut bytes) {
                    Ok(()) => Ok(Some(unpacked(&bytes))),
                    Err(end) if end.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
                    Err(problem) => Err(problem),
                }
            }
        }
    }
}

fn packed(entry: &Entry) -> [u8; WIDTH] {
    let mut bytes = [0; WIDTH];
    bytes[0..8].copy_from_slice(&entry.key.puzzle.to_le_bytes());
    bytes[8..16].copy_from_slice(&entry.key.column.to_le_bytes());
    bytes[16..20].copy_from_slice(&entry.key.repeat.to_le_bytes());
    bytes[20..22].copy_from_slice(&entry.kind.to_le_bytes());
    bytes[22] = entry.rank;
    bytes[23..31].copy_from_slice(&entry.line.to_le_bytes());
    bytes
}

fn unpacked(bytes: &[u8; WIDTH]) -> Entry {
    let long = |from: usize| {
        let mut part = [0; 8];
        part.copy_from_slice(&bytes[from..from + 8]);
        u64::from_le_bytes(part)
    };
    let mut repeat = [0; 4];
    repeat.copy_from_slice(&bytes[16..20]);
    Entry {
        key: PackedKey {
            puzzle: long(0),
            column: long(8),
            repeat: u32::from_le_bytes(repeat),
        },
        kind: u16::from_le_bytes([bytes[20], bytes[21]]),
        rank: bytes[22],
        line: long(23),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_aside_comes_back_in_order() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut index = Index::new(folder.path().to_owned());
        let count = HELD as u64 * 2 + 7;
        for number in 0..count {
            // Every number once, in an order that jumps about.
            let line = number * 1_000_003 % count;
            let key = PackedKey {
                puzzle: line / 100,
                column: line % 100,
                repeat: 1,
            };
            let (kind, rank) = (3, 1);
            let entry = Entry {
                key,
                kind,
                rank,
                line,
            };
            index.add(entry).expect("a place");
        }
        let mut sorted = index.sorted().expect("all of it");
        assert_eq!(sorted.sources.len(), 3);
        for line in 0..count {
            let entry = sorted.next().expect("readable").expect("one more");
            assert_eq!((entry.line, entry.kind, entry.rank), (line, 3, 1));
        }
        assert_eq!(sorted.next().expect("the end"), None);
    }

    #[test]
    fn keys_keep_their_order_and_odd_ones_are_told_apart() {
        let of = PackedKey::of;
        assert!(
            of("0000000000000001-ffffffffffffffff-0001")
                < of("0000000000000002-0000000000000000-0001")
        );
        assert!(
            of("0000000000000001-0000000000000001-0002")
                < of("0000000000000001-0000000000000001-0010")
        );
        assert_ne!(of("d-0000000000000001-0001"), of("e-0000000000000001-0001"));
        assert_ne!(of("anything"), of("something else"));
    }
}
