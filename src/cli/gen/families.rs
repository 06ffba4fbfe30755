//! `pipsc gen --families`: what there is to be made, and why it is hard.

use serde_json::{Value, json};

use crate::cli::{CliError, output, prose, terminal};
use crate::exit::Exit;
use crate::generate::{Choices, Family};
use crate::json::document;

/// The width that texts are laid out for where no terminal says another.
const COLUMNS: usize = 80;

/// Describes every family.
pub(super) fn tell(is_json: bool) -> Result<Exit, CliError> {
    output::to_stdout(|out| {
        if is_json {
            let families: Vec<Value> = Family::ALL.into_iter().map(value).collect();
            return writeln!(out, "{}", document(&json!({ "families": families })));
        }
        let columns = terminal::columns().unwrap_or(COLUMNS);
        prose::write(out, Some(columns), |out| {
            for family in Family::ALL {
                write!(out, "{}", text(family))?;
            }
            writeln!(
                out,
                "`pipsc gen --family NAME --size N` makes one; values in brackets are the defaults."
            )
        })
    })?;
    Ok(Exit::Done)
}

fn text(family: Family) -> String {
    let info = family.info();
    let (least, most) = info.sizes.into_inner();
    let mut text = format!("{family}\n  {}\n", info.about);
    text += &format!("  --size {least} to {most}: {}\n", info.size_means);
    for &(param, usual) in info.params {
        let about = param.about();
        text += &match param.choices() {
            Choices::Flag => format!("  --{param}: {about}\n"),
            Choices::Number(least, most) => {
                format!("  --{param} {least} to {most} [{usual}]: {about}\n")
            }
            Choices::Words(words) => format!(
                "  --{param} {} [{}]: {about}\n",
                words.join("|"),
                param.spell(usual)
            ),
        };
    }
    text + &format!("  status by construction: {}\n\n", info.status)
}

fn value(family: Family) -> Value {
    let info = family.info();
    let params = info.params.iter().map(|&(param, usual)| {
        let mut value = json!({ "name": param.name(), "about": param.about() });
        match param.choices() {
            Choices::Flag => value["default"] = (usual == 1).into(),
            Choices::Number(least, most) => {
                value["least"] = least.into();
                value["most"] = most.into();
                value["default"] = usual.into();
            }
            Choices::Words(words) => {
                value["words"] = words.to_vec().into();
                value["default"] = param.spell(usual).into();
            }
        }
        value
    });
    json!({
        "name": family.name(),
        "about": info.about,
        "size": {
            "of": info.size_means,
            "least": info.sizes.start(),
            "most": info.sizes.end(),
        },
        "params": params.collect::<Vec<_>>(),
        "status": info.status.to_string(),
    })
}
