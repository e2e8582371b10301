//! Pages of a list that is the newest first: each begins after a row, whatever was written meanwhile, and one in the middle
//! costs what the first one costs.

use sea_orm::{
    ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, sea_query::ExprTrait,
};

use crate::failure::Failure;

/// Where a page begins: the moment and the id of the last row shown.
pub type Place = (i64, String);

/// Reads a place as an address has it; nothing for the first page.
pub fn read_place(after: &str) -> Result<Option<Place>, Failure> {
    if after.is_empty() {
        return Ok(None);
    }
    let place = after.split_once('.').and_then(|(at, id)| Some((at.parse().ok()?, id.to_owned())));
    place.map(Some).ok_or_else(|| Failure::malformed("There is no such page."))
}

/// A place as an address has it.
fn write_place((at, id): (i64, &str)) -> String {
    format!("{at}.{id}")
}

/// A page of rows after a place, the newest first: `at` and `id` are the columns of the place, which an index has in this order.
pub fn page<E: EntityTrait>(
    rows: Select<E>,
    (at, id): (E::Column, E::Column),
    after: Option<&Place>,
    limit: u64,
) -> Select<E> {
    rows.filter(beyond(at, id, after)).order_by_desc(at).order_by_desc(id).limit(limit)
}

/// The condition of what comes after a place; of everything without one.
fn beyond(at: impl ColumnTrait, id: impl ColumnTrait, after: Option<&Place>) -> Condition {
    let Some((moment, last)) = after else { return Condition::all() };
    // The index leads to the moment; within it the id decides.
    Condition::all().add(at.lte(*moment)).add(at.lt(*moment).or(id.lt(last)))
}

/// Rows of several lists as one, the newest first.
pub fn merge<T>(rows: &mut [T], place: impl Fn(&T) -> (i64, &str)) {
    rows.sort_by(|one, other| place(other).cmp(&place(one)));
}

/// Leaves a page of rows that were asked for with one more; where the next one begins, when there is one.
pub fn cut<T>(rows: &mut Vec<T>, size: usize, place: impl Fn(&T) -> (i64, &str)) -> Option<String> {
    let more = rows.len() > size;
    rows.truncate(size);
    rows.last().filter(|_| more).map(|last| write_place(place(last)))
}
