//! Puzzles from a server and from the cache. The server is local, on the loopback address; no other
//! server is contacted.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{Arguments, RunOutput, TestEnv};
use crate::puzzle_server::{PuzzleServer, ServerReply};

const LEVEL: &str = include_str!("../../puzzles/2025-10-05-easy.nyt.json");

/// A day in the NYT format.
fn day() -> String {
    format!(r#"{{"printDate": "2025-10-05", "easy": {LEVEL}, "medium": null, "hard": {LEVEL}}}"#)
}

/// A command that uses a server, without a proxy.
fn command(env: &TestEnv, server: &str, arguments: impl Arguments) -> Command {
    let mut command = env.command(arguments);
    let _ = command
        .env("PIPSC_FETCH_URL", server)
        .env("HOME", env.path("home"))
        .env("NO_COLOR", "1");
    for name in ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY"] {
        let _ = command.env_remove(name).env_remove(name.to_lowercase());
    }
    command
}

fn run(env: &TestEnv, server: &str, arguments: impl Arguments) -> RunOutput {
    env.finish(&mut command(env, server, arguments))
}

/// Every file below a folder, by its path from there.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => found.push(path.strip_prefix(folder).expect("inside").to_owned()),
            }
        }
    }
    found
}

/// The names of the cached files. Asserts that there are no other files.
fn cached(env: &TestEnv) -> Vec<String> {
    assert_eq!(files(&env.path("home")), Vec::<PathBuf>::new());
    let files = files(&env.path("cache")).into_iter();
    let names = files.map(|file| {
        file.file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned()
    });
    names.collect()
}

#[track_caller]
fn assert_exit(output: &RunOutput, code: i32, message: &str) {
    output.assert_stdout(code, "");
    output.stderr_has(message);
}

#[test]
fn a_day_is_fetched_once() {
    let env = TestEnv::new();
    let server = PuzzleServer::start(vec![ServerReply::good(&day())]);
    let url = server.url();
    let output = run(&env, &url, "fetch 2025-10-05");
    output.assert_stdout(0, day());
    assert_eq!(output.stderr, "");

    let requests = server.requests();
    assert_eq!(requests.len(), 1);
    let head = requests[0].to_lowercase();
    assert!(
        head.starts_with("get /pips/2025-10-05.json http/1.1\n"),
        "{head}"
    );
    let agent = concat!("user-agent: pipsc/", env!("CARGO_PKG_VERSION"), "\n");
    assert!(head.contains(agent), "{head}");

    assert_eq!(cached(&env), ["2025-10-05.json"]);
    let file = env.path("day.json");
    let path = file.display().to_string();
    let again = run(&env, &url, format!("fetch 2025-10-05 -o {path}"));
    again.assert_stdout(0, "");
    assert_eq!(fs::read_to_string(&file).expect("the file"), day());
    assert_eq!(server.requests().len(), 1, "the cache was not used");

    let fresh = run(&env, &url, "fetch 2025-10-05 --refresh");
    fresh.assert_stdout(0, day());
    assert_eq!(server.requests().len(), 2);

    drop(server);
    let gone = run(&env, &url, "fetch 2025-10-05");
    gone.assert_stdout(0, day());
}

#[test]
fn a_date_can_replace_a_file() {
    let env = TestEnv::new();
    let server = PuzzleServer::start(vec![ServerReply::good(&day())]);
    let run = |arguments: &str| run(&env, &server.url(), arguments);
    let solved = run("run 2025-10-05:easy");
    solved.assert_code(0);
    solved.stdout_ends("a solution, checked\n");
    let all = run("run 2025-10-05 --count");
    assert_eq!(all.stdout, "2025-10-05-easy: 1\n2025-10-05-hard: 1\n");
    let level = run("convert 2025-10-05 --level hard --to nyt");
    level.assert_code(0);
    let emitted = run("emit 2025-10-05:easy -t dimacs");
    emitted.stdout_has("\nc Instance: 2025-10-05-easy\n");

    assert_exit(&run("explain 2025-10-05"), 2, "choose a level: easy, hard");
    assert_exit(&run("check 2025-10-05:medium"), 2, "no level medium");
    assert_exit(
        &run("check 2025-10-05:extreme"),
        2,
        "there is no level `extreme`",
    );
    assert_eq!(server.requests().len(), 1, "one for all");
}

#[test]
fn a_file_takes_precedence_over_a_date() {
    let env = TestEnv::new();
    let server = PuzzleServer::start(vec![ServerReply::good(&day())]);
    for name in ["2025-10-05", "today"] {
        let _ = env.write(name, "AA\n\nA 7\n\n3-4\n");
        let mut command = command(&env, &server.url(), format!("run {name} --count"));
        let output = env.finish(command.current_dir(env.path("")));
        assert_eq!(output.stdout, "2\n", "{output:?}");
    }
    assert_eq!(server.requests().len(), 0);
}

#[test]
fn today_and_yesterday_are_dates() {
    let env = TestEnv::new();
    let server = PuzzleServer::start(vec![ServerReply::good(LEVEL)]);
    let today = || jiff::Zoned::now().date();
    for (word, days_ago) in [
        ("today", 0),
        ("yesterday", 1),
        ("https://www.nytimes.com/games/pips", 0),
    ] {
        let before = today();
        let output = run(&env, &server.url(), format!("emit {word} -t dimacs"));
        let after = today();
        output.assert_stderr(0, "");
        let day = |date: jiff::civil::Date| date - jiff::Span::new().days(days_ago);
        assert!([before, after].map(day).iter().any(|date| {
            let requests = server.requests();
            let request = format!("GET /pips/{date}.json ");
            requests.iter().any(|one| one.starts_with(&request))
                && output.stdout.contains(&format!("\nc Instance: {date}\n"))
        }));
    }
    assert!(server.requests().len() <= 3);
}

#[test]
fn nyt_addresses_are_puzzles() {
    let env = TestEnv::new();
    let server = PuzzleServer::start(vec![ServerReply::good(&day())]);
    let run = |arguments: &str| run(&env, &server.url(), arguments);
    let by_day = run("run 2025-10-05:hard");
    by_day.assert_code(0);
    let data = "https://www.nytimes.com/svc/pips/v1/2025-10-05.json";
    for address in [
        "https://www.nytimes.com/games/pips/hard/2025-10-05?smid=url",
        "www.nytimes.com/games/pips/2025-10-05/hard",
        &format!("{data}:hard"),
    ] {
        for arguments in [&*format!("run {address}"), address] {
            let output = run(arguments);
            output.assert_stdout(0, &by_day.stdout);
        }
    }
    let fetched = run(&format!("fetch {data}"));
    fetched.assert_stdout(0, day());
    // The cache has the day: the server received one request.
    assert_eq!(server.requests().len(), 1);

    let two = run("check https://www.nytimes.com/games/pips/easy --level hard");
    assert_exit(&two, 2, "easy and hard");
    for other in [
        "https://www.nytimes.com/crosswords",
        "https://example.org/2025-10-05.json",
    ] {
        for arguments in [
            &*format!("run {other}"),
            &format!("show {other}"),
            &format!("fetch {other}"),
            other,
        ] {
            let output = run(arguments);
            assert_exit(
                &output,
                2,
                &format!("{other} is not the address of a puzzle"),
            );
            assert_exit(&output, 2, "https://www.nytimes.com/games/pips");
        }
    }
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn invalid_days_are_refused_without_a_request() {
    let env = TestEnv::new();
    let server = PuzzleServer::start(vec![ServerReply::good(&day())]);
    for (day, message) in [
        ("2025-02-30", "there is no day 2025-02-30 in the calendar"),
        ("2025-8-24", "`2025-8-24` is not a day, expected YYYY-MM-DD"),
    ] {
        for arguments in [
            &format!("fetch {day}"),
            &format!("check {day}"),
            &format!("check {day}:easy"),
        ] {
            assert_exit(&run(&env, &server.url(), arguments), 2, message);
        }
    }
    let word = run(&env, &server.url(), "fetch tomorrow");
    assert_exit(&word, 2, "`tomorrow` is not a day, expected YYYY-MM-DD");
    assert_eq!(server.requests().len(), 0);
    // No request is sent to the NYT for a day without puzzles.
    let early = run(&env, "", "fetch 2025-08-17");
    assert_exit(
        &early,
        2,
        "there are no puzzles of 2025-08-17: the first appeared on 2025-08-18",
    );
}

#[test]
fn a_missing_day_is_requested_once() {
    let env = TestEnv::new();
    let server = PuzzleServer::start(vec![ServerReply::status(404)]);
    let past = run(&env, &server.url(), "fetch 2025-10-05");
    assert_exit(
        &past,
        2,
        "2025-10-05.json: there are no puzzles of 2025-10-05\n",
    );
    let future = run(&env, &server.url(), "fetch 9000-01-01");
    assert_exit(&future, 2, "no puzzles of 9000-01-01, a day in the future");
    assert_eq!(server.requests().len(), 2);
    assert_eq!(cached(&env), Vec::<String>::new());
}

#[test]
fn transient_errors_are_retried_once() {
    let slow_down = ServerReply::Full(429, "Retry-After: 0\r\n", Vec::new());
    for first in [
        ServerReply::status(500),
        ServerReply::status(503),
        slow_down,
    ] {
        let env = TestEnv::new();
        let server = PuzzleServer::start(vec![first, ServerReply::good(&day())]);
        let output = run(&env, &server.url(), "fetch 2025-10-05");
        output.assert_stdout(0, day());
        assert_eq!(server.requests().len(), 2);
    }
}

#[test]
fn failed_requests_report_the_reason() {
    let cut_off = ServerReply::Raw(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{".to_vec());
    let not_http = ServerReply::Raw(b"What?\r\n\r\n".to_vec());
    let closed = ServerReply::Raw(Vec::new());
    for (reply, tries, message) in [
        (
            ServerReply::status(500),
            2,
            "the server answered with status 500",
        ),
        (ServerReply::Silence, 2, "the server did not answer in time"),
        (cut_off, 1, "the connection to the server failed"),
        (closed, 1, "the connection to the server failed"),
        (not_http, 1, "the reply is not HTTP"),
    ] {
        let env = TestEnv::new();
        let server = PuzzleServer::start(vec![reply]);
        let arguments = "fetch 2025-10-05 --time-limit 700ms";
        assert_exit(&run(&env, &server.url(), arguments), 1, message);
        assert_eq!(server.requests().len(), tries, "{message}");
        assert_eq!(cached(&env), Vec::<String>::new());
    }
}

#[test]
fn invalid_replies_are_not_cached() {
    let broken = day().replace("[5, 1],", "");
    let other = day().replace("2025-10-05", "2025-10-06");
    for (reply, message) in [
        (
            ServerReply::good("<html>Log in</html>"),
            "does not hold the puzzles of 2025-10-05: ",
        ),
        (
            ServerReply::good("{\"a\": 1}"),
            "does not hold the puzzles of 2025-10-05: ",
        ),
        (
            ServerReply::good("{\"printDate\": \"2025-10-05\"}"),
            "there is no puzzle in this day",
        ),
        (
            ServerReply::good(&other),
            "these are the puzzles of 2025-10-06",
        ),
        (ServerReply::good(&broken), "8 cells need 4 dominoes, not 3"),
        (
            ServerReply::good(&" ".repeat(5 << 20)),
            "the reply is too large: it has more than 4 MiB",
        ),
        (
            ServerReply::status(403),
            "the server answered with status 403",
        ),
    ] {
        let env = TestEnv::new();
        let server = PuzzleServer::start(vec![reply]);
        let output = run(&env, &server.url(), "fetch 2025-10-05");
        assert_exit(&output, 1, message);
        assert_eq!(server.requests().len(), 1, "{message}");
        assert_eq!(cached(&env), Vec::<String>::new());
    }
}

#[test]
fn a_broken_level_does_not_hide_the_others() {
    let env = TestEnv::new();
    let (easy, hard) = day()
        .split_once("\"hard\"")
        .map(|(a, b)| (a.to_string(), b.to_string()))
        .expect("levels");
    let broken = format!("{easy}\"hard\"{}", hard.replace("[5, 1],", ""));
    let server = PuzzleServer::start(vec![ServerReply::good(&broken)]);
    let output = run(&env, &server.url(), "convert 2025-10-05:easy --to text");
    output.assert_exit(0, "a level that is not a valid puzzle");
    assert_eq!(cached(&env), Vec::<String>::new());
}

#[test]
fn redirects_are_limited() {
    let env = TestEnv::new();
    let moved = ServerReply::Full(301, "Location: /elsewhere/day.json\r\n", Vec::new());
    let server = PuzzleServer::start(vec![moved.clone(), ServerReply::good(&day())]);
    let output = run(&env, &server.url(), "fetch 2025-10-05");
    output.assert_stdout(0, day());
    assert!(server.requests()[1].starts_with("GET /elsewhere/day.json "));

    let server = PuzzleServer::start(vec![moved]);
    let output = run(&env, &server.url(), "fetch 2025-10-05");
    assert_exit(&output, 1, "the server redirects too often");
    assert!(server.requests().len() < 10);
}

#[test]
fn a_failed_connection_is_reported() {
    let env = TestEnv::new();
    let url = PuzzleServer::start(vec![]).url();
    assert_exit(
        &run(&env, &url, "fetch 2025-10-05"),
        1,
        "the connection to the server failed",
    );
    // These are refused without a request.
    for base in ["example.org", "ftp://example.org"] {
        let output = run(&env, base, "check 2025-10-05");
        assert_exit(&output, 2, "PIPSC_FETCH_URL: ");
        let output = run(&env, &url, format!("fetch 2025-10-05 --base-url {base}"));
        assert_exit(&output, 2, "expected http://... or https://...");
    }
}

#[test]
fn the_option_takes_precedence_over_the_environment() {
    let env = TestEnv::new();
    let (one, other) = (
        PuzzleServer::start(vec![ServerReply::good(&day())]),
        PuzzleServer::start(vec![ServerReply::good(LEVEL)]),
    );
    let base = format!("{}/", other.url());
    let output = run(
        &env,
        &one.url(),
        format!("fetch 2025-10-05 --base-url {base}"),
    );
    output.assert_stdout(0, LEVEL);
    assert_eq!(one.requests().len(), 0);
    // Servers do not share cached files.
    let output = run(&env, &one.url(), "fetch 2025-10-05");
    output.assert_stdout(0, day());
    assert_eq!(cached(&env).len(), 2);
}

#[test]
fn offline_makes_no_request() {
    let env = TestEnv::new();
    let server = PuzzleServer::start(vec![ServerReply::good(&day())]);
    let run = |arguments: &str| run(&env, &server.url(), arguments);
    let missing = run("fetch 2025-10-05 --offline");
    assert_exit(&missing, 2, "2025-10-05 is not in the cache (");
    assert_eq!(server.requests().len(), 0);
    assert_eq!(run("fetch 2025-10-05").code, Some(0));
    let there = run("fetch 2025-10-05 --offline");
    there.assert_stdout(0, day());
    assert_eq!(server.requests().len(), 1);
    assert_eq!(run("fetch 2025-10-05 --offline --refresh").code, Some(2));
}

#[test]
fn a_damaged_entry_is_fetched_again() {
    let env = TestEnv::new();
    let server = PuzzleServer::start(vec![ServerReply::good(&day())]);
    let run = |arguments: &str| run(&env, &server.url(), arguments);
    assert_eq!(run("fetch 2025-10-05").code, Some(0));
    let entry = env.path("cache").join(files(&env.path("cache")).remove(0));
    fs::write(&entry, &day()[..50]).expect("a file");
    let offline = run("fetch 2025-10-05 --offline");
    assert_exit(
        &offline,
        2,
        "error: the cached file of 2025-10-05 cannot be used: ",
    );
    let again = run("fetch 2025-10-05");
    again.assert_stdout(0, day());
    again
        .stderr_has("warning: the cached file of 2025-10-05 cannot be used and is fetched again: ");
    assert_eq!(fs::read_to_string(entry).expect("the entry"), day());
}

#[test]
fn an_unwritable_cache_is_a_warning() {
    let env = TestEnv::new();
    let server = PuzzleServer::start(vec![ServerReply::good(&day())]);
    let blocked = env.write("blocked", "a file, not a folder");
    let mut in_a_file = command(&env, &server.url(), "fetch 2025-10-05");
    let output = env.finish(in_a_file.env("XDG_CACHE_HOME", blocked));
    output.assert_stdout(0, day());
    output.stderr_has("2025-10-05 is not cached: cannot write ");

    let mut homeless = command(&env, &server.url(), "fetch 2025-10-05");
    let homeless = homeless.env_remove("XDG_CACHE_HOME").env_remove("HOME");
    let output = env.finish(homeless);
    output.assert_stdout(0, day());
    output.stderr_has("warning: there is no cache: ");
    let output = env.finish(homeless.arg("--offline"));
    assert_exit(&output, 2, "there is no cache: ");
}

#[test]
fn an_interrupt_cancels_requests() {
    for arguments in ["fetch 2025-10-05", "run 2025-10-05"] {
        let env = TestEnv::new();
        let server = PuzzleServer::start(vec![ServerReply::Silence]);
        let mut command = command(&env, &server.url(), arguments);
        let _ = env.interrupt(&mut command, |_| server.requests().len() == 1);
        assert_eq!(server.requests().len(), 1, "it requests again");
        assert_eq!(files(&env.path("cache")), Vec::<PathBuf>::new());
    }
}
