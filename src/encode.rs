//! Encodings that backends and the embedded solver share: clauses ([`cnf`]) and
//! linear rows over 0/1 variables (`linear`).

pub mod cnf;
pub(crate) mod linear;
