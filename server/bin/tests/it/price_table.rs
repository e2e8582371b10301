//! The store's own price conditions: imported whole or not at all, kept in memory, answered in one question.

use std::path::PathBuf;

use fieldhouse_core::{brand::Site, pricing::CodesDraft};
use fieldhouse_shop::{
    buying::pricing::{
        Buyer, PersonalAnswer, PriceAsk,
        import::import_prices,
        store::{load_conditions, load_known, take_over},
    },
    import::{ImportError, TableImport, report::Counts},
};

use crate::support::TestApp;

const HEADER: &str = "site,flyer_code,program_id,sold_to,sku,minimum_quantity,unit_price,valid_from,valid_to\n";

/// A file of its own.
pub struct PriceFile {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl PriceFile {
    pub fn csv(rows: &str) -> Self {
        Self::named("prices.csv", &[HEADER, rows].concat())
    }

    fn named(name: &str, text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        Self { _folder: folder, path }
    }

    async fn import(&self, app: &TestApp, dry_run: bool, remove_missing: bool) -> Result<Counts, ImportError> {
        let import = TableImport { file: self.path.clone(), dry_run, remove_missing };
        let report = import_prices(&app.state.db, import).await?;
        assert_eq!(report.to_string(), report.counts.line("price conditions", dry_run));
        Ok(report.counts)
    }
}

/// Puts conditions into a store, in force at once.
pub async fn price(app: &TestApp, rows: &str) {
    PriceFile::csv(rows).import(app, false, false).await.unwrap();
    app.state.prices.refresh(&app.state).await.unwrap();
}

pub fn codes(flyer: &str, program: &str) -> CodesDraft {
    CodesDraft { flyer_code: flyer.to_owned(), program_id: program.to_owned(), cert_flyer_code: String::new() }
}

async fn ask(app: &TestApp, codes: CodesDraft, sold_to: &str, skus: &[&str]) -> Vec<PersonalAnswer> {
    let buyer = Buyer { customer: None, sold_to: sold_to.to_owned() };
    let skus = skus.iter().map(|sku| (*sku).to_owned()).collect();
    app.state.prices.personal(&app.state, &PriceAsk::new(Site::FIELDHOUSE, buyer, codes, skus)).await.unwrap()
}

fn told(answers: &[PersonalAnswer]) -> Vec<(&str, Option<i64>, &str)> {
    let told = |answer: &PersonalAnswer| answer.unit_price.map(fieldhouse_core::money::Cents::get);
    answers.iter().map(|answer| (answer.sku.as_str(), told(answer), answer.message_code.as_str())).collect()
}

const ROWS: &str = "fieldhouse,AB,,,BAL100,,29.99,,\nfieldhouse,,P-1,,BAL100,1,27.50,,\n\
    fieldhouse,,,S-1,BAG100-BLK,,39,,\nfieldhouse,AB,,,BAG100-BLK,,38,2027-01-01,\nusgames,AB,,,BAL100,,1.00,,\n";

#[tokio::test]
async fn answers_every_sku_in_order_by_code_contract_and_day() {
    let app = TestApp::stocked().await;
    price(&app, ROWS).await;
    let skus = ["BAG100-BLK", "BAL100", "NONE"];
    let with = |flyer, program| codes(flyer, program);
    assert_eq!(
        told(&ask(&app, with("AB", ""), "", &skus).await),
        [("BAG100-BLK", None, "ZW483"), ("BAL100", Some(2999), ""), ("NONE", None, "ZW483")]
    );
    assert_eq!(told(&ask(&app, with("AB", "P-1"), "S-1", &["BAL100"]).await), [("BAL100", Some(2750), "")]);
    assert_eq!(told(&ask(&app, with("", ""), "S-1", &["BAG100-BLK"]).await), [("BAG100-BLK", Some(3900), "")]);
    assert_eq!(told(&ask(&app, with("", ""), "", &skus).await)[1], ("BAL100", None, ""));
    // From the new year the code prices the bag too.
    app.state.clock.advance_seconds(60 * 86_400);
    assert_eq!(told(&ask(&app, with("AB", ""), "", &["BAG100-BLK"]).await), [("BAG100-BLK", Some(3800), "")]);
}

#[tokio::test]
async fn an_import_tells_what_would_change_and_changes_it_once() {
    let app = TestApp::stocked().await;
    let file = PriceFile::csv(ROWS);
    let dry = file.import(&app, true, false).await.unwrap();
    assert_eq!((dry.added, dry.changed, dry.unchanged, dry.missing), (5, 0, 0, Some(0)));
    assert!(!app.state.prices.refresh(&app.state).await.unwrap());
    let sentence = file.import(&app, false, false).await.unwrap().line("price conditions", false);
    assert!(sentence.starts_with("price conditions: 5 were added"), "{sentence}");
    assert!(app.state.prices.refresh(&app.state).await.unwrap());
    let again = file.import(&app, false, false).await.unwrap();
    assert_eq!((again.added, again.changed, again.unchanged), (0, 0, 5));
    assert!(!app.state.prices.refresh(&app.state).await.unwrap());
    let fewer = PriceFile::csv("fieldhouse,AB,,,BAL100,,25,,\n");
    let kept = fewer.import(&app, false, false).await.unwrap();
    assert_eq!((kept.changed, kept.missing, kept.removed), (1, Some(4), false));
    let removed = fewer.import(&app, false, true).await.unwrap();
    assert_eq!((removed.unchanged, removed.missing, removed.removed), (1, Some(4), true));
    app.state.prices.refresh(&app.state).await.unwrap();
    assert_eq!(told(&ask(&app, codes("", "P-1"), "", &["BAL100"]).await), [("BAL100", None, "ZW483")]);
}

#[tokio::test]
async fn of_more_conditions_than_a_statement_reads_none_is_forgotten() {
    let app = TestApp::stocked().await;
    let row = |flyer: u32, tier: u32| format!("fieldhouse,F{flyer},,,BAL100,{tier},{tier}.50,,\n");
    let rows: String = (1..=5).flat_map(|flyer| (1..=500).map(move |tier| row(flyer, tier))).collect();
    let file = PriceFile::csv(&rows);
    assert_eq!(file.import(&app, false, false).await.unwrap().added, 2_500);
    let again = file.import(&app, false, true).await.unwrap();
    assert_eq!((again.added, again.changed, again.unchanged, again.missing), (0, 0, 2_500, Some(0)));
    app.state.prices.refresh(&app.state).await.unwrap();
    for flyer in ["F1", "F2", "F3", "F4", "F5"] {
        assert_eq!(told(&ask(&app, codes(flyer, ""), "", &["BAL100"]).await), [("BAL100", Some(150), "")], "{flyer}");
    }
    let (_, conditions) = load_conditions(&app.state.db).await.unwrap();
    assert_eq!(conditions.len(), 2_500);
    // What stays is what the file has, wherever it lies among those that go.
    let kept = [row(1, 1), row(3, 250), row(5, 500), "usgames,F3,,,BAL100,,9,,\n".to_owned()].concat();
    let fewer = PriceFile::csv(&kept).import(&app, false, true).await.unwrap();
    assert_eq!((fewer.added, fewer.unchanged, fewer.missing), (1, 3, Some(2_497)));
    let (_, conditions) = load_conditions(&app.state.db).await.unwrap();
    let prices = conditions.iter().map(|condition| condition.terms.unit_price.get());
    assert_eq!(prices.collect::<Vec<_>>(), [150, 25_050, 50_050, 900]);
}

#[tokio::test]
async fn what_was_planned_before_another_import_is_not_written_over_it() {
    let app = TestApp::stocked().await;
    PriceFile::csv(ROWS).import(&app, false, false).await.unwrap();
    let (change, known) = load_known(&app.state.db).await.unwrap();
    let all: Vec<_> = known.into_keys().collect();
    PriceFile::csv("fieldhouse,AB,,,BAL100,,25,,\n").import(&app, false, false).await.unwrap();
    assert!(!take_over(&app.state.db, change, Vec::new(), &all).await.unwrap());
    assert_eq!(load_conditions(&app.state.db).await.unwrap().1.len(), 5);
    assert!(take_over(&app.state.db, change + 1, Vec::new(), &all).await.unwrap());
    assert_eq!(load_conditions(&app.state.db).await.unwrap(), (change + 2, Vec::new()));
}

#[tokio::test]
async fn a_file_with_errors_changes_nothing_and_names_row_and_column() {
    let app = TestApp::stocked().await;
    let file = PriceFile::csv(
        "fieldhouse,AB,,,BAL100,,29.99,,\nbsn,AB,,,BAL100,,0,,\nfieldhouse,AB,,,BAL100,1,28,,\n\
         fieldhouse,A B,,,BAL100,x,5,2026-13-01,\n",
    );
    let error = file.import(&app, false, false).await.unwrap_err();
    let ImportError::Rows { shown, total } = error else { panic!("{error}") };
    assert_eq!(total, 6);
    let told: Vec<_> = shown.iter().map(|error| (error.row, error.column.as_str())).collect();
    assert_eq!(
        told,
        [(3, "site"), (3, "unit_price"), (4, ""), (5, "flyer_code"), (5, "minimum_quantity"), (5, "valid_from")]
    );
    assert!(!app.state.prices.refresh(&app.state).await.unwrap());
}

#[tokio::test]
async fn json_lines_are_read_too() {
    let app = TestApp::stocked().await;
    let line = r#"{"site":"fieldhouse","flyer_code":"AB","program_id":"","sold_to":null,"sku":"BAL100","minimum_quantity":1,"unit_price":29.99,"valid_from":"","valid_to":"12/31/2026"}"#;
    let file = PriceFile::named("prices.jsonl", &[line, "\n"].concat());
    assert_eq!(file.import(&app, false, false).await.unwrap().added, 1);
    app.state.prices.refresh(&app.state).await.unwrap();
    assert_eq!(told(&ask(&app, codes("AB", ""), "", &["BAL100"]).await), [("BAL100", Some(2999), "")]);
}
