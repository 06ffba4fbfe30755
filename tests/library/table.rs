//! Tables of messages, kept as snapshots.

/// Compares a table with the one that was last looked at.
pub(crate) fn snapshot(name: &str, table: &str) {
    insta::with_settings!({
        snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/formats"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, table);
    });
}
