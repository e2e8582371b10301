//! What a roster comes to: rows, fixes and sums.

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
    RosterArticle { sku: sku.to_owned(), text: text.to_owned(), price: Cents::new(2_000), ..RosterArticle::default() }
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
    let below = rows.into_iter().skip(usize::try_from(guess.headings).unwrap()).collect();
    let rows = guess.rows.unwrap_or(below);
    RosterDraft { site: Site::FIELDHOUSE, columns: guess.columns, styles, rows }
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
    assert_eq!(first_fix(&view, 1), ("None for this row", "-"), "a size is asked for, not made up");
    assert_eq!(codes(&view, 2), ["free_form_required"]);
    assert_eq!(view.rows[2].problems[0].error.message, "Name (Required)");
    assert_eq!(codes(&view, 3), ["roster_size_unknown"]);
    assert_eq!(first_fix(&view, 3), ("Use L instead", "L"));
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
    assert_eq!(three.products[0].next_tier_text, "Add 1 more of any size and save $15.00");
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
    assert_eq!(alone.products[0].next_tier_text, "Add 3 more of any size and save $15.00");
    let beside_two = three(2);
    assert_eq!((total(&beside_two), beside_two.products[0].pieces), (None, 3));
    assert_eq!(beside_two.products[0].next_tier_text, "Add 1 more of any size and save $15.00");
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
    assert_eq!((codes(&view, 6), first_fix(&view, 6)), (vec!["quantity_fractional"], ("Order 2", "2")));
}

#[test]
fn stock_is_checked_and_another_size_proposed() {
    let mut style = jersey();
    style.articles[2].unavailable = true;
    style.articles[2].available_date = "03/09/2027".to_owned();
    let view = evaluate_roster(&draft("Name,Number,Size\nA,1,M\nB,2,L\n", vec![style]));
    assert_eq!(view.rows[0].problems[0].error.message, "Available on 03/09");
    assert_eq!(first_fix(&view, 0), ("Use L instead", "L"));
    assert!(view.fixes.is_empty());
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

/// Takes all proposals, and those that follow from them.
fn take_proposals(order: &mut RosterDraft) {
    for _ in 0..3 {
        for RosterRowFix { row, fix } in evaluate_roster(order).fixes {
            let column = usize::try_from(fix.column.unwrap()).unwrap();
            order.rows[usize::try_from(row).unwrap()].cells[column] = fix.text;
        }
    }
}

#[test]
fn all_proposals_taken_at_once_do_what_was_surely_meant_and_no_more() {
    let mut style = jersey();
    style.articles[3].delivery_unit = 4;
    let mut order = draft(
        "Name,Number,Size,Qty\nA,7,L,1\nB,7,adult lrage,1 pc\nC,17,,1\nD,9,L,one\nE,10,YM,\nF,11,YM,0\nG,12,5XL,1\nH,13,YL,-2\nI,14,M,1\n",
        vec![style],
    );
    take_proposals(&mut order);
    let view = evaluate_roster(&order);
    assert_eq!(order.rows[0].cells[1], "7");
    assert_eq!(order.rows[1].cells, ["B", "8", "L", "1"]);
    for (row, (size, pieces)) in
        [("", "1"), ("L", "one"), ("YM", ""), ("YM", "0"), ("5XL", "1"), ("YL", "-2")].into_iter().enumerate()
    {
        assert_eq!(order.rows[row + 2].cells[2..], [size, pieces], "stays a question");
    }
    // The pack of four is not filled up with pieces nobody asked for.
    assert_eq!(codes(&view, 0), ["quantity_below_minimum"]);
    assert_eq!((view.ready, view.attention, view.nothing, view.pieces), (1, 7, 1, 1));
}

#[test]
fn a_blank_quantity_is_asked_for_and_zero_orders_nothing() {
    let view = evaluate_roster(&draft("Size,Qty\nM,\nM,0\nM,-\nL,2\nM,00\n,0.0\nM,.0\nM,+0\n", vec![shorts()]));
    assert_eq!(codes(&view, 0), ["quantity_missing"]);
    assert!(view.rows[0].problems[0].fixes.is_empty(), "a blank is not 1");
    for row in [1, 2, 4, 5, 6, 7] {
        assert_eq!(view.rows[row].nothing.as_ref().unwrap().code, "roster_nothing_ordered", "{row}");
    }
    assert_eq!((view.ready, view.attention, view.nothing, view.pieces), (1, 1, 6, 2));
}

#[test]
fn a_quantity_that_cannot_be_read_is_a_question_and_no_number() {
    for typed in ["", "two", "-2", "−2", "0 pcs", ".5", "-1,200", "each", "?"] {
        let view = evaluate_roster(&draft(&format!("Size\tQty\nM\t{typed}\nL\t1"), vec![shorts()]));
        let [problem] = view.rows[0].problems.as_slice() else { panic!("{typed}: {:?}", view.rows[0]) };
        assert!(problem.error.code.starts_with("quantity_") && problem.fixes.is_empty(), "{typed}: {problem:?}");
        assert_eq!((view.pieces, view.fixes.len()), (1, 0), "{typed}");
    }
    for (typed, pieces) in [("12 pcs", "12"), ("1,200", "1200"), ("x3", "3"), ("2.5", "2"), ("20000", "9999")] {
        let view = evaluate_roster(&draft(&format!("Size\tQty\nM\t{typed}\nL\t1"), vec![shorts()]));
        assert_eq!(first_fix(&view, 0).1, pieces, "{typed}");
    }
}

#[test]
fn a_line_of_totals_is_no_player() {
    let view = evaluate_roster(&draft(
        "Name,Number,Size,Qty\nLEE,7,M,1\nTotal,1,,1\n,,Grand total:,48\nTOTAL,8,L,1\n",
        vec![jersey()],
    ));
    assert_eq!(view.rows[1].nothing.as_ref().unwrap().message, "A line of totals: nothing is ordered in it");
    assert_eq!((view.ready, view.attention, view.nothing, view.pieces), (2, 0, 2, 2));
    // Its count is nobody's number.
    assert!(view.rows[0].ready);
    let view = evaluate_roster(&draft(
        "Name,Number,Size\nLEE,7,M\nTotal Johnson,8,L\nTotal players,2,\nCount,1,\nTotal Reyes,9,\n",
        vec![jersey()],
    ));
    assert_eq!((view.ready, view.attention, view.nothing, view.pieces), (2, 1, 2, 2));
    assert_eq!(codes(&view, 4), ["roster_size_missing"], "a player by the name of a total");
}

#[test]
fn whom_a_size_is_for_may_stand_beside_it() {
    let both = |name: &str| RosterStyle {
        name: name.to_owned(),
        articles: vec![article("Y-M", "YM"), article("A-M", "M"), article("A-L", "L")],
        free_form_options: Vec::new(),
        ..jersey()
    };
    let order = |name: &str, table: &str| {
        let view = evaluate_roster(&draft(table, vec![both(name)]));
        let of = |row: usize| view.rows[row].items.iter().map(|item| item.sku.clone()).collect::<Vec<_>>().join(" ");
        (0..view.rows.len()).map(|row| if view.rows[row].ready { of(row) } else { "?".to_owned() }).collect::<Vec<_>>()
    };
    let table = "Name\tGender\tSize\nANA\tWomens\tM\nBO\tYouth\tM\nCY\tF\tL\nDI\tM\tM\nEL\t\tM\n";
    assert_eq!(order("Jersey", table), ["?", "Y-M", "?", "A-M", "A-M"]);
    for (heading, youth, adult) in [
        ("Age group", "Youth", "Adult"),
        ("Youth/Adult", "Y", "A"),
        ("Fit", "kids", "men's"),
        ("Notes", "youth", "adult"),
    ] {
        let table = format!("Name,{heading},Size\nBO,{youth},M\nDI,{adult},M\n");
        assert_eq!(order("Jersey", &table), ["Y-M", "A-M"], "{heading}");
    }
    assert_eq!(order("Jersey", "Name,Notes,Size\nANA,womens cut,M\nBO,sits with the women,M\n"), ["?", "A-M"]);
    assert_eq!(order("Jersey", "Name,Gender,Size\nANA,F,YM\n"), ["Y-M"], "what is said with the size counts");
    assert_eq!(order("Jersey", "Name,Team,Size\nANA,Boys,M\n"), ["A-M"], "no word about the cut");
    assert_eq!(order("Youth Jersey", "Name,Gender,Size\nANA,F,L\n"), ["A-L"]);
    // What is sold to everybody is taken when the shopper says so.
    let mut draft = draft("Name,Gender,Size\nANA,F,M\n", vec![both("Jersey")]);
    let view = evaluate_roster(&draft);
    let problem = &view.rows[0].problems[0];
    assert_eq!((problem.column, problem.fixes[0].label.as_str(), view.fixes.len()), (Some(1), "Use M instead", 0));
    let column = usize::try_from(problem.fixes[0].column.unwrap()).unwrap();
    draft.rows[0].cells[column].clone_from(&problem.fixes[0].text);
    assert_eq!(evaluate_roster(&draft).ready, 1);
}

#[test]
fn a_sum_is_no_player_however_it_is_called() {
    let plain = || RosterStyle { free_form_options: Vec::new(), ..jersey() };
    for sums in ["SUM", "Team total", "Total players", "Totals (all)", "Total M", "TTL", "Total XS"] {
        let view = evaluate_roster(&draft(&format!("Name,Size,Qty\nLEE,M,1\n{sums},M,2\n"), vec![plain()]));
        assert_eq!((view.pieces, view.ready, view.nothing), (1, 1, 1), "{sums}");
    }
    let view = evaluate_roster(&draft(
        "Name,Number,Size,Qty\nLEE,7,M,1\nTotal M,0,M,1\nTeam total,99,L,2\nSum,8,L,1\n",
        vec![jersey()],
    ));
    assert_eq!((view.ready, view.nothing, view.pieces), (2, 2, 2), "a player may be called Sum");
}

#[test]
fn a_blank_cell_of_a_column_chosen_for_one_size_orders_none() {
    let bag = RosterStyle {
        articles: vec![article("B-1", "One size")],
        free_form_options: Vec::new(),
        size_column: Some(1),
        ..jersey()
    };
    let view = evaluate_roster(&draft("Name,Bag\nA,one size\nB,\nC,-\n", vec![bag]));
    assert_eq!((view.ready, view.attention, view.nothing, view.pieces), (1, 0, 2, 1));
}

#[test]
fn a_color_or_product_named_in_a_row_says_which_of_the_chosen_it_orders() {
    let red = RosterStyle {
        name: "Jersey, Red".to_owned(),
        articles: vec![article("R-M", "M"), article("R-L", "L")],
        ..jersey()
    };
    let order = |table: &str| {
        let mut styles = vec![jersey(), red.clone()];
        for style in &mut styles {
            style.free_form_options.clear();
        }
        evaluate_roster(&draft(table, styles))
    };
    let view = order("Color,M,L\nNavy,4,\nred,,2\nGreen,1,\n");
    let lines: Vec<(&str, i64)> = view.lines.iter().map(|it| (it.line.sku.as_str(), it.line.quantity)).collect();
    assert_eq!(lines, [("J-M", 4), ("R-L", 2)]);
    assert_eq!(view.rows[2].problems[0].error.message, "None of the chosen products is 'Green'");
    assert_eq!(order("Size,Qty\nM,1\n").pieces, 2, "a row that names none is for all");
}

#[test]
fn a_style_number_leads_to_its_article_or_to_a_question() {
    let options = |sku: &str, color: &str, size: &str| RosterArticle {
        options: vec![color.to_owned(), size.to_owned()],
        ..article(sku, size)
    };
    let mut tee = shorts();
    tee.style_number = "TT-100".to_owned();
    tee.articles = vec![options("T-N-M", "Navy", "M"), options("T-R-M", "Red", "M"), options("T-R-YM", "Red", "YM")];
    let view = evaluate_roster(&draft(
        "Style #,Color,Size,Qty\ntt100,Navy,,2\nTT-100,red,youth med,3\nTT-100,Red,,1\nTT-100,,,1\nT-N-M,,,1\n",
        vec![tee.clone()],
    ));
    let lines: Vec<(&str, i64)> = view.lines.iter().map(|it| (it.line.sku.as_str(), it.line.quantity)).collect();
    assert_eq!(lines, [("T-N-M", 3), ("T-R-YM", 3)]);
    for row in [2, 3] {
        assert_eq!(codes(&view, row), ["roster_options_missing"]);
        assert_eq!(view.rows[row].problems[0].error.message, "Choose the options of Shorts, Black");
    }
    let across = evaluate_roster(&draft("Style #,Color,M,YM\nTT-100,Red,2,1\n", vec![tee.clone()]));
    assert_eq!((across.ready, across.pieces), (2, 3));
    // What is written as it is printed is meant, whatever reads alike.
    tee.articles = vec![options("T-M", "Red", "M"), options("T-MEDIUM", "Red", "Medium")];
    let alike = evaluate_roster(&draft("Style #,Color,Size,Qty\nTT-100,Red,medium,2\n", vec![tee]));
    assert_eq!(alike.lines.iter().map(|it| it.line.sku.as_str()).collect::<Vec<_>>(), ["T-MEDIUM"]);
}

#[test]
fn a_text_is_taken_from_the_column_of_its_label() {
    let mut slogans = shorts();
    slogans.free_form_options = vec!["Slogan".to_owned()];
    let view = evaluate_roster(&draft("Size,Qty,Coach,Slogan\nM,1,Kim,Go\n", vec![slogans]));
    let texts: Vec<_> = view.lines.iter().map(|it| it.line.free_form.clone()).collect();
    assert_eq!(texts, [[["Go"]]]);
}

fn any_cell() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        "[a-zA-Z0-9 =+@-]{0,6}",
        any::<String>(),
        prop::sample::select(vec![
            "M",
            "YM",
            "7",
            "-",
            "S-M",
            "J-YM",
            "\u{202e}x",
            "9999",
            "12",
            "",
            "0",
            "Total",
            "-3",
            "2 pcs",
            "1,200",
            "1,5",
            "lrage",
            "womens M",
            "20000",
            "0 pcs",
            "S M",
        ])
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
            site: Site::FIELDHOUSE,
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
        prop_assert_eq!(count(view.rows.len()), view.ready + view.attention + view.nothing);
        let ready = (0..).zip(&view.rows).filter(|(_, row)| row.ready).map(|(place, _): (u32, _)| place);
        let in_lines: BTreeSet<u32> = view.lines.iter().flat_map(|line| line.rows.iter().copied()).collect();
        prop_assert_eq!(ready.collect::<BTreeSet<u32>>(), in_lines);
        for row in &view.rows {
            let said = !row.problems.is_empty() || row.nothing.is_some();
            let fits = if view.errors.is_empty() { row.ready != said } else { !row.ready };
            prop_assert!(fits);
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

    #[test]
    fn proposals_never_order_more_than_was_asked(draft in any_draft()) {
        let mut fixed = draft.clone();
        take_proposals(&mut fixed);
        prop_assert!(evaluate_roster(&fixed).pieces <= asked(&draft));
    }

    #[test]
    fn a_fix_that_orders_says_so(draft in any_draft()) {
        let view = evaluate_roster(&draft);
        let typed = |row: u32, fix: &RosterFix| {
            let row = &draft.rows[usize::try_from(row).unwrap()];
            fix.column.map_or("", |column| row.cell(usize::try_from(column).unwrap())).to_owned()
        };
        for RosterRowFix { row, fix } in &view.fixes {
            let before = typed(*row, fix);
            match fix.kind {
                ColumnKind::Quantity => prop_assert!(fix.text.parse::<u64>().unwrap() <= number_in(&before)),
                ColumnKind::Size | ColumnKind::Sku => prop_assert!(!is_blank(&before)),
                _ => {}
            }
        }
        for (row, judged) in (0..).zip(&view.rows) {
            for fix in judged.problems.iter().flat_map(|problem| &problem.fixes) {
                let raises = fix.kind == ColumnKind::Quantity && fix.text.parse::<u64>().unwrap() > number_in(&typed(row, fix));
                prop_assert!(!raises || fix.label.ends_with(" more here"), "{fix:?}");
                prop_assert!(fix.kind != ColumnKind::Size || fix.text == "-" || fix.label.contains(&fix.text), "{fix:?}");
            }
        }
    }
}

/// The number a cell asks for, read as a clerk would: none when it is below zero or there is none.
fn number_in(cell: &str) -> u64 {
    let thousands: String = cell.trim().replace(",200", "200");
    let from = thousands.find(|c: char| c.is_ascii_digit()).unwrap_or(thousands.len());
    let digits: String = thousands[from..].chars().take_while(char::is_ascii_digit).collect();
    if thousands[..from].ends_with('-') { 0 } else { digits.parse().unwrap_or(0) }
}

/// The pieces a sheet asks for at most: a row's quantity, or one, of every product it names a size of.
fn asked(draft: &RosterDraft) -> u64 {
    let first = |kind| draft.columns.iter().position(|column| column.kind == kind);
    let quantity = first(ColumnKind::Quantity);
    let of_row = |row: &RosterRow| {
        let pieces = quantity.map_or(1, |column| number_in(row.cell(column)));
        let products = match first(ColumnKind::Sku) {
            Some(column) => u64::from(!is_blank(row.cell(column))),
            None => u64::try_from(draft.styles.len()).unwrap(),
        };
        pieces * products
    };
    draft.rows.iter().map(of_row).sum()
}

#[test]
fn what_names_no_chosen_product_is_asked_about_and_ordered_when_the_shopper_says_so() {
    for sheet in ["Home,,Away,\nSize,Qty,Size,Qty\nM,4,L,2\n", "Color,YM,M,L\nPurple/White,0,4,2\n"] {
        let mut draft = draft(sheet, vec![shorts()]);
        let view = evaluate_roster(&draft);
        assert_eq!((view.ready, view.fixes.len()), (0, 0), "nothing is settled unasked: {sheet}");
        assert_eq!(first_fix(&view, 0), ("Order Shorts, Black", "Shorts, Black"), "{sheet}");
        for (row, judged) in draft.rows.iter_mut().zip(&view.rows) {
            for fix in judged.problems.iter().filter_map(|problem| problem.fixes.first()) {
                row.cells[usize::try_from(fix.column.unwrap()).unwrap()].clone_from(&fix.text);
            }
        }
        let answered = evaluate_roster(&draft);
        assert_eq!((answered.attention, answered.pieces), (0, 6), "{sheet}");
    }
}

#[test]
fn an_answer_orders_the_product_it_names_and_none_whose_name_begins_alike() {
    let away = RosterStyle {
        product: "p-3".to_owned(),
        name: "Shorts, Black Away".to_owned(),
        articles: ["M", "L"].map(|size| article(&["A-", size].concat(), size)).to_vec(),
        ..RosterStyle::default()
    };
    let order = |product: &str| {
        let view = evaluate_roster(&draft(&format!("Product,Size,Qty\n{product},M,2\n"), vec![shorts(), away.clone()]));
        view.lines.iter().map(|it| it.line.sku.clone()).collect::<Vec<_>>()
    };
    assert_eq!(order("\"Shorts, Black\""), ["S-M"]);
    assert_eq!(order("\"Shorts, Black Away\""), ["A-M"]);
    assert_eq!(order("Shorts"), ["S-M", "A-M"], "what both are called orders both");
}
