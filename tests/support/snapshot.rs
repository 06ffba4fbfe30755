//! Comparison with the files in `snapshots/`.

/// Compares a text with `snapshots/FOLDER/NAME.snap`.
#[track_caller]
pub(crate) fn assert_snapshot(folder: &str, name: &str, text: &str) {
    let snapshots = concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots");
    insta::with_settings!({
        snapshot_path => format!("{snapshots}/{folder}"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, text);
    });
}
