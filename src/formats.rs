//! The formats room.
