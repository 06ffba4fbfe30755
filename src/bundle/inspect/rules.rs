//! The rules of the competition, and what the manifest states of the files.

use std::collections::BTreeMap;

use super::finding::{Fault, Outcome, fault, settled};
use super::inspector::Inspector;
use crate::backend::Encoding;
use crate::bundle::hash::{md5, sha256};
use crate::bundle::manifest::Stored;
use crate::bundle::rule::{Rule, Sheet, Test, Weight};
use crate::bundle::writing::gbd_hash;

impl Inspector<'_> {
    /// The competition's rules, what the manifest says of each instance, and that none is there twice.
    pub(super) fn rules(&mut self) {
        let terms = self.order.competition.terms();
        let sheets: Vec<Sheet<'_>> = (self.manifest.instances.iter())
            .filter_map(|listed| {
                Some(Sheet::new(
                    listed,
                    self.texts.get(listed.file.path.as_str())?,
                ))
            })
            .collect();
        let mut found = Vec::new();
        for rule in terms.rules {
            let (faults, count) = self.try_rule(rule, &sheets);
            let outcome = match rule.weight {
                Weight::Should if !faults.is_empty() => Outcome::Doubted(faults),
                Weight::Must | Weight::Should => settled(faults, count),
            };
            found.push((rule.name, rule.says, outcome));
        }
        let faults = sheets.iter().flat_map(|sheet| self.misstated(sheet));
        let outcome = settled(faults.collect(), sheets.len());
        let says = "name, family, sizes and hashes of each instance are what its files say";
        found.push(("manifest", says, outcome));
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        let mut faults = Vec::new();
        for sheet in &sheets {
            let key = sheet.listed.gbd_hash.clone();
            let key = key.unwrap_or_else(|| {
                md5(without_remarks(sheet.text, self.order.encoding).as_bytes())
            });
            if let Some(other) = seen.insert(key, sheet.path) {
                let what = format!("it is the same instance as {other}");
                faults.push(fault(&sheet.listed.file, &what));
            }
        }
        let outcome = settled(faults, sheets.len());
        found.push((
            "not-twice",
            "no instance is there twice, comments aside",
            outcome,
        ));
        for (check, says, outcome) in found {
            self.find(check, says, outcome);
        }
    }

    fn try_rule(&self, rule: &Rule, sheets: &[Sheet<'_>]) -> (Vec<Fault>, usize) {
        match rule.test {
            Test::Instance(test) => {
                let faults = sheets
                    .iter()
                    .filter_map(|sheet| Some(fault(&sheet.listed.file, &test(sheet).err()?)));
                (faults.collect(), sheets.len())
            }
            Test::Model(test) => {
                let models = self.models();
                let models: Vec<&Stored> = models.collect();
                let mut faults: Vec<Fault> = models
                    .iter()
                    .filter_map(|file| {
                        let text = self.texts.get(file.path.as_str())?;
                        Some(fault(file, &test(text).err()?))
                    })
                    .collect();
                if models.len() != 1 {
                    let what = format!("there are {} models: expected 1", models.len());
                    faults.push(Fault { place: None, what });
                }
                (faults, models.len())
            }
            Test::Whole(test) => {
                let faults = test(self.manifest).err();
                let faults = faults.map(|what| Fault { place: None, what });
                (faults.into_iter().collect(), 1)
            }
        }
    }

    /// What the manifest says of an instance that its file does not.
    fn misstated(&self, sheet: &Sheet<'_>) -> Vec<Fault> {
        let listed = sheet.listed;
        let files = self.models();
        let models = files.filter_map(|file| self.texts.get(file.path.as_str()));
        let texts = models.map(String::as_str).chain([sheet.text]);
        let size = self.order.encoding.size_of(texts).declared;
        let count = |number: u64| Some(number).filter(|&number| number > 0);
        let number =
            |number: Option<u64>| number.map_or("none".into(), |number| number.to_string());
        let word = |word: &Option<String>| word.clone().unwrap_or_else(|| "none".into());
        let is_packed = self.order.competition.terms().is_packed;
        let unpacked = is_packed.then(|| sha256(sheet.text.as_bytes()));
        let compared = [
            (
                "variables",
                number(listed.variables),
                number(count(size.variables)),
            ),
            (
                "constraints",
                number(listed.constraints),
                number(count(size.constraints)),
            ),
            (
                "gbd_hash",
                word(&listed.gbd_hash),
                word(&gbd_hash(self.order.competition, sheet.text)),
            ),
            (
                "unpacked_sha256",
                word(&listed.unpacked_sha256),
                word(&unpacked),
            ),
        ];
        let wrong = compared.into_iter().filter(|(_, said, is)| said != is);
        wrong
            .map(|(field, said, is)| {
                fault(
                    &listed.file,
                    &format!("the manifest says {field} {said}, and the file has {is}"),
                )
            })
            .collect()
    }
}

/// A text without the lines that say nothing about the model.
fn without_remarks(text: &str, encoding: Encoding) -> String {
    let is_remark = encoding.language().is_remark;
    let lines = text.lines().filter(|line| !is_remark(line));
    lines.collect::<Vec<_>>().join("\n")
}
