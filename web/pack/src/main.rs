//! Packs a module: `pipsc-pack MODULE PACKED`.

use std::process::ExitCode;

fn packed(from: &str) -> Result<Vec<u8>, String> {
    let module = std::fs::read(from).map_err(|error| format!("cannot read {from}: {error}"))?;
    let strange =
        |_| format!("{from} is no WebAssembly module, or has instructions that are not known here");
    let module = pipsc_pack::tidied(&module).map_err(strange)?;
    let packed = pipsc_pack::pack(&module).map_err(strange)?;
    match pipsc_pack::unpack(&packed) {
        Ok(again) if again == module => Ok(packed),
        _ => Err(format!("{from} does not come out again as it went in")),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [from, to] = &arguments[..] else {
        eprintln!(
            "pipsc-pack: expected two arguments, a module and the file that it is packed into"
        );
        return ExitCode::from(2);
    };
    let written = packed(from).and_then(|packed| {
        std::fs::write(to, packed).map_err(|error| format!("cannot write {to}: {error}"))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("pipsc-pack: {message}");
            ExitCode::FAILURE
        }
    }
}
