//! Whose pieces these are: of a line with a name for each piece, which are still to be put together, which are in a shipment and
//! which were canceled. Names are told as they are printed: 'Name: Rivera, Number: 12'. Two pieces may have the same one. Not
//! here: lines whose pieces all say the same, or nothing.

use serde::{Deserialize, Serialize};

use crate::rule::{Broken, FieldError, broken_rules};

broken_rules! {
    /// What is wrong with the names that an act is about.
    pub enum PlayersError {
        /// A name a piece.
        Count { pieces: u32 } => "players_count", "Please choose {pieces} of these names";
        /// It left the house, was canceled, or never was of this line.
        Unknown => "players_unknown", "One of these names cannot be chosen any more. Look again before you go on";
    }
}

/// The names of a line that an act is about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LinePlayersDraft {
    /// Which line, from 1.
    pub position: u32,
    /// As they are printed, one a piece.
    pub players: Vec<String>,
}

/// A line with a name for each piece, and where these are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedLine {
    /// All of them, as they were ordered.
    pub names: Vec<String>,
    /// Those whose pieces were canceled.
    pub canceled: Vec<String>,
    /// Those whose pieces are picked and here.
    pub here: Vec<String>,
    /// Those whose pieces left the house.
    pub left: Vec<String>,
}

impl NamedLine {
    /// Those whose pieces are still on the shelf, in their order; none where that is not known of `pieces` of them.
    pub fn to_pick(&self, pieces: u64) -> Vec<String> {
        let open = without(without(without(self.names.clone(), &self.canceled), &self.left), &self.here);
        known(open, pieces)
    }

    /// Those whose pieces did not leave: the picked ones first, so that the last ones are taken from the shelf.
    pub fn outstanding(&self, (picked, to_pick): (u64, u64)) -> Vec<String> {
        let here = known(self.here.clone(), picked);
        let on_shelf = self.to_pick(to_pick);
        known(here.into_iter().chain(on_shelf).collect(), picked.saturating_add(to_pick))
    }

    /// How the names of the pieces that are kept were written anew: as many say who is called otherwise, others who is left. Nobody
    /// of them is canceled.
    pub fn renaming(&self, names: &[String]) -> Renaming {
        let kept = without(self.names.clone(), &self.canceled);
        let same = kept.len() == names.len();
        let was = if same { kept } else { names.to_vec() };
        Renaming { left: was.into_iter().zip(names.iter().cloned()).collect() }
    }
}

/// Names and what they are called now, each until it was found.
pub struct Renaming {
    left: Vec<(String, String)>,
}

impl Renaming {
    /// What some of them are called; whoever is in one parcel is in no other, and who is left out in none.
    pub fn of(&mut self, names: &[String]) -> Vec<String> {
        let found = |name: &String| {
            let place = self.left.iter().position(|(was, _)| was == name)?;
            Some(self.left.remove(place).1)
        };
        names.iter().filter_map(found).collect()
    }
}

fn known(names: Vec<String>, pieces: u64) -> Vec<String> {
    if u64::try_from(names.len()) == Ok(pieces) { names } else { Vec::new() }
}

/// Names without some of them, each as often as it is among those; the others keep their order.
pub fn without(mut names: Vec<String>, taken: &[String]) -> Vec<String> {
    for name in taken {
        if let Some(place) = names.iter().rposition(|one| one == name) {
            names.remove(place);
        }
    }
    names
}

/// Which of the names of a line are those whose pieces were canceled: of several that are called the same the last ones.
pub fn which_canceled(names: &[String], canceled: &[String]) -> Vec<bool> {
    let mut left: Vec<&String> = canceled.iter().collect();
    let mut is_canceled = |name: &String| {
        let place = left.iter().position(|one| *one == name);
        place.map(|place| left.swap_remove(place)).is_some()
    };
    let mut marks: Vec<bool> = names.iter().rev().map(&mut is_canceled).collect();
    marks.reverse();
    marks
}

/// Which of the open names is the first of those that an act is about where nobody says it: the first ones are picked, the last
/// ones canceled. Nothing where it is not known.
pub fn first_player(open: u32, pieces: u32, last: bool) -> Option<u32> {
    let rest = open.checked_sub(pieces)?;
    Some(if last { rest } else { 0 })
}

/// Whose pieces these are.
pub fn default_players(open: &[String], pieces: u32, last: bool) -> Vec<String> {
    let first = u32::try_from(open.len()).ok().and_then(|open| first_player(open, pieces, last));
    let place = |place: u32| usize::try_from(place).unwrap_or(usize::MAX);
    first.map_or_else(Vec::new, |first| open.iter().skip(place(first)).take(place(pieces)).cloned().collect())
}

/// What is wrong with the names that were chosen among those that are open, for so many pieces.
pub fn check_players(open: &[String], chosen: &[String], pieces: u32) -> Option<FieldError> {
    let error = if u32::try_from(chosen.len()) != Ok(pieces) {
        PlayersError::Count { pieces }
    } else if without(chosen.to_vec(), open).is_empty() {
        return None;
    } else {
        PlayersError::Unknown
    };
    Some(error.at("players"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names(text: &str) -> Vec<String> {
        text.chars().map(String::from).collect()
    }

    fn line(all: &str, canceled: &str, here: &str, left: &str) -> NamedLine {
        NamedLine { names: names(all), canceled: names(canceled), here: names(here), left: names(left) }
    }

    #[test]
    fn whose_pieces_are_where_follows_from_what_was_recorded() {
        let line = line("abcdefa", "c", "a", "b");
        assert_eq!(line.to_pick(4), names("adef"));
        assert_eq!(line.to_pick(3), names(""), "another number of pieces: nobody knows");
        assert_eq!(line.outstanding((1, 4)), names("aadef"));
        assert_eq!(line.outstanding((2, 4)), names(""));
        assert_eq!(default_players(&line.to_pick(4), 2, false), names("ad"));
        assert_eq!(default_players(&line.to_pick(4), 2, true), names("ef"));
        assert_eq!(default_players(&line.to_pick(4), 5, true), names(""));
    }

    #[test]
    fn of_several_that_are_called_the_same_the_last_ones_are_canceled() {
        assert_eq!(which_canceled(&names("abab"), &names("ba")), [false, false, true, true]);
        assert_eq!(which_canceled(&names("aab"), &names("ax")), [false, true, false]);
    }

    #[test]
    fn as_many_are_chosen_as_there_are_pieces_and_only_open_ones() {
        let code = |chosen: &str, pieces| check_players(&names("abca"), &names(chosen), pieces).map(|error| error.code);
        assert_eq!((code("aa", 2), code("cb", 2)), (None, None));
        assert_eq!(code("a", 2).as_deref(), Some("players_count"));
        assert_eq!(code("bb", 2).as_deref(), Some("players_unknown"));
        assert_eq!(code("x", 1).as_deref(), Some("players_unknown"));
    }

    #[test]
    fn names_that_are_written_otherwise_stay_where_they_are() {
        let renamed = |line: NamedLine, now: &str, parcels: &[&str]| {
            let mut renaming = line.renaming(&names(now));
            parcels.iter().map(|parcel| renaming.of(&names(parcel)).concat()).collect::<Vec<_>>()
        };
        // Without whoever is canceled as many as before: each is called otherwise.
        assert_eq!(renamed(line("abcd", "d", "b", "a"), "axc", &["b", "a"]), ["x", "a"]);
        // Another number: who is on the list stays where they are.
        assert_eq!(renamed(line("abcd", "d", "bc", "a"), "abcg", &["bc"]), ["bc"]);
        assert_eq!(renamed(line("abcd", "d", "bc", "a"), "ac", &["bc"]), ["c"]);
        // Two of one name in two parcels, and one on the new list.
        assert_eq!(renamed(line("aabcde", "", "aa", ""), "abcde", &["a", "a"]), ["a", ""]);
    }

    proptest! {
        /// Whoever is picked, shipped or canceled, by name or not: nobody is in two places, and all that is left is open.
        #[test]
        fn nobody_is_in_two_places(all in "[a-d]{1,12}", acts in prop::collection::vec((any::<bool>(), 1_u32..5), 0..8)) {
            let mut line = line(&all, "", "", "");
            for (cancels, pieces) in acts {
                let shelf = line.to_pick(u64::try_from(line.names.len() - line.canceled.len() - line.here.len()).unwrap());
                let chosen = default_players(&shelf, pieces, cancels);
                if chosen.is_empty() { continue }
                prop_assert_eq!(check_players(&shelf, &chosen, pieces), None);
                if cancels { line.canceled.extend(chosen) } else { line.here.extend(chosen) }
                let mut together: Vec<String> = line.canceled.iter().chain(&line.here).cloned().collect();
                let rest = u64::try_from(line.names.len() - together.len()).unwrap();
                together.extend(line.to_pick(rest));
                together.sort();
                let mut sorted = line.names.clone();
                sorted.sort();
                prop_assert_eq!(together, sorted);
            }
        }
    }
}
