//! Puzzles from a server and from the cache. The server is one of our own, on the loopback
//! address; nothing else is ever asked.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::command::{Arguments, Did, Place};
use crate::newsstand::{Newsstand, Reply};

const LEVEL: &str = include_str!("../../puzzles/2025-10-05-easy.nyt.json");

/// A day like the newspaper's.
fn day() -> String {
    format!(r#"{{"printDate": "2025-10-05", "easy": {LEVEL}, "medium": null, "hard": {LEVEL}}}"#)
}

/// Prepares the program to ask a server, and no proxy on the way.
fn command(place: &Place, server: &str, arguments: impl Arguments) -> Command {
    let mut command = place.command(arguments);
    let _ = command
        .env("PIPSC_FETCH_URL", server)
        .env("HOME", place.path("home"))
        .env("NO_COLOR", "1");
    for name in ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY"] {
        let _ = command.env_remove(name).env_remove(name.to_lowercase());
    }
    command
}

fn run(place: &Place, server: &str, arguments: impl Arguments) -> Did {
    place.finish(&mut command(place, server, arguments))
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

/// The cache's files by name, and nothing outside it.
fn cached(place: &Place) -> Vec<String> {
    assert_eq!(files(&place.path("home")), Vec::<PathBuf>::new());
    let files = files(&place.path("cache")).into_iter();
    let names = files.map(|file| {
        file.file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned()
    });
    names.collect()
}

#[track_caller]
fn assert_exit(did: &Did, code: i32, message: &str) {
    assert_eq!((did.code, did.stdout.as_str()), (Some(code), ""), "{did:?}");
    did.stderr_has(message);
}

#[test]
fn a_day_is_fetched_once() {
    let place = Place::new();
    let stand = Newsstand::open(vec![Reply::good(&day())]);
    let url = stand.url();
    let did = run(&place, &url, "fetch 2025-10-05");
    assert_eq!(
        (did.code, did.stdout, did.stderr),
        (Some(0), day(), String::new())
    );

    let requests = stand.requests();
    assert_eq!(requests.len(), 1);
    let head = requests[0].to_lowercase();
    assert!(
        head.starts_with("get /pips/2025-10-05.json http/1.1\n"),
        "{head}"
    );
    let agent = concat!("user-agent: pipsc/", env!("CARGO_PKG_VERSION"), "\n");
    assert!(head.contains(agent), "{head}");

    assert_eq!(cached(&place), ["2025-10-05.json"]);
    let file = place.path("day.json");
    let path = file.display().to_string();
    let again = run(&place, &url, format!("fetch 2025-10-05 -o {path}"));
    assert_eq!((again.code, again.stdout.as_str()), (Some(0), ""));
    assert_eq!(fs::read_to_string(&file).expect("the file"), day());
    assert_eq!(stand.requests().len(), 1, "the cache was not used");

    let fresh = run(&place, &url, "fetch 2025-10-05 --refresh");
    assert_eq!((fresh.code, fresh.stdout), (Some(0), day()));
    assert_eq!(stand.requests().len(), 2);

    drop(stand);
    let gone = run(&place, &url, "fetch 2025-10-05");
    assert_eq!((gone.code, gone.stdout), (Some(0), day()));
}

#[test]
fn a_day_stands_in_place_of_a_file() {
    let place = Place::new();
    let stand = Newsstand::open(vec![Reply::good(&day())]);
    let run = |arguments: &str| run(&place, &stand.url(), arguments);
    let solved = run("run 2025-10-05:easy");
    assert_eq!(solved.code, Some(0), "{solved:?}");
    assert!(
        solved.stdout.ends_with("a solution, checked\n"),
        "{solved:?}"
    );
    let all = run("run 2025-10-05 --count");
    assert_eq!(all.stdout, "2025-10-05-easy: 1\n2025-10-05-hard: 1\n");
    let level = run("convert 2025-10-05 --level hard --to nyt");
    assert_eq!(level.code, Some(0), "{level:?}");
    let emitted = run("emit 2025-10-05:easy -t dimacs");
    emitted.stdout_has("\nc instance: 2025-10-05-easy\n");

    assert_exit(&run("explain 2025-10-05"), 2, "choose a level: easy, hard");
    assert_exit(&run("check 2025-10-05:medium"), 2, "no level medium");
    assert_exit(
        &run("check 2025-10-05:extreme"),
        2,
        "there is no level `extreme`",
    );
    assert_eq!(stand.requests().len(), 1, "one for all");
}

#[test]
fn a_file_goes_before_a_day() {
    let place = Place::new();
    let stand = Newsstand::open(vec![Reply::good(&day())]);
    for name in ["2025-10-05", "today"] {
        let _ = place.write(name, "AA\n\nA 7\n\n3-4\n");
        let mut command = command(&place, &stand.url(), format!("run {name} --count"));
        let did = place.finish(command.current_dir(place.path("")));
        assert_eq!(did.stdout, "2\n", "{did:?}");
    }
    assert_eq!(stand.requests().len(), 0);
}

#[test]
fn today_and_yesterday_are_dates() {
    let place = Place::new();
    let stand = Newsstand::open(vec![Reply::good(LEVEL)]);
    let today = || jiff::Zoned::now().date();
    for (word, days_ago) in [
        ("today", 0),
        ("yesterday", 1),
        ("https://www.nytimes.com/games/pips", 0),
    ] {
        let before = today();
        let did = run(&place, &stand.url(), format!("emit {word} -t dimacs"));
        let after = today();
        assert_eq!((did.code, did.stderr.as_str()), (Some(0), ""), "{did:?}");
        let day = |date: jiff::civil::Date| date - jiff::Span::new().days(days_ago);
        assert!([before, after].map(day).iter().any(|date| {
            let asked = stand.requests();
            let request = format!("GET /pips/{date}.json ");
            asked.iter().any(|one| one.starts_with(&request))
                && did.stdout.contains(&format!("\nc instance: {date}\n"))
        }));
    }
    assert!(stand.requests().len() <= 3);
}

#[test]
fn an_address_of_the_newspaper_is_a_puzzle() {
    let place = Place::new();
    let stand = Newsstand::open(vec![Reply::good(&day())]);
    let run = |arguments: &str| run(&place, &stand.url(), arguments);
    let by_day = run("run 2025-10-05:hard");
    assert_eq!(by_day.code, Some(0), "{by_day:?}");
    let data = "https://www.nytimes.com/svc/pips/v1/2025-10-05.json";
    for address in [
        "https://www.nytimes.com/games/pips/hard?date=2025-10-05",
        "www.nytimes.com/games/pips/2025-10-05/hard",
        &format!("{data}:hard"),
        &format!("{}/2025-10-05.json:hard", stand.url()),
    ] {
        for arguments in [&*format!("run {address}"), address] {
            let did = run(arguments);
            let shown = (did.code, did.stdout.as_str());
            assert_eq!(shown, (Some(0), by_day.stdout.as_str()), "{did:?}");
        }
    }
    let fetched = run(&format!("fetch {data}"));
    assert_eq!((fetched.code, fetched.stdout), (Some(0), day()));
    // The cache has it: the server was asked once, and never for another day.
    assert_eq!(stand.requests().len(), 1);

    let two = run("check https://www.nytimes.com/games/pips/easy --level hard");
    assert_exit(&two, 2, "at two levels, easy and hard");
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
            let did = run(arguments);
            assert_exit(&did, 2, &format!("{other} is not the address of a puzzle"));
            assert_exit(&did, 2, "https://www.nytimes.com/games/pips");
        }
    }
    assert_eq!(stand.requests().len(), 1);
}

#[test]
fn invalid_days_are_refused_without_a_request() {
    let place = Place::new();
    let stand = Newsstand::open(vec![Reply::good(&day())]);
    for (day, message) in [
        ("2025-02-30", "there is no day 2025-02-30 in the calendar"),
        ("2025-8-24", "`2025-8-24` is not a day, expected YYYY-MM-DD"),
    ] {
        for arguments in [
            &format!("fetch {day}"),
            &format!("check {day}"),
            &format!("check {day}:easy"),
        ] {
            assert_exit(&run(&place, &stand.url(), arguments), 2, message);
        }
    }
    let word = run(&place, &stand.url(), "fetch tomorrow");
    assert_exit(&word, 2, "`tomorrow` is not a day, expected YYYY-MM-DD");
    assert_eq!(stand.requests().len(), 0);
    // The newspaper itself is not asked for what it cannot have.
    let early = run(&place, "", "fetch 2025-08-17");
    assert_exit(
        &early,
        2,
        "there are no puzzles of 2025-08-17: the first appeared on 2025-08-18",
    );
}

#[test]
fn a_missing_day_is_requested_once() {
    let place = Place::new();
    let stand = Newsstand::open(vec![Reply::status(404)]);
    let past = run(&place, &stand.url(), "fetch 2025-10-05");
    assert_exit(
        &past,
        2,
        "2025-10-05.json: there are no puzzles of 2025-10-05\n",
    );
    let future = run(&place, &stand.url(), "fetch 9000-01-01");
    assert_exit(&future, 2, "no puzzles of 9000-01-01, a day in the future");
    assert_eq!(stand.requests().len(), 2);
    assert_eq!(cached(&place), Vec::<String>::new());
}

#[test]
fn transient_errors_are_retried_once() {
    let slow_down = Reply::Full(429, "Retry-After: 0\r\n", Vec::new());
    for first in [Reply::status(500), Reply::status(503), slow_down] {
        let place = Place::new();
        let stand = Newsstand::open(vec![first, Reply::good(&day())]);
        let did = run(&place, &stand.url(), "fetch 2025-10-05");
        assert_eq!((did.code, did.stdout), (Some(0), day()), "{}", did.stderr);
        assert_eq!(stand.requests().len(), 2);
    }
}

#[test]
fn failed_requests_say_why() {
    let cut_off = Reply::Raw(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{".to_vec());
    let not_http = Reply::Raw(b"What?\r\n\r\n".to_vec());
    let closed = Reply::Raw(Vec::new());
    for (reply, tries, message) in [
        (Reply::status(500), 2, "the server answered with status 500"),
        (Reply::Silence, 2, "the server did not answer in time"),
        (cut_off, 1, "the connection to the server failed"),
        (closed, 1, "the connection to the server failed"),
        (not_http, 1, "the reply is not HTTP"),
    ] {
        let place = Place::new();
        let stand = Newsstand::open(vec![reply]);
        let arguments = "fetch 2025-10-05 --time-limit 700ms";
        assert_exit(&run(&place, &stand.url(), arguments), 1, message);
        assert_eq!(stand.requests().len(), tries, "{message}");
        assert_eq!(cached(&place), Vec::<String>::new());
    }
}

#[test]
fn a_reply_that_is_no_puzzle_is_not_kept() {
    let broken = day().replace("[5, 1],", "");
    let other = day().replace("2025-10-05", "2025-10-06");
    for (reply, message) in [
        (
            Reply::good("<html>Log in</html>"),
            "does not hold the puzzles of 2025-10-05: ",
        ),
        (
            Reply::good("{\"a\": 1}"),
            "does not hold the puzzles of 2025-10-05: ",
        ),
        (
            Reply::good("{\"printDate\": \"2025-10-05\"}"),
            "there is no puzzle in this day",
        ),
        (Reply::good(&other), "these are the puzzles of 2025-10-06"),
        (Reply::good(&broken), "8 cells need 4 dominoes, not 3"),
        (
            Reply::good(&" ".repeat(5 << 20)),
            "the reply is too large: it has more than 4 MiB",
        ),
        (Reply::status(403), "the server answered with status 403"),
    ] {
        let place = Place::new();
        let stand = Newsstand::open(vec![reply]);
        let did = run(&place, &stand.url(), "fetch 2025-10-05");
        assert_exit(&did, 1, message);
        assert_eq!(stand.requests().len(), 1, "{message}");
        assert_eq!(cached(&place), Vec::<String>::new());
    }
}

#[test]
fn a_broken_level_does_not_hide_the_others() {
    let place = Place::new();
    let (easy, hard) = day()
        .split_once("\"hard\"")
        .map(|(a, b)| (a.to_string(), b.to_string()))
        .expect("levels");
    let broken = format!("{easy}\"hard\"{}", hard.replace("[5, 1],", ""));
    let stand = Newsstand::open(vec![Reply::good(&broken)]);
    let did = run(&place, &stand.url(), "convert 2025-10-05:easy --to text");
    did.assert_exit(0, "a level that is not a valid puzzle");
    assert_eq!(cached(&place), Vec::<String>::new());
}

#[test]
fn redirects_are_followed_within_reason() {
    let place = Place::new();
    let moved = Reply::Full(301, "Location: /elsewhere/day.json\r\n", Vec::new());
    let stand = Newsstand::open(vec![moved.clone(), Reply::good(&day())]);
    let did = run(&place, &stand.url(), "fetch 2025-10-05");
    assert_eq!((did.code, did.stdout), (Some(0), day()), "{}", did.stderr);
    assert!(stand.requests()[1].starts_with("GET /elsewhere/day.json "));

    let stand = Newsstand::open(vec![moved]);
    let did = run(&place, &stand.url(), "fetch 2025-10-05");
    assert_exit(&did, 1, "the server redirects too often");
    assert!(stand.requests().len() < 10);
}

#[test]
fn a_failed_connection_is_reported() {
    let place = Place::new();
    let url = Newsstand::open(vec![]).url();
    assert_exit(
        &run(&place, &url, "fetch 2025-10-05"),
        1,
        "the connection to the server failed",
    );
    // These are refused without a request.
    for base in ["example.org", "ftp://example.org"] {
        let did = run(&place, base, "check 2025-10-05");
        assert_exit(&did, 2, "PIPSC_FETCH_URL: ");
        let did = run(&place, &url, format!("fetch 2025-10-05 --base-url {base}"));
        assert_exit(&did, 2, "expected http://... or https://...");
    }
}

#[test]
fn the_option_goes_before_the_environment() {
    let place = Place::new();
    let (one, other) = (
        Newsstand::open(vec![Reply::good(&day())]),
        Newsstand::open(vec![Reply::good(LEVEL)]),
    );
    let base = format!("{}/", other.url());
    let did = run(
        &place,
        &one.url(),
        format!("fetch 2025-10-05 --base-url {base}"),
    );
    assert_eq!((did.code, did.stdout.as_str()), (Some(0), LEVEL));
    assert_eq!(one.requests().len(), 0);
    // Servers do not share what is kept.
    let did = run(&place, &one.url(), "fetch 2025-10-05");
    assert_eq!((did.code, did.stdout), (Some(0), day()));
    assert_eq!(cached(&place).len(), 2);
}

#[test]
fn offline_no_request_is_made() {
    let place = Place::new();
    let stand = Newsstand::open(vec![Reply::good(&day())]);
    let run = |arguments: &str| run(&place, &stand.url(), arguments);
    let missing = run("fetch 2025-10-05 --offline");
    assert_exit(&missing, 2, "2025-10-05 is not in the cache (");
    assert_eq!(stand.requests().len(), 0);
    assert_eq!(run("fetch 2025-10-05").code, Some(0));
    let there = run("fetch 2025-10-05 --offline");
    assert_eq!((there.code, there.stdout), (Some(0), day()));
    assert_eq!(stand.requests().len(), 1);
    assert_eq!(run("fetch 2025-10-05 --offline --refresh").code, Some(2));
}

#[test]
fn a_damaged_entry_is_fetched_again() {
    let place = Place::new();
    let stand = Newsstand::open(vec![Reply::good(&day())]);
    let run = |arguments: &str| run(&place, &stand.url(), arguments);
    assert_eq!(run("fetch 2025-10-05").code, Some(0));
    let entry = place
        .path("cache")
        .join(files(&place.path("cache")).remove(0));
    fs::write(&entry, &day()[..50]).expect("a file");
    let offline = run("fetch 2025-10-05 --offline");
    assert_exit(
        &offline,
        2,
        "error: the file that the cache has for 2025-10-05 cannot be used: ",
    );
    let again = run("fetch 2025-10-05");
    assert_eq!((again.code, &again.stdout), (Some(0), &day()));
    again.stderr_has("warning: the file that the cache has for 2025-10-05 cannot be used, so the server is asked: ");
    assert_eq!(fs::read_to_string(entry).expect("the entry"), day());
}

#[test]
fn a_puzzle_that_cannot_be_kept_can_be_used() {
    let place = Place::new();
    let stand = Newsstand::open(vec![Reply::good(&day())]);
    let blocked = place.write("blocked", "a file, not a folder");
    let mut in_a_file = command(&place, &stand.url(), "fetch 2025-10-05");
    let did = place.finish(in_a_file.env("XDG_CACHE_HOME", blocked));
    assert_eq!((did.code, &did.stdout), (Some(0), &day()));
    did.stderr_has("2025-10-05 is not kept in the cache: cannot write ");

    let mut homeless = command(&place, &stand.url(), "fetch 2025-10-05");
    let homeless = homeless.env_remove("XDG_CACHE_HOME").env_remove("HOME");
    let did = place.finish(homeless);
    assert_eq!((did.code, &did.stdout), (Some(0), &day()));
    did.stderr_has("warning: there is no cache: ");
    let did = place.finish(homeless.arg("--offline"));
    assert_exit(&did, 2, "there is no cache: ");
}

#[test]
fn an_interrupt_ends_the_waiting() {
    for arguments in ["fetch 2025-10-05", "run 2025-10-05"] {
        let place = Place::new();
        let stand = Newsstand::open(vec![Reply::Silence]);
        let mut process = command(&place, &stand.url(), arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        place.wait_until("a request", |_| stand.requests().len() == 1);
        let pid = rustix::process::Pid::from_child(&process);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("a signal");
        assert_eq!(process.wait().expect("the program").code(), Some(130));
        assert_eq!(stand.requests().len(), 1, "it asked again");
        assert_eq!(files(&place.path("cache")), Vec::<PathBuf>::new());
        place.assert_clean("an interrupt");
    }
}
