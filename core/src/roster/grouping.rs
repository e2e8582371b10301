//! Rows put together: all that order one article are one line, asked what a line of a cart must be.

use super::{
    RosterArticle, RosterDraft, RosterProblem, count, fixes,
    judging::{Item, Roster, Row, Style},
};
use crate::cart::{AddLineDraft, lines::check_add_line, quantity::MAX_PIECES};

/// All rows that order one article.
pub(super) struct Group {
    pub(super) item: Item,
    pub(super) rows: Vec<usize>,
    pub(super) draft: AddLineDraft,
}

impl Roster<'_> {
    /// One line an article of the rows without a problem, in the order of their first rows.
    pub(super) fn group(&self, draft: &RosterDraft, rows: &[Row]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (place, (row, cells)) in rows.iter().zip(&draft.rows).enumerate() {
            if !row.problems.is_empty() {
                continue;
            }
            for item in &row.items {
                let Some(article) = self.article_at(*item) else { continue };
                let known = groups.iter().position(|group| group.item == *item);
                let at = known.unwrap_or(groups.len());
                if known.is_none() {
                    let line = AddLineDraft { sku: article.sku.clone(), quantity: 0, free_form: Vec::new() };
                    groups.push(Group { item: *item, rows: Vec::new(), draft: line });
                }
                let Some(group) = groups.get_mut(at) else { continue };
                group.rows.push(place);
                group.draft.quantity = group.draft.quantity.saturating_add(i64::from(row.pieces));
                let texts = self.texts(cells, item.0);
                // More pieces than a line holds are refused anyway; their texts need not be held.
                if !texts.is_empty() && group.draft.quantity <= i64::from(MAX_PIECES) {
                    group.draft.free_form.extend((0..row.pieces).map(|_| texts.clone()));
                }
            }
        }
        groups
    }

    /// 'Practice Jersey M', the product alone when it comes in one size, the sku in a list of skus.
    fn named(&self, style: &Style<'_>, article: &RosterArticle) -> String {
        match style.draft.articles.as_slice() {
            _ if self.columns.sku.is_some() => article.sku.clone(),
            [_] => style.draft.name.clone(),
            _ => [&style.draft.name, " ", &article.text].concat(),
        }
    }

    /// Tells rows what keeps their lines from being added; true when any was told.
    pub(super) fn judge_groups(&self, groups: &[Group], rows: &mut [Row]) -> bool {
        let mut told = false;
        for group in groups {
            let (Some(style), Some(article)) = (self.styles.get(group.item.0), self.article_at(group.item)) else {
                continue;
            };
            let held = style.draft.article(article);
            let Err(errors) = check_add_line(&group.draft, Some(&held), self.site, "") else { continue };
            told = true;
            let total = u32::try_from(group.draft.quantity).unwrap_or(u32::MAX);
            for place in &group.rows {
                let Some(row) = rows.get_mut(*place) else { continue };
                for error in &errors {
                    let mut error = error.clone();
                    if group.rows.len() > 1 && error.field == "quantity" {
                        error.message =
                            format!("{}: {} has {total} pieces in all", error.message, self.named(style, article));
                    }
                    let more = fixes::more_pieces(held.rule, total, row.pieces, self.columns.quantity);
                    row.push_problem(RosterProblem { column: self.columns.quantity.map(count), error, fixes: more });
                }
            }
        }
        told
    }
}
