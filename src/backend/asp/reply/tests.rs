use proptest::prelude::*;

use super::{DIALECT, Status};
use crate::backend::reply::{Reply, ReplyError};

fn read(text: &str) -> Result<Reply, ReplyError> {
    DIALECT.read(text.as_bytes())
}

/// The status and the atoms of each answer.
fn summary(text: &str) -> (Status, Vec<Vec<String>>) {
    let reply = read(text).expect("a reply");
    let answers = reply.answers.into_iter();
    let names = answers.map(|answer| answer.true_names.into_iter().collect());
    (reply.status, names.collect())
}

fn error(text: &str) -> String {
    read(text).expect_err("not a reply").to_string()
}

const TEXT: &str = "clingo version 5.4.1\nReading from p.asp\nSolving...\nAnswer: 1\n\
    place(d0_1,r0c0,r0c1) place(d2_2,\"A\",\"B\")\nAnswer: 2\nplace(d0_1,r0c1,r0c0)\nSATISFIABLE\n\n\
    Models       : 2\nCalls        : 1\n\
    Time         : 0.021s (Solving: 0.00s 1st Model: 0.00s Unsat: 0.00s)\nCPU Time     : 0.001s\n";

const JSON: &str = r#"{
  "Solver": "clingo version 5.4.1",
  "Input": [
    "p.asp"
  ],
  "Call": [
    {
      "Witnesses": [
        {
          "Value": [
            "place(d0_1,r0c0,r0c1)", "place(d2_2,\"A\",\"B\")"
          ]
        },
        {
          "Value": [
            "place(d0_1,r0c1,r0c0)"
          ]
        }
      ]
    }
  ],
  "Result": "SATISFIABLE",
  "Models": {
    "Number": 2,
    "More": "no"
  },
  "Calls": 1
}
"#;

fn two_answers() -> Vec<Vec<String>> {
    vec![
        vec![
            "place(d0_1,r0c0,r0c1)".into(),
            "place(d2_2,\"A\",\"B\")".into(),
        ],
        vec!["place(d0_1,r0c1,r0c0)".into()],
    ]
}

#[test]
fn answers_of_clingo_5_8_have_their_time() {
    let text = TEXT.replace("Answer: 1", "Answer: 1 (Time: 0.212s)");
    assert_eq!(read(&text), read(TEXT));
}

#[test]
fn all_answers_as_text_and_as_json() {
    for text in [TEXT, JSON, &JSON.replace(['\n'], "")] {
        assert_eq!(summary(text), (Status::Exhausted, two_answers()));
    }
}

#[test]
fn some_answers_as_text_and_as_json() {
    let stopped = TEXT.replace("Models       : 2", "TIME LIMIT   : 1\nModels       : 2+");
    let json = JSON.replace("\"no\"", "\"yes\"");
    for text in [stopped.as_str(), &json] {
        assert_eq!(summary(text), (Status::Satisfiable, two_answers()));
    }
}

#[test]
fn answers_without_their_numbers_and_in_the_form_of_the_competition() {
    let quiet = "place(d0_1,r0c0,r0c1)\nplace(d0_1,r0c1,r0c0)\nSATISFIABLE\n";
    assert_eq!(summary(quiet).1.len(), 2);
    assert_eq!(summary(quiet).0, Status::Satisfiable);
    let competition = "% clingo version 5.4.1\n% Answer: 1\nANSWER\nplace(d0_1,r0c0,r0c1). \
                       place(d2_2,\"A\",\"B\").\n% \n% Models : 1+\n";
    let first = vec![two_answers().swap_remove(0)];
    assert_eq!(summary(competition), (Status::Satisfiable, first));
    assert_eq!(summary("INCONSISTENT\n"), (Status::Unsatisfiable, vec![]));
}

#[test]
fn no_answer() {
    let none =
        "clingo version 5.4.1\nReading from p.asp\nSolving...\nUNSATISFIABLE\n\nModels : 0\n";
    assert_eq!(summary(none), (Status::Unsatisfiable, vec![]));
    let unknown = "clingo version 5.4.1\n*** Info : (clingo): INTERRUPTED by signal!\nUNKNOWN\n\n\
                   INTERRUPTED  : 1\nModels       : 0+\n";
    assert_eq!(summary(unknown), (Status::Unknown, vec![]));
    let json =
        r#"{"Call": [{}], "Result": "UNSATISFIABLE", "Models": {"Number": 0, "More": "no"}}"#;
    assert_eq!(summary(json), (Status::Unsatisfiable, vec![]));
    assert_eq!(
        summary(&json.replace("UNSATISFIABLE", "UNKNOWN")),
        (Status::Unknown, vec![])
    );
}

#[test]
fn what_is_cut_off_is_not_believed() {
    for text in [TEXT, JSON] {
        let verdict = text.find("SATISFIABLE").expect("a verdict");
        for end in (0..verdict).filter(|&end| text.is_char_boundary(end)) {
            assert!(read(&text[..end]).is_err(), "{:?}", &text[..end]);
        }
    }
    assert_eq!(
        error(&JSON[..200]),
        "the reply ends before the end of its JSON"
    );
    assert_eq!(
        error("Answer: 1\n"),
        "the reply ends before the answer that it announces"
    );
}

#[test]
fn what_cannot_be_believed() {
    for text in [
        "",
        "\n\n",
        "clingo version 5.4.1\n",
        "Answer: 1\nplace(d0_1,r0c0\nSATISFIABLE\n",
        "Answer: 1\nPlace(x)\nSATISFIABLE\n",
        "Answer: one\nplace(x)\nSATISFIABLE\n",
        "Answer: 1\nplace(x)\nUNSATISFIABLE\n",
        "Answer: 1\nplace(x)\nUNKNOWN\n",
        "Answer: 1\nplace(x)\nSATISFIABLE\nUNSATISFIABLE\n",
        "Answer: 1\nplace(x)\nOPTIMUM FOUND\n",
        "UNSATISFIABLE\nAnswer: 1\nplace(x)\n",
        "Answer: 1\nplace(x)\nSATISFIABLE\nModels : many\n",
        "Answer: 1\nplace(x)\nSATISFIABLE\nplace(y)\n",
        "SATISFIABLE\n",
        "Segmentation fault\n",
        "*** ERROR: (clingo): parsing failed\nUNKNOWN\n",
        "{\"Result\": \"SATISFIABLE\"}",
        "{\"Result\": \"PROBABLY\"}",
        "{\"Call\": [{\"Witnesses\": [{\"Value\": [1]}]}], \"Result\": \"SATISFIABLE\"}",
        "{\"Call\": [{\"Witnesses\": [{\"Value\": [\"a\"]}]}], \"Result\": \"UNSATISFIABLE\"}",
        "{\"Result\": \"SATISFIABLE\"} and more",
        "{}",
    ] {
        assert!(read(text).is_err(), "{text:?}");
    }
}

proptest! {
    #[test]
    fn nothing_makes_it_panic(
        text in "(Answer: [0-9]|SATISFIABLE|UNKNOWN|Models : |place\\(|\\{\"Call\": |\\[|\\]|\\n|.){0,40}"
    ) {
        let _ = read(&text);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = DIALECT.read(&bytes);
    }
}
