//! Diagrams of all solutions, whose models somebody else counts.

use std::io::Write;

use super::ProveError;
use super::checker::{Checker, Form, Written};
use super::folder::{DIAGRAM, DIAGRAM_NAMES, MODELS, ProofFile};
use super::prover::{OURSELVES, Prover};
use super::question::{self, Question};
use crate::limits::Budget;
use crate::puzzle::Puzzle;
use crate::solver::embedded::{self, Diagram};

/// A diagram with how many models it has.
pub(super) struct Drawn {
    pub(super) diagram: Diagram,
    pub(super) models: u64,
}

impl Drawn {
    /// Writes how many models there are, and over how many variables.
    pub(super) fn write_models(
        &self,
        question: &Question<'_>,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        let variables = question.model().placements.len();
        writeln!(out, "models {variables} {}", self.models)
    }
}

/// Draws the diagram of a puzzle.
pub(super) fn drawn(puzzle: &Puzzle, budget: &Budget) -> Result<Drawn, ProveError> {
    if !puzzle.excluded().is_empty() {
        return Err(ProveError::NoDiagram("boards are excluded from it"));
    }
    let diagram = embedded::diagram(puzzle, budget)?;
    let diagram = diagram.ok_or(ProveError::NoDiagram(
        "it has no solution, or a diagram would have more than a million nodes",
    ))?;
    let models = u64::try_from(diagram.models());
    let models = models.map_err(|_| ProveError::NoDiagram("it has too many solutions"))?;
    Ok(Drawn { diagram, models })
}

impl Prover<'_> {
    /// The diagram of all solutions, as somebody else counts its models.
    pub(super) fn diagram(&mut self) -> Result<(ProofFile, u64), ProveError> {
        self.try_out(&[Checker::Ddnnife])?;
        let ddnnife = self.needed(Checker::Ddnnife)?;
        (self.report)("drawing the diagram");
        let drawn = drawn(self.puzzle, self.budget)?;
        let question = self.question(&[])?;
        let models = self
            .draft
            .write(MODELS, |out| Ok(drawn.write_models(&question, out)?))?;
        let file = DIAGRAM.to_owned();
        let diagram =
            self.draft.write(
                &file,
                |out| Ok(question.write_diagram(&drawn.diagram, out)?),
            )?;
        let _ = self.draft.write(DIAGRAM_NAMES, |out| {
            question.write_names(question::FIRST, out)
        })?;
        (self.report)(&format!("{}: counting", ddnnife.title));
        let heard = ddnnife.ask(Written::Models, &models, &diagram, self.budget)?;
        self.accept(&ddnnife, "diagram", heard)?;
        let made = ProofFile {
            form: Form::Nnf,
            file,
            made_by: OURSELVES.into(),
            checked_by: Some(ddnnife.title),
        };
        Ok((made, drawn.models))
    }
}
