//! Shell completions, tested with bash if it is installed.

use std::process::Command;

use crate::command::TestEnv;
use crate::usability::commands;

#[test]
fn every_shell_gets_every_command_and_option() {
    let env = TestEnv::new();
    let commands = commands(&env);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = env.run(format!("completions {shell}"));
        script.assert_stderr(0, "");
        for word in commands.iter().map(String::as_str).chain(["time-limit"]) {
            script.stdout_has(word);
        }
    }
    assert_eq!(env.run("completions cmd").code, Some(2));
}

#[test]
fn bash_completes() {
    if Command::new("bash").arg("--version").output().is_err() {
        println!("NOT TESTED: there is no bash");
        return;
    }
    let script = r#"
source <("$0" completions bash)
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_pipsc pipsc "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
"#;
    let complete = |words: &str| {
        let mut command = Command::new("bash");
        let _ = command
            .args(["-c", script, env!("CARGO_BIN_EXE_pipsc"), "pipsc"])
            .args(words.split(' '))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("PIPSC_CONFIG", "");
        let output = command.output().expect("bash");
        let message = String::from_utf8_lossy(&output.stdout);
        message.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(complete("bund"), ["bundle"]);
    assert_eq!(complete("run p --time"), ["--time-limit"]);
    assert_eq!(complete("bench p --clock c"), ["cpu"]);
}
