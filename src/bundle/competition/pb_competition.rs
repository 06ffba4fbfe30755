//! The Pseudo-Boolean Competition, linear decision track.
//!
//! One folder is one domain, from which the organisers draw; files that are the same, by their MD5, count once.
//! Constraints are `>=` and `=` over `x1` to `xN`, every coefficient with its sign, no negated
//! literals, and the first line counts everything. Rules of 2024 and 2025.

use std::collections::BTreeMap;

use super::{DescriptionForm, Licence, Terms};
use crate::backend::{Profile, opb};
use crate::bundle::manifest::Manifest;
use crate::bundle::rule::{self, Rule, Test, Weight};

pub(super) const TERMS: Terms = Terms {
    name: "pb-competition",
    title: "Pseudo-Boolean Competition",
    about: "linear decision problems as .opb, one folder a domain",
    language: &opb::LANGUAGE,
    profile: Profile::Submit,
    is_packed: false,
    licence: Licence::Mit,
    has_toy: false,
    asks_count: false,
    description: DescriptionForm::Markdown,
    path: |address| format!("pips-{}/pips-{}", address.family, address.file),
    rules: &[
        rule::PLAIN_NAME,
        rule::AS_IT_STANDS,
        LINEAR,
        HEADER,
        NUMBERED,
        DOMAINS,
    ],
    shipped: include_str!("../../../templates/bundle/pb-competition.toml"),
};

const LINEAR: Rule = Rule {
    name: "linear-opb",
    says: "only `>=` and `=`, signed coefficients, variables x1, x2, ..., no `~`, each line ended by ` ;`",
    weight: Weight::Must,
    test: Test::Instance(|sheet| match &sheet.opb().malformed {
        Some(fault) => Err(fault.clone()),
        None => Ok(()),
    }),
};

const HEADER: Rule = Rule {
    name: "exact-header",
    says: "the first line counts variables, constraints, equations and bits exactly",
    weight: Weight::Must,
    test: Test::Instance(|sheet| {
        let opb = sheet.opb();
        let said = opb
            .header
            .ok_or("the first line is not `* #variable= N #constraint= M #equal= E intsize= B`")?;
        if said == opb.counts {
            return Ok(());
        }
        let words = |counts: super::super::opb::Counts| {
            format!(
                "{} variables, {} constraints, {} equations and {} bits",
                counts.variables, counts.constraints, counts.equations, counts.bits
            )
        };
        Err(format!(
            "the header says {}, and the file has {}",
            words(said),
            words(opb.counts)
        ))
    }),
};

const NUMBERED: Rule = Rule {
    name: "numbered-variables",
    says: "the variables are x1 to xN, none left out",
    weight: Weight::Must,
    test: Test::Instance(|sheet| {
        let opb = sheet.opb();
        if opb.greatest == opb.counts.variables {
            return Ok(());
        }
        Err(format!(
            "there is a variable x{}, and there are {} variables",
            opb.greatest, opb.counts.variables
        ))
    }),
};

/// So many instances are drawn from a domain.
const DRAWN: usize = 15;

const DOMAINS: Rule = Rule {
    name: "full-domains",
    says: "15 instances are drawn from a domain, so each has as many",
    weight: Weight::Should,
    test: Test::Whole(|manifest: &Manifest| {
        let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
        for listed in &manifest.instances {
            *sizes.entry(&listed.family).or_default() += 1;
        }
        match sizes.into_iter().find(|&(_, size)| size < DRAWN) {
            Some((family, size)) => Err(format!(
                "the domain pips-{family} has {}, and up to {DRAWN} are drawn from one",
                rule::instances(size)
            )),
            None => Ok(()),
        }
    }),
};
