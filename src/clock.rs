//! The clock of time limits: that of the standard library, or in a browser one that the host sets.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use hosted::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use hosted::set;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod hosted {
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static SOURCE: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the source of monotonic time, such as a browser's `performance.now`. Later calls have no
    /// effect. Without a source, no time limit is reached.
    pub fn set(source: fn() -> Duration) {
        let _ = SOURCE.set(source);
    }

    /// Replacement for `std::time::Instant`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) struct Instant(Duration);

    impl Instant {
        pub(crate) fn now() -> Self {
            Instant(SOURCE.get().map_or(Duration::ZERO, |source| source()))
        }

        pub(crate) fn elapsed(self) -> Duration {
            Instant::now().saturating_duration_since(self)
        }

        pub(crate) fn checked_add(self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Instant)
        }

        pub(crate) fn saturating_duration_since(self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Self {
            Instant(self.0.saturating_add(time))
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }
}
