//! What people wrote to the demo's brands, so that the desk's inbox has something true to show. No letter leaves for it.

use fieldhouse_core::{brand::Site, business_units::PartyRole, inbox::RequestStatus};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use fieldhouse_shop::{
    people::{
        account::store::find_by_email,
        business_units::store::{RequestRow, insert_request},
    },
    publishing::{
        forms::store::{SubmissionRow, insert_submission},
        newsletter::store::{confirm_subscription, insert_subscription},
    },
    state::AppState,
};

const HOUR_MILLIS: i64 = 3_600_000;
/// The form that everybody finds.
const CONTACT: &str = "contact";

/// A message: of which brand, who wrote, from where, what, hours ago.
type Written = (Site, &'static str, &'static str, &'static str, &'static str, i64);

const MESSAGES: [Written; 5] = [
    (
        Site::FIELDHOUSE,
        "Marcus Hill",
        "m.hill@willowbrook.example",
        "Willowbrook Elementary",
        "Do the practice pinnies come in youth small? We need 28 by the first week of March.",
        3,
    ),
    (
        Site::US_GAMES,
        "Ana Torres",
        "a.torres@mesaridge.example",
        "Mesa Ridge Cheer",
        "Two of the six cones in our last box are cracked. Can you send replacements?",
        20,
    ),
    (
        Site::ATHLETIC_CONNECTION,
        "Joel Fischer",
        "joel@tidewater.example",
        "Tidewater College Athletics",
        "Please quote 120 heat-pressed jerseys, three colors on the front. We order in January.",
        31,
    ),
    (
        Site::VARSITY_BRANDS,
        "Priya Shah",
        "p.shah@stclement.example",
        "St. Clement Prep",
        "Our fitting is on the 14th. Which sizes do you bring for the band?",
        50,
    ),
    (
        Site::FIELDHOUSE,
        "Dana Reyes",
        "coach@demo.example",
        "Lincoln High School",
        "Thank you, the sizes are right. The matter is settled.",
        120,
    ),
];

/// Who reads the newsletter, and who did not confirm it yet.
const READERS: [(&str, bool); 4] = [
    ("booster@redhawks.example", true),
    ("office@ironvalley.example", true),
    ("coach@demo.example", true),
    ("news@granite.example", false),
];

/// Writes it into the transaction that begins the demo.
pub(crate) async fn write(state: &AppState, tx: &WriteTx) -> Result<(), Failure> {
    let now = state.clock.millis();
    for (nth, (site, name, email, club, message, hours)) in MESSAGES.into_iter().enumerate() {
        let answers = [("Your name", name), ("Email", email), ("School or club", club), ("Message", message)];
        let settled = nth.saturating_add(1) == MESSAGES.len();
        let title = state.contents.load().form(site, CONTACT).map(|form| form.form.title.clone());
        let row = SubmissionRow {
            id: state.ids.random().to_string(),
            site: site.into(),
            form: CONTACT.to_owned(),
            title: title.unwrap_or_else(|| "Contact us".to_owned()),
            answers: serde_json::to_string(&answers).map_err(Failure::internal)?,
            created_at: now.saturating_sub(hours.saturating_mul(HOUR_MILLIS)),
            email: email.to_owned(),
            status: if settled { RequestStatus::Done } else { RequestStatus::Open }.into(),
            assignee: String::new(),
            assignee_name: String::new(),
            version: 1,
        };
        insert_submission(tx, row).await?;
    }
    for site in Site::BUILT_IN {
        for (email, confirmed) in READERS {
            let id = state.ids.random().to_string();
            let asked = now.saturating_sub(HOUR_MILLIS);
            if insert_subscription(tx, site.key(), email, &id, asked).await? && confirmed {
                confirm_subscription(tx, site.key(), &id, now).await?;
            }
        }
    }
    let approver = find_by_email(&**tx, Site::FIELDHOUSE, "approver@demo.example").await?;
    if let Some(approver) = approver {
        let request = RequestRow {
            id: state.ids.random().to_string(),
            customer_id: approver.id.clone(),
            role: PartyRole::BillTo.into(),
            message: "Invoices go to the district office now: 400 Main Street, third floor.".to_owned(),
            status: RequestStatus::Open.into(),
            sent_at: now.saturating_sub(HOUR_MILLIS.saturating_mul(26)),
            note: String::new(),
            unit_key: crate::customers::SOLD_TO.to_owned(),
            site: Site::FIELDHOUSE.into(),
            assignee: String::new(),
            assignee_name: String::new(),
            version: 1,
        };
        insert_request(tx, request).await?;
    }
    Ok(())
}
