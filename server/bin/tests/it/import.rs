//! `fieldhouse import`: a file nobody here wrote imports whole; a broken one changes nothing.

use std::{collections::BTreeSet, path::PathBuf};

use fieldhouse_core::{brand::Site, cart::AddLinesDraft};
use fieldhouse_shop::{
    finding::{
        catalog::{
            self,
            import::{CatalogReport, Import, import, mapping::Mapping},
        },
        snapshot::Snapshot,
    },
    import::{ImportError, RowError},
};
use proptest::prelude::*;

use crate::support::TestApp;

fn here(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn spree() -> Import {
    Import {
        file: here("tests/fixtures/spree/spree-products.csv"),
        mapping: here("../import-mappings/spree.toml"),
        sites: None,
        pictures: None,
        dry_run: false,
        remove_missing: false,
        today: jiff::civil::date(2026, 12, 1),
    }
}

/// What the file holds, counted without the import: slugs, and skus of USD rows with an option.
fn counted() -> (usize, usize, u64) {
    let mut csv = csv::Reader::from_path(spree().file).unwrap();
    let header = csv.headers().unwrap().clone();
    let at = |name: &str| header.iter().position(|column| column == name).unwrap();
    let (slug, sku, currency, option) = (at("slug"), at("sku"), at("currency"), at("option1_value"));
    let rows: Vec<csv::StringRecord> = csv.records().map(Result::unwrap).collect();
    let dollars = || rows.iter().filter(|row| &row[currency] == "USD");
    let slugs: BTreeSet<&str> = rows.iter().map(|row| &row[slug]).collect();
    let skus: BTreeSet<&str> = dollars().filter(|row| !row[option].is_empty()).map(|row| &row[sku]).collect();
    (slugs.len(), skus.len(), u64::try_from(rows.len() - dollars().count()).unwrap())
}

/// A small file with its mapping, in a folder of its own.
struct Small {
    folder: tempfile::TempDir,
    ending: &'static str,
}

const MAPPING: &str = r#"
source = "small"
sites = ["fieldhouse"]
[rows]
group-by = "slug"
[product]
slug = "slug"
name = "name"
categories = { columns = ["category"], between = ">" }
[variant]
sku = "sku"
price = "price"
stock = "stock"
attributes = { size = "size" }
"#;

const HEADER: &str = "slug,name,category,sku,price,stock,size\n";

impl Small {
    fn csv() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), ending: "csv" }
    }

    fn json_lines() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), ending: "jsonl" }
    }

    fn write(&self, mapping: &str, file: &[u8]) -> Import {
        let (mapping_path, path) =
            (self.folder.path().join("m.toml"), self.folder.path().join(format!("file.{}", self.ending)));
        std::fs::write(&mapping_path, mapping).unwrap();
        std::fs::write(&path, file).unwrap();
        Import { file: path, mapping: mapping_path, ..spree() }
    }

    async fn refused(&self, app: &TestApp, mapping: &str, file: &[u8]) -> ImportError {
        let error = import(&app.state.db, self.write(mapping, file)).await.unwrap_err();
        assert_eq!(Snapshot::from_db(&app.state.db).await.unwrap().change, 0, "something was changed: {error}");
        error
    }

    async fn rows(&self, app: &TestApp, rows: &str) -> Vec<RowError> {
        match self.refused(app, MAPPING, format!("{HEADER}{rows}").as_bytes()).await {
            ImportError::Rows { shown, .. } => shown,
            other => panic!("{other}"),
        }
    }
}

fn told(errors: &[RowError]) -> Vec<(u64, &str, &str)> {
    errors.iter().map(|error| (error.row, error.column.as_str(), error.message.as_str())).collect()
}

#[tokio::test]
async fn the_spree_export_imports_whole_and_its_products_are_found_and_sold() {
    let app = TestApp::start().await;
    let (products, variants, foreign_currency) = counted();
    assert!(products > 30 && variants > 80 && foreign_currency > 80, "the file is the one we know");
    let report = import(&app.state.db, spree()).await.unwrap();
    assert_eq!((report.changes.products.added, report.changes.variants.added), (products, variants));
    assert_eq!(report.skipped_rows, foreign_currency);
    assert!(fieldhouse_shop::finding::snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
    let snapshot = app.state.catalog.load_full();
    assert_eq!(snapshot.products_of(Site::FIELDHOUSE).count(), products);
    assert_eq!(snapshot.products_of(Site::US_GAMES).count(), 0);

    let steamer = snapshot.sellable(Site::FIELDHOUSE, "PROFESSIONAL-GARMENT-STEAMER-BLACK").unwrap();
    let prices = (steamer.variant.price.unwrap().get(), steamer.variant.discounted_price.unwrap().get());
    assert_eq!(prices, (12_999, 10_000));
    assert!(steamer.variant.available);
    let espresso = snapshot.by_slug(Site::FIELDHOUSE, "automatic-espresso-machine").unwrap();
    let view = snapshot.product_view(Site::FIELDHOUSE, espresso);
    let colours: Vec<&str> = view.variants.iter().map(|group| group.product_variant.title.as_str()).collect();
    assert_eq!(colours, ["Matte Black", "Silver", "White"]);
    assert_eq!(view.categories.last().unwrap().path, "home/kitchen/coffee-machines");
    assert_eq!(view.variants[0].images[0].href, "/images/placeholder.svg", "pictures elsewhere are not linked");

    let visitor = app.visitor(Site::FIELDHOUSE);
    let found = visitor.get("/api/search?query=expresso%20machine").await.json();
    assert_eq!(found["correctedQuery"], "espresso machine");
    assert_eq!(found["hits"][0]["pid"], "spree-automatic-espresso-machine");
    let lines: AddLinesDraft = serde_json::from_value(
        serde_json::json!({"lines": [{"sku": "AUTOMATIC-ESPRESSO-MACHINE-SILVER", "quantity": 2}]}),
    )
    .unwrap();
    let bought = visitor.post("/api/cart/lines", &serde_json::to_value(&lines).unwrap()).await;
    assert_eq!(bought.status, 200, "{}", bought.text);
}

#[tokio::test]
async fn a_second_import_changes_nothing_and_a_dry_run_never_does() {
    let app = TestApp::start().await;
    let dry = import(&app.state.db, Import { dry_run: true, ..spree() }).await.unwrap();
    assert!(dry.changes.products.added > 30 && dry.dry_run);
    assert!(dry.to_string().contains("would be added"), "{dry}");
    assert_eq!(Snapshot::from_db(&app.state.db).await.unwrap().change, 0);
    import(&app.state.db, spree()).await.unwrap();
    let again: CatalogReport = import(&app.state.db, spree()).await.unwrap();
    assert!(again.changes.is_empty(), "{again}");
    assert_eq!(Snapshot::from_db(&app.state.db).await.unwrap().change, 1);
    let elsewhere = Import { sites: Some(vec![Site::US_GAMES]), ..spree() };
    let moved = import(&app.state.db, elsewhere).await.unwrap();
    let (products, ..) = counted();
    assert_eq!((moved.changes.products.changed, moved.changes.variants.changed), (products, 0));
    let snapshot = Snapshot::from_db(&app.state.db).await.unwrap();
    assert_eq!(snapshot.products_of(Site::US_GAMES).count(), products);
}

#[tokio::test]
async fn an_import_stands_beside_the_demo_catalogue_and_leaves_it_alone() {
    let app = TestApp::start().await;
    catalog::load_demo(&app.state.db, crate::fixture::records()).await.unwrap();
    let small = Small::csv();
    let rows = format!("{HEADER}net,Net,Soccer > Nets,NET-1,10,,\n");
    let report = import(&app.state.db, small.write(MAPPING, rows.as_bytes())).await.unwrap();
    assert_eq!((report.changes.products.added, report.changes.products.missing), (1, Some(0)));
    let snapshot = Snapshot::from_db(&app.state.db).await.unwrap();
    assert!(snapshot.sellable(Site::FIELDHOUSE, "JRS100-NAV-S").is_some());
    assert_eq!(snapshot.category(Site::FIELDHOUSE, "soccer/nets").unwrap().record.name, "Nets");
    let taken = format!("{HEADER}other,Other,,BAL100,10,,\nmatch-soccer-ball,Ball,,B-1,10,,\n");
    let error = import(&app.state.db, small.write(MAPPING, taken.as_bytes())).await.unwrap_err();
    let ImportError::Rows { shown, total: 2 } = error else { panic!("{error}") };
    assert_eq!(
        told(&shown),
        [
            (2, "", "the sku 'BAL100' belongs to another product"),
            (3, "", "the slug 'match-soccer-ball' belongs to another product"),
        ]
    );
}

#[tokio::test]
async fn categories_of_another_source_keep_their_names() {
    let app = TestApp::start().await;
    catalog::load_demo(&app.state.db, crate::fixture::records()).await.unwrap();
    let rows = format!("{HEADER}net,Net,SOCCER,NET-1,10,,\n");
    import(&app.state.db, Small::csv().write(MAPPING, rows.as_bytes())).await.unwrap();
    let snapshot = Snapshot::from_db(&app.state.db).await.unwrap();
    assert_eq!(snapshot.category(Site::FIELDHOUSE, "soccer").unwrap().record.name, "Soccer");
}

#[tokio::test]
async fn each_wrong_row_is_told_with_its_number_and_column() {
    let app = TestApp::start().await;
    let long = "x".repeat(501);
    let rows = format!(
        "ball,Ball,Balls,B-1,12.5x,3,S\n\
         ball,Ball,Balls,B 2,10,-1,M\n\
         ,Nobody,,N-1,1,,\n\
         sock,,Socks,S-1,-5,,\n\
         \u{1F3C8},Ball,,F-1,1,,\n\
         net,{long},,NET-1,1,,\n\
         cone,Co\u{7}ne,A > > B,,1,,\n\
         short,Row\n"
    );
    let errors = Small::csv().rows(&app, &rows).await;
    assert_eq!(
        told(&errors),
        [
            (2, "price", "'12.5x' is not a price"),
            (3, "sku", "only letters, digits, '-', '_', '.' and '+' can stand here, at most 200"),
            (3, "stock", "'-1' is not a whole number from 0 to 4294967295"),
            (4, "slug", "it is empty: the row belongs to no product"),
            (5, "name", "the product has no name"),
            (5, "price", "the price '-5' is out of range"),
            (6, "slug", "no slug of at most 200 letters can be made of it"),
            (7, "name", "the text is longer than 500 characters"),
            (8, "category", "a category without a name"),
            (
                8,
                "name",
                "the text holds the invisible character U+0007; take it out, or choose 'strip' under 'odd-cells'"
            ),
            (8, "sku", "it is empty"),
            (9, "", "the row has 2 cells, the header 7"),
        ]
    );
}

#[tokio::test]
async fn twice_the_same_sku_or_slug_is_told() {
    let app = TestApp::start().await;
    let errors = Small::csv().rows(&app, "a,A,,X-1,1,,\nb,B,,x-1,1,,\nA,A again,,X-2,1,,\n").await;
    assert_eq!(
        told(&errors),
        [
            (3, "", "the sku 'X-1' is used twice"),
            (4, "", "the product id 'a' is used twice"),
            (4, "", "the slug 'a' is used twice"),
        ]
    );
}

#[tokio::test]
async fn at_most_a_hundred_errors_are_shown_and_all_are_counted() {
    let app = TestApp::start().await;
    let rows = (0..250).map(|nth| format!("p{nth},P,,P-{nth},free,,\n")).collect::<Vec<_>>().concat();
    let error = Small::csv().refused(&app, MAPPING, format!("{HEADER}{rows}").as_bytes()).await;
    assert!(error.to_string().starts_with("250 errors in the file; nothing was changed"), "{error}");
    assert!(error.to_string().ends_with("and 150 more\n"), "{error}");
}

#[tokio::test]
async fn files_that_are_no_catalogue_are_refused_as_a_whole() {
    let app = TestApp::start().await;
    let small = Small::csv();
    let row = "ball,Ball,Balls,B-1,10,3,S\n";
    let cases: [(&[u8], &str); 8] = [
        (b"", "the file is empty"),
        (HEADER.as_bytes(), "the file has no products"),
        (
            b"slug,name\nball,Ball\n",
            "the file does not have the columns the mapping speaks of: 'category', 'price', 'size', 'sku', 'stock'",
        ),
        (b"slug,slug,name,category,sku,price,stock,size\n", "the header has the column 'slug' twice"),
        (b"\xff\xfes\0l\0u\0g\0", "the file is written in UTF-16"),
        (&[HEADER.as_bytes(), b"ball,\xc0\xaf,Balls,B-1,10,3,S\n"].concat(), "row 2: the row is not UTF-8 text"),
        (&[HEADER.as_bytes(), b"ball,Ba\0ll,Balls,B-1,10,3,S\n"].concat(), "row 2: the row holds a NUL character"),
        (
            &[HEADER.as_bytes(), b"ball,\"Ball,Balls,B-1,10,3,S\n", row.as_bytes()].concat(),
            "a quote is opened and never closed",
        ),
    ];
    for (file, expected) in cases {
        let error = small.refused(&app, MAPPING, file).await.to_string();
        assert!(error.contains(expected), "{error}");
    }
    let missing = Import { file: here("nothing.csv"), ..small.write(MAPPING, b"") };
    assert!(import(&app.state.db, missing).await.unwrap_err().to_string().contains("nothing.csv cannot be read"));
}

#[tokio::test]
async fn a_file_cut_anywhere_but_between_rows_is_refused_or_warned_of() {
    let app = TestApp::start().await;
    let whole = std::fs::read(spree().file).unwrap();
    let small = Small::csv();
    let mapping = std::fs::read_to_string(spree().mapping).unwrap();
    for at in (1000..whole.len()).step_by(1777) {
        if whole[at - 1] != b'\n' {
            // Only a cut in the very last cell, or before the last line break, leaves every row its cells.
            let cut = Import { dry_run: true, ..small.write(&mapping, &whole[..at]) };
            if let Ok(report) = import(&app.state.db, cut).await {
                assert_eq!(report.warnings.count("file_cut_off"), 1, "cut at {at}");
            }
        }
    }
    let file = format!("{HEADER}ball,Ball,Balls,B-1,10,3,S");
    let report = import(&app.state.db, small.write(MAPPING, file.as_bytes())).await.unwrap();
    assert_eq!(report.changes.products.added, 1);
    assert!(report.to_string().contains("warning: row 2: the file does not end with a line break"), "{report}");
}

#[tokio::test]
async fn a_wrong_mapping_says_what_is_wrong() {
    let app = TestApp::start().await;
    let file = format!("{HEADER}ball,Ball,Balls,B-1,10,3,S\n");
    let cases = [
        (MAPPING.replace("price = \"price\"", "prise = \"price\""), "unknown field `prise`"),
        (MAPPING.replace("\"price\"", "\"cost\""), "the file does not have the columns the mapping speaks of: 'cost'"),
        (MAPPING.replace("\"small\"", "\"demo\""), "'demo' cannot be the source of an import"),
        (MAPPING.replace("[\"fieldhouse\"]", "[]"), "no site would sell the products"),
        (MAPPING.replace("[\"fieldhouse\"]", "[\"nowhere\"]"), "\"nowhere\", expected a site: fieldhouse usgames"),
        (
            MAPPING.replace("[rows]", "[[skip]]\ncolumn = \"sku\"\n[rows]"),
            "each [[skip]] needs either 'is' or 'is-not'",
        ),
        ("source = ".to_owned(), "m.toml"),
    ];
    for (mapping, expected) in cases {
        let error = Small::csv().refused(&app, &mapping, file.as_bytes()).await;
        assert!(matches!(error, ImportError::Mapping(_)) && error.to_string().contains(expected), "{error}");
    }
}

#[tokio::test]
async fn json_lines_read_like_rows() {
    let app = TestApp::start().await;
    let mapping = MAPPING
        .replace("price = \"price\"", "price = \"price.amount\"\ntiers = [{ minimum = 12, price = \"price.dozen\" }]");
    let line = |sku: &str, size: &str, amount: &str| {
        format!(
            r#"{{"slug":"ball","name":"Ball","category":["Balls","Soccer > Balls"],"sku":"{sku}","size":"{size}","stock":4,"price":{{"amount":{amount},"dozen":"9.005"}}}}"#
        )
    };
    let good = format!("{}\n\n{}\n", line("B-1", "S", "10"), line("B-2", "M", "\"12.345\""));
    let small = Small::json_lines();
    let cut = good.trim_end().rsplit_once('}').unwrap().0;
    for (file, expected) in [
        (cut.to_owned(), "row 3: the row is not JSON"),
        (good.replace("\"stock\":4", "\"stock\":{}"), "row 1, stock: it is neither a text nor a number"),
        (good.replace("\"name\":\"Ball\"", "\"name\":\"Ba\\u0000ll\""), "row 1, name: it holds a NUL character"),
        (good.replace("\"sku\"", "\"code\""), "the file does not have the columns the mapping speaks of: 'sku'"),
        ("[]\n".to_owned(), "row 1: the row is not a JSON object"),
    ] {
        let error = small.refused(&app, &mapping, file.as_bytes()).await.to_string();
        assert!(error.contains(expected), "{error}");
    }
    import(&app.state.db, small.write(&mapping, good.as_bytes())).await.unwrap();
    let snapshot = Snapshot::from_db(&app.state.db).await.unwrap();
    let medium = snapshot.sellable(Site::FIELDHOUSE, "B-2").unwrap().variant;
    assert_eq!((medium.price.unwrap().get(), medium.tiers[0].value.get()), (1235, 901), "rounded half away from zero");
    assert_eq!((medium.stock, &*medium.size), (Some(4), "M"));
}

#[test]
fn the_shipped_mappings_are_right() {
    for entry in std::fs::read_dir(here("../import-mappings")).unwrap() {
        let path = entry.unwrap().path();
        assert!(Mapping::load(&path).is_ok(), "{}", path.display());
    }
}

#[test]
fn r61_any_bytes_are_refused_or_imported_but_never_half() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let app = runtime.block_on(TestApp::start());
    let small = Small::csv();
    let cell = prop_oneof!["[a-z0-9 ]{0,6}", "[\",\\n=+@-]{0,3}", any::<String>()];
    let file = prop::collection::vec(prop::collection::vec(cell, 7..8), 0..6);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig { cases: 150, ..ProptestConfig::default() });
    runner
        .run(&file, |rows| {
            let body = rows.iter().map(|row| row.join(",") + "\n").collect::<Vec<_>>().concat();
            let before = runtime.block_on(Snapshot::from_db(&app.state.db)).unwrap();
            let result =
                runtime.block_on(import(&app.state.db, small.write(MAPPING, format!("{HEADER}{body}").as_bytes())));
            let after = runtime.block_on(Snapshot::from_db(&app.state.db)).unwrap();
            prop_assert_eq!(result.is_ok_and(|report| !report.changes.is_empty()), after.change != before.change);
            Ok(())
        })
        .unwrap();
}
