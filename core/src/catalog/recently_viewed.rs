//! Recently viewed products: the comma-separated list of ids a browser keeps under
//! `recentlyViewed` (shell §3, §4).

/// Products shown (shell §9).
const SHOWN: usize = 4;
/// Ids kept; older ones are dropped so that the list cannot grow for ever.
const KEPT: usize = 24;

fn ids(stored: &str) -> Vec<&str> {
    let mut ids: Vec<&str> = Vec::new();
    for id in stored.split(',').map(str::trim).filter(|id| !id.is_empty()) {
        ids.retain(|known| *known != id);
        ids.push(id);
    }
    ids
}

/// The list after `id` was viewed: it stands at the end, once. An id with a comma, or none, changes nothing.
pub fn remember_viewed(stored: &str, id: &str) -> String {
    let id = id.trim();
    let mut list = ids(stored);
    if !id.is_empty() && !id.contains(',') {
        list.retain(|known| *known != id);
        list.push(id);
    }
    let surplus = list.len().saturating_sub(KEPT);
    list.split_off(surplus).join(",")
}

/// What to show: newest first, at most 4.
pub fn recently_viewed(stored: &str) -> Vec<String> {
    ids(stored).into_iter().rev().take(SHOWN).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_id_moves_to_the_end_without_duplicates() {
        assert_eq!(remember_viewed("a,b,c", "a"), "b,c,a");
        assert_eq!(remember_viewed("", "a"), "a");
        assert_eq!(remember_viewed("a,,b,a, ", "b"), "a,b");
        assert_eq!(remember_viewed("a", "x,y"), "a");
        assert_eq!(remember_viewed("a", " "), "a");
    }

    #[test]
    fn reads_newest_first_at_most_four() {
        assert_eq!(recently_viewed("a,b,c,d,e"), ["e", "d", "c", "b"]);
        assert_eq!(recently_viewed("a,a"), ["a"]);
        assert!(recently_viewed(" , ").is_empty());
    }

    proptest! {
        #[test]
        fn what_was_viewed_last_is_first(stored in "[a-e,]{0,80}|.*", id in "[a-z0-9-]{1,8}") {
            let list = remember_viewed(&stored, &id);
            prop_assert_eq!(recently_viewed(&list).first().cloned(), Some(id.clone()));
            prop_assert!(list.split(',').count() <= KEPT);
            prop_assert_eq!(remember_viewed(&list, &id), list);
        }
    }
}
