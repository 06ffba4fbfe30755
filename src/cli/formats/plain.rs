//! Markdown as our own pages have it, laid out for a terminal: paragraphs, lists, tables and
//! examples.

use crate::padding;

/// A text in lines of at most so many columns. Only examples keep theirs.
pub(super) fn text(markdown: &str, columns: usize) -> String {
    let mut laid_out = String::new();
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            for line in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                laid_out += format!("    {line}").trim_end();
                laid_out.push('\n');
            }
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(cells(row));
            }
            laid_out += &table(&rows, columns);
        } else if line.trim().is_empty() {
            laid_out.push('\n');
        } else if let Some(heading) = line.strip_prefix('#') {
            laid_out += heading.trim_start_matches('#').trim();
            laid_out.push('\n');
        } else {
            // The lines of a paragraph, or of one item of a list, belong together.
            let mut paragraph = line.to_owned();
            while let Some(next) = lines.next_if(|next| {
                let others = ["- ", "|", "```", "#"];
                let is_other = others.iter().any(|start| next.starts_with(start));
                !next.trim().is_empty() && !is_other
            }) {
                paragraph.push(' ');
                paragraph += next.trim();
            }
            let (start, words) = match paragraph.strip_prefix("- ") {
                Some(item) => ("- ", item),
                None => ("", paragraph.as_str()),
            };
            laid_out += &indented(start, &without_links(words), columns);
        }
    }
    laid_out.trim_end().to_owned() + "\n"
}

/// Words behind a start, with the lines after the first below the words.
pub(super) fn indented(start: &str, words: &str, columns: usize) -> String {
    let indent = start.chars().count();
    let mut lines = vec![start.to_owned()];
    let mut width = indent;
    for word in words.split_whitespace() {
        let length = word.chars().count();
        if width > indent && width + 1 + length > columns {
            lines.push(" ".repeat(indent));
            width = indent;
        }
        let Some(line) = lines.last_mut() else { break };
        if width > indent {
            line.push(' ');
            width += 1;
        }
        line.push_str(word);
        width += length;
    }
    lines.join("\n") + "\n"
}

/// `[text](address)` as `text`.
fn without_links(words: &str) -> String {
    let mut rest = words;
    let mut text = String::new();
    while let Some((before, after)) = rest.split_once('[') {
        text += before;
        let link = after.split_once("](").and_then(|(shown, more)| {
            let (_, behind) = more.split_once(')')?;
            Some((shown, behind))
        });
        match link {
            // A bracket inside code is no link.
            Some((shown, behind)) if text.matches('`').count().is_multiple_of(2) => {
                text += shown;
                rest = behind;
            }
            _ => {
                text.push('[');
                rest = after;
            }
        }
    }
    text + rest
}

/// The cells of a row; `\|` is a bar in a cell.
fn cells(row: &str) -> Vec<String> {
    let row = row.trim().replace("\\|", "\u{0}");
    let row = row.strip_prefix('|').unwrap_or(&row);
    let cells = row.strip_suffix('|').unwrap_or(row).split('|');
    cells
        .map(|cell| without_links(cell.replace('\u{0}', "|").trim()))
        .collect()
}

/// A table in columns; the last one is as wide as there is room.
fn table(rows: &[Vec<String>], columns: usize) -> String {
    let is_line = |row: &&Vec<String>| {
        let all = |keep: fn(char) -> bool| row.iter().all(|cell| cell.chars().all(keep));
        !all(|c| c == '-')
    };
    let rows: Vec<&Vec<String>> = rows.iter().filter(is_line).collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let mut text = String::new();
    for row in &rows {
        let Some((last, before)) = row.split_last() else {
            continue;
        };
        let mut start = String::from("  ");
        for (column, cell) in before.iter().enumerate() {
            start += &padding::left(cell, width(column));
            start += "  ";
        }
        text += indented(&start, last, columns).trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Form;

    #[test]
    fn a_page_is_laid_out() {
        let markdown = "\
One [link](x.md) and `[a](b)` that go on
and on.

- an item
  of two lines
- another

| line | means |
|---|---|
| `A \\| B` | a bar |

```text
  kept  as it is, however long it may be
```

### More
End.
";
        let expected = "\
One link and `[a](b)`
that go on and on.

- an item of two lines
- another

  line     means
  `A | B`  a bar

      kept  as it is, however long it may be

More
End.
";
        assert_eq!(text(markdown, 24), expected);
    }

    #[test]
    fn every_form_fits_a_terminal() {
        for form in Form::all() {
            let laid_out = text(form.text, 80);
            let example = form.example().lines();
            let example: Vec<String> = example.map(|line| format!("    {line}")).collect();
            let example = example.join("\n").replace("\n    \n", "\n\n");
            assert!(laid_out.contains(&example), "{laid_out}");
            for line in laid_out.lines().filter(|line| !line.starts_with("    ")) {
                assert!(line.chars().count() <= 80, "{}: {line}", form.name);
            }
            assert!(!laid_out.contains("]("), "{laid_out}");
        }
    }
}
