//! `fieldhouse import certificates`: whole or not at all, each wrong row told.

use fieldhouse_core::brand::Site;
use fieldhouse_demo as demo;
use fieldhouse_shop::{
    buying::certificates::{import::import_certificates, store},
    import::report::Counts,
};

use crate::{
    certificates::redeem,
    shopping::{count, texts},
    support::TestApp,
};

const HEADER: &str = "number,catalog,site_code,status,valid,expires_on,value,organization,participant,flyer\n";

async fn import(app: &TestApp, name: &str, text: &str, dry_run: bool) -> Result<(Counts, String), String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, text).unwrap();
    let report = import_certificates(&app.state.db, file, dry_run).await.map_err(|error| error.to_string())?;
    let told = report.to_string();
    Ok((report.counts, told))
}

#[tokio::test]
async fn certificates_come_from_csv_and_json_lines() {
    let app = TestApp::stocked().await;
    let csv = [HEADER, "gc-1,BS,,,yes,2026-12-31,50.00,Eagles,J. Smith,AB\ngc-2,US,VB,E,no,,9.995,,,\n"].concat();
    let (counts, told) = import(&app, "c.csv", &csv, true).await.unwrap();
    assert_eq!((counts.added, count(&app, "certificate").await), (2, 0), "a dry run changes nothing");
    assert_eq!(told, "certificates: 2 would be added, 0 changed, 0 are the same");
    assert_eq!(import(&app, "c.csv", &csv, false).await.unwrap().0.added, 2);
    let row = store::find_certificate(app.state.db.read(), "US", "GC-2").await.unwrap().unwrap();
    assert_eq!(
        (row.value_cents.get(), row.status.as_str(), row.site_code.as_str(), row.is_valid),
        (1_000, "E", "VB", false)
    );
    let lines = "{\"number\":\"gc-1\",\"catalog\":\"bs\",\"site_code\":\"\",\"status\":\"\",\"valid\":true,\
                 \"expires_on\":\"2026-12-31\",\"value\":\"60\",\"organization\":\"Eagles\",\"participant\":\"J. Smith\",\
                 \"flyer\":\"AB\"}\n";
    let (told, _) = import(&app, "c.jsonl", lines, false).await.unwrap();
    assert_eq!((told.added, told.changed, told.unchanged), (0, 1, 0));
    assert_eq!(import(&app, "c.jsonl", lines, false).await.unwrap().0.unchanged, 1);
    let visitor = app.visitor(Site::FIELDHOUSE);
    let held = redeem(&visitor, "GC-1").await.json();
    assert_eq!(held["paymentInfo"]["payments"][0]["obj"]["amountPlanned"]["centAmount"], 6_000);
}

#[tokio::test]
async fn r61_every_wrong_row_is_told_and_nothing_is_taken_over() {
    let app = TestApp::stocked().await;
    let wrong = [
        HEADER,
        "GC-1,BS,,,yes,2026-12-31,50.00,Eagles,=cmd(),AB\n",
        "GC 2,BS,,,yes,,50.00,,,\n",
        "GC-3,XX,,,yes,,50.00,,,\n",
        "GC-4,BS,VB,,yes,,50.00,,,\n",
        "GC-5,BS,,Z,maybe,2026-02-30,free,,,A;B\n",
        "gc-1,bs,,,yes,,50.00,,,\n",
    ]
    .concat();
    let told = import(&app, "c.csv", &wrong, false).await.unwrap_err();
    for sentence in [
        "9 errors",
        "row 3, number: it must be 1 to 40 letters",
        "row 4, catalog: it must be BS or US",
        "row 5, site_code: it is no store of this catalog",
        "row 6, expires_on: it must be a day",
        "row 6, flyer",
        "row 6, status",
        "row 6, valid",
        "row 6, value",
        "row 7, number: row 2 speaks of the same (row_twice)",
    ] {
        assert!(told.contains(sentence), "{sentence:?} is missing in\n{told}");
    }
    assert_eq!(count(&app, "certificate").await, 0);
    let utf16 = import(&app, "c.csv", "\u{feff}", false).await;
    assert!(utf16.is_err());
    // A formula is a text like any other.
    let csv = [HEADER, "GC-1,BS,,,yes,,50.00,Eagles,=cmd(),\n"].concat();
    import(&app, "c.csv", &csv, false).await.unwrap();
    assert_eq!(texts(&app, "certificate", "participant").await, ["=cmd()"]);
}

#[tokio::test]
async fn the_demo_has_certificates_in_every_state_at_every_brand() {
    let app = TestApp::stocked().await;
    crate::certificates::issue(&app, &demo::certificates::certificates()).await;
    for site in Site::BUILT_IN {
        for (number, status) in [
            ("GIFT-50-1", 200),
            ("GIFT-5000-1", 200),
            ("GIFT-FLYER-1", 200),
            ("GIFT-EXPIRED", 422),
            ("GIFT-EXPIRED-FLYER", 422),
            ("GIFT-REDEEMED", 422),
            ("GIFT-VOIDED", 422),
            ("GIFT-INVALID", 422),
        ] {
            let told = redeem(&app.visitor(site), number).await;
            assert_eq!(told.status.as_u16(), status, "{number} at {}: {}", site.key(), told.text);
        }
    }
}
