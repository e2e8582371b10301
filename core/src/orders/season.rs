//! An earlier order for a new season: its players as a roster to begin with, and what a new roster makes different, by player,
//! by size and by product. Names are compared in the browser: they leave it with the lines of the cart and not before.
//! Not here: what a roster's rows order (`roster`), and today's prices (`cart::evaluation`).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::ledger::both;
use crate::{
    catalog::ProductView,
    money::{Cents, format_cents},
    roster::{ColumnKind, label_kind},
    text::{is_blank, lower_case},
};

/// Pieces of one size, then or now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SeasonLine {
    /// Product and color as they are called today.
    pub style: String,
    /// Size as printed.
    pub size: String,
    /// Pieces.
    pub pieces: u64,
    /// What is asked for on each piece: 'Name', 'Number'.
    pub labels: Vec<String>,
    /// The texts: an entry a piece, or one for all.
    pub texts: Vec<Vec<String>>,
}

/// What the pieces of a product cost together, then or now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SeasonProduct {
    /// Product id.
    pub product: String,
    /// Its name.
    pub name: String,
    /// Pieces.
    pub pieces: u64,
    /// What they cost.
    pub charged: Cents,
}

/// The lines of an order, or of a roster.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SeasonSide {
    /// One for each article.
    pub lines: Vec<SeasonLine>,
    /// One for each product.
    pub products: Vec<SeasonProduct>,
}

/// A product of an earlier order that a roster orders for each player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SeasonStyleView {
    /// As its page shows it.
    pub product: ProductView,
    /// Place of the color among its variants.
    pub variant: u32,
}

/// `GET /api/orders/{id}/season`: an earlier order as a new season begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SeasonView {
    /// The order's id.
    pub id: String,
    /// Its number.
    pub number: String,
    /// What a roster orders, in the order's sequence.
    pub styles: Vec<SeasonStyleView>,
    /// What was ordered of it then.
    pub before: SeasonSide,
    /// What is not ordered by player: 'Match ball, 3 pieces'.
    pub beside: Vec<String>,
    /// What cannot be had any more.
    pub gone: Vec<String>,
}

/// Whether a product of an earlier order is one that each player gets: it carries texts, or comes in sizes in an order where
/// nothing carries texts (`named` is false). Balls come in sizes, too: beside jerseys with names they are no player's.
pub fn is_for_each_player(sizes: usize, labels: &[String], named: bool) -> bool {
    !labels.is_empty() || (!named && sizes > 1)
}

/// A roster to begin with, as a spreadsheet has it: the headings, then a row for each player of then and one for each size
/// of what nobody's name is on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct SeasonSheetView {
    /// Rows of cells.
    pub rows: Vec<Vec<String>>,
}

/// What became of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "snake_case")]
pub enum SeasonState {
    /// Another number or size.
    Changed,
    /// Not of the earlier order.
    New,
    /// Of the earlier order alone.
    Gone,
}

/// A player who is not as then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct SeasonPlayerView {
    /// 'Reyes, 7'.
    pub player: String,
    /// What became of them.
    pub state: SeasonState,
    /// 'number 9, was 7; Club jersey, Navy L, was M'; empty for who came or went.
    pub text: String,
}

/// Pieces of a size that are not as many as then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct SeasonSizeView {
    /// Product and color.
    pub style: String,
    /// Size as printed.
    pub size: String,
    /// Pieces then.
    pub before: u64,
    /// Pieces now.
    pub now: u64,
}

/// What a new roster makes different.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct SeasonComparisonView {
    /// '18 players as then, 2 changed, 3 new, 1 gone'; empty where nobody is named.
    pub text: String,
    /// Who is not as then: changed, new, gone.
    pub players: Vec<SeasonPlayerView>,
    /// Sizes of which more or fewer are ordered.
    pub sizes: Vec<SeasonSizeView>,
    /// 'Club jersey: 24 pieces for $432.00 then, 27 for $513.00 now', a product each.
    pub products: Vec<String>,
}

/// Somebody with what they get: a size of each style.
#[derive(Debug, Default)]
struct Player<'a> {
    name: &'a str,
    number: &'a str,
    sizes: BTreeMap<&'a str, Vec<&'a str>>,
}

impl Player<'_> {
    fn told(&self) -> String {
        let both = [self.name, self.number];
        both.iter().copied().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// Who it is, whatever their number: without a name, the number.
    fn key(&self) -> String {
        lower_case(if self.name.is_empty() { self.number } else { self.name })
    }

    /// In what they differ from who they were; only of styles that both get.
    fn changes(&self, was: &Self) -> Vec<String> {
        let mut changes = Vec::new();
        if self.number != was.number && !self.number.is_empty() && !was.number.is_empty() {
            changes.push(["number ", self.number, ", was ", was.number].concat());
        }
        for (style, now) in &self.sizes {
            if let Some(then) = was.sizes.get(style).filter(|then| *then != now) {
                changes.push([style, " ", &now.join(" and "), ", was ", &then.join(" and ")].concat());
            }
        }
        changes
    }
}

/// Whose text is on each piece of a line; nothing where pieces carry none, or all the same.
fn named(line: &SeasonLine) -> Option<impl Iterator<Item = (&str, &str)>> {
    let place = |kind| line.labels.iter().position(|label| label_kind(label) == kind);
    let (name, number) = (place(ColumnKind::Name), place(ColumnKind::Number));
    let each = usize::try_from(line.pieces).is_ok_and(|pieces| pieces == line.texts.len());
    (each && (name.is_some() || number.is_some())).then(|| {
        line.texts.iter().map(move |texts| {
            let text = |place: Option<usize>| place.and_then(|at| texts.get(at)).map_or("", |text| text.trim());
            (text(name), text(number))
        })
    })
}

/// Everybody whose name or number is on a piece, as they come in the lines.
fn players(side: &SeasonSide) -> Vec<Player<'_>> {
    let mut players: Vec<Player<'_>> = Vec::new();
    let mut places: BTreeMap<(String, &str), usize> = BTreeMap::new();
    for line in &side.lines {
        for (name, number) in named(line).into_iter().flatten() {
            if is_blank(name) && is_blank(number) {
                continue;
            }
            // Two of one name are told apart by their numbers.
            let key = (lower_case(name), number);
            let place = *places.entry(key).or_insert_with(|| {
                players.push(Player { name, number, ..Player::default() });
                players.len().saturating_sub(1)
            });
            if let Some(player) = players.get_mut(place) {
                player.sizes.entry(&line.style).or_default().push(&line.size);
            }
        }
    }
    players
}

/// Who of then is who of now, by place: the same name and number first, then the same name.
fn pairs(then: &[Player<'_>], now: &[Player<'_>]) -> BTreeMap<usize, usize> {
    let mut pairs = BTreeMap::new();
    let mut taken = BTreeSet::new();
    for by_number in [true, false] {
        let mut open: BTreeMap<(String, &str), Vec<usize>> = BTreeMap::new();
        let key = |player: &Player<'_>| player.key();
        for (place, player) in then.iter().enumerate().rev().filter(|(place, _)| !taken.contains(place)) {
            open.entry((key(player), if by_number { player.number } else { "" })).or_default().push(place);
        }
        for (place, player) in now.iter().enumerate() {
            if pairs.contains_key(&place) {
                continue;
            }
            let wanted = (key(player), if by_number { player.number } else { "" });
            if let Some(was) = open.get_mut(&wanted).and_then(Vec::pop) {
                taken.insert(was);
                pairs.insert(place, was);
            }
        }
    }
    pairs
}

fn pieces(count: u64) -> String {
    [count.to_string().as_str(), if count == 1 { " piece" } else { " pieces" }].concat()
}

/// 'Match ball, 3 pieces'.
pub fn counted(name: &str, count: u64) -> String {
    [name, ", ", &pieces(count)].concat()
}

fn compare_players(then: &SeasonSide, now: &SeasonSide) -> (String, Vec<SeasonPlayerView>) {
    let (then, now) = (players(then), players(now));
    if then.is_empty() && now.is_empty() {
        return (String::new(), Vec::new());
    }
    let pairs = pairs(&then, &now);
    let (mut changed, mut new) = (Vec::new(), Vec::new());
    let mut same = 0_usize;
    for (place, player) in now.iter().enumerate() {
        let view = |state, text| SeasonPlayerView { player: player.told(), state, text };
        match pairs.get(&place).and_then(|was| then.get(*was)) {
            None => new.push(view(SeasonState::New, String::new())),
            Some(was) => match player.changes(was) {
                differences if differences.is_empty() => same = same.saturating_add(1),
                differences => changed.push(view(SeasonState::Changed, differences.join("; "))),
            },
        }
    }
    let kept: BTreeSet<usize> = pairs.into_values().collect();
    let left = then.iter().enumerate().filter(|(place, _)| !kept.contains(place));
    let gone =
        left.map(|(_, was)| SeasonPlayerView { player: was.told(), state: SeasonState::Gone, text: String::new() });
    let gone: Vec<_> = gone.collect();
    let mut text = [same.to_string().as_str(), if same == 1 { " player" } else { " players" }, " as then"].concat();
    for (count, word) in [(changed.len(), " changed"), (new.len(), " new"), (gone.len(), " gone")] {
        if count > 0 {
            text.push_str(", ");
            text.push_str(&count.to_string());
            text.push_str(word);
        }
    }
    changed.append(&mut new);
    changed.extend(gone);
    (text, changed)
}

fn compare_sizes(then: &SeasonSide, now: &SeasonSide) -> Vec<SeasonSizeView> {
    let mut sizes: Vec<SeasonSizeView> = Vec::new();
    let mut places: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let lines = then.lines.iter().map(|line| (line, true)).chain(now.lines.iter().map(|line| (line, false)));
    for (line, earlier) in lines {
        let place = *places.entry((&line.style, &line.size)).or_insert_with(|| {
            let (style, size) = (line.style.clone(), line.size.clone());
            sizes.push(SeasonSizeView { style, size, before: 0, now: 0 });
            sizes.len().saturating_sub(1)
        });
        if let Some(size) = sizes.get_mut(place) {
            let sum = if earlier { &mut size.before } else { &mut size.now };
            *sum = both(*sum, line.pieces);
        }
    }
    sizes.retain(|size| size.before != size.now);
    sizes
}

fn compare_products(then: &SeasonSide, now: &SeasonSide) -> Vec<String> {
    let of = |side: &SeasonSide, id: &str| side.products.iter().find(|product| product.product == id).cloned();
    let told = |product: &SeasonProduct| [&pieces(product.pieces), " for ", &format_cents(product.charged)].concat();
    let only_now = now.products.iter().filter(|product| of(then, &product.product).is_none());
    let all = then.products.iter().chain(only_now);
    all.map(|product| {
        let (was, is) = (of(then, &product.product), of(now, &product.product));
        let was = was.map_or_else(|| "none".to_owned(), |was| told(&was));
        let is = is.map_or_else(|| "none".to_owned(), |is| told(&is));
        [&product.name, ": ", &was, " then, ", &is, " now"].concat()
    })
    .collect()
}

/// What a new roster makes different from an earlier order.
pub fn compare_seasons(then: &SeasonSide, now: &SeasonSide) -> SeasonComparisonView {
    let (text, players) = compare_players(then, now);
    SeasonComparisonView { text, players, sizes: compare_sizes(then, now), products: compare_products(then, now) }
}

/// A cell that orders nothing.
const NONE: &str = "-";

/// The players of an earlier order as a roster to begin with, or its sizes where nothing of it carries texts.
pub fn season_sheet(then: &SeasonSide) -> SeasonSheetView {
    let mut styles: Vec<&str> = Vec::new();
    for line in &then.lines {
        if !styles.contains(&line.style.as_str()) {
            styles.push(&line.style);
        }
    }
    let everybody = players(then);
    let nobodys: Vec<&SeasonLine> = then.lines.iter().filter(|line| named(line).is_none()).collect();
    let counted = !nobodys.is_empty();
    let mut head = vec!["Name".to_owned(), "Number".to_owned()];
    head.extend(styles.iter().map(|style| [style, " size"].concat()));
    if counted {
        head.push("Quantity".to_owned());
    }
    let mut rows = vec![head];
    for player in &everybody {
        let most = player.sizes.values().map(Vec::len).max().unwrap_or(0);
        // Somebody who got two of a style has two rows.
        for nth in 0..most {
            let mut row = vec![player.name.to_owned(), player.number.to_owned()];
            let size = |style: &&str| player.sizes.get(*style).and_then(|sizes| sizes.get(nth)).copied();
            row.extend(styles.iter().map(|style| size(style).unwrap_or(NONE).to_owned()));
            if counted {
                row.push("1".to_owned());
            }
            rows.push(row);
        }
    }
    for line in nobodys {
        // One text for all pieces stands on each of them.
        let texts = line.texts.first();
        let text = |kind| {
            let place = line.labels.iter().position(|label| label_kind(label) == kind);
            place.and_then(|place| texts?.get(place)).cloned().unwrap_or_default()
        };
        let mut row = vec![text(ColumnKind::Name), text(ColumnKind::Number)];
        row.extend(styles.iter().map(|style| if *style == line.style { line.size.clone() } else { NONE.to_owned() }));
        row.push(line.pieces.to_string());
        rows.push(row);
    }
    if then.lines.iter().all(|line| line.labels.is_empty()) {
        // Nothing carries texts: it is ordered by sizes alone.
        for row in &mut rows {
            row.drain(..2);
        }
    }
    SeasonSheetView { rows }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(style: &str, size: &str, texts: &[&[&str]]) -> SeasonLine {
        let texts: Vec<Vec<String>> =
            texts.iter().map(|entry| entry.iter().map(|text| (*text).to_owned()).collect()).collect();
        SeasonLine {
            style: style.to_owned(),
            size: size.to_owned(),
            pieces: u64::try_from(texts.len()).unwrap(),
            labels: vec!["Player name".to_owned(), "Number".to_owned()],
            texts,
        }
    }

    fn plain(style: &str, size: &str, pieces: u64) -> SeasonLine {
        SeasonLine { pieces, labels: Vec::new(), ..line(style, size, &[]) }
    }

    fn side(lines: Vec<SeasonLine>) -> SeasonSide {
        SeasonSide { lines, products: Vec::new() }
    }

    fn told(view: &SeasonComparisonView) -> Vec<(&str, SeasonState, &str)> {
        view.players.iter().map(|player| (player.player.as_str(), player.state, player.text.as_str())).collect()
    }

    #[test]
    fn sums_stay_what_a_browsers_numbers_hold() {
        let most = 9_007_199_254_740_991;
        let then = side(vec![plain("Navy", "S", most), plain("Navy", "S", most)]);
        let view = compare_seasons(&then, &side(Vec::new()));
        assert_eq!((view.sizes[0].before, view.sizes[0].now), (most, 0));
    }

    #[test]
    fn players_are_as_then_changed_new_or_gone() {
        use SeasonState::{Changed, Gone, New};
        let then = side(vec![
            line("Jersey, Navy", "M", &[&["Reyes", "7"], &["Kim", "9"], &["Lee", "4"]]),
            line("Jersey, Navy", "L", &[&["Lee", "11"], &["Otto", "3"]]),
            line("Shorts", "M", &[&["", "7"]]),
        ]);
        let now = side(vec![
            line("Jersey, Navy", "L", &[&["reyes", "7"], &["Lee", "12"], &["Nova", "8"]]),
            line("Jersey, Navy", "M", &[&["Kim", "9"], &["Lee", "4"]]),
        ]);
        let view = compare_seasons(&then, &now);
        assert_eq!(view.text, "2 players as then, 2 changed, 1 new, 2 gone");
        assert_eq!(
            told(&view),
            [
                ("reyes, 7", Changed, "Jersey, Navy L, was M"),
                ("Lee, 12", Changed, "number 12, was 11"),
                ("Nova, 8", New, ""),
                ("Otto, 3", Gone, ""),
                ("7", Gone, ""),
            ]
        );
        let one = compare_seasons(&side(Vec::new()), &side(vec![line("A", "M", &[&["Kim", ""]])]));
        assert_eq!(one.text, "0 players as then, 1 new");
        let same = side(vec![line("A", "M", &[&["Kim", ""]])]);
        assert_eq!(compare_seasons(&same, &same).text, "1 player as then");
    }

    #[test]
    fn only_styles_that_both_get_and_numbers_that_both_have_are_compared() {
        let then = side(vec![line("Navy", "M", &[&["Kim", ""]]), line("Cap", "S", &[&["Kim", ""]])]);
        let now = side(vec![line("Red", "L", &[&["Kim", "9"]])]);
        assert_eq!(compare_seasons(&then, &now).text, "1 player as then");
    }

    #[test]
    fn sizes_and_products_tell_what_is_not_as_many_or_costs_something_else() {
        let product = |id: &str, pieces, cents| SeasonProduct {
            product: id.to_owned(),
            name: ["The ", id].concat(),
            pieces,
            charged: Cents::new(cents).unwrap(),
        };
        let then = SeasonSide {
            lines: vec![plain("Navy", "M", 3), plain("Navy", "L", 2), plain("Navy", "S", 1)],
            products: vec![product("jersey", 6, 10_800), product("cap", 1, 500)],
        };
        let now = SeasonSide {
            lines: vec![plain("Navy", "M", 3), plain("Navy", "L", 1), plain("Navy", "L", 3), plain("Red", "M", 1)],
            products: vec![product("jersey", 7, 13_300), product("shorts", 1, 900)],
        };
        let view = compare_seasons(&then, &now);
        let sizes: Vec<_> =
            view.sizes.iter().map(|size| (size.style.as_str(), size.size.as_str(), size.before, size.now)).collect();
        assert_eq!(sizes, [("Navy", "L", 2, 4), ("Navy", "S", 1, 0), ("Red", "M", 0, 1)]);
        assert_eq!(
            view.products,
            [
                "The jersey: 6 pieces for $108.00 then, 7 pieces for $133.00 now",
                "The cap: 1 piece for $5.00 then, none now",
                "The shorts: none then, 1 piece for $9.00 now",
            ]
        );
        assert!(view.text.is_empty() && view.players.is_empty(), "nobody is named");
    }

    #[test]
    fn a_roster_begins_with_the_players_of_then() {
        let mut team = line("Jersey, Navy", "XL", &[&["Lions", "0"]]);
        team.pieces = 4;
        let then = side(vec![
            line("Jersey, Navy", "M", &[&["Reyes", "7"], &["Kim", "9"], &["Kim", "9"]]),
            line("Shorts", "S", &[&["Kim", "9"]]),
            team,
        ]);
        let rows = season_sheet(&then).rows;
        assert_eq!(
            rows,
            [
                ["Name", "Number", "Jersey, Navy size", "Shorts size", "Quantity"],
                ["Reyes", "7", "M", "-", "1"],
                ["Kim", "9", "M", "S", "1"],
                ["Kim", "9", "M", "-", "1"],
                ["Lions", "0", "XL", "-", "4"],
            ]
        );
        let all_named = season_sheet(&side(vec![line("Jersey", "M", &[&["Reyes", "7"]])])).rows;
        assert_eq!(all_named, [["Name", "Number", "Jersey size"], ["Reyes", "7", "M"]]);
    }

    #[test]
    fn a_roster_of_what_carries_no_texts_begins_with_its_sizes() {
        let rows = season_sheet(&side(vec![plain("Shorts", "S", 4), plain("Shorts", "M", 6)])).rows;
        assert_eq!(rows, [["Shorts size", "Quantity"], ["S", "4"], ["M", "6"]]);
        let could = season_sheet(&side(vec![plain("Shorts", "S", 4), line("Jersey", "M", &[])])).rows;
        assert_eq!(could[0][..2], ["Name", "Number"], "one of them could carry a name");
    }

    #[test]
    fn for_each_player_is_what_carries_a_text_or_where_nothing_does_what_comes_in_sizes() {
        let labels = ["Name".to_owned()];
        assert!(is_for_each_player(1, &labels, true) && is_for_each_player(2, &labels, true));
        assert!(!is_for_each_player(2, &[], true), "balls in pounds beside jerseys with names");
        assert!(is_for_each_player(2, &[], false));
        assert!(!is_for_each_player(1, &[], false));
        assert_eq!((counted("Ball", 1), counted("Ball", 3)), ("Ball, 1 piece".to_owned(), "Ball, 3 pieces".to_owned()));
    }

    proptest! {
        #[test]
        fn everybody_of_then_is_as_then_changed_or_gone_and_everybody_of_now_as_then_changed_or_new(
            then in prop::collection::vec(("[ab]{0,1}", "[1-3]{0,1}", "[SM]"), 0..12),
            now in prop::collection::vec(("[ab]{0,1}", "[1-3]{0,1}", "[SM]"), 0..12),
        ) {
            let of = |rows: &[(String, String, String)]| {
                side(rows.iter().map(|(name, number, size)| line("A", size, &[&[name, number]])).collect())
            };
            let (then, now) = (of(&then), of(&now));
            let view = compare_seasons(&then, &now);
            let count = |wanted| view.players.iter().filter(|player| player.state == wanted).count();
            let (changed, new, gone) = (count(SeasonState::Changed), count(SeasonState::New), count(SeasonState::Gone));
            let same = players(&then).len() - changed - gone;
            prop_assert_eq!(same + changed + new, players(&now).len());
            if !view.text.is_empty() {
                prop_assert!(view.text.starts_with(&same.to_string()));
            }
            prop_assert_eq!(&compare_seasons(&now, &now).players, &[]);
        }
    }
}
