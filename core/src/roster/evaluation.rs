//! The evaluation of a roster: each row judged, rows of one article put together, prices pooled as the cart pools them,
//! with what the cart holds of a product already. One call for the whole grid. `ready + attention` is the number of
//! rows, whatever they hold.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    MAX_ROWS, RosterDraft, RosterFix, RosterItemView, RosterLineView, RosterProblem, RosterProductView, RosterRowFix,
    RosterRowView, RosterView, RowError, SheetError, count, fixes,
    grouping::Group,
    judging::{Item, Roster, Row},
    size_words::is_none,
};
use crate::{
    cart::{
        PricePairView,
        evaluation::{LineFacts, Sums, evaluate_beside, next_tier_text},
        lines::check_cart_totals,
    },
    money::Cents,
    pricing::YourPrice,
    rule::Broken,
    text::is_blank,
};

/// Numbers that several rows have are told to each of them.
fn find_twins(draft: &RosterDraft, column: usize, rows: &mut [Row]) {
    let mut holders: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, row) in draft.rows.iter().enumerate() {
        let number = row.cell(column).trim();
        // '0' is a number like others, '-' is none.
        if !is_blank(number) && (number == "0" || !is_none(number)) {
            holders.entry(number).or_default().push(place);
        }
    }
    let mut taken: BTreeSet<String> = holders.keys().map(|number| (*number).to_owned()).collect();
    for (number, places) in holders.iter().filter(|(_, places)| places.len() > 1) {
        let (first, second) = (places.first().copied().unwrap_or(0), places.get(1).copied().unwrap_or(0));
        for place in places {
            let proposed = fixes::free_number(&taken, number, Some(column));
            let other = if *place == first { second } else { first };
            let error = RowError::NumberTwice { number: (*number).to_owned(), row: count(other).saturating_add(1) };
            let Some(row) = rows.get_mut(*place) else { continue };
            // The first keeps its number when all proposals are taken, and no two get the same.
            if *place != first {
                taken.extend(proposed.first().map(|fix| fix.text.clone()));
                row.propose(proposed.first().cloned());
            }
            row.tell_as(RosterProblem { column: Some(count(column)), error: error.at("number"), fixes: proposed });
        }
    }
}

/// The article most rows take of each product: what is proposed where a size is missing.
fn usual_articles(rows: &[Row], styles: usize) -> Vec<Option<usize>> {
    let mut counted: BTreeMap<Item, u32> = BTreeMap::new();
    for item in rows.iter().flat_map(|row| &row.items) {
        let number = counted.entry(*item).or_default();
        *number = number.saturating_add(1);
    }
    (0..styles)
        .map(|style| {
            let of_style = counted.iter().filter(|((of, _), _)| *of == style);
            of_style.max_by_key(|(_, number)| **number).map(|((_, article), _)| *article)
        })
        .collect()
}

/// Evaluates a whole roster.
pub fn evaluate_roster(draft: &RosterDraft) -> RosterView {
    let mut roster = Roster::new(draft);
    let mut errors: Vec<_> = roster.missing().into_iter().map(|(field, error)| error.at(field)).collect();
    if count(draft.rows.len()) > MAX_ROWS {
        errors.push(SheetError::TooManyRows { maximum: MAX_ROWS }.at("rows"));
    }
    if !errors.is_empty() {
        let waiting = RosterRowView { ready: false, problems: Vec::new(), items: Vec::new(), pieces: 0, price: None };
        let rows = vec![waiting; draft.rows.len()];
        let size_columns = roster.size_columns();
        return RosterView { attention: count(rows.len()), rows, size_columns, errors, ..RosterView::default() };
    }
    let first: Vec<Row> = draft.rows.iter().map(|cells| roster.judge(cells, &[])).collect();
    let usual = usual_articles(&first, roster.styles.len());
    let mut rows: Vec<Row> = first
        .into_iter()
        .zip(&draft.rows)
        .map(|(row, cells)| if row.problems.is_empty() { row } else { roster.judge(cells, &usual) })
        .collect();
    if let Some(column) = roster.columns.number {
        find_twins(draft, column, &mut rows);
    }
    // A row that drops out of one line may break another: until nothing more does.
    let groups = loop {
        let groups = roster.group(draft, &rows);
        if !roster.judge_groups(&groups, &mut rows) {
            break groups;
        }
    };
    told(&roster, rows, groups)
}

fn told(roster: &Roster<'_>, rows: Vec<Row>, groups: Vec<Group>) -> RosterView {
    // Lines by product, as their quantities pool.
    let mut pools: Vec<(&str, Vec<usize>)> = Vec::new();
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for (place, group) in groups.iter().enumerate() {
        let Some(style) = roster.styles.get(group.item.0) else { continue };
        let product = style.draft.product.as_str();
        let at = *known.entry(product).or_insert(pools.len());
        match pools.get_mut(at) {
            Some((_, lines)) => lines.push(place),
            None => pools.push((product, vec![place])),
        }
    }
    let mut prices: BTreeMap<Item, YourPrice> = BTreeMap::new();
    let (mut sums, mut products) = (Sums::default(), Vec::new());
    for (product, lines) in pools {
        let members: Vec<&Group> = lines.iter().filter_map(|place| groups.get(*place)).collect();
        let facts: Vec<LineFacts<'_>> = members.iter().filter_map(|group| facts(roster, group)).collect();
        let styles = roster.styles.iter().filter(|style| style.draft.product == product);
        let in_cart = styles.map(|style| style.draft.in_cart).max().unwrap_or(0);
        let outcome = evaluate_beside(&facts, u64::from(in_cart), roster.site);
        for (group, line) in members.iter().zip(&outcome.lines) {
            prices.extend(line.unit.map(|unit| (group.item, unit)));
        }
        sums = sums.plus(outcome.sums);
        let style = members.first().and_then(|group| roster.styles.get(group.item.0));
        let unit = style.map_or("", |style| style.draft.unit_of_measure.as_str());
        products.push(RosterProductView {
            product: product.to_owned(),
            name: style.map(|style| style.draft.name.clone()).unwrap_or_default(),
            pieces: outcome.sums.pieces,
            subtotal: pair(outcome.sums),
            next_tier_text: outcome.next_tier.as_ref().map(|next| next_tier_text(next, unit)).unwrap_or_default(),
            next_tier: outcome.next_tier,
        });
    }
    let mut errors = check_cart_totals(sums.lines, sums.merchandise);
    for error in &mut errors {
        "lines".clone_into(&mut error.field);
    }
    let fixes = proposals(&rows);
    let rows: Vec<RosterRowView> = rows.into_iter().map(|row| row_view(roster, row, &prices)).collect();
    let ready = count(rows.iter().filter(|row| row.ready).count());
    RosterView {
        attention: count(rows.len()).saturating_sub(ready),
        ready,
        rows,
        lines: groups
            .into_iter()
            .map(|group| RosterLineView { line: group.draft, rows: group.rows.into_iter().map(count).collect() })
            .collect(),
        products,
        size_columns: roster.size_columns(),
        fixes,
        pieces: sums.pieces,
        total: Some(pair(sums)),
        errors,
    }
}

/// Every change that is made when all proposals are taken.
fn proposals(rows: &[Row]) -> Vec<RosterRowFix> {
    let of_row = |(place, row): (usize, &Row)| {
        let row_fix = move |fix: &RosterFix| RosterRowFix { row: count(place), fix: fix.clone() };
        row.proposed.iter().map(row_fix).collect::<Vec<_>>()
    };
    rows.iter().enumerate().flat_map(of_row).collect()
}

fn facts<'a>(roster: &Roster<'a>, group: &Group) -> Option<LineFacts<'a>> {
    let style = roster.styles.get(group.item.0)?;
    let article = style.draft.article(roster.article_at(group.item)?);
    let pieces = u32::try_from(group.draft.quantity).ok()?;
    Some(LineFacts { pieces, free_form_entries: group.draft.free_form.len(), article: Some(article) })
}

fn row_view(roster: &Roster<'_>, row: Row, prices: &BTreeMap<Item, YourPrice>) -> RosterRowView {
    let ready = row.problems.is_empty();
    let price = ready.then(|| {
        let units = row.items.iter().filter_map(|item| prices.get(item));
        let times = |price: Cents| price.checked_mul(row.pieces).unwrap_or(Cents::MAX);
        pair(units.fold(Sums::default(), |sums, unit| {
            sums.plus(Sums { merchandise: times(unit.base), yours: times(unit.your), ..Sums::default() })
        }))
    });
    let items = row.items.iter().filter_map(|item| {
        let article = roster.article_at(*item)?;
        Some(RosterItemView { style: count(item.0), sku: article.sku.clone(), text: article.text.clone() })
    });
    RosterRowView { ready, items: items.collect(), pieces: row.pieces, price, problems: row.problems }
}

fn pair(sums: Sums) -> PricePairView {
    YourPrice { base: sums.merchandise, your: sums.yours }.view()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        brand::Site,
        cart::lines::check_add_line,
        pricing::Tier,
        roster::{
            ColumnKind, RosterArticle, RosterColumn, RosterRow, RosterStyle, columns::guess_columns, sheet::read_text,
        },
    };

    fn article(sku: &str, text: &str) -> RosterArticle {
        RosterArticle {
            sku: sku.to_owned(),
            text: text.to_owned(),
            price: Cents::new(2_000),
            ..RosterArticle::default()
        }
    }

    fn jersey() -> RosterStyle {
        RosterStyle {
            product: "p-1".to_owned(),
            name: "Jersey, Navy".to_owned(),
            free_form_options: vec!["Name".to_owned(), "Number".to_owned()],
            articles: ["YM", "YL", "M", "L"].map(|size| article(&["J-", size].concat(), size)).to_vec(),
            ..RosterStyle::default()
        }
    }

    fn shorts() -> RosterStyle {
        RosterStyle {
            product: "p-2".to_owned(),
            name: "Shorts, Black".to_owned(),
            articles: ["M", "L"].map(|size| article(&["S-", size].concat(), size)).to_vec(),
            ..RosterStyle::default()
        }
    }

    /// A pasted table with its guessed columns.
    fn draft(text: &str, styles: Vec<RosterStyle>) -> RosterDraft {
        let rows = read_text(text).rows;
        let guess = guess_columns(&rows);
        let rows = rows.into_iter().skip(usize::try_from(guess.headings).unwrap()).collect();
        RosterDraft { site: Site::Fieldhouse, columns: guess.columns, styles, rows }
    }

    fn codes(view: &RosterView, row: usize) -> Vec<&str> {
        view.rows[row].problems.iter().map(|problem| problem.error.code.as_str()).collect()
    }

    fn first_fix(view: &RosterView, row: usize) -> (&str, &str) {
        let fix = &view.rows[row].problems[0].fixes[0];
        (&fix.label, &fix.text)
    }

    #[test]
    fn players_become_one_line_a_size_with_a_text_a_piece() {
        let view = evaluate_roster(&draft(
            "Player,#,Jersey size,Shorts size\nLEE,7,youth med,M\nREYES,12,YM,-\nKIM,4,Adult L,L\n",
            vec![jersey(), shorts()],
        ));
        assert_eq!((view.ready, view.attention, view.pieces), (3, 0, 5));
        let lines: Vec<(&str, i64, Vec<String>, &[u32])> = view
            .lines
            .iter()
            .map(|it| {
                let texts = it.line.free_form.iter().map(|texts| texts.join(" ")).collect();
                (it.line.sku.as_str(), it.line.quantity, texts, it.rows.as_slice())
            })
            .collect();
        assert_eq!(
            lines,
            [
                ("J-YM", 2, vec!["LEE 7".to_owned(), "REYES 12".to_owned()], &[0, 1][..]),
                ("S-M", 1, vec![], &[0]),
                ("J-L", 1, vec!["KIM 4".to_owned()], &[2]),
                ("S-L", 1, vec![], &[2]),
            ]
        );
        assert_eq!(view.total.unwrap().regular_price.get(), 10_000);
        assert_eq!(view.rows[1].price.as_ref().unwrap().regular_price.get(), 2_000);
    }

    #[test]
    fn a_wrong_row_says_what_is_wrong_and_what_could_be_done() {
        let view = evaluate_roster(&draft(
            "Name,Number,Size\nLEE,7,YM\nREYES,7,\n,9,M\nKIM,10,3XL\nO\u{202e}NEIL,11,L\nCY,12,YM\n",
            vec![jersey()],
        ));
        assert_eq!((view.ready, view.attention), (1, 5));
        assert_eq!(codes(&view, 0), ["roster_number_twice"]);
        assert_eq!(view.rows[0].problems[0].error.message, "Number 7 is also in row 2");
        assert_eq!(first_fix(&view, 0), ("Use number 8", "8"));
        assert_eq!(codes(&view, 1), ["roster_size_missing", "roster_number_twice"]);
        assert_eq!(first_fix(&view, 1), ("Use YM", "YM"));
        assert_eq!(codes(&view, 2), ["free_form_required"]);
        assert_eq!(view.rows[2].problems[0].error.message, "Name (Required)");
        assert_eq!(codes(&view, 3), ["roster_size_unknown"]);
        assert_eq!(first_fix(&view, 3), ("Use L", "L"));
        assert_eq!(codes(&view, 4), ["bidi_control"]);
        assert_eq!(first_fix(&view, 4), ("Use 'ONEIL'", "ONEIL"));
    }

    #[test]
    fn a_row_that_drops_out_can_break_the_line_of_others() {
        let mut packed = jersey();
        packed.free_form_options.clear();
        packed.articles[2].delivery_unit = 3;
        let mut short = shorts();
        short.articles[0].min_order_qty = 2;
        let view = evaluate_roster(&draft("Name,Jersey,Shorts\nA,M,L\nB,M,L\nC,M,M\nD,L,L\n", vec![packed, short]));
        // C's shorts are too few, so its jersey goes, and with it the pack of three.
        assert_eq!(codes(&view, 2), ["quantity_below_minimum"]);
        assert_eq!(codes(&view, 0), ["quantity_below_minimum"]);
        assert_eq!(view.rows[0].problems[0].error.message, "Minimum Quantity is 3: Jersey, Navy M has 2 pieces in all");
        assert_eq!(first_fix(&view, 0), ("Order 1 more here", "2"));
        assert_eq!((view.ready, view.attention, view.lines.len()), (1, 3, 2));
    }

    #[test]
    fn quantities_pool_over_the_sizes_of_a_product() {
        let mut style = jersey();
        style.free_form_options.clear();
        for article in &mut style.articles {
            article.tiers = vec![Tier { minimum_quantity: 4, value: Cents::new(1_500).unwrap() }];
        }
        let three = evaluate_roster(&draft("Name,Size\nA,M\nB,L\nC,YM\n", vec![style.clone()]));
        assert_eq!(three.products[0].next_tier_text, "Add 1 more of any size for $15.00 each and save $15.00");
        let mut personal = style.clone();
        personal.articles[2].personal_price = Cents::new(1_200);
        let three = evaluate_roster(&draft("Name,Size\nA,M\nB,L\nC,YM\n", vec![personal]));
        assert_eq!(three.rows[0].price.as_ref().unwrap().discounted_price.map(Cents::get), Some(1_200));
        let four = evaluate_roster(&draft("Name,Size\nA,M\nB,L\nC,YM\nD,M\n", vec![style]));
        assert_eq!(four.total.unwrap().discounted_price.map(Cents::get), Some(6_000));
    }

    #[test]
    fn pieces_that_are_in_the_cart_already_pool_too() {
        let mut style = jersey();
        style.free_form_options.clear();
        for article in &mut style.articles {
            article.tiers = vec![Tier { minimum_quantity: 6, value: Cents::new(1_500).unwrap() }];
        }
        let three = |in_cart| {
            let of_product = RosterStyle { in_cart, ..style.clone() };
            evaluate_roster(&draft("Name,Size\nA,M\nB,L\nC,YM\n", vec![of_product]))
        };
        let total = |view: &RosterView| view.total.as_ref().unwrap().discounted_price.map(Cents::get);
        let alone = three(0);
        assert_eq!((total(&alone), alone.products[0].pieces), (None, 3));
        assert_eq!(alone.products[0].next_tier_text, "Add 3 more of any size for $15.00 each and save $15.00");
        let beside_two = three(2);
        assert_eq!((total(&beside_two), beside_two.products[0].pieces), (None, 3));
        assert_eq!(beside_two.products[0].next_tier_text, "Add 1 more of any size for $15.00 each and save $15.00");
        let beside_three = three(3);
        assert_eq!((total(&beside_three), beside_three.products[0].pieces), (Some(4_500), 3));
    }

    #[test]
    fn a_list_of_skus_needs_no_chosen_product() {
        let mut list = shorts();
        list.articles[1].min_order_qty = 12;
        let view = evaluate_roster(&draft("SKU,Qty\ns-m,12\nS M,2\nS-L,6\nX-1,1\n,4\nS-M,\nS-M,2.5\n", vec![list]));
        assert_eq!((view.ready, view.attention), (1, 6));
        assert_eq!(codes(&view, 1), ["sku_unknown"]);
        assert_eq!(first_fix(&view, 1), ("Use S-M", "S-M"));
        assert_eq!(codes(&view, 2), ["quantity_below_minimum"]);
        assert_eq!(first_fix(&view, 2), ("Order 6 more here", "12"));
        assert_eq!(codes(&view, 3), ["sku_unknown"]);
        assert_eq!(codes(&view, 4), ["roster_sku_missing"]);
        assert_eq!(codes(&view, 5), ["quantity_missing"]);
        assert_eq!((codes(&view, 6), first_fix(&view, 6)), (vec!["quantity_fractional"], ("Use 2", "2")));
    }

    #[test]
    fn stock_is_checked_and_another_size_proposed() {
        let mut style = jersey();
        style.articles[2].unavailable = true;
        style.articles[2].available_date = "03/09/2027".to_owned();
        let view = evaluate_roster(&draft("Name,Number,Size\nA,1,M\nB,2,L\n", vec![style]));
        assert_eq!(view.rows[0].problems[0].error.message, "Available on 03/09");
        assert_eq!(first_fix(&view, 0), ("Use L", "L"));
    }

    #[test]
    fn what_is_missing_before_any_row_is_told_of_the_whole() {
        let nothing = evaluate_roster(&draft("Name,Size\nA,M\n", Vec::new()));
        assert_eq!((nothing.errors[0].code.as_str(), nothing.attention), ("roster_nothing_chosen", 1));
        let no_sizes = evaluate_roster(&draft("Name,Number\nA,1\n", vec![jersey()]));
        assert_eq!(no_sizes.errors[0].field, "styles.0");
        // What comes in one size needs no column: everybody gets one.
        let one = RosterStyle { articles: vec![article("B-1", "One size")], free_form_options: Vec::new(), ..jersey() };
        assert_eq!(evaluate_roster(&draft("Name,Number\nA,1\n", vec![one])).ready, 1);
        let many = RosterDraft { rows: vec![RosterRow::default(); 2_001], ..draft("Name,Size\nA,M\n", vec![shorts()]) };
        assert_eq!(evaluate_roster(&many).errors[0].code, "roster_too_many_rows");
    }

    #[test]
    fn all_proposals_taken_at_once_put_a_roster_right() {
        let mut style = jersey();
        style.articles[3].delivery_unit = 4;
        let mut order = draft(
            "Name,Number,Size,Qty\nA,7,L,1\nB,7,adult lrage,1\nC,7,,1\nD,9,L,one\nE,10,L,1\nF,11,YM,0\n",
            vec![style],
        );
        for _ in 0..3 {
            for RosterRowFix { row, fix } in evaluate_roster(&order).fixes {
                let column = usize::try_from(fix.column.unwrap()).unwrap();
                order.rows[usize::try_from(row).unwrap()].cells[column] = fix.text;
            }
        }
        let view = evaluate_roster(&order);
        assert_eq!((view.ready, view.attention), (6, 0), "{:?}", order.rows);
        assert_eq!(order.rows[0].cells[1], "7");
    }

    fn any_cell() -> impl Strategy<Value = String> {
        prop_oneof![
            Just(String::new()),
            "[a-zA-Z0-9 =+@-]{0,6}",
            any::<String>(),
            prop::sample::select(vec!["M", "YM", "7", "-", "S-M", "J-YM", "\u{202e}x", "9999", "12"])
                .prop_map(str::to_owned),
        ]
    }

    prop_compose! {
        fn any_draft()(
            kinds in prop::collection::vec(0_usize..7, 0..6),
            rows in prop::collection::vec(prop::collection::vec(any_cell(), 0..6), 0..24),
            rules in prop::collection::vec((0_u32..4, 0_u32..4, any::<bool>()), 6),
            chosen in 0_usize..3, column in prop::option::of(0_u32..7),
        ) -> RosterDraft {
            let known = [ColumnKind::Ignore, ColumnKind::Name, ColumnKind::Number, ColumnKind::Size, ColumnKind::Quantity, ColumnKind::Sku, ColumnKind::Text];
            let mut styles = vec![jersey(), shorts()];
            for (style, it) in styles.iter_mut().zip([0, 2]) {
                style.size_column = column;
                for (article, (min, unit, out)) in style.articles.iter_mut().zip(&rules[it..]) {
                    (article.min_order_qty, article.delivery_unit, article.unavailable) = (*min, *unit, *out);
                }
            }
            styles.truncate(chosen);
            RosterDraft {
                site: Site::Fieldhouse,
                columns: kinds.into_iter().map(|kind| RosterColumn { kind: known[kind], label: String::new() }).collect(),
                styles,
                rows: rows.into_iter().map(|cells| RosterRow { cells }).collect(),
            }
        }
    }

    proptest! {
        #[test]
        fn no_row_vanishes(draft in any_draft()) {
            let view = evaluate_roster(&draft);
            prop_assert_eq!(view.rows.len(), draft.rows.len());
            prop_assert_eq!(count(view.rows.len()), view.ready + view.attention);
            let ready = (0..).zip(&view.rows).filter(|(_, row)| row.ready).map(|(place, _): (u32, _)| place);
            let in_lines: BTreeSet<u32> = view.lines.iter().flat_map(|line| line.rows.iter().copied()).collect();
            prop_assert_eq!(ready.collect::<BTreeSet<u32>>(), in_lines);
            for row in &view.rows {
                prop_assert!(row.ready || !row.problems.is_empty() || !view.errors.is_empty());
            }
        }

        #[test]
        fn every_line_is_one_the_cart_takes(draft in any_draft()) {
            let view = evaluate_roster(&draft);
            for line in &view.lines {
                let held = draft.styles.iter().find_map(|style| {
                    style.articles.iter().find(|it| it.sku == line.line.sku).map(|it| (style, it))
                });
                let (style, article) = held.unwrap();
                let article = style.article(article);
                prop_assert!(check_add_line(&line.line, Some(&article), draft.site, "").is_ok());
            }
            let pieces: i64 = view.lines.iter().map(|line| line.line.quantity).sum();
            prop_assert_eq!(u64::try_from(pieces).unwrap(), view.pieces);
        }
    }
}
