//! `fieldhouse import` of the exports of common platforms by the mappings that ship, and what odd cells come to.

use std::path::PathBuf;

use fieldhouse_core::brand::Site;
use fieldhouse_shop::{
    finding::{
        catalog::{
            import::{CatalogReport, Import, import},
            product::Product,
        },
        snapshot::Snapshot,
    },
    import::ImportError,
};
use jiff::civil::date;

use crate::support::TestApp;

fn here(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn export(platform: &str) -> Import {
    Import {
        file: here(&format!("tests/fixtures/exports/{platform}.csv")),
        mapping: here(&format!("../import-mappings/{platform}.toml")),
        sites: None,
        pictures: None,
        dry_run: false,
        remove_missing: false,
        today: date(2026, 12, 1),
    }
}

async fn imported(platform: &str) -> (TestApp, CatalogReport, Snapshot) {
    let app = TestApp::start().await;
    let report = import(&app.state.db, export(platform)).await.unwrap_or_else(|error| panic!("{platform}: {error}"));
    let catalog = Snapshot::from_db(&app.state.db).await.unwrap();
    (app, report, catalog)
}

fn product<'a>(catalog: &'a Snapshot, slug: &str) -> &'a Product {
    catalog.by_slug(Site::FIELDHOUSE, slug).unwrap_or_else(|| panic!("there is no {slug}"))
}

/// Price and special price of an article, in cents.
fn prices(catalog: &Snapshot, sku: &str) -> (i64, Option<i64>) {
    let variant = catalog.sellable(Site::FIELDHOUSE, sku).unwrap_or_else(|| panic!("there is no {sku}")).variant;
    (variant.price.unwrap().get(), variant.discounted_price.map(fieldhouse_core::money::Cents::get))
}

/// The values of an attribute over the articles of a product, each once.
fn values(product: &Product, name: &str) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    let all = product.groups.iter().flat_map(|group| &*group.attributes);
    let own = product.variants.iter().flat_map(|variant| &*variant.attributes);
    for attribute in all.chain(own).filter(|attribute| &*attribute.name == name) {
        if !values.iter().any(|known| *known == *attribute.value) {
            values.push(attribute.value.to_string());
        }
    }
    values
}

/// A second import of the same file changes nothing.
async fn settles(app: &TestApp, platform: &str) {
    let again = import(&app.state.db, export(platform)).await.unwrap();
    assert!(again.changes.is_empty(), "{again}");
}

#[tokio::test]
async fn a_magento_export_goes_in_by_its_mapping() {
    let (app, report, catalog) = imported("magento2").await;
    assert_eq!((report.changes.products.added, report.changes.variants.added), (2, 7), "{report}");
    assert_eq!((report.skipped_rows, report.not_sold), (2, 1), "another store view, a bundle; what is offline");
    let jacket = product(&catalog, "windrow-jacket");
    assert_eq!((jacket.facts.name.as_str(), jacket.facts.brand.as_str()), ("Windrow Jacket", "Ridgelow"));
    assert_eq!(jacket.facts.subtitle, "Light, windproof");
    assert_eq!(
        jacket.facts.description,
        ["A wind jacket & warm-up top.", "Packs into its pocket", "Two-way zipper"],
        "HTML is text, and a script is nothing"
    );
    assert_eq!(jacket.facts.categories, ["teamwear/jackets", "new-arrivals"]);
    assert_eq!(jacket.facts.attributes.iter().map(|it| it.value.as_str()).collect::<Vec<_>>(), ["Nylon, ripstop"]);
    assert_eq!(jacket.variants.len(), 6);
    assert_eq!(values(jacket, "color"), ["Navy", "Maroon"]);
    assert_eq!(prices(&catalog, "WJ-S-NAVY"), (5200, Some(3900)), "a special price of this month");
    assert_eq!(prices(&catalog, "WJ-M-NAVY"), (5200, None), "one that begins later");
    assert_eq!(prices(&catalog, "WJ-L-NAVY"), (5450, None), "one that is over");
    let sold_out = catalog.sellable(Site::FIELDHOUSE, "WJ-L-MAROON").unwrap().variant;
    assert_eq!((sold_out.stock, sold_out.available), (Some(0), false), "sold beyond the stock");
    let bag = product(&catalog, "tidewell-ball-bag");
    assert_eq!((bag.facts.name.as_str(), bag.facts.brand.as_str()), ("Tidewell Ball Bag", "Tidewell, Inc."));
    assert_eq!(bag.facts.attributes[0].value, "Mesh \"open\" knit");
    assert!(catalog.by_slug(Site::FIELDHOUSE, "retired-whistle").is_none());
    let told = report.to_string();
    for expected in [
        "row 9, name: the invisible character U+200E (left-to-right mark) was taken out (cell_stripped)",
        "row 4, special_price_from_date: the special price begins on 2027-01-15: import again on that day",
        "the special price is over and was left out",
        "row 8, configurable_variations: it names the variant 'WJ-XL-NAVY', which has no row (variant_missing)",
    ] {
        assert!(told.contains(expected), "{expected}\n{told}");
    }
    settles(&app, "magento2").await;
}

#[tokio::test]
async fn a_shopify_export_goes_in_by_its_mapping() {
    let (app, report, catalog) = imported("shopify").await;
    assert_eq!((report.changes.products.added, report.changes.variants.added), (2, 5), "{report}");
    assert_eq!((report.skipped_rows, report.not_sold), (1, 1), "a gift card; a draft");
    let tee = product(&catalog, "harbor-crew-tee");
    assert_eq!((tee.facts.brand.as_str(), tee.facts.subtitle.as_str()), ("Harborlane", "Tees"));
    assert_eq!(tee.facts.description, ["Ring-spun cotton,", "cut for everybody.", "Side seams", "Tagless"]);
    assert_eq!(tee.facts.categories, ["apparel-accessories/clothing/shirts-tops"]);
    assert_eq!(
        (values(tee, "color"), values(tee, "size")),
        (vec!["Forest".to_owned(), "Sand".to_owned()], vec!["S".to_owned(), "M".to_owned()],),
        "options are named in the first row only"
    );
    assert_eq!((prices(&catalog, "HCT-FOR-S"), prices(&catalog, "HCT-SAN-S")), ((1800, None), (2400, Some(1800))));
    let available = |sku: &str| catalog.sellable(Site::FIELDHOUSE, sku).unwrap().variant.available;
    assert!(available("HCT-FOR-M"), "sold on beyond the stock");
    assert!(!available("HCT-SAN-M") && available("CFS-4"), "one is sold out, the other is not counted");
    assert!(values(product(&catalog, "corner-flag-set"), "Title").is_empty(), "no choice is no choice");
    assert_eq!(
        report.foreign_pictures,
        3 + 4,
        "of the product, its row with a picture alone, and its articles: {report}"
    );
    settles(&app, "shopify").await;
}

#[tokio::test]
async fn a_woocommerce_export_goes_in_by_its_mapping() {
    let (app, report, catalog) = imported("woocommerce").await;
    assert_eq!((report.changes.products.added, report.changes.variants.added), (3, 7), "{report}");
    assert_eq!((report.skipped_rows, report.not_sold), (1, 1), "what is sold elsewhere; what is private");
    let hoodie = product(&catalog, "millbrook-hoodie");
    assert_eq!(hoodie.facts.description, ["Ten-ounce fleece.", "Kangaroo pocket & lined hood."]);
    assert_eq!(hoodie.facts.categories, ["clothing/hoodies", "fan-shop/youth-adult"]);
    assert_eq!(
        (values(hoodie, "color"), values(hoodie, "size")),
        (vec!["Gray".to_owned(), "Navy".to_owned()], vec!["M".to_owned(), "L".to_owned()],)
    );
    assert_eq!((prices(&catalog, "MILL-GM"), prices(&catalog, "MILL-GL")), ((4400, Some(3600)), (4400, Some(3600))));
    assert!(report.to_string().contains("the special price ends on 2026-12-24: import again on the day after"));
    let available = |sku: &str| catalog.sellable(Site::FIELDHOUSE, sku).unwrap().variant.available;
    assert!(available("MILL-NM") && !available("MILL-NL") && available("ALD-L"));
    assert_eq!(product(&catalog, "alder-sock").variants.len(), 2, "a parent without a SKU is named by its id");
    assert_eq!(prices(&catalog, "CLINIC"), (2500, None));
    settles(&app, "woocommerce").await;
}

/// An import of a platform's export after it was edited.
async fn edited(platform: &str, edits: &[(&str, &str)]) -> Result<(CatalogReport, Snapshot), ImportError> {
    let app = TestApp::start().await;
    let mut text = std::fs::read_to_string(export(platform).file).unwrap();
    for (before, after) in edits {
        assert!(text.contains(before), "{platform}: {before}");
        text = text.replace(before, after);
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("export.csv");
    std::fs::write(&file, text).unwrap();
    let report = import(&app.state.db, Import { file, ..export(platform) }).await?;
    Ok((report, Snapshot::from_db(&app.state.db).await.unwrap()))
}

#[tokio::test]
async fn what_a_platform_hides_is_not_sold() {
    // Hidden from the online store, whatever its status says; a product's rows after the first leave the cell empty.
    for hidden in ["false", "FALSE"] {
        let edit = [("soccer,true,", ["soccer,", hidden, ","].concat())];
        let (report, catalog) = edited("shopify", &edit.each_ref().map(|(a, b)| (*a, b.as_str()))).await.unwrap();
        assert!(catalog.by_slug(Site::FIELDHOUSE, "corner-flag-set").is_none(), "{report}");
        assert_eq!((report.changes.products.added, report.not_sold), (1, 2), "{report}");
    }
    let (_, catalog) = edited("shopify", &[("soccer,true,", "soccer,,")]).await.unwrap();
    assert_eq!(product(&catalog, "corner-flag-set").variants.len(), 1, "an empty cell hides nothing");

    // A simple product that nobody sees and no other product names, and an article of a product that is offline.
    let edits = [
        (r#"1,Taxable Goods,"Catalog, Search",24.990000"#, "1,Taxable Goods,Not Visible Individually,24.990000"),
        (
            "1.000000,1,Taxable Goods,Not Visible Individually,52.000000,39",
            "1,2,Taxable Goods,Not Visible Individually,52,39",
        ),
    ];
    let (report, catalog) = edited("magento2", &edits).await.unwrap();
    assert!(catalog.by_slug(Site::FIELDHOUSE, "tidewell-ball-bag").is_none(), "{report}");
    assert_eq!(product(&catalog, "windrow-jacket").variants.len(), 5, "{report}");
    assert!(catalog.sellable(Site::FIELDHOUSE, "WJ-S-NAVY").is_none());

    let edits =
        [("Coaching Clinic,1,0,visible", "Coaching Clinic,1,0,hidden"), ("Alder Sock - M,1,", "Alder Sock - M,0,")];
    let (report, catalog) = edited("woocommerce", &edits).await.unwrap();
    assert!(catalog.by_slug(Site::FIELDHOUSE, "coaching-clinic").is_none(), "{report}");
    assert_eq!(product(&catalog, "alder-sock").variants.len(), 1, "a variation that is not enabled");
}

#[tokio::test]
async fn several_values_of_an_attribute_are_a_list_and_markup_in_markup_is_text() {
    let edits = [
        ("material=Nylon, ripstop", "material=Nylon|Polyester"),
        (
            "Holds 24 balls.<br>Mesh & drawcord",
            "<div data-content-type=\"\"html\"\">&lt;p&gt;Ideal for cold&lt;/p&gt; 5 &lt; 6</div>",
        ),
    ];
    // The cell of the bag's text has quotes now.
    let edits = edits.map(|(a, b)| (a, if b.starts_with('<') { ["\"", b, "\""].concat() } else { b.to_owned() }));
    let (_, catalog) = edited("magento2", &edits.each_ref().map(|(a, b)| (*a, b.as_str()))).await.unwrap();
    assert_eq!(product(&catalog, "windrow-jacket").facts.attributes[0].value, "Nylon, Polyester");
    assert_eq!(product(&catalog, "tidewell-ball-bag").facts.description, ["Ideal for cold", "5 < 6"]);
}

#[tokio::test]
async fn an_option_that_a_variation_leaves_open_is_not_given_and_what_is_then_alike_is_told() {
    let open = [("Color,Gray,,1,Size,M,", "Color,Gray,,1,Size,,")];
    let (report, catalog) = edited("woocommerce", &open).await.unwrap();
    let hoodie = product(&catalog, "millbrook-hoodie");
    assert_eq!(hoodie.variants.len(), 4);
    assert_eq!(values(hoodie, "size"), ["L", "M"], "of the others");
    assert!(!report.to_string().contains("article_alike"), "{report}");
    let both = [open[0], ("Color,Gray,,1,Size,L,", "Color,Gray,,1,Size,,")];
    let (report, _) = edited("woocommerce", &both).await.unwrap();
    let told =
        "row 4: its options are those of another article of the product: they cannot be told apart (article_alike)";
    assert!(report.to_string().contains(told), "{report}");
}

#[tokio::test]
async fn one_odd_sku_does_not_stop_a_platforms_export() {
    // Blanks and slashes are replaced, in the product's cell that names the variants as well.
    let (report, catalog) = edited("magento2", &[("WJ-S-NAVY", "WJ-S-Royal Navy/2")]).await.unwrap();
    assert_eq!(product(&catalog, "windrow-jacket").variants.len(), 6, "{report}");
    assert!(catalog.sellable(Site::FIELDHOUSE, "WJ-S-ROYAL-NAVY-2").is_some());
    let told = "row 2, sku: parts of it were replaced, as the mapping says (key_replaced)";
    assert!(report.to_string().contains(told), "{report}");
    // One article among others goes alone; a product that is its own article goes whole. Either is told once.
    let (report, catalog) = edited("magento2", &[("WJ-S-NAVY", "WJ-S-#1"), ("TB-24,", "TB*24,")]).await.unwrap();
    assert_eq!(product(&catalog, "windrow-jacket").variants.len(), 5, "{report}");
    assert!(catalog.by_slug(Site::FIELDHOUSE, "tidewell-ball-bag").is_none());
    assert_eq!((report.left_out, report.left_out_articles), (1, 1), "{report}");
    let told = report.to_string();
    assert!(told.contains("1 products left out") && told.contains("1 variants left out"), "{told}");
    let odd = "row 2, sku: left out: only letters, digits, '-', '_', '.' and '+' can stand here, at most 200 (left_out), and 1 more";
    assert!(told.contains(odd), "two cells, each once: {told}");
    assert_eq!(told.matches("left out: ").count(), 1, "{told}");
    // Of two that become the same the first stays.
    let (report, catalog) =
        edited("magento2", &[("WJ-S-NAVY", "WJ S NAVY"), ("WJ-M-NAVY", "WJ-S NAVY")]).await.unwrap();
    assert_eq!(product(&catalog, "windrow-jacket").variants.len(), 5, "{report}");
    assert!(report.to_string().contains("row 4, sku: left out: an earlier row has the same (left_out)"), "{report}");

    let (report, catalog) = edited("shopify", &[("HCT-FOR-M", "'0123"), ("HCT-SAN-S", "")]).await.unwrap();
    assert_eq!(product(&catalog, "harbor-crew-tee").variants.len(), 3, "{report}");
    assert!(catalog.sellable(Site::FIELDHOUSE, "0123").is_some());
    assert!(report.to_string().contains("row 4, Variant SKU: left out: it is empty (left_out)"), "{report}");
    let (report, _) = edited("shopify", &[("CFS-4", "")]).await.unwrap();
    assert_eq!((report.changes.products.added, report.left_out), (1, 1), "nothing is left of it: {report}");
}

#[tokio::test]
async fn two_of_one_name_and_two_of_one_sku_do_not_stop_a_platforms_export() {
    let edits = [("Coaching Clinic", "Alder Sock"), ("MILL-NL,", "MILL-GM,"), ("CLINIC,", "CLINIC/2,")];
    let (report, catalog) = edited("woocommerce", &edits).await.unwrap();
    let told = report.to_string();
    assert_eq!((report.changes.products.added, report.left_out, report.left_out_articles), (3, 0, 1), "{told}");
    assert_eq!(product(&catalog, "millbrook-hoodie").variants.len(), 3, "{told}");
    assert_eq!(prices(&catalog, "MILL-GM"), (4400, Some(3600)), "the first one stays");
    assert_eq!(product(&catalog, "alder-sock").variants.len(), 2, "{told}");
    assert_eq!(product(&catalog, "alder-sock-woo-130").facts.sku, "CLINIC-2", "{told}");
    for expected in [
        "row 6, SKU: left out: an earlier row has the same (left_out)",
        "row 10, Name: an earlier row has the same: its id stands behind it in the address (slug_with_id)",
        "1 variants left out",
    ] {
        assert!(told.contains(expected), "{expected}\n{told}");
    }
    // A product of its own whose SKU another has goes whole.
    let (report, catalog) = edited("woocommerce", &[("CLINIC,", "ALD-M,")]).await.unwrap();
    assert!(catalog.by_slug(Site::FIELDHOUSE, "coaching-clinic").is_none());
    assert_eq!((report.left_out, report.left_out_articles), (1, 0), "{report}");
}

#[tokio::test]
async fn duplicates_are_errors_or_what_was_chosen() {
    let rows = "ball,Ball,,,,B-1,100\nball,Ball,,,,B-1,150\nnet,Net,,,,N-1,200\ncone,Cone,,,,n-1,300\n";
    let app = TestApp::start().await;
    let refused = odd(&app, "\"leave-out\", \"leave-out-articles\"", rows).await.unwrap_err().to_string();
    for expected in ["row 3: the sku 'B-1' is used twice", "row 5: the sku 'N-1' is used twice"] {
        assert!(refused.contains(expected), "{expected}\n{refused}");
    }
    let report = odd(&app, "\"leave-out-duplicates\"", rows).await.unwrap();
    assert_eq!((report.changes.products.added, report.changes.variants.added), (2, 2), "{report}");
    assert_eq!((report.left_out, report.left_out_articles), (1, 1), "{report}");
    let catalog = Snapshot::from_db(&app.state.db).await.unwrap();
    assert_eq!((prices(&catalog, "B-1"), prices(&catalog, "N-1")), ((100, None), (200, None)));
}

#[tokio::test]
async fn one_odd_cell_that_several_fields_read_is_one_error() {
    let folder = tempfile::tempdir().unwrap();
    let mapping = folder.path().join("m.toml");
    let text = std::fs::read_to_string(export("magento2").mapping).unwrap();
    std::fs::write(&mapping, text.replace(", \"leave-out\", \"leave-out-articles\"", "")).unwrap();
    let file = folder.path().join("export.csv");
    std::fs::write(&file, std::fs::read_to_string(export("magento2").file).unwrap().replace("TB-24", "TB*24")).unwrap();
    let app = TestApp::start().await;
    let error = import(&app.state.db, Import { file, mapping, ..export("magento2") }).await.unwrap_err().to_string();
    assert!(error.starts_with("1 error in the file"), "{error}");
}

const MAPPING: &str = r#"
source = "odd"
sites = ["fieldhouse"]
odd-cells = []
[rows]
group-by = "slug"
[product]
slug = "slug"
name = "name"
description = { column = "text", html = true }
categories = { columns = ["categories"], between = ">", json = true }
keywords = { column = "words", json = true }
[variant]
sku = "sku"
price = { column = "cents", factor = "0.01" }
"#;

const HEADER: &str = "slug,name,text,categories,words,sku,cents\n";

async fn odd(app: &TestApp, choices: &str, rows: &str) -> Result<CatalogReport, ImportError> {
    let folder = tempfile::tempdir().unwrap();
    let (mapping, file) = (folder.path().join("m.toml"), folder.path().join("file.csv"));
    std::fs::write(&mapping, MAPPING.replace("odd-cells = []", &format!("odd-cells = [{choices}]"))).unwrap();
    std::fs::write(&file, format!("{HEADER}{rows}")).unwrap();
    import(&app.state.db, Import { file, mapping, ..export("shopify") }).await
}

#[tokio::test]
async fn json_arrays_factors_and_html_are_read() {
    let app = TestApp::start().await;
    let row = r#"ball,Ball,<p>Round</p><p>5 &lt; 6</p>,"[""Balls > Match"",""Gifts""]","[""round"",""soccer, indoor""]",B-1,1999.5"#;
    odd(&app, "", &format!("{row}\n")).await.unwrap();
    let catalog = Snapshot::from_db(&app.state.db).await.unwrap();
    let ball = product(&catalog, "ball");
    assert_eq!(ball.facts.description, ["Round", "5 < 6"]);
    assert_eq!(ball.facts.categories, ["balls/match", "gifts"]);
    assert_eq!(ball.facts.keywords, ["round", "soccer, indoor"]);
    assert_eq!(prices(&catalog, "B-1"), (2000, None), "19.995 is rounded half away from zero");
    let error = odd(&app, "", &row.replace("\"[\"\"round\"\",\"\"soccer, indoor\"\"]\"", "round")).await.unwrap_err();
    assert!(error.to_string().contains("row 2, words: 'round' is not a JSON array of texts"), "{error}");
}

#[tokio::test]
async fn an_odd_cell_is_an_error_or_what_was_chosen_and_each_choice_is_told() {
    let app = TestApp::start().await;
    let long = "x".repeat(501);
    let rows = format!(
        "ball,Ba\u{200E}ll,,,,B-1,100\nnet,{long},,,,N-1,200\ncone,Cone,,,,C-1,free\n,Nobody,,,,X-1,1\nsock,Sock,,,,,300\n"
    );
    let refused = odd(&app, "", &rows).await.unwrap_err().to_string();
    for expected in [
        "row 2, name: the text holds the invisible character U+200E (left-to-right mark)",
        "row 3, name: the text is longer than 500 characters",
        "row 4, cents: 'free' is not a price",
        "row 5, slug: it is empty: the row belongs to no product",
        "row 6, sku: it is empty",
    ] {
        assert!(refused.contains(expected), "{expected}\n{refused}");
    }
    let partly = odd(&app, "\"strip\", \"truncate\"", &rows).await.unwrap_err().to_string();
    assert!(partly.starts_with("3 errors in the file; nothing was changed"), "{partly}");
    let report = odd(&app, "\"strip\", \"truncate\", \"leave-out\"", &rows).await.unwrap();
    assert_eq!((report.changes.products.added, report.left_out), (2, 2), "{report}");
    let told = report.to_string();
    for expected in [
        "2 products left out",
        "row 2, name: the invisible character U+200E (left-to-right mark) was taken out (cell_stripped)",
        "row 3, name: the text was cut after 500 characters (cell_truncated)",
        "row 4, cents: left out: 'free' is not a price (left_out)",
        "row 5, slug: left out: it is empty: the row belongs to no product (left_out)",
        "row 6, sku: left out: it is empty (left_out)",
    ] {
        assert!(told.contains(expected), "{expected}\n{told}");
    }
    let catalog = Snapshot::from_db(&app.state.db).await.unwrap();
    assert_eq!(product(&catalog, "ball").facts.name, "Ball");
    assert_eq!(product(&catalog, "net").facts.name.len(), 500);
}
