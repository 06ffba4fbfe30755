//! What is known of a function while it is gone through: the last instructions, the stack, the locals.
//!
//! From it the contexts are made that guess what comes next.

mod guesses;
mod locals;

use crate::model::hash;
use crate::repeats::Token;

/// A value on the stack: its type, and where it came from.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Value {
    /// 0 where it is not known.
    pub(crate) sort: u8,
    /// The number of a local, plus one; or something greater.
    from: u32,
}

/// Origins from here on are no locals.
const COMPUTED: u32 = 0x1_0000;
const BLOCK: u32 = 0x2_0000;
const CALL: u32 = 0x3_0000;

impl Value {
    fn local(self) -> Option<usize> {
        (1..COMPUTED)
            .contains(&self.from)
            .then(|| self.from as usize - 1)
    }
}

/// A local, and what was done with it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Local {
    pub(crate) number: u32,
    sort: u8,
    /// The opcode that used it last, and when.
    last: u32,
    when: u32,
    /// Where its value came from.
    origin: u32,
    /// The last offset at which it was looked through, plus one.
    offset: u32,
}

/// Locals of one type that were declared together; those up to `next` are in use.
#[derive(Debug, Clone, Copy)]
struct Group {
    sort: u8,
    next: u32,
    end: u32,
}

#[derive(Debug)]
struct Frame {
    floor: usize,
    opcode: u32,
    gives: Vec<u8>,
}

#[derive(Debug, Default)]
pub(crate) struct Function {
    number: u32,
    /// The opcode, its hash with its operands so far, and the number of the next operand.
    opcode: u32,
    token: u32,
    operands: [u32; 2],
    pub(crate) operand: usize,
    /// Whether the instruction is so far what a repetition suggests.
    pub(crate) follows: bool,
    /// The last opcodes, and their hashes with operands; the last one first.
    opcodes: [u32; 8],
    tokens: [u32; 4],
    /// The opcodes that ended the last statements. A statement ends where the stack is empty.
    ends: [u32; 2],
    /// Hashes of the opcodes of this statement so far, and of the two before.
    statements: [u32; 3],
    stack: Vec<Value>,
    frames: Vec<Frame>,
    locals: Vec<Local>,
    groups: Vec<Group>,
    /// The locals in use, the last one first.
    recent: Vec<u32>,
    /// The last locals, plus one.
    named: [u32; 2],
    /// The last offsets, the last number, the last function called.
    offsets: [u32; 2],
    word: u32,
    callee: u32,
    time: u32,
}

impl Function {
    pub(crate) fn new(number: u32, sort: u32, takes: &[u8]) -> Self {
        let mut function = Function {
            number: number + 1000,
            ..Function::default()
        };
        function.tokens[0] = sort + 1;
        for (local, &sort) in (0..).zip(takes) {
            function.locals.push(Local {
                number: local,
                sort,
                origin: 1,
                ..Local::default()
            });
            function.recent.push(local);
        }
        function
    }

    /// Declares so many locals of a type.
    pub(crate) fn declare(&mut self, sort: u8, count: u32) -> Option<()> {
        let next = self.locals.len() as u32;
        let end = next.checked_add(count).filter(|&end| end < COMPUTED)?;
        self.groups.push(Group { sort, next, end });
        self.locals.extend((next..end).map(|number| Local {
            number,
            sort,
            ..Local::default()
        }));
        Some(())
    }

    /// Begins with the instructions.
    pub(crate) fn begin(&mut self) {
        self.frames.push(Frame {
            floor: 0,
            opcode: 0,
            gives: Vec::new(),
        });
        self.token = 0;
        self.time = 1;
    }

    pub(crate) fn is_over(&self) -> bool {
        self.frames.is_empty()
    }

    /// Comes to an instruction; a repetition may have suggested its opcode.
    pub(crate) fn next(&mut self, opcode: u8, suggested: Option<u8>) {
        self.opcode = u32::from(opcode);
        self.token = hash(self.opcode, 1);
        self.operands = [0; 2];
        self.operand = 0;
        self.follows = suggested == Some(opcode);
    }

    /// Comes to an operand.
    pub(crate) fn operand(&mut self, value: u32, suggested: Option<u32>) {
        self.follows &= suggested == Some(value);
        self.met(value.wrapping_add(2));
        let kept = &mut self.operands[self.operand];
        *kept = kept.wrapping_mul(31).wrapping_add(value);
        self.operand = 1;
    }

    /// Takes note of a part of an operand.
    pub(crate) fn met(&mut self, part: u32) {
        self.token = hash(self.token, part);
    }

    /// The instruction is complete.
    pub(crate) fn done(&mut self) -> Token {
        self.opcodes.rotate_right(1);
        self.tokens.rotate_right(1);
        self.opcodes[0] = self.opcode;
        self.tokens[0] = self.token;
        let [statement, before, _] = self.statements;
        let statement = hash(statement, self.opcode);
        if self.height() > 0 {
            self.statements[0] = statement;
        } else {
            self.statements = [0, statement, before];
            self.ends = [self.opcode, self.ends[0]];
        }
        self.token = 0;
        self.time += 1;
        Token {
            op: self.opcode,
            operands: self.operands,
        }
    }

    fn floor(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.floor)
    }

    /// How many values the statement has on the stack.
    fn height(&self) -> u32 {
        self.stack.len().saturating_sub(self.floor()) as u32
    }

    /// The value so many below the top.
    fn below(&self, depth: usize) -> Value {
        let place = self.stack.len().checked_sub(depth + 1);
        place.map_or(Value::default(), |place| self.stack[place])
    }

    pub(crate) fn pop(&mut self) -> Value {
        match self.stack.len() > self.floor() {
            true => self.stack.pop().unwrap_or_default(),
            false => Value::default(),
        }
    }

    fn push_from(&mut self, value: Value) {
        self.stack.push(value);
    }

    /// A value that was computed.
    pub(crate) fn push(&mut self, sort: u8) {
        let from = COMPUTED + self.opcode;
        self.push_from(Value { sort, from });
    }

    /// A function takes so many values, and gives some.
    pub(crate) fn called(&mut self, callee: u32, takes: usize, gives: &[u8]) {
        self.callee = callee;
        for _ in 0..takes {
            let _ = self.pop();
        }
        for &sort in gives {
            let from = CALL + callee;
            self.push_from(Value { sort, from });
        }
    }

    /// A value that was loaded.
    pub(crate) fn push_loaded(&mut self, sort: u8, offset: u32) {
        let from = COMPUTED + (self.opcode + offset.wrapping_mul(256)) % (1 << 31);
        self.push_from(Value { sort, from });
    }

    pub(crate) fn enter(&mut self, takes: usize, gives: &[u8]) {
        let floor = self.stack.len().saturating_sub(takes);
        self.frames.push(Frame {
            floor: floor.max(self.floor()),
            opcode: self.opcode,
            gives: gives.to_vec(),
        });
    }

    /// The other branch begins with nothing.
    pub(crate) fn otherwise(&mut self) {
        self.stack.truncate(self.floor());
    }

    pub(crate) fn leave(&mut self) {
        self.stack.truncate(self.floor());
        if let Some(frame) = self.frames.pop() {
            for sort in frame.gives {
                self.push_from(Value { sort, from: BLOCK });
            }
        }
    }

    pub(crate) fn says(&mut self, word: u32) {
        self.word = word;
    }

    /// Memory is looked at at an offset from a value.
    pub(crate) fn reaches(&mut self, base: Value, offset: u32) {
        self.offsets = [offset, self.offsets[0]];
        if let Some(local) = base.local() {
            self.locals[local].offset = offset.wrapping_add(1);
        }
    }
}
