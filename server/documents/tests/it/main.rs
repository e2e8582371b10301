//! Documents as files: what a reader finds in them.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails, and says where")]

mod reading;
mod sample;

use std::collections::BTreeMap;

use fieldhouse_core::orders::{
    documents::{PaperKind, PaperWords, PapersWords},
    invoice::invoice,
    ledger::Ledger,
};
use fieldhouse_documents::{
    DocumentError,
    facts::{InsideFacts, OrderFacts, ShipmentFacts},
    orders,
    paper::{Cell, Paper, Row},
    pdf, pdf_in_steps,
};
use proptest::prelude::*;
use reading::Read;

fn all_kinds(order: &OrderFacts, words: &PapersWords) -> [Paper; 6] {
    let shares = invoice(&sample::invoiced(order)).unwrap();
    [
        orders::acknowledgement(order, words),
        orders::packing_slip(order, &sample::shipment(order, 2), words),
        orders::pick_list(order, &BTreeMap::new(), words),
        orders::roster(order, words),
        orders::invoice(order, &shares, "November 25, 2026", words),
        orders::credit_memo(order, &sample::credit(), words),
    ]
}

fn read(papers: &[Paper]) -> Read {
    Read::new(&pdf("Papers", papers).unwrap())
}

#[test]
fn a_document_is_tagged_has_a_language_a_title_and_letter_pages() {
    for paper in all_kinds(&sample::order(40), &sample::words()) {
        let bytes = pdf("Order FH-100023", std::slice::from_ref(&paper)).unwrap();
        let file = Read::new(&bytes);
        let catalog = file.catalog();
        assert_eq!(catalog.get(b"Lang").unwrap().as_str().unwrap(), b"en-US");
        let marked = catalog.get(b"MarkInfo").unwrap().as_dict().unwrap();
        assert!(marked.get(b"Marked").unwrap().as_bool().unwrap());
        let shown = catalog.get(b"ViewerPreferences").unwrap().as_dict().unwrap();
        assert!(shown.get(b"DisplayDocTitle").unwrap().as_bool().unwrap());
        let metadata = file.0.get_object(catalog.get(b"Metadata").unwrap().as_reference().unwrap()).unwrap();
        let metadata = String::from_utf8(metadata.as_stream().unwrap().content.clone()).unwrap();
        assert!(metadata.contains("Order FH-100023") && metadata.contains("pdfuaid:part"), "{metadata}");
        for page in file.0.get_pages().values() {
            let media = file.0.get_dictionary(*page).unwrap().get(b"MediaBox").unwrap().as_array().unwrap();
            let sides: Vec<f32> = media.iter().map(|side| side.as_float().unwrap()).collect();
            assert_eq!(sides, [0.0, 0.0, 612.0, 792.0]);
        }
        let roles = file.roles();
        let columns = paper.table.columns.len();
        assert_eq!(roles.iter().filter(|role| *role == "H1").count(), 1, "{}", paper.title);
        // Heads are said once, however many pages repeat them.
        assert_eq!(roles.iter().filter(|role| *role == "TH Column").count(), columns, "{}", paper.title);
        assert_eq!(roles.iter().filter(|role| *role == "THead").count(), 1);
        let lines = paper.table.rows.iter().filter(|row| matches!(row, Row::Line(_)));
        let cells = lines.count() * columns + paper.table.sums.len();
        assert_eq!(roles.iter().filter(|role| *role == "TD").count(), cells, "{}", paper.title);
    }
}

#[test]
fn the_same_order_is_the_same_bytes_and_small_objects_are_packed() {
    let order = sample::order(40);
    let once = pdf("Papers", &all_kinds(&order, &sample::words())).unwrap();
    assert_eq!(once, pdf("Papers", &all_kinds(&order, &sample::words())).unwrap());
    let mut steps = 0_usize;
    let in_steps = pdf_in_steps("Papers", &all_kinds(&order, &sample::words()), &mut || {
        steps += 1;
        true
    })
    .unwrap();
    assert_eq!(in_steps, once, "and the same in steps");
    assert_eq!(steps, Read::new(&once).0.get_pages().len() + 6, "of a page or a paper");
    for wanted in 0..steps {
        let mut left = wanted;
        let ended = pdf_in_steps("Papers", &all_kinds(&order, &sample::words()), &mut || {
            left = left.saturating_sub(1);
            left > 0
        });
        assert!(matches!(ended, Err(DocumentError::Unwanted)), "nobody waits after step {wanted}");
    }
    let has = |wanted: &[u8]| once.windows(wanted.len()).any(|window| window == wanted);
    assert!(has(b"/Type/ObjStm") && has(b"/Type/XRef") && !has(b"trailer"));
}

#[test]
fn packing_slip_pick_list_and_roster_say_no_amount() {
    let order = sample::order(40);
    let said = |paper: &Paper| read(std::slice::from_ref(paper)).pages().concat();
    let [acknowledgement, slip, list, roster, invoice, memo] = all_kinds(&order, &sample::words());
    for paper in [&slip, &list, &roster] {
        assert!(!said(paper).contains('$'), "{}", paper.title);
    }
    for paper in [&acknowledgement, &invoice, &memo] {
        assert!(said(paper).contains('$'), "{}", paper.title);
    }
    assert!(said(&invoice).contains("PO Box 1400") && !said(&slip).contains("PO Box 1400"));
}

#[test]
fn a_pick_list_is_sorted_by_sku_and_has_what_is_left() {
    let order = sample::order(40);
    let said = read(&[orders::pick_list(&order, &BTreeMap::new(), &sample::words())]).pages().concat();
    let mut left: Vec<_> = order.lines.iter().filter(|line| line.ledger.to_pick() > 0).collect();
    left.sort_by(|one, other| one.sku.cmp(&other.sku));
    let places: Vec<usize> = left.iter().map(|line| said.find(&format!("{} \n", line.sku)).unwrap()).collect();
    assert!(places.is_sorted() && left.len() == 40, "{places:?}");
    let mut one = sample::order(1);
    one.lines[0].ledger = Ledger::placed(1);
    let said = read(&[orders::pick_list(&one, &BTreeMap::new(), &sample::words())]).pages().concat();
    assert!(said.contains("1 piece, 1 line") && !said.contains("1 lines"), "{said}");
}

#[test]
fn papers_say_whose_pieces_are_inside_and_leave_out_whose_were_canceled() {
    let mut order = sample::order(1);
    let names = ["Ann", "Bea", "Cleo"];
    order.lines[0].labels = vec!["Name".to_owned()];
    order.lines[0].entries = names.iter().map(|name| vec![(*name).to_owned()]).collect();
    order.lines[0].canceled = vec!["Name: Bea".to_owned()];
    order.lines[0].ledger = Ledger { cancelled: 1, ..Ledger::placed(3) };
    let said = |paper: &Paper| read(std::slice::from_ref(paper)).pages().concat();
    let has = |said: &str| names.map(|name| said.contains(name));
    let words = sample::words();
    assert_eq!(has(&said(&orders::roster(&order, &words))), [true, false, true]);
    assert!(said(&orders::acknowledgement(&order, &words)).contains("1 canceled: Name: Bea"));
    let shipment = |players: &[&str]| {
        let players = players.iter().map(|name| format!("Name: {name}")).collect();
        let inside = InsideFacts { position: 1, pieces: 1, players };
        orders::packing_slip(
            &order,
            &ShipmentFacts { number: 1, pieces: vec![inside], ..ShipmentFacts::default() },
            &words,
        )
    };
    assert_eq!(has(&said(&shipment(&["Cleo"]))), [false, false, true]);
    let unknown = said(&shipment(&[]));
    assert!(unknown.contains("For some of these players") && has(&unknown) == [true, false, true], "{unknown}");
    let open = BTreeMap::from([(1, vec!["Name: Ann".to_owned()])]);
    assert_eq!(has(&said(&orders::pick_list(&order, &open, &words))), [true, false, false]);
    // A line that is canceled whole has nobody to hand out to.
    order.lines[0].ledger = Ledger { cancelled: 3, ..Ledger::placed(3) };
    assert_eq!(has(&said(&orders::roster(&order, &words))), [false; 3]);
}

#[test]
fn lines_are_whole_heads_are_repeated_and_sums_are_never_alone() {
    let words = sample::words();
    let mut turned = 0;
    for count in 1..=60 {
        let order = sample::order(count);
        let pages = read(&[orders::acknowledgement(&order, &words)]).pages();
        for line in &order.lines {
            let has = |page: &&String| page.contains(&format!("{} \n", line.sku));
            let page: Vec<_> = pages.iter().filter(has).collect();
            assert_eq!(page.len(), 1, "{count}: {}", line.sku);
            // A line's names stand where the line does.
            for entry in &line.entries {
                assert!(
                    page[0].contains(&format!("Name: {}, Number: {}", entry[0], entry[1])),
                    "{count}: {}",
                    line.sku
                );
            }
        }
        for (page, number) in pages.iter().zip(1..) {
            assert!(page.contains(&format!("Page {number} of {}", pages.len())), "{page}");
            let has_lines = order.lines.iter().any(|line| page.contains(&format!("{} \n", line.sku)));
            assert_eq!(page.contains("Each"), has_lines, "{count}: {page}");
            if page.contains("Merchandise Total") {
                assert!(page.contains("Total") && page.contains(&format!("{} \n", order.lines.last().unwrap().sku)));
                turned += usize::from(number > 1 && page.matches("DD13").count() < 3);
            }
        }
    }
    assert!(turned > 0, "no order took its last lines along to the sums");
}

#[test]
fn five_hundred_lines_are_small_and_two_thousand_are_all_there() {
    let words = sample::words();
    let bytes = pdf("Order", &[orders::acknowledgement(&sample::order(500), &words)]).unwrap();
    assert!(bytes.len() <= 200 * 1024, "{}", bytes.len());
    let order = sample::order(2_000);
    let pages = read(&[orders::acknowledgement(&order, &words)]).pages();
    let said = pages.concat();
    assert!(order.lines.iter().all(|line| said.contains(&line.sku)));
    assert!(pages.last().unwrap().contains(&format!("Page {0} of {0}", pages.len())));
}

#[test]
fn each_paper_of_a_file_counts_its_own_pages() {
    let words = sample::words();
    let papers: Vec<Paper> = [3, 30, 1]
        .into_iter()
        .map(|lines| orders::packing_slip(&sample::order(lines), &sample::shipment(&sample::order(lines), 1), &words))
        .collect();
    let file = read(&papers);
    let pages = file.pages();
    assert_eq!(pages.iter().filter(|page| page.contains("Page 1 of ")).count(), 3);
    assert!(pages[0].contains("Page 1 of 1") && pages.last().unwrap().contains("Page 1 of 1"));
    assert_eq!(file.roles().iter().filter(|role| *role == "H1").count(), 3);
    assert!(file.catalog().has(b"Outlines"));
}

#[test]
fn a_line_higher_than_a_page_goes_on_and_loses_nothing() {
    let mut order = sample::order(1);
    order.lines[0].entries = (0..400).map(|nth| vec![format!("Player{nth:03}"), nth.to_string()]).collect();
    order.lines[0].ledger.ordered = 400;
    let pages = read(&[orders::acknowledgement(&order, &sample::words())]).pages();
    assert!(pages.len() > 5);
    for nth in 0..400 {
        let name = format!("Player{nth:03}");
        assert_eq!(pages.iter().map(|page| page.matches(&name).count()).sum::<usize>(), 1, "{name}");
    }
    assert!(pages.last().unwrap().contains("Total"));
}

#[test]
fn words_of_the_store_are_on_it_and_nothing_is_where_they_are_empty() {
    let mut words = sample::words();
    let said = |words: &PapersWords| read(&[orders::acknowledgement(&sample::order(1), words)]).pages().concat();
    assert!(said(&words).contains("Thank you for your order") && said(&words).contains("Terms"));
    words.acknowledgement.terms = Some("Net 15.\nNo returns of decorated goods.".to_owned());
    words.acknowledgement.footer = Some(String::new());
    let told = said(&words);
    assert!(told.contains("Net 15.") && told.contains("No returns") && !told.contains("Thank you"), "{told}");
    assert!(told.contains("1400 Stadium Drive"));
}

fn template(facts: &[&str], columns: &[&str]) -> PaperWords {
    let all = |keys: &[&str]| Some(keys.iter().map(|key| (*key).to_owned()).collect());
    PaperWords { facts: all(facts), columns: all(columns), ..PaperWords::default() }
}

fn with_template(kind: PaperKind, template: PaperWords) -> PapersWords {
    let mut words = sample::words();
    *match kind {
        PaperKind::Acknowledgement => &mut words.acknowledgement,
        PaperKind::PackingSlip => &mut words.packing_slip,
        PaperKind::PickList => &mut words.pick_list,
        PaperKind::Roster => &mut words.roster,
        PaperKind::Invoice => &mut words.invoice,
        PaperKind::CreditMemo => &mut words.credit_memo,
    } = template;
    words
}

fn heads(paper: &Paper) -> Vec<&str> {
    paper.table.columns.iter().map(|column| column.head.as_str()).collect()
}

#[test]
fn a_template_says_which_facts_and_columns_there_are_and_in_which_order() {
    let mut words = sample::words();
    words.acknowledgement = template(&["status", "ship-to"], &["amount", "pieces", "to-come", "item"]);
    words.roster = template(&[], &["received", "printed", "item"]);
    words.pick_list = template(&["to-pick"], &["to-pick", "item"]);
    let order = sample::order(3);
    let [acknowledgement, slip, list, roster, ..] = all_kinds(&order, &words);
    let told = read(std::slice::from_ref(&acknowledgement)).pages().concat();
    assert_eq!(heads(&acknowledgement), ["Amount", "Pieces", "To come", "Item"]);
    for (part, is_there) in
        [("Ship to", true), ("Status", true), ("Email", false), ("Purchase order", false), ("Each", false)]
    {
        assert_eq!(told.contains(part), is_there, "{part}: {told}");
    }
    // Names stay, whichever columns there are.
    assert!(told.contains("Name: Rivera, Number: 0") && told.contains("Merchandise Total"), "{told}");
    assert_eq!(heads(&roster), ["Received", "Name", "Number", "Item"]);
    let said = read(std::slice::from_ref(&roster)).pages().concat();
    assert!(said.contains(&order.lines[0].sku) && !said.contains("Ship to"), "{said}");
    let said = read(std::slice::from_ref(&list)).pages().concat();
    assert_eq!(heads(&list), ["To pick", "Item"]);
    assert!(said.contains("Color: Navy") && said.contains("3 lines") && !said.contains("Lincoln"), "{said}");
    // The others are as they were.
    assert_eq!(heads(&slip), ["Item", "Size", "Ordered", "Inside", "Seen"]);
}

#[test]
fn whatever_a_template_chooses_is_tagged_and_the_same_each_time() {
    for kind in PaperKind::ALL {
        let all: Vec<&str> = kind.columns().0.iter().chain(kind.columns().1).map(|column| column.key()).collect();
        let facts: Vec<&str> = kind.facts().0.iter().chain(kind.facts().1).map(|fact| fact.key()).collect();
        let alone = all.iter().map(|column| vec![*column]);
        for columns in alone.chain([all.clone(), all.iter().rev().copied().collect()]) {
            let words = with_template(kind, template(&facts, &columns));
            let paper = fieldhouse_documents::sample::paper(kind, ("Fieldhouse", "1-800-555-0142"), &words);
            let bytes = pdf("Sample", std::slice::from_ref(&paper)).unwrap();
            assert_eq!(bytes, pdf("Sample", std::slice::from_ref(&paper)).unwrap(), "{kind:?} {columns:?}");
            let file = Read::new(&bytes);
            let count = |role: &str| file.roles().iter().filter(|known| *known == role).count();
            assert_eq!(count("TH Column"), paper.table.columns.len(), "{kind:?} {columns:?}");
            let told = file.pages().concat();
            for column in &paper.table.columns {
                assert!(told.contains(&column.head), "{kind:?} {columns:?}: {told}");
            }
            assert!(kind.tells_amounts() || !told.contains('$'), "{kind:?} {columns:?}: {told}");
            for row in &paper.table.rows {
                if let Row::Line(cells) = row {
                    assert_eq!(cells.len(), paper.table.columns.len());
                    let ticks = cells.iter().filter(|cell| matches!(cell, Cell::Tick)).count();
                    assert_eq!(ticks, columns.iter().filter(|column| ["done", "seen"].contains(column)).count());
                }
            }
        }
    }
}

#[test]
fn what_the_typeface_lacks_is_a_box_that_copies_as_what_it_was() {
    let mut order = sample::order(1);
    order.lines[0].name =
        "\u{5d2}\u{5d5}\u{5e4}\u{5d9}\u{5d4} \u{1f3c0}\u{200d}\u{1f468} \u{6f22}\u{5b57} Jos\u{e9}".to_owned();
    let bytes = pdf("Order", &[orders::acknowledgement(&order, &sample::words())]).unwrap();
    assert!(Read::new(&bytes).pages()[0].contains("Jos\u{e9}"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.min(48), ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_typed_is_printed_without_a_panic(texts in prop::collection::vec(any::<String>(), 8), long in 0..3_000_usize) {
        let mut order = sample::order(3);
        let text = |nth: usize| texts[nth].clone();
        (order.brand, order.number, order.status, order.instructions) = (text(0), text(1), text(2), text(3));
        order.ship_to = vec![text(4), "\u{202e}\u{1f9d1}\u{200d}\u{1f9b1}".repeat(long / 100)];
        order.lines[0].name = text(5) + &"W".repeat(long);
        order.lines[1].sku = text(6);
        order.lines[0].entries = vec![vec![text(7), "x\u{0301}".repeat(long / 10)]];
        order.sums[0].0 = text(7);
        let mut words = sample::words();
        words.address = vec![text(2)];
        words.acknowledgement.terms = Some(text(3) + &"word ".repeat(long));
        for paper in all_kinds(&order, &words) {
            let bytes = pdf(&text(0), &[paper]);
            prop_assert!(bytes.is_ok(), "{:?}", bytes.err());
        }
    }
}
