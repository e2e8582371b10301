//! `fieldhouse import customers|business-units|addresses`: checked whole, taken over in batches, told by row.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use axum::http::StatusCode;
use fieldhouse_core::{brand::Site, import::password_hash::HashStep};
use fieldhouse_kernel::db::Db;
use fieldhouse_shop::{
    import::{ImportError, RowError, report::Counts, rows::Source},
    passwords::legacy_digest,
    people::{
        account::store::{CustomerRow, find_by_email},
        business_units::store::list_memberships,
        import::{import_addresses, import_business_units, import_customers},
    },
    schema,
};
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, confirm, customer, register, reset_token, session_type, sign_in, try_sign_in},
    databases::fresh_database,
    shopping::{count, put, texts},
    support::{TestApp, Visitor},
};

pub const CUSTOMERS: &str = "site,email,first_name,last_name,title,classification,newsletter,show_cert_reporting,password_hash,business_units\n";
pub const UNITS: &str = "site,key,name,sold_to,bill_to,payer,ship_to\n";
pub const ADDRESSES: &str = "site,email,business_unit,key,default,first_name,last_name,company,phone_number,\
    additional_phone_number,address,address2,country,city,state,zip\n";
const BOOK: &str = "/api/account/addresses";

/// What a file is a file of.
#[derive(Clone, Copy)]
pub enum Kind {
    Customers,
    Units,
    Addresses,
}

/// Imports a file with this text.
pub async fn bytes(app: &TestApp, kind: Kind, name: &str, text: &[u8], dry_run: bool) -> Result<Counts, ImportError> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, text).unwrap();
    let source = Source::File(file);
    let report = match kind {
        Kind::Customers => import_customers(&app.state, &source, dry_run).await?,
        Kind::Units => import_business_units(&app.state, &source, dry_run).await?,
        Kind::Addresses => import_addresses(&app.state, &source, dry_run).await?,
    };
    Ok(report.counts)
}

async fn csv(app: &TestApp, kind: Kind, rows: &str) -> Counts {
    let header = match kind {
        Kind::Customers => CUSTOMERS,
        Kind::Units => UNITS,
        Kind::Addresses => ADDRESSES,
    };
    bytes(app, kind, "file.csv", [header, rows].concat().as_bytes(), false).await.unwrap()
}

/// Added, changed, the same.
fn numbers(counts: &Counts) -> (usize, usize, usize) {
    (counts.added, counts.changed, counts.unchanged)
}

async fn find(app: &TestApp, email: &str) -> CustomerRow {
    find_by_email(app.state.db.read(), Site::FIELDHOUSE, email).await.unwrap().unwrap()
}

/// The errors of a file that was refused; nothing was changed by it.
async fn refused(app: &TestApp, kind: Kind, name: &str, text: &[u8]) -> Vec<RowError> {
    let tables = ["customer", "business_unit", "customer_address", "business_unit_address"];
    let mut before = Vec::new();
    for table in tables {
        before.push(count(app, table).await);
    }
    let error = bytes(app, kind, name, text, false).await.unwrap_err();
    for (table, before) in tables.iter().zip(before) {
        assert_eq!(count(app, table).await, before, "{table}: {error}");
    }
    match error {
        ImportError::Rows { shown, .. } => shown,
        other => panic!("{other}"),
    }
}

fn places(errors: &[RowError]) -> Vec<(u64, &str, &str)> {
    errors.iter().map(|error| (error.row, error.column.as_str(), error.code.as_str())).collect()
}

fn magento(password: &str) -> String {
    [&legacy_digest(HashStep::Sha256, "Xy12", password), ":Xy12:1"].concat()
}

#[tokio::test]
async fn a_dry_run_tells_and_a_second_import_changes_nothing() {
    let app = TestApp::start().await;
    let file = [
        CUSTOMERS,
        "fieldhouse,Pat@Club.example,Pat,Margolis,Coach,Club,yes,,,\nusgames,pat@club.example,Pat,M,,,,,,\n",
    ]
    .concat();
    let dry = bytes(&app, Kind::Customers, "c.csv", file.as_bytes(), true).await.unwrap();
    assert_eq!((numbers(&dry), count(&app, "customer").await), ((2, 0, 0), 0));
    assert_eq!(dry.line("customers", true), "customers: 2 would be added, 0 changed, 0 are the same");
    let done = bytes(&app, Kind::Customers, "c.csv", file.as_bytes(), false).await.unwrap();
    assert_eq!((numbers(&done), count(&app, "customer").await), ((2, 0, 0), 2));
    let pat = find(&app, "pat@club.example").await;
    assert!(pat.newsletter && !pat.show_cert_reporting && pat.version == 1, "{}", pat.title);
    let again = bytes(&app, Kind::Customers, "c.csv", file.as_bytes(), false).await.unwrap();
    assert_eq!(numbers(&again), (0, 0, 2));
    // JSON lines say the same; an empty cell leaves what is there, a filled one counts.
    let line = r#"{"site":"fieldhouse","email":"pat@club.example","first_name":"Pat","last_name":"Margolis","title":"Head Coach",
        "classification":null,"newsletter":null,"show_cert_reporting":true,"password_hash":"","business_units":[]}"#;
    let line = line.replace('\n', " ") + "\n";
    let changed = bytes(&app, Kind::Customers, "c.jsonl", line.as_bytes(), false).await.unwrap();
    assert_eq!(numbers(&changed), (0, 1, 0));
    let now = find(&app, "pat@club.example").await;
    let told = (now.title.as_str(), now.classification.as_str(), now.newsletter, now.show_cert_reporting, now.version);
    assert_eq!(told, ("Head Coach", "Club", true, true, 2));
    assert_eq!(now.id, pat.id);
    assert!(crate::accounts::letters(&app).await.is_empty(), "an import writes to nobody");
}

#[tokio::test]
async fn r39_every_salted_form_signs_in_once_and_then_sets_a_new_password() {
    let app = TestApp::start().await;
    let old = "from the old store";
    let md5 = legacy_digest(HashStep::Md5, "ab", old);
    let forms = [
        magento(old),
        [&md5, ":ab"].concat(),
        [&md5, ":ab:0"].concat(),
        [&legacy_digest(HashStep::Sha256, "ab", &md5), ":ab:0:1"].concat(),
        ["md5$ab$", &md5].concat(),
        ["sha256$ab$", &legacy_digest(HashStep::Sha256, "ab", old)].concat(),
    ];
    let rows: Vec<String> =
        forms.iter().enumerate().map(|(n, hash)| format!("fieldhouse,p{n}@club.example,Pat,M,,,,,{hash},\n")).collect();
    let rows = rows.concat();
    assert_eq!(numbers(&csv(&app, Kind::Customers, &rows).await), (forms.len(), 0, 0));
    for (nth, form) in forms.iter().enumerate() {
        let email = format!("p{nth}@club.example");
        let visitor = app.visitor(Site::FIELDHOUSE);
        let wrong = try_sign_in(&visitor, &email, "from the new store").await;
        assert_eq!(
            (wrong.status, wrong.json()["code"].as_str()),
            (StatusCode::UNAUTHORIZED, Some("login_error")),
            "{form}"
        );
        let right = try_sign_in(&visitor, &email, old).await;
        assert!(right.json()["error"].as_str().unwrap().starts_with("token:"), "{form}: {}", right.text);
        assert_eq!(session_type(&visitor).await, "anon");
    }
    let stored = texts(&app, "customer", "legacy_hash").await;
    assert!(stored.iter().all(|hash| hash.contains("$ab$") || hash.contains("$Xy12$")), "{stored:?}");
}

#[tokio::test]
async fn a_hash_of_ours_signs_in_and_a_password_set_here_stays() {
    let app = TestApp::start().await;
    let ours = app.state.passwords.hash(&app.state.ids, "wild geese fly north").await.unwrap();
    let row = format!("fieldhouse,pat@club.example,Pat,M,,,,,\"{ours}\",\n");
    csv(&app, Kind::Customers, &row).await;
    sign_in(&app.visitor(Site::FIELDHOUSE), "pat@club.example", "wild geese fly north").await;
    // Somebody who registered here keeps the password, whatever a file says.
    register(&app, Site::FIELDHOUSE, COACH).await;
    let before = find(&app, COACH).await;
    let row = format!("fieldhouse,{COACH},Pat,Margolis,,,,,{},\n", magento("from the old store"));
    assert_eq!(numbers(&csv(&app, Kind::Customers, &row).await), (0, 0, 1));
    let row = format!("fieldhouse,{COACH},Patricia,Margolis,,,,,\"{ours}\",\n");
    assert_eq!(numbers(&csv(&app, Kind::Customers, &row).await), (0, 1, 0));
    let after = find(&app, COACH).await;
    assert_eq!((after.password_hash, after.legacy_hash.as_str()), (before.password_hash, ""));
    assert_eq!((after.first_name.as_str(), after.version), ("Patricia", before.version + 1));
    sign_in(&app.visitor(Site::FIELDHOUSE), COACH, PASSWORD).await;
}

#[tokio::test]
async fn without_a_hash_a_customer_asks_for_a_link() {
    let app = TestApp::start().await;
    csv(&app, Kind::Customers, "fieldhouse,pat@club.example,Pat,M,,,,,,\n").await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    assert_eq!(try_sign_in(&visitor, "pat@club.example", "").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(try_sign_in(&visitor, "pat@club.example", PASSWORD).await.status, StatusCode::UNAUTHORIZED);
    let ask = json!({"email": "pat@club.example", "storeKey": "fieldhouse"});
    assert!(visitor.post("/api/features/Account/password-token", &ask).await.status.is_success());
    let token = reset_token(&app, &[]).await;
    let set = json!({"password": PASSWORD, "token": token});
    assert!(visitor.post("/api/features/Account/create-password", &set).await.status.is_success());
    sign_in(&visitor, "pat@club.example", PASSWORD).await;
}

/// Two units of which the earlier names the later one, and a member with addresses.
async fn organization(app: &TestApp) -> Visitor {
    let units = "fieldhouse,NORTH,North School,NORTH,NORTH,DISTRICT,NORTH|FIELD\nfieldhouse,DISTRICT,The District,,,,\n\
                 fieldhouse,FIELD,Field House,,,,\n";
    assert_eq!(numbers(&csv(app, Kind::Units, units).await), (3, 0, 0));
    assert_eq!(numbers(&csv(app, Kind::Units, units).await), (0, 0, 3));
    let visitor = customer(app, Site::FIELDHOUSE, COACH).await;
    confirm(app, Site::FIELDHOUSE, COACH).await;
    let row = format!("fieldhouse,{COACH},Pat,Margolis,,,,,,NORTH\n");
    assert_eq!(numbers(&csv(app, Kind::Customers, &row).await), (0, 1, 0));
    assert_eq!(numbers(&csv(app, Kind::Customers, &row).await), (0, 0, 1));
    visitor
}

const PLACE: &str = "Pat,Margolis,,214-555-0142,,";

#[tokio::test]
async fn units_members_and_addresses_show_at_once() {
    let app = TestApp::start().await;
    let visitor = organization(&app).await;
    let session = visitor.get("/api/auth/session").await.json();
    assert_eq!(session["businessUnit"].as_array().unwrap().len(), 5, "{session}");
    assert_eq!(find(&app, COACH).await.sold_to, "NORTH");
    let rows = format!(
        "fieldhouse,{COACH},,GYM,yes,{PLACE}1 Gym Road,,us,Dallas,tx,75201\n\
         fieldhouse,{COACH},,POOL,,{PLACE}2 Pool Road,,US,Dallas,TX,75201\n\
         fieldhouse,,NORTH,DESK,,{PLACE}3 North Road,,US,Dallas,TX,75201\n\
         fieldhouse,,DISTRICT,DESK,,{PLACE}4 District Road,,US,Dallas,TX,75201\n"
    );
    assert_eq!(numbers(&csv(&app, Kind::Addresses, &rows).await), (4, 0, 0));
    assert_eq!(numbers(&csv(&app, Kind::Addresses, &rows).await), (0, 0, 4));
    let book = visitor.get(BOOK).await.json();
    let street = |entry: &Value| entry["address"]["address"].as_str().unwrap().to_owned();
    let streets: Vec<String> = book["addresses"].as_array().unwrap().iter().map(street).collect();
    assert_eq!(streets, ["1 Gym Road", "100 Field Road", "2 Pool Road", "3 North Road"]);
    let first = &book["addresses"][0];
    assert_eq!(json!([first["isDefault"], first["address"]["state"]]), json!([true, "TX"]));
    assert_eq!(street(&book["defaults"][2]["addresses"][0]), "4 District Road");
    // Another street under the same key, another default; what the customer changed since is changed back.
    let version = find(&app, COACH).await.version;
    let rows = rows.replace("2 Pool Road", "20 Pool Road").replace("POOL,,", "POOL,yes,").replace("GYM,yes", "GYM,");
    assert_eq!(numbers(&csv(&app, Kind::Addresses, &rows).await), (0, 1, 3));
    let book = visitor.get(BOOK).await.json();
    assert_eq!(street(&book["addresses"][0]), "20 Pool Road");
    assert_eq!(book["addresses"][0]["isDefault"], true);
    assert_eq!(find(&app, COACH).await.version, version + 1);
    // A customer's first address is the default one; a minus takes every unit away (R09).
    csv(&app, Kind::Customers, "fieldhouse,new@club.example,New,One,,,,,,\n").await;
    let row = format!("fieldhouse,new@club.example,,A,,{PLACE}1 A Road,,US,Dallas,TX,75201\n");
    csv(&app, Kind::Addresses, &row).await;
    assert!(find(&app, "new@club.example").await.default_shipping_address_id.is_some());
    let row = format!("fieldhouse,{COACH},Pat,Margolis,,,,,,-\n");
    assert_eq!(numbers(&csv(&app, Kind::Customers, &row).await), (0, 1, 0));
    let session = visitor.get("/api/auth/session").await.json();
    assert_eq!(session["businessUnit"].as_array().unwrap().len(), 0, "{session}");
    assert_eq!(find(&app, COACH).await.sold_to, "");
}

#[tokio::test]
async fn a_file_of_customers_says_what_each_is_in_a_unit_and_a_dry_run_tells_it() {
    let app = TestApp::start().await;
    csv(&app, Kind::Units, "fieldhouse,NORTH,North School,,,,\nfieldhouse,SOUTH,South School,,,,\n").await;
    let rows = "fieldhouse,a@club.example,Ann,One,,,,,,NORTH:administrator|SOUTH\n\
                fieldhouse,b@club.example,Ben,Two,,,,,,SOUTH : approver\n";
    let dry = bytes(&app, Kind::Customers, "c.csv", [CUSTOMERS, rows].concat().as_bytes(), true).await.unwrap();
    let roles = "roles given: 1 buyer, 1 approver, 1 administrator";
    let told = format!("customers: 2 would be added, 0 changed, 0 are the same; {roles}");
    assert_eq!((dry.line("customers", true), count(&app, "business_unit_member").await), (told, 0));
    let roles = async || {
        let mut members = Vec::new();
        for email in ["a@club.example", "b@club.example"] {
            let id = find(&app, email).await.id;
            for member in list_memberships(app.state.db.read(), &[&id]).await.unwrap() {
                members.push(member.role.key());
            }
        }
        members
    };
    assert_eq!(numbers(&csv(&app, Kind::Customers, rows).await), (2, 0, 0));
    assert_eq!(roles().await, ["administrator", "buyer", "approver"]);
    let again = csv(&app, Kind::Customers, rows).await;
    assert_eq!((numbers(&again), again.roles.len()), ((0, 0, 2), 0));
    // Where nothing is said the role stays; what is said counts.
    let rows = rows.replace("NORTH:administrator|SOUTH", "NORTH|SOUTH:buyer").replace(": approver", ":administrator");
    let changed = csv(&app, Kind::Customers, &rows).await;
    assert_eq!(numbers(&changed), (0, 1, 1));
    assert_eq!(
        changed.line("customers", false),
        "customers: 0 were added, 1 changed, 1 are the same; roles given: 1 administrator"
    );
    assert_eq!(roles().await, ["administrator", "buyer", "administrator"]);
    // Another order of the same units is another first unit.
    let turned = rows.replace("NORTH|SOUTH:buyer", "SOUTH|NORTH");
    assert_eq!(numbers(&csv(&app, Kind::Customers, &turned).await), (0, 1, 1));
    assert_eq!(roles().await, ["buyer", "administrator", "administrator"]);
    let wrong =
        "fieldhouse,c@club.example,Cem,Three,,,,,,NORTH:boss\nfieldhouse,d@club.example,Dee,Four,,,,,,EAST:buyer\n";
    let told = refused(&app, Kind::Customers, "c.csv", [CUSTOMERS, wrong].concat().as_bytes()).await;
    assert_eq!(places(&told), [(2, "business_units", "import_role_unknown")]);
    let told =
        refused(&app, Kind::Customers, "c.csv", [CUSTOMERS, &wrong.replace(":boss", ":buyer")].concat().as_bytes())
            .await;
    assert_eq!(places(&told), [(3, "business_units", "import_unit_unknown")]);
}

#[tokio::test]
async fn other_parties_change_prices_and_answer_requests() {
    let app = TestApp::start().await;
    let visitor = organization(&app).await;
    let ask = json!({"role": "payed-by", "message": "We pay ourselves"});
    assert!(visitor.post("/api/account/change-requests", &ask).await.status.is_success());
    let units = "fieldhouse,NORTH,North School,DISTRICT,NORTH,NORTH,NORTH\n";
    assert_eq!(numbers(&csv(&app, Kind::Units, units).await), (0, 1, 0));
    assert_eq!(find(&app, COACH).await.sold_to, "DISTRICT");
    assert_eq!(visitor.get(BOOK).await.json()["defaults"][2]["changeRequests"][0]["status"], "done");
}

#[tokio::test]
async fn r61_every_wrong_row_is_told_with_column_and_code_and_nothing_is_taken_over() {
    let app = TestApp::start().await;
    organization(&app).await;
    let hash = magento("from the old store");
    let rows = format!(
        "fieldhouse,good@club.example,Pat,M,,,,,{hash},NORTH\n\
         bsn,,=A1,,,,maybe,,secret-password,NORTH|NORTH\n\
         fieldhouse,\"a@b.co\r\nBcc: x@y.zz\",Pat,M,,,,,,\n\
         fieldhouse,GOOD@club.example,Pat,M,,,,,,\n\
         fieldhouse,other@club.example,Pat,M,,,,,,NOWHERE\n"
    );
    let told = refused(&app, Kind::Customers, "c.csv", [CUSTOMERS, &rows].concat().as_bytes()).await;
    assert_eq!(
        places(&told),
        [
            (3, "business_units", "import_key_twice"),
            (3, "email", "enter_email"),
            (3, "first_name", "import_formula"),
            (3, "last_name", "enter_last_name"),
            (3, "newsletter", "import_neither_yes_nor_no"),
            (3, "password_hash", "import_hash_unknown"),
            (3, "site", "import_site_unknown"),
            (4, "email", "email_invalid"),
            (5, "email", "row_twice"),
        ]
    );
    assert!(!told.iter().any(|error| error.message.contains("secret-password")), "{told:?}");
    // What only the store knows is told once the rows are right by themselves.
    let rows = "fieldhouse,other@club.example,Pat,M,,,,,,NOWHERE\nusgames,other@club.example,Pat,M,,,,,,NORTH\n";
    let told = refused(&app, Kind::Customers, "c.csv", [CUSTOMERS, rows].concat().as_bytes()).await;
    let unknown = "import_unit_unknown";
    assert_eq!(places(&told), [(2, "business_units", unknown), (3, "business_units", unknown)]);
    assert_eq!(
        told[0].to_string(),
        "row 2, business_units: There is no business unit NOWHERE at this site (import_unit_unknown)"
    );
    let rows = "fieldhouse,A,A,,,NOWHERE,\nusgames,B,B,A,,,\n";
    let told = refused(&app, Kind::Units, "u.csv", [UNITS, rows].concat().as_bytes()).await;
    assert_eq!(places(&told), [(2, "payer", unknown), (3, "sold_to", unknown)]);
    let rows = format!(
        "fieldhouse,{COACH},,A,,{PLACE}1 A Road,,US,Dallas,ON,7520\n\
         fieldhouse,{COACH},,B,yes,{PLACE}1 B Road,,XX,Dallas,TX,75201\n\
         fieldhouse,{COACH},,C,yes,{PLACE}1 C Road,,US,Dallas,TX,75201\n\
         fieldhouse,{COACH},,C,yes,{PLACE}2 C Road,,US,Dallas,TX,75201\n\
         fieldhouse,,NORTH,D,yes,{PLACE}1 D Road,,US,Dallas,TX,75201\n"
    );
    let told = refused(&app, Kind::Addresses, "a.csv", [ADDRESSES, &rows].concat().as_bytes()).await;
    assert_eq!(
        places(&told),
        [
            (2, "state", "state_unknown"),
            (2, "zip", "zip_invalid"),
            (3, "country", "country_unknown"),
            (5, "default", "row_twice"),
            (5, "key", "row_twice"),
            (6, "default", "import_default_of_unit"),
        ]
    );
    let rows = format!(
        "fieldhouse,nobody@club.example,,A,,{PLACE}1 A Road,,US,Dallas,TX,75201\n\
         fieldhouse,,NOWHERE,A,,{PLACE}1 A Road,,US,Dallas,TX,75201\n"
    );
    let told = refused(&app, Kind::Addresses, "a.csv", [ADDRESSES, &rows].concat().as_bytes()).await;
    assert_eq!(places(&told), [(2, "email", "import_customer_unknown"), (3, "business_unit", unknown)]);
}

#[tokio::test]
async fn r61_files_of_other_encodings_and_broken_ones_are_told() {
    let app = TestApp::start().await;
    let good = [CUSTOMERS, "fieldhouse,pat@club.example,Pat,M,,,,,,\n"].concat();
    let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain(good.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let whole =
        async |name: &str, text: &[u8]| bytes(&app, Kind::Customers, name, text, false).await.unwrap_err().to_string();
    assert!(whole("c.csv", &utf16).await.contains("UTF-16"));
    assert!(whole("c.csv", b"").await.contains("the file is empty"));
    assert!(whole("c.csv", CUSTOMERS.as_bytes()).await.contains("the file has no rows"));
    assert!(whole("c.xlsx", good.as_bytes()).await.contains(".csv or .jsonl"));
    let lacking = whole("c.csv", good.replace("last_name", "surname").as_bytes()).await;
    assert_eq!(lacking, "the file does not have the columns 'last_name'");
    let long = "x".repeat(1024 * 1024);
    for (text, row, code) in [
        (good.replace("Pat", &long).into_bytes(), 2, "row_too_long"),
        (good.replace("Pat", "P\0t").into_bytes(), 2, "row_nul"),
        (good.replace(",M,", ",").into_bytes(), 2, "row_cells"),
        (good.replace("Pat", "\"Pat").into_bytes(), 2, "file_cut_off"),
    ] {
        let told = refused(&app, Kind::Customers, "c.csv", &text).await;
        assert!(told.iter().any(|error| (error.row, error.code.as_str()) == (row, code)), "{code}: {told:?}");
    }
    let mut latin = good.replace("Pat", "Jos?").into_bytes();
    let at = latin.iter().position(|byte| *byte == b'?').unwrap();
    latin[at] = 0xe9;
    assert_eq!(places(&refused(&app, Kind::Customers, "c.csv", &latin).await), [(2, "", "row_not_utf8")]);
    assert_eq!(places(&refused(&app, Kind::Customers, "c.jsonl", b"{\"site\":\n").await), [(1, "", "row_not_json")]);
    // A mark of the byte order before UTF-8 is no harm, nor is a last line without its break: that is a warning.
    let marked = [b"\xef\xbb\xbf", good.trim_end().as_bytes()].concat();
    assert_eq!(bytes(&app, Kind::Customers, "c.csv", &marked, false).await.unwrap().added, 1);
}

/// Customers 0 to `count`, every other one with a unit.
fn crowd(count: usize) -> String {
    let hash = magento("from the old store");
    let row = |n: usize| {
        let unit = if n.is_multiple_of(2) { "NORTH" } else { "" };
        format!("fieldhouse,p{n}@club.example,Pat,Number {n},Coach,Club,no,no,{hash},{unit}\n")
    };
    [CUSTOMERS.to_owned(), (0..count).map(row).collect()].concat()
}

#[tokio::test]
async fn what_was_taken_over_in_part_is_taken_over_whole_the_next_time() {
    let app = TestApp::start().await;
    csv(&app, Kind::Units, "fieldhouse,NORTH,North School,NORTH,,,\n").await;
    let part = bytes(&app, Kind::Customers, "c.csv", crowd(700).as_bytes(), false).await.unwrap();
    assert_eq!(numbers(&part), (700, 0, 0));
    let whole = bytes(&app, Kind::Customers, "c.csv", crowd(1_700).as_bytes(), false).await.unwrap();
    assert_eq!(numbers(&whole), (1_000, 0, 700));
    assert_eq!((count(&app, "customer").await, count(&app, "business_unit_member").await), (1_700, 850));
    assert_eq!(app.state.passwords.computed(), 0, "no hash is computed for a row");
    let sold_to = texts(&app, "customer", "sold_to").await;
    assert_eq!(sold_to.iter().filter(|unit| *unit == "NORTH").count(), 850);
}

fn fieldhouse(url: &str, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldhouse"));
    command.current_dir(folder).env("DATABASE_URL", url).stderr(Stdio::piped()).stdout(Stdio::piped());
    command
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r24_an_import_that_is_killed_is_completed_by_the_next_one() {
    let (url, folder) = fresh_database().await;
    let file = folder.path().join("customers.csv");
    std::fs::write(&file, crowd(4_000).replace(",NORTH\n", ",\n")).unwrap();
    let db = Db::connect(&url).await.unwrap();
    schema::migrate(&db).await.unwrap();
    let mut first = fieldhouse(&url, folder.path()).args(["import", "customers"]).arg(&file).spawn().unwrap();
    // Killed as soon as something of it is there.
    while find_by_email(db.read(), Site::FIELDHOUSE, "p0@club.example").await.unwrap().is_none() {
        assert!(first.try_wait().unwrap().is_none_or(|status| status.success()), "it failed by itself");
        tokio::task::yield_now().await;
    }
    // It may have come to its end meanwhile.
    drop(first.kill());
    first.wait().unwrap();
    let second = fieldhouse(&url, folder.path()).args(["import", "customers"]).arg(&file).output().unwrap();
    let told = String::from_utf8(second.stdout).unwrap();
    assert!(second.status.success() && told.starts_with("customers: ") && told.contains(" 0 changed, "), "{told}");
    let numbers: Vec<usize> = told.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert_eq!((numbers.iter().sum::<usize>(), numbers[2] >= 500), (4_000, true), "{told}");
    // A wrong file: told on the error output, another exit code, nothing of what stood in it.
    std::fs::write(&file, [CUSTOMERS, "fieldhouse,canary@club.example,Pat,,,,,,canary-password,\n"].concat()).unwrap();
    let wrong = fieldhouse(&url, folder.path()).args(["import", "customers"]).arg(&file).output().unwrap();
    let told = String::from_utf8(wrong.stderr).unwrap();
    assert_eq!(wrong.status.code(), Some(1), "{told}");
    assert!(told.contains("row 2, last_name: Please enter your Last Name (enter_last_name)"), "{told}");
    assert!(!told.contains("canary"), "{told}");
}

#[tokio::test]
async fn an_address_book_is_not_filled_beyond_its_limit() {
    let app = TestApp::start().await;
    customer(&app, Site::FIELDHOUSE, COACH).await;
    confirm(&app, Site::FIELDHOUSE, COACH).await;
    let row = |n: usize| format!("fieldhouse,{COACH},,K{n},,{PLACE}{n} Road,,US,Dallas,TX,75201\n");
    let rows = |count: usize| [ADDRESSES.to_owned(), (1..=count).map(row).collect()].concat();
    // One is there by registration.
    let told = refused(&app, Kind::Addresses, "a.csv", rows(1_000).as_bytes()).await;
    assert_eq!(places(&told), [(1_001, "key", "import_address_book_full")]);
}

#[tokio::test]
async fn a_customer_may_change_what_a_file_brought() {
    let app = TestApp::start().await;
    let visitor = customer(&app, Site::FIELDHOUSE, COACH).await;
    confirm(&app, Site::FIELDHOUSE, COACH).await;
    let row = format!("fieldhouse,{COACH},,GYM,,{PLACE}1 Gym Road,,US,Dallas,TX,75201\n");
    csv(&app, Kind::Addresses, &row).await;
    let book = visitor.get(BOOK).await.json();
    let entry = &book["addresses"][1];
    let mut address = entry["address"].clone();
    address["address"] = "9 Gym Road".into();
    let path = format!("{BOOK}/{}", entry["id"].as_str().unwrap());
    assert_eq!(put(&visitor, &path, &address).await.status, StatusCode::OK);
    assert_eq!(numbers(&csv(&app, Kind::Addresses, &row).await), (0, 1, 0));
    assert_eq!(visitor.get(BOOK).await.json()["addresses"].as_array().unwrap().len(), 2);
}
