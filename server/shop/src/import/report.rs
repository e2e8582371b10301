//! What an import did, or would do, in numbers.

use std::{
    borrow::Borrow,
    collections::{BTreeMap, HashMap},
    fmt,
    hash::Hash,
};

use fieldhouse_core::people::MemberRole;

/// Of those who wait, so many are named.
const SHOWN: usize = 100;

/// Numbers of one kind of record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// New.
    pub added: usize,
    /// Saying something else than before.
    pub changed: usize,
    /// As before.
    pub unchanged: usize,
    /// Not in the file; nothing where a file does not speak of everything there is.
    pub missing: Option<usize>,
    /// Whether the missing ones are taken out; kept otherwise.
    pub removed: bool,
    /// Roles in business units that customers are given: those of new members, and those that change.
    pub roles: BTreeMap<MemberRole, usize>,
    /// Who gets an invitation, or nothing yet, because their e-mail is not confirmed: the first of them.
    pub waiting: Vec<String>,
    /// How many they are.
    pub waits: usize,
    /// A few keys of each kind, with a sign: `+ jersey`, `~ ball`, `- sock`.
    pub examples: Vec<String>,
}

/// What becomes of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// New.
    Added,
    /// Differs.
    Changed,
    /// The same already.
    Unchanged,
}

impl Fate {
    /// Of a record, held against what is known of it.
    pub fn of<V: PartialEq>(known: Option<&V>, record: &V) -> Self {
        match known {
            None => Self::Added,
            Some(before) if before == record => Self::Unchanged,
            Some(_) => Self::Changed,
        }
    }
}

impl Counts {
    /// Counts a record.
    pub fn count(&mut self, fate: Fate) {
        let number = match fate {
            Fate::Added => &mut self.added,
            Fate::Changed => &mut self.changed,
            Fate::Unchanged => &mut self.unchanged,
        };
        *number = number.saturating_add(1);
    }

    /// Puts down what waits until an e-mail is confirmed.
    pub fn wait(&mut self, what: &str) {
        self.waits = self.waits.saturating_add(1);
        if self.waiting.len() < SHOWN {
            self.waiting.push(what.to_owned());
        }
    }

    /// Holds rows against what is known. What nobody speaks of is missing.
    pub fn compare<K: Hash + Eq, V: PartialEq, R: Borrow<V>>(
        mut known: HashMap<K, V>,
        rows: impl Iterator<Item = (K, R)>,
    ) -> Self {
        let mut counts = Self::default();
        for (key, row) in rows {
            counts.count(Fate::of(known.remove(&key).as_ref(), row.borrow()));
        }
        counts.missing = Some(known.len());
        counts
    }

    /// True when nothing is added, changed or taken out.
    pub fn is_empty(&self) -> bool {
        self.added == 0 && self.changed == 0 && (!self.removed || self.missing.unwrap_or_default() == 0)
    }

    /// One sentence.
    pub fn line(&self, what: &str, dry_run: bool) -> String {
        let verb = if dry_run { "would be" } else { "were" };
        let gone = if self.removed { "removed" } else { "not in the file and kept" };
        let missing = self.missing.map(|missing| format!(", {missing} {gone}")).unwrap_or_default();
        let Self { added, changed, unchanged, roles, .. } = self;
        let given: Vec<String> = roles.iter().map(|(role, given)| format!("{given} {}", role.key())).collect();
        let given = if given.is_empty() { String::new() } else { format!("; roles given: {}", given.join(", ")) };
        let sum = format!("{what}: {added} {verb} added, {changed} changed{missing}, {unchanged} are the same{given}");
        [sum, self.told_waiting()].concat()
    }

    fn told_waiting(&self) -> String {
        if self.waits == 0 {
            return String::new();
        }
        let more = self.waits.saturating_sub(self.waiting.len());
        let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
        format!("\n{} wait until their e-mail is confirmed:\n  {}{more}", self.waits, self.waiting.join("\n  "))
    }
}

/// What an import of one kind of record did, or would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableReport {
    /// What was imported.
    pub what: &'static str,
    /// Nothing was changed.
    pub dry_run: bool,
    /// Numbers.
    pub counts: Counts,
}

impl fmt::Display for TableReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.counts.line(self.what, self.dry_run))
    }
}
